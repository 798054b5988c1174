// All the ways to spend the same hours: days to the right, cards upwards.

import { change, svg } from "../figure.js";
import { said } from "./model.js";

const MONTH = 30.44;
const DAYS = [
  [1 / 24, "1 hour"],
  [1, "1 day"],
  [MONTH, "1 month"],
  [365.25, "1 year"],
  [36525, "100 years"],
];
const CARDS = [1, 8, 64, 512, 4096, 32768];
const [LOW, HIGH] = [-2.2, 5.1]; // days, as powers of ten
const TOP = Math.log10(32768);

/** Where a number of days and of cards is, in a room. */
function scales(width, height) {
  const [left, right, top, floor] = [54, 12, 12, 30];
  const across = width - left - right;
  const high = height - top - floor;
  return {
    x: (days) => left + (across * (Math.log10(days) - LOW)) / (HIGH - LOW),
    y: (cards) => top + high * (1 - Math.log10(cards) / TOP),
    power: (y) => ((1 - (y - top) / high) * TOP) / Math.log10(2),
    ...{ left, top, across, high },
  };
}

function axes(s) {
  const line = (x1, y1, x2, y2) => svg("line", { class: "bl-grid", x1, y1, x2, y2 });
  const floor = s.top + s.high;
  const text = (x, y, words, more = "") =>
    svg("text", { class: `bl-tick ${more}`, x, y }, words);
  return [
    ...DAYS.filter(([days]) => s.across > 330 || days !== MONTH).flatMap(
      ([days, words]) => [
        line(s.x(days), s.top, s.x(days), floor),
        days > 1e4
          ? text(s.left + s.across, floor + 14, words, "bl-end")
          : text(s.x(days), floor + 14, words),
      ],
    ),
    ...CARDS.flatMap((cards) => [
      line(s.left, s.y(cards), s.left + s.across, s.y(cards)),
      text(s.left - 7, s.y(cards), cards.toLocaleString("en-GB"), "bl-end"),
    ]),
  ];
}

/** What is said in the plane: what does not fit, and the hours beside the point. */
function notes(s) {
  const words = [0, 1].map(() => svg("text", { class: "bl-note" }));
  const update = ({ at, cards, hours, least, edge }) => {
    change(words[0], { x: s.left + 8, y: Math.min(edge + 11, s.top + s.high - 8) });
    words[0].textContent = least > 1 ? "too little memory" : "";
    const left = at + 125 > s.left + s.across;
    change(words[1], {
      x: at + (left ? -14 : 14),
      y: s.y(cards) + (left ? 15 : -13),
      class: `bl-note bl-here ${left ? "bl-end" : ""}`,
    });
    words[1].textContent = `${said(hours)} hours`;
  };
  return { words, update };
}

/** The ends of the line along which the hours of a card are the same. */
function ends(s, hours) {
  const inside = [1, 32768].map((n) =>
    Math.min(Math.max(hours / 24 / n, 10 ** LOW), 10 ** HIGH),
  );
  const [x1, x2] = inside.map(s.x);
  const [y1, y2] = inside.map((days) =>
    s.y(Math.min(Math.max(hours / 24 / days, 1), 32768)),
  );
  return { x1, x2, y1, y2 };
}

/** The plane; `choose` is told of the power of two that is pressed. */
export function plane(width, height, choose) {
  const s = scales(width, height);
  const clip = { x: s.left, y: s.top, width: s.across, height: s.high };
  const ground = svg("rect", { class: "bl-ground", ...clip });
  const small = svg("rect", { class: "bl-small", x: s.left, width: s.across });
  const same = svg("line", { class: "bl-same" });
  const dot = svg("circle", { class: "bl-dot", r: 8 });
  const said = notes(s);
  const press = (event) => {
    const { top } = node.getBoundingClientRect();
    choose(Math.max(0, Math.min(15, Math.round(s.power(event.clientY - top)))));
  };
  const node = svg(
    "svg",
    { class: "bl-plane", role: "img", width, height, onclick: press },
    [ground, small, ...axes(s), same, ...said.words, dot],
  );
  function update(found) {
    const { days, cards, hours, least } = found;
    change(same, ends(s, hours));
    const edge = s.y(Math.min(least, 32768));
    change(small, { y: edge, height: s.top + s.high - edge });
    const at = s.x(Math.min(Math.max(days, 10 ** LOW), 10 ** HIGH));
    change(dot, { cx: at, cy: s.y(cards) });
    said.update({ ...found, at, edge });
  }
  return { node, update };
}
