// A picture on its way through a small AlexNet: boxes to scale, maps, and five guesses.

import { change, html, liveFigure, still, timeline } from "../figure.js";
import { onTheme } from "../cells.js";
import { bars, chips } from "../parts.js";
import { coloursOf, corners, facesOf, laidOut, layerAt } from "./boxes.js";
import { paint, pictureBitmap } from "./boxes.js";
import { covering, losses, worst } from "./cover.js";
import { columnOf, heightOf, mapAt, paintTiles, tiling } from "./maps.js";
import { LAYERS, PATCH, PLACES, SIDE, STRIDE, about, bytes, loudest } from "./model.js";
import { opened, percent, ranked, run, sees, strongest, windowWords } from "./model.js";
import { pictureRow } from "./own.js";

const TRY =
  "Choose a picture, press a box to see what it holds, and move over its maps.";
const QUIET = { class: "tc-try tb-note" };
const WALK = 650; // milliseconds a box
const GUESSES = 8;

// ---- what is looked at ----------------------------------------------------------------

/** Read a picture: everything that follows from it. */
function see(view, rgb) {
  view.covering?.stop();
  view.covering = null;
  view.rgb = rgb;
  view.layers = run(view.net, rgb);
  view.bitmap = pictureBitmap(rgb, SIDE);
  view.loudest = view.layers.map((layer) => loudest(layer));
  view.fronts = view.layers.map((layer) =>
    [0, layer.maps / 2].map((first) =>
      loudest(layer, first, Math.floor(layer.maps / 2)),
    ),
  );
  view.key = "";
}

/** The box that is lit, and the map of it that is looked at. */
function litOf(view, figure) {
  const lit = view.walk ?? figure.get("layer");
  const layer = view.layers[lit];
  const own = view.walk === null ? figure.get("map") : view.loudest[lit];
  const map = Math.min(view.hover?.map ?? own, layer.maps - 1);
  return { lit, layer, map };
}

/** The unit that is looked at: its place, its window, and where it is drawn. */
function unitOf(view, { lit, layer, map }) {
  if (lit < 1 || lit > 5) return null;
  const spot = strongest(layer, map);
  const { row, column } = view.hover?.row >= 0 ? view.hover : spot;
  const value = layer.values[(map * layer.side + row) * layer.side + column];
  const seen = sees(layer.name, row, column);
  const { x, y } = corners(view.plan.boxes[lit], map < layer.maps / 2 ? 0 : 1);
  const size = view.plan.unit;
  const unit = { x: x + column * size, y: y + row * size, size };
  return { row, column, value, window: seen, unit, found: !(view.hover?.row >= 0) };
}

// ---- words ----------------------------------------------------------------------------

/** What stands under the boxes. */
function lineOf(view, { lit, layer, map }, look) {
  const name = LAYERS[lit];
  if (!look && lit !== GUESSES) return `${name}. ${about(name)}`;
  if (lit === GUESSES) return guessWords(view);
  const answer = look.found ? "answers most" : "answers";
  return (
    `${name}, map ${map + 1}${columnOf(layer, map)}: ${answer} at row ${look.row + 1}, ` +
    `column ${look.column + 1}, with ${look.value.toFixed(1)}. ` +
    `It sees ${windowWords(look.window)}. ${about(name)}`
  );
}

/** The first guess, and what it hangs on. */
function guessWords(view) {
  const [[first, p]] = ranked(view.layers[GUESSES].values);
  const name = view.classes[first];
  const found = view.covering?.found;
  if (!found || Number.isNaN(found.at(-1)))
    return `${name}, ${percent(p)}. Now a grey square covers one part after another …`;
  const { left } = worst(found);
  return (
    `Covering the framed ${PATCH} × ${PATCH} pixels takes “${name}” from ` +
    `${percent(p)} to ${percent(left)}. The darker the blue, the more it loses.`
  );
}

/** The five best guesses as bars. */
function showGuesses(view) {
  const five = ranked(view.layers[GUESSES].values).slice(0, 5);
  view.bars.show(
    five.map(([k, p], place) => ({
      name: view.classes[k],
      number: percent(p),
      words: `${view.classes[k]}, ${percent(p)}`,
      part: p,
      lit: place === 0,
    })),
  );
}

// ---- the panel under the boxes --------------------------------------------------------

/** The tiles of the lit layer, or the picture with what must not be covered. */
function showPanel(view, { lit, layer, map }) {
  const guess = lit === GUESSES;
  view.tiles.hidden = guess;
  view.cover.hidden = !guess;
  if (guess) return showCover(view);
  view.tiling = tiling(layer, view.room);
  const { net, colours } = view;
  paintTiles(view.tiles, layer, view.tiling, { net, chosen: map, colours });
  const words = `The maps of ${layer.name}. Arrow keys go from map to map.`;
  return change(view.tiles, { "aria-label": words });
}

