// Workers in a ring that add up their rows: what is computed and said.
// tests/cases/ring.json holds the sums to NumPy's.

import { listed } from "../figure.js";

/** The numbers of a gradient, by the model that they are for. */
export const GRADIENTS = { base: 65e6, "GPT-2": 1.5e9, "GPT-3": 175e9 };

/** What worker k (from 0) brings for chunk c (from 0). */
export const brought = (k, c) => (k + 1) * (c + 1);

const modulo = (a, n) => ((a % n) + n) % n;

/**
 * The ring at every step: `held[k][c]` lists whose numbers are in worker k's chunk c,
 * and `came[k]` is the chunk that has just come to it, or null at the beginning.
 */
export function ring(n) {
  const start = Array.from({ length: n }, (_, k) =>
    Array.from({ length: n }, () => [k]),
  );
  const moments = [{ held: start, came: Array(n).fill(null) }];
  for (let step = 0; step < 2 * (n - 1); step += 1) {
    const before = moments.at(-1).held;
    const held = before.map((row) => row.slice());
    const came = held.map((row, k) => {
      const left = modulo(k - 1, n);
      const c = modulo(k - 1 - step, n);
      const own = step < n - 1 ? before[k][c] : [];
      row[c] = [...before[left][c], ...own].sort((a, b) => a - b);
      return c;
    });
    moments.push({ held, came });
  }
  return moments;
}

/** How much of the whole each of n workers has sent after some steps. */
export const sent = (n, step) => step / n;

/** How many of all chunks are complete at a moment. */
export const complete = ({ held }) =>
  held.flat().filter((members) => members.length === held.length).length;

/** Bytes in the unit that suits them, with three figures. */
export function bytes(value) {
  const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];
  const power =
    value > 0 ? Math.min(5, Math.max(0, Math.floor(Math.log10(value) / 3 + 1e-9))) : 0;
  return `${Number((value / 1000 ** power).toPrecision(3))} ${units[power]}`;
}

/** So many times a gradient of 32-bit numbers, and how many bytes that is. */
export function inBytes(times, gradient) {
  const part = Number(times.toFixed(3));
  return `${part} × = ${bytes(4 * GRADIENTS[gradient] * times)}`;
}

/** The rows of the tally: their names, lengths and numbers. */
export function tally({ workers: n, step, gradient }) {
  const end = (2 * (n - 1)) / n;
  const row = (name, times) => ({
    name,
    part: times / Math.max(n - 1, end),
    number: inBytes(times, gradient),
    words: `${name}: ${inBytes(times, gradient)}`,
  });
  return [
    { ...row("so far", sent(n, step)), lit: true },
    row("at the end", end),
    row("if one collects", n - 1),
  ];
}

/** A chunk's sum in words. */
export function sumInWords(members, k, c) {
  const terms = members.map((m) => brought(m, c));
  const sum = terms.reduce((a, b) => a + b);
  const whose =
    members.length === 1
      ? `worker ${members[0] + 1} alone`
      : `workers ${listed(members.map((m) => String(m + 1)))}`;
  const adding = terms.length === 1 ? `${sum}` : `${terms.join(" + ")} = ${sum}`;
  return `Worker ${k + 1}, chunk ${c + 1}: ${adding}, from ${whose}.`;
}

/** Which half a step belongs to. */
export function half(n, step) {
  if (step === 0) return "before the start";
  return step < n ? "reduce-scatter" : "all-gather";
}

/** What happens at a step, in words. */
export function stepInWords(n, step) {
  if (step === 0) {
    return `Each of ${n} workers holds its own row, cut into ${n} chunks.`;
  }
  const said =
    step < n
      ? "First half, reduce-scatter: each adds the chunk that comes from its " +
        "neighbour to its own."
      : "Second half, all-gather: complete chunks are handed on and replace what " +
        "was there.";
  return step === 2 * (n - 1) ? `${said} Everyone has every sum.` : said;
}

/** One sentence when settings do not go together, else null. */
export function problem({ workers: n, step, worker, chunk }) {
  if (step > 2 * (n - 1)) {
    return `a ring of ${n} has ${2 * (n - 1)} steps, not ${step}.`;
  }
  return Math.max(worker, chunk) > n
    ? `a ring of ${n} has ${n} workers and chunks.`
    : null;
}
