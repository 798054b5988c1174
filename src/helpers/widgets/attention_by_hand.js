// Attention by hand: one step of the formula at a time, and where each number is from.

import {
  button,
  change,
  choice,
  html,
  liveFigure,
  menu,
  rove,
  segments,
  slider,
  timeline,
  written,
} from "./figure.js";
import { showChosen } from "./views.js";

// ---- the formula --------------------------------------------------------------------

const dot = (a, b) => a.reduce((sum, number, i) => sum + number * b[i], 0);
const turned = (matrix) =>
  matrix[0].map((_, column) => matrix.map((row) => row[column]));

/** The product of two matrices. */
export function product(a, b) {
  const columns = turned(b);
  return a.map((row) => columns.map((column) => dot(row, column)));
}

/** The weights of one row; a row with nothing allowed gets nothing. */
export function softmax(scores, allowed = scores.map(() => true)) {
  const seen = scores.filter((_, i) => allowed[i]);
  const highest = Math.max(...seen);
  const powers = scores.map((s, i) => (allowed[i] ? Math.exp(s - highest) : 0));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => (total ? power / total : 0));
}

/** Where attention is allowed: causal looks back, padding leaves out the last token. */
export function allowed(mask) {
  const causal = mask === "causal" || mask === "both";
  const padding = mask === "padding" || mask === "both";
  return [0, 1, 2].map((t) =>
    [0, 1, 2].map((s) => (!causal || s <= t) && (!padding || s < 2)),
  );
}

/** The columns of a head: all four, or one half. */
export function columnsOf(head, heads) {
  const width = 4 / heads;
  return Array.from({ length: width }, (_, i) => (head - 1) * width + i);
}

/** The width by which scores are scaled: that of one head. */
export const widthOf = ({ wide, heads }) => Number(wide) / heads;

/** What the four columns of the queries and keys leave out, in a sentence, or null. */
export function leftOut({ wide, heads }) {
  if (wide === "4") return null;
  const parts = heads > 1 ? ` Each head has ${widthOf({ wide, heads })} of them.` : "";
  return (
    `Queries and keys are ${wide} wide: 4 of their ${wide} numbers are shown, ` +
    `all the others are 0.${parts}`
  );
}

/** All matrices of the formula, for each head where it has its own. */
export function attend(state) {
  const { x, w_q, w_k, w_v, w_o, heads, scaled, mask } = state;
  const [q, k, v] = [w_q, w_k, w_v].map((matrix) => product(x, matrix));
  const may = allowed(mask);
  const root = scaled ? Math.sqrt(widthOf(state)) : 1;
  const each = Array.from({ length: heads }, (_, i) => {
    const columns = columnsOf(i + 1, heads);
    const part = (matrix) => matrix.map((row) => columns.map((c) => row[c]));
    const scores = product(part(q), turned(part(k)));
    const shrunk = scores.map((row) => row.map((score) => score / root));
    const weights = shrunk.map((row, t) => softmax(row, may[t]));
    return { scores, shrunk, weights, mixture: product(weights, part(v)) };
  });
  const joined = x.map((_, t) => each.flatMap(({ mixture }) => mixture[t]));
  return { q, k, v, may, root, each, joined, out: product(joined, w_o) };
}

// ---- the steps ----------------------------------------------------------------------

export const STEPS = [
  "tokens",
  "queries",
  "keys",
  "values",
  "score",
  "scale",
  "mask",
  "softmax",
  "mix",
  "join heads",
];

/** A number, short; a weight too small for three decimals as a power of ten. */
export function brief(value) {
  if (value === null) return "−∞";
  if (value !== 0 && Math.abs(value) < 0.0005) {
    return value.toExponential(0).replaceAll("-", "−");
  }
  return written(value);
}

const times = (a, b) => `${brief(a)} × ${brief(b)}`.replace(/× (−.*)/, "× ($1)");
const sumOf = (as, bs) =>
  as
    .map((a, i) => times(a, bs[i]))
    .join(" + ")
    .replace(/\+ (−\S+) ×/g, "+ ($1) ×");
