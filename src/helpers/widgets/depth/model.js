// Deep and narrow networks that learn two spirals: what is computed and said.
// tests/cases/depth.json holds the arithmetic to PyTorch's.

import { scattered, scientific } from "../numbers.js";

export const STEPS = 200;
export const WIDTH = 8; // units in a layer
export const ARM = 32; // points on a spiral
export const POINTS = 2 * ARM;
export const REACH = 1.3; // the plane goes from −REACH to REACH
const EPSILON = 1e-5;
const MOMENTUM = 0.9;

/** Two spirals of 32 points, as x, y and the class. */
export const SPIRALS = [0, 1].flatMap((kind) =>
  Array.from({ length: ARM }, (_, i) => {
    const angle = Math.PI * ((1.75 * i) / ARM + kind) + 0.3;
    const radius = 0.25 + (0.9 * i) / ARM;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle), kind };
  }),
);
const INPUTS = Float64Array.from(SPIRALS.flatMap(({ x, y }) => [x, y]));

// ---- the network --------------------------------------------------------------------

/** A layer's weights, of variance 2 over its inputs: within sqrt(6 / inputs). */
function drawn(seed, k, inputs, outputs) {
  const reach = Math.sqrt(6 / inputs);
  const from = 100000 * seed + 100 * k;
  return Float64Array.from(
    { length: inputs * outputs },
    (_, i) => reach * (2 * scattered(from + i) - 1),
  );
}

/** A network as it is drawn: weights, and for each unit a scale of 1, a shift of 0. */
export function network({ blocks, cut = [], norm, rate, seed }) {
  const depth = 2 + 2 * blocks;
  const layers = Array.from({ length: depth }, (_, k) => {
    const [last, block] = [k === depth - 1, Math.ceil(k / 2)];
    const inputs = k === 0 ? 2 : WIDTH;
    const outputs = last ? 1 : WIDTH;
    const values = [
      drawn(seed, k, inputs, outputs),
      new Float64Array(outputs).fill(1),
      new Float64Array(outputs),
    ];
    return {
      ...{ inputs, outputs, values, last, block: last ? blocks + 1 : block },
      opens: k % 2 === 1 && !last, // the first layer of a block
      closes: k % 2 === 0 && k > 0 && !last, // and its second
      wired: !cut.includes(block),
      speeds: values.map((part) => new Float64Array(part.length)),
    };
  });
  return { layers, norm, rate };
}

/** The same network without some of its blocks: what enters one, leaves it. */
export const without = (net, out) => ({
  ...net,
  layers: net.layers.filter(({ block }) => !out.includes(block)),
});

// ---- forwards -----------------------------------------------------------------------

/** The product x W for all points. */
function product({ inputs, outputs, values: [weights] }, x) {
  const z = new Float64Array((x.length / inputs) * outputs);
  for (let b = 0, at = 0; at < z.length; b += inputs, at += outputs) {
    for (let i = 0; i < inputs; i += 1) {
      const value = x[b + i];
      if (value === 0) continue;
      for (let j = 0; j < outputs; j += 1)
        z[at + j] += value * weights[i * outputs + j];
    }
  }
  return z;
}

/** Bring each unit to mean 0 and variance 1 over the points; what was done is kept. */
function normalise(layer, z) {
  const { outputs } = layer;
  [layer.means, layer.deviations] = [0, 0].map(() => new Float64Array(outputs));
  for (let j = 0; j < outputs; j += 1) {
    let [mean, variance] = [0, 0];
    for (let at = j; at < z.length; at += outputs) mean += z[at] / POINTS;
    for (let at = j; at < z.length; at += outputs) {
      variance += (z[at] - mean) ** 2 / POINTS;
    }
    const deviation = Math.sqrt(variance + EPSILON);
    for (let at = j; at < z.length; at += outputs) z[at] = (z[at] - mean) / deviation;
    [layer.means[j], layer.deviations[j]] = [mean, deviation];
  }
  layer.normal = z.slice();
}

