// The whole machine: words in rows, layers from left to right, threads for every head.

import { headColour } from "./bitmaps.js";
import { columns, plan } from "./layout.js";
import { headName, towerOf } from "./places.js";
import { quoted } from "../figure.js";
import { clamp, mix, range, shown } from "./tools.js";
import { kindOf, story } from "./wording.js";

export const planOf = (m) =>
  plan({
    W: m.W,
    room: m.room,
    layers: m.net.layers,
    heads: m.net.heads,
    n: m.src.length,
    m: Math.max(m.out.length, m.was.out.length),
    usual: m.usual,
  });

const ATTENTIONS = { E: ["self"], D: ["self", "cross"] };
const after = (wave, x, soft = 26) => clamp((wave - x) / soft);

export class Whole {
  constructor(s, m, P = planOf(m)) {
    const [E, D] = ["E", "D"].map((tower) => columns(P, tower, m.net.layers));
    Object.assign(this, {
      s,
      m,
      P,
      E,
      D,
      colours: m.colours,
      t: m.step,
      steady: m.clock >= 1,
      rows: { E: range(P.n), D: range(m.out.length) },
      thick: {
        E: Math.min(P.rowE - 3, P.tw * 0.74),
        D: Math.min(P.rowD - 3, P.tw * 0.74),
      },
      bottom: P.narrow
        ? { E: P.mapsE - 22, D: P.mapsD - 22 }
        : { E: P.mapsE + 2 * P.mini + 12, D: P.mapsD + 2 * P.miniD + 12 },
    });
    const looked = /^row ([ED]) (\d+)$/.exec(m.hover ?? "");
    this.looked = looked && { tower: looked[1], i: Number(looked[2]) };
  }

  y(tower, i) {
    const { P } = this;
    return tower === "E" ? P.yE + (i + 0.5) * P.rowE : P.yD + (i + 0.5) * P.rowD;
  }

  /** How far the words of a row have come, from 0 to 1. */
  phase(i) {
    const { clock, end } = this.m;
    return clock >= end ? 1 : clamp(clock - 1 - i);
  }

  /** How far to the right the computation of a row has come. */
  wave(tower, i) {
    const { emb, end } = this[tower];
    return tower === "E"
      ? mix(emb - 20, end + 60, clamp(this.m.clock))
      : mix(emb - 20, end + 30, this.phase(i));
  }

  /** Whether a row stands still while the present word is written. */
  stands(tower, i) {
    return this.steady && (tower === "E" || i < this.t);
  }

  draw() {
    const { s } = this;
    s.still = this.steady;
    this.eachLayer((tower, l, c) => this.panel(tower, l, c));
    this.now();
    this.streams();
    this.eachLayer((tower, l, c) => this.threads(tower, l, c));
    for (const i of this.rows.E) this.encoderRow(i);
    for (const i of this.rows.D) this.decoderRow(i);
    s.still = this.steady;
    this.memory();
    this.eachLayer((tower, l, c) => this.maps(tower, l, c));
    s.still = false;
    for (const tower of ["E", "D"]) this.wayIn(tower);
    this.next();
    if (!this.P.narrow) this.corner();
    this.fadeWhatIsUnheard();
    this.sort();
    const { net, src, out, spell, headCount } = this.m;
    const side = `${net.layers} encoder layers, ${net.layers} decoder layers`;
    s.words =
      `The machine. It has read ${src.join(" ")} and writes ` +
      `${out.map(spell).join(" ")}. ${side}, ${headCount} heads; each can be ` +
      "entered.";
  }

  /** What stands still is painted first, once. */
  sort() {
    const { s } = this;
    s.items = [...s.items.filter(({ st }) => st), ...s.items.filter(({ st }) => !st)];
  }

  eachLayer(act) {
    for (const tower of ["E", "D"])
      this[tower].layers.forEach((c, l) => act(tower, l, c));
  }

