// Beside the chain: the same lengths on a logarithmic axis, one cell's sum, and the
// gradient of W with its limit.

import { change, html, subscript, svg, written } from "../figure.js";
import { raised, scientific } from "../numbers.js";
import { axisFor, clipped, early, share } from "./model.js";
import { arrow, brief, paint, strip, word } from "./shapes.js";

const picture = (width, height, label, ...nodes) =>
  svg(
    "svg",
    {
      class: "tb-drawing",
      role: "img",
      viewBox: `0 0 ${width} ${height}`,
      height,
      "aria-label": label,
    },
    ...nodes,
  );

// ---- the logarithmic axis -----------------------------------------------------------

const NAMES = new Map([
  [0, "1"],
  [-1, "one tenth"],
  [-6, "a millionth"],
  [6, "a million"],
  [1, "ten"],
  [3, "a thousand"],
  [-3, "a thousandth"],
  [-9, "a billionth"],
  [-12, "10⁻¹²"],
  [9, "a billion"],
  [12, "10¹²"],
]);

/** The powers that get a name on an axis of this height: [[power, name], …]. */
export function named(low, most, height) {
  const apart = height / (most - low);
  const chosen = [];
  const all = [...NAMES, ...[16, 24, 32].flatMap((n) => [[n], [-n]])];
  for (const [n, name] of all) {
    const free = chosen.every(([other]) => Math.abs(other - n) * apart >= 15);
    if (low <= n && n <= most && free) chosen.push([n, name ?? `10${raised(n)}`]);
  }
  return chosen;
}

/** The lengths as a line, each under its letter; dashed the power of ρ. */
export function plot(width, { norms, steps }, { radius, lit, from }) {
  const last = norms.length - 1;
  const powers = norms.map((_, t) => radius ** (last - t));
  const [low, most] = axisFor([...norms.slice(1), ...powers.slice(1)]);
  const [left, right, top, floor] = [84, width - 12, 9, 136];
  const x = (t) => (last > 1 ? left + ((right - left) * (t - 1)) / (last - 1) : right);
  const y = (value) => {
    const power = Math.log10(Math.max(value, 1e-300));
    return floor - ((floor - top) * (Math.max(low, power) - low)) / (most - low);
  };
  const line = (values, first) => {
    const points = values.map(
      (value, t) => `${x(t).toFixed(1)} ${y(value).toFixed(1)}`,
    );
    return `M${points.slice(first).join("L") || "0 0"}`;
  };
  const marks = named(low, most, floor - top).flatMap(([n, name]) => [
    svg("path", { d: `M${left} ${y(10 ** n)}H${right}`, class: "uc-rule" }),
    word(left - 8, y(10 ** n), name, "uc-small uc-end"),
  ]);
  const letters = (right - left) / last > 8 ? steps.slice(1) : [];
  return picture(
    width,
    160,
    "The length of the gradient at each letter on an axis of powers of ten: " +
      `1 at the last, ${scientific(norms[1])} at the first.`,
    marks,
    letters.map(({ letter }, i) =>
      word(x(i + 1), floor + 15, letter, i + 1 === lit ? "uc-tick uc-here" : "uc-tick"),
    ),
    svg("path", { d: line(powers, 1), class: "uc-power" }),
    svg("path", { d: line(norms, from), class: "uc-curve" }),
    from <= last
      ? svg("circle", { cx: x(lit), cy: y(norms[lit]), r: 5, class: "uc-dot" })
      : null,
  );
}

// ---- one cell's sum -----------------------------------------------------------------

/** Strips with their numbers, and signs between: [[name, values, sign, red], …]. */
export function equation(width, columns) {
  const gap = width < 340 ? 32 : 36;
  const cell = Math.min(50, (width - 2 + gap) / columns.length - gap);
  const left = Math.max(1, (width - columns.length * (cell + gap) + gap) / 2);
  const most = Math.max(...columns.map(([, values]) => values.length));
  const [top, high] = [21, 16];
  const nodes = columns.flatMap(([name, values, sign, red], i) => {
    const x = left + i * (cell + gap);
    const middle = x + cell / 2;
    const { cells, nodes: frame } = strip(x, top, values.length, cell, high);
    cells.forEach((rect, u) => {
      change(rect, paint(values[u]));
      if (red) change(rect, { class: "uc-red", "fill-opacity": 0.3 * values[u] });
    });
    const numbers = values.map((value, u) =>
      word(middle, top + high * (u + 0.5), brief(value), "uc-number"),
    );
    return [
      ...frame,
      ...numbers,
      word(middle, 9, name, red ? "uc-small uc-backward" : "uc-symbol"),
      word(x + cell + gap / 2, top + (high * most) / 2, sign, "uc-sign"),
    ];
  });
  const label = columns.map(
    ([name, values]) => `${name}: ${values.map(brief).join(", ")}`,
  );
  return picture(width, top + high * most + 3, label.join("; "), nodes);
}

