// @ts-check
// A kernel on a picture: every response is computed here, and put into words.

import { written } from "../figure.js";

// ---- pictures and kernels -----------------------------------------------------------

const rows = (text) => text.split(" ").map((row) => [...row].map(Number));

export const SIDE = 9; // pixels along the picture that can be painted
export const PHOTO = 208; // pixels along the photograph
const bands = (row) => rows(Array.from({ length: SIDE }, (_, i) => row(i)).join(" "));

/** The ready-made pictures: brightness 0 to 9, row by row. */
export const PICTURES = {
  disc: rows(
    "000000000 001676100 018999810 069999960 079999970 " +
      "069999960 018999810 001676100 000000000",
  ),
  "tilted edge": rows(
    "004999999 000899999 000399999 000079999 000029999 " +
      "000005999 000001899 000000499 000000079",
  ),
  ramp: bands(() => "123456789"),
  "one dot": bands((i) => (i === 4 ? "000090000" : "000000000")),
  "all dark": bands(() => "000000000"),
  "all bright": bands(() => "999999999"),
};

const three = (text) => text.split(" / ").map((row) => row.split(" ").map(Number));

/** The kernels that have a name. */
export const KERNELS = {
  blur: three("1 1 1 / 1 1 1 / 1 1 1"),
  sharpen: three("0 -1 0 / -1 5 -1 / 0 -1 0"),
  emboss: three("-2 -1 0 / -1 1 1 / 0 1 2"),
  outline: three("-1 -1 -1 / -1 8 -1 / -1 -1 -1"),
  "Sobel, horizontal": three("1 2 1 / 0 0 0 / -1 -2 -1"),
  "Sobel, vertical": three("-1 0 1 / -2 0 2 / -1 0 1"),
  "Sobel, rising": three("2 1 0 / 1 0 -1 / 0 -1 -2"),
  "Sobel, falling": three("0 1 2 / -1 0 1 / -2 -1 0"),
  Scharr: three("-3 0 3 / -10 0 10 / -3 0 3"),
};

/** The name of a value in a table of them, or nothing. */
export function nameIn(table, value) {
  const wanted = JSON.stringify(value);
  return Object.keys(table).find((name) => JSON.stringify(table[name]) === wanted);
}

// ---- what is computed ---------------------------------------------------------------

/** The kernel turned by half a circle. */
export function halfTurn(kernel) {
  return kernel.map((row) => [...row].reverse()).reverse();
}

/** The kernel turned clockwise by a quarter: from upwards to rightwards. */
export function quarterTurn(kernel) {
  return kernel.map((_, i) => kernel.map((row) => row[i]).reverse());
}

/** How many places a kernel has along n pixels. */
export function places(n, size, padding, stride) {
  return Math.floor((n + 2 * padding - size) / stride) + 1;
}

/** The pixels under the kernel at a place; the padding is 0. */
export function windowAt(picture, size, padding, stride, row, column) {
  return Array.from({ length: size }, (_, a) =>
    Array.from({ length: size }, (_, b) => {
      const [i, j] = [row * stride - padding + a, column * stride - padding + b];
      return picture[i]?.[j] ?? 0;
    }),
  );
}

/** The nine products at a place, row by row. */
export function products(pixels, kernel) {
  return pixels.map((row, a) => row.map((pixel, b) => pixel * kernel[a][b]));
}

export const total = (table) => table.flat().reduce((sum, value) => sum + value, 0);

/** The sum of products at every place. */
export function correlate(picture, kernel, padding = 0, stride = 1) {
  const size = kernel.length;
  const high = places(picture.length, size, padding, stride);
  const wide = places(picture[0].length, size, padding, stride);
  return Array.from({ length: high }, (_, i) =>
    Array.from({ length: wide }, (_, j) =>
      total(products(windowAt(picture, size, padding, stride, i, j), kernel)),
    ),
  );
}

/** The kernel as it is laid on: turned by half a circle for a convolution. */
export function laidOn({ kernel, mode }) {
  return mode === "convolution" ? halfTurn(kernel) : kernel;
}

/** What two slopes make together; without any slope there is no angle. */
export function arrow(right, up) {
  const flat = right === 0 && up === 0;
  return {
    magnitude: Math.hypot(right, up),
    angle: flat ? null : (Math.atan2(up, right) * 180) / Math.PI,
  };
}

