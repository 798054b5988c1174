// The learning line's own arithmetic, held to tests/cases/learning_line.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/learning_line.json", import.meta.url), "utf-8"),
);
const figure = await import("../../src/helpers/widgets/learning_line/model.js");
const asPoints = (rows) => rows.map(([x1, x2, y]) => ({ x1, x2, y }));
const close = (a, b) => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));

test("the mistakes, the last weights and the bound are those of the cases", () => {
  for (const { name, points, mistakes, weights, bound } of cases) {
    const course = figure.course(asPoints(points));
    assert.equal(course.path.length, mistakes, name);
    course.path
      .at(-1)
      .after.forEach((weight, i) =>
        assert.ok(close(weight / 10, weights[i]), `${name}: ${weight / 10}`),
      );
    if (bound === null) {
      assert.equal(course.best, null, name);
      assert.equal(course.ended, "circle", name);
    } else {
      assert.ok(close(course.bound, bound), `${name}: ${course.bound}`);
      assert.equal(course.ended, "right", name);
      assert.ok(course.path.length <= course.bound, name);
    }
  }
});

test("each step of the path is the one mistake that it says", () => {
  for (const { points } of cases) {
    const { path, examples, labels } = figure.course(asPoints(points));
    for (const { example, sum, before, after } of path) {
      assert.ok(sum === figure.dot(before, examples[example]));
      assert.ok(labels[example] * sum <= 0);
      after.forEach((weight, i) =>
        assert.ok(weight - before[i] === labels[example] * examples[example][i]),
      );
    }
  }
});

test("a circle says where it was first, and comes back there", () => {
  const { path, from } = figure.course(
    asPoints([
      [0, 0, -1],
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, -1],
    ]),
  );
  assert.equal(from, 1);
  assert.equal(String(path.at(-1).after), String(path[from - 1].after));
  assert.equal(path.at(-1).example, path[from - 1].example);
});

test("a course that has no room left says so", () => {
  const { examples, labels } = figure.course(asPoints(cases[1].points));
  const { path, ended } = figure.learn(examples, labels, 7);
  assert.equal(ended, "most");
  assert.equal(path.length, 7);
});

test("the line crosses the square, or is not drawn", () => {
  assert.deepEqual(figure.crossing([0, 1, -1], 2), [
    [-2, 1],
    [2, 1],
  ]);
  assert.deepEqual(figure.crossing([0, 0, 1], 2), []);
  assert.deepEqual(figure.crossing([1, 0, 9], 2), []);
  const area = (corners) =>
    Math.abs(
      corners.reduce((sum, [x, y], i) => {
        const [p, q] = corners[(i + 1) % corners.length];
        return sum + (x * q - p * y) / 2;
      }, 0),
    );
  assert.equal(area(figure.positiveSide([0, 1, 0], 2)), 8);
  assert.equal(area(figure.positiveSide([1, 1, 4], 2)), 16);
  for (const none of [
    [0, 0, -1],
    [0, 0, 0],
    [1, 1, -4],
  ]) {
    assert.deepEqual(figure.positiveSide(none, 2), []);
  }
});

test("an example that is not whole gets one sentence", () => {
  const whole = { x1: 0, x2: 0, y: 1 };
  assert.equal(figure.problem({ points: [whole, whole] }), null);
  assert.equal(
    figure.problem({ points: [whole, { x1: 0, y: 1 }] }),
    "points[1] needs x1, x2 and y, and has x1, y.",
  );
  assert.equal(
    figure.problem({ points: [{ ...whole, y: 0 }, whole] }),
    'points[0]["y"] must be 1 or -1, not 0.',
  );
});
