// The unit of 1943, its later weighted form, and nets of the first kind.

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
