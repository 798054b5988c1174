// @ts-check
// All that the figure says, in one place.

import { fixed } from "../figure.js";

export const WORDS = {
  title: "A head that repeats",
  invitation:
    "Press Play to see it form, or a letter of the lower line to see where it looks.",
  none: "This figure needs its networks: nets={…}.",
  lost: "This network could not be loaded; the last one stays.",
  again: "Green: how sure it is of the right next letter.",
  next: "What comes next?",
  curve: "Bits for a repeated letter",
  training: "Training step",
  heads: ["Layer 1, head", "Layer 2, head"],
  text: "Your letters, 8 to 14",
  try: "What to try",
  slider: "The letter that asks, in the second line",
};

/** What happens at the letter that asks, in a sentence or two. */
export function verdict({ letter, right, share, best, looked, weight }) {
  const sure = `“${best[0]}” comes next, with probability ${fixed(best[1])}`;
  const where = `It looks most at the ${looked} (weight ${fixed(weight)})`;
  if (best[0] === right)
    return `The second ${letter} asks. ${where} and says: ${sure}. That is right.`;
  return (
    `The second ${letter} asks. ${where} and says: ${sure}. ` +
    `Right would be “${right}”, to which it gives ${fixed(share)}.`
  );
}

/** The place of a letter, in words. */
export const placed = (text, at) =>
  `${at < text.length ? "first" : "second"} ${text[at % text.length]}`;

/** The moment of the training, in words. */
export function moment(step, bits) {
  return `step ${step.toLocaleString("en")}: ${fixed(bits, 1)} bits`;
}
