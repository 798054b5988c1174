// The Mark I computed: random wires, cards by chance, and a rule that learns.

import { scattered } from "../numbers.js";

export const SIDE = 20;
export const UNITS = 512;
export const MOST = 400; // cards that are dealt
const CELLS = SIDE * SIDE;
const FAN = 40; // wires from each photocell
const THRESHOLD = 2;
const TESTS = 200; // new cards that measure it
const FIRST_TEST = 5000;

export const TASKS = ["X or O", "left or right", "same side"];
/** What the answers −1 and +1 are called. */
export const NAMES = {
  "X or O": ["O", "X"],
  "left or right": ["left", "right"],
  "same side": ["different", "same"],
};
const STROKES = [
  [
    [0, 0, 5, 0],
    [5, 0, 5, 6],
    [5, 6, 0, 6],
    [0, 6, 0, 0],
  ],
  [
    [0, 0, 6, 6],
    [0, 6, 6, 0],
  ],
];

// ---- chance -----------------------------------------------------------------------

/** Numbers from 0 to 1, one after another, always alike for the same start. */
function lots(start) {
  let at = start;
  return () => scattered((at += 1));
}

/** Where the wires of each photocell end, and their signs: 40 a cell. */
export function plugboard(seed) {
  const lot = lots(seed * 40000);
  const ends = new Int16Array(CELLS * FAN);
  const signs = new Int8Array(CELLS * FAN);
  const pool = Int16Array.from({ length: UNITS }, (_, unit) => unit);
  for (let wire = 0; wire < CELLS * FAN; wire += 1) {
    const k = wire % FAN;
    const j = k + Math.floor(lot() * (UNITS - k));
    [pool[k], pool[j]] = [pool[j], pool[k]];
    ends[wire] = pool[k];
    signs[wire] = lot() < 0.5 ? -1 : 1;
  }
  return { ends, signs };
}

// ---- cards ------------------------------------------------------------------------

/** Light a square of photocells from its upper left corner. */
function light(card, row, column, size) {
  for (let r = row; r < Math.min(row + size, SIDE); r += 1)
    for (let c = column; c < Math.min(column + size, SIDE); c += 1)
      card[r * SIDE + c] = 1;
}

/** A letter of thick strokes, somewhere, of some size. */
function letter(card, lot, strokes) {
  const size = 1.6 + 0.8 * lot();
  const room = 17 - 6 * size;
  const [left, top] = [1 + room * lot(), 1 + room * lot()];
  for (const [a, b, c, d] of strokes)
    for (let k = 0; k < 30; k += 1) {
      const [x, y] = [a + ((c - a) * k) / 29, b + ((d - b) * k) / 29];
      light(card, Math.floor(top + size * y), Math.floor(left + size * x), 2);
    }
}

/** A square mark somewhere in a band of rows, on the left (0) or on the right (1). */
function mark(card, lot, [from, rows], side) {
  const row = from + Math.floor(lot() * (rows - 5));
  light(card, row, 10 * side + Math.floor(lot() * 5), 6);
}

/** The n-th card of a task, always the same, and what is right: −1 or 1. */
export function deal(task, n) {
  const lot = lots(50_000_000 + TASKS.indexOf(task) * 5_000_000 + n * 16);
  const card = new Uint8Array(CELLS);
  const side = lot() < 0.5 ? 0 : 1;
  if (task === "X or O") letter(card, lot, STROKES[side]);
  else if (task === "left or right") mark(card, lot, [0, SIDE], side);
  else {
    const upper = lot() < 0.5 ? 0 : 1;
    mark(card, lot, [0, 10], upper);
    mark(card, lot, [10, 10], side ? upper : 1 - upper);
  }
  return { card, y: 2 * side - 1 };
}

/** A card as 100 hexadecimal digits. */
export function packed(card) {
  let text = "";
  for (let at = 0; at < CELLS; at += 4)
    text += (
      card[at] * 8 +
      card[at + 1] * 4 +
      card[at + 2] * 2 +
      card[at + 3]
    ).toString(16);
  return text;
}

/** 100 hexadecimal digits as a card. */
export function unpacked(text) {
  const card = new Uint8Array(CELLS);
  [...text].forEach((digit, k) => {
    const bits = parseInt(digit, 16);
    for (let j = 0; j < 4; j += 1) card[4 * k + j] = (bits >> (3 - j)) & 1;
  });
  return card;
}

// ---- the machine ------------------------------------------------------------------

