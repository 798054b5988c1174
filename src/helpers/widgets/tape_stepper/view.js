// Blame, flowing back through a formula: how the figure is put together.

import {
  button,
  change,
  choice,
  html,
  liveFigure,
  segments,
  still,
  timeline,
} from "../figure.js";
import { chips } from "../parts.js";
import { at, computed, problem, read } from "./model.js";
import { picture } from "./picture.js";
import { given } from "./program.js";
import { memory, operations, sixSteps, tape } from "./tables.js";
import { called, short, told, toldNudge } from "./words.js";

const MOST_INPUTS = 4;
const WHOLE = 60;
const SHAPE = ["program", "values", "view", "order", "rule"]; // what is computed anew
const ALL = [...SHAPE, "step", "place"];
const EXAMPLES = {
  "how wrong?": ["(w*x + b - y)**2", { w: 1.5, x: 2, b: -0.5, y: 1 }],
  "(a + b)(a − b)": ["(a + b) * (a - b)", { a: 3, b: 2 }],
  "used three times": ["u = a*b; u + u*u", { a: 2, b: 3 }],
  logistic: ["1 / (1 + exp(-(w*x + b)))", { w: 1, x: 2, b: -1 }],
  "it fades": ["tanh(tanh(tanh(tanh(2*x))))", { x: 1 }],
  "x⁴ in one cell": ["x = x*x; x = x*x", { x: 1.5 }, "cells"],
  Horner: ["y = 2; y = y*x + 3; y = y*x - 1", { x: 2 }, "cells"],
};
const FRESH = [2, 3, 0.5, -1]; // what new inputs begin with
const TRY =
  "Type a formula. Values run up to the result, and blame runs back down; " +
  "press a value to nudge it.";

// ---- what is chosen -----------------------------------------------------------------

/** The values of a program's inputs; one that is new gets a number that is not 1. */
export function known(values, program) {
  const { inputs } = read(program);
  const own = (name, i) => (Object.hasOwn(values, name) ? values[name] : FRESH[i]);
  return Object.fromEntries(inputs.map((name, i) => [name, own(name, i)]));
}

/** A text field that takes a program, and says so when it cannot read one. */
function programField(figure, entered) {
  const complaint = html("p", { class: "ts-refusal tb-bad", role: "status" });
  const field = html("input", {
    class: "ts-program",
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    maxlength: 120,
    oninput: () => {
      const empty = !field.value.trim();
      const wrong = empty ? "Type a formula." : problem({ program: field.value });
      complaint.textContent = (wrong ?? "").replace(/^program/, "The formula");
      change(field, { "aria-invalid": wrong && "true" });
      if (wrong || field.value === figure.get("program")) return;
      const values = known(figure.get("values"), field.value);
      figure.set({ program: field.value, values, step: WHOLE, place: 0 });
      entered();
    },
  });
  figure.watch(["program"], () => {
    if (field.value !== figure.get("program")) field.value = figure.get("program");
    complaint.textContent = "";
    change(field, { "aria-invalid": false });
  });
  const label = html("span", { class: "tb-label" }, "formula");
  return [html("label", { class: "tb-field ts-write" }, label, field), complaint];
}

function examples(figure, entered) {
  const group = chips(
    "Formulas to try",
    Object.entries(EXAMPLES).map(([name, [program, values, view = "tape"]]) => [
      name,
      () => {
        figure.set({ program, values, view, step: WHOLE, place: 0 });
        entered();
      },
    ]),
  );
  figure.watch(["program"], () =>
    Object.values(EXAMPLES).forEach(([program], i) =>
      group.children[i].setAttribute(
        "aria-pressed",
        String(program === figure.get("program")),
      ),
    ),
  );
  return group;
}

/** The values of the inputs that the program has: no others are kept. */
function used(figure) {
  const values = figure.get("values");
  const { inputs } = read(figure.get("program"));
  return Object.fromEntries(inputs.map((name) => [name, given(values, name)]));
}

