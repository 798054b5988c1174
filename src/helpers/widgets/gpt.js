// @ts-check
// A GPT's arithmetic in the page, and how its next token is drawn from.

import { ranking } from "./chance.js";
import {
  attend,
  gelu,
  linear,
  normalised,
  row,
  softmax,
  times,
  unpack,
} from "./matrices.js";

// ---- the nets -----------------------------------------------------------------------

/**
 * A net and its sizes, from what Python packed.
 * @param {any} packed
 */
export function opened(packed) {
  const { heads, layers } = packed;
  const net = unpack(packed);
  const [, tokens, width] = packed.parts.find(([name]) => name === "embedding.weight");
  return { ...net, heads, layers, tokens, width };
}

/** What a token is, and where it stands; BERT adds the segment. */
function embedded(net, id, place) {
  const [what, where] = [
    row(net, "embedding.weight", id, net.width),
    row(net, "position.weight", place, net.width),
  ];
  const segment = net["segment.weight"];
  return what.map((value, k) => value + where[k] + (segment ? segment[k] : 0));
}

/**
 * The stack over ids that follow a past: scores for every token at each of them, each
 * head's weights (layer, position, head, key), and the past of what comes next, which
 * is every layer's keys and values. `causal`: no position looks ahead.
 */
export function read(net, ids, causal, past = Array(net.layers).fill([[], []])) {
  const before = past[0][0].length;
  let rows = ids.map((id, i) => embedded(net, id, before + i));
  const [maps, grown] = [[], []];
  for (let l = 0; l < net.layers; l += 1) {
    const name = `stack.layers.${l}`;
    const own = `${name}.self_attention`;
    const normal = rows.map((x) => normalised(net, `${name}.add_norm_1.norm`, x));
    const [queries, newKeys, newValues] = [0, 1, 2].map((part) =>
      normal.map((x) => linear(net, `${own}.qkv`, x, part * net.width, net.width)),
    );
    const [keys, values] = [
      [...past[l][0], ...newKeys],
      [...past[l][1], ...newValues],
    ];
    grown.push([keys, values]);
    const layer = [];
    rows = rows.map((x, i) => {
      const end = causal ? before + i + 1 : keys.length;
      const [seenKeys, seenValues] = [keys.slice(0, end), values.slice(0, end)];
      const found = attend(net.heads, queries[i], seenKeys, seenValues);
      layer.push(found.seen);
      const y = linear(net, `${own}.out`, found.mixture);
      const z = x.map((value, k) => value + y[k]);
      const inner = linear(
        net,
        `${name}.feed_forward.inner`,
        normalised(net, `${name}.add_norm_2.norm`, z),
      ).map(gelu);
      const outer = linear(net, `${name}.feed_forward.outer`, inner);
      return z.map((value, k) => value + outer[k]);
    });
    maps.push(layer);
  }
  const scores = rows.map((x) =>
    times(net["embedding.weight"], normalised(net, "stack.norm", x), 0, net.tokens),
  );
  return { scores, maps, past: grown };
}

// ---- from scores to a word ----------------------------------------------------------

/**
 * Scores scaled by the temperature, their shares, how many are kept by rank and mass,
 * and the chances: the kept shares over their sum, the others 0.
 */
export function chances(scores, settings, order = ranking(scores)) {
  const { temperature, k = 0, p = 1 } = settings;
  const scaled = Array.from(scores, (score) => score / temperature);
  const shares = softmax(scaled);
  const mass = (count) => {
    let sum = 0;
    for (let rank = 0; rank < count; rank += 1) sum += shares[order[rank]];
    return sum;
  };
  let kept = Math.min(k || order.length, order.length);
  if (p < 1) {
    const wanted = p * mass(kept);
    const all = kept;
    let before = 0;
    for (kept = 0; kept < all && before < wanted; kept += 1)
      before += shares[order[kept]];
  }
  const total = mass(kept);
  const drawn = Array(shares.length).fill(0);
  for (let rank = 0; rank < kept; rank += 1)
    drawn[order[rank]] = shares[order[rank]] / total;
  return { scaled, shares, order, kept, chances: drawn };
}
