// One gated cell over a hundred bits: arithmetic and words.
// tests/cases/gated_cell.json holds the arithmetic.

import { fixed, listed, subscript, written } from "../figure.js";

export const LENGTH = 100;
export const GATES = {
  1997: ["i", "o"],
  2000: ["i", "f", "o"],
  GRU: ["f", "o"], // z and r
};
export const LETTER = { i: "i", f: "f", o: "o" };
export const NAMES = {
  i: "input gate i",
  f: "forget gate f",
  o: "output gate o",
  z: "update gate z",
  r: "reset gate r",
};

const sigma = (a) => 1 / (1 + Math.exp(-a));

/** The letter of a gate in a kind of cell: a GRU has z for f and r for o. */
export const letterOf = (gate, kind) =>
  kind === "GRU" ? { f: "z", o: "r" }[gate] : gate;

/** How far a gate with these weights is open. */
export function opened(weights, seen) {
  return sigma(
    Object.entries(seen).reduce(
      (sum, [name, value]) => sum + (weights?.[name] ?? 0) * value,
      weights?.b ?? 0,
    ),
  );
}

/** The gates at one step: by hand, or by the weights. */
function gatesAt(state, weights, t, seen) {
  const found = { i: 1, f: 1, o: 1 };
  for (const gate of GATES[state.kind]) {
    found[gate] =
      state.source === "your hand"
        ? state[gate][t - 1]
        : opened(weights[state.kind]?.[letterOf(gate, state.kind)], seen);
  }
  if (state.kind === "GRU") found.i = 1 - found.f;
  return found;
}

/** All that happens, step by step; step 0 is the beginning. */
export function course(state, weights) {
  const steps = [{ c: 0, h: 0, left: 1 }];
  for (let t = 1; t <= LENGTH; t += 1) {
    const before = steps[t - 1];
    const x = state.x[t - 1];
    const keep = Number(state.keep.includes(t));
    const ask = Number(state.ask.includes(t));
    const { i, f, o } = gatesAt(state, weights, t, { x, keep, ask, h: before.h });
    const gru = state.kind === "GRU";
    const g = Math.tanh(gru ? x + o * before.h : x);
    const kept = f * before.c;
    const c = kept + i * g;
    const h = gru ? c : o * Math.tanh(c);
    // What is left of the last bit that was marked, and of its error on the way back.
    const left = keep ? 1 : before.left * f;
    steps.push({ x, keep, ask, i, f, o, g, before: before.c, kept, c, h, left });
  }
  return steps;
}

/** The last marked step up to a moment, or 0. */
export const lastKept = (keep, t) => Math.max(0, ...keep.filter((k) => k <= t));

/** What an answer is worth: "right", "wrong", or "no answer" when it is too faint. */
export function verdict(step, wanted) {
  if (Math.abs(step.h) < 0.2) return "no answer";
  return Math.sign(step.h) === Math.sign(wanted) ? "right" : "wrong";
}

const signed = (value, digits = 2) => (value > 0 ? "+" : "") + fixed(value, digits);
const bit = (value) => (value > 0 ? "+1" : "−1");

/** What the cell has done with the bit that it should have kept, in one sentence. */
function meanwhile(state, steps, t, from) {
  const refused = t - from;
  const [here, there] = [steps[t].c, steps[from].c];
  const name = state.kind === "GRU" ? "h" : "c";
  const change =
    Math.abs(here - there) < 0.005
      ? `${name} is still ${fixed(here)}`
      : `${name} has gone from ${fixed(there)} to ${fixed(here)}`;
  const bits = refused === 1 ? "one bit" : `${refused} bits`;
  return `Since step ${from} ${bits} came by, and ${change}.`;
}

