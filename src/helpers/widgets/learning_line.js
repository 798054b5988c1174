// A line that learns from its mistakes. Lengths are whole tenths, so sums are exact.

import {
  change,
  html,
  liveFigure,
  segments,
  svg,
  timeline,
  written,
} from "./figure.js";

const MOST = 400;
const TENTHS = 10;
const PRESETS = {
  sides: [
    [-0.4, 0.8, 1],
    [0.3, -1.4, -1],
    [-1, -1.3, -1],
    [0.8, -1.7, -1],
    [-0.6, 1.7, 1],
    [-0.3, -0.9, -1],
    [-1.7, -0.7, 1],
    [1.8, -0.4, -1],
  ],
  close: [
    [-1.6, -0.5, -1],
    [0.6, -0.2, 1],
    [0.9, -0.5, 1],
    [-0.6, 1.5, -1],
    [1.3, 1.6, -1],
    [-1.6, -1.5, 1],
    [-1.9, -1.2, -1],
    [-1.9, 1, -1],
  ],
  and: [
    [0, 0, -1],
    [0, 1, -1],
    [1, 0, -1],
    [1, 1, 1],
  ],
  xor: [
    [0, 0, -1],
    [0, 1, 1],
    [1, 0, 1],
    [1, 1, -1],
  ],
};

// ---- the arithmetic ---------------------------------------------------------------

export function dot(a, b) {
  return a.reduce((sum, value, i) => sum + value * b[i], 0);
}

/**
 * Every mistake on the way: which example, its sum, the weights before and after.
 * `ended` is "right" after a pass without mistakes, "circle" when a state has come
 * back (then `from` says after how many mistakes it was first there), else "most".
 */
export function learn(examples, labels, most = MOST) {
  const path = [];
  const seen = new Map();
  let weights = examples[0].map(() => 0);
  let right = 0;
  for (let at = 0; right < examples.length; at = (at + 1) % examples.length) {
    const [x, y] = [examples[at], labels[at]];
    const sum = dot(weights, x);
    if (y * sum > 0) {
      right += 1;
      continue;
    }
    if (path.length === most) return { path, ended: "most" };
    right = 0;
    const after = weights.map((w, i) => w + y * x[i]);
    path.push({ example: at, sum, before: weights, after });
    weights = after;
    const state = [at, ...after].join(" ");
    if (seen.has(state)) return { path, ended: "circle", from: seen.get(state) };
    seen.set(state, path.length);
  }
  return { path, ended: "right" };
}

/** Shares that sum to 1 and bring their mixture of the points nearest to the origin. */
function shares(points) {
  const n = points.length;
  const rows = points.map((p) => [...points.map((q) => dot(p, q)), 1]);
  for (let c = 0; c < n; c += 1) {
    const best = rows
      .slice(c)
      .reduce((b, row, i) => (Math.abs(row[c]) > Math.abs(rows[b][c]) ? c + i : b), c);
    [rows[c], rows[best]] = [rows[best], rows[c]];
    if (Math.abs(rows[c][c]) < 1e-9) return null;
    for (let r = 0; r < n; r += 1) {
      if (r === c) continue;
      const factor = rows[r][c] / rows[c][c];
      rows[r] = rows[r].map((value, i) => value - factor * rows[c][i]);
    }
  }
  const solution = rows.map((row, i) => row[n] / row[i]);
  const total = solution.reduce((a, b) => a + b, 0);
  return solution.map((value) => value / total);
}

/**
 * The widest margin of any line, or null when no line separates the examples: the
 * distance from the origin to the hull of the examples, each times its label. In three
 * dimensions at most three of them hold up the hull's nearest point.
 */
