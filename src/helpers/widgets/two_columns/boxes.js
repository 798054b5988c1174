// The net as boxes to scale, with what each holds painted on it: on one canvas.

import { LAYERS, largest } from "./model.js";

const SLANT = [0.8, -0.5]; // where a box's depth goes, a channel each
const GAPS = [40, 34, 26, 26, 26, 30, 24, 18]; // after each; half of it in a narrow room
const MOST = 4; // pixels a place

/** The colours that the boxes need, in the theme of the moment. */
export function coloursOf(node) {
  const style = getComputedStyle(node);
  const names = ["more", "less", "line", "lit", "hollow", "ink", "quiet", "rule"];
  const colour = (name) => style.getPropertyValue(`--tb-${name}`).trim();
  return Object.fromEntries(names.map((name) => [name, colour(name)]));
}

/** A bitmap of one map: blue as strong as the answers, one point for each place. */
function mapBitmap(values, side, most, hex) {
  const surface = new OffscreenCanvas(side, values.length / side);
  const image = new ImageData(side, values.length / side);
  const rgb = [1, 3, 5].map((k) => Number.parseInt(hex.slice(k, k + 2), 16));
  for (let k = 0; k < values.length; k += 1) {
    image.data.set(rgb, 4 * k);
    image.data[4 * k + 3] = Math.round(235 * Math.sqrt(Math.max(0, values[k]) / most));
  }
  surface.getContext("2d").putImageData(image, 0, 0);
  return surface;
}

/** A bitmap of a picture. */
export function pictureBitmap(rgb, side) {
  const surface = new OffscreenCanvas(side, side);
  const image = new ImageData(side, side);
  for (let k = 0; k < side * side; k += 1) {
    for (let c = 0; c < 3; c += 1) image.data[4 * k + c] = rgb[3 * k + c];
    image.data[4 * k + 3] = 255;
  }
  surface.getContext("2d").putImageData(image, 0, 0);
  return surface;
}

/** The strongest answer of each map in every row, or in every column. */
function profile({ values, side }, first, count, along) {
  const out = new Float32Array(count * side);
  for (let m = 0; m < count; m += 1)
    for (let k = 0; k < side * side; k += 1) {
      const line = along === "rows" ? Math.floor(k / side) : k % side;
      const place = along === "rows" ? line * count + m : m * side + line;
      out[place] = Math.max(out[place], values[(first + m) * side * side + k]);
    }
  return out;
}

/**
 * The three faces of every box as bitmaps; a layer has one box in each column. `fronts`
 * says for each layer which map of each column is in front.
 */
export function facesOf(layers, fronts, hex) {
  return layers.map((layer, k) => {
    const { maps, side, values } = layer;
    if (k === 0 || side === 1) return null;
    const [most, half] = [largest(layer), maps / 2];
    return fronts[k].map((map, column) => {
      const first = column * half;
      const front = values.subarray(map * side * side, (map + 1) * side * side);
      return {
        front: mapBitmap(front, side, most, hex),
        right: mapBitmap(profile(layer, first, half, "rows"), half, most, hex),
        top: mapBitmap(profile(layer, first, half, "columns"), side, most, hex),
      };
    });
  });
}

/** Where everything stands in a room so wide; a place is `unit` pixels. */
export function laidOut(layers, room) {
  const wide = room >= 560;
  const gaps = wide ? GAPS : GAPS.map((gap, k) => (k === 6 ? 20 : gap / 2));
  const deep = (maps) => Math.abs(SLANT[0]) * (maps / 2) * (wide ? 1 : 0.45);
  const fixed = layers.map((layer, k) => {
    if (k === 0) return 0;
    return layer.side > 1 ? deep(layer.maps) : wide ? 12 : 6;
  });
  const space = gaps.reduce((sum, gap) => sum + gap, 4) + fixed.reduce((a, b) => a + b);
  const places = layers.reduce((sum, { side }) => sum + (side > 1 ? side : 0), 0);
  const unit = Math.min(MOST, (room - space) / places);
  const channel = wide ? 1 : 0.45;
  const [lift, gap] = [24 * 0.5 * channel, 14];
  const high = 2 * 32 * unit + 2 * lift + gap;
  let x = 2;
  const boxes = layers.map((layer, k) => {
    const tall = layer.side > 1 ? layer.side * unit : 0;
    const box = { k, x, tall, depth: (layer.maps / 2) * channel, unit };
    box.middles = [high / 4 + lift / 4, (3 * high) / 4 + lift / 2 + gap / 4];
    x += (layer.side > 1 ? tall : 0) + fixed[k] + (gaps[k] ?? 0);
    return box;
  });
  return { boxes, width: x, height: high + 26, foot: high + 14, channel, unit };
}

