// The pure functions of the live figures, held to tests/cases/*.json.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const WIDGETS = "../../src/helpers/widgets";
const read = (name) =>
  JSON.parse(readFileSync(new URL(`../cases/${name}.json`, import.meta.url), "utf-8"));
const { complaint } = await import(`${WIDGETS}/rules.js`);
const unit = {
  ...(await import(`${WIDGETS}/threshold_unit/model.js`)),
  ...(await import(`${WIDGETS}/threshold_unit/view.js`)),
};
const net = await import(`${WIDGETS}/net_in_time/model.js`);

test("every rule accepts the good and names what is wrong with the bad", () => {
  for (const { rule, good, bad } of read("rules")) {
    for (const value of good) assert.equal(complaint("x", value, rule), null);
    for (const [value, sentence] of Object.entries(bad)) {
      assert.equal(complaint("x", JSON.parse(value), rule), sentence);
    }
  }
});

test("a unit fires as the cases say", () => {
  const cases = read("threshold_unit");
  for (const { excitatory, inhibitory, threshold, output } of cases.fires) {
    assert.equal(unit.fires(excitatory, inhibitory, threshold), output);
    assert.equal(net.fires(excitatory, inhibitory, threshold), output);
  }
  for (const { inputs, weights, theta, output } of cases.weighted) {
    assert.equal(unit.firesWeighted(inputs, weights, theta), output);
  }
});

const stateOf = (given) => {
  const form = given.weights ? "weights" : "1943";
  const size = (given.weights ?? given.lines).length;
  return {
    form,
    lines: Array(size).fill("excite"),
    weights: Array(size).fill(1),
    threshold: 1,
    theta: 1,
    inputs: Array(size).fill(1),
    goal: "none",
    ...given,
  };
};

test("a unit has the table and the name that the cases say", () => {
  const cases = read("threshold_unit");
  for (const { table, name, ...given } of [...cases.units, ...cases.weighted_units]) {
    const outputs = unit.truthTable(stateOf(given)).map(({ output }) => output);
    assert.deepEqual(outputs, table);
    assert.equal(unit.nameOf(outputs, stateOf(given).lines.length), name);
  }
});

test("nothing makes XOR, and the demands show where it fails", () => {
  const kinds = ["none", "excite", "excite twice", "inhibit"];
  const steps = Array.from({ length: 9 }, (_, i) => i / 2 - 2);
  const states = [
    ...kinds.flatMap((a) =>
      kinds.flatMap((b) =>
        [1, 2, 3, 4, 5].map((threshold) => ({ lines: [a, b], threshold })),
      ),
    ),
    ...steps.flatMap((a) =>
      steps.flatMap((b) => steps.map((theta) => ({ weights: [a, b], theta }))),
    ),
  ];
  for (const given of states) {
    const rows = unit.demands(stateOf({ ...given, goal: "XOR" }));
    assert.ok(
      rows.some(({ holds }) => !holds),
      JSON.stringify(given),
    );
  }
  const rows = unit.demands(stateOf({ weights: [1, 1], theta: 1, goal: "XOR" }));
  assert.deepEqual(
    rows.map(({ asks }) => asks),
    ["0 < θ", "w₁ ≥ θ", "w₂ ≥ θ", "w₁ + w₂ < θ"],
  );
  assert.deepEqual(
    rows.map(({ now }) => now),
    ["0 < 1", "1 ≥ 1", "1 ≥ 1", "1 + 1 = 2 ≥ 1"],
  );
  assert.deepEqual(
    rows.map(({ holds }) => holds),
    [true, true, true, false],
  );
});

test("goals ask for the tables of their names", () => {
  const ask = (goal) => unit.allInputs(2).map((inputs) => unit.asked(goal, inputs));
  assert.deepEqual(ask("AND"), [0, 0, 0, 1]);
  assert.deepEqual(ask("OR"), [0, 1, 1, 1]);
  assert.deepEqual(ask("AND-NOT"), [0, 0, 1, 0]);
  assert.deepEqual(ask("XOR"), [0, 1, 1, 0]);
  assert.deepEqual(ask("none"), [null, null, null, null]);
});

