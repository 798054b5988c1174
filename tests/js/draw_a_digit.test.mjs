// The drawn digit's net, held to PyTorch by tests/cases/draw_a_digit.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/draw_a_digit.json", import.meta.url), "utf-8"),
);
const digit = await import("../../src/helpers/widgets/draw_a_digit/model.js");
const net = digit.unpack(cases.net);
const blank = Array.from({ length: 28 }, () => "0".repeat(28));
const near = (a, b, most = 1e-4) => assert.ok(Math.abs(a - b) < most, `${a} and ${b}`);

test("every layer has the values that PyTorch gives, and the probabilities add up", () => {
  for (const wanted of cases.pictures) {
    const units = digit.forward(net, wanted.picture);
    for (const [layer, step] of Object.entries(cases.steps)) {
      wanted[layer].forEach((value, i) => near(units[layer][i * step], value));
    }
    const shares = digit.softmax(units.output);
    shares.forEach((share, k) => near(share, wanted.softmax[k]));
    near(
      shares.reduce((sum, share) => sum + share, 0),
      1,
    );
  }
});

test("what is shown of any unit adds up to the unit", () => {
  const { picture } = cases.pictures[0];
  const units = digit.forward(net, picture);
  for (const [layer, { maps, side, fan }] of Object.entries(digit.LAYERS)) {
    for (const map of [0, maps - 1]) {
      for (const place of [0, side, side * side - 1]) {
        const state = { layer, map, place, source: 0 };
        const found = digit.explained(net, units, state);
        assert.equal(found.sources.length, fan);
        const parts = found.sources.map(({ values, weights }) =>
          values.reduce((sum, value, i) => sum + value * weights[i], 0),
        );
        const sum = parts.reduce((total, part) => total + part, found.bias);
        near(sum, found.sum);
        near(/^C/.test(layer) ? Math.tanh(sum) : sum, found.value);
      }
    }
  }
});

test("a unit that the layer does not have is the last one that it has", () => {
  const open = digit.opened({ layer: "S2", map: 15, place: 575, source: 15 });
  assert.deepEqual(open, {
    layer: "S2",
    map: 7,
    place: 143,
    row: 11,
    column: 11,
    source: 0,
  });
});

test("the brush darkens what is near, and the eraser clears it", () => {
  const dot = digit.touched(blank, 10.5, 5.5, 0);
  assert.equal(dot[5].slice(8, 13), "07970");
  assert.equal(dot[4].slice(8, 13), "03730");
  assert.equal(digit.touched(dot, 12.5, 5.5, 0)[5][10], "9");
  assert.deepEqual(digit.touched(dot, 10.5, 5.5, 1), blank);
});

test("a drawing moves by whole pixels and loses what leaves the frame", () => {
  const dot = digit.touched(blank, 0.5, 0.5, 0);
  const away = digit.moved(dot, 2, 3);
  assert.equal(away[2].slice(0, 6), "000970");
  assert.deepEqual(digit.moved(digit.moved(dot, 1, 0), -1, 0), dot);
  assert.deepEqual(digit.moved(dot, -28, 0), blank);
});

test("without weights every digit has the same probability", () => {
  const units = digit.forward(digit.unpack(""), cases.pictures[0].picture);
  digit.softmax(units.output).forEach((share) => near(share, 0.1));
});

test("a picture that is not made of digits is refused", () => {
  assert.equal(digit.problem({ picture: blank }), null);
  const bad = [...blank.slice(1), "x".repeat(28)];
  assert.equal(
    digit.problem({ picture: bad }),
    "picture[27] must be made of digits from 0 to 9.",
  );
});

test("on blank paper every map answers its ground at all places", () => {
  const units = digit.forward(net, blank);
  for (const [layer, values] of Object.entries(digit.grounds(net))) {
    const { side } = digit.LAYERS[layer];
    units[layer].forEach((value, i) => near(value, values[Math.floor(i / side ** 2)]));
  }
});

test("a unit depends on the pixels that it is said to see, and on no others", () => {
  const { picture } = cases.pictures[0];
  const before = digit.forward(net, picture);
  for (const [layer, place] of [
    ["C1", 30],
    ["S2", 30],
    ["C3", 20],
    ["S4", 6],
  ]) {
    const open = digit.opened({ layer, map: 1, place, source: -1 });
    const { top, left, size } = digit.seen(open);
    const area = digit.LAYERS[layer].side ** 2;
    const value = (drawn) => digit.forward(net, drawn)[layer][area + place];
    const changed = (i, j) => {
      const rows = [...picture];
      const other = rows[i][j] === "9" ? "0" : "9";
      rows[i] = rows[i].slice(0, j) + other + rows[i].slice(j + 1);
      return value(rows) !== before[layer][area + place];
    };
    const last = size - 1;
    for (const [a, b] of [
      [0, 0],
      [last, last],
      [0, last],
    ])
      assert.ok(changed(top + a, left + b), `${layer} sees ${a}, ${b}`);
    if (top > 0) assert.ok(!changed(top - 1, left));
    assert.ok(!changed(top + size, left), `${layer} ends`);
    assert.ok(!changed(top, left + size), `${layer} ends`);
  }
});

test("the net says what it reads, or asks for a drawing", () => {
  const [wanted] = cases.pictures;
  const best = wanted.softmax.indexOf(Math.max(...wanted.softmax));
  const said = digit.verdict(digit.forward(net, wanted.picture));
  assert.ok(said.startsWith(`It reads ${best}, with probability `));
  const empty = digit.verdict(digit.forward(net, blank));
  assert.equal(empty, "Draw a digit on the board.");
});

test("the film goes through the layers one after the other", async () => {
  const film = await import("../../src/helpers/widgets/draw_a_digit/film.js");
  assert.deepEqual(film.parts(film.LASTS), film.WHOLE);
  assert.equal(film.parts(0).C1, 0);
  const sides = { C1: 24, S2: 12, C3: 8, S4: 4, output: 1 };
  assert.deepEqual(film.head(0, sides), { layer: "C1", place: 0 });
  assert.equal(film.head(film.LASTS - 1, sides).layer, "output");
});
