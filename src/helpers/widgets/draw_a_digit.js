// A convolutional network that reads a drawing: every unit is computed here.

import {
  button,
  change,
  choice,
  fixed,
  html,
  liveFigure,
  menu,
  timeline,
  written,
} from "./figure.js";

// ---- what is computed -------------------------------------------------------------

const SIDE = 28; // pixels along the picture
const KERNEL = 5;

/** The layers that have maps: how many, how large, and where they take their input. */
export const LAYERS = {
  C1: { maps: 8, side: 24, below: "picture", fan: 1, patch: 5 },
  S2: { maps: 8, side: 12, below: "C1", fan: 1, patch: 2 },
  C3: { maps: 16, side: 8, below: "S2", fan: 8, patch: 5 },
  S4: { maps: 16, side: 4, below: "C3", fan: 1, patch: 2 },
  output: { maps: 10, side: 1, below: "S4", fan: 16, patch: 4 },
};
const SIZES = [200, 8, 3200, 16, 2560, 10];
const NUMBERS = SIZES.reduce((sum, size) => sum + size, 0);

/** The weights of the three layers that have any; zeros where nothing is given. */
export function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  const all = new Float32Array(NUMBERS);
  if (bytes.length === 4 * NUMBERS)
    all.forEach((_, i) => (all[i] = view.getFloat32(4 * i, true)));
  let start = 0;
  const parts = SIZES.map((size) => all.subarray(start, (start += size)));
  return {
    C1: { weights: parts[0], biases: parts[1] },
    C3: { weights: parts[2], biases: parts[3] },
    output: { weights: parts[4], biases: parts[5] },
  };
}

/** The ink of the picture, row after row, from 0 to 1. */
export function ink(picture) {
  return Float32Array.from(picture.join(""), (digit) => Number(digit) / 9);
}

/** A layer of kernels: all windows of all maps below, weighed, summed and squashed. */
function convolved(input, { maps, side, fan }, { weights, biases }) {
  const wide = side + KERNEL - 1;
  const result = new Float32Array(maps * side * side);
  for (let k = 0; k < maps; k += 1)
    for (let i = 0; i < side; i += 1)
      for (let j = 0; j < side; j += 1) {
        let sum = biases[k];
        for (let m = 0; m < fan; m += 1)
          for (let a = 0; a < KERNEL; a += 1) {
            const from = (m * wide + i + a) * wide + j;
            const weight = ((k * fan + m) * KERNEL + a) * KERNEL;
            for (let b = 0; b < KERNEL; b += 1)
              sum += input[from + b] * weights[weight + b];
          }
        result[(k * side + i) * side + j] = Math.tanh(sum);
      }
  return result;
}

/** The means of squares of two by two. */
function pooled(input, { maps, side }) {
  const wide = 2 * side;
  return Float32Array.from({ length: maps * side * side }, (_, at) => {
    const k = Math.floor(at / side / side);
    const [i, j] = [Math.floor(at / side) % side, at % side];
    const from = (k * wide + 2 * i) * wide + 2 * j;
    return (
      (input[from] + input[from + 1] + input[from + wide] + input[from + wide + 1]) / 4
    );
  });
}

/** All units of the net, layer by layer; the output's are scores. */
export function forward(net, picture) {
  const C1 = convolved(ink(picture), LAYERS.C1, net.C1);
  const S2 = pooled(C1, LAYERS.S2);
  const C3 = convolved(S2, LAYERS.C3, net.C3);
  const S4 = pooled(C3, LAYERS.S4);
  const { weights, biases } = net.output;
  const output = biases.map((bias, k) =>
    S4.reduce((sum, value, i) => sum + value * weights[k * S4.length + i], bias),
  );
  return { picture: ink(picture), C1, S2, C3, S4, output };
}

