// A walk through AlexNet: shapes, parameters and multiply-adds, computed here.

import {
  change,
  html,
  knob,
  liveFigure,
  segments,
  slider,
  svg,
  timeline,
} from "./figure.js";

// ---- what is computed -------------------------------------------------------------

/** The layers that have a kernel, in the order of the settings. */
export const SLIDING = [
  "conv1",
  "pool1",
  "conv2",
  "pool2",
  "conv3",
  "conv4",
  "conv5",
  "pool5",
];
const CONVOLUTIONS = SLIDING.filter((name) => name.startsWith("conv"));

/** The two nets: channels, groups, the order of the layers, and their own sizes. */
export const NETS = {
  2012: {
    widths: [96, 256, 384, 384, 256],
    groups: [1, 2, 1, 2, 2],
    order:
      "conv1 norm1 pool1 conv2 norm2 pool2 conv3 conv4 conv5 pool5 fc6 fc7 fc8".split(
        " ",
      ),
    size: 227,
    paddings: [0, 2, 1, 1, 1],
  },
  2014: {
    widths: [64, 192, 384, 256, 256],
    groups: [1, 1, 1, 1, 1],
    order: "conv1 pool1 conv2 pool2 conv3 conv4 conv5 pool5 average fc6 fc7 fc8".split(
      " ",
    ),
    size: 224,
    paddings: [2, 2, 1, 1, 1],
  },
};
const KERNELS = [11, 3, 5, 3, 3, 3, 3, 3];
const STRIDES = [4, 2, 1, 2, 1, 1, 1, 2];
const UNITS = { fc6: 4096, fc7: 4096, fc8: 1000 };

/** A variant's own settings. */
export function published(variant) {
  const { size, paddings } = NETS[variant];
  return { variant, size, kernels: KERNELS, strides: STRIDES, paddings };
}

/** How many places a kernel has along n pixels; 0 when it does not fit. */
export function places(n, kernel, stride, padding) {
  return Math.max(0, Math.floor((n + 2 * padding - kernel) / stride) + 1);
}

/** What one layer makes of what it is given, with its counts. */
function pass(name, from, state) {
  const { widths, groups } = NETS[state.variant];
  const plain = { name, from, channels: from.channels, parameters: 0, products: 0 };
  if (name in UNITS) {
    const units = UNITS[name];
    const inputs = from.channels * from.side ** 2;
    const products = units * inputs;
    return {
      ...plain,
      kind: "full",
      channels: units,
      side: from.side && 1,
      inputs,
      parameters: from.side && products + units,
      products,
    };
  }
  if (name === "average") return { ...plain, kind: "average", side: from.side && 6 };
  const slot = SLIDING.indexOf(name);
  if (slot < 0) return { ...plain, kind: "norm", side: from.side };
  const [kernel, stride] = [state.kernels[slot], state.strides[slot]];
  const at = CONVOLUTIONS.indexOf(name);
  const padding = at < 0 ? 0 : state.paddings[at];
  const side = from.side && places(from.side, kernel, stride, padding);
  const sliding = { ...plain, slot, kernel, stride, padding, side };
  if (at < 0) return { ...sliding, kind: "pool" };
  const [channels, depth] = [widths[at], from.channels / groups[at]];
  const weights = kernel ** 2 * depth;
  return {
    ...sliding,
    kind: "conv",
    at,
    channels,
    depth,
    groups: groups[at],
    parameters: side && channels * (weights + 1),
    products: side ** 2 * channels * weights,
  };
}

/** The picture and every layer after it; a side of 0 says that nothing is left. */
export function walk(state) {
  const picture = { name: "picture", kind: "picture", channels: 3, side: state.size };
  const layers = [{ ...picture, parameters: 0, products: 0 }];
  for (const name of NETS[state.variant].order) {
    layers.push(pass(name, layers.at(-1), state));
  }
  return layers;
}

/** The sum of a count over all layers. */
export function total(layers, count) {
  return layers.reduce((sum, layer) => sum + layer[count], 0);
}

// ---- words ------------------------------------------------------------------------

const grouped = (n) => n.toLocaleString("en");

