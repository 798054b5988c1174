// The machine as one drawing: eye, wires, A-units, weights, answer.

import { change, html, svg } from "../figure.js";
import { SIDE, UNITS, wiresOf } from "./model.js";
import { middleOf, pathsOf, placesFor } from "./places.js";
import { WORDS } from "./words.js";

const LEVELS = 5; // shades of a weight

const path = (names) => svg("path", { class: names });
const says = (names, x, y, words) => svg("text", { x, y, class: names }, words);
const frame = ({ x, y, width, height }, names) =>
  svg("rect", { x, y, width, height, class: names, rx: 2 });

/** Weights as paths of the same shade: it is given the values, and draws them. */
export function shades(place) {
  const layers = new Map();
  for (let level = 1; level <= LEVELS; level += 1)
    for (const sign of ["more", "less"]) {
      const node = path(`mk-${sign}`);
      change(node, { "fill-opacity": (0.06 + (0.84 * level) / LEVELS).toFixed(2) });
      layers.set(sign + level, node);
    }
  const update = (values) => {
    const largest = Math.max(1, ...values.map(Math.abs));
    const kind = (value) =>
      value
        ? (value > 0 ? "more" : "less") +
          Math.ceil((Math.abs(value) / largest) * LEVELS - 0.3)
        : null;
    const found = pathsOf(place, values, kind);
    for (const [name, node] of layers) change(node, { d: found.get(name) ?? "" });
  };
  return { nodes: [...layers.values()], update };
}

