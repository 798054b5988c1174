// @ts-check
// What a repeated letter costs along the trainings, with the moment that is shown.

import { change, html, svg } from "../figure.js";
import { WORDS } from "./words.js";

const [HIGH, LEFT, FOOT, MOST] = [140, 30, 30, 7.5];
const LAST = 2000;

/** Where a step and a cost stand; early steps have more room. */
export function placesOf(width) {
  return {
    x: (step) => LEFT + (width - LEFT - 10) * Math.sqrt(step / LAST),
    y: (bits) => (HIGH - FOOT) * (1 - bits / MOST) + 4,
  };
}

/** The bits of a curve at a step. */
export function bitsAt(points, step) {
  return points.reduce((best, point) =>
    Math.abs(point[0] - step) < Math.abs(best[0] - step) ? point : best,
  )[1];
}

/** The curves; `show` moves the mark. */
export function curvesOf(figure) {
  const curves = figure.get("curves") ?? [];
  const root = svg("svg", { class: "tb-drawing", "aria-hidden": "true" });
  const node = html(
    "div",
    { class: "in-curve" },
    html("p", { class: "tb-label" }, WORDS.curve),
    root,
  );
  const mark = svg("circle", { r: 5.5, class: "in-mark" });
  let step = 0;
  let at = null;
  const move = () => {
    if (!at || !curves.length) return;
    change(mark, { cx: at.x(step), cy: at.y(bitsAt(curves[0].points, step)) });
  };
  figure.fit(node, (width) => {
    at = placesOf(width);
    change(root, { viewBox: `0 0 ${width} ${HIGH}`, height: HIGH });
    root.replaceChildren(...axes(at, width), ...lines(curves, at), mark);
    move();
  });
  return {
    node,
    bits: (now) => (curves.length ? bitsAt(curves[0].points, now) : 0),
    show(now) {
      step = now;
      move();
    },
  };
}

function axes(at, width) {
  const small = (x, y, words) => svg("text", { x, y, class: "tb-small" }, words);
  const floor = at.y(0);
  return [
    svg("path", { d: `M${LEFT} 4V${floor}H${width - 10}`, class: "in-axis" }),
    ...[0, 2, 4, 6].map((bits) => small(LEFT - 12, at.y(bits), String(bits))),
    ...[0, 100, 400, 1000, 2000].map((step) =>
      small(
        at.x(step) - (step === 2000 ? 14 : 0),
        floor + 14,
        step.toLocaleString("en"),
      ),
    ),
  ];
}

/** The lines of all trainings, the shown one above the others. */
function lines(curves, at) {
  const path = ({ points }) =>
    points.map(([step, bits], k) => `${k ? "L" : "M"}${at.x(step)} ${at.y(bits)}`);
  const shown = curves.map((curve, k) =>
    svg("path", {
      d: path(curve).join(""),
      class: k ? `in-line in-of-${curve.layers}` : "in-line in-this",
    }),
  );
  const name = (words, bits, kind) =>
    svg("text", { x: at.x(1150), y: at.y(bits), class: `tb-small ${kind}` }, words);
  return [
    ...shown.reverse(),
    name("one layer", 5.4, "in-one"),
    name("two layers", 1.3, "in-two"),
  ];
}
