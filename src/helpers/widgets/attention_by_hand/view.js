// One attention head by hand: words, projections, scores, weights, mixture.

import {
  button,
  change,
  choice,
  html,
  liveFigure,
  segments,
  slider,
  still,
  svg,
  timeline,
} from "../figure.js";
import { chips } from "../parts.js";
import { showChosen } from "../views.js";
import { matrix, ribbons, settle, wiring, write } from "./board.js";
import { growing } from "./growing.js";
import {
  EXAMPLES,
  MADE,
  STEPS,
  gaze,
  isThere,
  lastStep,
  leftOut,
  matrices,
  widthOf,
} from "./model.js";
import { layout, spot } from "./places.js";

const PLACES = [
  "x",
  "w_q",
  "q",
  "w_k",
  "k",
  "w_v",
  "v",
  "scores",
  "scaled",
  "weights",
  "z",
  "w_o",
  "out",
];
const GLIDE = 620; // milliseconds from key to key

/** An example with the word that asks, and the number that is looked at. */
const tried = (name, row, step, cell, more = {}) => ({
  view: "hand",
  head: 1,
  ...structuredClone(EXAMPLES[name]),
  row,
  step,
  cell: { place: cell[0], row: cell[1], column: cell[2] },
  ...more,
});

const CHIPS = [
  ["house asks, red answers", () => tried("the red house", 2, 8, ["z", 2, 0])],
  ["0.424 and 0.576", () => tried("the worked example", 0, 8, ["z", 0, 1])],
  ["Thinking Machines", () => tried("Thinking Machines", 0, 8, ["weights", 0, 1])],
  [
    "… without the root",
    () => tried("Thinking Machines", 0, 8, ["weights", 0, 1], { scaled: 0 }),
  ],
  ["a causal mask", () => tried("a decoder's causal mask", 1, 8, ["scaled", 1, 2])],
  [
    "two heads",
    () => tried("two heads, two reasons", 2, 9, ["weights", 2, 0], { head: 2 }),
  ],
  ["let d grow", () => ({ view: "width" })],
];

/** The formula, each part with the steps in which it is at work. */
function formula() {
  const sup = (letter) => html("sup", {}, letter);
  const slanted = (letter) => html("i", {}, letter);
  const parts = [
    [[7], ["softmax("]],
    [[1, 4], [slanted("Q")]],
    [
      [2, 4],
      [slanted("K"), sup("⊤")],
    ],
    [[5], [""]],
    [[6], [", masked"]],
    [[7], [") "]],
    [[3, 8], [slanted("V")]],
    [[9], [" ", slanted("W"), sup(slanted("O"))]],
  ].map(([steps, words]) => ({ steps, node: html("span", {}, words) }));
  const root = html(
    "p",
    { class: "ah-formula" },
    parts.map(({ node }) => node),
  );
  function update(state) {
    parts[3].node.textContent = state.scaled ? ` ÷ √${widthOf(state)}` : "";
    parts[4].node.hidden = state.mask === "none";
    parts[7].node.hidden = state.heads === 1;
    for (const { steps, node } of parts) {
      change(node, { class: steps.includes(state.step) && "ah-lit" });
    }
  }
  return { root, update };
}

/** Which words may be looked at, how many heads, and whether scores are divided. */
function controls(figure) {
  const headOf = choiceOfHead(figure);
  const root = html(
    "div",
    { class: "tb-row ah-controls" },
    choice(figure, "scaled", {
      label: "root",
      options: [
        [1, "on", "divide by the root"],
        [0, "off", "do not divide"],
      ],
    }),
    choice(figure, "mask", { label: "mask" }),
    segments(figure, {
      label: "heads",
      watches: ["heads"],
      options: [
        [1, "1", "one head"],
        [2, "2", "two heads"],
      ],
      value: () => figure.get("heads"),
      choose: (heads) => {
        const [head, step] = [figure.get("head"), figure.get("step")];
        figure.set({
          heads,
          head: Math.min(heads, head),
          step: Math.min(lastStep(heads), step),
        });
      },
    }),
    headOf,
  );
  figure.watch(["heads"], () => (headOf.hidden = figure.get("heads") === 1));
  return root;
}

