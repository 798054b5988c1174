// A convolutional network that reads a drawing: every unit is computed here.

import { BLANK, ink, moved, problem, stroked, touched } from "../brush.js";
import { fixed, written } from "../figure.js";

export { ink, moved, problem, touched };

// ---- what is computed -------------------------------------------------------------

const SIDE = 28; // pixels along the picture
const KERNEL = 5;

/** The layers that have maps: how many, how large, and where they take their input. */
export const LAYERS = {
  C1: { maps: 8, side: 24, below: "picture", fan: 1, patch: 5, step: 1, field: 5 },
  S2: { maps: 8, side: 12, below: "C1", fan: 1, patch: 2, step: 2, field: 6 },
  C3: { maps: 16, side: 8, below: "S2", fan: 8, patch: 5, step: 2, field: 14 },
  S4: { maps: 16, side: 4, below: "C3", fan: 1, patch: 2, step: 4, field: 16 },
  output: { maps: 10, side: 1, below: "S4", fan: 16, patch: 4, step: 0, field: 28 },
};
const SIZES = [200, 8, 3200, 16, 2560, 10];
const NUMBERS = SIZES.reduce((sum, size) => sum + size, 0);

/** The weights of the three layers that have any; zeros where nothing is given. */
export function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const all = new Float32Array(NUMBERS);
  if (bytes.length === 4 * NUMBERS)
    all.forEach((_, i) => (all[i] = view.getFloat32(4 * i, true)));
  let start = 0;
  const parts = SIZES.map((size) => all.subarray(start, (start += size)));
  return {
    C1: { weights: parts[0], biases: parts[1] },
    C3: { weights: parts[2], biases: parts[3] },
    output: { weights: parts[4], biases: parts[5] },
  };
}

/** A layer of kernels: all windows of all maps below, weighed, summed and squashed. */
function convolved(input, { maps, side, fan }, { weights, biases }) {
  const wide = side + KERNEL - 1;
  const result = new Float32Array(maps * side * side);
  for (let k = 0; k < maps; k += 1)
    for (let i = 0; i < side; i += 1)
      for (let j = 0; j < side; j += 1) {
        let sum = biases[k];
        for (let m = 0; m < fan; m += 1)
          for (let a = 0; a < KERNEL; a += 1) {
            const from = (m * wide + i + a) * wide + j;
            const weight = ((k * fan + m) * KERNEL + a) * KERNEL;
            for (let b = 0; b < KERNEL; b += 1)
              sum += input[from + b] * weights[weight + b];
          }
        result[(k * side + i) * side + j] = Math.tanh(sum);
      }
  return result;
}

/** The means of squares of two by two. */
function pooled(input, { maps, side }) {
  const wide = 2 * side;
  return Float32Array.from({ length: maps * side * side }, (_, at) => {
    const k = Math.floor(at / side / side);
    const [i, j] = [Math.floor(at / side) % side, at % side];
    const from = (k * wide + 2 * i) * wide + 2 * j;
    return (
      (input[from] + input[from + 1] + input[from + wide] + input[from + wide + 1]) / 4
    );
  });
}

/** All units of the net, layer by layer; the output's are scores. */
export function forward(net, picture) {
  const C1 = convolved(ink(picture), LAYERS.C1, net.C1);
  const S2 = pooled(C1, LAYERS.S2);
  const C3 = convolved(S2, LAYERS.C3, net.C3);
  const S4 = pooled(C3, LAYERS.S4);
  const { weights, biases } = net.output;
  const output = biases.map((bias, k) =>
    S4.reduce((sum, value, i) => sum + value * weights[k * S4.length + i], bias),
  );
  return { picture: ink(picture), C1, S2, C3, S4, output };
}