/** z = x W, normalised if there is a norm, scaled and shifted. */
function weigh(layer, x, norm) {
  const [, scale, shift] = layer.values;
  const z = product(layer, x);
  const { outputs } = layer;
  layer.x = x;
  if (norm && !layer.last) normalise(layer, z);
  for (let at = 0; at < z.length; at += 1) {
    const j = at % outputs;
    z[at] = z[at] * (norm ? scale[j] : 1) + shift[j];
  }
  return z;
}

/** The network's answers for all points: above 0 means the second spiral. */
export function forward({ layers, norm }) {
  let h = INPUTS;
  let entering = h;
  for (const layer of layers) {
    if (layer.opens) entering = h;
    const z = weigh(layer, h, norm);
    if (layer.closes && layer.wired) {
      for (let at = 0; at < z.length; at += 1) z[at] += entering[at];
    }
    layer.fires = z.map((value) => Number(layer.last || value > 0));
    h = z.map((value, at) => value * layer.fires[at]);
  }
  return h;
}

/** How many of the points are taken for the other spiral. */
export const mistakes = (answers) =>
  SPIRALS.reduce(
    (sum, { kind }, b) => sum + Number(answers[b] > 0 !== (kind === 1)),
    0,
  );

// ---- backwards ----------------------------------------------------------------------

/** Back through the normalisation: what reaches its input from what reaches z. */
function backThroughNorm(layer, g) {
  const { outputs, slopes, normal, deviations } = layer;
  const [, scale] = layer.values;
  for (let j = 0; j < outputs; j += 1) {
    let [mean, along] = [0, 0];
    for (let at = j; at < g.length; at += outputs) {
      mean += g[at] / POINTS;
      along += (g[at] * normal[at]) / POINTS;
    }
    slopes[1][j] = along * POINTS;
    for (let at = j; at < g.length; at += outputs) {
      g[at] = ((g[at] - mean - normal[at] * along) * scale[j]) / deviations[j];
    }
  }
}

/** One layer backwards: the slopes of its parameters, and what reaches its input. */
function backThrough(layer, g, norm) {
  const { inputs, outputs, values, x } = layer;
  const [weights] = values;
  layer.slopes = values.map((part) => new Float64Array(part.length));
  const [toWeights, , toShift] = layer.slopes;
  for (let at = 0; at < g.length; at += 1) toShift[at % outputs] += g[at];
  if (norm && !layer.last) backThroughNorm(layer, g);
  const below = new Float64Array(x.length);
  for (let b = 0, at = 0; at < g.length; b += inputs, at += outputs) {
    for (let i = 0; i < inputs; i += 1) {
      const [value, row] = [x[b + i], i * outputs];
      let sum = 0;
      for (let j = 0; j < outputs; j += 1) {
        toWeights[row + j] += value * g[at + j];
        sum += g[at + j] * weights[row + j];
      }
      below[b + i] = sum;
    }
  }
  return below;
}

/** Loss, wrong answers and the norm of the gradient at every layer's weights. */
export function gradients(net) {
  const answers = forward(net);
  let loss = 0;
  let g = answers.map((answer, b) => {
    const { kind } = SPIRALS[b];
    const signed = kind ? -answer : answer;
    loss += (Math.max(signed, 0) + Math.log1p(Math.exp(-Math.abs(signed)))) / POINTS;
    return (1 / (1 + Math.exp(-answer)) - kind) / POINTS;
  });
  let aside = null;
  for (const layer of [...net.layers].reverse()) {
    for (let at = 0; at < g.length; at += 1) g[at] *= layer.fires[at];
    if (layer.closes) aside = g.slice();
    g = backThrough(layer, g, net.norm);
    if (layer.opens && layer.wired) {
      for (let at = 0; at < g.length; at += 1) g[at] += aside[at];
    }
  }
  const norms = net.layers.map(({ slopes }) => Math.hypot(...slopes[0]));
  return { loss, wrong: mistakes(answers), norms, answers };
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

// ---- a run that can be looked at again ----------------------------------------------

/** A training that has not begun: `moments` of it, and the network of its last one. */
export function run(settings) {
  return { settings, net: network(settings), moments: [] };
}

/** One step more: what is found, and the parameters with which it is found. */
export function advance(training) {
  const { net, moments } = training;
  if (moments.length) descend(net);
  const parts = net.layers.flatMap(({ values }) => values);
  const kept = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    kept.set(part, at);
    at += part.length;
  }
  moments.push({ ...gradients(net), kept });
}

