// A kernel on a picture: every response is computed here, and shown product by product.

import {
  change,
  choice,
  html,
  knob,
  liveFigure,
  menu,
  rove,
  svg,
  timeline,
  written,
} from "./figure.js";

// ---- what is computed -------------------------------------------------------------

const rows = (text) => text.split(" ").map((row) => [...row].map(Number));

const SIDE = 9; // pixels along the picture
const bands = (row) => rows(Array.from({ length: SIDE }, (_, i) => row(i)).join(" "));

/** The ready-made pictures: brightness 0 to 9, row by row. */
export const PICTURES = {
  disc: rows(
    "000000000 001676100 018999810 069999960 079999970 " +
      "069999960 018999810 001676100 000000000",
  ),
  "tilted edge": rows(
    "004999999 000899999 000399999 000079999 000029999 " +
      "000005999 000001899 000000499 000000079",
  ),
  ramp: bands(() => "123456789"),
  "one dot": bands((i) => (i === 4 ? "000090000" : "000000000")),
  chessboard: bands((i) => (i % 2 ? "909090909" : "090909090")),
  "all dark": bands(() => "000000000"),
  "all bright": bands(() => "999999999"),
};

/** The kernels that have a name. */
export const KERNELS = {
  "Sobel, horizontal": [
    [1, 2, 1],
    [0, 0, 0],
    [-1, -2, -1],
  ],
  "Sobel, vertical": [
    [1, 0, -1],
    [2, 0, -2],
    [1, 0, -1],
  ],
  "Sobel, rising": [
    [2, 1, 0],
    [1, 0, -1],
    [0, -1, -2],
  ],
  "Sobel, falling": [
    [0, 1, 2],
    [-1, 0, 1],
    [-2, -1, 0],
  ],
  "Prewitt, horizontal": [
    [1, 1, 1],
    [0, 0, 0],
    [-1, -1, -1],
  ],
  "blur (times 9)": [
    [1, 1, 1],
    [1, 1, 1],
    [1, 1, 1],
  ],
  sharpen: [
    [0, -1, 0],
    [-1, 5, -1],
    [0, -1, 0],
  ],
  copy: [
    [0, 0, 0],
    [0, 1, 0],
    [0, 0, 0],
  ],
};

/** The kernel turned by half a circle. */
export function halfTurn(kernel) {
  return kernel.map((row) => [...row].reverse()).reverse();
}

/** The kernel turned clockwise by a quarter: from upwards to rightwards. */
export function quarterTurn(kernel) {
  return kernel.map((_, i) => kernel.map((row) => row[i]).reverse());
}

/** How many places a kernel has along n pixels. */
export function places(n, size, padding, stride) {
  return Math.floor((n + 2 * padding - size) / stride) + 1;
}

/** The pixels under the kernel at a place; the padding is 0. */
export function windowAt(picture, size, padding, stride, row, column) {
  return Array.from({ length: size }, (_, a) =>
    Array.from({ length: size }, (_, b) => {
      const [i, j] = [row * stride - padding + a, column * stride - padding + b];
      return picture[i]?.[j] ?? 0;
    }),
  );
}

/** The nine products at a place, row by row. */
export function products(pixels, kernel) {
  return pixels.map((row, a) => row.map((pixel, b) => pixel * kernel[a][b]));
}

const total = (table) => table.flat().reduce((sum, value) => sum + value, 0);

/** The sum of products at every place. */
export function correlate(picture, kernel, padding = 0, stride = 1) {
  const size = kernel.length;
  const high = places(picture.length, size, padding, stride);
  const wide = places(picture[0].length, size, padding, stride);
  return Array.from({ length: high }, (_, i) =>
    Array.from({ length: wide }, (_, j) =>
      total(products(windowAt(picture, size, padding, stride, i, j), kernel)),
    ),
  );
}

/** The kernel as it is laid on: turned by half a circle for a convolution. */
export function laidOn({ kernel, mode }) {
  return mode === "convolution" ? halfTurn(kernel) : kernel;
}

