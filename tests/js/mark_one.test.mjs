// The Mark I's own arithmetic, held to tests/cases/mark_one.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/mark_one.json", import.meta.url), "utf-8"),
);
const mark = await import("../../src/helpers/widgets/mark_one/model.js");

test("mistakes, weights and score are those of the cases", () => {
  for (const { task, direct, seed, trials, missed, right, total } of cases.schools) {
    const machine = mark.school({ task, direct, seed });
    assert.equal(machine.trial(trials).missed, missed, task);
    const weights = machine.at(trials);
    const sizes = weights.reduce((sum, weight) => sum + Math.abs(weight), 0);
    assert.equal(sizes, total, task);
    assert.ok(Math.abs(machine.score(weights) - right) < 1e-9, task);
  }
});

test("a card is packed and unpacked", () => {
  const { card } = mark.deal("X or O", 1);
  assert.deepEqual([...mark.unpacked(mark.packed(card))], [...card]);
  assert.equal(mark.packed(new Uint8Array(400)), "0".repeat(100));
});

test("the wires of all A-units are those of all photocells", () => {
  const board = mark.plugboard(3);
  const counts = Array.from(
    { length: mark.UNITS },
    (_, unit) => mark.wiresOf(board, unit).length,
  );
  assert.equal(
    counts.reduce((a, b) => a + b),
    400 * 40,
  );
});

test("a right answer changes nothing, and a wrong one what was on", () => {
  const machine = mark.school({ task: "X or O", direct: 0, seed: 7 });
  for (const t of [1, 20, 21, 22, 23]) {
    const { card, y, sum, turned } = machine.trial(t);
    const active = machine.active(card);
    const [before, after] = [machine.at(t - 1), machine.at(t)];
    assert.equal(mark.weigh(before, active), sum);
    if (y * sum > 0) assert.equal(after, before);
    else assert.equal(mark.weigh(after, active), sum + y * active.length);
    assert.equal(turned, y * sum > 0 ? 0 : active.length);
  }
});

test("a card that is none gets one sentence", () => {
  const good = { paint: "", lessons: [{ card: "0".repeat(100), y: 1 }] };
  assert.equal(mark.problem(good), null);
  for (const { state, problem } of cases.problems)
    assert.equal(mark.problem({ ...good, ...state }), problem);
});
