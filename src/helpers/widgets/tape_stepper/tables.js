// The tape as a table, T1 to T6, and the memory with its table C.

import { html } from "../figure.js";
import { close } from "./model.js";
import { called, phrase, short, title, valueAt } from "./words.js";

function table(kind, caption, heads, rows) {
  const columns = heads.map((head) => html("th", { scope: "col" }, head));
  return html(
    "table",
    { class: kind },
    html("caption", { class: "tb-unseen" }, caption),
    html("thead", {}, html("tr", {}, columns)),
    html("tbody", {}, rows),
  );
}

const cells = (values) => values.map((text) => html("td", {}, String(text)));

/** A derivative in a table, marked where it is wrong. */
function owed(value, right) {
  const wrong = value != null && right !== null && !close(value, right);
  const words = value == null ? "" : short(value) + (wrong ? " ✗" : "");
  return html("td", { class: wrong ? "ts-owed tb-bad" : "ts-owed" }, words);
}

/** 1970: a row for each value, with what it was made of and what it has. */
export function tape(now) {
  const { net, rows, program, flow } = now;
  const lines = net.nodes.map(({ p, cell }, place) => {
    const row = p ? rows[p - 1] : null;
    const born = !p || p <= now.forward;
    const sources = net.edges.filter(({ to }) => to === place);
    const slopes = sources.map(({ side }) => short(row[side], 3)).join(", ");
    const plain = (name) => {
      const side = row.operands.indexOf(name) === 0 ? "dj" : "dk";
      return called(now, sources.find((source) => source.side === side).from);
    };
    const name = program.cells[cell - 1];
    const does = row ? phrase(row, [row.x, row.y], plain) : `${name}, given`;
    const named = row ? `${called(now, place)} = ${does}` : does;
    const debt = flow?.debts[place];
    const shown = debt && (now.ended || debt !== 0) ? debt : now.ended ? debt : null;
    const here = p && now.here === p;
    return html(
      "tr",
      { class: `${here ? "ts-now" : ""} ${born ? "" : "ts-unborn"}` },
      cells([
        p ?? "",
        named,
        born ? short(valueAt(now, place)) : "",
        born ? slopes : "",
      ]),
      owed(shown ?? null, now.ended ? now.right[place] : null),
    );
  });
  const heads = ["row", "does", "value", "slopes", "derivative"];
  return table("ts-rows", "The tape: a row for each value", heads, lines);
}

/** 1976: a row for each operation, with the cells that it writes and reads. */
export function operations(now) {
  const { program, rows, forward, back, here, right, net } = now;
  const titled = (name) => title(program.cells, program.cells.indexOf(name) + 1);
  const lines = rows.map((row, index) => {
    const p = index + 1;
    const born = p <= forward;
    const numbers = born ? [row.dj, row.dk].map((d) => short(d, 3)) : ["", ""];
    const does = phrase(row, [row.x, row.y], titled);
    const place = net.nodes.findIndex((node) => node.p === p);
    return html(
      "tr",
      { class: `${p === here ? "ts-now" : ""} ${born ? "" : "ts-unborn"}` },
      cells([p, `${titled(program.cells[row.i - 1])} ← ${does}`, row.i]),
      cells([row.j || "–", row.k || "–", ...numbers]),
      owed(back?.coefficients[p] ?? null, right[place] ?? null),
    );
  });
  const heads = ["p", "does", "I", "J", "K", "Dj", "Dk", "coef"];
  return table("ts-rows", "The rows of the computation", heads, lines);
}

/** What the cells of the memory hold, and the table C. */
export function memory({ program, memory: holds, back }) {
  const head = program.cells.map((name, i) =>
    name.startsWith("#") ? String(i + 1) : `${i + 1} (${name})`,
  );
  const row = (name, entries, touched = []) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, name),
      entries.map((entry, i) =>
        html("td", { class: touched.includes(i + 1) ? "ts-now" : null }, entry),
      ),
    );
  return table(
    "ts-cells",
    "Memory and table C",
    ["cell", ...head],
    [
      row(
        "holds",
        holds.map((value) => short(value)),
      ),
      row(
        "C",
        head.map((_, i) => (back ? short(back.C[i]) : "")),
        back?.touched,
      ),
    ],
  );
}

const LINES = [
  ["T1", () => "p ← n; C ← 0; C[N] ← 1"],
  ["T2", () => "i, j, k, dj, dk ← row p"],
  ["T3", (rule) => (rule === "published" ? "coef ← C[i]; C[i] ← 0" : "coef ← C[i]")],
  ["T4", () => "coef = 0? Then go to T6"],
  ["T5", () => "C[j] += coef × dj; C[k] += coef × dk"],
  ["T6", () => "p ← p − 1; back to T2 while p > 0"],
];

/** The six steps, the one that has just been done lit. */
export function sixSteps(now, rule) {
  const last = rule === "zero last" ? "; C[i] ← 0" : "";
  return html(
    "ol",
    { class: "ts-steps" },
    LINES.map(([name, words]) =>
      html(
        "li",
        { class: now.back?.line === name ? "ts-now" : null },
        html("b", {}, name),
        html("span", {}, words(rule) + (name === "T5" ? last : "")),
      ),
    ),
  );
}