/** What every A-unit sums at a card. */
export function sumsOf({ ends, signs }, card) {
  const sums = new Int16Array(UNITS);
  card.forEach((lit, cell) => {
    if (!lit) return;
    for (let wire = cell * FAN; wire < (cell + 1) * FAN; wire += 1)
      sums[ends[wire]] += signs[wire];
  });
  return sums;
}

/** The photocells that an A-unit is wired to, each with the sign of its wire. */
export function wiresOf({ ends, signs }, unit) {
  const wires = [];
  ends.forEach((end, wire) => {
    if (end === unit) wires.push([Math.floor(wire / FAN), signs[wire]]);
  });
  return wires;
}

/** The places of a list where the test holds, and after them the constant's. */
function where(list, holds) {
  const found = [];
  list.forEach((value, place) => {
    if (holds(value)) found.push(place);
  });
  found.push(list.length);
  return found;
}

/** The inputs of the R-unit that are on: A-units or photocells, and the constant. */
export function activeAt(board, card, direct) {
  return direct
    ? where(card, (lit) => lit)
    : where(sumsOf(board, card), (sum) => sum >= THRESHOLD);
}

/** The weighted sum. */
export function weigh(weights, active) {
  let sum = 0;
  for (const place of active) sum += weights[place];
  return sum;
}

/** The weights after one card: the same ones if the answer was right. */
export function corrected(weights, active, y) {
  if (y * weigh(weights, active) > 0) return weights;
  const after = weights.slice();
  for (const place of active) after[place] += y;
  return after;
}

/**
 * A machine at school. `at(t)` has its weights after t cards; `trial(t)` the t-th of
 * them, with the sum it gave; `score` is its share of right answers on new cards.
 */
export function school({ task, direct, seed }) {
  const board = plugboard(seed);
  const active = (card) => activeAt(board, card, direct);
  const path = [new Int16Array((direct ? CELLS : UNITS) + 1)];
  const trials = [];
  let tests = null;
  const reach = (t) => {
    while (trials.length < t) {
      const { card, y } = deal(task, trials.length);
      const inputs = active(card);
      const weights = path.at(-1);
      const sum = weigh(weights, inputs);
      const missed = (trials.at(-1)?.missed ?? 0) + Number(y * sum <= 0);
      trials.push({ card, y, sum, missed, turned: y * sum <= 0 ? inputs.length : 0 });
      path.push(corrected(weights, inputs, y));
    }
  };
  const score = (weights) => {
    tests ??= Array.from({ length: TESTS }, (_, n) => {
      const { card, y } = deal(task, FIRST_TEST + n);
      return { y, inputs: active(card) };
    });
    const right = tests.filter(({ y, inputs }) => y * weigh(weights, inputs) > 0);
    return right.length / TESTS;
  };
  return {
    board,
    active,
    score,
    at: (t) => (reach(t), path[t]),
    trial: (t) => (reach(t), trials[t - 1]),
  };
}

/** What the reader's own cards make of the weights, and what the last one did. */
export function tutored(weights, lessons, active) {
  let last = null;
  for (const { card, y } of lessons) {
    const inputs = active(unpacked(card));
    const sum = weigh(weights, inputs);
    const wrong = y * sum <= 0;
    last = { card, y, sum, turned: wrong ? inputs.length : 0 };
    weights = corrected(weights, inputs, y);
  }
  return { weights, last };
}

/** The weights laid back on the photocells: the votes of each through its wires. */
export function laidBack(board, weights, direct) {
  if (direct) return Array.from(weights.slice(0, CELLS));
  return Array.from({ length: CELLS }, (_, cell) => {
    let sum = 0;
    for (let wire = cell * FAN; wire < (cell + 1) * FAN; wire += 1)
      sum += board.signs[wire] * weights[board.ends[wire]];
    return sum;
  });
}

/** One sentence when a card is not one of 400 photocells, or null. */
export function problem({ paint, lessons }) {
  const cards = paint ? [["paint", paint]] : [];
  for (const [i, lesson] of lessons.entries()) {
    if (lesson.card === undefined || !lesson.y)
      return `lessons[${i}] needs a card, and a y that is 1 or -1.`;
    cards.push([`lessons[${i}]["card"]`, lesson.card]);
  }
  const bad = cards.find(([, card]) => !/^[0-9a-f]{100}$/.test(card));
  return bad ? `${bad[0]} must be 100 digits from 0 to f, or nothing.` : null;
}
