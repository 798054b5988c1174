// Sentences: from what the reader writes to token ids, and back to what people write.

import { recognised, tokenise } from "../sentences.js";
import { LONGEST } from "./trace.js";

/** The sentence as people write it: a capital first, marks at their words. */
export function joined(words) {
  return words
    .join(" ")
    .replace(/ ([.,;:?!)]|'s(?![\p{L}]))/gu, "$1")
    .replace(/([¿¡(]) /g, "$1")
    .replace(/[\p{L}\p{N}]/u, (letter) => letter.toUpperCase());
}

/** The mark that a sentence lacks at its end; in the training every one has it. */
function missing(words, known) {
  const mark = words[0] === "¿" ? "?" : words[0] === "¡" ? "!" : ".";
  return known.includes(mark) && !/^[.?!]$/.test(words.at(-1)) ? mark : "";
}

/** The sentence's words, their ids and the mark added; or a sentence on why not. */
export function numbered(sentence, words, known) {
  const found = tokenise(sentence.slice(0, 1000));
  if (!found.length) return { problem: "A sentence needs at least one word." };
  const added = missing(found, known);
  if (added) found.push(added);
  if (found.length > LONGEST) {
    const count = sentence.length > 1000 ? "" : `, not ${found.length}`;
    return { problem: `A sentence has ${LONGEST} words here or fewer${count}.` };
  }
  const { spelled, unknown, near } = recognised(found, known);
  if (unknown === undefined)
    return { words: spelled, ids: spelled.map((word) => words.indexOf(word)), added };
  const short = unknown.length > 24 ? `${unknown.slice(0, 23)}…` : unknown;
  return {
    unknown,
    near,
    problem:
      `It was never taught the word “${short}”. ` + `Near it are ${near.join(", ")}.`,
  };
}
