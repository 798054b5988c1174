// One head: the query goes from key to key, then softmax, then the mixture.

import { headColour } from "./bitmaps.js";
import { chips } from "./chips.js";
import { headName } from "./places.js";
import { quoted } from "../figure.js";
import { clamp, ease, largest, mix, same, shown } from "./tools.js";
import { gaze, nameOf } from "./wording.js";

export const SHOW = 2600; // milliseconds
const SCALE = { q: 2.4, k: 2.4, v: 1.6, z: 1.6, o: 0.8 };

class Head {
  constructor(s, m, view) {
    const { tower, l, att, h } = view;
    const r = m.rowOf(tower);
    const keys = m.keysOf(tower, att);
    Object.assign(this, {
      s,
      m,
      view,
      tower,
      l,
      att,
      h,
      r,
      keys,
      narrow: m.narrow,
      colours: m.colours,
      names: m.namesOf(tower),
      A: m.attention(tower, l, att),
      site: `${tower}${l}.${att}`,
      name: headName(tower, l, att, h),
      from: h * m.net.size,
      size: m.net.size,
      colour: headColour(m.colours, h),
      allowed: m.hides(tower, att) ? r + 1 : keys.length,
    });
    const f = m.calm ? 1 : clamp((m.now() - m.headAt) / SHOW);
    Object.assign(this, {
      f,
      sliding: clamp(f / 0.55) * this.allowed,
      grown: ease(clamp((f - 0.55) / 0.2)),
      mixed: ease(clamp((f - 0.75) / 0.25)),
    });
    this.cut = m.isCut(this.name);
  }

  draw() {
    const { s, m, narrow, A, r, h } = this;
    const top = chips(
      s,
      m,
      narrow ? "asks" : "who asks",
      this.names,
      r,
      this.tower,
      "Let ask:",
    );
    this.place(top);
    this.titles();
    this.siblings(top);
    this.keys.forEach((word, j) => this.row(word, j));
    this.grids();
    this.query();
    this.mixture();
    this.brings();
    const key = this.keys[largest(A.w[r][h])];
    const line = gaze(m, this.view, this.names, r, key, shown(Math.max(...A.w[r][h])));
    this.foot(line);
    s.words =
      `${nameOf(m, this.view)}${this.cut ? ", cut" : ""}. ${line} ` +
      this.keys
        .slice(0, this.allowed)
        .map((w, j) => `${w} ${shown(A.w[r][h][j])}`)
        .join(", ") +
      ".";
  }

  /** Where the columns and the rows stand. */
  place(top) {
    const { m, narrow, size } = this;
    const [W, H] = [m.W, m.H];
    const kx = narrow ? 62 : Math.max(86, 96 * Math.min(1, W / 1100));
    const cw = narrow
      ? (W - kx - 94) / (2 * size)
      : Math.min(15.5, (W - kx - 310) / (2 * size));
    const kw = cw * size;
    const scoreW = narrow ? 38 : 58;
    const sx = kx + kw + (narrow ? 2 : 14);
    const bx = sx + scoreW + (narrow ? 0 : 6);
    const vx = narrow ? bx + 52 : W - kw - 36;
    const qh = narrow ? 18 : 26;
    const yq = top + (narrow ? 24 : 30);
    const y0 = yq + qh + (narrow ? 28 : 34);
    const n = this.keys.length;
    const rh = clamp(
      (H - y0 - (narrow ? 224 - (60 * m.floor) / 2 : W < 900 ? 150 : 126)) / n,
      11,
      50,
    );
    Object.assign(this, {
      kx,
      kw,
      sx,
      scoreW,
      bx,
      vx,
      qh,
      yq,
      y0,
      rh,
      barsW: narrow ? 22 : vx - bx - 64,
      ch: Math.min(rh - 3, 30),
      bottom: y0 + n * rh + (narrow ? 26 : 30),
    });
  }