/** Scores as shares of one. */
export function softmax(scores) {
  const top = Math.max(...scores);
  const powers = Array.from(scores, (score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

/** A square cut from a map: its values, row after row. */
function cut(values, map, wide, row, column, size) {
  return Array.from({ length: size * size }, (_, at) => {
    const [a, b] = [Math.floor(at / size), at % size];
    return values[(map * wide + row + a) * wide + column + b];
  });
}

/** The settings that say which unit is open, brought into the layer's range. */
export function opened({ layer, map, place, source }) {
  const { maps, side, fan } = LAYERS[layer];
  const at = Math.min(place, side * side - 1);
  return {
    layer,
    map: Math.min(map, maps - 1),
    place: at,
    row: Math.floor(at / side),
    column: at % side,
    source: Math.min(source, fan - 1),
  };
}

/** Where a unit's value comes from: patches, weights, products and their sums. */
export function explained(net, units, state) {
  const { layer, map, row, column, place } = opened(state);
  const { fan, patch, below, side } = LAYERS[layer];
  const wide = below === "picture" ? SIDE : LAYERS[below].side;
  const pools = layer === "S2" || layer === "S4";
  const step = pools ? 2 : 1;
  const size = patch * patch;
  const sources = Array.from({ length: fan }, (_, m) => {
    const from = pools ? map : m;
    const values = cut(units[below], from, wide, step * row, step * column, patch);
    const start = (map * fan + m) * size;
    const weights = pools
      ? [0.25, 0.25, 0.25, 0.25]
      : Array.from(net[layer].weights.subarray(start, start + size));
    const sum = values.reduce((total, value, i) => total + value * weights[i], 0);
    const [top, left] = [step * row, step * column];
    return { from, values, weights, sum, top, left };
  });
  const bias = pools ? 0 : net[layer].biases[map];
  const sum = sources.reduce((total, { sum }) => total + sum, bias);
  return { sources, bias, sum, value: units[layer][map * side * side + place] };
}

/** The picture after a touch of the brush, or of the eraser, at a point in pixels. */
export function touched(picture, x, y, erase) {
  return picture.map((row, i) =>
    [...row]
      .map((digit, j) => {
        const distance = Math.hypot(j + 0.5 - x, i + 0.5 - y);
        if (erase) return distance < 2 ? "0" : digit;
        const fresh = Math.round(9 * Math.max(0, Math.min(1, 1.75 - distance)));
        return String(Math.max(fresh, Number(digit)));
      })
      .join(""),
  );
}

/** The picture moved by whole pixels; what leaves the frame is lost. */
export function moved(picture, down, right) {
  const pixel = (i, j) => picture[i - down]?.[j - right] ?? "0";
  return picture.map((row, i) => [...row].map((_, j) => pixel(i, j)).join(""));
}

const BLANK = Array.from({ length: SIDE }, () => "0".repeat(SIDE));

// ---- how it is drawn --------------------------------------------------------------

const POSITIVE = [0, 114, 178];
const NEGATIVE = [213, 94, 0];
const INK = [20, 24, 30];

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

const largest = (values) =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);

const plus = (value) => `${value < 0 ? "−" : "+"} ${fixed(Math.abs(value))}`;

/** A unit's name in words: "C1, map 3, row 2, column 5". */
function name({ layer, map, row, column }) {
  if (layer === "output") return `the score of ${map}`;
  return `${layer}, map ${map + 1}, row ${row + 1}, column ${column + 1}`;
}

/** The canvas to draw on, by pointer or with the arrow keys. */
export function drawingBoard(figure) {
  let last = null;
  let cursor = [14.5, 14.5];
  const { canvas, paint } = plate(SIDE, {
    class: "tb-board",
    tabindex: "0",
    role: "application",
    "aria-label":
      "Drawing board, 28 by 28 pixels. Arrow keys move the pen, space draws.",
    onpointerdown: (event) => {
      canvas.setPointerCapture?.(event.pointerId);
      last = null;
      stroke(pointOf(event));
    },
    onpointermove: (event) => event.buttons && stroke(pointOf(event)),
    onkeydown: (event) => {
      const way = {
        ArrowUp: [0, -1],
        ArrowDown: [0, 1],
        ArrowLeft: [-1, 0],
        ArrowRight: [1, 0],
        " ": [0, 0],
      }[event.key];
      if (!way) return;
      event.preventDefault();
      cursor = cursor.map((at, i) => Math.max(0.5, Math.min(27.5, at + way[i])));
      last = null;
      if (event.key === " " || event.shiftKey) stroke(cursor);
      place();
    },
    onfocus: () => (pen.hidden = !canvas.matches(":focus-visible")),
    onblur: () => (pen.hidden = true),
  });
  canvas.dataset.lmSuppressShortcuts = "true";
  const pen = html("span", { class: "tb-pen", "aria-hidden": "true", hidden: true });
  const field = html("span", { class: "tb-window", "aria-hidden": "true" });
  const place = () => {
    pen.style.left = `${(100 * cursor[0]) / SIDE}%`;
    pen.style.top = `${(100 * cursor[1]) / SIDE}%`;
  };
  place();

  function pointOf(event) {
    const box = canvas.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * SIDE,
      ((event.clientY - box.top) / box.height) * SIDE,
    ];
  }
  function stroke(to) {
    const from = last ?? to;
    last = to;
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const steps = Math.max(1, Math.ceil(2 * length));
    let picture = figure.get("picture");
    for (let k = 1; k <= steps; k += 1) {
      const at = from.map((start, i) => start + ((to[i] - start) * k) / steps);
      picture = touched(picture, at[0], at[1], figure.get("erase"));
    }
    figure.set({ picture });
  }
  return {
    node: html("div", { class: "tb-easel" }, canvas, field, pen),
    paint,
    mark(source) {
      field.hidden = !source;
      if (!source) return;
      field.style.left = `${(100 * source.left) / SIDE}%`;
      field.style.top = `${(100 * source.top) / SIDE}%`;
    },
  };
}

/** The ten scores as bars; each opens the unit that gave it. */
function scoreBoard(figure) {
  const lines = Array.from({ length: 10 }, (_, k) => {
    const bar = html("span", { class: "tb-bar" });
    const share = html("span", { class: "tb-share" });
    const node = html(
      "button",
      {
        type: "button",
        class: "tb-score",
        onclick: () => figure.set({ layer: "output", map: k, place: 0 }),
      },
      html("span", { class: "tb-class" }, String(k)),
      " ",
      html("span", { class: "tb-track" }, bar),
      share,
    );
    return { node, bar, share };
  });
  return {
    node: html(
      "div",
      { class: "tb-scores", role: "group", "aria-label": "shares" },
      lines.map(({ node }) => node),
    ),
    update(shares, best, open) {
      lines.forEach(({ node, bar, share }, k) => {
        bar.style.width = `${100 * shares[k]}%`;
        share.textContent = `${(100 * shares[k]).toFixed(1)} %`;
        node.classList.toggle("tb-best", k === best);
        change(node, {
          "aria-pressed": String(open.layer === "output" && open.map === k),
        });
      });
    },
  };
}

const TITLES = {
  C1: "C1: eight kernels of 5 × 5, squashed",
  S2: "S2: means of 2 × 2",
  C3: "C3: sixteen kernels of 8 × 5 × 5, squashed",
  S4: "S4: means of 2 × 2",
};

/** One row of maps; C1 has its kernels under them. */
function mapRow(figure, net, layer) {
  const { maps, side } = LAYERS[layer];
  const cells = Array.from({ length: maps }, (_, map) => {
    const { canvas, paint } = plate(side, { class: "tb-map" });
    const node = html(
      "button",
      {
        type: "button",
        class: "tb-open-map",
        "aria-label": `${layer}, map ${map + 1}`,
        onclick: () => figure.set({ layer, map }),
      },
      canvas,
    );
    if (layer === "C1") {
      const kernel = plate(KERNEL, { class: "tb-kernel" });
      const weights = net.C1.weights.subarray(25 * map, 25 * map + 25);
      kernel.paint(weights, largest(net.C1.weights));
      node.append(kernel.canvas);
    }
    return { node, paint };
  });
  return {
    node: html(
      "div",
      { class: "tb-layer" },
      html("p", { class: "tb-label" }, TITLES[layer]),
      html(
        "div",
        { class: `tb-maps tb-${layer}` },
        cells.map(({ node }) => node),
      ),
    ),
    update(values, open) {
      cells.forEach(({ node, paint }, map) => {
        paint(values.subarray(map * side * side, (map + 1) * side * side), 1);
        const pressed = open.layer === layer && open.map === map;
        change(node, { "aria-pressed": String(pressed) });
      });
    },
  };
}

/** The open map, large; pointing at a place opens the unit there. */
function openMap(figure, side) {
  const { canvas, paint } = plate(side, {
    class: "tb-large",
    onpointerdown: (event) => go(event),
    onpointermove: (event) => event.pointerType === "mouse" && go(event),
  });
  const field = html("span", { class: "tb-window", "aria-hidden": "true" });
  field.style.width = field.style.height = `${100 / side}%`;
  function go(event) {
    const box = canvas.getBoundingClientRect();
    const row = Math.floor(((event.clientY - box.top) / box.height) * side);
    const column = Math.floor(((event.clientX - box.left) / box.width) * side);
    if (Math.min(row, column) < 0 || Math.max(row, column) >= side) return;
    figure.set({ place: row * side + column });
  }
  return {
    node: html("div", { class: "tb-easel" }, canvas, field),
    update(values, { row, column }) {
      paint(values, 1);
      field.style.left = `${(100 * column) / side}%`;
      field.style.top = `${(100 * row) / side}%`;
    },
  };
}

/** The maps under the open unit: the patch it sees, its weights, and the sum. */
function sourceList(figure, layer) {
  const { fan, patch, below } = LAYERS[layer];
  const boxes = Array.from({ length: fan }, (_, source) => {
    const values = plate(patch, { class: "tb-patch" });
    const weights = plate(patch, { class: "tb-patch" });
    const sum = html("span", { class: "tb-part" });
    const node = html(
      "button",
      {
        type: "button",
        class: "tb-source",
        onclick: () => figure.set({ source }),
      },
      values.canvas,
      html("span", { "aria-hidden": "true" }, "×"),
      weights.canvas,
      sum,
    );
    return { node, values, weights, sum };
  });
  return {
    node: html(
      "div",
      { class: "tb-sources" },
      boxes.map(({ node }) => node),
    ),
    update(sources, chosen) {
      const limit = largest(sources.flatMap(({ weights }) => weights));
      sources.forEach(({ from, values, weights, sum }, i) => {
        boxes[i].values.paint(values, 1, below === "picture");
        boxes[i].weights.paint(weights, limit);
        boxes[i].sum.textContent = `= ${fixed(sum)}`;
        const origin = below === "picture" ? "picture" : `${below}, map ${from + 1}`;
        change(boxes[i].node, {
          "aria-pressed": String(i === chosen),
          "aria-label": `${origin}: the products add up to ${fixed(sum)}`,
        });
      });
    },
  };
}

/** The products of one patch and its weights, in numbers. */
function productTable(patch) {
  const cells = Array.from({ length: patch * patch }, () =>
    html("div", { class: "tb-times" }, html("span", {}), html("span", {})),
  );
  return {
    node: html("div", { class: "tb-products", style: `--tb-columns: ${patch}` }, cells),
    update({ values, weights }) {
      cells.forEach(({ children }, i) => {
        children[0].textContent = fixed(values[i]);
        children[1].textContent = `× ${fixed(weights[i])}`;
      });
    },
  };
}

/** The sentence that ends the sum. */
function conclusion(layer, { sources, bias, sum, value }) {
  if (layer === "S2" || layer === "S4") return `The mean is ${fixed(value)}.`;
  const parts = sources.length > 1 ? `${sources.length} sums` : "Sum";
  const all = `${parts} and bias: ${fixed(sum - bias)} ${plus(bias)} = ${fixed(sum)}`;
  return layer === "output"
    ? `${all}, the score.`
    : `${all}; tanh makes it ${written(value)}.`;
}

/** The samples and the empty board in a menu. */
export function sampleMenu(figure, samples) {
  const boards = { ...samples, "an empty board": BLANK };
  return menu(figure, {
    label: "start from",
    options: Object.keys(boards),
    otherwise: "your drawing",
    watches: ["picture"],
    value: () => {
      const picture = figure.get("picture").join("");
      return Object.keys(boards).find((name) => boards[name].join("") === picture);
    },
    choose: (name) => figure.set({ picture: boards[name] }),
  });
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

function draw(figure) {
  const net = unpack(figure.get("net") ?? "");
  const samples = Object.fromEntries(figure.get("samples") ?? []);
  const board = drawingBoard(figure);
  const scores = scoreBoard(figure);
  const rows = ["C1", "S2", "C3", "S4"].map((layer) => mapRow(figure, net, layer));
  const verdict = html("p", { class: "tb-verdict" });
  const where = html("p", { class: "tb-where" });
  const chosen = html("p", { class: "tb-label" });
  const end = html("p", { class: "tb-where" });
  const [mapPlace, sourcePlace, tablePlace] = [1, 2, 3].map(() => html("div", {}));
  const inside = html(
    "div",
    { class: "tb-inside-unit" },
    mapPlace,
    html("div", {}, sourcePlace, chosen, tablePlace, end),
  );

  figure.root.append(
    html("div", { class: "tb-head" }, figure.title, sampleMenu(figure, samples)),
    html(
      "div",
      { class: "tb-reading" },
      html("div", {}, board.node, pens(figure)),
      html("div", {}, verdict, scores.node),
    ),
    ...rows.map(({ node }) => node),
    where,
    inside,
    timeline(figure, {
      label: "unit of the open map",
      watches: ["layer", "map", "place"],
      pace: 300,
      last: () => {
        const { layer } = opened(figure.state());
        return layer === "output" ? 9 : LAYERS[layer].side ** 2 - 1;
      },
      at: () => {
        const { layer, map, place } = opened(figure.state());
        return layer === "output" ? map : place;
      },
      move: (to) =>
        figure.set(figure.get("layer") === "output" ? { map: to } : { place: to }),
      say: () => {
        const { layer, map, row, column } = opened(figure.state());
        return layer === "output"
          ? `digit ${map}`
          : `row ${row + 1}, column ${column + 1}`;
      },
    }),
  );

  let [units, read, shape, large, list, table] = [null, null, null, null, null, null];
  const fitShape = (layer) => {
    if (layer === shape) return;
    shape = layer;
    large = layer === "output" ? null : openMap(figure, LAYERS[layer].side);
    list = sourceList(figure, layer);
    table = productTable(LAYERS[layer].patch);
    mapPlace.hidden = !large;
    inside.classList.toggle("tb-alone", !large);
    mapPlace.replaceChildren(...(large ? [large.node] : []));
    sourcePlace.replaceChildren(list.node);
    tablePlace.replaceChildren(table.node);
  };
  figure.watch(["picture", "layer", "map", "place", "source"], () => {
    const state = figure.state();
    if (state.picture !== read) units = forward(net, (read = state.picture));
    const open = opened(state);
    fitShape(open.layer);
    const shares = softmax(units.output);
    const best = shares.indexOf(Math.max(...shares));
    const blank = !units.picture.some(Boolean);
    board.paint(units.picture, 1, true);
    verdict.textContent = blank
      ? "Draw a digit on the board."
      : `It reads ${best}, with a share of ${(100 * shares[best]).toFixed(1)} %.`;
    scores.update(shares, best, open);
    rows.forEach((row, i) => row.update(units[["C1", "S2", "C3", "S4"][i]], open));
    const found = explained(net, units, open);
    const { side, below } = LAYERS[open.layer];
    const area = side * side;
    large?.update(
      units[open.layer].subarray(open.map * area, (open.map + 1) * area),
      open,
    );
    board.mark(open.layer === "C1" && found.sources[0]);
    list.update(found.sources, open.source);
    const from = found.sources[open.source].from;
    chosen.textContent =
      below === "picture"
        ? "ink × weight"
        : `${below}, map ${from + 1}: value × weight`;
    table.update(found.sources[open.source]);
    where.textContent = `Open: ${name(open)}`;
    end.textContent = conclusion(open.layer, found);
    figure.announce(`${verdict.textContent} Open: ${name(open)}. ${end.textContent}`);
  });
}

/** The first row of the picture that is not made of digits, in a sentence. */
export function problem({ picture }) {
  const bad = picture.findIndex((row) => !/^[0-9]+$/.test(row));
  return bad < 0 ? null : `picture[${bad}] must be made of digits from 0 to 9.`;
}

export default liveFigure({ title: "Draw a digit", draw, problem });
