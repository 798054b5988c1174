// @ts-check
// The unit of 1943, its later weighted form, nets of the first kind, and their words.

import { listed } from "./figure.js";

const on = (values) => values.filter(Boolean).length;

/** 1943: fires when no inhibitory line is on and enough excitatory lines are. */
export function fires(excitatory, inhibitory, threshold) {
  return Number(on(inhibitory) === 0 && on(excitatory) >= threshold);
}

/** Later: fires when the weighted sum reaches theta. */
export function firesWeighted(inputs, weights, theta) {
  return Number(weightedSum(inputs, weights) >= theta);
}

export function weightedSum(inputs, weights) {
  return inputs.reduce((sum, x, i) => sum + (x ? weights[i] : 0), 0);
}

/** The signals at times 0 … steps − 1, silent where they are not given. */
export function padded(signals, steps) {
  const times = Array.from({ length: steps }, (_, t) => t);
  return Object.fromEntries(
    Object.entries(signals).map(([name, values]) => [
      name,
      times.map((t) => Number(Boolean(values[t]))),
    ]),
  );
}

/** Every unit over time: silent at t = 0, and at t it depends on everyone at t − 1. */
export function run(net, signals, steps) {
  const history = padded(signals, steps);
  for (const name of Object.keys(net)) history[name] = steps > 0 ? [0] : [];
  for (let t = 1; t < steps; t += 1) {
    const before = (name) => history[name][t - 1];
    for (const [name, { excite = [], inhibit = [], threshold = 1 }] of Object.entries(
      net,
    )) {
      history[name].push(fires(excite.map(before), inhibit.map(before), threshold));
    }
  }
  return history;
}

// ---- in words ---------------------------------------------------------------------

/** The unit's law as a formula: "y(t) = [a(t − 1) or b(t − 1)] and not c(t − 1)". */
export function law(name, { excite = [], inhibit = [], threshold = 1 }) {
  const before = (source) => `${source}(t − 1)`;
  const parts = excite.map(before);
  const nots = inhibit.map((source) => `not ${before(source)}`);
  let body;
  if (threshold > parts.length) body = "never";
  else if (threshold === 1) body = parts.join(" or ");
  else if (threshold === parts.length) body = parts.join(" and ");
  else body = `at least ${threshold} of ${parts.join(", ")}`;
  if (nots.length && body !== "never") {
    const compound = parts.length > 1 && threshold < parts.length;
    body = [compound ? `[${body}]` : body, ...nots].join(" and ");
  }
  return `${name}(t) = ${body}`;
}

/** Who decided the value of a name at time t: {vetoes, drivers, silent}. */
export function sources(net, history, name, t) {
  const { excite = [], inhibit = [] } = net[name] ?? {};
  const fired = (source) => t > 0 && history[source][t - 1] === 1;
  return {
    vetoes: inhibit.filter(fired),
    drivers: excite.filter(fired),
    silent: [...excite, ...inhibit].filter((source) => !fired(source)),
  };
}

/** Where the value of a name at time t came from, in a sentence. */
export function why(net, history, name, t) {
  const fires = history[name][t] === 1;
  if (!Object.hasOwn(net, name)) {
    const value = fires ? "on" : "off";
    return `${name} is an input, ${value} at t = ${t}, as set in its row.`;
  }
  if (t === 0) return `${name} is silent at t = 0: every unit starts silent.`;
  const { vetoes, drivers } = sources(net, history, name, t);
  const { inhibit = [], threshold = 1 } = net[name];
  const start = `${name} ${fires ? "fires" : "is silent"} at t = ${t}: `;
  if (vetoes.length) {
    return `${start}${listed(vetoes)} fired at t = ${t - 1}, and inhibits: a veto.`;
  }
  const who = drivers.length
    ? `${listed(drivers)} fired at t = ${t - 1}`
    : `at t = ${t - 1} nobody excited it`;
  const count = `${drivers.length} ${fires ? "≥" : "<"} ${threshold}`;
  return `${start}${who}, so ${count}${inhibit.length ? "; nobody vetoed" : ""}.`;
}
