// The symmetry net of 1986: its whole run, every epoch of it, and what is said of it.

import { fixed, listed } from "../figure.js";

export const EPOCHS = 3000;
export const STRIDE = 20; // epochs between two moments of the scrubber
export const PAPER = 1425; // the epochs of the published run

// ---- what the net computes --------------------------------------------------------

/** All 64 inputs in the order of the binary numbers. */
export const PATTERNS = Array.from({ length: 64 }, (_, row) =>
  Array.from({ length: 6 }, (_, i) => (row >> (5 - i)) & 1),
);

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
export function pass(w) {
  const gradient = new Float64Array(17);
  let [error, right] = [0, 0];
  for (let c = 0; c < 64; c += 1) {
    const bits = PATTERNS[c];
    const { hidden, output } = forward(w, bits);
    const wrong = output - TARGETS[c];
    error += (wrong * wrong) / 2;
    if (output > 0.5 === (TARGETS[c] === 1)) right += 1;
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

/** The whole run: weights, error and number right at every epoch (equation 9). */
export function train(start, rate, momentum, epochs = EPOCHS) {
  let w = Float64Array.from(start);
  let velocity = new Float64Array(17);
  const run = { weights: [], errors: [], right: [], solved: null };
  for (let t = 0; t <= epochs; t += 1) {
    const { error, right, gradient } = pass(w);
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
  const sizes = pairs(weights)
    .map(({ size }) => size)
    .sort((a, b) => a - b);
  return sizes.map((size) => size / (sizes[0] || 1));
}

// ---- words ------------------------------------------------------------------------

export const counted = (epoch) => epoch.toLocaleString("en-GB");

/** "3.6 − 7.1 − 1.1 = −4.6": the terms of a unit's sum, the bias last. */
export function addition(terms, total) {
  const [head, ...rest] = terms;
  const tail = rest.map((term) => `${term < 0 ? "−" : "+"} ${fixed(Math.abs(term))}`);
  return [fixed(head), ...tail].join(" ") + ` = ${fixed(total)}`;
}

/** Every unit's sum written out, and its state. */
export function sums(w, bits) {
  const { totals, hidden, total, output } = forward(w, bits);
  const lines = [0, 1].map((j) => [
    `hidden ${j + 1}`,
    addition(
      [...bits.flatMap((bit, i) => (bit ? [w[7 * j + i]] : [])), w[7 * j + 6]],
      totals[j],
    ),
    fixed(hidden[j]),
  ]);
  const parts = [w[14] * hidden[0], w[15] * hidden[1], w[16]];
  return [...lines, ["output", addition(parts, total), fixed(output)]];
}

/** What the output says of one input, and what is wanted. */
export function verdict(w, bits) {
  const { output } = forward(w, bits);
  const want = isSymmetric(bits);
  return { want, output, right: output > 0.5 === (want === 1) };
}

const PAIRS = ["outer", "middle", "inner"];
const found = (w) =>
  pairs(Array.from(w.slice(0, 6))).filter(({ size, opposed }) => opposed && size > 1);

/** What the net has found out by an epoch, in one sentence. */
export function discovery(run, t) {
  const w = run.weights[t];
  if (run.right[t] === 64) {
    const [, middle, large] = ratio(Array.from(w.slice(0, 6)));
    const kind = `1 : ${fixed(middle, 1)} : ${fixed(large, 1)}`;
    return `Learned at epoch ${counted(run.solved)}; the sizes are ${kind}.`;
  }
  const names = found(w).map(({ place }) => PAIRS[place]);
  if (names.length === 3)
    return "All three pairs mirror each other; now their sizes part.";
  if (names.length) return `It has discovered the ${listed(names)} ${many(names)}.`;
  if (t === 0) return "Small random weights: every answer is about the same.";
  if (run.errors[t] < 4.2) return "A plateau: it says “not symmetric” to everything.";
  return "It learns that most patterns are not symmetric.";
}

const many = (names) => (names.length > 1 ? "pairs" : "pair");
