// One gated cell that reads a sequence: the LSTM of 1997, that of 2000, or a GRU.

import {
  change, choice, html, liveFigure, menu, segments, slider, subscript, svg, timeline,
  written,
} from "./figure.js";

const LENGTH = 12;

// ---- what the cell computes -------------------------------------------------------

export const sigmoid = (a) => 1 / (1 + Math.exp(-a));

/** A gate that reads the input and the last output. */
export const read = ({ x = 0, h = 0, b = 0 }, input, output) =>
  sigmoid(x * input + h * output + b);

/** The gates that a kind of cell has, as [setting, its letter in the equations]. */
export const GATES = {
  1997: [["i", "i"], ["o", "o"]],
  2000: [["i", "i"], ["f", "f"], ["o", "o"]],
  GRU: [["f", "z"], ["o", "r"]],
};

/**
 * Every step with its gates, candidate g, state c and output h, and those before.
 * `back` is the factor that an error at this state keeps on the straight way to the
 * first one; `old` is the state that the cell of 1997 has under the same gates.
 */
export function course({ kind, source, x, weights, ...set }) {
  let [c, h, back, old] = [0, 0, 1, 0];
  return x.map((input, t) => {
    const gate = (name) => source === "set by hand"
      ? set[name][t] : read(weights[name] ?? {}, input, h);
    const [i, f, o] = [gate("i"), kind === "1997" ? 1 : gate("f"), gate("o")];
    const before = { c, h };
    const g = Math.tanh(kind === "GRU" ? input + o * h : input);
    if (t > 0) back *= f;
    old += i * g;
    if (kind === "GRU") {
      h = f * h + (1 - f) * g;
      c = h;
    } else {
      c = f * c + i * g;
      h = o * Math.tanh(c);
    }
    return { x: input, i, f, o, g, c, h, back, old, before };
  });
}

/** The numbers at which the axis is marked, from below the least to the greatest. */
export function marks(least, greatest) {
  const step = [0.5, 1, 2, 5].find((size) => (greatest - least) / size <= 5) ?? 5;
  const [from, to] = [Math.floor(least / step), Math.ceil(greatest / step)];
  return Array.from({ length: to - from + 1 }, (_, k) => (from + k) * step);
}

// ---- words ------------------------------------------------------------------------

const NAMES = { i: "input gate i", f: "forget gate f", o: "output gate o",
  z: "update gate z, 1 keeps", r: "reset gate r" };

const three = (value) => written(Math.abs(value) < 5e-4 ? 0 : value);
const bracketed = (value) => (value < 0 ? `(${three(value)})` : three(value));

/** Where a gate's value comes from, as [its name, the sum in words]. */
function origin(letter, setting, { source, weights }, step, t) {
  const name = subscript(letter, t);
  const value = three(step[setting]);
  if (source === "set by hand") return [name, `${value}, set by hand`];
  const { x = 0, h = 0, b = 0 } = weights[setting] ?? {};
  const sum = `${three(x)} × ${bracketed(step.x)} + ${three(h)} × `
    + `${bracketed(step.before.h)} + ${bracketed(b)}`;
  return [name, `σ(${sum}) = ${value}`];
}

/** The whole arithmetic of step t, row by row. */
export function arithmetic(state, t) {
  const steps = course(state);
  const step = steps[t - 1];
  const { x, i, f, o, g, c, h, back, before } = step;
  const now = (letter) => subscript(letter, t);
  const past = (letter) => subscript(letter, t - 1);
  const gates = GATES[state.kind].map(([setting, letter]) =>
    origin(letter, setting, state, step, t));
  const rows = state.kind === "GRU" ? [
    [now("h̃"), `tanh(x + r ${past("h")}) = tanh(${three(x)} + ${three(o)} × `
      + `${bracketed(before.h)}) = ${three(g)}`],
    [now("h"), `z ${past("h")} + (1 − z) h̃ = ${three(f)} × ${bracketed(before.h)}`
      + ` + ${three(1 - f)} × ${bracketed(g)} = ${three(h)}`],
  ] : [
    [now("g"), `tanh(x) = tanh(${three(x)}) = ${three(g)}`],
    [now("c"), (state.kind === "1997" ? `${past("c")} + i g = ${three(before.c)}`
      : `f ${past("c")} + i g = ${three(f)} × ${bracketed(before.c)}`)
      + ` + ${three(i)} × ${bracketed(g)} = ${three(c)}`],
    [now("h"), `o tanh(${now("c")}) = ${three(o)} × ${bracketed(Math.tanh(c))} = `
      + three(h)],
  ];
  const memory = state.kind === "GRU" ? "h" : "c";
  return [...gates, ...rows, ["error",
    `of an error in ${now(memory)}, ${three(back)} arrives at ${subscript(memory, 1)} `
    + "on the straight way"]];
}

