// Turned pairs: the chapter's own scores, and what does and does not change them.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  added,
  BASES,
  pairs,
  problem,
  score,
  two,
  WORDS,
} from "../../src/helpers/widgets/turned_pairs/model.js";

const cases = JSON.parse(
  readFileSync(new URL("../cases/turned_pairs.json", import.meta.url), "utf-8"),
);
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-5, `${a} and ${b}`);

test("the scores are those of the chapter's turns", () => {
  for (const { place, apart, base, score: wanted } of cases)
    near(score(place, apart, base), wanted);
});

test("moving both changes no turned score, and every added one", () => {
  for (const base of BASES) {
    near(score(3, 5, base), score(44, 5, base));
    assert.ok(Math.abs(added(3, 5, base) - added(44, 5, base)) > 0.01);
  }
});

test("what the pairs add is the score", () => {
  const sum = pairs(7, 9, 10_000).reduce((all, { adds }) => all + adds, 0);
  near(sum, score(7, 9, 10_000));
});

test("a base that is not offered is refused in a sentence", () => {
  assert.equal(problem({ base: 10_000 }), null);
  assert.equal(problem({ base: 7 }), "base must be one of 100, 10000, 500000, not 7.");
});

test("the state is said in words", () => {
  assert.equal(two(-0.001), "0.00");
  assert.equal(two(-1.5), "−1.50");
  assert.equal(
    WORDS.said({ place: 3, apart: 1, base: 100 }),
    `Key at 3, query at 4, 1 place apart: the score is ${two(score(3, 1, 100))}.`,
  );
});
