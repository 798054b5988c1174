// The GPT that goes on: its tokens and its arithmetic, held to tests/cases/completion.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  numbered,
  restored,
  Text,
  tokeniser,
} from "../../src/helpers/widgets/completion/model.js";
import { aloud, percent, sign } from "../../src/helpers/widgets/completion/words.js";
import { opened } from "../../src/helpers/widgets/gpt.js";

const path = new URL("../cases/completion.json", import.meta.url);
const cases = JSON.parse(readFileSync(path, "utf-8"));
const known = tokeniser(cases.letters, cases.merges);
const net = opened(cases.gpt);
const greedy = { seed: 0, cuts: { temperature: 1, k: 1, p: 1 } };

test("a text is cut into the tokens that Python cuts it into", () => {
  for (const { text, ids } of cases.texts)
    assert.deepEqual(numbered(text, known, 64).ids, ids);
});

test("what cannot be read is refused in one sentence", () => {
  assert.match(numbered("the z", known, 64).problem, /“z” is not among the signs/);
  assert.match(numbered("", known, 64).problem, /at least one letter/);
  assert.match(numbered("a".repeat(121), known, 64).problem, /room for 120 letters/);
  assert.match(numbered("a ".repeat(30), known, 64).problem, /room for 24 tokens/);
});

test("the logits of each token are PyTorch's", () => {
  const { ids } = cases.texts[0];
  const text = new Text(net, ids, greedy);
  const found = [...text.tokens.slice(1).map(({ logits }) => logits), text.next];
  found.forEach((row, t) =>
    row.forEach((value, k) => assert.ok(Math.abs(value - cases.scores[t][k]) < 5e-5)),
  );
});

test("greedy writing goes on as Python's does", () => {
  const { ids } = cases.texts[0];
  const text = new Text(net, ids, greedy);
  while (text.written < 12) text.write();
  assert.deepEqual(
    text.tokens.map(({ id }) => id),
    cases.greedy,
  );
});

test("the same seed writes the same text", () => {
  const cuts = { temperature: 1.2, k: 0, p: 0.9 };
  const [one, other] = [0, 1].map(() => {
    const text = new Text(net, cases.texts[0].ids, { seed: 5, cuts });
    while (text.written < 20) text.write();
    return text.tokens.map(({ id }) => id);
  });
  assert.deepEqual(one, other);
});

test("stored logits come back from their eight bits", () => {
  const whole = Buffer.from(Int8Array.from([127, 0, -64]).buffer).toString("base64");
  assert.deepEqual(restored({ scale: 0.5, whole }), [63.5, 0, -32]);
});

test("a token has a print and a name", () => {
  assert.equal(sign(" the"), "·the");
  assert.equal(sign("\n"), "⏎");
  assert.equal(aloud("\n"), "new line");
  assert.equal(aloud(" "), "space");
  assert.equal(percent(0.0001), "< 0.1 %");
  assert.equal(percent(0.256), "25.6 %");
});