  /** The name of a tower over its words: the way into its stack of layers. */
  wayIn(tower) {
    const { s, m, P, colours } = this;
    const { emb, end } = this[tower];
    const id = `stack ${tower}`;
    const top = tower === "E" ? P.yE : P.yD;
    const x = P.narrow ? 2 : Math.max(2, emb - 84 * P.u);
    s.text(`${id} name`, `${towerOf(tower)} ›`, x, top - 17, {
      size: P.narrow ? 12 : 13,
      weight: m.hover === id ? 700 : 600,
      color: colours.positiveText,
    });
    s.hit(
      id,
      `Enter the ${towerOf(tower)}: its stack of layers`,
      [x - 2, top - 32, Math.min(emb - x, 84), 32],
      () => m.enter({ level: "stack", tower }, [0, top, end, this.bottom[tower] - top]),
    );
    s.focus[m.idOf({ level: "stack", tower })] = [
      0,
      top,
      end,
      this.bottom[tower] - top,
    ];
  }

  /** A layer's box, to be entered. */
  panel(tower, l, c) {
    const { s, m, P, colours } = this;
    const id = `layer ${tower} ${l}`;
    const name = `${towerOf(tower)} layer ${l + 1}`;
    const off = m.isCut(`${towerOf(tower)}.${l + 1}`);
    const top = (tower === "E" ? P.yE : P.yD) - 6;
    const [x, w] = [c.self - 1, c.end - c.self + 2];
    const h = this.bottom[tower] - top;
    const lit = m.hover === id;
    s.box(id, x, top, w, h, {
      fill: colours.raised,
      r: 10,
      stroke: off ? colours.negative : lit ? colours.text : colours.rule,
      lw: lit ? 1.8 : 1,
    });
    s.text(
      `${id} name`,
      (w < 108 ? `layer ${l + 1}` : name) + (off ? " · cut" : ""),
      x + 9,
      top - 11,
      {
        size: P.narrow ? 12 : 13,
        weight: 600,
        color: off ? colours.negativeText : lit ? colours.text : colours.muted,
      },
    );
    if (w > 195)
      s.text(`${id} go`, "enter ›", x + w - 8, top - 11, {
        size: 12,
        align: "right",
        color: colours.positiveText,
        a: lit ? 1 : 0.8,
      });
    s.hit(
      id,
      `Enter ${name}${off ? ", cut" : ""}`,
      [x, top - 22, w, h + 22],
      () => m.enter({ level: "layer", tower, l }, [x, top, w, h]),
      { cut: () => m.toggle([`${towerOf(tower)}.${l + 1}`]) },
    );
    s.focus[m.idOf({ level: "layer", tower, l })] = [x, top, w, h];
  }

  /** A band under the row that is being computed. */
  now() {
    const { s, m, P, D, t } = this;
    if (m.clock <= 1) return;
    const was = s.still;
    s.still = false;
    const left = P.narrow ? 2 : D.emb - 84 * P.u;
    s.box(
      "now",
      left,
      this.y("D", t) - P.rowD / 2 + 1,
      P.narrow ? m.W - 4 : D.end - left + 8,
      P.rowD - 2,
      { fill: m.colours.glow, r: 6 },
    );
    s.still = was;
  }

  stream(k, x0, x1, y, wave, high, a = 1) {
    const { s, m, colours } = this;
    const p = clamp((wave - x0) / (x1 - x0));
    s.line(`stream bed ${k}`, x0, y, x1, y, 1, colours.rule, { a: 0.9 });
    if (p > 0)
      s.line(
        `stream ${k}`,
        x0,
        y,
        mix(x0, x1, p),
        y,
        Math.max(2, high * (x0 > m.W / 2 ? 0.2 : 0.3)),
        colours.stream,
        { a },
      );
  }

  /** How strong the row of an encoder's word is. */
  strengthOf(i) {
    return this.looked?.tower === "E" && this.looked.i !== i ? 0.35 : 1;
  }

  /** The residual streams, and the memory's rows running on above the decoder. */
  streams() {
    this.encoderStreams();
    if (!this.P.narrow) this.bus(this.E.end);
    this.decoderStreams();
  }

