// A query and a key of four pairs, turned by their places.

import { change, html, liveFigure, svg } from "../figure.js";
import { between, chips, stops } from "../parts.js";
import { added, BASES, LAST, pairs, problem, score, two, WORDS } from "./model.js";

const NAMES = ["first pair", "second", "third", "fourth"];
const SHORT = ["1st", "2nd", "3rd", "4th"];

const at = (x, y, r, angle) => [x + r * Math.cos(angle), y - r * Math.sin(angle)];
const spot = (place) => place.map((value) => value.toFixed(1)).join(" ");
const every = Array.from({ length: LAST + 1 }, (_, n) => n);

/** A hand of a dial, with its letter at the tip. */
function hand(name, letter) {
  const way = svg("path", { class: `tp-way tp-${name}` });
  const words = svg("text", { class: `tp-letter tp-${name}`, text: letter });
  const move = (x, y, r, angle) => {
    const tip = at(x, y, 0.84 * r, angle);
    const barbs = [2.7, -2.7].map((turn) => spot(at(...tip, 8, angle + turn)));
    const line = `M${spot([x, y])}L${spot(tip)}`;
    change(way, { d: `${line}M${barbs[0]}L${spot(tip)}L${barbs[1]}` });
    const [u, v] = at(x, y, r + 11, angle);
    change(words, { x: u.toFixed(1), y: v.toFixed(1) });
  };
  return { parts: [way, words], move };
}

/** A dial: a pair of the query and of the key, and the angle between them. */
function dial(i) {
  const ring = svg("circle", { class: "tp-ring" });
  const arc = svg("path", { class: "tp-arc" });
  const hands = { key: hand("key", "k"), query: hand("query", "q") };
  const [name, speed] = [0, 1].map(() => svg("text", { class: "tb-small" }));
  const adds = svg("text", { class: "tp-adds" });
  const parts = [ring, arc, ...hands.key.parts, ...hands.query.parts];
  const root = svg("g", {}, parts, name, speed, adds);
  function put(x, y, r, wide) {
    change(ring, { cx: x, cy: y, r });
    change(name, { x, y: y - r - 30, text: wide ? NAMES[i] : SHORT[i] });
    change(speed, { x, y: y + r + 26 });
    change(adds, { x, y: y + r + 48 });
  }
  function show(pair, x, y, r, wide) {
    hands.key.move(x, y, r, pair.key);
    hands.query.move(x, y, r, pair.query);
    const gap = Math.atan2(
      Math.sin(pair.query - pair.key),
      Math.cos(pair.query - pair.key),
    );
    const [a, b] = [0, gap].map((turn) => spot(at(x, y, 0.45 * r, pair.key + turn)));
    const bend = `${(0.45 * r).toFixed(1)} ${(0.45 * r).toFixed(1)}`;
    change(arc, { d: `M${a}A${bend} 0 0 ${gap > 0 ? 0 : 1} ${b}` });
    const rate = Number(pair.speed.toPrecision(2));
    speed.textContent = wide ? `${rate} rad a place` : String(rate);
    adds.textContent = (pair.adds >= 0 ? "+" : "") + two(pair.adds);
  }
  return { root, put, show };
}

/** The four dials in a row. */
function dials(figure) {
  const four = NAMES.map((_, i) => dial(i));
  const drawing = svg(
    "svg",
    { class: "tb-drawing", role: "img" },
    four.map(({ root }) => root),
  );
  const root = html("div", { class: "tp-dials" }, drawing);
  let spots = [];
  const update = () => {
    const { place, apart, base } = figure.state();
    const now = pairs(place, apart, base);
    spots.forEach((where, i) => four[i].show(now[i], ...where));
    const said = now.map(({ adds }, i) => `${NAMES[i]} adds ${two(adds)}`);
    change(drawing, {
      "aria-label": `Four dials with two hands each: ${said.join(", ")}.`,
    });
  };
  figure.fit(root, (width) => {
    const step = width / 4;
    const wide = step > 104;
    const r = Math.min(56, step / 2 - 17);
    spots = NAMES.map((_, i) => [step * (i + 0.5), r + 46, r, wide]);
    spots.forEach((where, i) => four[i].put(...where));
    change(drawing, { viewBox: `0 0 ${width} ${2 * r + 106}`, height: 2 * r + 106 });
    update();
  });
  figure.watch(["place", "apart", "base"], update);
  return root;
}

