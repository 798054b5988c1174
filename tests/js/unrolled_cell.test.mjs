// The chain: its arithmetic, held to tests/cases/unrolled_cell.json, and its words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/unrolled_cell.json", import.meta.url), "utf-8"),
);
const FOLDER = "../../src/helpers/widgets/unrolled_cell";
const cell = await import(`${FOLDER}/model.js`);
const panels = await import(`${FOLDER}/panels.js`);
const chain = await import(`${FOLDER}/chain.js`);
const view = await import(`${FOLDER}/view.js`);
const near = (a, b, part = 1e-6) =>
  assert.ok(Math.abs(a - b) <= part * Math.abs(b), `${a} is not ${b}`);
const computed = (settings) => {
  const cells = cell.run(settings);
  return { ...cells, ...cell.backwards(cells) };
};
const SHORT = { text: "the girls sing", length: 0, radius: 0.5, tanh: 1, seed: 400 };

test("the gradients are those that autograd has", () => {
  for (const { settings, norms, parts, total } of cases.gradients) {
    const found = computed(settings);
    assert.equal(found.norms.length, norms.length);
    found.norms.forEach((norm, t) => near(norm, norms[t]));
    parts.forEach((part, i) => near(found.parts[i + 1], part));
    near(found.total, total);
  }
});

test("the parts, laid end to end in their plane, are the whole gradient", () => {
  for (const { settings } of cases.gradients) {
    const { path, parts, whole, total } = computed(settings);
    for (const i of [0, 1]) {
      const end = path.reduce((sum, point) => sum + point[i], 0);
      assert.ok(Math.abs(end - whole[i]) <= 1e-9 * total);
    }
    near(Math.hypot(...whole), total);
    near(path.at(-1)[0], parts.at(-1)); // the last step's part points to the right
    path.forEach((point, t) =>
      assert.ok(Math.hypot(...point) <= parts[t] * (1 + 1e-9) + 1e-12 * total),
    );
  }
});

test("the text is read as it is, or its beginning, or again after a space", () => {
  const read = (text, length) => cell.lettersOf({ text, length }).join("");
  assert.equal(read("Hello", 0), "Hello");
  assert.equal(read("Hello", 2), "He");
  assert.equal(read("Hello", 13), "Hello Hello H");
});

test("what cannot be read is refused in one sentence", () => {
  assert.equal(cell.refusal("O'er-done? No!"), null);
  assert.equal(cell.refusal(""), "Type a word, of up to 30 letters.");
  assert.equal(cell.refusal("   "), "Type a word, of up to 30 letters.");
  assert.match(cell.refusal("<b>hi</b>"), /but not “<”\.$/);
  assert.match(cell.refusal("ha 🙂"), /but not “🙂”\.$/);
  assert.match(cell.refusal("a".repeat(100000)), /30 letters; these are 100,000\.$/);
  assert.equal(cell.problem({ text: "Ah" }), null);
  assert.equal(
    cell.problem({ text: "niño" }),
    "text must be of the letters a to z, spaces and . , ' ! ? -; it has “ñ”.",
  );
});

test("the weights have the spectral radius that was asked for", () => {
  for (const radius of [0.3, 1, 2]) {
    near(cell.spectralRadius(cell.weights(radius, 5)), radius);
  }
  near(
    cell.spectralRadius([
      [0, 2],
      [-2, 0],
    ]),
    2,
  ); // a pair of imaginary eigenvalues
  near(
    cell.spectralRadius([
      [0.5, 100],
      [0, 0.5],
    ]),
    0.5,
    1e-5,
  );
  assert.equal(
    cell.spectralRadius([
      [0, 1],
      [0, 0],
    ]),
    0,
  );
});

test("the norm is the most that a matrix stretches", () => {
  near(
    cell.norm([
      [3, 0],
      [0, -7],
    ]),
    7,
  );
  near(
    cell.norm([
      [0, 5],
      [0, 0],
    ]),
    5,
  );
});

test("a limit cuts what is longer, and 0 is none", () => {
  assert.equal(cell.clipped(8, 2), 2);
  assert.equal(cell.clipped(1, 2), 1);
  assert.equal(cell.clipped(8, 0), 8);
});

test("the chips do what they say", () => {
  const fate = (settings) => cell.fate(computed({ ...SHORT, ...settings }).norms);
  assert.equal(fate({}), "vanishes");
  assert.equal(fate({ radius: 1, tanh: 0 }), "holds");
  assert.equal(fate({ radius: 1.6, tanh: 0 }), "explodes");
});