  encoderStreams() {
    const { P, E } = this;
    for (const i of this.rows.E)
      this.stream(
        `E ${i}`,
        E.emb + P.tw,
        E.end - 4,
        this.y("E", i),
        this.wave("E"),
        this.thick.E,
        this.strengthOf(i),
      );
  }

  bus(from) {
    const { s, m } = this;
    if (m.clock <= 0.8) return;
    const to = mix(from, this.D.layers.at(-1).cross, clamp((m.clock - 0.8) / 0.2));
    for (const i of this.rows.E) {
      const y = this.y("E", i);
      const a = this.strengthOf(i);
      s.line(`bus ${i}`, from, y, to, y, 2.5, this.colours.stream, { a });
    }
  }

  decoderStreams() {
    const { s, P, D } = this;
    for (const i of this.rows.D) {
      s.still = this.stands("D", i);
      this.stream(
        `D ${i}`,
        D.emb + P.tw,
        D.end,
        this.y("D", i),
        this.wave("D", i),
        this.thick.D,
        i === this.t ? 1 : 0.6,
      );
    }
    s.still = this.steady;
  }

  /** How strong the threads of one query are, of one head. */
  strength(tower, att, i, id) {
    const { m, looked, t } = this;
    let a = tower === "D" ? (i === t ? 0.85 : 0.16) : 0.5;
    if (looked?.tower === tower) a = i === looked.i ? 0.95 : 0.05;
    else if (tower === "E" && m.row !== null) a = i === m.row ? 0.95 : 0.13;
    if (m.hover === id) return tower === "D" && i !== t ? 0.5 : 0.9;
    return m.hover?.startsWith("head") ? Math.min(a, 0.12) : a;
  }

  /** The attention of a layer, as threads from the keys' rows to the queries' row. */
  threads(tower, l, c) {
    for (const att of ATTENTIONS[tower])
      for (const h of this.m.heads)
        if (!this.m.isCut(headName(tower, l, att, h)))
          this.threadsOf(tower, l, c, att, h);
    this.s.still = this.steady;
  }

  threadsOf(tower, l, c, att, h) {
    const { s, m, P, looked } = this;
    const id = `head ${headName(tower, l, att, h)}`;
    const [x0, x1] = att === "cross" ? [c.cross, c.x2] : [c.self, c.x1];
    const row = tower === "E" ? P.rowE : P.rowD;
    const spread = (h - (m.heads.length - 1) / 2) * Math.min(3.2, row / 8);
    const byKey = att === "cross" && looked?.tower === "E" ? looked.i : null;
    m.attention(tower, l, att).w.forEach((heads, i) => {
      const wave = this.wave(tower, i);
      if (wave <= x0) return;
      s.still = this.stands(tower, i);
      const p = clamp((wave - x0) / (x1 - x0));
      const a = this.strength(tower, att, i, id);
      heads[h].forEach((w, j) => {
        if (w < 0.05) return;
        const [kx, ky, bend] = this.keyAt(tower, c, att, j);
        const strong = byKey === null ? a : j === byKey ? 0.9 : 0.06;
        s.curve(
          `${id} ${i} ${j}`,
          kx ?? x0,
          ky + spread,
          x1,
          this.y(tower, i) + spread,
          Math.max(0.7, w * Math.min(6.5, P.rowD * 0.27)),
          headColour(m.colours, h),
          { a: strong * (0.35 + 0.65 * w), p, bend },
        );
      });
    });
  }

  /** Where the thread of a key begins: [x, y, bend]. */
  keyAt(tower, c, att, j) {
    const { P } = this;
    if (att !== "cross") return [null, this.y(tower, j)];
    return P.narrow
      ? [this.shelfX(j), P.shelf + 17, "v"]
      : [c.cross - 2, this.y("E", j)];
  }

  shelfX(j) {
    return 8 + (j + 0.5) * ((this.m.W - 16) / this.P.n);
  }

