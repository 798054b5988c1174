// The machine's arithmetic, held to PyTorch's numbers in tests/cases/machine.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (name) =>
  JSON.parse(readFileSync(new URL(name, import.meta.url), "utf-8"));
const cases = read("../cases/machine.json");
const home = "../../src/helpers/widgets/machine";
const page = await import(`${home}/trace.js`);
const beams = await import(`${home}/beams.js`);
const places = await import(`${home}/places.js`);
const { origin, total, valueAt, vector } = await import(`${home}/origin.js`);
const { numbered } = await import(`${home}/reading.js`);
const { nearest } = await import(`${home}/stage.js`);
const { softmax } = await import("../../src/helpers/widgets/matrices.js");
const net = page.unpack(cases.net);

function near(found, wanted, where = "") {
  if (Array.isArray(wanted)) {
    assert.equal(found.length, wanted.length, where);
    wanted.forEach((value, k) => near(found[k], value, `${where}[${k}]`));
  } else assert.ok(Math.abs(found - wanted) < 2e-5, `${where}: ${found}, ${wanted}`);
}

/** What the net makes of the source and these words, with some parts cut. */
function led(words, names = []) {
  const cut = page.separate(net, names);
  const enc = page.read(net, cases.src, cut);
  const dec = page.begin(net, enc);
  for (const id of words) page.step(net, dec, id, cut);
  return { net, enc, dec, cut, out: words };
}

const byHead = (w) => w[0].map((_, h) => w.map((heads) => heads[h]));

test("the scores of every next word are PyTorch's", () => {
  near(led(cases.tgt).dec.logits, cases.scores);
});

test("the streams of both towers are PyTorch's", () => {
  const { enc, dec } = led(cases.tgt);
  near(enc.memory, cases.memory);
  near(dec.layers.at(-1).x3, cases.stream);
});

test("every head looks where PyTorch's looks", () => {
  const { enc, dec } = led(cases.tgt);
  near(
    enc.layers.map(({ self }) => byHead(self.w)),
    cases.encoder,
  );
  for (const [kind, att] of [
    ["decoder", "self"],
    ["cross", "cross"],
  ])
    dec.layers.forEach((layer, l) =>
      byHead(layer[att].w).forEach((rows, h) =>
        rows.forEach((row, t) => near(row, cases[kind][l][h][t].slice(0, row.length))),
      ),
    );
});

test("what is cut leaves PyTorch's scores without it", () => {
  for (const { parts, scores } of cases.cut)
    near(led(cases.tgt, parts).dec.logits, scores);
});

test("without the mask every word sees those after it, as PyTorch's then does", () => {
  const { dec } = led(cases.tgt, ["mask"]);
  near(dec.logits, cases.unmasked);
  assert.deepEqual(
    dec.layers[0].self.w.map((heads) => heads[0].length),
    cases.tgt.map(() => cases.tgt.length),
  );
  const before = dec.logits.map((row) => Array.from(row));
  page.step(net, dec, 6, page.separate(net, ["mask"]));
  near(dec.logits.slice(0, -1), before); // what was said stays said
});

test("what the heads bring one by one is what they bring together", () => {
  const run = led(cases.tgt);
  for (const [site, l] of [
    ["E1.self", 1],
    ["D0.cross", 0],
  ]) {
    const [long, kind] = site[0] === "E" ? ["encoder", "self"] : ["decoder", "cross"];
    const bias = net[`${long}.layers.${l}.${kind}_attention.out.bias`];
    const together = Array.from(bias);
    for (let h = 0; h < net.heads; h += 1)
      vector(run, `${site}.o`, 2, h).forEach((value, k) => (together[k] += value));
    near(vector(run, `${site}.y`, 2), together, site);
  }
});

test("greedy writes PyTorch's words", () => {
  assert.deepEqual(page.run(net, cases.src, { limit: 9 }).out, cases.greedy);
});

test("a forced word is written, and what follows follows from it", () => {
  const { out, dec } = page.run(net, cases.src, { limit: 4, forced: [undefined, 7] });
  assert.equal(out[1], 7);
  near(
    dec.logits,
    led([1, out[0], 7, out[2]]).dec.logits.map((row) => Array.from(row)),
  );
});

test("beams of every width and penalty find PyTorch's words", () => {
  const walk = beams.walker(net, page.read(net, cases.src), new Set());
  for (const { words, ...settings } of cases.beams) {
    const { levels, best } = beams.beamTree(walk, settings);
    const found = beams.wordsOn(levels, best);
    assert.deepEqual(found, words.slice(0, found.length), JSON.stringify(settings));
  }
});

