// The shapes of a scene: a list, painted on a canvas or written as SVG.
// Shapes with the same key move from one scene to the next.

import { clamp, mix } from "./tools.js";

export const FONT =
  'ui-sans-serif, system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

/** Shapes; what can be pressed; rows of numbers; where each entrance is; its words. */
export class Scene {
  constructor(colours, serif, measure) {
    Object.assign(this, {
      colours,
      serif,
      measure,
      items: [],
      hits: [],
      cells: [],
      focus: {},
      words: "",
      still: false,
    });
  }

  add(t, k, more) {
    this.items.push({ t, k, st: this.still, a: 1, ...more });
  }

  text(k, s, x, y, more) {
    this.add("text", k, {
      s,
      x,
      y,
      size: 13,
      color: this.colours.text,
      align: "left",
      ...more,
    });
  }

  /** A token, in the text's own type. */
  word(k, s, x, y, more) {
    this.text(k, s, x, y, { size: 15, font: this.serif, ...more });
  }

  /** A quiet second line, in the small size. */
  note(k, s, x, y, more) {
    this.text(k, s, x, y, { size: 12.5, color: this.colours.muted, ...more });
  }

  box(k, x, y, w, h, more) {
    this.add("box", k, { x, y, w, h, r: 8, ...more });
  }

  tile(k, bmp, x, y, w, h, more) {
    this.add("tile", k, { bmp, x, y, w, h, ...more });
  }

  curve(k, x, y, x1, y1, w, color, more) {
    this.add("curve", k, { x, y, x1, y1, w, color, p: 1, bend: "h", ...more });
  }

  line(k, x, y, x1, y1, w, color, more) {
    this.add("line", k, { x, y, x1, y1, w, color, ...more });
  }

  /** A dashed way along some points, with an arrow at its end. */
  way(k, points, w, color, more) {
    const [[x, y]] = points;
    this.add("way", k, { points, x, y, w, color, ...more });
  }

  /** Something to press; hits of one group are one stop for Tab. */
  hit(id, label, [x, y, w, h], act, more) {
    this.hits.push({ id, label, x, y, w, h, act, ...more });
  }

  /** Numbers in a row or grid, each with an address. */
  cell(name, [x, y, w, h], count, cols, address, more) {
    this.cells.push({ name, x, y, w, h, count, cols, address, ...more });
  }

  /** A text in lines no wider than this; gives back where the next would stand. */
  paragraph(
    k,
    text,
    x,
    y,
    width,
    { size = 13, leading = 1.35, most = 9, ...more } = {},
  ) {
    const lines = this.wrap(text, width, size, more.weight);
    lines
      .slice(0, most)
      .forEach((line, at) =>
        this.text(`${k} ${at}`, line, x, y + at * size * leading, { size, ...more }),
      );
    return y + Math.min(most, lines.length) * size * leading;
  }

  wrap(text, width, size, weight = 400) {
    const lines = [];
    for (const word of text.split(" ")) {
      const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
      if (lines.length && this.measure(longer, size, weight) <= width)
        lines[lines.length - 1] = longer;
      else lines.push(word);
    }
    return lines;
  }
}

// ---- the first painter: a canvas --------------------------------------------------

