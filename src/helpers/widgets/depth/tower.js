// A tower of blocks with its wires, and beside it the gradient, layer by layer.

import { change, svg } from "../figure.js";
import { raised } from "../numbers.js";

const [LOW, HIGH] = [-8, 8]; // powers of ten on the axis of the gradients
const [TOP, FOOT] = [20, 38]; // room above and below the blocks

const word = (x, y, text, kind = "") =>
  svg("text", { x, y, class: `dp-word ${kind}` }, text);

/** Where everything stands: a row for the first layer, each block, and the last. */
function measures(width, height, blocks) {
  const rows = blocks + 2;
  const pitch = Math.min((height - TOP - FOOT) / rows, 46);
  const bulge = Math.min(26, width * 0.14);
  const slab = Math.min(64, width * 0.28);
  const left = bulge + 10;
  const chart = left + slab + 14;
  const floor = height - FOOT;
  const y = (row) => floor - (row + 0.5) * pitch;
  return { width, height, rows, blocks, pitch, bulge, slab, left, chart, floor, y };
}

/** The wire around a block, whole, and what is left of it when it is cut. */
function wirePaths({ left, slab, bulge, pitch, y }, row) {
  const [x, low, high] = [left + slab / 2, y(row) + pitch / 2, y(row) - pitch / 2];
  const out = left - bulge;
  const middle = y(row);
  const stub = pitch * 0.22;
  return {
    whole:
      `M${x} ${low}H${left - 2}Q${out} ${low} ${out} ${middle}` +
      `Q${out} ${high} ${left - 2} ${high}H${x}`,
    cut:
      `M${x} ${low}H${left - 2}q${-bulge * 0.35} 0 ${-bulge * 0.5} ${-stub}` +
      `M${x} ${high}H${left - 2}q${-bulge * 0.35} 0 ${-bulge * 0.5} ${stub}`,
  };
}

/** One row of the tower: its slab, and its wire if it is a block. */
function floorOf(m, row) {
  const block = row > 0 && row <= m.blocks;
  const high = Math.max(4, Math.min(m.pitch - 5, 30));
  const slab = svg("rect", {
    x: m.left,
    y: m.y(row) - high / 2,
    width: m.slab,
    height: high,
    rx: Math.min(4, high / 3),
    class: "dp-slab",
  });
  const paths = block ? wirePaths(m, row) : { whole: "", cut: "" };
  const wire = svg("path", { class: "dp-wire" });
  const node = svg("g", { class: block ? "dp-block" : "dp-end" }, wire, slab);
  const look = (whole, out, chosen) => {
    change(wire, { d: whole ? paths.whole : paths.cut });
    node.classList.toggle("dp-cut", !whole);
    node.classList.toggle("dp-out", out);
    node.classList.toggle("dp-chosen", chosen);
  };
  return { node, look };
}

/** The axis of powers of ten beside the tower, and the line of the gradients on it. */
function profile(m) {
  const right = m.width - 12;
  const x = (power) => m.chart + ((right - m.chart) * (power - LOW)) / (HIGH - LOW);
  const named = (power) => !power || right - m.chart > 84; // there is room for words
  const ticks = [LOW, 0, HIGH].flatMap((power) => [
    svg("path", {
      d: `M${x(power)} ${TOP}V${m.floor}`,
      class: power ? "dp-grid" : "dp-one",
    }),
    word(
      x(power),
      m.floor + 13,
      named(power) ? (power ? `10${raised(power)}` : "1") : "",
      `dp-tick ${power === HIGH ? "dp-last" : power === LOW ? "dp-first" : ""}`,
    ),
  ]);
  const line = svg("path", { class: "dp-gradient" });
  const name = word(right, m.floor + 29, "gradient", "dp-tick dp-red dp-last");
  const place = (length) => {
    const power = Number.isFinite(length) ? Math.log10(length) : HIGH;
    return x(Math.min(HIGH, Math.max(LOW, power)));
  };
  const update = (norms) => {
    const spots = norms.map((length, k) => {
      const last = k === norms.length - 1;
      const row = last ? m.blocks + 1 : Math.ceil(k / 2);
      const shift = k === 0 || last ? 0 : k % 2 ? m.pitch / 4 : -m.pitch / 4;
      return `${place(length).toFixed(1)} ${(m.y(row) + shift).toFixed(1)}`;
    });
    change(line, { d: `M${spots.join("L")}` });
  };
  return { nodes: [...ticks, name, line], update };
}

/** What moves the block in hand, by the arrow keys' names. */
const KEYS = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1 };

/** Let blocks be chosen and pressed, by pointer and by keys. */
function workable(node, m, { choose, press, block }) {
  const rowAt = (event) => {
    const box = node.getBoundingClientRect();
    const row = Math.floor((m.floor - (event.clientY - box.top)) / m.pitch);
    return row >= 1 && row <= m.blocks ? row : 0;
  };
  let held = 0;
  node.addEventListener("pointermove", (event) => {
    const row = rowAt(event);
    change(node, { style: `cursor:${row ? "pointer" : "default"}` });
    if (held && row && row !== held) press((held = row));
  });
  node.addEventListener("pointerdown", (event) => {
    held = rowAt(event);
    if (held) press(held);
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    node.addEventListener(end, () => (held = 0));
  }
  node.addEventListener("keydown", (event) => {
    const { key } = event;
    const far = { Home: -99, End: 99 }[key] ?? KEYS[key];
    if (far) choose(Math.max(1, Math.min(m.blocks, block() + far)));
    else if (key === "Enter" || key === " ") press(block());
    else return;
    event.preventDefault();
  });
}

/** A tower in a room; `hands` says what choosing and pressing a block do. */
export function tower(width, height, blocks, hands) {
  const m = measures(width, height, blocks);
  const floors = Array.from({ length: m.rows }, (_, row) => floorOf(m, row));
  const x = m.left + m.slab / 2;
  const trunk = svg("path", {
    d: `M${x} ${m.floor + 4}V${m.y(m.rows - 1) - m.pitch / 2}`,
    class: "dp-trunk",
  });
  const chart = profile(m);
  const node = svg(
    "svg",
    { class: "dp-tower", width, height, viewBox: `0 0 ${width} ${height}` },
    [trunk, ...floors.map((one) => one.node), ...chart.nodes],
    word(x, m.floor + 16, "x, y", "dp-tick"),
    word(x, Math.max(12, m.y(m.rows - 1) - m.pitch / 2 - 6), "answer", "dp-tick"),
  );
  if (blocks) workable(node, m, hands);
  const look = { role: "slider", tabindex: "0", "aria-orientation": "vertical" };
  if (blocks) change(node, { ...look, "aria-valuemin": 1, "aria-valuemax": blocks });
  const update = ({ cut, out, block, norms, label, text }) => {
    floors.forEach(({ look }, row) =>
      look(!cut.includes(row), out.includes(row), row === block),
    );
    chart.update(norms);
    change(node, { "aria-label": label });
    if (blocks) change(node, { "aria-valuenow": block, "aria-valuetext": text });
  };
  return { node, update };
}