/** At each place: the kernel's sum, its quarter turn's, and the two as an arrow. */
export function answers(state) {
  const { picture, padding, stride } = state;
  const kernel = laidOn(state);
  const up = correlate(picture, kernel, padding, stride);
  const right = correlate(picture, quarterTurn(kernel), padding, stride);
  return up.map((row, i) =>
    row.map((value, j) => ({
      up: value,
      right: right[i][j],
      ...arrow(right[i][j], value),
    })),
  );
}

/** The largest response of a picture as bright as this can be under the kernel. */
export function largest(kernel, brightest = 9) {
  const sums = [1, -1].map((sign) =>
    total(kernel.map((row) => row.map((weight) => Math.max(0, sign * weight)))),
  );
  return brightest * Math.max(...sums, 1);
}

/** What the sum is divided by, so that a kernel keeps the brightness: 1 for edges. */
export const divisor = (kernel) => Math.max(1, total(kernel));

/** Whether the answer is a picture again, as bright as before. */
export const keepsLight = (kernel) => total(kernel) > 0;

// ---- the photograph -----------------------------------------------------------------

/** The numbers of a photograph, row after row, from their text. */
export function unpacked(base64) {
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

/** Red, green, blue and opacity as grey on white: the mean of the three. */
export function greyOf(rgba) {
  const grey = new Uint8Array(rgba.length / 4);
  let clear = false;
  for (let i = 0; i < grey.length; i += 1) {
    const part = rgba[4 * i + 3] / 255;
    const sum = rgba[4 * i] + rgba[4 * i + 1] + rgba[4 * i + 2];
    grey[i] = Math.round((sum / 3) * part + 255 * (1 - part));
    clear ||= part < 1;
  }
  return { grey, clear };
}

/** The sums of products at all places of a square photograph, row after row. */
export function respond(grey, kernel, side = PHOTO) {
  const wide = side - 2;
  const weights = kernel.flat();
  const steps = weights.map((_, k) => Math.floor(k / 3) * side + (k % 3));
  const used = weights.map((w, k) => [w, steps[k]]).filter(([w]) => w);
  const found = new Float32Array(wide * wide);
  for (const [weight, step] of used) {
    for (let i = 0; i < wide; i += 1) {
      const [from, to] = [i * side + step, i * wide];
      for (let j = 0; j < wide; j += 1) found[to + j] += weight * grey[from + j];
    }
  }
  return found;
}

/** The nine pixels around a middle. */
export function ninePixels(grey, [row, column], side = PHOTO) {
  return [-1, 0, 1].map((a) =>
    [-1, 0, 1].map((b) => grey[(row + a) * side + column + b]),
  );
}

/** Nine by nine pixels around a middle, as numbers from 0 to 9. */
export function cutOut(grey, [row, column], side = PHOTO) {
  const from = (k) => Math.max(0, Math.min(side - SIDE, k - 4));
  const [top, left] = [from(row), from(column)];
  return Array.from({ length: SIDE }, (_, i) =>
    Array.from({ length: SIDE }, (_, j) =>
      Math.round((grey[(top + i) * side + left + j] * 9) / 255),
    ),
  );
}

const AROUND = [
  [86, 180, 233],
  [240, 228, 66],
  [230, 97, 0],
  [170, 80, 200],
];

/** The colour of a direction: blue right, yellow up, orange left, purple down. */
export function wheel(angle) {
  const quarter = ((((angle % 360) + 360) % 360) / 90) % 4;
  const first = Math.floor(quarter);
  const part = quarter - first;
  return AROUND[first].map(
    (value, k) => (1 - part) * value + part * AROUND[(first + 1) % 4][k],
  );
}

/** Write grey where a kernel keeps the light, else a colour for the sign. */
function putSums(out, sums, kernel, [positive, negative]) {
  const by = divisor(kernel);
  const strong = 0.3 * largest(kernel, 255);
  const light = keepsLight(kernel);
  for (let i = 0, k = 0; i < sums.length; i += 1, k += 4) {
    const sum = sums[i];
    const colour = sum > 0 ? positive : negative;
    out[k] = light ? sum / by : colour[0];
    out[k + 1] = light ? sum / by : colour[1];
    out[k + 2] = light ? sum / by : colour[2];
    out[k + 3] = light ? 255 : 240 * Math.min(1, Math.abs(sum) / strong);
  }
}

const CIRCLE = Array.from({ length: 360 }, (_, degree) => wheel(degree));
const WHITE = [255, 255, 255];

/** Write white or the wheel's colours on black, as strong as the slope. */
function putArrows(out, ups, rights, kernel, show) {
  const strong = 0.3 * largest(kernel, 255);
  for (let i = 0, k = 0; i < ups.length; i += 1, k += 4) {
    const part = Math.min(1, Math.hypot(ups[i], rights[i]) / strong);
    const degree = Math.round((Math.atan2(ups[i], rights[i]) * 180) / Math.PI);
    const colour = show === "angle" ? CIRCLE[(degree + 360) % 360] : WHITE;
    for (let c = 0; c < 3; c += 1) out[k + c] = part * colour[c];
    out[k + 3] = 255;
  }
}

/** The response of a photograph as red, green, blue and opacity. */
export function painted(grey, { kernel, mode, show }, colours, side = PHOTO) {
  const laid = laidOn({ kernel, mode });
  const up = respond(grey, laid, side);
  const out = new Uint8ClampedArray(4 * up.length);
  if (show === "response") putSums(out, up, kernel, colours);
  else putArrows(out, up, respond(grey, quarterTurn(laid), side), kernel, show);
  return out;
}

// ---- words --------------------------------------------------------------------------

export const whole = (value) => written(Math.round(value));

/** "9 + 18 − 4 = 23": the products that are not zero, and their sum. */
export function addition(values) {
  const used = values.filter((value) => value !== 0);
  const sum = written(used.reduce((a, b) => a + b, 0));
  if (used.length < 2) return sum;
  const tail = used
    .slice(1)
    .map((value) => `${value < 0 ? "−" : "+"} ${written(Math.abs(value))}`);
  return `${written(used[0])} ${tail.join(" ")} = ${sum}`;
}

/** "(9 + 2·1 − 3) / 2 + 1 = 5": the size of the response, rounded down. */
export function sizes({ padding, stride }) {
  const quotient = `(${SIDE} + 2·${padding} − 3) / ${stride}`;
  const exact = Number.isInteger((SIDE + 2 * padding - 3) / stride);
  const result = places(SIDE, 3, padding, stride);
  return `${exact ? quotient : `⌊${quotient}⌋`} + 1 = ${result}`;
}

/** An answer in a word or two. */
export function inWords(answer, show) {
  if (show === "response") return whole(answer.up);
  if (show === "magnitude") return answer.magnitude.toFixed(1);
  return answer.angle === null ? "no slope" : `${whole(answer.angle)}°`;
}

/** The line under the sum: what becomes of it. */
export function together({ right, up, magnitude, angle }, { kernel, show }) {
  const by = divisor(kernel);
  if (show === "response") {
    if (by > 1) return `divided by ${by}, the sum of the weights: ${whole(up / by)}`;
    if (keepsLight(kernel)) return "The weights add up to 1: the light is kept.";
    const sum = total(kernel);
    return sum ? `The weights add up to ${written(sum)}.` : "The weights add up to 0.";
  }
  const second = `Turned by a quarter, the kernel gives ${written(right)}.`;
  const squares = `√(${Math.abs(right)}² + ${Math.abs(up)}²)`;
  if (show === "magnitude") return `${second} ${squares} = ${magnitude.toFixed(1)}`;
  if (angle === null) return "No slope, so no way is uphill.";
  return `${second} Uphill is ${whole(angle)}°.`;
}

// ---- the camera ---------------------------------------------------------------------

/** Why there is no camera, in a sentence, from the name of the browser's error. */
export function cameraSentence(name) {
  if (name === "NotAllowedError" || name === "SecurityError") {
    return "The camera was not allowed. You can drop a picture instead.";
  }
  if (name === "NotFoundError" || name === "OverconstrainedError") {
    return "No camera was found. You can drop a picture instead.";
  }
  if (name === "NotReadableError" || name === "AbortError") {
    return "The camera is in use elsewhere. You can drop a picture instead.";
  }
  return "This page cannot reach a camera. You can drop a picture instead.";
}
