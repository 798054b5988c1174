// What a network says all over the plane, and the mistakes of both along the training.

import { grid, inks } from "../cells.js";
import { change, html, svg } from "../figure.js";
import { POINTS, REACH, SPIRALS, STEPS, field, percent } from "./model.js";

const CELLS = 26; // to a side of the coloured plane
const word = (x, y, text, kind = "") =>
  svg("text", { x, y, class: `dp-word ${kind}` }, text);

/** The coloured plane with the points; a cross through each mistake. */
export function plane() {
  const at = (value) => 100 + (100 * value) / REACH;
  const marks = SPIRALS.map(({ x, y, kind }) => ({
    dot: svg("circle", {
      cx: at(x).toFixed(1),
      cy: at(-y).toFixed(1),
      r: 3.6,
      class: kind ? "dp-second" : "dp-first",
    }),
    cross: svg("path", {
      class: "dp-cross",
      d: `M${at(x) - 4.5} ${at(-y) - 4.5}l9 9m0 -9l-9 9`,
    }),
  }));
  const canvas = html("canvas", { class: "dp-field", "aria-hidden": "true" });
  const points = svg(
    "svg",
    { class: "dp-points", viewBox: "0 0 200 200", role: "img" },
    marks.flatMap(({ dot, cross }) => [dot, cross]),
  );
  const node = html("div", { class: "dp-plane" }, canvas, points);
  const update = ({ net, answers, wrong }) => {
    grid(canvas, inks(canvas), field(net, CELLS), CELLS);
    marks.forEach(({ cross }, b) => {
      const right = answers[b] > 0 === (SPIRALS[b].kind === 1);
      change(cross, { visibility: right ? "hidden" : "visible" });
    });
    const words = `Two spirals in a plane; ${wrong} of ${POINTS} points lie in the other's colour`;
    change(points, { "aria-label": words });
  };
  return { node, update };
}

const [LEFT, TOP, FLOOR] = [44, 10, 22]; // FLOOR is what is kept below the curve

/** A line through the mistakes of a run's moments. */
function path(wrongs, x, y) {
  if (!wrongs.length) return "";
  const spots = wrongs.map((wrong, t) => `${x(t).toFixed(1)} ${y(wrong).toFixed(1)}`);
  return `M${spots.join("L")}`;
}

/** The axes of the curves, with what stands at them. */
function axes(x, y) {
  const shares = [0, 0.25, 0.5].flatMap((share) => [
    svg("path", {
      d: `M${LEFT} ${y(share * POINTS)}H${x(STEPS)}`,
      class: "dp-grid",
    }),
    word(LEFT - 6, y(share * POINTS) + 4, percent(share * POINTS), "dp-tick dp-last"),
  ]);
  const ticks = [0, STEPS / 2, STEPS].map((t, i) =>
    word(x(t), y(0) + 16, i ? t : "step 0", `dp-tick ${i === 2 ? "dp-last" : ""}`),
  );
  return [...shares, ...ticks];
}

/** What an ear is told of both curves. */
function heard(both, t) {
  const [a, b] = both.map((wrongs) => percent(wrongs[t]));
  return `Points that are wrong against steps: at step ${t}, ${a} on the left and ${b} on the right`;
}

/** One mark for each network. */
const pair = (tag, look) =>
  ["dp-plain", "dp-wired"].map((kind) =>
    svg(tag, { ...look, class: `${look.class} ${kind}` }),
  );

/** The part of the points that each network gets wrong, against the steps. */
export function curves(width, height, go) {
  const [right, floor] = [width - 4, height - FLOOR];
  const x = (t) => LEFT + ((right - LEFT) * t) / STEPS;
  const y = (wrong) => floor - ((floor - TOP) * Math.min(wrong, 36)) / 36;
  const before = svg("g", {});
  const lines = pair("path", { class: "dp-curve" });
  const dots = pair("circle", { r: 5, class: "dp-dot" });
  const node = svg(
    "svg",
    {
      class: "dp-curves",
      width,
      height,
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
    },
    [...axes(x, y), before, ...lines, ...dots],
  );
  node.addEventListener("click", (event) => {
    const box = node.getBoundingClientRect();
    go(((event.clientX - box.left - LEFT) / (right - LEFT)) * STEPS);
  });
  const keep = (wrongs) =>
    wrongs.length > 1 &&
    before.replaceChildren(svg("path", { class: "dp-before", d: path(wrongs, x, y) }));
  const update = (both, t) => {
    both.forEach((wrongs, side) => {
      change(lines[side], { d: path(wrongs, x, y) });
      change(dots[side], { cx: x(t), cy: y(wrongs[t]) });
    });
    change(node, { "aria-label": heard(both, t) });
  };
  return { node, update, keep };
}
