// A hundred steps side by side: the bits, the gates, and what the cell holds and says.

import { change, svg } from "../figure.js";
import { GATES, LENGTH, letterOf } from "./model.js";

const LEFT = 46;
const [ROW, GAP] = [22, 8];
const CURVE = 84;

const word = (x, y, text, kind = "") =>
  svg("text", { x, y, class: `gc-text ${kind}` }, text);

/** How tall the track of a kind of cell is. */
export const tall = (kind) => 40 + (ROW + GAP) * (1 + GATES[kind].length) + CURVE + 18;

/** The bars of one row as a path: from `floor` up, as high as each value. */
function bars(values, x, pitch, floor, high, gap = 0) {
  const wide = Math.max(1, pitch - gap).toFixed(1);
  const bar = (value, k) =>
    `M${x(k).toFixed(1)} ${floor}h${wide}v${(-value * high).toFixed(1)}h-${wide}z`;
  return values.map((value, k) => (value !== 0 ? bar(value, k) : "")).join("");
}

/** A line in steps through some values. */
const stairs = (values, x, y) =>
  values
    .map((value, k) => `${k ? "V" : "M0 0M"}${k ? y(value) : `${x(0)} ${y(value)}`}`)
    .map((part, k) => `${part}H${x(k + 1).toFixed(1)}`)
    .join("");

/** Marks over the bits: which are to be kept, and where they are asked for. */
function flags(state, x, pitch) {
  const flag = (kind, letter) => (t) => [
    svg("path", {
      class: `gc-flag gc-${kind}`,
      d: `M${x(t - 1) + pitch / 2 - 5} 16h10l-5 8z`,
    }),
    word(Math.min(x(t - 1), x(LENGTH) - 12), 8, letter, `gc-small gc-${kind}`),
  ];
  return [
    ...state.keep.flatMap(flag("keep", "keep")),
    ...state.ask.flatMap(flag("ask", "ask")),
  ];
}

/** The row of bits, blue for 1 and orange for −1; those that are marked stand out. */
function bitRow(state, x, pitch, top) {
  const middle = top + ROW / 2;
  const marked = new Set([...state.keep, ...state.ask]);
  const part = (sign, kept) =>
    state.x.map((value, k) =>
      Math.sign(value) === sign && marked.has(k + 1) === kept ? value : 0,
    );
  const path = (sign, kept) =>
    svg("path", {
      class: `${sign > 0 ? "gc-more" : "gc-less"} ${kept ? "gc-kept" : "gc-faint"}`,
      d: bars(part(sign, kept), x, pitch, middle, ROW / 2 - 1, 0.8),
    });
  return [1, -1].flatMap((sign) => [path(sign, false), path(sign, true)]);
}

/** The rows of the gates: as high as each is open. */
function gateRows(state, steps, x, pitch, top) {
  return GATES[state.kind].flatMap((gate, r) => {
    const floor = top + r * (ROW + GAP) + ROW;
    const values = steps.slice(1).map((step) => step[gate]);
    const width = x(LENGTH) - LEFT;
    return [
      word(LEFT - 12, floor - ROW / 2, letterOf(gate, state.kind), "gc-symbol gc-end"),
      svg("rect", { x: LEFT, y: floor - ROW, width, height: ROW, class: "gc-lane" }),
      svg("path", { class: "gc-opening", d: bars(values, x, pitch, floor, ROW) }),
    ];
  });
}

/** What the cell holds, and what it says, as lines in steps. */
function curves(state, steps, x, top) {
  const gru = state.kind === "GRU";
  const most = Math.max(1, ...steps.map(({ c }) => Math.abs(c)));
  const middle = top + CURVE / 2;
  const y = (value) => (middle - (value / most) * (CURVE / 2 - 2)).toFixed(1);
  const values = (name) => steps.slice(1).map((step) => step[name]);
  const line = (name) =>
    svg("path", { class: `gc-curve gc-curve-${name}`, d: stairs(values(name), x, y) });
  return [
    svg("path", { class: "gc-zero", d: `M${LEFT} ${middle}H${x(LENGTH)}` }),
    word(
      LEFT - 12,
      middle - (gru ? 0 : 14),
      gru ? "h" : "c",
      "gc-symbol gc-end gc-is-c",
    ),
    !gru && word(LEFT - 12, middle + 14, "h", "gc-symbol gc-end gc-is-h"),
    line("c"),
    !gru && line("h"),
  ];
}

/** The step under a pointer. */
function stepAt(event, node, room) {
  const { left, width } = node.getBoundingClientRect();
  const place = ((event.clientX - left) / width) * room - LEFT;
  const t = Math.floor((place / (room - LEFT - 4)) * LENGTH) + 1;
  return Math.max(1, Math.min(LENGTH, t));
}

/** Go where the pointer is pressed or drawn. */
function follow(node, room, go) {
  const move = (event) => event.buttons && go(stepAt(event, node, room));
  change(node, {
    onpointerdown: (event) => {
      node.setPointerCapture(event.pointerId);
      go(stepAt(event, node, room));
    },
    onpointermove: move,
  });
}

/** The track in a room; `update(t)` moves its cursor. */
export function track(room, state, steps, go) {
  const pitch = (room - LEFT - 4) / LENGTH;
  const x = (k) => LEFT + k * pitch;
  const high = tall(state.kind);
  const rows = 30 + ROW + GAP;
  const under = rows + GATES[state.kind].length * (ROW + GAP);
  const cursor = svg("rect", {
    class: "gc-cursor",
    y: 26,
    width: Math.max(3, pitch),
    height: high - 42,
  });
  const ends = [1, 25, 50, 75, 100].map((t) =>
    word(Math.min(x(t - 0.5), room - 12), high - 8, String(t), "gc-small gc-quiet"),
  );
  const node = svg(
    "svg",
    {
      class: "gc-track",
      role: "img",
      viewBox: `0 0 ${room} ${high}`,
      width: room,
      height: high,
      "aria-label":
        "The bits, the gates, the state and the output at all hundred steps",
    },
    cursor,
    word(LEFT - 12, 30 + ROW / 2, "x", "gc-symbol gc-end"),
    bitRow(state, x, pitch, 30),
    flags(state, x, pitch),
    gateRows(state, steps, x, pitch, rows),
    curves(state, steps, x, under),
    ends,
  );
  follow(node, room, go);
  const update = (t) =>
    change(cursor, { x: t ? x(t - 1) - Math.max(0, (3 - pitch) / 2) : LEFT - 4 });
  return { node, update };
}