const PAINT = {
  text(ctx, item, x, y, kx, ky) {
    const size = item.size * Math.min(kx, ky);
    if (size < 3) return;
    ctx.font = `${item.weight ?? 400} ${size.toFixed(1)}px ${item.font ?? FONT}`;
    ctx.textAlign = item.align;
    ctx.textBaseline = "middle";
    ctx.fillStyle = item.color;
    if (!item.rot) {
      ctx.fillText(item.s, x, y + 0.5);
      return;
    }
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(item.rot);
    ctx.fillText(item.s, 0, 0);
    ctx.restore();
  },
  tile(ctx, item, x, y, kx, ky) {
    const { bmp, part = 1 } = item;
    ctx.imageSmoothingEnabled = item.w * kx < bmp.width;
    if (part < 1)
      ctx.drawImage(
        bmp,
        0,
        0,
        bmp.width,
        bmp.height * part,
        x,
        y,
        item.w * kx,
        item.h * ky,
      );
    else ctx.drawImage(bmp, x, y, item.w * kx, item.h * ky);
  },
  box(ctx, item, x, y, kx, ky) {
    const [w, h] = [item.w * kx, item.h * ky];
    ctx.beginPath();
    const r = Math.max(0, Math.min(item.r * Math.min(kx, ky), w / 2, h / 2));
    if (r) ctx.roundRect(x, y, w, h, r);
    else ctx.rect(x, y, w, h);
    if (item.fill) {
      ctx.fillStyle = item.fill;
      ctx.fill();
    }
    if (item.stroke) {
      ctx.strokeStyle = item.stroke;
      ctx.lineWidth = item.lw ?? 1;
      ctx.stroke();
    }
  },
  way(ctx, item) {
    ctx.beginPath();
    ctx.setLineDash([5, 5]);
    item.points.forEach(([px, py], k) => (k ? ctx.lineTo(px, py) : ctx.moveTo(px, py)));
    ctx.strokeStyle = item.color;
    ctx.lineWidth = item.w;
    ctx.lineJoin = "round";
    ctx.stroke();
    ctx.setLineDash([]);
    const [px, py] = item.points.at(-1);
    ctx.beginPath();
    ctx.moveTo(px + 6, py);
    ctx.lineTo(px - 2, py - 4.5);
    ctx.lineTo(px - 2, py + 4.5);
    ctx.fillStyle = item.color;
    ctx.fill();
  },
};

/** The two points that bend a curve. */
function bends({ t, bend }, x, y, x1, y1) {
  if (t === "line") return null;
  if (bend === "v") return [x, mix(y, y1, 0.75), mix(x, x1, 0.6), y1];
  if (bend === "up") return [x1, y, x1, y];
  if (bend === "out") return [x + 26, y, x + 26, y1];
  if (bend === "down") return [x, mix(y, y1, 0.5), x1, mix(y, y1, 0.5)];
  return [mix(x, x1, 0.5), y, mix(x, x1, 0.5), y1];
}

function stroke(ctx, item, x, y, x1, y1, k) {
  ctx.beginPath();
  ctx.moveTo(x, y);
  const bent = bends(item, x, y, x1, y1);
  if (bent) ctx.bezierCurveTo(...bent, x1, y1);
  else ctx.lineTo(x1, y1);
  ctx.strokeStyle = item.color;
  ctx.lineWidth = item.w * k;
  const part = item.p ?? 1;
  if (part < 1) {
    const long = Math.hypot(x1 - x, y1 - y) * 1.25 + 8;
    ctx.setLineDash([long * part, long * 2]);
  }
  ctx.stroke();
  if (part < 1) ctx.setLineDash([]);
}

/** Paint one shape, paler by alpha, and moved and scaled by z where there is one. */
export function paint(ctx, item, alpha = 1, z = null) {
  const a = item.a * alpha;
  if (a < 0.01) return;
  const { sx, sy, ox, oy } = z ?? { sx: 1, sy: 1, ox: 0, oy: 0 };
  const [x, y] = [ox + item.x * sx, oy + item.y * sy];
  ctx.globalAlpha = a;
  if (PAINT[item.t]) PAINT[item.t](ctx, item, x, y, sx, sy);
  else
    stroke(ctx, item, x, y, ox + item.x1 * sx, oy + item.y1 * sy, Math.min(sx, sy, 3));
}

const NUMERIC = ["x", "y", "w", "h", "x1", "y1", "a", "size", "p", "part"];

/** A shape on its way from where it was to where it will be. */
export function between(from, to, p) {
  const item = { ...to };
  for (const name of NUMERIC)
    if (typeof from[name] === "number" && typeof to[name] === "number")
      item[name] = mix(from[name], to[name], p);
  return item;
}

/** The whole view, from as small as the focus (p = 0) to itself (p = 1). */
export function growing([x, y, w, h], [W, H], p) {
  return {
    sx: mix(w / W, 1, p),
    sy: mix(h / H, 1, p),
    ox: mix(x, 0, p),
    oy: mix(y, 0, p),
  };
}

