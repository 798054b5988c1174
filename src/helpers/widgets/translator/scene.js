// The drawing: words go in row by row, one vector crosses, words come out.

import { clamp, mix, range, shown } from "../machine/tools.js";
import { quoted } from "../figure.js";

const TOP = 34; // above the rows
const COLS = 24; // numbers side by side in the picture of a vector
const CROSSING = 0.7; // of the step in which the vector crosses and one word is written

/** Where everything stands in a width, for so many rows. */
export function planOf(m) {
  const { W } = m;
  const [wide, narrow] = [W >= 880, W < 560];
  const room = narrow ? 380 : 396;
  const rows = Math.max(m.n, m.steps.length, 6);
  const row = clamp(room / rows, 9, 36);
  const small = W < 345;
  const state = small ? 34 : narrow ? 46 : wide ? 124 : 92;
  const first = narrow ? 84 : 92; // where the Spanish words end
  const reads = first + (narrow ? 8 : 50);
  const right = small ? 120 : narrow ? 132 : 208; // what stands right of the decoder's states
  const writes = W - right - state;
  const listTop = wide ? TOP + 150 : TOP + room + 34;
  const columns = wide ? 1 : narrow ? 2 : 3;
  const h = wide ? TOP + room + 8 : listTop + 26 * Math.ceil(6 / columns) + 12;
  return { W, wide, narrow, row, state, first, reads, writes, listTop, columns, h };
}

/** A place on the way of the vector, for p from 0 to 1. */
function bezier([x0, y0], [x1, y1], p) {
  const [a, b, c, d] = [
    (1 - p) ** 3,
    3 * p * (1 - p) ** 2,
    3 * p * p * (1 - p),
    p ** 3,
  ];
  const half = (x0 + x1) / 2;
  return [a * x0 + b * half + c * half + d * x1, (a + b) * y0 + (c + d) * y1];
}

class Picture {
  constructor(s, m) {
    const P = planOf(m);
    const left = P.reads + P.state;
    const right = P.writes - (P.wide ? 96 : 0);
    Object.assign(this, { s, m, P, colours: m.colours });
    this.thick = Math.min(22, P.row * 0.64);
    const size = P.wide ? [176, 44] : P.narrow ? [P.state, this.thick] : [P.state, 30];
    this.vector = { x: (left + right) / 2, y: TOP + 66, w: size[0], h: size[1] };
    if (P.narrow) this.vector.y = TOP + 40;
  }

  y(i) {
    return TOP + (i + 0.5) * this.P.row;
  }

  /** How far the reading of a word has come, and the writing of one. */
  read(i) {
    return clamp(this.m.clock - i);
  }

  written(t) {
    const p = this.m.clock - this.m.n - t;
    return t ? clamp(p) : clamp((p - CROSSING) / (1 - CROSSING));
  }

  get crossed() {
    return clamp((this.m.clock - this.m.n) / CROSSING);
  }

  tile(k, data, x, y, w, h, a = 1) {
    if (a > 0) this.s.tile(k, this.m.stripe(data, COLS), x, y - h / 2, w, h, { a });
  }

  heading(k, words, x, align = "left") {
    this.s.text(k, words, x, 12, {
      size: this.P.narrow ? 12 : 13,
      weight: 600,
      color: this.colours.muted,
      align,
    });
  }

  draw() {
    const { m, P } = this;
    this.heading("reads", P.narrow ? "encoder" : "the encoder reads", 2);
    this.heading(
      "writes",
      P.narrow ? "decoder" : "the decoder writes",
      P.narrow ? P.W : P.writes,
      P.narrow ? "right" : "left",
    );
    this.belts();
    range(m.n).forEach((i) => this.sourceRow(i));
    this.handed();
    range(m.steps.length).forEach((t) => this.targetRow(t));
    this.candidates();
    this.words();
  }

  /** The way of the state through time, under the rows, and the band of the moment. */
  belts() {
    const { s, m, P, colours } = this;
    const belt = (k, x, from, to) =>
      to > from && s.line(k, x, from, x, to, 7, colours.stream);
    const step = m.place - m.n - 1;
    if (m.place > 0 && m.place <= m.n && m.clock < m.n)
      this.band("now", 0, P.reads + P.state + 8, this.y(m.place - 1));
    if (step >= 0) this.band("now", P.writes - (P.wide ? 92 : 6), P.W, this.y(step));
    const reach = clamp(m.clock - 0.5, 0, m.n - 1);
    belt("belt E", P.reads + P.state / 2, this.y(0), this.y(reach));
    const wrote = clamp(m.clock - m.n - 0.5, 0, m.steps.length - 1);
    if (this.crossed >= 1)
      belt("belt D", P.writes + P.state / 2, this.y(0), this.y(wrote));
  }