export function bestMargin(examples, labels) {
  const signed = examples.map((x, i) => x.map((value) => value * labels[i]));
  const picks = [];
  for (let a = 0; a < signed.length; a += 1) {
    picks.push([a]);
    for (let b = 0; b < a; b += 1) {
      picks.push([a, b]);
      for (let c = 0; c < b; c += 1) picks.push([a, b, c]);
    }
  }
  for (const pick of picks) {
    const corners = pick.map((i) => signed[i]);
    const parts = shares(corners);
    if (!parts || parts.some((part) => part < -1e-9)) continue;
    const nearest = corners[0].map((_, j) =>
      dot(
        parts,
        corners.map((z) => z[j]),
      ),
    );
    const square = dot(nearest, nearest);
    if (square > 1e-9 && signed.every((z) => dot(z, nearest) > square - 1e-9)) {
      return {
        margin: Math.sqrt(square),
        direction: nearest.map((v) => v / Math.sqrt(square)),
      };
    }
  }
  return null;
}

/** The whole course on these points, with the bound when there is one. */
export function course(points) {
  const examples = points.map(({ x1, x2 }) => [
    Math.round(x1 * TENTHS),
    Math.round(x2 * TENTHS),
    TENTHS,
  ]);
  const labels = points.map(({ y }) => y);
  const plain = examples.map((x) => x.map((value) => value / TENTHS));
  const lengths = plain.map((x) => Math.hypot(...x));
  const radius = Math.max(...lengths);
  const best = bestMargin(plain, labels);
  return {
    examples,
    labels,
    radius,
    best,
    farthest: lengths.indexOf(radius),
    bound: best && (radius / best.margin) ** 2,
    ...learn(examples, labels),
  };
}

/** Where w·(x1, x2, 1) = 0 crosses the square of half-width `half`, or []. */
export function crossing([a, b, c], half) {
  const found = [];
  const add = (x, y) => {
    if (Math.abs(x) > half + 1e-9 || Math.abs(y) > half + 1e-9) return;
    if (found.every(([p, q]) => Math.hypot(p - x, q - y) > 1e-6)) found.push([x, y]);
  };
  for (const edge of [-half, half]) {
    if (b) add(edge, -(c + a * edge) / b);
    if (a) add(-(c + b * edge) / a, edge);
  }
  return found.length > 1 ? found.slice(0, 2) : [];
}

/** The part of that square where the weighted sum is above zero, as a polygon. */
export function positiveSide([a, b, c], half) {
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ];
  const value = ([x, y]) => a * x + b * y + c;
  if (corners.every((corner) => value(corner) <= 0)) return [];
  const polygon = [];
  corners.forEach((corner, i) => {
    const next = corners[(i + 1) % 4];
    const [here, there] = [value(corner), value(next)];
    if (here >= 0) polygon.push(corner);
    if (here * there < 0) {
      const part = here / (here - there);
      polygon.push(corner.map((start, j) => start + part * (next[j] - start)));
    }
  });
  return polygon;
}

// ---- words ------------------------------------------------------------------------

const tenths = (value) => written(value / TENTHS);
const hundredths = (value) => written(value / TENTHS ** 2);
const vector = (values) => `(${values.map(tenths).join(", ")})`;
const sign = (y) => (y > 0 ? "+1" : "−1");
const inBrackets = (value) => (value < 0 ? `(${tenths(value)})` : tenths(value));
const product = (w, x) =>
  `${w.map((value, i) => `${inBrackets(value)}·${inBrackets(x[i])}`).join(" + ")}`;

function outcome({ path, ended, from, bound }, k) {
  if (k < path.length) return "";
  if (ended === "right") {
    return (
      `Every example is right: ${path.length} ` +
      `${path.length === 1 ? "mistake" : "mistakes"} in all, and there will be no more.`
    );
  }
  if (ended === "circle") {
    return (
      `These are the weights, and the place in the list, of mistake ${from}: now ` +
      `the same ${path.length - from} mistakes come round for ever.`
    );
  }
  return bound
    ? `${MOST} mistakes, and not at the end yet; the theorem says that it will come.`
    : `${MOST} mistakes, and no line to be found.`;
}

// ---- the drawing ------------------------------------------------------------------

