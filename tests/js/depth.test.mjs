// The figure on depth: its arithmetic, held to tests/cases/depth.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/depth.json", import.meta.url), "utf-8"),
);
const depth = await import("../../src/helpers/widgets/depth/model.js");
const { scientific } = await import("../../src/helpers/widgets/numbers.js");
const near = (a, b, part) =>
  assert.ok(Math.abs(a - b) <= part * Math.abs(b), `${a} is not ${b}`);

/** What the network finds at a step, and the network. */
function trained({ steps, ...settings }) {
  const net = depth.network(settings);
  for (let step = 0; step < steps; step += 1) {
    depth.gradients(net);
    depth.descend(net);
  }
  return { net, ...depth.gradients(net) };
}

test("loss, mistakes and gradients are those that Python has", () => {
  for (const { settings, loss, wrong, norms } of cases) {
    const found = trained(settings);
    near(found.loss, loss, 1e-6);
    assert.equal(found.wrong, wrong);
    assert.equal(found.norms.length, norms.length);
    found.norms.forEach((norm, k) => near(norm, norms[k], 1e-5));
  }
});

const ALL = Array.from({ length: 27 }, (_, i) => i + 1);

test("a skip connection and a normalisation together let 56 layers learn", () => {
  const settings = { blocks: 27, rate: 0.05, seed: 1, steps: 100 };
  assert.equal(trained({ ...settings, cut: [], norm: 1 }).wrong, 0);
  assert.ok(trained({ ...settings, cut: ALL, norm: 1 }).wrong > 8);
  assert.ok(trained({ ...settings, cut: [], norm: 0 }).wrong > 8);
});

test("blocks taken out of a trained network are missed only where there are no wires", () => {
  const settings = { blocks: 3, cut: ALL, norm: 1, rate: 0.05, seed: 1 };
  const [plain, wired] = [settings, { ...settings, blocks: 27, cut: [] }].map(
    (some) => {
      const training = depth.run(some);
      for (let step = 0; step <= 60; step += 1) depth.advance(training);
      assert.equal(depth.lookedAt(training, 60, []).wrong, training.moments[60].wrong);
      return training;
    },
  );
  assert.equal(plain.moments[60].wrong, 0);
  assert.ok(depth.lookedAt(plain, 60, [2]).wrong > 20);
  assert.equal(depth.lookedAt(wired, 60, [16, 22]).wrong, 0);
});

test("the coloured plane says at the points what the network says there", () => {
  const training = depth.run({ blocks: 2, cut: [1], norm: 1, rate: 0.05, seed: 3 });
  for (let step = 0; step <= 30; step += 1) depth.advance(training);
  const { net, answers } = depth.lookedAt(training, 30, []);
  const count = 260;
  const plane = depth.field(net, count);
  const at = (value) => Math.floor(((value / depth.REACH + 1) / 2) * count);
  const apart = depth.SPIRALS.map(({ x, y }, b) =>
    Math.abs(plane[at(-y) * count + at(x)] - Math.tanh(answers[b] / 2)),
  );
  assert.ok(apart.sort((a, b) => a - b)[32] < 0.02);
});

test("a tower says how many of its wires are whole", () => {
  const said = [
    [[], 27, "all 27 wires"],
    [[4], 27, "26 of 27 wires"],
    [ALL, 9, "no wires"],
    [[20], 9, "all 9 wires"],
    [[], 0, "no blocks, no wires"],
  ];
  for (const [cut, blocks, words] of said) {
    assert.equal(depth.wires(cut, blocks), words);
  }
});

test("a normalised unit has mean 0 and variance 1 over the points", () => {
  const { net } = trained(cases.at(-1).settings);
  const { normal, outputs } = net.layers[5];
  const unit = normal.filter((_, at) => at % outputs === 2);
  const mean = unit.reduce((sum, value) => sum + value) / 64;
  const variance = unit.reduce((sum, value) => sum + (value - mean) ** 2) / 64;
  assert.ok(Math.abs(mean) < 1e-9);
  near(variance, 1, 0.05);
});

test("a number is written with two figures, far from one as a power of ten", () => {
  const written = {
    0.034: "0.034",
    12.34: "12",
    0: "0",
    21000: "2.1 × 10⁴",
    1e-7: "1.0 × 10⁻⁷",
  };
  for (const [value, text] of Object.entries(written)) {
    assert.equal(scientific(Number(value)), text);
  }
  assert.equal(scientific(Infinity), "too large for a number");
  assert.equal(depth.percent(16), "25 %");
});
