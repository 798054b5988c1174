// A cell with valves: how the figure is put together.

import { choice, html, liveFigure, slider, still, timeline } from "../figure.js";
import { chips } from "../parts.js";
import { cell } from "./cell.js";
import { GATES, LENGTH, NAMES, aloud, arithmetic, course, letterOf } from "./model.js";
import { scenes, told } from "./model.js";
import { track } from "./track.js";

const RUN = ["kind", "source", "x", "keep", "ask", "i", "f", "o"];
const ALL = [...RUN, "step"];
const TRY = "Press Play. Then press a valve’s gate, and it is yours from that step on.";

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** What the settings give, computed anew only when they are others. */
function computer(figure) {
  let known = { key: null, steps: null };
  return () => {
    const state = figure.state();
    const key = JSON.stringify(RUN.map((name) => state[name]));
    if (key !== known.key) known = { key, steps: course(state, figure.get("weights")) };
    return known;
  };
}

/** What to try: the chip of what is shown is pressed. */
function toTry(figure) {
  const all = Object.entries(scenes(figure.get("_initial").x));
  const group = chips(
    "Try",
    all.map(([name, settings]) => [
      name,
      () => figure.set({ step: LENGTH, ...structuredClone(settings) }),
    ]),
  );
  figure.watch(RUN, () =>
    all.forEach(([, settings], k) => {
      const { step, ...rest } = settings;
      const shown = Object.entries(rest).every(([name, v]) =>
        same(figure.get(name), v),
      );
      group.children[k].setAttribute("aria-pressed", shown);
    }),
  );
  return group;
}

/**
 * Turn a gate by hand, from the moment on. Whatever the net had set until then stays,
 * for the hand takes over where the net was.
 */
function turned(figure, steps, gate, value) {
  const t = Math.max(1, figure.get("step"));
  const change = { source: "your hand", step: t };
  for (const name of GATES[figure.get("kind")]) {
    const now = steps.slice(1).map((step) => Math.round(100 * step[name]) / 100);
    change[name] =
      name === gate ? now.map((old, k) => (k >= t - 1 ? value : old)) : now;
  }
  figure.set(change);
}

/** A slider for each gate; it shows what the net does, and takes over when moved. */
function knobs(figure, compute) {
  const rule = { low: 0, high: 1, step: 0.01 };
  const at = () => compute().steps[Math.max(1, figure.get("step"))];
  const all = ["i", "f", "o"].map((gate) => {
    const node = slider(figure, {
      label: NAMES[gate],
      rule,
      watches: ALL,
      value: () => Math.round(100 * at()[gate]) / 100,
      choose: (value) => turned(figure, compute().steps, gate, value),
    });
    return { gate, node };
  });
  figure.watch(["kind"], () => {
    const kind = figure.get("kind");
    for (const { gate, node } of all) {
      const letter = letterOf(gate, kind);
      node.classList.toggle("gc-none", !GATES[kind].includes(gate));
      node.firstChild.textContent = NAMES[letter ?? gate];
      node.children[1].disabled = !GATES[kind].includes(gate);
    }
  });
  return html(
    "div",
    { class: "gc-knobs" },
    all.map(({ node }) => node),
  );
}

/** The first time that it is seen the cell reads its hundred bits once. */
function overture(figure, node, show) {
  const player = { at: null };
  let timer = null;
  const stop = () => {
    clearInterval(timer);
    player.at = null;
  };
  const begin = () => {
    if (still() || figure.get("step") !== LENGTH) return;
    player.at = 0;
    timer = setInterval(() => {
      player.at += 1;
      if (player.at >= LENGTH) stop();
      show();
    }, 45);
    show();
  };
  figure.onceSeen(node, begin, 0.6);
  figure.haltOn(ALL, stop);
  return player;
}

/** The places of the figure that are filled anew. */
function frame(figure, compute) {
  const parts = {
    cell: html("div", { class: "gc-holder" }),
    track: html("div", { class: "gc-holder" }),
    verdict: html("p", { class: "gc-verdict" }),
    sums: html("div", { class: "gc-sums" }),
  };
  const top = html(
    "div",
    { class: "tb-row gc-top" },
    choice(figure, "kind", { label: "cell" }),
    choice(figure, "source", { label: "valves" }),
  );
  const left = html("div", { class: "gc-left" }, parts.cell, parts.verdict, parts.sums);
  const right = html("div", { class: "gc-right" }, parts.track, knobs(figure, compute));
  parts.top = [html("p", { class: "gc-try" }, TRY), toTry(figure), top];
  parts.two = html("div", { class: "gc-two" }, left, right);
  return parts;
}

/** Draw what has another shape now: another kind of cell, another run, another width. */
function build(view, figure, found) {
  const state = figure.state();
  const { widths, parts } = view;
  if (view.kind !== `${state.kind} ${widths.cell}`) {
    const press = (gate) => {
      const { steps } = view.compute();
      const now = steps[Math.max(1, figure.get("step"))][gate];
      turned(figure, steps, gate, now > 0.5 ? 0 : 1);
    };
    view.cell = cell(widths.cell, state.kind, press);
    parts.cell.replaceChildren(view.cell.node);
    view.kind = `${state.kind} ${widths.cell}`;
  }
  if (view.run !== `${found.key} ${widths.track}`) {
    const go = (step) => figure.set({ step });
    view.track = track(widths.track, state, found.steps, go);
    parts.track.replaceChildren(view.track.node);
    view.run = `${found.key} ${widths.track}`;
  }
}

/** Bring all up to a moment; returns what it says. */
function show(view, figure, t) {
  if (!view.widths.cell || !view.widths.track) return "";
  const found = view.compute();
  build(view, figure, found);
  const state = figure.state();
  view.cell.update(found.steps[t], t);
  view.track.update(t);
  const [head, sentence] = told(state, found.steps, t);
  view.parts.verdict.replaceChildren(html("b", {}, head), ` ${sentence}`);
  view.parts.sums.replaceChildren(
    ...arithmetic(state, found.steps, t).map(([name, sum]) =>
      html("p", {}, html("b", {}, name), ` = ${sum}`),
    ),
  );
  const words = aloud(state, found.steps, t);
  view.cell.node.setAttribute("aria-label", `The cell. ${words}`);
  return words;
}

function draw(figure) {
  figure.root.classList.add("gc-figure");
  const compute = computer(figure);
  const parts = frame(figure, compute);
  const view = { parts, compute, widths: {} };
  let player = { at: null };
  const at = () => player.at ?? figure.get("step");
  const follow = () => show(view, figure, at());
  const time = timeline(figure, {
    label: "step",
    pace: 60,
    watches: ALL, // each of these ends the opening run
    last: () => LENGTH,
    at,
    move: (step) => figure.set({ step }),
    say: (step) => `step ${step}`,
  });
  figure.root.append(html("div", { class: "gc-body" }, parts.top, parts.two, time));
  let first = true;
  figure.watch(ALL, () => {
    const sentence = follow();
    if (!first) figure.announce(sentence);
    first = false;
  });
  for (const name of ["cell", "track"]) {
    figure.fit(parts[name], (width) => {
      view.widths[name] = width;
      follow();
    });
  }
  player = overture(figure, parts.cell, () => {
    follow();
    time.dispatchEvent(new Event("follow"));
  });
}

export default liveFigure({ title: "A cell with valves", draw, stage: true });
