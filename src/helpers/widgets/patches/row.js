// @ts-check
// The row of tokens that the network reads, and the squares' flight into it.

import { SIDE } from "../brush.js";
import { change, html, rove, still } from "../figure.js";
import { shade } from "./board.js";
import { plate } from "./plate.js";
import { WORDS } from "./words.js";

const FLIGHT = 900; // milliseconds that a square is in the air
const BETWEEN = 1200; // milliseconds from the first take-off to the last

/** One token: the class token, or a square with the number of its position. */
function tokenOf(figure, token, size, near) {
  const square = token ? plate(size, { class: "pa-square" }) : null;
  const veil = html("span", { class: "pa-veil", "aria-hidden": "true" });
  const number = html("span", { class: "pa-number" });
  const face = square
    ? square.canvas
    : html("span", { class: "pa-class", "data-word": WORDS.class });
  const picture = html("span", { class: "pa-face" }, face, veil);
  const node = html(
    "button",
    {
      type: "button",
      class: "pa-token",
      "data-cell": "",
      onclick: () => figure.set({ token }),
      onfocus: () => near(token),
      onpointerenter: () => near(token),
      onpointerleave: () => near(0),
    },
    picture,
    number,
  );
  return { node, square, veil, number, picture };
}

/** From where a square comes that stands in a cell of the picture. */
function cellBox(canvas, size, piece) {
  const { left, top, width } = canvas.getBoundingClientRect();
  const [across, scale] = [SIDE / size, width / SIDE];
  return {
    left: left + size * scale * (piece % across),
    top: top + size * scale * Math.floor(piece / across),
    width: size * scale,
  };
}

/** Let a square fly from a box to where it stands. */
function fly(node, from, delay, duration = FLIGHT) {
  const to = node.getBoundingClientRect();
  if (!to.width || !node.animate) return;
  const way = `translate(${from.left - to.left}px, ${from.top - to.top}px)`;
  const start = `${way} scale(${from.width / to.width})`;
  node.animate(
    [
      { transform: start, transformOrigin: "0 0", zIndex: 3, offset: 0 },
      { transform: "none", transformOrigin: "0 0", zIndex: 3, offset: 1 },
    ],
    { duration, delay, easing: "cubic-bezier(.4, 0, .2, 1)", fill: "backwards" },
  );
}

/** How the squares of a row move: out of the picture, or from place to place. */
function flights(cells, size) {
  const count = (SIDE / size) ** 2;
  return {
    /** The squares fly out of the picture. */
    cut(canvas, pieces) {
      if (still()) return;
      pieces.forEach((piece, k) =>
        fly(
          cells[k + 1].picture,
          cellBox(canvas, size, k),
          200 + (BETWEEN * k) / count,
        ),
      );
    },
    /** The squares fly from where they stood to where they stand. */
    shuffle(before, after) {
      if (still()) return;
      const boxes = cells.map(({ picture }) => picture.getBoundingClientRect());
      after.forEach((piece, k) => {
        const from = before.indexOf(piece);
        if (from !== k) fly(cells[k + 1].picture, boxes[from + 1], 0, 800);
      });
    },
  };
}

/** All tokens in their row; each opens itself. */
export function rowOf(figure, size, near) {
  const count = (SIDE / size) ** 2;
  const cells = Array.from({ length: count + 1 }, (_, token) =>
    tokenOf(figure, token, size, near),
  );
  const line = html(
    "div",
    { class: `pa-row pa-of-${count}`, "data-row": "" },
    cells.map(({ node }) => node),
  );
  const root = html("div", { role: "group", "aria-label": WORDS.row }, line);
  return {
    root: rove(root),
    near: (token) =>
      cells.forEach(({ node }, k) =>
        node.classList.toggle("pa-close", k === token && token > 0),
      ),
    update({ words, values, most, open, numbers, about }) {
      cells.forEach(({ node, square, veil, number }, token) => {
        square?.paint(words[token - 1]);
        const { style, "fill-opacity": part } = shade(values?.[token] ?? 0, most);
        veil.style.cssText = style.replace("fill", "background");
        veil.style.opacity = part;
        number.textContent = numbers[token];
        change(node, {
          "aria-pressed": String(token === open),
          "aria-label": about(token),
        });
      });
    },
    ...flights(cells, size),
  };
}
