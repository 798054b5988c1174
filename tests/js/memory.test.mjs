// What figures have computed and drawn before is not computed and drawn again.
import assert from "node:assert/strict";
import { test } from "node:test";

const { memory, whenNew } = await import("../../src/helpers/widgets/memory.js");

test("what was asked before is not computed again, until the room is full", () => {
  const remember = memory(2);
  let computed = 0;
  const ask = (about) => remember(about, () => (computed += 1));
  assert.deepEqual([ask([1, "a"]), ask([1, "a"]), ask([1, "b"])], [1, 1, 2]);
  assert.deepEqual([ask([2]), ask([2]), ask([1, "a"])], [3, 3, 4]);
});

test("a drawing is done again only for another thing", () => {
  const drawn = [];
  const draw = whenNew((thing, name) => drawn.push(name));
  const [one, other] = [[1], [1]];
  draw(one, "one");
  draw(one, "one again");
  draw(other, "other");
  assert.deepEqual(drawn, ["one", "other"]);
});
