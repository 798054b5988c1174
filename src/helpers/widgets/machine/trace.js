// A Transformer that keeps every number of a run, and can say what each was made of.

import { linear, normalised, softmax, times, unpack as matrices } from "../matrices.js";

export const START = 1;
export const STOP = 2;
export const LONGEST = 24; // words that it writes at most

const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

// ---- the net ----------------------------------------------------------------------

/** Matrices by name, the sizes, and for each matrix its whole numbers and scales. */
export function unpack({ heads, layers, ...packed }) {
  const [, words, width] = packed.parts.find(([name]) => name === "embed.table.weight");
  const whole = new Int8Array(bytes(packed.whole).buffer);
  const exact = new Float32Array(bytes(packed.exact).buffer);
  const raw = {};
  let [at, next] = [0, 0];
  for (const [name, rows, columns] of packed.parts) {
    if (columns !== undefined) {
      const scale = exact.subarray(next, next + rows);
      raw[name] = { columns, whole: whole.subarray(at, at + rows * columns), scale };
      at += rows * columns;
    }
    next += rows;
  }
  return { heads, layers, words, width, size: width / heads, raw, ...matrices(packed) };
}

// ---- what is cut ------------------------------------------------------------------
// A part has an address: "decoder.2.cross.3" is a head, "decoder.2.cross" four of them,
// "encoder.1" a layer, "encoder.1.feed_forward", "encoder.1.add.1", "encoder.1.norm.1",
// "positions" is the position code, and "mask" what keeps the decoder from looking ahead.

const PART = new RegExp(
  "^(positions|mask|(encoder|decoder)\\.[1-9]" +
    "(\\.(self|cross)(\\.[1-9]\\d?)?|\\.feed_forward|\\.(add|norm)\\.[123])?)$",
);

/** Whether a net has the part of this address. */
export function hasPart(net, name) {
  if (!PART.test(name)) return false;
  const [tower, layer, kind, which] = name.split(".");
  if (tower === "positions" || tower === "mask") return true;
  if (Number(layer) > net.layers) return false;
  if (kind === "self" || kind === "cross")
    return (
      (tower === "decoder" || kind === "self") &&
      (which === undefined || Number(which) <= net.heads)
    );
  return which === undefined || tower === "decoder" || Number(which) < 3;
}

/** The addresses with each attention as its heads; a set, in their order. */
export function separate(net, names) {
  const heads = (name) =>
    Array.from({ length: net.heads }, (_, h) => `${name}.${h + 1}`);
  return new Set(
    names.flatMap((name) => (/\.(self|cross)$/.test(name) ? heads(name) : [name])),
  );
}

function headsOff(net, cut, name) {
  const off = new Set();
  for (let h = 0; h < net.heads; h += 1) if (cut.has(`${name}.${h + 1}`)) off.add(h);
  return off;
}

// ---- the arithmetic ---------------------------------------------------------------

const plus = (x, y) => x.map((value, k) => value + y[k]);

export function position(k, at, width) {
  const angle = at * 10000 ** (-(k - (k % 2)) / width);
  return k % 2 ? Math.cos(angle) : Math.sin(angle);
}

/** A word's embedding times the root of the width, plus the sines of its position. */
function embed(net, id, at, cut) {
  const row = net["embed.table.weight"].subarray(id * net.width, (id + 1) * net.width);
  const root = Math.sqrt(net.width);
  const place = cut.has("positions") ? 0 : 1;
  return row.map((value, k) => value * root + place * position(k, at, net.width));
}

/** One attention for one query: scores and weights by head, mixture and output. */
function attend(net, name, q, keys, values, off) {
  const { heads, size } = net;
  const z = new Float32Array(q.length);
  const [s, w] = [[], []];
  for (let h = 0; h < heads; h += 1) {
    const from = h * size;
    s.push(
      keys.map((key) => {
        let sum = 0;
        for (let c = from; c < from + size; c += 1) sum += q[c] * key[c];
        return sum / Math.sqrt(size);
      }),
    );
    w.push(softmax(s[h]));
    if (off.has(h)) continue;
    values.forEach((value, j) => {
      for (let c = from; c < from + size; c += 1) z[c] += w[h][j] * value[c];
    });
  }
  return { s, w, z, y: linear(net, `${name}.out`, z) };
}

