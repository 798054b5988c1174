// The ViT in the page, held to PyTorch's numbers in tests/cases/patches.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/patches.json", import.meta.url), "utf-8"));
const page = await import("../../src/helpers/widgets/patches.js");
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
  assert.deepEqual(all.sort((a, b) => a - b), [...pixels]);
});

test("rows of the roll-out add up to 1, and so do a layer's mean weights", () => {
  const { maps } = page.forward(net, cases.pictures[0].picture);
  for (const rows of [page.rollout(maps), page.meanOf(maps[0])])
    for (const row of rows)
      near(row.reduce((all, value) => all + value, 0), 1);
});

test("a row that is not made of digits is named", () => {
  const blank = Array.from({ length: 28 }, () => "0".repeat(28));
  assert.equal(page.problem({ picture: blank }), null);
  blank[3] = "x".repeat(28);
  assert.match(page.problem({ picture: blank }), /picture\[3\]/);
});