/** tanh(W h + U x) of one cell, every number of it. */
export const sum = (width, step, t, squashed) =>
  equation(width, [
    [`W ${subscript("h", t - 1)}`, step.fromState, "+"],
    [`U ${step.letter === " " ? "␣" : step.letter}`, step.fromInput, "="],
    [subscript("a", t), step.total, squashed ? "tanh" : "="],
    [subscript("h", t), step.h, ""],
    [squashed ? "1 − h²" : "slope", step.slope, "", true],
  ]);

const percent = (part) =>
  (part < 0.001 ? "less than 0.1" : written(Number((100 * part).toPrecision(2)))) +
  "\u00a0%";

/** What this step brings of the gradient of W, in words. */
export function sumWords({ parts }, t) {
  const back = "On the way back: times the slopes, then W.";
  if (t === 1) return `${back} The state before it is 0, so this step brings nothing.`;
  return `${back} This step brings ${percent(share(parts, t))} of the gradient of W.`;
}

// ---- the gradient of W, and its limit -----------------------------------------------

/** How to put a plane's points into this room: from 0, the walk's and the end's. */
function fitted(width, height, points) {
  const [xs, ys] = [0, 1].map((i) => [0, ...points.map((point) => point[i])]);
  const [low, high, floor, top] = [
    Math.min(...xs),
    Math.max(...xs),
    Math.min(...ys),
    Math.max(...ys),
  ];
  const size = Math.min(
    (width - 90) / (high - low || 1),
    (height - 28) / (top - floor || 1),
  );
  const left = (width - 40 - (high - low) * size) / 2 - low * size;
  return { size, at: ([x, y]) => [left + x * size, height - 14 + (floor - y) * size] };
}

/** The places after each part of the gradient, the last step's first. */
function walked(path) {
  let here = [0, 0];
  return path
    .slice(1)
    .reverse()
    .map(([x, y]) => (here = [here[0] + x, here[1] + y]));
}

/** The gradient of W as an arrow, summed part by part, and cut where it is too long. */
export function whole(width, { total, whole: goal, path }, limit) {
  const height = 132;
  const cut = clipped(total, limit) / (total || 1);
  const shown = Math.min(1, (2.6 * limit || Infinity) / (total || 1)); // fits the room
  const scaled = ([x, y]) => [x * shown, y * shown];
  const walk = walked(path).map(scaled);
  const arc = Array.from({ length: 25 }, (_, i) => {
    const angle = Math.atan2(goal[1], goal[0]) + (i - 12) * 0.06;
    return [limit * Math.cos(angle), limit * Math.sin(angle)];
  });
  const { at } = fitted(width, height, [...walk, ...(limit ? arc : [])]);
  const line = (points) =>
    `M${points.map((p) => at(p).map((v) => v.toFixed(1))).join("L")}`;
  const [start, end] = [at([0, 0]), at(scaled(goal))];
  const tip = at([goal[0] * cut, goal[1] * cut]);
  return picture(
    width,
    height,
    wholeWords({ total }, limit),
    limit ? svg("path", { d: line(arc), class: "uc-limit" }) : null,
    limit ? word(at(arc[0])[0] + 10, at(arc[0])[1], "θ", "uc-symbol") : null,
    svg("path", { d: line([[0, 0], ...walk]), class: "uc-walk" }),
    walk.map((point) => {
      const [cx, cy] = at(point);
      return svg("circle", { cx, cy, r: 1.8, class: "uc-joint" });
    }),
    cut < 1 ? arrow(start, end, shown < 1 ? "uc-full uc-short" : "uc-full", 11) : null,
    total ? arrow(start, tip, "uc-whole", 15) : null,
    total
      ? word(end[0] + 8, end[1] - 4, scientific(total), "uc-backward uc-start")
      : null,
  );
}

/** What the limit does, in words. */
export function wholeWords({ total, parts }, limit) {
  const left = clipped(total, limit);
  const length = `Length ${scientific(total)}`;
  if (left < total) {
    return (
      `${length}, cut to ${scientific(left)}. Every number of it is divided by ` +
      `${scientific(total / left)}: the direction stays.`
    );
  }
  if (limit) return `${length}: within the limit, so nothing changes.`;
  const first =
    parts && ` The first half of the text brings ${percent(early(parts))} of it.`;
  return `${length}.${first ?? ""}`;
}
