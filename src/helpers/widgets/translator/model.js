// A small GRU encoder and decoder that translates in the page.

import { quoted } from "../figure.js";
import { clipped, tokenise } from "../sentences.js";

export const START = 1;
export const STOP = 2;
export const MARKS = ["<pad>", "<start>", "<stop>", "<unk>"];
export const LONGEST = 40; // words, in either language

/** The twelve arrays of the net, as rows and columns, in the order they lie in. */
export function shapes([source, target, width, units]) {
  const gates = 3 * units;
  const cell = [
    [gates, width],
    [gates, units],
    [1, gates],
    [1, gates],
  ];
  return [
    [source, width],
    ...cell,
    [target, width],
    ...cell,
    [target, units],
    [1, target],
  ];
}

/** The arrays from their text: for each a scale a row, then a whole number a weight. */
export function arraysOf(text, shapes) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  return shapes.map(([rows, columns]) => {
    const values = new Float32Array(rows * columns);
    if (at + rows * (4 + columns) > bytes.length) return values;
    const numbers = at + 4 * rows;
    for (let i = 0; i < values.length; i += 1) {
      const scale = view.getFloat32(at + 4 * Math.floor(i / columns), true);
      values[i] = scale * view.getInt8(numbers + i);
    }
    at = numbers + values.length;
    return values;
  });
}

/** The net from its text. */
export function unpack(text, sizes) {
  const arrays = arraysOf(text, shapes(sizes));
  const side = ([words, fromInput, fromState, inputBias, stateBias]) => ({
    words,
    fromInput,
    fromState,
    inputBias,
    stateBias,
  });
  const [out, outBias] = arrays.slice(10);
  const [width, units] = sizes.slice(2);
  const encoder = side(arrays.slice(0, 5));
  return { encoder, decoder: side(arrays.slice(5, 10)), out, outBias, width, units };
}

/** A matrix, row by row, times a vector, plus a bias. */
export function weighed(matrix, vector, bias) {
  return bias.map((start, row) => {
    let sum = start;
    const from = row * vector.length;
    for (let i = 0; i < vector.length; i += 1) sum += matrix[from + i] * vector[i];
    return sum;
  });
}

const sigmoid = (x) => 1 / (1 + Math.exp(-x));

/** The gated unit's next state from an input: r resets, z keeps. */
export function gated(side, state, input) {
  const units = state.length;
  const driven = weighed(side.fromInput, input, side.inputBias);
  const held = weighed(side.fromState, state, side.stateBias);
  return state.map((old, i) => {
    const reset = sigmoid(driven[i] + held[i]);
    const keep = sigmoid(driven[units + i] + held[units + i]);
    const fresh = Math.tanh(driven[2 * units + i] + reset * held[2 * units + i]);
    return (1 - keep) * fresh + keep * old;
  });
}

/** The row of a table that is a word's vector. */
export const vectorOf = (words, width, word) =>
  words.subarray(word * width, (word + 1) * width);

/** The gated unit's next state after a word. */
export const next = (side, width, state, word) =>
  gated(side, state, vectorOf(side.words, width, word));

