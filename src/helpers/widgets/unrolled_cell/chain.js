// The chain: a cell for each letter, and under the states the gradient's way back.

import { change, pressable, rove, subscript, svg } from "../figure.js";
import { scientific } from "../numbers.js";
import { UNITS } from "./model.js";
import { arrow, box, broad, paint, strip, word } from "./shapes.js";

const [TOP, HIGH, LANE] = [27, 12, 44]; // strips' top, a unit's height, the way back
const STRIP = UNITS * HIGH;
const FLOOR = TOP + STRIP + LANE + 14; // where the boxes end
const BACK = TOP + STRIP + 8 + LANE / 2; // the middle of the way back
const [ONE, MOST, LEAST] = [22, 40, 0.9]; // pixels: for a gradient of 1, most, least

/** Where things stand, for this room and this many cells. */
function places(room, count) {
  const [edge, end] = [22, 52]; // before the first cell; for the loss
  const least = room < 600 ? 42 : 15;
  const pitch = Math.max(least, Math.min(84, (room - edge - end) / count));
  const width = Math.max(room, edge + pitch * count + end);
  const left = edge + (width - edge - pitch * count - end) / 2;
  const body = Math.min(46, pitch * 0.76);
  const x = (t) => left + (t - 0.5) * pitch;
  return { width, pitch, body, x, end: left + pitch * count + 14 };
}

/** How many pixels a gradient of this length is broad. */
export const breadth = (value) => Math.max(LEAST, Math.min(MOST, ONE * value));

/**
 * One cell: its box, its strip, its letter, its number; pressing lights it. The button
 * holds none of the words, so that its name is the whole sentence.
 */
function cellAt(t, place, letter, press) {
  const { pitch, body, x } = place;
  const inner = Math.min(26, body - (body > 24 ? 12 : 4));
  const units = strip(x(t) - inner / 2, TOP, UNITS, inner, HIGH);
  const outline = box(x(t) - body / 2, TOP - 9, body, FLOOR - TOP + 9);
  const fire = box(x(t) - body / 2, TOP - 9, body, FLOOR - TOP + 9, "uc-fire");
  const name = word(x(t), TOP - 20, subscript("h", t), "uc-symbol");
  const sign = word(x(t), FLOOR + 40, letter === " " ? "␣" : letter, "uc-letter");
  const left = word(x(t), FLOOR + 63, "", "uc-left");
  const area = { x: x(t) - pitch / 2, y: 0, width: pitch, height: FLOOR + 75 };
  const button = pressable(
    svg("g", { "data-cell": "" }, svg("rect", { ...area, class: "uc-hit" })),
    () => press(t),
  );
  const group = svg(
    "g",
    { class: "uc-step" },
    [outline, fire, ...units.nodes, name],
    arrow([x(t), FLOOR + 26], [x(t), FLOOR + 2]),
    [sign, left, button],
  );
  return { group, button, fire, units: units.cells, name, left };
}

/** The arrows W from cell to cell, and on to the loss. */
function forwards(place, letters) {
  const { x, body, pitch, end } = place;
  const y = TOP + STRIP / 2;
  const last = letters.length;
  return letters.map((_, i) => {
    const t = i + 1;
    const to = t < last ? x(t + 1) - body / 2 - 1 : end;
    const named = (t === 1 || pitch > 62) && t < last && pitch - body > 14;
    return svg(
      "g",
      { class: "uc-on" },
      arrow([x(t) + body / 2, y], [to, y]),
      named && word(x(t) + pitch / 2, y - 12, "W", "uc-symbol uc-quiet"),
    );
  });
}

/** What the last state goes into. */
const lossAt = (x) =>
  svg(
    "g",
    { class: "uc-loss" },
    svg("title", {}, "The loss, which asks all units of the last state to grow"),
    box(x, TOP - 9, 26, FLOOR - TOP + 9, "uc-hollow"),
    word(x + 13, TOP + STRIP / 2, "L", "uc-symbol"),
    word(x + 13, FLOOR + 40, "loss", "uc-small"),
  );

