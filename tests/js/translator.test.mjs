// The translator in the page, held to PyTorch by tests/cases/translator.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/translator.json", import.meta.url), "utf-8"),
);
const page = await import("../../src/helpers/widgets/translator/model.js");
const marks = ["<pad>", "<start>", "<stop>", "<unk>"];
const net = page.unpack(cases.figure.net, cases.figure.sizes);
const spanish = [...marks, ...cases.figure.spanish.split(" ")];
const english = [...marks, ...cases.figure.english.split(" ")];
const near = (a, b, most = 1e-4) => assert.ok(Math.abs(a - b) < most, `${a} and ${b}`);
const asked = (sentence, more = {}) =>
  page.trace(net, spanish, english, {
    sentence,
    reference: "",
    forced: 0,
    taken: [],
    ...more,
  });

test("the encoder's states are those of PyTorch, after every word", () => {
  for (const { spanish: sentence, states } of cases.sentences) {
    const found = asked(sentence).states;
    assert.equal(found.length, states.length + 1);
    found[0].forEach((value) => assert.equal(value, 0));
    states.forEach((state, i) =>
      state.forEach((value, k) => near(found[i + 1][k], value)),
    );
  }
});

test("it writes the words that PyTorch writes, and stops", () => {
  for (const { spanish: sentence, greedy } of cases.sentences) {
    const { steps, problem } = asked(sentence);
    assert.equal(problem, null);
    assert.deepEqual(
      steps.map(({ word }) => word),
      greedy,
    );
    for (const { shares } of steps)
      near(
        shares.reduce((sum, share) => sum + share, 0),
        1,
      );
  }
});

test("fed the true words, every true word has the probability of PyTorch", () => {
  for (const { spanish: sentence, english: reference, chances } of cases.sentences) {
    const found = asked(sentence, { reference, forced: 1 });
    assert.equal(found.steps.length, chances.length);
    chances.forEach((chance, i) => near(found.chances[i], chance));
    found.steps.slice(1).forEach(({ fed }, i) => assert.equal(fed, found.truth[i]));
  }
});

test("a word that the reader takes stays, and the decoder goes on from it", () => {
  const [first, , , , last] = cases.sentences;
  const taken = last.english.split(" ").slice(0, 2);
  const { steps } = asked(first.spanish, { taken });
  assert.deepEqual(
    steps.slice(0, 2).map(({ word }) => english[word]),
    taken,
  );
  assert.equal(steps[2].fed, english.indexOf(taken[1]));
  assert.notEqual(steps[0].own, steps[0].word);
});

test("what cannot be used is refused in one sentence, and nothing is written", () => {
  const refused = {
    "": "Spanish: write at least one word.",
    "hay <b>humo</b>": "Spanish: plain text only, without < and >.",
    "hay un dragón":
      "Spanish: “dragón” is not among the 21 words that this smaller net knows.",
    [`${"hay ".repeat(41)}`]: "Spanish: 41 words; there is room for 40.",
  };
  for (const [sentence, why] of Object.entries(refused)) {
    const found = asked(sentence);
    assert.equal(found.problem, why);
    assert.equal(found.steps.length, 0);
  }
  assert.ok(asked("x".repeat(1e5)).problem.length < 120);
  assert.match(asked("hay humo", { forced: 1 }).problem, /^English: write/);
  assert.match(asked("hay humo", { taken: ["dragon"] }).problem, /“dragon”/);
});

test("words are counted without the marks of the net and of writing", () => {
  assert.deepEqual(page.wordsIn([...marks, ".", "¿", "'s", "él", "MadPy"]), [
    "él",
    "MadPy",
  ]);
});

test("a capital at the beginning of a sentence changes no word", () => {
  const [plain, capital] = ["hay humo", "Hay humo"].map((sentence) => asked(sentence));
  assert.deepEqual(capital.steps, plain.steps);
  assert.deepEqual(page.numbered(["MadPy"], spanish).missing, undefined);
});

test("marks typed as words are not marks", () => {
  assert.match(asked("<stop>").problem, /plain text/);
  assert.deepEqual(page.numbered(["<stop>"], spanish).missing, "<stop>");
});

test("the likeliest words come first, and the true one is never left out", () => {
  const shares = Float32Array.from([0.1, 0, 0, 0.05, 0.3, 0.2, 0.15, 0.12, 0.08]);
  assert.deepEqual(
    page.candidates(shares, 4).map(({ word }) => word),
    [4, 5, 6, 7, 0, 8],
  );
  const rows = page.candidates(shares, 3);
  assert.deepEqual(
    rows.map(({ word, rank }) => [word, rank]),
    [
      [4, 1],
      [5, 2],
      [6, 3],
      [7, 4],
      [0, 5],
      [3, 7],
    ],
  );
});

test("words that stand in both sentences in one order are kept, and no others", () => {
  const marks_of = (a, b) => page.kept(a, b).map(Number).join("");
  assert.equal(marks_of([5, 6, 7], [5, 6, 7]), "111");
  assert.equal(marks_of([5, 9, 7], [5, 6, 7]), "101");
  assert.equal(marks_of([7, 5, 6], [5, 6, 7]), "011");
  assert.equal(marks_of([5, 5], [5]), "10");
  assert.equal(marks_of([], [5]), "");
});

test("without weights every word is as likely as any other", () => {
  const empty = page.unpack("", cases.figure.sizes);
  const [step] = page.write(empty, new Float32Array(12), [], true);
  step.shares.forEach((share) => near(share, 1 / english.length));
});
