// The cell as a plant of pipes: what runs through them is as thick as it is large.

import { change, fixed, pressable, svg } from "../figure.js";
import { GATES, NAMES, letterOf } from "./model.js";

export const TALL = 306;
const [BELT, VALVE, GATE, RAIL, INPUT] = [56, 122, 186, 246, 268];
const [BROAD, SMALL] = [24, 16]; // pipes, in pixels; a value of 1 fills them
const PLACES = {
  1997: { i: 0.25, g: 0.45, o: 0.7, out: 0.88 },
  2000: { f: 0.12, i: 0.29, g: 0.47, o: 0.7, out: 0.88 },
  GRU: { f: 0.24, g: 0.54, o: 0.84 },
};

const word = (x, y, text, kind = "") =>
  svg("text", { x, y, class: `gc-text ${kind}` }, text);

/** A pipe along some places, and what runs in it; `fill(value)` lets it run. */
function pipe(d, broad) {
  const bed = svg("path", { d, class: "gc-bed", "stroke-width": broad });
  const flow = svg("path", { d, class: "gc-flow" });
  const fill = (value) => {
    const size = Math.min(1, Math.abs(value));
    change(flow, {
      "stroke-width": size < 0.004 ? 0 : Math.max(1.5, size * (broad - 3)).toFixed(1),
      class: `gc-flow ${value < 0 ? "gc-less" : "gc-more"}`,
    });
  };
  return { nodes: [bed, flow], fill };
}

/** A valve on a pipe: a disc that turns from across the pipe to along it. */
function valve(x, y, along) {
  const disc = svg("circle", { cx: x, cy: y, r: 13, class: "gc-hollow" });
  const blade = svg("path", { d: `M${x - 10} ${y}H${x + 10}`, class: "gc-blade" });
  const turn = (open) => {
    const angle = along + 90 * (1 - open);
    change(blade, { transform: `rotate(${angle.toFixed(1)} ${x} ${y})` });
  };
  return { nodes: [disc, blade], turn };
}

/** A sum on the road. */
const plus = (x, y) => [
  svg("circle", { cx: x, cy: y, r: 10, class: "gc-hollow" }),
  svg("path", { d: `M${x - 5} ${y}h10M${x} ${y - 5}v10`, class: "gc-line" }),
];

/** A gate's box, which is a button: it shows how far the gate is open. */
function gateBox(x, letter, press) {
  const value = word(x, GATE, "", "gc-number");
  const hit = svg("rect", { x: x - 25, y: GATE - 19, width: 50, height: 38, rx: 8 });
  change(hit, { class: "gc-learned" });
  const button = pressable(svg("g", { class: "gc-gate" }, hit), press);
  const name = word(x + 12, GATE - 30, letter, "gc-symbol");
  const show = (open) => {
    value.textContent = fixed(open);
    button.classList.toggle("gc-open", open > 0.5);
    const next = open > 0.5 ? "shut" : "open";
    change(button, {
      "aria-label": `${NAMES[letter]} is ${fixed(open)} open. Press to ${next} it.`,
    });
  };
  return { nodes: [button, value, name], show };
}

/** Thin ways from the input and the last output up to what reads them. */
function rails(x, readers, from) {
  const ways = readers.map((r) => `M${r} ${INPUT}V${GATE + 20}`).join("");
  const last = Math.max(...readers);
  const dots = readers.flatMap((r) => [
    svg("circle", { cx: r, cy: INPUT, r: 2.4, class: "gc-dot" }),
    svg("circle", { cx: r, cy: RAIL, r: 2.4, class: "gc-dot" }),
  ]);
  return [
    svg("path", {
      d: `M${from} ${RAIL}H${last}M${x} ${TALL - 2}V${INPUT}H${last}${ways}`,
      class: "gc-line gc-thin",
    }),
    ...dots,
  ];
}

const dotted = (d) => svg("path", { d, class: "gc-dotted" });

/** The tanh through which the road is read, in a hollow box. */
const tanhBox = (x) => [
  svg("rect", {
    x: x - 21,
    y: BELT + 22,
    width: 42,
    height: 22,
    rx: 5,
    class: "gc-hollow",
  }),
  word(x, BELT + 33, "tanh", "gc-small"),
];

/** The pipes of an LSTM; `f` is null where there is no forget gate. */
function pipesOf({ f, g, out }, { start, end }) {
  const turn = VALVE + 20;
  return {
    before: pipe(`M${start} ${BELT}H${f ?? g}`, BROAD),
    kept: f && pipe(`M${f} ${BELT}H${g}`, BROAD),
    c: pipe(`M${g} ${BELT}H${end}`, BROAD),
    g: pipe(`M${g} ${GATE - 20}V${VALVE}`, SMALL),
    written: pipe(`M${g} ${VALVE}V${BELT}`, SMALL),
    read: pipe(`M${out} ${BELT}V${turn}`, SMALL),
    h: pipe(`M${out} ${turn}V${RAIL}H${end}`, SMALL),
  };
}

/** The LSTM of 1997 or of 2000. */
function lstm(x, kind, at, gates) {
  const [i, g, o, out] = ["i", "g", "o", "out"].map((name) => x(PLACES[kind][name]));
  const f = kind === "2000" ? x(PLACES[kind].f) : null;
  const turn = VALVE + 20;
  const valves = { i: valve(g, VALVE, 90), o: valve(out, turn, 90) };
  const boxes = { i: gates.i(i), o: gates.o(o) };
  const controls = [
    dotted(`M${i} ${GATE - 19}V${VALVE}H${g - 13}`),
    dotted(`M${o} ${GATE - 19}V${turn}H${out - 13}`),
  ];
  if (f) {
    valves.f = valve(f, BELT, 0);
    boxes.f = gates.f(f);
    controls.push(dotted(`M${f} ${GATE - 19}V${BELT + 13}`));
  }
  const readers = [f, i, g, o].filter((place) => place !== null);
  const nodes = [...controls, ...plus(g, BELT), ...tanhBox(out)];
  return { pipes: pipesOf({ f, g, out }, at), valves, boxes, nodes, readers, g };
}