const HALF = 2.2;
const EDGE = 24; // the room for numbers to the left of the plane and below it
const small = (x, y, text) => svg("text", { x, y, class: "tb-small" }, text);
const joined = (places) =>
  places.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("");
const plainly = (weights) => weights.map((w) => w / TENTHS);

function plane(figure, { now, at: step }) {
  let size = 0;
  const px = (value) => ((value + HALF) / (2 * HALF)) * size;
  const at = ([x, y]) => [px(x), px(-y)];
  const side = svg("path", { class: "ll-side" });
  const before = svg("path", { class: "ll-line ll-before" });
  const line = svg("path", { class: "ll-line" });
  const normal = svg("path", { class: "ll-normal" });
  const axes = svg("g", { class: "ll-axes" });
  const marks = svg("g", {});
  const ground = svg("rect", { rx: 8, class: "ll-ground" });
  const drawing = svg(
    "svg",
    {
      class: "tb-drawing ll-plane",
      role: "group",
      "aria-label": "The examples in the plane, and the line",
    },
    ground,
    side,
    axes,
    before,
    line,
    normal,
    marks,
  );
  const frame = html("div", {}, drawing);

  // Who looks at the end goes on looking at the end, wherever it moves.
  const alter = (i, values) => {
    const points = structuredClone(figure.get("points"));
    Object.assign(points[i], values);
    figure.set({ points, mistakes: step() === now().path.length ? MOST : step() });
  };
  const keep = (value) =>
    Math.round(Math.max(-2, Math.min(2, value)) * TENTHS) / TENTHS;
  const place = (i, x1, x2) => alter(i, { x1: keep(x1), x2: keep(x2) });
  const flip = (i) => alter(i, { y: -figure.get("points")[i].y });
  const inPlane = ({ clientX, clientY }) => {
    const box = ground.getBoundingClientRect();
    return [
      ((clientX - box.left) / box.width) * 2 * HALF - HALF,
      HALF - ((clientY - box.top) / box.height) * 2 * HALF,
    ];
  };

  function mark(i) {
    const dots = [
      svg("circle", { r: 22, class: "ll-touch" }),
      svg("circle", { r: 17, class: "ll-ring" }),
      svg("circle", { r: 11.5, class: "ll-dot" }),
      svg("text", { class: "tb-small", x: 19, y: -13 }, String(i + 1)),
      svg("text", { class: "ll-sign" }),
    ];
    const group = svg(
      "g",
      {
        tabindex: "0",
        role: "button",
        class: "ll-point tb-pressable",
        onpointerdown: (event) => {
          event.preventDefault();
          group.focus({ preventScroll: true });
          group.setPointerCapture(event.pointerId);
          const [x, y] = inPlane(event);
          const point = figure.get("points")[i];
          held = { dx: point.x1 - x, dy: point.x2 - y, from: event, moved: false };
        },
        onpointermove: (event) => {
          if (!held) return;
          const far = Math.hypot(
            event.clientX - held.from.clientX,
            event.clientY - held.from.clientY,
          );
          held.moved ||= far > 4;
          if (!held.moved) return;
          const [x, y] = inPlane(event);
          place(i, x + held.dx, y + held.dy);
        },
        onpointerup: () => {
          if (held && !held.moved) flip(i);
          held = null;
        },
        onpointercancel: () => {
          held = null;
        },
        onkeydown: (event) => {
          const by = event.shiftKey ? 0.5 : 0.1;
          const move = {
            ArrowLeft: [-by, 0],
            ArrowRight: [by, 0],
            ArrowUp: [0, by],
            ArrowDown: [0, -by],
          }[event.key];
          const { x1, x2 } = figure.get("points")[i];
          if (move) place(i, x1 + move[0], x2 + move[1]);
          else if (event.key === "Enter" || event.key === " ") flip(i);
          else return;
          event.preventDefault();
        },
      },
      dots,
    );
    group.dataset.lmSuppressShortcuts = "true";
    let held = null;
    return group;
  }

  function drawAxes() {
    axes.replaceChildren(
      svg("path", { d: `M0 ${px(0)}H${size}M${px(0)} 0V${size}` }),
      ...[-2, -1, 1, 2].flatMap((value) => [
        small(px(value), size + EDGE / 2, written(value)),
        small(-EDGE / 2, px(-value), written(value)),
      ]),
      small(size - 12, px(0) - 12, "x₁"),
      small(px(0) + 14, 12, "x₂"),
    );
  }

  function update() {
    const points = figure.get("points");
    while (marks.children.length > points.length) marks.lastChild.remove();
    while (marks.children.length < points.length)
      marks.append(mark(marks.children.length));
    const { path, examples } = now();
    const last = path[step() - 1];
    const weights = last?.after ?? [0, 0, 0];
    points.forEach(({ x1, x2, y }, i) => {
      const right = y * dot(weights, examples[i]) > 0;
      const group = marks.children[i];
      group.lastChild.textContent = y > 0 ? "+" : "−";
      change(group, {
        transform: `translate(${px(x1)} ${px(-x2)})`,
        class:
          `ll-point tb-pressable ${y > 0 ? "ll-plus" : "ll-minus"} ` +
          `${last?.example === i ? "ll-taught" : ""}`,
        "aria-label":
          `Example ${i + 1} at ${written(x1)}, ${written(x2)}, label ` +
          `${sign(y)}, ${right ? "right" : "wrong"}. Arrows move it, Enter flips it.`,
      });
    });
    const ends = crossing(plainly(weights), HALF).map(at);
    const old = last ? crossing(plainly(last.before), HALF).map(at) : [];
    change(line, { d: joined(ends) });
    change(before, { d: joined(old) });
    change(side, { d: joined(positiveSide(plainly(weights), HALF).map(at)) });
    change(normal, { d: arrow(ends, weights) });
  }

  figure.fit(frame, (width) => {
    size = width - EDGE;
    change(drawing, { viewBox: `${-EDGE} 0 ${width} ${width}`, height: width });
    change(ground, { width: size, height: size });
    drawAxes();
    update();
  });
  figure.watch(["points", "mistakes"], () => {
    if (size) update();
  });
  return frame;
}

