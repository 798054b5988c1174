// @ts-check
// A small Llama that has read sums: its narrow maps, and the tree of its answers.

import { attend, row, softmax, times, unpack } from "../matrices.js";

export const LETTERS = "0123456789+=;";
const [HEADS, LAYERS, WIDTH, INNER] = [4, 3, 64, 168];
const SIZE = WIDTH / HEADS;
const LEAST = 0.01; // of a branch that is followed
const SPEEDS = Array.from({ length: SIZE / 2 }, (_, i) => 10000 ** ((-2 * i) / SIZE));

/** The net as it is stored, ready to be asked. */
export const loaded = unpack;

/** The base with a tuning's narrow maps added to its matrices. */
export function merged(base, narrow) {
  const maps = unpack(narrow);
  const net = { ...base };
  for (const name of Object.keys(maps)) {
    if (!name.endsWith(".A")) continue;
    const whole = name.slice(0, -2);
    net[whole] = added(base[whole], maps[`${whole}.B`], maps[name]);
  }
  return net;
}

/** W + B·A, with W in rows. */
function added(W, B, A) {
  const sum = Float32Array.from(W);
  const rank = Math.round(Math.sqrt((B.length * A.length) / W.length));
  const [rows, wide] = [B.length / rank, A.length / rank];
  if (rows * wide !== W.length) throw new RangeError("The maps do not fit.");
  for (let i = 0; i < rows; i += 1)
    for (let r = 0; r < rank; r += 1) {
      const b = B[i * rank + r];
      for (let j = 0; j < wide; j += 1) sum[i * wide + j] += b * A[r * wide + j];
    }
  return sum;
}

/** x at length √D, times a gain. */
function normed(gain, x) {
  let square = 0;
  for (const value of x) square += (value * value) / x.length;
  const scale = 1 / Math.sqrt(square + 1e-6);
  return x.map((value, k) => value * scale * gain[k]);
}

/** Each head's pairs, one number of either half, turned by the place. */
function turned(x, place) {
  const y = Float32Array.from(x);
  for (let at = 0; at < WIDTH; at += SIZE)
    SPEEDS.forEach((speed, i) => {
      const [cos, sin] = [Math.cos(place * speed), Math.sin(place * speed)];
      const [a, b] = [x[at + i], x[at + SIZE / 2 + i]];
      y[at + i] = a * cos - b * sin;
      y[at + SIZE / 2 + i] = a * sin + b * cos;
    });
  return y;
}

const sum = (x, y) => x.map((value, k) => value + y[k]);

/** One block on one token: what becomes of it, and what the cache has after it. */
function block(net, number, x, place, { keys, values }) {
  const weight = (name) => net[`blocks.${number}.${name}.weight`];
  const part = (name, y) => times(weight(`attention.${name}`), y, 0, WIDTH);
  const heard = normed(net[`blocks.${number}.norm_1.gain`], x);
  const known = {
    keys: [...keys, turned(part("key", heard), place)],
    values: [...values, part("value", heard)],
  };
  const query = turned(part("query", heard), place);
  const { mixture } = attend(HEADS, query, known.keys, known.values);
  const after = sum(x, part("out", mixture));
  const inner = normed(net[`blocks.${number}.norm_2.gain`], after);
  const gate = times(weight("feed_forward.gate"), inner, 0, INNER);
  const plain = times(weight("feed_forward.inner"), inner, 0, INNER);
  const open = gate.map((value, k) => (value / (1 + Math.exp(-value))) * plain[k]);
  const outer = times(weight("feed_forward.outer"), open, 0, WIDTH);
  return { after: sum(after, outer), known };
}

const EMPTY = Array.from({ length: LAYERS }, () => ({ keys: [], values: [] }));

/** A text that the net has read, with one letter more: its scores, and its cache. */
export function read(net, letter, before = { cache: EMPTY, place: 0 }) {
  let x = row(net, "embedding.weight", LETTERS.indexOf(letter), WIDTH);
  const cache = before.cache.map((kept, number) => {
    const { after, known } = block(net, number, x, before.place, kept);
    x = after;
    return known;
  });
  const scores = times(net["unembed.weight"], normed(net["norm.gain"], x), 0, 13);
  return { cache, place: before.place + 1, scores };
}

/** The question as the net reads it: 7 and 45 → "07+45=". */
export const asked = (a, b) =>
  `${String(a).padStart(2, "0")}+${String(b).padStart(2, "0")}=`;

/** The right answer, and the one without carries. */
export function both(a, b) {
  const lost = 10 * ((Math.floor(a / 10) + Math.floor(b / 10)) % 10) + ((a + b) % 10);
  const written = (value) => String(value).padStart(3, "0");
  return { right: written(a + b), lost: written(lost) };
}

/** The likeliest answers with their probabilities, and the one that is greedy. */
export function tree(net, a, b, temperature = 1) {
  let state;
  for (const letter of asked(a, b)) state = read(net, letter, state);
  let open = [{ said: "", share: 1, state }];
  let greedy = "";
  for (let place = 0; place < 3; place += 1) {
    open = open.flatMap(({ said, share, state: now }) => {
      const shares = softmax(now.scores.map((score) => score / temperature));
      if (said === greedy) greedy += LETTERS[shares.indexOf(Math.max(...shares))];
      return Array.from(shares, (part, id) => ({ part: part * share, id }))
        .filter(({ part, id }) => id < 10 && (part >= LEAST || said + id === greedy))
        .map(({ part, id }) => ({
          said: said + LETTERS[id],
          share: part,
          state: place < 2 ? read(net, LETTERS[id], now) : null,
        }));
    });
  }
  return {
    greedy,
    answers: open
      .map(({ said, share }) => ({ said, share }))
      .sort((one, other) => other.share - one.share),
  };
}

/** How often at least one of so many drawn answers is right. */
export function atLeastOne(answers, right, draws) {
  const share = answers.find(({ said }) => said === right)?.share ?? 0;
  return 1 - (1 - share) ** draws;
}
