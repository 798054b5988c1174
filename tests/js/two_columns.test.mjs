// The small AlexNet's own arithmetic, held to tests/cases/two_columns.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const read = (path) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf-8"));
const cases = read("../cases/two_columns.json");
const helpers = "../../src/helpers";
const folder = `${helpers}/widgets/two_columns`;
const net = read(`${helpers}/studies/08_alexnet/columns.json`);
const pictures = read(`${folder}/pictures.json`);
const model = await import(`${folder}/model.js`);
const cover = await import(`${folder}/cover.js`);
const maps = await import(`${folder}/maps.js`);
const boxes = await import(`${folder}/boxes.js`);

const close = (found, wanted, by) =>
  assert.ok(Math.abs(found - wanted) <= by, `${found} for ${wanted}`);
const rgbOf = (name) => model.bytes(pictures.find((p) => p.name === name).rgb);
const weights = model.opened(net);

test("a picture makes of the net what PyTorch computes", () => {
  for (const { name, strongest, probabilities } of cases.walks) {
    const layers = model.run(weights, rgbOf(name));
    strongest.forEach((value, k) => {
      const layer = layers[k + 1];
      const { value: found } = model.strongest(layer, model.loudest(layer));
      close(found, value, 2e-3 * Math.max(1, value));
    });
    probabilities.forEach((p, k) => close(layers.at(-1).values[k], p, 2e-3));
  }
});

test("a unit sees the window that PyTorch finds", () => {
  for (const { layer, row, top, size } of cases.windows) {
    const seen = model.sees(layer, row, row);
    assert.deepEqual([seen.top, seen.left, seen.size], [top, top, size]);
  }
  assert.equal(model.sees("picture", 3, 4).size, 1);
  assert.equal(model.windowWords({ size: 37 }), "the whole picture");
  assert.equal(model.windowWords({ size: 7 }), "7 × 7 pixels");
});

test("the two columns do not see each other before conv3", () => {
  const half = { ...weights, "conv1.weight": weights["conv1.weight"].slice() };
  half["conv1.weight"].fill(0, (half["conv1.weight"].length / 48) * 24);
  half["conv1.bias"] = weights["conv1.bias"].map((b, k) => (k < 24 ? b : 0));
  const [whole, cut] = [weights, half].map((w) => model.run(w, rgbOf("cat")));
  const first = (layers, k) => {
    const { values, side, maps: count } = layers[k];
    return values.subarray(0, (count / 2) * side * side);
  };
  assert.deepEqual(first(cut, 2), first(whole, 2));
  assert.notDeepEqual(first(cut, 3), first(whole, 3));
});

test("pooling takes the largest of nine, two apart", () => {
  const values = Float32Array.from({ length: 25 }, (_, k) => k);
  assert.deepEqual([...model.pooled(values, 1, 5)], [12, 14, 22, 24]);
  assert.deepEqual([32, 15, 7].map(model.halved), [15, 7, 3]);
});

test("a covered picture differs in one square only", () => {
  const rgb = new Uint8Array(32 * 32 * 3);
  const copy = model.covered(rgb, model.PLACES + 2);
  const changed = new Set();
  copy.forEach((value, k) => value && changed.add(Math.floor(k / 3)));
  assert.equal(changed.size, model.PATCH ** 2);
  assert.equal(Math.min(...changed), model.STRIDE * 32 + 2 * model.STRIDE);
  assert.ok(rgb.every((value) => value === 0));
});

test("what is lost is the mean over the squares on a pixel", () => {
  const found = new Float32Array(model.PLACES ** 2).fill(Number.NaN);
  assert.ok(cover.losses(found, 0.9).every((value) => value === 0));
  assert.equal(cover.worst(found).left, Infinity);
  [found[0], found[1]] = [0.5, 0.1];
  const lost = cover.losses(found, 0.9);
  close(lost[0], 0.4, 1e-6);
  close(lost[4], 0.6, 1e-6);
  assert.deepEqual([cover.worst(found).row, cover.worst(found).column], [0, 1]);
});

test("transparent pixels count as white", () => {
  const { rgb, clear } = model.onWhite([0, 0, 0, 0, 30, 60, 90, 255]);
  assert.deepEqual([[...rgb], clear], [[255, 255, 255, 30, 60, 90], true]);
  assert.equal(model.onWhite([9, 9, 9, 255]).clear, false);
});

test("a kernel in colours is grey where its weights are 0", () => {
  const blank = { "conv1.weight": new Float32Array(48 * 147) };
  blank["conv1.weight"][0] = 2;
  blank["conv1.weight"][1] = -2;
  const colours = [...model.kernelColours(blank, 0)];
  assert.deepEqual(colours.slice(0, 6), [255, 128, 128, 1, 128, 128]);
});

test("every map has a tile of its own, and is found under its middle", () => {
  for (const name of ["picture", "conv1", "conv3", "conv5", "fc6"]) {
    const counts = { picture: 3, conv1: 48, conv3: 64, conv5: 48, fc6: 96 };
    const layer = { name, maps: counts[name], side: name === "fc6" ? 1 : 7 };
    for (const room of [326, 560, 1018]) {
      const plan = maps.tiling(layer, room);
      for (let k = 0; k < layer.maps; k += 1) {
        const [x, y] = maps.tileAt(plan, k, name === "conv1");
        const half = plan.size / 2;
        assert.equal(maps.mapAt(layer, plan, x + half, y + half).map, k);
        assert.ok(x + plan.size <= room, `${name} sticks out of ${room}`);
      }
    }
  }
});

test("the boxes stand side by side in any room", () => {
  const layers = model.run(weights, rgbOf("cat"));
  for (const room of [326, 356, 442, 656, 780, 1000]) {
    const plan = boxes.laidOut(layers, room);
    assert.ok(plan.width <= room + 1, `${plan.width} in ${room}`);
    plan.boxes.slice(1).forEach((box, k) => assert.ok(box.x > plan.boxes[k].x));
    assert.equal(boxes.layerAt(plan, plan.boxes[4].x + 2), 4);
  }
});

test("each layer is put into words", () => {
  assert.match(model.about("conv2"), /each column sees only itself/);
  assert.match(model.about("conv3"), /the columns see each other/);
  assert.match(model.about("fc6"), /no place/);
  assert.deepEqual([0, 0.001, 0.637].map(model.percent), ["0 %", "under 1 %", "64 %"]);
});
