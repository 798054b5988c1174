// Real words: their arithmetic, held to tests/cases/analogy_explorer.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import {
  cosines,
  levels,
  named,
  nearest,
  opened,
  plane,
  step,
} from "../../src/helpers/widgets/analogy_explorer/model.js";
import {
  answers,
  arrowScene,
  axisScene,
  mapScene,
} from "../../src/helpers/widgets/analogy_explorer/scenes.js";
import {
  LANDMARKS,
  TRIES,
  WORDS,
} from "../../src/helpers/widgets/analogy_explorer/words.js";

const read = (path) =>
  JSON.parse(readFileSync(new URL(path, import.meta.url), "utf-8"));
const cases = read("../cases/analogy_explorer.json");
const net = opened(read("../../src/helpers/studies/12_map.json"));
const number = (word) => net.index.get(word);
const ends = ({ start, end, drop }) => ({
  start: number(start),
  end: number(end),
  drop: number(drop),
});
const near = (a, b, limit = 1e-4) =>
  assert.ok(Math.abs(a - b) < limit, `${a}, not ${b}`);

function same(found, list) {
  assert.deepEqual(
    found.map(({ i }) => net.names[i]),
    list.map(([word]) => word),
  );
  found.forEach(({ cosine }, k) => near(cosine, list[k][1]));
}

test("a character is the level that Python wrote", () => {
  for (const [sign, level] of cases.levels) assert.deepEqual(levels(sign), [level]);
});

test("a word's neighbours are those that Python finds", () => {
  for (const { word, list } of cases.nearest) same(nearest(net, number(word), 6), list);
});

test("an arrow lands where it lands in Python, with its words and without", () => {
  for (const { list, best, ...words } of cases.sums) {
    const allowed = answers(net, ends(words), 0, 6);
    same(allowed.list, list);
    assert.equal(allowed.best, allowed.list[0].i);
    const without = answers(net, ends(words), 1, 6);
    assert.equal(net.names[without.best], best);
    assert.ok(
      without.list.every(
        ({ i, out }) => out === Object.values(ends(words)).includes(i),
      ),
    );
  }
});

test("the plane holds the three words, and the others' shadows", () => {
  for (const { places, size, ...words } of cases.planes) {
    const { start, end, drop } = ends(words);
    const found = plane(net, start, end, drop);
    near(found.size, size);
    for (const [word, [x, y]] of Object.entries(places)) {
      near(found.places[2 * number(word)], x, 1e-3);
      near(found.places[2 * number(word) + 1], y, 1e-3);
    }
  }
});

test("a plane without three different words is still a plane", () => {
  for (const words of [
    ["king", "king", "queen"],
    ["man", "woman", "man"],
    ["king", "king", "king"],
  ]) {
    const found = plane(net, ...words.map(number));
    assert.ok(found.places.every(Number.isFinite), words.join());
  }
});

test("a word leans as far as in Python", () => {
  for (const { start, end, words } of cases.leans) {
    const lean = cosines(net, step(net, number(start), number(end)));
    for (const [word, value] of Object.entries(words)) near(lean[number(word)], value);
  }
});

test("no two names of a picture touch", () => {
  const place = (i) =>
    [
      [20, 20],
      [22, 24],
      [90, 20],
    ][i];
  const asked = { place, wide: () => 30, inside: ({ x0 }) => x0 > 0, most: 9 };
  const found = named([0, 1, 2], asked).map(({ i }) => i);
  assert.deepEqual(found, [0, 2]); // the second has no room on either side
  const anyway = named([0], { ...asked, first: [[1, 1]] }).map(({ i }) => i);
  assert.deepEqual(anyway, [1]);
});

test("all pictures stand within the room of a wide page and of a phone", () => {
  const words = ends({ start: "man", end: "woman", drop: "king" });
  for (const room of [
    { width: 680, high: 520 },
    { width: 356, high: 360 },
  ]) {
    const found = answers(net, words, 1, 8);
    const rows = [number("nurse"), number("captain")];
    const scenes = [
      arrowScene(net, words, found, room),
      mapScene(net, number("coffee"), 6, room),
      axisScene(net, words, rows, room),
    ];
    for (const { labels, places, view } of scenes) {
      assert.ok(labels.length > 1, view);
      for (const { i } of labels) {
        const [x, y] = places.subarray(2 * i, 2 * i + 2);
        assert.ok(x > 0 && x < room.width && y > 0 && y < room.high, net.names[i]);
      }
    }
  }
});

test("what is proposed to try has words that are here", () => {
  const words = [
    ...TRIES.arrow.flat(),
    ...TRIES.map,
    ...TRIES.axis.flatMap(([, start, end, judged]) => [
      start,
      end,
      ...judged.split(" "),
    ]),
  ];
  for (const word of words) assert.ok(net.index.has(word), word);
  assert.ok(LANDMARKS.filter((word) => net.index.has(word)).length > 45);
  assert.match(WORDS.unknown("ace", 5595), /“ace” is none of the 5,595 words/);
});
