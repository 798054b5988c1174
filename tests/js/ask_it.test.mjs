// The model that has read sums, held to PyTorch's numbers in tests/cases/ask_it.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf-8"));
const cases = read("../cases/ask_it.json");
const home = "../../src/helpers/widgets/ask_it/";
const { asked, atLeastOne, both, loaded, merged, tree } = await import(
  `${home}model.js`
);
const { verdict } = await import(`${home}words.js`);
const kept = (name) => read(`../../src/helpers/studies/21_sums/${name}.json`);
const base = loaded(kept("base"));
const nets = { base };
for (const name of ["sft", "dpo", "grpo"]) nets[name] = merged(base, kept(name));

test("the tree of every model is PyTorch's", () => {
  for (const { net, a, b, right, lost } of cases.trees) {
    const { answers } = tree(nets[net], a, b);
    const share = (said) => answers.find((answer) => answer.said === said)?.share ?? 0;
    const ends = both(a, b);
    assert.ok(Math.abs(share(ends.right) - right) < 0.02, `${net} ${a}+${b}`);
    assert.ok(Math.abs(share(ends.lost) - lost) < 0.02, `${net} ${a}+${b}`);
  }
});

test("answers are written with their zeros, with carries and without", () => {
  assert.equal(asked(7, 45), "07+45=");
  assert.deepEqual(both(27, 45), { right: "072", lost: "062" });
  assert.deepEqual(both(99, 99), { right: "198", lost: "088" });
});

test("a cold tree has one end, which is the greedy answer", () => {
  const { answers, greedy } = tree(base, 27, 45, 0.05);
  assert.equal(answers[0].said, greedy);
  assert.ok(answers[0].share > 0.99);
});

test("many draws find a rare answer", () => {
  const answers = [{ said: "072", share: 0.3 }];
  assert.equal(atLeastOne(answers, "072", 1), 1 - 0.7);
  assert.ok(atLeastOne(answers, "072", 16) > 0.99);
  assert.equal(atLeastOne(answers, "999", 64), 0);
});

test("a verdict names the forgotten carry", () => {
  const ends = { right: "072", lost: "062" };
  assert.match(verdict("062", ends), /forgotten/);
  assert.match(verdict("072", ends), /right/);
  assert.match(verdict("999", ends), /wrong/);
});

test("narrow maps that do not fit are refused", () => {
  const other = { ...base, "blocks.0.attention.query.weight": new Float32Array(10) };
  assert.throws(() => merged(other, kept("sft")), RangeError);
});