/** A short arrow from the middle of the line towards the side that says +1. */
function arrow(ends, [a, b]) {
  const length = Math.hypot(a, b);
  if (ends.length < 2 || !length) return "";
  const [x, y] = [(ends[0][0] + ends[1][0]) / 2, (ends[0][1] + ends[1][1]) / 2];
  const [ux, uy] = [a / length, -b / length];
  const [tx, ty] = [x + ux * 34, y + uy * 34];
  return (
    `M${x} ${y}L${tx} ${ty}M${tx - ux * 9 - uy * 6} ${ty - uy * 9 + ux * 6}` +
    `L${tx} ${ty}L${tx - ux * 9 + uy * 6} ${ty - uy * 9 - ux * 6}`
  );
}

/** The mistake just made, with every number of its correction. */
function ledger(figure, { now, at: step }) {
  const head = html("p", { class: "ll-head" });
  const rows = ["example", "w before", "w · x", "w after"].map((name) => {
    const value = html("td", {});
    return { value, row: html("tr", {}, html("th", { scope: "row" }, name), value) };
  });
  const note = html("p", { class: "tb-note" });
  figure.watch(["points", "mistakes"], () => {
    const here = now();
    const k = step();
    const last = here.path[k - 1];
    const say = (texts) =>
      texts.forEach((text, i) => {
        rows[i].value.textContent = text;
      });
    if (last) {
      const x = here.examples[last.example];
      const y = here.labels[last.example];
      const said = last.sum === 0 ? "undecided" : `says ${sign(last.sum)}`;
      head.textContent =
        `Mistake ${k}: example ${last.example + 1} should be ${sign(y)}`;
      say([
        `x = ${vector(x)},  y = ${sign(y)}`,
        vector(last.before),
        `${product(last.before, x)} = ${hundredths(last.sum)}, ${said}`,
        `${vector(last.before)} ${y > 0 ? "+" : "−"} ${vector(x)} = ` +
          vector(last.after),
      ]);
    } else {
      head.textContent = "No mistake yet";
      say([
        "the first in the list comes first",
        "(0, 0, 0)",
        "0 for every example, undecided",
        "step to see the first mistake",
      ]);
    }
    note.textContent = outcome(here, k);
    figure.announce(`${head.textContent}. ${note.textContent}`);
  });
  return html(
    "div",
    { class: "ll-ledger" },
    head,
    html(
      "table",
      { class: "ll-step" },
      html(
        "tbody",
        {},
        rows.map(({ row }) => row),
      ),
    ),
    note,
  );
}

