// The worked example: its arithmetic, held to tests/cases/step_by_hand.json, and its words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/step_by_hand.json", import.meta.url), "utf-8"),
);
const FOLDER = "../../src/helpers/widgets/step_by_hand";
const model = await import(`${FOLDER}/model.js`);
const view = await import(`${FOLDER}/view.js`);

test("the worked example has the lecture's numbers", () => {
  const { inputs, rows, slopes } = cases.example;
  const steps = model.example(inputs);
  rows.forEach((row, i) => {
    for (const [name, value] of Object.entries(row)) {
      assert.deepEqual(steps[i + 1][name], value);
    }
  });
  assert.deepEqual(
    steps.map(({ dh }) => dh.map((g) => g + 0)),
    slopes,
  );
});

test("every sum of the worked example is put in words", () => {
  const steps = model.example(cases.example.inputs);
  const sentences = view.handWords(steps, { t: 1, back: false });
  assert.equal(sentences.length, 4);
  assert.equal(
    sentences[2],
    "Unit 3 at time 1: from the state 1·1 + 0·0 + 0·0 = 1, from the input −1·1 + 0·0 " +
      "= −1; together 0, and ReLU gives 0.",
  );
  assert.equal(sentences[3], "The output at time 1: 1·1 + 0·0 + −1·0 = 1.");
  assert.match(view.handWords(steps, { t: 2, back: true })[0], /^Back at time 2: o₄ /);
});
