// The unrolled cell: its arithmetic, held to tests/cases/unrolled_cell.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/unrolled_cell.json", import.meta.url), "utf-8"));
const cell = await import("../../src/helpers/widgets/unrolled_cell.js");
const near = (a, b, part = 1e-6) =>
  assert.ok(Math.abs(a - b) <= part * Math.abs(b), `${a} is not ${b}`);

test("the gradients are those that autograd has", () => {
  for (const { settings, norms, total } of cases.gradients) {
    const found = cell.backwards(cell.run(settings));
    assert.equal(found.norms.length, norms.length);
    found.norms.forEach((norm, t) => near(norm, norms[t]));
    near(found.total, total);
  }
});

test("the weights have the spectral radius that was asked for", () => {
  for (const radius of [0.1, 1, 3]) {
    near(cell.spectralRadius(cell.weights(radius, 5)), radius);
  }
  near(cell.spectralRadius([[0, 2], [-2, 0]]), 2); // a pair of imaginary eigenvalues
  near(cell.spectralRadius([[0.5, 100], [0, 0.5]]), 0.5, 1e-5);
  assert.equal(cell.spectralRadius([[0, 1], [0, 0]]), 0);
});

test("the norm is the most that a matrix stretches", () => {
  near(cell.norm([[3, 0], [0, -7]]), 7);
  near(cell.norm([[0, 5], [0, 0]]), 5);
});

test("a limit cuts what is longer, and 0 is none", () => {
  assert.equal(cell.clipped(8, 2), 2);
  assert.equal(cell.clipped(1, 2), 1);
  assert.equal(cell.clipped(8, 0), 8);
});

test("another length leaves the way and the time as they are, where it can", () => {
  assert.equal(cell.kept(48, 30, 33), 54); // time 12, on the way back
  assert.equal(cell.kept(48, 30, 60), 108);
  assert.equal(cell.kept(48, 30, 10), 10); // time 12 is gone: the last state
  assert.equal(cell.kept(12, 30, 60), 12); // forwards
  assert.equal(cell.kept(12, 30, 5), 5);
});

test("the axis has room for what is shown, and little more", () => {
  assert.deepEqual(cell.axisFor([1, 0.9, 0.076, 0.042]), [-2, 0]);
  assert.deepEqual(cell.axisFor([1, 0.0068]), [-3, 0]);
  assert.deepEqual(cell.axisFor([1, 1.4, 0.5]), [-1, 1]);
  assert.deepEqual(cell.axisFor([1, 3e5]), [-1, 6]);
  assert.deepEqual(cell.axisFor([1, 0]), [-32, 0]);
});

test("the worked example has the lecture's numbers", () => {
  const { inputs, rows, slopes } = cases.example;
  const steps = cell.example(inputs);
  rows.forEach((row, i) => {
    for (const [name, value] of Object.entries(row)) {
      assert.deepEqual(steps[i + 1][name], value);
    }
  });
  assert.deepEqual(steps.map(({ dh }) => dh.map((g) => g + 0)), slopes);
});

test("a unit's sum is put in words", () => {
  const step = cell.example(cases.example.inputs)[1];
  assert.equal(cell.sumInWords(step, 1, 3), "Unit 3 at time 1: from the state 1·1 + "
    + "0·0 + 0·0 = 1, from the input −1·1 + 0·0 = −1; together 0, and ReLU gives 0.");
});
