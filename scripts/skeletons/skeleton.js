// SENTENCE: a number that the reader moves, and its square.
import { change, html, liveFigure, svg, timeline } from "./figure.js";

/** What is drawn and said. */
export function squared(value) {
  return value * value;
}

function draw(figure) {
  const dot = svg("circle", { cy: 30, r: 9, class: "tb-cell-body" });
  const drawing = svg("svg", { class: "tb-drawing", role: "img" });
  drawing.append(dot);
  const words = html("p", { class: "tb-note" });
  figure.root.append(
    html("div", { class: "tb-head" }, figure.title),
    html("div", {}, drawing),
    words,
    timeline(figure, {
      label: "value",
      watches: ["value"],
      last: () => 9,
      at: () => figure.get("value"),
      move: (value) => figure.set({ value }),
      say: (value) => `${value} squared is ${squared(value)}`,
    }),
  );
  let width = 300;
  const update = () => {
    const value = figure.get("value");
    change(dot, { cx: 20 + (value / 9) * (width - 40) });
    words.textContent = `${value} squared is ${squared(value)}.`;
    change(drawing, { "aria-label": words.textContent });
  };
  figure.fit(drawing.parentNode, (room) => {
    width = room;
    change(drawing, { viewBox: `0 0 ${width} 60`, height: 60 });
    update();
  });
  figure.watch(["value"], () => {
    update();
    figure.announce(words.textContent);
  });
}

export default liveFigure({ title: "SENTENCE", draw });
