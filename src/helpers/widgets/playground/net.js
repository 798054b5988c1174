// The net, each unit with its own plane: blue where it is on, orange where it is off.

import { change, fixed, pressable, svg, unique } from "../figure.js";
import { HIGH, LOW, cut, flows, forward, map } from "./model.js";

const CELLS = 24; // of the output's map, to a side
const FAR = 4; // how many units of total input a plane's shades reach
const STOPS = [-4, -2.6, -1.6, -0.8, 0, 0.8, 1.6, 2.6, 4];
const word = (x, y, text, kind = "") =>
  svg("text", { x, y, class: `pg-word ${kind}` }, text);

// ---- where all of it stands ---------------------------------------------------------

/** Upright on a phone, from left to right in a wide room. */
export function places(width, hidden) {
  if (width >= 560) {
    const height = 420;
    const side = hidden > 3 ? 84 : 104;
    const gap = hidden > 3 ? 18 : 26;
    const first = (height - hidden * side - (hidden - 1) * gap) / 2 + 4;
    const out = CELLS * Math.floor(Math.min(312, width * 0.46) / CELLS);
    return {
      width,
      height,
      wide: true,
      inputs: [0.34, 0.66].map((part) => [26, height * part]),
      planes: Array.from({ length: hidden }, (_, j) => ({
        x: width * 0.24,
        y: first + j * (side + gap),
        side,
      })),
      out: { x: width - out - 4, y: (height - out) / 2 + 6, side: out },
    };
  }
  const side = Math.min(88, (width - 12 * (hidden - 1)) / hidden);
  const row = hidden * side + (hidden - 1) * 12;
  const out = CELLS * Math.floor(Math.min(222, width - 40) / CELLS);
  return {
    width,
    height: out + side + 170,
    wide: false,
    inputs: [0.36, 0.64].map((part) => [width * part, out + side + 146]),
    planes: Array.from({ length: hidden }, (_, j) => ({
      x: (width - row) / 2 + j * (side + 12),
      y: out + 72,
      side,
    })),
    out: { x: (width - out) / 2, y: 22, side: out },
  };
}

const at = ({ x, y, side }, [p, q]) => [
  x + ((p - LOW) / (HIGH - LOW)) * side,
  y + side - ((q - LOW) / (HIGH - LOW)) * side,
];
const middle = ({ x, y, side }) => [x + side / 2, y + side / 2];

/** Where a wire leaves a plane or an input, and where it enters the next. */
function ends(spots, from, to) {
  const [fx, fy] = Array.isArray(from) ? from : middle(from);
  const [tx, ty] = middle(to);
  const half = Array.isArray(from) ? 17 : from.side / 2;
  if (spots.wide) {
    const reach = Math.max(-0.3 * to.side, Math.min(0.3 * to.side, fy - ty));
    return [fx + half, fy, to.x, ty + reach];
  }
  const reach = Math.max(-0.3 * to.side, Math.min(0.3 * to.side, fx - tx));
  return [fx, fy - half, tx + reach, to.y + to.side];
}

function curve(spots, [x1, y1, x2, y2]) {
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  return spots.wide
    ? `M${x1} ${y1}C${mx} ${y1} ${mx} ${y2} ${x2} ${y2}`
    : `M${x1} ${y1}C${x1} ${my} ${x2} ${my} ${x2} ${y2}`;
}

// ---- wires --------------------------------------------------------------------------

/** The head of an arrow that runs back, as broad as its line is. */
function head(spots, [x, y], width) {
  if (width < 0.4) return null;
  const [long, half] = [5 + 0.9 * width, 3 + 0.75 * width];
  return spots.wide
    ? `M${x + 1} ${y}l${long} ${-half}v${2 * half}z`
    : `M${x} ${y - 1}l${-half} ${-long}h${2 * half}z`;
}