const across = (row, columns) => columns.map((column) => [row, column]);

/**
 * What a step shows: the matrices left and right, their result, which of their cells
 * enter a cell of the result, and the arithmetic of that cell in words.
 */
export function stage(state) {
  const { x, w_q, w_k, w_v, w_o, heads, scaled, tokens, step } = state;
  const all = attend(state);
  const head = Math.min(state.head, heads);
  const own = all.each[head - 1];
  const columns = columnsOf(head, heads);
  const of = heads > 1 ? `, head ${head}` : "";
  const numbers = ["1", "2", "3", "4"];
  const table = (title, values, rest = {}) => ({
    title,
    values,
    rows: values.length === 3 ? tokens : numbers,
    columns: numbers,
    ...rest,
  });
  const square = (title, values, rest) =>
    table(title, values, { columns: tokens, worded: true, ...rest });
  const every = [0, 1, 2, 3];
  const project = (letter, name, weights, values) => ({
    left: table("X, the tokens", x, { edits: "x" }),
    sign: "×",
    right: table(`W${letter}`, weights, { edits: name }),
    result: table(letter, values),
    enters: (r, c) => ({ left: across(r, every), right: every.map((i) => [i, c]) }),
    explain: (r, c) => `${sumOf(x[r], turned(weights)[c])} = ${brief(values[r][c])}`,
  });
  const q = table("Q", all.q, { marked: columns });
  const k = table("K", all.k, { marked: columns });
  const masked = own.shrunk.map((row, t) =>
    row.map((score, s) => (all.may[t][s] ? score : null)),
  );
  const scores = square(`scores${of}`, own.scores);
  const shrunk = square(`scaled${of}`, own.shrunk);
  const weights = square(`weights${of}`, own.weights, { bars: true });
  const same = (r, c) => ({ left: [[r, c]], right: [] });
  const width = widthOf(state);
  return [
    () => ({
      left: table("X, the tokens", x, { edits: "x" }),
      says: "Three tokens, four numbers each. Press a number to change it.",
    }),
    () => project("Q", "w_q", w_q, all.q),
    () => project("K", "w_k", w_k, all.k),
    () => project("V", "w_v", w_v, all.v),
    () => ({
      left: q,
      sign: "·",
      right: k,
      result: scores,
      enters: (r, c) => ({ left: across(r, columns), right: across(c, columns) }),
      explain: (r, c) => {
        const [a, b] = [all.q[r], all.k[c]].map((row) => columns.map((i) => row[i]));
        return (
          `the query of ${tokens[r]} and the key of ${tokens[c]}: ` +
          `${sumOf(a, b)} = ${brief(own.scores[r][c])}`
        );
      },
    }),
    () => ({
      left: scores,
      sign: scaled ? `÷ √${width} =` : "not scaled",
      result: shrunk,
      enters: same,
      explain: (r, c) =>
        scaled
          ? `${brief(own.scores[r][c])} ÷ √${width} = ${brief(own.shrunk[r][c])}`
          : `${brief(own.scores[r][c])}, left as it is: scaling is off`,
    }),
    () => ({
      left: shrunk,
      sign: "under",
      right: square("mask", all.may, { flags: true }),
      result: square(`masked${of}`, masked),
      enters: (r, c) => ({ left: [[r, c]], right: [[r, c]] }),
      explain: (r, c) =>
        all.may[r][c]
          ? `${tokens[r]} may look at ${tokens[c]}: the score stays`
          : `${tokens[r]} may not look at ${tokens[c]}: the score becomes −∞`,
    }),
    () => ({
      left: square(`masked${of}`, masked),
      sign: "softmax",
      result: weights,
      enters: (r) => ({ left: across(r, [0, 1, 2]), right: [] }),
      explain: (r, c) => {
        const powers = masked[r].filter((s) => s !== null).map((s) => `e^${brief(s)}`);
        if (!powers.length) return "nothing is allowed in this row: all weights are 0";
        const top = masked[r][c] === null ? "0" : `e^${brief(masked[r][c])}`;
        return `${top} ÷ (${powers.join(" + ")}) = ${brief(own.weights[r][c])}`;
      },
    }),
    () => ({
      left: weights,
      sign: "×",
      right: table("V", all.v, { marked: columns }),
      result: table(`mixtures${of}`, own.mixture, {
        columns: columns.map((c) => numbers[c]),
      }),
      enters: (r, c) => ({
        left: across(r, [0, 1, 2]),
        right: [0, 1, 2].map((i) => [i, columns[c]]),
      }),
      explain: (r, c) =>
        `${sumOf(own.weights[r], turned(all.v)[columns[c]])} = ` +
        brief(own.mixture[r][c]),
    }),
    () => ({
      left: table(heads > 1 ? "both heads, end to end" : "mixtures", all.joined),
      sign: "×",
      right: table("WO", w_o, { edits: "w_o" }),
      result: table("what comes out", all.out),
      enters: (r, c) => ({ left: across(r, every), right: every.map((i) => [i, c]) }),
      explain: (r, c) =>
        `${sumOf(all.joined[r], turned(w_o)[c])} = ${brief(all.out[r][c])}`,
    }),
  ][step]();
}

