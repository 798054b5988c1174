// The drawing: two lines of words, and ribbons as broad as the weights between them.

import { clamp, range, shown } from "../machine/tools.js";
import { quoted } from "../figure.js";

const GAP = 12; // between two words of a line, at least
const SPAN = 640; // of two columns, at most
const SEEN = 0.015; // of a weight that is drawn
const NAMED = 0.045; // of a weight whose number is shown

/** The middles of the words of a line, side by side, or null if they do not fit. */
function middles(s, words, W) {
  const widths = words.map((word) => Math.max(30, s.measure(word, 17, 600, s.serif)));
  const total = widths.reduce((sum, w) => sum + w, 0);
  const gap = (W - total) / Math.max(1, words.length - 1);
  if (gap < GAP) return null;
  const step = Math.min(gap, 46);
  let x = (W - total - step * (words.length - 1)) / 2;
  return widths.map((w) => {
    x += w + step;
    return x - step - w / 2;
  });
}

/** Where everything stands: in two lines, or where there is no room in two columns. */
export function planOf(m, s) {
  const { W } = m;
  const english = m.english_;
  const [xs, xt] = [middles(s, m.source, W), middles(s, english, W)];
  if (xs && xt) return { flat: true, W, xs, xt, top: 58, low: 282, h: 424, list: 350 };
  const rows = Math.max(m.n, english.length, 6);
  const row = W < 560 ? clamp(430 / rows, 17, 34) : clamp(350 / rows, 15, 34);
  const wide = (words) =>
    Math.max(...words.map((w) => s.measure(w, 15.5, 700, s.serif)));
  const numbers = 40;
  const side = Math.max(0, (W - SPAN) / 2);
  const left = side + Math.max(60, wide(m.source)) + numbers;
  const right = W - side - Math.max(60, wide(english)) - 8;
  const list = 34 + rows * row + 22;
  return { flat: false, W, row, side, left, right, h: list + 74, list };
}

class Picture {
  constructor(s, m) {
    Object.assign(this, { s, m, P: planOf(m, s), colours: m.colours });
  }

  draw() {
    const { m } = this;
    this.headings();
    range(m.steps.length).forEach((t) => this.ribbons(t));
    range(m.n).forEach((j) => this.sourceWord(j));
    range(m.steps.length).forEach((t) => this.targetWord(t));
    this.told();
    this.s.words = m.inWords();
  }

  headings() {
    const { s, P, colours } = this;
    const more = { size: 12.5, weight: 600, color: colours.muted };
    s.text("spanish", "Spanish", P.flat ? 2 : P.side + 2, 12, more);
    const right = [P.W - P.side - 2, 12, "right"];
    const [x, y, align] = P.flat ? [2, P.low + 34, "left"] : right;
    s.text("english", "English", x, y, { ...more, align });
  }

  /** Where the ribbons of a source word and of a target word end. */
  at(j, t) {
    const { P } = this;
    if (P.flat) return [P.xs[j], P.top + 14, P.xt[t], P.low - 15];
    const y = (k) => 40 + (k + 0.5) * P.row;
    return [P.left + 4, y(j), P.right - 4, y(t)];
  }

  /** How far a word is written, from 0 to 1. */
  written(t) {
    return clamp(this.m.clock - t);
  }

  ribbons(t) {
    const { s, m, P, colours } = this;
    const p = this.written(t);
    if (p <= 0) return;
    const thick = P.flat ? 24 : Math.min(18, P.row * 0.8);
    m.looks[t].weights.forEach((weight, j) => {
      if (weight < SEEN) return;
      const lit = m.isLit(t, j);
      const [x, y, x1, y1] = this.at(j, t);
      const color = lit ? colours.active : colours.positive;
      const a = lit ? 0.9 : m.anyLit ? 0.16 : 0.5;
      s.curve(`ribbon ${t} ${j}`, x1, y1, x, y, thick * weight, color, {
        a,
        p: clamp(p * 1.6),
        bend: P.flat ? "down" : "h",
      });
    });
  }