  titles() {
    const { s, m, narrow, colours, size } = this;
    const slim = m.W < 900;
    const title = (k, text, x, y, more) =>
      s.text(k, text, x, y, { size: narrow ? 12 : 13, weight: 600, ...more });
    title(
      "q name",
      narrow ? "q: asked for" : `q: what ${quoted(this.names[this.r])} asks for`,
      this.kx,
      this.yq - 12,
      { color: colours.query },
    );
    title(
      "k name",
      slim ? "k: offered" : "k: what each word offers",
      this.kx,
      this.y0 - 13,
      { color: colours.key },
    );
    title(
      "s name",
      narrow ? "score" : `q·k ⁄ √${size}`,
      this.sx + this.scoreW - 6,
      this.y0 - 13,
      { align: "right" },
    );
    title("w name", narrow ? "weight" : "softmax: weight", this.bx + 2, this.y0 - 13);
    title(
      "v name",
      narrow ? "v: given" : slim ? "v: handed over" : "v: what each word hands over",
      this.vx,
      this.y0 - 13,
      { color: colours.value },
    );
  }

  /** One of the three vectors of a word in this head, as a row of cells. */
  strip(what, data, i, x, y, h, more) {
    const { s, m, from, size, kw } = this;
    const site = `${this.site}.${what}`;
    s.tile(
      `${site} ${i} ${this.h}`,
      m.stripe(data, from, size, size, SCALE[what]),
      x,
      y,
      kw,
      h,
      more,
    );
    return (c) => ({ site, i, k: from + c });
  }

  row(word, j) {
    const { s, narrow, A, r, h, rh, ch, colours } = this;
    const y = this.y0 + (j + 0.5) * rh;
    const masked = j >= this.allowed;
    const w = A.w[r][h][j];
    s.word(`word K ${j}`, word, this.kx - 8, y, {
      align: "right",
      a: masked ? 0.4 : 1,
      size: clamp(rh * 0.62, 10, 15.5),
      weight: w > 0.3 && this.f > 0.7 ? 700 : 400,
    });
    this.strip("k", A.k[j], j, this.kx, y - ch / 2, ch, { a: masked ? 0.18 : 1 });
    const kept = this.cut ? 0.12 : 0.1 + 0.9 * Math.sqrt(w ?? 0);
    this.strip("v", A.v[j], j, this.vx, y - ch / 2, ch, {
      a: masked ? 0.08 : mix(0.75, kept, this.mixed),
    });
    if (masked) {
      s.note(
        `masked ${j}`,
        narrow ? "—" : "not yet written: masked",
        this.sx + (narrow ? 16 : 4),
        y,
        { size: 12, a: 0.8 },
      );
      return;
    }
    this.score(word, j, y);
    this.weight(word, j, y, w);
    if (!narrow && w > 0.015 && !this.cut)
      s.curve(
        `mix ${j}`,
        this.vx + this.kw + 3,
        y,
        this.vx + this.kw + 3,
        this.bottom + 20,
        Math.max(1, w * 10),
        colours.value,
        { a: 0.6 * this.mixed, p: this.mixed, bend: "out" },
      );
  }

  /** All keys, and all values, as two grids of numbers. */
  grids() {
    const { s, A, r, h, from, size, allowed, rh } = this;
    const grid = (name, what, x, more) =>
      s.cell(
        name,
        [x, this.y0, this.kw, allowed * rh],
        allowed * size,
        size,
        (at) => ({
          site: `${this.site}.${what}`,
          i: Math.floor(at / size),
          k: from + (at % size),
        }),
        { more: (at) => more(Math.floor(at / size), from + (at % size)) },
      );
    const times = (a, b) => `${shown(a)} × ${shown(b)} = ${shown(a * b)}`;
    grid("keys", "k", this.kx, (j, k) => `here q × k = ${times(A.q[r][k], A.k[j][k])}`);
    grid(
      "values",
      "v",
      this.vx,
      (j, k) => `in the mixture: ${times(A.w[r][h][j], A.v[j][k])}`,
    );
  }

  score(word, j, y) {
    const { s, m, narrow, A, r, h, rh, sx, scoreW } = this;
    const value = A.s[r][h][j];
    const lit = m.hover === `score ${j}`;
    s.text(`score ${j}`, shown(value), sx + scoreW - 6, y, {
      align: "right",
      size: Math.min(rh * 0.8, narrow ? 12 : 14.5),
      a: clamp((this.sliding - j - 0.4) * 3),
      weight: lit ? 700 : 500,
    });
    const box = [sx, y - rh / 2, scoreW, rh];
    s.hit(
      `score ${j}`,
      `Open the score of ${quoted(word)}: ${shown(value)}`,
      box,
      () =>
        m.enter(
          { level: "number", address: { site: `${this.site}.s`, i: r, k: j, h } },
          box,
        ),
      {
        group: "Scores",
        tip: `open it: ${this.size} products, added, divided by √${this.size}`,
      },
    );
  }

