// The tape stepper's reading, running and sweeping, held to tests/cases/tape.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const tape = await import("../../src/helpers/widgets/tape_stepper.js");
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

const shown = (step, rest = {}) =>
  tape.at({
    program: "x = x*x; x = x*x",
    values: { x: 1.5 },
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
  assert.match(tape.told(shown(8), "no zero"), /Wrong: .* row 1 with 4\.5\./);
  assert.match(
    tape.told(shown(10), "no zero"),
    /wrong for x\. The error entered at row 1: coef was 5\.5 and should have been 4\.5/,
  );
  const right = shown(10, { rule: "published" });
  assert.match(tape.told(right, "published"), /derivatives of the result/);
});

test("an operation without a finite value stops the run and says so", () => {
  const now = shown(60, { program: "y = log(x); y * 2", values: { x: -1 } });
  assert.equal(now.last, 1);
  assert.match(tape.told(now, "published"), /^Row 1: log\(x\) has no finite value/);
});

test("the graph leads each row's operands from whoever wrote them last", () => {
  const { nodes, edges } = tape.graph(tape.read("x = x*x; x = x*x"));
  assert.deepEqual(
    nodes.map(({ depth }) => depth),
    [0, 1, 2],
  );
  assert.deepEqual(
    edges.map(({ from, to }) => [from, to]),
    [
      [0, 1],
      [0, 1],
      [1, 2],
      [1, 2],
    ],
  );
});
