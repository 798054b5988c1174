// Positions: sixty places, sixteen clocks, and a step that is a rotation.

import {
  change,
  choice,
  fixed,
  html,
  knob,
  liveFigure,
  pressable,
  svg,
  timeline,
  written,
} from "./figure.js";

// ---- the encoding -------------------------------------------------------------------

export const PLACES = 60;
export const PAIRS = 16;

/** How far the angle of a pair grows from one place to the next. */
export const rate = (pair) => 10000 ** (-pair / PAIRS);

/** After how many places a pair comes round. */
export const wavelength = (pair) => (2 * Math.PI) / rate(pair);

/** The sine and the cosine of a pair at a place. */
export function hands(place, pair) {
  return [Math.sin(place * rate(pair)), Math.cos(place * rate(pair))];
}

/** Which pair a column belongs to, and whether it is its sine (0) or cosine (1). */
export function columnOf(column, layout) {
  return layout === "interleaved"
    ? [column >> 1, column & 1]
    : [column % PAIRS, Math.floor(column / PAIRS)];
}

/** The columns of a pair, its sine and its cosine. */
export function columnsOf(pair, layout) {
  return layout === "interleaved" ? [2 * pair, 2 * pair + 1] : [pair, pair + PAIRS];
}

/** The row of a place: 32 numbers. */
export function encoding(place, layout = "interleaved") {
  return Array.from({ length: 2 * PAIRS }, (_, column) => {
    const [pair, which] = columnOf(column, layout);
    return hands(place, pair)[which];
  });
}

/** The matrix that moves a pair's sine and cosine on by an offset. */
export function turn(pair, offset) {
  const angle = offset * rate(pair);
  return [
    [Math.cos(angle), Math.sin(angle)],
    [-Math.sin(angle), Math.cos(angle)],
  ];
}

/** A matrix of two rows times a vector. */
export const applied = (matrix, [a, b]) => matrix.map(([x, y]) => x * a + y * b);

/** The dot product of two places' rows. */
export function product(first, second) {
  const other = encoding(second);
  return encoding(first).reduce((sum, number, i) => sum + number * other[i], 0);
}

/** A place in binary, six digits. */
export const binary = (place) => place.toString(2).padStart(6, "0");

// ---- how it looks -------------------------------------------------------------------

const ALL = ["position", "pair", "offset", "layout"];

/** The whole matrix as squares; a press chooses place and pair. */
function matrixView(figure) {
  const drawing = svg("svg", {
    class: "tb-drawing po-matrix",
    role: "img",
    "aria-label": "60 places by 32 columns, blue above 0, orange below; and in binary",
  });
  const holder = html("div", {}, drawing);
  let update = () => {};
  let side = [0, 0];
  const left = 30;
  const top = 18;
  figure.fit(holder, (width) => {
    const step = [(Math.min(width, 440) - left) / 39.5, 5];
    side = step;
    const cells = Array.from({ length: PLACES }, (_, place) =>
      Array.from({ length: 2 * PAIRS }, (_, column) =>
        svg("rect", {
          x: (left + column * step[0]).toFixed(2),
          y: top + place * step[1],
          width: (step[0] + 0.3).toFixed(2),
          height: step[1] + 0.3,
        }),
      ),
    );
    const row = (kind) =>
      svg("rect", { x: left, width: 39.5 * step[0], height: step[1] + 2, class: kind });
    const here = row("po-frame po-here");
    const there = row("po-frame po-there");
    const columns = [0, 1].map(() =>
      svg("rect", { y: top, height: 60 * step[1], width: step[0], class: "po-frame" }),
    );
    const labels = [0, 20, 40, 59].map((place) =>
      svg(
        "text",
        { x: left - 14, y: top + place * step[1] + 4, class: "tb-small" },
        String(place),
      ),
    );
    const bits = Array.from({ length: PLACES }, (_, place) =>
      [...binary(place)].map((bit, i) =>
        svg("rect", {
          x: left + (33.5 + i) * step[0],
          y: top + place * step[1],
          width: step[0],
          height: step[1],
          class: "po-plus",
          "fill-opacity": bit,
        }),
      ),
    );
    const captions = [
      [16, "columns 0 to 31"],
      [36.5, "binary"],
    ].map(([x, words]) =>
      svg("text", { x: left + x * step[0], y: 10, class: "tb-small" }, words),
    );
    const height = top + 60 * step[1] + 4;
    change(drawing, { viewBox: `0 0 ${width} ${height}`, height });
    drawing.replaceChildren(
      ...captions,
      ...labels,
      ...cells.flat(),
      ...bits.flat(),
      ...columns,
      here,
      there,
    );
    let drawn = null;
    update = ({ position, pair, offset, layout }) => {
      if (layout !== drawn) {
        cells.forEach((line, place) =>
          encoding(place, layout).forEach((value, column) =>
            change(line[column], {
              class: value < 0 ? "po-minus" : "po-plus",
              "fill-opacity": Math.abs(value).toFixed(2),
            }),
          ),
        );
        drawn = layout;
      }
      change(here, { y: top + position * step[1] - 1 });
      const next = position + offset;
      there.style.display = next < PLACES ? "" : "none";
      change(there, { y: top + next * step[1] - 1 });
      columnsOf(pair, layout).forEach((column, i) =>
        change(columns[i], { x: left + column * step[0] }),
      );
    };
    update(figure.state());
  });
  drawing.addEventListener("pointerdown", (event) => {
    const box = drawing.getBoundingClientRect();
    const column = Math.floor((event.clientX - box.left - left) / side[0]);
    const position = Math.floor((event.clientY - box.top - top) / side[1]);
    if (column < 0 || column >= 2 * PAIRS || position < 0 || position >= PLACES) return;
    figure.set({ position, pair: columnOf(column, figure.get("layout"))[0] });
  });
  return { root: holder, update: (state) => update(state) };
}