/** The whole view, from itself (p = 0) to where the focus fills it (p = 1). */
export function leaving([x, y, w, h], [W, H], p) {
  const [sx, sy] = [mix(1, W / w, p), mix(1, H / h, p)];
  return { sx, sy, ox: -x * sx + mix(x, 0, p), oy: -y * sy + mix(y, 0, p) };
}

/** Paint what is between two scenes. */
export function morph(ctx, { from, known, focus, back }, items, size, p) {
  const target = new Set(items.map(({ k }) => k));
  const small = (q) => focus && growing(focus, size, q);
  const large = (q) => focus && leaving(focus, size, q);
  for (const item of from)
    if (!target.has(item.k))
      paint(
        ctx,
        item,
        clamp(1 - p * (focus ? 2.2 : 1.6)),
        back ? small(1 - p) : large(p),
      );
  for (const item of items) {
    const before = known.get(item.k);
    if (before?.t === item.t) paint(ctx, between(before, item, p));
    else paint(ctx, item, clamp(p * 1.8 - 0.8), back ? large(1 - p) : small(p));
  }
}

// ---- the second painter: SVG, for paper -------------------------------------------

const n = (value) => Number(value.toFixed(1));
const escaped = (text) =>
  text.replace(
    /[&<>"]/g,
    (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c],
  );
const ANCHOR = { left: "start", center: "middle", right: "end" };

const WRITE = {
  text: (i, a) =>
    `<text x="${n(i.x)}" y="${n(i.y)}" font-size="${n(i.size)}"` +
    ` font-weight="${i.weight ?? 400}"${i.font ? ' font-family="serif"' : ""}` +
    ` fill="${i.color}" text-anchor="${ANCHOR[i.align]}"` +
    ` dominant-baseline="central"` +
    (i.rot ? ` transform="rotate(${n(i.rot * 57.3)} ${n(i.x)} ${n(i.y)})"` : "") +
    `${a}>${escaped(i.s)}</text>`,
  tile: (i, a) =>
    `<image x="${n(i.x)}" y="${n(i.y)}" width="${n(i.w)}"` +
    ` height="${n(i.h)}"` +
    ` preserveAspectRatio="none" style="image-rendering:pixelated"${a}` +
    ` href="${i.bmp.toDataURL()}"/>`,
  box: (i, a) =>
    `<rect x="${n(i.x)}" y="${n(i.y)}" width="${n(i.w)}"` +
    ` height="${n(i.h)}"` +
    ` rx="${n(Math.min(i.r, i.w / 2, i.h / 2))}" fill="${i.fill ?? "none"}"` +
    (i.stroke ? ` stroke="${i.stroke}" stroke-width="${i.lw ?? 1}"` : "") +
    `${a}/>`,
  way: (i, a) =>
    `<polyline points="${i.points.map((p) => p.map(n).join()).join(" ")}"` +
    ` fill="none" stroke="${i.color}" stroke-width="${i.w}"` +
    ` stroke-dasharray="5 5"${a}/>`,
};

function written(item) {
  const a = item.a < 1 ? ` opacity="${n(item.a)}"` : "";
  if (WRITE[item.t]) return WRITE[item.t](item, a);
  const { x, y, x1, y1 } = item;
  const bent = bends(item, x, y, x1, y1);
  const d = bent ? `C${[...bent, x1, y1].map(n).join(" ")}` : `L${n(x1)} ${n(y1)}`;
  return (
    `<path d="M${n(x)} ${n(y)}${d}" fill="none" stroke="${item.color}"` +
    ` stroke-width="${n(item.w)}"${a}/>`
  );
}

/** The scene as the text of an SVG file. */
export function toSVG(scene, [W, H], paper) {
  const parts = scene.items.filter(({ a }) => a > 0.01).map(written);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${W} ${H}"` +
    ` font-family="system-ui, sans-serif" role="img"` +
    ` aria-label="${escaped(scene.words)}">` +
    `<rect width="${W}" height="${H}" fill="${paper}"/>${parts.join("\n")}</svg>`
  );
}