// ---- examples -----------------------------------------------------------------------

const E = (i) => [0, 1, 2, 3].map((j) => Number(i === j));
const IDENTITY = [0, 1, 2, 3].map(E);
const NOUGHT = [0, 0, 0, 0];
const PLAIN = { wide: "4", scaled: 1, mask: "none", heads: 1, w_o: IDENTITY };

export const EXAMPLES = {
  "the worked example": {
    ...PLAIN,
    tokens: ["first", "second", "third"],
    x: [E(0), E(1), E(0)],
    w_q: [[-1, 1, 0, 1], NOUGHT, NOUGHT, NOUGHT],
    w_k: IDENTITY,
    w_v: [E(0), E(1), E(1), NOUGHT],
  },
  "Thinking Machines": {
    ...PLAIN,
    wide: "64",
    mask: "padding",
    tokens: ["Thinking", "Machines", "(pad)"],
    x: [E(0), E(1), NOUGHT],
    w_q: [[8, 4, 0, 0], [4, 8, 0, 0], NOUGHT, NOUGHT],
    w_k: [[10, 8, 0, 0], [10, 4, 0, 0], NOUGHT, NOUGHT],
    w_v: [E(0), E(1), NOUGHT, NOUGHT],
  },
  "a decoder's causal mask": {
    ...PLAIN,
    mask: "causal",
    tokens: ["the", "red", "house"],
    x: [
      [1, 0, 0, 1],
      [0, 2, 0, 1],
      [0, 0, 2, 1],
    ],
    w_q: IDENTITY,
    w_k: IDENTITY,
    w_v: IDENTITY,
  },
  "two heads, two reasons": {
    ...PLAIN,
    heads: 2,
    tokens: ["the", "red", "house"],
    x: [E(0), E(1), E(2)],
    w_q: [NOUGHT, NOUGHT, [4, 0, 0, 4], NOUGHT],
    w_k: [[0, 0, 0, 2], [2, 0, 0, 0], [0, 0, 2, 0], NOUGHT],
    w_v: [[0, 0, -2, 2], [3, 1, 0, 0], NOUGHT, NOUGHT],
  },
};

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** The name of the example that the settings still are, or null. */
export function exampleOf(state) {
  const found = Object.entries(EXAMPLES).find(([, example]) =>
    Object.entries(example).every(([name, value]) => same(value, state[name])),
  );
  return found ? found[0] : null;
}

// ---- growing wider ------------------------------------------------------------------

/** Random numbers from a seed, uniform in (0, 1). */
function uniform(seed) {
  let a = seed * 0x9e3779b1;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296 + 1e-12;
  };
}

export const KEYS = 8;

