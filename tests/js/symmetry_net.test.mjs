// The symmetry net's own arithmetic, held to tests/cases/symmetry_net.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/symmetry_net.json", import.meta.url), "utf-8"),
);
const net = await import("../../src/helpers/widgets/symmetry_net/model.js");
const near = (a, b, tolerance = 1e-7) =>
  assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

test("eight of the 64 patterns are symmetric, the named ones among them", () => {
  const bits = (text) => [...text].map(Number);
  assert.equal(net.PATTERNS.filter(net.isSymmetric).length, 8);
  for (const text of cases.symmetric) assert.equal(net.isSymmetric(bits(text)), 1);
  for (const text of cases.asymmetric) assert.equal(net.isSymmetric(bits(text)), 0);
});

test("a run has the weights, the error and the hits that Python has", () => {
  for (const { start, rate, momentum, epochs, error, right, weights } of cases.runs) {
    const run = net.train(start, rate, momentum, epochs);
    assert.equal(run.weights.length, epochs + 1);
    near(run.errors[epochs], error);
    assert.equal(run.right[epochs], right);
    run.weights[epochs].forEach((value, i) => near(value, weights[i]));
  }
});

test("the gradient is that of finite differences", () => {
  const w = Float64Array.from(cases.runs[0].start);
  const { gradient } = net.pass(w);
  for (let i = 0; i < 17; i += 1) {
    const moved = (step) => w.map((value, k) => (k === i ? value + step : value));
    const error = (step) => net.pass(moved(step)).error;
    near(gradient[i], (error(1e-5) - error(-1e-5)) / 2e-5);
  }
});

test("the ratio of mirrored pairs is read off as in the cases", () => {
  for (const { weights, ratio } of cases.ratios) {
    net.ratio(weights).forEach((value, i) => near(value, ratio[i]));
  }
});

test("a solved run ends at 1 : 2 : 4 with opposite signs in both hidden units", () => {
  const run = net.train(net.drawn(4), 0.1, 0.9);
  assert.ok(run.solved < 3000);
  assert.equal(run.right.indexOf(64), run.solved);
  for (const at of [0, 7]) {
    const weights = Array.from(run.weights[3000].slice(at, at + 6));
    assert.ok(net.pairs(weights).every(({ opposed }) => opposed));
    net.ratio(weights).forEach((value, i) => near(value, [1, 2, 4][i], 0.1));
  }
});

test("the first starts show one of each kind, and every start has its turn", () => {
  const order = [net.nextStart(0)];
  while (order.length < 999) order.push(net.nextStart(order.at(-1)));
  assert.equal(new Set(order).size, 999);
  assert.equal(net.nextStart(order.at(-1)), order[0]);
  const kinds = order.slice(0, 3).map((seed) => {
    const run = net.train(net.drawn(seed), 0.1, 0.9);
    if (run.solved === null) return "not solved";
    const shares = net.ratio(Array.from(run.weights[3000].slice(0, 6)));
    return shares.map((share) => Math.round(2 * share) / 2).join(" : ");
  });
  assert.deepEqual(kinds, ["1 : 1.5 : 2", "not solved", "1 : 2 : 4"]);
});

test("a seed gives 17 weights within 0.3, and another seed gives others", () => {
  const all = [1, 2, 3, 999].map(net.drawn);
  for (const weights of all) {
    assert.equal(weights.length, 17);
    assert.ok(weights.every((value) => Math.abs(value) <= 0.3));
  }
  assert.equal(new Set(all.map(String)).size, 4);
});

test("the terms of a sum are written out with true minus signs", () => {
  assert.equal(net.addition([-5, 2.5, -1.91], -4.41), "−5.00 + 2.50 − 1.91 = −4.41");
  assert.equal(net.addition([2], 2), "2.00 = 2.00");
});

test("it says which pair the net has discovered, and when it has all", () => {
  const run = net.train(net.drawn(4), 0.1, 0.9);
  const said = run.weights.map((_, t) => net.discovery(run, t));
  assert.match(said[0], /Small random weights/);
  const order = [/plateau/, /discovered the/, /All three pairs/, /Learned at epoch/];
  const first = order.map((words) => said.findIndex((one) => words.test(one)));
  assert.ok(first.every((t) => t >= 0));
  assert.deepEqual(
    first,
    first.toSorted((a, b) => a - b),
  );
  assert.match(said.at(-1), /1 : 2\.0 : 4\.0/);
});
