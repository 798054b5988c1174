// The ViT in the page, held to PyTorch's numbers in tests/cases/patches.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/patches.json", import.meta.url), "utf-8"),
);
const page = await import("../../src/helpers/widgets/patches/model.js");
const brush = await import("../../src/helpers/widgets/brush.js");
const net = page.loaded(cases.net);

function near(found, wanted, where = "") {
  if (Array.isArray(wanted)) {
    assert.equal(found.length, wanted.length, where);
    wanted.forEach((value, k) => near(found[k], value, `${where}[${k}]`));
  } else assert.ok(Math.abs(found - wanted) < 5e-5, `${where}: ${found}, ${wanted}`);
}

test("scores, a head's weights and the roll-out are PyTorch's", () => {
  for (const { picture, scores, map, rollout } of cases.pictures) {
    const found = page.forward(net, picture);
    near(found.scores, scores, "scores");
    near(found.maps[1][2], map, "map");
    near(page.rollout(found.maps), rollout, "rollout");
  }
});

test("positions are as alike as PyTorch says", () => {
  near(page.cosines(net, cases.token), cases.cosines, "cosines");
});

test("squares are cut row by row and hold the whole picture", () => {
  const pixels = Float32Array.from({ length: 784 }, (_, k) => k);
  const cut = page.squares(pixels, 14);
  assert.deepEqual([cut[0][0], cut[1][0], cut[2][0], cut[2][14]], [0, 14, 392, 420]);
  const all = page.squares(pixels, 4).flatMap((square) => [...square]);
  assert.deepEqual(
    all.sort((a, b) => a - b),
    [...pixels],
  );
});

test("rows of the roll-out add up to 1, and so do a layer's mean weights", () => {
  const { maps } = page.forward(net, cases.pictures[0].picture);
  for (const rows of [page.rollout(maps), page.meanOf(maps[0])])
    for (const row of rows)
      near(
        row.reduce((all, value) => all + value, 0),
        1,
      );
});

test("a row that is not made of digits is named", () => {
  const blank = Array.from({ length: 28 }, () => "0".repeat(28));
  assert.equal(brush.problem({ picture: blank }), null);
  blank[3] = "x".repeat(28);
  assert.match(brush.problem({ picture: blank }), /picture\[3\]/);
});

test("squares put together are the picture again", () => {
  const pixels = Float32Array.from({ length: 784 }, (_, k) => k);
  for (const size of [4, 7, 14])
    assert.deepEqual(page.together(page.squares(pixels, size), size), pixels);
});

test("an order has every piece once, 0 leaves them, and others move them", () => {
  for (const count of [4, 16, 49]) {
    const own = Array.from({ length: count }, (_, k) => k);
    assert.deepEqual(page.order(count, 0), own);
    const seen = new Set();
    for (let n = 1; n < 100; n += 1) {
      const places = page.order(count, n);
      assert.deepEqual(
        [...places].sort((a, b) => a - b),
        own,
      );
      seen.add(places.join());
    }
    assert.ok(seen.size > (count > 4 ? 95 : 15), `${count}: ${seen.size}`);
  }
});

test("a jigsaw whose squares keep their positions is read like the picture", () => {
  const { picture } = cases.pictures[0];
  const plain = page.forward(net, picture);
  const pieces = page.order(16, 7);
  near([...page.forward(net, picture, pieces, pieces).scores], [...plain.scores]);
  const stays = page.forward(net, picture, pieces);
  assert.ok(stays.scores.some((score, k) => Math.abs(score - plain.scores[k]) > 0.01));
});

test("what lies over the picture says its largest value", () => {
  const { maps } = page.forward(net, cases.pictures[0].picture);
  const own = Array.from({ length: 16 }, (_, k) => k);
  const look = { layer: 1, head: "3", token: 0 };
  const of = (over) => page.overlay(net, maps, { ...look, over }, own);
  near(of("attention").values, [...maps[1][2][0]]);
  near(of("roll-out").most, Math.max(...page.rollout(maps)[0]));
  near([...of("positions").values], [...page.cosines(net, 0)]);
  assert.equal(of("nothing").values, null);
});

test("a stroke draws from point to point, and the eraser takes it away", () => {
  const drawn = brush.stroked(brush.BLANK, [5, 5], [20, 5], 0, 1);
  assert.ok([5, 10, 15, 20].every((x) => Number(drawn[5][x]) > 0));
  assert.equal(drawn[20], brush.BLANK[20]);
  assert.deepEqual(brush.stroked(drawn, [4, 5], [21, 5], 1, 1)[5], brush.BLANK[5]);
});