/** Begin to cover the picture, or show how far that is. */
function showCover(view) {
  const [[first, p]] = ranked(view.layers[GUESSES].values);
  if (!view.covering)
    view.covering = covering(view.net, view.rgb, first, () => view.again());
  const pen = view.cover.getContext("2d");
  const size = view.cover.width / SIDE;
  pen.imageSmoothingEnabled = false;
  pen.globalAlpha = 1;
  pen.drawImage(view.bitmap, 0, 0, view.cover.width, view.cover.width);
  const lost = losses(view.covering.found, p);
  pen.fillStyle = view.colours.more;
  lost.forEach((value, k) => {
    pen.globalAlpha = Math.min(0.8, Math.max(0, value / Math.max(p, 0.05)));
    pen.fillRect((k % SIDE) * size, Math.floor(k / SIDE) * size, size, size);
  });
  pen.globalAlpha = 1;
  const { row, column, left } = worst(view.covering.found);
  if (left === Infinity) return;
  pen.strokeStyle = view.colours.lit;
  pen.lineWidth = 3;
  const at = [column, row].map((k) => k * STRIDE * size);
  pen.strokeRect(...at, PATCH * size, PATCH * size);
}

// ---- all of it ------------------------------------------------------------------------

/** The faces of the boxes, made anew only when something on them is another. */
function facesNow(view, { lit, layer, map }) {
  const fronts = view.fronts.map((pair) => [...pair]);
  fronts[lit][map < layer.maps / 2 ? 0 : 1] = map;
  const key = `${fronts} ${view.colours.more}`;
  if (key !== view.key) view.faces = facesOf(view.layers, fronts, view.colours.more);
  view.key = key;
  return view.faces;
}

function showAll(view, figure) {
  if (!view.plan) return;
  const now = litOf(view, figure);
  const look = unitOf(view, now);
  const { layers, bitmap, colours } = view;
  const faces = facesNow(view, now);
  paint(view.boxes, view.plan, { layers, faces, bitmap, lit: now.lit, look, colours });
  showPanel(view, now);
  const line = lineOf(view, now, look);
  if (view.line.textContent !== line) view.line.textContent = line;
}

/** Go to a box, and there to the map that answers most. */
function goTo(view, figure, layer) {
  view.hover = null;
  figure.set({ layer, map: view.loudest[layer] });
}

/** The tiles: pointing looks at a unit, pressing chooses its map, arrows walk. */
function tilesOf(view, figure) {
  const under = (event) => {
    const { left, top } = view.tiles.getBoundingClientRect();
    const { layer } = litOf(view, figure);
    const at = mapAt(layer, view.tiling, event.clientX - left, event.clientY - top);
    if (!at) return null;
    const place = (part) => (part === null ? -1 : Math.floor(part * layer.side));
    return { map: at.map, row: place(at.down), column: place(at.across) };
  };
  const look = (hover) => {
    view.hover = hover;
    showAll(view, figure);
  };
  const arrow = (event) => {
    const { layer, map } = litOf(view, figure);
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -view.tiling.across };
    const step = event.key === "ArrowDown" ? view.tiling.across : by[event.key];
    if (!step) return;
    event.preventDefault();
    view.hover = null;
    figure.set({ map: Math.max(0, Math.min(layer.maps - 1, map + step)) });
  };
  return html("canvas", {
    class: "tc-tiles",
    tabindex: "0",
    role: "application",
    onpointermove: (event) => look(under(event)),
    onpointerleave: () => look(null),
    onclick: (event) => {
      const at = under(event);
      if (at) figure.set({ map: at.map });
    },
    onkeydown: arrow,
  });
}

/** What to try. */
function tries(view, figure) {
  const named = (name) => figure.get("pictures").findIndex((p) => p.name === name);
  const show = (name, layer) => () => {
    const picture = named(name);
    if (picture < 0) return;
    view.then = layer;
    view.take(view.stored[picture].rgb, picture);
  };
  const entries = [
    ["its kernels", () => goTo(view, figure, 1)],
    ["a car, on a road", show("drawn car", GUESSES)],
    ["the same car, in the sky", show("car in the sky", GUESSES)],
    ["what it has no word for", show("flower", GUESSES)],
    ["what must not be covered", () => goTo(view, figure, GUESSES)],
  ];
  return chips("What to try", entries, "tb-slide");
}

