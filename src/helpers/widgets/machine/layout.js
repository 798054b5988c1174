// Where the parts of the whole machine stand, for a width.

import { clamp, range } from "./tools.js";

/** Two towers side by side, where there is room. */
function wide({ W, room: tall, n, m, usual, layers }) {
  const u = W / 1180;
  const wanted = 14.5 * Math.max(n, usual);
  const room = clamp(tall ? (tall - 300) / 2 : wanted, 152, tall ? 320 : 264);
  const P = {
    narrow: false,
    u,
    n,
    m,
    tw: 34 * u,
    aw: 92 * u,
    fw: 38 * u,
    ex: Math.max(88 * u, 66),
    dx: 398 * u,
    gap: 14 * u,
    rowE: clamp(room / n, 9, 30),
    rowD: clamp(room / m, 9, 30),
  };
  if (layers !== 2)
    Object.assign(P, { aw: (P.aw * 2) / layers, fw: (P.fw * 2) / layers });
  P.awD = P.aw;
  P.mini = P.miniD = Math.min(tall ? 36 : 31, (P.aw - 8) / 2);
  P.yE = 34;
  P.mapsE = P.yE + n * P.rowE + 8;
  P.yD = P.mapsE + 2 * P.mini + 62;
  P.mapsD = P.yD + m * P.rowD + 8;
  P.h = P.mapsD + 2 * P.mini + 34;
  P.logX = (u > 0.8 ? 940 : 972) * u;
  P.logY = P.yE + 8;
  P.logW = W - P.logX - 2;
  P.logStep = clamp((P.mapsE - P.yE) / 6.6, 24, 30);
  return P;
}

/** For a phone: the encoder, a shelf with the memory, the decoder, the next words. */
function narrow({ W, n, m, layers, heads }) {
  const P = {
    narrow: true,
    u: 0.6,
    n,
    m,
    tw: 17,
    fw: 21,
    ex: 70,
    dx: 70,
    gap: 5,
    rowE: clamp(180 / n, 11, 22),
    rowD: clamp(180 / m, 11, 22),
  };
  P.aw = (W - 70 - P.tw - layers * (2 * P.tw + P.fw) - 9) / layers;
  P.awD = (W - 70 - P.tw - layers * (3 * P.tw + P.fw) - 9) / (2 * layers);
  P.each = (W - 4) / (heads * Math.max(2, layers)); // from map to map
  P.mini = P.miniD = Math.min(38, P.each - 4);
  P.yE = 28;
  P.mapsE = P.yE + n * P.rowE + 28;
  P.shelf = P.mapsE + P.mini + 60;
  P.yD = P.shelf + 72;
  P.mapsD = P.yD + m * P.rowD + 28;
  P.below = P.mini + 22; // from one layer's maps to the next
  P.logX = 4;
  P.logY = P.mapsD + layers * P.below + 20;
  P.logW = W - 8;
  P.logStep = 26;
  P.h = P.logY + 6 * 26 + 34;
  return P;
}

/** Where the parts stand, for a width and so many words. */
export const plan = (given) => (given.W < 620 ? narrow(given) : wide(given));

/** The columns of a tower: for each layer the left edge of each of its parts. */
export function columns(P, tower, count) {
  const aw = tower === "D" ? P.awD : P.aw;
  const emb = tower === "E" ? P.ex : P.dx;
  let x = emb + P.tw;
  const layers = range(count).map((l) => {
    if (l) x += P.gap;
    const c = { self: x, x1: x + aw };
    if (tower === "E") c.ff = c.x1 + P.tw;
    else {
      c.cross = c.x1 + P.tw;
      c.x2 = c.cross + aw;
      c.ff = c.x2 + P.tw;
    }
    c[tower === "E" ? "x2" : "x3"] = c.ff + P.fw;
    c.end = x = c.ff + P.fw + P.tw;
    return c;
  });
  return { emb, layers, end: x, aw };
}
