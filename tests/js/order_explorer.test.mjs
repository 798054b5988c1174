// The order explorer's own arithmetic, held to tests/cases/order_explorer.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/order_explorer.json", import.meta.url), "utf-8"),
);
const figure = await import("../../src/helpers/widgets/order_explorer.js");

test("the masks come in the chapter's order", () => {
  for (const { points, order, masks } of cases.masks) {
    assert.deepEqual(figure.masks(points, order), masks);
  }
});

test("the rule ends in the chapter's weights, or in its bags", () => {
  for (const { question, points, order, weights, bags } of cases.runs) {
    const run = figure.learn(question, points, order);
    assert.deepEqual(run.bags, bags, `${question} ${points} ${order}`);
    if (weights) {
      assert.deepEqual(run.weights.at(-1), weights);
      assert.equal(run.right.at(-1), 2 ** points);
    } else {
      assert.deepEqual(run.weights.at(-1), run.weights[run.from]);
      assert.deepEqual(figure.counted(run, true), figure.counted(run, false));
      assert.ok(Math.max(...run.right) < 2 ** points);
    }
  }
});

test("the four figures have the pieces that SciPy counts", () => {
  for (const [name, found] of Object.entries(cases.pieces)) {
    const [left, right] = [...name.slice(1)].map(Number);
    assert.equal(figure.pieces(figure.strands(left, right)), found, name);
  }
});

test("windows see no difference at the places where the chapter sees none", () => {
  for (const [width, places] of Object.entries(cases.windows)) {
    assert.deepEqual(figure.placesAlike(Number(width)), places, width);
  }
  assert.deepEqual(figure.letters(3, 2), { X01: "A", X10: "A", X00: "A", X11: "A" });
  assert.deepEqual(figure.letters(0, 2), { X01: "A", X10: "B", X00: "A", X11: "B" });
});

test("a line gets as many figures right as the cases say", () => {
  for (const { goal, weights, theta, right } of cases.lines) {
    const rows = figure.fourAnswers(goal, weights, theta);
    assert.equal(rows.filter((row) => row.answer === row.wanted).length, right);
  }
});

test("no line does better than three on XOR, and a weight on the pair does", () => {
  for (const [goal, best] of Object.entries(cases.best)) {
    assert.deepEqual(
      [false, true].map((pair) => figure.bestOfSliders(goal, pair)),
      best,
    );
  }
});

test("the shaded stretch is where the sum exceeds the threshold", () => {
  for (const { weights, theta } of cases.lines) {
    for (const b of [-0.4, 0, 0.3, 1, 1.4]) {
      const stretch = figure.firingStretch(weights, theta, b, -0.5, 1.5);
      for (const a of [-0.45, 0.01, 0.52, 0.97, 1.45]) {
        const inside = stretch !== null && stretch[0] < a && a < stretch[1];
        assert.equal(inside, figure.sumOf(weights, [a, b]) > theta);
      }
    }
  }
});

test("settings that do not go together are named as in Python", () => {
  const fine = { order: 2, points: 3, reachable: { parity: [] } };
  assert.equal(figure.problem(fine), null);
  const tooHigh = "order must be at most points, which is 3, not 4.";
  assert.equal(figure.problem({ ...fine, order: 4 }), tooHigh);
  const unknown = "reachable must name questions of the figure, not odd.";
  assert.equal(figure.problem({ ...fine, reachable: { odd: [] } }), unknown);
});