  weight(word, j, y, w) {
    const { s, m, narrow, r, h, rh, ch, bx, barsW, colours, grown } = this;
    s.box(`bar ${j}`, bx, y - ch * 0.36, Math.max(1.5, barsW * w * grown), ch * 0.72, {
      fill: this.cut ? colours.edge : this.colour,
      r: 3,
      a: grown ? 1 : 0,
    });
    s.text(`weight ${j}`, shown(w), bx + barsW * w * grown + (narrow ? 3 : 6), y, {
      size: Math.min(rh * 0.8, narrow ? 11 : 13.5),
      a: grown,
      weight: w > 0.3 ? 700 : 400,
      color: colours.text,
    });
    const box = [bx, y - rh / 2, narrow ? 46 : barsW, rh];
    s.hit(
      `weight ${j}`,
      `Open the weight of ${quoted(word)}: ${shown(w)}`,
      box,
      () =>
        m.enter(
          { level: "number", address: { site: `${this.site}.w`, i: r, k: j, h } },
          box,
        ),
      { group: "Weights", tip: "open it: exponentials and their sum" },
    );
  }

  /** The query in its place, and on its way from key to key. */
  query() {
    const { s, m, A, r, kx, kw, yq, qh, rh, ch, colours, size } = this;
    const address = this.strip("q", A.q[r], r, kx, yq, qh);
    s.box("q frame", kx - 1.5, yq - 1.5, kw + 3, qh + 3, {
      stroke: colours.query,
      lw: 2.2,
      r: 3,
    });
    s.cell(`query of ${this.names[r]}`, [kx, yq, kw, qh], size, size, address);
    const pointed = /^score (\d+)$/.exec(m.hover ?? "")?.[1];
    const last = this.allowed - 1;
    const sliding = this.f > 0 && this.f < 0.55;
    if (pointed === undefined && !sliding) return;
    const at =
      pointed !== undefined
        ? Number(pointed)
        : Math.min(
            last,
            Math.floor(this.sliding) + ease(clamp((this.sliding % 1) * 2 - 1)),
          );
    const y = this.y0 + (at + 0.5) * rh;
    s.tile(
      "q rider",
      m.stripe(A.q[r], this.from, size, size, SCALE.q),
      kx,
      y - ch / 2,
      kw,
      ch * 0.5,
    );
    s.box("q ride", kx - 1.5, y - ch / 2 - 1.5, kw + 3, ch + 3, {
      stroke: colours.query,
      lw: 2.2,
      r: 3,
    });
  }

  mixture() {
    const { s, m, narrow, A, r, vx, kw, qh, bottom, colours, size } = this;
    const sum = A.w[r][this.h].reduce((all, w) => all + w, 0);
    if (!narrow)
      s.note("w sum", `together ${shown(sum)}`, this.bx + 2, bottom - 8, {
        a: this.grown,
      });
    s.text(
      "z name",
      this.cut
        ? `cut: ${size} zeros`
        : m.W < 900
          ? "mixture"
          : "the mixture: each v times its weight, added up",
      vx,
      bottom - 4,
      {
        size: narrow ? 12 : 13,
        weight: 600,
        color: this.cut ? colours.negativeText : colours.text,
      },
    );
    const address = this.strip("z", A.z[r], r, vx, bottom + 8, qh, { a: this.mixed });
    s.box("z frame", vx - 1.5, bottom + 6.5, kw + 3, qh + 3, {
      stroke: this.cut ? colours.edge : this.colour,
      lw: 2.2,
      r: 3,
    });
    s.cell(
      `mixture for ${this.names[r]}`,
      [vx, bottom + 8, kw, qh],
      size,
      size,
      address,
    );
  }

