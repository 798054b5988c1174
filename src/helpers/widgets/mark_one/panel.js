// Beside the machine: what it has learned, and how many mistakes it took.

import { change, html, svg } from "../figure.js";
import { laidBack, MOST, SIDE } from "./model.js";
import { shades } from "./picture.js";
import { WORDS } from "./words.js";

const CELL = 9;
const [WIDE, HIGH] = [190, 92]; // the curve's frame

/** The weights laid back on the photocells. */
function learned() {
  const size = CELL * SIDE;
  const place = { x: 0, y: 0, cell: CELL, columns: SIDE };
  const art = shades(place);
  const box = { x: 0, y: 0, width: size, height: size };
  const drawing = svg(
    "svg",
    {
      viewBox: `-1 -1 ${size + 2} ${size + 2}`,
      class: "mk-learned",
      role: "img",
      "aria-label": WORDS.eyeView,
    },
    svg("rect", { ...box, class: "mk-cell" }),
    art.nodes,
    svg("rect", { ...box, class: "mk-edge" }),
  );
  return { drawing, update: art.update };
}

/** The mistakes so far against the cards dealt. */
function curve() {
  const line = svg("path", { class: "mk-curve" });
  const dot = svg("circle", { r: 4, class: "mk-dot" });
  const most = svg("text", { x: 4, y: 8, class: "mk-note mk-start" });
  const drawing = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDE} ${HIGH + 18}`,
      class: "mk-record",
      role: "img",
      "aria-label": WORDS.mistakes,
    },
    svg("path", { class: "mk-axis", d: `M.5 0V${HIGH}H${WIDE}` }),
    [line, dot, most],
    svg("text", { x: 0, y: HIGH + 11, class: "mk-note mk-start" }, "0"),
    svg("text", { x: WIDE, y: HIGH + 11, class: "mk-note mk-stop" }, `${MOST} cards`),
  );
  const update = (missed, top) => {
    const high = Math.max(top, 10);
    const x = (t) => (t / MOST) * (WIDE - 6);
    const y = (m) => HIGH - (m / high) * (HIGH - 14);
    const places = missed.map((m, t) => `${x(t).toFixed(1)} ${y(m).toFixed(1)}`);
    change(line, { d: `M${places.join("L")}` });
    change(dot, { cx: x(missed.length - 1), cy: y(missed.at(-1)) });
    most.textContent = String(missed.at(-1));
    change(most, { x: x(missed.length - 1) + 8, y: y(missed.at(-1)) - 6 });
    if (missed.length > MOST * 0.85) change(most, { x: x(missed.length - 1) - 16 });
  };
  return { drawing, update };
}

/** Both, with their headings; `show(now)` brings them up to date. */
export function panel() {
  const [picture, record] = [learned(), curve()];
  const score = html("p", { class: "mk-score tb-note" });
  const heading = (words) => html("p", { class: "mk-heading" }, words);
  const root = html(
    "div",
    { class: "mk-panel" },
    html("div", {}, heading(WORDS.learned), picture.drawing),
    html("div", {}, heading(WORDS.mistakes), record.drawing, score),
  );
  const show = ({ board, weights, direct, missed, top, share, own }) => {
    picture.update(laidBack(board, weights, direct));
    record.update(missed, top);
    score.textContent = WORDS.score(share, missed.at(-1), own);
  };
  return { root, show };
}
