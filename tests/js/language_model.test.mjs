// The page's GPT and BERT, held to PyTorch by tests/cases/language_model.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/language_model.json", import.meta.url), "utf-8"),
);
const page = await import("../../src/helpers/widgets/language_model.js");
const [gpt, bert] = [page.opened(cases.gpt), page.opened(cases.bert)];

function near(found, wanted, where = "") {
  if (Array.isArray(wanted)) {
    assert.equal(found.length, wanted.length, where);
    wanted.forEach((value, k) => near(found[k], value, `${where}[${k}]`));
  } else assert.ok(Math.abs(found - wanted) < 5e-5, `${where}: ${found}, ${wanted}`);
}

/** Weights by layer, head, position, key; padded with 0 where nothing is allowed. */
function whole(maps, length) {
  return maps.map((layer) =>
    layer[0].map((_, h) =>
      layer.map((heads) => [...heads[h], ...Array(length - heads[h].length).fill(0)]),
    ),
  );
}

test("the GPT's scores at every place are PyTorch's", () => {
  near(
    page.read(gpt, cases.ids, true).scores.map((row) => [...row]),
    cases.scores,
  );
});

test("BERT's scores at every place are PyTorch's", () => {
  near(
    page.read(bert, cases.hidden, false).scores.map((row) => [...row]),
    cases.both,
  );
});

test("every head looks where PyTorch's looks", () => {
  near(whole(page.read(gpt, cases.ids, true).maps, 6), cases.maps.gpt);
  near(whole(page.read(bert, cases.hidden, false).maps, 6), cases.maps.bert);
});

test("the chances are those of the chapter's function, whatever is cut", () => {
  cases.cuts.forEach((cut, i) =>
    near(page.chances(cases.scores.at(-1), cut).chances, cases.chances[i], `${i}`),
  );
});

test("chances sum to 1 over the whole vocabulary", () => {
  for (const cut of cases.cuts) {
    const { chances, kept } = page.chances(cases.scores.at(-1), cut);
    assert.equal(chances.length, gpt.tokens);
    assert.equal(chances.filter((share) => share > 0).length, kept);
    assert.ok(Math.abs(chances.reduce((a, b) => a + b) - 1) < 1e-9);
  }
});

test("a mass of 1 cuts nothing, however cold it is", () => {
  const scores = Array.from({ length: 603 }, (_, k) => k / 20);
  for (const temperature of [1, 0.5, 0.1])
    assert.equal(page.chances(scores, { temperature, p: 1 }).kept, 603);
});

test("what is written begins with the prompt and ends at a stop or the most", () => {
  const { ids, steps } = page.written(gpt, [5, 4], { temperature: 1, k: 1, p: 1 }, 0);
  assert.deepEqual(ids.slice(0, 3), [1, 5, 4]);
  steps.forEach((step, t) => {
    assert.equal(step.id, step.order[0]); // top-k 1 is greedy
    assert.equal(ids[3 + t], step.id);
  });
});

test("a text that is read on word by word is read as a whole one is", () => {
  const whole = page.read(gpt, cases.ids, true);
  let now = { past: undefined };
  cases.ids.forEach((id, place) => {
    now = page.read(gpt, [id], true, now.past);
    near([...now.scores[0]], [...whole.scores[place]]);
    now.maps.forEach((layer, l) => near(layer[0], whole.maps[l][place]));
  });
});

test("another temperature or seed does not read a text again", () => {
  const start = page.prompted(gpt, [5, 4]);
  const first = page.written(gpt, [5, 4], { temperature: 1, k: 1 }, 0, start);
  const other = page.written(gpt, [5, 4], { temperature: 0.5, k: 1 }, 7, start);
  assert.deepEqual(other.ids, first.ids);
  first.steps.forEach(({ looks }, t) => assert.equal(other.steps[t].looks, looks));
});

test("a hidden word cannot be seen by either model", () => {
  const one = page.filled(gpt, bert, 11, [5, 4, 9, 7], 1);
  const other = page.filled(gpt, bert, 11, [5, 8, 9, 7], 1);
  assert.deepEqual(one.left, other.left);
  assert.deepEqual(one.both, other.both);
});

test("a prompt is read as the chapter reads it, or refused with one sentence", () => {
  const marks = ["<pad>", "<start>", "<stop>", "<unk>"];
  const words = [...marks, "the", "dogs", "'s", "María", "."];
  assert.deepEqual(page.numbered("The dogs.", words).ids, [4, 5, 8]);
  assert.deepEqual(page.numbered("María's dogs", words).words, ["María", "'s", "dogs"]);
  assert.match(page.numbered("the doggs", words).problem, /“doggs”.*near it are dogs/);
  assert.match(page.numbered("  ", words).problem, /at least one word/);
  assert.match(page.numbered("the ".repeat(40), words).problem, /room for 28 words/);
});
