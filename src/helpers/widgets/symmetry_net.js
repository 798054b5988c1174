// The symmetry net of 1986: its whole run is computed here, every sweep of it.

import {
  button, change, fixed, html, knob, liveFigure, rove, svg, timeline,
} from "./figure.js";

const SWEEPS = 3000;
const STRIDE = 20; // sweeps between two moments of the scrubber
const PAPER = 1425; // the sweeps of the published run

// ---- what the net computes --------------------------------------------------------

/** All 64 inputs in the order of the binary numbers. */
export const PATTERNS = Array.from({ length: 64 }, (_, row) =>
  Array.from({ length: 6 }, (_, i) => (row >> (5 - i)) & 1));

/** 1 when the right half mirrors the left. */
export function isSymmetric(bits) {
  return Number([0, 1, 2].every((i) => bits[i] === bits[5 - i]));
}

const TARGETS = PATTERNS.map(isSymmetric);

/** A number from 0 to 1 for each whole number: the last steps of MurmurHash3. */
function scattered(n) {
  let bits = Math.imul(n ^ (n >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

/** The 17 weights of a seed, between -0.3 and 0.3. */
export function drawn(seed) {
  return Array.from({ length: 17 }, (_, i) => 0.6 * scattered(17 * seed + i) - 0.3);
}

// Of the first starts one ends at 2 : 3 : 4, one fails, and two end at 1 : 2 : 4.
const FIRST = [7, 1, 18, 4];
const STARTS = Array.from({ length: 999 }, (_, i) => i + 1);
const ORDER = [...FIRST, ...STARTS.filter((seed) => !FIRST.includes(seed))];

/** The seed that comes after this one; after 0, the chapter's start, the first. */
export const nextStart = (seed) => ORDER[(ORDER.indexOf(seed) + 1) % ORDER.length];

const logistic = (x) => 1 / (1 + Math.exp(-x));

/** The total input of a hidden unit whose weights begin at a place (equation 1). */
function totalInput(w, at, bits) {
  let sum = w[at + 6];
  for (let i = 0; i < 6; i += 1) sum += bits[i] * w[at + i];
  return sum;
}

/** The states of the units for one input (equations 1 and 2). */
export function forward(w, bits) {
  const totals = [totalInput(w, 0, bits), totalInput(w, 7, bits)];
  const hidden = [logistic(totals[0]), logistic(totals[1])];
  const total = w[14] * hidden[0] + w[15] * hidden[1] + w[16];
  return { totals, hidden, total, output: logistic(total) };
}

/** The error over all patterns, its 17 derivatives (equations 3 to 7), and the hits. */
export function sweepOver(w) {
  const gradient = new Float64Array(17);
  let [error, right] = [0, 0];
  for (let c = 0; c < 64; c += 1) {
    const bits = PATTERNS[c];
    const { hidden, output } = forward(w, bits);
    const wrong = output - TARGETS[c];
    error += wrong * wrong / 2;
    if ((output > 0.5) === (TARGETS[c] === 1)) right += 1;
    const top = wrong * output * (1 - output);
    gradient[16] += top;
    for (let j = 0; j < 2; j += 1) {
      const y = hidden[j];
      gradient[14 + j] += top * y;
      const below = top * w[14 + j] * y * (1 - y);
      for (let i = 0; i < 6; i += 1) gradient[7 * j + i] += below * bits[i];
      gradient[7 * j + 6] += below;
    }
  }
  return { error, right, gradient };
}

/** The whole run: weights, error and number right at every sweep (equation 9). */
export function train(start, rate, momentum, sweeps = SWEEPS) {
  let w = Float64Array.from(start);
  let velocity = new Float64Array(17);
  const run = { weights: [], errors: [], right: [], solved: null };
  for (let t = 0; t <= sweeps; t += 1) {
    const { error, right, gradient } = sweepOver(w);
    run.weights.push(w);
    run.errors.push(error);
    run.right.push(right);
    if (right === 64 && run.solved === null) run.solved = t;
    velocity = velocity.map((v, i) => momentum * v - rate * gradient[i]);
    w = w.map((value, i) => value + velocity[i]);
  }
  return run;
}

/** The mirrored pairs of a hidden unit: place, mean size, and whether signs oppose. */
export function pairs(weights) {
  return [0, 1, 2].map((i) => ({
    place: i,
    size: (Math.abs(weights[i]) + Math.abs(weights[5 - i])) / 2,
    opposed: weights[i] * weights[5 - i] < 0,
  }));
}

/** The three sizes over the smallest, from small to large: 1, 2, 4 in the end. */
export function ratio(weights) {
  const sizes = pairs(weights).map(({ size }) => size).sort((a, b) => a - b);
  return sizes.map((size) => size / (sizes[0] || 1));
}

// ---- words ------------------------------------------------------------------------

const counted = (sweep) => sweep.toLocaleString("en-GB");

/** "3.6 − 7.1 − 1.1 = −4.6": the terms of a unit's sum, the bias last. */
export function addition(terms, total) {
  const [head, ...rest] = terms;
  const tail = rest.map((term) => `${term < 0 ? "−" : "+"} ${fixed(Math.abs(term))}`);
  return [fixed(head), ...tail].join(" ") + ` = ${fixed(total)}`;
}

function sums(w, bits) {
  const { totals, hidden, total, output } = forward(w, bits);
  const lines = [0, 1].map((j) => [
    `hidden ${j + 1}`,
    addition([...bits.flatMap((bit, i) => (bit ? [w[7 * j + i]] : [])), w[7 * j + 6]],
      totals[j]), fixed(hidden[j])]);
  const parts = [w[14] * hidden[0], w[15] * hidden[1], w[16]];
  return [...lines, ["output", addition(parts, total), fixed(output)]];
}

function verdict(w, bits) {
  const { output } = forward(w, bits);
  const want = isSymmetric(bits);
  return { want, output, right: (output > 0.5) === (want === 1) };
}

// ---- how it looks -----------------------------------------------------------------

const kind = (want) => (want ? "symmetric" : "not symmetric");
const sign = (value) => (value < 0 ? "tb-inhibits" : "tb-excites");

/** The net with its arcs as thick as their weights; returns its update. */
function net(node) {
  const [wide, bottom, middle, top] = [400, 232, 128, 30];
  const inX = (i) => 42 + 58 * i + (i > 2 ? 26 : 0);
  const hidX = [128, 272];
  change(node, { viewBox: `0 0 ${wide} 270`, role: "img" });
  const arc = (from, to) => svg("path", { d: `M${from}L${to}`, class: "tb-line" });
  const arcs = [0, 1].flatMap((j) => [0, 1, 2, 3, 4, 5].map((i) =>
    [7 * j + i, arc([inX(i), bottom - 15], [hidX[j], middle + 22])]));
  arcs.push(...[0, 1].map((j) =>
    [14 + j, arc([hidX[j], middle - 22], [200, top + 22])]));
  const unit = (x, y, name, at) => {
    const value = svg("text", { x, y, class: "tb-inside" });
    const label = svg("text", { x: x + at, y: y - 12, class: "tb-small" }, name);
    const bias = svg("text", { x: x + at, y: y + 8, class: "tb-small" });
    const body = svg("circle", { cx: x, cy: y, r: 22, class: "tb-cell-body" });
    return { value, bias, body, node: svg("g", {}, body, value, label, bias) };
  };
  const hidden = [0, 1].map((j) =>
    unit(hidX[j], middle, `hidden ${j + 1}`, j ? 68 : -68));
  const output = unit(200, top, "output", 68);
  const inputs = [0, 1, 2, 3, 4, 5].map((i) => {
    const value = svg("text", { x: inX(i), y: bottom, class: "tb-inside" });
    const body = svg("rect", { x: inX(i) - 15, y: bottom - 15, width: 30, height: 30,
      rx: 4, class: "tb-cell-body" });
    return { value, node: svg("g", {}, body, value) };
  });
  const axis = svg("path", { d: `M200 ${bottom - 22}v44`, class: "tb-mirror" });
  node.replaceChildren(...arcs.map(([, line]) => line), axis,
    ...[...hidden, output, ...inputs].map((part) => part.node));

  return (w, bits) => {
    const state = forward(w, bits);
    const largest = Math.max(...w.map(Math.abs), 0.3);
    for (const [k, line] of arcs) {
      change(line, {
        class: `tb-line ${sign(w[k])}`,
        "stroke-width": (0.6 + 7 * Math.abs(w[k]) / largest).toFixed(2),
        opacity: k < 14 && !bits[k % 7] ? 0.22 : 0.85,
      });
    }
    inputs.forEach(({ value, node: group }, i) => {
      value.textContent = bits[i];
      group.classList.toggle("tb-on", bits[i] === 1);
    });
    [...state.hidden, state.output].forEach((y, k) => {
      const part = [...hidden, output][k];
      part.value.textContent = fixed(y);
      part.bias.textContent = `bias ${fixed(w[[6, 13, 16][k]], 1)}`;
      part.body.style.fillOpacity = y.toFixed(3);
      part.node.classList.toggle("tb-on", y > 0.5);
    });
    change(node, { "aria-label": `The net with input ${bits.join("")}: hidden units at `
      + `${fixed(state.hidden[0])} and ${fixed(state.hidden[1])}, output at `
      + `${fixed(state.output)}` });
  };
}

/** One hidden unit's six weights as squares whose area is their size. */
function hinton(unit) {
  const node = svg("svg", { class: "tb-drawing", viewBox: "0 0 400 96", role: "img" });
  const x = (i) => 78 + 51 * i + (i > 2 ? 18 : 0);
  const squares = [0, 1, 2, 3, 4, 5].map(() => svg("rect", { rx: 2 }));
  const numbers = [0, 1, 2, 3, 4, 5].map((i) =>
    svg("text", { x: x(i), y: 82, class: "tb-number" }));
  node.replaceChildren(
    svg("text", { x: 4, y: 36, class: "tb-small tb-start" }, `hid. ${unit + 1}`),
    svg("path", { d: "M214 6V92", class: "tb-mirror" }), ...squares, ...numbers);
  return { node, update(w) {
    const weights = Array.from(w.slice(7 * unit, 7 * unit + 6));
    const largest = Math.max(...w.slice(0, 14).map(Math.abs), 0.3);
    weights.forEach((value, i) => {
      const side = 46 * Math.sqrt(Math.abs(value) / largest);
      change(squares[i], {
        x: x(i) - side / 2, y: 36 - side / 2, width: side, height: side,
        class: value < 0 ? "tb-minus" : "tb-plus",
      });
      numbers[i].textContent = fixed(value);
    });
    const mirrored = pairs(weights).every(({ opposed }) => opposed);
    const share = ratio(weights).map((r) => fixed(r)).join(" : ");
    const listed = weights.map((value) => fixed(value)).join(", ");
    change(node, { "aria-label": `Weights of hidden unit ${unit + 1}: ${listed}` });
    return `${share}${mirrored ? ",  signs mirrored" : ""}`;
  } };
}

/** The error against the sweeps, with the moment that is shown. */
function curve(figure) {
  const [left, right, top, floor] = [38, 392, 14, 132];
  const x = (t) => left + (right - left) * t / SWEEPS;
  const y = (error) => floor - (floor - top) * Math.min(error, 8) / 8;
  const line = svg("path", { class: "tb-error" });
  const now = svg("path", { class: "tb-now" });
  const dot = svg("circle", { r: 5, class: "tb-dot" });
  const solved = svg("path", { class: "tb-solved" });
  const node = svg("svg", {
    class: "tb-drawing tb-curve", viewBox: "0 0 400 178", role: "img",
    onclick: (event) => {
      const box = node.getBoundingClientRect();
      const at = ((event.clientX - box.left) / box.width * 400 - left) / (right - left);
      const moment = Math.round(at * SWEEPS / STRIDE) * STRIDE;
      figure.set({ sweep: Math.max(0, Math.min(SWEEPS, moment)) });
    } },
  svg("path", { d: `M${left} ${top}V${floor}H${right}`, class: "tb-axis" }),
  ...[0, 4, 8].map((error) =>
    svg("text", { x: left - 14, y: y(error), class: "tb-small" }, String(error))),
  ...[0, 1000, 2000, 3000].map((t) =>
    svg("text", { x: x(t) - (t === SWEEPS ? 18 : 0), y: floor + 15, class: "tb-small" },
      counted(t))),
  svg("text", { x: 214, y: floor + 34, class: "tb-small" }, "sweeps"),
  svg("text", { x: left + 6, y: top - 4, class: "tb-small tb-start" }, "error E"),
  svg("path", { d: `M${x(PAPER)} ${top + 12}V${floor}`, class: "tb-paper" }),
  svg("text", { x: x(PAPER), y: top + 2, class: "tb-small" },
    `1986: ${counted(PAPER)}`),
  solved, line, now, dot);
  return { node,
    redraw(run) {
      const points = [];
      for (let t = 0; t <= SWEEPS; t += 5) {
        points.push(`${x(t).toFixed(1)} ${y(run.errors[t]).toFixed(1)}`);
      }
      change(line, { d: `M${points.join("L")}` });
      change(solved, { d: run.solved === null ? "M0 0"
        : `M${x(run.solved)} ${floor}H${right}` });
    },
    update(run, t) {
      change(now, { d: `M${x(t)} ${top}V${floor}` });
      change(dot, { cx: x(t), cy: y(run.errors[t]) });
      change(node, { "aria-label": `Error against sweeps. At sweep ${t} it is `
        + `${fixed(run.errors[t])}.` });
    } };
}

/** The 64 patterns: a row for each left half, a column for each mirrored right half. */
function patterns(figure) {
  const halves = [...Array(8).keys()];
  const bits = (n) => n.toString(2).padStart(3, "0");
  const at = (row, column) =>
    parseInt(bits(row) + [...bits(column)].reverse().join(""), 2);
  const cells = halves.map((row) => halves.map((column) => html("button", {
    type: "button", class: "tb-pattern", "data-cell": true,
    onclick: () => figure.set({ pattern: at(row, column) }),
  })));
  const node = rove(html("div", { class: "tb-patterns", role: "group",
    "aria-label": "All 64 patterns; arrow keys move, Enter shows one" },
  html("div", { class: "tb-half" }), ...halves.map((column) =>
    html("div", { class: "tb-half", "aria-hidden": "true" },
      [...bits(column)].reverse().join(""))),
  ...halves.map((row) => html("div", { class: "tb-pattern-row", "data-row": true },
    html("div", { class: "tb-half", "aria-hidden": "true" }, bits(row)), cells[row]))));
  return { node, update(w, chosen) {
    halves.forEach((row) => halves.forEach((column) => {
      const k = at(row, column);
      const { output, right, want } = verdict(w, PATTERNS[k]);
      const cell = cells[row][column];
      cell.style.setProperty("--tb-y", output.toFixed(3));
      cell.classList.toggle("tb-wanted", want === 1);
      cell.classList.toggle("tb-wrong", !right);
      change(cell, {
        "aria-pressed": k === chosen ? "true" : "false",
        "aria-label": `${PATTERNS[k].join("")}, ${kind(want)}: `
          + `output ${fixed(output)}, ${right ? "right" : "wrong"}`,
      });
    }));
  } };
}

function draw(figure) {
  const another = button("Another start", () =>
    figure.set({ seed: nextStart(figure.get("seed")) }));
  const which = html("span", { class: "tb-note" });
  const drawing = svg("svg", { class: "tb-drawing" });
  const showNet = net(drawing);
  const units = [hinton(0), hinton(1)];
  const shares = units.map(() => html("p", { class: "tb-share" }));
  const error = curve(figure);
  const grid = patterns(figure);
  const trace = html("tbody", {});
  const title = html("caption", { class: "tb-trace-title" });
  const status = html("span", { class: "tb-badge" });
  const outcome = html("span", { class: "tb-note" });
  const moment = () => figure.get("sweep");
  let run = null;

  figure.root.append(
    html("div", { class: "tb-row tb-knobs-row" }, knob(figure, "rate", "rate ε"),
      knob(figure, "momentum", "momentum α"), another, which),
    html("div", { class: "tb-two tb-symmetry" },
      html("div", {}, drawing, 
        units.flatMap(({ node }, j) => [node, shares[j]]),
        html("p", { class: "tb-note" }, "Blue adds, orange takes away; the area is "
          + "the size. The ratio is that of the three mirrored pairs.")),
      html("div", {}, error.node,
        html("p", { class: "tb-note" },
          "All 64 patterns: left half by row, right half by column. Gold: the output. "
          + "On the diagonal, green, the eight that mirror. ×: wrong."),
        grid.node)),
    html("table", { class: "tb-trace" }, title, trace),
    html("p", { class: "tb-row tb-verdict" }, status, outcome),
    timeline(figure, {
      label: "sweep", watches: ["sweep", "seed", "rate", "momentum", "start"], pace: 70,
      last: () => SWEEPS / STRIDE, at: () => Math.round(moment() / STRIDE),
      move: (to) => figure.set({ sweep: to * STRIDE }),
      say: () => `sweep ${counted(moment())}`,
    }));

  const show = () => {
    const w = run.weights[moment()];
    const bits = PATTERNS[figure.get("pattern")];
    showNet(w, bits);
    units.forEach((unit, j) => { shares[j].textContent = unit.update(w); });
    error.update(run, moment());
    grid.update(w, figure.get("pattern"));
    const { want, output, right } = verdict(w, bits);
    title.textContent = `Input ${bits.join("")}, ${kind(want)}, `
      + `wanted ${want}: ${fixed(output)} is ${right ? "right" : "wrong"}`;
    trace.replaceChildren(...sums(w, bits).map(([name, sum, y]) => html("tr", {},
      html("th", { scope: "row" }, name), html("td", { class: "tb-sum" }, sum),
      html("td", {}, `→ ${y}`))));
    status.textContent = `${run.right[moment()]} of 64 right`;
    status.classList.toggle("tb-good", run.right[moment()] === 64);
  };
  figure.watch(["start", "seed", "rate", "momentum"], () => {
    const seed = figure.get("seed");
    run = train(seed ? drawn(seed) : figure.get("start"), figure.get("rate"),
      figure.get("momentum"));
    error.redraw(run);
    which.textContent = seed ? `start ${seed}` : "the chapter's start";
    outcome.textContent = run.solved === null
      ? `This run does not solve it within ${counted(SWEEPS)} sweeps.`
      : `First all right at sweep ${counted(run.solved)}; the paper's run took `
        + `${counted(PAPER)}.`;
    show();
  });
  figure.watch(["sweep", "pattern"], show);
  figure.watch(["pattern", "seed", "rate", "momentum"], () =>
    figure.announce(`${title.textContent}. ${outcome.textContent}`));
}

export default liveFigure({ title: "A net that learns to see symmetry, 1986", draw });