/** The GRU, whose road is its output. */
function gru(x, kind, at, gates) {
  const [z, g, r] = ["f", "g", "o"].map((name) => x(PLACES.GRU[name]));
  const pipes = {
    before: pipe(`M${at.start} ${BELT}H${z}`, BROAD),
    kept: pipe(`M${z} ${BELT}H${g}`, BROAD),
    c: pipe(`M${g} ${BELT}H${at.end}`, BROAD),
    g: pipe(`M${g} ${GATE - 20}V${VALVE}`, SMALL),
    written: pipe(`M${g} ${VALVE}V${BELT}`, SMALL),
  };
  const valves = { f: valve(z, BELT, 0), i: valve(g, VALVE, 90) };
  const boxes = { f: gates.f(z), o: gates.o(r) };
  const bend = (g + r) / 2;
  const controls = [
    dotted(`M${z} ${GATE - 19}V${BELT + 13}M${z} ${VALVE}H${g - 13}`),
    dotted(`M${r - 25} ${GATE}H${bend}V${RAIL - 20}H${g + 4}`),
    word((z + g) / 2, VALVE - 12, "1 − z", "gc-small"),
  ];
  valves.o = valve(g - 9, RAIL - 20, 90);
  const nodes = [...controls, ...plus(g, BELT)];
  return { pipes, valves, boxes, nodes, readers: [z, g, r], g };
}

/** The words at the ends of the ways, and at the input. */
function labels(kind, { left, right }) {
  const state = kind === "GRU" ? "h" : "c";
  const words = {
    before: word(left, BELT - 24, "", "gc-start gc-value"),
    c: word(right, BELT - 24, "", "gc-end gc-value"),
    h: word(right, RAIL + 20, "", "gc-end gc-value"),
    x: word(left + 26, TALL - 9, "", "gc-start gc-value"),
    mark: word(left + 90, TALL - 9, "", "gc-start gc-mark"),
  };
  return { words, state };
}

/** Write the numbers of a step at the ends of its ways. */
function write({ words, state }, kind, now, t) {
  const old = t > 0 ? fixed(now.before) : "";
  words.before.textContent = t > 0 ? `${state} was ${old}` : "";
  words.c.textContent = `${state} = ${fixed(now.c)}`;
  words.h.textContent = kind === "GRU" ? "" : `h = ${fixed(now.h)}`;
  words.x.textContent = t > 0 ? `x = ${now.x > 0 ? "+1" : "−1"}` : "";
  words.mark.textContent = now.keep ? "keep this" : now.ask ? "asked for" : "";
}

/** The box that proposes what could be written. */
function proposalBox(g, kind) {
  const value = word(g, GATE, "", "gc-number");
  const size = { x: g - 25, y: GATE - 19, width: 50, height: 38, rx: 8 };
  const box = svg("rect", { ...size, class: "gc-learned gc-proposal" });
  const name = word(g + 18, GATE - 30, kind === "GRU" ? "h̃" : "g", "gc-symbol");
  return { nodes: [box, value, name], value };
}

/** The ground that the cell stands on. */
const ground = (left, right) =>
  svg("rect", {
    x: left - 8,
    y: 12,
    width: right - left + 16,
    height: TALL - 32,
    rx: 14,
    class: "gc-ground",
  });

const flat = (parts) => Object.values(parts).flatMap((part) => part?.nodes ?? []);

/** The cell in a room; `press(gate)` turns a gate. `update(step, t)` lets it run. */
export function cell(room, kind, press) {
  const edge = room < 460 ? 14 : 40;
  const [left, right] = [edge, room - edge];
  const x = (share) => left + (right - left) * share;
  const gates = Object.fromEntries(
    GATES[kind].map((gate) => [
      gate,
      (place) => gateBox(place, letterOf(gate, kind), () => press(gate)),
    ]),
  );
  const at = { start: 2, end: room - 2 };
  const made = (kind === "GRU" ? gru : lstm)(x, kind, at, gates);
  const said = labels(kind, { left, right });
  const proposal = proposalBox(made.g, kind);
  const node = svg(
    "svg",
    { class: "gc-cell", viewBox: `0 0 ${room} ${TALL}`, width: room, height: TALL },
    ground(left, right),
    flat(made.pipes),
    rails(left + 16, made.readers, at.start),
    made.nodes,
    flat(made.valves),
    proposal.nodes,
    flat(made.boxes),
    Object.values(said.words),
  );
  change(node, { role: "group" });
  const update = (now, t) => show(made, said, kind, now, t, proposal.value);
  return { node, update };
}

/** Let one step run through the pipes. */
function show(made, said, kind, now, t, box) {
  const empty = t === 0;
  const run = {
    before: now.before ?? 0,
    kept: now.kept ?? 0,
    c: now.c,
    g: now.g ?? 0,
    written: empty ? 0 : now.i * now.g,
    read: Math.tanh(now.c),
    h: now.h,
  };
  for (const [name, pipe] of Object.entries(made.pipes)) pipe?.fill(run[name]);
  for (const [name, valve] of Object.entries(made.valves)) valve.turn(now[name] ?? 0);
  for (const [name, gate] of Object.entries(made.boxes)) gate.show(now[name] ?? 0);
  box.textContent = empty ? "" : fixed(now.g);
  write(said, kind, now, t);
}
