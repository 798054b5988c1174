// @ts-check
// A recurrent network that reads letters and writes on: its arithmetic, and no picture.

import { heated, landing, lot, ranking } from "../chance.js";
import { times, unpack } from "../matrices.js";

export const LONGEST = 100; // letters of a beginning
export const MOST = 600; // letters that it writes at most
const PLAIN = { "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\t": " " };

/**
 * A network from what Python packed: U with a row for each letter, W, b, V, c. It has
 * `units` numbers of state and knows `letters` letters.
 */
export function opened(packed) {
  const [, letters, units] = packed.parts.find(([name]) => name === "U");
  return { ...unpack(packed), letters, units };
}

/** The state after one more letter: tanh(W h + U x + b). */
export function read(net, state, letter) {
  const next = times(net.W, state, 0, net.units, net.b);
  const column = letter * net.units;
  for (let k = 0; k < net.units; k += 1)
    next[k] = Math.tanh(next[k] + net.U[column + k]);
  return next;
}

/** A score for each letter to come: V h + c. */
export function scores(net, state) {
  return times(net.V, state, 0, net.letters, net.c);
}

/** The surprise of a letter in bits: −log₂ of its probability. */
export function surprise(values, letter) {
  let top = -Infinity;
  for (const value of values) top = Math.max(top, value);
  let sum = 0;
  for (const value of values) sum += Math.exp(value - top);
  return (Math.log(sum) + top - values[letter]) / Math.LN2;
}

/** What is wrong with a sign that the network has not read, in a sentence. */
function unknown(sign, letters) {
  const printed = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(sign);
  const code = sign.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  const name = printed ? `“${sign}”` : `The sign U+${code}`;
  return `${name} is not among the ${[...letters].length} signs that it has read.`;
}

/** The numbers of a beginning's letters, or one sentence on why it cannot be read. */
export function numbered(beginning, letters) {
  if (beginning.length > LONGEST) {
    const count = beginning.length.toLocaleString("en");
    return { problem: `There is room for ${LONGEST} letters, and these are ${count}.` };
  }
  const known = [...letters];
  const ids = [];
  for (const sign of beginning.normalize("NFC")) {
    const forms = [sign, PLAIN[sign] ?? sign, sign.toLowerCase()];
    const id = forms.map((form) => known.indexOf(form)).find((place) => place >= 0);
    if (id === undefined) return { problem: unknown(sign, letters) };
    ids.push(id);
  }
  return ids.length ? { ids } : { problem: "Type at least one letter." };
}

/**
 * A text in the making: each letter with the state after it, the scores of the next,
 * and its own surprise (null for the first). The same seed draws the same numbers
 * whichever network writes.
 */
export class Text {
  constructor(net, beginning, { temperature, seed }) {
    this.net = net;
    this.temperature = temperature;
    this.seed = seed;
    this.given = beginning.length;
    this.letters = [];
    for (const letter of beginning) this.add(letter);
  }

  get written() {
    return this.letters.length - this.given;
  }

  /** Read one more letter. */
  add(letter) {
    const last = this.letters.at(-1);
    const state = read(
      this.net,
      last?.state ?? new Float32Array(this.net.units),
      letter,
    );
    const bits = last ? surprise(last.scores, letter) : null;
    this.letters.push({ letter, state, scores: scores(this.net, state), bits });
  }

  /** The probabilities of what follows a letter of the text, as they are drawn from. */
  following(place) {
    return heated(Array.from(this.letters[place].scores), this.temperature);
  }

  /** Draw the next letter, and read it. */
  write() {
    const probabilities = this.following(this.letters.length - 1);
    const number = lot(this.seed, this.written);
    this.add(landing(ranking(probabilities), probabilities, number));
  }
}
