// One number: its value, its formula with numbers, and each term as a column.

import { lightness, shade } from "./bitmaps.js";
import { origin } from "./origin.js";
import { clamp, mix, range, shown } from "./tools.js";
import { about, capital } from "./wording.js";

const NAMES = {
  dot: ["number", "× weight"],
  score: ["q", "× k"],
  relu: ["number", "× weight"],
  mixture: ["weight", "× v"],
  softmax: ["score", ""],
  add: ["number", ""],
  embed: ["embedding", "× √width"],
  same: ["sum", ""],
};

/** How it was made, in words. */
function how(o, net) {
  const many = o.terms.length;
  return {
    dot:
      `the sum of ${many} products` +
      (o.bias === undefined ? "" : `, plus a learned bias of ${shown(o.bias, 3)}`),
    score:
      `the sum of ${net.size} products, divided by √${net.size} = ` +
      shown(o.divide ?? 0, 3),
    relu:
      `the sum of ${many} products plus a bias of ${shown(o.bias ?? 0, 3)}; ` +
      "below 0 it is set to 0",
    mixture: "the values of the words, each times its weight",
    softmax:
      "e to the score, divided by the sum of all; the largest score is taken " +
      "from each first, which changes nothing",
    add:
      many === 2
        ? "two numbers added: the stream, and what the part brings"
        : "only what the part brings: the stream’s way around it is cut",
    embed:
      `the embedding’s number times √${net.width}, plus the sine or cosine of ` +
      "the position",
    same: "the sum as it is: the normalisation is cut",
    cut: "nothing: this part is cut",
  }[o.form];
}

/** What the sum of the terms becomes, written out. */
function close(o, parts, sum) {
  const result = shown(o.result);
  const bias = `${(o.bias ?? 0) < 0 ? "−" : "+"} ${shown(Math.abs(o.bias ?? 0))}`;
  return (
    {
      dot: o.bias === undefined ? result : `${shown(sum)} ${bias} = ${result}`,
      score: `${shown(sum)} ⁄ ${shown(o.divide ?? 1)} = ${result}`,
      relu: `max(0, ${shown(sum)} ${bias}) = ${result}`,
      softmax:
        `${shown(parts[o.at ?? 0]?.value ?? 0, 3)} ⁄ ${shown(sum, 3)} = ` +
        shown(o.result, 3),
    }[o.form] ?? result
  );
}

/** The terms as { a, b, c, value }; of softmax the exponentials. */
function partsOf(o) {
  if (o.form !== "softmax")
    return o.terms.map(({ a, b }, c) => ({
      a,
      b,
      c,
      value: a.value * (b ? b.value : 1),
    }));
  const high = Math.max(...o.terms.map(({ a }) => a.value));
  return o.terms.map(({ a }, c) => ({
    a,
    c,
    value: Math.exp(a.value - high),
    mine: c === o.at,
  }));
}

class OneNumber {
  constructor(s, m, view) {
    const { address } = view;
    Object.assign(this, {
      s,
      m,
      address,
      narrow: m.narrow,
      colours: m.colours,
      o: origin(m.run, address),
    });
  }

  draw() {
    const { s, m, o, narrow, colours } = this;
    const long = capital(about(m, this.address).long);
    const digits = Math.abs(o.result) < 0.1 ? 4 : 3;
    s.words = `${long}: ${shown(o.result, digits)}. `;
    s.paragraph("num title", long, 0, narrow ? 9 : 18, m.W, {
      size: narrow ? 14 : 17,
      weight: 650,
      leading: 1.2,
      most: 2,
    });
    s.text("num value", shown(o.result, digits), 0, narrow ? 52 : 58, {
      weight: 700,
      size: narrow ? 28 : 36,
      color: o.result < 0 ? colours.negativeText : colours.positiveText,
    });
    if (o.form === "weight") return this.weight();
    if (o.form === "norm") return this.norm();
    this.say(how(o, m.net));
    const parts = partsOf(o);
    const y = narrow ? 122 : 136;
    if (!parts.length) return undefined;
    if (narrow) return this.rows(parts, y);
    return this.columns(parts, y);
  }

  say(text) {
    const { s, m, narrow } = this;
    s.words += text;
    return s.paragraph("num how", text, 0, narrow ? 86 : 96, m.W, {
      size: narrow ? 12.5 : 14.5,
      color: this.colours.muted,
      leading: 1.26,
    });
  }

  open(address, box) {
    return () => this.m.enter({ level: "number", address }, box);
  }