// ---- scenes -----------------------------------------------------------------------

const along = (value) => Array(LENGTH).fill(value);
const open = (...places) => along(0).map((_, t) => Number(places.includes(t + 1)));
const STORY = [0.3, -0.5, 0.9, 0.6, -0.8, 0.4, -0.2, 0.7, -0.6, 0.1, -0.9, 0.5];
const weighed = (x, h, b) => ({ x, h, b });

export const SCENES = {
  "store and recall": { source: "set by hand", x: STORY, i: open(3),
    f: along(1).map((one, t) => Number(t !== 2)), o: open(10, 11) },
  "a stream": { source: "set by hand", x: along(0.8), i: along(0.5), f: along(0.7),
    o: along(1) },
  "read: keep what is large": { source: "read from weights", x: STORY, weights: {
    i: weighed(20, 0, -10), f: weighed(-20, 0, 10), o: weighed(0, 0, 3) } },
  "read: forget on a low mark": { source: "read from weights",
    x: [0.7, 0.2, 0.8, 0.6, -0.9, 0.3, 0.7, 0.9, 0.1, -1, 0.6, 0.8], weights: {
      i: weighed(20, 0, -10), f: weighed(20, 0, 12), o: weighed(0, 0, 3) } },
};

// ---- how it looks -----------------------------------------------------------------

/** State and output over time, the moment marked. */
function plot(figure, steps) {
  const [left, top, floor] = [34, 12, 178];
  const grid = svg("g", {});
  const cursor = svg("rect", { class: "gc-cursor", y: top - 6,
    height: floor - top + 12 });
  const old = svg("path", { class: "gc-old" });
  const ahead = ["c", "h"].map((name) => svg("path", { class: `gc-${name} gc-ahead` }));
  const lines = ["c", "h"].map((name) => svg("path", { class: `gc-${name}` }));
  const dots = ["c", "h"].map((name) =>
    svg("circle", { r: 5, class: `gc-dot-${name}` }));
  const drawing = svg("svg", { class: "tb-drawing", role: "img" },
    cursor, grid, old, ahead, lines, dots);
  const frame = html("div", {}, drawing);
  let width = 0;

  function update() {
    if (!width) return;
    const run = steps();
    const [kind, t] = [figure.get("kind"), figure.get("step")];
    const gru = kind === "GRU";
    const values = run.flatMap(({ c, h, old: past }) => gru ? [h] : [c, h, past]);
    const ticks = marks(Math.min(0, ...values), Math.max(1, ...values));
    const [low, high] = [ticks[0], ticks.at(-1)];
    const pitch = (width - left - 6) / LENGTH;
    const x = (k) => left + (k - 0.5) * pitch;
    const y = (value) => floor - (value - low) / (high - low) * (floor - top);
    const path = (name, from, to) => {
      const points = run.slice(from, to).map((step, k) =>
        `${x(from + k + 1).toFixed(1)} ${y(step[name]).toFixed(1)}`);
      return points.length ? `M${points.join("L")}` : "";
    };
    change(drawing, { viewBox: `0 0 ${width} 196`, height: 196, "aria-label":
      `State and output over 12 steps; at step ${t} the `
      + (gru ? `state is ${three(run[t - 1].h)}` : `state is ${three(run[t - 1].c)} `
      + `and the output ${three(run[t - 1].h)}`) });
    grid.replaceChildren(...ticks.flatMap((value) => [
      svg("path", { class: value === 0 ? "gc-zero" : "gc-grid",
        d: `M${left} ${y(value)}H${width}` }),
      svg("text", { x: 16, y: y(value), class: "tb-small" }, written(value))]));
    change(cursor, { x: x(t) - pitch / 2, width: pitch });
    ["c", "h"].forEach((name, k) => {
      const shown = !(gru && name === "c");
      change(lines[k], { d: shown ? path(name, 0, t) : "" });
      change(ahead[k], { d: shown ? path(name, t - 1, LENGTH) : "" });
      change(dots[k], { cx: x(t), cy: y(run[t - 1][name]),
        visibility: shown ? "visible" : "hidden" });
    });
    change(old, { d: kind === "2000" ? path("old", 0, LENGTH) : "" });
  }

  figure.fit(frame, (wide) => {
    width = wide;
    update();
  });
  return { frame, update };
}

