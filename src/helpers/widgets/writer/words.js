// @ts-check
// All that the figure says, in one place.

const count = (number) => number.toLocaleString("en");
const NAMES = { " ": "space", "\n": "new line" };

/** A letter as it is printed alone. */
export const sign = (letter) => ({ " ": "␣", "\n": "⏎" })[letter] ?? letter;

/** A letter as it is said aloud. */
export const aloud = (letter) => NAMES[letter] ?? letter;

const percent = (probability) =>
  probability < 0.005 ? "< 1 %" : `${Math.round(100 * probability)} %`;

export const WORDS = {
  title: "A network that writes",
  invitation: "Type a beginning, and let it go on.",
  write: "Write",
  stop: "Stop",
  step: "One letter",
  again: "Again",
  reset: "Reset",
  buttons: "Writing",
  samples: "Beginnings",
  text: "What was written, letter by letter",
  training: "Training steps",
  temperature: "Temperature",
  calm: "safe",
  wild: "daring",
  colour: "Colour the text by",
  colours: { nothing: "nothing", surprise: "surprise", unit: "one unit" },
  unit: "Unit",
  named: "or one with a name",
  unnamed: "choose …",
  earlier: "The unit before",
  later: "The next unit",
  none: "This figure has no network yet.",
  count,
  percent,
  loading: (step) => `Loading the network after ${count(step)} steps …`,
  lost: (step, shown) =>
    `The network after ${count(step)} steps could not be loaded` +
    (shown === undefined ? "." : `; this is the one after ${count(shown)}.`),
  kept: "The network could not be loaded; this is what it wrote beforehand.",
  about: (value) => `about ${value}`,
  legend: (shown, all) =>
    `Under each letter: ${shown === all ? "the" : `${shown} of the`} ${count(all)} numbers ` +
    "that the network remembers at that moment. Blue is above 0, orange below.",
  bits: (bits) => `${bits.toFixed(2)} bits per letter`,
  stateOf: (units, unit, value) =>
    `Its state, all ${count(units)} numbers. Unit ${unit} is ${value}. Press another.`,
  after: "What may follow",
  letter: (letter, bits) =>
    bits === null ? `${aloud(letter)}, the first` : `${aloud(letter)}, ${bits} bits`,
  cost: (letter, bits) =>
    bits === null
      ? "The first letter: it had nothing to foretell it from."
      : `${letter in NAMES ? `The ${NAMES[letter]}` : `“${letter}”`} surprised it by ` +
        `${bits} bits.`,
  bar: (letter, probability) => `${aloud(letter)}: ${percent(probability)}`,
  wrote: (text) => `It wrote: ${text}`,
  keys: {
    nothing: "",
    surprise: "The stronger the blue, the more the letter surprised the network.",
    unit: "",
  },
};
