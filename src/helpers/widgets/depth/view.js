// Two towers that learn side by side: how the figure is put together.

import { onTheme } from "../cells.js";
import { button, change, choice, html, knob } from "../figure.js";
import { liveFigure, still, timeline } from "../figure.js";
import { chips, putAway } from "../parts.js";
import { STEPS, advance, lookedAt, run, said, wires } from "./model.js";
import { curves, plane } from "./planes.js";
import { tower } from "./tower.js";

const SHAPE = ["blocks", "norm", "rate", "seed"]; // what both networks learn anew from
const SIDES = ["left", "right"]; // and what either does
const SHOWN = [...SHAPE, ...SIDES, "out", "step", "block"];
const ALL = Array.from({ length: 27 }, (_, i) => i + 1);
const OPENING = { blocks: 27, left: ALL, right: [], out: [], norm: 1, rate: 0.05 };
const CHIPS = {
  "none and all": { ...OPENING, seed: 1 },
  "five wires cut": { ...OPENING, right: [12, 13, 14, 15, 16], seed: 1 },
  "every other cut": { ...OPENING, right: ALL.filter((k) => k % 2), seed: 1 },
  "five blocks taken out": { ...OPENING, out: [11, 15, 19, 23, 27], seed: 1 },
  "8 layers": { ...OPENING, blocks: 3, seed: 1 },
  "no norm": { ...OPENING, norm: 0, seed: 1 },
};
const TRY =
  "Press a block on the right to cut its wire: the network learns again. " +
  "How many can you cut?";

// ---- controls -----------------------------------------------------------------------

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const matches = (figure, settings) =>
  Object.entries(settings).every(([name, value]) => same(figure.get(name), value));

function toTry(figure) {
  const all = Object.values(CHIPS);
  const entries = Object.keys(CHIPS).map((name, i) => [
    name,
    () => figure.set({ ...all[i], step: STEPS }),
  ]);
  const group = chips("Try", entries, "tb-slide");
  figure.watch([...SHAPE, ...SIDES, "out"], () =>
    all.forEach((settings, i) =>
      group.children[i].setAttribute("aria-pressed", String(matches(figure, settings))),
    ),
  );
  return group;
}

function knobs(figure) {
  const norm = choice(figure, "norm", {
    label: "norm",
    options: [
      [0, "off", "normalisation off"],
      [1, "on", "normalisation on"],
    ],
  });
  const other = () => figure.set({ seed: (figure.get("seed") % 999) + 1 });
  const sliders = ["blocks", "rate"].map((name) => knob(figure, name, name));
  const others = [norm, ...sliders, button("Other weights", other)];
  return html(
    "div",
    { class: "tb-row dp-knobs" },
    [knob(figure, "block", "block no."), inHand(figure)],
    [choice(figure, "press", { label: "a press" }), putAway("More", others)],
    others,
  );
}

/** A list of blocks with one more, or one fewer. */
const toggled = (list, block) =>
  list.includes(block)
    ? list.filter((other) => other !== block)
    : [...list, block].sort((a, b) => a - b);

const inHandOf = (figure) => Math.min(figure.get("block"), figure.get("blocks"));

/** What a press would do to a block: its name in the settings, and the words. */
function deed(figure, side, block) {
  const takes = figure.get("press") === "takes it out";
  const name = takes ? "out" : side;
  const words = takes
    ? ["Take it out", "Put it back"]
    : ["Cut its wire", "Mend its wire"];
  return { name, words: words[Number(figure.get(name).includes(block))] };
}

/** A large button for the block in hand, where a finger is too wide for its slab. */
function inHand(figure) {
  const node = button("", () => hands(figure, "right").press(inHandOf(figure)));
  figure.watch(["block", "blocks", "right", "out", "press"], () => {
    const block = inHandOf(figure);
    change(node, { disabled: !block });
    node.lastChild.textContent = deed(figure, "right", block).words;
  });
  return node;
}

/** What choosing and pressing a block of a side do. */
function hands(figure, side) {
  return {
    block: () => inHandOf(figure),
    choose: (block) => figure.set({ block }),
    press: (block) => {
      const { name } = deed(figure, side, block);
      figure.set({ block, [name]: toggled(figure.get(name), block) });
    },
  };
}

// ---- two trainings ------------------------------------------------------------------

/** Both runs anew, as far as their settings are others. */
function begin(view, figure) {
  const shape = Object.fromEntries(SHAPE.map((name) => [name, figure.get(name)]));
  SIDES.forEach((side, i) => {
    const settings = { ...shape, cut: figure.get(side) };
    const key = JSON.stringify(settings);
    if (view.keys[i] === key) return;
    if (i === 1 && view.runs[1]) view.before = wrongs(view.runs[1]);
    view.keys[i] = key;
    view.runs[i] = run(settings);
    advance(view.runs[i]);
    view.looks[i] = null;
    view.curves?.keep(view.before);
  });
}

const wrongs = ({ moments }) => moments.map(({ wrong }) => wrong);

/** As many steps of both as a frame has time for, until both are at the end. */
function work(view, figure, show) {
  const stop = performance.now() + 8;
  const behind = () =>
    view.runs
      .filter(({ moments }) => moments.length <= STEPS)
      .sort((a, b) => a.moments.length - b.moments.length)[0];
  while (behind() && performance.now() < stop) advance(behind());
  show();
  view.working = behind()
    ? requestAnimationFrame(() => work(view, figure, show))
    : null;
}

// ---- the picture --------------------------------------------------------------------

