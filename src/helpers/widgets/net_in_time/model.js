// What the figure computes: where units stand, how lines run, what does not fit.

import { shown } from "../rules.js";
import { fires, law, padded, run, sources, why } from "../units.js";

export { fires, law, run, sources, why };

export const RADIUS = 21;

// ---- what can be told of a net ----------------------------------------------------

/** How many steps a signal needs from the nearest input to each unit. */
export function depths(net, signals) {
  const found = Object.fromEntries(Object.keys(signals).map((name) => [name, 0]));
  for (let depth = 1, grew = true; grew; depth += 1) {
    grew = false;
    for (const [name, { excite = [] }] of Object.entries(net)) {
      if (Object.hasOwn(found, name)) continue;
      if (!excite.some((source) => found[source] === depth - 1)) continue;
      found[name] = depth;
      grew = true;
    }
  }
  for (const name of Object.keys(net)) found[name] ??= 1;
  return found;
}

/** Where a line that is bowed so much leaves a unit, and where it ends before one. */
export function ends(from, to, bend) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const turn = Math.atan2(dy, dx);
  const tilt = -Math.atan2(4 * bend, Math.hypot(dx, dy));
  const beside = ([x, y], radius, angle) => [
    x + radius * Math.cos(angle),
    y + radius * Math.sin(angle),
  ];
  const start = beside(from, RADIUS, turn + tilt);
  return [start, beside(to, -RADIUS - 7, turn - tilt)];
}

/** The least bend with which a line does not pass behind any of these other units. */
export function clearBend(from, to, others) {
  const shares = Array.from({ length: 19 }, (_, i) => (i + 1) / 20);
  const clear = (bend) => {
    const [[x1, y1], [x2, y2]] = ends(from, to, bend);
    const bow = (4 * bend) / Math.hypot(x2 - x1, y2 - y1);
    return shares.every((t) => {
      const x = x1 + t * (x2 - x1 + (1 - t) * bow * (y2 - y1));
      const y = y1 + t * (y2 - y1 - (1 - t) * bow * (x2 - x1));
      return others.every(([ox, oy]) => Math.hypot(x - ox, y - oy) > RADIUS + 6);
    });
  };
  return [0, 36, -36, 60, -60].find(clear) ?? 0;
}

/** A place for every name: the given one, or a column for each depth. */
export function layout(net, signals, places) {
  const depth = depths(net, signals);
  const deepest = Math.max(1, ...Object.values(depth));
  const names = [...Object.keys(signals), ...Object.keys(net)];
  return Object.fromEntries(
    names.map((name) => {
      const column = names.filter((other) => depth[other] === depth[name]);
      const y = (column.indexOf(name) + 0.5) / column.length;
      return [name, places[name] ?? [depth[name] / deepest, y]];
    }),
  );
}

/** The signals with one value flipped, as long as the steps. */
export function flipped(signals, name, t, steps) {
  const filled = padded(signals, steps);
  filled[name][t] = 1 - filled[name][t];
  return filled;
}

/** What is wrong with the names of a net's units and inputs, or null. */
function strangers({ net = {}, signals = {} }, known) {
  const names = known.map(shown).join(", ") || "none";
  for (const name of Object.keys(net)) {
    if (Object.hasOwn(signals, name)) {
      return `${shown(name)} is both a unit of the net and an input; rename one.`;
    }
  }
  for (const [name, { excite = [], inhibit = [] }] of Object.entries(net)) {
    const stranger = [...excite, ...inhibit].find((source) => !known.includes(source));
    if (stranger !== undefined) {
      return (
        `net[${shown(name)}] names the unknown unit ${shown(stranger)}; ` +
        `known are ${names}.`
      );
    }
  }
  return null;
}

/** What is wrong with the lengths of the inputs' values, or null. */
function unequal({ signals = {} }) {
  const [first, ...others] = Object.entries(signals);
  for (const [name, values] of others) {
    if (values.length !== first[1].length) {
      return (
        `signals must be equally long, but ${shown(first[0])} has length ` +
        `${first[1].length} and ${shown(name)} has length ${values.length}.`
      );
    }
  }
  return null;
}

/** What is wrong with what is shown of a net, or null. */
function misplaced({ places = {}, focus = "", steps, time = 0 }, known) {
  const names = known.map(shown).join(", ") || "none";
  for (const name of Object.keys(places)) {
    if (!known.includes(name)) {
      return `places names the unknown unit ${shown(name)}; known are ${names}.`;
    }
  }
  if (focus && !known.includes(focus)) {
    return `focus names the unknown unit ${shown(focus)}; known are ${names}.`;
  }
  if (time >= steps) return `time must be below steps, which is ${steps}, not ${time}.`;
  return null;
}

function disagreement(state) {
  const { net = {}, signals = {} } = state;
  const known = [...Object.keys(signals), ...Object.keys(net)];
  return strangers(state, known) ?? unequal(state) ?? misplaced(state, known);
}

/** One sentence if a net or one of the presets does not fit together, or null. */
export function problem(state) {
  const own = disagreement(state);
  if (own) return own;
  for (const [name, preset] of Object.entries(state.presets)) {
    const inner = disagreement({ steps: state.steps, ...preset });
    if (inner) return `In the preset ${shown(name)}: ${inner}`;
  }
  return null;
}