/** The corners of a column's box: its front face and where its depth ends. */
export function corners(box, column) {
  const y = box.middles[column] - box.tall / 2;
  const shift = [SLANT[0] * box.depth, SLANT[1] * box.depth];
  return { x: box.x, y, size: box.tall, shift };
}

/** Paint a bitmap into a parallelogram: a corner and two sides. */
function onFace(pen, bitmap, [x, y], [ax, ay], [bx, by], colours, lit) {
  pen.save();
  pen.transform(ax, ay, bx, by, x, y);
  pen.fillStyle = colours.hollow;
  pen.fillRect(0, 0, 1, 1);
  pen.imageSmoothingEnabled = false;
  pen.drawImage(bitmap, 0, 0, 1, 1);
  pen.restore();
  pen.beginPath();
  pen.moveTo(x, y);
  pen.lineTo(x + ax, y + ay);
  pen.lineTo(x + ax + bx, y + ay + by);
  pen.lineTo(x + bx, y + by);
  pen.closePath();
  pen.strokeStyle = lit ? colours.lit : colours.line;
  pen.lineWidth = lit ? 2 : 1;
  pen.stroke();
}

/** One box with its three faces. */
function paintBox(pen, box, column, faces, colours, lit) {
  const { x, y, size, shift } = corners(box, column);
  const [dx, dy] = shift;
  onFace(pen, faces.right, [x + size, y], shift, [0, size], colours, lit);
  onFace(pen, faces.top, [x + dx, y + dy], [size, 0], [-dx, -dy], colours, lit);
  onFace(pen, faces.front, [x, y], [size, 0], [0, size], colours, lit);
}

/** Units without a place: a strip of cells, standing. */
function paintStrip(pen, box, layer, height, colours, lit) {
  const { values, maps } = layer;
  const [most, wide] = [largest(layer), box.unit > 2.4 ? 12 : 6];
  const cell = Math.min(7, (height - 26) / maps);
  const top = (height - 26 - cell * maps) / 2;
  pen.fillStyle = colours.hollow;
  pen.fillRect(box.x, top, wide, cell * maps);
  pen.fillStyle = colours.more;
  for (let k = 0; k < maps; k += 1) {
    pen.globalAlpha = 0.92 * Math.sqrt(values[k] / most);
    pen.fillRect(box.x, top + k * cell, wide, cell);
  }
  pen.globalAlpha = 1;
  pen.strokeStyle = lit ? colours.lit : colours.line;
  pen.lineWidth = lit ? 2 : 1;
  pen.strokeRect(box.x, top, wide, cell * maps);
  return { top, bottom: top + cell * maps, wide };
}

/** The picture, large, between the two columns. */
function paintPicture(pen, box, height, bitmap, colours, lit) {
  const y = (height - 26 - box.tall) / 2;
  pen.imageSmoothingEnabled = false;
  pen.drawImage(bitmap, box.x, y, box.tall, box.tall);
  pen.strokeStyle = lit ? colours.lit : colours.line;
  pen.lineWidth = lit ? 2 : 1;
  pen.strokeRect(box.x, y, box.tall, box.tall);
  return y;
}

/** Who sees whom: lines from the boxes of one layer to those of the next. */
function paintWays(pen, plan, colours) {
  const { boxes } = plan;
  const middle = plan.height / 2 - 13;
  const right = (box, column) => {
    const { x, y, size, shift } = corners(box, column);
    return [x + size + shift[0] + 3, y + size / 2 + shift[1] / 2];
  };
  const left = (box, column) => [box.x - 3, box.middles[column]];
  const lines = [];
  const from = [boxes[0].x + boxes[0].tall + 3, middle];
  for (const c of [0, 1]) {
    lines.push([from, left(boxes[1], c)]);
    for (const k of [1, 3, 4]) lines.push([right(boxes[k], c), left(boxes[k + 1], c)]);
    for (const d of [0, 1]) lines.push([right(boxes[2], c), left(boxes[3], d)]);
    lines.push([right(boxes[5], c), [boxes[6].x - 3, middle]]);
  }
  const after = (box) => box.x + (plan.unit > 2.4 ? 15 : 9);
  lines.push([
    [after(boxes[6]), middle],
    [boxes[7].x - 3, middle],
  ]);
  lines.push([
    [after(boxes[7]), middle],
    [boxes[8].x - 3, middle],
  ]);
  pen.strokeStyle = colours.line;
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (const [a, b] of lines) {
    pen.moveTo(...a);
    pen.lineTo(...b);
  }
  pen.stroke();
}

