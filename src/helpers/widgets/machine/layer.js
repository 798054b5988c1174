// A layer, for one word: what comes in, what each part adds, what is normalised.

import { headColour } from "./bitmaps.js";
import { chips } from "./chips.js";
import { headName, towerOf } from "./places.js";
import { quoted } from "../figure.js";
import { clamp } from "./tools.js";
import { capital, kindIn, nameOf } from "./wording.js";

const PARTS = {
  E: [
    ["self", "in", "self.y"],
    ["ff", "x1", "y2"],
  ],
  D: [
    ["self", "in", "self.y"],
    ["cross", "x1", "cross.y"],
    ["ff", "x2", "y3"],
  ],
};
const WHAT = {
  "E self": "every word looks at every word of its sentence",
  "D self": "every word looks at itself and back",
  "D cross": "every word looks across at the Spanish memory",
};

class Layer {
  constructor(s, m, view) {
    const { tower, l } = view;
    Object.assign(this, {
      s,
      m,
      view,
      tower,
      l,
      colours: m.colours,
      narrow: m.narrow,
      site: `${tower}${l}`,
      name: `${towerOf(tower)}.${l + 1}`,
      r: m.rowOf(tower),
      names: m.namesOf(tower),
      line: m.narrow ? 13 : 17,
      step: m.narrow ? 31 : 39,
      labelW: m.W < 860 ? 0 : 84 * Math.min(1, m.W / 1100),
    });
  }

  draw() {
    const { s, m, tower, narrow } = this;
    const parts = PARTS[tower];
    const top = chips(s, m, "follow", this.names, this.r, tower, "Follow") + 10;
    const gap = narrow ? 0 : 16;
    const w = narrow ? m.W : (m.W - gap * (parts.length - 1)) / parts.length;
    const h = narrow ? 268 : m.H - top - 4;
    parts.forEach((part, p) =>
      this.part(
        part,
        p,
        narrow ? [0, top + p * h, w, h - 8] : [p * (w + gap), top, w, h],
        gap,
      ),
    );
    s.words =
      `${nameOf(m, this.view)}, following ${this.names[this.r]}. ` +
      `${parts.length} parts: ${parts.map(([att]) => this.title(att)).join(", ")}.`;
  }

  title(att) {
    return att === "ff" ? "Feed-forward" : capital(kindIn(this.m, this.tower, att));
  }

  part([att, before, brought], p, box, gap) {
    const { s, m, colours, narrow, line } = this;
    const [x, y, w, h] = box;
    const foot = 4 * (line + (narrow ? 18 : 22));
    const fy = y + h - foot + (narrow ? 8 : 6);
    const slim = narrow || w < 300;
    s.box(`part ${p}`, x, y, w, h, {
      fill: colours.raised,
      stroke: colours.rule,
      r: 10,
    });
    s.text(`part name ${p}`, this.title(att), x + 12, y + 17, {
      size: 15,
      weight: 650,
    });
    if (!slim)
      s.note(
        `part what ${p}`,
        att === "ff"
          ? `every word alone: ${m.net.width} → ${m.inner} → ${m.net.width} numbers`
          : WHAT[`${m.cut.has("mask") && att === "self" ? "E" : this.tower} ${att}`],
        x + 12,
        y + 37,
      );
    if (!narrow && p)
      s.curve(
        `next part ${p}`,
        x - gap - 12,
        fy + 3 * this.step + line / 2,
        x + 12,
        fy + line / 2,
        5,
        colours.stream,
      );
    const head = narrow ? 30 : slim ? 34 : 52;
    if (att === "ff") this.inner(p, [x, y + head, w, h - head - foot], slim);
    else this.attention(att, p, [x, y + head, w, h - head - foot], slim);
    this.strips(att, p, before, brought, [x, fy, w], slim);
  }

  /** What comes in, what is added, the sum, and the sum normalised. */
  strips(att, p, before, brought, [x, y, w], slim) {
    const order = p + 1;
    const last = order === PARTS[this.tower].length;
    const word = quoted(this.names[this.r]);
    const bring =
      att === "ff"
        ? "+  what these units bring"
        : slim
          ? "+  the mixtures, times W_O"
          : "+  what the heads bring: their mixtures times W_O";
    const on = last ? this.goesTo() : "mean 0, spread 1, then gain and bias";
    const part = att === "ff" ? `${this.name}.feed_forward` : `${this.name}.${att}`;
    const rows = [
      ["a", before, `${word} comes in`],
      ["b", brought, bring, part],
      ["c", `sum${order}`, "=  the sum", `${this.name}.add.${order}`],
      [
        "d",
        `x${order}`,
        slim ? "→  normalised" : `→  normalised: ${on}`,
        `${this.name}.norm.${order}`,
      ],
    ];
    rows.forEach(([k, site, label, cut], at) =>
      this.strip(
        `${p} ${k}`,
        `${this.site}.${site}`,
        label,
        [x, y + at * this.step, w],
        k === "c" ? 3 : 2.2,
        cut,
      ),
    );
  }

