// What happens at one place: nine pixels, nine weights, nine products, and their sum.

import { change, html, written } from "../figure.js";
import { addition, divisor, inWords, keepsLight, largest, laidOn } from "./model.js";
import { products, together, total } from "./model.js";
import { light, shade } from "./plates.js";

const nine = (make) => Array.from({ length: 9 }, (_, k) => make(k));

/** The nine weights as fields to type in. */
function weights(figure) {
  const put = (k, value) => {
    if (!Number.isInteger(value) || Math.abs(value) > 10) return;
    const flat = figure.get("kernel").flat();
    flat[k] = value;
    figure.set({ kernel: [0, 3, 6].map((from) => flat.slice(from, from + 3)) });
  };
  const fields = nine((k) =>
    html("input", {
      type: "number",
      class: "kp-weight",
      min: -10,
      max: 10,
      step: 1,
      "aria-label": `weight, row ${Math.floor(k / 3) + 1}, column ${(k % 3) + 1}`,
      oninput: ({ target }) => put(k, target.valueAsNumber),
      onblur: ({ target }) => (target.value = figure.get("kernel").flat()[k]),
    }),
  );
  figure.watch(["kernel"], () => {
    const flat = figure.get("kernel").flat();
    const most = Math.max(...flat.map(Math.abs), 1);
    flat.forEach((weight, k) => {
      if (fields[k].valueAsNumber !== weight) fields[k].value = weight;
      shade(fields[k], weight, most);
    });
  });
  const group = { class: "kp-nine", role: "group", "aria-label": "kernel" };
  return { node: html("div", group, fields), focus: () => fields[0].select() };
}

const labelled = (words, node) =>
  html("div", {}, html("p", { class: "tb-label" }, words), node);

/** The loupe; update(state, pixels, answer, brightest) shows a place. */
export function loupe(figure) {
  const pixels = nine(() => html("span", { class: "kp-cell" }));
  const made = nine(() => html("span", { class: "kp-cell kp-product" }));
  const grid = (cells) =>
    html("div", { class: "kp-nine", "aria-hidden": "true" }, cells);
  const field = weights(figure);
  const [sum, note] = ["kp-sum", "kp-note tb-note"].map((name) =>
    html("p", { class: name }),
  );
  const said = html("p", { class: "tb-unseen kp-addition" });
  const under = labelled("pixels", grid(pixels));
  const whole = labelled("", sum);
  const node = html(
    "div",
    { class: "kp-loupe" },
    html(
      "div",
      { class: "kp-pair" },
      under,
      html("span", { class: "kp-sign", "aria-hidden": "true" }, "×"),
      labelled("weights", field.node),
    ),
    html(
      "div",
      { class: "kp-pair" },
      labelled("products", grid(made)),
      html("span", { class: "kp-sign", "aria-hidden": "true" }, "→"),
      whole,
    ),
    note,
    said,
  );
  const update = (...seen) =>
    show({ pixels, made, sum, name: whole.firstChild, note, said }, ...seen);
  return { node, update, focus: field.focus, from: under, to: sum };
}

function show({ pixels, made, sum, name, note, said }, state, seen, answer, brightest) {
  const kernel = laidOn(state);
  const limit = largest(kernel, brightest);
  const flat = products(seen, kernel).flat();
  seen.flat().forEach((value, k) => {
    pixels[k].textContent = value;
    light(pixels[k], value / brightest);
    made[k].textContent = written(flat[k]);
    shade(made[k], flat[k], limit / 2);
  });
  const alone = state.show === "response";
  name.textContent = alone ? "their sum" : state.show;
  sum.textContent = alone ? written(total([flat])) : inWords(answer, state.show);
  if (alone && keepsLight(kernel)) {
    light(sum, Math.max(0, Math.min(1, answer.up / divisor(kernel) / brightest)));
  } else {
    sum.style.removeProperty("--kp-ink");
    shade(sum, alone ? answer.up : 0, limit * 0.4);
  }
  const flipped =
    state.mode === "convolution" ? "Laid on turned by half a circle. " : "";
  note.textContent = flipped + together(answer, state);
  said.textContent = `Sum: ${addition(flat)}`;
  change(sum, { "data-show": state.show });
}