test("the verdict says what is left at the first letter, however long the way", () => {
  const words = [0.009, 0.49, 1.2, 30, 200].map((left) => cell.fate([0, left, 1]));
  assert.deepEqual(words, ["vanishes", "fades", "holds", "grows", "explodes"]);
  const fate = (length) => cell.fate(computed({ ...SHORT, radius: 1.1, length }).norms);
  assert.deepEqual([0, 30, 60].map(fate), ["holds", "fades", "fades"]);
});

test("the verdict is said with the numbers of the lit letter and the first", () => {
  const say = (settings, lit, back = true) =>
    view.headline(computed({ ...SHORT, ...settings }), { lit, back }).join(" ");
  assert.equal(
    say({}, 9),
    "It vanishes. 5 letters back, at “s”, 0.019 of the gradient is left; at the first " +
      "letter 4.2 × 10⁻⁵.",
  );
  assert.match(
    say({ radius: 1.6, tanh: 0 }, 1),
    /^It explodes\. 13 .* is 460 times as long/,
  );
  assert.match(
    say({ radius: 1, tanh: 0 }, 13),
    /1 letter back, at “n”, all of the gradient/,
  );
  assert.match(say({ text: "a" }, 1), /^One letter has no way back/);
  assert.match(say({}, 9, false), /^Forwards: /);
});

test("an arrow is as broad as the gradient is long, between its two ends", () => {
  assert.equal(chain.breadth(0.5), 0.5 * chain.breadth(1));
  assert.equal(chain.breadth(1e9), chain.breadth(1e3));
  assert.equal(chain.breadth(1e-9), chain.breadth(1e-3));
  assert.ok(chain.breadth(1e-9) > 0);
});

test("numbers that would touch are left out, but never the lit one", () => {
  const words = ["", ..."12345678"];
  const shown = (lit, pitch) => chain.numbered(words, lit, pitch).sort((a, b) => a - b);
  assert.deepEqual(shown(3, 60), [1, 2, 3, 4, 5, 6, 7, 8]);
  assert.deepEqual(shown(5, 8), [1, 3, 5, 8]);
});

test("another length leaves the way and the time as they are, where it can", () => {
  assert.equal(cell.kept(48, 30, 33), 54); // time 12, on the way back
  assert.equal(cell.kept(48, 30, 10), 10); // time 12 is gone: the last state
  assert.equal(cell.kept(12, 30, 60), 12); // forwards
  assert.equal(cell.kept(12, 30, 5), 5);
  assert.equal(cell.kept(60, 30, 40), 120); // the whole stays the whole
});

test("the axis has room for what is shown, and little more", () => {
  assert.deepEqual(cell.axisFor([1, 0.9, 0.076, 0.042]), [-2, 0]);
  assert.deepEqual(cell.axisFor([1, 0.0068]), [-3, 0]);
  assert.deepEqual(cell.axisFor([1, 1.4, 0.5]), [-1, 1]);
  assert.deepEqual(cell.axisFor([1, 3e5]), [-1, 6]);
  assert.deepEqual(cell.axisFor([1, 0]), [-32, 0]);
});

test("the axis names one tenth and a millionth, and no two names touch", () => {
  const names = (low, most) => panels.named(low, most, 127).map(([, name]) => name);
  assert.deepEqual(names(-6, 0), ["1", "one tenth", "a millionth", "a thousandth"]);
  for (const [low, most] of [
    [-32, 0],
    [-1, 32],
    [-12, 1],
    [-1, 1],
  ]) {
    const heights = panels.named(low, most, 127).map(([n]) => (127 * n) / (most - low));
    const sorted = heights.sort((a, b) => a - b);
    sorted.slice(1).forEach((y, i) => assert.ok(y - sorted[i] >= 15));
    assert.ok(sorted.length >= 2);
  }
});

test("what clipping changes is said, and what not", () => {
  assert.equal(
    panels.wholeWords({ total: 8 }, 2),
    "Length 8, cut to 2. Every number of it is divided by 4: the direction stays.",
  );
  assert.equal(
    panels.wholeWords({ total: 1 }, 2),
    "Length 1: within the limit, so nothing changes.",
  );
  const { total, parts } = computed(SHORT);
  assert.match(
    panels.wholeWords({ total, parts }, 0),
    /first half .* brings 0\.31\u00a0% of it/,
  );
});
