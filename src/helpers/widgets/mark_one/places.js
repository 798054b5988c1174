// Where everything stands in the machine, by the width that it gets.

import { SIDE } from "./model.js";

const LONG = 32; // A-units along the longer side of their block
const SHORT = 16;

/** A block of cells: its corner, the size of a cell, columns and rows. */
const block = (x, y, cell, columns, rows) => ({
  ...{ x, y, cell, columns, rows },
  width: cell * columns,
  height: cell * rows,
});

/** Eye, units, weights and answer beside one another. */
function across(width) {
  const cell = width >= 780 ? 13 : 11.5;
  const eye = block(0, 26, cell, SIDE, SIDE);
  const small = eye.height / LONG;
  const rest = width - eye.width - 2 * SHORT * small - 26 - 96;
  const wires = rest * 0.6;
  const units = block(eye.width + wires, 26, small, SHORT, LONG);
  const weights = block(units.x + units.width + 26, 26, small, SHORT, LONG);
  const answer = { x: width - 48, y: 26 + eye.height / 2 };
  return { eye, units, weights, answer, width, height: eye.height + 62, upright: 0 };
}

/** The answer to the right of the weights, and how high the drawing is with it. */
function beside(weights, width) {
  const [right, low] = [weights.x + weights.width, weights.y + weights.height];
  const y = low - Math.min(weights.height / 2, 62);
  return { answer: { x: (right + width) / 2 + 6, y }, height: low + 14 };
}

/** The same one below the other, for a narrow page; the panel stands at their right. */
function down(width) {
  const cell = Math.min(13, Math.floor(((width * 0.58) / SIDE) * 2) / 2);
  const eye = block(0, 22, cell, SIDE, SIDE);
  const small = eye.width / LONG;
  const units = block(0, 22 + eye.height + 44, small, LONG, SHORT);
  const weights = block(0, units.y + units.height + 46, small, LONG, SHORT);
  return { eye, units, weights, ...beside(weights, width), width, upright: 1 };
}

/** The places for a width; without A-units the weights are as many as photocells. */
export function placesFor(width, direct) {
  const places = width >= 560 ? across(width) : down(width);
  if (direct) {
    const { eye, units, weights, upright } = places;
    const middle = (units.x + weights.x + weights.width - eye.width) / 2;
    places.weights = upright
      ? block(eye.x, units.y, eye.cell, SIDE, SIDE)
      : block(middle, eye.y, eye.cell, SIDE, SIDE);
    if (upright) Object.assign(places, beside(places.weights, width));
  }
  return places;
}

/** The middle of a cell of a block. */
export function middleOf({ x, y, cell, columns }, place) {
  return [
    x + ((place % columns) + 0.5) * cell,
    y + (Math.floor(place / columns) + 0.5) * cell,
  ];
}

/** Those cells of a block for which a kind is chosen, as one path for each kind. */
export function pathsOf({ x, y, cell, columns }, values, kindOf) {
  const paths = new Map();
  const size = cell.toFixed(2);
  values.forEach((value, place) => {
    const kind = kindOf(value);
    if (!kind) return;
    const left = (x + (place % columns) * cell).toFixed(2);
    const top = (y + Math.floor(place / columns) * cell).toFixed(2);
    const square = `M${left} ${top}h${size}v${size}h-${size}z`;
    paths.set(kind, (paths.get(kind) ?? "") + square);
  });
  return paths;
}
