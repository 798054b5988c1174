// @ts-check
// A small net in two columns that sees: its arithmetic, and no picture.

import { linear, softmax, unpack } from "../matrices.js";

export const SIDE = 32; // pixels along a picture
export const CLASSES = 10;
const MEAN = [125.31, 122.95, 113.87]; // of the pictures it learned from
const SCALE = 64;

/** The convolutions: maps, columns that see only themselves, and a pooling after it. */
export const CONVOLUTIONS = [
  { name: "conv1", maps: 48, kernel: 7, groups: 1, pooled: true },
  { name: "conv2", maps: 48, kernel: 5, groups: 2, pooled: true },
  { name: "conv3", maps: 64, kernel: 3, groups: 1, pooled: false },
  { name: "conv4", maps: 64, kernel: 3, groups: 2, pooled: false },
  { name: "conv5", maps: 48, kernel: 3, groups: 2, pooled: true },
];
const FULL = ["fc6", "fc7"];
/** What the walk goes through, in order. */
export const LAYERS = [
  "picture",
  ...CONVOLUTIONS.map(({ name }) => name),
  ...FULL,
  "guesses",
];

// ---- the net --------------------------------------------------------------------------

/** The weights by name, from what travels in eight bits. */
export const opened = (packed) => unpack(packed);

/** Red, green and blue bytes, point by point, as three maps that the net can read. */
export function readable(rgb) {
  const size = SIDE * SIDE;
  const maps = new Float32Array(3 * size);
  for (let k = 0; k < size; k += 1)
    for (let c = 0; c < 3; c += 1)
      maps[c * size + k] = (rgb[3 * k + c] - MEAN[c]) / SCALE;
  return maps;
}

/** Maps with a frame of zeros. */
function framed(maps, count, side, padding) {
  const wide = side + 2 * padding;
  const out = new Float32Array(count * wide * wide);
  for (let c = 0; c < count; c += 1)
    for (let i = 0; i < side; i += 1) {
      const from = (c * side + i) * side;
      const to = (c * wide + i + padding) * wide + padding;
      out.set(maps.subarray(from, from + side), to);
    }
  return out;
}

/** Add one weight times a shifted map to another map. */
function add(out, to, maps, from, side, wide, weight) {
  for (let i = 0; i < side; i += 1) {
    const [a, b] = [to + i * side, from + i * wide];
    for (let j = 0; j < side; j += 1) out[a + j] += weight * maps[b + j];
  }
}

/** All maps of a convolution, after its ReLU. */
function convolved(net, { name, maps, kernel, groups }, given, count, side) {
  const [weights, bias] = [net[`${name}.weight`], net[`${name}.bias`]];
  const padding = (kernel - 1) / 2;
  const wide = side + 2 * padding;
  const seen = framed(given, count, side, padding);
  const [depth, size] = [count / groups, side * side];
  const out = new Float32Array(maps * size);
  for (let o = 0; o < maps; o += 1) {
    out.fill(bias[o], o * size, (o + 1) * size);
    const first = Math.floor((o * groups) / maps) * depth;
    for (let c = 0; c < depth; c += 1)
      for (let t = 0; t < kernel * kernel; t += 1) {
        const step = Math.floor(t / kernel) * wide + (t % kernel);
        const from = (first + c) * wide * wide + step;
        const weight = weights[(o * depth + c) * kernel * kernel + t];
        add(out, o * size, seen, from, side, wide, weight);
      }
  }
  for (let k = 0; k < out.length; k += 1) out[k] = Math.max(0, out[k]);
  return out;
}

/** How many windows of three stand along a side, two steps apart. */
export const halved = (side) => Math.floor((side - 3) / 2) + 1;

/** The largest of each window of 3 × 3, two steps apart. */
export function pooled(maps, count, side) {
  const less = halved(side);
  const out = new Float32Array(count * less * less);
  for (let c = 0, k = 0; c < count; c += 1)
    for (let i = 0; i < less; i += 1)
      for (let j = 0; j < less; j += 1, k += 1) {
        let most = -Infinity;
        for (let t = 0; t < 9; t += 1) {
          const row = 2 * i + Math.floor(t / 3);
          most = Math.max(most, maps[(c * side + row) * side + 2 * j + (t % 3)]);
        }
        out[k] = most;
      }
  return out;
}

/** Everything that the net makes of a picture: maps by layer, units, probabilities. */
export function run(net, rgb) {
  const picture = readable(rgb);
  const layers = [{ name: "picture", maps: 3, side: SIDE, values: picture }];
  let [flow, count, side] = [picture, 3, SIDE];
  for (const layer of CONVOLUTIONS) {
    const values = convolved(net, layer, flow, count, side);
    layers.push({ name: layer.name, maps: layer.maps, side, values });
    [flow, count] = [values, layer.maps];
    if (!layer.pooled) continue;
    flow = pooled(values, count, side);
    side = halved(side);
  }
  for (const name of FULL) {
    flow = linear(net, name, flow).map((value) => Math.max(0, value));
    layers.push({ name, maps: flow.length, side: 1, values: flow });
  }
  const scores = linear(net, "fc8", flow);
  layers.push({
    name: "guesses",
    maps: CLASSES,
    side: 1,
    values: Float32Array.from(softmax(scores)),
  });
  return layers;
}