/** A wire with its weight's colour and width, and beside it what flows back. */
function wire(spots, from, to) {
  const [x1, y1, x2, y2] = ends(spots, from, to);
  const [dx, dy] = spots.wide ? [0, 9] : [9, 0];
  const [sx, sy] = spots.wide ? [7, 0] : [0, -7]; // room for the head
  const forwards = svg("path", { d: curve(spots, [x1, y1, x2, y2]) });
  const back = svg("path", {
    d: curve(spots, [x2 + dx, y2 + dy, x1 + dx + sx, y1 + dy + sy].map(Math.round)),
    class: "pg-back",
  });
  const tip = svg("path", { class: "pg-tip" });
  const name = svg("title", {});
  const group = svg("g", {}, name, back, tip, forwards);
  const update = (weight, flow, most) => {
    change(forwards, {
      class: `pg-wire ${weight < 0 ? "pg-less" : "pg-more"}`,
      "stroke-width": (0.8 + 1.4 * Math.sqrt(Math.abs(weight))).toFixed(2),
    });
    const width = most ? 8 * Math.sqrt(Math.min(flow / most, 1)) : 0;
    change(back, { "stroke-width": width.toFixed(2) });
    change(tip, { d: head(spots, [x1 + dx, y1 + dy], width) });
    name.textContent = `weight ${fixed(weight)}`;
  };
  return { group, update };
}

// ---- points and planes --------------------------------------------------------------

/** The cases in a plane: green where 1 is wanted, a ring where 0 is. */
function points(spot, set, size) {
  const marks = set.map(({ x, d }) => {
    const [cx, cy] = at(spot, x);
    return svg("circle", {
      cx,
      cy,
      r: d ? size : size - 0.6,
      class: d ? "pg-one" : "pg-zero",
    });
  });
  return marks;
}

const CROSS = 7;

/** A cross on each case that is on the wrong side. */
function crosses(spot, set) {
  const marks = set.map(({ x }) => {
    const [cx, cy] = at(spot, x);
    const d = `M${cx - CROSS} ${cy - CROSS}l14 14m0 -14l-14 14`;
    return svg("path", { d, class: "pg-wrong" });
  });
  const update = (w) =>
    set.forEach(({ x, d }, i) => {
      const wrong = forward(w, x).y > 0.5 !== d > 0.5;
      marks[i].style.display = wrong ? "" : "none";
    });
  return { marks, update };
}

/** A hidden unit's own plane: the slope of its state, and the line in its middle. */
function plane(spot, set, j, press) {
  const id = unique("slope");
  const stops = STOPS.map((x) => {
    const value = 2 / (1 + Math.exp(-x)) - 1;
    return svg("stop", {
      offset: (x + FAR) / (2 * FAR),
      class: value < 0 ? "pg-stop-less" : "pg-stop-more",
      "stop-opacity": (0.62 * Math.abs(value)).toFixed(3),
    });
  });
  const slope = svg("linearGradient", { id, gradientUnits: "userSpaceOnUse" }, stops);
  const box = { x: spot.x, y: spot.y, width: spot.side, height: spot.side };
  const edge = svg("rect", { ...box, rx: 5, class: "pg-edge" });
  const line = svg("path", { class: "pg-line" });
  const name = word(spot.x + spot.side / 2, spot.y - 11, `hidden ${j + 1}`, "pg-name");
  const fill = svg("rect", { ...box, rx: 5, fill: `url(#${id})` });
  const paper = svg("rect", { ...box, rx: 5, class: "pg-paper" });
  const group = pressable(
    svg("g", { class: "pg-plane" }, [
      slope,
      paper,
      fill,
      line,
      ...points(spot, set, 3.4),
      edge,
      name,
    ]),
    press,
  );
  return { group, slope, line, edge };
}

/** Turn a plane's shades to its weights; returns the line in its middle. */
function turn({ slope, line }, spot, a, b, c) {
  const long = Math.max(Math.hypot(a, b), 1e-3);
  const [nx, ny] = [a / long, b / long];
  const [px, py] = [(-c / long) * nx, (-c / long) * ny];
  const end = (sign) =>
    at(spot, [px + (sign * FAR * nx) / long, py + (sign * FAR * ny) / long]);
  const [[x1, y1], [x2, y2]] = [end(-1), end(1)];
  change(slope, { x1, y1, x2, y2 });
  const crossed = cut(a, b, c);
  const d = crossed ? `M${at(spot, crossed[0])}L${at(spot, crossed[1])}` : null;
  change(line, { d });
  return crossed;
}

