// The pixels one by one: a picture of 9 × 9 to paint, and the answer at every place.

import { change, html, rove, svg } from "../figure.js";
import { SIDE, inWords, places, whole } from "./model.js";

/** A background for a number: blue above zero, orange below, plain at zero. */
export function shade(node, value, limit) {
  const share = Math.min(1, Math.abs(value) / limit);
  const colour = value < 0 ? "var(--tb-less)" : "var(--tb-more)";
  const mixed = `color-mix(in srgb, ${colour} ${(58 * share).toFixed(1)}%, `;
  node.style.setProperty("--kp-shade", `${mixed}var(--tb-hollow))`);
}

/** A grey for a pixel, and an ink that can be read on it. */
export function light(node, part) {
  const grey = Math.round(255 * part);
  node.style.setProperty("--kp-shade", `rgb(${grey} ${grey} ${grey})`);
  node.style.setProperty("--kp-ink", part < 0.5 ? "#fff" : "#000");
}

/** The place that is shown, as a row and a column of the response. */
export function placeOf({ place, padding, stride }) {
  const side = places(SIDE, 3, padding, stride);
  const at = Math.min(place, side * side - 1);
  return { side, at, row: Math.floor(at / side), column: at % side };
}

/** What painting a pixel and looking at one do to the settings. */
function hand(figure, padding) {
  const paint = (row, column, value) => {
    const picture = figure.get("picture");
    if (picture[row][column] === value) return;
    figure.set({
      picture: picture.map((old, i) =>
        i === row ? old.map((v, j) => (j === column ? value : v)) : old,
      ),
    });
  };
  /** Lay the kernel's middle on a pixel, where it can lie. */
  const look = (row, column) => {
    const { stride } = figure.state();
    const at = [row, column].map((k) => (k + padding - 1) / stride);
    const count = places(SIDE, 3, padding, stride);
    if (at.every((k) => Number.isInteger(k) && k >= 0 && k < count)) {
      figure.set({ place: at[0] * count + at[1] });
    }
  };
  return { paint, look };
}

/** One pixel: a button inside the picture, a zero in its frame. */
function pixelAt(figure, [row, column], inside, { paint, look }) {
  if (!inside) {
    return html("span", { class: "kp-pixel kp-ring", "aria-hidden": "true" }, "0");
  }
  return html("button", {
    type: "button",
    class: "kp-pixel",
    "data-cell": true,
    onclick: () => paint(row, column, figure.get("brush")),
    onfocus: () => look(row, column),
    onkeydown: (event) => {
      if (/^[0-9]$/.test(event.key)) paint(row, column, Number(event.key));
    },
  });
}

/** Listeners that paint along the way of a pointer. */
function strokes(figure, cells, { paint, look }) {
  let painting = false;
  const cellUnder = ({ clientX, clientY, currentTarget }) => {
    const found = currentTarget.getRootNode().elementFromPoint(clientX, clientY);
    return cells.find((cell) => cell.row >= 0 && cell.node === found);
  };
  const dab = ({ row, column }) => paint(row, column, figure.get("brush"));
  return {
    onpointerdown: (event) => {
      painting = true;
      const cell = cellUnder(event);
      if (cell) dab(cell);
    },
    onpointermove: (event) => {
      const cell = cellUnder(event);
      if (!event.buttons) painting = false;
      if (!cell) return;
      look(cell.row, cell.column);
      if (painting) dab(cell);
    },
    onpointerup: () => (painting = false),
    onpointercancel: () => (painting = false),
  };
}

/** The picture with its frame of zeros, to paint on. */
export function canvas(figure, padding) {
  const side = SIDE + 2 * padding;
  const acts = hand(figure, padding);
  const cells = [];
  const table = Array.from({ length: side }, (_, i) =>
    Array.from({ length: side }, (_, j) => {
      const [row, column] = [i - padding, j - padding];
      const inside = row >= 0 && row < SIDE && column >= 0 && column < SIDE;
      const node = pixelAt(figure, [row, column], inside, acts);
      cells.push({ node, i, j, row: inside ? row : -1, column });
      return node;
    }),
  );
  const node = html(
    "div",
    {
      class: "kp-plate kp-canvas",
      role: "group",
      "aria-label":
        "The picture. Arrow keys move; a digit sets the pixel, Enter paints it.",
      style: `--kp-columns: ${side}`,
      ...strokes(figure, cells, acts),
    },
    table.map((row) => html("div", { "data-row": true }, row)),
  );
  rove(node);
  return { node, update: (state, kernel) => showPixels(cells, state, kernel) };
}

function showPixels(cells, state, kernel) {
  const { row: top, column: left } = placeOf(state);
  for (const { node, i, j, row, column } of cells) {
    const [a, b] = [i - top * state.stride, j - left * state.stride];
    const weight = kernel[a]?.[b];
    node.classList.toggle("kp-under", weight !== undefined);
    node.classList.toggle("kp-plus", weight > 0);
    node.classList.toggle("kp-minus", weight < 0);
    if (row < 0) continue;
    const value = state.picture[row][column];
    node.textContent = value;
    light(node, value / 9);
    change(node, {
      "aria-label": `pixel, row ${row + 1}, column ${column + 1}: ${value}`,
    });
  }
}

/** One answer: a number, or an arrow uphill. */
function answerAt(choose) {
  const value = html("span", {});
  const needle = svg("path", { d: "M-8 0H8M3 -5 8 0 3 5" });
  const uphill = svg(
    "svg",
    { viewBox: "-10 -10 20 20", class: "kp-uphill", "aria-hidden": "true" },
    needle,
  );
  const node = html(
    "button",
    {
      type: "button",
      class: "kp-pixel kp-answer",
      "data-cell": true,
      onclick: choose,
      onfocus: choose,
      onpointerenter: choose,
    },
    value,
    uphill,
  );
  return { node, value, uphill, needle };
}

/** The response: a number or an arrow at every place. */
export function response(figure, side) {
  const cells = Array.from({ length: side }, (_, i) =>
    Array.from({ length: side }, (_, j) =>
      answerAt(() => figure.set({ place: i * side + j })),
    ),
  );
  const label = "The response. Arrow keys move from place to place.";
  const node = html(
    "div",
    {
      class: "kp-plate",
      role: "group",
      "aria-label": label,
      style: `--kp-columns: ${side}`,
    },
    cells.map((row) =>
      html(
        "div",
        { "data-row": true },
        row.map((cell) => cell.node),
      ),
    ),
  );
  const update = (state, table, limit) =>
    table.forEach((row, i) =>
      row.forEach((answer, j) => showAnswer(cells[i][j], [i, j], answer, state, limit)),
    );
  return { node: rove(node), update };
}

function showAnswer(cell, [i, j], answer, state, limit) {
  const { row, column } = placeOf(state);
  const turned = state.show === "angle";
  const shown = state.show === "response" ? answer.up : answer.magnitude;
  shade(cell.node, turned ? 0 : shown, limit);
  cell.value.textContent = turned ? "" : whole(shown);
  cell.uphill.style.display = turned && answer.angle !== null ? "" : "none";
  change(cell.needle, {
    transform: `rotate(${-(answer.angle ?? 0)})`,
    opacity: (0.25 + 0.75 * Math.min(1, answer.magnitude / limit)).toFixed(2),
  });
  const words = turned ? inWords(answer, "angle") : whole(shown);
  change(cell.node, {
    "aria-pressed": i === row && j === column ? "true" : "false",
    "aria-label": `${state.show}, row ${i + 1}, column ${j + 1}: ${words}`,
  });
}
