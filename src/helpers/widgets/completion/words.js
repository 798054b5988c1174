// @ts-check
// All that the figure says, in one place.

const count = (number) => number.toLocaleString("en");

/** A token as it is printed alone. */
export const sign = (token) => token.replaceAll(" ", "·").replaceAll("\n", "⏎");

/** A token as it is said aloud. */
export const aloud = (token) => {
  if (token === "\n") return "new line";
  return token.trim() || "space";
};

/** A probability as the bars print it. */
export const percent = (part) => {
  if (part === 0) return "0";
  return part < 0.0005 ? "< 0.1 %" : `${(100 * part).toFixed(1)} %`;
};

export const WORDS = {
  title: "A GPT that goes on",
  invitation:
    "Type a beginning, and press Write. Press a token to see what else it could have been.",
  write: "Write",
  stop: "Stop",
  step: "One token",
  again: "Again",
  reset: "Reset",
  buttons: "Writing",
  samples: "Beginnings",
  field: "A beginning for the GPT to go on with",
  text: "What was written, token by token",
  training: "Training steps",
  none: "This figure has no network yet.",
  loading: "The weights are on their way …",
  lost: "The weights could not be loaded; what was written in training is here.",
  count,
  stage: (step, bits) => `${count(step)}: ${bits.toFixed(1)} bits a token`,
  stored: (step) =>
    `Written in training, after ${count(step)} steps, at temperature 0.8 and top-p 0.9. ` +
    "Only the last network is here whole.",
  alive: (tokens, context) => `${tokens} of the ${context} tokens that it can see.`,
  upcoming: "What comes next",
  instead: (token) => `What could have stood where “${sign(token)}” stands`,
  first: "The first token: there was nothing to foretell it from.",
  temperature: "Temperature",
  calm: "safe",
  wild: "daring",
  topK: "Top-k",
  topP: "Top-p",
  all: "all",
  few: "few",
  many: "many",
  kept: (kept, all) =>
    kept === all
      ? `Drawn from all ${count(all)} tokens.`
      : `Drawn from ${count(kept)} of ${count(all)} tokens.`,
  bar: (token, part) => `${aloud(token)}: ${percent(part)}`,
  gone: (token, part) => `${aloud(token)}: cut, it had ${percent(part)}`,
  others: (rest) => `${count(rest)} others`,
  wrote: (text) => `It wrote: ${text}`,
};