/** A random query's scores with eight random keys; wide ones begin like narrow ones. */
export function randomScores(width, seed) {
  const next = uniform(seed);
  const normal = () =>
    Math.sqrt(-2 * Math.log(next())) * Math.cos(2 * Math.PI * next());
  const scores = Array(KEYS).fill(0);
  for (let i = 0; i < width; i += 1) {
    const q = normal();
    for (let key = 0; key < KEYS; key += 1) scores[key] += q * normal();
  }
  return scores;
}

/** How much the weights still move with the scores: 0 when one has everything. */
export const listening = (weights) =>
  weights.reduce((sum, weight) => sum + weight * (1 - weight), 0);

/** The scores at this width, and the weights with and without scaling. */
export function grown(power, seed) {
  const width = 2 ** power;
  const scores = randomScores(width, seed);
  const weights = [
    softmax(scores.map((score) => score / Math.sqrt(width))),
    softmax(scores),
  ];
  return { width, scores, weights, heard: weights.map(listening) };
}

// ---- how it looks -------------------------------------------------------------------

/** A matrix of buttons; `update(table, cell, enters)` writes the numbers anew. */
function grid(figure, place) {
  const caption = html("figcaption", {});
  const heads = [0, 1, 2, 3].map(() => html("th", { scope: "col" }));
  const rows = [0, 1, 2, 3].map((r) => {
    const head = html("th", { scope: "row" });
    const cells = [0, 1, 2, 3].map((c) => {
      const press = () => figure.set({ cell: { place, row: r, column: c } });
      const node = html("button", { type: "button", class: "ah-cell", onclick: press });
      node.dataset.cell = "";
      return { node, holder: html("td", {}, node) };
    });
    const node = html(
      "tr",
      {},
      head,
      cells.map(({ holder }) => holder),
    );
    node.dataset.row = "";
    return { node, head, cells };
  });
  const root = html(
    "figure",
    { class: "ah-matrix" },
    caption,
    html(
      "table",
      {},
      html("thead", {}, html("tr", {}, html("td", {}), heads)),
      html(
        "tbody",
        {},
        rows.map(({ node }) => node),
      ),
    ),
  );
  rove(root);
  function update(table, cell, entering) {
    root.hidden = !table;
    if (!table) return;
    root.classList.toggle("ah-worded", Boolean(table.worded));
    caption.replaceChildren(...named(table.title));
    heads.forEach((head, c) => {
      head.hidden = c >= table.columns.length;
      head.textContent = table.columns[c] ?? "";
    });
    rows.forEach(({ node, head, cells }, r) => {
      node.hidden = r >= table.values.length;
      if (node.hidden) return;
      head.textContent = table.rows[r];
      cells.forEach(({ node: box, holder }, c) => {
        holder.hidden = c >= table.columns.length;
        if (holder.hidden) return;
        const value = table.values[r][c];
        const chosen = cell.place === place && cell.row === r && cell.column === c;
        const enters = entering.some(([i, j]) => i === r && j === c);
        const outside = table.marked && !table.marked.includes(c);
        const words = table.flags ? (value ? "yes" : "no") : brief(value);
        const plain = table.flags || table.bars || value === null;
        const sign = plain ? 0 : Math.sign(value);
        const kinds = ["ah-cell", chosen && "ah-chosen", enters && "ah-enters"];
        kinds.push(outside && "ah-outside", table.edits && "ah-edits");
        kinds.push(sign < 0 && "ah-negative", sign > 0 && "ah-positive");
        change(box, {
          class: kinds.filter(Boolean).join(" "),
          text: words,
          "aria-pressed": String(chosen),
          "aria-label": `${table.rows[r]}, ${table.columns[c]}: ${words}`,
        });
        box.style.setProperty("--ah-share", table.bars ? value : 0);
      });
    });
  }
  return { root, update };
}

