// The forms that answer predictions: what a reader may write, and what is made of it.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runInNewContext } from "node:vm";

const here = (path) => new URL(path, import.meta.url);
const source = readFileSync(here("../../book/_theme/static/predict.js"), "utf-8");
const names = "({ sha256, atoms, canonical, digest, Slip })";
const { sha256, atoms, canonical, digest, Slip } = runInNewContext(
  `${source};${names}`,
  { TextEncoder },
);
const cases = JSON.parse(readFileSync(here("../cases/predictions.json"), "utf-8"));

const numbers = (count = 0) => ({ kind: "number", count });
const read = (text, asked) => [...atoms(text, asked)];
const slip = (text, asked) => {
  try {
    atoms(text, asked);
  } catch (error) {
    if (error instanceof Slip) return error.message;
    throw error;
  }
  return "";
};

test("the digest is SHA-256, for texts of any length", () => {
  for (const text of [
    "",
    "abc",
    "ñ½",
    ..."x"
      .repeat(130)
      .split("")
      .map((_, i, all) => all.slice(0, i).join("")),
  ])
    assert.equal(sha256(text), createHash("sha256").update(text).digest("hex"));
});

test("every way to write an answer has the digest that Python makes", () => {
  for (const { number, decimals, kind, count, digest: wanted, right, wrong } of cases) {
    const made = (text) =>
      digest(number, canonical(atoms(text, { kind, count }), decimals));
    for (const text of right) assert.equal(made(text), wanted, text);
    for (const text of wrong) assert.notEqual(made(text), wanted, text);
  }
});

test("a number is read as people write it", () => {
  const one = {
    18: 18,
    " .5 ": 0.5,
    "−21": -21,
    "12,800": 12800,
    "12 800": 12800,
    "12_800": 12800,
    "½": 0.5,
    "1½": 1.5,
    "1 ½": 1.5,
    "1/4": 0.25,
    "2**10": 1024,
    "10^2": 100,
    "16 * (8 * 25 + 1)": 3216,
    "16×201": 3216,
    "1 - 2": -1,
    "7-2": 5,
    "2*-3": -6,
    "(3)": 3,
    "[3]": 3,
    "x = 3": 3,
    "1e3": 1000,
    "5.": 5,
    "+4": 4,
    "1,234,567": 1234567,
    "-3*2+1": -5,
    "60_965_224 + 1": 60965225,
  };
  for (const [text, value] of Object.entries(one))
    assert.deepEqual(read(text, numbers(1)), [value], text);
});

test("a list is read with and without its brackets", () => {
  for (const text of ["[1, 2]", "(1, 2)", "1 2", "1,2", "1; 2", "1 and 2", "1\t2"])
    assert.deepEqual(read(text, numbers(2)), [1, 2], text);
  assert.deepEqual(read("[(4, 6, 40), 40]", numbers(4)), [4, 6, 40, 40]);
  assert.deepEqual(read("1 -2", numbers(2)), [1, -2]);
  assert.deepEqual(read("3,152,384 and 2,099,712", numbers(2)), [3152384, 2099712]);
  assert.deepEqual(read("4/9, 3/9, (1 + 1)/9", numbers(3)), [4 / 9, 3 / 9, 2 / 9]);
  assert.deepEqual(read("[]", numbers()), []);
  assert.deepEqual(read("never", numbers()), []);
});

test("a word is read in any case, with and without quotes", () => {
  const word = { kind: "word", count: 1 };
  for (const text of ["Nonsense", '"nonsense"', " “nonsense” "])
    assert.deepEqual(read(text, word), ["nonsense"], text);
  assert.deepEqual(read("Good  translations", word), ["good translations"]);
});

test("a slip is named", () => {
  const named = {
    "": "empty",
    "0,5": "point",
    "0,500": "point",
    two: "digits",
    "455 MB": "digits",
    "40 %": "percent",
    "(1": "brackets",
    "~5": "signs",
    "1/0": "digits",
    "1, 2": "count",
  };
  for (const [text, name] of Object.entries(named))
    assert.equal(slip(text, numbers(1)), name, text);
  assert.equal(slip("1", numbers(3)), "count");
  assert.equal(slip("0,5; 1,5", numbers(2)), "point");
});