  /** Where the last of the strips goes. */
  goesTo() {
    if (this.l + 1 < this.m.net.layers) return "on to the next layer";
    return this.tower === "E" ? "the memory" : "what scores the next word";
  }

  strip(k, site, label, [x, y, w], scale, cut) {
    const { s, m, r, line, colours } = this;
    const off = cut && m.isCut(cut);
    s.note(`strip name ${k}`, off ? `${label} · cut` : label, x + 12, y - 8, {
      size: 12,
      ...(off && { color: colours.negativeText }),
    });
    const data = m.vector(site, r);
    const n = data.length;
    s.tile(`${site} ${r}`, m.stripe(data, 0, n, n, scale), x + 12, y, w - 24, line);
    s.cell(`${label}, ${n} numbers`, [x + 12, y, w - 24, line], n, n, (c) => ({
      site,
      i: r,
      k: c,
    }));
    if (!cut || this.narrow) return;
    const lit = m.hover === `cut ${k}`;
    s.text(`cut ${k}`, "✂", x + w - 14, y - 8, {
      align: "right",
      size: 13,
      color: lit || off ? colours.negativeText : colours.muted,
      a: lit || off || m.scissors ? 1 : 0.5,
    });
    s.hit(
      `cut ${k}`,
      `${off ? "Join" : "Cut"}: ${label}`,
      [x + w - 44, y - 21, 36, 20],
      () => m.toggle([cut]),
      {
        group: "Parts to cut",
        pressed: off,
        tip: off ? "put it back" : "cut this out",
      },
    );
  }

  /** The maps of the heads, with the followed row in a frame. */
  attention(att, p, [x, y, w, h], slim) {
    const { m, narrow, labelW, line } = this;
    const room = narrow ? 0 : 44; // for the words above the maps
    const across = narrow ? 4 : 2;
    const down = Math.ceil(m.heads.length / across);
    const size = Math.min(
      (w - 24 - labelW - 14) / across,
      180,
      Math.max(40, narrow ? h - 24 : (h - room - 106) / down),
    );
    const each = (w - 20) / 4;
    const left = narrow
      ? x + 10 + (each - size) / 2
      : x +
        12 +
        labelW +
        Math.max(0, (w - 24 - labelW - 2 * size - 14) / 2 - labelW / 3);
    for (const hd of m.heads)
      this.map(att, hd, size, [
        left + (hd % across) * (narrow ? each : size + 14),
        y + room + (narrow ? 2 : Math.floor(hd / across) * (size + 24)),
      ]);
    if (!narrow) this.mixtures(att, p, [x, y + h + 6 - line - 28, w], slim);
  }

  map(att, h, size, [x, y]) {
    const { s, m, tower, l, r, colours, names } = this;
    const name = headName(tower, l, att, h);
    const id = `head ${name}`;
    const [cut, lit] = [m.isCut(name), m.hover === id];
    const colour = headColour(colours, h);
    const said = `head ${l + 1}.${h + 1}`;
    s.box(`${id} box`, x - 2, y - 2, size + 4, size + 4, {
      r: 4,
      fill: colours.sunk,
      stroke: lit ? colours.text : colour,
      lw: lit ? 2.4 : 1.4,
      a: cut ? 0.5 : 1,
    });
    s.tile(`map ${name}`, m.map(tower, l, att, h), x, y, size, size, {
      a: cut ? 0.3 : 1,
      part: 1,
    });
    s.box(
      `${id} row`,
      x - 3,
      y + (size * r) / names.length - 1,
      size + 6,
      size / names.length + 2,
      { r: 3, stroke: colours.active, lw: 2 },
    );
    if (cut) s.line(`${id} strike`, x, y + size, x + size, y, 3, colours.negative);
    s.text(`${id} name`, cut ? `${said} · cut` : said, x, y + size + 12, {
      size: 12,
      weight: 600,
      color: cut ? colours.muted : colour,
    });
    s.focus[m.idOf({ level: "head", tower, l, att, h })] = [x, y, size, size];
    s.hit(
      id,
      `${m.scissors ? (cut ? "Join" : "Cut") : "Enter"} ${said}, ` +
        `${kindIn(m, tower, att)}${cut ? ", cut" : ""}`,
      [x - 2, y - 2, size + 4, size + 20],
      () =>
        m.scissors
          ? m.toggle([name])
          : m.enter({ level: "head", tower, l, att, h }, [x, y, size, size], r),
      { cut: () => m.toggle([name]), tip: `enter ${said}` },
    );
    this.mapWords(att, h, size, [x, y], id);
  }

