// Deep and narrow networks that learn two spirals: every step is computed here.

import {
  button, change, choice, html, knob, liveFigure, svg, timeline,
} from "./figure.js";
import { raised, scattered, scientific } from "./numbers.js";

export { scientific };

const STEPS = 200;
const WIDTH = 8; // units in a layer
const ARM = 32; // points on a spiral
const POINTS = 2 * ARM;
const EPSILON = 1e-5;
const MOMENTUM = 0.9;

// ---- what the network computes ----------------------------------------------------

/** Two spirals of 32 points, as x, y and the class. */
export const SPIRALS = [0, 1].flatMap((kind) =>
  Array.from({ length: ARM }, (_, i) => {
    const angle = Math.PI * (1.75 * i / ARM + kind) + 0.3;
    const radius = 0.25 + 0.9 * i / ARM;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), kind };
  }));

/** A layer's weights, of variance 2 over its inputs: within sqrt(6 / inputs). */
function drawn(seed, k, inputs, outputs) {
  const reach = Math.sqrt(6 / inputs);
  const from = 100000 * seed + 100 * k;
  return Float64Array.from({ length: inputs * outputs }, (_, i) =>
    reach * (2 * scattered(from + i) - 1));
}

/** A network as it is drawn: weights, and for each unit a scale of 1, a shift of 0. */
export function network({ blocks, skip, norm, rate, seed }) {
  const depth = 2 + 2 * blocks;
  const layers = Array.from({ length: depth }, (_, k) => {
    const inputs = k === 0 ? 2 : WIDTH;
    const outputs = k === depth - 1 ? 1 : WIDTH;
    const values = [drawn(seed, k, inputs, outputs),
      new Float64Array(outputs).fill(1), new Float64Array(outputs)];
    return { inputs, outputs, values,
      last: k === depth - 1,
      opens: k % 2 === 1 && k < depth - 1, // the first layer of a block
      closes: k % 2 === 0 && k > 0 && k < depth - 1, // and its second
      speeds: values.map((part) => new Float64Array(part.length)) };
  });
  return { layers, skip, norm, rate };
}

/** z = x W, and when normalised its mean 0 and variance 1 over the batch. */
function weigh(layer, x, norm) {
  const { inputs, outputs, values: [weights, scale, shift] } = layer;
  const z = new Float64Array(POINTS * outputs);
  for (let b = 0; b < POINTS; b += 1) {
    for (let i = 0; i < inputs; i += 1) {
      const value = x[b * inputs + i];
      if (value === 0) continue;
      for (let j = 0; j < outputs; j += 1) {
        z[b * outputs + j] += value * weights[i * outputs + j];
      }
    }
  }
  layer.x = x;
  if (norm && !layer.last) {
    layer.deviation = new Float64Array(outputs);
    for (let j = 0; j < outputs; j += 1) {
      let [mean, variance] = [0, 0];
      for (let b = 0; b < POINTS; b += 1) mean += z[b * outputs + j] / POINTS;
      for (let b = 0; b < POINTS; b += 1) {
        variance += (z[b * outputs + j] - mean) ** 2 / POINTS;
      }
      const deviation = Math.sqrt(variance + EPSILON);
      layer.deviation[j] = deviation;
      for (let b = 0; b < POINTS; b += 1) {
        z[b * outputs + j] = (z[b * outputs + j] - mean) / deviation;
      }
    }
    layer.normal = z.slice();
  }
  for (let at = 0; at < z.length; at += 1) {
    const j = at % outputs;
    z[at] = z[at] * (norm ? scale[j] : 1) + shift[j];
  }
  return z;
}

/** The network's answers for all points: above 0 means the second spiral. */
export function forward({ layers, skip, norm }) {
  let h = Float64Array.from(SPIRALS.flatMap(({ x, y }) => [x, y]));
  let saved = h;
  for (const layer of layers) {
    if (layer.opens) saved = h;
    const z = weigh(layer, h, norm);
    if (layer.closes && skip) saved.forEach((value, at) => { z[at] += value; });
    layer.fires = z.map((value) => Number(layer.last || value > 0));
    h = z.map((value, at) => value * layer.fires[at]);
  }
  return h;
}