  /** A word's numbers at one place of the stream, as a small picture. */
  finger(tower, site, i, x) {
    const { s, m, P } = this;
    const a = after(this.wave(tower, i), x);
    if (a <= 0) return;
    const inner = site.endsWith("inner");
    const data = m.vector(site, i);
    const cols = inner ? 16 : 12;
    const bmp = m.stripe(
      data,
      0,
      data.length,
      cols,
      inner ? 1.6 : site.endsWith("emb") ? 2.6 : 2.2,
      inner ? m.colours.rgb.active : null,
    );
    const [high, y] = [this.thick[tower], this.y(tower, i)];
    const [left, w] = inner ? [x + 5 * P.u, P.fw - 10 * P.u] : [x + 1, P.tw - 2];
    s.tile(`${site} ${i}`, bmp, left, y - high / 2, w, high, { a });
    s.cell(
      "numbers",
      [left, y - high / 2, w, high],
      data.length,
      cols,
      (k) => ({ site, i, k }),
      { quiet: true },
    );
  }

  encoderRow(i) {
    const { s, m, P, E } = this;
    const lit = (this.looked?.tower === "E" && this.looked.i === i) || m.row === i;
    s.word(`word E ${i}`, m.src[i], E.emb - 7, this.y("E", i), {
      align: "right",
      size: clamp(P.rowE * 0.78, 10, P.narrow ? 13 : 16),
      weight: lit ? 700 : 500,
    });
    s.hit(
      `row E ${i}`,
      `Follow ${quoted(m.src[i])}`,
      [0, this.y("E", i) - P.rowE / 2, E.emb - 2, P.rowE],
      () => m.follow(m.row === i ? -1 : i),
      { group: "Words that it reads" },
    );
    this.finger("E", "E.emb", i, E.emb);
    E.layers.forEach((c, l) => {
      this.finger("E", `E${l}.x1`, i, c.x1);
      this.finger("E", `E${l}.inner`, i, c.ff);
      this.finger("E", `E${l}.x2`, i, c.x2);
    });
  }

  decoderRow(i) {
    const { s, m, P, D, colours } = this;
    s.still = this.stands("D", i);
    const a = m.clock > 1 + i - 0.15 || m.clock >= m.end ? 1 : 0;
    const changed = i && m.was.out[i - 1] !== m.out[i - 1];
    s.word(`word D ${i}`, m.tgt[i], D.emb - 7, this.y("D", i), {
      align: "right",
      a,
      size: clamp(P.rowD * 0.78, 10, P.narrow ? 13 : 16),
      weight: i === this.t && m.clock > 1 ? 700 : 500,
      color: changed ? colours.negativeText : colours.text,
    });
    if (a)
      s.hit(
        `row D ${i}`,
        `Go to where it has read ${quoted(m.tgt[i])}`,
        [
          D.emb - (P.narrow ? 70 : 84 * P.u),
          this.y("D", i) - P.rowD / 2,
          (P.narrow ? 70 : 84 * P.u) - 4,
          P.rowD,
        ],
        () => m.go(i + 2),
        { group: "Words that it writes" },
      );
    if (this.phase(i) <= 0) return;
    this.finger("D", "D.emb", i, D.emb);
    D.layers.forEach((c, l) => {
      for (const [name, x] of [
        ["x1", c.x1],
        ["x2", c.x2],
        ["inner", c.ff],
        ["x3", c.x3],
      ])
        this.finger("D", `D${l}.${name}`, i, x);
    });
  }

