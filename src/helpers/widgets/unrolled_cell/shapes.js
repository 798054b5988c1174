// The signs of the book's drawings that this figure uses: boxes, strips, arrows.

import { svg, written } from "../figure.js";
import { raised } from "../numbers.js";

/** A number for a small cell: 0.53, 17, 2×10⁵. */
export function brief(value) {
  const size = Math.abs(value);
  if (Number.isInteger(value) && size < 10) return written(value);
  if (size < 0.005) return "0.00";
  if (size < 9.995) return value.toFixed(2).replace("-", "−");
  if (size < 9999.5) return written(Math.round(value));
  const [digits, power] = value.toExponential(0).split("e");
  return `${digits.replace("-", "−")}×10${raised(Number(power))}`;
}

/** Words in the drawing, at their middle unless the class says where. */
export const word = (x, y, text, kind = "") =>
  svg("text", { x, y, class: `uc-text ${kind}` }, text);

/** A box with what is learned in it, or a hollow one. */
export const box = (x, y, width, height, kind = "uc-learned") =>
  svg("rect", { x, y, width, height, rx: Math.min(9, width / 3), class: kind });

/** The paint of one number: its hue by the sign, as deep as it is far from 0. */
export const paint = (value, most = 1) => ({
  class: value < 0 ? "uc-less" : "uc-more",
  "fill-opacity": Math.min(0.58, (0.58 * Math.abs(value)) / most).toFixed(3),
});

/** An upright strip of cells, empty until they are painted. */
export function strip(x, y, count, width, height) {
  const cells = Array.from({ length: count }, (_, i) =>
    svg("rect", { x, y: y + i * height, width, height, class: "uc-more" }),
  );
  const grid = Array.from({ length: count - 1 }, (_, i) => {
    return `M${x} ${y + (i + 1) * height}h${width}`;
  });
  const paper = svg("rect", { x, y, width, height: count * height, class: "uc-cell" });
  const edge = svg("path", {
    d: `M${x} ${y}h${width}v${count * height}h${-width}z${grid.join("")}`,
    class: "uc-grid",
  });
  return { cells, nodes: [paper, ...cells, edge] };
}

/** A thin arrow from one point to another. */
export function arrow([x1, y1], [x2, y2], kind = "uc-way", most = 7) {
  const size = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / size, (y2 - y1) / size];
  const head = size > 11 ? most : size > 6 ? 4 : 0;
  const [bx, by] = [x2 - ux * head, y2 - uy * head];
  const tip = `M${x2} ${y2}L${bx - uy * head * 0.5} ${by + ux * head * 0.5}L${
    bx + uy * head * 0.5
  } ${by - ux * head * 0.5}z`;
  return svg(
    "g",
    { class: kind },
    svg("path", { d: `M${x1} ${y1}L${bx} ${by}`, class: "uc-line" }),
    head && svg("path", { d: tip, class: "uc-head" }),
  );
}

/** The outline of a broad arrow that runs to the left, from x1 to x2. */
export function broad(x1, x2, y, width) {
  const head = Math.min(Math.max(5, width * 0.75), 15, (x1 - x2) * 0.6);
  const [half, wing] = [width / 2, width / 2 + Math.min(4, 1.6 + width / 6)];
  return (
    `M${x1} ${y - half}H${x2 + head}V${y - wing}L${x2} ${y}` +
    `L${x2 + head} ${y + wing}V${y + half}H${x1}z`
  );
}