/** "55 × 55 × 64", "4,096", or a dash when nothing is left. */
export function shape({ side, channels, kind }) {
  if (!side) return "–";
  return kind === "full" ? grouped(channels) : `${side} × ${side} × ${channels}`;
}

/** The three sums of a layer, written out: side, parameters, multiply-adds. */
export function sums(layer) {
  const { kind, from, side, kernel, stride, padding, channels, depth, inputs } = layer;
  const none = "none";
  if (kind === "picture") {
    return [`${side} × ${side} pixels, red, green and blue`, none, none];
  }
  if (!from.side) return ["nothing is left to work on", none, none];
  if (kind === "norm") return ["as it came", none, "a few, not counted"];
  if (kind === "average") {
    return [`means, 6 × 6 from ${from.side} × ${from.side}`, none, "none counted"];
  }
  if (kind === "full") {
    const weights = `${grouped(channels)} × ${grouped(inputs)}`;
    return [
      `${grouped(channels)} units, each with ${grouped(inputs)} inputs`,
      `${grouped(channels)} × (${grouped(inputs)} + 1) = ${grouped(layer.parameters)}`,
      `${weights} = ${grouped(layer.products)}`,
    ];
  }
  const padded = padding ? ` + 2·${padding}` : "";
  if (!side) {
    return [`a kernel of ${kernel} does not fit on ${from.side}${padded}`, none, none];
  }
  const quotient = `(${from.side}${padded} − ${kernel}) / ${stride}`;
  const exact = Number.isInteger((from.side + 2 * padding - kernel) / stride);
  const along = `${exact ? quotient : `⌊${quotient}⌋`} + 1 = ${side}`;
  if (kind === "pool") return [along, none, "none, only comparisons"];
  const weights = `${kernel}·${kernel}·${depth}`;
  return [
    along,
    `${channels} × (${weights} + 1) = ${grouped(layer.parameters)}`,
    `${side}·${side}·${channels} × ${weights} = ${grouped(layer.products)}`,
  ];
}

/** What the layer is, and what follows it before the next one. */
export function about(layer, variant) {
  const { name, kind, channels, kernel, depth, groups } = layer;
  if (kind === "picture") return "What the net is shown.";
  if (kind === "norm") return "Local response normalisation over five channels.";
  if (kind === "average") return "Whatever comes in, 6 × 6 go out.";
  if (kind === "pool") {
    return `The largest of ${kernel} × ${kernel}, channel by channel.`;
  }
  if (kind === "conv") {
    const cards = groups === 2 ? ", half of them on each card" : "";
    const size = `${kernel} × ${kernel} × ${depth}`;
    return `${channels} kernels of ${size}${cards}; then ReLU.`;
  }
  if (name === "fc8") return "One score for each class.";
  return variant === "2012"
    ? "Fully connected; then ReLU, then dropout."
    : "Dropout on what comes in; fully connected; then ReLU.";
}

/** The first layer to which the net leaves nothing, or undefined. */
export const vanished = (layers) => layers.find(({ side }) => !side);

/** How the parameters compare with the published net's; or that the net refuses. */
export function verdict(state) {
  const layers = walk(state);
  const gone = vanished(layers);
  if (gone) {
    return `${gone.name} has nothing left to see: this net refuses the picture.`;
  }
  const now = total(layers, "parameters");
  const then = total(walk(published(state.variant)), "parameters");
  const more = now > then ? "more than" : "fewer than";
  const compared =
    now === then ? "as many as" : `${grouped(Math.abs(now - then))} ${more}`;
  return `Parameters: ${compared} in the net of ${state.variant}.`;
}

// ---- how it looks -----------------------------------------------------------------

const SHAPE = ["variant", "size", "kernels", "strides", "paddings"];
const ALL = [...SHAPE, "layer"];

const placeOf = (figure, layers) => Math.min(figure.get("layer"), layers.length - 1);

const LANES = { top: 150, low: 176, lane: 36, gap: 26, foot: 62 };