test("a tree keeps as many nodes as it has beams, and shows as many dropped", () => {
  const walk = beams.walker(net, page.read(net, cases.src), new Set());
  const { levels } = beams.beamTree(walk, { width: 3, alpha: 0.6, limit: 5 });
  for (const level of levels.slice(1)) {
    assert.equal(level.filter(({ kept }) => kept).length, 3);
    assert.equal(level.length, 6);
    level.forEach(({ parent }) => assert.ok(parent < 3));
  }
});

test("what was walked once is not computed again", () => {
  const { root, advance } = beams.walker(net, page.read(net, cases.src), new Set());
  const first = advance(root, 1);
  beams.beamTree({ root, advance }, { width: 4, alpha: 0.6, limit: 5 });
  assert.equal(advance(root, 1), first);
  assert.equal(first.state.dec.ids.length, 1);
});

const SITES = {
  E: [
    "in",
    "self.q",
    "self.k",
    "self.v",
    "self.z",
    "self.y",
    "sum1",
    "x1",
    "inner",
    "y2",
    "sum2",
    "x2",
  ],
  D: [
    "in",
    "self.q",
    "self.k",
    "self.v",
    "self.z",
    "self.y",
    "cross.q",
    "cross.k",
    "cross.v",
    "cross.z",
    "cross.y",
    "sum1",
    "x1",
    "sum2",
    "x2",
    "inner",
    "y3",
    "sum3",
    "x3",
  ],
};

function* addresses(run) {
  for (const tower of "ED")
    for (let l = 0; l < net.layers; l += 1)
      for (const name of SITES[tower]) {
        const rows = tower === "E" || /cross.[kv]/.test(name) ? cases.src : run.dec.ids;
        for (const i of rows.keys())
          for (const k of vector(run, `${tower}${l}.${name}`, i).keys())
            yield { site: `${tower}${l}.${name}`, i, k };
      }
  for (const site of ["E1.self", "D0.self", "D1.cross"])
    for (const name of "swo")
      for (let h = 0; h < net.heads; h += 1)
        for (const k of vector(run, `${site}.${name}`, 2, h).keys())
          yield { site: `${site}.${name}`, i: 2, k, h };
  for (const k of [0, 5]) yield { site: "D.logit", i: 1, k };
  for (const k of [0, 5]) yield { site: "E.emb", i: 1, k };
  for (const k of [0, 5]) yield { site: "D.emb", i: 3, k };
  yield { weight: "embed.table.weight", row: 3, column: 2 };
}

for (const names of [
  [],
  ["encoder.1"],
  ["positions", "decoder.2.feed_forward"],
  ["decoder.1.cross", "encoder.2.add.1", "decoder.2.norm.3"],
  ["mask", "decoder.2.self.1"],
])
  test(`every number adds up from what it was made of, cut: ${names}`, () => {
    const run = led(cases.tgt, names);
    let count = 0;
    for (const address of addresses(run)) {
      const made = origin(run, address);
      const where = JSON.stringify(address);
      assert.equal(made.result, valueAt(run, address), where);
      assert.ok(Math.abs(total(made) - made.result) < 1e-5, where);
      count += 1;
    }
    assert.ok(count > 1000);
  });

test("every term that has an address is the number at that address", () => {
  const run = led(cases.tgt);
  for (const site of ["D1.cross.z", "D0.sum2", "E1.y2", "D1.self.q", "E0.x1"])
    for (const { a, b } of origin(run, { site, i: 1, k: 3 }).terms)
      for (const term of [a, b])
        if (term?.site || term?.weight) assert.equal(valueAt(run, term), term.value);
});

test("parts that a net has are cut, and no others", () => {
  for (const name of [
    "positions",
    "mask",
    "encoder.1",
    "encoder.2.self",
    "decoder.2.cross.2",
    "encoder.1.feed_forward",
    "decoder.1.norm.3",
    "encoder.1.add.2",
  ])
    assert.ok(page.hasPart(net, name), name);
  for (const name of [
    "",
    "encoder",
    "encoder.3",
    "encoder.1.cross",
    "decoder.1.self.3",
    "encoder.1.norm.3",
    "decoder.0",
    "decoder.1.self.0",
    "constructor",
  ])
    assert.ok(!page.hasPart(net, name), name);
  assert.deepEqual(
    [...page.separate(net, ["encoder.1.self", "positions"])],
    ["encoder.1.self.1", "encoder.1.self.2", "positions"],
  );
});

