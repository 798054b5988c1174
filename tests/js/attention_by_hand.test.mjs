// Attention by hand: its arithmetic, held to tests/cases/attention_by_hand.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { attention: cases } = JSON.parse(
  readFileSync(new URL("../cases/attention_by_hand.json", import.meta.url), "utf-8"),
);
const figure = await import("../../src/helpers/widgets/attention_by_hand.js");
const near = (found, wanted, within = 1e-9) => {
  assert.equal(found.flat(3).length, wanted.flat(3).length);
  found.flat(3).forEach((number, i) => {
    assert.ok(Math.abs(number - wanted.flat(3)[i]) < within, `${number}, case ${i}`);
  });
};
const example = (name, rest) => ({ head: 1, ...figure.EXAMPLES[name], ...rest });

test("weights and results are those that Python has", () => {
  for (const { weights, out, ...settings } of cases) {
    const found = figure.attend(settings);
    near(
      found.each.map((head) => head.weights),
      weights,
    );
    near(found.out, out);
  }
});

test("the worked example ends in 0.42388 and 0.57612", () => {
  const { out } = figure.attend(example("the worked example"));
  near(out[0], [0.42388, 0.57612, 0, 0], 5e-6);
});

test("Thinking Machines: 112 and 96, 14 and 12, 0.88 and 0.12", () => {
  const { each, root } = figure.attend(example("Thinking Machines"));
  assert.deepEqual(each[0].scores[0].slice(0, 2), [112, 96]);
  assert.equal(root, 8);
  assert.deepEqual(each[0].shrunk[0].slice(0, 2), [14, 12]);
  near(each[0].weights[0], [0.880797, 0.119203, 0], 1e-6);
  const bare = figure.attend(example("Thinking Machines", { scaled: 0 }));
  near([bare.each[0].weights[0][1]], [1.125e-7], 1e-10);
});

test("the two heads of the example look at two different words", () => {
  const { each } = figure.attend(example("two heads, two reasons"));
  assert.ok(each[0].weights[2][1] > 0.99 && each[1].weights[2][0] > 0.99);
});

test("the two heads of the example bring home different things", () => {
  const { each, joined } = figure.attend(example("two heads, two reasons"));
  assert.deepEqual(joined[2].map(Math.round), [3, 1, -2, 2]);
  each[0].mixture.forEach((row, word) => {
    row.forEach((number, i) =>
      assert.notEqual(figure.brief(number), figure.brief(each[1].mixture[word][i])),
    );
  });
});

test("queries and keys wider than what is shown say what is left out", () => {
  assert.equal(figure.leftOut(example("the worked example")), null);
  const wide = figure.leftOut(example("Thinking Machines"));
  assert.match(wide, /64 wide: 4 of their 64 numbers are shown, all the others are 0/);
  assert.doesNotMatch(wide, /head/);
  const parts = figure.leftOut(example("Thinking Machines", { heads: 2 }));
  assert.match(parts, /Each head has 32 of them\.$/);
});

test("every step explains every number of its result by cells it points at", () => {
  for (const name of Object.keys(figure.EXAMPLES)) {
    for (let step = 1; step < figure.STEPS.length; step += 1) {
      const shown = figure.stage(example(name, { step }));
      shown.result.values.forEach((row, r) =>
        row.forEach((value, c) => {
          const words = shown.explain(r, c);
          if (step !== 6) assert.ok(words.includes(figure.brief(value)), words);
          const { left, right } = shown.enters(r, c);
          for (const [i, j] of left) assert.ok(shown.left.values[i][j] !== undefined);
          for (const [i, j] of right) assert.ok(shown.right.values[i][j] !== undefined);
        }),
      );
    }
  }
});

test("no sign stands beside another in a sum", () => {
  const joined = figure.stage(example("two heads, two reasons", { step: 9 }));
  assert.equal(
    joined.explain(0, 2),
    "1 × 0 + 0.333 × 0 + (−0.667) × 1 + 0.667 × 0 = −0.667",
  );
  const scores = figure.stage(example("the worked example", { step: 4 }));
  assert.match(scores.explain(0, 0), /: −1 × 1 \+ 1 × 0 /);
});

test("a row with nothing allowed gets no weight", () => {
  assert.deepEqual(figure.softmax([3, 1], [false, false]), [0, 0]);
});

test("an example is known by name until something is changed", () => {
  assert.equal(figure.exampleOf(example("Thinking Machines")), "Thinking Machines");
  assert.equal(figure.exampleOf(example("Thinking Machines", { scaled: 0 })), null);
});

test("unscaled weights stop listening as keys grow wide, scaled ones do not", () => {
  const heard = (power) => {
    const all = Array.from({ length: 99 }, (_, i) => figure.grown(power, i + 1).heard);
    return [0, 1].map((i) => all.reduce((sum, two) => sum + two[i], 0) / 99);
  };
  const [narrow, wide] = [heard(2), heard(10)];
  assert.ok(Math.abs(narrow[0] - wide[0]) < 0.05, "scaled");
  assert.ok(wide[1] < narrow[1] / 5, "unscaled");
});

test("the scores of random queries spread like the root of the width", () => {
  for (const width of [16, 256]) {
    const scores = Array.from({ length: 99 }, (_, i) =>
      figure.randomScores(width, i + 1),
    ).flat();
    const spread = Math.sqrt(scores.reduce((sum, s) => sum + s * s, 0) / scores.length);
    assert.ok(Math.abs(spread / Math.sqrt(width) - 1) < 0.15, `${spread}`);
  }
});
