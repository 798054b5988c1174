// @ts-check
// A GPT that goes on with a text: its tokens, and a text in the making. No picture.

import { landing, lot, ranking } from "../chance.js";
import { chances, read } from "../gpt.js";

export const LONGEST = 120; // letters of a beginning
export const ROOM = 40; // tokens of the context that are kept for what it writes
const PIECES = / ?[A-Za-z]+| ?[^A-Za-z\s]+|\s/g; // words, and signs apart
const PLAIN = { "’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\t": " " };

/** What cuts texts into tokens: letters first, then each merge by its rank. */
export function tokeniser(letters, merges) {
  const words = [...letters, ...merges.map(([a, b]) => a + b)];
  const rank = new Map(merges.map(([a, b], place) => [`${a}\u0000${b}`, place]));
  const index = new Map(words.map((word, id) => [word, id]));
  return { words, rank, index };
}

/** A word's tokens: again and again the pair that was merged first. */
function cut(word, { rank, index }) {
  const parts = [...word];
  for (;;) {
    let [best, at] = [Infinity, -1];
    for (let i = 0; i + 1 < parts.length; i += 1) {
      const found = rank.get(`${parts[i]}\u0000${parts[i + 1]}`) ?? Infinity;
      if (found < best) [best, at] = [found, i];
    }
    if (at < 0) return parts.map((part) => index.get(part));
    parts.splice(at, 2, parts[at] + parts[at + 1]);
  }
}

/** The token ids of a beginning, or one sentence on why it cannot be read. */
export function numbered(beginning, known, context) {
  if (beginning.length > LONGEST) {
    const count = beginning.length.toLocaleString("en");
    return { problem: `There is room for ${LONGEST} letters, and these are ${count}.` };
  }
  const signs = [...beginning.normalize("NFC")].map((sign) => PLAIN[sign] ?? sign);
  const strange = signs.find((sign) => !known.index.has(sign));
  if (strange !== undefined)
    return { problem: `“${strange}” is not among the signs that it has read.` };
  const pieces = signs.join("").match(PIECES) ?? [];
  const ids = pieces.flatMap((word) => cut(word, known));
  if (!ids.length) return { problem: "Type at least one letter." };
  const most = context - ROOM;
  if (ids.length > most)
    return {
      problem: `There is room for ${most} tokens, and these are ${ids.length}.`,
    };
  return { ids };
}

/** The logits of a stored moment, from their eight bits. */
export function restored({ scale, whole }) {
  const bytes = Uint8Array.from(atob(whole), (letter) => letter.charCodeAt(0));
  return Array.from(new Int8Array(bytes.buffer), (value) => value * scale);
}

/** A text in the making: each token with the logits that it was drawn from. */
export class Text {
  constructor(net, ids, { seed, cuts }) {
    this.net = net;
    this.seed = seed;
    this.cuts = cuts;
    this.given = ids.length;
    this.tokens = [];
    const found = read(net, ids, true);
    this.past = found.past;
    ids.forEach((id, i) => {
      const logits = i ? Array.from(found.scores[i - 1]) : null;
      this.tokens.push({ id, logits });
    });
    this.next = Array.from(found.scores.at(-1));
  }

  get written() {
    return this.tokens.length - this.given;
  }

  /** Draw the next token, and read it. */
  write() {
    const order = ranking(this.next);
    const drawn = chances(this.next, this.cuts, order);
    const id = landing(order, drawn.chances, lot(this.seed, this.written));
    this.tokens.push({ id, logits: this.next });
    const found = read(this.net, [id], true, this.past);
    this.past = found.past;
    this.next = Array.from(found.scores[0]);
  }
}