test("an address leads to a place and the place back to its address", () => {
  for (const address of [
    "",
    "beams",
    "encoder",
    "decoder",
    "encoder.1",
    "decoder.2.cross.3",
    "decoder.2.cross.3/D1.cross.s:4:5:2/D1.cross.q:4:48",
    "/D.logit:1:7",
    "encoder.1/embed.table.weight:9:3",
  ])
    assert.equal(places.addressOf(places.pathOf(address)), address);
  for (const wrong of [
    "x",
    "encoder.1.cross.2",
    "Decoder",
    "decoder.",
    "decoder.2/",
    "/<b>",
    "beams.1",
  ])
    assert.equal(places.pathOf(wrong), null, wrong);
});

test("a sentence that lacks its last mark is given it", () => {
  const words = ["<pad>", "<start>", "<stop>", "<unk>", "la", "niña", ".", "¿", "?"];
  const known = (sentence) => numbered(sentence, words, words.slice(4));
  assert.deepEqual(known("la niña"), {
    words: ["la", "niña", "."],
    ids: [4, 5, 6],
    added: ".",
  });
  assert.deepEqual(known("¿La niña").words, ["¿", "la", "niña", "?"]);
  assert.deepEqual([known("La niña.").added, known("¿La niña?").added], ["", ""]);
});

test("a sentence that cannot be read gets one sentence and near words", () => {
  const words = ["<pad>", "<start>", "<stop>", "<unk>", "la", "niña", "."];
  const known = (sentence) => numbered(sentence, words, words.slice(4));
  assert.equal(known("").problem, "A sentence needs at least one word.");
  assert.deepEqual(known("la niñas").near.slice(0, 1), ["niña"]);
  assert.match(known("la <b>niña").problem, /never taught the word “<”/);
  assert.match(known("نص").problem, /^It was never taught the word “نص”/);
  assert.match(known("la ".repeat(100000)).problem, /24 words here or fewer\.$/);
  assert.match(known("la ".repeat(30)).problem, /24 words here or fewer, not 31\./);
  assert.ok(known("a".repeat(100000)).problem.length < 120);
});

test("the largest come first, and of equals the earlier", () => {
  assert.deepEqual(page.best([1, 5, 2, 5, -1], 3), [1, 3, 2]);
  assert.deepEqual(page.best([1], 3), [0]);
});

test("probabilities sum to one, however large the scores", () => {
  const sum = softmax([1000, 999, -1000]).reduce((all, value) => all + value, 0);
  near(sum, 1);
  const whole = page.logTotal([1000, 999]);
  near(
    [1000, 999].map((score) => Math.exp(score - whole)),
    softmax([1000, 999]),
  );
});

test("an arrow key leads to the nearest box on that side", () => {
  const boxes = [
    [0, 0],
    [10, 0],
    [0, 10],
    [11, 9],
  ].map(([x, y]) => ({ x, y, w: 4, h: 4 }));
  assert.equal(nearest(boxes, 0, [1, 0]), 1);
  assert.equal(nearest(boxes, 0, [0, 1]), 2);
  assert.equal(nearest(boxes, 3, [-1, 0]), 2);
  assert.equal(nearest(boxes, 0, [-1, 0]), -1);
});

test("the trained machine writes what the book's own model writes", () => {
  const {
    net: packed,
    words,
    source_words: known,
  } = read("../../src/helpers/studies/16_machine.json");
  const trained = page.unpack(packed);
  for (const { sentence, cut, written } of cases.trained) {
    const { ids } = numbered(sentence, words, known);
    const { out } = page.run(trained, ids, { cut: page.separate(trained, cut) });
    assert.equal(out.map((id) => words[id]).join(" "), written, sentence);
  }
});

test("without the mask ten of the twelve examples stay as they were", () => {
  const {
    net: packed,
    words,
    source_words: known,
    samples,
  } = read("../../src/helpers/studies/16_machine.json");
  const trained = page.unpack(packed);
  const cut = page.separate(trained, ["mask"]);
  const changed = samples.filter((sentence) => {
    const { ids } = numbered(sentence, words, known);
    const [with_, without] = [{}, { cut }].map(
      (how) => page.run(trained, ids, how).out,
    );
    return with_.join() !== without.join();
  });
  assert.equal(samples.length, 12);
  assert.deepEqual(changed, [
    "Compraré el arroz porque buscarás un gato.",
    "¿La lavarán?",
  ]);
});
