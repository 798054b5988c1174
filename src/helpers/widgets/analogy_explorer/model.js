// @ts-check
// Words and their vectors: what is near, where an arrow lands, how far a word leans.

const [LEVELS, FIRST, SKIPPED] = [85, 40, 92];
const MIDDLE = (LEVELS - 1) / 2;

/** The levels, from 0 to 84, that a string was written from. */
export function levels(text) {
  const codes = Array.from(text, (sign) => sign.charCodeAt(0));
  return codes.map((code) => code - (code > SKIPPED ? 1 : 0) - FIRST);
}

/** The words with their vectors, one after another, and their places on the map. */
export function opened({ words, vectors, scales, map }) {
  const names = words.split(" ");
  const width = scales.length;
  const table = Float32Array.from(
    levels(vectors),
    (level, i) => (level - MIDDLE) * scales[i % width],
  );
  const pairs = levels(map);
  const places = Float32Array.from(
    { length: 2 * names.length },
    (_, i) => (pairs[2 * i] * LEVELS + pairs[2 * i + 1]) / (LEVELS * LEVELS - 1),
  );
  const index = new Map(names.map((word, i) => [word, i]));
  const net = { names, index, width, table, places, lengths: new Float32Array(0) };
  net.lengths = Float32Array.from(names, (_, i) => Math.sqrt(dot(net, i, row(net, i))));
  return net;
}

/** The vector of the i-th word. */
export function row({ table, width }, i) {
  return table.subarray(i * width, (i + 1) * width);
}

/** The dot product of the i-th word's vector with another. */
function dot({ table, width }, i, other) {
  let sum = 0;
  for (let k = 0, at = i * width; k < width; k++) sum += table[at + k] * other[k];
  return sum;
}

const length = (vector) => Math.sqrt(vector.reduce((sum, x) => sum + x * x, 0));
const minus = (x, y) => Float32Array.from(x, (value, k) => value - y[k]);
const plus = (x, y) => Float32Array.from(x, (value, k) => value + y[k]);
const times = (x, by) => Float32Array.from(x, (value) => value * by);

/** The cosine of every word with a vector; 0 with a vector of zeros. */
export function cosines(net, query) {
  const size = length(query);
  return Float32Array.from(net.names, (_, i) =>
    size && net.lengths[i] ? dot(net, i, query) / (size * net.lengths[i]) : 0,
  );
}

/** The numbers of all words, from the largest value to the smallest. */
export function order(values) {
  return Uint32Array.from(values, (_, i) => i).sort((i, j) => values[j] - values[i]);
}

/** The words nearest to a word, itself left out, with their cosines. */
export function nearest(net, word, most) {
  const values = cosines(net, row(net, word));
  const others = order(values).filter((i) => i !== word);
  return Array.from(others.subarray(0, most), (i) => ({ i, cosine: values[i] }));
}

/** The step from one word to another. */
export function step(net, start, end) {
  return minus(row(net, end), row(net, start));
}

/** Where the step leads from a word: drop + end − start. */
export function landing(net, start, end, drop) {
  return plus(row(net, drop), step(net, start, end));
}

/** A direction of length 1, without what it has along another; null if none is left. */
function across(vector, along) {
  const part = vector.reduce((sum, x, k) => sum + x * along[k], 0);
  const rest = minus(vector, times(along, part));
  const size = length(rest);
  return size > 1e-4 * (length(vector) || 1) ? times(rest, 1 / size) : null;
}

/** Any direction across another: of the axes, the one that leaves most. */
function anyAcross(along) {
  const sizes = Array.from(along, Math.abs);
  const least = sizes.indexOf(Math.min(...sizes));
  return across(
    Float32Array.from(along, (_, k) => Number(k === least)),
    along,
  );
}

/**
 * Two numbers for each word: its place in the plane through start, end and drop. To
 * the right is the step, upwards what leads away from it to drop; start is at 0, 0.
 */
export function plane(net, start, end, drop) {
  const along = step(net, start, end);
  const size = length(along);
  const right = size
    ? times(along, 1 / size)
    : Float32Array.from(along, (_, k) => Number(k === 0));
  const up = across(step(net, start, drop), right) ?? anyAcross(right);
  const [x0, y0] = [dot(net, start, right), dot(net, start, up)];
  const places = new Float32Array(2 * net.names.length);
  for (let i = 0; i < net.names.length; i++) {
    places[2 * i] = dot(net, i, right) - x0;
    places[2 * i + 1] = dot(net, i, up) - y0;
  }
  return { places, size };
}

/** A number from 0 to 1 for each word that looks like chance, always the same. */
export function scatter(i) {
  const x = Math.sin((i + 1) * 12.9898) * 43758.5453;
  return x - Math.floor(x);
}

/**
 * Of the words in this order, those whose names have room: [{ i, side }, …], at most
 * `most`. `place(i)` is where a word's dot stands, `wide(i)` how long its name is, and
 * `inside(box)` whether a name may stand there; `first` are [i, side] that stand anyway.
 */
export function named(words, { place, wide, inside, most, first = [], high = 17 }) {
  const taken = [];
  const found = [];
  const seen = new Set();
  const boxOf = (i, side) => {
    const [x, y] = place(i);
    const x0 = side > 0 ? x + 5 : x - 5 - wide(i);
    return { x0, x1: x0 + wide(i), y0: y - high / 2, y1: y + high / 2 };
  };
  const apart = (a, b) => a.x1 < b.x0 || a.x0 > b.x1 || a.y1 < b.y0 || a.y0 > b.y1;
  const put = (i, side, box) => {
    taken.push(box);
    seen.add(i);
    found.push({ i, side });
  };
  for (const [i, side] of first) if (!seen.has(i)) put(i, side, boxOf(i, side));
  for (const i of words) {
    if (found.length >= most) break;
    if (seen.has(i)) continue;
    for (const side of [1, -1]) {
      const box = boxOf(i, side);
      if (!inside(box) || !taken.every((other) => apart(box, other))) continue;
      put(i, side, box);
      break;
    }
  }
  return found;
}
