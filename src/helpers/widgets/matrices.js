// Networks whose weights travel in eight bits: unpacking them, and their arithmetic.

function bytes(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

/** Matrices and vectors by name: whole numbers times a scale for each row. */
export function unpack({ parts, whole, exact }) {
  const numbers = new Int8Array(bytes(whole).buffer);
  const reals = new Float32Array(bytes(exact).buffer);
  const net = {};
  let [at, next] = [0, 0];
  for (const [name, rows, columns] of parts) {
    const values = new Float32Array(rows * (columns ?? 1));
    if (columns === undefined) values.set(reals.subarray(next, next + rows));
    else
      for (let k = 0; k < values.length; k += 1)
        values[k] = numbers[at + k] * reals[next + Math.floor(k / columns)];
    if (columns !== undefined) at += values.length;
    next += rows;
    net[name] = values;
  }
  return net;
}

/** A row of a matrix. */
export function row(net, name, index, width) {
  return net[name].subarray(index * width, (index + 1) * width);
}

/**
 * Rows first … first + count of a matrix, each times x; plus the bias, if any. They go
 * by fours, since four sums grow in the time of one; at the end some are done twice.
 */
export function times(weight, x, first, count, bias = null) {
  const result = new Float32Array(count);
  const width = x.length;
  for (let row = 0; row < count; row += 4) {
    const r = Math.max(0, Math.min(row, count - 4));
    const at = (first + r) * width;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let k = at; k < at + width; k += 1) {
      const value = x[k - at];
      a += weight[k] * value;
      b += weight[k + width] * value;
      c += weight[k + 2 * width] * value;
      d += weight[k + 3 * width] * value;
    }
    [result[r], result[r + 1], result[r + 2], result[r + 3]] = [a, b, c, d];
  }
  if (bias) for (let r = 0; r < count; r += 1) result[r] += bias[first + r];
  return result;
}

/** A linear map, or some of its rows. */
export function linear(net, name, x, first = 0, count = null) {
  const bias = net[`${name}.bias`];
  return times(net[`${name}.weight`], x, first, count ?? bias.length, bias);
}

/** x with mean 0 and variance 1, times a gain, plus a bias. */
export function normalised(net, name, x) {
  const [gain, bias] = [net[`${name}.weight`], net[`${name}.bias`]];
  const mean = x.reduce((all, value) => all + value, 0) / x.length;
  const variance = x.reduce((all, value) => all + (value - mean) ** 2, 0) / x.length;
  const scale = 1 / Math.sqrt(variance + 1e-5);
  return x.map((value, k) => (value - mean) * scale * gain[k] + bias[k]);
}

export function softmax(scores) {
  let top = -Infinity;
  for (const score of scores) top = Math.max(top, score);
  const powers = Array.from(scores, (score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** GELU in the form with tanh. */
export function gelu(x) {
  return 0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));
}

/**
 * All heads of one query over keys and values: the mixtures, and each head's weights. A
 * head that is off adds nothing.
 */
export function attend(heads, query, keys, values, off = []) {
  const size = query.length / heads;
  const mixture = new Float32Array(query.length);
  const seen = [];
  for (let h = 0; h < heads; h += 1) {
    const from = h * size;
    const weights = softmax(keys.map((key) => {
      let sum = 0;
      for (let k = from; k < from + size; k += 1) sum += query[k] * key[k];
      return sum / Math.sqrt(size);
    }));
    seen.push(weights);
    if (off.includes(h)) continue;
    values.forEach((value, j) => {
      for (let k = from; k < from + size; k += 1) mixture[k] += weights[j] * value[k];
    });
  }
  return { mixture, seen };
}
