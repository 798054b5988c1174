// The bill of a training: what is computed and said.
// tests/cases/bill.json holds the arithmetic to Python's.

import { scientific } from "../numbers.js";
import { bytes } from "../ring/model.js";

/**
 * Parameters in all, those that a token meets, and tokens. `known` are the hours of
 * cards that its makers have named, `card` what they had, and `machines` how many, as
 * a power of two.
 */
export const MODELS = {
  "Transformer base": {
    all: 65e6,
    tokens: 2.5e9,
    known: 96,
    card: "P100",
    machines: 3,
  },
  "GPT-3": { all: 174.6e9, tokens: 300e9, card: "V100" },
  Chinchilla: { all: 70e9, tokens: 1.4e12 },
  "Llama 3 8B": { all: 8.03e9, tokens: 15e12, known: 1.3e6, card: "H100" },
  "Llama 3 70B": { all: 70.6e9, tokens: 15e12, known: 6.4e6, card: "H100" },
  "DeepSeek-V3": {
    ...{ all: 671e9, active: 37e9, tokens: 14.8e12, known: 2.788e6 },
    ...{ card: "H100", machines: 11 },
  },
};

/** Operations a second, watts at most, and bytes of memory of a card. */
export const CARDS = {
  P100: { flops: 9.5e12, watts: 300, memory: 16e9 },
  V100: { flops: 125e12, watts: 300, memory: 32e9 },
  A100: { flops: 312e12, watts: 400, memory: 80e9 },
  H100: { flops: 989e12, watts: 700, memory: 80e9 },
};

/** The parameters and tokens that are billed. */
export function sizes({ model, parameters, tokens }) {
  const own = { all: 10 ** parameters, tokens: 10 ** tokens };
  const { all, active = all, tokens: seen } = MODELS[model] ?? own;
  return { all, active, seen };
}

/** Operations, hours of a card, days, dollars, megawatt-hours and memory. */
export function bill(state) {
  const { all, active, seen } = sizes(state);
  const card = CARDS[state.card];
  const cards = 2 ** state.machines;
  const flops = 6 * active * seen;
  const hours = flops / ((card.flops * state.use) / 100) / 3600;
  return {
    ...{ all, active, seen, flops, hours, cards },
    days: hours / cards / 24,
    dollars: hours * state.price,
    energy: (hours * card.watts) / 1e6,
    held: 16 * all,
    least: Math.ceil((16 * all) / card.memory),
  };
}

const round = (value, digits = 3) =>
  Number(value.toPrecision(digits)).toLocaleString("en-GB");

/** A number as people say it: 1,340, 2.1 million, 3.2 billion. */
export function said(value) {
  if (value >= 1e15) return scientific(value);
  const [unit, size] =
    [
      ["trillion", 1e12],
      ["billion", 1e9],
      ["million", 1e6],
    ].find(([, least]) => value >= least) ?? [];
  return unit ? `${round(value / size)} ${unit}` : round(value);
}

/** Days as people say them. */
export function lasting(days) {
  if (days < 1 / 24) return `${round(days * 1440)} minutes`;
  if (days < 2) return `${round(days * 24)} hours`;
  return days < 1000 ? `${round(days)} days` : `${said(days / 365.25)} years`;
}

/** Energy in the unit that suits it. */
export function energy(megawattHours) {
  if (megawattHours < 1) return `${round(megawattHours * 1000)} kWh`;
  return megawattHours < 1e4
    ? `${round(megawattHours)} MWh`
    : `${said(megawattHours / 1e3)} GWh`;
}

/** The lines of the bill: [what, how it is found, the result, is it a total?]. */
export function lines(state) {
  const b = bill(state);
  const card = CARDS[state.card];
  const meets = b.active === b.all ? "" : ` of ${said(b.all)}`;
  const done = `${state.use} % of ${round(card.flops / 1e12)} TFLOPS`;
  return [
    ["work", `6 × ${said(b.active)}${meets} × ${said(b.seen)}`, scientific(b.flops)],
    ["hours of a card", done, said(b.hours)],
    ["days", `on ${round(b.cards, 5)} cards`, lasting(b.days), true],
    ["money", `$${state.price} an hour`, `$${said(b.dollars)}`, true],
    ["energy", `${card.watts} watts a card`, energy(b.energy), true],
    ["memory", "16 bytes a parameter", bytes(b.held)],
  ];
}

/** What its makers have said, beside the bill, in a sentence. */
export function compared(state) {
  const { known, card } = MODELS[state.model] ?? {};
  const b = bill(state);
  if (b.cards < b.least) {
    return `It does not fit: ${bytes(b.held)} need ${round(b.least, 5)} such cards.`;
  }
  if (!known || card !== state.card) return "";
  const used = (b.flops / (known * 3600 * CARDS[card].flops)) * 100;
  return `Its makers named ${said(known)} hours: ${Math.round(used)} % put to use.`;
}
