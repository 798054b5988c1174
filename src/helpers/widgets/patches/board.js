// @ts-check
// The picture: what lies over its squares, and how it is pointed at and drawn on.

import { SIDE, stroked } from "../brush.js";
import { change, html, svg } from "../figure.js";
import { plate } from "./plate.js";
import { WORDS } from "./words.js";

const WAYS = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};
const DEEPEST = 0.72; // of a colour over the paper
const inside = (value, most) => Math.max(0, Math.min(most, value));

/** The colour of a number over the paper, as attributes of a shape. */
export function shade(value, most) {
  const share = most ? Math.min(1, Math.abs(value) / most) : 0;
  return {
    style: `fill: var(${value < 0 ? "--tb-less" : "--tb-more"})`,
    "fill-opacity": (DEEPEST * share).toFixed(3),
  };
}

/** Lines between the squares, as a path. */
function cuts(size) {
  let path = "";
  for (let at = size; at < SIDE; at += size) path += `M${at} 0v28M0 ${at}h28`;
  return path;
}

/** The squares of the drawing that lies over the picture. */
function coverOf() {
  const root = svg("svg", { viewBox: "0 0 28 28", class: "pa-cover" });
  const frame = (kind) => svg("rect", { class: kind, hidden: true });
  const [open, near] = [frame("pa-open"), frame("pa-near")];
  let shapes = [];
  let size = 0;
  const at = (k) => {
    const across = SIDE / size;
    return { x: size * (k % across), y: size * Math.floor(k / across) };
  };
  const put = (node, k) => {
    change(node, { hidden: k < 0 });
    if (k >= 0) change(node, { ...at(k), width: size, height: size });
  };
  function build(to) {
    size = to;
    shapes = Array.from({ length: (SIDE / size) ** 2 }, (_, k) =>
      svg("rect", { ...at(k), width: size, height: size }),
    );
    const lines = svg("path", { d: cuts(size), class: "pa-cuts" });
    root.replaceChildren(...shapes, lines, near, open);
  }
  return {
    root,
    near: (token) => put(near, token - 1),
    update(values, most, token, to) {
      if (to !== size) build(to);
      shapes.forEach((shape, k) => change(shape, shade(values?.[k + 1] ?? 0, most)));
      put(open, token - 1);
      put(near, -1);
    },
  };
}

/** Where a pointer is, in pixels of the picture. */
function pointOf({ clientX, clientY }, node) {
  const { left, top, width, height } = node.getBoundingClientRect();
  return [((clientX - left) / width) * SIDE, ((clientY - top) / height) * SIDE];
}

/** What the keys do on the picture: move the open square, or the pen. */
function keys(figure, { open, pen, stroke }) {
  let cursor = [13.5, 13.5];
  return (event) => {
    const way = WAYS[event.key] ?? (event.key === " " ? [0, 0] : null);
    if (!way) return;
    event.preventDefault();
    const size = Number(figure.get("patch"));
    if (figure.get("tool") === "look") {
      const [across, at] = [SIDE / size, Math.max(0, figure.get("token") - 1)];
      const [i, j] = [Math.floor(at / across) + way[1], (at % across) + way[0]];
      open(1 + inside(i, across - 1) * across + inside(j, across - 1));
      return;
    }
    cursor = cursor.map((place, i) => inside(place + way[i], SIDE - 0.5));
    if (event.key === " " || event.shiftKey) stroke(cursor, cursor);
    pen.style.left = `${(100 * cursor[0]) / SIDE}%`;
    pen.style.top = `${(100 * cursor[1]) / SIDE}%`;
    pen.hidden = false;
  };
}

/** What the pointer does on the picture. */
function pointing(figure, node, { open, near, stroke }) {
  let last = null;
  const looks = () => figure.get("tool") === "look";
  const token = (event) => {
    const size = Number(figure.get("patch"));
    const across = SIDE / size;
    const [j, i] = pointOf(event, node()).map((value) =>
      inside(Math.floor(value / size), across - 1),
    );
    return 1 + i * across + j;
  };
  return {
    onpointerdown: (event) => {
      if (looks()) open(token(event));
      else {
        node().setPointerCapture?.(event.pointerId);
        last = pointOf(event, node());
        stroke(last, last);
      }
    },
    onpointermove: (event) => {
      if (looks()) near(token(event));
      else if (event.buttons && last) {
        const to = pointOf(event, node());
        stroke(last, to);
        last = to;
      }
    },
    onpointerup: () => (last = null),
    onpointerleave: () => near(0),
  };
}

/** The picture, with its cover; `near` hears which square is pointed at. */
export function boardOf(figure, { open, near }) {
  const cover = coverOf();
  const pen = html("span", { class: "pa-pen", "aria-hidden": "true", hidden: true });
  const stroke = (from, to) =>
    figure.set({
      picture: stroked(
        figure.get("picture"),
        from,
        to,
        Number(figure.get("tool") === "erase"),
        1,
      ),
      shuffle: 0,
    });
  const { canvas, paint } = plate(SIDE, {
    class: "pa-board",
    tabindex: "0",
    role: "application",
    onblur: () => (pen.hidden = true),
    onkeydown: keys(figure, { open, pen, stroke }),
    ...pointing(figure, () => canvas, { open, near, stroke }),
  });
  figure.watch(["tool"], () => {
    const looks = figure.get("tool") === "look";
    change(canvas, { "aria-label": looks ? WORDS.looks : WORDS.draws });
    canvas.style.touchAction = looks ? "manipulation" : "none";
    canvas.style.cursor = looks ? "pointer" : "crosshair";
  });
  const node = html("div", { class: "pa-easel" }, canvas, cover.root, pen);
  return { node, canvas, paint, near: cover.near, update: cover.update };
}
