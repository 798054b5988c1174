// The table that a net is built on: places, units, fibres, and pulses along them.

import { change, pressable, rove, svg } from "../figure.js";

const [COLUMNS, ROWS] = [5, 3]; // inputs stand in the first, outputs in the last
const [UNIT, INPUT, SLOT] = [20, 15, 13];
const BOWS = [0, 24, -24, 44, -44, 66, -66]; // pixels that a fibre may swing aside
const ASIDE = [16, 30, 46]; // where another one comes back
const ROOM = [0.19, 0.4, 0.56]; // what one, two, three endings take of the edge: radians

// ---- where things stand -------------------------------------------------------------

/** A place in pixels for everyone in the level, by name. */
export function placesOf(level, net, { width, height }) {
  const [left, top, foot] = [40, 46, 34];
  const x = (column) => left + (column * (width - 2 * left)) / (COLUMNS - 1);
  const y = (row) => top + (row * (height - top - foot)) / (ROWS - 1);
  const spread = (names, column) =>
    names.map((name, i) => {
      const row = names.length === 1 ? 1 : (2 * i) / (names.length - 1);
      return [name, [x(column), y(row)]];
    });
  const outs = Object.keys(level.wanted);
  const free = Object.keys(net).filter((name) => !outs.includes(name));
  return {
    at: Object.fromEntries([
      ...spread(Object.keys(level.signals), 0),
      ...free.map((name, i) => {
        const [column, row] = net[name].at ?? [1 + (i % 3), Math.floor(i / 3) % 3];
        return [name, [x(column), y(row)]];
      }),
      ...spread(outs, COLUMNS - 1),
    ]),
    slots: slotsOf(free.map((name) => net[name].at ?? [])).map((slot) => {
      return { slot, place: [x(slot[0]), y(slot[1])] };
    }),
  };
}

/** The free places between inputs and outputs, as [column, row]. */
export function slotsOf(taken) {
  const all = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS - 2 }, (_, i) => [i + 1, row]),
  ).flat();
  return all.filter(([c, r]) => !taken.some(([x, y]) => x === c && y === r));
}

/** Who stands nearest to a point, if it is near enough for a finger. */
export function nearest(at, [x, y]) {
  const far = ([px, py]) => Math.hypot(px - x, py - y);
  const [first] = Object.keys(at).sort((a, b) => far(at[a]) - far(at[b]));
  return first && far(at[first]) < 30 ? first : null;
}

// ---- fibres -------------------------------------------------------------------------

const along = ([x, y], angle, far) => [
  x + far * Math.cos(angle),
  y + far * Math.sin(angle),
];
const written = (point) => point.map((value) => value.toFixed(1)).join(" ");

/** The middle of a bowed way, which pulls it aside. */
function pulled(from, to, bow) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [
    (from[0] + to[0]) / 2 + ((to[1] - from[1]) / length) * bow * 2,
    (from[1] + to[1]) / 2 - ((to[0] - from[0]) / length) * bow * 2,
  ];
}

/** The least bow with which a fibre passes behind nobody, and beside one that returns. */
export function clearBow(from, to, others, opposed = false) {
  const clear = (bow) => {
    const middle = pulled(from, to, bow);
    return Array.from({ length: 17 }, (_, i) => (i + 1) / 18).every((t) => {
      const at = (k) =>
        (1 - t) ** 2 * from[k] + 2 * t * (1 - t) * middle[k] + t * t * to[k];
      return others.every(([x, y]) => Math.hypot(at(0) - x, at(1) - y) > UNIT + 8);
    });
  };
  return (opposed ? ASIDE : BOWS).find(clear) ?? 0;
}

/** A fibre that ends where it began. */
function loopAround([x, y]) {
  const [a, b] = [along([x, y], -0.75, UNIT + 1), along([x, y], -2.4, UNIT + 13)];
  const path = `M${written(a)}C${x + 46} ${y - 66} ${x - 50} ${y - 62} ${written(b)}`;
  return { path, fork: b, angle: Math.atan2(y - b[1], x - b[0]) };
}