/** What two slopes make together; without any slope there is no angle. */
export function arrow(right, up) {
  const flat = right === 0 && up === 0;
  return {
    magnitude: Math.hypot(right, up),
    angle: flat ? null : (Math.atan2(up, right) * 180) / Math.PI,
  };
}

/** At each place: the kernel's sum, its quarter turn's, and the two as an arrow. */
export function answers(state) {
  const { picture, padding, stride } = state;
  const kernel = laidOn(state);
  const up = correlate(picture, kernel, padding, stride);
  const right = correlate(picture, quarterTurn(kernel), padding, stride);
  return up.map((row, i) =>
    row.map((value, j) => ({
      up: value,
      right: right[i][j],
      ...arrow(right[i][j], value),
    })),
  );
}

/** The largest response that a picture could have under this kernel. */
export function largest(kernel) {
  const sums = [1, -1].map((sign) =>
    total(kernel.map((row) => row.map((weight) => Math.max(0, sign * weight)))),
  );
  return 9 * Math.max(...sums, 1);
}

// ---- words ------------------------------------------------------------------------

const whole = (value) => written(Math.round(value));

/** "9 + 18 − 4 = 23": the products that are not zero, and their sum. */
export function addition(values) {
  const used = values.filter((value) => value !== 0);
  const sum = written(used.reduce((a, b) => a + b, 0));
  if (used.length < 2) return sum;
  const tail = used
    .slice(1)
    .map((value) => `${value < 0 ? "−" : "+"} ${written(Math.abs(value))}`);
  return `${written(used[0])} ${tail.join(" ")} = ${sum}`;
}

/** "(9 + 2·1 − 3) / 2 + 1 = 5": the size of the response, rounded down. */
export function sizes({ padding, stride }) {
  const quotient = `(${SIDE} + 2·${padding} − 3) / ${stride}`;
  const exact = Number.isInteger((SIDE + 2 * padding - 3) / stride);
  const result = places(SIDE, 3, padding, stride);
  return `${exact ? quotient : `⌊${quotient}⌋`} + 1 = ${result}`;
}

function inWords(answer, show) {
  if (show === "response") return whole(answer.up);
  if (show === "magnitude") return answer.magnitude.toFixed(1);
  return answer.angle === null ? "no slope" : `${whole(answer.angle)}°`;
}

// ---- how it looks -----------------------------------------------------------------

const ALL = ["picture", "kernel", "mode", "show", "padding", "stride", "place"];

/** A background for a number: blue above zero, orange below, plain at zero. */
function shade(node, value, limit) {
  const share = Math.min(1, Math.abs(value) / limit);
  const colour = value < 0 ? "var(--tb-negative)" : "var(--tb-positive)";
  const mixed = `color-mix(in srgb, ${colour} ${(50 * share).toFixed(1)}%, `;
  node.style.setProperty("--tb-shade", `${mixed}var(--tb-raised))`);
}

function nameIn(table, value) {
  const wanted = JSON.stringify(value);
  return Object.keys(table).find((name) => JSON.stringify(table[name]) === wanted);
}

/** The place that is shown, as a row and a column of the response. */
function placeOf({ place, padding, stride }) {
  const side = places(SIDE, 3, padding, stride);
  const at = Math.min(place, side * side - 1);
  return { side, at, row: Math.floor(at / side), column: at % side };
}