/** All examples with their present sums. */
function sums(figure, { now, at: step }) {
  const body = html("tbody", {});
  figure.watch(["points", "mistakes"], () => {
    const { path, examples, labels } = now();
    const weights = path[step() - 1]?.after ?? [0, 0, 0];
    body.replaceChildren(
      ...examples.map((x, i) => {
        const sum = dot(weights, x);
        const right = labels[i] * sum > 0;
        return html(
          "tr",
          { class: path[step() - 1]?.example === i && "ll-row" },
          html("td", {}, String(i + 1)),
          html("td", {}, vector(x)),
          html("td", {}, sign(labels[i])),
          html("td", {}, hundredths(sum)),
          html(
            "td",
            { class: right ? "tb-good" : "tb-bad" },
            right ? "right" : "wrong",
          ),
        );
      }),
    );
  });
  return html(
    "table",
    { class: "ll-sums" },
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        ["example", "x", "y", "w · x", "answer"].map((name) =>
          html("th", { scope: "col" }, name),
        ),
      ),
    ),
    body,
  );
}

/** The length of w between what progress demands and what growth allows. */
function squeeze(figure, { now, at: step }) {
  const [height, left, low, top] = [230, 42, 190, 14];
  let width = 0;
  const axis = svg("path", { class: "ll-frame" });
  const ceiling = svg("path", { class: "ll-ceiling" });
  const floor = svg("path", { class: "ll-floor" });
  const dots = svg("g", {});
  const end = svg("path", { class: "ll-end" });
  const words = svg("g", {});
  const count = html("p", { class: "ll-head" });
  const longest = html("p", {});
  const widest = html("p", {});
  const drawing = svg(
    "svg",
    {
      class: "tb-drawing",
      role: "img",
      "aria-label": "The length of the weights against the number of mistakes",
    },
    axis,
    ceiling,
    floor,
    end,
    dots,
    words,
  );
  const frame = html("div", {}, drawing);

  function update() {
    const { path, radius, best, bound } = now();
    const k = step();
    const most = Math.max(bound ?? path.length, 4);
    const x = (n) => left + Math.sqrt(n / most) * (width - 30 - left);
    const y = (size) => low - (size / (radius * Math.sqrt(most))) * (low - top);
    const parts = Array.from({ length: 41 }, (_, i) => most * (i / 40) ** 2);
    const curve = (f) => joined(parts.map((n) => [x(n), y(f(n))]));
    const marked = [0, ...[0.05, 0.2, 0.5, 1].map((part) => Math.round(part * most))];
    change(axis, { d: `M${left} ${top}V${low}H${width - 8}` });
    change(ceiling, { d: curve((n) => radius * Math.sqrt(n)) });
    change(floor, { d: best ? curve((n) => best.margin * n) : "" });
    change(end, { d: best ? `M${x(bound)} ${low}V${y(best.margin * bound)}` : "" });
    dots.replaceChildren(
      ...path.slice(0, k).map(({ after }, i) =>
        svg("circle", {
          cx: x(i + 1),
          cy: y(Math.hypot(...after) / TENTHS),
          r: i + 1 === k ? 5 : 3,
          class: i + 1 === k ? "ll-now" : "ll-past",
        }),
      ),
    );
    const upright = small(14, (low + top) / 2, "length of w");
    change(upright, { transform: `rotate(-90 14 ${(low + top) / 2})` });
    const above = y(radius * Math.sqrt(most * 0.3)) - 8;
    words.replaceChildren(
      ...[...new Set(marked)].map((n) => small(x(n), low + 14, String(n))),
      upright,
      small((left + width) / 2, low + 32, "mistakes k, spaced as √k"),
      small(x(most * 0.3) - 44, above, "at most R√k"),
      best
        ? small(x(most * 0.45) + 36, y(best.margin * most * 0.45) + 16, "at least γk")
        : "",
    );
  }

  figure.fit(frame, (wide) => {
    width = wide;
    change(drawing, { viewBox: `0 0 ${width} ${height}`, height });
    update();
  });
  figure.watch(["points", "mistakes"], () => {
    if (width) update();
    const { radius, best, bound, farthest } = now();
    const k = step();
    longest.textContent =
      `R = ${written(radius)} is the length of the longest example, ` +
      `${farthest + 1}.`;
    widest.textContent = best
      ? `γ = ${written(best.margin)} is the widest margin that any line can give.`
      : "No line separates these examples: there is no γ, and nothing makes w grow.";
    const made = `${k} ${k === 1 ? "mistake" : "mistakes"}`;
    count.textContent = best
      ? `${made} of at most (R/γ)² = ${written(Math.round(bound * 10) / 10)}`
      : `${made}, and no bound`;
  });
  return { frame, scores: html("div", { class: "ll-bound" }, count, longest, widest) };
}