/** The formula, each part with the steps in which it is at work. */
function formula() {
  const parts = [
    [[7], ["softmax( "]],
    [[1, 4], ["Q"]],
    [
      [2, 4],
      [" K", html("sup", {}, "⊤")],
    ],
    [[5], [""]],
    [[6], [", masked"]],
    [[7], [" ) "]],
    [[3, 8], ["V "]],
    [[9], ["W", html("sup", {}, "O")]],
  ].map(([steps, words]) => ({ steps, node: html("span", {}, words) }));
  const root = html(
    "p",
    { class: "ah-formula" },
    parts.map(({ node }) => node),
  );
  function update(state) {
    parts[3].node.textContent = state.scaled ? ` ÷ √${widthOf(state)}` : "";
    parts[4].node.hidden = state.mask === "none";
    for (const { steps, node } of parts) {
      change(node, { class: steps.includes(state.step) && "ah-now" });
    }
  }
  return { root, update };
}

/** "WQ" with the Q raised; any other title as it is. */
function named(title) {
  if (!/^W[QKVO]$/.test(title)) return [title];
  return ["W", html("sup", {}, title[1])];
}

function handView(figure) {
  const rules = figure.get("_rules");
  const places = ["left", "right", "result"];
  const grids = places.map((place) => grid(figure, place));
  const sign = html("p", { class: "ah-sign" });
  const line = formula();
  const equals = html("p", { class: "ah-sign" }, "=");
  const width = html("p", { class: "tb-note ah-width" });
  const note = html("p", { class: "ah-note" });
  const chosen = () => {
    const { place, row, column } = figure.get("cell");
    const table = stage(figure.state())[place];
    return table?.edits && row < table.values.length ? { table, row, column } : null;
  };
  const edit = slider(figure, {
    label: "change it",
    rule: rules.x.of.of,
    watches: ["cell", "step", "x", "w_q", "w_k", "w_v", "w_o"],
    value: () => {
      const found = chosen();
      return found ? found.table.values[found.row][found.column] : 0;
    },
    choose: (value) => {
      const found = chosen();
      if (!found) return;
      const { table, row, column } = found;
      const changed = table.values.map((old, r) =>
        old.map((number, c) => (r === row && c === column ? value : number)),
      );
      figure.set({ [table.edits]: changed });
    },
  });
  const headOf = choice(figure, "head", {
    label: "look at",
    options: [
      [1, "head 1"],
      [2, "head 2"],
    ],
  });
  const root = html(
    "div",
    { class: "ah-view" },
    html(
      "div",
      { class: "tb-row ah-controls" },
      menu(figure, {
        label: "example",
        options: Object.keys(EXAMPLES),
        otherwise: "your own",
        watches: [...Object.keys(EXAMPLES["Thinking Machines"])],
        value: () => exampleOf(figure.state()),
        choose: (name) => figure.set(structuredClone(EXAMPLES[name])),
      }),
      choice(figure, "scaled", {
        label: "scaling",
        options: [
          [1, "on"],
          [0, "off"],
        ],
      }),
      choice(figure, "mask", { label: "mask" }),
      segments(figure, {
        label: "heads",
        watches: ["heads"],
        options: [
          [1, "1", "one head"],
          [2, "2", "two heads"],
        ],
        value: () => figure.get("heads"),
        choose: (heads) =>
          figure.set({ heads, head: Math.min(heads, figure.get("head")) }),
      }),
      headOf,
    ),
    line.root,
    width,
    html(
      "div",
      { class: "ah-equation" },
      grids[0].root,
      sign,
      grids[1].root,
      equals,
      grids[2].root,
    ),
    note,
    html("div", { class: "ah-edit" }, edit),
  );
  function show(state) {
    const now = stage(state);
    line.update(state);
    width.textContent = leftOut(state) ?? "";
    width.hidden = !width.textContent;
    const { place, row, column } = state.cell;
    const table = now[place];
    const there = row < table?.values.length && column < table?.columns.length;
    const cell = there ? state.cell : { place: "none" };
    const enters =
      cell.place === "result" ? now.enters(row, column) : { left: [], right: [] };
    grids[0].update(now.left, cell, enters.left);
    grids[1].update(now.right, cell, enters.right);
    grids[2].update(now.result, cell, []);
    sign.textContent = now.sign ?? "";
    sign.hidden = !now.result;
    equals.hidden = !now.right;
    headOf.hidden = state.heads === 1;
    edit.hidden = !chosen();
    if (cell.place === "result") note.textContent = now.explain(row, column);
    else if (!there) {
      note.textContent = now.says ?? "Press a number to see where it comes from.";
    } else if (chosen()) {
      const [at, component] = [table.rows[row], table.columns[column]];
      const name =
        table.values.length === 3
          ? `${at}, component ${component}`
          : `Row ${at}, column ${component}`;
      note.textContent = `${name}: move the slider, and all that follows will change.`;
    } else note.textContent = "From an earlier step; go back to see how.";
    return `${STEPS[state.step]}. ${note.textContent}`;
  }
  return { root, show };
}

