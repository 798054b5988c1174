// @ts-check
// SENTENCE: a number that the reader moves, and its square.
import { change, html, knob, liveFigure, svg } from "../figure.js";
import { squared, WORDS } from "./model.js";

/** A square as large as the number, in the room that there is. */
function picture(figure) {
  const square = svg("rect", { class: "skeleton-square", y: 2 });
  const drawing = svg("svg", { class: "tb-drawing", role: "img" }, square);
  let room = 300;
  const update = () => {
    const side = 80 * Math.sqrt(squared(figure.get("value")) / 81);
    change(square, { x: 2, width: side, height: side });
    change(drawing, { "aria-label": WORDS.square(figure.get("value")) });
  };
  const root = html("div", {}, drawing);
  figure.fit(root, (width) => {
    room = width;
    change(drawing, { viewBox: `0 0 ${room} 84`, height: 84 });
  });
  figure.watch(["value"], update);
  return root;
}

function draw(figure) {
  const words = html("p", { class: "tb-note" });
  figure.root.append(
    html("p", {}, WORDS.invitation),
    picture(figure),
    knob(figure, "value", WORDS.value),
    words,
  );
  let first = true;
  figure.watch(["value"], () => {
    words.textContent = WORDS.square(figure.get("value"));
    if (!first) figure.announce(words.textContent);
    first = false;
  });
}

export default liveFigure({ title: WORDS.title, draw, stage: true });