// ---- the figure -------------------------------------------------------------------

const asPoints = (rows) => rows.map(([x1, x2, y]) => ({ x1, x2, y }));

function presets(figure) {
  const same = (rows) =>
    JSON.stringify(asPoints(rows)) ===
    JSON.stringify(figure.get("points").map(({ x1, x2, y }) => ({ x1, x2, y })));
  return segments(figure, {
    label: "Examples",
    options: [
      ["sides", "two sides"],
      ["close", "a close call"],
      ["and", "AND"],
      ["xor", "XOR"],
    ],
    watches: ["points"],
    value: () => Object.keys(PRESETS).find((name) => same(PRESETS[name])),
    choose: (name) => figure.set({ points: asPoints(PRESETS[name]), mistakes: 0 }),
  });
}

function draw(figure) {
  let known = null;
  const now = () => {
    const points = figure.get("points");
    if (known?.points !== points) known = { points, ...course(points) };
    return known;
  };
  const last = () => now().path.length;
  const shared = { now, at: () => Math.min(figure.get("mistakes"), last()) };
  const { frame, scores } = squeeze(figure, shared);
  figure.root.append(
    html("div", { class: "tb-head" }, figure.title),
    presets(figure),
    html(
      "div",
      { class: "ll-columns" },
      html(
        "div",
        {},
        plane(figure, shared),
        html(
          "p",
          { class: "tb-note" },
          "Drag an example or move it by arrow keys; press it to change its label.",
        ),
        timeline(figure, {
          label: "Mistakes made",
          last,
          at: shared.at,
          watches: ["points", "mistakes"],
          move: (mistakes) => figure.set({ mistakes }),
          say: (k) => `${k} of ${last()}`,
          pace: 700,
        }),
        scores,
      ),
      html("div", {}, ledger(figure, shared), sums(figure, shared), frame),
    ),
  );
}

/** One sentence when an example is not whole, or null. */
export function problem({ points }) {
  for (const [i, point] of points.entries()) {
    const given = Object.keys(point);
    if (given.length < 3) {
      return `points[${i}] needs x1, x2 and y, and has ${given.join(", ")}.`;
    }
    if (point.y === 0) return `points[${i}]["y"] must be 1 or -1, not 0.`;
  }
  return null;
}

export default liveFigure({
  title: "A line that learns from its mistakes",
  draw,
  problem,
});
