// @ts-check
// All that the figure says, in one place.

import { fixed } from "../figure.js";

export const WORDS = {
  title: "Ask it",
  invitation: "Type two numbers below 100, or take a chip.",
  none: "This figure needs its networks: nets={…}.",
  lost: "The networks could not be loaded.",
  waiting: "The networks are being fetched …",
  first: "First number",
  second: "Second number",
  draws: "Answers drawn",
  temperature: "Temperature",
  reset: "Reset",
  try: "What to try",
  names: {
    base: ["Base", "has read, and goes on"],
    sft: ["SFT", "was shown 200 answers"],
    dpo: ["DPO", "was told which of two is better"],
    grpo: ["GRPO", "tried, and was checked"],
  },
  wrong: (text) => `“${text.slice(0, 6)}” is no whole number from 0 to 99.`,
};

/** What a model says, and what is wrong with it. */
export function verdict(greedy, { right, lost }) {
  if (greedy === right) return `${greedy} – right`;
  if (greedy === lost) return `${greedy} – the carry is forgotten`;
  return `${greedy} – wrong`;
}

/** How often it would be right. */
export function chance(share, draws) {
  return draws === 1
    ? `right with probability ${fixed(share)}`
    : `one of ${draws} right: ${fixed(share)}`;
}

/** All four, for those who listen. */
export function summary(question, all) {
  const each = all.map(
    ({ name, greedy, share }) => `${name} ${greedy}, ${fixed(share)}`,
  );
  return `${question} ${each.join("; ")}.`;
}
