// Draw a digit: a convolutional network from left to right, every unit of it open.

import { change, html, liveFigure, timeline } from "../figure.js";
import { drawingBoard, pens, plate } from "../board.js";
import { inks, onTheme } from "../cells.js";
import { card } from "./card.js";
import { edges, spotOf } from "./edges.js";
import { WHOLE, film, head, parts } from "./film.js";
import { ORDER, column, kernels, scoreBoard } from "./maps.js";
import {
  DRAWN,
  LAYERS,
  explained,
  forward,
  grounds,
  opened,
  problem,
  seen,
  softmax,
  unpack,
  verdict,
} from "./model.js";

const SHOWN = ["picture", "layer", "map", "place", "source"];
const SIDES = Object.fromEntries(
  Object.entries(LAYERS).map(([l, { side }]) => [l, side]),
);
const TRY =
  "Draw on the board. Move over any map: the lines show what it is made of, the card " +
  "its sum.";

// ---- what to try ------------------------------------------------------------------

/** Drawings to begin with, each as a small picture of itself. */
function samplesOf(figure) {
  const all = [...(figure.get("samples") ?? []), ...Object.entries(DRAWN)];
  const buttons = all.map(([name, picture]) => {
    const small = plate(28, { "aria-hidden": "true" });
    small.paint(Float32Array.from(picture.join(""), Number), 9, true);
    const press = () => figure.set({ picture });
    const look = {
      type: "button",
      class: "dd-sample",
      "aria-label": name,
      title: name,
    };
    return html("button", { ...look, onclick: press }, small.canvas);
  });
  const group = { class: "dd-samples", role: "group", "aria-label": "Drawings to try" };
  figure.watch(["picture"], () => {
    const now = figure.get("picture").join("");
    buttons.forEach((node, k) =>
      change(node, { "aria-pressed": String(all[k][1].join("") === now) }),
    );
  });
  return html("div", group, buttons);
}

// ---- the stage --------------------------------------------------------------------

/** Everything that stands on the stage. */
function assemble(figure) {
  const view = { net: unpack(figure.get("net") ?? ""), part: WHOLE, boxes: null };
  view.ground = grounds(view.net);
  const open = (settings) => {
    view.card.node.hidden = false;
    figure.set({ ...settings, source: -1 });
  };
  view.board = drawingBoard(figure);
  view.board.mark(null);
  view.kernels = kernels();
  view.columns = Object.fromEntries(ORDER.map((layer) => [layer, column(layer, open)]));
  view.scores = scoreBoard(open);
  view.edges = edges();
  view.card = card(figure, () => (view.card.node.hidden = true));
  view.verdict = html("p", { class: "tb-verdict" });
  view.easel = html(
    "div",
    { class: "dd-layer dd-easel" },
    html("p", { class: "dd-head" }, html("b", {}, "picture"), " 28 × 28"),
    view.board.node,
    pens(figure),
  );
  view.stage = html(
    "div",
    { class: "dd-stage" },
    view.edges.node,
    view.easel,
    view.kernels.node,
    ORDER.map((layer) => view.columns[layer].node),
    view.scores.node,
    view.card.node,
  );
  return view;
}

/** Where all maps are on the stage. */
function measured(view) {
  const room = view.stage.getBoundingClientRect();
  const box = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { left: left - room.left, top: top - room.top, width, height };
  };
  const boxes = { picture: [box(view.board.canvas)] };
  for (const layer of ORDER)
    boxes[layer] = view.columns[layer].cells.map(({ canvas }) => box(canvas));
  if (view.wide) boxes.kernels = view.kernels.cells.map(box);
  boxes.output = view.scores.cells.map(({ node }) => box(node));
  return boxes;
}

/** Put the card beside the open unit, and off the maps that it is made of. */
function putCard(view, open) {
  const { node } = view.card;
  if (!view.wide || node.hidden) return;
  const [room, tall] = [view.stage.clientWidth, view.stage.clientHeight];
  const spot = spotOf(view.boxes, open);
  const map = view.boxes[open.layer][open.map];
  const right = map.left + map.width + 10;
  const sources = view.boxes[LAYERS[open.layer].below][0];
  const left =
    right + node.offsetWidth <= room ? right : sources.left - node.offsetWidth - 14;
  const top = Math.min(spot.top - 40, tall - node.offsetHeight - 2);
  node.style.left = `${Math.max(0, left)}px`;
  node.style.top = `${Math.max(20, top)}px`;
}

// ---- following the settings -------------------------------------------------------

