// @ts-check
// A small net that learns to tell points of a plane apart: what is computed and said.

export const EPOCHS = 1000;
export const STRIDE = 5; // epochs between two moments of the scrubber
export const LOW = -0.35; // the ends of the plane
export const HIGH = 1.35;

// ---- what it learns from ------------------------------------------------------------

/** A number from 0 to 1 for each whole number: the last steps of MurmurHash3. */
function scattered(n) {
  let bits = Math.imul(n ^ (n >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return ((bits ^ (bits >>> 16)) >>> 0) / 2 ** 32;
}

const around = (count, radius, turn = 0) =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * (i + turn)) / count;
    return [0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle)];
  });
const grid = (count) =>
  Array.from({ length: count * count }, (_, i) => [
    (i % count) / (count - 1),
    Math.floor(i / count) / (count - 1),
  ]);
const cases = (points, wanted) => points.map((x) => ({ x, d: Number(wanted(x)) }));

/** The sets of cases by name: each a list of { x: [x1, x2], d: 0 or 1 }. */
export const SETS = {
  XOR: cases(grid(2), ([a, b]) => a !== b),
  stripe: cases(grid(5), ([a, b]) => Math.abs(a - b) < 0.1),
  ring: [
    ...cases([[0.5, 0.5], ...around(6, 0.2)], () => true),
    ...cases(around(14, 0.68), () => false),
  ],
  line: cases(grid(4), ([a, b]) => a + b > 1.1),
};

// ---- the net ------------------------------------------------------------------------

const logistic = (x) => 1 / (1 + Math.exp(-x));

/** How many weights a net has: three for each hidden unit, and the output's. */
export const size = (hidden) => 4 * hidden + 1;

/** The weights of a seed, between -1 and 1; seed 0 has all of them equal. */
export function drawn(seed, hidden) {
  const weight = (i) => (seed ? 2 * scattered(101 * seed + i) - 1 : 0.5);
  return Array.from({ length: size(hidden) }, (_, i) => weight(i));
}

/** The states of the hidden units and the output for one input: equations 1 and 2. */
export function forward(w, [a, b]) {
  const hidden = (w.length - 1) / 4;
  const states = [];
  let total = w[4 * hidden];
  for (let j = 0; j < hidden; j += 1) {
    states.push(logistic(w[3 * j] * a + w[3 * j + 1] * b + w[3 * j + 2]));
    total += w[3 * hidden + j] * states[j];
  }
  return { hidden: states, y: logistic(total) };
}

/** What one case pays back: the output's dx, each hidden unit's dy and dx. */
export function paid(w, { x, d }) {
  const { hidden, y } = forward(w, x);
  const top = (y - d) * y * (1 - y);
  const dy = hidden.map((_, j) => top * w[3 * hidden.length + j]);
  return { hidden, y, top, dy, dx: hidden.map((h, j) => dy[j] * h * (1 - h)) };
}

/** The error over all cases, how many are right, and the gradient: (3) to (7). */
export function learnFrom(w, set) {
  const count = (w.length - 1) / 4;
  const [gradient, h] = [new Float64Array(w.length), new Float64Array(count)];
  let [error, right] = [0, 0];
  for (const { x, d } of set) {
    let total = w[4 * count];
    for (let j = 0; j < count; j += 1) {
      h[j] = logistic(w[3 * j] * x[0] + w[3 * j + 1] * x[1] + w[3 * j + 2]);
      total += w[3 * count + j] * h[j];
    }
    const y = logistic(total);
    error += (y - d) ** 2 / 2;
    right += Number(y > 0.5 === d > 0.5);
    const top = (y - d) * y * (1 - y);
    gradient[4 * count] += top;
    for (let j = 0; j < count; j += 1) {
      const dx = top * w[3 * count + j] * h[j] * (1 - h[j]);
      gradient[3 * count + j] += top * h[j];
      gradient[3 * j] += dx * x[0];
      gradient[3 * j + 1] += dx * x[1];
      gradient[3 * j + 2] += dx;
    }
  }
  return { error, right, gradient };
}

/** The whole run: weights, error and hits at every epoch: equation 9. */
export function train(start, set, rate, momentum, epochs = EPOCHS) {
  let w = Float64Array.from(start);
  const velocity = new Float64Array(w.length);
  const run = { weights: [w], errors: [], right: [], solved: null };
  for (let t = 0; t <= epochs; t += 1) {
    const { error, right, gradient } = learnFrom(w, set);
    run.errors.push(error);
    run.right.push(right);
    if (right === set.length && run.solved === null) run.solved = t;
    if (t === epochs) break;
    w = w.map((value, i) => {
      velocity[i] = momentum * velocity[i] - rate * gradient[i];
      return value + velocity[i];
    });
    run.weights.push(w);
  }
  return run;
}

