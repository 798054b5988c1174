// The walk's own arithmetic, held to tests/cases/shape_walk.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/shape_walk.json", import.meta.url), "utf-8"),
);
const walker = await import("../../src/helpers/widgets/shape_walk.js");

test("every layer has the shape and the counts of the cases", () => {
  for (const { state, layers } of cases.walks) {
    const found = walker
      .walk(state)
      .map(({ name, side, channels, parameters, products }) => [
        name,
        side,
        channels,
        parameters,
        products,
      ]);
    assert.deepEqual(found, layers);
  }
});

test("the variants are the first two cases", () => {
  for (const { state } of cases.walks.slice(0, 2)) {
    assert.deepEqual(walker.published(state.variant), state);
    const same = `Parameters: as many as in the net of ${state.variant}.`;
    assert.equal(walker.verdict(state), same);
  }
});

test("a layer's sums are written out with their results", () => {
  for (const { state, layer, sums } of cases.sums) {
    assert.deepEqual(walker.sums(walker.walk(state)[layer]), sums);
  }
});

test("where a kernel does not fit, nothing is left and nothing is counted", () => {
  const state = { ...cases.walks[1].state, size: 40 };
  const layers = walker.walk(state);
  const at = layers.findIndex(({ name }) => name === "pool5");
  for (const layer of layers.slice(at)) {
    assert.equal(walker.shape(layer), "–");
    assert.equal(layer.parameters, 0);
    assert.equal(layer.products, 0);
  }
  assert.equal(walker.sums(layers[at])[0], "a kernel of 3 does not fit on 1");
  assert.equal(walker.sums(layers[at + 1])[0], "nothing is left to work on");
  const refusal = "pool5 has nothing left to see: this net refuses the picture.";
  assert.equal(walker.verdict(state), refusal);
});

test("a net of other sizes is compared with the published one", () => {
  const { state } = cases.walks[1];
  const wide = { ...state, kernels: state.kernels.with(0, 12) };
  const [more, fewer] = [wide, { ...wide, kernels: state.kernels.with(0, 10) }];
  // 64 kernels over 3 channels, 144 or 100 places instead of 121
  assert.match(walker.verdict(more), /^Parameters: 4,416 more than in the net/);
  assert.match(walker.verdict(fewer), /^Parameters: 4,032 fewer than in the net/);
});
