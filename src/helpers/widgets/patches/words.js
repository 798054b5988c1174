// @ts-check
// All that the figure says, in one place.

import { fixed } from "../figure.js";

/** 0.973 → "97 %". */
export const percent = (share) =>
  share < 0.005
    ? "< 1 %"
    : `${Math.round(100 * Math.min(share, share > 0.995 ? 1 : 0.99))} %`;

/** "the class token", or "square 6". */
export const named = (token) => (token ? `square ${token}` : "the class token");

export const WORDS = {
  title: "A picture, read as a row of words",
  invitation: "Press a square to see where it looks; or take a chip below.",
  none: "This figure needs its networks: nets={…}.",
  lost: "This network could not be loaded; the last one stays.",
  board: "The picture, cut into squares",
  draws: "Drawing board, 28 by 28 pixels. Arrow keys move the pen, space draws.",
  looks: "The picture. Arrow keys open the squares.",
  row: "The row that the network reads",
  picture: "Picture",
  own: "your own",
  size: "Cut into",
  sizes: [
    ["14", "4"],
    ["7", "16"],
    ["4", "49"],
  ],
  tool: "Touch to",
  tools: [
    ["look", "look"],
    ["draw", "draw"],
    ["erase", "erase"],
  ],
  over: "Laid over it",
  overs: [
    ["attention", "attention"],
    ["roll-out", "roll-out"],
    ["positions", "positions"],
    ["nothing", "nothing"],
  ],
  more: "More: cuts, order, positions, layers",
  layer: "Layer",
  head: "Head",
  order: "Order",
  shuffle: "Shuffle",
  back: "Put back",
  clear: "Clear",
  reset: "Reset",
  cut: "Cut again",
  positions: "Positions",
  kinds: [
    ["places", "of the places"],
    ["pieces", "go along"],
    ["none", "none"],
  ],
  answer: "What it reads",
  try: "What to try",
  bar: (digit, share) => `${digit}: ${percent(share)}`,
  class: "class",
  steps: ["cut", "a row, with positions", "encoder", "the class token is read"],
};

/** What the net reads, in a sentence. */
export function verdict({ blank, best, share, shuffled, positions }) {
  if (blank) return "The picture is empty. Choose draw, and draw a digit.";
  const reads = `it reads a ${best}, with probability ${fixed(share)}.`;
  if (positions === "none")
    return shuffled
      ? `Shuffled, and told no positions: ${reads} The order makes no difference to it.`
      : `Told no positions, ${reads}`;
  if (!shuffled) return `In order: ${reads}`;
  return positions === "pieces"
    ? `Shuffled, and each square keeps its position: ${reads} Nothing has changed.`
    : `Shuffled, and the positions stay: ${reads}`;
}

/** What lies over the picture, in a sentence. */
export function legend({ over, layer, head, token, most, net }) {
  const whose = head === "mean" ? "mean of all heads" : `head ${head}`;
  return {
    attention:
      `Where ${named(token)} looks in layer ${layer + 1} (${whose}). ` +
      `The deepest blue is a weight of ${fixed(most)}.`,
    "roll-out":
      `What has reached ${named(token)} through ${net.layers} layers, by roll-out. ` +
      `The deepest blue is ${fixed(most)}.`,
    positions: `How alike the position of ${named(token)} is to the others: blue alike, orange opposite.`,
    nothing: "The squares alone.",
  }[over];
}

/** How well the net does, where that is known. */
export function record({ net, count, positions }) {
  if (net.errors === undefined) return "";
  const how = positions === "none" ? "without positions" : "with positions";
  const wrong = `${fixed(net.errors, 1)} % of the test digits wrong`;
  return `This network, of ${count} squares and ${how}, gets ${wrong}.`;
}

/** The token's numbers, for those who listen or point. */
export function about({ token, other, value, over }) {
  if (value === null) return named(other);
  const what = { attention: "weight", "roll-out": "roll-out", positions: "cosine" };
  return `from ${named(token)} to ${named(other)}: ${what[over]} ${fixed(value)}`;
}
