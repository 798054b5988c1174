// The figure of a cell with valves: its arithmetic, held to tests/cases/gated_cell.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (name) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), "utf-8"));
const cases = read("../cases/gated_cell.json");
const stored = read("../../src/helpers/studies/11_gates.json").cells;
const weights = Object.fromEntries(
  Object.entries(stored).map(([kind, { gates }]) => [kind, gates]),
);
const cell = await import("../../src/helpers/widgets/gated_cell/model.js");
const near = (a, b) => assert.ok(Math.abs(a - b) < 1e-6, `${a} is not ${b}`);
const first = cases[0].settings;
const state = (settings) => ({ ...first, ...settings });

test("states and outputs are those that Python has", () => {
  for (const { settings, c, h } of cases) {
    cell
      .course(state(settings), weights)
      .slice(1)
      .forEach((step, t) => {
        near(step.c, c[t]);
        near(step.h, h[t]);
      });
  }
});

test("the carousel of 1997 keeps all that is left, a forget gate scales it", () => {
  const half = { source: "your hand", f: Array(100).fill(0.5) };
  const at = (kind, t) => cell.course(state({ ...half, kind }), weights)[t].left;
  assert.equal(at("1997", 100), 1);
  near(at("2000", 10), 0.5 ** 3);
});

test("an answer is right, wrong, or too faint to be one", () => {
  assert.equal(cell.verdict({ h: 0.6 }, 1), "right");
  assert.equal(cell.verdict({ h: 0.6 }, -1), "wrong");
  assert.equal(cell.verdict({ h: 0.1 }, 1), "no answer");
});

test("every chip runs, and every moment of it has its words and sums", () => {
  for (const [name, settings] of Object.entries(cell.scenes(first.x))) {
    for (const kind of ["1997", "2000", "GRU"]) {
      const now = state({ ...settings, kind });
      const steps = cell.course(now, weights);
      assert.equal(steps.length, 101);
      for (let t = 0; t <= 100; t += 1) {
        const all = [
          cell.aloud(now, steps, t),
          ...cell.arithmetic(now, steps, t).flat(),
        ].join(" ");
        assert.doesNotMatch(all, /NaN|undefined/, `${name}, ${kind}, step ${t}`);
      }
    }
  }
});

test("a second bit takes the place of the first in 2000, and not in 1997", () => {
  const scenes = cell.scenes(first.x);
  const answer = (name) => {
    const now = state(scenes[name]);
    return cell.told(now, cell.course(now, weights), 100)[0];
  };
  assert.match(answer("a second bit"), /Right\./);
  assert.match(answer("the same in 1997"), /Too faint\./);
  assert.match(answer("a leak of 3 %"), /Too faint\./);
});

test("the arithmetic of a step names where each number comes from", () => {
  const now = state({ source: "your hand", i: first.i.map(() => 0.5), kind: "2000" });
  const rows = Object.fromEntries(cell.arithmetic(now, cell.course(now, weights), 1));
  const g = Math.tanh(first.x[0]);
  const printed = (value) => value.toFixed(2).replace("-", "−");
  assert.equal(
    rows["c₁"],
    `f c₀ + i g = 1.00 × 0.00 + 0.50 × ${g < 0 ? `(${printed(g)})` : printed(g)} = ${printed(g / 2)}`,
  );
});

test("a weight that was left out counts as nothing", () => {
  assert.equal(cell.opened({}, { x: 1, keep: 1, ask: 0, h: 1 }), 0.5);
});