/** Scores as probabilities. */
export function softmax(scores) {
  const top = Math.max(...scores);
  const powers = Array.from(scores, (score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** A square cut from a map: its values, row after row. */
function cut(values, map, wide, row, column, size) {
  return Array.from({ length: size * size }, (_, at) => {
    const [a, b] = [Math.floor(at / size), at % size];
    return values[(map * wide + row + a) * wide + column + b];
  });
}

/** The settings that say which unit is open, brought into the layer's range. */
export function opened({ layer, map, place, source }) {
  const { maps, side, fan } = LAYERS[layer];
  const at = Math.min(place, side * side - 1);
  return {
    layer,
    map: Math.min(map, maps - 1),
    place: at,
    row: Math.floor(at / side),
    column: at % side,
    source: Math.min(source, fan - 1),
  };
}

/** What each map answers to blank paper, the same at all of its places. */
export function grounds(net) {
  const units = forward(net, BLANK);
  const ground = ([layer, { maps, side }]) => [
    layer,
    Array.from({ length: maps }, (_, k) => units[layer][k * side * side]),
  ];
  return Object.fromEntries(Object.entries(LAYERS).map(ground));
}

/** The square of the picture on which the open unit depends. */
export function seen({ layer, row, column }) {
  const { step, field } = LAYERS[layer];
  return { top: step * row, left: step * column, size: field };
}

/** Where a unit's value comes from: patches, weights, products and their sums. */
export function explained(net, units, state) {
  const { layer, map, row, column, place } = opened(state);
  const { fan, patch, below, side } = LAYERS[layer];
  const wide = below === "picture" ? SIDE : LAYERS[below].side;
  const pools = layer === "S2" || layer === "S4";
  const step = pools ? 2 : 1;
  const size = patch * patch;
  const sources = Array.from({ length: fan }, (_, m) => {
    const from = pools ? map : m;
    const values = cut(units[below], from, wide, step * row, step * column, patch);
    const start = (map * fan + m) * size;
    const weights = pools
      ? [0.25, 0.25, 0.25, 0.25]
      : Array.from(net[layer].weights.subarray(start, start + size));
    const sum = values.reduce((total, value, i) => total + value * weights[i], 0);
    const [top, left] = [step * row, step * column];
    return { from, values, weights, sum, top, left };
  });
  const bias = pools ? 0 : net[layer].biases[map];
  const sum = sources.reduce((total, { sum }) => total + sum, bias);
  return { sources, bias, sum, value: units[layer][map * side * side + place] };
}

// ---- words ------------------------------------------------------------------------

/** A unit's name in words: "C1, map 3, row 2, column 5". */
export function nameOf({ layer, map, row, column }) {
  if (layer === "output") return `the score of ${map}`;
  return `${layer}, map ${map + 1}, row ${row + 1}, column ${column + 1}`;
}

const plus = (value) => `${value < 0 ? "−" : "+"} ${fixed(Math.abs(value))}`;

/** The sentence that ends the sum. */
export function conclusion(layer, { sources, bias, sum, value }) {
  if (layer === "S2" || layer === "S4") return `The mean is ${fixed(value)}.`;
  const parts = sources.length > 1 ? `${sources.length} sums` : "Sum";
  const all = `${parts} and bias: ${fixed(sum - bias)} ${plus(bias)} = ${fixed(sum)}`;
  return layer === "output"
    ? `${all}, the score.`
    : `${all}; tanh makes it ${written(value)}.`;
}

/** What the net says of the drawing. */
export function verdict({ picture, output }) {
  if (!picture.some(Boolean)) return "Draw a digit on the board.";
  const probabilities = softmax(output);
  const best = probabilities.indexOf(Math.max(...probabilities));
  const percent = (100 * probabilities[best]).toFixed(1);
  return `It reads ${best}, with probability ${percent} %.`;
}

// ---- drawings to try --------------------------------------------------------------

/** A drawing made of straight strokes through points. */
function strokesOf(...lines) {
  let picture = BLANK;
  for (const line of lines)
    line.slice(1).forEach((to, k) => (picture = stroked(picture, line[k], to)));
  return picture;
}

const SEVEN = [
  [8, 8],
  [19, 8],
  [12, 21],
];
const star = (k) => [
  14 + 8 * Math.sin((4 * Math.PI * k) / 5),
  14 - 8 * Math.cos((4 * Math.PI * k) / 5),
];

/** Drawings that nobody wrote by hand, by their names. */
export const DRAWN = {
  "seven, no bar": strokesOf(SEVEN),
  "seven with a bar": strokesOf(SEVEN, [
    [11, 14],
    [19, 14],
  ]),
  "not a digit": strokesOf([0, 1, 2, 3, 4, 5].map(star)),
};