/** The corners of a box to scale: its upper left one, its sides, and its slant. */
function measures(layer, layers, slot) {
  const full = layer.kind === "full";
  const high = full ? 110 : (layer.side / layers[0].side) * 116;
  const wide = full ? 7 : Math.max(1.5, (layer.channels / 384) * slot * 0.58);
  const slant = full ? 0 : Math.min(slot * 0.36, high * 0.3);
  return { high: layer.side && high, wide, slant: layer.side && slant };
}

/** A layer as a box: as high as its side, as wide as it has channels. */
function body({ high, wide, slant }, middle) {
  const [x, y] = [middle - (wide + slant) / 2, (LANES.top - high + slant / 2) / 2];
  const [a, b] = [slant, -slant / 2];
  const front = `M${x} ${y}h${wide}v${high}h${-wide}z`;
  const top = `M${x} ${y}l${a} ${b}h${wide}l${-a} ${-b}z`;
  const right = `M${x + wide} ${y}l${a} ${b}v${high}l${-a} ${-b}z`;
  return svg("path", { d: `${top}${right}${front}`, class: "sw-body" });
}

const rect = (x, y, width, height, classes) =>
  svg("rect", { x, y, width, height, class: classes });
const words = (x, y, text, more = {}) =>
  svg("text", { x, y, class: "tb-small", text, ...more });

/** The top of a lane of bars: where its name stands. */
const laneAt = (i) => LANES.low + i * (LANES.lane + LANES.gap);

/** One layer: its box, its two bars and its name, in a slot that can be pressed. */
function slab(layer, k, layers, { width, chosen, press }) {
  const slot = width / layers.length;
  const middle = slot * (k + 0.5);
  const bars = ["parameters", "products"].map((count, i) => {
    const most = Math.max(1, ...layers.map((other) => other[count]));
    const bar = layer[count] && Math.max(1, (layer[count] / most) * LANES.lane);
    const floor = laneAt(i) + LANES.gap + LANES.lane;
    return rect(middle - slot * 0.3, floor - bar, slot * 0.6, bar, "sw-bar");
  });
  const y = laneAt(2) + LANES.foot / 2 + 4;
  return svg(
    "g",
    { class: `sw-slab${chosen ? " tb-on" : ""}`, onclick: press },
    rect(slot * k, 0, slot, laneAt(2) + LANES.foot, "sw-touch"),
    body(measures(layer, layers, slot), middle),
    bars,
    words(middle, y, layer.name, { transform: `rotate(-90 ${middle} ${y})` }),
  );
}

/** The layers as boxes, and under each the size of its two counts. */
function slabs(figure) {
  const height = laneAt(2) + LANES.foot;
  const drawing = svg("svg", {
    class: "tb-drawing",
    role: "img",
    "aria-label": "The layers as boxes, with a bar for parameters and multiply-adds",
    viewBox: `0 0 700 ${height}`,
    height,
  });
  const frame = html("div", {}, drawing);
  let width = 0;
  function update() {
    if (!width) return;
    const layers = walk(figure.state());
    const at = placeOf(figure, layers);
    const names = ["parameters", "multiply-adds"].map((name, i) =>
      words(2, laneAt(i) + 10, name, { style: "text-anchor: start" }),
    );
    const lines = [0, 1].map((i) =>
      rect(0, laneAt(i) + LANES.gap + LANES.lane, width, 1, "sw-ground"),
    );
    const press = (k) => () => figure.set({ layer: k });
    const drawn = layers.map((layer, k) =>
      slab(layer, k, layers, { width, chosen: k === at, press: press(k) }),
    );
    drawing.replaceChildren(...drawn, ...lines, ...names);
  }
  figure.fit(frame, (wide) => {
    width = wide;
    change(drawing, { viewBox: `0 0 ${width} ${height}` });
    update();
  });
  figure.watch(ALL, update);
  return frame;
}

