// Workers in a ring add up their rows; and the arithmetic of a model's training.

import {
  change, choice, html, knob, listed, liveFigure, segments, slider, svg, timeline,
} from "./figure.js";
import { scientific } from "./numbers.js";

// ---- what is computed -------------------------------------------------------------

/** What worker k (from 0) brings for chunk c (from 0). */
export const brought = (k, c) => (k + 1) * (c + 1);

const modulo = (a, n) => ((a % n) + n) % n;

/**
 * The ring at every step: `held[k][c]` lists whose numbers are in worker k's chunk c,
 * and `came[k]` is the chunk that has just come to it, or null at the beginning.
 */
export function ring(n) {
  const start = Array.from({ length: n }, (_, k) =>
    Array.from({ length: n }, () => [k]));
  const moments = [{ held: start, came: Array(n).fill(null) }];
  for (let step = 0; step < 2 * (n - 1); step += 1) {
    const before = moments.at(-1).held;
    const held = before.map((row) => row.slice());
    const came = held.map((row, k) => {
      const left = modulo(k - 1, n);
      const c = modulo(k - 1 - step, n);
      const own = step < n - 1 ? before[k][c] : [];
      row[c] = [...before[left][c], ...own].sort((a, b) => a - b);
      return c;
    });
    moments.push({ held, came });
  }
  return moments;
}

/** How much of the whole each of n workers has sent after some steps. */
export const sent = (n, step) => step / n;

/** Operations, days, bytes and traffic of a training. */
export function bill({ parameters, tokens, machines, tflops, use }) {
  const [count, seen, n] = [10 ** parameters, 10 ** tokens, 2 ** machines];
  const flops = 6 * count * seen;
  return { count, seen, n, flops,
    days: flops / (n * tflops * 1e12 * use / 100) / 86400,
    copied: 16 * count,
    sharded: 16 * count / n,
    sends: 4 * count * 2 * (n - 1) / n };
}

/** Bytes in the unit that suits them, with three figures. */
export function bytes(value) {
  const units = ["bytes", "kB", "MB", "GB", "TB", "PB"];
  const power = value > 0
    ? Math.min(5, Math.max(0, Math.floor(Math.log10(value) / 3 + 1e-9))) : 0;
  return `${Number((value / 1000 ** power).toPrecision(3))} ${units[power]}`;
}

/** Days as people say them. */
export function lasting(days) {
  const round = (value) => Number(value.toPrecision(3)).toLocaleString("en-GB");
  if (days < 1 / 24) return `${round(days * 1440)} minutes`;
  if (days < 2) return `${round(days * 24)} hours`;
  return days < 1000 ? `${round(days)} days` : `${round(days / 365.25)} years`;
}

/** A chunk's sum in words. */
export function sumInWords(members, k, c) {
  const terms = members.map((m) => brought(m, c));
  const sum = terms.reduce((a, b) => a + b);
  const whose = members.length === 1 ? `worker ${members[0] + 1} alone`
    : `workers ${listed(members.map((m) => String(m + 1)))}`;
  const adding = terms.length === 1 ? `${sum}` : `${terms.join(" + ")} = ${sum}`;
  return `Worker ${k + 1}, chunk ${c + 1}: ${adding}, from ${whose}.`;
}

/** What happens at a step, in words. */
export function stepInWords(n, step) {
  const part = Number(sent(n, step).toFixed(3));
  if (step === 0) {
    return `Each of ${n} workers holds its own row, cut into ${n} chunks.`;
  }
  const half = step < n ? "First half, reduce-scatter: each adds the chunk that comes "
    + "from above to its own." : "Second half, all-gather: complete chunks are passed "
    + "on and replace what was there.";
  const end = step === 2 * (n - 1) ? " Everyone has every sum." : "";
  const chunks = step === 1 ? "1 chunk" : `${step} chunks`;
  return `${half} Each has sent ${chunks} of 1/${n}: ${part} × the row.${end}`;
}

// ---- how it looks -----------------------------------------------------------------

