// The error along the run, and the 64 patterns.

import { change, fixed, html, rove, svg } from "../figure.js";
import { EPOCHS, PAPER, PATTERNS, STRIDE, counted, verdict } from "./model.js";

const [LEFT, RIGHT, CEILING, FLOOR] = [30, 392, 22, 124];
const x = (t) => LEFT + ((RIGHT - LEFT) * t) / EPOCHS;
const y = (error) => FLOOR - ((FLOOR - CEILING) * Math.min(error, 8)) / 8;
const word = (px, py, text, kind = "") =>
  svg("text", { x: px, y: py, class: `sn-word ${kind}` }, text);

/** The axes, and the mark of the published run. */
function axes() {
  const heights = [0, 4, 8].map((e) => word(LEFT - 12, y(e), String(e), "sn-quiet"));
  const times = [0, 1000, 2000, 3000].map((t) =>
    word(x(t) - (t === EPOCHS ? 16 : 0), FLOOR + 15, counted(t), "sn-quiet"),
  );
  return [
    svg("path", { d: `M${LEFT} ${CEILING}V${FLOOR}H${RIGHT}`, class: "sn-axis" }),
    ...heights,
    ...times,
    svg("path", { d: `M${x(PAPER)} ${CEILING}V${FLOOR}`, class: "sn-mirror" }),
    word(x(PAPER), CEILING - 10, `1986: ${counted(PAPER)}`, "sn-quiet"),
    word(LEFT, CEILING - 10, "error E", "sn-start sn-quiet"),
  ];
}

/** The error against the epochs, with the moment that is shown. */
export function curve(figure) {
  const line = svg("path", { class: "sn-error" });
  const now = svg("path", { class: "sn-now" });
  const dot = svg("circle", { r: 5, class: "sn-ball" });
  const solved = svg("path", { class: "sn-solved" });
  const go = (event) => {
    const box = node.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * 400;
    const part = (at - LEFT) / (RIGHT - LEFT);
    const moment = Math.round((part * EPOCHS) / STRIDE) * STRIDE;
    figure.set({ epoch: Math.max(0, Math.min(EPOCHS, moment)) });
  };
  const look = { class: "tb-drawing sn-curve", viewBox: "0 0 400 146", role: "img" };
  const parts = [...axes(), solved, line, now, dot];
  const node = svg("svg", { ...look, onclick: go }, parts);
  const redraw = (run) => {
    const points = run.errors.map((e, t) => `${x(t).toFixed(1)} ${y(e).toFixed(1)}`);
    change(line, { d: `M${points.filter((_, t) => t % 5 === 0).join("L")}` });
    const begin = run.solved === null ? null : x(run.solved);
    change(solved, { d: begin === null ? "M0 0" : `M${begin} ${FLOOR}H${RIGHT}` });
  };
  const update = (run, t) => {
    change(now, { d: `M${x(t)} ${CEILING}V${FLOOR}` });
    change(dot, { cx: x(t), cy: y(run.errors[t]) });
    const words = `Error against epochs. At epoch ${t} it is ${fixed(run.errors[t])}.`;
    change(node, { "aria-label": words });
  };
  return { node, redraw, update };
}

const HALVES = [...Array(8).keys()];
const bits = (n) => n.toString(2).padStart(3, "0");
const turned = (n) => [...bits(n)].reverse().join("");
const at = (row, column) => parseInt(bits(row) + turned(column), 2);
const kind = (want) => (want ? "symmetric" : "not symmetric");

/** One of the patterns, as a button that chooses it. */
const cellOf = (figure, row, column) =>
  html("button", {
    type: "button",
    class: "sn-pattern",
    "data-cell": true,
    onclick: () => figure.set({ pattern: at(row, column) }),
  });

function rowOf(row, cells) {
  const half = html("div", { class: "sn-half", "aria-hidden": "true" }, bits(row));
  return html("div", { class: "sn-row", "data-row": true }, half, cells);
}

/** The 64 patterns: a row for each left half, a column for each mirrored right half. */
export function patterns(figure) {
  const cells = HALVES.map((row) =>
    HALVES.map((column) => cellOf(figure, row, column)),
  );
  const heads = HALVES.map((column) =>
    html("div", { class: "sn-half", "aria-hidden": "true" }, turned(column)),
  );
  const label = "All 64 patterns; arrow keys move, Enter shows one";
  const node = rove(
    html(
      "div",
      { class: "sn-patterns", role: "group", "aria-label": label },
      [html("div", { class: "sn-half" }), ...heads],
      HALVES.map((row) => rowOf(row, cells[row])),
    ),
  );
  const show = (w, chosen, row, column) => {
    const k = at(row, column);
    const { output, right, want } = verdict(w, PATTERNS[k]);
    const cell = cells[row][column];
    cell.style.setProperty("--sn-y", output.toFixed(3));
    cell.classList.toggle("sn-wanted", want === 1);
    cell.classList.toggle("sn-wrong", !right);
    change(cell, {
      "aria-pressed": k === chosen ? "true" : "false",
      "aria-label":
        `${PATTERNS[k].join("")}, ${kind(want)}: ` +
        `output ${fixed(output)}, ${right ? "right" : "wrong"}`,
    });
  };
  const update = (w, chosen) =>
    HALVES.forEach((row) => HALVES.forEach((column) => show(w, chosen, row, column)));
  return { node, update };
}