const choiceOfHead = (figure) =>
  segments(figure, {
    label: "weights of head",
    watches: ["head", "heads"],
    options: [
      [1, "1", "the weights of head 1"],
      [2, "2", "the weights of head 2"],
    ],
    value: () => Math.min(figure.get("head"), figure.get("heads")),
    choose: (head) => figure.set({ head }),
  });

/** The line of arithmetic of the chosen number, and its slider if it can be changed. */
function bench(figure) {
  const rules = figure.get("_rules");
  const note = html("p", { class: "ah-note" });
  const says = html("p", { class: "ah-gaze" });
  const watches = ["x", "w_q", "w_k", "w_v", "w_o", "cell", "heads"];
  const edited = () => {
    const { place, row, column } = figure.get("cell");
    if (place !== "x" && !place.startsWith("w_")) return null;
    const values = figure.get(place);
    return row < values.length ? { place, row, column, values } : null;
  };
  const edit = slider(figure, {
    label: "change it",
    rule: rules.w_q.of.of,
    watches,
    value: () => {
      const one = edited();
      return one ? one.values[one.row][one.column] : 0;
    },
    choose(value) {
      const { place, row, column, values } = edited();
      const next = values.map((line, r) =>
        line.map((old, c) => (r === row && c === column ? value : old)),
      );
      figure.set({ [place]: next });
    },
  });
  const root = html("div", { class: "ah-bench" }, says, note, edit);
  return { root, note, says, edit, edited };
}

/** The sentence about the number that is looked at. */
function explained(found, state, edited) {
  const { place, row, column } = state.cell;
  const table = found.parts[place];
  if (edited) {
    const at = place === "x" ? state.tokens[row] : `Row ${row + 1}`;
    return `${at}, number ${column + 1}: move the slider, and all that follows changes.`;
  }
  const there = table && isThere(place, state.step) && row < table.values.length;
  if (!there || column >= table.values[0].length)
    return "Press any number to see what it was made of.";
  return table.explain(row, column);
}

class Board {
  constructor(figure) {
    this.figure = figure;
    this.lines = svg("svg", { class: "ah-lines", "aria-hidden": "true" });
    this.ghost = html("div", { class: "ah-ghost", "aria-hidden": "true" });
    const press = (place, row, column) => {
      const asks = place !== "x" && !place.startsWith("w_") && place !== "k";
      figure.set({
        cell: { place, row, column },
        ...(asks && place !== "v" ? { row } : {}),
      });
    };
    const ask = (row) => figure.set({ row, cell: { ...figure.get("cell"), row } });
    this.drawn = PLACES.map((place) => matrix(place, press, ask));
    this.area = html(
      "div",
      { class: "ah-board" },
      this.lines,
      this.drawn.map(({ root }) => root),
      this.ghost,
    );
    this.last = null;
  }

  /** Lay everything out for a width. */
  fit(width) {
    const heads = this.figure.get("heads");
    this.places = { ...layout(width, heads), heads };
    const { boxes, height } = this.places;
    this.width = width;
    this.area.style.height = `${height}px`;
    change(this.lines, { viewBox: `0 0 ${width} ${height}`, width, height });
    for (const drawn of this.drawn) settle(drawn, boxes[drawn.place], this.places);
  }

  show(state, found) {
    if (!this.width) return;
    if (this.places.heads !== state.heads) this.fit(this.width);
    const { place, row, column } = state.cell;
    const table = found.parts[place];
    const inside = table && !table.edits && isThere(place, state.step);
    const enters = inside && row < table.values.length ? table.enters(row, column) : [];
    const context = {
      state,
      now: MADE[state.step],
      chosen: `${place}:${row}:${column}`,
      entering: new Set(enters.map((parts) => parts.join(":"))),
      columns: found.columns,
      may: found.may,
      cw: this.places.boxes.x.cw,
    };
    for (const drawn of this.drawn) write(drawn, found.parts[drawn.place], context);
    const flows = isThere("z", state.step)
      ? ribbons(this.places, found.own.weights[state.row], state.row)
      : [];
    this.lines.replaceChildren(...wiring(this.places), ...flows);
    if (state.step === 4 && this.last === 3) this.glide(state);
    this.last = state.step;
  }

