// The board: every matrix of the head as cells that can be pressed.

import { change, html, rove, svg } from "../figure.js";
import { brief, inCell, isThere, widthOf } from "./model.js";
import { sizeOf, spot } from "./places.js";

const WORDED = ["x", "scores", "weights"]; // the words stand at their left
const ASKED = ["q", "scores", "scaled", "weights", "z", "out"]; // by rows of who asks
const GRIDS = ["scores", "scaled", "weights"]; // and above these
const ROLES = { q: "query", k: "key", v: "value", z: "value" };
const NAMES = {
  x: "X, the words",
  w_q: "W, Q: learned",
  w_k: "W, K: learned",
  w_v: "W, V: learned",
  w_o: "W, O: learned",
  q: "Q, queries",
  k: "K, keys",
  v: "V, values",
  scores: "scores",
  scaled: "scaled scores",
  weights: "weights",
  z: "Z, mixtures",
  out: "what comes out",
};

/** A letter with another one raised after it. */
const raised = (letter, other) => [html("i", {}, letter), html("sup", {}, other)];

/** The title above a matrix, for the state: its letter, and what it is. */
export function titleOf(place, state) {
  const letter = place.slice(-1).toUpperCase();
  const root = state.scaled ? `÷ √${widthOf(state)}` : "not divided";
  const masked = state.step > 5 && state.mask !== "none" ? ", masked" : "";
  const all = {
    x: [html("i", {}, "X"), " words"],
    q: [html("i", {}, "Q"), " what it asks"],
    k: [html("i", {}, "K"), " found by"],
    v: [html("i", {}, "V"), " hands over"],
    scores: [...raised("QK", "⊤"), " scores"],
    scaled: [root + masked],
    weights: ["softmax: weights"],
    z: [html("i", {}, "Z"), " mixtures"],
    out: ["comes out"],
  };
  return all[place] ?? raised("W", letter);
}

/** A matrix of buttons, one stop for Tab. */
export function matrix(place, press, ask) {
  const [rows, columns] = sizeOf(place);
  const title = html("figcaption", {});
  const cells = Array.from({ length: rows }, (_, r) =>
    Array.from({ length: columns }, (_, c) => {
      const node = html("button", {
        type: "button",
        class: "ah-cell",
        onclick: () => press(place, r, c),
      });
      node.dataset.cell = "";
      return node;
    }),
  );
  const lines = cells.map((line) => {
    const node = html("div", { class: "ah-line" }, line);
    node.dataset.row = "";
    return node;
  });
  const words = WORDED.includes(place) ? [0, 1, 2] : [];
  const beside = words.map((r) =>
    place === "x"
      ? html("button", { type: "button", onclick: () => ask(r) })
      : html("span", { "aria-hidden": "true" }),
  );
  const above = GRIDS.includes(place) ? [0, 1, 2].map(() => html("span", {})) : [];
  change(title, { class: above.length ? "ah-high" : "" });
  beside.forEach((node) => change(node, { class: "ah-beside" }));
  above.forEach((node) => change(node, { class: "ah-above", "aria-hidden": "true" }));
  const role = ROLES[place] ?? (place.startsWith("w_") ? "learned" : "plain");
  const kind = `ah-matrix ah-${role}`;
  const label = { class: kind, role: "group", "aria-label": NAMES[place] };
  const root = html("div", label, title, beside, above, lines);
  rove(root);
  return { place, root, title, cells, beside, above, rows, columns };
}

/** Put a matrix and its words where they stand. */
export function settle({ place, root, beside, above, rows, columns }, box, room) {
  const { x, y, cw, ch } = box;
  const { label, kind } = room;
  root.style.cssText = `left:${x}px;top:${y}px;width:${columns * cw}px;height:${
    rows * ch
  }px;--cw:${cw}px;--ch:${ch}px`;
  beside.forEach((node, r) => {
    node.style.cssText = `top:${r * ch}px;width:${label}px;left:${-label}px`;
    node.hidden = place === "weights" && kind !== "narrow";
  });
  above.forEach((node, c) => {
    node.style.cssText = `left:${c * cw}px;width:${cw}px`;
  });
}

/** The hue and the depth of a cell. */
function shade(node, place, value, most) {
  const weight = place === "weights";
  node.classList.toggle("ah-less", !weight && value < 0);
  const share = value === null ? 0 : Math.abs(value) / (most || 1);
  node.style.setProperty("--share", (weight ? 0 : Math.min(1, share)).toFixed(3));
  node.style.setProperty("--bar", weight ? value.toFixed(4) : 0);
}

/** A number in full, and after it what the cell shows, where that is shorter. */
function told(value, shown) {
  const full = brief(value);
  return shown === full ? full : `${full}, shown as ${shown}`;
}

/** A number as its cell has room for it. */
function fitting(value, place, cw) {
  if (place === "weights") return inCell(value, 3);
  const text = inCell(value);
  return text.length > 4 && cw < 36 && sizeOf(place)[1] > 3 ? inCell(value, 1) : text;
}

