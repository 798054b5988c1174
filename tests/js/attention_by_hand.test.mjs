// Attention by hand: its arithmetic, held to tests/cases/attention_by_hand.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { attention: cases } = JSON.parse(
  readFileSync(new URL("../cases/attention_by_hand.json", import.meta.url), "utf-8"),
);
const figure = await import("../../src/helpers/widgets/attention_by_hand/model.js");
const places = await import("../../src/helpers/widgets/attention_by_hand/places.js");
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

test("every number is explained by numbers that it points at", () => {
  for (const name of Object.keys(figure.EXAMPLES)) {
    const state = example(name, { step: 9, row: 0 });
    const { parts } = figure.matrices(state);
    for (const [place, { values, explain, enters, edits }] of Object.entries(parts)) {
      if (edits) continue;
      values.forEach((row, r) =>
        row.forEach((value, c) => {
          assert.ok(explain(r, c).includes(figure.brief(value)), explain(r, c));
          for (const [from, i, j] of enters(r, c)) {
            assert.ok(parts[from].values[i][j] !== undefined, `${place} from ${from}`);
          }
        }),
      );
    }
  }
});

test("no sign stands beside another in a sum", () => {
  const two = example("two heads, two reasons", { step: 9, row: 2 });
  assert.equal(
    figure.matrices(two).parts.out.explain(0, 2),
    "1 × 0 + 0.333 × 0 + (−0.667) × 1 + 0.667 × 0 = −0.667",
  );
  const worked = example("the worked example", { step: 4, row: 0 });
  assert.match(
    figure.matrices(worked).parts.scores.explain(0, 0),
    /: −1 × 1 \+ 1 × 0 /,
  );
});

test("a number of the other head says whose weights made it", () => {
  const two = example("two heads, two reasons", { step: 9, row: 2, head: 2 });
  const { z } = figure.matrices(two).parts;
  assert.match(z.explain(2, 0), /^by head 1: /);
  assert.doesNotMatch(z.explain(2, 2), /by head/);
  assert.deepEqual(z.enters(2, 0), []);
});

test("the red house: with one head it must average, with two it need not", () => {
  const state = example("two heads, two reasons", { heads: 1 });
  const [the, red] = figure.attend(state).each[0].weights[2];
  assert.ok(the === red && the > 0.45);
  const alone = figure.attend(example("the red house")).each[0].weights[2];
  assert.ok(alone[1] > 0.96);
});

test("who asks is said with the weight of whom it looks at", () => {
  const said = (name, rest) => {
    const state = example(name, { step: 8, row: 2, ...rest });
    return figure.gaze(state, figure.matrices(state).own);
  };
  assert.equal(said("the red house"), "house asks, and gives red a weight of 0.965.");
  assert.match(said("the red house", { row: 0 }), /the and red and house .* each\.$/);
  assert.match(said("the red house", { step: 3 }), /Step on/);
});

test("a mask shows in the scores from its own step on", () => {
  const barred = (step) => {
    const state = example("a decoder's causal mask", { step, row: 0 });
    return figure.matrices(state).parts.scaled.values[0][2];
  };
  assert.notEqual(barred(5), null);
  assert.equal(barred(6), null);
});

test("no matrix leaves its room or lies on another", () => {
  for (const width of [326, 356, 442, 560, 656, 738, 860, 936, 1018, 1240]) {
    for (const heads of [1, 2]) {
      const { boxes, height } = places.layout(width, heads);
      const shown = Object.entries(boxes).filter(
        ([name]) => heads > 1 || !["w_o", "out"].includes(name),
      );
      const edges = shown.map(([name, { x, y, cw, ch }]) => {
        const [rows, columns] = places.sizeOf(name);
        return { name, x, y, right: x + columns * cw, bottom: y + rows * ch };
      });
      for (const one of edges) {
        assert.ok(one.x >= 0 && one.right <= width && one.bottom <= height, one.name);
        for (const other of edges.slice(edges.indexOf(one) + 1)) {
          const apart =
            one.right < other.x ||
            other.right < one.x ||
            one.bottom < other.y ||
            other.bottom < one.y;
          assert.ok(apart, `${one.name} on ${other.name} at ${width}`);
        }
      }
    }
  }
});

test("a row with nothing allowed gets no weight", () => {
  assert.deepEqual(figure.softmax([3, 1], [false, false]), [0, 0]);
});

test("an example is known by name until something is changed", () => {
  assert.equal(figure.exampleOf(example("Thinking Machines")), "Thinking Machines");
  assert.equal(figure.exampleOf(example("Thinking Machines", { scaled: 0 })), null);
});

test("without the root the weights stop moving as keys grow wide, with it they do not", () => {
  const heard = (power) => {
    const all = Array.from({ length: 99 }, (_, i) => figure.grown(power, i + 1).moved);
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