test("sums are written out, and a sentence says where the output came from", () => {
  assert.equal(unit.addition([1, -0.5], 0.5), "1 − 0.5 = 0.5");
  assert.equal(unit.addition([], 0), "0");
  assert.equal(
    unit.because(stateOf({ lines: ["excite", "excite"], threshold: 2 })),
    "Excited synapses: 1 + 1 = 2. That reaches the threshold 2: the unit fires.",
  );
  assert.equal(
    unit.because(stateOf({ lines: ["excite", "inhibit"] })),
    "x₂ inhibits and is on: a veto. The count of 1 does not matter; " +
      "the unit is silent.",
  );
});

test("nets run as the cases say", () => {
  for (const { name, history, ...given } of read("nets")) {
    assert.deepEqual(net.run(given.net, given.signals, given.steps), history, name);
  }
});

test("every value of a net says where it came from", () => {
  const [, , , circle] = read("nets");
  const told = (name, t) => net.why(circle.net, circle.history, name, t);
  assert.equal(told("set", 1), "set is an input, on at t = 1, as set in its row.");
  assert.equal(told("m", 0), "m is silent at t = 0: every unit starts silent.");
  assert.equal(
    told("m", 2),
    "m fires at t = 2: set fired at t = 1, so 1 ≥ 1; nobody vetoed.",
  );
  assert.equal(
    told("m", 5),
    "m is silent at t = 5: reset fired at t = 4, and inhibits: a veto.",
  );
  assert.equal(
    told("m", 1),
    "m is silent at t = 1: at t = 0 nobody excited it, so 0 < 1; nobody vetoed.",
  );
  assert.equal(
    net.law("m", circle.net.m),
    "m(t) = [set(t − 1) or m(t − 1)] and not reset(t − 1)",
  );
});

test("a net without places is laid out by depth, inside the drawing", () => {
  const [, , , , heat] = read("nets");
  assert.deepEqual(net.depths(heat.net, heat.signals), {
    heat: 0,
    cold: 0,
    a: 1,
    "feels heat": 1,
    "feels cold": 1,
    b: 2,
  });
  const places = Object.values(net.layout(heat.net, heat.signals, {}));
  assert.ok(places.flat().every((value) => value >= 0 && value <= 1));
  assert.equal(new Set(places.map(String)).size, places.length);
});

test("a line is bent only when it would pass behind another unit", () => {
  const [from, to] = [
    [0, 0],
    [0, 144],
  ];
  assert.equal(net.clearBend(from, to, []), 0);
  assert.equal(net.clearBend(from, to, [[60, 72]]), 0);
  assert.equal(net.clearBend(from, to, [[0, 72]]), 36);
  assert.equal(
    net.clearBend(from, to, [
      [0, 72],
      [36, 72],
    ]),
    -36,
  );
});

test("the line of a unit parts the corners at which it fires", () => {
  const kinds = ["none", "excite", "excite twice", "inhibit"];
  for (const lines of kinds.flatMap((a) => kinds.map((b) => [a, b]))) {
    for (const threshold of [1, 2, 3]) {
      const state = stateOf({ lines, threshold });
      const { weights, bound } = unit.cutOf(state);
      for (const inputs of unit.allInputs(2)) {
        const sum = inputs.reduce((total, x, i) => total + x * weights[i], 0);
        assert.equal(Number(sum > bound), unit.respond(state, inputs).output);
      }
    }
  }
  assert.deepEqual(unit.crossing({ weights: [1, 0], bound: 0.5 }, 0, 1), [
    [0.5, 0],
    [0.5, 1],
  ]);
  assert.deepEqual(unit.crossing({ weights: [0, 0], bound: 0.5 }), []);
});

test("flipping one input changes that value alone", () => {
  assert.deepEqual(net.flipped({ x: [1], y: [] }, "y", 2, 4), {
    x: [1, 0, 0, 0],
    y: [0, 0, 1, 0],
  });
});

test("settings that do not go together are named", () => {
  for (const { figure, state, problem } of read("problems")) {
    const module = { ThresholdUnit: unit, NetInTime: net }[figure];
    assert.equal(module.problem(state), problem);
  }
});

test("a figure's module offers what the page needs", async () => {
  const shown = await import(`${WIDGETS}/net_in_time/view.js`);
  for (const module of [unit, shown]) {
    const { render, complaint: check, problem } = module.default;
    assert.deepEqual(
      [render, check, problem].map((part) => typeof part),
      ["function", "function", "function"],
    );
  }
});
