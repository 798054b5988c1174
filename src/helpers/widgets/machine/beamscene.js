// The beams: a tree of translations that are carried along, step by step.

import { quoted } from "../figure.js";
import { clamp, same, shown } from "./tools.js";

class Beams {
  constructor(s, m) {
    const { levels, best, greedy } = m.tree;
    const narrow = m.narrow;
    const shownNodes = (level) => (narrow ? level.filter(({ kept }) => kept) : level);
    const most = Math.max(...levels.map((level) => shownNodes(level).length));
    const top = narrow ? 84 : 64;
    Object.assign(this, {
      s,
      m,
      levels,
      best,
      greedy,
      narrow,
      top,
      most,
      colours: m.colours,
      step: narrow
        ? clamp((m.H - top - 46) / levels.length, 30, 44)
        : Math.min(118, (m.W - 70) / levels.length),
      row: narrow ? m.W / Math.max(most, 2) : clamp((m.H - top - 60) / most, 22, 44),
    });
  }

  /** The middle of a node: steps to the right, or down on a phone. */
  at(t, place) {
    const { narrow, top, step, row } = this;
    return narrow
      ? [(place + 0.5) * row, top + 40 + t * step]
      : [70 + (t + 0.5) * step, top + (place + 0.5) * row];
  }

  draw() {
    const { s, m, levels } = this;
    const written = m.sentenceOf(m.beamWords);
    const count = `${m.beamWidth} ${m.beamWidth === 1 ? "beam writes" : "beams write"}`;
    const line = same(m.beamWords, m.out)
      ? `${count} the same words as greedy decoding.`
      : `${count}: ${written} Greedy decoding writes: ${m.sentenceOf(m.out)}`;
    s.paragraph("beams line", line, 0, 14, m.W, {
      size: this.narrow ? 13 : 15,
      weight: 600,
      most: 3,
    });
    s.note(
      "beams how",
      this.narrow
        ? "Down: the steps. Thick: what is written."
        : "At each step every kept beginning is continued; the best are kept, the pale " +
            "ones are dropped. Thick: what is written. Dashed: the greedy way.",
      0,
      this.narrow ? 66 : 42,
      { size: 12.5 },
    );
    this.lines();
    levels.forEach((level, t) =>
      level.forEach((node, place) => {
        if (!this.narrow || node.kept) this.node(node, t, place);
      }),
    );
    const [x, y] = this.narrow
      ? [this.row / 2, this.top + 6]
      : [34, this.top + 0.5 * this.row];
    s.text("beam start", "‹start›", x, y, { align: "center", size: 12.5 });
    s.words = `The beams. ${line} ${levels.length} steps.`;
  }

  link(k, t, place, w, color, a) {
    const { s, narrow, levels } = this;
    const [x, y] = this.at(t, place);
    const half = Math.min(this.step * 0.4, 38);
    const parent = levels[t][place].parent;
    const [px, py] = t
      ? this.at(t - 1, parent)
      : narrow
        ? [this.row / 2, this.top + 6]
        : [30, this.top + 0.5 * this.row];
    if (narrow) s.curve(k, px, py + 10, x, y - 11, w, color, { a, bend: "down" });
    else s.curve(k, px + (t ? half : 26), py, x - half, y, w, color, { a });
  }

  lines() {
    const { levels, best, greedy, colours, narrow, m } = this;
    levels.forEach((level, t) =>
      level.forEach(({ kept }, place) => {
        if (narrow && !kept) return;
        const late = m.clock < m.end && t > m.step ? 0.25 : 1;
        this.link(
          `beam ${t} ${place}`,
          t,
          place,
          kept ? 1.6 : 1,
          kept ? colours.edge : colours.rule,
          (kept ? 0.9 : 0.7) * late,
        );
      }),
    );
    best.forEach((place, t) =>
      this.link(`beam best ${t}`, t, place, 4, colours.active, 0.9),
    );
    if (greedy.every((place, t) => place === best[t])) return;
    greedy.forEach((place, t) => {
      if (!narrow || levels[t][place].kept)
        this.link(`beam greedy ${t}`, t, place, 2, colours.negative, 0.9);
    });
  }

  node(node, t, place) {
    const { s, m, best, colours, narrow, step, row } = this;
    const [x, y] = this.at(t, place);
    const on = best[t] === place;
    const id = `beam ${t} ${place}`;
    const w = narrow ? row - 6 : Math.min(step * 0.8, 84);
    const h = narrow ? 22 : Math.min(row - 4, 25);
    const late = m.clock < m.end && t > m.step ? 0.3 : 1;
    s.box(`node ${id}`, x - w / 2, y - h / 2, w, h, {
      r: 6,
      a: late,
      fill: on ? colours.glow : colours.paper,
      lw: on || m.hover === id ? 2 : 1,
      stroke: on ? colours.active : node.kept ? colours.edge : colours.rule,
    });
    const word = node.waits ? "…" : m.spell(node.word);
    const size = narrow ? 12.5 : 14;
    const short = this.fitted(word, w - 6, size);
    s.word(`node word ${id}`, short, x, y, {
      align: "center",
      size,
      weight: on ? 700 : 400,
      a: late,
      color: node.kept ? colours.text : colours.muted,
    });
    s.hit(
      id,
      this.about(node, on),
      [x - w / 2, y - row / 2, w, narrow ? step : row],
      () => m.tell(this.about(node, on)),
      { group: "The tree of the beams", tip: this.about(node, on) },
    );
  }

  fitted(word, w, size) {
    const { s } = this;
    let short = word;
    while (short.length > 2 && s.measure(short, size, 700, s.serif) > w)
      short = `${short.replace("…", "").slice(0, -1)}…`;
    return short;
  }

  /** A node's score, in words. */
  about(node, on) {
    const { m } = this;
    const fate = !node.kept ? "dropped" : on ? "on the best path" : "kept";
    const score = `${shown(node.score)} (${fate}).`;
    if (node.waits) return `Stopped before; its score stays ${score}`;
    const penalty = shown(node.total / node.score || 1);
    return (
      `${quoted(m.spell(node.word))}: sum of log probabilities ` +
      `${shown(node.total)}, over the penalty for ${node.length} words ` +
      `${penalty}, is ${score}`
    );
  }
}

export const drawBeams = (s, m) => new Beams(s, m).draw();