const around = (cx, cy, radius, [sine, cosine]) => ({
  x1: cx,
  y1: cy,
  x2: cx + radius * sine,
  y2: cy - radius * cosine,
});

/** Sixteen small clocks, one for each pair; a press chooses one. */
function clocksView(figure) {
  const drawing = svg("svg", {
    class: "tb-drawing",
    role: "group",
    "aria-label": "Sixteen clocks, one for each pair of columns",
  });
  const holder = html("div", {}, drawing);
  let update = () => {};
  figure.fit(holder, (width) => {
    const step = Math.min(width, 352) / 8;
    const clocks = Array.from({ length: PAIRS }, (_, pair) => {
      const cx = (pair % 8) * step + step / 2;
      const cy = Math.floor(pair / 8) * step + step / 2;
      const face = svg("circle", { cx, cy, r: step / 2 - 2.5, class: "po-face" });
      const hand = svg("line", { class: "po-hand" });
      const node = pressable(svg("g", {}, face, hand), () => figure.set({ pair }));
      return { cx, cy, hand, node };
    });
    change(drawing, { viewBox: `0 0 ${width} ${2 * step}`, height: 2 * step });
    drawing.replaceChildren(...clocks.map(({ node }) => node));
    update = ({ position, pair: chosen }) =>
      clocks.forEach(({ cx, cy, hand, node }, pair) => {
        change(hand, around(cx, cy, step / 2 - 6, hands(position, pair)));
        node.classList.toggle("po-chosen", pair === chosen);
        change(node, {
          "aria-label": `pair ${pair}, wavelength ${wavelength(pair).toFixed(1)}`,
          "aria-pressed": String(pair === chosen),
        });
      });
    update(figure.state());
  });
  return { root: holder, update: (state) => update(state) };
}

/** The chosen pair: its hand at the place and at the place further on. */
function turnView(figure) {
  const drawing = svg("svg", { class: "tb-drawing", role: "img" });
  const face = svg("circle", { cx: 75, cy: 75, r: 66, class: "po-face" });
  const here = svg("line", { class: "po-hand po-here" });
  const there = svg("line", { class: "po-hand po-there" });
  drawing.append(face, there, here);
  change(drawing, { viewBox: "0 0 150 150", height: 150, width: 150 });
  const words = html("div", { class: "po-turn" });
  const root = html("div", { class: "po-clock" }, drawing);
  function update({ position, pair, offset }) {
    const now = hands(position, pair);
    const matrix = turn(pair, offset);
    const next = applied(matrix, now);
    change(here, around(75, 75, 62, now));
    change(there, around(75, 75, 50, next));
    change(drawing, {
      "aria-label": `the hand of pair ${pair} at places ${position} and ${
        position + offset
      }`,
    });
    const column = (numbers) =>
      html(
        "td",
        {},
        numbers.map((n) => html("div", {}, fixed(n, 2))),
      );
    const head = html(
      "thead",
      {},
      html(
        "tr",
        {},
        html("th", { scope: "col", colspan: 2, class: "po-here" }, `at ${position}`),
        html("td", {}),
        html("th", { scope: "col", colspan: 2 }, `turn by ${offset}`),
        html("td", {}),
        html(
          "th",
          { scope: "col", colspan: 2, class: "po-there" },
          `at ${position + offset}`,
        ),
      ),
    );
    const body = html(
      "tbody",
      {},
      html(
        "tr",
        {},
        now.map((value) => column([value])),
        html("td", {}, "×"),
        matrix.map(column), // a row stands on the left, as in the chapter
        html("td", {}, "="),
        next.map((value) => column([value])),
      ),
    );
    words.replaceChildren(
      html(
        "p",
        {},
        `pair ${pair}: comes round after ${written(
          Math.round(wavelength(pair) * 10) / 10,
        )} places`,
      ),
      html("div", { class: "tb-scroll" }, html("table", {}, head, body)),
      html(
        "p",
        { class: "tb-note" },
        "sine, then cosine; the turn is the same at every place",
      ),
    );
  }
  return { root, words, update };
}