/** How much goes back along each wire: root mean square over the cases. */
export function flows(w, set) {
  const all = set.map((one) => paid(w, one));
  const mean = (pick) =>
    Math.sqrt(all.reduce((sum, one) => sum + pick(one) ** 2, 0) / all.length);
  const units = Array.from({ length: (w.length - 1) / 4 }, (_, j) => j);
  return {
    top: mean((one) => one.top),
    down: units.map((j) => mean((one) => one.dy[j])),
    lower: units.map((j) => mean((one) => one.dx[j])),
  };
}

// ---- pictures of it -----------------------------------------------------------------

/** Where the line a x + b y + c = 0 crosses the plane: two points, or null. */
export function cut(a, b, c, low = LOW, high = HIGH) {
  const [found, near] = [[], 1e-9];
  for (const end of [low, high]) {
    const [x, y] = [-(b * end + c) / a, -(a * end + c) / b];
    if (x > low - near && x < high + near) found.push([x, end]);
    if (y > low + near && y < high - near) found.push([end, y]);
  }
  return found.length > 1 ? [found[0], found.at(-1)] : null;
}

/** The output over the plane, row by row from the top, count to a side. */
export function map(w, count) {
  const at = (i) => LOW + ((HIGH - LOW) * (i + 0.5)) / count;
  return Array.from(
    { length: count * count },
    (_, k) => forward(w, [at(k % count), at(count - 1 - Math.floor(k / count))]).y,
  );
}

/** The error when two weights of one hidden unit are others, over a square. */
export function surface(w, set, unit, reach, count) {
  const hidden = (w.length - 1) / 4;
  const [bias, out] = [w[3 * unit + 2], w[3 * hidden + unit]];
  const rest = set.map(({ x }) => {
    const { hidden: states } = forward(w, x);
    const sum = states.reduce((s, h, j) => s + h * w[3 * hidden + j], w[4 * hidden]);
    return sum - states[unit] * out;
  });
  const at = (i) => -reach + (2 * reach * (i + 0.5)) / count;
  const error = (p, q) =>
    set.reduce((sum, { x, d }, c) => {
      const state = logistic(p * x[0] + q * x[1] + bias);
      return sum + (logistic(rest[c] + out * state) - d) ** 2 / 2;
    }, 0);
  return Array.from({ length: count * count }, (_, k) =>
    error(at(k % count), at(count - 1 - Math.floor(k / count))),
  );
}

/** How far the surface has to reach to show a unit's whole way. */
export function reachOf(run, unit) {
  let most = 4;
  for (const w of run.weights) {
    most = Math.max(most, Math.abs(w[3 * unit]), Math.abs(w[3 * unit + 1]));
  }
  return Math.min(1.15 * most, 40);
}

// ---- words --------------------------------------------------------------------------

const OWN = "A new run begins where you have put the ball. Press Play.";
const CHANCE = "All lines lie where chance has put them.";
const counted = (epoch) => epoch.toLocaleString("en-GB");
const twins = (w) =>
  w.length > 5 && [0, 1, 2].every((i) => Math.abs(w[i] - w[3 + i]) < 1e-9);

/** What is happening at an epoch, in one sentence. */
export function happening(run, set, epoch, own = false) {
  const [error, right] = [run.errors[epoch], run.right[epoch]];
  const score = `${right} of ${set.length} right, error ${error.toFixed(2)}.`;
  const before = run.errors[Math.max(0, epoch - 50)];
  if (twins(run.weights[epoch])) {
    return `${score} The hidden units are twins: equal weights, equal derivatives.`;
  }
  if (epoch === 0) return `${score} ${own ? OWN : CHANCE}`;
  if (right === set.length) {
    return run.solved === 0
      ? score
      : `${score} Learned at epoch ${counted(run.solved)}.`;
  }
  if (error > before * 1.02) return `${score} The last steps went too far.`;
  if (error < before * 0.97) return `${score} It is finding something.`;
  return `${score} It hardly moves: no small step helps much.`;
}

/** One sentence when the start does not fit the net, as in Python. */
export function problem({ start, hidden, unit }) {
  const wanted = 4 * hidden + 1;
  if (![0, wanted].includes(start.length)) {
    return `start must have ${wanted} numbers for ${hidden} hidden units, not ${start.length}.`;
  }
  return unit > hidden ? `unit must be at most ${hidden}, not ${unit}.` : null;
}
