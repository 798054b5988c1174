// The kernel painter's own arithmetic, held to tests/cases/kernel_painter.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/kernel_painter.json", import.meta.url), "utf-8"),
);
const folder = "../../src/helpers/widgets/kernel_painter";
const painter = await import(`${folder}/model.js`);
const files = await import("../../src/helpers/widgets/files.js");
const { edgeOf, wander } = await import(`${folder}/motion.js`);

test("the ready-made pictures and kernels are those of the cases", () => {
  assert.deepEqual(painter.PICTURES.disc, cases.disc);
  for (const picture of Object.values(painter.PICTURES)) {
    assert.equal(picture.length, 9);
    assert.ok(picture.every((row) => row.length === 9));
    assert.ok(picture.flat().every((value) => value >= 0 && value <= 9));
  }
  assert.ok(!("chessboard" in painter.PICTURES)); // it is the answer of an exercise
  for (const [name, kernel] of Object.entries(cases.kernels)) {
    assert.deepEqual(painter.KERNELS[name], kernel);
  }
});

test("a response has the size and the numbers that the cases say", () => {
  for (const { picture, kernel, mode, padding, stride, response } of cases.responses) {
    const state = { picture, kernel, mode, padding, stride };
    const up = painter.answers(state).map((row) => row.map((answer) => answer.up));
    assert.deepEqual(up, response);
    assert.equal(painter.places(picture.length, 3, padding, stride), response.length);
  }
});

test("the nine products at a place add up to the response there", () => {
  for (const { picture, kernel, mode, padding, stride, response } of cases.responses) {
    const laid = painter.laidOn({ kernel, mode });
    response.forEach((row, i) =>
      row.forEach((value, j) => {
        const pixels = painter.windowAt(picture, 3, padding, stride, i, j);
        const sum = painter.products(pixels, laid).flat();
        assert.equal(
          sum.reduce((a, b) => a + b, 0),
          value,
        );
      }),
    );
  }
});

test("slopes make the magnitude and the angle of the cases", () => {
  for (const { right, up, magnitude, angle } of cases.arrows) {
    const made = painter.arrow(right, up);
    assert.ok(Math.abs(made.magnitude - magnitude) < 1e-9);
    if (angle === null) assert.equal(made.angle, null);
    else assert.ok(Math.abs(made.angle - angle) < 1e-9);
  }
});

test("the horizontal kernel turned by a quarter is Sobel's for the x direction", () => {
  const turned = painter.quarterTurn(painter.KERNELS["Sobel, horizontal"]);
  assert.deepEqual(turned, cases.sobel_x);
  const ramp = { picture: painter.PICTURES.ramp, mode: "correlation", padding: 0 };
  const kernel = painter.KERNELS["Sobel, horizontal"];
  for (const answer of painter.answers({ ...ramp, kernel, stride: 1 }).flat()) {
    assert.deepEqual(
      [answer.right, answer.up, answer.magnitude, answer.angle],
      [8, 0, 8, 0],
    );
  }
});

test("no response exceeds the largest that a kernel allows", () => {
  for (const { kernel, response } of cases.responses) {
    const top = painter.largest(kernel);
    assert.ok(response.flat().every((value) => Math.abs(value) <= top));
  }
  assert.equal(painter.largest(painter.KERNELS["Sobel, horizontal"]), 36);
});

test("sums and sizes are written as a reader would", () => {
  assert.equal(painter.addition([0, 9, -18, 0, 4]), "9 − 18 + 4 = −5");
  assert.equal(painter.addition([0, 0, -9]), "−9");
  assert.equal(painter.addition([0, 0]), "0");
  assert.equal(painter.sizes({ padding: 1, stride: 1 }), "(9 + 2·1 − 3) / 1 + 1 = 9");
  assert.equal(painter.sizes({ padding: 0, stride: 2 }), "(9 + 2·0 − 3) / 2 + 1 = 4");
  assert.equal(painter.sizes({ padding: 1, stride: 3 }), "⌊(9 + 2·1 − 3) / 3⌋ + 1 = 3");
});

// ---- the photograph -----------------------------------------------------------------

/** A small photograph of pseudo-random bytes. */
const small = (side) =>
  Uint8Array.from({ length: side * side }, (_, k) => (k * 97 + ((k * k) % 31)) % 256);

