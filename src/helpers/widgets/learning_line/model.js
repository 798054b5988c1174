// A line that learns from its mistakes. Lengths are whole tenths, so sums are exact.

export const MOST = 400;
export const TENTHS = 10;
export const PRESETS = {
  sides: [
    [-0.4, 0.8, 1],
    [0.3, -1.4, -1],
    [-1, -1.3, -1],
    [0.8, -1.7, -1],
    [-0.6, 1.7, 1],
    [-0.3, -0.9, -1],
    [-1.7, -0.7, 1],
    [1.8, -0.4, -1],
  ],
  close: [
    [-1.6, -0.5, -1],
    [0.6, -0.2, 1],
    [0.9, -0.5, 1],
    [-0.6, 1.5, -1],
    [1.3, 1.6, -1],
    [-1.6, -1.5, 1],
    [-1.9, -1.2, -1],
    [-1.9, 1, -1],
  ],
  and: [
    [0, 0, -1],
    [0, 1, -1],
    [1, 0, -1],
    [1, 1, 1],
  ],
  xor: [
    [0, 0, -1],
    [0, 1, 1],
    [1, 0, 1],
    [1, 1, -1],
  ],
};

// ---- the arithmetic ---------------------------------------------------------------

export function dot(a, b) {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

/**
 * Every mistake on the way: which example, its sum, the weights before and after.
 * `ended` is "right" after a pass without mistakes, "circle" when a state has come
 * back (then `from` says after how many mistakes it was first there), else "most".
 */
export function learn(examples, labels, most = MOST) {
  const path = [];
  const seen = new Map();
  let weights = examples[0].map(() => 0);
  let right = 0;
  for (let at = 0; right < examples.length; at = (at + 1) % examples.length) {
    const [x, y] = [examples[at], labels[at]];
    const sum = dot(weights, x);
    if (y * sum > 0) {
      right += 1;
      continue;
    }
    if (path.length === most) return { path, ended: "most" };
    right = 0;
    const after = weights.map((w, i) => w + y * x[i]);
    path.push({ example: at, sum, before: weights, after });
    weights = after;
    const state = [at, ...after].join(" ");
    if (seen.has(state)) return { path, ended: "circle", from: seen.get(state) };
    seen.set(state, path.length);
  }
  return { path, ended: "right" };
}

/** Shares that sum to 1 and bring their mixture of the points nearest to the origin. */
function shares(points) {
  const n = points.length;
  const rows = points.map((p) => [...points.map((q) => dot(p, q)), 1]);
  for (let c = 0; c < n; c += 1) {
    const best = rows
      .slice(c)
      .reduce((b, row, i) => (Math.abs(row[c]) > Math.abs(rows[b][c]) ? c + i : b), c);
    [rows[c], rows[best]] = [rows[best], rows[c]];
    if (Math.abs(rows[c][c]) < 1e-9) return null;
    for (let r = 0; r < n; r += 1) {
      if (r === c) continue;
      const factor = rows[r][c] / rows[c][c];
      rows[r] = rows[r].map((value, i) => value - factor * rows[c][i]);
    }
  }
  const solution = rows.map((row, i) => row[n] / row[i]);
  const total = solution.reduce((a, b) => a + b, 0);
  return solution.map((value) => value / total);
}

/**
 * The widest margin of any line, or null when no line separates the examples: the
 * distance from the origin to the hull of the examples, each times its label. In three
 * dimensions at most three of them hold up the hull's nearest point.
 */
export function bestMargin(examples, labels) {
  const signed = examples.map((x, i) => x.map((value) => value * labels[i]));
  const picks = [];
  for (let a = 0; a < signed.length; a += 1) {
    picks.push([a]);
    for (let b = 0; b < a; b += 1) {
      picks.push([a, b]);
      for (let c = 0; c < b; c += 1) picks.push([a, b, c]);
    }
  }
  for (const pick of picks) {
    const corners = pick.map((i) => signed[i]);
    const parts = shares(corners);
    if (!parts || parts.some((part) => part < -1e-9)) continue;
    const nearest = corners[0].map((_, j) =>
      dot(
        parts,
        corners.map((z) => z[j]),
      ),
    );
    const square = dot(nearest, nearest);
    if (square > 1e-9 && signed.every((z) => dot(z, nearest) > square - 1e-9)) {
      return {
        margin: Math.sqrt(square),
        direction: nearest.map((v) => v / Math.sqrt(square)),
      };
    }
  }
  return null;
}

/** The whole course on these points, with the bound when there is one. */
export function course(points) {
  const examples = points.map(({ x1, x2 }) => [
    Math.round(x1 * TENTHS),
    Math.round(x2 * TENTHS),
    TENTHS,
  ]);
  const labels = points.map(({ y }) => y);
  const plain = examples.map((x) => x.map((value) => value / TENTHS));
  const lengths = plain.map((x) => Math.hypot(...x));
  const radius = Math.max(...lengths);
  const best = bestMargin(plain, labels);
  return {
    examples,
    labels,
    radius,
    best,
    farthest: lengths.indexOf(radius),
    bound: best && (radius / best.margin) ** 2,
    ...learn(examples, labels),
  };
}

/** Where w·(x1, x2, 1) = 0 crosses the square of half-width `half`, or []. */
export function crossing([a, b, c], half) {
  const found = [];
  const add = (x, y) => {
    if (Math.abs(x) > half + 1e-9 || Math.abs(y) > half + 1e-9) return;
    if (found.every(([p, q]) => Math.hypot(p - x, q - y) > 1e-6)) found.push([x, y]);
  };
  for (const edge of [-half, half]) {
    if (b) add(edge, -(c + a * edge) / b);
    if (a) add(-(c + b * edge) / a, edge);
  }
  return found.length > 1 ? found.slice(0, 2) : [];
}

/** The part of that square where the weighted sum is above zero, as a polygon. */
export function positiveSide([a, b, c], half) {
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ];
  const value = ([x, y]) => a * x + b * y + c;
  if (corners.every((corner) => value(corner) <= 0)) return [];
  const polygon = [];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % 4];
    const [here, there] = [value(corner), value(next)];
    if (here >= 0) polygon.push(corner);
    if (here * there < 0) {
      const part = here / (here - there);
      polygon.push(corner.map((start, j) => start + part * (next[j] - start)));
    }
  });
  return polygon;
}

/** One sentence when an example is not whole, or null. */
export function problem({ points }) {
  for (const [i, point] of points.entries()) {
    const given = Object.keys(point);
    if (given.length < 3) {
      return `points[${i}] needs x1, x2 and y, and has ${given.join(", ")}.`;
    }
    if (point.y === 0) return `points[${i}]["y"] must be 1 or -1, not 0.`;
  }
  return null;
}
