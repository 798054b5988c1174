// What must not be covered: the first guess's probability with a grey square on the way.

import { PATCH, PLACES, SIDE, STRIDE, covered, run } from "./model.js";

/** Work through all places, a few each frame; `done` hears of each and of the end. */
export function covering(net, rgb, label, done) {
  const found = new Float32Array(PLACES * PLACES).fill(Number.NaN);
  let [place, frame] = [0, 0];
  const step = () => {
    const began = performance.now();
    while (place < found.length && performance.now() - began < 8) {
      found[place] = run(net, covered(rgb, place)).at(-1).values[label];
      place += 1;
    }
    done(found);
    frame = place < found.length ? requestAnimationFrame(step) : 0;
  };
  frame = requestAnimationFrame(step);
  return { found, stop: () => cancelAnimationFrame(frame) };
}

/** How much each pixel lost: the mean of the squares that lay on it. */
export function losses(found, before) {
  const [sum, count] = [0, 0].map(() => new Float32Array(SIDE * SIDE));
  found.forEach((after, place) => {
    if (Number.isNaN(after)) return;
    const [top, left] = [Math.floor(place / PLACES), place % PLACES];
    for (let i = 0; i < PATCH; i += 1)
      for (let j = 0; j < PATCH; j += 1) {
        const k = (top * STRIDE + i) * SIDE + left * STRIDE + j;
        sum[k] += before - after;
        count[k] += 1;
      }
  });
  return sum.map((value, k) => (count[k] ? value / count[k] : 0));
}

/** The square whose covering cost most: its place, and the probability left. */
export function worst(found) {
  let [at, least] = [0, Infinity];
  found.forEach((after, place) => {
    if (after < least) [at, least] = [place, after];
  });
  return { row: Math.floor(at / PLACES), column: at % PLACES, left: least };
}