/** Show how much of the gradient is on its way back, and how far it has come. */
function flow(pieces, norms, { t, back }, { x, end }) {
  pieces.forEach((piece, i) => {
    const value = norms[i + 1];
    const from = i + 1 < pieces.length ? x(i + 2) : end;
    change(piece, {
      d: broad(from, x(i + 1), BACK, breadth(value)),
      class: "uc-piece",
      "fill-opacity": ONE * value < LEAST ? 0.55 : 1,
    });
    piece.classList.toggle("uc-off", !back || i + 1 < t);
    piece.classList.toggle("uc-burns", ONE * value > MOST);
  });
}

/** The chain for these letters; update(found, moment) shows it at a moment. */
export function chain(room, letters, press) {
  const place = places(room, letters.length);
  const { x, body, pitch, width } = place;
  const cells = letters.map((letter, i) => cellAt(i + 1, place, letter, press));
  const ways = forwards(place, letters);
  const pieces = letters.map(() => svg("path", { class: "uc-piece" }));
  const loss = lossAt(place.end);
  const row = svg(
    "g",
    { "data-row": "" },
    cells.map(({ group }) => group),
  );
  const input = pitch > 40 && word(x(1) + 12, FLOOR + 16, "U", "uc-symbol uc-quiet");
  const node = svg(
    "svg",
    {
      class: "uc-chain",
      role: "group",
      viewBox: `0 0 ${width} ${FLOOR + 76}`,
      width,
      height: FLOOR + 76,
    },
    [row, ...ways, loss, input || null],
    svg("g", { class: "uc-pieces" }, pieces),
  );
  rove(node);
  return {
    node,
    update(found, moment) {
      flow(pieces, found.norms, moment, place);
      paintCells(cells, found, moment, pitch);
      ways.forEach((way, i) =>
        way.classList.toggle("uc-off", !moment.back && i + 1 >= moment.t),
      );
      loss.classList.toggle("uc-off", !moment.back && moment.t < letters.length);
      const middle = x(moment.lit) - body / 2;
      return { left: middle - 40, right: middle + body + 40 };
    },
  };
}

/** The cells whose numbers are shown: the lit one's, and what does not touch. */
export function numbered(words, lit, pitch) {
  const half = (t) => words[t].length * (t === lit ? 4.7 : 3.2) + 4;
  const shown = [lit];
  for (let t = words.length - 1; t >= 1; t -= 1) {
    const free = (other) => Math.abs(t - other) * pitch >= half(t) + half(other);
    if (shown.every(free)) shown.push(t);
  }
  return shown;
}

function paintCells(cells, { steps, norms }, { t: now, back, lit }, pitch) {
  const words = norms.map((value) => scientific(value).replaceAll(" ", ""));
  const shown = numbered(words, lit, pitch);
  const most = Math.min(1, Math.max(...steps.flatMap(({ h }) => h.map(Math.abs))));
  cells.forEach(({ group, button, fire, units, name, left }, i) => {
    const t = i + 1;
    const reached = back || t <= now;
    const known = back && t >= now;
    group.classList.toggle("uc-lit", t === lit);
    group.classList.toggle("uc-ahead", !reached);
    group.classList.toggle("uc-lost", known && norms[t] < 0.01);
    units.forEach((unit, u) =>
      change(unit, reached ? paint(steps[t].h[u], most) : { "fill-opacity": 0 }),
    );
    const heat = Math.min(0.5, 0.2 * Math.log10(Math.max(1, norms[t])));
    change(fire, { "fill-opacity": known ? heat.toFixed(3) : 0 });
    left.textContent = shown.includes(t) ? words[t] : "";
    left.classList.toggle("uc-off", !known);
    name.textContent = pitch > 30 || t === lit ? subscript("h", t) : "";
    change(button, {
      "aria-pressed": String(t === lit),
      "aria-label":
        `state ${t}, after ${steps[t].letter === " " ? "a space" : steps[t].letter}: ` +
        `${words[t]} of the gradient reaches it`,
    });
  });
}
