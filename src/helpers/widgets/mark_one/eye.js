// Painting on the eye: by pointer, and by keys.

import { change } from "../figure.js";
import { SIDE } from "./model.js";
import { WORDS } from "./words.js";

/** Light or wipe out two by two photocells, from their upper left one. */
export function dabbed(card, row, column, value) {
  const after = card.slice();
  for (let r = row; r < Math.min(row + 2, SIDE); r += 1)
    for (let c = column; c < Math.min(column + 2, SIDE); c += 1)
      after[r * SIDE + c] = value;
  return after;
}

/** The photocells on the way from one to another. */
export function between([r1, c1], [r2, c2]) {
  const steps = Math.max(Math.abs(r2 - r1), Math.abs(c2 - c1), 1);
  return Array.from({ length: steps }, (_, k) => {
    const part = (k + 1) / steps;
    return [Math.round(r1 + part * (r2 - r1)), Math.round(c1 + part * (c2 - c1))];
  });
}

const MOVES = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};
const inside = (place) => Math.max(0, Math.min(SIDE - 1, place));

/** The upper left photocell of the brush under the pointer. */
function under({ clientX, clientY }, node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  const of = (offset, size) => inside(Math.round((offset / size) * SIDE - 1));
  return [of(clientY - top, height), of(clientX - left, width)];
}

/** A brush: it lights where the first place was dark, else it wipes out. */
function brush({ card, paint }) {
  let value = 1;
  const lit = ([row, column]) => card()[row * SIDE + column];
  const dab = (places) =>
    paint(places.reduce((now, [r, c]) => dabbed(now, r, c, value), card()));
  const begin = (place) => {
    value = lit(place) ? 0 : 1;
    dab([place]);
  };
  return { begin, dab, lit };
}

/** What the pointer does, from where it goes down to where it leaves. */
function pointing({ begin, dab }) {
  let last = null;
  const end = () => {
    last = null;
  };
  return {
    onpointerdown: (event) => {
      event.preventDefault();
      const node = event.currentTarget;
      node.focus({ preventScroll: true });
      node.setPointerCapture(event.pointerId);
      last = under(event, node);
      begin(last);
    },
    onpointermove: (event) => {
      if (!last) return;
      const here = under(event, event.currentTarget);
      if (String(here) !== String(last)) dab(between(last, here));
      last = here;
    },
    onpointerup: end,
    onpointercancel: end,
  };
}

/**
 * What the pointer and the keys do to the card. `card()` is what can be painted on;
 * `paint` takes a new one, and `say` a sentence. `onto` puts it on an eye.
 */
export function painting({ card, paint, say }) {
  const pen = brush({ card, paint });
  const pointer = pointing(pen);
  let place = [9, 9];
  let show = () => {};
  const key = (event) => {
    const by = MOVES[event.key];
    if (by) place = place.map((at, k) => inside(at + by[k]));
    else if (event.key === " " || event.key === "Enter") pen.begin(place);
    else return;
    event.preventDefault();
    show();
    say(WORDS.cursor(...place, pen.lit(place)));
  };
  const onto = ({ cursor, touch }, { x, y, cell }) => {
    const role = { tabindex: "0", role: "application", "aria-label": WORDS.retina };
    change(touch, { ...role, ...pointer, onkeydown: key });
    touch.dataset.lmSuppressShortcuts = "true";
    show = () => change(cursor, { x: x + place[1] * cell, y: y + place[0] * cell });
    show();
  };
  return { onto };
}
