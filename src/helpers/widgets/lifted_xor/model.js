// @ts-check
// What the figure computes: heights, sums, the plane's cut, and where all is seen.

export const CORNERS = [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 1],
];
const GOALS = {
  AND: ([a, b]) => Boolean(a && b),
  OR: ([a, b]) => Boolean(a || b),
  XOR: ([a, b]) => a !== b,
};
export const LOW = -0.22; // how far around the cube the plane is drawn
export const HIGH = 1.22;

/**
 * The weighted sum of a place.
 * @param {number[]} weights
 * @param {number[]} place
 */
export function sumOf(weights, place) {
  return weights.reduce((sum, weight, k) => sum + weight * place[k], 0);
}

/** The four points: height, sum, the answer, and what the goal asks. */
export function answers({ goal, lift, weights, theta }) {
  return CORNERS.map(([a, b]) => {
    const height = lift * a * b;
    const sum = sumOf(weights, [a, b, height]);
    const wanted = GOALS[goal]([a, b]);
    const answer = sum > theta + 1e-9;
    return { name: `${a}${b}`, a, b, height, sum, answer, wanted };
  });
}

/** The sums of the two bags of XOR: 01 with 10, and 00 with 11. */
export function bags(state) {
  const [zero, right, left, both] = answers(state).map(({ sum }) => sum);
  return [right + left, zero + both];
}

/** The places where the plane leaves the box around the cube, in order around it. */
export function planePolygon(weights, theta) {
  const ends = [LOW, HIGH];
  const found = [];
  for (const axis of [0, 1, 2]) {
    for (const u of ends) {
      for (const v of ends) {
        const place = [u, u, u];
        [place[(axis + 1) % 3], place[(axis + 2) % 3]] = [u, v];
        place[axis] = 0;
        if (!weights[axis]) continue;
        place[axis] = (theta - sumOf(weights, place)) / weights[axis];
        if (place[axis] >= LOW - 1e-9 && place[axis] <= HIGH + 1e-9) found.push(place);
      }
    }
  }
  return around(found, weights);
}

/** Places on a plane, in order around their middle, each once. */
function around(places, normal) {
  const own = places.filter(
    (place, i) =>
      !places.slice(0, i).some((p) => p.every((x, k) => Math.abs(x - place[k]) < 1e-6)),
  );
  if (own.length < 3) return [];
  const middle = [0, 1, 2].map((k) => own.reduce((s, p) => s + p[k], 0) / own.length);
  const first = own[0].map((x, k) => x - middle[k]);
  const second = cross(normal, first);
  const angle = (place) => {
    const from = place.map((x, k) => x - middle[k]);
    return Math.atan2(
      dot(from, second) / Math.hypot(...second),
      dot(from, first) / Math.hypot(...first),
    );
  };
  return own.sort((p, q) => angle(p) - angle(q));
}

const dot = (p, q) => p.reduce((sum, x, k) => sum + x * q[k], 0);
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];

/** What carries a place (a, b, height) to the page, seen from these degrees. */
export function camera(turn, tilt) {
  const [t, e] = [turn, tilt].map((degrees) => (degrees * Math.PI) / 180);
  const [ct, st, ce, se] = [Math.cos(t), Math.sin(t), Math.cos(e), Math.sin(e)];
  const see = ([a, b, height]) => {
    const [x, y, z] = [a - 0.5, b - 0.5, height - 0.42];
    return [ct * x + st * y, -(z * ce + (ct * y - st * x) * se)];
  };
  const towards = [st * ce, -ct * ce, se]; // from the cube to the eye
  return { see, towards };
}

/** Whether the side of the plane where sums exceed theta is the nearer one. */
export function yesIsNear(weights, towards) {
  return dot(weights, towards) > 0;
}

/** Where on the line of one b, over a from 0 to 1, the sum exceeds theta, or null. */
export function firing([wa, wb, wc], theta, b, lift) {
  const slope = wa + wc * lift * b;
  const rest = theta - wb * b;
  if (Math.abs(slope) < 1e-9) return rest < -1e-9 ? [0, 1] : null;
  const edge = rest / slope;
  const [from, to] = slope > 0 ? [Math.max(0, edge), 1] : [0, Math.min(1, edge)];
  return from < to ? [from, to] : null;
}

/** What is left of 0 … 1 beside a stretch at one of its ends. */
export function otherwise(stretch) {
  if (!stretch) return [0, 1];
  const [from, to] = stretch;
  if (from > 0) return [0, from];
  return to < 1 ? [to, 1] : null;
}

/** The verdict, and the sentence that goes with it. */
export function headline(state) {
  const right = answers(state).filter(({ answer, wanted }) => answer === wanted).length;
  const verdict = `${right} of 4 right.`;
  if (state.goal !== "XOR") {
    const words =
      right === 4
        ? "No lifting needed: one layer can do this."
        : "One straight cut can do this, even on the flat sheet.";
    return [verdict, words];
  }
  if (right === 4) return [verdict, "The plane parts them, and 11 had to rise for it."];
  if (state.lift === 0) {
    return [verdict, "Flat, the two pairs always weigh the same: 3 is the most."];
  }
  return [verdict, "It can be done from here: tilt the plane by the height's weight."];
}