/** The picture with its frame of zeros, to paint on. */
function canvas(figure, padding) {
  const side = SIDE + 2 * padding;
  const cells = [];
  let painting = false;
  const paint = (row, column, value) => {
    const picture = figure.get("picture");
    if (picture[row][column] === value) return;
    figure.set({
      picture: picture.map((old, i) =>
        i === row ? old.map((v, j) => (j === column ? value : v)) : old,
      ),
    });
  };
  /** Lay the kernel's middle on a pixel, where it can lie. */
  const look = (row, column) => {
    const { stride } = figure.state();
    const at = [row, column].map((k) => (k + padding - 1) / stride);
    const count = places(SIDE, 3, padding, stride);
    if (at.every((k) => Number.isInteger(k) && k >= 0 && k < count)) {
      figure.set({ place: at[0] * count + at[1] });
    }
  };
  const cellUnder = ({ clientX, clientY }) => {
    const found = node.getRootNode().elementFromPoint(clientX, clientY);
    return cells.find((cell) => cell.row >= 0 && cell.node === found);
  };
  const table = Array.from({ length: side }, (_, i) =>
    Array.from({ length: side }, (_, j) => {
      const [row, column] = [i - padding, j - padding];
      const inside = row >= 0 && row < SIDE && column >= 0 && column < SIDE;
      const pixel = inside
        ? html("button", {
            type: "button",
            class: "tb-pixel",
            "data-cell": true,
            onclick: () => paint(row, column, figure.get("brush")),
            onfocus: () => look(row, column),
            onkeydown: (event) => {
              if (/^[0-9]$/.test(event.key)) paint(row, column, Number(event.key));
            },
          })
        : html("span", { class: "tb-pixel tb-ring", "aria-hidden": "true" }, "0");
      cells.push({ node: pixel, i, j, row: inside ? row : -1, column });
      return pixel;
    }),
  );
  const node = html(
    "div",
    {
      class: `tb-plate tb-canvas${side > SIDE ? " tb-many" : ""}`,
      role: "group",
      "aria-label":
        "The picture. Arrow keys move; a digit sets the pixel, Enter paints it.",
      style: `--tb-columns: ${side}`,
      onpointerdown: (event) => {
        painting = true;
        const cell = cellUnder(event);
        if (cell) paint(cell.row, cell.column, figure.get("brush"));
      },
      onpointermove: (event) => {
        const cell = cellUnder(event);
        if (!event.buttons) painting = false;
        if (!cell) return;
        look(cell.row, cell.column);
        if (painting) paint(cell.row, cell.column, figure.get("brush"));
      },
      onpointerup: () => (painting = false),
      onpointercancel: () => (painting = false),
    },
    table.map((row) => html("div", { "data-row": true }, row)),
  );
  rove(node);

  return {
    node,
    update(state, kernel) {
      const { row: top, column: left } = placeOf(state);
      for (const { node: pixel, i, j, row, column } of cells) {
        const [a, b] = [i - top * state.stride, j - left * state.stride];
        const weight = kernel[a]?.[b];
        pixel.classList.toggle("tb-under", weight !== undefined);
        pixel.classList.toggle("tb-plus", weight > 0);
        pixel.classList.toggle("tb-minus", weight < 0);
        if (row < 0) continue;
        const value = state.picture[row][column];
        const grey = Math.round((255 * value) / 9);
        pixel.textContent = value;
        pixel.style.setProperty("--tb-shade", `rgb(${grey} ${grey} ${grey})`);
        pixel.style.setProperty("--tb-ink", value < 5 ? "#fff" : "#000");
        change(pixel, {
          "aria-label": `pixel, row ${row + 1}, column ${column + 1}: ${value}`,
        });
      }
    },
  };
}