/** Everything that the figure is made of. */
function assemble(figure) {
  const view = { walk: null, hover: null, key: "", plan: null, then: null };
  view.net = opened(figure.get("net"));
  view.classes = figure.get("classes");
  view.stored = figure.get("pictures").map((p) => ({ ...p, rgb: bytes(p.rgb) }));
  view.boxes = html("canvas", {
    class: "tc-boxes",
    role: "img",
    onclick: (event) => {
      const { left } = view.boxes.getBoundingClientRect();
      goTo(view, figure, layerAt(view.plan, event.clientX - left));
    },
  });
  view.bars = bars("Five best guesses", 5);
  view.line = html("p", { class: "tc-line" });
  view.tiles = tilesOf(view, figure);
  view.cover = html("canvas", { class: "tc-cover", width: 256, height: 256 });
  change(view.cover, { role: "img", "aria-label": "The picture, covered bit by bit" });
  view.panel = html("div", { class: "tc-panel" }, view.tiles, view.cover);
  const guesses = html("div", { class: "tc-guesses" }, view.bars.root);
  view.stage = html("div", { class: "tc-stage" }, view.boxes, guesses);
  view.stage.append(tries(view, figure));
  view.again = () => showAll(view, figure);
  return view;
}

/** Walk through the boxes once, when they are first seen, until something is touched. */
function setInMotion(view, figure) {
  let timer = null;
  const stop = () => {
    if (timer === null) return;
    clearInterval(timer);
    [timer, view.walk] = [null, null];
    showAll(view, figure);
  };
  const step = () => {
    view.walk += 1;
    if (view.walk > 7) stop();
    else showAll(view, figure);
  };
  figure.onceSeen(
    view.stage,
    () => {
      if (still()) return;
      view.walk = 0;
      timer = setInterval(step, WALK);
      showAll(view, figure);
    },
    0.4,
  );
  for (const kind of ["pointerdown", "keydown"]) {
    figure.root.addEventListener(kind, stop, true);
    figure.endings.push(() => figure.root.removeEventListener(kind, stop, true));
  }
  figure.endings.push(stop, () => view.covering?.stop());
}

/** How much of the stage the guesses take beside the boxes: as in style.css. */
const beside = (width) => (width < 640 ? 0 : width < 900 ? 210 : 232);

/** Follow the pictures, the settings, the room and the page's theme. */
function follow(view, figure, row) {
  const at = () => Math.min(figure.get("picture"), view.stored.length - 1);
  const use = (rgb, place) => {
    see(view, rgb);
    row.show(place);
    showGuesses(view);
    const layer = view.then ?? figure.get("layer");
    view.then = null;
    goTo(view, figure, layer);
    showAll(view, figure);
  };
  view.take = (rgb, place) => {
    if (place < 0 || place === at()) use(rgb, place);
    else figure.set({ picture: place });
  };
  let shown = -1;
  figure.watch(["picture"], () => {
    shown = at();
    view.colours = coloursOf(figure.root);
    use(view.stored[shown].rgb, shown);
  });
  figure.watch(["layer", "map"], () => {
    showAll(view, figure);
    const { lit } = litOf(view, figure);
    const words = `${LAYERS[lit]} of the net. ${view.line.textContent}`;
    change(view.boxes, { "aria-label": words });
    if (view.walk === null) figure.announce(words);
  });
  figure.fit(view.stage, (width) => {
    view.room = width;
    view.plan = laidOut(view.layers, width - beside(width));
    const high = heightOf(view.layers[1], tiling(view.layers[1], width));
    view.panel.style.minHeight = `${high}px`;
    showAll(view, figure);
  });
  onTheme(figure, () => {
    view.colours = coloursOf(figure.root);
    showAll(view, figure);
  });
}

function draw(figure) {
  const view = assemble(figure);
  figure.root.classList.add("tc-figure");
  const take = (rgb, place) => view.take(rgb, place);
  const row = pictureRow(figure, view.stage, view.stored, take);
  figure.root.append(
    html("div", { class: "tb-head" }, figure.title, html("p", QUIET, TRY)),
    row.node,
    view.stage,
    view.line,
    view.panel,
    timeline(figure, {
      label: "box",
      watches: ["layer"],
      pace: 1300,
      last: () => GUESSES,
      at: () => figure.get("layer"),
      move: (layer) => goTo(view, figure, layer),
      say: (k) => LAYERS[k],
    }),
  );
  follow(view, figure, row);
  setInMotion(view, figure);
}

export default liveFigure({ title: "A small AlexNet that sees", draw, stage: true });