/** The headline of a moment, and its sentence. */
export function told(state, steps, t) {
  if (t === 0) return ["Step 0.", "The cell is empty. Press Play, or Step."];
  const now = steps[t];
  const from = lastKept(state.keep, t);
  const head = `Step ${t}.`;
  if (now.ask && from) {
    const wanted = state.x[from - 1];
    const answer = `The bit of step ${from} was ${bit(wanted)}.`;
    const result = verdict(now, wanted);
    const score = { right: "Right.", wrong: "Wrong.", "no answer": "Too faint." };
    return [`Asked: ${signed(now.h)}. ${score[result]}`, answer];
  }
  if (now.keep) {
    const gate = state.kind === "GRU" ? 1 - now.f : now.i;
    return [
      `Keep this one: ${bit(now.x)}.`,
      `The way in is open to ${fixed(gate)}, so ${signed(gate * now.g)} is written.`,
    ];
  }
  if (!from) return [head, "Nothing has been marked yet."];
  return [head, meanwhile(state, steps, t, from)];
}

/** The arithmetic of a step, line by line: [name, sum]. */
export function arithmetic(state, steps, t) {
  const now = steps[Math.max(1, t)];
  const at = (letter, k = t) => subscript(letter, k);
  if (t === 0) return [];
  const round = (value) => (value < 0 ? `(${fixed(value)})` : fixed(value));
  if (state.kind === "GRU") {
    return [
      [
        at("h"),
        `z ${at("h", t - 1)} + (1 − z) h̃ = ${fixed(now.f)} × ${round(now.before)} + ` +
          `${fixed(now.i)} × ${round(now.g)} = ${fixed(now.c)}`,
      ],
    ];
  }
  const past = state.kind === "1997" ? "" : `${fixed(now.f)} × `;
  const name = state.kind === "1997" ? "" : "f ";
  return [
    [
      at("c"),
      `${name}${at("c", t - 1)} + i g = ${past}${round(now.before)} + ` +
        `${fixed(now.i)} × ${round(now.g)} = ${fixed(now.c)}`,
    ],
    [
      at("h"),
      `o tanh(${at("c")}) = ${fixed(now.o)} × ${round(Math.tanh(now.c))} = ${fixed(now.h)}`,
    ],
  ];
}

/** A whole state in words, for those who hear the figure. */
export function aloud(state, steps, t) {
  const [head, sentence] = told(state, steps, t);
  if (t === 0) return `${head} ${sentence}`;
  const gates = GATES[state.kind].map(
    (gate) => `${NAMES[letterOf(gate, state.kind)]} ${fixed(steps[t][gate])}`,
  );
  const asked = state.ask.length ? ` Asked at ${listed(state.ask.map(written))}.` : "";
  return `Step ${t}. ${head} ${sentence} Open: ${gates.join(", ")}.${asked}`;
}

// ---- what to try --------------------------------------------------------------------

const along = (value) => Array(LENGTH).fill(value);
const put = (list, places) =>
  list.map((value, k) => (k + 1 in places ? places[k + 1] : value));
const MARKS = { keep: [7], ask: [100] };

/** Settings for each chip; `x` are the bits of the beginning. */
export function scenes(x) {
  const flipped = put(x, { 7: -x[6] });
  const second = put(x, { 55: -x[6] });
  const net = { source: "a trained net" };
  const hand = { source: "your hand" };
  const leak = put(along(0.97), { 7: 0 });
  const closed = { i: along(0), f: along(1), o: along(0) };
  return {
    "one bit, a hundred steps": { kind: "2000", ...net, x, ...MARKS },
    "the other bit": { kind: "2000", ...net, x: flipped, ...MARKS },
    "a second bit": { kind: "2000", ...net, x: second, keep: [7, 55], ask: [45, 100] },
    "the same in 1997": {
      kind: "1997",
      ...net,
      x: second,
      keep: [7, 55],
      ask: [45, 100],
    },
    "a leak of 3 %": {
      kind: "2000",
      ...hand,
      x,
      ...MARKS,
      i: put(along(0), { 7: 1 }),
      f: leak,
      o: put(along(0), { 100: 1 }),
    },
    "your turn": { kind: "2000", ...hand, x, keep: [7], ask: [60], ...closed, step: 6 },
  };
}
