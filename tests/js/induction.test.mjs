// The net that repeats, held to PyTorch's numbers in tests/cases/induction.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf-8"));
const cases = read("../cases/induction.json");
const home = "../../src/helpers/widgets/induction/";
const { likeliest, loaded, numbered, problem, reading, STEPS } = await import(
  `${home}model.js`
);
const { bitsAt } = await import(`${home}curve.js`);
const { verdict } = await import(`${home}words.js`);
const kept = (step) => read(`../../src/helpers/studies/21_induction/step_${step}.json`);

test("its probabilities and its weights are PyTorch's", () => {
  for (const { step, text, right, before, after } of cases.readings) {
    const found = reading(loaded(kept(step)), text);
    right.forEach((share, k) => assert.ok(Math.abs(found.right[k] - share) < 2e-3));
    assert.ok(Math.abs(found.maps[0][3][4][3] - before) < 2e-3);
    assert.ok(Math.abs(found.maps[1][2][text.length + 4][5] - after) < 2e-3);
  }
});

test("each letter's weights add up to 1, and none looks ahead", () => {
  const { maps } = reading(loaded(kept(400)), "ABCDEFGH");
  for (const rows of maps.flat())
    rows.forEach((weights, t) => {
      assert.equal(weights.length, t + 1);
      assert.ok(Math.abs(weights.reduce((sum, w) => sum + w, 0) - 1) < 1e-6);
    });
});

test("bad settings are refused in the sentences of Python", () => {
  for (const { state, sentence } of cases.problems)
    assert.equal(problem(state), sentence);
  assert.equal(numbered("AB?").strange, "?");
});

test("the likeliest letters come in their order, and the nearest step is found", () => {
  const next = new Float32Array(64);
  [next[1], next[3]] = [0.3, 0.7];
  assert.deepEqual(
    likeliest(next, 2).map(([letter]) => letter),
    ["D", "B"],
  );
  assert.equal(
    bitsAt(
      [
        [0, 7],
        [300, 5],
        [400, 1],
      ],
      390,
    ),
    1,
  );
  assert.equal(STEPS.at(-1), 2000);
});

test("the sentence says what would be right when it is not said", () => {
  const facts = { letter: "T", right: "W", share: 0.1, looked: "first K", weight: 0.5 };
  assert.match(verdict({ ...facts, best: ["W", 0.9] }), /That is right\.$/);
  assert.match(verdict({ ...facts, best: ["Z", 0.2] }), /Right would be “W”/);
});
