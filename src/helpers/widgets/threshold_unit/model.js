// What one threshold unit computes: its table, what a goal asks, and why.

import { listed, subscript, written } from "../figure.js";
import { fires, firesWeighted, weightedSum } from "../units.js";

export { fires, firesWeighted };

export const SYNAPSES = { none: 0, excite: 1, "excite twice": 2, inhibit: 0 };

// ---- what the unit computes -------------------------------------------------------

/** All inputs of a size: 00, 01, 10, 11 … */
export function allInputs(size) {
  return Array.from({ length: 2 ** size }, (_, row) =>
    Array.from({ length: size }, (_, i) => (row >> (size - 1 - i)) & 1),
  );
}

/** What the unit does with these inputs, and the numbers that led there. */
export function respond({ form, lines, threshold, weights, theta }, inputs) {
  if (form === "weights") {
    return {
      inputs,
      bound: theta,
      vetoes: [],
      terms: inputs.map((x, i) => (x ? weights[i] : 0)),
      total: weightedSum(inputs, weights),
      output: firesWeighted(inputs, weights, theta),
    };
  }
  const excitatory = lines.flatMap((line, i) => Array(SYNAPSES[line]).fill(inputs[i]));
  const vetoers = lines.flatMap((line, i) => (line === "inhibit" ? [i] : []));
  const terms = lines.flatMap((line, i) =>
    SYNAPSES[line] ? [SYNAPSES[line] * inputs[i]] : [],
  );
  return {
    inputs,
    bound: threshold,
    terms,
    vetoes: vetoers.filter((i) => inputs[i]),
    total: terms.reduce((sum, term) => sum + term, 0),
    output: fires(
      excitatory,
      vetoers.map((i) => inputs[i]),
      threshold,
    ),
  };
}

/** One response for each possible input. */
export function truthTable(state) {
  return allInputs(state.lines.length).map((inputs) => respond(state, inputs));
}

const GOALS = {
  AND: (inputs) => inputs.every(Boolean),
  OR: (inputs) => inputs.some(Boolean),
  "AND-NOT": ([first, ...others]) => Boolean(first) && !others.some(Boolean),
  XOR: (inputs) => inputs.filter(Boolean).length % 2 === 1,
};

/** What a goal asks for at these inputs: 1 or 0, or null without a goal. */
export function asked(goal, inputs) {
  return goal === "none" ? null : Number(GOALS[goal](inputs));
}

/** The usual name of the function with these outputs, or null. */
export function nameOf(outputs, size) {
  const x = (i) => subscript("x", i + 1);
  const indices = [...Array(size).keys()];
  const known = [
    ["never fires", () => false],
    ["always fires", () => true],
    ...indices.map((i) => [`a copy of ${x(i)}`, (inputs) => inputs[i]]),
    ...indices.map((i) => [`NOT ${x(i)}`, (inputs) => !inputs[i]]),
    ["AND", GOALS.AND],
    ["OR", GOALS.OR],
    ["NAND", (inputs) => !GOALS.AND(inputs)],
    ["NOR", (inputs) => !GOALS.OR(inputs)],
    ...(size === 3
      ? [["majority", (inputs) => inputs.filter(Boolean).length >= 2]]
      : []),
    ...indices.flatMap((i) =>
      indices
        .filter((j) => j !== i)
        .flatMap((j) => [
          [`AND-NOT: ${x(i)} and not ${x(j)}`, (inputs) => inputs[i] && !inputs[j]],
          [`${x(i)} or not ${x(j)}`, (inputs) => inputs[i] || !inputs[j]],
          ...(i < j
            ? [
                [`${x(i)} AND ${x(j)}`, (inputs) => inputs[i] && inputs[j]],
                [`${x(i)} OR ${x(j)}`, (inputs) => inputs[i] || inputs[j]],
              ]
            : []),
        ]),
    ),
  ];
  const rows = allInputs(size);
  const found = known.find(([, rule]) =>
    rows.every((inputs, row) => Boolean(rule(inputs)) === Boolean(outputs[row])),
  );
  return found ? found[0] : null;
}