/** One row a worker, one column a chunk, and in a cell who is in its sum. */
function grid(figure, width, n) {
  const [left, top, tall] = [width < 500 ? 30 : 84, 26, 42];
  const pitch = (width - left - 4) / n;
  const side = Math.min(6, (pitch - 12) / n);
  const each = (make) => Array.from({ length: n }, (_, i) => make(i));
  const cells = each((k) => each((c) => {
    const [x, y] = [left + c * pitch, top + k * tall];
    const parts = each((m) => svg("rect", {
      x: x + pitch / 2 + (m - n / 2) * side, y: y + 27, width: side - 1, height: 7 }));
    const number = svg("text", { x: x + pitch / 2, y: y + 15 });
    const arrow = svg("path", { class: "rg-arrow",
      d: `M${x + 6} ${y + 5}h6l-3 7z` });
    const choose = () => figure.set({ worker: k + 1, chunk: c + 1 });
    const node = svg("g", { onclick: choose },
      svg("rect", { class: "rg-box", x: x + 2, y: y + 2, width: pitch - 4,
        height: tall - 5, rx: 5 }), number, parts, arrow);
    return { node, parts, number, arrow };
  }));
  const high = top + n * tall + 4;
  const long = width >= 500;
  const node = svg("svg", { class: "tb-drawing", role: "img", height: high,
    viewBox: `0 0 ${width} ${high}` },
    cells.map((_, c) => svg("text", { class: "tb-small", x: left + (c + 0.5) * pitch,
      y: 12 }, long ? `chunk ${c + 1}` : `${c + 1}`)),
    cells.map((_, k) => svg("text", { class: "tb-small", x: left / 2,
      y: top + (k + 0.5) * tall }, long ? `worker ${k + 1}` : `${k + 1}`)),
    cells.flat().map((cell) => cell.node));
  return { node, update({ held, came }, worker, chunk) {
    cells.forEach((row, k) => row.forEach(({ node: cell, parts, number, arrow }, c) => {
      const members = held[k][c];
      number.textContent = members.reduce((sum, m) => sum + brought(m, c), 0);
      parts.forEach((part, m) => change(part, {
        class: `rg-part ${members.includes(m) ? "rg-in" : ""}` }));
      change(arrow, { visibility: came[k] === c ? "visible" : "hidden" });
      change(cell, { class: ["rg-cell", came[k] === c && "rg-came",
        members.length === n && "rg-done",
        k === worker - 1 && c === chunk - 1 && "rg-chosen",
      ].filter(Boolean).join(" ") });
    }));
    change(node, { "aria-label": `${n} workers, one row each, with ${n} chunks; in `
      + "each chunk its sum, and marks for those whose numbers are in it" });
  } };
}

function drawRing(figure) {
  const size = () => figure.get("workers");
  const holder = html("div", {});
  const words = html("p", { class: "rg-words" });
  const look = (name, label) => slider(figure, { label,
    rule: figure.get("_rules")[name], watches: [name], value: () => figure.get(name),
    choose: (value) => figure.set({ [name]: Math.min(value, size()) }) });
  let [moments, wide, drawing] = [[], 0, null];
  const prepare = () => {
    moments = ring(size());
    if (wide === 0) return;
    drawing = grid(figure, wide, size());
    holder.replaceChildren(drawing.node);
  };
  const show = () => {
    const [k, c] = [figure.get("worker") - 1, figure.get("chunk") - 1];
    const moment = moments[figure.get("step")];
    drawing?.update(moment, k + 1, c + 1);
    words.textContent = `${stepInWords(size(), figure.get("step"))} `
      + sumInWords(moment.held[k][c], k, c);
  };
  const node = html("div", {},
    html("div", { class: "tb-row rg-knobs" },
      slider(figure, { label: "workers", rule: figure.get("_rules").workers,
        watches: ["workers"], value: size,
        choose: (workers) => figure.set({ workers,
          step: Math.min(figure.get("step"), 2 * (workers - 1)),
          worker: Math.min(figure.get("worker"), workers),
          chunk: Math.min(figure.get("chunk"), workers) }) }),
      look("worker", "look at worker"), look("chunk", "and its chunk")),
    holder, words,
    timeline(figure, { label: "step", watches: ["step", "workers"],
      last: () => 2 * (size() - 1), at: () => figure.get("step"),
      move: (step) => figure.set({ step }),
      say: (step) => `step ${step} of ${2 * (size() - 1)}` }));
  figure.watch(["workers", "step", "worker", "chunk"], () => {
    if (moments.length !== 2 * size() - 1) prepare();
    show();
    figure.announce(words.textContent);
  });
  figure.fit(holder, (width) => {
    wide = width;
    prepare();
    show();
  });
  return node;
}

