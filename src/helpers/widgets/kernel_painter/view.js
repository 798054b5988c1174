// A kernel on a photograph: what it answers everywhere, and the sum at one place.

import {
  button,
  change,
  choice,
  html,
  knob,
  liveFigure,
  svg,
  timeline,
} from "../figure.js";
import { onTheme } from "../cells.js";
import { chips, putAway } from "../parts.js";
import { loupe } from "./loupe.js";
import { KERNELS, PHOTO, PICTURES, SIDE, answers, arrow, cutOut } from "./model.js";
import { laidOn, largest, nameIn, ninePixels, places, products } from "./model.js";
import {
  quarterTurn,
  sizes,
  total,
  unpacked,
  wheel,
  whole,
  windowAt,
} from "./model.js";
import { mover } from "./motion.js";
import { ownPictures } from "./own.js";
import { imageOf, pageColours, photographs, putGrey, putRows } from "./photo.js";
import { canvas, placeOf, response } from "./plates.js";

const ALL = ["view", "picture", "kernel", "mode", "show", "padding", "stride", "place"];
const WIDE = PHOTO - 2; // places along the photograph
const TRY =
  "Choose what the kernel does, or change a weight. Move over either picture to see " +
  "the nine products and their sum.";

const isPhoto = (figure) => figure.get("view") === "photograph";

// ---- what to try ----------------------------------------------------------------------

/** The kernels as chips, and one for the reader's own. */
function kernelChips(figure, glass, again) {
  const names = Object.keys(KERNELS);
  const entries = names.map((name) => [
    name,
    () => {
      figure.set({ kernel: KERNELS[name] });
      again();
    },
  ]);
  const all = [...entries, ["your own", glass.focus]];
  const node = chips("Kernels", all, "tb-slide");
  const reveal = (chip) => {
    const left = chip.offsetLeft - node.firstChild.offsetLeft;
    node.scrollLeft = left - (node.clientWidth - chip.offsetWidth) / 2;
  };
  let chosen = null;
  figure.watch(["kernel"], () => {
    const name = nameIn(KERNELS, figure.get("kernel")) ?? "your own";
    for (const chip of node.children) {
      chip.setAttribute("aria-pressed", String(chip.textContent === name));
      if (chip.textContent === name) chosen = chip;
    }
    reveal(chosen);
  });
  figure.fit(node, () => reveal(chosen));
  return node;
}

/** The pictures of 9 × 9, and the part of the photograph that they came from. */
function pictureChips(figure, zoom) {
  const ready = Object.keys(PICTURES).map((name) => [
    name,
    () => figure.set({ picture: PICTURES[name] }),
  ]);
  return chips("Pictures", [["from the photograph", zoom], ...ready]);
}

/** The controls of the pixels: what to paint, and where the kernel lies. */
function pixelControls(figure, zoom) {
  const sliders = html(
    "div",
    { class: "tb-row kp-sliders" },
    ["brush", "padding", "stride"].map((name) => knob(figure, name, name)),
  );
  const size = html("span", { class: "tb-note" });
  figure.watch(["padding", "stride"], () => {
    size.textContent = `${sizes(figure.state())} rows and columns`;
  });
  const row = { class: "tb-row kp-pictures" };
  return { sliders, pictures: html("div", row, pictureChips(figure, zoom), size) };
}

/** A ring of the wheel's colours, with the four ways. */
function compass() {
  const sectors = Array.from({ length: 48 }, (_, k) => {
    const [from, to] = [k, k + 1.15].map((s) => (s * Math.PI) / 24);
    const spot = (a, r) =>
      `${(r * Math.cos(a)).toFixed(2)} ${(-r * Math.sin(a)).toFixed(2)}`;
    const colour = wheel((k + 0.5) * 7.5).map(Math.round);
    return svg("path", {
      d: `M${spot(from, 10)}L${spot(from, 17)}L${spot(to, 17)}L${spot(to, 10)}z`,
      fill: `rgb(${colour.join(" ")})`,
    });
  });
  const look = { viewBox: "-18 -18 36 36", class: "kp-compass", "aria-hidden": "true" };
  return svg("svg", look, sectors);
}

/** The row under the pictures: how to look, and at what. */
function ways(figure, { own, zoom, sliders }) {
  const views = choice(figure, "view", {
    label: "view",
    quiet: true,
    options: [
      ["photograph", "photograph"],
      ["pixels", "its pixels"],
    ],
  });
  views.addEventListener("change", () => isPhoto(figure) || zoom());
  const others = ["show", "mode"].map((name) =>
    choice(figure, name, { label: name, quiet: true }),
  );
  return html(
    "div",
    { class: "tb-row kp-ways" },
    [views, putAway("More", others)],
    others,
    [own.node, sliders],
  );
}

// ---- the photograph -------------------------------------------------------------------

/** What is seen at a place of the photograph. */
function seenAt(view, state, at) {
  const pixels = ninePixels(view.grey, at);
  const kernel = laidOn(state);
  const up = total(products(pixels, kernel));
  const right = total(products(pixels, quarterTurn(kernel)));
  return { pixels, answer: { up, right, ...arrow(right, up) } };
}

