// What the learning line says.

import { fixed, written } from "../figure.js";
import { MOST, TENTHS } from "./model.js";

export const tenths = (value) => written(value / TENTHS);
export const sign = (y) => (y > 0 ? "+1" : "−1");
const hundredths = (value) => written(value / TENTHS ** 2);
const several = (n) => (n === 1 ? "1 mistake" : `${n} mistakes`);

export const WORDS = {
  title: "A line that learns from its mistakes",
  invitation:
    "Step, and watch the line turn. Drag an example, or press it to change its label.",
  examples: "Examples",
  presets: [
    ["sides", "two sides"],
    ["close", "a close call"],
    ["and", "AND"],
    ["xor", "XOR"],
  ],
  plane: "The examples in the plane, and the line",
  race: "The length of the weights against the number of mistakes",
  made: "Mistakes made",
  before: "w",
  after: "new w",
  columns: ["x₁", "x₂", "1"],
  axis: "mistakes k",
  upper: "R√k",
  lower: "γk",
  length: "length of w",
};

/** What an example says to those who listen, and how it is moved. */
export const pointWords = (i, { x1, x2, y }, right) =>
  `Example ${i + 1} at ${written(x1)}, ${written(x2)}, label ${sign(y)}, ` +
  `${right ? "right" : "wrong"}. Arrows move it, Enter flips it.`;

/** The mistake at which the figure stands. */
export function heading({ path, labels }, k) {
  const last = path[k - 1];
  if (!last) return "No mistake yet: all weights are 0, and nothing is decided.";
  const said = last.sum === 0 ? "undecided" : `which says ${sign(last.sum)}`;
  return (
    `Mistake ${k}: example ${last.example + 1} should be ${sign(labels[last.example])}, ` +
    `and its sum is ${hundredths(last.sum)}, ${said}.`
  );
}

/** How it ends, when it has ended. */
export function outcome({ path, ended, from, bound }, k) {
  if (k < path.length) return "";
  if (ended === "right")
    return `Every example is right, after ${several(path.length)} in all.`;
  if (ended === "circle")
    return (
      `These are the weights, and the place in the list, of mistake ${from}: now ` +
      `the same ${path.length - from} mistakes come round for ever.`
    );
  return bound
    ? `${MOST} mistakes, and not at the end yet; the theorem says that it will come.`
    : `${MOST} mistakes, and no line to be found.`;
}

/** The mistakes made, and the bound when there is one. */
export function count({ best, bound, radius }, k) {
  if (!best) return `${several(k)}, and no bound: no line separates these examples.`;
  return (
    `${several(k)} of at most (R/γ)² = (${fixed(radius, 3)} / ${fixed(best.margin, 4)})² ` +
    `= ${written(Math.round(bound * 10) / 10)}`
  );
}
