// The figure of a gated cell: its arithmetic, held to tests/cases/gated_cell.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/gated_cell.json", import.meta.url), "utf-8"));
const cell = await import("../../src/helpers/widgets/gated_cell.js");
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);

test("states and outputs are those that Python has", () => {
  for (const { state, c, h } of cases) {
    cell.course(state).forEach((step, t) => {
      near(step.c, c[t]);
      near(step.h, h[t]);
    });
  }
});

test("the carousel of 1997 keeps an error as it is, a forget gate scales it", () => {
  const state = { ...cases[0].state, f: Array(12).fill(0.5) };
  assert.equal(cell.course({ ...state, kind: "1997" }).at(-1).back, 1);
  near(cell.course({ ...state, kind: "2000" }).at(-1).back, 0.5 ** 11);
});

test("the dashed line is the state that the cell of 1997 would have", () => {
  const { state } = cases.find(({ name }) => name === "2000, a stream");
  const old = cell.course({ ...state, kind: "1997" });
  cell.course(state).forEach((step, t) => near(step.old, old[t].c));
  near(old.at(-1).c, 12 * 0.5 * Math.tanh(0.8));
});

test("every scene gives the cell twelve steps, and each kind its arithmetic", () => {
  for (const scene of Object.values(cell.SCENES)) {
    for (const kind of ["1997", "2000", "GRU"]) {
      const state = { ...cases[0].state, ...scene, kind };
      assert.equal(cell.course(state).length, 12);
      for (const [name, text] of cell.arithmetic(state, 5)) {
        assert.ok(name && !/NaN|undefined/.test(text), `${name}: ${text}`);
      }
    }
  }
});

test("the arithmetic of a step names where each number comes from", () => {
  const rows = Object.fromEntries(cell.arithmetic(cases[0].state, 3));
  assert.equal(rows["i₃"], "1, set by hand");
  assert.equal(rows["g₃"], "tanh(x) = tanh(0.9) = 0.716");
  assert.equal(rows["c₃"], "c₂ + i g = 0 + 1 × 0.716 = 0.716");
});

test("a weight that was left out counts as nothing", () => {
  assert.equal(cell.read({}, 1, 1), 0.5);
});

test("the axis is marked from below the least value to above the greatest", () => {
  assert.deepEqual(cell.marks(0, 1), [0, 0.5, 1]);
  assert.deepEqual(cell.marks(-0.6, 3.98), [-1, 0, 1, 2, 3, 4]);
});
