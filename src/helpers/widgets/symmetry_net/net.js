// The net and its weights: arcs as thick as they weigh, and squares as large.

import { change, fixed, svg } from "../figure.js";
import { forward, pairs, ratio } from "./model.js";

const [BOTTOM, MIDDLE, TOP] = [226, 126, 30];
const inX = (i) => 42 + 58 * i + (i > 2 ? 26 : 0);
const HIDDEN = [128, 272];
const SIX = [0, 1, 2, 3, 4, 5];
const word = (x, y, text, kind = "") =>
  svg("text", { x, y, class: `sn-word ${kind}` }, text);

const sign = (value) => (value < 0 ? "sn-less" : "sn-more");

/** The arcs, each with the place of its weight in the list of seventeen. */
function arcs() {
  const arc = (from, to) => svg("path", { d: `M${from}L${to}`, class: "sn-arc" });
  const low = [0, 1].flatMap((j) =>
    SIX.map((i) => [7 * j + i, arc([inX(i), BOTTOM - 15], [HIDDEN[j], MIDDLE + 22])]),
  );
  const high = [0, 1].map((j) => [
    14 + j,
    arc([HIDDEN[j], MIDDLE - 22], [200, TOP + 22]),
  ]);
  return [...low, ...high];
}

/** A unit with its state, its name and its bias. */
function unit(x, y, name, side) {
  const [value, label] = [word(x, y, "", "sn-value"), word(x + side, y - 9, name)];
  const bias = word(x + side, y + 9, "", "sn-quiet");
  const body = svg("circle", { cx: x, cy: y, r: 22, class: "sn-unit" });
  const glow = svg("circle", { cx: x, cy: y, r: 21, class: "sn-glow" });
  return { value, bias, glow, node: svg("g", {}, body, glow, value, label, bias) };
}

function input(i) {
  const value = word(inX(i), BOTTOM, "", "sn-value");
  const box = { x: inX(i) - 15, y: BOTTOM - 15, width: 30, height: 30, rx: 4 };
  const body = svg("rect", { ...box, class: "sn-input" });
  return { value, body, node: svg("g", {}, body, value) };
}

/** The net; `update(w, bits)` shows it at some weights, for one input. */
export function net() {
  const node = svg("svg", { class: "tb-drawing", viewBox: "0 0 400 248", role: "img" });
  const wires = arcs();
  const hidden = [0, 1].map((j) =>
    unit(HIDDEN[j], MIDDLE, `hidden ${j + 1}`, j ? 62 : -62),
  );
  const output = unit(200, TOP, "output", 62);
  const inputs = SIX.map(input);
  node.replaceChildren(
    ...wires.map(([, line]) => line),
    svg("path", { d: `M200 ${BOTTOM - 22}v44`, class: "sn-mirror" }),
    ...[...hidden, output, ...inputs].map((part) => part.node),
  );
  const update = (w, bits) => {
    const state = forward(w, bits);
    const largest = Math.max(...w.map(Math.abs), 0.3);
    for (const [k, line] of wires) {
      change(line, {
        class: `sn-arc ${sign(w[k])}`,
        "stroke-width": (0.6 + (7 * Math.abs(w[k])) / largest).toFixed(2),
        opacity: k < 14 && !bits[k % 7] ? 0.22 : 0.85,
      });
    }
    inputs.forEach(({ value, body }, i) => {
      value.textContent = bits[i];
      body.classList.toggle("sn-on", bits[i] === 1);
    });
    [...state.hidden, state.output].forEach((y, k) => {
      const part = [...hidden, output][k];
      part.value.textContent = fixed(y);
      part.bias.textContent = `bias ${fixed(w[[6, 13, 16][k]], 1)}`;
      part.glow.style.fillOpacity = y.toFixed(3);
    });
    change(node, { "aria-label": said(bits, state) });
  };
  return { node, update };
}

const said = (bits, { hidden, output }) =>
  `The net with input ${bits.join("")}: hidden units at ${fixed(hidden[0])} and ` +
  `${fixed(hidden[1])}, output at ${fixed(output)}`;

const squareX = (i) => 94 + 48 * i + (i > 2 ? 16 : 0);

/** One hidden unit's six weights as squares whose area is their size. */
export function hinton(which) {
  const squares = SIX.map(() => svg("rect", { rx: 2 }));
  const numbers = SIX.map((i) => word(squareX(i), 66, "", "sn-number"));
  const node = svg(
    "svg",
    { class: "tb-drawing", viewBox: "0 0 400 80", role: "img" },
    [word(4, 30, `hidden ${which + 1}`, "sn-start"), ...squares, ...numbers],
    svg("path", { d: "M222 4V74", class: "sn-mirror" }),
  );
  const update = (w) => {
    const weights = Array.from(w.slice(7 * which, 7 * which + 6));
    const largest = Math.max(...w.slice(0, 14).map(Math.abs), 0.3);
    weights.forEach((value, i) => {
      const side = 42 * Math.sqrt(Math.abs(value) / largest);
      const place = { x: squareX(i) - side / 2, y: 30 - side / 2 };
      change(squares[i], { ...place, width: side, height: side, class: sign(value) });
      numbers[i].textContent = fixed(value, 1);
    });
    const listed = weights.map((value) => fixed(value)).join(", ");
    change(node, { "aria-label": `Weights of hidden unit ${which + 1}: ${listed}` });
  };
  return { node, update };
}

/** The ratio of the mirrored pairs of the first hidden unit, and whether they oppose. */
export function shares(w) {
  const weights = Array.from(w.slice(0, 6));
  const mirrored = pairs(weights).every(({ opposed }) => opposed);
  const share = ratio(weights)
    .map((r) => fixed(r, 1))
    .join(" : ");
  return `${share}${mirrored ? ", signs mirrored" : ""}`;
}
