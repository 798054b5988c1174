// A small RNNsearch that translates in the page: scores, softmax, mixture, next word.

import { tokenise } from "../sentences.js";
import {
  LONGEST,
  START,
  STOP,
  arraysOf,
  gated,
  numbered,
  refusal,
  softmax,
  vectorOf,
  weighed,
} from "../translator/model.js";

/** The arrays of the net, as rows and columns, in the order in which they lie. */
export function shapes([source, target, width, units]) {
  const reader = [
    [3 * units, width],
    [3 * units, units],
    [1, 3 * units],
    [1, 3 * units],
  ];
  return [
    [source, width],
    ...reader,
    ...reader,
    [units, units],
    [1, units],
    [target, width],
    [units, units],
    [units, 2 * units],
    [1, units],
    [3 * units, width + 2 * units],
    [3 * units, units],
    [1, 3 * units],
    [1, 3 * units],
    [units, width + 3 * units],
    [1, units],
    [target, units / 2],
    [1, target],
  ];
}

const unit = ([fromInput, fromState, inputBias, stateBias]) => ({
  fromInput,
  fromState,
  inputBias,
  stateBias,
});

/** The net from its text. */
export function unpack(text, sizes) {
  const a = arraysOf(text, shapes(sizes));
  const [width, units] = sizes.slice(2);
  return {
    source: a[0],
    ahead: unit(a.slice(1, 5)),
    back: unit(a.slice(5, 9)),
    first: a.slice(9, 11),
    target: a[11],
    score: a.slice(12, 15),
    cell: unit(a.slice(15, 19)),
    deep: a.slice(19, 21),
    out: a.slice(21, 23),
    width,
    units,
  };
}

const joined = (...vectors) => Float32Array.from(vectors.flatMap((v) => [...v]));
const none = (length) => new Float32Array(length);

/** One reader's states, word by word, in the order in which it reads. */
function reading(net, side, words) {
  let state = none(net.units);
  return words.map((word) => {
    state = gated(side, state, vectorOf(net.source, net.width, word));
    return state;
  });
}

/** The annotation of each source word: what either reader knows there. */
export function annotate(net, words) {
  const ahead = reading(net, net.ahead, words);
  const back = reading(net, net.back, [...words].reverse()).reverse();
  return ahead.map((state, j) => joined(state, back[j]));
}

/** What every step needs of the source: annotations, keys, and the first state. */
export function begin(net, words) {
  const annotations = annotate(net, words);
  const keys = annotations.map((h) => weighed(net.score[1], h, none(net.units)));
  const backward = annotations[0].subarray(net.units);
  return {
    annotations,
    keys,
    state: weighed(net.first[0], backward, net.first[1]).map(Math.tanh),
  };
}

/** The larger of each pair. */
const maxout = (values) =>
  Float32Array.from({ length: values.length / 2 }, (_, k) =>
    Math.max(values[2 * k], values[2 * k + 1]),
  );

/** One step: score, mix, move on, speak. */
export function step(net, { annotations, keys }, before, fed) {
  const [W, , v] = net.score;
  const asked = weighed(W, before, none(net.units));
  const scores = keys.map((key) =>
    key.reduce((sum, k, i) => sum + v[i] * Math.tanh(asked[i] + k), 0),
  );
  const weights = softmax(scores);
  const context = none(2 * net.units).map((_, i) =>
    annotations.reduce((sum, h, j) => sum + weights[j] * h[i], 0),
  );
  const word = vectorOf(net.target, net.width, fed);
  const state = gated(net.cell, before, joined(word, context));
  const deep = weighed(net.deep[0], joined(state, word, context), net.deep[1]);
  const shares = softmax(weighed(net.out[0], maxout(deep), net.out[1]));
  return { fed, state, scores, weights, context, shares };
}

const best = (shares) =>
  shares.reduce((top, share, i) => (share > shares[top] ? i : top), 0);

/** The steps of writing; the words of `given` are written whatever it would say. */
export function write(net, source, given = null) {
  const memory = begin(net, source);
  const steps = [];
  let [state, fed] = [memory.state, START];
  const limit = given ? given.length : LONGEST;
  while (steps.length < limit && (given || fed !== STOP)) {
    const one = step(net, memory, state, fed);
    const own = best(one.shares);
    const word = given ? given[steps.length] : own;
    steps.push({ ...one, own, word });
    [state, fed] = [one.state, word];
  }
  return { annotations: memory.annotations, steps };
}

/** The source's ids, or why there are none, in a sentence. */
export function asked(sentence, vocabulary) {
  const words = tokenise(sentence);
  const problem = refusal(sentence, words, vocabulary, "Spanish");
  if (problem) return { problem };
  return { problem: null, words, ids: numbered(words, vocabulary).numbers };
}
