// @ts-check
// All that the figure says, in one place.

import { fixed, quoted } from "../figure.js";

const VIEWS = { arrow: "an arrow", map: "the map", axis: "an axis" };

export const WORDS = {
  title: "Real words, fifty numbers each",
  views: Object.entries(VIEWS),
  view: "Seen as",
  invitations: {
    arrow: "Take the ring, and drop the arrow on another word.",
    map: "Press any dot, or look for a word.",
    axis: "Drop a word of your own onto the axis.",
  },
  from: "from",
  to: "to",
  dropped: "dropped on",
  find: "find",
  add: "add a word",
  closer: "closer",
  whole: "the whole map",
  allOff: "take all off",
  reset: "Reset",
  tries: "Things to try",
  question: "the three words",
  out: "left out",
  allowed: "allowed",
  none: "This figure has no words yet.",
  unknown: (word, count) =>
    `${quoted(word)} is none of the ${count.toLocaleString("en")} words here.`,
  full: (most) => `The axis holds ${most} words: take some off first.`,
  sum: (start, end, drop) => `${drop} − ${start} + ${end}`,
  nearest: (what) => `Nearest to ${what}`,
  leftOut: "left out",
  bar: (word, cosine, out) => `${word}: ${fixed(cosine)}${out ? ", left out" : ""}`,
  planeNote:
    "The picture is a shadow: of fifty directions it shows the two in which the three " +
    "words differ. The bars count all fifty.",
  mapNote:
    "The map (made by t-SNE) keeps neighbours together as well as it can. How far apart " +
    "two islands lie means little.",
  axisNote:
    "How far each word points along the step, as a cosine. It tells how people wrote in " +
    "Wikipedia and in the news up to 2014, and not what is true of anyone.",
  ends: (start, end) => [`Furthest towards ${start}`, `Furthest towards ${end}`],
  answer: (sum, first, second, out) =>
    `${sum} is nearest to ${first}${out ? "" : `, then to ${second}`}.`,
  picture: {
    arrow: (start, end, drop, list) =>
      `The arrow from ${start} to ${end}, laid on ${drop}. Nearest to its tip: ${list}.`,
    map: (word, list) =>
      word
        ? `The map around ${word}. Its nearest words: ${list}.`
        : "A map of all words, on which neighbours stand together.",
    axis: (start, end, list) => `An axis from ${start} to ${end}: ${list}.`,
  },
};

export const TRIES = {
  arrow: [
    ["man", "woman", "king"],
    ["france", "paris", "japan"],
    ["walk", "walked", "swim"],
    ["big", "bigger", "fast"],
    ["man", "woman", "uncle"],
    ["man", "woman", "doctor"],
    ["king", "paris", "apple"],
  ],
  map: ["july", "coffee", "violin", "goalkeeper", "river", "nurse", "king"],
  axis: [
    [
      "he → she: professions",
      "he",
      "she",
      "nurse dancer singer doctor teacher librarian pilot lawyer judge baker scientist " +
        "engineer secretary captain",
    ],
    [
      "he → she: families",
      "he",
      "she",
      "king queen prince princess father mother son daughter uncle aunt nephew niece",
    ],
    [
      "bad → good",
      "bad",
      "good",
      "peace war friend music wedding holiday storm accident disease money luck work",
    ],
  ],
};

/** Words that name the islands of the map. */
export const LANDMARKS = (
  "july monday football tennis coffee fish river village university music film " +
  "actress novel church army war police court doctor disease baby king daughter " +
  "dollar bank oil company computer internet engine car airport ship snow forest " +
  "species france japan moscow iraq texas president election minister seven walked " +
  "beautiful think red house david"
).split(" ");
