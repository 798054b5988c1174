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
    order:
      "conv1 pool1 conv2 pool2 conv3 conv4 conv5 pool5 average fc6 fc7 fc8".split(" "),
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

/** The layers as slabs, and under each the size of its two counts. */
function slabs(figure) {
  const [top, low, lane, foot] = [160, 170, 44, 66];
  const height = low + 2 * (lane + 18) + foot;
  const drawing = svg("svg", {
    class: "tb-drawing",
    role: "img",
    "aria-label": "The layers as slabs, with a bar for parameters and multiply-adds",
    viewBox: `0 0 700 ${height}`,
    height,
  });
  const frame = html("div", {}, drawing);
  let width = 0;
  const box = (x, y, wide, high, classes) =>
    svg("rect", { x, y, width: wide, height: high, class: classes });
  const words = (x, y, text, more = {}) =>
    svg("text", { x, y, class: "tb-small", text, ...more });

  function slab(layer, k, layers, chosen) {
    const slot = width / layers.length;
    const middle = slot * (k + 0.5);
    const share = layer.side / layers[0].side;
    const high = layer.side && Math.max(3, Math.sqrt(share) * (top - 10));
    const wide = slot * 0.86 * (Math.log2(layer.channels) / 12);
    const bars = ["parameters", "products"].map((count, i) => {
      const most = Math.max(1, ...layers.map((other) => other[count]));
      const bar = layer[count] && Math.max(1, (layer[count] / most) * lane);
      const floor = low + (i + 1) * (lane + 18);
      return box(middle - slot * 0.3, floor - bar, slot * 0.6, bar, "sw-bar");
    });
    const y = low + 2 * (lane + 18) + foot / 2 + 4;
    return svg(
      "g",
      {
        class: `sw-slab${chosen ? " tb-on" : ""}`,
        onclick: () => figure.set({ layer: k }),
      },
      box(slot * k, 0, slot, height, "sw-touch"),
      box(middle - wide / 2, (top - high) / 2, wide, high, "sw-body"),
      bars,
      words(middle, y, layer.name, {
        transform: `rotate(-90 ${middle} ${y})`,
      }),
    );
  }

  function update() {
    if (!width) return;
    const layers = walk(figure.state());
    const at = placeOf(figure, layers);
    const names = ["parameters", "multiply-adds"].map((name, i) =>
      words(2, low + i * (lane + 18) + 12, name, { style: "text-anchor: start" }),
    );
    const lines = [1, 2].map((i) =>
      box(0, low + i * (lane + 18), width, 1, "sw-ground"),
    );
    drawing.replaceChildren(
      ...layers.map((layer, k) => slab(layer, k, layers, k === at)),
      ...lines,
      ...names,
    );
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
  return html("div", {}, title, what, table, knobs);
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
  const last = () => NETS[figure.get("variant")].order.length;
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
    slabs(figure),
    html(
      "p",
      { class: "tb-note" },
      "Slabs: the height grows as the root of the side, the width as the logarithm " +
        "of the channels. Press one to go there.",
    ),
    timeline(figure, {
      label: "layer",
      watches: ["layer", "variant"],
      last,
      at: () => Math.min(figure.get("layer"), last()),
      move: (layer) => figure.set({ layer }),
      say: (k) => (k ? NETS[figure.get("variant")].order[k - 1] : "picture"),
    }),
    html("div", { class: "sw-columns" }, details(figure), ledger(figure)),
  );
}

export default liveFigure({ title: "A walk through AlexNet", draw });