const blank = () => ({ q: [], k: [], v: [], s: [], w: [], z: [], y: [] });

/** Add & norm number `order` of a layer: the sum, and what it becomes. */
function joined(net, cut, part, order, x, y) {
  const sum = cut.has(`${part.name}.add.${order}`) ? y : plus(x, y);
  const still = cut.has(part.name) || cut.has(`${part.name}.norm.${order}`);
  return [
    sum,
    still ? sum : normalised(net, `${part.path}.add_norm_${order}.norm`, sum),
  ];
}

const partOf = (tower, l) => ({
  name: `${tower}.${l + 1}`,
  path: `${tower}.layers.${l}`,
});

/** Nothing, where the layer or this part of it is cut. */
const unless = (cut, names, y) =>
  names.some((name) => cut.has(name)) ? y.map(() => 0) : y;

/** The feed-forward net for one vector: its inner units, and what they bring. */
function think(net, cut, part, x) {
  const inner = linear(net, `${part.path}.feed_forward.inner`, x).map((value) =>
    Math.max(0, value),
  );
  const outer = linear(net, `${part.path}.feed_forward.outer`, inner);
  return [inner, unless(cut, [part.name, `${part.name}.feed_forward`], outer)];
}

function encoderLayer(net, cut, l, x) {
  const part = partOf("encoder", l);
  const own = `${part.path}.self_attention`;
  const off = headsOff(net, cut, `${part.name}.self`);
  const self = blank();
  for (const [third, where] of ["q", "k", "v"].entries())
    self[where] = x.map((row) =>
      linear(net, `${own}.qkv`, row, third * net.width, net.width),
    );
  const layer = { self, in: x, sum1: [], x1: [], inner: [], y2: [], sum2: [], x2: [] };
  x.forEach((row, i) => {
    const found = attend(net, own, self.q[i], self.k, self.v, off);
    found.y = unless(cut, [part.name], found.y);
    for (const where of "swzy") self[where].push(found[where]);
    [layer.sum1[i], layer.x1[i]] = joined(net, cut, part, 1, row, found.y);
    [layer.inner[i], layer.y2[i]] = think(net, cut, part, layer.x1[i]);
    [layer.sum2[i], layer.x2[i]] = joined(net, cut, part, 2, layer.x1[i], layer.y2[i]);
  });
  return layer;
}

/** What the encoder makes of a sentence, and all on the way. */
export function read(net, ids, cut = new Set()) {
  const emb = ids.map((id, at) => embed(net, id, at, cut));
  const layers = [];
  let x = emb;
  for (let l = 0; l < net.layers; l += 1) {
    layers.push(encoderLayer(net, cut, l, x));
    x = layers[l].x2;
  }
  return { ids, emb, layers, memory: x };
}

/** A layer of the decoder that has read nothing, over the memory's keys and values. */
const emptyLayer = (k, v) => ({
  self: blank(),
  cross: { ...blank(), k, v },
  in: [],
  sum1: [],
  x1: [],
  sum2: [],
  x2: [],
  inner: [],
  y3: [],
  sum3: [],
  x3: [],
});

/** A decoder that has read nothing yet, before what the encoder made. */
export function begin(net, enc) {
  const layers = Array.from({ length: net.layers }, (_, l) => {
    const name = `decoder.layers.${l}.cross_attention.qkv`;
    return emptyLayer(
      enc.memory.map((x) => linear(net, name, x, net.width, net.width)),
      enc.memory.map((x) => linear(net, name, x, 2 * net.width, net.width)),
    );
  });
  const said = { logits: [], top: [], total: [], out: [], last: [] };
  return { ids: [], emb: [], layers, ...said };
}

/** A copy that can be led another way: the rows are shared, the lists are not. */
export function fork(dec) {
  const lists = (part) =>
    Object.fromEntries(
      Object.entries(part).map(([name, list]) => [
        name,
        Array.isArray(list) ? [...list] : lists(list),
      ]),
    );
  return { ...lists({ ...dec, layers: [] }), layers: dec.layers.map(lists) };
}

/** A word more comes into a layer of the decoder: its query, key and value. */
function comeIn(net, l, layer, x) {
  const own = `decoder.layers.${l}.self_attention`;
  for (const [third, where] of ["q", "k", "v"].entries())
    layer.self[where].push(linear(net, `${own}.qkv`, x, third * net.width, net.width));
  return layer.in.push(x) - 1;
}

