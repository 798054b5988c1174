// Random queries and keys that grow wide: the weights with the root, and without it.

import { button, change, html, written } from "../figure.js";
import { KEYS, brief, grown } from "./model.js";

/** Eight bars under a heading, and what they say. */
function panel(title) {
  const head = html("p", { class: "ah-title" });
  const bars = Array.from({ length: KEYS }, () => html("i", {}));
  const says = html("p", { class: "tb-value" });
  const chart = html("div", { class: "ah-bars", role: "img" }, bars);
  const root = html("div", {}, head, chart, says);
  function show(words, weights, moved) {
    head.textContent = words ?? title;
    weights.forEach((weight, key) => {
      bars[key].style.height = `${(100 * weight).toFixed(2)}%`;
    });
    const listed = weights.map(brief).join(", ");
    change(chart, { "aria-label": `the weights of eight keys: ${listed}` });
    says.textContent =
      `largest weight ${brief(Math.max(...weights))}; ` + `sensitivity ${brief(moved)}`;
    return says.textContent;
  }
  return { root, show };
}

/** The view in which the width of the keys grows from step to step. */
export function growing(figure) {
  const panels = [panel(""), panel("as they are: no root")];
  const spread = html("p", { class: "ah-note" });
  const other = button("Other numbers", () =>
    figure.set({ seed: (figure.get("seed") % 99) + 1 }),
  );
  const root = html(
    "div",
    { class: "ah-view ah-growing" },
    html("div", { class: "tb-row" }, other, spread),
    html(
      "div",
      { class: "ah-panels" },
      panels.map((one) => one.root),
    ),
    html(
      "p",
      { class: "tb-note" },
      "Sensitivity: how far the weights still move when a score moves a little, the " +
        "sum of α(1 − α). At 0 nothing can be learned any more.",
    ),
  );
  function show({ power, seed }) {
    const { width, scores, weights, moved } = grown(power, seed);
    const first = `scores ÷ √${width}`;
    const said = [first, null].map((words, i) =>
      panels[i].show(words, weights[i], moved[i]),
    );
    const [low, high] = [Math.min(...scores), Math.max(...scores)].map((score) =>
      written(Math.round(score * 10) / 10),
    );
    spread.textContent =
      `One random query before eight random keys, ${width} wide. Scores from ` +
      `${low} to ${high}; √${width} = ${written(Math.sqrt(width))}.`;
    return `${spread.textContent} ${said[0]}; without the root: ${said[1]}`;
  }
  return { root, show };
}
