// @ts-check
// Strands that are rolled up, their pieces, and what a machine with a window makes of
// them.

export const SIZE = 29;
const WAYS = {
  spiral: [
    [2, 2],
    [26, 2],
    [26, 26],
    [2, 26],
    [2, 8],
    [20, 8],
    [20, 20],
    [8, 20],
    [8, 14],
    [14, 14],
  ],
  snake: [
    [2, 2],
    [26, 2],
    [26, 8],
    [2, 8],
    [2, 14],
    [26, 14],
    [26, 20],
    [2, 20],
    [2, 26],
    [26, 26],
  ],
};

// ---- pictures -----------------------------------------------------------------------

/** The way so far to its own right, with its corners kept square. */
function beside(way, far) {
  const steps = way
    .slice(1)
    .map(([x, y], k) => [Math.sign(x - way[k][0]), Math.sign(y - way[k][1])]);
  return way.map(([x, y], k) => {
    const before = steps[Math.max(k - 1, 0)];
    const after = steps[Math.min(k, steps.length - 1)];
    const turned = [before, after].map(([dx, dy]) => [-dy, dx]);
    const same = turned[0].join() === turned[1].join();
    const normals = same ? [turned[0]] : turned;
    const sum = (i) => normals.reduce((total, normal) => total + normal[i], 0);
    return [x + far * sum(0), y + far * sum(1)];
  });
}

/** Where the middle strand is tied at an end, to one side or the other. */
function tie(way, end, tied) {
  return beside(way, tied ? 1 : -1).at(end);
}

/** Three strands along a way, tied at both ends: rows of 0s and 1s. */
export function picture(shape, first, last) {
  const way = WAYS[shape];
  const rows = Array.from({ length: SIZE }, () => Array(SIZE).fill(0));
  for (const side of [-2, 0, 2]) {
    const places = beside(way, side);
    places.slice(1).forEach(([x2, y2], k) => {
      const [x1, y1] = places[k];
      for (let x = Math.min(x1, x2); x <= Math.max(x1, x2); x += 1)
        for (let y = Math.min(y1, y2); y <= Math.max(y1, y2); y += 1) rows[y][x] = 1;
    });
  }
  for (const [x, y] of [tie(way, 0, first), tie(way, -1, last)]) rows[y][x] = 1;
  return rows;
}

/** The piece that each black point belongs to, from 1, and how many there are. */
export function pieces(rows) {
  const piece = rows.map((row) => row.map(() => 0));
  let found = 0;
  rows.forEach((row, r) =>
    row.forEach((black, c) => {
      if (!black || piece[r][c]) return;
      found += 1;
      const open = [[r, c]];
      while (open.length) {
        const [y, x] = open.pop() ?? [];
        if (!rows[y]?.[x] || piece[y][x]) continue;
        piece[y][x] = found;
        open.push([y - 1, x], [y + 1, x], [y, x - 1], [y, x + 1]);
      }
    }),
  );
  return { piece, found };
}

/** The eight pictures, in an order that the seed draws. */
export function rounds(seed) {
  const all = Object.keys(WAYS).flatMap((shape) =>
    [0, 1].flatMap((first) => [0, 1].map((last) => ({ shape, first, last }))),
  );
  let state = seed * 7919 + 12345;
  for (let i = all.length - 1; i > 0; i -= 1) {
    state = (state * 1103515245 + 12345) % 2147483648;
    const j = Math.floor((state / 2147483648) * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}

/** Whether a picture is in one piece: its ends differ. */
export const isOne = ({ first, last }) => first !== last;

// ---- the machine ----------------------------------------------------------------------

/** Whether some window of this width sees both ends of a shape. */
export function seesBoth(shape, window) {
  const way = WAYS[shape];
  const spans = [0, 1].flatMap((first) =>
    [0, 1].map((last) => {
      const [[x1, y1], [x2, y2]] = [tie(way, 0, first), tie(way, -1, last)];
      return Math.max(Math.abs(x1 - x2), Math.abs(y1 - y2)) + 1;
    }),
  );
  return Math.min(...spans) <= window;
}

/**
 * What the windows show of a picture, as names. A window shows one end, or the other,
 * or both, or what all pictures of the shape have; no other two sights differ.
 */
export function sights({ shape, first, last }, window) {
  const both = seesBoth(shape, window) ? [`${shape} ${first}${last}`] : [];
  return [shape, `${shape} ${first}.`, `${shape} .${last}`, ...both];
}

const TRIED = [-2, -1, 1, 2];

/** Every list of so many of the weights that are tried. */
function lists(length) {
  if (!length) return [[]];
  return lists(length - 1).flatMap((list) => TRIED.map((weight) => [...list, weight]));
}

/** The best weights for one shape, by the names of sights, while no window sees both. */
function bestApart(shape, window) {
  const all = rounds(1).filter((one) => one.shape === shape);
  const names = [`${shape} 0.`, `${shape} 1.`, `${shape} .0`, `${shape} .1`];
  let best = { right: -1, weights: {} };
  for (const list of lists(names.length)) {
    const weights = Object.fromEntries(names.map((name, i) => [name, list[i]]));
    const right = all.filter(
      (p) => verdict(p, window, weights).one === isOne(p),
    ).length;
    if (right > best.right) best = { right, weights };
  }
  return best.weights;
}

/** The best weights that the machine can have, by the names of sights. */
export function bestWeights(window) {
  const found = Object.keys(WAYS).map((shape) => {
    if (!seesBoth(shape, window)) return bestApart(shape, window);
    const ends = ["00", "01", "10", "11"];
    return Object.fromEntries(
      ends.map((end) => [`${shape} ${end}`, end[0] === end[1] ? -1 : 1]),
    );
  });
  return Object.assign({}, ...found);
}

const known = new Map();

/** The same, computed once for each width. */
function weightsFor(window) {
  if (!known.has(window)) known.set(window, bestWeights(window));
  return known.get(window);
}

/** The machine's sum for a picture, and its answer. */
export function verdict(one, window, weights) {
  const sum = sights(one, window).reduce((all, name) => all + (weights[name] ?? 0), 0);
  return { sum, one: sum > 0 };
}

/** The machine's answers to these pictures, and the sums of the two bags. */
export function machine(pictures, window) {
  const weights = weightsFor(window);
  const verdicts = pictures.map((one) => verdict(one, window, weights));
  const total = (yes) =>
    pictures.reduce(
      (all, one, i) => all + (isOne(one) === yes ? verdicts[i].sum : 0),
      0,
    );
  return { verdicts, bags: [total(true), total(false)] };
}

export function problem({ at, answers }) {
  if (at <= answers.length) return null;
  return (
    `at must be at most the number of answers, which is ${answers.length}, ` +
    `not ${at}.`
  );
}