  /** The query of the word that asks is held to one key after another. */
  glide({ row }) {
    if (still() || !this.ghost.animate) return;
    const { q, k } = this.places.boxes;
    const [wide, high] = [4 * q.cw, q.ch];
    const at = ([x, y]) => `translate(${x}px, ${y - high / 2}px)`;
    const stops = [spot(q, row, 0, "left")];
    for (const key of [0, 1, 2]) stops.push(spot(k, key, 0, "left"));
    this.ghost.style.cssText = `width:${wide}px;height:${high}px`;
    const frames = stops.flatMap((stop, i) => [
      { transform: at(stop), opacity: 1, offset: i / 4 + 0.08 },
      { transform: at(stop), opacity: i === 3 ? 0 : 1, offset: i / 4 + 0.24 },
    ]);
    this.ghost.animate(frames, { duration: 4 * GLIDE, easing: "ease-in-out" });
  }
}

function handView(figure) {
  const line = formula();
  const work = bench(figure);
  const board = new Board(figure);
  const width = html("p", { class: "tb-note ah-width" });
  const root = html(
    "div",
    { class: "ah-view" },
    controls(figure),
    html("div", { class: "ah-head" }, line.root, work.root),
    width,
    board.area,
  );
  function show(state) {
    const found = matrices(state);
    const edited = work.edited();
    line.update(state);
    board.show(state, found);
    width.textContent = leftOut(state) ?? "";
    width.hidden = !width.textContent;
    const of = state.heads > 1 ? ` in head ${found.head}` : "";
    work.says.textContent = gaze(state, found.own, of);
    work.note.textContent = explained(found, state, edited);
    work.edit.hidden = !edited;
    return `${STEPS[state.step]}. ${work.says.textContent} ${work.note.textContent}`;
  }
  figure.fit(board.area, (wide) => {
    board.fit(wide);
    show(figure.state());
  });
  return { root, show };
}

/** What to try; the chip of what is shown is pressed. */
function toTry(figure) {
  const group = chips(
    "What to try",
    CHIPS.map(([words, settings]) => [words, () => figure.set(settings())]),
  );
  const states = CHIPS.map(([, settings]) => settings());
  const shown = (settings) =>
    Object.entries(settings).every(
      ([name, value]) =>
        ["cell", "row", "step", "head"].includes(name) ||
        JSON.stringify(figure.get(name)) === JSON.stringify(value),
    );
  figure.watch(Object.keys(figure.state()), () =>
    states.forEach((settings, i) =>
      change(group.children[i], { "aria-pressed": String(shown(settings)) }),
    ),
  );
  return group;
}

/** Back and forth through the formula, or through the widths of the keys. */
function clock(figure) {
  const hand = () => figure.get("view") === "hand";
  return timeline(figure, {
    label: "step of the formula, or width of the keys",
    watches: ["view", "step", "power", "heads"],
    last: () => (hand() ? lastStep(figure.get("heads")) : 8),
    at: () =>
      hand()
        ? Math.min(figure.get("step"), lastStep(figure.get("heads")))
        : figure.get("power") - 2,
    around: true,
    move(to) {
      if (!hand()) return figure.set({ power: to + 2 });
      const place = MADE[to][0];
      const row = figure.get("row");
      const column = ["scores", "scaled", "weights"].includes(place) ? 1 : 0;
      return figure.set({ step: to, cell: { place, row, column } });
    },
    say: (at) => (hand() ? STEPS[at] : `d = ${2 ** (at + 2)}`),
    pace: 2600,
  });
}

function draw(figure) {
  figure.root.classList.add("ah-figure");
  const views = { hand: handView(figure), width: growing(figure) };
  const words =
    "Press a number to see what it was made of, or a word to let it ask. Change what " +
    "is underlined.";
  figure.root.append(
    html("p", { class: "ah-try" }, words),
    toTry(figure),
    views.hand.root,
    views.width.root,
    clock(figure),
  );
  showChosen(figure, views, Object.keys(figure.state()));
}

export default liveFigure({ title: "One attention head", draw, stage: true });
