// All that the Mark I says.

const minus = (n) => String(n).replace("-", "−");
const times = (n, one, many) => (n === 1 ? `1 ${one}` : `${n} ${many}`);

export const WORDS = {
  title: "The Mark I",
  invitation: "Paint on the eye, and see what it says. Then tell it what it was.",
  eye: "400 photocells",
  units: "512 A-units",
  weights: "512 weights",
  directly: "400 weights",
  wires: "dots: wires of the framed A-unit",
  unit: "A-unit whose wires are drawn",
  retina: "The eye, 20 by 20 photocells. Arrow keys move, space paints or wipes out.",
  sum: (sum) => `sum ${minus(sum)}`,
  told: ({ up, down, total, fires }) =>
    `${up} − ${down} = ${minus(total)}: ${fires ? "fires" : "silent"}`,
  cursor: (row, column, lit) =>
    `row ${row + 1}, column ${column + 1}, ${lit ? "lit" : "dark"}`,
  teach: (name) => `It was ${name}`,
  clear: "Blank card",
  forget: "Forget my cards",
  wiring: "Other wires",
  task: "It learns",
  path: "through",
  through: "random wires",
  straight: "photocells only",
  trials: "Cards dealt",
  cards: (t) => times(t, "card", "cards"),
  learned: "What it has learned",
  eyeView: "What it has learned: the weights, laid back on the photocells",
  mistakes: "Mistakes so far",
  none: "It has learned nothing yet: all weights are 0.",
  yours: "Dealt no card yet; it has learned only from yours.",
  dealt: ({ t, said, name, turned }) =>
    turned
      ? `Card ${t} was ${name}, and it said ${said || "nothing"}: ` +
        `${turned} weights were changed.`
      : `Card ${t} was ${name}, and it said so: nothing was changed.`,
  painted: (said) =>
    said
      ? `It says ${said}. Tell it what it was.`
      : "It cannot say. Tell it what it was.",
  taught: ({ before, name, turned, said }) =>
    turned
      ? `It was ${name}, and it had said ${before || "nothing"}: ${turned} weights ` +
        `were changed, and now it says ${said || "nothing"}.`
      : `It was ${name}, as it had said: nothing was changed.`,
  score: (share, missed, own) =>
    `${times(missed, "mistake", "mistakes")}${own ? ` and ${own} of your cards` : ""}; ` +
    `${Math.round(100 * share)} % of new cards right`,
};
