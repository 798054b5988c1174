// The order explorer's own arithmetic, held to tests/cases/order_explorer.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/order_explorer.json", import.meta.url), "utf-8"),
);
const figure = await import("../../src/helpers/widgets/order_explorer/model.js");

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

test("after a pass each picture stands at its sum, and mistakes are on the wrong side", () => {
  const run = figure.learn("parity", 2, 2);
  const start = figure.after(run, 0);
  assert.deepEqual(start.sums, [0, 0, 0, 0]);
  assert.deepEqual(start.wrong, [false, true, true, false]);
  assert.equal(start.bags, null);
  const end = figure.after(run, 99);
  assert.equal(end.at, run.weights.length - 1);
  assert.ok(end.solved && end.wrong.every((wrong) => !wrong));
});

test("pictures that stand near each other get storeys of their own", () => {
  assert.deepEqual(figure.storeys([0, 50, 0, 10], 20), [0, 0, 1, 2]);
  assert.deepEqual(figure.storeys([], 20), []);
});

test("the words say whether it went on, stopped, or goes round for ever", () => {
  const said = (question, points, order, passes) => {
    const state = { question, points, order, passes };
    return figure.verdict(figure.runOf(state), state).join(" ");
  };
  assert.match(said("parity", 4, 3, 0), /^8 of 16 right\. All weights are 0/);
  assert.match(
    said("parity", 4, 3, 36),
    /It never ends.*pass 35 again.*16 corrections/,
  );
  assert.match(
    said("mirror", 4, 2, 26),
    /^16 of 16 right\. The rule has stopped, after 26/,
  );
});

test("settings that do not go together are named as in Python", () => {
  assert.equal(figure.problem({ order: 2, points: 3 }), null);
  const tooHigh = "order must be at most points, which is 3, not 4.";
  assert.equal(figure.problem({ order: 4, points: 3 }), tooHigh);
});