/** The classes from the most probable on: [[class, probability], …]. */
export function ranked(probabilities) {
  return Array.from(probabilities, (p, k) => [k, p]).sort((a, b) => b[1] - a[1]);
}

// ---- what a unit sees -----------------------------------------------------------------

/** The pixels that reach a unit: its window's first row, first column and size. */
export function sees(layer, row, column) {
  let [size, jump, start] = [1, 1, 0]; // one pixel; the first place begins at 0
  for (const { name, kernel, pooled: small } of CONVOLUTIONS) {
    start -= ((kernel - 1) / 2) * jump;
    size += (kernel - 1) * jump;
    if (name === layer) break;
    if (!small) continue;
    size += 2 * jump;
    jump *= 2;
  }
  if (layer === "picture") [size, jump, start] = [1, 1, 0];
  return { top: start + row * jump, left: start + column * jump, size };
}

/** Where a map answers most strongly: its place and the answer. */
export function strongest({ values, side }, map) {
  let [at, most] = [0, -Infinity];
  for (let k = 0; k < side * side; k += 1) {
    const value = values[map * side * side + k];
    if (value > most) [at, most] = [k, value];
  }
  return { row: Math.floor(at / side), column: at % side, value: most };
}

/** The map with the largest answer of all, or of so many from a first one on. */
export function loudest(layer, first = 0, count = layer.maps) {
  let [map, most] = [first, -Infinity];
  for (let k = first; k < first + count; k += 1) {
    const { value } = strongest(layer, k);
    if (value > most) [map, most] = [k, value];
  }
  return map;
}

/** The largest magnitude in a layer, to shade by. */
export function largest({ values }) {
  let most = 1e-9;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}

// ---- covering a part ------------------------------------------------------------------

export const PATCH = 8; // pixels along the grey square
export const STRIDE = 3;
export const PLACES = Math.floor((SIDE - PATCH) / STRIDE) + 1;

/** A copy of the picture with a square of the mean colour on it. */
export function covered(rgb, place) {
  const copy = rgb.slice();
  const [top, left] = [Math.floor(place / PLACES), place % PLACES];
  for (let i = 0; i < PATCH; i += 1)
    for (let j = 0; j < PATCH; j += 1) {
      const k = (top * STRIDE + i) * SIDE + left * STRIDE + j;
      for (let c = 0; c < 3; c += 1) copy[3 * k + c] = Math.round(MEAN[c]);
    }
  return copy;
}

// ---- pictures -------------------------------------------------------------------------

/** Red, green, blue and opacity as red, green and blue on white. */
export function onWhite(rgba) {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  let clear = false;
  for (let k = 0; k < rgba.length / 4; k += 1) {
    const part = rgba[4 * k + 3] / 255;
    clear ||= part < 1;
    for (let c = 0; c < 3; c += 1)
      rgb[3 * k + c] = Math.round(rgba[4 * k + c] * part + 255 * (1 - part));
  }
  return { rgb, clear };
}

/** The bytes of a stored picture, from their text. */
export function bytes(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** One kernel of conv1 in colours, 127 where a weight is 0: red, green, blue. */
export function kernelColours(net, map) {
  const size = 49;
  const weights = net["conv1.weight"].subarray(map * 3 * size, (map + 1) * 3 * size);
  let most = 1e-9;
  for (const weight of weights) most = Math.max(most, Math.abs(weight));
  const rgb = new Uint8Array(3 * size);
  for (let k = 0; k < size; k += 1)
    for (let c = 0; c < 3; c += 1)
      rgb[3 * k + c] = Math.round(127.5 + (127 * weights[c * size + k]) / most);
  return rgb;
}

// ---- words ----------------------------------------------------------------------------

/** 0.637 → "64 %". */
export function percent(p) {
  if (p > 0 && p < 0.005) return "under 1 %";
  return `${Math.round(100 * p)} %`;
}

/** What a layer is, in a sentence. */
export function about(name) {
  const layer = CONVOLUTIONS.find((other) => other.name === name);
  if (name === "picture") return "The picture: red, green and blue, each a map.";
  if (name === "guesses") return "Ten probabilities, one for each class.";
  if (!layer) return "Fully connected units: no place in the picture any more.";
  const { maps, kernel, groups } = layer;
  const columns =
    groups === 2
      ? "each column sees only itself"
      : name === "conv1"
        ? "both columns see the picture"
        : "here the columns see each other";
  return `${maps} maps, kernels of ${kernel} × ${kernel}: ${columns}.`;
}

/** What a unit's window is, in words. */
export function windowWords({ size }) {
  return size >= SIDE ? "the whole picture" : `${size} × ${size} pixels`;
}