/** The shapes of a plot: one way for each name, a dot with its number, a floor. */
function shapes(names) {
  const floor = svg("path", { class: "tp-floor" });
  const ends = ["0", String(LAST)].map((text) =>
    svg("text", { class: "tb-small", text }),
  );
  const marks = ["−2", "0", "2", "4"].map((text) =>
    svg("text", { class: "tb-small", text }),
  );
  const ways = names.map((_, k) => svg("path", { class: `tp-line tp-line-${k}` }));
  const words = names.map((name, k) =>
    svg("text", { class: `tp-name tp-name-${k}`, text: name }),
  );
  const dot = svg("circle", { class: "tp-dot", r: 5 });
  const number = svg("text", { class: "tp-number" });
  const parts = [floor, ...ends, ...marks, ...ways, ...words, dot, number];
  const drawing = svg("svg", { class: "tb-drawing", role: "img" }, parts);
  return { drawing, floor, ends, marks, ways, words, dot, number };
}

/** Where a place and a score stand in a plot of this size. */
function scale(room, high) {
  return {
    x: (n) => 30 + ((room - 40) * n) / LAST,
    y: (value) => high - 24 - ((value + 3) * (high - 42)) / 9,
  };
}

/** The rows of scores as lines, and the dot on the first of them at a place. */
function trace(parts, { x, y }, rows, n) {
  rows.forEach((row, k) => {
    const way = row.map((value, i) => spot([x(i), y(value)])).join("L");
    change(parts.ways[k], { d: `M${way}` });
    const end = row.slice(-16);
    const edge = k ? y(Math.max(...end)) - 12 : y(Math.min(...end)) + 13;
    change(parts.words[k], { x: x(LAST), y: edge.toFixed(1) });
  });
  const value = rows[0][n];
  change(parts.dot, { cx: x(n).toFixed(1), cy: y(value).toFixed(1) });
  change(parts.number, {
    x: Math.min(Math.max(x(n), 26), x(LAST) - 16).toFixed(1),
    y: (y(value) + 18).toFixed(1),
    text: two(value),
  });
}

/** A plot of scores over places; `lines` gives the scores, `here` the place of the dot. */
function plot(figure, { heading, lines, here, names }) {
  const parts = shapes(names);
  const { drawing, floor, ends, marks } = parts;
  const root = html("div", {}, html("p", { class: "tb-label" }, heading), drawing);
  let where = scale(300, 122);
  const update = () => {
    const state = figure.state();
    const rows = lines(state);
    trace(parts, where, rows, here(state));
    const range = [Math.min(...rows[0]), Math.max(...rows[0])].map(two).join(" to ");
    const now = two(rows[0][here(state)]);
    change(drawing, { "aria-label": `${heading}: now ${now}, from ${range}.` });
  };
  figure.fit(root, (room) => {
    const high = room > 380 ? 172 : 122;
    where = scale(room, high);
    change(drawing, { viewBox: `0 0 ${room} ${high}`, height: high });
    change(floor, { d: `M30 ${where.y(0)}H${room - 10}` });
    ends.forEach((end, k) => change(end, { x: k ? room - 16 : 34, y: high - 6 }));
    marks.forEach((mark, k) => change(mark, { x: 12, y: where.y(2 * k - 2) }));
    update();
  });
  figure.watch(["place", "apart", "base"], update);
  return root;
}

function controls(figure) {
  const bases = BASES.map((base) => [base, base.toLocaleString("en")]);
  return html(
    "div",
    { class: "tp-controls" },
    between(figure, "place", { label: WORDS.place, from: "0", to: "60", say: String }),
    between(figure, "apart", { label: WORDS.apart, from: "0", to: "60", say: String }),
    stops(figure, {
      label: WORDS.base,
      entries: bases,
      watches: ["base"],
      value: () => figure.get("base"),
      say: (base) => base.toLocaleString("en"),
      choose: (base) => figure.set({ base }),
    }),
  );
}

function draw(figure) {
  figure.root.classList.add("tp");
  const said = html("p", { class: "tp-said" });
  const try_ = chips(
    "What to try",
    WORDS.chips.map(([name, state]) => [name, () => figure.set(state)]),
  );
  const along = plot(figure, {
    heading: WORDS.along,
    names: [WORDS.turned, WORDS.added],
    here: ({ place }) => place,
    lines: ({ apart, base }) =>
      [score, added].map((rule) => every.map((n) => rule(n, apart, base))),
  });
  const away = plot(figure, {
    heading: WORDS.away,
    names: [""],
    here: ({ apart }) => apart,
    lines: ({ place, base }) => [every.map((n) => score(place, n, base))],
  });
  const left = html("div", {}, dials(figure), said, controls(figure));
  const right = html("div", { class: "tp-plots" }, along, away);
  figure.root.append(
    html("p", { class: "tp-invitation" }, WORDS.invitation),
    try_,
    html("div", { class: "tp-body" }, left, right),
  );
  let first = true;
  figure.watch(["place", "apart", "base"], () => {
    said.textContent = WORDS.said(figure.state());
    if (!first) figure.announce(said.textContent);
    first = false;
  });
}

export default liveFigure({ title: WORDS.title, draw, problem, stage: true });
