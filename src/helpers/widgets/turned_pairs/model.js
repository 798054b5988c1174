// @ts-check
// A query and a key of four pairs, turned by their places: what is computed and said.

export const BASES = [100, 10_000, 500_000];
export const LAST = 60;

/** Each pair of the query and of the key: how long it is, and where it points. */
export const QUERY = [
  [1.1, 0.9],
  [0.9, 2.2],
  [1, 0.4],
  [0.8, 1.3],
];
export const KEY = [
  [1, 1.7],
  [1.1, 1.6],
  [0.9, 1],
  [1, 0.8],
];
const WAVE = 0.35; // the length of what is added in place of a turn

/** By how many radians each pair turns from one place to the next. */
export function speeds(base) {
  return QUERY.map((_, i) => base ** (-i / QUERY.length));
}

/** The angles of both hands of each pair, and what the pair adds to the score. */
export function pairs(place, apart, base) {
  return speeds(base).map((speed, i) => {
    const query = QUERY[i][1] + speed * (place + apart);
    const key = KEY[i][1] + speed * place;
    const lengths = QUERY[i][0] * KEY[i][0];
    return { speed, query, key, adds: lengths * Math.cos(query - key) };
  });
}

/** The inner product of the turned query and the turned key. */
export function score(place, apart, base) {
  return pairs(place, apart, base).reduce((sum, { adds }) => sum + adds, 0);
}

/** The same if a wave is added to each of them, as in 2017, and nothing is turned. */
export function added(place, apart, base) {
  return speeds(base).reduce((sum, speed, i) => {
    const [q, k] = [
      [QUERY[i], place + apart],
      [KEY[i], place],
    ].map(([[length, angle], at]) => [
      length * Math.cos(angle) + WAVE * Math.cos(speed * at),
      length * Math.sin(angle) + WAVE * Math.sin(speed * at),
    ]);
    return sum + q[0] * k[0] + q[1] * k[1];
  }, 0);
}

/** One sentence when there is no such base, else null. */
export function problem({ base }) {
  if (BASES.includes(base)) return null;
  return `base must be one of ${BASES.join(", ")}, not ${base}.`;
}

/** A number with two digits and a true minus. */
export const two = (value) => {
  const text = value.toFixed(2);
  return Number(text) === 0 ? "0.00" : text.replace("-", "−");
};

const places = (count) => `${count} place${count === 1 ? "" : "s"}`;

export const WORDS = {
  title: "Four pairs, turned",
  invitation:
    "Move both along: all hands turn, and the score stays. Then move them apart.",
  place: "both move; the key is at",
  apart: "apart; the query is later by",
  base: "rope_theta",
  chips: [
    ["places 3 and 5", { place: 3, apart: 2 }],
    ["13 and 15", { place: 13, apart: 2 }],
    ["53 and 55", { place: 53, apart: 2 }],
    ["side by side", { place: 20, apart: 1 }],
    ["forty apart", { place: 3, apart: 40 }],
  ],
  along: "score, as both move along",
  away: "score, by the places between them",
  turned: "turned",
  added: "added, 2017",
  said: ({ place, apart, base }) =>
    `Key at ${place}, query at ${place + apart}, ${places(apart)} apart: ` +
    `the score is ${two(score(place, apart, base))}.`,
};
