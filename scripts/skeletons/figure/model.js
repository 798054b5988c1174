// @ts-check
// SENTENCE: what is computed and said.

/** The number times itself. */
export function squared(value) {
  return value * value;
}

export const WORDS = {
  title: "SENTENCE",
  invitation: "Move the number, and see its square.",
  value: "Number",
  square: (value) => `${value} squared is ${squared(value)}.`,
};