/** One slider for the program's input number `slot`, hidden when it has fewer. */
function inputSlot(figure, slot) {
  const rule = figure.get("_rules").values.of;
  const label = html("span", { class: "tb-label ts-letter" });
  const output = html("output", { class: "tb-value" });
  const name = () => read(figure.get("program")).inputs[slot];
  const range = html("input", {
    type: "range",
    min: rule.low,
    max: rule.high,
    step: rule.step,
    oninput: () =>
      figure.set({ values: { ...used(figure), [name()]: Number(range.value) } }),
  });
  const field = html("label", { class: "tb-field tb-slider ts-slot" }, [
    label,
    range,
    output,
  ]);
  figure.watch(["program", "values"], () => {
    field.hidden = name() === undefined;
    if (field.hidden) return;
    const value = given(figure.get("values"), name());
    label.textContent = name();
    range.value = value;
    output.textContent = short(value, 2);
  });
  return field;
}

/** The two views, and the wrong ways that each of them has. */
function ways(figure) {
  const views = segments(figure, {
    label: "view",
    quiet: true,
    watches: ["view"],
    options: [
      ["tape", "the tape of 1970"],
      ["cells", "the cells of 1976"],
    ],
    value: () => figure.get("view"),
    choose: (view) => figure.set({ view, step: WHOLE }),
  });
  const order = choice(figure, "order", {
    label: "a row pays",
    options: [
      ["last first", "from the end"],
      ["too soon", "as soon as reached"],
    ],
  });
  const rule = choice(figure, "rule", {
    label: "T3",
    options: [
      ["published", "as published"],
      ["no zero", "without C[i] ← 0"],
      ["zero last", "C[i] ← 0 after T5"],
    ],
  });
  figure.watch(["view"], () => {
    order.hidden = figure.get("view") !== "tape";
    rule.hidden = figure.get("view") === "tape";
  });
  return html("div", { class: "tb-row ts-ways" }, views, order, rule);
}

// ---- a nudge ------------------------------------------------------------------------

/** What the value that is picked does; an input can be moved against its derivative. */
function nudgePanel(figure) {
  const says = html("p", { class: "ts-nudge" });
  const move = button("Move it downhill", () => {
    const values = used(figure);
    const now = at({ ...figure.state(), step: WHOLE });
    const name = now.program.inputs[figure.get("place")];
    const next = values[name] - 0.1 * now.right[figure.get("place")];
    const kept = Math.max(-4, Math.min(4, Math.round(next * 1e4) / 1e4));
    figure.set({ values: { ...values, [name]: kept }, step: WHOLE });
  });
  function show(now) {
    const place = Math.min(figure.get("place"), now.net.nodes.length - 1);
    says.textContent = toldNudge(now, figure.get("values"), place);
    const movable = now.bad < 0 && place < now.program.inputs.length;
    move.disabled = !movable;
    move.lastChild.textContent = movable
      ? `Move ${called(now, place)} downhill`
      : "Move it downhill";
  }
  return { node: html("div", { class: "ts-nudging" }, says, move), show };
}

// ---- time ---------------------------------------------------------------------------

/** Runs there and back when it is first seen, and when a formula has been entered. */
function overture(figure, node, last, show) {
  const player = { at: null };
  let timer = null;
  const stop = () => {
    clearInterval(timer);
    timer = null;
    player.at = null;
  };
  player.start = () => {
    stop();
    if (still() || figure.get("step") !== WHOLE) return;
    player.at = 0;
    timer = setInterval(
      () => {
        player.at += 1;
        if (player.at >= last()) stop();
        show();
      },
      Math.max(90, Math.min(420, 5200 / last())),
    );
    show();
  };
  figure.onceSeen(node, player.start);
  figure.haltOn(ALL, stop);
  return player;
}

