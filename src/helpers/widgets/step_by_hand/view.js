// The worked example: three units, two inputs, four steps, every sum open.

import { change, html, liveFigure, subscript, timeline, written } from "../figure.js";
import { chips } from "../parts.js";
import { equation } from "../unrolled_cell/panels.js";
import { EXAMPLE, example } from "./model.js";

const LAST = 4; // steps forwards; as many lead back
const CHIPS = {
  "ReLU cuts (t = 3)": {
    inputs: [
      [1, 0],
      [0, 0],
      [1, 1],
      [0, 1],
    ],
    step: 3,
  },
  "and lets nothing back": {
    inputs: [
      [1, 0],
      [0, 0],
      [1, 1],
      [0, 1],
    ],
    step: 6,
  },
  "no input at all": {
    inputs: [
      [0, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
    step: 4,
  },
};

const products = (row, x) =>
  row.map((weight, i) => `${written(weight)}·${written(x[i])}`).join(" + ");

/** One unit's sum in words: its products with the state and with the input. */
export function sumInWords(step, t, unit) {
  const { U, W } = EXAMPLE;
  const i = unit - 1;
  return (
    `Unit ${unit} at time ${t}: from the state ${products(W[i], step.before)} = ` +
    `${written(step.fromState[i])}, from the input ${products(U[i], step.x)} = ` +
    `${written(step.fromInput[i])}; together ${written(step.total[i])}, ` +
    `and ReLU gives ${written(step.h[i])}.`
  );
}

/** The output's sum in words. */
export const outputInWords = (step, t) =>
  `The output at time ${t}: ${products(EXAMPLE.V[0], step.h)} = ${written(step.o)}.`;

/** A small matrix with its name. */
function matrix(name, rows) {
  const cells = (row) => row.map((value) => html("td", {}, written(value)));
  return html(
    "div",
    { class: "sh-matrix" },
    html("span", { class: "sh-name" }, name),
    html(
      "table",
      { "aria-label": name },
      html(
        "tbody",
        {},
        rows.map((row) => html("tr", {}, cells(row))),
      ),
    ),
  );
}

const ROWS = [
  ["W h", "fromState"],
  ["U x", "fromInput"],
  ["a, the sum", "total"],
  ["h, by ReLU", "h"],
  ["o = V h", "o"],
  ["∂o₄/∂h", "dh"],
];

/** The switches of the inputs, two for each time. */
function switches(figure) {
  const flip = (t, i) =>
    figure.get("inputs").map((x, at) => {
      return at === t ? x.map((bit, k) => (k === i ? 1 - bit : bit)) : x;
    });
  return [0, 1, 2, 3].map((t) =>
    [0, 1].map((i) =>
      html("button", {
        type: "button",
        class: "tb-button sh-bit",
        onclick: () => figure.set({ inputs: flip(t, i) }),
      }),
    ),
  );
}

/** What one cell of the table says, or nothing before its time. */
function entry(step, key, shown) {
  const value = step[key];
  if (!shown || value === undefined) return "";
  return Array.isArray(value) ? `(${value.map(written).join(", ")})` : written(value);
}

/** The table of the example; its inputs are switches. */
function ledger(figure) {
  const inputs = switches(figure);
  const rows = ROWS.map(([label, key]) => ({
    key,
    label,
    cells: Array.from({ length: 5 }, () => html("td", {})),
  }));
  const heads = ["start", "t = 1", "t = 2", "t = 3", "t = 4"].map((text) =>
    html("th", { scope: "col" }, text),
  );
  const line = (label, cells) =>
    html("tr", {}, html("th", { scope: "row" }, label), cells);
  const table = html(
    "table",
    { class: "sh-table" },
    html("thead", {}, html("tr", {}, html("td", {}), heads)),
    html(
      "tbody",
      {},
      line("input x", [html("td", {}), ...inputs.map((pair) => html("td", {}, pair))]),
      rows.map(({ label, cells }) => line(label, cells)),
    ),
  );
  const node = html("div", { class: "tb-scroll" }, table);
  return {
    node,
    update: (steps, moment) =>
      fill({ node, heads, inputs, rows }, figure, steps, moment),
  };
}

function fill({ node, heads, inputs, rows }, figure, steps, { t, back }) {
  inputs.forEach((pair, at) =>
    pair.forEach((bit, i) => {
      const value = figure.get("inputs")[at][i];
      bit.textContent = String(value);
      change(bit, { "aria-label": `input ${i + 1} at time ${at + 1}: ${value}` });
    }),
  );
  heads.forEach((head, at) => head.classList.toggle("sh-now", at === t));
  const [room, wide] = [node.clientWidth, heads[t].offsetWidth];
  node.scrollLeft = heads[t].offsetLeft - (room - wide) / 2; // where it is narrow
  rows.forEach(({ key, cells }) =>
    cells.forEach((cell, at) => {
      const shown = key === "dh" ? back && at >= t : back || at <= t;
      cell.textContent = entry(steps[at], key, shown);
      cell.classList.toggle("sh-now", at === t && key === (back ? "dh" : "h"));
    }),
  );
}

/** The sentences for a moment of the example. */
export function handWords(steps, { t, back }) {
  if (back) {
    return [
      `Back at time ${t}: o₄ changes by (${steps[t].dh.map(written).join(", ")}) for ` +
        "a small change of this state. A unit that ReLU holds at 0 passes nothing on.",
    ];
  }
  if (t === 0) return ["At the start the state is (1, 0, 0). Step forward."];
  const units = [1, 2, 3].map((unit) => sumInWords(steps[t], t, unit));
  return [...units, outputInWords(steps[t], t)];
}

/** One step as strips: state and input go in, a state and an output come out. */
const stepDrawn = (width, steps, t) =>
  equation(width, [
    [`W ${subscript("h", t - 1)}`, steps[t].fromState, "+"],
    [`U ${subscript("x", t)}`, steps[t].fromInput, "="],
    [subscript("a", t), steps[t].total, "ReLU"],
    [subscript("h", t), steps[t].h, "V"],
    [subscript("o", t), [steps[t].o], ""],
  ]);

/** What to try: the chip of what is shown is pressed. */
function toTry(figure) {
  const all = Object.values(CHIPS);
  const names = Object.keys(CHIPS);
  const group = chips(
    "Try",
    names.map((name, i) => [name, () => figure.set(structuredClone(all[i]))]),
  );
  const shown = (settings) =>
    Object.entries(settings).every(
      ([name, value]) => JSON.stringify(figure.get(name)) === JSON.stringify(value),
    );
  figure.watch(["inputs", "step"], () =>
    all.forEach((settings, i) =>
      group.children[i].setAttribute("aria-pressed", shown(settings)),
    ),
  );
  return group;
}

/** The matrices, and beside them the step of the moment as strips. */
function matrices(strips) {
  const { W, U, V } = EXAMPLE;
  return html(
    "div",
    { class: "tb-row sh-matrices" },
    [matrix("W", W), matrix("U", U), matrix("V", V)],
    strips,
  );
}

/** The time that a step stands for, and whether it is on the way back. */
const momentOf = (step) => ({
  t: step > LAST ? 2 * LAST - step : step,
  back: step > LAST,
});

/** Back and forth in time. */
function clock(figure) {
  return timeline(figure, {
    label: "step",
    pace: 1200,
    watches: ["step"],
    last: () => 2 * LAST,
    at: () => figure.get("step"),
    move: (step) => figure.set({ step }),
    say() {
      const { t, back } = momentOf(figure.get("step"));
      return `time ${t}, ${back ? "back" : "forwards"}`;
    },
  });
}

function draw(figure) {
  figure.root.classList.add("sh-figure");
  const table = ledger(figure);
  const words = html("ul", { class: "sh-sums" });
  const strips = html("div", { class: "sh-strips" });
  const tried = "Switch an input, then step forward and back: every sum is open.";
  const parts = [html("p", { class: "sh-try" }, tried), toTry(figure)];
  figure.root.append(...parts, ...[matrices(strips), table.node, words, clock(figure)]);
  const show = () => {
    const steps = example(figure.get("inputs"));
    const moment = momentOf(figure.get("step"));
    table.update(steps, moment);
    const width = Math.max(200, strips.clientWidth);
    strips.replaceChildren(stepDrawn(width, steps, Math.max(1, moment.t)));
    const sentences = handWords(steps, moment);
    words.replaceChildren(...sentences.map((text) => html("li", {}, text)));
    return sentences.join(" ");
  };
  let first = true;
  figure.watch(["inputs", "step"], () => {
    const sentences = show();
    if (!first) figure.announce(sentences);
    first = false;
  });
  figure.fit(strips, show);
}

export default liveFigure({ title: "One step by hand", draw, stage: true });