  /** The memory: on its shelf (narrow), or its label (wide). */
  memory() {
    const { s, m, P, E } = this;
    if (!P.narrow) {
      if (m.clock > 0.9)
        s.note(
          "memory name",
          m.W > 900 ? "memory: what the decoder can look at" : "memory",
          E.end + 12,
          P.yE - 17,
          { size: 12, a: clamp((m.clock - 0.9) * 10) },
        );
      return;
    }
    s.note("memory name", "memory: the sentence, read", 2, P.shelf - 36, {
      size: 12,
      weight: 600,
    });
    const room = (m.W - 16) / P.n;
    const a = after(this.wave("E"), E.end);
    if (a)
      for (const j of this.rows.E) {
        const w = Math.min(24, room - 3);
        s.tile(
          `shelf ${j}`,
          m.stripe(m.run.enc.memory[j], 0, m.net.width, 12, 2.2),
          this.shelfX(j) - w / 2,
          P.shelf,
          w,
          16,
          { a },
        );
        if (room > 20)
          s.note(
            `shelf word ${j}`,
            m.src[j],
            this.shelfX(j),
            P.shelf - (room < 38 && j % 2 ? 20 : 8),
            { align: "center", size: 11, a },
          );
      }
  }

  /** The small maps of a layer's heads, and the names of its parts. */
  maps(tower, l, c) {
    const { m, P } = this;
    if (P.narrow) {
      this.rowOfMaps(tower, l);
      return;
    }
    const size = tower === "E" ? P.mini : P.miniD;
    const top = tower === "E" ? P.mapsE : P.mapsD;
    for (const att of ATTENTIONS[tower]) {
      const left = att === "cross" ? c.cross : c.self;
      const x = left + (this[tower].aw - 2 * size - 4) / 2;
      for (const h of m.heads)
        this.map(tower, l, att, h, size, [
          x + (h % 2) * (size + 4),
          top + Math.floor(h / 2) * (size + 4),
        ]);
      this.label(
        tower,
        l,
        `${towerOf(tower)}.${l + 1}.${att}`,
        att === "cross" ? "cross" : "self",
        left,
        this[tower].aw,
      );
    }
    this.label(
      tower,
      l,
      `${towerOf(tower)}.${l + 1}.feed_forward`,
      m.W > 900 ? "feed-forward" : "feed",
      c.ff - 12 * P.u,
      P.fw + 24 * P.u,
    );
  }

  /** On a phone: the maps in a row of their own, large enough for a finger. */
  rowOfMaps(tower, l) {
    const { s, m, P } = this;
    ATTENTIONS[tower].forEach((att, k) => {
      const first = (tower === "E" ? l : k) * m.heads.length;
      const y = tower === "E" ? P.mapsE : P.mapsD + l * P.below;
      const kind = kindOf(tower, att).replace("masked self-", "masked ");
      s.note(
        `maps ${tower} ${l} ${att}`,
        `layer ${l + 1}, ${kind}`,
        2 + first * P.each,
        y - 10,
        { size: 11.5 },
      );
      for (const h of m.heads)
        this.map(tower, l, att, h, P.mini, [2 + (first + h) * P.each, y]);
    });
  }

  map(tower, l, att, h, size, [x, y]) {
    const { s, m, colours } = this;
    const name = headName(tower, l, att, h);
    const id = `head ${name}`;
    const [cut, lit] = [m.isCut(name), m.hover === id];
    const all = tower === "E" ? this.P.n : m.out.length;
    const part = tower === "E" || m.clock >= m.end ? 1 : clamp((this.t + 1) / all);
    s.box(`${id} box`, x - 1.5, y - 1.5, size + 3, size + 3, {
      r: 4,
      fill: colours.sunk,
      stroke: lit ? colours.text : headColour(colours, h),
      lw: lit ? 2 : 1.2,
      a: cut ? 0.45 : 1,
    });
    if (m.clock > (tower === "E" ? 0.2 : 1.2))
      s.tile(`map ${name}`, m.map(tower, l, att, h), x, y, size, size * part, {
        a: cut ? 0.3 : 1,
        part,
      });
    if (cut) s.line(`${id} strike`, x, y + size, x + size, y, 2.4, colours.negative);
    s.focus[m.idOf({ level: "head", tower, l, att, h })] = [x, y, size, size];
    if (size < (this.P.narrow ? 28 : 20)) return;
    const kind = kindOf(tower, att);
    const said = `head ${l + 1}.${h + 1}, ${kind}${cut ? ", cut" : ""}`;
    s.hit(
      id,
      `${m.scissors ? (cut ? "Join" : "Cut") : "Enter"} ${said}`,
      [x - 2, y - 2, size + 4, size + 4],
      () =>
        m.scissors
          ? m.toggle([name])
          : m.enter({ level: "head", tower, l, att, h }, [x, y, size, size]),
      { cut: () => m.toggle([name]), tip: said },
    );
  }