  sourceWord(j) {
    const { s, m, P, colours } = this;
    const [x, y] = this.at(j, 0);
    const part = m.partOf(j);
    const bold = part !== null && part >= NAMED;
    const word = m.source[j];
    const place = P.flat ? [x, P.top] : [P.left - 40, y];
    s.word(`source ${j}`, word, ...place, {
      align: P.flat ? "center" : "right",
      size: P.flat ? 17 : Math.min(15.5, P.row * 0.86),
      weight: bold ? 700 : 500,
    });
    if (bold)
      s.text(
        `part ${j}`,
        shown(part),
        ...(P.flat ? [x, P.top - 24] : [P.left - 2, y]),
        { size: 13, weight: 650, align: P.flat ? "center" : "right" },
      );
    const hit = P.flat
      ? this.around(word, x, P.top)
      : [P.side, y - P.row / 2, P.left - P.side, P.row];
    const more = { group: "Spanish words", pressed: m.pinned === j };
    const said = `Who looks at ${quoted(word)}: ${m.lookersAt(j)}`;
    s.hit(`source ${j}`, said, hit, () => m.pin(j), more);
    if (m.pinned === j) this.mark("pin", hit, colours);
  }

  /** The room around a word of a line. */
  around(word, x, y) {
    const w = Math.max(36, this.s.measure(word, 17, 700, this.s.serif) + 12);
    return [x - w / 2, y - 15, w, 30];
  }

  mark(k, [x, y, w, h], colours) {
    this.s.box(k, x, y, w, h, {
      stroke: colours.active,
      lw: 2,
      r: 7,
    });
  }

  targetWord(t) {
    const { s, m, P, colours } = this;
    const p = this.written(t);
    if (p <= 0) return;
    const [, , x1, y1] = this.at(0, t);
    const word = m.english_[t];
    const now = m.lit === t;
    const place = P.flat ? [x1, P.low] : [P.right + 4, y1];
    s.word(`target ${t}`, word, ...place, {
      align: P.flat ? "center" : "left",
      size: P.flat ? 17 : Math.min(15.5, P.row * 0.86),
      weight: now ? 700 : 500,
      color: m.run.right[t] ? colours.text : colours.negativeText,
      a: clamp(p * 2),
    });
    const hit = P.flat
      ? this.around(word, x1, P.low)
      : [P.right, y1 - P.row / 2, P.W - P.side - P.right, P.row];
    const more = { group: "English words", pressed: m.place === t + 1 && !m.open };
    const wrong = m.run.right[t] ? "" : ", wrong,";
    const said = `Writing ${quoted(word)}${wrong} it looked at ${m.lookedAt(t)}`;
    s.hit(`target ${t}`, said, hit, () => m.go(t + 1), more);
    if (now) this.mark("now", hit, colours);
  }

  /** What is seen, in a sentence, and the likeliest words of the lit step. */
  told() {
    const { s, m, P, colours } = this;
    const lit = m.lit;
    const y = s.paragraph("told", m.sentenceOf(), 2, P.list, P.W - 4, {
      size: 14,
      most: 2,
      color: colours.text,
    });
    if (lit === null || m.step !== m.trained) return;
    const wide = Math.min(170, P.W / (P.W < 560 ? 2 : 4));
    m.choices(lit)
      .slice(0, P.W < 560 ? 2 : 4)
      .forEach(({ word, part }, k) => {
        const x = 2 + k * wide;
        const w = s.measure(word, 14.5, 500, s.serif);
        s.word(`choice ${k}`, word, x, y + 14, { size: 14.5 });
        const long = Math.max(1.5, (wide - w - 54) * part);
        s.box(`choice ${k} bar`, x + w + 7, y + 9, long, 10, {
          fill: k ? colours.positive : colours.active,
          r: 2,
        });
        s.note(`choice ${k} part`, shown(part), x + w + 12 + long, y + 14, {
          size: 12,
        });
      });
  }
}

export const drawScene = (s, m) => new Picture(s, m).draw();
