// The photograph and its response as large as there is room, with the window on each.

import { change, html } from "../figure.js";
import { PHOTO, painted } from "./model.js";

const LAST = PHOTO - 2; // the last place of a window's middle
const kept = (k) => Math.max(1, Math.min(LAST, k));
const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/** A square of so many pixels, and the frame of a window on it. */
function plate(side, label, first, go) {
  const surface = html("canvas", { width: side, height: side, "aria-hidden": "true" });
  const frame = html("span", { class: "kp-frame", "aria-hidden": "true" });
  const point = ({ clientX, clientY }) => {
    const { left, top, width } = surface.getBoundingClientRect();
    const place = (k) => kept(Math.floor((k / width) * side) + first);
    go([place(clientY - top), place(clientX - left)]);
  };
  const node = html(
    "div",
    {
      class: "kp-photo",
      tabindex: "0",
      role: "application",
      "aria-label": `${label} Arrow keys move the window, with Shift by ten pixels.`,
      onpointerdown: point,
      onpointermove: (event) => event.pointerType === "touch" || point(event),
      onkeydown: (event) => {
        const step = STEPS[event.key];
        if (!step) return;
        event.preventDefault();
        go(step, event.shiftKey ? 10 : 1);
      },
    },
    surface,
    frame,
  );
  return { node, frame, brush: surface.getContext("2d") };
}

/** Where a frame lies, in shares of its plate: whole, also at the rim. */
const placed = ([down, across]) => {
  const kept = (share) => `clamp(9px, ${100 * share}%, calc(100% - 9px))`;
  return `top: ${kept(down)}; left: ${kept(across)}`;
};

/** Two plates; `go` is told a place, or a step and how many times. */
export function photographs(look) {
  const move = (now) => (place, times) =>
    look(times ? place.map((step, k) => kept(now()[k] + step * times)) : place);
  let at = [1, 1];
  const go = move(() => at);
  const left = plate(PHOTO, "The photograph.", 0, go);
  const right = plate(PHOTO - 2, "The response.", 1, go);
  const point = (place) => {
    at = place;
    change(left.frame, { style: placed(place.map((k) => (k + 0.5) / PHOTO)) });
    change(right.frame, { style: placed(place.map((k) => (k - 0.5) / (PHOTO - 2))) });
  };
  return { left, right, point };
}

/** The colours of the page, as numbers. */
export function pageColours(node) {
  const style = getComputedStyle(node);
  return ["--tb-positive", "--tb-negative"].map((name) => {
    const hex = style.getPropertyValue(name).trim().slice(1);
    return [0, 2, 4].map((k) => Number.parseInt(hex.slice(k, k + 2), 16));
  });
}

/** Put grey numbers on the left plate. */
export function putGrey({ brush }, grey) {
  const rgba = new Uint8ClampedArray(4 * grey.length);
  for (let i = 0; i < grey.length; i += 1) {
    rgba.fill(grey[i], 4 * i, 4 * i + 3);
    rgba[4 * i + 3] = 255;
  }
  brush.putImageData(new ImageData(rgba, PHOTO), 0, 0);
}

/** The response as an image; `shown` puts so many of its rows on the plate. */
export function imageOf(grey, state, colours) {
  return new ImageData(painted(grey, state, colours), PHOTO - 2);
}

export function putRows({ brush }, image, part) {
  const rows = Math.round(part * image.height);
  brush.clearRect(0, 0, image.width, image.height);
  brush.putImageData(image, 0, 0, 0, 0, image.width, rows);
}