/** A word for the head of a narrow column: in the rows it stands in full. */
const shortened = (word) => (word.length > 6 ? `${word.slice(0, 5)}.` : word);

/** The words beside and above a matrix; the one that asks is marked. */
function nameSides({ place, beside, above, root }, { tokens, row }) {
  beside.forEach((node, r) => {
    node.textContent = tokens[r];
    node.classList.toggle("ah-asks", r === row);
    if (place !== "x") return;
    const label = `${tokens[r]} asks`;
    change(node, { "aria-pressed": String(r === row), "aria-label": label });
  });
  above.forEach((node, c) => (node.textContent = shortened(tokens[c])));
  root.classList.toggle("ah-long", Math.max(...tokens.map((w) => w.length)) > 6);
}

/** Whether a cell enters the chosen one, is it, or belongs to the word that asks. */
function mark(node, [place, r, c], context) {
  const { state, chosen, entering, columns, may } = context;
  const marked = (name, on) => node.classList.toggle(name, on);
  marked("ah-enters", entering.has(`${place}:${r}:${c}`));
  marked("ah-chosen", chosen === `${place}:${r}:${c}`);
  marked("ah-row", r === state.row && ASKED.includes(place));
  marked("ah-outside", "qkvz".includes(place) && !columns.includes(c));
  marked("ah-barred", place === "scaled" && state.step > 5 && !may[r][c]);
}

/** Write the numbers of a matrix, or leave its cells empty before its step. */
export function write(drawn, table, context) {
  const { place, cells, above, title, root } = drawn;
  root.hidden = !table;
  if (!table) return;
  const { state, now, cw } = context;
  const empty = !isThere(place, state.step);
  const most = Math.max(...table.values.flat().map((v) => Math.abs(v ?? 0)));
  title.replaceChildren(...titleOf(place, state));
  root.classList.toggle("ah-now", now.includes(place));
  root.classList.toggle("ah-edits", Boolean(table.edits));
  nameSides(drawn, state);
  const rows = cells.length === 3 ? state.tokens : ["row 1", "row 2", "row 3", "row 4"];
  const columns = above.length ? state.tokens : ["1", "2", "3", "4"];
  cells.forEach((line, r) =>
    line.forEach((node, c) => {
      const value = table.values[r][c];
      const shown = empty ? "" : fitting(value, place, cw);
      node.textContent = shown;
      shade(node, place, empty ? 0 : value, most);
      mark(node, [place, r, c], context);
      change(node, {
        "aria-label": `${rows[r]}, ${columns[c]}: ${empty ? "not yet" : told(value, shown)}`,
        "aria-disabled": empty && "true",
      });
    }),
  );
}

const bend = ([x1, y1], [x2, y2]) =>
  `M${x1} ${y1}C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`;

/** A hair line from one matrix to another. */
const way = (from, to, kind) =>
  svg("path", { d: bend(from, to), class: `ah-way ${kind}` });

const middle = ({ y, ch }, rows) => y + (rows * ch) / 2;

/** Lines from what is multiplied to what it makes, in the wide layouts. */
export function wiring({ boxes, kind, heads }) {
  if (kind === "narrow") return [];
  const right = (place) => {
    const [rows, columns] = sizeOf(place);
    return [boxes[place].x + columns * boxes[place].cw + 3, middle(boxes[place], rows)];
  };
  const left = (place) => [boxes[place].x - 3, middle(boxes[place], sizeOf(place)[0])];
  const lines = ["q", "k", "v"].flatMap((name) => [
    way(right("x"), left(`w_${name}`), ""),
    way(right(`w_${name}`), left(name), ""),
  ]);
  lines.push(way(right("scores"), left("scaled"), ""));
  lines.push(way(right("scaled"), left("weights"), ""));
  if (kind === "wide") {
    const target = left("scores");
    const beside = [target[0] - 48, target[1]];
    lines.push(way(right("q"), beside, "ah-query"));
    lines.push(way(right("k"), beside, "ah-key"));
  }
  if (heads > 1 && kind === "wide") {
    lines.push(way(right("z"), left("w_o"), ""), way(right("w_o"), left("out"), ""));
  }
  return lines;
}

/** The values on their way into the mixture of the word that asks, each as broad as
 * its weight: the widths of all together are always the same. */
export function ribbons({ boxes, kind }, weights, row) {
  if (kind === "narrow") return [];
  const total = 22;
  const [end, y] = spot(boxes.z, row, 0, "left");
  const top = spot(boxes.z, 0, 1.5)[0];
  let at = -total / 2;
  return weights.map((weight, i) => {
    const [x, from] = spot(boxes.v, i, 3, "right");
    const width = weight * total;
    const to = at + width / 2;
    at += width;
    const d =
      kind === "wide"
        ? bend([x, from], [end, y + to])
        : `M${x} ${from}C${top + to} ${from} ${top + to} ${from} ${top + to} ${
            boxes.z.y - 24
          }`;
    return svg("path", {
      d,
      class: "ah-ribbon",
      "stroke-width": Math.max(width, 0.4).toFixed(2),
    });
  });
}
