// A line that learns: how the figure is put together.

import { html, liveFigure, segments, timeline } from "../figure.js";
import { course, PRESETS, problem } from "./model.js";
import { plane } from "./plane.js";
import { correction, race } from "./race.js";
import { count, heading, outcome, WORDS } from "./words.js";

const asPoints = (rows) => rows.map(([x1, x2, y]) => ({ x1, x2, y }));

function presets(figure) {
  const same = (rows) =>
    JSON.stringify(asPoints(rows)) ===
    JSON.stringify(figure.get("points").map(({ x1, x2, y }) => ({ x1, x2, y })));
  return segments(figure, {
    label: WORDS.examples,
    options: WORDS.presets,
    watches: ["points"],
    value: () => Object.keys(PRESETS).find((name) => same(PRESETS[name])),
    choose: (name) => figure.set({ points: asPoints(PRESETS[name]), mistakes: 0 }),
  });
}

/** Beside the plane: the mistake in words and numbers, and the race. */
function beside(figure, shared) {
  const [head, note] = ["ll-head", "ll-note"].map((name) => html("p", { class: name }));
  const numbers = correction();
  const score = html("p", { class: "ll-bound" });
  figure.watch(["points", "mistakes"], () => {
    const [now, k] = [shared.now(), shared.at()];
    head.textContent = heading(now, k);
    note.textContent = outcome(now, k);
    score.textContent = count(now, k);
    numbers.show(now, k);
    figure.announce(`${head.textContent} ${note.textContent}`);
  });
  const ledger = html("div", { class: "ll-ledger" }, head, numbers.root, note);
  return html("div", { class: "ll-beside" }, ledger, race(figure, shared), score);
}

function draw(figure) {
  figure.root.classList.add("ll-figure");
  let known = null;
  const now = () => {
    const points = figure.get("points");
    if (known?.points !== points) known = { points, ...course(points) };
    return known;
  };
  const last = () => now().path.length;
  const shared = { now, at: () => Math.min(figure.get("mistakes"), last()) };
  const time = timeline(figure, {
    label: WORDS.made,
    last,
    at: shared.at,
    watches: ["points", "mistakes"],
    move: (mistakes) => figure.set({ mistakes }),
    say: (k) => `${k} of ${last()}`,
    pace: 700,
  });
  const invitation = html("p", { class: "ll-invitation" }, WORDS.invitation);
  const map = html("div", { class: "ll-map" }, plane(figure, shared));
  figure.root.append(
    html("div", { class: "ll-top" }, figure.title, invitation),
    presets(figure),
    html("div", { class: "ll-columns" }, map, beside(figure, shared)),
    time,
  );
}

export default liveFigure({ title: WORDS.title, draw, problem, stage: true });
