// @ts-check
// A small picture of ink on white paper, as bright in the dark as in the light.

import { html } from "../figure.js";

const INK = [24, 26, 30];

/** A canvas of so many pixels along each side; `paint` takes ink from 0 to 1. */
export function plate(side, attributes) {
  const canvas = html("canvas", { width: side, height: side, ...attributes });
  const context = canvas.getContext("2d");
  const image = context.createImageData(side, side);
  const paint = (values) => {
    values.forEach((value, i) => {
      for (let c = 0; c < 3; c += 1)
        image.data[4 * i + c] = 255 + Math.min(1, value) * (INK[c] - 255);
      image.data[4 * i + 3] = 255;
    });
    context.putImageData(image, 0, 0);
  };
  return { canvas, paint };
}
