// Weights, or two bags: how the figure is put together.

import { change, html, liveFigure, segments, timeline } from "../figure.js";
import { chips } from "../parts.js";
import { after, problem, runOf, verdict } from "./model.js";
import { bag, line, progress, weights } from "./stage.js";

const ALL = ["question", "points", "order", "passes"];
const CHIPS = {
  "mirror, point by point": { question: "mirror", points: 4, order: 1 },
  "mirror, by pairs": { question: "mirror", points: 4, order: 2 },
  "parity, by pairs": { question: "parity", points: 4, order: 2 },
  "parity, by triples": { question: "parity", points: 4, order: 3 },
  "parity, with all four": { question: "parity", points: 4, order: 4 },
};
const INVITE =
  "Every picture stands at its sum; on blue ground the machine says yes. A dashed ring " +
  "marks a mistake. Press a chip, and watch the rule push.";

const NAMES = ["line", "weights", "yes"]; // whose widths are followed
const ASKED = "each mask, and its weight";

// ---- controls -------------------------------------------------------------------------

/** One of the three settings of a run; another run begins at its beginning. */
function picker(figure, name, label, options, and = () => ({})) {
  return segments(figure, {
    label,
    watches: [name],
    options,
    value: () => figure.get(name),
    choose: (value) => figure.set({ [name]: value, ...and(value), passes: 0 }),
  });
}

function pickers(figure) {
  const questions = figure.get("_rules").question.options;
  const numbers = (from, to) =>
    Array.from({ length: to - from + 1 }, (_, i) => [from + i, String(from + i)]);
  return html("div", { class: "tb-row oe-pickers" }, [
    picker(
      figure,
      "question",
      "question",
      questions.map((name) => [name, name]),
    ),
    picker(figure, "points", "points", numbers(2, 4), (points) => ({
      order: Math.min(points, figure.get("order")),
    })),
    picker(figure, "order", "masks of at most", numbers(1, 4), (order) => ({
      points: Math.max(order, figure.get("points")),
    })),
  ]);
}

/** What to try: a run from its beginning, which plays at once. */
function toTry(figure, play) {
  const names = Object.keys(CHIPS);
  const group = chips(
    "Try",
    names.map((name) => [
      name,
      () => {
        figure.set({ ...CHIPS[name], passes: 0 });
        if (play().textContent === "Play") play().click();
      },
    ]),
  );
  figure.watch(ALL, () =>
    names.forEach((name, i) => {
      const same = Object.entries(CHIPS[name]).every(
        ([key, value]) => figure.get(key) === value,
      );
      change(group.children[i], { "aria-pressed": String(same) });
    }),
  );
  return group;
}

function clockOf(figure) {
  const last = () => runOf(figure.state()).weights.length - 1;
  return timeline(figure, {
    label: "pass",
    watches: ALL,
    last,
    at: () => Math.min(figure.get("passes"), last()),
    move: (passes) => figure.set({ passes }),
    say: (pass) => `pass ${pass} of ${last()}`,
    pace: 420,
  });
}

// ---- the figure -----------------------------------------------------------------------

function partsOf() {
  const part = (name) => html("div", { class: name });
  return {
    line: part("oe-line"),
    went: part("oe-went-room"),
    weights: part("oe-weights"),
    yes: part("oe-yes-bag"),
    no: part("oe-no-bag"),
    count: html("b", {}),
    why: html("span", {}),
  };
}

function layOut(figure, parts, clock) {
  const tried = toTry(figure, () => clock.children[2]);
  const said = html("p", { class: "oe-verdict" }, parts.count, " ", parts.why);
  const label = (words) => html("p", { class: "tb-label" }, words);
  figure.root.append(
    html("p", { class: "oe-invite" }, INVITE),
    tried,
    pickers(figure),
    html("div", { class: "oe-columns" }, [
      parts.line,
      html("div", { class: "oe-progress" }, label("right, pass by pass"), parts.went),
      html("div", { class: "oe-right" }, label(ASKED), parts.weights),
      html("div", { class: "oe-foot" }, parts.yes, said, parts.no),
    ]),
    clock,
  );
}

function draw(figure) {
  figure.root.classList.add("oe-figure");
  const parts = partsOf();
  const widths = {};
  layOut(figure, parts, clockOf(figure));
  let [key, stage] = ["", null];
  function paint() {
    if (NAMES.some((name) => !widths[name])) return;
    const state = figure.state();
    const run = runOf(state);
    const now = after(run, state.passes);
    const wanted = [state.question, state.points, state.order, widths.line].join();
    if (wanted !== key) {
      key = wanted;
      stage = line(run, widths.line);
      parts.line.replaceChildren(stage.art);
    }
    stage.show(now);
    parts.went.replaceChildren(progress(run, now, widths.line));
    parts.weights.replaceChildren(weights(run, now, widths.weights));
    parts.yes.replaceChildren(bag(run, now, true, widths.yes));
    parts.no.replaceChildren(bag(run, now, false, widths.yes));
  }
  for (const name of NAMES)
    figure.fit(parts[name], (width) => {
      widths[name] = width;
      paint();
    });
  let first = true;
  figure.watch(ALL, () => {
    const state = figure.state();
    const [count, why] = verdict(runOf(state), state);
    parts.count.textContent = count;
    parts.why.textContent = why;
    paint();
    if (!first) figure.announce(`${count} ${why}`);
    first = false;
  });
}

export default liveFigure({
  title: "The rule ends in weights, or in two bags",
  draw,
  problem,
  stage: true,
});
