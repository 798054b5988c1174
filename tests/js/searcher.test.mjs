// The translator that looks back, held to PyTorch by tests/cases/searcher.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/searcher.json", import.meta.url), "utf-8"),
);
const page = await import("../../src/helpers/widgets/searcher/model.js");
const net = page.unpack(cases.figure.net, cases.figure.sizes);
const marks = ["<pad>", "<start>", "<stop>", "<unk>"];
const spanish = [...marks, ...cases.figure.spanish.split(" ")];
const near = (a, b, most = 1e-4) => assert.ok(Math.abs(a - b) < most, `${a} and ${b}`);

test("annotations, weights and words are those of PyTorch", () => {
  for (const {
    spanish: sentence,
    annotations,
    greedy,
    weights,
    chances,
  } of cases.sentences) {
    const { ids, problem } = page.asked(sentence, spanish);
    assert.equal(problem, null);
    const found = page.write(net, ids);
    annotations.forEach((row, j) =>
      row.forEach((value, i) => near(found.annotations[j][i], value)),
    );
    assert.deepEqual(
      found.steps.map(({ word }) => word),
      greedy,
    );
    found.steps.forEach((step, t) => {
      weights[t].forEach((weight, j) => near(step.weights[j], weight));
      near(step.shares[greedy[t]], chances[t]);
    });
  }
});

test("weights of a step sum to 1, and the context is their mixture", () => {
  const { ids } = page.asked("donde hay humo", spanish);
  const { annotations, steps } = page.write(net, ids);
  for (const { weights, context } of steps) {
    near(
      weights.reduce((sum, weight) => sum + weight, 0),
      1,
    );
    const mixed = annotations.reduce((sum, h, j) => sum + weights[j] * h[2], 0);
    near(context[2], mixed);
  }
});

test("words that are given are written, whatever it would say itself", () => {
  const { ids } = page.asked("donde hay humo", spanish);
  const given = [7, 5, 9];
  const { steps } = page.write(net, ids, given);
  assert.deepEqual(
    steps.map(({ word }) => word),
    given,
  );
  assert.equal(steps[1].fed, 7);
});

test("a word that is not known is named, and nothing is written", () => {
  const { problem, ids } = page.asked("hay un dragón", spanish);
  assert.match(problem, /“un” is not among the 7 words/);
  assert.equal(ids, undefined);
});