/** The dot products of the place with all others, against the distance. */
function productsView(figure) {
  const drawing = svg("svg", { class: "tb-drawing", role: "img" });
  const holder = html("div", {}, drawing);
  const height = 130;
  let update = () => {};
  figure.fit(holder, (width) => {
    const toX = (distance) => 34 + ((distance + 59) / 118) * (width - 44);
    const toY = (value) => 10 + (1 - value / 16) * (height - 36);
    const path = Array.from({ length: 119 }, (_, i) => {
      const distance = i - 59;
      return `${i ? "L" : "M"}${toX(distance).toFixed(1)} ${toY(
        product(0, Math.abs(distance)),
      ).toFixed(1)}`;
    });
    const dots = Array.from({ length: PLACES }, () =>
      svg("circle", { r: 2.6, class: "po-dot" }),
    );
    const chosen = svg("circle", { r: 6, class: "po-chosen-dot" });
    change(drawing, { viewBox: `0 0 ${width} ${height}`, height });
    drawing.replaceChildren(
      ...[0, 8, 16].map((value) =>
        svg("text", { x: 16, y: toY(value) + 4, class: "tb-small" }, String(value)),
      ),
      ...[-59, -30, 0, 30, 59].map((distance) =>
        svg(
          "text",
          { x: toX(distance), y: height - 6, class: "tb-small" },
          written(distance),
        ),
      ),
      svg("path", { d: path.join(""), class: "po-curve" }),
      ...dots,
      chosen,
    );
    update = ({ position, offset }) => {
      dots.forEach((dot, place) =>
        change(dot, { cx: toX(place - position), cy: toY(product(position, place)) }),
      );
      const there = position + offset;
      const value = product(position, there);
      change(chosen, { cx: toX(offset), cy: toY(value) });
      change(drawing, {
        "aria-label": `dot product of places ${position} and ${there}: ${fixed(value, 3)}`,
      });
    };
    update(figure.state());
  });
  return { root: holder, update: (state) => update(state) };
}

function draw(figure) {
  const parts = [matrixView, clocksView, turnView, productsView].map((view) =>
    view(figure),
  );
  const [matrix, clocks, pair, products] = parts;
  const bits = html("p", { class: "po-bits" });
  const says = html("p", { class: "po-says" });
  figure.root.append(
    html(
      "div",
      { class: "tb-head" },
      figure.title,
      choice(figure, "layout", { label: "columns" }),
    ),
    html(
      "div",
      { class: "po-two" },
      html("div", {}, matrix.root, pair.words),
      html(
        "div",
        { class: "po-side" },
        bits,
        clocks.root,
        knob(figure, "pair", "pair"),
        knob(figure, "offset", "offset"),
        pair.root,
      ),
    ),
    html("p", { class: "tb-label" }, "dot product with every other place, by distance"),
    products.root,
    says,
    timeline(figure, {
      label: "position",
      watches: ["position"],
      last: () => PLACES - 1,
      at: () => figure.get("position"),
      move: (position) => figure.set({ position }),
      say: (position) => `position ${position}`,
      pace: 400,
    }),
  );
  let first = true;
  figure.watch(ALL, () => {
    const state = figure.state();
    const { position, offset } = state;
    for (const part of parts) part.update(state);
    bits.textContent = `position ${position}, in binary ${binary(position)}`;
    const there = position + offset;
    const value = fixed(product(position, there), 3);
    says.textContent =
      `P${position} · P${there} = ${value}, as for any two places ${offset} apart. ` +
      "The dots move along the curve; the curve stays.";
    if (!first) figure.announce(`Position ${position}. ${says.textContent}`);
    first = false;
  });
}

export default liveFigure({ title: "Positions", draw, stage: true });
