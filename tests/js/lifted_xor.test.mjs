// The lifted XOR's arithmetic, held to tests/cases/lifted_xor.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as model from "../../src/helpers/widgets/lifted_xor/model.js";

const cases = JSON.parse(
  readFileSync(new URL("../cases/lifted_xor.json", import.meta.url), "utf-8"),
);

test("sums, right answers and the weights of the bags are those of the cases", () => {
  for (const { state, sums, right, bags } of cases.sums) {
    const found = model.answers(state);
    assert.deepEqual(
      found.map(({ sum }) => sum),
      sums,
    );
    const good = found.filter(({ answer, wanted }) => answer === wanted);
    assert.equal(good.length, right);
    assert.deepEqual(model.bags(state), bags);
    assert.equal(model.headline(state)[0], `${right} of 4 right.`);
  }
});

test("the plane's corners lie on the plane and on the box, in order around it", () => {
  for (const weights of [
    [1, 1, -2],
    [2, -1, 0.5],
    [0, 1, 0],
    [1, 0, -3],
  ]) {
    const places = model.planePolygon(weights, 0.5);
    assert.ok(places.length >= 3);
    for (const place of places) {
      assert.ok(Math.abs(model.sumOf(weights, place) - 0.5) < 1e-9);
      const far = [model.LOW, model.HIGH];
      assert.ok(place.some((x) => far.some((end) => Math.abs(x - end) < 1e-9)));
    }
  }
  assert.deepEqual(model.planePolygon([0, 0, 0], 0.5), []);
});

test("the coloured stretch is where the sum exceeds the threshold", () => {
  for (const { state } of cases.sums) {
    const { weights, theta, lift } = state;
    for (const b of [0, 0.3, 0.71, 1]) {
      const stretch = model.firing(weights, theta, b, lift);
      const rest = model.otherwise(stretch);
      for (const a of [0.01, 0.26, 0.52, 0.97]) {
        const inside = stretch !== null && stretch[0] < a && a < stretch[1];
        const beside = rest !== null && rest[0] < a && a < rest[1];
        assert.equal(inside, model.sumOf(weights, [a, b, lift * a * b]) > theta);
        assert.equal(inside, !beside);
      }
    }
  }
});

test("seen from above, heights vanish; from the side, they are what is seen", () => {
  const above = model.camera(0, 90).see;
  const [low, high] = [above([1, 1, 0]), above([1, 1, 1])];
  assert.ok(low.every((x, i) => Math.abs(x - high[i]) < 1e-9));
  const side = model.camera(0, 0).see;
  assert.ok(Math.abs(side([1, 1, 0])[1] - side([1, 1, 1])[1] - 1) < 1e-9);
});
