// The figure on depth: its arithmetic, held to tests/cases/depth.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/depth.json", import.meta.url), "utf-8"));
const depth = await import("../../src/helpers/widgets/depth.js");
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

test("a skip connection and a normalisation together let 56 layers learn", () => {
  const settings = { blocks: 27, rate: 0.05, seed: 1, steps: 100 };
  assert.equal(trained({ ...settings, skip: 1, norm: 1 }).wrong, 0);
  assert.ok(trained({ ...settings, skip: 0, norm: 1 }).wrong > 8);
  assert.ok(trained({ ...settings, skip: 1, norm: 0 }).wrong > 8);
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
  const written = { 0.034: "0.034", 12.34: "12", 0: "0", 21000: "2.1 × 10⁴",
    1e-7: "1.0 × 10⁻⁷" };
  for (const [value, text] of Object.entries(written)) {
    assert.equal(depth.scientific(Number(value)), text);
  }
  assert.equal(depth.scientific(Infinity), "too large for a number");
  assert.equal(depth.percent(16), "25 %");
});
