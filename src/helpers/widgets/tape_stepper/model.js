// The graph of a program, and the ways back over it: what the figure knows at a step.

import { operate, problem, read, run } from "./program.js";

export { operate, problem, read, run };

// ---- the graph --------------------------------------------------------------------

/** Each value as a place, the inputs first, and an edge for each use of one. */
export function graph({ rows, inputs, N }) {
  const nodes = inputs.map((_, i) => ({ cell: i + 1 }));
  const holder = Object.fromEntries(inputs.map((_, i) => [i + 1, i]));
  const edges = [];
  rows.forEach(({ i, j, k }, p) => {
    const to = nodes.length;
    const sides = [
      [j, "dj"],
      [k, "dk"],
    ].filter(([cell]) => cell);
    for (const [cell, side] of sides) {
      edges.push({ from: holder[cell], to, side, p: p + 1 });
    }
    nodes.push({ cell: i, p: p + 1 });
    holder[i] = to;
  });
  return { nodes, edges, end: holder[N] };
}

// ---- the way back of 1970: a place for each value -----------------------------------

/** The rows in the order in which they pay: from the end, or as soon as reached. */
export function payers({ nodes, edges, end }, order) {
  if (order === "last first") {
    return nodes
      .flatMap(({ p }, place) => (p && place <= end ? [place] : []))
      .reverse();
  }
  const reached = [end];
  for (const place of reached) {
    for (const { from, to } of edges) {
      if (to === place && nodes[from].p && !reached.includes(from)) reached.push(from);
    }
  }
  return reached;
}

/** The states of the way back: what each place has, and what each edge has brought. */
export function payments(net, rows, order) {
  const debts = net.nodes.map(() => 0);
  debts[net.end] = 1;
  const paid = net.edges.map(() => null);
  const done = new Set();
  const states = [{ debts: [...debts], paid: [...paid], late: [], payer: null }];
  const late = new Set();
  for (const payer of payers(net, order)) {
    const coef = debts[payer];
    done.add(payer);
    net.edges.forEach((edge, e) => {
      if (edge.to !== payer) return;
      paid[e] = coef * rows[edge.p - 1][edge.side];
      debts[edge.from] += paid[e];
      if (done.has(edge.from) && paid[e]) late.add(e);
    });
    states.push({ debts: [...debts], paid: [...paid], late: [...late], payer, coef });
  }
  states.push({ ...states.at(-1), payer: null, done: true });
  return states;
}

// ---- the way back of 1976: T1 to T6 over cells --------------------------------------

/** The states of the sweep, from T1 to the end, by one of three rules. */
export function sweep(rows, m, N, rule = "published") {
  let C = Array(m).fill(0);
  C[N - 1] = 1;
  let p = rows.length;
  const coefficients = {};
  const states = [{ line: "T1", p, C, coefficients: {} }];
  const note = (state) =>
    states.push({ ...state, p, C: [...C], coefficients: { ...coefficients } });
  for (; p > 0; p -= 1) {
    const { i } = rows[p - 1];
    note({ line: "T2" });
    C = [...C];
    const coef = C[i - 1];
    if (rule === "published") C[i - 1] = 0;
    coefficients[p] = coef;
    note({ line: "T3", coef, touched: [i] });
    const sums = coef === 0 ? [] : paidInto(C, rows[p - 1], coef);
    if (rule === "zero last") C[i - 1] = 0;
    const touched = [
      ...sums.map(({ cell }) => cell),
      ...(rule === "zero last" ? [i] : []),
    ];
    note({ line: coef === 0 ? "T4" : "T5", coef, sums, touched });
  }
  note({ line: "T6" });
  return states;
}

/** T5: what a row adds to the cells of its operands in C. */
function paidInto(C, { j, k, dj, dk }, coef) {
  const sums = [];
  for (const [cell, d] of [
    [j, dj],
    [k, dk],
  ]) {
    if (d === 0) continue;
    const before = C[cell - 1];
    C[cell - 1] += coef * d;
    sums.push({ cell, before, d, after: C[cell - 1] });
  }
  return sums;
}

/** The derivative of the result by each input, by forward mode. */
export function slopes({ rows }, program) {
  return program.inputs.map((_, chosen) => {
    const D = [0, ...program.cells.map((_, cell) => Number(cell === chosen))];
    for (const { i, j, k, dj, dk } of rows) D[i] = dj * D[j] + dk * D[k];
    return D[program.N];
  });
}

// ---- a step -------------------------------------------------------------------------

/** What a state of T1 to T6 means for the graph: debts and payments as above. */
function onGraph(net, rows, back) {
  const ended = back.line === "T6";
  const has = (p) => back.coefficients[p];
  return {
    debts: net.nodes.map(({ p, cell }) =>
      p ? (has(p) ?? null) : ended ? back.C[cell - 1] : null,
    ),
    paid: net.edges.map(({ p, side }) => {
      const now = p === back.p && !["T5", "T4", "T6"].includes(back.line);
      return has(p) === undefined || now ? null : has(p) * rows[p - 1][side];
    }),
    late: [],
    payer: back.line === "T5" ? net.nodes.findIndex(({ p }) => p === back.p) : null,
  };
}

/** Everything that is computed once for a program, its values and a way back. */
export function computed(state) {
  const program = read(state.program);
  const ran = run(program, state.values);
  const net = graph(program);
  const bad = ran.rows.findIndex(
    ({ value, dj, dk }) => ![value, dj, dk].every(Number.isFinite),
  );
  const inCells = state.view === "cells";
  const { length: m } = program.cells;
  const states =
    bad >= 0
      ? []
      : inCells
        ? sweep(ran.rows, m, program.N, state.rule)
        : payments(net, ran.rows, state.order ?? "last first");
  const right = bad >= 0 ? [] : payments(net, ran.rows, "last first").at(-1).debts;
  const truth = bad >= 0 ? [] : slopes(ran, program);
  return { program, ran, net, bad, states, right, truth, inCells };
}

/** Everything that the figure shows at a step. */
export function at(state, all = computed(state)) {
  const { program, ran, net, bad, states, inCells } = all;
  const n = ran.rows.length;
  const last = bad < 0 ? n + states.length : bad + 1;
  const step = Math.min(state.step, last);
  const back = step > n && bad < 0 ? states[step - n - 1] : null;
  const forward = Math.min(step, n);
  const flow = back && (inCells ? onGraph(net, ran.rows, back) : back);
  const lines = ["T1", "T6"].includes(back?.line);
  const here = back
    ? inCells
      ? lines
        ? 0
        : back.p
      : (net.nodes[back.payer]?.p ?? 0)
    : forward;
  return {
    ...all,
    last,
    step,
    back,
    forward,
    flow,
    here,
    rows: ran.rows,
    memory: ran.memories[forward],
    start: ran.memories[0],
    ended: bad < 0 && step === last,
  };
}

export function close(a, b) {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
}