/** The cells of the output's map, each painted when its state is another. */
function mapCells(spot) {
  const cell = spot.side / CELLS;
  const cells = Array.from({ length: CELLS * CELLS }, (_, k) =>
    svg("rect", {
      x: (spot.x + (k % CELLS) * cell).toFixed(2),
      y: (spot.y + Math.floor(k / CELLS) * cell).toFixed(2),
      width: cell,
      height: cell,
    }),
  );
  const shown = new Array(cells.length).fill(null);
  const paint = (w) =>
    map(w, CELLS).forEach((y, k) => {
      const level = Math.round(24 * (2 * y - 1));
      if (level === shown[k]) return;
      shown[k] = level;
      change(cells[k], {
        class: level < 0 ? "pg-cell-less" : "pg-cell-more",
        "fill-opacity": ((0.6 * Math.abs(level)) / 24).toFixed(3),
      });
    });
  return { node: svg("g", { class: "pg-map" }, cells), paint };
}

/** Every hidden unit's line over the output's plane, with its number at one end. */
function threads(spot, hidden) {
  const lines = Array.from({ length: hidden }, () =>
    svg("path", { class: "pg-thread" }),
  );
  const names = lines.map((_, j) => word(0, 0, String(j + 1), "pg-end"));
  const [mx, my] = middle(spot);
  const lay = (j, crossed) => {
    const [from, to] = crossed ? crossed.map((end) => at(spot, end)) : [];
    change(lines[j], { d: crossed ? `M${from}L${to}` : null });
    const [x, y] = to ?? [mx, my];
    const beside = { x: x + Math.sign(mx - x) * 9, y: y + Math.sign(my - y) * 10 };
    change(names[j], { ...beside, display: to ? null : "none" });
  };
  return { nodes: [...lines, ...names], lay };
}

/** The output's plane: its states as cells, and every hidden unit's line. */
function output(spot, set, hidden) {
  const box = { x: spot.x, y: spot.y, width: spot.side, height: spot.side };
  const [cells, lines] = [mapCells(spot), threads(spot, hidden)];
  const wrong = crosses(spot, set);
  const group = svg(
    "g",
    {},
    [svg("rect", { ...box, class: "pg-paper" }), cells.node, ...lines.nodes],
    [...points(spot, set, 6.5), ...wrong.marks],
    svg("rect", { ...box, rx: 3, class: "pg-edge" }),
    word(spot.x + spot.side / 2, spot.y - 11, "output", "pg-name"),
  );
  return { group, paint: cells.paint, thread: lines.lay, wrong };
}

// ---- the whole net ------------------------------------------------------------------

const inputBoxes = (spots) =>
  spots.inputs.flatMap(([x, y], i) => [
    svg("rect", {
      x: x - 16,
      y: y - 16,
      width: 32,
      height: 32,
      rx: 6,
      class: "pg-hollow",
    }),
    word(x, y, i ? "x₂" : "x₁", "pg-letter"),
  ]);

/** Mark the chosen unit's plane, and say its weights. */
function describe({ group }, j, [a, b, c], chosen, several) {
  group.classList.toggle("pg-chosen", chosen && several);
  const [first, second, bias] = [a, b, c].map((value) => fixed(value, 1));
  change(group, {
    "aria-pressed": String(chosen),
    "aria-label": `hidden ${j + 1}: weights ${first} and ${second}, bias ${bias}`,
  });
}

/** The net in a room; `update(w, most, unit)` brings it to some weights. */
export function net(width, set, hidden, press) {
  const spots = places(width, hidden);
  const planes = spots.planes.map((spot, j) => plane(spot, set, j, () => press(j + 1)));
  const out = output(spots.out, set, hidden);
  const low = spots.planes.map((to) =>
    spots.inputs.map((from) => wire(spots, from, to)),
  );
  const high = spots.planes.map((from) => wire(spots, from, spots.out));
  const wires = [...low.flat(), ...high].map(({ group }) => group);
  const groups = planes.map(({ group }) => group);
  const { height } = spots;
  const viewBox = `0 0 ${width} ${height}`;
  const look = { class: "pg-net", width, height, viewBox, role: "group" };
  const node = svg("svg", look, wires, inputBoxes(spots), groups, out.group);
  const update = (w, most, unit) => {
    const back = flows(w, set);
    planes.forEach((one, j) => {
      const own = [w[3 * j], w[3 * j + 1], w[3 * j + 2]];
      out.thread(j, turn(one, spots.planes[j], ...own));
      low[j].forEach((way, i) => way.update(own[i], back.lower[j], most));
      high[j].update(w[3 * hidden + j], back.down[j], most);
      describe(one, j, own, j + 1 === unit, hidden > 1);
    });
    out.paint(w);
    out.wrong.update(w);
  };
  return { node, update };
}
