// Vectors and maps as small pictures of one pixel a number, in the theme's colours.

import { clamp, mix, range } from "./tools.js";

const rgbOf = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));
const NAMES = {
  // ours → the style's
  text: "--tb-ink",
  muted: "--tb-quiet",
  edge: "--tb-line",
  rule: "--tb-rule",
  raised: "--tb-hollow",
  active: "--tb-lit",
  glow: "--tb-glow",
  positive: "--tb-more",
  negative: "--tb-less",
  positiveText: "--tb-positive-text",
  query: "--tb-query",
  negativeText: "--tb-negative-text",
  key: "--tb-key",
  value: "--tb-value",
  zero: "--mc-zero",
  stream: "--mc-stream",
  sunk: "--mc-sunk",
  paper: "--mc-paper",
  onHead: "--mc-on-head",
};

/** The colours that the style gives the element, and some of them as numbers. */
export function palette(root) {
  const style = getComputedStyle(root);
  const get = (name) => style.getPropertyValue(name).trim();
  const all = Object.fromEntries(
    Object.entries(NAMES).map(([ours, name]) => [ours, get(name)]),
  );
  all.heads = range(4).map((h) => get(`--mc-head-${h + 1}`));
  const mixed = ["positive", "negative", "active", "zero", "paper", "sunk"];
  all.rgb = Object.fromEntries(mixed.map((name) => [name, rgbOf(all[name])]));
  all.headRgb = all.heads.map(rgbOf);
  all.key_ = all.paper + all.text;
  return all;
}

/** Heads beyond the fourth wear the colours again. */
export const headColour = (colours, h) => colours.heads[h % 4];

function picture(width, height, colour) {
  const image = new ImageData(width, height);
  for (let k = 0; k < width * height; k += 1) {
    const [r, g, b, a = 255] = colour(k);
    image.data.set([r, g, b, a], 4 * k);
  }
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  canvas.getContext("2d").putImageData(image, 0, 0);
  return canvas;
}

const toward = (from, to, p) => range(3).map((c) => mix(from[c], to[c], p));

/** The colour of a signed number; `one` for numbers that are never below zero. */
export function shade(colours, value, scale, one = null) {
  const v = clamp(value / scale, -1, 1);
  const { zero, negative, positive } = colours.rgb;
  return toward(zero, one ?? (v < 0 ? negative : positive), Math.abs(v) ** 0.8);
}

const painted = new WeakMap(); // data → its pictures

/** Numbers `from` … of a vector as a picture, row by row; kept for the next time. */
export function stripe(colours, data, from, count, cols, scale, one = null) {
  const key = [from, count, cols, scale, one, colours.key_].join("|");
  if (!painted.has(data)) painted.set(data, new Map());
  const known = painted.get(data);
  if (!known.has(key))
    known.set(
      key,
      picture(cols, Math.ceil(count / cols), (k) =>
        k < count ? shade(colours, data[from + k], scale, one) : [0, 0, 0, 0],
      ),
    );
  return known.get(key);
}

/** Rows of weights as a picture; what a mask hides stays clear. */
export function mapPicture(colours, rows, width, colour, causal) {
  return picture(width, rows.length, (at) => {
    const [i, j] = [Math.floor(at / width), at % width];
    if (causal && j > i) return [0, 0, 0, 0];
    return toward(colours.rgb.sunk, colour, clamp(rows[i][j] ?? 0) ** 0.75);
  });
}

/** How light a colour is: 0 black, 1 white; at 0.18 both are equally legible on it. */
export function lightness(rgb) {
  const [r, g, b] = rgb.map((v) =>
    v / 255 <= 0.04045 ? v / 3294.6 : ((v / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