/** The response: a number or an arrow at every place. */
function response(figure, side) {
  const choose = (at) => figure.set({ place: at });
  const cells = Array.from({ length: side }, (_, i) =>
    Array.from({ length: side }, (_, j) => {
      const at = i * side + j;
      const value = html("span", {});
      const needle = svg("path", { d: "M-8 0H8M3 -5 8 0 3 5" });
      const uphill = svg(
        "svg",
        { viewBox: "-10 -10 20 20", class: "tb-uphill", "aria-hidden": "true" },
        needle,
      );
      const node = html(
        "button",
        {
          type: "button",
          class: "tb-pixel tb-answer",
          "data-cell": true,
          onclick: () => choose(at),
          onfocus: () => choose(at),
          onpointerenter: () => choose(at),
        },
        value,
        uphill,
      );
      return { node, value, uphill, needle };
    }),
  );
  const node = rove(
    html(
      "div",
      {
        class: `tb-plate${side > SIDE ? " tb-many" : ""}`,
        role: "group",
        "aria-label": "The response. Arrow keys move from place to place.",
        style: `--tb-columns: ${side}`,
      },
      cells.map((row) =>
        html(
          "div",
          { "data-row": true },
          row.map((cell) => cell.node),
        ),
      ),
    ),
  );
  return {
    node,
    update(state, table, limit) {
      const { row, column } = placeOf(state);
      table.forEach((answersOfRow, i) =>
        answersOfRow.forEach((answer, j) => {
          const cell = cells[i][j];
          const turned = state.show === "angle";
          const shown = state.show === "response" ? answer.up : answer.magnitude;
          const words = turned ? inWords(answer, "angle") : whole(shown);
          shade(cell.node, turned ? 0 : shown, limit);
          cell.value.textContent = turned ? "" : whole(shown);
          cell.uphill.style.display = turned && answer.angle !== null ? "" : "none";
          change(cell.needle, {
            transform: `rotate(${-(answer.angle ?? 0)})`,
            opacity: (0.25 + 0.75 * Math.min(1, answer.magnitude / limit)).toFixed(2),
          });
          change(cell.node, {
            "aria-pressed": i === row && j === column ? "true" : "false",
            "aria-label": `${state.show}, row ${i + 1}, column ${j + 1}: ${words}`,
          });
        }),
      );
    },
  };
}

/** The nine weights as fields to type in. */
function weights(figure) {
  const fields = [0, 1, 2].map((a) =>
    [0, 1, 2].map((b) =>
      html("input", {
        type: "number",
        class: "tb-weight",
        min: -9,
        max: 9,
        step: 1,
        "aria-label": `weight, row ${a + 1}, column ${b + 1}`,
        oninput: ({ target }) => {
          const value = target.valueAsNumber;
          if (!Number.isInteger(value) || Math.abs(value) > 9) return;
          figure.set({
            kernel: figure
              .get("kernel")
              .map((row, i) => row.map((w, j) => (i === a && j === b ? value : w))),
          });
        },
        onblur: ({ target }) => (target.value = figure.get("kernel")[a][b]),
      }),
    ),
  );
  figure.watch(["kernel"], () =>
    figure.get("kernel").forEach((row, a) =>
      row.forEach((weight, b) => {
        const field = fields[a][b];
        if (field.valueAsNumber !== weight) field.value = weight;
        shade(field, weight, 4);
      }),
    ),
  );
  return html(
    "div",
    { class: "tb-weights", role: "group", "aria-label": "kernel" },
    fields.flat(),
  );
}

/** Pixel times weight, nine times, and the sum. */
function sumOfProducts() {
  const cells = Array.from({ length: 9 }, () => ({
    factors: html("span", { class: "tb-factors" }),
    product: html("span", {}),
  }));
  const boxes = cells.map(({ factors, product }) =>
    html("div", { class: "tb-product" }, factors, product),
  );
  const heading = html("p", { class: "tb-label" });
  const sum = html("p", { class: "tb-sum-line" });
  const node = html("div", {}, heading, html("div", { class: "tb-nine" }, boxes), sum);
  return {
    node,
    update(title, pixels, kernel, limit) {
      const table = products(pixels, kernel).flat();
      heading.textContent = title;
      table.forEach((product, k) => {
        const [pixel, weight] = [pixels.flat()[k], kernel.flat()[k]];
        cells[k].factors.textContent = `${pixel} × ${written(weight)} = `;
        cells[k].product.textContent = written(product);
        shade(boxes[k], product, limit);
      });
      sum.textContent = `Sum: ${addition(table)}`;
    },
  };
}

/** The sentence under the sums: what the two slopes make together. */
function together({ right, up, magnitude, angle }, show) {
  if (show === "response") return "";
  const squares = `√(${Math.abs(right)}² + ${Math.abs(up)}²)`;
  if (show === "magnitude") return `Magnitude: ${squares} = ${magnitude.toFixed(1)}`;
  if (angle === null) return "No slope, so no way is uphill.";
  return (
    `${written(right)} to the right and ${written(up)} upwards: ` +
    `uphill is ${whole(angle)}°`
  );
}

