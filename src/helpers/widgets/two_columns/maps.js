// The maps of one layer as tiles, a row of them for each column; and the kernels.

import { CONVOLUTIONS, kernelColours, largest } from "./model.js";
import { pictureBitmap } from "./boxes.js";

const GAP = 3;

/** How the tiles stand in a room: how many to a row, and how large. */
export function tiling(layer, room) {
  const { maps, side } = layer;
  if (side === 1) return strips(maps, room);
  if (maps === 3) return { across: 3, rows: 1, size: Math.min(120, (room - 12) / 3) };
  const half = maps / 2;
  const lines = room >= 620 ? 1 : 2;
  const across = Math.ceil(half / lines);
  const size = Math.min(34, Math.floor((room - GAP * (across - 1)) / across));
  return { across, rows: 2 * lines, size, lines, half };
}

function strips(units, room) {
  const across = Math.min(units, Math.floor(room / 15), 48);
  const size = Math.min(26, Math.floor((room - GAP * (across - 1)) / across));
  return { across, rows: Math.ceil(units / across), size };
}

/** Whether the layer's kernels are shown above its maps. */
const withKernels = (name) => name === "conv1";

/** The upper left corner of a tile; kernels have a row of their own above the maps. */
export function tileAt(plan, k, kernels) {
  const step = plan.size + GAP;
  if (!plan.half) return [(k % plan.across) * step, Math.floor(k / plan.across) * step];
  const column = k < plan.half ? 0 : 1;
  const inside = k - column * plan.half;
  const line = column * plan.lines + Math.floor(inside / plan.across);
  const tall = kernels ? 2 * plan.size + GAP + 6 : step;
  const y = line * tall + column * 8;
  return [(inside % plan.across) * step, y + (kernels ? plan.size + 2 : 0)];
}

/** How high all tiles are together. */
export function heightOf(layer, plan) {
  const [, y] = tileAt(plan, layer.maps - 1, withKernels(layer.name));
  return Math.ceil(y + plan.size + 2);
}

function shades(values, side, most, rgb) {
  const image = new ImageData(side, side);
  for (let k = 0; k < side * side; k += 1) {
    image.data.set(rgb[values[k] < 0 ? 1 : 0], 4 * k);
    const part = Math.min(1, Math.abs(values[k]) / most);
    image.data[4 * k + 3] = Math.round(235 * Math.sqrt(part));
  }
  const surface = new OffscreenCanvas(side, side);
  surface.getContext("2d").putImageData(image, 0, 0);
  return surface;
}

const parts = (hex) => [1, 3, 5].map((k) => Number.parseInt(hex.slice(k, k + 2), 16));

/** Paint a layer's tiles; the chosen one has an amber frame. */
export function paintTiles(surface, layer, plan, { net, chosen, colours }) {
  const ratio = Math.max(1, devicePixelRatio ?? 1);
  const kernels = withKernels(layer.name);
  const width = plan.across * (plan.size + GAP);
  const height = heightOf(layer, plan);
  surface.width = Math.round(width * ratio);
  surface.height = Math.round(height * ratio);
  surface.style.width = `${width}px`;
  surface.style.height = `${height}px`;
  const pen = surface.getContext("2d");
  pen.scale(ratio, ratio);
  pen.imageSmoothingEnabled = false;
  const [most, size] = [largest(layer), layer.side ** 2];
  const rgb = [parts(colours.more), parts(colours.less)];
  for (let k = 0; k < layer.maps; k += 1) {
    const [x, y] = tileAt(plan, k, kernels);
    const values = layer.values.subarray(k * size, (k + 1) * size);
    pen.fillStyle = colours.hollow;
    pen.fillRect(x, y, plan.size, plan.size);
    pen.drawImage(shades(values, layer.side, most, rgb), x, y, plan.size, plan.size);
    if (kernels) {
      const picture = pictureBitmap(kernelColours(net, k), 7);
      pen.drawImage(picture, x, y - plan.size - 2, plan.size, plan.size);
    }
    pen.strokeStyle = k === chosen ? colours.lit : colours.rule;
    pen.lineWidth = k === chosen ? 3 : 1;
    const up = kernels && k === chosen ? plan.size + 2 : 0;
    pen.strokeRect(x, y - up, plan.size, plan.size + up);
  }
}

/** The map under a point of the tiles, and the part of the way across and down it. */
export function mapAt(layer, plan, x, y) {
  const kernels = withKernels(layer.name);
  for (let k = 0; k < layer.maps; k += 1) {
    const [left, top] = tileAt(plan, k, kernels);
    const high = plan.size + GAP;
    const above = kernels ? plan.size + 2 : 0;
    const inside = x >= left && x < left + high && y >= top - above && y < top + high;
    if (!inside) continue;
    const part = (value) => Math.max(0, Math.min(0.999, value / plan.size));
    return { map: k, across: part(x - left), down: y < top ? null : part(y - top) };
  }
  return null;
}

/** In words, which column a map belongs to. */
export function columnOf(layer, map) {
  const two = CONVOLUTIONS.some(({ name }) => name === layer.name);
  return two ? `, column ${map < layer.maps / 2 ? 1 : 2}` : "";
}