/** "1 + 1 = 2", or "0" when there is nothing to add. */
export function addition(terms, total) {
  if (terms.length < 2) return written(total);
  const rest = terms
    .slice(1)
    .map((term) => (term < 0 ? `− ${written(-term)}` : `+ ${written(term)}`));
  return `${written(terms[0])} ${rest.join(" ")} = ${written(total)}`;
}

/** What a goal demands of the numbers, row by row, with the numbers of now. */
export function demands(state) {
  const { form, lines, goal } = state;
  const letter = form === "weights" ? "w" : "s";
  const size = lines.length;
  const rows = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].map((pair) => [...pair, ...Array(size - 2).fill(0)]);
  return rows.map((inputs) => {
    const { terms, total, bound, vetoes, output } = respond(state, inputs);
    const want = asked(goal, inputs);
    const sign = want ? "≥" : "<";
    const symbols = inputs.flatMap((x, i) => (x ? [subscript(letter, i + 1)] : []));
    const used = terms.filter((term) => term !== 0);
    return {
      inputs,
      want,
      holds: output === want,
      asks: `${symbols.join(" + ") || "0"} ${sign} θ`,
      now: vetoes.length
        ? `${listed(vetoes.map((i) => subscript("x", i + 1)))} vetoes`
        : `${addition(used, total)} ${total >= bound ? "≥" : "<"} ${written(bound)}`,
    };
  });
}

/** Where the output came from, in a sentence. */
export function because(state) {
  const { form, lines, inputs } = state;
  const { terms, total, bound, vetoes, output } = respond(state, inputs);
  if (vetoes.length) {
    const who = listed(vetoes.map((i) => subscript("x", i + 1)));
    return (
      `${who} inhibits and is on: a veto. The count of ${total} does not matter; ` +
      "the unit is silent."
    );
  }
  const sum = addition(terms, total);
  const compared = `That ${output ? "reaches" : "stays below"} `;
  const end = output ? "the unit fires." : "the unit is silent.";
  if (form === "weights") {
    return (
      `Weights of the inputs that are on: ${sum}. ${compared}θ = ${written(bound)}: ` +
      end
    );
  }
  const vetoers = lines.includes("inhibit") ? " Nobody vetoes." : "";
  return (
    `Excited synapses: ${sum}.${vetoers} ` + `${compared}the threshold ${bound}: ${end}`
  );
}

export function problem({ lines, weights, inputs }) {
  for (const [name, list] of [
    ["weights", weights],
    ["inputs", inputs],
  ]) {
    if (list.length !== lines.length) {
      return (
        `${name} must have ${lines.length} entries, one for each of the lines, ` +
        `not ${list.length}.`
      );
    }
  }
  return null;
}

const BEYOND = 99; // a weight that nothing outweighs stands for a veto

/** The line of the cut, as two weights and a bound; a veto is a weight beyond all. */
export function cutOf({ form, lines, threshold, weights, theta }) {
  if (form === "weights") return { weights, bound: theta };
  const of = (line) => (line === "inhibit" ? -BEYOND : SYNAPSES[line]);
  return { weights: lines.map(of), bound: threshold - 0.5 };
}

/** Where the line w·x = bound crosses the square from low to high: two points, or none. */
export function crossing({ weights, bound }, low = -0.35, high = 1.35) {
  const found = [];
  for (const side of [low, high]) {
    for (const i of [0, 1]) {
      const other = (bound - weights[i] * side) / weights[1 - i];
      if (!(other >= low && other <= high)) continue;
      const point = i === 0 ? [side, other] : [other, side];
      const near = ([x, y]) => Math.hypot(x - point[0], y - point[1]) < 1e-6;
      if (!found.some(near)) found.push(point);
    }
  }
  return found.length === 2 ? found : [];
}