/** Back through the normalisation: what reaches its input from what reaches z. */
function backThroughNorm({ outputs, values: [, scale], normal, deviation }, g, slopes) {
  for (let j = 0; j < outputs; j += 1) {
    let [mean, along] = [0, 0];
    for (let at = j; at < g.length; at += outputs) {
      mean += g[at] / POINTS;
      along += g[at] * normal[at] / POINTS;
    }
    slopes[1][j] = along * POINTS;
    for (let at = j; at < g.length; at += outputs) {
      g[at] = (g[at] - mean - normal[at] * along) * scale[j] / deviation[j];
    }
  }
}

/** One layer backwards: the slopes of its parameters, and what reaches its input. */
function backThrough(layer, g, norm) {
  const { inputs, outputs, values, x } = layer;
  layer.slopes = values.map((part) => new Float64Array(part.length));
  for (let at = 0; at < g.length; at += 1) layer.slopes[2][at % outputs] += g[at];
  if (norm && !layer.last) backThroughNorm(layer, g, layer.slopes);
  const below = new Float64Array(POINTS * inputs);
  for (let b = 0; b < POINTS; b += 1) {
    for (let i = 0; i < inputs; i += 1) {
      let sum = 0;
      for (let j = 0; j < outputs; j += 1) {
        const slope = g[b * outputs + j];
        layer.slopes[0][i * outputs + j] += x[b * inputs + i] * slope;
        sum += slope * values[0][i * outputs + j];
      }
      below[b * inputs + i] = sum;
    }
  }
  return below;
}

/** Loss, wrong answers and the norm of the gradient at every layer's weights. */
export function gradients(net) {
  const answers = forward(net);
  let loss = 0;
  let wrong = 0;
  let g = answers.map((answer, b) => {
    const { kind } = SPIRALS[b];
    const signed = kind ? -answer : answer;
    loss += (Math.max(signed, 0) + Math.log1p(Math.exp(-Math.abs(signed)))) / POINTS;
    if ((answer > 0) !== (kind === 1)) wrong += 1;
    return (1 / (1 + Math.exp(-answer)) - kind) / POINTS;
  });
  let aside = null;
  for (const layer of [...net.layers].reverse()) {
    g = g.map((value, at) => value * layer.fires[at]);
    if (layer.closes) aside = g.slice();
    g = backThrough(layer, g, net.norm);
    if (layer.opens && net.skip) g = g.map((value, at) => value + aside[at]);
  }
  const norms = net.layers.map(({ slopes }) => Math.hypot(...slopes[0]));
  return { loss, wrong, norms, answers };
}

/** Move every parameter against its slope, with momentum. */
export function descend({ layers, rate }) {
  for (const { values, speeds, slopes } of layers) {
    values.forEach((part, p) => {
      for (let i = 0; i < part.length; i += 1) {
        speeds[p][i] = MOMENTUM * speeds[p][i] - rate * slopes[p][i];
        part[i] += speeds[p][i];
      }
    });
  }
}

// ---- words ------------------------------------------------------------------------

export const percent = (wrong) => `${Math.round(100 * wrong / POINTS)} %`;

// ---- how it looks -----------------------------------------------------------------

const [LOW, HIGH] = [-9, 6]; // powers of ten on the axis of the gradients