  band(k, x, to, y) {
    const { s, P, colours } = this;
    s.box(k, x, y - P.row / 2 + 0.5, to - x, P.row - 1, { fill: colours.glow, r: 6 });
  }

  sourceRow(i) {
    const { s, m, P, colours } = this;
    const [y, p] = [this.y(i), this.read(i)];
    const size = clamp(P.row * 0.86, 9.5, P.narrow ? 13.5 : 16);
    const now = m.place === i + 1;
    s.word(`source ${i}`, m.source[i], P.first, y, {
      align: "right",
      size,
      weight: now ? 700 : 500,
      a: p > 0 ? 1 : 0.5,
    });
    const said = `Go to where it has read ${quoted(m.source[i])}`;
    const hit = [0, y - P.row / 2, P.reads + P.state, P.row];
    s.hit(`row E ${i}`, said, hit, () => m.go(i + 1), { group: "Words that it reads" });
    if (p <= 0) return;
    const x = P.narrow ? P.first + 3 : P.first + 38;
    if (!P.narrow)
      s.tile(
        `word E ${i}`,
        m.stripe(m.embedding(i), 12),
        P.first + 8,
        y - this.thick / 2,
        28,
        this.thick,
        { a: clamp(p * 3) },
      );
    s.line(`in ${i}`, x, y, mix(x, P.reads - 1, clamp(p * 2)), y, 2, colours.stream);
    const high = this.thick;
    this.tile(
      `state E ${i}`,
      m.states[i + 1],
      P.reads,
      y,
      P.state,
      high,
      clamp(p * 2 - 0.8),
    );
  }

  /** The one vector: its road, where it is now, and its large picture. */
  handed() {
    const { s, m, P, colours, vector } = this;
    const from = [P.reads + P.state + 2, this.y(m.n - 1)];
    const to = [P.writes - 2, this.y(0)];
    const { x, y, w, h } = vector;
    const stops = P.narrow
      ? [from, to]
      : [from, [x - w / 2 - 5, y], [x + w / 2 + 5, y], to];
    const ends = P.narrow
      ? [[from, to]]
      : [
          [stops[0], stops[1]],
          [stops[2], stops[3]],
        ];
    const p = this.crossed;
    ends.forEach(([a, b], k) =>
      s.curve(`road ${k}`, ...a, ...b, P.narrow ? 9 : 12, colours.stream, {
        a: p > 0 ? 1 : 0.45,
      }),
    );
    if (!P.narrow) this.frame(p);
    else
      s.note(
        "one vector",
        `${m.net.units} numbers cross`,
        (from[0] + to[0]) / 2,
        y - 62,
        {
          align: "center",
          size: 11.5,
        },
      );
    if (p <= 0 || (p >= 1 && !P.narrow)) return;
    this.travelling(stops, p);
  }

  frame(p) {
    const { s, m, colours, vector, P } = this;
    const { x, y, w, h } = vector;
    s.box("vector", x - w / 2 - 5, y - h / 2 - 5, w + 10, h + 10, {
      fill: p > 0.5 ? colours.glow : colours.raised,
      stroke: p > 0.5 ? colours.active : colours.rule,
      lw: p > 0.5 ? 2 : 1,
      r: 7,
    });
    const said = { align: "center", color: colours.text, size: 13, weight: 600 };
    s.text(
      "one vector",
      P.wide ? "one vector" : `${m.net.units} numbers`,
      x,
      y - h / 2 - 17,
      said,
    );
    const under = P.wide ? `${m.net.units} numbers are all that crosses` : "cross";
    s.note("crosses", under, x, y + h / 2 + 18, { align: "center" });
    if (p >= 0.5) this.tile("handed", m.states[m.n], x - w / 2, y, w, h);
  }

  /** The vector on its way, from the last state to the first. */
  travelling(stops, p) {
    const { s, m, P, colours, vector } = this;
    const state = m.states[m.n];
    if (P.narrow) {
      const [x, y] = bezier(stops[0], stops[1], p * 0.6);
      const w = 30;
      s.box("ring", x - w / 2 - 3, y - 13, w + 6, 26, {
        fill: colours.glow,
        stroke: colours.active,
        lw: 2,
        r: 5,
      });
      this.tile("crossing", state, x - w / 2, y, w, 20);
      return;
    }
    const [q, first] = [clamp(p < 0.5 ? p * 2 : p * 2 - 1), p < 0.5];
    const [x, y] = first
      ? bezier(stops[0], stops[1], q)
      : bezier(stops[2], stops[3], q);
    const near = first ? q : 1 - q;
    const w = mix(Math.min(P.state, 60), vector.w * 0.6, near);
    const h = mix(this.thick, vector.h * 0.8, near);
    s.box("ring", x - w / 2 - 3, y - h / 2 - 3, w + 6, h + 6, {
      fill: colours.glow,
      stroke: colours.active,
      lw: 2,
      r: 5,
    });
    this.tile("crossing", state, x - w / 2, y, w, h);
  }