  /** The name of a part under it; with the scissors, what cuts the part. */
  label(tower, l, name, word, x, w) {
    const { s, m, colours } = this;
    const y = this.bottom[tower];
    const cut = m.isCut(name);
    const lit = m.scissors && m.hover === `part ${name}`;
    const said = cut ? `${word} · cut` : lit ? `✂ ${word}` : word;
    s.note(`label ${name}`, said, x + w / 2, y + 12, {
      size: 12,
      align: "center",
      weight: lit ? 700 : 400,
      color: cut ? colours.negativeText : colours.muted,
    });
    if (m.scissors)
      s.hit(
        `part ${name}`,
        `${cut ? "Join" : "Cut"} ${word}, ${towerOf(tower)} layer ${l + 1}`,
        [x, y, w, 26],
        () => m.toggle([name]),
      );
  }

  /** The likeliest next words, and the way of the chosen one back into the decoder. */
  next() {
    const { s, m, P, D, colours, t } = this;
    const p = this.phase(t);
    const fresh = m.clock > 1 ? after(p, 0.93, 0.05) : 0;
    const old = fresh === 0 && t > 0;
    const [at, strong] = old ? [t - 1, 0.28] : [t, fresh];
    const [x, step, w] = [P.logX, P.logStep, P.logW];
    const y = P.logY + (P.narrow ? 0 : 6);
    s.note(
      "next name",
      m.clock > 1 && w > 190 ? `after ${quoted(m.tgt[at])} comes` : "next word",
      x + (P.narrow ? 0 : 6),
      y - 17,
      { size: 13, weight: 600 },
    );
    if (!P.narrow && fresh)
      s.curve(
        "to next",
        D.end,
        this.y("D", t),
        m.W - 40 * P.u,
        y + 6 * step + 36,
        5,
        colours.stream,
        { a: fresh, bend: "up" },
      );
    m.run.dec.top[at]
      .slice(0, 6)
      .forEach((id, k) =>
        this.nextWord(id, k, at, strong, old, [x, y + k * step, w, step]),
      );
    if (m.clock > 1) this.beams(x, y + 6 * step + 2);
    if (!P.narrow && t + 1 < m.out.length && p > 0.96) this.back(p, y + 6 * step + 36);
  }

  nextWord(id, k, at, strong, old, [x, y, w, step]) {
    const { s, m, colours } = this;
    const value = m.probability(at, id);
    const mine = id === m.out[at];
    const [left, mid] = [x + Math.min(96, w * 0.42), y + step / 2];
    const long = (w - (left - x) - 40) * value * (old ? 1 : strong);
    const room = left - x + 12;
    const size = 15 * Math.min(1, room / s.measure(m.spell(id), 15, 700, s.serif));
    s.word(`next word ${k}`, m.spell(id), left - 8, mid, {
      align: "right",
      size,
      a: strong,
      weight: mine ? 700 : 400,
      color: mine ? colours.text : colours.muted,
    });
    s.box(`next bar ${k}`, left, mid - step * 0.3, Math.max(1.5, long), step * 0.6, {
      fill: mine ? colours.active : colours.edge,
      r: 3,
      a: strong,
    });
    s.note(`next chance ${k}`, shown(value), left + long + 6, mid, {
      size: 12,
      a: strong,
    });
    if (old || !strong) return;
    const score = shown(m.run.dec.logits[at][id]);
    s.hit(
      `say ${k}`,
      mine
        ? `Open the score of ${quoted(m.spell(id))}, probability ` + shown(value)
        : `Make it write ${quoted(m.spell(id))} here, probability ${shown(value)}`,
      [x, y, w, step],
      () =>
        mine
          ? m.enter(
              { level: "number", address: { site: "D.logit", i: at, k: id, h: 0 } },
              [x, y, w, step],
            )
          : m.force(at, id),
      {
        group: "Next words",
        tip: mine
          ? `its score is ${score}: open it`
          : `score ${score}; make it write ${quoted(m.spell(id))} instead`,
      },
    );
  }