/** The names under the boxes, and those of the columns. */
function paintNames(pen, plan, at, colours) {
  pen.textAlign = "center";
  pen.font = "12.5px ui-sans-serif, system-ui, sans-serif";
  pen.fillStyle = colours.quiet;
  const [, , , , conv4] = plan.boxes;
  const x = conv4.x + conv4.tall / 2 + 8;
  const [above, below] = [conv4.middles[0] - 48, conv4.middles[1] + 42];
  pen.fillText("column 1", x, Math.max(10, above));
  pen.fillText("column 2", x, Math.min(plan.foot - 12, below));
  for (const box of plan.boxes) {
    const lit = box.k === at;
    const wide = box.tall || 12;
    pen.font = `${lit ? "600 " : ""}12.5px ui-sans-serif, system-ui, sans-serif`;
    pen.fillStyle = lit ? colours.ink : colours.quiet;
    const name = LAYERS[box.k];
    const short = plan.unit > 2.4 ? name : name.replace("conv", "").replace("fc", "");
    if (box.k < 8 || lit || plan.unit > 2.4)
      pen.fillText(box.k === 8 ? "" : short, box.x + wide / 2, plan.foot + 6);
  }
}

/** A frame on the picture, and a fan from it to the unit that sees it. */
function paintWindow(pen, plan, top, { window: seen, unit }, colours) {
  const [picture] = plan.boxes;
  const clip = (value) => Math.max(0, Math.min(32, value)) * picture.unit;
  const [x1, y1] = [clip(seen.left), clip(seen.top)];
  const [x2, y2] = [clip(seen.left + seen.size), clip(seen.top + seen.size)];
  const x = picture.x + x1;
  pen.strokeStyle = "#fff";
  pen.lineWidth = 4;
  pen.strokeRect(x, top + y1, x2 - x1, y2 - y1);
  pen.strokeStyle = colours.lit;
  pen.lineWidth = 2;
  pen.strokeRect(x, top + y1, x2 - x1, y2 - y1);
  pen.lineWidth = 1;
  pen.globalAlpha = 0.75;
  pen.beginPath();
  pen.moveTo(picture.x + x2, top + y1);
  pen.lineTo(unit.x, unit.y);
  pen.moveTo(picture.x + x2, top + y2);
  pen.lineTo(unit.x, unit.y + unit.size);
  pen.stroke();
  pen.globalAlpha = 1;
  pen.lineWidth = 2;
  pen.strokeRect(unit.x - 1, unit.y - 1, unit.size + 2, unit.size + 2);
}

/** All of it. `lit` is the layer, `look` the unit that is looked at, or null. */
export function paint(surface, plan, { layers, faces, bitmap, lit, look, colours }) {
  const ratio = Math.max(1, devicePixelRatio ?? 1);
  surface.width = Math.round(plan.width * ratio);
  surface.height = Math.round(plan.height * ratio);
  surface.style.width = `${plan.width}px`;
  surface.style.height = `${plan.height}px`;
  const pen = surface.getContext("2d");
  pen.scale(ratio, ratio);
  paintWays(pen, plan, colours);
  const [picture, ...rest] = plan.boxes;
  const top = paintPicture(pen, picture, plan.height, bitmap, colours, lit === 0);
  for (const box of rest.filter(({ k }) => k < 8)) {
    if (!faces[box.k]) {
      paintStrip(pen, box, layers[box.k], plan.height, colours, lit === box.k);
      continue;
    }
    faces[box.k].forEach((face, column) =>
      paintBox(pen, box, column, face, colours, lit === box.k),
    );
  }
  paintNames(pen, plan, lit, colours);
  if (look) paintWindow(pen, plan, top, look, colours);
}

/** The layer whose box stands under a point of the canvas, or −1. */
export function layerAt(plan, x) {
  let found = 0;
  for (const box of plan.boxes) if (x >= box.x - 8) found = box.k;
  return Math.min(found, 8);
}
