// The game's pictures and its machine, held to tests/cases/one_piece.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as model from "../../src/helpers/widgets/one_piece/model.js";
import { headline } from "../../src/helpers/widgets/one_piece/view.js";

const cases = JSON.parse(
  readFileSync(new URL("../cases/one_piece.json", import.meta.url), "utf-8"),
);
const all = model.rounds(1);

test("a picture has the pieces of the cases, and its ends say whether it is one", () => {
  for (const one of all) {
    const rows = model.picture(one.shape, one.first, one.last);
    const { found } = model.pieces(rows);
    assert.equal(found, cases.pieces[`${one.first}${one.last}`]);
    assert.equal(found === 1, model.isOne(one));
  }
});

test("a window sees both ends from the width of the cases on", () => {
  for (const [shape, least] of Object.entries(cases.both)) {
    assert.ok(!model.seesBoth(shape, least - 1));
    assert.ok(model.seesBoth(shape, least));
  }
});

test("the best weights get three of four, until a window sees both ends", () => {
  for (const [window, right] of Object.entries(cases.right)) {
    const { verdicts, bags } = model.machine(all, Number(window));
    const good = all.filter((one, i) => verdicts[i].one === model.isOne(one));
    assert.equal(good.length, right);
    if (right === 6) assert.equal(bags[0], bags[1]);
    else assert.ok(bags[0] > bags[1]);
  }
});

test("each seed shows the same eight pictures, in an order of its own", () => {
  const names = (seed) => model.rounds(seed).map((one) => JSON.stringify(one));
  assert.deepEqual(names(5), names(5));
  assert.notDeepEqual(names(5), names(6));
  assert.equal(new Set(names(5)).size, 8);
  assert.deepEqual(names(5).sort(), names(6).sort());
});

test("the score counts what is right, and the bad state is named as in Python", () => {
  const answers = all.map((one) => Number(model.isOne(one)));
  const state = { answers, at: 7, window: 7 };
  const its = model.machine(all, 7);
  assert.equal(headline(state, all, its)[1], "You 8, the machine 6, of 8.");
  const tooFar = "at must be at most the number of answers, which is 0, not 1.";
  assert.equal(model.problem({ at: 1, answers: [] }), tooFar);
  assert.equal(model.problem({ at: 0, answers: [] }), null);
});
