// What moves once by itself: the signal goes from layer to layer.

import { still } from "../figure.js";

const SPANS = [
  ["C1", 2400],
  ["S2", 350],
  ["C3", 1100],
  ["S4", 350],
  ["output", 500],
];
export const LASTS = SPANS.reduce((sum, [, span]) => sum + span, 0); // milliseconds
export const WHOLE = { C1: 1, S2: 1, C3: 1, S4: 1, output: 1 };

/** How much of each layer is there after so many milliseconds. */
export function parts(gone) {
  let begins = 0;
  return Object.fromEntries(
    SPANS.map(([layer, span]) => {
      const part = Math.max(0, Math.min(1, (gone - begins) / span));
      begins += span;
      return [layer, part];
    }),
  );
}

/** The layer that is being computed, and where in it. */
export function head(gone, sides) {
  const now = parts(gone);
  const layer = SPANS.map(([name]) => name).find((name) => now[name] < 1) ?? "output";
  const side = sides[layer] ?? 1;
  const row = Math.min(side - 1, Math.floor(now[layer] * side));
  const column = Math.floor(((now[layer] * side) % 1) * side);
  return { layer, place: row * side + column };
}

/** A film that runs once, until it ends or is stopped. */
export function film({ show, done }) {
  let [frame, began, last] = [0, 0, 0];
  const stop = () => {
    if (!frame) return;
    cancelAnimationFrame(frame);
    frame = 0;
    done();
  };
  const tick = (now) => {
    began ||= now;
    if (now - began >= LASTS) return stop();
    frame = requestAnimationFrame(tick);
    if (now - last < 33) return;
    last = now;
    show(now - began);
  };
  const run = () => {
    if (still() || frame) return;
    began = 0;
    frame = requestAnimationFrame(tick);
    show(0);
  };
  return { run, stop };
}