/** The chosen layer: its sums, and what of it can be changed. */
function details(figure) {
  const title = html("p", { class: "sw-title" });
  const what = html("p", {});
  const rows = ["side", "parameters", "multiply-adds"].map((name) => {
    const value = html("td", {});
    return { value, row: html("tr", {}, html("th", { scope: "row" }, name), value) };
  });
  const table = html(
    "table",
    { class: "sw-sums" },
    html(
      "tbody",
      {},
      rows.map(({ row }) => row),
    ),
  );
  const rules = figure.get("_rules");
  const now = () => {
    const layers = walk(figure.state());
    return layers[placeOf(figure, layers)];
  };
  const put = (name, index, value) =>
    figure.set({ [name]: figure.get(name).with(index, value) });
  const ofLayer = (label, name, index, from) =>
    slider(figure, {
      label,
      rule: rules[name].of,
      watches: [name, "layer", "variant"],
      value: () => figure.get(name)[Math.max(0, index(now()) ?? 0)] ?? from,
      choose: (value) => put(name, index(now()), value),
    });
  const size = knob(figure, "size", "picture");
  const kernel = ofLayer("kernel", "kernels", (layer) => layer.slot, 1);
  const stride = ofLayer("stride", "strides", (layer) => layer.slot, 1);
  const padding = ofLayer("padding", "paddings", (layer) => layer.at, 0);
  figure.watch(ALL, () => {
    const layer = now();
    title.textContent = `${layer.name}: ${shape(layer)}`;
    what.textContent = about(layer, figure.get("variant"));
    sums(layer).forEach((text, i) => {
      rows[i].value.textContent = text;
    });
    kernel.hidden = stride.hidden = layer.slot === undefined;
    padding.hidden = layer.kind !== "conv";
    figure.announce(`${title.textContent}. ${sums(layer).join("; ")}`);
  });
  const knobs = html("div", { class: "sw-knobs" }, size, kernel, stride, padding);
  return html("div", { class: "sw-details" }, title, what, table, knobs);
}

/** Every layer with its numbers, and the totals. */
function ledger(figure) {
  const body = html("tbody", {});
  const foot = html("tbody", {});
  const note = html("p", { class: "tb-note" });
  const row = (cells, chosen) =>
    html(
      "tr",
      { class: chosen && "sw-row" },
      html("th", { scope: "row" }, cells[0]),
      cells.slice(1).map((cell) => html("td", {}, cell)),
    );
  figure.watch(ALL, () => {
    const state = figure.state();
    const layers = walk(state);
    const at = placeOf(figure, layers);
    const number = (n) => (n ? grouped(n) : "");
    body.replaceChildren(
      ...layers.map((layer, k) =>
        row(
          [layer.name, shape(layer), number(layer.parameters), number(layer.products)],
          k === at,
        ),
      ),
    );
    const [parameters, products] = ["parameters", "products"].map((count) =>
      vanished(layers) ? "–" : grouped(total(layers, count)),
    );
    foot.replaceChildren(row(["all", "", parameters, products]));
    note.textContent = verdict(state);
  });
  const heads = ["layer", "output", "parameters", "multiply-adds"].map((name) =>
    html("th", { scope: "col" }, name),
  );
  const head = html("thead", {}, html("tr", {}, heads));
  return html("div", {}, html("table", { class: "sw-all" }, head, body, foot), note);
}

function draw(figure) {
  figure.root.append(
    html(
      "div",
      { class: "tb-head" },
      figure.title,
      segments(figure, {
        label: "AlexNet of",
        options: [
          ["2012", "2012"],
          ["2014", "2014"],
        ],
        watches: ["variant"],
        value: () => figure.get("variant"),
        choose: (variant) => figure.set(published(variant)),
      }),
    ),
    html(
      "div",
      { class: "sw-columns" },
      html("div", {}, slabs(figure), scale(), clock(figure)),
      ledger(figure),
      details(figure),
    ),
  );
}

/** What the boxes are to scale with. */
const scale = () =>
  html(
    "p",
    { class: "tb-note" },
    "Boxes to scale: height for the side, width for the channels. Full layers are " +
      "columns. Press one to go there.",
  );

/** Back, step, play over the layers. */
function clock(figure) {
  const last = () => NETS[figure.get("variant")].order.length;
  return timeline(figure, {
    label: "layer",
    watches: ["layer", "variant"],
    last,
    at: () => Math.min(figure.get("layer"), last()),
    move: (layer) => figure.set({ layer }),
    say: (k) => (k ? NETS[figure.get("variant")].order[k - 1] : "picture"),
  });
}

export default liveFigure({ title: "A walk through AlexNet", draw, stage: true });
