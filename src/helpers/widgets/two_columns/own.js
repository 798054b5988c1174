// The pictures to choose from, and those of the reader's own.

import { button, change, html } from "../figure.js";
import { droppable, fileField, read } from "../files.js";
import { pictureBitmap } from "./boxes.js";
import { SIDE, onWhite } from "./model.js";

/** A picture as a button. */
function thumb(name, rgb, press) {
  const surface = html("canvas", { width: SIDE, height: SIDE, "aria-hidden": "true" });
  surface.getContext("2d").drawImage(pictureBitmap(rgb, SIDE), 0, 0);
  const look = { type: "button", class: "tc-thumb", "aria-label": name, title: name };
  return html("button", { ...look, onclick: press }, surface);
}

/** The row of pictures; `take` gets points and a place in the row, or −1 for own. */
export function pictureRow(figure, target, stored, take) {
  const status = html("p", { class: "tc-status tb-note", role: "status" });
  const say = (words) => (status.textContent = words);
  const choose = (k) => {
    take(stored[k].rgb, k);
    say(`${stored[k].name}: ${stored[k].credit}`);
  };
  const thumbs = stored.map(({ name, rgb }, k) => thumb(name, rgb, () => choose(k)));
  const own = (data) => {
    const { rgb, clear } = onWhite(data);
    take(rgb, -1);
    return clear;
  };
  const open = (file) => read(file, SIDE, { take: own, say });
  const field = fileField(open);
  droppable(target, "tc-over", open);
  const node = html(
    "div",
    { class: "tc-pictures", role: "group", "aria-label": "Pictures" },
    thumbs,
    button("Drop or choose your own", () => field.click()),
    field,
    status,
  );
  const show = (at) => {
    thumbs.forEach((one, k) => change(one, { "aria-pressed": String(k === at) }));
    if (at >= 0) say(`${stored[at].name}: ${stored[at].credit}`);
  };
  return { node, show };
}
