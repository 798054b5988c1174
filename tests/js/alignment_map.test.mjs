// The alignment map: its arithmetic, held to tests/cases/alignment_map.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/alignment_map.json", import.meta.url), "utf-8"));
const page = await import("../../src/helpers/widgets/alignment_map.js");
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-9, `${a} is not ${b}`);
const all_near = (found, wanted) => found.forEach((value, k) => near(value, wanted[k]));

test("weights and contexts are those that Python has", () => {
  for (const { scores, annotations, weights, contexts, links } of cases.maps) {
    const found = scores.map(page.softmax);
    found.forEach((row, i) => all_near(row, weights[i]));
    found.forEach((row, i) => all_near(page.mixed(row, annotations), contexts[i]));
    assert.deepEqual(page.links(found), links);
  }
});

test("scores however large give weights that sum to 1", () => {
  const weights = page.softmax([1000, 999, -1000]);
  near(weights.reduce((sum, value) => sum + value, 0), 1);
  assert.ok(weights[0] > 0.7);
  assert.equal(page.powers([1000, 999])[0], 1);
});

test("the alignment error is the one that Python has", () => {
  for (const { found, truth, error } of cases.errors) {
    near(page.alignmentError(found, truth), error);
  }
});

test("settings that do not go together are named as in Python", () => {
  for (const { state, problem } of cases.problems) {
    assert.equal(page.problem(state), problem);
  }
});

test("a place is a word and a stage, and late places are the last", () => {
  assert.deepEqual(page.moment(0, 3), { row: 0, stage: 0 });
  assert.deepEqual(page.moment(6, 3), { row: 1, stage: 2 });
  assert.deepEqual(page.moment(79, 3), { row: 2, stage: 3 });
});

test("a component of the context is written as the sum that it is", () => {
  const rows = [[0.5], [-0.25], [1]];
  const sum = page.sum([0.75, 0.25, 0], rows, 0);
  assert.equal(sum, "0.75 × 0.50 + 0.25 × (−0.25) = 0.31");
});

test("what is shown of an annotation is counted against all of it", () => {
  assert.equal(page.some(12, 200),
    "12 of the 200 components of h and c are shown, evenly spaced.");
  assert.equal(page.some(4, 4), "All 4 components of h and c are shown.");
});

test("a sentence has its marks at its words", () => {
  assert.equal(page.sentence(["¿", "quién", "es", ",", "hoy", "?"]), "¿quién es, hoy?");
});
