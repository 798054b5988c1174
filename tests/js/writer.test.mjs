// The network that writes: its arithmetic, held to tests/cases/writer.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { landing, lot, ranking } from "../../src/helpers/widgets/chance.js";
import { unpack } from "../../src/helpers/widgets/matrices.js";
import {
  numbered,
  opened,
  read,
  scores,
  surprise,
  Text,
} from "../../src/helpers/widgets/writer/model.js";
import { Recorded } from "../../src/helpers/widgets/writer/recording.js";
import { columnsFor } from "../../src/helpers/widgets/writer/panel.js";
import { WORDS } from "../../src/helpers/widgets/writer/words.js";

const path = new URL("../cases/writer.json", import.meta.url);
const cases = JSON.parse(readFileSync(path, "utf-8"));
const net = opened(cases.net);
const settings = { temperature: 1, seed: 3 };

function near(found, wanted, limit = 1e-5) {
  assert.equal(found.length, wanted.length);
  wanted.forEach((value, k) =>
    assert.ok(Math.abs(found[k] - value) < limit, `${found[k]} is not ${value}`),
  );
}

test("states and scores are PyTorch's", () => {
  let state = new Float32Array(net.units);
  cases.ids.forEach((id, t) => {
    state = read(net, state, id);
    near([...state], cases.states[t]);
    near([...scores(net, state)], cases.scores[t]);
  });
});

test("each letter of a text has its surprise, but the first", () => {
  const text = new Text(net, cases.ids, settings);
  assert.equal(text.letters[0].bits, null);
  near(
    text.letters.slice(1).map(({ bits }) => bits),
    cases.bits,
  );
  assert.ok(Math.abs(surprise([0, 0, 0, 0], 2) - 2) < 1e-12);
  assert.ok(surprise([1000, 0], 1) > 1000); // no overflow
});

test("the same seed writes the same, another seed something else", () => {
  const written = (seed) => {
    const text = new Text(net, cases.ids, { temperature: 1, seed });
    for (let i = 0; i < 40; i += 1) text.write();
    assert.equal(text.written, 40);
    return text.letters.map(({ letter }) => letter).join(" ");
  };
  assert.equal(written(3), written(3));
  assert.notEqual(written(3), written(4));
});

test("a cold network takes the likeliest letter, a hot one any", () => {
  const cold = new Text(net, cases.ids, { temperature: 0, seed: 1 });
  const last = cold.letters.at(-1).scores;
  cold.write();
  assert.equal(cold.letters.at(-1).letter, ranking(last)[0]);
  for (const temperature of [0, 0.1, 1, 2]) {
    const text = new Text(net, cases.ids, { temperature, seed: 1 });
    const sum = text.following(2).reduce((all, part) => all + part, 0);
    assert.ok(Math.abs(sum - 1) < 1e-9);
  }
  const hot = new Text(net, cases.ids, { temperature: 2, seed: 1 });
  assert.ok(Math.max(...hot.following(2)) < Math.max(...cold.following(2)));
});

test("what cannot be read is refused in one short sentence", () => {
  const letters = " 'abcdeknost";
  assert.deepEqual(numbered("a book", letters).ids, [2, 0, 3, 9, 9, 7]);
  assert.deepEqual(numbered("a BOOK", letters).ids, [2, 0, 3, 9, 9, 7]);
  assert.deepEqual(numbered("’", letters).ids, [1]);
  for (const [text, words] of [
    ["", "Type at least one letter."],
    ["abé", "“é” is not among the 12 signs that it has read."],
    ["😀", "“😀” is not among the 12 signs that it has read."],
    ["<b>a", "“<” is not among the 12 signs that it has read."],
    ["a\u0000", "The sign U+0000 is not among the 12 signs that it has read."],
    ["a\ud800", "The sign U+D800 is not among the 12 signs that it has read."],
    ["a".repeat(1e5), "There is room for 100 letters, and these are 100,000."],
  ])
    assert.equal(numbered(text, letters).problem, words);
});

test("a damaged network is refused", () => {
  const short = { ...cases.net, whole: cases.net.whole.slice(0, -8) };
  assert.throws(() => unpack(short), /not whole/);
  assert.throws(() => unpack({ ...cases.net, exact: "?" }));
});

test("a lot falls on places in proportion to their probabilities", () => {
  const [order, shares] = [
    [2, 0, 1],
    [0.3, 0.2, 0.5],
  ];
  const found = [0, 0.49, 0.51, 0.79, 0.81, 0.999].map((number) =>
    landing(order, shares, number),
  );
  assert.deepEqual(found, [2, 2, 0, 0, 1, 1]);
  assert.equal(landing([1, 0, 2], [0, 1, 0], 1), 1);
});

test("lots are spread over 0 to 1, and a seed always gives the same", () => {
  const lots = Array.from({ length: 400 }, (_, n) => lot(n % 20, Math.floor(n / 20)));
  assert.ok(lots.every((number) => number >= 0 && number < 1));
  const mean = lots.reduce((a, b) => a + b) / 400;
  assert.ok(mean > 0.45 && mean < 0.55, String(mean));
  assert.equal(lot(3, 4), lot(3, 4));
  assert.notEqual(lot(3, 4), lot(4, 3));
});

test("the state is drawn about twice as wide as it is high", () => {
  for (const units of [1, 12, 128, 256, 384, 512]) {
    const columns = columnsFor(units);
    assert.ok(columns >= 1 && columns <= 4 * Math.sqrt(units), String(units));
  }
  assert.equal(columnsFor(512), 32);
});

test("what is said is plain and has its unit", () => {
  assert.equal(WORDS.cost("a", "1.2"), "“a” surprised it by 1.2 bits.");
  assert.equal(WORDS.letter(" ", null), "space, the first");
  assert.equal(WORDS.percent(0.004), "< 1 %");
  assert.equal(WORDS.percent(0.996), "100 %");
});

test("a recording goes on as the network that wrote it", () => {
  const { recording } = cases;
  const settings = { temperature: 0.8, seed: 3 };
  const real = new Text(net, cases.ids, settings);
  const text = new Recorded(recording, settings);
  const same = (limit) => {
    assert.equal(text.written, real.written);
    text.letters.forEach(({ letter, state, bits }, i) => {
      assert.equal(letter, real.letters[i].letter);
      near([...state], [...real.letters[i].state], limit);
      near([state[text.sure]], [real.letters[i].state[text.sure]], 1e-4);
      near([bits ?? 0], [real.letters[i].bits ?? 0], 1e-3);
      near(text.following(i), real.following(i), 1e-3 + limit);
    });
  };
  assert.equal(text.most, 40);
  while (text.written < 30) {
    text.write();
    real.write();
  }
  same(0.13); // half a level of the state, and what is left out of what follows
  text.become(net);
  same(1e-6);
  for (let i = 0; i < 25; i += 1) {
    text.write();
    real.write();
  }
  assert.equal(text.written, 55);
  same(1e-6);
});
