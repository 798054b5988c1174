// @ts-check
// A net of two layers of attention and nothing else: what it sees, and what it expects.

import { attend, row, softmax, times, unpack } from "../matrices.js";

export const LETTERS =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-";
export const STEPS = [0, 100, 200, 240, 280, 320, 360, 400, 500, 700, 1000, 1500, 2000];
const WIDTH = 64;
const HEADS = 4;

/** The text as numbers, or the first letter that the net does not know. */
export function numbered(text) {
  const ids = [...text].map((letter) => LETTERS.indexOf(letter));
  const strange = [...text].find((_, k) => ids[k] < 0);
  return { ids, strange };
}

/** A sentence when the settings do not go together, else null. */
export function problem({ text, place }) {
  const strange = [...new Set(text)].filter((letter) => !LETTERS.includes(letter));
  if (strange.length) {
    const [letter] = strange.sort((a, b) => a.codePointAt(0) - b.codePointAt(0));
    return `text must be made of letters and digits, and "${letter}" is none.`;
  }
  if (place >= text.length)
    return `place must be below ${text.length}, the letters of the text.`;
  return null;
}

const sum = (x, y) => x.map((value, k) => value + y[k]);
const through = (weight, x) => times(weight, x, 0, WIDTH);

/** One layer: the rows after it, and each head's weights (head, query, key). */
function layer(net, number, rows) {
  const placed = rows.map((x, t) => sum(x, row(net, "P", t, WIDTH)));
  const queries = placed.map((x) => through(net[`Q${number}`], x));
  const keys = placed.map((x) => through(net[`K${number}`], x));
  const values = rows.map((x) => through(net[`V${number}`], x));
  const seen = [];
  const after = rows.map((x, t) => {
    const known = [keys.slice(0, t + 1), values.slice(0, t + 1)];
    const looked = attend(HEADS, queries[t], known[0], known[1]);
    seen.push(looked.seen);
    return sum(x, through(net[`O${number}`], looked.mixture));
  });
  const map = seen[0].map((_, head) => seen.map((heads) => heads[head]));
  return { after, map };
}

/** The probabilities of the next token at each place, and both layers' weights. */
export function forward(net, ids) {
  let rows = ids.map((id) => row(net, "E", id, WIDTH));
  const maps = [1, 2].map((number) => {
    const { after, map } = layer(net, number, rows);
    rows = after;
    return map;
  });
  const next = rows.map((x) => softmax(times(net.S, x, 0, LETTERS.length)));
  return { maps, next };
}

/** The text, said twice, as the net reads it. */
export function reading(net, text) {
  const { ids } = numbered(text);
  const found = forward(net, [...ids, ...ids]);
  const right = ids.map(
    (_, c) => found.next[ids.length + c][ids[(c + 1) % ids.length]],
  );
  return { ...found, right };
}

/** The likeliest next letters: [letter, probability], …. */
export function likeliest(next, count) {
  return Array.from(
    next,
    (share, id) => /** @type {[string, number]} */ ([LETTERS[id], share]),
  )
    .sort((a, b) => b[1] - a[1])
    .slice(0, count);
}

export const loaded = unpack;
