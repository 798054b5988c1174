// The tape stepper's reading, running and sweeping, held to tests/cases/tape.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const tape = await import("../../src/helpers/widgets/tape_stepper/model.js");
const { brief, told, toldNudge, short } = await import(
  "../../src/helpers/widgets/tape_stepper/words.js"
);
const { depths, layout } = await import(
  "../../src/helpers/widgets/tape_stepper/layout.js"
);
const url = new URL("../cases/tape.json", import.meta.url);
const { programs, refused } = JSON.parse(readFileSync(url, "utf-8"));

function near(found, wanted) {
  assert.equal(found.length, wanted.length);
  found.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1e-12));
}

test("a program becomes the table that the cases say", () => {
  for (const { program, values, inputs, cells, N, rows } of programs) {
    const found = tape.read(program);
    assert.deepEqual(found.inputs, inputs);
    assert.deepEqual([found.cells.length, found.N], [cells, N]);
    const ran = tape.run(found, values).rows;
    near(
      ran.flatMap(({ i, j, k, dj, dk }) => [i, j, k, dj, dk]),
      rows.flat(),
    );
  }
});

test("each of the three rules leaves in C what the cases say", () => {
  for (const given of programs) {
    const ran = tape.run(tape.read(given.program), given.values).rows;
    for (const rule of ["published", "no zero", "zero last"]) {
      const end = tape.sweep(ran, given.cells, given.N, rule).at(-1);
      near(end.C, given[rule].C);
      near(Object.values(end.coefficients), given[rule].coefficients);
    }
  }
});

test("forward mode agrees with the published sweep", () => {
  for (const { program, values, inputs, published } of programs) {
    const found = tape.read(program);
    const slopes = tape.slopes(tape.run(found, values), found);
    near(slopes, published.C.slice(0, inputs.length));
  }
});

test("a program that cannot be read is refused in one sentence", () => {
  for (const [program, sentence] of Object.entries(refused)) {
    assert.equal(tape.problem({ program }), sentence);
  }
});

test("an input may have the name of something that every object has", () => {
  for (const name of ["constructor", "toString", "valueOf", "hasOwnProperty"]) {
    const now = tape.at({
      program: `${name}*2`,
      values: {},
      view: "tape",
      step: 60,
    });
    assert.deepEqual(now.start, [1, null]);
    assert.equal(now.rows[0].value, 2);
    assert.deepEqual(now.truth, [2]);
  }
});

const shown = (step, rest = {}) =>
  tape.at({
    program: "x = x*x; x = x*x",
    values: { x: 1.5 },
    view: "cells",
    rule: "no zero",
    step,
    ...rest,
  });

test("the steps run through the rows, T1, three lines a row, and T6", () => {
  const lines = Array.from(
    { length: 11 },
    (_, step) => shown(step).back?.line ?? "row",
  );
  const expected = "row row row T1 T2 T3 T5 T2 T3 T5 T6".split(" ");
  assert.deepEqual(lines, expected);
  assert.equal(shown(60).step, 10);
});

test("the figure names the row at which a wrong rule goes wrong", () => {
  assert.match(told(shown(8), "no zero"), /Wrong: .* row 1 with 4\.5\./);
  assert.match(
    told(shown(10), "no zero"),
    /wrong for x\. The error entered at row 1: coef was 5\.5 and should have been 4\.5/,
  );
  const right = shown(10, { rule: "published" });
  assert.match(told(right, "published"), /derivatives of the result/);
});

test("an operation without a finite value stops the run and says so", () => {
  const now = shown(60, { program: "y = log(x); y * 2", values: { x: -1 } });
  assert.equal(now.last, 1);
  assert.match(told(now, "published"), /^Row 1: log\(x\) has no finite value/);
});

test("the graph leads each row's operands from whoever wrote them last", () => {
  const net = tape.graph(tape.read("x = x*x; x = x*x"));
  assert.deepEqual(depths(net), [0, 1, 2]);
  assert.deepEqual(
    net.edges.map(({ from, to }) => [from, to]),
    [
      [0, 1],
      [0, 1],
      [1, 2],
      [1, 2],
    ],
  );
});

// ---- the tape of 1970 -----------------------------------------------------------------

const seventy = (program, values, more = {}) =>
  tape.at({
    program,
    values,
    view: "tape",
    order: "last first",
    rule: "published",
    step: 60,
    ...more,
  });

