// @ts-check
// What the figure computes: the error-correction rule on all pictures of a few points,
// until it ends in weights or in two bags, and where each picture stands meanwhile.

// ---- pictures, masks, questions ------------------------------------------------------

/** All pictures on n points, as rows of 0s and 1s: 00, 01, 10, 11 … */
export function everyPicture(n) {
  return Array.from({ length: 2 ** n }, (_, row) =>
    Array.from({ length: n }, (_, i) => (row >> (n - 1 - i)) & 1),
  );
}

/** Every set of at most `order` of n points, the smaller sets first. */
export function masks(n, order) {
  let size = [[]];
  const all = [[]];
  for (let k = 1; k <= order; k += 1) {
    size = size.flatMap((set) =>
      Array.from({ length: n }, (_, i) => i)
        .filter((i) => i > (set.at(-1) ?? -1))
        .map((i) => [...set, i]),
    );
    all.push(...size);
  }
  return all;
}

/** What each mask sees of a picture: 1 when all its points are black. */
export function look(picture, sets) {
  return sets.map((set) => Number(set.every((i) => picture[i])));
}

const count = (picture) => picture.filter(Boolean).length;

const QUESTIONS = {
  all: (picture) => count(picture) === picture.length,
  majority: (picture) => 2 * count(picture) > picture.length,
  mirror: (picture) => picture.every((x, i) => x === picture.at(-1 - i)),
  parity: (picture) => count(picture) % 2 === 1,
};

/** Whether the picture deserves a yes. */
export function asked(question, picture) {
  return QUESTIONS[question](picture);
}

// ---- the rule -----------------------------------------------------------------------

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/** One pass of the rule: the weights after it, and who was corrected. */
function onePass(weights, seen, wanted) {
  let now = weights;
  const wrong = [];
  seen.forEach((row, i) => {
    if (dot(row, now) > 0 === wanted[i]) return;
    now = now.map((w, j) => (wanted[i] ? w + row[j] : w - row[j]));
    wrong.push(i);
  });
  return [now, wrong];
}

/**
 * The error-correction rule, pass after pass, until a pass is clean or until weights
 * return. `weights`, `right` and `corrected` have an entry for each pass; `bags` says
 * how often each picture was corrected since the weights were last the same, or null.
 */
export function learn(question, n, order) {
  const pictures = everyPicture(n);
  const sets = masks(n, order);
  const seen = pictures.map((picture) => look(picture, sets));
  const wanted = pictures.map((picture) => asked(question, picture));
  let now = sets.map(() => 0);
  const totals = [pictures.map(() => 0)];
  const weights = [now];
  const corrected = [[]];
  const met = new Map();
  const right = () => seen.filter((row, i) => dot(row, now) > 0 === wanted[i]).length;
  const rights = [right()];
  let from = null;
  while (rights.at(-1) < pictures.length && from === null) {
    met.set(now.join(), totals.length - 1);
    const [next, wrong] = onePass(now, seen, wanted);
    now = next;
    totals.push(totals.at(-1).map((total, i) => total + Number(wrong.includes(i))));
    weights.push(now);
    corrected.push(wrong);
    rights.push(right());
    from = met.get(now.join()) ?? null;
  }
  const bags =
    from === null ? null : totals.at(-1).map((total, i) => total - totals[from][i]);
  return {
    pictures,
    sets,
    seen,
    wanted,
    weights,
    corrected,
    right: rights,
    from,
    bags,
  };
}

/** How often each mask counts in the bag of yes-pictures, or of no-pictures. */
export function counted({ seen, wanted, bags }, yes) {
  return seen[0].map((_, j) =>
    seen.reduce((sum, row, i) => sum + (wanted[i] === yes ? bags[i] * row[j] : 0), 0),
  );
}

const runs = new Map();

/** The run of the rule for these settings, computed once. */
export function runOf({ question, points, order }) {
  const key = `${question} ${points} ${order}`;
  if (!runs.has(key)) runs.set(key, learn(question, points, order));
  return runs.get(key);
}

/** What is so after a pass: the weights, the sums, who is wrong, who was corrected. */
export function after(run, passes) {
  const last = run.weights.length - 1;
  const at = Math.min(passes, last);
  const weights = run.weights[at];
  const sums = run.seen.map((row) => dot(row, weights));
  const wrong = sums.map((sum, i) => sum > 0 !== run.wanted[i]);
  const ended = at === last;
  return {
    at,
    weights,
    sums,
    wrong,
    corrected: run.corrected[at],
    right: run.right[at],
    bags: ended ? run.bags : null,
    solved: ended && !run.bags,
  };
}

/** The least and the greatest sum of the whole run. */
export function range(run) {
  const sums = run.weights.flatMap((w) => run.seen.map((row) => dot(row, w)));
  return [Math.min(-2, ...sums), Math.max(2, ...sums)];
}

/** A storey for each of these places, so that none nearer than `room` share one. */
export function storeys(places, room) {
  const taken = [];
  const found = places.map(() => 0);
  const order = places.map((_, i) => i).sort((a, b) => places[a] - places[b]);
  for (const i of order) {
    let k = 0;
    while (taken[k] !== undefined && places[i] - taken[k] < room) k += 1;
    taken[k] = places[i];
    found[i] = k;
  }
  return found;
}

// ---- in words -------------------------------------------------------------------------

const SIZES = ["no point", "single points", "pairs", "triples", "all four"];

/** What the masks of an order look at: "masks of up to three points". */
export const sizeOf = (order) => `masks of ${SIZES[order]} at most`;

/** What there is to say after a pass: [in a few words, and why]. */
export function verdict(run, state) {
  const now = after(run, state.passes);
  const count = `${now.right} of ${run.pictures.length} right.`;
  if (now.solved)
    return [count, `The rule has stopped, after ${now.at} passes: these weights do.`];
  if (now.bags) {
    const many = now.bags.reduce((sum, times) => sum + times, 0);
    return [
      `${count} It never ends.`,
      `These are the weights of pass ${run.from} again. The ${many} corrections since ` +
        "then are two bags. Each mask counts equally often in both (amber), so no " +
        "weights part them.",
    ];
  }
  if (now.at === 0) return [count, "All weights are 0, and so is every sum. Step."];
  const mended = now.corrected.length;
  return [
    count,
    `Pass ${now.at} corrected ${mended} ${mended === 1 ? "picture" : "pictures"} (amber).`,
  ];
}

/** One sentence if these settings do not go together, or null. */
export function problem({ order, points }) {
  if (order <= points) return null;
  return `order must be at most points, which is ${points}, not ${order}.`;
}