/** One bar a layer, as long as the power of ten of its gradient. */
function bars(figure) {
  const [left, right, top, floor] = [48, 394, 12, 196];
  const y = (power) => floor - (floor - top) * (power - LOW) / (HIGH - LOW);
  const rects = Array.from({ length: 56 }, () => svg("rect", { class: "dp-bar" }));
  const chosen = svg("path", { class: "dp-chosen" });
  const end = svg("text", { x: right, y: floor + 16, class: "tb-small dp-end" });
  const node = svg("svg", { class: "tb-drawing", viewBox: "0 0 400 220", role: "img" },
    [-8, -4, 0, 4].flatMap((power) => [
      svg("path", { d: `M${left} ${y(power)}H${right}`, class: "dp-grid" }),
      svg("text", { x: 24, y: y(power), class: "tb-small" }, `10${raised(power)}`)]),
    rects, chosen,
    svg("text", { x: left, y: floor + 16, class: "tb-small dp-start" }, "layer 1"),
    end);
  node.addEventListener("click", (event) => {
    const box = node.getBoundingClientRect();
    const at = (event.clientX - box.left) / box.width * 400 - left;
    const depth = 2 + 2 * figure.get("blocks");
    const layer = Math.ceil(at / (right - left) * depth);
    figure.set({ layer: Math.max(1, Math.min(depth, layer)) });
  });
  return { node, update(norms, layer) {
    const pitch = (right - left) / norms.length;
    rects.forEach((rect, k) => {
      const length = Number.isFinite(norms[k]) ? norms[k] : Infinity;
      const power = Math.min(HIGH, Math.max(LOW, Math.log10(length)));
      change(rect, { visibility: k < norms.length ? "visible" : "hidden" });
      if (k < norms.length) {
        change(rect, { x: left + k * pitch + pitch * 0.1, width: pitch * 0.8,
          y: y(power), height: Math.max(1, floor - y(power)) });
      }
    });
    const x = left + (layer - 0.5) * pitch;
    change(chosen, { d: `M${x - 5} ${floor + 8}l5 -7l5 7z` });
    end.textContent = `layer ${norms.length}`;
    change(node, { "aria-label": `Length of the gradient at each of ${norms.length} `
      + `layers: first ${scientific(norms[0])}, last ${scientific(norms.at(-1))}` });
  } };
}

/** The training error against the steps; earlier runs stay behind in grey. */
function curve() {
  const [left, right, top, floor] = [48, 394, 12, 112];
  const x = (t) => left + (right - left) * t / STEPS;
  const y = (wrong) => floor - (floor - top) * wrong / POINTS;
  const path = (run) => `M${run.map(({ wrong }, t) =>
    `${x(t).toFixed(1)} ${y(wrong).toFixed(1)}`).join("L")}`;
  const before = svg("g", {});
  const line = svg("path", { class: "dp-error" });
  const dot = svg("circle", { r: 5, class: "dp-dot" });
  const node = svg("svg", { class: "tb-drawing", viewBox: "0 0 400 136", role: "img" },
    [0, 0.5, 1].flatMap((share) => [
      svg("path", { d: `M${left} ${y(share * POINTS)}H${right}`, class: "dp-grid" }),
      svg("text", { x: 24, y: y(share * POINTS), class: "tb-small" },
        percent(share * POINTS))]),
    svg("text", { x: left, y: floor + 15, class: "tb-small dp-start" }, "step 0"),
    svg("text", { x: right, y: floor + 15, class: "tb-small dp-end" }, `step ${STEPS}`),
    before, line, dot);
  return { node,
    keep(run) {
      if (run.length > 1) {
        before.append(svg("path", { class: "dp-before", d: path(run) }));
      }
      if (before.childNodes.length > 6) before.firstChild.remove();
    },
    update(run, t) {
      change(line, { d: path(run) });
      change(dot, { cx: x(t), cy: y(run[t].wrong) });
      change(node, { "aria-label": `Training error against steps. At step ${t} it is `
        + percent(run[t].wrong) });
    } };
}

