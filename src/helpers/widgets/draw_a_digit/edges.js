// The lines between the layers: all of them faint, those of the open unit lit.

import { change, svg } from "../figure.js";
import { LAYERS } from "./model.js";

const SIDES = { picture: 28, C1: 24, S2: 12, C3: 8, S4: 4 };

/** A way between two places that leaves and arrives along the flow. */
function way([x1, y1], [x2, y2], down) {
  const f = (value) => value.toFixed(1);
  if (down) {
    const middle = f((y1 + y2) / 2);
    return `M${f(x1)} ${f(y1)}C${f(x1)} ${middle} ${f(x2)} ${middle} ${f(x2)} ${f(y2)}`;
  }
  const middle = f((x1 + x2) / 2);
  return `M${f(x1)} ${f(y1)}C${middle} ${f(y1)} ${middle} ${f(y2)} ${f(x2)} ${f(y2)}`;
}

const out = (box, down) =>
  down
    ? [box.left + box.width / 2, box.top + box.height]
    : [box.left + box.width, box.top + box.height / 2];
const into = (box, down) =>
  down ? [box.left + box.width / 2, box.top] : [box.left, box.top + box.height / 2];

/** Which boxes of which layer feed a map. */
function feeds(layer, map) {
  const { below, fan } = LAYERS[layer];
  if (below === "picture") return [0];
  return fan === 1 ? [map] : Array.from({ length: fan }, (_, m) => m);
}

/** The way to a map of C1, past its kernel where the kernels are shown. */
function pastKernel(boxes, map, [from, to], down) {
  const kernel = boxes.kernels?.[map];
  if (!kernel) return way(from, to, down);
  return way(from, into(kernel, down), down) + way(out(kernel, down), to, down);
}

/** All ways of the network as one line. */
function allWays(boxes, down) {
  const ways = [];
  for (const [layer, { maps, below }] of Object.entries(LAYERS))
    for (let map = 0; map < maps; map += 1)
      for (const from of feeds(layer, map)) {
        const ends = [out(boxes[below][from], down), into(boxes[layer][map], down)];
        ways.push(
          layer === "C1" ? pastKernel(boxes, map, ends, down) : way(...ends, down),
        );
      }
  return ways.join("");
}

/** The part of a box that a window of so many cells covers. */
function windowOn(box, side, { top, left }, size) {
  const [w, h] = [box.width / side, box.height / side];
  return {
    left: box.left + left * w,
    top: box.top + top * h,
    width: size * w,
    height: size * h,
  };
}

const framed = (box, name) =>
  svg("rect", {
    x: box.left,
    y: box.top,
    width: box.width,
    height: box.height,
    class: name,
  });

/** The ways of one unit, as thick as they give, blue for more and orange for less. */
function litWays(boxes, open, { sources }, down) {
  const { below, patch } = LAYERS[open.layer];
  const most = Math.max(...sources.map(({ sum }) => Math.abs(sum)), 1e-6);
  const target = spotOf(boxes, open);
  return sources.flatMap((source) => {
    const side = below === "picture" ? SIDES.picture : SIDES[below];
    const box = boxes[below][source.from] ?? boxes[below][0];
    const field = windowOn(box, side, source, patch);
    const width = 0.8 + 4.2 * (Math.abs(source.sum) / most);
    const name = source.sum < 0 ? "dd-way dd-less" : "dd-way dd-more";
    const ends = [out(field, down), into(target, down)];
    const d =
      open.layer === "C1"
        ? pastKernel(boxes, open.map, ends, down)
        : way(...ends, down);
    return [
      svg("path", { d, class: name, "stroke-width": width.toFixed(2) }),
      framed(field, "dd-frame"),
    ];
  });
}

/** The open unit itself, a cell of its map. */
export function spotOf(boxes, { layer, map, row, column }) {
  const box = boxes[layer][map];
  if (layer === "output") return box;
  return windowOn(box, SIDES[layer], { top: row, left: column }, 1);
}

/** What lies over the stage; `lay` draws all ways, `show` those of a unit. */
export function edges() {
  const all = svg("path", { class: "dd-all" });
  const lit = svg("g", {});
  const node = svg("svg", { class: "dd-edges", "aria-hidden": "true" }, all, lit);
  const lay = (boxes, down) => change(all, { d: allWays(boxes, down) });
  const show = (boxes, open, found, field, down) => {
    const seen = windowOn(boxes.picture[0], SIDES.picture, field, field.size);
    const spot = spotOf(boxes, open);
    lit.replaceChildren(
      framed(seen, "dd-seen"),
      ...litWays(boxes, open, found, down),
      framed(spot, open.layer === "output" ? "dd-score-frame" : "dd-spot"),
    );
  };
  return { node, lay, show };
}