  /** The heads beside this one, as their maps: one can go from head to head. */
  siblings(top) {
    const { s, m, narrow, tower, l, att, h, colours } = this;
    const [count, gap] = [m.heads.length, narrow ? 4 : 8];
    const size = narrow ? 34 : Math.min(46, (m.W - this.vx) / count - gap);
    const x0 = narrow ? m.W - count * (size + gap) : this.vx;
    const y = narrow ? this.yq - 13 : top + 6;
    for (const other of m.heads) {
      const name = headName(tower, l, att, other);
      const x = x0 + other * (size + gap);
      const mine = other === h;
      const lit = mine || m.hover === `sibling ${name}`;
      s.box(`sibling ${name}`, x - 1.5, y - 1.5, size + 3, size + 3, {
        r: 4,
        fill: colours.sunk,
        stroke: headColour(colours, other),
        lw: mine ? 3 : 1.2,
      });
      s.tile(`map ${name}`, m.map(tower, l, att, other), x, y, size, size, {
        a: lit ? 1 : 0.5,
        part: 1,
      });
      s.hit(
        `sibling ${name}`,
        `Go to head ${l + 1}.${other + 1}`,
        [x - 2, y - 2, size + 4, size + 4],
        () => m.nextTo(this.view, other),
        { group: "Heads of this attention", pressed: mine },
      );
    }
    const left = x0 + count * (size + gap) + 4;
    if (m.W - left > 80)
      s.note("siblings", `${count} heads, ${count} maps`, left, y + size / 2, {
        size: 12.5,
      });
  }

  /** What the head adds to the word's stream: the mixture, times its part of W_O. */
  brings() {
    const { s, m, narrow, r, h, vx, kw, qh, bottom } = this;
    const what = `× its part of W_O: ${m.net.width} numbers for the stream`;
    const name = narrow || m.W >= 900 ? what : "× its part of W_O";
    const [x, w] = narrow ? [0, m.W] : [vx, kw];
    const y = bottom + qh + (narrow ? 44 : 36);
    const high = narrow ? 18 : 20;
    s.text("o name", name, x, y - 11, { size: 12.5, weight: 600, a: this.mixed });
    const site = `${this.site}.o`;
    const data = m.vector(site, r, h);
    const bmp = m.stripe(data, 0, data.length, data.length, SCALE.o);
    s.tile(`${site} ${r} ${h}`, bmp, x, y, w, high, { a: this.mixed });
    s.cell(
      `what the head adds to ${this.names[r]}`,
      [x, y, w, high],
      data.length,
      data.length,
      (k) => ({ site, i: r, k, h }),
    );
  }

  /** Where it looks, in words, and the switch. */
  foot(line) {
    const { s, m, narrow, cut, colours, l, h } = this;
    const x = narrow ? 0 : this.kx;
    const size = narrow ? 13 : 14.5;
    let y = this.bottom + (narrow ? 98 : 12);
    y =
      s.paragraph("head line", line, x, y, narrow ? m.W : this.vx - x - 40, {
        size,
        a: this.mixed,
        leading: 1.38,
      }) + 2;
    if (m.floor) return; // nothing is above it
    s.box("switch", x, y, 46, 24, {
      r: 12,
      fill: cut ? colours.sunk : this.colour,
      stroke: cut ? colours.edge : this.colour,
      lw: 1.5,
    });
    s.box("switch knob", cut ? x + 3 : x + 25, y + 3, 18, 18, {
      r: 9,
      fill: colours.paper,
      stroke: colours.edge,
    });
    s.note(
      "switch text",
      `Head ${l + 1}.${h + 1} is ${cut ? "off" : "on"}; it writes`,
      x + 56,
      y + 12,
      { size: narrow ? 12.5 : 13.5 },
    );
    s.text("switch out", m.sentenceOf(m.out), x + 56, y + 35, {
      size: narrow ? 14 : 17,
      weight: 650,
      color: same(m.out, m.was.out) ? colours.text : colours.negativeText,
    });
    s.hit(
      "switch",
      `Switch head ${l + 1}.${h + 1} ${cut ? "on" : "off"}`,
      [x, y - 5, narrow ? m.W : 330, 34],
      () => m.toggle([this.name]),
      { pressed: !cut },
    );
  }
}

export const drawHead = (s, m, view) => new Head(s, m, view).draw();