function draw(figure) {
  const ready = (name, table) =>
    menu(figure, {
      label: name,
      options: Object.keys(table),
      otherwise: "your own",
      watches: [name],
      value: () => nameIn(table, figure.get(name)),
      choose: (chosen) => figure.set({ [name]: table[chosen] }),
    });
  const left = html("div", {});
  const right = html("div", {});
  const size = html("span", { class: "tb-note" });
  const where = html("p", { class: "tb-plate-title" });
  const main = sumOfProducts();
  const turned = sumOfProducts();
  const result = html("p", { class: "tb-result" });
  const plate = (title, ...content) =>
    html("div", {}, html("p", { class: "tb-plate-title" }, title), content);

  figure.root.append(
    html(
      "div",
      { class: "tb-head" },
      figure.title,
      choice(figure, "mode", { label: "mode", quiet: true }),
    ),
    html(
      "div",
      { class: "tb-row tb-paint-top" },
      ready("picture", PICTURES),
      ready("kernel", KERNELS),
      choice(figure, "show", { label: "show" }),
    ),
    html(
      "div",
      { class: "tb-paint" },
      html("div", {}, plate("Picture", left), knob(figure, "brush", "brush")),
      html(
        "div",
        {},
        html("p", { class: "tb-plate-title" }, "Response", size),
        right,
        html(
          "div",
          { class: "tb-row" },
          knob(figure, "padding", "padding"),
          knob(figure, "stride", "stride"),
        ),
      ),
      html(
        "div",
        {},
        plate("Kernel", weights(figure)),
        html("p", { class: "tb-note" }, "Type a weight from −9 to 9."),
      ),
      html(
        "div",
        {},
        where,
        html("div", { class: "tb-two-sums" }, main.node, turned.node),
        result,
      ),
    ),
    timeline(figure, {
      label: "place",
      watches: ["place", "padding", "stride"],
      pace: 350,
      last: () => placeOf(figure.state()).side ** 2 - 1,
      at: () => placeOf(figure.state()).at,
      move: (place) => figure.set({ place }),
      say: () => {
        const { row, column } = placeOf(figure.state());
        return `row ${row + 1}, column ${column + 1}`;
      },
    }),
  );

  let [painted, answered, shape] = [null, null, ""];
  const fitShape = ({ padding, stride }) => {
    if (shape === `${padding} ${stride}`) return;
    shape = `${padding} ${stride}`;
    painted = canvas(figure, padding);
    answered = response(figure, places(SIDE, 3, padding, stride));
    left.replaceChildren(painted.node);
    right.replaceChildren(answered.node);
    size.textContent = `${sizes({ padding, stride })} rows and columns`;
  };
  figure.watch(ALL, () => {
    const state = figure.state();
    fitShape(state);
    const kernel = laidOn(state);
    const limit = largest(kernel);
    const { row, column } = placeOf(state);
    const pixels = windowAt(
      state.picture,
      3,
      state.padding,
      state.stride,
      row,
      column,
    );
    const table = answers(state);
    const flipped = state.mode === "convolution" ? ", turned by half a circle" : "";
    painted.update(state, kernel);
    answered.update(state, table, limit);
    where.textContent = `At row ${row + 1}, column ${column + 1}: pixel × weight`;
    const alone = state.show === "response";
    main.update(
      alone ? `the kernel${flipped}` : `upwards: the kernel${flipped}`,
      pixels,
      kernel,
      limit / 3,
    );
    turned.node.hidden = alone;
    turned.update(
      "to the right: the same, turned by a quarter",
      pixels,
      quarterTurn(kernel),
      limit / 3,
    );
    result.textContent = together(table[row][column], state.show);
    figure.announce(
      `Row ${row + 1}, column ${column + 1}: ` +
        `${state.show} ${inWords(table[row][column], state.show)}`,
    );
  });
}

export default liveFigure({ title: "A kernel on a picture", draw });
