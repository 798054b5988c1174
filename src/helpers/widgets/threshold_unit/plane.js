// The four inputs at the corners of a square, and the line by which the unit parts them.

import { change, svg } from "../figure.js";
import { allInputs, asked, crossing, cutOf, respond } from "./model.js";

const [SIDE, LEFT, TOP] = [78, 44, 34];
const [WIDTH, HEIGHT] = [170, 156];
const at = ([x, y]) => [LEFT + x * SIDE, TOP + (1 - y) * SIDE];

/** A corner: filled where the unit fires, ringed where that is not as the goal asks. */
function corner(inputs) {
  const [cx, cy] = at(inputs);
  const ring = svg("circle", { cx, cy, r: 13, class: "tb-miss" });
  const dot = svg("circle", { cx, cy, r: 8, class: "tb-corner" });
  return { inputs, ring, dot };
}

/** What is seen, in words. */
function said(state, line) {
  const on = allInputs(2).filter((inputs) => respond(state, inputs).output);
  const where = on.map(([a, b]) => `${a} ${b}`).join(", ") || "no corner";
  return `The inputs as corners of a square. It fires at ${where}; ${
    line.length ? "a straight line parts these from the others" : "no line is in view"
  }.`;
}

/** The square for a unit with two lines; with three there is none. */
export function plane(size) {
  const line = svg("path", { class: "tb-cut" });
  const corners = allInputs(2).map(corner);
  const [x0, y0] = at([0, 1]);
  const names = [
    svg("text", { x: LEFT + SIDE / 2, y: TOP + SIDE + 26, class: "tb-symbol" }, "x₁"),
    svg("text", { x: LEFT - 26, y: TOP + SIDE / 2, class: "tb-symbol" }, "x₂"),
  ];
  const node = svg(
    "svg",
    { class: "tb-plane", role: "img", viewBox: `0 0 ${WIDTH} ${HEIGHT}` },
    svg("rect", { x: x0, y: y0, width: SIDE, height: SIDE, class: "tb-frame" }),
    line,
    corners.flatMap(({ ring, dot }) => [ring, dot]),
    names,
  );
  change(node, { width: WIDTH, height: HEIGHT });
  node.toggleAttribute("hidden", size !== 2);
  function update(state) {
    if (size !== 2) return;
    const ends = crossing(cutOf(state));
    const d = ends.length ? `M${at(ends[0]).join(" ")}L${at(ends[1]).join(" ")}` : "";
    change(line, { d });
    for (const { inputs, ring, dot } of corners) {
      const { output } = respond(state, inputs);
      const want = asked(state.goal, inputs);
      dot.classList.toggle("tb-fires", output === 1);
      ring.classList.toggle("tb-wrong", want !== null && want !== output);
    }
    change(node, { "aria-label": said(state, ends) });
  }
  return { node, update };
}