  /** Here the road ends: a learned weight, in its matrix. */
  weight() {
    const { s, m, o, address, narrow, colours } = this;
    this.say(
      "Here the road ends: this number was learned. In the page it is a whole " +
        "number of 8 bits times the scale of its row:",
    );
    s.text(
      "num leaf",
      `${shown(o.whole, 0)} × ${o.scale.toPrecision(4)} = ${shown(o.result, 4)}`,
      0,
      narrow ? 150 : 160,
      { size: narrow ? 20 : 26, weight: 600 },
    );
    const { whole, columns } = m.net.raw[address.weight];
    const rows = whole.length / columns;
    const count = Math.min(rows, 288);
    const [y, W] = [205, Math.min(m.W, 760)];
    const H = Math.min(m.H - 230, (W * count) / columns);
    s.note(
      "num mat",
      `its matrix: ${rows} rows of ${columns}` +
        (rows > 288 ? " (its neighbourhood)" : ""),
      0,
      y - 11,
    );
    const first = rows > 288 ? clamp(address.row - 144, 0, rows - 288) : 0;
    s.tile(
      "num matrix",
      m.stripe(m.net[address.weight], first * columns, count * columns, columns, 0.35),
      0,
      y,
      W,
      H,
    );
    if (address.weight.endsWith("qkv.weight") && !narrow) this.thirds(y, W, H);
    s.box(
      "num here",
      (address.column * W) / columns - 4,
      y + ((address.row - first) * H) / count - 4,
      W / columns + 8,
      H / count + 8,
      { stroke: colours.active, lw: 3, r: 4 },
    );
  }

  thirds(y, w, h) {
    const { s, colours } = this;
    const words = ["W_Q: what to ask", "W_K: what to offer", "W_V: what to hand over"];
    words.forEach((word, k) => {
      s.text(`num part ${k}`, word, w + 16, y + (h * (2 * k + 1)) / 6, {
        size: 14,
        weight: 600,
        color: [colours.query, colours.key, colours.value][k],
      });
      if (k)
        s.box(`num cut ${k}`, 0, y + (h * k) / 3 - 1, w + 10, 2, {
          fill: colours.text,
          r: 0,
        });
    });
  }

  /** A number that was normalised: the row of sums, with mean and spread. */
  norm() {
    const { s, m, o, address, narrow } = this;
    const site = address.site.replace(/x(\d)$/, "sum$1");
    const sums = m.vector(site, address.i);
    const bias = `${o.bias < 0 ? "−" : "+"} ${shown(Math.abs(o.bias))}`;
    const equation = (
      `(${shown(sums[address.k])} − ${shown(o.mean)}) ⁄ ` +
      `${shown(o.deviation)} × ${shown(o.gain)} ${bias} = ${shown(o.result)}`
    ).replace("− −", "+ ");
    const y =
      this.say(
        "the sum minus the mean of its row, divided by the row’s " +
          "spread, then a learned gain and bias:",
      ) + 14;
    s.text("num eq", equation, 0, y, { size: narrow ? 13 : 22, weight: 600 });
    s.words += ` ${equation}.`;
    this.bars(sums, site, [narrow ? 0 : 104, narrow ? 180 : 200, m.H - 30]);
  }

  bars(sums, site, [left, top, bottom]) {
    const { s, m, o, address, narrow, colours } = this;
    const high = Math.max(...sums.map(Math.abs));
    const y = (v) => mix(bottom, top, (v / high + 1) / 2);
    const w = (m.W - left - 8) / sums.length;
    const [up, down] = [y(o.mean + o.deviation), y(o.mean - o.deviation)];
    s.box("spread", left, up, w * sums.length, down - up, { fill: colours.glow, r: 0 });
    s.box("mean", left, y(o.mean) - 1, w * sums.length, 2, {
      fill: colours.active,
      r: 0,
    });
    if (!narrow)
      [
        [`mean ${shown(o.mean)}`, y(o.mean)],
        ["+ spread", up],
        ["− spread", down],
      ].forEach(([word, at], k) =>
        s.note(`spread ${k}`, word, left - 10, at, { align: "right", size: 13 }),
      );
    sums.forEach((v, c) =>
      s.box(
        `p ${c}`,
        left + c * w + w * 0.12,
        Math.min(y(v), y(0)),
        w * 0.76,
        Math.max(1, Math.abs(y(v) - y(0))),
        {
          r: 0,
          a: c === address.k ? 1 : 0.35,
          fill: v < 0 ? colours.negative : colours.positive,
        },
      ),
    );
    s.cell(
      `the row before: ${sums.length} sums`,
      [left, top, w * sums.length, bottom - top],
      sums.length,
      sums.length,
      (c) => ({ site, i: address.i, k: c }),
    );
  }