/** Compute the network anew if the picture is another. */
function compute(view, figure) {
  const picture = figure.get("picture");
  if (picture === view.read) return;
  view.read = picture;
  view.units = forward(view.net, picture);
  view.probabilities = softmax(view.units.output);
  view.board.paint(view.units.picture, 1, true);
  view.verdict.textContent = verdict(view.units);
  view.painted = null;
}

/** Shade all maps, if they or the part that is shown have changed. */
function shade(view) {
  const key = JSON.stringify(view.part);
  if (view.painted === key) return;
  view.painted = key;
  view.inks ??= inks(view.columns.C1.cells[0].canvas);
  for (const layer of ORDER)
    view.columns[layer].paint(
      view.inks,
      view.units[layer],
      view.ground[layer],
      view.part[layer],
    );
  view.scores.update(view.probabilities, view.part.output);
}

/** Show the open unit, or the one that the film has come to. */
function showUnit(view, figure, at) {
  const open = opened({ ...figure.state(), ...at });
  const found = explained(view.net, view.units, open);
  for (const [layer, { cells }] of [
    ...Object.entries(view.columns),
    ["output", view.scores],
  ])
    cells.forEach(({ node }, map) => {
      const pressed = open.layer === layer && open.map === map;
      change(node, { "aria-pressed": String(pressed) });
    });
  const said = view.card.update(view.inks, open, found);
  if (view.boxes) {
    view.edges.show(view.boxes, open, found, seen(open), !view.wide);
    putCard(view, open);
  }
  return said;
}

function showAll(view, figure, at = {}) {
  compute(view, figure);
  shade(view);
  return showUnit(view, figure, at);
}

/** Back, step, play over the units of the open map. */
function clock(figure) {
  const now = () => opened(figure.state());
  return timeline(figure, {
    label: "unit of the open map",
    watches: ["layer", "map", "place"],
    pace: 300,
    last: () => (now().layer === "output" ? 9 : LAYERS[now().layer].side ** 2 - 1),
    at: () => (now().layer === "output" ? now().map : now().place),
    move: (to) =>
      figure.set(figure.get("layer") === "output" ? { map: to } : { place: to }),
    say: () => {
      const { layer, map, row, column: across } = now();
      return layer === "output"
        ? `digit ${map}`
        : `row ${row + 1}, column ${across + 1}`;
    },
  });
}

/** The signal runs through once, when it is first seen and until it is touched. */
function overture(view, figure) {
  const move = film({
    show: (gone) => {
      view.part = parts(gone);
      view.card.node.hidden = true;
      const { layer, place } = head(gone, SIDES);
      const map = layer === "output" ? 0 : 2 % LAYERS[layer].maps;
      showAll(view, figure, { layer, map, place, source: -1 });
    },
    done: () => {
      view.part = WHOLE;
      view.card.node.hidden = false;
      showAll(view, figure);
    },
  });
  for (const kind of ["pointerdown", "pointermove", "keydown"])
    figure.root.addEventListener(kind, move.stop, true);
  figure.onceSeen(view.stage, move.run, 0.4);
  figure.endings.push(move.stop);
}

function draw(figure) {
  figure.root.classList.add("dd-figure");
  const view = assemble(figure);
  const samples = samplesOf(figure);
  figure.root.append(
    html("p", { class: "tb-note" }, TRY),
    html("div", { class: "dd-bar" }, samples, view.verdict),
    view.stage,
    html("p", { class: "tb-note dd-legend" }, LEGEND),
    clock(figure),
  );
  let first = true;
  figure.watch(SHOWN, () => {
    const said = showAll(view, figure);
    if (!first) figure.announce(`${view.verdict.textContent} ${said}`);
    first = false;
  });
  figure.fit(view.stage, (width) => {
    view.wide = width >= 860;
    view.stage.classList.toggle("dd-wide", view.wide);
    view.boxes = measured(view);
    view.edges.lay(view.boxes, !view.wide);
    showAll(view, figure);
  });
  onTheme(figure, () => {
    view.inks = view.painted = null;
    view.kernels.paint(inks(view.stage.querySelector("canvas")), view.net.C1);
    showAll(view, figure);
  });
  view.kernels.paint(inks(view.columns.C1.cells[0].canvas), view.net.C1);
  view.stage.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") view.card.node.hidden = true;
  });
  view.board.canvas.addEventListener(
    "pointerdown",
    () => (view.card.node.hidden = true),
  );
  overture(view, figure);
}

const LEGEND =
  "Blue: more than the map answers to blank paper; orange: less. Lines: blue adds to " +
  "the open unit, orange takes away, thick is much. Dashed: all of the picture that " +
  "the unit can see.";

export default liveFigure({ title: "Draw a digit", draw, problem, stage: true });
