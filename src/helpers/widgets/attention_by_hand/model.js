// One attention head by hand: its arithmetic, and where each number is from.

import { written } from "../figure.js";

// ---- the formula --------------------------------------------------------------------

const dot = (a, b) => a.reduce((sum, number, i) => sum + number * b[i], 0);
const turned = (matrix) =>
  matrix[0].map((_, column) => matrix.map((row) => row[column]));

/** The product of two matrices. */
export function product(a, b) {
  const columns = turned(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

/** The weights of one row; a row with nothing allowed gets nothing. */
export function softmax(scores, allowed = scores.map(() => true)) {
  const seen = scores.filter((_, i) => allowed[i]);
  const highest = Math.max(...seen);
  const powers = scores.map((s, i) => (allowed[i] ? Math.exp(s - highest) : 0));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => (total ? power / total : 0));
}

/** Where attention is allowed: causal looks back, padding leaves out the last token. */
export function allowed(mask) {
  const causal = mask === "causal" || mask === "both";
  const padding = mask === "padding" || mask === "both";
  return [0, 1, 2].map((t) =>
    [0, 1, 2].map((s) => (!causal || s <= t) && (!padding || s < 2)),
  );
}

/** The columns of a head: all four, or one half. */
export function columnsOf(head, heads) {
  const width = 4 / heads;
  return Array.from({ length: width }, (_, i) => (head - 1) * width + i);
}

/** The width by which scores are scaled: that of one head. */
export const widthOf = ({ wide, heads }) => Number(wide) / heads;

/** What the four columns of the queries and keys leave out, in a sentence, or null. */
export function leftOut({ wide, heads }) {
  if (wide === "4") return null;
  const parts = heads > 1 ? ` Each head has ${widthOf({ wide, heads })} of them.` : "";
  return (
    `Queries and keys are ${wide} wide: 4 of their ${wide} numbers are shown, ` +
    `all the others are 0.${parts}`
  );
}

/** All matrices of the formula, for each head where it has its own. */
export function attend(state) {
  const { x, w_q, w_k, w_v, w_o, heads, scaled, mask } = state;
  const [q, k, v] = [w_q, w_k, w_v].map((matrix) => product(x, matrix));
  const may = allowed(mask);
  const root = scaled ? Math.sqrt(widthOf(state)) : 1;
  const each = Array.from({ length: heads }, (_, i) => {
    const columns = columnsOf(i + 1, heads);
    const part = (matrix) => matrix.map((row) => columns.map((c) => row[c]));
    const scores = product(part(q), turned(part(k)));
    const shrunk = scores.map((row) => row.map((score) => score / root));
    const weights = shrunk.map((row, t) => softmax(row, may[t]));
    return { scores, shrunk, weights, mixture: product(weights, part(v)) };
  });
  const joined = x.map((_, t) => each.flatMap(({ mixture }) => mixture[t]));
  return { q, k, v, may, root, each, joined, out: product(joined, w_o) };
}

// ---- what each number was made of ---------------------------------------------------

export const STEPS = [
  "words",
  "queries",
  "keys",
  "values",
  "scores",
  "divide",
  "mask",
  "softmax",
  "mix",
  "join heads",
];

/** The step at which a matrix is first there; those before it always are. */
export const SINCE = { q: 1, k: 2, v: 3, scores: 4, scaled: 5, weights: 7, z: 8 };

/** The matrices that a step makes, or shows first. */
export const MADE = [
  ["x"],
  ["q"],
  ["k"],
  ["v"],
  ["scores"],
  ["scaled"],
  ["scaled"],
  ["weights"],
  ["z"],
  ["out"],
];

/** The last step: joining heads is one only where there are two. */
export const lastStep = (heads) => (heads > 1 ? 9 : 8);

/** A number, short; a weight too small for three decimals as a power of ten. */
export function brief(value) {
  if (value === null) return "−∞";
  if (value !== 0 && Math.abs(value) < 0.0005) {
    return value.toExponential(0).replaceAll("-", "−");
  }
  return written(value);
}

/** The same for a small cell: two decimals, where it is not a weight. */
export function inCell(value, digits = 2) {
  if (value === null) return "−∞";
  if (Number.isInteger(value)) return written(value);
  if (value !== 0 && Math.abs(value) < 0.0005) return brief(value);
  if (Math.abs(value) >= 99.5) return written(Math.round(value));
  return value.toFixed(Math.abs(value) >= 9.95 ? 1 : digits).replace("-", "−");
}

const times = (a, b) => `${brief(a)} × ${brief(b)}`.replace(/× (−.*)/, "× ($1)");
const sumOf = (as, bs) =>
  as
    .map((a, i) => times(a, bs[i]))
    .join(" + ")
    .replace(/\+ (−\S+) ×/g, "+ ($1) ×");
const cellsOf = (place, row, columns) => columns.map((column) => [place, row, column]);

/** X times a learned matrix: the queries, keys or values. */
function projected(state, all, place) {
  const weights = state[`w_${place}`];
  return {
    values: all[place],
    enters: (r, c) => [
      ...cellsOf("x", r, [0, 1, 2, 3]),
      ...[0, 1, 2, 3].map((i) => [`w_${place}`, i, c]),
    ],
    explain: (r, c) =>
      `${sumOf(state.x[r], turned(weights)[c])} = ${brief(all[place][r][c])}`,
  };
}

/** The dot product of each query with each key, in one head. */
function scored({ tokens }, all, own, columns) {
  return {
    values: own.scores,
    enters: (r, c) => [...cellsOf("q", r, columns), ...cellsOf("k", c, columns)],
    explain: (r, c) => {
      const [a, b] = [all.q[r], all.k[c]].map((row) => columns.map((i) => row[i]));
      return (
        `the query of ${tokens[r]} and the key of ${tokens[c]}: ` +
        `${sumOf(a, b)} = ${brief(own.scores[r][c])}`
      );
    },
  };
}

/** Scores over the root, and from the mask's step on under the mask. */
function divided(state, all, own) {
  const { tokens, scaled, step } = state;
  const may = (r, c) => step < 6 || all.may[r][c];
  const values = own.shrunk.map((row, r) => row.map((s, c) => (may(r, c) ? s : null)));
  return {
    values,
    enters: (r, c) => [["scores", r, c]],
    explain(r, c) {
      const [score, result] = [own.scores[r][c], own.shrunk[r][c]].map(brief);
      if (!may(r, c))
        return `${tokens[r]} may not look at ${tokens[c]}: the score becomes −∞`;
      if (!scaled) return `${score}, left as it is: nothing is divided`;
      return `${score} ÷ √${widthOf(state)} = ${result}`;
    },
  };
}

/** The softmax of each row. */
function weighed(own, masked) {
  return {
    values: own.weights,
    enters: (r) => cellsOf("scaled", r, [0, 1, 2]),
    explain(r, c) {
      const row = masked.values[r];
      const powers = row.filter((s) => s !== null).map((s) => `e^${brief(s)}`);
      if (!powers.length) return "nothing is allowed in this row: all weights are 0";
      const top = row[c] === null ? "0" : `e^${brief(row[c])}`;
      return `${top} ÷ (${powers.join(" + ")}) = ${brief(own.weights[r][c])}`;
    },
  };
}

/** The mixtures; with two heads end to end, each made by its own weights. */
function mixed(all, columns, head) {
  return {
    values: all.joined,
    enters: (r, c) =>
      columns.includes(c)
        ? [...cellsOf("weights", r, [0, 1, 2]), ...[0, 1, 2].map((i) => ["v", i, c])]
        : [],
    explain(r, c) {
      const at = Math.floor((c * all.each.length) / 4);
      const { weights } = all.each[at];
      const by = at + 1 === head ? "" : `by head ${at + 1}: `;
      const sum = sumOf(weights[r], turned(all.v)[c]);
      return `${by}${sum} = ${brief(all.joined[r][c])}`;
    },
  };
}

/** What comes out of two heads: their mixtures end to end, times W_O. */
function joinedBy(state, all) {
  return {
    values: all.out,
    enters: (r, c) => [
      ...cellsOf("z", r, [0, 1, 2, 3]),
      ...[0, 1, 2, 3].map((i) => ["w_o", i, c]),
    ],
    explain: (r, c) =>
      `${sumOf(all.joined[r], turned(state.w_o)[c])} = ${brief(all.out[r][c])}`,
  };
}

/**
 * Every matrix of the head by its place: its values, and for each of them the cells
 * that enter it and its arithmetic in words. What is learned, and the words, can be
 * changed instead. `columns` are those of the head that is looked at.
 */
export function matrices(state) {
  const all = attend(state);
  const head = Math.min(state.head, state.heads);
  const own = all.each[head - 1];
  const columns = columnsOf(head, state.heads);
  const given = (name) => ({ values: state[name], edits: true });
  const scaled = divided(state, all, own);
  const masked = divided({ ...state, step: 9 }, all, own);
  const parts = {
    x: given("x"),
    w_q: given("w_q"),
    w_k: given("w_k"),
    w_v: given("w_v"),
    q: projected(state, all, "q"),
    k: projected(state, all, "k"),
    v: projected(state, all, "v"),
    scores: scored(state, all, own, columns),
    scaled,
    weights: weighed(own, masked),
    z: mixed(all, columns, head),
  };
  if (state.heads > 1) {
    parts.w_o = given("w_o");
    parts.out = joinedBy(state, all);
  }
  return { parts, columns, head, may: all.may, own };
}

/** Whether a matrix is there at a step. */
export const isThere = (place, step) =>
  place === "out" ? step >= 9 : step >= (SINCE[place] ?? 0);

/** What the asking word does, in a sentence. */
export function gaze({ tokens, row, step }, own, of = "") {
  const weights = own.weights[row];
  if (!isThere("weights", step)) {
    return `${tokens[row]} asks${of}. Step on, and see who answers.`;
  }
  const best = Math.max(...weights);
  if (best === 0) return `${tokens[row]} may look at nothing${of}.`;
  const first = weights.indexOf(best);
  const others = tokens.filter((_, i) => i !== first && best - weights[i] < 1e-9);
  const names = [tokens[first], ...others].join(" and ");
  const each = others.length ? "a weight of … each" : "a weight of …";
  return `${tokens[row]} asks${of}, and gives ${names} ${each.replace("…", brief(best))}.`;
}

// ---- examples -----------------------------------------------------------------------

const E = (i) => [0, 1, 2, 3].map((j) => Number(i === j));
const IDENTITY = [0, 1, 2, 3].map(E);
const NOUGHT = [0, 0, 0, 0];
const PLAIN = { wide: "4", scaled: 1, mask: "none", heads: 1, w_o: IDENTITY };
const HOUSE = {
  tokens: ["the", "red", "house"],
  x: [E(0), E(1), E(2)],
  w_k: [[0, 0, 0, 2], [2, 0, 0, 0], [0, 0, 2, 0], NOUGHT],
  w_v: [[0, 0, -2, 2], [3, 1, 0, 0], NOUGHT, NOUGHT],
};

export const EXAMPLES = {
  "the red house": {
    ...PLAIN,
    ...HOUSE,
    w_q: [NOUGHT, NOUGHT, [4, 0, 0, 0], NOUGHT],
  },
  "the worked example": {
    ...PLAIN,
    tokens: ["first", "second", "third"],
    x: [E(0), E(1), E(0)],
    w_q: [[-1, 1, 0, 1], [2, 0, 0, 0], E(2), E(3)],
    w_k: IDENTITY,
    w_v: [E(0), E(1), E(1), NOUGHT],
  },
  "Thinking Machines": {
    ...PLAIN,
    wide: "64",
    mask: "padding",
    tokens: ["Thinking", "Machines", "(pad)"],
    x: [E(0), E(1), NOUGHT],
    w_q: [[8, 4, 0, 0], [4, 8, 0, 0], NOUGHT, NOUGHT],
    w_k: [[10, 8, 0, 0], [10, 4, 0, 0], NOUGHT, NOUGHT],
    w_v: [E(0), E(1), NOUGHT, NOUGHT],
  },
  "a decoder's causal mask": {
    ...PLAIN,
    mask: "causal",
    tokens: ["the", "red", "house"],
    x: [
      [1, 0, 0, 1],
      [0, 2, 0, 1],
      [0, 0, 2, 1],
    ],
    w_q: IDENTITY,
    w_k: IDENTITY,
    w_v: IDENTITY,
  },
  "two heads, two reasons": {
    ...PLAIN,
    ...HOUSE,
    heads: 2,
    w_q: [NOUGHT, NOUGHT, [4, 0, 0, 4], NOUGHT],
  },
};

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The name of the example that the settings still are, or null. */
export function exampleOf(state) {
  const found = Object.entries(EXAMPLES).find(([, example]) =>
    Object.entries(example).every(([name, value]) => same(value, state[name])),
  );
  return found ? found[0] : null;
}

// ---- growing wider ------------------------------------------------------------------

/** Random numbers from a seed, uniform in (0, 1). */
function uniform(seed) {
  let a = seed * 0x9e3779b1;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296 + 1e-12;
  };
}

export const KEYS = 8;

/** A random query's scores with eight random keys; wide ones begin like narrow ones. */
export function randomScores(width, seed) {
  const next = uniform(seed);
  const normal = () =>
    Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const scores = Array(KEYS).fill(0);
  for (let i = 0; i < width; i += 1) {
    const q = normal();
    for (let key = 0; key < KEYS; key += 1) scores[key] += q * normal();
  }
  return scores;
}

/** How much the weights still move with the scores: 0 when one has everything. */
export const sensitivity = (weights) =>
  weights.reduce((sum, weight) => sum + weight * (1 - weight), 0);

/** The scores at this width, and the weights with and without scaling. */
export function grown(power, seed) {
  const width = 2 ** power;
  const scores = randomScores(width, seed);
  const weights = [
    softmax(scores.map((score) => score / Math.sqrt(width))),
    softmax(scores),
  ];
  return { width, scores, weights, moved: weights.map(sensitivity) };
}