/** What a layer of the decoder makes of the word in this row. */
function decoderLayer(net, cut, l, layer, i) {
  const part = partOf("decoder", l);
  const { self, cross } = layer;
  const x = layer.in[i];
  const look = (name, kind, att) => {
    const off = headsOff(net, cut, `${part.name}.${kind}`);
    const found = attend(net, name, att.q[i], att.k, att.v, off);
    found.y = unless(cut, [part.name], found.y);
    for (const where of "swzy") att[where].push(found[where]);
    return found.y;
  };
  const own = `${part.path}.self_attention`;
  [layer.sum1[i], layer.x1[i]] = joined(net, cut, part, 1, x, look(own, "self", self));
  const across = `${part.path}.cross_attention`;
  cross.q.push(linear(net, `${across}.qkv`, layer.x1[i], 0, net.width));
  [layer.sum2[i], layer.x2[i]] = joined(
    net,
    cut,
    part,
    2,
    layer.x1[i],
    look(across, "cross", cross),
  );
  [layer.inner[i], layer.y3[i]] = think(net, cut, part, layer.x2[i]);
  [layer.sum3[i], layer.x3[i]] = joined(net, cut, part, 3, layer.x2[i], layer.y3[i]);
  return layer.x3[i];
}

/** The last vector of a word more: it alone is computed, the others stay. */
function readOn(net, dec, id, cut) {
  const i = dec.ids.push(id) - 1;
  let x = embed(net, id, i, cut);
  dec.emb.push(x);
  dec.layers.forEach((layer, l) => {
    comeIn(net, l, layer, x);
    x = decoderLayer(net, cut, l, layer, i);
  });
  return x;
}

/** The same without the mask: each word sees the new one, so all are computed again. */
function readAgain(net, dec, id, cut) {
  dec.ids.push(id);
  let rows = dec.ids.map((one, at) => embed(net, one, at, cut));
  dec.emb = rows;
  dec.layers = dec.layers.map(({ cross }, l) => {
    const layer = emptyLayer(cross.k, cross.v);
    for (const x of rows) comeIn(net, l, layer, x);
    rows = rows.map((_, i) => decoderLayer(net, cut, l, layer, i));
    return layer;
  });
  dec.last.push(rows.at(-1)); // the scores are this one's, before later words came
  return rows.at(-1);
}

/** One step of the decoder, which reads one word more; the likeliest next word. */
export function step(net, dec, id, cut = new Set()) {
  const i = dec.ids.length;
  const x = (cut.has("mask") ? readAgain : readOn)(net, dec, id, cut);
  const logits = times(net["embed.table.weight"], x, 0, net.words);
  dec.logits.push(logits);
  dec.top.push(best(logits, 12));
  dec.total.push(logTotal(logits));
  return dec.top[i][0];
}

/** What to take from scores to have the logarithms of softmax's probabilities. */
export function logTotal(scores) {
  let top = -Infinity;
  for (const score of scores) top = Math.max(top, score);
  let total = 0;
  for (const score of scores) total += Math.exp(score - top);
  return top + Math.log(total);
}

/** The places of the `count` largest values, the largest first. */
export function best(values, count) {
  const found = [];
  for (let k = 0; k < values.length; k += 1) {
    if (found.length === count && values[k] <= values[found[count - 1]]) continue;
    let at = found.length;
    while (at > 0 && values[k] > values[found[at - 1]]) at -= 1;
    found.splice(at, 0, k);
    if (found.length > count) found.pop();
  }
  return found;
}

/** A whole translation, greedy; `forced` gives other words for some steps. */
export function run(net, ids, { cut = new Set(), forced = [], limit = LONGEST } = {}) {
  const enc = read(net, ids, cut);
  const dec = begin(net, enc);
  let id = START;
  while (dec.out.length < limit && id !== STOP) {
    const likeliest = step(net, dec, id, cut);
    id = forced[dec.out.length] ?? likeliest;
    dec.out.push(id);
  }
  return { net, enc, dec, out: dec.out, cut, forced };
}

/** The probability of a word at a step. */
export const probability = (dec, t, id) => Math.exp(dec.logits[t][id] - dec.total[t]);