  mapWords(att, h, size, [x, y], id) {
    const { s, m, names, r, colours } = this;
    const keys = m.keysOf(this.tower, att);
    const [row, column] = [size / names.length, size / keys.length];
    if (this.labelW && h % 2 === 0 && row >= 8)
      names.forEach((word, i) =>
        s.note(`${id} q ${i}`, word, x - 7, y + (i + 0.5) * row, {
          align: "right",
          size: clamp(row * 0.8, 9, 12.5),
          weight: i === r ? 700 : 400,
          ...(i === r && { color: colours.text }),
        }),
      );
    if (!this.narrow && h < 2 && column >= 8)
      keys.forEach((word, j) =>
        s.note(`${id} k ${j}`, word, x + (j + 0.5) * column, y - 6, {
          size: clamp(column * 0.8, 9, 12),
          rot: -0.9,
        }),
      );
  }

  /** The mixtures of the heads, side by side, before W_O mixes them. */
  mixtures(att, p, [x, y, w], slim) {
    const { s, m, r, line, colours } = this;
    const [count, size] = [m.heads.length, m.net.size];
    const site = `${this.site}.${att}.z`;
    s.note(
      `strip name ${p} z`,
      slim
        ? "the heads’ mixtures"
        : `the heads’ mixtures, side by side: ${count} × ${size}`,
      x + 12,
      y - 8,
      { size: 12 },
    );
    const data = m.vector(site, r);
    s.tile(
      `${site} ${r}`,
      m.stripe(data, 0, data.length, data.length, 1.6),
      x + 12,
      y,
      w - 24,
      line,
    );
    for (const h of m.heads)
      s.box(
        `z under ${p} ${h}`,
        x + 13 + (h * (w - 24)) / count,
        y + line + 2,
        (w - 24) / count - 2,
        3.5,
        {
          r: 1,
          fill: m.isCut(headName(this.tower, this.l, att, h))
            ? colours.rule
            : headColour(colours, h),
        },
      );
    s.cell(
      "the heads’ mixtures",
      [x + 12, y, w - 24, line],
      data.length,
      data.length,
      (c) => ({ site, i: r, k: c }),
    );
  }

  /** The inner units of the feed-forward net. */
  inner(p, [x, y, w, h], slim) {
    const { s, m, r, colours, narrow } = this;
    const site = `${this.site}.inner`;
    const inner = m.vector(site, r);
    const n = inner.length;
    const active = inner.filter((value) => value > 0).length;
    const cols = narrow ? 20 : 16;
    const top = narrow ? y + 6 : slim ? y + 30 : y + 44;
    s.note(
      `inner name ${p}`,
      slim
        ? `${active} of ${n} units above 0`
        : `${quoted(this.names[r])} sets ${active} of ${n} inner units to work;`,
      narrow ? x + w - 12 : x + 12,
      narrow ? y - 13 : slim ? y + 12 : y + 8,
      { align: narrow ? "right" : "left" },
    );
    if (!slim) s.note(`inner more ${p}`, "ReLU keeps the others at 0", x + 12, y + 26);
    const unit = Math.min((w - 24) / cols, (h - (narrow ? 14 : 66)) / (n / cols));
    const [gw, gh] = [unit * cols, unit * Math.ceil(n / cols)];
    const left = x + 12 + (w - 24 - gw) / 2;
    s.tile(
      `${site} ${r}`,
      m.stripe(inner, 0, n, cols, 1.6, colours.rgb.active),
      left,
      top,
      gw,
      gh,
    );
    s.box("inner frame", left - 1, top - 1, gw + 2, gh + 2, {
      stroke: colours.rule,
      r: 3,
    });
    s.cell(`${n} inner units`, [left, top, gw, gh], n, cols, (c) => ({
      site,
      i: r,
      k: c,
    }));
  }
}

export const drawLayer = (s, m, view) => new Layer(s, m, view).draw();
