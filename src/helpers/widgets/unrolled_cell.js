// A recurrent cell unrolled: eight units and their gradients, and a worked example.

import {
  button, change, choice, html, knob, liveFigure, segments, slider, subscript, svg,
  timeline, written,
} from "./figure.js";
import { raised, scattered, scientific } from "./numbers.js";

const UNITS = 8;

// ---- matrices, as lists of rows ---------------------------------------------------

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const apply = (matrix, x) => matrix.map((row) => dot(row, x));
const turned = (matrix) => matrix[0].map((_, j) => matrix.map((row) => row[j]));
const length = (x) => Math.hypot(...x);
const sumOf = (x) => x.reduce((sum, value) => sum + value, 0);

function multiply(a, b) {
  const columns = turned(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

/** The largest size of an eigenvalue, from the norm of a very high power. */
export function spectralRadius(matrix) {
  let [power, exponent, log] = [matrix, 1, 0];
  for (let i = 0; i < 30; i += 1) {
    const size = Math.hypot(...power.flat());
    if (size === 0) return 0;
    log += Math.log(size) / exponent;
    power = power.map((row) => row.map((value) => value / size));
    power = multiply(power, power);
    exponent *= 2;
  }
  return Math.exp(log);
}

/** The largest singular value: the most that the matrix stretches a vector. */
export function norm(matrix) {
  return Math.sqrt(spectralRadius(multiply(turned(matrix), matrix)));
}

// ---- eight units ------------------------------------------------------------------

/** Recurrent weights of this spectral radius. */
export function weights(radius, seed) {
  const drawn = Array.from({ length: UNITS }, (_, i) =>
    Array.from({ length: UNITS }, (__, j) =>
      2 * scattered(100000 * seed + UNITS * i + j) - 1));
  const factor = radius / spectralRadius(drawn);
  return drawn.map((row) => row.map((value) => value * factor));
}

/** States and slopes at all times; the input pushes each unit at random. */
export function run({ radius, length: last, tanh, seed }) {
  const W = weights(radius, seed);
  const states = [Array(UNITS).fill(0)];
  const slopes = [null];
  for (let t = 1; t <= last; t += 1) {
    const total = apply(W, states[t - 1]).map((value, i) =>
      value + 0.6 * scattered(100000 * seed + 1000 + UNITS * t + i) - 0.3);
    states.push(tanh ? total.map(Math.tanh) : total);
    slopes.push(states[t].map((h) => (tanh ? 1 - h * h : 1)));
  }
  return { W, states, slopes };
}

/**
 * From the last state back: `norms[t]` is the length of ∂h_T/∂h_t, `parts[t]` that of
 * step t's part in the gradient for W when the loss asks all units at T to grow, and
 * `total` the length of that whole gradient.
 */
export function backwards({ W, states, slopes }) {
  const last = states.length - 1;
  let product = W.map((row, i) => row.map((_, j) => Number(i === j)));
  let dh = Array(UNITS).fill(1 / Math.sqrt(UNITS));
  const sum = W.map((row) => row.map(() => 0));
  const norms = Array(last + 1).fill(1);
  const parts = Array(last + 1).fill(0);
  for (let t = last; t >= 1; t -= 1) {
    const da = dh.map((value, i) => value * slopes[t][i]);
    da.forEach((value, i) => states[t - 1].forEach((h, j) => {
      sum[i][j] += value * h;
    }));
    parts[t] = length(da) * length(states[t - 1]);
    product = multiply(product, W.map((row, i) => row.map((w) => w * slopes[t][i])));
    norms[t - 1] = norm(product);
    dh = apply(turned(W), da);
  }
  return { norms, parts, total: Math.hypot(...sum.flat()) };
}

/** What is left of a gradient of this length under a limit; 0 is no limit. */
export const clipped = (total, limit) => (limit > 0 ? Math.min(total, limit) : total);

// ---- the worked example -----------------------------------------------------------

export const EXAMPLE = {
  U: [[1, 0], [0, 1], [-1, 0]],
  W: [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
  V: [[1, 0, -1]],
  start: [1, 0, 0],
};

/** Every number of the example, time by time, and the gradients of the last output. */
export function example(inputs) {
  const { U, W, V, start } = EXAMPLE;
  const steps = [{ h: start }];
  for (const x of inputs) {
    const before = steps.at(-1).h;
    const [fromState, fromInput] = [apply(W, before), apply(U, x)];
    const total = fromState.map((value, i) => value + fromInput[i]);
    const h = total.map((value) => Math.max(0, value));
    steps.push({ x, before, fromState, fromInput, total, h, o: dot(V[0], h) });
  }
  let dh = V[0];
  for (let t = inputs.length; t >= 0; t -= 1) {
    steps[t].dh = dh;
    if (t > 0) dh = apply(turned(W), dh.map((g, i) => (steps[t].total[i] > 0 ? g : 0)));
  }
  return steps;
}

const products = (row, x) => row.map((weight, i) =>
  `${written(weight)}·${written(x[i])}`).join(" + ");

/** One unit's sum in words: its products with the state and with the input. */
export function sumInWords(step, t, unit) {
  const { U, W } = EXAMPLE;
  const i = unit - 1;
  return `Unit ${unit} at time ${t}: from the state ${products(W[i], step.before)} = `
    + `${written(step.fromState[i])}, from the input ${products(U[i], step.x)} = `
    + `${written(step.fromInput[i])}; together ${written(step.total[i])}, `
    + `and ReLU gives ${written(step.h[i])}.`;
}

// ---- how it looks -----------------------------------------------------------------

/** The step at which a run of another length is at the same time, on the same way. */
export function kept(step, last, length) {
  const back = step > last;
  const t = Math.min(back ? 2 * last - step : step, length);
  return back ? 2 * length - t : t;
}

/** The powers of ten at both ends of an axis with room for these values, and for 1. */
export function axisFor(values) {
  const powers = values.map((value) => Math.log10(Math.max(value, 1e-300)));
  const ends = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32];
  const reach = (most) => ends.find((end) => end >= most) ?? ends.at(-1);
  return [-reach(Math.max(1, -Math.min(...powers))), reach(Math.max(...powers))];
}

/** The states as columns of squares, and under each the length of its gradient. */
function picture(figure, width, { norms: all }) {
  const [last, rho] = [figure.get("length"), figure.get("radius")];
  const powers = all.map((_, t) => rho ** (last - t));
  const [low, most] = axisFor([...all, ...powers]);
  const apart = [1, 2, 4, 8, 16].find((step) => most - low <= 5 * step);
  const marks = [];
  for (let n = apart * Math.ceil(low / apart); n <= most; n += apart) marks.push(n);
  const [left, top, square] = [46, 18, 11];
  const pitch = (width - left - 8) / (last + 1);
  const [high, floor] = [top + UNITS * square + 26, top + UNITS * square + 176];
  const x = (t) => left + (t + 0.5) * pitch;
  const y = (value) => {
    const power = Math.log10(Math.max(value, 1e-300));
    return floor - (floor - high) * (Math.max(low, Math.min(most, power)) - low)
      / (most - low);
  };
  const part = Math.max(2, pitch * 0.76);
  const columns = Array.from({ length: last + 1 }, (_, t) => ({
    cells: Array.from({ length: UNITS }, (__, i) => svg("rect", {
      x: x(t) - part / 2, y: top + i * square, width: part, height: square - 1.5 })),
    bar: svg("rect", { x: x(t) - part / 2, width: part, class: "uc-bar" }),
  }));
  const power = svg("path", { class: "uc-power" });
  const cursor = svg("path", { class: "uc-cursor" });
  const node = svg("svg", { class: "tb-drawing", role: "img",
    viewBox: `0 0 ${width} ${floor + 22}`, height: floor + 22 },
    svg("text", { x: 20, y: top + UNITS * square / 2, class: "tb-small" }, "state"),
    marks.flatMap((n) => [
      svg("path", { d: `M${left} ${y(10 ** n)}H${width - 8}`, class: "uc-grid" }),
      svg("text", { x: 22, y: y(10 ** n), class: "tb-small" }, `10${raised(n)}`)]),
    columns.flatMap(({ cells, bar }) => [...cells, bar]), power, cursor,
    svg("text", { x: left, y: floor + 14, class: "tb-small uc-start" }, "time 0"),
    svg("text", { x: width - 8, y: floor + 14, class: "tb-small uc-end" },
      `time ${last}`));
  node.addEventListener("click", (event) => {
    const box = node.getBoundingClientRect();
    const at = (event.clientX - box.left) / box.width * width;
    const t = Math.floor((at - left) / pitch);
    if (t < 0 || t > last) return;
    figure.set({ step: figure.get("step") > last ? 2 * last - t : t });
  });
  return { node, update(found, { t, back }) {
    const { states, norms } = found;
    columns.forEach(({ cells, bar }, at) => {
      const seen = back || at <= t;
      cells.forEach((cell, i) => change(cell, {
        class: !seen ? "uc-empty" : states[at][i] < 0 ? "uc-negative" : "uc-positive",
        "fill-opacity": seen ? Math.min(1, 0.08 + Math.abs(states[at][i])) : 1 }));
      const end = y(norms[at]);
      change(bar, { visibility: back && at >= t ? "visible" : "hidden",
        y: Math.min(end, y(1)), height: Math.max(1.5, Math.abs(end - y(1))) });
    });
    change(power, { d: `M${powers.map((value, at) =>
      `${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("L")}` });
    change(cursor, { d: `M${x(t)} ${top - 4}l-5 -8h10z` });
    change(node, { "aria-label": "The states of eight units at each time; under them "
      + "the length of the last state's derivative by each, on an axis of powers of "
      + `ten from 10${raised(low)} to 10${raised(most)}` });
  } };
}

/** A small matrix with its name. */
function matrix(name, rows) {
  return html("div", { class: "uc-matrix" }, html("span", {}, `${name} =`),
    html("table", { "aria-label": name }, html("tbody", {}, rows.map((row) =>
      html("tr", {}, row.map((value) => html("td", {}, written(value))))))));
}

/** The table of the worked example; inputs are switches. */
function ledger(figure) {
  const times = [1, 2, 3, 4];
  const inputs = times.map((t) => [0, 1].map((i) => html("button", {
    type: "button", class: "tb-button uc-bit",
    onclick: () => figure.set({ inputs: figure.get("inputs").map((x, at) =>
      (at === t - 1 ? x.map((bit, k) => (k === i ? 1 - bit : bit)) : x)) }),
  })));
  const rows = [
    ["W h (last state)", "fromState"], ["U x", "fromInput"], ["a, their sum", "total"],
    ["h = ReLU a", "h"], ["o = V h", "o"], ["∂o₄/∂h", "dh"],
  ].map(([label, key]) => ({ key, label,
    cells: [html("td", {}), ...times.map(() => html("td", {}))] }));
  const heads = ["start", ...times.map((t) => `t = ${t}`)].map((text) =>
    html("th", { scope: "col" }, text));
  const node = html("div", { class: "tb-scroll" }, html("table", { class: "uc-table" },
    html("thead", {}, html("tr", {}, html("td", {}), heads)),
    html("tbody", {},
      html("tr", {}, html("th", { scope: "row" }, "input x"), html("td", {}),
        inputs.map((pair) => html("td", {}, pair))),
      rows.map(({ label, cells }) =>
        html("tr", {}, html("th", { scope: "row" }, label), cells)))));
  return { node, update(steps, { t, back }) {
    inputs.forEach((pair, at) => pair.forEach((bit, i) => {
      const value = figure.get("inputs")[at][i];
      bit.textContent = String(value);
      change(bit, { "aria-label": `input ${i + 1} at time ${at + 1}: ${value}` });
    }));
    heads.forEach((head, at) => head.classList.toggle("uc-now", at === t));
    const [room, column] = [node.clientWidth, heads[t].offsetWidth];
    node.scrollLeft = heads[t].offsetLeft - (room - column) / 2; // where it is narrow
    rows.forEach(({ key, cells }) => cells.forEach((cell, at) => {
      const shown = key === "dh" ? back && at >= t : back || at <= t;
      const value = steps[at][key];
      cell.textContent = !shown || value === undefined ? ""
        : Array.isArray(value) ? `(${value.map(written).join(", ")})` : written(value);
      cell.classList.toggle("uc-now", at === t && key === (back ? "dh" : "h"));
    }));
  } };
}

function draw(figure) {
  const last = () => (figure.get("view") === "gradient" ? figure.get("length") : 4);
  const moment = () => {
    const step = Math.min(figure.get("step"), 2 * last());
    const back = step > last();
    return { t: back ? 2 * last() - step : step, back };
  };

  const holder = html("div", {});
  const words = html("p", { class: "uc-words" });
  const weight = html("p", { class: "uc-words" });
  const table = ledger(figure);
  const sum = html("p", { class: "uc-words" });
  let found = null;
  let chart = null;

  const gradientWords = ({ t, back }) => {
    const { norms, parts, total } = found;
    const T = last();
    words.textContent = back
      ? `${T - t} steps back: the length of ∂${subscript("h", T)}/∂${
        subscript("h", t)} is ${scientific(norms[t])}. The power ρ${raised(T - t)} is `
        + `${scientific(figure.get("radius") ** (T - t))} (dashed).`
      : t < T ? `Time ${t}, forwards: a column is the state of eight units.`
        : `Time ${T}: the last state. From here the gradient goes back.`;
    const half = Math.floor(T / 2);
    const share = sumOf(parts.slice(0, half + 1)) / (sumOf(parts) || 1);
    const limit = figure.get("clip");
    const left = clipped(total, limit);
    weight.textContent = `Gradient for W: length ${scientific(total)}`
      + (limit === 0 ? ", no limit" : left < total
        ? `, cut to ${scientific(left)}, the same direction` : ", within the limit")
      + `. ${half > 1 ? `Times 1–${half} contribute` : "Time 1 contributes"} ${
        share < 0.001 ? "less than 0.1" : written(Math.round(1000 * share) / 10)
      } % of it (parts added by length)`
      + (left < total ? ", before the cut and after it." : ".");
  };
  const show = () => {
    const now = moment();
    if (figure.get("view") === "gradient") {
      chart?.update(found, now);
      gradientWords(now);
    } else {
      const steps = example(figure.get("inputs"));
      table.update(steps, now);
      const { t, back } = now;
      sum.textContent = back
        ? `Back at time ${t}: o₄ changes by (${steps[t].dh.map(written).join(", ")}) `
          + "for a small change of this state. A unit that ReLU holds at 0 passes "
          + "nothing on."
        : t === 0 ? "At the start the state is (1, 0, 0). Step forward."
          : sumInWords(steps[t], t, figure.get("unit"));
    }
  };
  const compute = () => {
    const cell = run(figure.state());
    found = { ...cell, ...backwards(cell) };
  };
  let build = () => {};

  const gradient = html("div", {},
    html("div", { class: "tb-row uc-knobs" },
      knob(figure, "radius", "spectral radius ρ"),
      slider(figure, { label: "length T", rule: figure.get("_rules").length,
        watches: ["length"], value: () => figure.get("length"),
        choose: (length) => figure.set({ length,
          step: kept(figure.get("step"), figure.get("length"), length) }) }),
      knob(figure, "clip", "limit (0: none)")),
    html("div", { class: "tb-row uc-knobs" },
      choice(figure, "tanh", { label: "units",
        options: [[1, "tanh", "tanh units"], [0, "linear", "linear units"]] }),
      button("Other weights", () =>
        figure.set({ seed: figure.get("seed") % 999 + 1 }))),
    holder, words, weight);
  const worked = html("div", {},
    html("div", { class: "tb-row uc-matrices" }, matrix("U", EXAMPLE.U),
      matrix("W", EXAMPLE.W), matrix("V", EXAMPLE.V)),
    table.node,
    choice(figure, "unit", { label: "unit in words",
      options: [1, 2, 3].map((i) => [i, String(i), `unit ${i}`]) }),
    sum);

  figure.root.append(
    html("div", { class: "uc-view" }, segments(figure, {
      label: "view", quiet: true, watches: ["view"],
      options: [["gradient", "the gradient", "the gradient"],
        ["example", "the worked example", "the worked example"]],
      value: () => figure.get("view"),
      choose: (view) => figure.set({ view, step: 0 }) })),
    gradient, worked,
    timeline(figure, { label: "step", pace: 250,
      watches: ["step", "length", "view"], last: () => 2 * last(),
      at: () => Math.min(figure.get("step"), 2 * last()),
      move: (step) => figure.set({ step }),
      say: () => {
        const { t, back } = moment();
        return `time ${t}, ${back ? "back" : "forwards"}`;
      } }));

  compute();
  figure.fit(holder, (width) => {
    build = () => {
      chart = picture(figure, width, found);
      holder.replaceChildren(chart.node);
      show();
    };
    build();
  });
  figure.watch(["view"], () => {
    gradient.hidden = figure.get("view") !== "gradient";
    worked.hidden = !gradient.hidden;
  });
  figure.watch(["radius", "length", "tanh", "seed"], () => {
    compute();
    build();
  });
  figure.watch(["view", "step", "inputs", "unit", "clip", "length", "radius", "tanh",
    "seed"], () => {
    show();
    figure.announce(figure.get("view") === "gradient"
      ? `${words.textContent} ${weight.textContent}` : sum.textContent);
  });
}

export default liveFigure({ title: "A recurrent cell, unrolled", draw });
