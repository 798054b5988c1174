// The bill: its arithmetic and its words, held to tests/cases/bill.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/bill.json", import.meta.url), "utf-8"),
);
const figure = await import("../../src/helpers/widgets/bill/model.js");

test("the bill is the one that Python makes", () => {
  for (const { state, found } of cases) {
    const bill = figure.bill(state);
    for (const [name, value] of Object.entries(found)) {
      assert.ok(Math.abs(bill[name] / value - 1) < 1e-9, name);
    }
  }
});

test("days, energy and large numbers are written as people say them", () => {
  assert.deepEqual([0.01, 1.5, 90, 36400].map(figure.lasting), [
    "14.4 minutes",
    "36 hours",
    "90 days",
    "99.7 years",
  ]);
  assert.deepEqual([0.5, 431, 24000].map(figure.energy), [
    "500 kWh",
    "431 MWh",
    "24 GWh",
  ]);
  assert.deepEqual([615000, 1.23e6, 15e12].map(figure.said), [
    "615,000",
    "1.23 million",
    "15 trillion",
  ]);
});

test("more cards change the days, and neither money nor energy", () => {
  const state = { ...cases[2].state };
  const [one, two] = [10, 11].map((machines) => figure.bill({ ...state, machines }));
  assert.equal(one.days, 2 * two.days);
  assert.deepEqual([one.dollars, one.energy], [two.dollars, two.energy]);
});

test("the hours of the makers, and too little memory, are said", () => {
  assert.match(figure.compared(cases[2].state), /1\.3 million hours: 16 % put to use/);
  assert.match(figure.compared({ ...cases[1].state, machines: 3 }), /^It does not fit/);
  assert.equal(figure.compared(cases[4].state), "");
  assert.match(figure.lines(cases[3].state)[0][1], /37 billion of 671 billion/);
});
