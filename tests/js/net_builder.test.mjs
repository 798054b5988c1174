// The builder's editing and judging, held to tests/cases/net_builder.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/net_builder.json", import.meta.url), "utf-8"),
);
const model = await import("../../src/helpers/widgets/net_builder/model.js");
const stage = await import("../../src/helpers/widgets/net_builder/stage.js");
const levels = cases.map(({ level }) => level);
const level = (name) => levels.find((one) => one.name === name);
const judged = (name, net) => {
  const whole = model.complete(level(name), net);
  return model.verdict(level(name), whole, model.judge(level(name), whole));
};

test("a goal is reached when Python says so", () => {
  for (const { level, net, solved } of cases) {
    const whole = model.complete(level, net);
    assert.equal(model.judge(level, whole).solved, solved, JSON.stringify(net));
  }
});

test("a fibre can end three times, and a veto takes its place", () => {
  let net = model.complete(level("AND"));
  for (let i = 0; i < 5; i += 1) net = model.connect(net, "a", "out", "excites");
  assert.deepEqual(net.out.excite, ["a", "a", "a"]);
  assert.deepEqual(model.cut(net, "a", "out", "excites").out.excite, ["a", "a"]);
  net = model.connect(net, "a", "out", "vetoes");
  assert.deepEqual([net.out.excite, net.out.inhibit], [[], ["a"]]);
  net = model.connect(net, "a", "out", "excites");
  assert.deepEqual([net.out.excite, net.out.inhibit], [["a"], []]);
});

test("a unit comes with a name of its own and leaves with its fibres", () => {
  const bare = model.complete(level("memory"), {});
  const [one, name] = model.added(level("memory"), bare, [1, 0]);
  assert.equal(name, "p");
  const [two, other] = model.added(level("memory"), one, [2, 0]);
  assert.equal(other, "q");
  const wired = model.connect(
    model.connect(two, "p", "q", "excites"),
    "q",
    "out",
    "vetoes",
  );
  assert.deepEqual(model.removed(wired, "q").out.inhibit, []);
  assert.deepEqual(Object.keys(model.removed(wired, "q")), ["out", "p"]);
  assert.deepEqual(bare.out.excite, [], "the net that was edited stays as it was");
});

test("a threshold stays between 1 and 9", () => {
  const net = model.complete(level("AND"));
  assert.equal(model.tuned(net, "out", -1).out.threshold, 1);
  assert.equal(model.tuned(net, "out", 20).out.threshold, 9);
});

test("the verdict names the first instant that is wrong", () => {
  assert.equal(judged("AND", {}), "Not yet: no fibre ends on out.");
  const either = { out: { excite: ["a", "b"], inhibit: [], threshold: 1 } };
  assert.equal(judged("OR", either), "Reached, with 1 unit, 1 instant later.");
  assert.equal(
    judged("AND", either),
    "Not yet: at t = 2, out fires and should be silent.",
  );
});

test("endings that would touch are moved apart", () => {
  const [a, b] = stage.apart([0.1, 0.12], [0.2, 0.2]);
  assert.ok(Math.abs(b - a - 0.4) < 0.01);
  assert.deepEqual(stage.apart([0, 2], [0.2, 0.2]), [0, 2]);
});

test("a fibre bows around who stands in its way", () => {
  assert.equal(stage.clearBow([0, 0], [300, 0], [[150, 100]]), 0);
  assert.notEqual(stage.clearBow([0, 0], [300, 0], [[150, 0]]), 0);
});

test("a place is free unless a unit stands there", () => {
  assert.equal(stage.slotsOf([]).length, 9);
  assert.equal(stage.slotsOf([[2, 1]]).length, 8);
});

test("names keep their order when the saved page sorts them", () => {
  const wanted = { "feel cold": [1], "feel heat": [0] };
  const found = model.inOrder({ ...level("heat from cold"), wanted });
  assert.deepEqual(Object.keys(found.wanted), ["feel heat", "feel cold"]);
});

test("a net that cannot be is refused", () => {
  const get = () => levels;
  const problem = (nets) => model.problem({ nets }, get);
  assert.equal(problem({}), null);
  assert.equal(problem({ NAND: {} }), 'nets has no goal "NAND".');
  assert.equal(problem({ AND: { a: {} } }), '"a" is an input of "AND"; rename it.');
  assert.equal(
    problem({ AND: { out: { excite: ["z"] } } }),
    '"out" listens to "z", which the net for "AND" does not have.',
  );
});
