// What the builder computes: editing a net, running it, and judging it by a goal.

import { listed } from "../figure.js";
import { shown } from "../rules.js";
import { run } from "../units.js";

export const MOST = 4; // instants that a net may take to answer
const SPARE = [..."pqrstuvwxyz"];
const ENDINGS = 3; // of one fibre, at most

const blank = () => ({ excite: [], inhibit: [], threshold: 1 });
const whole = (unit) => ({ ...blank(), ...structuredClone(unit) });

/** The goal with its inputs and outputs in the order in which it names them. */
export function inOrder(level) {
  const sorted = (part) =>
    Object.fromEntries(
      level.order.filter((name) => name in part).map((name) => [name, part[name]]),
    );
  return { ...level, signals: sorted(level.signals), wanted: sorted(level.wanted) };
}

/** The net as it stands, with the units that the goal asks for. */
export function complete(level, net = {}) {
  const outs = Object.keys(level.wanted);
  const free = Object.keys(net).filter((name) => !outs.includes(name));
  const names = [...free.sort(), ...outs];
  return Object.fromEntries(names.map((name) => [name, whole(net[name] ?? {})]));
}

/** How many instants a goal is watched for. */
export const stepsOf = (level) => Object.values(level.signals)[0].length + MOST;

/** Everyone's history on the signals of the goal. */
export const play = (level, net) => run(net, level.signals, stepsOf(level));

// ---- editing: each returns a new net ------------------------------------------------

/** With one more fibre, or one more ending of it; a veto takes the place of these. */
export function connect(net, from, to, kind) {
  const next = structuredClone(net);
  const unit = next[to];
  const other = (names) => names.filter((name) => name !== from);
  if (kind === "vetoes") {
    unit.excite = other(unit.excite);
    unit.inhibit = [...other(unit.inhibit), from];
  } else {
    unit.inhibit = other(unit.inhibit);
    const has = unit.excite.filter((name) => name === from).length;
    if (has < ENDINGS) unit.excite = [...unit.excite, from];
  }
  return next;
}

/** With one ending of a fibre less. */
export function cut(net, from, to, kind) {
  const next = structuredClone(net);
  const ends = next[to][kind === "vetoes" ? "inhibit" : "excite"];
  ends.splice(ends.indexOf(from), 1);
  return next;
}

/** With another threshold, from 1 to 9. */
export function tuned(net, name, by) {
  const next = structuredClone(net);
  next[name].threshold = Math.max(1, Math.min(9, next[name].threshold + by));
  return next;
}

/** With a new unit at a place; returns [net, name], or null when names have run out. */
export function added(level, net, at) {
  const taken = [...Object.keys(level.signals), ...Object.keys(net)];
  const name = SPARE.find((letter) => !taken.includes(letter));
  return name ? [{ ...structuredClone(net), [name]: { ...blank(), at } }, name] : null;
}

/** Without a unit, and without its fibres. */
export function removed(net, name) {
  const next = structuredClone(net);
  delete next[name];
  for (const unit of Object.values(next)) {
    unit.excite = unit.excite.filter((source) => source !== name);
    unit.inhibit = unit.inhibit.filter((source) => source !== name);
  }
  return next;
}

// ---- judging ------------------------------------------------------------------------

/** The instants at which an output that answers d instants later goes wrong. */
function misses(wanted, fired, d) {
  const right = (t) => wanted[t - d] ?? 0;
  const open = (t) => t - d >= wanted.length; // what comes after is not asked for
  return fired.flatMap((on, t) => (open(t) || on === right(t) ? [] : [t]));
}

/** For each output its delay, what is wanted when, and where it goes wrong. */
export function judge(level, net) {
  const history = play(level, net);
  const outs = Object.entries(level.wanted);
  const delays = Array.from({ length: MOST }, (_, i) => i + 1);
  const missed = (d) => outs.map(([out, wanted]) => misses(wanted, history[out], d));
  const least = (values) => values.indexOf(Math.min(...values)) + 1;
  const all = delays.map((d) => missed(d).flat().length);
  const rows = outs.map(([out, wanted], i) => {
    const own = delays.map((d) => missed(d)[i].length);
    const d = level.together ? least(all) : least(own);
    const due = history[out].map((_, t) => wanted[t - d] ?? 0);
    return { out, delay: d, due, wrong: misses(wanted, history[out], d) };
  });
  return { history, rows, solved: rows.every(({ wrong }) => wrong.length === 0) };
}

const units = (net) => {
  const many = Object.keys(net).length;
  return `${many} ${many === 1 ? "unit" : "units"}`;
};

/** What is said of a net that is shown, and that the reader has not built. */
export const readyMade = (net) => `A net that does it, ready made, with ${units(net)}.`;

const instants = (n) => `${n} ${n === 1 ? "instant" : "instants"}`;

/** The verdict in a sentence. */
export function verdict(level, net, { history, rows, solved }) {
  if (solved) {
    const most = Math.max(...rows.map(({ delay }) => delay));
    return `Reached, with ${units(net)}, ${instants(most)} later.`;
  }
  const idle = rows.filter(({ out }) => {
    return !net[out].excite.length && !net[out].inhibit.length;
  });
  if (idle.length) {
    const names = listed(idle.map(({ out }) => out));
    return `Not yet: no fibre ends on ${names}.`;
  }
  const { out, wrong } = rows.find((row) => row.wrong.length);
  const t = wrong[0];
  const said = history[out][t]
    ? "fires and should be silent"
    : "is silent and should fire";
  return `Not yet: at t = ${t}, ${out} ${said}.`;
}

/** One sentence when a net listens to what its goal does not have, or null. */
export function problem({ nets }, get) {
  for (const [name, net] of Object.entries(nets)) {
    const level = get("_levels").find((one) => one.name === name);
    if (!level) return `nets has no goal ${shown(name)}.`;
    const { signals, wanted } = level;
    const known = [signals, wanted, net].flatMap((part) => Object.keys(part));
    for (const [unit, { excite = [], inhibit = [] }] of Object.entries(net)) {
      if (Object.hasOwn(signals, unit)) {
        return `${shown(unit)} is an input of ${shown(name)}; rename it.`;
      }
      const stranger = [...excite, ...inhibit].find((one) => !known.includes(one));
      if (stranger !== undefined) {
        return (
          `${shown(unit)} listens to ${shown(stranger)}, which the net ` +
          `for ${shown(name)} does not have.`
        );
      }
    }
  }
  return null;
}
