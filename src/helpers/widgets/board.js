// @ts-check
// A board of 28 × 28 pixels to draw a digit on, and what stands under it.

import { BLANK, SIDE, moved, stroked } from "./brush.js";
import { button, change, choice, html } from "./figure.js";

const POSITIVE = [0, 114, 178];
const NEGATIVE = [213, 94, 0];
const INK = [20, 24, 30];

// ---- the board --------------------------------------------------------------------

/** A small picture of numbers: white is 0, blue is positive, orange is negative. */
export function plate(side, attributes) {
  const canvas = html("canvas", { width: side, height: side, ...attributes });
  const context = canvas.getContext("2d");
  const image = context.createImageData(side, side);
  const paint = (values, limit, dark) => {
    values.forEach((value, i) => {
      const full = dark ? INK : value < 0 ? NEGATIVE : POSITIVE;
      const share = Math.min(1, Math.abs(value) / limit);
      for (let c = 0; c < 3; c += 1)
        image.data[4 * i + c] = 255 + share * (full[c] - 255);
      image.data[4 * i + 3] = 255;
    });
    context.putImageData(image, 0, 0);
  };
  return { canvas, paint };
}

const WAYS = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  " ": [0, 0],
};

/** A pen on the canvas: where it is, and what a stroke to a point does. */
function penOf(figure) {
  const node = html("span", { class: "tb-pen", "aria-hidden": "true", hidden: true });
  const pen = { node, last: null, at: [14.5, 14.5] };
  pen.place = () => {
    node.style.left = `${(100 * pen.at[0]) / SIDE}%`;
    node.style.top = `${(100 * pen.at[1]) / SIDE}%`;
  };
  pen.stroke = (to) => {
    const picture = stroked(
      figure.get("picture"),
      pen.last ?? to,
      to,
      figure.get("erase"),
    );
    pen.last = to;
    figure.set({ picture });
  };
  pen.key = (event) => {
    const way = WAYS[event.key];
    if (!way) return;
    event.preventDefault();
    pen.at = pen.at.map((at, i) => Math.max(0.5, Math.min(27.5, at + way[i])));
    pen.last = null;
    if (event.key === " " || event.shiftKey) pen.stroke(pen.at);
    pen.place();
  };
  pen.place();
  return pen;
}

/** The canvas to draw on, by pointer or with the arrow keys. */
export function drawingBoard(figure) {
  const pen = penOf(figure);
  const pointOf = ({ clientX, clientY }) => {
    const box = canvas.getBoundingClientRect();
    return [
      ((clientX - box.left) / box.width) * SIDE,
      ((clientY - box.top) / box.height) * SIDE,
    ];
  };
  const { canvas, paint } = plate(SIDE, {
    class: "tb-board",
    tabindex: "0",
    role: "application",
    "aria-label":
      "Drawing board, 28 by 28 pixels. Arrow keys move the pen, space draws.",
    onpointerdown: (event) => {
      canvas.setPointerCapture?.(event.pointerId);
      pen.last = null;
      pen.stroke(pointOf(event));
    },
    onpointermove: (event) => event.buttons && pen.stroke(pointOf(event)),
    onkeydown: pen.key,
    onfocus: () => (pen.node.hidden = !canvas.matches(":focus-visible")),
    onblur: () => (pen.node.hidden = true),
  });
  canvas.dataset.lmSuppressShortcuts = "true";
  const field = html("span", { class: "tb-window", "aria-hidden": "true" });
  const mark = (source) => {
    field.hidden = !source;
    if (!source) return;
    field.style.left = `${(100 * source.left) / SIDE}%`;
    field.style.top = `${(100 * source.top) / SIDE}%`;
  };
  const node = html("div", { class: "tb-easel" }, canvas, field, pen.node);
  return { node, canvas, paint, mark };
}

/** What stands under the board: pen or eraser, an empty board, and four moves. */
export function pens(figure) {
  const arrow = (sign, word, down, right) => {
    const move = () =>
      figure.set({ picture: moved(figure.get("picture"), down, right) });
    return change(button(sign, move), { "aria-label": `move the drawing ${word}` });
  };
  return html(
    "div",
    { class: "tb-row tb-pens" },
    choice(figure, "erase", {
      label: "pen",
      quiet: true,
      options: [
        [0, "pen"],
        [1, "eraser"],
      ],
    }),
    button("Clear", () => figure.set({ picture: BLANK })),
    html(
      "div",
      { class: "tb-row tb-arrows" },
      arrow("←", "left", 0, -1),
      arrow("↑", "up", -1, 0),
      arrow("↓", "down", 1, 0),
      arrow("→", "right", 0, 1),
    ),
  );
}