function widthView(figure) {
  const titles = ["scaled: scores ÷ √", "as they are"];
  const panels = titles.map((title) => {
    const head = html("h4", {});
    const bars = Array.from({ length: KEYS }, () => html("i", {}));
    const says = html("p", { class: "tb-value" });
    const label = { class: "ah-bars", role: "img" };
    const chart = html("div", label, bars);
    return { title, head, bars, says, chart, root: html("div", {}, head, chart, says) };
  });
  const spread = html("p", { class: "ah-note" });
  const root = html(
    "div",
    { class: "ah-view" },
    html(
      "div",
      { class: "tb-row ah-controls" },
      button("Other numbers", () =>
        figure.set({ seed: (figure.get("seed") % 99) + 1 }),
      ),
    ),
    html(
      "div",
      { class: "ah-panels" },
      panels.map((panel) => panel.root),
    ),
    spread,
  );
  function show({ power, seed }) {
    const { width, scores, weights, heard } = grown(power, seed);
    panels.forEach(({ title, head, bars, says, chart }, i) => {
      head.textContent = i ? title : title + width;
      weights[i].forEach((weight, key) => {
        bars[key].style.height = `${(100 * weight).toFixed(2)}%`;
      });
      const listed = weights[i].map(brief).join(", ");
      change(chart, { "aria-label": `the weights of eight keys: ${listed}` });
      says.textContent =
        `largest weight ${brief(Math.max(...weights[i]))}; ` +
        `the weights listen: ${brief(heard[i])}`;
    });
    const [low, high] = [Math.min(...scores), Math.max(...scores)].map((score) =>
      written(Math.round(score * 10) / 10),
    );
    spread.textContent =
      `One random query before eight random keys, ${width} wide. Scores from ` +
      `${low} to ${high}; √${width} = ${written(Math.sqrt(width))}.`;
    return `${spread.textContent} ${panels[0].says.textContent}; unscaled: ${
      panels[1].says.textContent
    }`;
  }
  return { root, show };
}

function draw(figure) {
  const views = { hand: handView(figure), width: widthView(figure) };
  const names = Object.keys(figure.state());
  const hand = () => figure.get("view") === "hand";
  figure.root.append(
    html(
      "div",
      { class: "tb-head" },
      figure.title,
      choice(figure, "view", {
        label: "view",
        quiet: true,
        options: [
          ["hand", "by hand"],
          ["width", "let d grow", "let the width of the keys grow"],
        ],
      }),
    ),
    views.hand.root,
    views.width.root,
    timeline(figure, {
      label: "step of the formula, or width of the keys",
      watches: names,
      last: () => (hand() ? STEPS.length - 1 : 8),
      at: () => (hand() ? figure.get("step") : figure.get("power") - 2),
      move: (to) => {
        if (!hand()) figure.set({ power: to + 2 });
        else {
          const row = Math.min(figure.get("cell").row, 2);
          const place = to ? "result" : "left";
          figure.set({ step: to, cell: { place, row, column: 0 } });
        }
      },
      say: (at) => (hand() ? STEPS[at] : `d = ${2 ** (at + 2)}`),
      pace: 1400,
    }),
  );
  showChosen(figure, views, names);
}

export default liveFigure({ title: "Attention by hand", draw });
