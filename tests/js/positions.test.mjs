// Positions: their arithmetic, held to tests/cases/positions.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/positions.json", import.meta.url), "utf-8"),
);
const figure = await import("../../src/helpers/widgets/positions.js");
const near = (a, b, within) => assert.ok(Math.abs(a - b) < within, `${a} is not ${b}`);

test("the rows are those that Python has", () => {
  for (const [place, row] of Object.entries(cases.rows)) {
    figure.encoding(Number(place)).forEach((value, i) => near(value, row[i], 2e-6));
  }
});

test("dot products depend on the offset alone", () => {
  for (const [offset, product] of Object.entries(cases.products)) {
    for (const place of [0, 3, 29]) {
      near(figure.product(place, place + Number(offset)), product, 1e-3);
    }
  }
});

test("a turn moves every place on by its offset", () => {
  for (const pair of [0, 2, 15]) {
    for (const place of [0, 5, 41]) {
      const moved = figure.applied(figure.turn(pair, 7), figure.hands(place, pair));
      figure.hands(place + 7, pair).forEach((value, i) => near(moved[i], value, 1e-12));
    }
  }
});

test("the two layouts have the same columns in another order", () => {
  const [one, other] = ["interleaved", "sines first"].map((layout) =>
    figure.encoding(13, layout),
  );
  assert.notDeepEqual(one, other);
  assert.deepEqual([...one].sort(), [...other].sort());
  for (const layout of ["interleaved", "sines first"]) {
    figure
      .columnsOf(3, layout)
      .forEach((column, which) =>
        assert.deepEqual(figure.columnOf(column, layout), [3, which]),
      );
  }
});

test("only four pairs come round within sixty places", () => {
  const waves = Array.from({ length: figure.PAIRS }, (_, pair) =>
    figure.wavelength(pair),
  );
  assert.equal(waves.filter((wave) => wave <= 60).length, 4);
  near(waves.at(-1), 35332.9, 0.1);
  assert.equal(figure.binary(5), "000101");
});