/** Put the towers and the curves into the room that there is. */
function build(view, figure) {
  const blocks = figure.get("blocks");
  const shape = `${blocks} ${view.width} ${view.middle}`;
  if (shape === view.shape || !view.width || !view.middle) return;
  view.shape = shape;
  const room = figure.root.clientWidth;
  const height = view.phone ? 360 : room < 700 ? 400 : room < 860 ? 440 : 456;
  SIDES.forEach((side, i) => {
    view.towers[i] = tower(view.width, height, blocks, hands(figure, side));
    view.holders[i].replaceChildren(view.towers[i].node);
  });
  view.curves = curves(view.middle, view.phone ? 116 : 150, (t) =>
    figure.set({ step: Math.round(Math.max(0, Math.min(STEPS, t))) }),
  );
  view.curveHolder.replaceChildren(view.curves.node);
  view.curves.keep(view.before);
}

/** The block in hand in words, with what Enter would do to it. */
function stateOf(figure, side, block) {
  const [cut, out] = [side, "out"].map((name) => figure.get(name).includes(block));
  const wire = `its wire is ${cut ? "cut" : "whole"}${out ? ", taken out" : ""}`;
  const { words } = deed(figure, side, block);
  return `block ${block} of ${figure.get("blocks")}, ${wire}; Enter: ${words}`;
}

/** One side at a moment; its plane is painted when it is another one. */
function showSide(view, figure, i, t) {
  const { blocks } = figure.state();
  const [cut, out] = [figure.get(SIDES[i]), figure.get("out")];
  const moment = view.runs[i].moments[t];
  const key = `${view.keys[i]} ${t} ${out} ${view.theme}`;
  if (view.looks[i]?.key !== key) {
    view.looks[i] = { key, ...lookedAt(view.runs[i], t, out) };
    if (!out.length) view.looks[i].wrong = moment.wrong;
    view.planes[i].update(view.looks[i]);
  }
  const { wrong } = view.looks[i];
  const taken = out.filter((block) => block <= blocks);
  const words = said({ wrong, norms: moment.norms }, taken.length);
  const block = inHandOf(figure);
  const text = stateOf(figure, SIDES[i], block);
  view.towers[i].update({
    ...{ cut, out, block, norms: moment.norms },
    label: `Tower with ${wires(cut, blocks)}: ${words}`,
    text,
  });
  view.scores[i].replaceChildren(
    html("b", {}, wires(cut, blocks)),
    html("span", { class: wrong ? "dp-bad" : "dp-good" }, `${wrong} of 64 wrong`),
  );
  return `With ${wires(cut, blocks)}: ${words}`;
}

/** Bring everything to the moment; returns what it says. */
function show(view, figure) {
  build(view, figure);
  if (!view.curves) return "";
  const done = Math.min(...view.runs.map(({ moments }) => moments.length)) - 1;
  const t = Math.min(view.at ?? figure.get("step"), done);
  view.moment = t;
  const sentences = SIDES.map((_, i) => showSide(view, figure, i, t));
  view.curves.update(view.runs.map(wrongs), t);
  return `${2 + 2 * figure.get("blocks")} layers, step ${t}. ${sentences.join(" ")}`;
}

function parts() {
  const view = { keys: [], runs: [], looks: [], towers: [], before: [], theme: 0 };
  view.planes = SIDES.map(() => plane());
  view.scores = SIDES.map(() => html("p", { class: "dp-score" }));
  view.holders = SIDES.map((side) => html("div", { class: `dp-holder dp-${side}` }));
  view.curveHolder = html("div", { class: "dp-curve-holder" });
  view.sides = SIDES.map((side, i) =>
    html("div", { class: `dp-side dp-${side}` }, view.scores[i], view.planes[i].node),
  );
  view.body = html(
    "div",
    { class: "dp-body" },
    [view.holders[0], ...view.sides, view.holders[1]],
    html(
      "div",
      { class: "dp-error" },
      html("p", { class: "dp-heading" }, "Points that are wrong, step by step"),
      view.curveHolder,
    ),
  );
  return view;
}

/** Follow the settings, the room and the theme. */
function follow(figure, view, update) {
  let first = true;
  figure.watch(SHOWN, () => {
    cancelAnimationFrame(view.working);
    begin(view, figure);
    const sentence = update();
    if (!first) figure.announce(sentence);
    first = false;
    if (view.seen) work(view, figure, update);
  });
  figure.fit(view.holders[0], (width) => {
    view.width = width;
    update();
  });
  figure.fit(view.curveHolder, (width) => {
    view.middle = width;
    view.phone = figure.root.clientWidth < 560;
    update();
  });
  onTheme(figure, () => {
    view.theme += 1;
    update();
  });
  figure.endings.push(() => cancelAnimationFrame(view.working));
  figure.onceSeen(
    view.body,
    () => {
      view.seen = true;
      work(view, figure, update);
    },
    0.1,
  );
}

function draw(figure) {
  figure.root.classList.add("dp-figure");
  const view = parts();
  const time = timeline(figure, {
    label: "step",
    watches: ["step"],
    pace: still() ? 60 : 40,
    last: () => STEPS,
    at: () => figure.get("step"),
    move: (step) => figure.set({ step }),
    say: (step) => `step ${step}`,
  });
  figure.root.append(
    html("p", { class: "dp-try" }, TRY),
    toTry(figure),
    view.body,
    knobs(figure),
    time,
  );
  follow(figure, view, () => show(view, figure));
}

export default liveFigure({
  title: "Fifty-six layers, with wires and without",
  draw,
  stage: true,
});
