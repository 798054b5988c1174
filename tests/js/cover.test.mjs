// The cover's recording: it is what the machine does, in eight bits.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const studies = new URL("../../src/helpers/studies/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, studies), "utf-8"));
const widgets = "../../src/helpers/widgets";
const { played, record } = await import(`${widgets}/cover/model.js`);
const { run, separate, unpack } = await import(`${widgets}/machine/trace.js`);
const { numbered } = await import(`${widgets}/machine/reading.js`);

const [kept, study] = [read("16_cover.json"), read("16_machine.json")];
const net = unpack(study.net);
const { ids } = numbered(kept.sentence, study.words, study.source_words);

test("the kept recording is of the kept network", () => {
  const cuts = kept.runs.map(({ cut }) => cut);
  const fresh = record(study, kept.sentence, cuts);
  assert.deepEqual(fresh.words, kept.words);
  assert.deepEqual(
    fresh.runs.map(({ out, top }) => [out, top]),
    kept.runs.map(({ out, top }) => [out, top]),
  );
});

test("what is played is what the machine computes, to a hundredth of the largest", () => {
  played(kept).forEach((one, k) => {
    const exact = run(net, ids, { cut: separate(net, kept.runs[k].cut) });
    assert.equal(one.out.length, exact.out.length);
    for (const side of ["enc", "dec"])
      exact[side].layers.forEach((layer, l) => {
        for (const name of ["x1", "inner", "x2"]) {
          const most = Math.max(
            ...layer[name].flatMap((row) => [...row].map(Math.abs)),
          );
          layer[name].forEach((row, i) =>
            row.forEach((value, c) => {
              const found = one[side].layers[l][name][i][c];
              assert.ok(Math.abs(value - found) <= 0.01 * most, `${side} ${l} ${name}`);
            }),
          );
        }
        layer.self.w.forEach((heads, i) =>
          heads.forEach((weights, h) =>
            weights.forEach((w, j) => {
              const found = one[side].layers[l].self.w[i][h][j];
              assert.ok(Math.abs(w - found) <= 0.003, `${side} ${l} ${i} ${h} ${j}`);
            }),
          ),
        );
      });
  });
});

test("without one head the question falls apart", () => {
  const said = kept.runs.map(({ out }) => out.map((k) => kept.words[k]).join(" "));
  assert.deepEqual(said, [
    "why does the strong daughter sing ? ‹stop›",
    "why sings sings ? ‹stop›",
  ]);
});
