// @ts-check
// Pictures from a reader's own files: how they come, what is refused, and what is said.

import { html } from "./figure.js";

export const MOST = 30; // megabytes of a file

/** Why a file cannot be taken, in a sentence; null if it may be tried. */
export function refusal({ type, size }) {
  if (!/^image\//.test(type ?? "")) {
    return "This is no picture: choose a file like a JPEG or a PNG.";
  }
  if (/svg/.test(type)) {
    return "This is a drawing: choose a photograph, as a JPEG or a PNG.";
  }
  if (size > MOST * 1e6) {
    const mega = Math.round(size / 1e6);
    return `This picture has ${mega} MB: choose one of at most ${MOST} MB.`;
  }
  return null;
}

export const UNREADABLE =
  "This picture could not be read; it may be damaged or too large. The last one stays.";
export const READING = "Reading the picture …";

/** What is said of a picture that was taken. */
export function welcome({ type }, clear) {
  const moving = /gif|apng/.test(type ?? "");
  return [
    "Your picture stays in this browser.",
    moving && "Of a moving picture the first frame is used.",
    clear && "What is transparent counts as white.",
  ]
    .filter(Boolean)
    .join(" ");
}

/** The middle square of a picture or a film, as the colours of its points. */
export function squared(source, width, height, points) {
  const surface = html("canvas", { width: points, height: points });
  const pen = surface.getContext("2d", { willReadFrequently: true });
  const side = Math.min(width, height);
  const [x, y] = [(width - side) / 2, (height - side) / 2];
  pen.imageSmoothingQuality = "high";
  pen.drawImage(source, x, y, side, side, 0, 0, points, points);
  return pen.getImageData(0, 0, points, points).data;
}

/** Take a file, or say in a sentence why not; `take` tells whether parts were clear. */
export async function read(file, points, { take, say }) {
  const bad = refusal(file);
  if (bad) return say(bad);
  say(READING);
  try {
    const bitmap = await createImageBitmap(file);
    const data = squared(bitmap, bitmap.width, bitmap.height, points);
    bitmap.close();
    return say(welcome(file, take(data)));
  } catch {
    return say(UNREADABLE);
  }
}

/** Let files be dropped on a node, which is marked while they are over it. */
export function droppable(node, mark, open) {
  const over = (is) => node.classList.toggle(mark, is);
  node.addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  node.addEventListener("dragleave", () => over(false));
  node.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    const [file] = event.dataTransfer.files;
    if (file) open(file);
  });
}

/** The hidden field behind a button that chooses a file. */
export function fileField(open) {
  const field = html("input", {
    type: "file",
    accept: "image/*",
    hidden: true,
    onchange: () =>
      field.files[0] && open(field.files[0]).then(() => (field.value = "")),
  });
  return field;
}
