// A recurrent cell of eight units that reads letters, and its gradient. Arithmetic only:
// tests/cases/unrolled_cell.json holds it.

import { scattered } from "../numbers.js";

export const UNITS = 8;
export const LETTERS = "abcdefghijklmnopqrstuvwxyz .,'!?-";

// ---- matrices, as lists of rows -----------------------------------------------------

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const apply = (matrix, x) => matrix.map((row) => dot(row, x));
const turned = (matrix) => matrix[0].map((_, j) => matrix.map((row) => row[j]));
const length = (x) => Math.hypot(...x);
const sumOf = (x) => x.reduce((sum, value) => sum + value, 0);

function multiply(a, b) {
  const columns = turned(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

/** The square of an n × n matrix, which is a flat list, over a number squared. */
function squared(a, n, size) {
  const result = new Float64Array(n * n);
  for (let i = 0; i < n; i += 1) {
    for (let k = 0; k < n; k += 1) {
      const value = a[i * n + k] / (size * size);
      for (let j = 0; j < n; j += 1) result[i * n + j] += value * a[k * n + j];
    }
  }
  return result;
}

/** The largest size of an eigenvalue, from the norm of a very high power. */
export function spectralRadius(matrix) {
  let [power, exponent, log] = [Float64Array.from(matrix.flat()), 1, 0];
  for (let i = 0; i < 30; i += 1) {
    let square = 0;
    for (const value of power) square += value * value;
    if (square === 0) return 0;
    log += Math.log(square) / (2 * exponent);
    if (i && Math.abs(square - 1) < 1e-14) break; // its own square
    power = squared(power, matrix.length, Math.sqrt(square));
    exponent *= 2;
  }
  return Math.exp(log);
}

/** The largest singular value: the most that the matrix stretches a vector. */
export function norm(matrix) {
  return Math.sqrt(spectralRadius(multiply(turned(matrix), matrix)));
}

// ---- the text -----------------------------------------------------------------------

/** The letters that are read: the text, or its beginning, or the text again. */
export function lettersOf({ text, length: asked }) {
  const signs = [...text];
  const stream = [...signs, " "];
  const count = asked || signs.length;
  return Array.from({ length: count }, (_, t) => stream[t % stream.length]);
}

/** One sentence when settings do not go together, else null. */
export function problem({ text }) {
  const strange = [...text].find((sign) => !LETTERS.includes(sign.toLowerCase()));
  return strange === undefined
    ? null
    : "text must be of the letters a to z, spaces and . , ' ! ? -; " +
        `it has “${strange}”.`;
}

/** What keeps a typed text from being read, in one sentence, or null. */
export function refusal(typed) {
  const count = [...typed].length;
  if (count > 30) {
    return `The chain reads up to 30 letters; these are ${count.toLocaleString("en")}.`;
  }
  if (!typed.trim()) return "Type a word, of up to 30 letters.";
  const strange = [...typed].find((sign) => !LETTERS.includes(sign.toLowerCase()));
  return strange === undefined
    ? null
    : `The cell knows a to z, spaces and . , ' ! ? -, but not “${strange}”.`;
}

// ---- eight units --------------------------------------------------------------------

const drawn = new Map(); // a seed's matrix, of spectral radius 1

/** Recurrent weights of this spectral radius. */
export function weights(radius, seed) {
  if (!drawn.has(seed)) {
    const matrix = Array.from({ length: UNITS }, (_, i) =>
      Array.from(
        { length: UNITS },
        (__, j) => 2 * scattered(100000 * seed + UNITS * i + j) - 1,
      ),
    );
    const most = spectralRadius(matrix);
    drawn.set(
      seed,
      matrix.map((row) => row.map((value) => value / most)),
    );
  }
  return drawn.get(seed).map((row) => row.map((value) => value * radius));
}

/** The input weights of one letter, U's column: from −0.5 to 0.5. */
export function column(letter, seed) {
  const place = LETTERS.indexOf(letter.toLowerCase());
  return Array.from(
    { length: UNITS },
    (_, i) => scattered(100000 * seed + 1000 + UNITS * place + i) - 0.5,
  );
}

/** Every number of the way forward, time by time; time 0 is the start. */
export function run({ text, length: asked, radius, tanh, seed }) {
  const W = weights(radius, seed);
  const steps = [{ h: Array(UNITS).fill(0) }];
  for (const letter of lettersOf({ text, length: asked })) {
    const before = steps.at(-1).h;
    const [fromState, fromInput] = [apply(W, before), column(letter, seed)];
    const total = fromState.map((value, i) => value + fromInput[i]);
    const h = tanh ? total.map(Math.tanh) : total;
    const slope = h.map((value) => (tanh ? 1 - value * value : 1));
    steps.push({ letter, before, fromState, fromInput, total, h, slope });
  }
  return { W, steps };
}

/**
 * From the last state back: `norms[t]` is the length of ∂h_T/∂h_t, and `errors[t]` the
 * error at time t before the squashing, when the loss asks all units at T to grow.
 */
export function backwards({ W, steps }) {
  const last = steps.length - 1;
  let product = W.map((row, i) => row.map((_, j) => Number(i === j)));
  let dh = Array(UNITS).fill(1 / Math.sqrt(UNITS));
  const norms = Array(last + 1).fill(1);
  const errors = Array(last + 1).fill(null);
  for (let t = last; t >= 1; t -= 1) {
    const { slope } = steps[t];
    const step = W.map((row, i) => row.map((w) => w * slope[i]));
    errors[t] = dh.map((value, i) => value * slope[i]);
    product = multiply(product, step);
    norms[t - 1] = norm(product);
    dh = apply(turned(W), errors[t]);
  }
  return { norms, errors, ...gradient(steps, errors) };
}

/**
 * The gradient for W, a sum of one part for each step: the parts' lengths, the whole's,
 * and all of them in the plane of the last step's part (to the right) and the whole.
 */
function gradient(steps, errors) {
  const last = steps.length - 1;
  const sum = errors.at(-1).map(() => Array(UNITS).fill(0));
  const parts = errors.map((d, t) => (d ? length(d) * length(steps[t].before) : 0));
  for (let t = 1; t <= last; t += 1) {
    errors[t].forEach((d, i) =>
      steps[t].before.forEach((h, j) => {
        sum[i][j] += d * h;
      }),
    );
  }
  const total = length(sum.flat());
  const against = (matrix, t) => dot(errors[t], apply(matrix, steps[t].before));
  const right = parts[last] ? against(sum, last) / parts[last] : 0;
  const up = Math.sqrt(Math.max(0, total * total - right * right));
  const path = parts.map((part, t) => {
    if (!part) return [0, 0];
    const shared =
      dot(errors[t], errors[last]) * dot(steps[t].before, steps[last].before);
    const x = parts[last] ? shared / parts[last] : 0;
    return [x, up > 1e-9 * total ? (against(sum, t) - x * right) / up : 0];
  });
  return { parts, total, whole: [right, up], path };
}

/** What is left of a gradient of this length under a limit; 0 is no limit. */
export const clipped = (total, limit) => (limit > 0 ? Math.min(total, limit) : total);

/** A step's part of all the parts' lengths, from 0 to 1. */
export const share = (parts, t) => parts[t] / (sumOf(parts) || 1);

/** What the first half of the steps brings of all the parts' lengths. */
export const early = (parts) =>
  sumOf(parts.slice(0, Math.floor((parts.length - 1) / 2) + 1)) / (sumOf(parts) || 1);

const FATES = [
  [0.01, "vanishes"],
  [0.5, "fades"],
  [2, "holds"],
  [100, "grows"],
];

/** What becomes of the gradient on its way, by what is left at the first letter. */
export const fate = (norms) =>
  FATES.find(([below]) => norms[1] < below)?.[1] ?? "explodes";

/** The powers of ten at both ends of an axis with room for these values, and for 1. */
export function axisFor(values) {
  const powers = values.map((value) => Math.log10(Math.max(value, 1e-300)));
  const ends = [0, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32];
  const far = (most) => ends.find((end) => end >= most) ?? ends.at(-1);
  return [-far(Math.max(1, -Math.min(...powers))), far(Math.max(...powers))];
}

/** The step at which a run of another length is at the same time, on the same way. */
export function kept(step, last, asked) {
  if (step >= 2 * last) return 120;
  const back = step > last;
  const t = Math.min(back ? 2 * last - step : step, asked);
  return back ? 2 * asked - t : t;
}
