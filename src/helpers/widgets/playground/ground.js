// The error along the training, and the error surface with a ball that can be moved.

import { change, fixed, svg } from "../figure.js";
import { EPOCHS, reachOf, surface } from "./model.js";

const CELLS = 24;
const word = (x, y, text, kind = "") =>
  svg("text", { x, y, class: `pg-word ${kind}` }, text);

// ---- the error, epoch by epoch ------------------------------------------------------

const [LEFT, TOP, FLOOR] = [30, 12, 104];

/** The axes of the curve, with its epochs. */
function axes(right, x) {
  const ticks = [0, 500, EPOCHS].map((t) => {
    const last = t === EPOCHS;
    const kind = last ? "pg-tick pg-right" : "pg-tick";
    return word(x(t) + 6 * last, FLOOR + 14, t.toLocaleString("en-GB"), kind);
  });
  const way = svg("path", { d: `M${LEFT} ${TOP}V${FLOOR}H${right}`, class: "pg-axis" });
  return [way, ...ticks, word(LEFT - 6, FLOOR, "0", "pg-tick pg-right")];
}

/** The curve in a room; pressing it goes to an epoch. */
export function history(width, go) {
  const right = width - 6;
  const x = (t) => LEFT + ((right - LEFT) * t) / EPOCHS;
  const line = svg("path", { class: "pg-error" });
  const dot = svg("circle", { r: 5, class: "pg-ball" });
  const most = word(LEFT - 6, TOP + 4, "", "pg-tick pg-right");
  const press = (event) => {
    const box = node.getBoundingClientRect();
    go(((event.clientX - box.left - LEFT) / (right - LEFT)) * EPOCHS);
  };
  const viewBox = `0 0 ${width} 128`;
  const look = { class: "pg-history", width, height: 128, viewBox, role: "img" };
  const parts = [...axes(right, x), most, line, dot];
  const node = svg("svg", { ...look, onclick: press }, parts);
  let high = 1;
  const y = (error) => FLOOR - ((FLOOR - TOP) * Math.min(error, high)) / high;
  const redraw = (run) => {
    high = Math.max(...run.errors.slice(0, 400), 0.1);
    most.textContent = fixed(high, 1);
    const spots = run.errors.map((e, t) => `${x(t).toFixed(1)} ${y(e).toFixed(1)}`);
    change(line, { d: `M${spots.filter((_, t) => t % 2 === 0).join("L")}` });
  };
  const update = (run, t) => {
    change(dot, { cx: x(t), cy: y(run.errors[t]) });
    const words = `The error at epoch ${t} is ${fixed(run.errors[t])}.`;
    change(node, { "aria-label": words });
  };
  return { node, redraw, update };
}

// ---- the ground under a ball --------------------------------------------------------

const KEYS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Let a ball be moved by pointer and by arrow keys; `move(p, q)` gets its weights. */
function movable(node, ball, view, move) {
  const within = (value) => Math.max(-view.reach, Math.min(view.reach, value));
  const to = (event) => {
    const box = node.getBoundingClientRect();
    const [p, q] = [
      (event.clientX - box.left - view.left) / view.side,
      (event.clientY - box.top - view.top) / view.side,
    ];
    move(within((2 * p - 1) * view.reach), within((1 - 2 * q) * view.reach));
  };
  node.addEventListener("pointerdown", (event) => {
    node.setPointerCapture(event.pointerId);
    to(event);
    view.held = true;
  });
  node.addEventListener("pointermove", (event) => view.held && to(event));
  for (const end of ["pointerup", "pointercancel"]) {
    node.addEventListener(end, () => (view.held = false));
  }
  ball.addEventListener("keydown", (event) => {
    const way = KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    const step = view.reach / 20;
    move(within(view.at[0] + step * way[0]), within(view.at[1] + step * way[1]));
  });
}

function tiles({ left, top, side }) {
  const cell = side / CELLS;
  return Array.from({ length: CELLS * CELLS }, (_, k) =>
    svg("rect", {
      x: (left + (k % CELLS) * cell).toFixed(2),
      y: (top + Math.floor(k / CELLS) * cell).toFixed(2),
      width: cell,
      height: cell,
      class: "pg-ground-cell",
    }),
  );
}

/** What stands beside the ground: which weight grows which way. */
function axisWords({ left, top, side }) {
  const signs = ["−", "+"].flatMap((sign, i) => [
    word(left + (i ? side - 12 : 12), side + 16, sign, "pg-tick"),
    word(left - 10, top + (i ? 12 : side - 12), sign, "pg-tick"),
  ]);
  const upright = `translate(${left - 11} ${side / 2 + 4})rotate(-90)`;
  const look = { class: "pg-word pg-tick", transform: upright };
  return [
    ...signs,
    word(left + side / 2, side + 17, "its weight from x₁", "pg-tick"),
    svg("text", look, "its weight from x₂"),
  ];
}

/** The surface over two weights of one unit, with the ball and the way it has come. */
export function ground(width, move) {
  const side = CELLS * Math.floor(Math.min(width - 40, 216) / CELLS);
  const left = (width - side) / 2 + 8;
  const view = { left, top: 4, side, reach: 8, at: [0, 0], held: false };
  const cells = tiles(view);
  const way = svg("path", { class: "pg-way" });
  const look = { r: 9, class: "pg-ball", tabindex: "0", role: "application" };
  const ball = svg("circle", look);
  const box = { x: view.left, y: view.top, width: side, height: side };
  const height = side + 28;
  const viewBox = `0 0 ${width} ${height}`;
  const node = svg(
    "svg",
    { class: "pg-ground", width, height, viewBox },
    [svg("rect", { ...box, class: "pg-paper" }), ...cells, way],
    [svg("rect", { ...box, class: "pg-edge" }), ...axisWords(view), ball],
  );
  movable(node, ball, view, move);
  return { node, view, cells, way, ball };
}

const shades = new WeakMap();

/** Shade the ground: dark where the error is large. */
function shade({ cells }, errors) {
  const [low, high] = [Math.min(...errors), Math.max(...errors)];
  if (!shades.has(cells)) shades.set(cells, []);
  const before = shades.get(cells);
  errors.forEach((error, k) => {
    const level = Math.round((16 * (error - low)) / (high - low || 1));
    if (before[k] === level) return;
    before[k] = level;
    change(cells[k], { "fill-opacity": (0.03 + (0.72 * level) / 16).toFixed(3) });
  });
}

/** Bring the ground to an epoch of a run. */
export function showGround(part, run, set, t, unit) {
  const { view, way, ball } = part;
  const j = unit - 1;
  if (!view.held) view.reach = reachOf(run, j);
  const { reach, left, top, side } = view;
  const spot = (w) => [
    left + ((w[3 * j] / reach + 1) / 2) * side,
    top + ((1 - w[3 * j + 1] / reach) / 2) * side,
  ];
  const w = run.weights[t];
  view.at = [w[3 * j], w[3 * j + 1]];
  shade(part, surface(w, set, j, reach, CELLS));
  const come = run.weights.slice(0, t + 1).filter((_, k) => k % 2 === 0 || k === t);
  change(way, {
    d: `M${come.map((one) => spot(one).map((v) => v.toFixed(1))).join("L")}`,
  });
  const [cx, cy] = spot(w);
  change(ball, {
    cx,
    cy,
    "aria-label":
      `The ball, at the weights ${view.at.map((v) => fixed(v, 1)).join(" and ")} of ` +
      `hidden unit ${unit}; arrow keys move it and begin a new run from there`,
  });
}
