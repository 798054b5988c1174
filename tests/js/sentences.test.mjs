// Sentences cut and held to known words, with the cases of tests/test_text.py.
import assert from "node:assert/strict";
import { test } from "node:test";

const page = await import("../../src/helpers/widgets/sentences.js");

test("a sentence becomes words and marks as in Python", () => {
  const cases = {
    "¿Dónde está el gato?": "¿ Dónde está el gato ?",
    "Ana’s book isn't here, Pedro.": "Ana 's book isn't here , Pedro .",
    "Donde hay humo, hay fuego": "Donde hay humo , hay fuego",
    "<b>Soy</b>": "< b > Soy < / b >",
    "an old-fashioned it's": "an old-fashioned it 's",
  };
  for (const [sentence, words] of Object.entries(cases))
    assert.deepEqual(page.tokenise(sentence), words.split(" "));
  assert.deepEqual(page.tokenise(" \n"), []);
});

test("accents are words' own, however they were typed", () => {
  assert.deepEqual(page.tokenise("sera\u0301, ¿no?"), ["será", ",", "¿", "no", "?"]);
});

test("letters put in, taken out and changed are counted", () => {
  assert.equal(page.distance("dog", "dog"), 0);
  assert.equal(page.distance("doggs", "dogs"), 1);
  assert.equal(page.distance("kitten", "sitting"), 3);
  assert.equal(page.distance("", "abc"), 3);
});

test("a capital is taken off where only that is known", () => {
  const { spelled, unknown } = page.recognised(["The", "María"], ["the", "María"]);
  assert.deepEqual(spelled, ["the", "María"]);
  assert.equal(unknown, undefined);
});

test("the first word that is not known is named, with the three nearest", () => {
  const known = ["house", "dogs", "dog", "red", "fog"];
  const { unknown, near } = page.recognised(["red", "Doggs", "blue"], known);
  assert.equal(unknown, "doggs");
  assert.deepEqual(near, ["dogs", "dog", "fog"]);
});

test("a word of a hundred thousand letters is refused, and not quoted whole", () => {
  const { unknown, near } = page.recognised(["x".repeat(1e5)], ["house", "xx"]);
  assert.equal(unknown, `${"x".repeat(39)}…`);
  assert.deepEqual(near, ["xx", "house"]);
  assert.equal(page.clipped("𝄞".repeat(1e5)), `${"𝄞".repeat(39)}…`);
  assert.equal(page.clipped("a".repeat(40)), "a".repeat(40));
});