/** The wires of one A-unit, from its photocells; those in the dark are pale. */
function wires() {
  const kinds = ["mk-more mk-pale", "mk-less mk-pale", "mk-more", "mk-less"];
  const nodes = kinds.map((names) => path(`mk-wire ${names}`));
  const ends = kinds.map((names) => path(`mk-end ${names}`));
  const update = (places, list, card, unit) => {
    const [x, y] = middleOf(places.units, unit);
    const lines = ["", "", "", ""];
    const dots = ["", "", "", ""];
    for (const [cell, sign] of list) {
      const [a, b] = middleOf(places.eye, cell);
      const kind = 2 * card[cell] + (sign > 0 ? 0 : 1);
      lines[kind] += places.upright
        ? `M${a} ${b}C${a} ${(b + y) / 2 + 30} ${x} ${y - 60} ${x} ${y}`
        : `M${a} ${b}C${(a + x) / 2 + 40} ${b} ${x - 90} ${y} ${x} ${y}`;
      const r = places.eye.cell * 0.36;
      dots[kind] +=
        `M${a - r} ${b}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
    }
    nodes.forEach((node, k) => change(node, { d: lines[k] }));
    ends.forEach((node, k) => change(node, { d: dots[k] }));
  };
  return { nodes: [...nodes, ...ends], update };
}

/** The ways from the weights to the answer, as a funnel of lines. */
function funnel({ weights, answer }) {
  const [right, end] = [weights.x + weights.width, `${answer.x - 30} ${answer.y}`];
  const lines = Array.from(
    { length: 9 },
    (_, k) => `M${right} ${weights.y + (k / 8) * weights.height}L${end}`,
  );
  return svg("path", { class: "mk-way", d: lines.join("") });
}

/** What stands above and below the parts. */
function labels(places, direct) {
  const { eye, units, weights, upright } = places;
  const over = ({ x, width, y }, words) =>
    says("mk-head", x + width / 2, y - 13, words);
  const all = [over(eye, WORDS.eye)];
  if (!direct) all.push(over(units, WORDS.units));
  all.push(over(weights, direct ? WORDS.directly : WORDS.weights));
  const { x, y, width, height } = eye;
  if (!direct && !upright)
    all.push(says("mk-note", x + width / 2, y + height + 16, WORDS.wires));
  return all;
}

/** An A-unit of the block that is pressed, or reached by arrow keys. */
function choosing(figure, { units }) {
  const go = (unit) => figure.set({ unit: Math.max(0, Math.min(UNITS - 1, unit)) });
  const area = frame(units, "mk-touch");
  const at = ({ clientX, clientY }) => {
    const box = area.getBoundingClientRect();
    const column = Math.floor(((clientX - box.left) / box.width) * units.columns);
    const row = Math.floor(((clientY - box.top) / box.height) * units.rows);
    return row * units.columns + column;
  };
  change(area, {
    tabindex: "0",
    role: "slider",
    "aria-label": WORDS.unit,
    "aria-valuemin": 1,
    "aria-valuemax": UNITS,
    onpointerdown: (event) => go(at(event)),
    onkeydown: (event) => {
      const { columns } = units;
      const by = {
        ArrowLeft: -1,
        ArrowRight: 1,
        ArrowUp: -columns,
        ArrowDown: columns,
      }[event.key];
      if (!by) return;
      event.preventDefault();
      go(figure.get("unit") + by);
    },
  });
  area.dataset.lmSuppressShortcuts = "true";
  return area;
}

/** The eye and its parts. */
function eyeParts({ eye }) {
  return {
    ground: frame(eye, "mk-dark"),
    lit: path("mk-light"),
    cursor: svg("rect", {
      class: "mk-cursor",
      width: 2 * eye.cell,
      height: 2 * eye.cell,
    }),
    touch: frame(eye, "mk-touch mk-paint"),
  };
}

/** The answer: a circle with a name in it, and the sum below. */
function answerParts({ answer }) {
  return {
    circle: svg("circle", { cx: answer.x, cy: answer.y, r: 30, class: "mk-answer" }),
    name: says("mk-name", answer.x, answer.y, ""),
    sum: says("mk-sum", answer.x, answer.y + 48, ""),
  };
}

/** All parts of the machine in one drawing of this width, without their state. */
function parts(figure, width, direct) {
  const places = placesFor(width, direct);
  const { units, weights } = places;
  return {
    places,
    eye: eyeParts(places),
    wires: wires(),
    fired: path("mk-fired"),
    chosen: svg("rect", {
      class: "mk-chosen",
      width: units.cell + 2,
      height: units.cell + 2,
    }),
    shades: shades(weights),
    answer: answerParts(places),
    told: says("mk-note", units.x + units.width / 2, units.y + units.height + 16, ""),
    choose: choosing(figure, places),
  };
}

/** The machine as a drawing; `show(now)` brings it up to date. */
export function machine(figure, paint) {
  const holder = html("div", { class: "mk-holder" });
  let made = null;
  let key = "";
  function build(width, direct) {
    made = parts(figure, width, direct);
    const { places, eye, answer } = made;
    const { fired, shades: tints, chosen, told, choose } = made;
    const unitsBelow = direct ? [] : [frame(places.units, "mk-cell"), fired];
    const unitsAbove = direct ? [] : [...made.wires.nodes, chosen, told, choose];
    const drawing = svg(
      "svg",
      {
        viewBox: `0 0 ${width} ${places.height}`,
        height: places.height,
        class: "tb-drawing",
      },
      [funnel(places), eye.ground, eye.lit, frame(places.weights, "mk-cell")],
      unitsBelow,
      tints.nodes,
      frame(places.weights, "mk-edge"),
      unitsAbove,
      [answer.circle, answer.name, answer.sum],
      labels(places, direct),
      [eye.cursor, eye.touch],
    );
    paint.onto(eye, places.eye);
    holder.replaceChildren(drawing);
  }
  function show(now, width) {
    const wanted = `${width} ${now.direct}`;
    if (wanted !== key) build(width, now.direct);
    key = wanted;
    update(made, now);
  }
  return { holder, show };
}

/** The state of the machine, put into its drawing. */
function update({ places, eye, wires: lines, answer, ...rest }, now) {
  const light = pathsOf(places.eye, now.card, (lit) => (lit ? "lit" : null));
  change(eye.lit, { d: light.get("lit") ?? "" });
  rest.shades.update(
    Array.from(now.weights.slice(0, now.direct ? SIDE * SIDE : UNITS)),
  );
  if (!now.direct) {
    const on = pathsOf(places.units, now.sums, (sum) => (sum >= 2 ? "on" : null));
    change(rest.fired, { d: on.get("on") ?? "" });
    lines.update(places, wiresOf(now.board, now.unit), now.card, now.unit);
    const [x, y] = middleOf(places.units, now.unit);
    const half = places.units.cell / 2 + 1;
    change(rest.chosen, { x: x - half, y: y - half });
    const told = WORDS.told(now.unitSum);
    rest.told.textContent = told;
    change(rest.choose, { "aria-valuenow": now.unit + 1, "aria-valuetext": told });
  }
  answer.name.textContent = now.said || "?";
  answer.sum.textContent = WORDS.sum(now.sum);
  change(answer.circle, { class: `mk-answer mk-${now.verdict}` });
  change(answer.name, {
    class: `mk-name ${(now.said ?? "").length > 2 ? "mk-long" : ""}`,
  });
}