/** Inputs and gates of all steps; a press goes there, and turns a gate set by hand. */
function score(figure, steps) {
  const [left, height, gap] = [34, 30, 6];
  const drawing = svg("svg", { class: "tb-drawing gc-score", role: "img" });
  const frame = html("div", {}, drawing);
  let width = 0;

  const rows = () => [["x", "x"], ...GATES[figure.get("kind")]];

  function press(setting, t) {
    const byHand = figure.get("source") === "set by hand";
    if (setting === "x" || !byHand) figure.set({ step: t });
    else {
      const values = figure.get(setting).map((value, k) =>
        k === t - 1 ? Number(value < 0.5) : value);
      figure.set({ step: t, [setting]: values });
    }
  }

  function update() {
    if (!width) return;
    const run = steps();
    const pitch = (width - left - 6) / LENGTH;
    const all = rows();
    const tall = all.length * (height + gap);
    change(drawing, { viewBox: `0 0 ${width} ${tall}`, height: tall, "aria-label":
      `Inputs and gates: ${all.map(([, letter]) => letter).join(", ")}, 12 steps` });
    drawing.replaceChildren(
      svg("rect", { class: "gc-cursor", x: left + (figure.get("step") - 1) * pitch,
        width: pitch, y: 0, height: tall }),
      ...all.flatMap(([setting, letter], r) => {
        const top = r * (height + gap);
        return [svg("text", { x: 16, y: top + height / 2, class: "gc-letter" }, letter),
          ...run.map((step, k) => {
            const value = step[setting];
            const signed = setting === "x";
            const [base, size] = signed
              ? [top + height / 2, Math.abs(value) * height / 2]
              : [top + height, value * height];
            return svg("g", { class: "gc-cell", onclick: () => press(setting, k + 1) },
              svg("rect", { class: "gc-box", x: left + k * pitch + 2, y: top,
                width: pitch - 4, height, rx: 3 }),
              svg("rect", { x: left + k * pitch + 2, width: pitch - 4, height: size,
                y: signed && value < 0 ? base : base - size, rx: 2,
                class: signed ? (value < 0 ? "gc-minus" : "gc-plus") : "gc-gate" }));
          })];
      }));
  }

  figure.fit(frame, (wide) => {
    width = wide;
    update();
  });
  return { frame, update };
}

/** The arithmetic of the moment, as a table. */
function ledger() {
  const body = html("tbody", {});
  return { node: html("table", { class: "gc-sums" }, body), update(rows) {
    body.replaceChildren(...rows.map(([name, text]) => html("tr", {},
      html("th", { scope: "row" }, name), html("td", {}, text))));
  } };
}