/** Where a fibre would leave and arrive: its bow, its middle, and its two angles. */
function courseOf(line, level, net, at) {
  const { source, target } = line;
  const [from, to] = [at[source], at[target]];
  if (source === target) return { ...line, angle: 0.74 };
  const others = Object.keys(at).filter((name) => name !== source && name !== target);
  const back = net[source];
  const opposed = [...(back?.excite ?? []), ...(back?.inhibit ?? [])].includes(target);
  const places = others.map((name) => at[name]);
  const middle = pulled(from, to, clearBow(from, to, places, opposed));
  const angle = Math.atan2(to[1] - middle[1], to[0] - middle[0]);
  const leave = Math.atan2(middle[1] - from[1], middle[0] - from[0]);
  const size = Object.hasOwn(level.signals, source) ? INPUT : UNIT;
  return { ...line, middle, angle, start: along(from, leave, size + 1) };
}

/** Angles moved apart until each has its room. */
export function apart(angles, rooms) {
  const order = angles.map((_, i) => i).sort((a, b) => angles[a] - angles[b]);
  const found = [...angles];
  for (let round = 0; round < 60; round += 1) {
    for (let k = 1; k < order.length; k += 1) {
      const [a, b] = [order[k - 1], order[k]];
      const short = rooms[a] + rooms[b] - (found[b] - found[a]);
      if (short > 1e-3)
        [found[a], found[b]] = [found[a] - short / 2, found[b] + short / 2];
    }
  }
  return found;
}

/** All courses, with their endings side by side on each unit. */
function courses(level, net, at) {
  const all = fibresOf(net).map((line) => courseOf(line, level, net, at));
  return Object.keys(net).flatMap((target) => {
    const lines = all.filter((line) => line.target === target);
    const angles = apart(
      lines.map(({ angle }) => angle),
      lines.map(({ count }) => ROOM[count - 1]),
    );
    return lines.map((line, i) => ({ ...line, angle: angles[i] }));
  });
}

/** The way of a fibre, and the point at which its endings part. */
function wayOf({ source, target, middle, angle, start }, at) {
  if (source === target) return loopAround(at[source]);
  const fork = along(at[target], angle, -UNIT - 15);
  return {
    path: `M${written(start)}Q${written(middle)} ${written(fork)}`,
    fork,
    angle,
  };
}

/** The endings of a fibre on a unit: dots that excite, or a ring that forbids. */
function endings({ fork, angle }, to, count, vetoes) {
  const gap = UNIT + (vetoes ? 6.5 : 5);
  const turns = [[0], [-0.24, 0.24], [-0.4, 0, 0.4]][count - 1];
  return turns.flatMap((turn) => {
    const [cx, cy] = along(to, angle + Math.PI + turn, gap);
    return [
      svg("path", {
        d: `M${written(fork)}L${written([cx, cy])}`,
        class: "nb-line",
      }),
      svg("circle", { cx, cy, r: vetoes ? 5 : 4.2, class: "nb-end" }),
    ];
  });
}

/** All fibres of the net: [{source, target, kind, count}, …]. */
export function fibresOf(net) {
  return Object.entries(net).flatMap(([target, { excite, inhibit }]) => [
    ...[...new Set(excite)].map((source) => {
      const count = excite.filter((name) => name === source).length;
      return { source, target, kind: "excites", count };
    }),
    ...inhibit.map((source) => ({ source, target, kind: "vetoes", count: 1 })),
  ]);
}

function fibre(course, at) {
  const { source, target, kind, count } = course;
  const way = wayOf(course, at);
  const vetoes = kind === "vetoes";
  const pulse = svg("path", { d: way.path, class: "nb-pulse", pathLength: 1 });
  const node = svg(
    "g",
    { class: vetoes ? "nb-fibre nb-vetoes" : "nb-fibre" },
    svg("path", { d: way.path, class: "nb-line" }),
    endings(way, at[target], count, vetoes),
    pulse,
  );
  return { source, node, pulse };
}

