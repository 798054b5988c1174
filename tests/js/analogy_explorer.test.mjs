// The analogy explorer: its arithmetic, held to tests/cases/analogy_explorer.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/analogy_explorer.json", import.meta.url), "utf-8"));
const explorer = await import("../../src/helpers/widgets/analogy_explorer.js");

test("the ranking of a sum is the one that Python has", () => {
  for (const { words, vectors, a, b, c, step, ranking } of cases.sums) {
    const [x, y, z] = [a, b, c].map((word) => vectors[words.indexOf(word)]);
    const query = explorer.combined(x, y, z, step);
    const found = explorer.ranked(words, vectors, query);
    assert.deepEqual(found.map(({ word }) => word), ranking.map(([word]) => word));
    found.forEach(({ cosine }, i) =>
      assert.ok(Math.abs(cosine - ranking[i][1]) < 1e-5));
  }
});

test("the slide's king − man + woman is its queen", () => {
  const { words, vectors } = cases.sums[0];
  const [king, man, woman, queen] = vectors;
  const sum = explorer.combined(king, man, woman, 2);
  sum.forEach((value, i) => assert.ok(Math.abs(value - queen[i]) < 1e-9));
  assert.equal(explorer.ranked(words, vectors, sum)[0].word, "queen");
});

test("a word has the bytes that Python gives it", () => {
  for (const [word, hex] of cases.bytes) assert.deepEqual(explorer.bytes(word), hex);
});

test("edits are counted in bytes, in both directions alike", () => {
  for (const [a, b, fewest] of cases.edits) {
    assert.equal(explorer.edits(a, b), fewest);
    assert.equal(explorer.edits(b, a), fewest);
  }
  const alike = explorer.spelledAlike(["king", "queen", "ring"], "king", 1);
  assert.deepEqual(alike, [{ word: "ring", edits: 1 }]);
});

test("a vector of nothing is at right angles to all", () => {
  assert.equal(explorer.cosine([0, 0], [1, 2]), 0);
});

test("a sum is written with its negative numbers in brackets", () => {
  assert.equal(explorer.worked([0.5]), "0.50");
  assert.equal(explorer.worked([0.5, -0.25, 1]), "0.50 − (−0.25) + 1.00");
});

test("a word that is not there is named", () => {
  const state = { words: ["king", "man"], a: "king", b: "man", c: "ace", spelt: "man" };
  assert.equal(explorer.problem(state), 'c must be one of the words, not "ace".');
  assert.equal(explorer.problem({ ...state, c: "man" }), null);
});
