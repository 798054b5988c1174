// The net: units and inputs at their places, fibres that excite or veto.

import { change, pressable, svg } from "../figure.js";
import { RADIUS, clearBend, ends, layout } from "./model.js";

const INPUT = 15; // how large an input is drawn

// ---- fibres ---------------------------------------------------------------------------

/** A fibre with what it ends in: a dot that excites, a ring that forbids. */
function drawn(d, [cx, cy], inhibits) {
  return svg(
    "g",
    { class: inhibits ? "nt-fibre nt-vetoes" : "nt-fibre" },
    svg("path", { d, class: "tb-line", pathLength: 1 }),
    svg("circle", { cx, cy, r: inhibits ? 5 : 4.2, class: "nt-end" }),
  );
}

/** A fibre of the net: straight, bowed when another runs beside it, or a loop. */
function fibre(from, to, { inhibits, bend }) {
  if (from === to) {
    const [x, y] = from;
    const end = [x + 13, y - RADIUS - 3];
    const way = `M${x - 13} ${y - RADIUS + 4}C${x - 36} ${y - 70} ${x + 42} ${y - 70} `;
    return drawn(way + end.join(" "), end, inhibits);
  }
  const [start, end] = ends(from, to, bend);
  const length = Math.hypot(end[0] - start[0], end[1] - start[1]) || 1;
  const middle = [0, 1].map((k) => {
    const aside = k === 0 ? end[1] - start[1] : start[0] - end[0];
    return (start[k] + end[k]) / 2 + (aside / length) * bend * 2;
  });
  return drawn(`M${start}Q${middle} ${end}`, end, inhibits);
}

/** How far a fibre bows aside. */
function bendOf(line, lines, at) {
  const alike = lines.filter(
    ({ source, target }) => source === line.source && target === line.target,
  );
  const opposed = lines.some(
    ({ source, target }) => source === line.target && target === line.source,
  );
  const place = alike.indexOf(line);
  if (opposed) return 14 * (place + 1);
  const others = Object.keys(at).filter(
    (name) => name !== line.source && name !== line.target,
  );
  const places = others.map((name) => at[name]);
  return (
    24 * (place - (alike.length - 1) / 2) ||
    clearBend(at[line.source], at[line.target], places)
  );
}

/** All fibres of the net: [{source, target, node}, …]. */
function fibres(net, at) {
  const lines = Object.entries(net).flatMap(
    ([target, { excite = [], inhibit = [] }]) => [
      ...excite.map((source) => ({ source, target, inhibits: false })),
      ...inhibit.map((source) => ({ source, target, inhibits: true })),
    ],
  );
  return lines.map((line) => {
    const bend = bendOf(line, lines, at);
    return {
      ...line,
      node: fibre(at[line.source], at[line.target], { ...line, bend }),
    };
  });
}

// ---- units ----------------------------------------------------------------------------

/** A unit's name and what stands in it, for who hears it. */
const called = (name, unit) =>
  unit ? `${name}, threshold ${unit.threshold ?? 1}` : name;

/** An input, or a unit with its threshold in it. */
function circle(name, unit, [x, y], press) {
  const r = unit ? RADIUS : INPUT;
  const node = pressable(
    svg(
      "g",
      {},
      svg("circle", { cx: x, cy: y, r: r + 5, class: "tb-ring" }),
      svg("circle", { cx: x, cy: y, r, class: "tb-cell-body" }),
      unit && svg("text", { x, y, class: "tb-inside" }, String(unit.threshold ?? 1)),
    ),
    () => press(name),
  );
  return {
    name,
    node,
    label: svg("text", { x, y: y + r + 16, class: "tb-name" }, name),
  };
}

/** Where everyone stands in pixels, and how high the drawing is. */
function placed(net, names, given, signals, width) {
  const places = layout(net, signals, given);
  const inColumn = (name) =>
    names.filter((other) => places[other][0] === places[name][0]).length;
  const free = names.filter((name) => !given[name]);
  const crowd = Math.max(0, ...free.map(inColumn));
  const height = Math.max(216, Math.min(270, width * 0.45), 92 + 84 * crowd);
  const [side, top] = [Math.min(72, 34 + width * 0.04), 50];
  const at = Object.fromEntries(
    names.map((name) => [
      name,
      [
        side + places[name][0] * (width - 2 * side),
        top + places[name][1] * (height - 2 * top),
      ],
    ]),
  );
  return { at, height };
}

/** Draw the net into an SVG element; returns what brings it up to an instant. */
export function picture(figure, drawing, { net, signals, names }, width) {
  const { at, height } = placed(net, names, figure.get("places"), signals, width);
  change(drawing, { viewBox: `0 0 ${width} ${height}`, height });
  const lines = fibres(net, at);
  const press = (name) => figure.set({ focus: name });
  const cells = names.map((name) => circle(name, net[name], at[name], press));
  drawing.replaceChildren(
    ...lines.map(({ node }) => node),
    ...cells.flatMap(({ node, label }) => [node, label]),
  );
  return ({ history, time, focus }) => {
    for (const { source, node } of lines) {
      node.classList.toggle("tb-on", history[source][time] === 1);
    }
    for (const { name, node } of cells) {
      node.classList.toggle("tb-on", history[name][time] === 1);
      node.classList.toggle("tb-focus", name === focus);
      change(node, {
        "aria-label": `${called(name, net[name])}: ${history[name][time]}`,
        "aria-pressed": name === focus ? "true" : "false",
      });
    }
  };
}