  /** One column a term: a, b, their product as a bar, and the sum as it grows. */
  columns(parts, y) {
    const { s, m, o } = this;
    const left = 104;
    const w = Math.min(92, (m.W - left - 8) / parts.length);
    const big = w >= 30;
    const cell = big ? 34 : 26;
    const yp = y + 2 * (cell + 26);
    const hp = clamp((m.H - yp) * 0.42, 90, 170);
    const ys = yp + hp + 18;
    const at = {
      left,
      w,
      big,
      cell,
      ya: y,
      yb: y + cell + 26,
      yp,
      hp,
      ys,
      hs: Math.max(60, m.H - ys - 20),
      soft: o.form === "softmax",
    };
    this.labels(parts, at);
    parts.forEach((part) => this.factors(part, parts, at));
    this.products(parts, at);
    const sum = this.growing(parts, at);
    const line = close(o, parts, sum);
    if (line !== shown(o.result))
      s.note("num close", `= ${line}`, 190, 58, { size: 20, weight: 600 });
    s.words += `: ${line}.`;
  }

  labels(parts, { left, w, cell, ya, yb, yp, hp, ys, hs, soft }) {
    const { s, o } = this;
    const label = (k, word, y) =>
      s.note(k, word, left - 12, y, { align: "right", size: 13 });
    const [a, b] = NAMES[o.form] ?? ["number", ""];
    label("num a", a, ya + cell / 2);
    if (parts[0].b && b) label("num b", b, yb + cell / 2);
    label("num p", soft ? "e to that" : "= product", yp + hp / 2);
    label("num s", "sum so far", ys + hs / 2);
    if (parts.length <= 30) return;
    const row = (name, y, get) =>
      s.cell(name, [left, y, w * parts.length, cell], parts.length, parts.length, (c) =>
        get(parts[c]),
      );
    row(`${parts.length} numbers`, ya, ({ a: x }) => x);
    row(`${parts.length} weights`, yb, ({ b: x }) => x);
  }

  /** The two factors of a term, each to be opened. */
  factors({ a, b, c }, parts, at) {
    const { s, m, o, address } = this;
    const { left, w, ya, yb, soft } = at;
    const [highA, highB] = [
      (at.highA ??= Math.max(...parts.map((p) => Math.abs(p.a.value)), 1e-9)),
      (at.highB ??= Math.max(...parts.map((p) => Math.abs(p.b?.value ?? 0)), 1e-9)),
    ];
    this.factor("a", a, c, [left + c * w, ya], highA, parts.length, at);
    if (b && b.what !== "")
      this.factor("b", b, c, [left + c * w, yb], highB, parts.length, at);
    if (!soft && o.form !== "mixture") return;
    const [tower, att] = [address.site[0], address.site.split(".")[1]];
    s.note(
      `num key ${c}`,
      m.wordAt(att === "cross" ? "E" : tower, c),
      left + (c + 0.5) * w,
      ya - 12,
      { align: "center" },
    );
  }

  factor(which, x, c, [left, top], high, many, { w, cell, big }) {
    const { s, m, colours } = this;
    const rgb = shade(colours, x.value, high / 0.9).map(Math.round);
    const k = `${which} ${c}`;
    const opens = x.site || x.weight;
    s.box(k, left + 0.5, top, w - 1, cell, {
      fill: `rgb(${rgb.join(" ")})`,
      r: big ? 4 : 0,
      stroke: m.hover === k ? colours.text : null,
      lw: 2,
    });
    if (big)
      s.text(`${which} t ${c}`, shown(x.value), left + w / 2, top + cell / 2, {
        align: "center",
        size: w < 40 ? 12 : 13.5,
        color: lightness(rgb) > 0.2 ? "#14171c" : "#ffffff",
      });
    if (many > 30 || !opens) return;
    const { long } = about(m, x);
    const box = [left, top, w, cell];
    s.hit(k, `Open ${long}: ${shown(x.value)}`, box, this.open(x, box), {
      group: which === "a" ? "First numbers" : "Second numbers",
      tip: `${long}: ${shown(x.value, 3)}`,
    });
  }