// ---- units --------------------------------------------------------------------------

function circle(name, [x, y], { input, threshold, loops, press }) {
  const size = input ? INPUT : UNIT;
  const inside = input ? "" : String(threshold);
  const body = svg("circle", { cx: x, cy: y, r: size, class: "nb-body" });
  const words = svg("text", { x, y, class: "nb-inside" }, inside);
  const label = svg(
    "text",
    { x, y: y + (loops ? size + 13 : -size - 12), class: "nb-name" },
    name,
  );
  const ring = svg("circle", { cx: x, cy: y, r: size + 5, class: "nb-ring" });
  const hit = svg("circle", { cx: x, cy: y, r: 26, class: "nb-hit" });
  const node = pressable(
    svg("g", { class: input ? "nb-node nb-input" : "nb-node", "data-cell": "" }, [
      hit,
      ring,
      body,
      words,
    ]),
    () => press(name),
  );
  return { name, node, label };
}

function slotButton({ slot, place: [x, y] }, add) {
  const [column, row] = slot;
  const node = pressable(
    svg(
      "g",
      { class: "nb-slot", "data-cell": "" },
      svg("circle", { cx: x, cy: y, r: 24, class: "nb-hit" }),
      svg("circle", { cx: x, cy: y, r: SLOT, class: "nb-empty" }),
      svg("path", { d: `M${x - 5} ${y}h10M${x} ${y - 5}v10`, class: "nb-plus" }),
    ),
    () => add(slot),
  );
  change(node, { "aria-label": `add a unit in column ${column}, row ${row + 1}` });
  return node;
}

/** The circles of everyone, inputs and units. */
function circles(level, net, at, press) {
  return Object.keys(at).map((name) => {
    const { threshold, excite = [] } = net[name] ?? {};
    const input = Object.hasOwn(level.signals, name);
    const loops = excite.includes(name);
    return circle(name, at[name], { input, threshold, loops, press });
  });
}

/** The table for a net; `update` shows who fires, who is chosen, and the pulses. */
export function table(level, net, { width, height }, { press, add }) {
  const { at, slots } = placesOf(level, net, { width, height });
  const fibres = courses(level, net, at).map((course) => fibre(course, at));
  const nodes = circles(level, net, at, press);
  const rubber = svg("path", { class: "nb-rubber" });
  const row = (children) => svg("g", { "data-row": "" }, children);
  const about = {
    class: "nb-table",
    role: "group",
    "aria-label": "The net: inputs at the left, what must answer at the right",
    viewBox: `0 0 ${width} ${height}`,
  };
  const art = svg("svg", { ...about, width, height }, [
    row(slots.map((slot) => slotButton(slot, add))),
    ...fibres.map(({ node }) => node),
    row(nodes.map(({ node }) => node)),
    ...nodes.map(({ label }) => label),
    rubber,
  ]);
  rove(art);
  return { art, at, rubber, update: (now) => light(nodes, fibres, net, now) };
}

/** Who fires at this instant, and the pulses that left one instant ago. */
function light(nodes, fibres, net, { history, time, focus, armed, moving }) {
  for (const { name, node, label } of nodes) {
    const on = history[name][time] === 1;
    node.classList.toggle("nb-on", on);
    label.classList.toggle("nb-focus", name === focus);
    node.classList.toggle("nb-armed", name === armed);
    const threshold = net[name] ? `, threshold ${net[name].threshold}` : ", an input";
    const state = on ? "fires" : "is silent";
    change(node, {
      "aria-label": `${name}${threshold}; ${state}`,
      "aria-pressed": String(name === armed),
    });
  }
  for (const { source, node, pulse } of fibres) {
    const left = time > 0 && history[source][time - 1] === 1;
    node.classList.toggle("nb-carried", left);
    const run = left && moving ? `nb-run-${time % 2}` : "";
    change(pulse, { class: `nb-pulse ${run}`.trim() });
  }
}
