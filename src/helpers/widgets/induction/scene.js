// @ts-check
// The two lines of letters, the ways between them, and how sure the net is.

import { change, html, svg } from "../figure.js";
import { placed, WORDS } from "./words.js";

const LEAST = 0.04; // of a weight that is drawn
const [TOP, GAP, BARS] = [40, 84, 40];

const WAYS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 };

/** The sizes of the drawing in a room. */
function sizes(width, count) {
  const cell = Math.min(46, Math.floor((width - 4) / count));
  const high = Math.min(34, cell + 4);
  const left = Math.max(2, (width - cell * count) / 2);
  const low = TOP + high + GAP;
  return { cell, high, left, low, bottom: low + high + BARS + 12 };
}

/** A bow from one letter to an earlier one of the same line. */
function bow(from, to, y, rise) {
  const high = y - (4 / 3) * rise;
  return `M${from} ${y}C${from} ${high} ${to} ${high} ${to} ${y}`;
}

/** The ways of the first layer, above the first line. */
function early(size, map, count, looked) {
  const x = (k) => size.left + size.cell * (k + 0.5);
  const ways = [];
  for (let j = 1; j < count; j += 1)
    map[j].forEach((weight, i) => {
      if (i === j || weight < 0.12) return;
      const rise = Math.min(30, 9 + 5 * (j - i));
      ways.push(
        svg("path", {
          d: bow(x(j), x(i), TOP - 3, rise),
          class: j === looked ? "in-way in-lit" : "in-way in-key",
          "stroke-width": (6 * weight).toFixed(1),
          opacity: j === looked ? 1 : Math.min(0.7, 0.25 + 0.5 * weight).toFixed(2),
        }),
      );
    });
  return ways;
}

/** The ways of the second layer, from the letter that asks. */
function late(size, weights, count, place) {
  const x = (k) => size.left + size.cell * ((k % count) + 0.5);
  const from = x(place);
  return Array.from(weights, (weight, j) => {
    if (weight < LEAST || j === count + place) return null;
    const style = { class: "in-way in-lit", "stroke-width": (9 * weight).toFixed(1) };
    if (j >= count)
      return svg("path", { d: bow(from, x(j), size.low - 3, 22), ...style });
    const [y1, y2] = [size.low - 3, TOP + size.high + 3];
    const middle = (y1 + y2) / 2;
    const d = `M${from} ${y1}C${from} ${middle} ${x(j)} ${middle} ${x(j)} ${y2}`;
    return svg("path", { d, ...style });
  });
}

/** A letter in its box. */
function box(size, letter, k, y, kind) {
  const x = size.left + size.cell * k;
  return svg(
    "g",
    { class: kind, "data-place": k },
    svg("rect", { x: x + 1.5, y, width: size.cell - 3, height: size.high, rx: 4 }),
    svg("text", { x: x + size.cell / 2, y: y + size.high / 2 + 1 }, letter),
  );
}

/** How sure the net is of each right next letter. */
function sure(size, right) {
  const y = size.low + size.high + 8;
  return right.flatMap((share, k) => {
    const x = size.left + size.cell * k + 4;
    const part = { x, width: size.cell - 8 };
    return [
      svg("rect", { ...part, y, height: BARS, class: "in-track" }),
      svg("rect", { ...part, y, height: (BARS * share).toFixed(1), class: "in-sure" }),
    ];
  });
}

/** What the keys and the pointer do on the scene. */
const working = (figure) => ({
  onkeydown: (event) => {
    const last = figure.get("text").length - 1;
    const to =
      { Home: 0, End: last }[event.key] ??
      figure.get("place") + (WAYS[event.key] ?? NaN);
    if (Number.isNaN(to)) return;
    event.preventDefault();
    figure.set({ place: Math.max(0, Math.min(last, to)) });
  },
  onclick: ({ target }) => {
    const place = target.closest("[data-place]")?.dataset.place;
    if (place !== undefined) figure.set({ place: Number(place) });
  },
});

/** The scene; `show` takes the reading and the settings. */
export function sceneOf(figure) {
  const root = svg("svg", {
    class: "tb-drawing in-scene",
    role: "slider",
    tabindex: "0",
    "aria-label": WORDS.slider,
    ...working(figure),
  });
  const node = html("div", { class: "in-lines" }, root);
  let now = null;
  const draw = () => {
    const width = Math.floor(node.clientWidth);
    if (now && width) paint(root, width, now);
  };
  figure.fit(node, draw);
  return {
    node,
    show(state) {
      now = state;
      const { text, place } = state;
      change(root, {
        "aria-valuemin": 0,
        "aria-valuemax": text.length - 1,
        "aria-valuenow": place,
        "aria-valuetext": placed(text, text.length + place),
      });
      draw();
    },
  };
}

/** All of it, anew. */
function paint(root, width, { text, place, found, first, second, looked }) {
  const letters = [...text];
  const size = sizes(width, letters.length);
  const count = letters.length;
  const weights = found.maps[1][second][count + place];
  const kinds = (k) => (k === looked ? "in-letter in-open" : "in-letter");
  change(root, { viewBox: `0 0 ${width} ${size.bottom}`, height: size.bottom });
  root.replaceChildren(
    ...early(size, found.maps[0][first], count, looked),
    ...late(size, weights, count, place).filter((way) => way !== null),
    ...letters.map((letter, k) => box(size, letter, k, TOP, kinds(k))),
    ...letters.map((letter, k) =>
      box(
        size,
        letter,
        k,
        size.low,
        k === place ? "in-letter in-asks" : kinds(count + k),
      ),
    ),
    ...sure(size, found.right),
  );
}
