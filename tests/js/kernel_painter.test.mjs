// The kernel painter's own arithmetic, held to tests/cases/kernel_painter.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/kernel_painter.json", import.meta.url), "utf-8"),
);
const painter = await import("../../src/helpers/widgets/kernel_painter.js");

test("the ready-made pictures and kernels are those of the cases", () => {
  assert.deepEqual(painter.PICTURES.disc, cases.disc);
  for (const picture of Object.values(painter.PICTURES)) {
    assert.equal(picture.length, 9);
    assert.ok(picture.every((row) => row.length === 9));
    assert.ok(picture.flat().every((value) => value >= 0 && value <= 9));
  }
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
  assert.equal(
    painter.sizes({ padding: 1, stride: 1 }),
    "(9 + 2·1 − 3) / 1 + 1 = 9",
  );
  assert.equal(
    painter.sizes({ padding: 0, stride: 2 }),
    "(9 + 2·0 − 3) / 2 + 1 = 4",
  );
  assert.equal(
    painter.sizes({ padding: 1, stride: 3 }),
    "⌊(9 + 2·1 − 3) / 3⌋ + 1 = 3",
  );
});
