// The network's maps in columns, its kernels and its ten scores.

import { html, rove } from "../figure.js";
import { grid } from "../cells.js";
import { LAYERS } from "./model.js";

export const ORDER = ["C1", "S2", "C3", "S4"];
const HEADS = {
  C1: ["C1", "8 of 24 × 24"],
  S2: ["S2", "12 × 12"],
  C3: ["C3", "16 of 8 × 8"],
  S4: ["S4", "16 of 4 × 4"],
};

const head = ([name, words]) =>
  html("p", { class: "dd-head" }, html("b", {}, name), " ", html("span", {}, words));

/** The unit of a map under a pointer. */
function placeUnder(canvas, { clientX, clientY }, side) {
  const box = canvas.getBoundingClientRect();
  const cell = (at, length) =>
    Math.max(0, Math.min(side - 1, Math.floor((at / length) * side)));
  const row = cell(clientY - box.top, box.height);
  return row * side + cell(clientX - box.left, box.width);
}

/** One map: a canvas in a button that opens the unit under the pointer. */
function mapOf(layer, map, open) {
  const { side } = LAYERS[layer];
  const canvas = html("canvas", { "aria-hidden": "true" });
  const at = (event) => open({ layer, map, place: placeUnder(canvas, event, side) });
  const node = html(
    "button",
    {
      type: "button",
      class: "dd-map",
      "data-cell": "",
      "aria-label": `${layer}, map ${map + 1}`,
      onpointerdown: at,
      onpointermove: (event) => event.pointerType === "mouse" && at(event),
      onfocus: () => node.matches(":focus-visible") && open({ layer, map }),
      onclick: ({ detail }) => detail || open({ layer, map }),
    },
    canvas,
  );
  return { node, canvas };
}

/** The maps of a layer, in rows that the arrow keys know. */
export function column(layer, open) {
  const { maps, side } = LAYERS[layer];
  const cells = Array.from({ length: maps }, (_, map) => mapOf(layer, map, open));
  const rows = Array.from({ length: 8 }, (_, i) => {
    const nodes = maps === 8 ? [cells[i]] : [cells[2 * i], cells[2 * i + 1]];
    return html(
      "div",
      { "data-row": "" },
      nodes.map(({ node }) => node),
    );
  });
  const label = `${layer}, ${maps} maps. Arrow keys move from map to map.`;
  const group = { class: "dd-maps", role: "group", "aria-label": label };
  const node = html(
    "div",
    { class: `dd-layer dd-${layer}` },
    head(HEADS[layer]),
    rove(html("div", group, rows)),
  );
  return { node, cells, paint: (...values) => paint(cells, side, ...values) };
}

/** Show so much of each map, shaded by what is more or less than its ground. */
function paint(cells, side, colours, values, ground, part) {
  const shown = Math.round(part * side) * side;
  const area = side * side;
  let most = 0.2; // so that what is nearly nothing stays pale
  for (let i = 0; i < values.length; i += 1)
    most = Math.max(most, Math.abs(values[i] - ground[Math.floor(i / area)]));
  cells.forEach(({ canvas }, map) => {
    const own = Array.from({ length: area }, (_, i) =>
      i < shown ? (values[map * area + i] - ground[map]) / most : 0,
    );
    grid(canvas, colours, own, side);
  });
}

/** The eight kernels of C1, each before its map. */
export function kernels() {
  const cells = Array.from({ length: 8 }, () => html("canvas", {}));
  const node = html(
    "div",
    { class: "dd-layer dd-kernels", "aria-hidden": "true" },
    head(["kernels", "5 × 5"]),
    html("div", { class: "dd-maps" }, cells),
  );
  const paintKernels = (colours, { weights }) => {
    const most = weights.reduce((top, w) => Math.max(top, Math.abs(w)), 1e-6);
    cells.forEach((canvas, k) => {
      const own = Array.from(weights.subarray(25 * k, 25 * k + 25), (w) => w / most);
      grid(canvas, colours, own, 5);
    });
  };
  return { node, cells, paint: paintKernels };
}

/** One digit with its probability as a bar. */
function score(digit, open) {
  const bar = html("span", { class: "tb-bar" });
  const number = html("span", { class: "dd-number" });
  const act = () => open({ layer: "output", map: digit, place: 0 });
  const node = html(
    "button",
    {
      type: "button",
      class: "tb-score",
      "data-cell": "",
      onpointerenter: ({ pointerType }) => pointerType === "mouse" && act(),
      onclick: act,
      onfocus: () => node.matches(":focus-visible") && act(),
    },
    html("b", {}, String(digit)),
    html("span", { class: "tb-unseen" }, ": probability "),
    html("span", { class: "tb-track" }, bar),
    number,
    html("span", { class: "tb-unseen" }, " %"),
  );
  return { node, bar, number };
}

/** The ten scores as probabilities; each opens the unit that gave it. */
export function scoreBoard(open) {
  const cells = Array.from({ length: 10 }, (_, digit) => score(digit, open));
  const rows = cells.map(({ node }) => html("div", { "data-row": "" }, node));
  const group = {
    class: "tb-scores",
    role: "group",
    "aria-label": "Probabilities of the ten digits. Arrow keys move.",
  };
  const node = html(
    "div",
    { class: "dd-layer dd-output" },
    head(["output", "probability, %"]),
    rove(html("div", group, rows)),
  );
  const update = (probabilities, part) => {
    const best = probabilities.indexOf(Math.max(...probabilities));
    cells.forEach(({ node: line, bar, number }, k) => {
      const percent = (100 * probabilities[k]).toFixed(1);
      bar.style.setProperty("--part", (part * probabilities[k]).toFixed(4));
      number.textContent = percent;
      line.classList.toggle("tb-best", k === best);
    });
  };
  return { node, cells, update };
}
