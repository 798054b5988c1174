// A stack: one tower alone, its layers large, and what every word carries between them.

import { Whole } from "./whole.js";
import { headName, towerOf } from "./places.js";
import { clamp } from "./tools.js";
import { kindOf } from "./wording.js";

const NAME = 18; // the height of a head's name under its map

/** Where the parts of one tower stand when it has the whole width. */
function wide({ W, H, src, out, net }, tower) {
  const { layers } = net;
  const [u, attentions] = [W / 1180, tower === "E" ? 1 : 2];
  const left = Math.max(112 * u, 84);
  const tw = clamp(W * 0.036, 22, 44);
  const fw = tw * 1.3;
  const gap = 16;
  const fixed = left + tw + layers * ((attentions + 1) * tw + fw) + (layers - 1) * gap;
  const aw = (W - fixed - 12) / (layers * attentions);
  const mini = Math.min((aw - 18) / 2, 124);
  const [n, m] = [src.length, out.length];
  const foot = 2 * (mini + NAME) + 44;
  const P = { narrow: false, u, n, m, tw, fw, gap, aw, awD: aw, mini, miniD: mini };
  Object.assign(P, { ex: left, dx: left, yE: 36, h: H });
  const room = H - P.yE - foot;
  if (tower === "E") P.rowE = clamp(room / n, 9, 52);
  else P.rowE = clamp((0.34 * room) / n, 9, 20);
  P.yD = P.yE + n * P.rowE + 48;
  P.rowD = clamp((room - n * P.rowE - 48) / m, 9, 40);
  P.mapsE = P.yE + n * P.rowE + 8;
  P.mapsD = P.yD + m * P.rowD + 8;
  return P;
}

/** The same for a phone: maps that a finger can press, a row for each attention. */
function narrow({ W, src, out, net }, tower) {
  const { layers, heads } = net;
  const [n, m] = [src.length, out.length];
  const P = { narrow: true, u: 0.6, n, m, tw: 18, fw: 24, ex: 70, dx: 70, gap: 5 };
  const left = W - P.ex - P.tw - 9;
  P.aw = (left - layers * (2 * P.tw + P.fw)) / layers;
  P.awD = (left - layers * (3 * P.tw + P.fw)) / (2 * layers);
  P.each = (W - 4) / heads;
  P.mini = P.miniD = Math.min(84, P.each - 8);
  P.below = P.mini + NAME + 28;
  P.rowE = clamp(230 / n, 12, 28);
  P.rowD = clamp(230 / m, 12, 28);
  P.yE = 30;
  P.mapsE = P.yE + n * P.rowE + 30;
  P.shelf = 60;
  P.yD = P.shelf + 72;
  P.mapsD = P.yD + m * P.rowD + 30;
  const [top, rows] = tower === "E" ? [P.mapsE, layers] : [P.mapsD, 2 * layers];
  P.h = top + rows * P.below;
  return P;
}

export const stackPlan = (m, tower) => (m.narrow ? narrow : wide)(m, tower);

class Stack extends Whole {
  constructor(s, m, { tower }) {
    super(s, m, stackPlan(m, tower));
    const { P } = this;
    this.tower = tower;
    const foot = P.narrow ? -22 : 2 * (P.mini + NAME) + 6;
    this.bottom = { E: P.mapsE + foot, D: P.mapsD + foot };
  }

  draw() {
    const { s, m, tower } = this;
    s.still = this.steady;
    this.eachLayer((_, l, c) => this.panel(tower, l, c));
    if (tower === "D") this.now();
    this.streams();
    this.eachLayer((_, l, c) => this.threads(tower, l, c));
    if (tower === "D") this.looksAcross();
    for (const i of this.rows[tower])
      if (tower === "E") this.encoderRow(i);
      else this.decoderRow(i);
    s.still = this.steady;
    this.eachLayer((_, l, c) => this.maps(tower, l, c));
    this.sort();
    const words = m.namesOf(tower).join(" ");
    s.words =
      `The ${towerOf(tower)}: ${m.net.layers} layers, one after the other, over ` +
      `${words}. Each layer and each of its heads can be entered.`;
  }

  eachLayer(act) {
    this[this.tower].layers.forEach((c, l) => act(this.tower, l, c));
  }

  streams() {
    if (this.tower === "E") this.encoderStreams();
    else {
      if (!this.P.narrow) this.bus(this.D.emb + this.P.tw);
      this.decoderStreams();
    }
  }

  /** The memory over the decoder: the words that the encoder has read. */
  looksAcross() {
    const { s, m, P, D } = this;
    if (P.narrow) {
      this.memory();
      return;
    }
    s.note("memory name", "memory: the sentence, read", 2, P.yE - 17, {
      size: 12,
      weight: 600,
    });
    const high = Math.min(P.rowE - 2, P.tw * 0.74);
    m.src.forEach((word, j) => {
      const y = this.y("E", j);
      s.word(`word E ${j}`, word, D.emb - 7, y, {
        align: "right",
        size: clamp(P.rowE * 0.8, 9, 14),
      });
      const site = `E${m.net.layers - 1}.x2`;
      const data = m.vector(site, j);
      const bmp = m.stripe(data, 0, data.length, 12, 2.2);
      s.tile(`${site} ${j}`, bmp, D.emb + 1, y - high / 2, P.tw - 2, high);
    });
  }

  maps(tower, l, c) {
    if (this.P.narrow) {
      this.rowsOfMaps(tower, l);
      return;
    }
    const { m, P } = this;
    const top = tower === "E" ? P.mapsE : P.mapsD;
    for (const att of tower === "E" ? ["self"] : ["self", "cross"]) {
      const left = att === "cross" ? c.cross : c.self;
      const x = left + (P.aw - 2 * P.mini - 10) / 2;
      for (const h of m.heads)
        this.named(tower, l, att, h, [
          x + (h % 2) * (P.mini + 10),
          top + Math.floor(h / 2) * (P.mini + NAME),
        ]);
      const name = `${towerOf(tower)}.${l + 1}.${att}`;
      this.label(tower, l, name, kindOf(tower, att), left, P.aw);
    }
    const name = `${towerOf(tower)}.${l + 1}.feed_forward`;
    const [x, w] = [c.ff - P.tw, P.fw + 2 * P.tw];
    this.label(tower, l, name, m.W > 900 ? "feed-forward" : "feed", x, w);
  }

  rowsOfMaps(tower, l) {
    const { s, m, P } = this;
    const attentions = tower === "E" ? ["self"] : ["self", "cross"];
    attentions.forEach((att, k) => {
      const top = tower === "E" ? P.mapsE : P.mapsD;
      const y = top + (l * attentions.length + k) * P.below;
      const kind = `layer ${l + 1}, ${kindOf(tower, att)}`;
      s.note(`maps ${tower} ${l} ${att}`, kind, 2, y - 10, { size: 12 });
      for (const h of m.heads) this.named(tower, l, att, h, [2 + h * P.each, y]);
    });
  }

  /** A head's map with its name under it. */
  named(tower, l, att, h, [x, y]) {
    const { s, m, P } = this;
    this.map(tower, l, att, h, P.mini, [x, y]);
    const cut = m.isCut(headName(tower, l, att, h));
    if (P.mini >= 34)
      s.note(
        `head name ${headName(tower, l, att, h)}`,
        `${P.mini > 60 ? "head " : ""}${l + 1}.${h + 1}${cut ? " · cut" : ""}`,
        x,
        y + P.mini + 10,
        { size: 11.5 },
      );
  }
}

export const drawStack = (s, m, view) => new Stack(s, m, view).draw();