/** The points in their plane: blue and orange spirals, a cross through each mistake. */
function plane() {
  const at = (value) => 100 + 80 * value;
  const marks = SPIRALS.map(({ x, y, kind }) => ({
    cross: svg("path", { class: "dp-cross",
      d: `M${at(x) - 6} ${at(-y) - 6}l12 12m0 -12l-12 12` }),
    dot: svg("circle", { cx: at(x), cy: at(-y), r: 4,
      class: kind ? "dp-second" : "dp-first" }),
  }));
  const node = svg("svg", { class: "tb-drawing dp-plane", viewBox: "0 0 200 200",
    role: "img" }, marks.flatMap(({ dot, cross }) => [dot, cross]));
  return { node, update({ answers, wrong }) {
    marks.forEach(({ cross }, b) => {
      const right = (answers[b] > 0) === (SPIRALS[b].kind === 1);
      change(cross, { visibility: right ? "hidden" : "visible" });
    });
    change(node, { "aria-label": `Two spirals of ${ARM} points; ${wrong} of ${POINTS} `
      + "are taken for the other" });
  } };
}

function draw(figure) {
  const shape = ["blocks", "skip", "norm", "rate", "seed"];
  const either = (name, label, off, on) => choice(figure, name, {
    label, options: [[0, off, `${label} ${off}`], [1, on, `${label} ${on}`]],
  });
  const [gradient, error, points] = [bars(figure), curve(), plane()];
  const layers = html("span", { class: "tb-badge" });
  const words = html("p", { class: "dp-words" });
  const result = html("p", { class: "dp-words" });
  let net = null;
  let run = [];
  let working = null;

  const moment = () => Math.min(figure.get("step"), run.length - 1);
  const show = () => {
    const { norms, wrong } = run[moment()];
    const layer = Math.min(figure.get("layer"), norms.length);
    gradient.update(norms, layer);
    error.update(run, moment());
    points.update(run[moment()]);
    const [here, last] = [norms[layer - 1], norms.at(-1)];
    const chosen = `Layer ${layer}: ${scientific(here)}`;
    words.textContent = Number.isFinite(here / last)
      ? `${chosen}; layer ${norms.length}: ${scientific(last)}; `
        + `layer ${layer}’s is ${scientific(here / last)} times as long.`
      : `${chosen}. The signal has grown out of bounds.`;
    result.textContent = `Step ${moment()}: ${wrong} of ${POINTS} points wrong, `
      + `${percent(wrong)}.`;
  };
  const record = () => {
    run.push(gradients(net));
    descend(net);
  };
  const work = () => { // as many steps as fit in a frame
    const stop = performance.now() + 8;
    while (run.length <= STEPS && performance.now() < stop) record();
    show();
    working = run.length <= STEPS ? requestAnimationFrame(work) : null;
  };
  figure.endings.push(() => cancelAnimationFrame(working));

  figure.root.append(
    html("div", { class: "tb-row dp-knobs" }, knob(figure, "blocks", "blocks"), layers,
      knob(figure, "rate", "learning rate")),
    html("div", { class: "tb-row dp-knobs" },
      either("skip", "skip connections", "off", "on"),
      either("norm", "normalisation", "off", "on"),
      button("Other weights", () =>
        figure.set({ seed: figure.get("seed") % 999 + 1 }))),
    html("div", { class: "dp-two" },
      html("div", {},
        html("p", { class: "tb-note" }, "Length of the gradient, layer by layer"),
        gradient.node, knob(figure, "layer", "layer"), words),
      html("div", {},
        html("p", { class: "tb-note" }, "Training error; grey: your earlier runs"),
        error.node, html("div", { class: "dp-answer" }, points.node, result))),
    timeline(figure, {
      label: "step", watches: ["step"], pace: 60, last: () => STEPS,
      at: () => figure.get("step"), move: (step) => figure.set({ step }),
      say: (step) => `step ${step}`,
    }));

  figure.watch(shape, () => {
    cancelAnimationFrame(working);
    error.keep(run);
    net = network(Object.fromEntries(shape.map((name) => [name, figure.get(name)])));
    run = [];
    layers.textContent = `${net.layers.length} layers`;
    record();
    show();
    working = requestAnimationFrame(work);
  });
  figure.watch(["step", "layer"], show);
  figure.watch([...shape, "step", "layer"], () => figure.announce(
    [`${layers.textContent}.`, words.textContent, result.textContent].join(" ")));
}

export default liveFigure({ title: "Depth: what reaches the first layer", draw });