const KNOBS = [
  ["parameters", "parameters, 10 to the", (b) => scientific(b.count)],
  ["tokens", "tokens, 10 to the", (b) => scientific(b.seen)],
  ["machines", "machines, 2 to the", (b) => String(b.n)],
  ["tflops", "TFLOPS of each"],
  ["use", "percent put to use"],
];

function drawBill(figure) {
  const rows = html("div", { class: "rg-bill" });
  const names = KNOBS.map(([name]) => name);
  const presets = {
    "base, 2017": { parameters: 7.81, tokens: 9.4, machines: 3, tflops: 9.5, use: 30 },
    "big, 2017": { parameters: 8.33, tokens: 9.88, machines: 3, tflops: 9.5, use: 42 },
    "GPT-3, on 1024": { parameters: 11.24, tokens: 11.48, machines: 10, tflops: 100,
      use: 40 },
  };
  const offered = Object.entries(presets);
  const same = (preset) => names.every((name) => figure.get(name) === preset[name]);
  const node = html("div", {},
    html("div", { class: "tb-row rg-knobs" },
      segments(figure, { label: "like", watches: names,
        options: offered.map(([name]) => [name, name]),
        value: () => offered.find(([, preset]) => same(preset))?.[0],
        choose: (name) => figure.set(presets[name]) })),
    html("div", { class: "tb-row rg-knobs" },
      KNOBS.map(([name, label]) => knob(figure, name, label))),
    rows,
    html("div", { class: "tb-tools" },
      html("button", { type: "button", class: "tb-button",
        onclick: () => figure.reset() }, "Reset")));
  figure.watch(names, () => {
    const state = Object.fromEntries(names.map((name) => [name, figure.get(name)]));
    const found = bill(state);
    const lines = [
      `${scientific(found.count)} parameters, ${scientific(found.seen)} tokens: `
        + `6ND = ${scientific(found.flops)} operations`,
      `${found.n} machines at ${state.use} % of ${state.tflops} TFLOPS: `
        + lasting(found.days),
      `16 bytes a parameter, all on each machine: ${bytes(found.copied)}`,
      `the same, sharded: ${bytes(found.sharded)} on each`,
      `each sends at a step 2(n − 1)/n of 4 bytes a parameter: ${bytes(found.sends)}`,
      `at 10 GB a second: ${Number((found.sends / 1e10).toPrecision(2))} s`,
    ];
    rows.replaceChildren(...lines.map((line) => html("p", {}, line)));
    figure.announce(lines.join(". "));
  });
  return node;
}

function draw(figure) {
  figure.root.append(html("div", { class: "tb-head" }, figure.title,
    choice(figure, "view", { label: "view", quiet: true,
      options: [["ring", "The ring"], ["bill", "The bill"]] })));
  const views = { ring: drawRing(figure), bill: drawBill(figure) };
  figure.root.append(...Object.values(views));
  figure.watch(["view"], () => Object.entries(views).forEach(([name, node]) => {
    node.hidden = name !== figure.get("view");
  }));
}

/** One sentence when settings do not go together, else null. */
export function problem({ workers: n, step, worker, chunk }) {
  if (step > 2 * (n - 1)) {
    return `a ring of ${n} has ${2 * (n - 1)} steps, not ${step}.`;
  }
  return Math.max(worker, chunk) > n ? `a ring of ${n} has ${n} workers and chunks.`
    : null;
}

export default liveFigure({ title: "A ring of workers", draw, problem });