function draw(figure) {
  const rules = figure.get("_rules");
  let known = null;
  const names = ["kind", "source", "x", "i", "f", "o", "weights"];
  const steps = () => {
    const now = names.map((name) => figure.get(name));
    if (!known || known.now.some((value, k) => value !== now[k])) {
      known = { now, run: course(figure.state()) };
    }
    return known.run;
  };
  const at = () => figure.get("step") - 1;
  const letterOf = (setting) =>
    GATES[figure.get("kind")].find(([name]) => name === setting)?.[1];
  const chosen = () => {
    const gate = figure.get("gate");
    return letterOf(gate) ? gate : GATES[figure.get("kind")][0][0];
  };
  const replaced = (name, value) => ({ [name]: figure.get(name).map((old, k) =>
    k === at() ? value : old) });

  const entry = (name, label) => slider(figure, {
    label, rule: rules[name].of, watches: [name, "step"],
    value: () => figure.get(name)[at()],
    choose: (value) => figure.set(replaced(name, value)),
  });
  const knobs = ["i", "f", "o"].map((name) => ({ name, node: entry(name, name) }));
  const weight = (part, label) => slider(figure, {
    label, rule: rules.weights.fields.i.fields[part],
    watches: ["weights", "gate", "kind"],
    value: () => figure.get("weights")[chosen()]?.[part] ?? 0,
    choose: (value) => {
      const [weights, gate] = [figure.get("weights"), chosen()];
      const changed = { ...weights[gate], [part]: value };
      figure.set({ weights: { ...weights, [gate]: changed } });
    },
  });
  const byHand = html("div", { class: "gc-knobs" }, knobs.map(({ node }) => node));
  const choosers = Object.entries(GATES).map(([kind, gates]) => ({ kind,
    node: segments(figure, { label: "gate", watches: ["gate", "kind"],
      options: gates.map(([name, letter]) => [name, letter]),
      value: chosen, choose: (gate) => figure.set({ gate }) }) }));
  const byWeights = html("div", { class: "gc-knobs" }, choosers.map(({ node }) => node),
    weight("x", "× input"), weight("h", "× last output"), weight("b", "+ bias"));

  const [lines, bars, sums] = [plot(figure, steps), score(figure, steps), ledger()];
  const legend = html("p", { class: "tb-note gc-legend" });
  const moment = html("p", { class: "gc-moment" });

  figure.root.append(
    html("div", { class: "tb-head" }, figure.title),
    html("div", { class: "tb-row gc-top" },
      choice(figure, "kind", { label: "cell" }),
      choice(figure, "source", { label: "gates" }),
      menu(figure, { label: "scene", options: Object.keys(SCENES),
        otherwise: "your own", watches: names,
        value: () => Object.keys(SCENES).find((scene) =>
          Object.entries(SCENES[scene]).every(([name, value]) =>
            same(value, figure.get(name)))),
        choose: (scene) =>
          figure.set({ ...structuredClone(SCENES[scene]), step: 1 }) })),
    html("div", { class: "gc-two" },
      html("div", {}, legend, lines.frame, bars.frame),
      html("div", {}, moment, entry("x", "input x"), byHand, byWeights, sums.node)),
    timeline(figure, { label: "step", watches: ["step"], pace: 700,
      last: () => LENGTH - 1, at, move: (place) => figure.set({ step: place + 1 }),
      say: (place) => `step ${place + 1}` }));

  figure.watch(["kind", "source"], () => {
    const hand = figure.get("source") === "set by hand";
    const kind = figure.get("kind");
    byHand.hidden = !hand;
    byWeights.hidden = hand;
    choosers.forEach((chooser) => { chooser.node.hidden = chooser.kind !== kind; });
    knobs.forEach(({ name, node }) => {
      const letter = letterOf(name);
      node.hidden = !letter;
      node.firstChild.textContent = NAMES[letter] ?? "";
    });
    legend.replaceChildren(...(kind === "GRU"
      ? [html("b", { class: "gc-word-h" }, "h"), " state and output in one"]
      : [html("b", { class: "gc-word-c" }, "c"), " state, ",
        html("b", { class: "gc-word-h" }, "h"), " output",
        kind === "2000" ? "; dashed: the state of the 1997 cell, same gates" : ""]));
  });
  figure.watch([...names, "step"], () => {
    const rows = arithmetic(figure.state(), figure.get("step"));
    moment.textContent = `Step ${figure.get("step")} of ${LENGTH}`;
    lines.update();
    bars.update();
    sums.update(rows);
    const [name, text] = rows.at(-2);
    figure.announce(`Step ${figure.get("step")}: ${name} = ${text}.`);
  });
}

/** Whether two plain values agree; a saved notebook sorts the keys of dictionaries. */
function same(a, b) {
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length
    && keys.every((key) => same(a[key], b[key]));
}

export default liveFigure({ title: "A cell and its gates", draw });