/** Compute the response anew if anything that it depends on is another. */
function compute(view, state) {
  const { kernel, mode, show } = state;
  const key = JSON.stringify([view.taken, kernel, mode, show]);
  if (key === view.key) return;
  view.key = key;
  view.image = imageOf(view.grey, state, pageColours(view.stage));
  putRows(view.photos.right, view.image, view.part);
}

/** Show the photograph with its window at a place; a moving one is not announced. */
function showPhoto(view, figure, moving = null) {
  const state = figure.state();
  const at = moving ?? state.at;
  compute(view, state);
  view.photos.point(at);
  const { pixels, answer } = seenAt(view, state, at);
  view.glass.update(state, pixels, answer, 255);
  const [top, left] = at.map((k) => (k + 0.5) / PHOTO);
  const half = view.wide ? 7 / measured(view).first.width : 0; // of the frame
  const seen = { right: left + half, top: top - half, bottom: top + half };
  const spot = at.map((k) => (k - 0.5) / WIDE);
  join(view, seen, [spot[0], spot[1] - half]);
  return `Row ${at[0]}, column ${at[1]}: ${said(answer, state.show)}`;
}

const said = (answer, show) => {
  if (show === "response") return `response ${whole(answer.up)}`;
  if (show === "magnitude") return `magnitude ${whole(answer.magnitude)}`;
  return answer.angle === null ? "no slope" : `angle ${whole(answer.angle)}°`;
};

// ---- the pixels -----------------------------------------------------------------------

/** Plates for this padding and this stride. */
function build(view, figure, { padding, stride }) {
  if (view.shape === `${padding} ${stride}`) return;
  view.shape = `${padding} ${stride}`;
  view.painted = canvas(figure, padding);
  view.answered = response(figure, places(SIDE, 3, padding, stride));
  view.boxes = null;
  view.left.replaceChildren(view.painted.node);
  view.right.replaceChildren(view.answered.node);
}

function showPixels(view, figure) {
  const state = figure.state();
  build(view, figure, state);
  const kernel = laidOn(state);
  const table = answers(state);
  const { row, column } = placeOf(state);
  const { picture, padding, stride } = state;
  const answer = table[row][column];
  view.painted.update(state, kernel);
  view.answered.update(state, table, largest(kernel));
  view.glass.update(
    state,
    windowAt(picture, 3, padding, stride, row, column),
    answer,
    9,
  );
  const whole = SIDE + 2 * padding;
  const seen = {
    right: (column * stride + 3) / whole,
    top: (row * stride) / whole,
    bottom: (row * stride + 3) / whole,
  };
  join(view, seen, [(row + 0.5) / table.length, column / table.length]);
  return `Row ${row + 1}, column ${column + 1}: ${said(answer, state.show)}`;
}

// ---- the lines from window to loupe to answer -----------------------------------------

/** Where things are on the stage; measured once for each room and view. */
function measured(view) {
  if (view.boxes) return view.boxes;
  const room = view.stage.getBoundingClientRect();
  const box = (node) => {
    const { left, top, width, height } = node.getBoundingClientRect();
    return { left: left - room.left, top: top - room.top, width, height };
  };
  const { left, right } = view.photos;
  const plates = view.photo
    ? [left.node, right.node]
    : [view.painted.node, view.answered.node];
  const [first, last] = plates.map(box);
  const [from, to] = [view.glass.from.lastChild, view.glass.to].map(box);
  view.boxes = { first, last, from, to };
  return view.boxes;
}

/** Draw two fans: from the window to its pixels, from the sum to its place. */
function join(view, seen, place) {
  if (!view.wide) return change(view.fans, { d: "" });
  const { first, last, from, to } = measured(view);
  const right = first.left + seen.right * first.width;
  const [top, bottom] = [seen.top, seen.bottom].map(
    (part) => first.top + part * first.height,
  );
  const y = to.top + to.height / 2;
  const end = [last.left + place[1] * last.width, last.top + place[0] * last.height];
  return change(view.fans, {
    d:
      `M${right} ${top}L${from.left} ${from.top}` +
      `M${right} ${bottom}L${from.left} ${from.top + from.height}` +
      `M${to.left + to.width} ${y}L${end[0]} ${end[1]}`,
  });
}

// ---- the figure -----------------------------------------------------------------------

/** Show the wheel of colours where the photograph's angles are. */
function compassOn(figure, plate) {
  const ring = compass();
  plate.append(ring);
  figure.watch(["show"], () => {
    ring.style.display = figure.get("show") === "angle" ? "" : "none";
  });
}

/** The stage: two plates with the loupe between them. */
function stageOf(figure, glass, photos) {
  const [left, right] = ["Picture", "Response"].map(() => html("div", {}));
  const fans = svg("path", { class: "kp-fan" });
  compassOn(figure, photos.right.node);
  const node = html(
    "div",
    { class: "kp-stage" },
    html("div", { class: "kp-side" }, photos.left.node, left),
    glass.node,
    html("div", { class: "kp-side" }, photos.right.node, right),
    svg("svg", { class: "kp-lines", "aria-hidden": "true" }, fans),
  );
  return { node, left, right, fans };
}