/** The network of a moment, without some of its blocks, with what it answers. */
export function lookedAt({ settings, moments }, t, out) {
  const net = network(settings);
  let at = 0;
  for (const part of net.layers.flatMap(({ values }) => values)) {
    part.set(moments[t].kept.subarray(at, at + part.length));
    at += part.length;
  }
  const left = without(net, out);
  const answers = forward(left);
  return { net: left, answers, wrong: mistakes(answers) };
}

/** A layer as one product and one sum, with the norm that the points gave it. */
function affine({ values: [weights, scale, shift], means, deviations, last }, norm) {
  const bare = !norm || last;
  const factor = shift.map((_, j) =>
    bare ? (norm ? scale[j] : 1) : scale[j] / deviations[j],
  );
  return {
    weights: weights.map((w, i) => w * factor[i % shift.length]),
    shift: shift.map((s, j) => s - (bare ? 0 : means[j] * factor[j])),
  };
}

/** One place's way through the layers; `h` and `z` are room to work in. */
function answerAt(folded, layers, x, y) {
  let h = [x, y];
  let entering = h;
  for (let k = 0; k < layers.length; k += 1) {
    const { inputs, outputs, opens, closes, wired, last } = layers[k];
    const { weights, shift } = folded[k];
    if (opens) entering = h;
    const z = new Array(outputs);
    for (let j = 0; j < outputs; j += 1) {
      let sum = shift[j];
      for (let i = 0; i < inputs; i += 1) sum += h[i] * weights[i * outputs + j];
      if (closes && wired) sum += entering[j];
      z[j] = last || sum > 0 ? sum : 0;
    }
    h = z;
  }
  return h[0];
}

/** What the network says all over the plane, from −1 to 1, row by row from the top. */
export function field({ layers, norm }, count) {
  const folded = layers.map((layer) => affine(layer, norm));
  const at = (i) => REACH * ((2 * (i + 0.5)) / count - 1);
  return Float32Array.from({ length: count * count }, (_, k) => {
    const [x, y] = [at(k % count), -at(Math.floor(k / count))];
    return Math.tanh(answerAt(folded, layers, x, y) / 2);
  });
}

// ---- words --------------------------------------------------------------------------

export const percent = (wrong) => `${Math.round((100 * wrong) / POINTS)} %`;

/** How many of a network's wires are whole. */
export const whole = (cut, blocks) =>
  blocks - cut.filter((block) => block <= blocks).length;

/** "no wires", "all 27 wires", "26 of 27 wires". */
export function wires(cut, blocks) {
  const left = whole(cut, blocks);
  if (!blocks) return "no blocks, no wires";
  if (!left) return "no wires";
  return left === blocks ? `all ${blocks} wires` : `${left} of ${blocks} wires`;
}

/** What is to be seen in one network at a moment, in a sentence. */
export function said({ wrong, norms }, out) {
  const taken = out ? ` without ${out} of its blocks` : "";
  const score = `${wrong} of ${POINTS} points wrong${taken}, ${percent(wrong)}`;
  const ratio = norms[0] / norms.at(-1);
  if (!Number.isFinite(ratio)) return `${score}; the signal has grown out of bounds.`;
  return `${score}; the gradient at layer 1 is ${scientific(norms[0])} long.`;
}
