// Beam search, as a tree that can be drawn.

import { START, STOP, LONGEST, begin, best, fork, step } from "./trace.js";

export function lengthPenalty(length, alpha) {
  return ((5 + length) / 6) ** alpha;
}

/** One step further, once for each way that was gone; the old state stays as it was. */
export function walker(net, enc, cut) {
  const root = { dec: begin(net, enc), next: new Map() };
  const advance = (state, id) => {
    if (!state.next.has(id)) {
      const dec = fork(state.dec);
      step(net, dec, id, cut);
      const kept = [dec.logits, dec.top, dec.total];
      const [scores, top, total] = kept.map((list) => list.at(-1));
      state.next.set(id, { state: { dec, next: new Map() }, scores, best: top, total });
    }
    return state.next.get(id);
  };
  return { root, advance };
}

/** What the kept nodes could become, those that have stopped as they are. */
function grown(kept, width) {
  return kept.flatMap((node, parent) => {
    if (node.done) return [{ ...node, parent, waits: true }];
    const { best: top, scores, total, state } = node.after;
    return top.slice(0, 2 * width).map((id) => ({
      word: id,
      parent,
      state,
      total: node.total + scores[id] - total,
      length: node.length + 1,
      done: id === STOP,
    }));
  });
}

const view = ({ word, parent, total, length, done, kept, waits = false }, score) => ({
  word,
  parent,
  total,
  length,
  done,
  kept,
  waits,
  score,
});

/**
 * The beams' tree: for each time step its nodes, the kept ones first, best first, then
 * as many that were pruned. A node: the word's id, its parent's place among those
 * kept a step before, the sum of logarithms, how many words, whether it has stopped.
 */
export function beamTree({ root, advance }, { width, alpha, limit = LONGEST }) {
  const rank = (node) => node.total / lengthPenalty(node.length, alpha);
  let kept = [
    { word: START, total: 0, length: 0, done: false, after: advance(root, START) },
  ];
  const levels = [];
  while (levels.length < limit && kept.some(({ done }) => !done)) {
    const all = grown(kept, width);
    const nodes = best(all.map(rank), 2 * width).map((k, place) => ({
      ...all[k],
      kept: place < width,
    }));
    kept = nodes
      .slice(0, width)
      .map((node) =>
        node.done ? node : { ...node, after: advance(node.state, node.word) },
      );
    levels.push(nodes.map((node) => view(node, rank(node))));
  }
  return { levels, best: path(levels, best(kept.map(rank), 1)[0] ?? 0) };
}

/** The places, level by level, that lead to this one on the last level. */
export function path(levels, last) {
  const places = [];
  for (let at = last, t = levels.length - 1; t >= 0; t -= 1) {
    places.unshift(at);
    at = levels[t][at].parent;
  }
  return places;
}

/** The words on a path, without those that only wait after a stop. */
export function wordsOn(levels, places) {
  return places
    .map((place, t) => levels[t][place])
    .filter(({ waits }) => !waits)
    .map(({ word }) => word);
}

/** The nodes that these words pass through, level by level, as far as they go. */
export function placesOf(levels, ids) {
  const places = [];
  let parent = 0;
  for (const [t, id] of ids.entries()) {
    const place = (levels[t] ?? []).findIndex(
      (node) => node.word === id && node.parent === parent && !node.waits,
    );
    if (place < 0) break;
    places.push(place);
    if (!levels[t][place].kept) break;
    parent = place;
  }
  return places;
}