/** Scores as shares of one, over the whole vocabulary. */
export function softmax(scores) {
  const top = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const powers = scores.map((score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

const best = (shares) =>
  shares.reduce((top, share, i) => (share > shares[top] ? i : top), 0);

/** The encoder's states: before any word, then after each. */
export function read(net, source) {
  const states = [new Float32Array(net.units)];
  for (const word of source)
    states.push(next(net.encoder, net.width, states.at(-1), word));
  return states;
}

/**
 * The decoder's steps from a state: the word that each was fed, its state, the shares
 * of all next words, and the word that it continues with. `given` are words that stand
 * fixed; after them it takes its own likeliest word, if `alone` says that it goes on.
 */
export function write(net, state, given, alone) {
  const steps = [];
  let [now, fed] = [state, START];
  while (steps.length < LONGEST && fed !== STOP) {
    if (!alone && steps.length >= given.length) break;
    now = next(net.decoder, net.width, now, fed);
    const shares = softmax(weighed(net.out, now, net.outBias));
    const own = best(shares);
    const word = given[steps.length] ?? own;
    steps.push({ fed, state: now, shares, own, word });
    fed = word;
  }
  return steps;
}

/**
 * A list of words as numbers, and the first word that is not known, if there is one.
 * A word with a capital may be one that is known without it.
 */
export function numbered(words, vocabulary) {
  const place = (word) => vocabulary.indexOf(word);
  const numbers = words.map((word) =>
    place(word) < 0 ? place(word.toLowerCase()) : place(word),
  );
  const missing = words.find((_, i) => numbers[i] < MARKS.length);
  return { numbers, missing };
}

/** The words of a vocabulary, without the net's marks and those of writing. */
export const wordsIn = (vocabulary) =>
  vocabulary.slice(MARKS.length).filter((word) => /^\p{L}/u.test(word));

/** Why this sentence cannot be used, in a sentence, or null. */
export function refusal(sentence, words, vocabulary, language) {
  if (/[<>]/.test(sentence)) return `${language}: plain text only, without < and >.`;
  if (!words.length) return `${language}: write at least one word.`;
  if (words.length > LONGEST)
    return `${language}: ${words.length} words; there is room for ${LONGEST}.`;
  const { missing } = numbered(words, vocabulary);
  if (missing === undefined) return null;
  const known = wordsIn(vocabulary).length;
  return (
    `${language}: ${quoted(clipped(missing))} is not among the ${known} words that this ` +
    "smaller net knows."
  );
}

const NOTHING = { source: [], states: [], steps: [], truth: [], chances: [] };

/** Everything that the figure shows of a sentence. */
export function trace(net, spanish, english, { sentence, reference, forced, taken }) {
  const source = tokenise(sentence);
  const truth = tokenise(reference);
  const problem =
    refusal(sentence, source, spanish, "Spanish") ??
    (reference || forced ? refusal(reference, truth, english, "English") : null) ??
    (taken.length ? refusal("", taken, english, "English") : null);
  if (problem) return { ...NOTHING, problem };
  const states = read(net, numbered(source, spanish).numbers);
  const goal = truth.length ? [...numbered(truth, english).numbers, STOP] : [];
  const taught = write(net, states.at(-1), goal, false);
  const given = numbered(taken, english).numbers;
  const steps = forced ? taught : write(net, states.at(-1), given, true);
  const chances = taught.map(({ shares }, i) => shares[goal[i]]);
  return { problem: null, forced, source, states, steps, truth: goal, chances };
}

/** The likeliest words, and the true one if it is not among them. */
export function candidates(shares, truth, count = 6) {
  const order = Array.from(shares.keys()).sort((a, b) => shares[b] - shares[a]);
  const rows = order.slice(0, count).map((word, rank) => ({ word, rank: rank + 1 }));
  if (truth !== undefined && !rows.some(({ word }) => word === truth))
    rows[count - 1] = { word: truth, rank: order.indexOf(truth) + 1 };
  return rows.map((row) => ({ ...row, share: shares[row.word] }));
}

/** Which words of one list stand in the other too, in the same order: the longest such. */
export function kept(words, others) {
  const best = Array.from({ length: words.length + 1 }, () =>
    new Array(others.length + 1).fill(0),
  );
  for (let i = words.length - 1; i >= 0; i -= 1)
    for (let j = others.length - 1; j >= 0; j -= 1)
      best[i][j] =
        words[i] === others[j]
          ? best[i + 1][j + 1] + 1
          : Math.max(best[i + 1][j], best[i][j + 1]);
  const found = words.map(() => false);
  let [i, j] = [0, 0];
  while (i < words.length && j < others.length) {
    if (words[i] === others[j]) {
      found[i] = true;
      [i, j] = [i + 1, j + 1];
    } else if (best[i + 1][j] >= best[i][j + 1]) i += 1;
    else j += 1;
  }
  return found;
}
