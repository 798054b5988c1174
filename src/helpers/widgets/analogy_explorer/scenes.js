// @ts-check
// Where the words stand in each picture, in pixels, and which of them have their names.

import {
  cosines,
  landing,
  named,
  nearest,
  order,
  plane,
  scatter,
  step,
} from "./model.js";
import { LANDMARKS } from "./words.js";

const COMMON = 400; // words such as "the", which name no island of the map
const pixels = (places, x, y) =>
  places.map((value, k) => (k % 2 ? y(value) : x(value)));

/** The names of words that matter, by their kinds, and of others in an order. */
function labelled(net, places, { width, high }, { kinds, first, others }) {
  const within = (i) => {
    const [x, y] = [places[2 * i], places[2 * i + 1]];
    return x > 3 && x < width - 3 && y > 3 && y < high - 3;
  };
  const asked = [...kinds.keys(), ...others].filter(within);
  const found = named(asked, {
    place: (i) => [places[2 * i], places[2 * i + 1]],
    wide: (i) => (kinds.has(i) ? 8.4 : 7.2) * net.names[i].length + 5,
    inside: ({ x0, x1, y0, y1 }) => x0 > 2 && x1 < width - 2 && y0 > 0 && y1 < high,
    most: width >= 560 ? 44 : 18,
    first,
  });
  return found.map((label) => ({ ...label, kind: kinds.get(label.i) ?? "plain" }));
}

/** The answers to drop + end − start, and all words by how near they are. */
export function answers(net, { start, end, drop }, exclude, most) {
  const values = cosines(net, landing(net, start, end, drop));
  const all = order(values);
  const own = new Set([start, end, drop]);
  const list = Array.from(all.subarray(0, most + 3), (i) => ({
    i,
    cosine: values[i],
    out: Boolean(exclude && own.has(i)),
  }));
  return { all, list: list.slice(0, most), best: list.find(({ out }) => !out)?.i };
}

/** The plane through the three words of an arrow. */
export function arrowScene(net, ends, found, room) {
  const { places, size } = plane(net, ends.start, ends.end, ends.drop);
  const at = (i) => [places[2 * i], places[2 * i + 1]];
  const [x, y] = at(ends.drop);
  const seen = [ends.start, ends.end, ends.drop, ...found.list.map(({ i }) => i)];
  const corners = [...seen.map(at), [x + size, y]];
  const [xs, ys] = [0, 1].map((k) => corners.map((corner) => corner[k]));
  const [x0, x1, y0, y1] = [xs, ys].flatMap((v) => [Math.min(...v), Math.max(...v)]);
  const [left, top] = room.width >= 560 ? [96, 40] : [58, 34];
  const scale = Math.min(
    (room.width - 2 * left) / Math.max(x1 - x0, 0.5),
    (room.high - 2 * top) / Math.max(y1 - y0, 0.5),
  );
  const px = (value) => room.width / 2 + (value - (x0 + x1) / 2) * scale;
  const py = (value) => room.high / 2 - (value - (y0 + y1) / 2) * scale;
  const spots = pixels(places, px, py);
  const { start, end, drop } = ends;
  const kinds = new Map([drop, start, end].map((i) => [i, "word"]));
  kinds.set(found.best, "lit");
  for (const { i } of found.list) if (!kinds.has(i)) kinds.set(i, "answer");
  const first = [
    [drop, -1],
    [start, -1],
    [end, 1],
  ];
  const labels = labelled(net, spots, room, { kinds, first, others: found.all });
  return { view: "arrow", places: spots, labels, ends };
}

/** The map on which neighbours stand together, whole or around one word. */
export function mapScene(net, word, zoom, room) {
  const [cx, cy] =
    word === null || zoom === 1
      ? [0.5, 0.5]
      : [net.places[2 * word], net.places[2 * word + 1]];
  const [width, high] = [room.width - 24, room.high - 24];
  const px = (value) => room.width / 2 + (value - cx) * zoom * width;
  const py = (value) => room.high / 2 - (value - cy) * zoom * high;
  const spots = pixels(net.places, px, py);
  const kinds = new Map(word === null ? [] : [[word, "lit"]]);
  const near = word === null ? [] : nearest(net, word, 8);
  for (const { i } of near) kinds.set(i, "answer");
  const known = LANDMARKS.flatMap((name) => net.index.get(name) ?? []);
  const usual = net.names.map((_, i) => (i + COMMON) % net.names.length);
  const labels = labelled(net, spots, room, {
    kinds,
    first: [],
    others: zoom > 2 ? usual : [...known, ...usual],
  });
  const size = zoom > 2 ? 3 : 2.2;
  return { view: "map", places: spots, labels, size, near };
}

/** All words along a step by their cosines with it; the judged ones in rows. */
export function axisScene(net, { start, end }, judged, room) {
  const lean = cosines(net, step(net, start, end));
  const most = Math.max(...lean.map(Math.abs), 0.1);
  const px = (value) => room.width / 2 + (value / most) * (room.width / 2 - 16);
  const foot = room.high - 44;
  const spots = new Float32Array(2 * lean.length);
  lean.forEach((value, i) => {
    spots[2 * i] = px(value);
    spots[2 * i + 1] = 8 + scatter(i) * (foot - 16);
  });
  const rows = [...judged].sort((i, j) => lean[j] - lean[i]);
  rows.forEach((i, k) => {
    spots[2 * i + 1] = ((k + 0.5) * foot) / rows.length;
  });
  const labels = rows.map((i) => {
    const long = 8.5 * net.names[i].length + 9;
    const [left, right] = [spots[2 * i] - long > 0, spots[2 * i] + long < room.width];
    return { i, side: (lean[i] >= 0 && right) || !left ? 1 : -1, kind: "word" };
  });
  return { view: "axis", places: spots, labels, lean, rows, foot, px };
}