  products(parts, { left, w, big, yp, hp, soft }) {
    const { s, colours } = this;
    const high = Math.max(...parts.map(({ value }) => Math.abs(value)), 1e-9);
    const zero = soft ? yp + hp : yp + hp / 2;
    s.box("num zero", left, zero, w * parts.length, 1, { fill: colours.rule, r: 0 });
    parts.forEach(({ c, value, mine }) => {
      const x = left + c * w;
      const h = ((soft ? hp - 22 : hp / 2 - 12) * Math.abs(value)) / high;
      s.box(
        `p ${c}`,
        x + w * 0.12,
        value < 0 ? zero : zero - h,
        w * 0.76,
        Math.max(1, h),
        {
          r: big ? 3 : 0,
          fill: mine ? colours.active : value < 0 ? colours.negative : colours.positive,
        },
      );
      if (big)
        s.note(
          `p t ${c}`,
          shown(value),
          x + w / 2,
          value < 0 ? zero + h + 8 : zero - h - 8,
          { align: "center", size: 11.5 },
        );
    });
  }

  /** The sum as it grows, from term to term; gives back the sum. */
  growing(parts, { left, w, ys, hs }) {
    const { s, m, colours } = this;
    let sum = 0;
    const sums = parts.map(({ value }) => (sum += value));
    const [low, high] = [Math.min(0, ...sums), Math.max(0, ...sums)];
    const y = (v) => ys + hs - 14 - ((hs - 28) * (v - low)) / (high - low || 1);
    s.box("sum zero", left, y(0), w * parts.length, 1, { fill: colours.rule, r: 0 });
    parts.forEach(({ c, value }) => {
      const [x, before] = [left + c * w, c ? sums[c - 1] : 0];
      s.box(
        `s ${c}`,
        x + w * 0.12,
        Math.min(y(before), y(sums[c])),
        w * 0.76,
        Math.max(1.5, Math.abs(y(before) - y(sums[c]))),
        { r: 0, a: 0.75, fill: value < 0 ? colours.negative : colours.positive },
      );
      if (c)
        s.line(
          `sl ${c}`,
          x - w * 0.12,
          y(before),
          x + w * 0.12,
          y(before),
          1,
          colours.edge,
        );
    });
    const end = left + w * parts.length + 8;
    if (end + 60 < m.W)
      s.text("num end", shown(sum), end, y(sum), { size: 14, weight: 700 });
    return sum;
  }

  /** On a phone: a line for each term, the heaviest first when there are many. */
  rows(all, y) {
    const { s, m, o } = this;
    const room = Math.max(6, Math.floor((m.H - y - 70) / 34));
    const order =
      all.length > room
        ? [...all].sort((p, q) => Math.abs(q.value) - Math.abs(p.value))
        : all;
    const parts = order.slice(0, room);
    const high = Math.max(...parts.map(({ value }) => Math.abs(value)), 1e-9);
    parts.forEach((part, at) => this.termRow(part, y + 12 + at * 34, high));
    const sum = all.reduce((total, { value }) => total + value, 0);
    const rest = order.slice(room).reduce((total, { value }) => total + value, 0);
    const below = y + 14 + parts.length * 34;
    if (order.length > room)
      s.note(
        "r foot",
        `${order.length - room} smaller ones together: ${shown(rest, 3)}`,
        20,
        below,
      );
    const line = close(o, all, sum);
    s.text("num close", `= ${line}`, 20, below + 24, { size: 14, weight: 600 });
    s.words += `: ${line}.`;
  }

  termRow({ a, b, c, value, mine }, y, high) {
    const { s, m, o, colours } = this;
    const mid = m.W * 0.78;
    const text =
      o.form === "softmax"
        ? `e^(${shown(a.value)} − max)`
        : b && b.what !== ""
          ? `${shown(a.value)} × ${shown(b.value)}`
          : shown(a.value);
    s.note(`rn ${c}`, String(c + 1), 20, y, { size: 11, align: "right" });
    s.text(`rt ${c}`, text, 140, y, { align: "right" });
    s.note(`rq ${c}`, "=", 152, y, { size: 13, align: "center" });
    s.text(`rv ${c}`, shown(value), 208, y, { align: "right", weight: 600 });
    const w = ((m.W - mid - 4) * Math.abs(value)) / high;
    s.box(`p ${c}`, value < 0 ? mid - w : mid, y - 7, Math.max(1, w), 14, {
      r: 3,
      fill: mine ? colours.active : value < 0 ? colours.negative : colours.positive,
    });
    for (const [k, x, left, width] of [
      ["a", a, 22, 62],
      ["b", b, 88, 56],
    ])
      if (x?.site || x?.weight)
        s.hit(
          `${k} ${c}`,
          `Open ${about(m, x).long}: ${shown(x.value)}`,
          [left, y - 17, width, 34],
          this.open(x, [left, y - 12, width, 24]),
          { group: k === "a" ? "First numbers" : "Second numbers" },
        );
  }
}

export const drawNumber = (s, m, view) => new OneNumber(s, m, view).draw();
