// The ring: its sums and its bill, held to tests/cases/ring.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/ring.json", import.meta.url), "utf-8"),
);
const figure = await import("../../src/helpers/widgets/ring/model.js");

test("at every step the sums are those that Python has", () => {
  for (const { workers, moments } of cases.sums) {
    const found = figure
      .ring(workers)
      .map(({ held }) =>
        held.map((row) =>
          row.map((members, c) =>
            members.reduce((sum, k) => sum + figure.brought(k, c), 0),
          ),
        ),
      );
    assert.deepEqual(found, moments);
  }
});

test("with any number of workers all end with everybody's numbers", () => {
  for (let n = 2; n <= 8; n += 1) {
    const moments = figure.ring(n);
    assert.equal(moments.length, 2 * n - 1);
    moments
      .at(-1)
      .held.flat()
      .forEach((members) => assert.equal(members.length, n));
    moments[n - 1].held.forEach(
      (
        row, // half-way, each has one complete chunk
      ) => assert.equal(row.filter((members) => members.length === n).length, 1),
    );
    assert.equal(figure.sent(n, 2 * (n - 1)), (2 * (n - 1)) / n);
  }
});

test("at every step each worker gets one chunk, and no two the same", () => {
  for (const { came } of figure.ring(5).slice(1)) {
    assert.equal(new Set(came).size, 5);
  }
});

test("bytes are written in the unit that suits them", () => {
  assert.deepEqual([1, 1040, 2.8e12, 4.55e8].map(figure.bytes), [
    "1 bytes",
    "1.04 kB",
    "2.8 TB",
    "455 MB",
  ]);
});

test("the tally goes from nothing to less than twice the gradient", () => {
  const rows = figure.tally({ workers: 8, step: 5, gradient: "base" });
  assert.deepEqual(
    rows.map(({ number }) => number),
    ["0.625 × = 163 MB", "1.75 × = 455 MB", "7 × = 1.82 GB"],
  );
  assert.equal(rows[2].part, 1);
  const [moments, two] = [
    figure.ring(4),
    figure.tally({ workers: 2, step: 0, gradient: "GPT-3" }),
  ];
  assert.ok(two.every(({ part }) => part >= 0 && part <= 1));
  assert.deepEqual(
    [0, 3, 6].map((t) => figure.complete(moments[t])),
    [0, 4, 16],
  );
});

test("a sum and a step are put in words", () => {
  assert.equal(
    figure.sumInWords([0, 1, 3], 3, 1),
    "Worker 4, chunk 2: 2 + 4 + 8 = 14, from workers 1, 2 and 4.",
  );
  assert.equal(
    figure.sumInWords([2], 2, 0),
    "Worker 3, chunk 1: 3, from worker 3 alone.",
  );
  assert.match(figure.stepInWords(4, 3), /^First half, reduce-scatter.*own\.$/);
  assert.match(figure.stepInWords(4, 6), /^Second half.* Everyone has every sum\.$/);
});

test("settings that do not go together are named", () => {
  for (const { state, problem } of cases.problems) {
    assert.equal(figure.problem(state), problem);
  }
});
