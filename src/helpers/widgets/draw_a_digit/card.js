// The card of the open unit: what it sees, its weights, their products and the sum.

import { change, fixed, html } from "../figure.js";
import { grid, tint } from "../cells.js";
import { LAYERS, conclusion, nameOf } from "./model.js";

const largest = (values) =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-6);
const inked = { more: [20, 24, 30], less: [20, 24, 30] };

/** A small square of numbers on a canvas: ink, or signed. */
function square(canvas, colours, values, side, most) {
  const own = values.map((value) => value / most);
  grid(canvas, colours, own, side);
}

/** One of the maps before the unit: patch × weights = a number. */
function part(k, figure) {
  const [values, weights] = [0, 1].map(() => html("canvas", {}));
  const sum = html("span", { class: "dd-sum" });
  const node = html(
    "button",
    {
      type: "button",
      class: "tb-source",
      onclick: () => figure.set({ source: figure.get("source") === k ? -1 : k }),
    },
    values,
    html("span", { "aria-hidden": "true" }, "×"),
    weights,
    sum,
  );
  return { node, values, weights, sum };
}

/** All maps before the unit, side by side. */
function parts(figure) {
  const all = Array.from({ length: 16 }, (_, k) => part(k, figure));
  const node = html(
    "div",
    { class: "dd-parts" },
    all.map((one) => one.node),
  );
  const update = (colours, { layer, source }, { sources }) => {
    const { patch, below } = LAYERS[layer];
    const most = largest(sources.flatMap(({ weights }) => weights));
    node.hidden = sources.length === 1;
    all.forEach((one, k) => {
      one.node.hidden = k >= sources.length;
      if (one.node.hidden || node.hidden) return;
      const { from, values, weights, sum } = sources[k];
      square(one.values, colours, values, patch, 1);
      square(one.weights, colours, weights, patch, most);
      one.sum.textContent = fixed(sum);
      change(one.node, {
        "aria-pressed": String(k === source),
        "aria-label": `${below}, map ${from + 1}: the products add up to ${fixed(sum)}`,
      });
    });
  };
  return { node, update };
}

/** Two squares and the table of their products, in numbers. */
function products() {
  const [values, weights] = [0, 1].map(() => html("canvas", {}));
  const table = html("div", { class: "dd-products" });
  const names = ["", "", ""].map(() => html("span", { class: "tb-label" }));
  const boxed = (name, node) => html("div", {}, name, node);
  const sign = (text) =>
    html("span", { class: "dd-sign", "aria-hidden": "true" }, text);
  const node = html(
    "div",
    { class: "dd-open" },
    boxed(names[0], values),
    sign("×"),
    boxed(names[1], weights),
    sign("="),
    boxed(names[2], table),
  );
  const update = (colours, { layer }, source) => {
    node.hidden = !source;
    if (!source) return;
    const { patch, below } = LAYERS[layer];
    const picture = below === "picture";
    const of = picture ? "the picture" : `${below}, map ${source.from + 1}`;
    [of, "weights", "products"].forEach((word, k) => (names[k].textContent = word));
    values.classList.toggle("dd-paper", picture);
    square(values, picture ? inked : colours, source.values, patch, 1);
    square(weights, colours, source.weights, patch, largest(source.weights));
    const made = source.values.map((value, i) => value * source.weights[i]);
    const most = largest(made);
    table.style.setProperty("--columns", patch);
    table.replaceChildren(
      ...made.map((product) => {
        const cell = html("span", {}, fixed(product).replace(/^(−?)0\./, "$1."));
        tint(cell, product / most);
        return cell;
      }),
    );
  };
  return { node, update };
}

/** The card; update(colours, open, found) fills it. */
export function card(figure, hide) {
  const name = html("p", { class: "tb-where" });
  const end = html("p", { class: "dd-end" });
  const [several, one] = [parts(figure), products()];
  const close = html(
    "button",
    {
      type: "button",
      class: "dd-close",
      "aria-label": "Close the card",
      onclick: hide,
    },
    "×",
  );
  const node = html(
    "div",
    { class: "dd-card", role: "group", "aria-label": "The open unit" },
    html("div", { class: "dd-top" }, name, close),
    several.node,
    one.node,
    end,
  );
  const update = (colours, open, found) => {
    name.textContent = `Open: ${nameOf(open)}`;
    several.update(colours, open, found);
    const single = found.sources.length === 1 ? 0 : open.source;
    one.update(colours, open, found.sources[single]);
    node.classList.toggle("dd-slim", !found.sources[single]);
    end.textContent = conclusion(open.layer, found);
    return `${name.textContent}. ${end.textContent}`;
  };
  return { node, update };
}