test("a photograph is answered as its rows would be", () => {
  const side = 7;
  const grey = small(side);
  const table = Array.from({ length: side }, (_, i) => [
    ...grey.slice(i * side, (i + 1) * side),
  ]);
  for (const kernel of Object.values(painter.KERNELS)) {
    const expected = painter.correlate(table, kernel).flat();
    assert.deepEqual([...painter.respond(grey, kernel, side)], expected);
  }
});

test("the pixels under the window make the response there", () => {
  const grey = small(painter.PHOTO);
  const kernel = painter.KERNELS.emboss;
  const found = painter.respond(grey, kernel);
  for (const [row, column] of [
    [1, 1],
    [76, 86],
    [206, 206],
  ]) {
    const pixels = painter.ninePixels(grey, [row, column]);
    const sum = painter.total(painter.products(pixels, kernel));
    assert.equal(found[(row - 1) * (painter.PHOTO - 2) + column - 1], sum);
  }
});

const COLOURS = [
  [0, 114, 178],
  [213, 94, 0],
];
const state = (name, more) => ({
  kernel: painter.KERNELS[name],
  mode: "correlation",
  show: "response",
  ...more,
});

test("a blur keeps the light, and an even picture stays as it is", () => {
  const even = new Uint8Array(painter.PHOTO ** 2).fill(130);
  for (const name of ["blur", "sharpen", "emboss"]) {
    const image = painter.painted(even, state(name), COLOURS);
    assert.deepEqual([...image.slice(0, 4)], [130, 130, 130, 255], name);
  }
  const edges = painter.painted(even, state("Scharr"), COLOURS);
  assert.equal(edges[3], 0); // clear where nothing changes
});

test("edges are blue above zero and orange below, and a convolution swaps them", () => {
  const half = new Uint8Array(painter.PHOTO ** 2).fill(255, 0, painter.PHOTO * 100);
  const at = 4 * 99 * (painter.PHOTO - 2);
  const colour = (more) =>
    painter.painted(half, state("Sobel, horizontal", more), COLOURS).slice(at, at + 3);
  assert.deepEqual([...colour({})], COLOURS[0]);
  assert.deepEqual([...colour({ mode: "convolution" })], COLOURS[1]);
  assert.deepEqual([...colour({ show: "magnitude" })], [255, 255, 255]);
  assert.deepEqual([...colour({ show: "angle" })], painter.wheel(90));
});

test("what is cut out of a photograph has its light from 0 to 9", () => {
  const grey = new Uint8Array(painter.PHOTO ** 2);
  grey[50 * painter.PHOTO + 60] = 255;
  const cut = painter.cutOut(grey, [50, 60]);
  assert.equal(cut[4][4], 9);
  assert.equal(painter.total(cut), 9);
  assert.equal(painter.cutOut(grey, [1, 206]).length, 9);
});

test("transparent pixels count as white", () => {
  const { grey, clear } = painter.greyOf([0, 0, 0, 0, 30, 60, 90, 255]);
  assert.deepEqual([[...grey], clear], [[255, 60], true]);
  assert.equal(painter.greyOf([9, 9, 9, 255]).clear, false);
});

test("a file that is no picture, or too large, is refused in a sentence", () => {
  assert.match(files.refusal({ type: "text/plain", size: 9 }), /no picture/);
  assert.match(files.refusal({ type: "", size: 9 }), /no picture/);
  assert.match(files.refusal({ type: "image/png", size: 45e6 }), /has 45 MB/);
  assert.equal(files.refusal({ type: "image/png", size: 2e6 }), null);
  assert.match(files.refusal({ type: "image/svg+xml", size: 9 }), /a drawing/);
  assert.match(files.welcome({ type: "image/gif" }, false), /first frame/);
  assert.match(files.welcome({ type: "image/png" }, true), /counts as white/);
});

test("every way in which a camera fails has its sentence", () => {
  const said = ["NotAllowedError", "NotFoundError", "NotReadableError", "TypeError"];
  const sentences = said.map(painter.cameraSentence);
  assert.equal(new Set(sentences).size, 4);
  for (const sentence of sentences) assert.match(sentence, /You can drop a picture/);
});

test("what moves by itself stays on the photograph", () => {
  const inside = (k) => Number.isInteger(k) && k >= 1 && k <= painter.PHOTO - 2;
  for (let k = 0; k <= 300; k += 1) {
    assert.ok(wander(k / 3).every(inside));
    assert.ok(edgeOf(k / 300, painter.PHOTO).every(inside));
  }
});