  /** The way to the beams, under the next words. */
  beams(x, y) {
    const { s, m, P } = this;
    const lit = m.hover === "to beams";
    const box = [x, y, Math.min(P.logW, 190), P.narrow ? 32 : 26];
    const word = P.logW < 150 ? "beams ›" : "look further ahead: beams ›";
    s.text("to beams", word, x + 6, y + box[3] / 2, {
      size: 12.5,
      color: this.colours.positiveText,
      weight: lit ? 700 : 400,
    });
    s.hit("to beams", "Enter the beams: look further ahead than one word", box, () =>
      m.enter({ level: "beams" }, box),
    );
    s.focus[m.idOf({ level: "beams" })] = box;
  }

  back(p, top) {
    const { s, m, P, D, t, colours } = this;
    const floor = this.bottom.D + 27;
    const [left, right] = [D.emb - Math.max(102 * P.u, 88), m.W - 14 * P.u];
    const y = this.y("D", t + 1);
    s.way(
      "back in",
      [
        [right, top],
        [right, floor],
        [left, floor],
        [left, y],
        [left + 12, y],
      ],
      1.8,
      colours.active,
      { a: clamp((p - 0.96) / 0.04) * 0.95 },
    );
  }

  /** What happens, and what the colours mean, in the empty corner. */
  corner() {
    const { s, m, P, D } = this;
    const room = D.emb - Math.max(112 * P.u, 98);
    const [title, text] = story(m);
    let y = s.paragraph("story title", title, 2, P.yD + 2, room, {
      size: 16,
      weight: 650,
      leading: 1.3,
    });
    y = s.paragraph("story", text, 2, y + 2, room, {
      size: 13.5,
      color: m.colours.muted,
      leading: 1.36,
    });
    if (room > 200) this.legend(Math.max(y + 14, this.bottom.D - 104));
  }

  legend(y) {
    const { s, m, colours } = this;
    const say = (k, at, words) => s.note(`legend ${k}`, words, 46, at);
    s.tile(
      "legend tile",
      m.stripe(m.run.enc.emb[0], 0, m.net.width, 12, 2.6),
      2,
      y - 11,
      32,
      22,
    );
    say("strip", y, `one word: ${m.net.width} numbers`);
    s.box("legend +", 2, y + 19, 15, 13, { fill: colours.positive, r: 3 });
    s.box("legend −", 19, y + 19, 15, 13, { fill: colours.negative, r: 3 });
    say("plus", y + 26, "above zero, below zero");
    m.heads.forEach((h) =>
      s.line(
        `legend h${h}`,
        2,
        y + 45 + 4.6 * h,
        34,
        y + 45 + 4.6 * h,
        3.2,
        headColour(colours, h),
      ),
    );
    say("h", y + 52, "who looks where, by head");
    const inner = m.run.enc.layers[0].inner[0];
    s.tile(
      "legend ff",
      m.stripe(inner, 0, inner.length, 16, 1.6, colours.rgb.active),
      2,
      y + 68,
      32,
      20,
    );
    say("fft", y + 78, `${inner.length} inner units, few at work`);
  }

  /** When nobody looks across any more, the encoder pales. */
  fadeWhatIsUnheard() {
    const { s, m, P } = this;
    const names = m.layers.flatMap((l) =>
      m.heads.map((h) => headName("D", l, "cross", h)),
    );
    if (!names.every((name) => m.isCut(name))) return;
    for (const item of s.items)
      if (item.y < P.yD - 26 && (P.narrow || item.x < P.logX - 8)) item.a *= 0.22;
  }
}

export const drawWhole = (s, m) => new Whole(s, m).draw();