function clock(figure) {
  const now = () => at(figure.state());
  return timeline(figure, {
    label: "step",
    around: true,
    watches: [...SHAPE, "step"],
    last: () => now().last,
    at: () => now().step,
    move: (step) => figure.set({ step: step === now().last ? WHOLE : step }),
    say: () => {
      const { back, forward, rows, inCells, step, last } = now();
      if (step === last) return "the end";
      if (!back) return `forwards, row ${forward} of ${rows.length}`;
      return inCells ? `${back.line}, p = ${back.p}` : "backwards";
    },
  });
}

// ---- the figure ---------------------------------------------------------------------

/** All that is shown, brought to a step; what does not change is not built again. */
function stage(figure) {
  const view = {
    graph: html("div", { class: "ts-graph" }),
    cells: html("div", { class: "tb-scroll ts-memory" }),
    lines: html("div", {}),
    table: html("div", { class: "tb-scroll ts-table" }),
    said: html("p", { class: "ts-said" }),
    nudge: nudgePanel(figure),
    width: 0,
  };
  const pick = (place) => figure.set({ place, step: WHOLE });
  view.show = (step) => {
    if (!view.width) return "";
    const key = JSON.stringify(SHAPE.map((name) => figure.get(name)));
    if (key !== view.key) view.all = computed(figure.state());
    view.key = key;
    const now = at({ ...figure.state(), step }, view.all);
    const drawn = [figure.get("program"), view.width, now.inCells].join("|");
    if (drawn !== view.drawn) {
      view.picture = picture(now, view.width, now.inCells ? 290 : 380, pick);
      view.graph.replaceChildren(view.picture.node);
      view.drawn = drawn;
    }
    view.picture.update(now, Math.min(figure.get("place"), now.net.nodes.length - 1));
    const rule = figure.get("rule");
    view.lines.replaceChildren(...(now.inCells ? [sixSteps(now, rule)] : []));
    view.table.replaceChildren(now.inCells ? operations(now) : tape(now));
    const lit = view.table.querySelector(".ts-now");
    if (lit) view.table.scrollTop = lit.offsetTop - view.table.clientHeight / 2;
    view.cells.replaceChildren(...(now.inCells ? [memory(now)] : []));
    view.cells.hidden = !now.inCells;
    view.nudge.show(now);
    view.said.textContent = told(now, rule);
    const words = `The formula as a graph. ${view.said.textContent}`;
    view.picture.node.setAttribute("aria-label", words);
    return view.said.textContent;
  };
  return view;
}

function draw(figure) {
  figure.root.classList.add("ts-figure");
  const view = stage(figure);
  let player = { at: null, start: () => {} };
  const show = () => view.show(player.at ?? figure.get("step"));
  const entered = () => queueMicrotask(() => player.start());
  const [field, complaint] = programField(figure, entered);
  const slots = Array.from({ length: MOST_INPUTS }, (_, slot) =>
    inputSlot(figure, slot),
  );
  const main = html(
    "div",
    { class: "ts-main" },
    html("div", { class: "ts-left" }, view.graph, view.cells),
    html("div", { class: "ts-right" }, ways(figure), view.lines, view.table),
  );
  figure.root.append(
    html(
      "div",
      { class: "ts-all" },
      html("p", { class: "ts-try tb-note" }, TRY),
      complaint,
      html("div", { class: "ts-top" }, field, examples(figure, entered)),
      html("div", { class: "tb-row ts-slots" }, slots),
      [main, view.said, view.nudge.node, clock(figure)],
    ),
  );
  figure.fit(view.graph, (width) => {
    view.width = width;
    show();
  });
  let first = true;
  figure.watch(ALL, () => {
    const sentence = show();
    if (!first) figure.announce(sentence);
    first = false;
  });
  const last = () => at(figure.state()).last;
  player = overture(figure, view.graph, last, show);
}

export default liveFigure({
  title: "Blame, flowing back through your own formula",
  draw,
  problem,
  stage: true,
});
