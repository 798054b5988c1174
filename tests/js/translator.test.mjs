// The translator in the page, held to PyTorch's numbers in tests/cases/translator.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/translator.json", import.meta.url), "utf-8"));
const page = await import("../../src/helpers/widgets/translator.js");
const { softmax } = await import("../../src/helpers/widgets/matrices.js");
const net = page.unpack(cases.net);
const encoded = page.encode(net, cases.src);
const begun = page.beginning(net, encoded);

function near(found, wanted, where = "") {
  if (Array.isArray(wanted)) {
    assert.equal(found.length, wanted.length, where);
    wanted.forEach((value, k) => near(found[k], value, `${where}[${k}]`));
  } else assert.ok(Math.abs(found - wanted) < 2e-5, `${where}: ${found}, ${wanted}`);
}

function read(words, ablated = []) {
  let state = page.beginning(net, page.encode(net, cases.src, ablated));
  const scores = words.map((id) => {
    const next = page.advance(net, state, id);
    state = next.state;
    return Array.from(next.scores);
  });
  return { scores, seen: state.seen };
}

test("the scores of every next word are PyTorch's", () => {
  near(read(cases.tgt).scores, cases.scores);
});

test("every head of the encoder looks where PyTorch's looks", () => {
  near(encoded.maps, cases.encoder);
});

test("every head of the decoder looks where PyTorch's looks", () => {
  const { seen } = read(cases.tgt);
  for (const kind of ["decoder", "cross"])
    seen[kind].forEach((layers, t) => layers.forEach((heads, l) =>
      heads.forEach((row, h) =>
        near(row, cases[kind][l][h][t].slice(0, row.length), `${kind} ${l} ${h}`))));
});

test("a head that is off leaves PyTorch's scores without it", () => {
  near(read(cases.tgt, cases.ablated).scores, cases.ablated_scores);
});

test("greedy writes PyTorch's words", () => {
  assert.deepEqual(page.greedy(net, begun, 9), cases.greedy);
});

test("beams of every width and penalty find PyTorch's words", () => {
  for (const { words, ...settings } of cases.beams) {
    const { levels, best } = page.beamTree(net, begun, settings);
    const found = page.wordsOn(levels, best);
    assert.deepEqual(found, words.slice(0, found.length), JSON.stringify(settings));
  }
});

test("a tree keeps as many nodes as it has beams, and shows as many pruned", () => {
  const { levels } = page.beamTree(net, begun, { width: 3, alpha: 0.6, limit: 5 });
  for (const level of levels.slice(1)) {
    assert.equal(level.filter(({ kept }) => kept).length, 3);
    assert.equal(level.length, 6);
    level.forEach(({ parent }) => assert.ok(parent < 3));
  }
});

test("what was read once is not read again, whatever the beams and the penalty", () => {
  const fresh = page.beginning(net, encoded);
  const first = page.advance(net, fresh, 1);
  page.beamTree(net, fresh, { width: 4, alpha: 0.6, limit: 5 });
  assert.equal(page.advance(net, fresh, 1), first);
  const [next] = first.best;
  const second = first.state.next.get(next);
  page.beamTree(net, fresh, { width: 2, alpha: 2, limit: 5 });
  page.greedy(net, fresh, 5);
  assert.equal(first.state.next.get(next), second);
});

test("a sentence that lacks its last mark is given it", () => {
  const words = ["<pad>", "<start>", "<stop>", "<unk>", "la", "niña", ".", "¿", "?"];
  const read = (sentence) => page.numbered(sentence, words, words.slice(4));
  assert.deepEqual(read("la niña"), { words: ["la", "niña", "."], ids: [4, 5, 6],
    added: "." });
  assert.deepEqual(read("¿La niña").words, ["¿", "la", "niña", "?"]);
  assert.deepEqual([read("La niña.").added, read("¿La niña?").added], ["", ""]);
  assert.equal(read("la niña").ids.length, read("la niña.").ids.length);
});

test("the largest come first, and of equals the earlier", () => {
  assert.deepEqual(page.largest([1, 5, 2, 5, -1], 3), [1, 3, 2]);
  assert.deepEqual(page.largest([1], 3), [0]);
});

test("shares sum to one, however large the scores", () => {
  const shares = softmax([1000, 999, -1000]);
  near(shares.reduce((sum, share) => sum + share, 0), 1);
  const total = page.logTotal([1000, 999]);
  near([1000, 999].map((score) => Math.exp(score - total)), softmax([1000, 999]));
});
