// The playground's own arithmetic, held to tests/cases/playground.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/playground.json", import.meta.url), "utf-8"),
);
const model = await import("../../src/helpers/widgets/playground/model.js");
const near = (a, b, tolerance = 1e-6) =>
  assert.ok(Math.abs(a - b) <= tolerance, `${a} is not ${b}`);

test("a run has the weights, the error and the hits that Python has", () => {
  for (const one of cases.runs) {
    const { start, points, rate, momentum, epochs } = one;
    const run = model.train(start, points, rate, momentum, epochs);
    near(run.errors[epochs], one.error);
    assert.equal(run.right[epochs], one.right);
    run.weights[epochs].forEach((value, i) => near(value, one.weights[i]));
  }
});

test("the gradient is that of finite differences", () => {
  for (const set of Object.values(model.SETS)) {
    const w = Float64Array.from(model.drawn(7, 3));
    const { gradient } = model.learnFrom(w, set);
    for (let i = 0; i < w.length; i += 1) {
      const error = (step) => {
        const moved = w.map((value, k) => (k === i ? value + step : value));
        return model.learnFrom(moved, set).error;
      };
      near(gradient[i], (error(1e-5) - error(-1e-5)) / 2e-5);
    }
  }
});

test("what flows back through the wires makes the gradient", () => {
  const w = Float64Array.from(model.drawn(3, 2));
  const [one] = model.SETS.ring;
  const { top, hidden, dx } = model.paid(w, one);
  const { gradient } = model.learnFrom(w, [one]);
  near(gradient[8], top);
  near(gradient[6], top * hidden[0]);
  near(gradient[3], dx[1] * one.x[0]);
  const { down } = model.flows(w, [one]);
  near(down[1], Math.abs(top * w[7]));
});

test("the ground has the error of the net where the ball is", () => {
  const set = model.SETS.XOR;
  const w = Float64Array.from(model.drawn(2, 2));
  const [reach, count] = [8, 24];
  const errors = model.surface(w, set, 1, reach, count);
  const at = (i) => -reach + (2 * reach * (i + 0.5)) / count;
  const moved = w.map((v, i) => (i === 3 ? at(20) : i === 4 ? at(5) : v));
  near(errors[(count - 1 - 5) * count + 20], model.learnFrom(moved, set).error);
});

test("twins stay twins, and the sentence says so", () => {
  const run = model.train(model.drawn(0, 2), model.SETS.XOR, 0.5, 0.9);
  const last = run.weights.at(-1);
  near(last[0], last[3], 1e-12);
  assert.match(model.happening(run, model.SETS.XOR, 1000), /twins/);
});

test("the things to try come out as their names promise", () => {
  const solved = (points, hidden, rate, seed) =>
    model.train(model.drawn(seed, hidden), model.SETS[points], rate, 0.9);
  assert.ok(solved("XOR", 2, 0.5, 2).solved < 200);
  assert.equal(solved("XOR", 1, 0.5, 2).solved, null);
  const poor = solved("XOR", 2, 0.5, 1);
  assert.equal(poor.solved, null);
  near(poor.errors.at(-1), 0.25, 0.01);
  assert.ok(solved("ring", 3, 0.1, 4).solved < 500);
  assert.equal(solved("ring", 3, 3, 4).solved, null);
});

test("no two lines can fence the ring in", () => {
  for (let seed = 1; seed <= 10; seed += 1) {
    const run = model.train(model.drawn(seed, 2), model.SETS.ring, 0.3, 0.9);
    assert.equal(run.solved, null);
  }
});

test("a unit's line crosses the plane in two points of it, or not at all", () => {
  const [[x1, y1], [x2, y2]] = model.cut(1, 1, -1);
  near(x1 + y1, 1);
  near(x2 + y2, 1);
  assert.ok(Math.hypot(x1 - x2, y1 - y2) > 1);
  assert.equal(model.cut(1, 1, -9), null);
  assert.equal(model.cut(0, 0, 1), null);
  near(model.cut(1, 0, -0.5)[0][0], 0.5);
});

test("what does not go together is said as in Python", () => {
  for (const { state, problem } of cases.problems) {
    assert.equal(model.problem(state), problem);
  }
});