test("with a row for each value, the rows pay from the end and all is right", () => {
  for (const { program, values, inputs, published } of programs) {
    const now = seventy(program, values);
    near(now.flow.debts.slice(0, inputs.length), published.C.slice(0, inputs.length));
    assert.ok(now.ended);
  }
});

test("a row that pays as soon as it is reached may pay too soon", () => {
  const values = { a: 2, b: 3 };
  const now = seventy("u = a*b; u + u*u", values, { order: "too soon" });
  assert.deepEqual(now.flow.debts, [3, 2, 13, 1, 1]);
  assert.deepEqual(
    now.flow.late.map((e) => now.net.edges[e].from),
    [2, 2],
  );
  assert.match(told(now), /^Wrong for a and b: a value paid on before/);
  const fine = seventy("(a + b) * (a - b)", values, { order: "too soon" });
  assert.doesNotMatch(told(fine), /Wrong/);
});

test("a step for each row there, one for the 1, one for each row back, and the end", () => {
  const at = (step) => told(seventy("u = a*b; u + u*u", { a: 2, b: 3 }, { step }));
  assert.match(at(0), /^Nothing has run yet/);
  assert.match(at(1), /^Row 1: u = a × b = 6\. Local derivatives: 3 by a, 2 by b\./);
  assert.match(at(4), /its derivative is 1/);
  assert.equal(at(6), "u₂ pays 1 × 6 = 6 to u, and 1 × 6 = 6 to u.");
  assert.equal(at(7), "u pays 13 × 3 = 39 to a, and 13 × 2 = 26 to b.");
  assert.match(at(8), /^3 rows, one walk back: under each input stands/);
});

test("every step of a formula with numbers in it is told", () => {
  const x = { x: 1 };
  const row = (step, view) => told(seventy("(2*x + 1)**2", x, { step, view }), "");
  assert.match(row(1, "tape"), /^Row 1: u₁ = 2 × x = 2\. Local derivatives: 2 by x\./);
  assert.match(row(2, "tape"), /^Row 2: u₂ = u₁ \+ 1 = 3\. .*: 1 by u₁\./);
  for (const program of [
    "(2*x + 1)**2",
    "tanh(tanh(tanh(tanh(2*x))))",
    "1 / (2 - x)",
  ]) {
    for (const view of ["tape", "cells"]) {
      const { last } = seventy(program, x, { view });
      for (let step = 0; step <= last; step += 1) {
        assert.match(told(seventy(program, x, { view, step }), "published"), /\.$/);
      }
    }
  }
});

test("a nudge moves the result by about its derivative times the nudge", () => {
  const values = { a: 3, b: 2 };
  const now = seventy("(a + b) * (a - b)", values);
  assert.match(toldNudge(now, values, 0), /from 5 to 5\.0601: a move of 0\.0601/);
  assert.match(toldNudge(now, values, 0), /6 × 0\.01 = 0\.06\.$/);
  assert.match(toldNudge(now, values, 3), /Nudge u₂ up .* 5 × 0\.01 = 0\.05\.$/);
  assert.match(toldNudge(seventy("u*u; u", { u: 2 }), { u: 2 }, 0), /from 2 to 2\.01/);
});

test("near the bottom of a curve the nudge is said to be too large", () => {
  const said = (program, u) => toldNudge(seventy(program, { u }), { u }, 0);
  assert.match(said("u*u", 0.001), /So near the bottom the nudge is too large/);
  assert.match(said("u*u*u", 0), /Here the nudge is too large/);
  assert.doesNotMatch(said("u*u", 1), /too large/);
  assert.doesNotMatch(said("3*u", 0), /too large/);
  assert.deepEqual([brief(-0.00004), brief(0.0002), brief(0)], ["≈ 0", "2.00e−4", "0"]);
});

test("what leads to nothing gets nothing, and says so", () => {
  const now = seventy("u*u; v + v", { u: 2, v: 1 });
  assert.deepEqual(now.flow.debts, [0, 2, 0, 1]);
  assert.equal(short(-0.00001), "−1.00e−5");
});

test("an edge over several columns runs through a post in each of them", () => {
  const net = tape.graph(tape.read("a*(b + (b + (b + a)))"));
  const { ways, columns, places } = layout(net);
  assert.equal(columns, 5);
  const long = net.edges.findIndex(({ from, to }) => from === 0 && to === 5);
  assert.equal(ways[long].length, 5);
  for (const [along, across] of [...places, ...ways.flat()]) {
    assert.ok(along >= 0 && along <= 1 && across > 0 && across < 1);
  }
});