/** Back, step, play over all places of the view. */
function clock(figure) {
  const photo = () => isPhoto(figure);
  const number = () => {
    const [row, column] = figure.get("at");
    return (row - 1) * WIDE + column - 1;
  };
  const spot = (k) => [1 + Math.floor(k / WIDE), 1 + (k % WIDE)];
  return timeline(figure, {
    label: "place",
    watches: ["view", "at", "place", "padding", "stride"],
    pace: 250,
    last: () => (photo() ? WIDE * WIDE : placeOf(figure.state()).side ** 2) - 1,
    at: () => (photo() ? number() : placeOf(figure.state()).at),
    move: (k) => figure.set(photo() ? { at: spot(k) } : { place: k }),
    say: (k) => {
      const { row, column } = placeOf(figure.state());
      const [i, j] = photo() ? spot(k) : [row + 1, column + 1];
      return `row ${i}, column ${j}`;
    },
  });
}

/** Everything that the figure is made of, and what holds it together. */
function assemble(figure) {
  const glass = loupe(figure);
  const view = { glass, key: "", shape: "", part: 1, taken: 0 };
  view.first = unpacked(figure.get("photo").grey);
  view.grey = view.first;
  view.photos = photographs((at) => figure.set({ at }));
  const stage = stageOf(figure, glass, view.photos);
  Object.assign(view, { ...stage, stage: stage.node });
  putGrey(view.photos.left, view.grey);
  return view;
}

/** Take another photograph: grey numbers, or null for the first one. */
function taking(view, figure, show) {
  return (grey) => {
    view.grey = grey ?? view.first;
    view.taken += 1;
    view.motion?.touch();
    putGrey(view.photos.left, view.grey);
    if (!isPhoto(figure)) figure.set({ view: "photograph" });
    show();
  };
}

/** Let it move by itself until it is touched. */
function setInMotion(view, figure, rest) {
  const show = (part, at) => {
    view.part = part;
    if (view.image) putRows(view.photos.right, view.image, part);
    if (isPhoto(figure)) showPhoto(view, figure, at);
    view.moving = at;
  };
  const changed = () => {
    rest.style.visibility = "hidden";
    if (view.moving) figure.set({ at: view.moving });
  };
  view.motion = mover(view.stage, { show, side: PHOTO, changed });
  if (!view.motion.idle()) changed();
  for (const kind of ["pointerdown", "keydown"]) {
    figure.root.addEventListener(kind, view.motion.touch, true);
    figure.endings.push(() =>
      figure.root.removeEventListener(kind, view.motion.touch, true),
    );
  }
  view.stage.addEventListener("pointerenter", () => {
    view.boxes = null;
    view.motion.touch();
  });
  figure.endings.push(view.motion.end);
}

/** Bring everything up to date; returns what is said of it. */
function showAll(view, figure) {
  if (view.photo !== isPhoto(figure)) view.boxes = null;
  view.photo = isPhoto(figure);
  view.stage.classList.toggle("kp-pixels", !view.photo);
  for (const side of ["left", "right"]) {
    view.photos[side].node.hidden = !view.photo;
    view[side].hidden = view.photo;
  }
  return view.photo ? showPhoto(view, figure) : showPixels(view, figure);
}

/** Follow the settings, the room and the page's theme. */
function follow(view, figure, { own, pixels }) {
  let first = true;
  figure.watch([...ALL, "at"], () => {
    pixels.sliders.hidden = pixels.pictures.hidden = isPhoto(figure);
    own.node.hidden = own.status.hidden = !isPhoto(figure);
    if (!isPhoto(figure)) own.stop(); // the pixels are of the last picture
    const sentence = showAll(view, figure);
    if (!first) figure.announce(sentence);
    first = false;
  });
  figure.fit(view.stage, (width) => {
    view.wide = width >= 760;
    view.boxes = null;
    showAll(view, figure);
  });
  onTheme(figure, () => {
    view.key = "";
    showAll(view, figure);
  });
}

function draw(figure) {
  const view = assemble(figure);
  figure.root.classList.add("kp-figure");
  const show = () => showAll(view, figure);
  const zoom = () =>
    figure.set({ picture: cutOut(view.grey, figure.get("at")), padding: 0, stride: 1 });
  const own = ownPictures(figure, view.stage, taking(view, figure, show));
  const rest = button("Stand still", () => view.motion.touch());
  const pixels = pixelControls(figure, zoom);
  const again = () => isPhoto(figure) && view.motion.again();
  const kernels = kernelChips(figure, view.glass, again);
  figure.root.append(
    html("div", { class: "kp-head" }, html("p", { class: "kp-try" }, TRY), rest),
    kernels,
    view.stage,
    ways(figure, { own, zoom, sliders: pixels.sliders }),
    pixels.pictures,
    own.status,
    clock(figure),
  );
  follow(view, figure, { own, pixels });
  setInMotion(view, figure, rest);
}

export default liveFigure({ title: "A kernel on a photograph", draw, stage: true });
