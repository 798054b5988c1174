// @ts-check
// A Vision Transformer in the page: patches, positions, attention and its roll-out.

import { SIDE, ink } from "../brush.js";
import { attend, linear, normalised, row as rowOf, unpack } from "../matrices.js";

/** A net as `packed` writes it, with its sizes. */
export function loaded({ patch, heads, layers, errors, parts, whole, exact }) {
  const net = unpack({ parts, whole, exact });
  const width = net.class_token.length;
  return { ...net, patch, heads, layers, errors, width };
}

/** The picture's squares, row by row, each laid flat. */
export function squares(pixels, size) {
  const across = SIDE / size;
  return Array.from({ length: across * across }, (_, k) => {
    const [top, left] = [size * Math.floor(k / across), size * (k % across)];
    return Float32Array.from({ length: size * size }, (_, at) => {
      const [i, j] = [top + Math.floor(at / size), left + (at % size)];
      return pixels[i * SIDE + j];
    });
  });
}

/** The squares put together again, row by row. */
export function together(words, size) {
  const across = SIDE / size;
  const pixels = new Float32Array(SIDE * SIDE);
  words.forEach((word, k) => {
    const [top, left] = [size * Math.floor(k / across), size * (k % across)];
    word.forEach((value, at) => {
      const [i, j] = [top + Math.floor(at / size), left + (at % size)];
      pixels[i * SIDE + j] = value;
    });
  });
  return pixels;
}

/** Which piece stands at each of so many places: the n-th shuffle, 0 for their own. */
export function order(count, n) {
  const places = Array.from({ length: count }, (_, k) => k);
  let state = n * 2654435761 + 97;
  const draw = (below) => {
    state = (Math.imul(state ^ (state >>> 15), 2246822519) + 3266489917) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
  if (n)
    for (let k = count - 1; k > 0; k -= 1) {
      const other = draw(k + 1);
      [places[k], places[other]] = [places[other], places[k]];
    }
  return places;
}

const sum = (x, y) => x.map((value, k) => value + y[k]);

/** One layer: what its tokens become, and each head's weights (query, key). */
function layer(net, name, rows) {
  const attention = `${name}.self_attention`;
  const all = rows.map((x) =>
    linear(net, `${attention}.qkv`, normalised(net, `${name}.add_norm_1.norm`, x)),
  );
  const [queries, keys, values] = [0, 1, 2].map((part) =>
    all.map((x) => x.subarray(part * net.width, (part + 1) * net.width)),
  );
  const seen = [];
  const after = rows.map((x, i) => {
    const looked = attend(net.heads, queries[i], keys, values);
    seen.push(looked.seen);
    const y = sum(x, linear(net, `${attention}.out`, looked.mixture));
    const normed = normalised(net, `${name}.add_norm_2.norm`, y);
    const inner = linear(net, `${name}.feed_forward.inner`, normed);
    const active = inner.map((value) => Math.max(0, value));
    return sum(y, linear(net, `${name}.feed_forward.outer`, active));
  });
  const map = seen[0].map((_, head) => seen.map((heads) => heads[head]));
  return { after, map };
}

/**
 * The scores of the classes, and every layer's weights (head, query, key). `pieces` says
 * which square stands at each place, and `positions` whose position each is given.
 */
export function forward(net, picture, pieces = null, positions = null) {
  const cut = squares(ink(picture), net.patch);
  const words = (pieces ?? cut.map((_, k) => k)).map((k) => cut[k]);
  const place = (i) => (i && positions ? positions[i - 1] + 1 : i);
  const embedded = words.map((word) => linear(net, "embed", word));
  let rows = [net.class_token, ...embedded].map((x, i) =>
    sum(x, rowOf(net, "position", place(i), net.width)),
  );
  const maps = [];
  for (let l = 0; l < net.layers; l += 1) {
    const { after, map } = layer(net, `encoder.layers.${l}`, rows);
    rows = after;
    maps.push(map);
  }
  const scores = linear(net, "head", normalised(net, "encoder.norm", rows[0]));
  return { words, maps, scores };
}

/** The mean over the heads of one layer's weights. */
export function meanOf(heads) {
  return heads[0].map((weights, i) =>
    weights.map(
      (_, j) => heads.reduce((all, map) => all + map[i][j], 0) / heads.length,
    ),
  );
}

/** What of each token has reached each: in a layer half by attention, half kept. */
export function rollout(maps) {
  let flow = maps[0][0].map((_, i) => maps[0][0].map((_, j) => Number(i === j)));
  for (const heads of maps) {
    const mean = meanOf(heads);
    flow = flow.map((_, i) =>
      flow.map((_, j) => {
        const through = mean[i].reduce(
          (all, weight, k) => all + weight * flow[k][j],
          0,
        );
        return (through + flow[i][j]) / 2;
      }),
    );
  }
  return flow;
}

/** How alike a token's position is to every other's: cosines, 0 where there is none. */
export function cosines(net, token) {
  const tokens = net.position.length / net.width;
  const at = (i) => rowOf(net, "position", i, net.width);
  const dot = (x, y) => x.reduce((all, value, k) => all + value * y[k], 0);
  const size = (x) => Math.sqrt(dot(x, x));
  return Array.from(
    { length: tokens },
    (_, i) => dot(at(token), at(i)) / (size(at(token)) * size(at(i)) || 1),
  );
}

/** What lies over the picture: a number for each token, and the largest. */
export function overlay(net, maps, { over, layer, head, token }, positions) {
  if (over === "nothing") return { values: null, most: 0 };
  if (over === "positions") {
    const given = [0, ...positions.map((place) => place + 1)];
    const alike = cosines(net, given[token]);
    return { values: given.map((place) => alike[place]), most: 1 };
  }
  const heads = maps[Math.min(layer, net.layers - 1)];
  const values =
    over === "roll-out"
      ? rollout(maps)[token]
      : (head === "mean" ? meanOf(heads) : heads[Number(head) - 1])[token];
  return { values, most: Math.max(...values) };
}