  targetRow(t) {
    const { s, m, P, colours } = this;
    const p = this.written(t);
    if (p <= 0) return;
    const y = this.y(t);
    const { state } = m.steps[t];
    const { word, part, wrong } = m.said(t);
    const size = clamp(P.row * 0.86, 9.5, P.narrow ? 13.5 : 16);
    if (P.wide)
      s.word(`fed ${t}`, m.fed(t), P.writes - 10, y, {
        align: "right",
        size: Math.min(size, 14),
        color: colours.muted,
        a: clamp(p * 2),
      });
    const high = this.thick;
    this.tile(`state D ${t}`, state, P.writes, y, P.state, high, clamp(p * 2 - 0.3));
    const x = P.writes + P.state + 8;
    s.word(`said ${t}`, wrong ? `${word} ✗` : word, x, y, {
      size,
      weight: m.place === m.n + 1 + t ? 700 : 500,
      color: wrong ? colours.negativeText : colours.text,
      a: clamp(p * 2.5 - 1.2),
    });
    this.sure(t, part, y, p);
    const label = `Go to where it writes ${quoted(word)}${wrong ? ", wrong" : ""}`;
    const hit = [P.writes, y - P.row / 2, P.W - P.writes, P.row];
    s.hit(`row D ${t}`, label, hit, () => m.go(m.n + 1 + t), {
      group: "Words that it writes",
    });
  }

  /** How likely the written word was: a bar at the right. */
  sure(t, part, y, p) {
    const { s, P, colours } = this;
    if (P.narrow) return;
    const [x, w, h] = [P.W - 84, 46, Math.min(8, P.row * 0.4)];
    s.box(`way ${t}`, x, y - h / 2, w, h, { fill: colours.sunk, r: 2 });
    s.box(`sure ${t}`, x, y - h / 2, Math.max(1, w * part * clamp(p * 2 - 1)), h, {
      fill: colours.positive,
      r: 2,
    });
    if (P.row >= 12)
      s.note(`part ${t}`, shown(part), P.W - 32, y, { size: 12, a: clamp(p * 2 - 1) });
  }

  /** The likeliest words of this step; pressing another one writes it instead. */
  candidates() {
    const { s, m, P, colours, vector } = this;
    const t = m.place - m.n - 1;
    if (t < 0) return;
    const left = P.wide ? vector.x - 104 : 0;
    const w = P.wide ? 208 : P.W / P.columns;
    s.text("comes", m.question(t), left, P.listTop - 14, {
      weight: 600,
      color: colours.muted,
    });
    m.choices(t).forEach((choice, k) => {
      const x = left + (k % P.columns) * w;
      const y = P.listTop + 12 + 26 * Math.floor(k / P.columns);
      this.candidate(`choice ${k}`, choice, x, y, w);
    });
  }

  candidate(k, { word, part, chosen, right, take }, x, y, w) {
    const { s, P, colours } = this;
    const bar = x + (P.narrow ? 78 : 92) + 7;
    s.word(k, (right ? "✓ " : "") + word, bar - 7, y, {
      align: "right",
      size: P.narrow ? 13.5 : 15,
      weight: chosen ? 700 : 400,
    });
    const long = (x + w - bar - 45) * part;
    s.box(`${k} bar`, bar, y - 6, Math.max(1.5, long), 12, {
      fill: chosen ? colours.active : colours.positive,
      r: 2,
    });
    s.note(`${k} part`, shown(part), bar + 6 + long, y, { size: 12 });
    if (!take) return;
    const label = `Write ${quoted(word)} here: ${shown(part)}`;
    const more = { group: "The likeliest words", pressed: chosen };
    s.hit(k, label, [x, y - 13, w - 6, 26], take, more);
  }

  words() {
    const { s, m } = this;
    const done = m.steps
      .slice(0, Math.max(0, m.place - m.n))
      .map((_, t) => m.said(t).word);
    const handed = `Its last state, ${m.net.units} numbers, was handed over.`;
    s.words =
      `An encoder has read ${Math.min(m.place, m.n)} of ${m.n} words. ` +
      (done.length
        ? `${handed} The decoder has written: ${done.join(" ")}.`
        : "Nothing is handed over yet.");
  }
}

export const drawScene = (s, m) => new Picture(s, m).draw();
