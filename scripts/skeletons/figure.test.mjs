// What the figure computes, against the cases that Python reads too.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

import { squared } from "../../src/helpers/widgets/skeleton/model.js";

const cases = JSON.parse(
  readFileSync(new URL("../cases/skeleton.json", import.meta.url)),
);

test("a number is squared", () => {
  for (const [value, square] of cases) assert.equal(squared(value), square);
});
