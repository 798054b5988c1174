// A computation as a table, and Linnainmaa's six steps walking back over it.

import { change, choice, html, liveFigure, menu, svg, timeline } from "./figure.js";
import { shown } from "./rules.js";

const TOKEN = /[ \t]*([A-Za-z][A-Za-z0-9]*|[0-9]+(?:\.[0-9]+)?|[-+*/();=])/y;
const FUNCTIONS = ["exp", "log", "tanh"];
const MOST_ROWS = 12;
const MOST_INPUTS = 4;
const isName = (operand) => typeof operand === "string";

// ---- reading a program ------------------------------------------------------------

/** The program's rows, inputs, cells and result; throws one sentence if it has none. */
export function read(program) {
  const tokens = tokensOf(program.trim());
  const rows = [];
  const inputs = [];
  const written = new Set();
  const fail = (sentence) => {
    throw new Error(sentence);
  };
  const refuse = (expected) => {
    const found = tokens.length ? shown(tokens[0]) : "the end";
    fail(`program needs ${expected} in place of ${found}.`);
  };
  const take = (...wanted) => (wanted.includes(tokens[0]) ? tokens.shift() : null);
  const emit = (operation, ...operands) => {
    rows.push({ to: `#${rows.length + 1}`, operation, operands });
    return rows.at(-1).to;
  };

  function statement() {
    if (tokens[1] !== "=") return expression();
    const target = tokens.shift();
    if (!/^[A-Za-z]/.test(target)) fail(`program cannot write into ${shown(target)}.`);
    tokens.shift();
    const value = expression();
    if (!String(value).startsWith("#")) emit("copy", value);
    rows.at(-1).to = target;
    written.add(target);
    return target;
  }
  function expression() {
    let value = term();
    for (let sign; (sign = take("+", "-"));) value = emit(sign, value, term());
    return value;
  }
  function term() {
    let value = factor();
    for (let sign; (sign = take("*", "/"));) value = emit(sign, value, factor());
    return value;
  }
  function factor() {
    if (take("-")) {
      const value = factor();
      return isName(value) ? emit("neg", value) : -value;
    }
    if (take("(")) {
      const value = expression();
      if (!take(")")) refuse('")"');
      return value;
    }
    if (!/^[A-Za-z0-9]/.test(tokens[0] ?? "")) refuse('a name, a number or "("');
    return word(tokens.shift());
  }
  function word(token) {
    if (/^[0-9]/.test(token)) return Number(token);
    if (tokens[0] === "(") {
      if (!FUNCTIONS.includes(token)) {
        fail(`program knows exp, log and tanh, not ${shown(token)}.`);
      }
      return emit(token, factor());
    }
    if (!written.has(token) && !inputs.includes(token)) inputs.push(token);
    return token;
  }

  let result = statement();
  while (take(";")) if (tokens.length) result = statement();
  if (tokens.length) refuse('"+", "-", "*", "/" or ";"');
  if (!rows.length) fail("program has no operation to record.");
  if (rows.length > MOST_ROWS) {
    fail(`program has ${rows.length} operations, and ${MOST_ROWS} fit here.`);
  }
  if (inputs.length > MOST_INPUTS) {
    fail(`program has ${inputs.length} inputs, and ${MOST_INPUTS} fit here.`);
  }
  return placed(rows, inputs, result);
}

function tokensOf(program) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let place = 0; place < program.length; place = TOKEN.lastIndex) {
    const match = TOKEN.exec(program);
    if (!match) {
      throw new Error(`program cannot read ${shown(program.slice(place).trim())}.`);
    }
    tokens.push(match[1]);
  }
  return tokens;
}

/** Give every name a cell, from 1 up: the inputs first, then as they are written. */
function placed(rows, inputs, result) {
  const cells = [...new Set([...inputs, ...rows.map(({ to }) => to)])];
  const cell = (operand) => (isName(operand) ? cells.indexOf(operand) + 1 : 0);
  return {
    inputs,
    cells,
    N: cell(result),
    rows: rows.map(({ to, operation, operands }) => ({
      operation,
      operands,
      i: cell(to),
      j: cell(operands[0]),
      k: cell(operands[1]),
    })),
  };
}

export function problem({ program }) {
  try {
    read(program);
  } catch (error) {
    return error.message;
  }
  return null;
}

// ---- running it, and the sweep ----------------------------------------------------

/** What an operation gives for x and y, and its two local derivatives. */
export function operate(operation, x, y) {
  const e = Math.exp(x);
  const t = Math.tanh(x);
  return {
    "+": [x + y, 1, 1],
    "-": [x - y, 1, -1],
    "*": [x * y, y, x],
    "/": [x / y, 1 / y, -x / y / y],
    neg: [-x, -1, 0],
    copy: [x, 1, 0],
    exp: [e, e, 0],
    log: [Math.log(x), 1 / x, 0],
    tanh: [t, 1 - t * t, 0],
  }[operation];
}

/** The rows with values and derivatives, and memory after each; from the start. */
export function run({ rows, inputs, cells }, values) {
  const memory = [0, ...cells.map(() => null)];
  inputs.forEach((name, i) => (memory[i + 1] = values[name] ?? 1));
  const memories = [memory.slice(1)];
  const done = rows.map((row) => {
    const [x, y] = [0, 1].map((side) => {
      const operand = row.operands[side];
      return isName(operand) ? memory[side ? row.k : row.j] : (operand ?? 0);
    });
    const [value, dj, dk] = operate(row.operation, x, y);
    memory[row.i] = value;
    memories.push(memory.slice(1));
    return { ...row, x, y, value, dj: row.j ? dj : 0, dk: row.k ? dk : 0 };
  });
  return { rows: done, memories };
}

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
    const { i, j, k, dj, dk } = rows[p - 1];
    note({ line: "T2" });
    C = [...C];
    const coef = C[i - 1];
    if (rule === "published") C[i - 1] = 0;
    coefficients[p] = coef;
    note({ line: "T3", coef, touched: [i] });
    const sums = [];
    for (const [cell, d] of coef === 0
      ? []
      : [
          [j, dj],
          [k, dk],
        ]) {
      if (d === 0) continue;
      const before = C[cell - 1];
      C[cell - 1] += coef * d;
      sums.push({ cell, before, d, after: C[cell - 1] });
    }
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

/** The derivative of the result by each input, by forward mode. */
export function slopes({ rows }, program) {
  return program.inputs.map((_, chosen) => {
    const D = [0, ...program.cells.map((_, cell) => Number(cell === chosen))];
    for (const { i, j, k, dj, dk } of rows) D[i] = dj * D[j] + dk * D[k];
    return D[program.N];
  });
}

/** Everything that the figure shows at a step. */
export function at(state) {
  const program = read(state.program);
  const ran = run(program, state.values);
  const n = ran.rows.length;
  const bad = ran.rows.findIndex(
    ({ value, dj, dk }) => ![value, dj, dk].every(Number.isFinite),
  );
  const states =
    bad < 0 ? sweep(ran.rows, program.cells.length, program.N, state.rule) : [];
  const right =
    bad < 0 ? sweep(ran.rows, program.cells.length, program.N).at(-1) : null;
  const last = bad < 0 ? n + states.length : bad + 1;
  const step = Math.min(state.step, last);
  const back = step > n && bad < 0 ? states[step - n - 1] : null;
  const forward = Math.min(step, n);
  return {
    program,
    last,
    step,
    back,
    forward,
    bad,
    rows: ran.rows,
    memory: ran.memories[forward],
    truth: bad < 0 ? slopes(ran, program) : [],
    right: right?.coefficients ?? {},
    start: ran.memories[0],
    here: back ? (back.line === "T1" || back.line === "T6" ? 0 : back.p) : forward,
  };
}

// ---- words ------------------------------------------------------------------------

/** A number with at most four digits after the point, and a true minus sign. */
export function short(value) {
  if (value == null) return "";
  if (!Number.isFinite(value)) return "not a number";
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e6)
      ? value.toExponential(2)
      : String(Math.round(value * 1e4) / 1e4);
  return text.replaceAll("-", "−");
}

const SIGNS = { "+": "+", "-": "−", "*": "×", "/": "÷" };
const bracketed = (value) => (value < 0 ? `(${short(value)})` : short(value));

/** What a row does, on names or on numbers. */
export function phrase({ operation, operands }, [x, y], name = short) {
  const named = (side, value) =>
    isName(operands[side]) ? name(operands[side]) : short(value);
  if (SIGNS[operation]) return `${named(0, x)} ${SIGNS[operation]} ${named(1, y)}`;
  if (operation === "neg") return `−${named(0, x)}`;
  return operation === "copy" ? named(0, x) : `${operation}(${named(0, x)})`;
}

/** A cell's name as the reader sees it: its own, or that of its number. */
export function title(cells, cell) {
  const name = cells[cell - 1];
  return name.startsWith("#") ? `cell ${cell}` : name;
}

/** What has just happened, in a sentence or two. */
export function told(shownNow, rule) {
  const { back, forward, rows, program, bad, truth, right } = shownNow;
  const titled = (name) => title(program.cells, program.cells.indexOf(name) + 1);
  if (!back && forward === 0) {
    return "Nothing has run yet. Step: each row is written as its operation happens.";
  }
  if (!back) {
    const row = rows[forward - 1];
    const does = phrase(row, [row.x, row.y], titled);
    if (bad === forward - 1) {
      return (
        `Row ${forward}: ${does} has no finite value or slope for these inputs. ` +
        "Change them, and go on."
      );
    }
    const by = [
      [row.j, row.dj, 0],
      [row.k, row.dk, 1],
    ]
      .filter(([cell]) => cell)
      .map(([, d, side]) => `${short(d)} by ${titled(row.operands[side])}`);
    return (
      `Row ${forward}: ${titled(program.cells[row.i - 1])} ← ${does} = ` +
      `${short(row.value)}. ` +
      (by.length ? `Local derivatives: ${by.join(", ")}.` : "No operand in memory.")
    );
  }
  const row = rows[back.p - 1];
  const n = rows.length;
  const { N } = program;
  switch (back.line) {
    case "T1":
      return `p ← ${n}. All of C is 0, but C[${N}], the cell of the result, is 1.`;
    case "T2":
      return (
        `i ← ${row.i}, j ← ${row.j}, k ← ${row.k}, dj ← ${short(row.dj)}, ` +
        `dk ← ${short(row.dk)}: row ${back.p} of the table.`
      );
    case "T3":
      return (
        `coef ← C[${row.i}] = ${short(back.coef)}` +
        (rule === "published" ? `, and C[${row.i}] ← 0. ` : `; C[${row.i}] stays. `) +
        (close(back.coef, right[back.p])
          ? `The result answers to row ${back.p} with ${short(back.coef)}.`
          : `Wrong: the result answers to row ${back.p} with ${short(right[back.p])}.`)
      );
    case "T4":
      return `coef is 0: nothing to pass on from row ${back.p}.`;
    case "T5": {
      const sums = back.sums.map(
        ({ cell, before, d, after }) =>
          `C[${cell}] ← ${short(before)} + ${bracketed(back.coef)} × ` +
          `${bracketed(d)} = ${short(after)}`,
      );
      if (rule === "zero last") sums.push(`only now C[${row.i}] ← 0`);
      return `${sums.join("; ") || "No operand to pay"}.`;
    }
    default: {
      const wrong = program.inputs.filter((_, i) => !close(back.C[i], truth[i]));
      return (
        "p is 0: the end. " +
        (wrong.length
          ? `C is wrong for ${wrong.join(", ")}.${entry(shownNow)}`
          : "C holds the derivatives of the result by all inputs.")
      );
    }
  }
}

/** Where the first wrong coefficient was taken, in a sentence. */
function entry({ rows, back, right }) {
  const p = rows
    .map((_, index) => index + 1)
    .reverse()
    .find((row) => !close(back.coefficients[row], right[row]));
  return p
    ? ` The error entered at row ${p}: coef was ${short(back.coefficients[p])} ` +
        `and should have been ${short(right[p])}.`
    : "";
}

export function close(a, b) {
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(b));
}

// ---- the graph --------------------------------------------------------------------

/** Values as nodes, with a depth and a lane from 0 to 1, and who reads whom. */
export function graph({ rows, inputs }) {
  const nodes = inputs.map((_, i) => ({ cell: i + 1, depth: 0 }));
  const holder = Object.fromEntries(inputs.map((_, i) => [i + 1, i]));
  const edges = [];
  rows.forEach(({ i, j, k }, p) => {
    const to = nodes.length;
    const from = [
      [j, "dj"],
      [k, "dk"],
    ]
      .filter(([cell]) => cell)
      .map(([cell, side]) => ({ from: holder[cell], to, side, p: p + 1 }));
    edges.push(...from);
    const depths = from.map((edge) => nodes[edge.from].depth);
    nodes.push({ cell: i, p: p + 1, depth: 1 + Math.max(0, ...depths) });
    holder[i] = to;
  });
  const deepest = Math.max(...nodes.map(({ depth }) => depth));
  for (let depth = 0; depth <= deepest; depth += 1) {
    const level = nodes.filter((node) => node.depth === depth);
    level.forEach((node, i) => (node.lane = (i + 0.5) / level.length));
  }
  return {
    nodes,
    edges,
    deepest,
    widest: Math.max(
      ...nodes.map((node) => nodes.filter(({ depth }) => depth === node.depth).length),
    ),
  };
}

/** A share t of the way along a bow from a to b that is drawn to m. */
const onCurve = (a, m, b, t) => (1 - t) ** 2 * a + 2 * t * (1 - t) * m + t ** 2 * b;

function drawGraph(host, width, now) {
  const { nodes, edges, deepest, widest } = graph(now.program);
  const across = width / (deepest + 1) >= 92;
  const height = across ? Math.max(150, widest * 104) : 34 + (deepest + 1) * 84;
  const along = (depth) =>
    across ? 40 + (depth / Math.max(1, deepest)) * (width - 80) : 66 + depth * 84;
  const place = ({ depth, lane }) =>
    across ? [along(depth), lane * height] : [lane * width, along(depth)];
  change(host, { viewBox: `0 0 ${width} ${height}`, height });
  const radius = 24;
  const twins = (edge) =>
    edges.filter(({ from, to }) => from === edge.from && to === edge.to);
  const parts = edges.map((edge) => {
    const [x1, y1] = place(nodes[edge.from]);
    const [x2, y2] = place(nodes[edge.to]);
    const far = nodes[edge.to].depth - nodes[edge.from].depth > 1;
    const bow = far ? (across ? 0.9 : 1.8) : 0; // past the values between, not behind
    const side = twins(edge).length > 1 ? (edge.side === "dj" ? 1 : -1) : bow;
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [nx, ny] = [
      (-(y2 - y1) / length) * 44 * side,
      ((x2 - x1) / length) * 44 * side,
    ];
    const [mx, my] = [(x1 + x2) / 2 + nx, (y1 + y2) / 2 + ny];
    const d = now.rows[edge.p - 1][edge.side];
    const ran = edge.p <= now.forward && now.bad !== edge.p - 1;
    const sign = !ran ? "" : d < 0 ? "tb-bad" : "tb-plus";
    const here = now.here === edge.p ? "tb-here" : "";
    const line = svg("path", {
      d: `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}`,
      class: `tb-flow ${sign} ${here}`,
    });
    if (!ran) return { line };
    const [x, y] = [
      onCurve(x1, mx, x2, far ? 0.3 : 0.6),
      onCurve(y1, my, y2, far ? 0.3 : 0.6),
    ];
    const tag = svg("text", { x, y, class: `tb-tag ${sign}` }, short(d));
    const room = { width: 8 * short(d).length + 5, height: 16 };
    const ground = svg("rect", {
      x: x - room.width / 2,
      y: y - room.height / 2,
      ...room,
      class: "tb-ground",
    });
    return { line, ground, tag };
  });
  const circles = nodes.map((node) => {
    const [x, y] = place(node);
    const born = !node.p || node.p <= now.forward;
    const value = node.p ? now.rows[node.p - 1].value : now.start[node.cell - 1];
    const ended = now.back?.line === "T6";
    const coef = node.p
      ? now.back?.coefficients[node.p]
      : ended
        ? now.back.C[node.cell - 1]
        : undefined;
    const fine = close(coef, node.p ? now.right[node.p] : now.truth[node.cell - 1]);
    const name = now.program.cells[node.cell - 1];
    const here = node.p && now.here === node.p;
    const beside = (side, kind) => {
      if (across) return { x, y: y + side * (radius + 10), class: kind };
      if (!node.depth) return { x, y: y - radius - (side < 0 ? 10 : 27), class: kind };
      const anchor = side < 0 ? "tb-end" : "tb-start";
      const away = side < 0 && widest === 1 ? 46 : radius + 7; // clear of bows
      return { x: x + side * away, y, class: `${kind} ${anchor}` };
    };
    return svg(
      "g",
      {
        class: `tb-tape-node ${born ? "" : "tb-unborn"} ` + `${here ? "tb-here" : ""}`,
      },
      svg("circle", { cx: x, cy: y, r: radius }),
      born && svg("text", { x, y }, short(Number(value.toPrecision(4)))),
      svg("text", beside(-1, "tb-small"), node.p ? `row ${node.p}` : name),
      coef != null &&
        svg(
          "text",
          beside(1, fine ? "tb-paid" : "tb-paid tb-bad"),
          `${node.p ? "c" : "C"} = ${short(coef)}${fine ? "" : " ✗"}`,
        ),
    );
  });
  const drawn = (name) => parts.flatMap((part) => part[name] ?? []);
  const [lines, grounds, tags] = ["line", "ground", "tag"].map(drawn);
  host.replaceChildren(...lines, ...circles, ...grounds, ...tags);
}

// ---- the tables -------------------------------------------------------------------

function table(kind, caption, heads, rows) {
  return html(
    "table",
    { class: kind },
    html("caption", { class: "tb-unseen" }, caption),
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        heads.map((head) => html("th", { scope: "col" }, head)),
      ),
    ),
    html("tbody", {}, rows),
  );
}

function tapeTable(now) {
  const { program, rows, forward, back, here } = now;
  const titled = (name) => title(program.cells, program.cells.indexOf(name) + 1);
  const heads = ["p", "does", "I", "J", "K", "Dj", "Dk", "coef"];
  return table(
    "tb-rows",
    "The rows of the computation",
    heads,
    rows.map((row, index) => {
      const p = index + 1;
      const born = p <= forward;
      const numbers = born ? [row.dj, row.dk].map(short) : ["", ""];
      const result = titled(program.cells[row.i - 1]);
      return html(
        "tr",
        { class: `${p === here ? "tb-here" : ""} ${born ? "" : "tb-unborn"}` },
        [
          p,
          `${result} ← ${phrase(row, [row.x, row.y], titled)}`,
          row.i,
          row.j || "–",
          row.k || "–",
          ...numbers,
        ].map((text) => html("td", {}, String(text))),
        coefficientCell(back?.coefficients[p], now.right[p]),
      );
    }),
  );
}

function coefficientCell(coef, right) {
  const wrong = coef !== undefined && !close(coef, right);
  return html(
    "td",
    { class: wrong ? "tb-bad" : null },
    short(coef) + (wrong ? " ✗" : ""),
  );
}

function cellTable({ program, memory, back }) {
  const cells = program.cells.map((_, index) => index + 1);
  const row = (head, entries, touched = []) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, head),
      entries.map((entry, index) =>
        html(
          "td",
          {
            class: touched.includes(index + 1) ? "tb-here" : null,
          },
          entry,
        ),
      ),
    );
  return table(
    "tb-cells",
    "Memory and table C",
    [
      "cell",
      ...cells.map((cell) =>
        program.cells[cell - 1].startsWith("#")
          ? String(cell)
          : `${cell} (${program.cells[cell - 1]})`,
      ),
    ],
    [
      row("holds", memory.map(short)),
      row(
        "C",
        cells.map((cell) => short(back?.C[cell - 1])),
        back?.touched,
      ),
    ],
  );
}

function outcome({ program, back, truth }) {
  if (back?.line !== "T6") return [];
  return [
    html(
      "div",
      { class: "tb-scroll" },
      table(
        "",
        "The derivatives, by two ways",
        ["derivative by", "T1 to T6", "forward mode", ""],
        program.inputs.map((name, i) => {
          const good = close(back.C[i], truth[i]);
          return html(
            "tr",
            {},
            html("td", {}, name),
            html("td", {}, short(back.C[i])),
            html("td", {}, short(truth[i])),
            html(
              "td",
              { class: good ? "tb-good" : "tb-bad" },
              html("span", { "aria-hidden": "true" }, good ? "✓ " : "✗ "),
              good ? "right" : "wrong",
            ),
          );
        }),
      ),
    ),
  ];
}

// ---- how it looks -----------------------------------------------------------------

const ALL = ["program", "values", "step", "rule"];
const EXAMPLES = {
  "(a + c)(a − c), his own": ["(a + c) * (a - c)", { a: 3, c: 2 }],
  "x⁴ in one cell": ["x = x*x; x = x*x", { x: 1.5 }],
  "a value used twice": ["x*x + x", { x: 3 }],
  "Horner's scheme in one cell": ["y = 2; y = y*x + 3; y = y*x - 1", { x: 2 }],
  "a logistic unit": ["1 / (1 + exp(-(w*x + b)))", { w: 1, x: 2, b: -1 }],
};
const LINES = [
  ["T1", () => "p ← n; C ← 0; C[N] ← 1"],
  ["T2", () => "i, j, k, dj, dk ← row p"],
  ["T3", (rule) => (rule === "published" ? "coef ← C[i]; C[i] ← 0" : "coef ← C[i]")],
  ["T4", () => "coef = 0? Then go to T6"],
  [
    "T5",
    (rule) =>
      "C[j] += coef × dj; C[k] += coef × dk" +
      (rule === "zero last" ? "; C[i] ← 0" : ""),
  ],
  ["T6", () => "p ← p − 1; back to T2 while p > 0"],
];

/** A text field that takes a program, and says so when it cannot read one. */
function programField(figure) {
  const complaint = html("p", { class: "tb-bad", role: "status" });
  const field = html("input", {
    class: "tb-program",
    type: "text",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    maxlength: 120,
    onchange: () => {
      const wrong = field.value.trim() ? problem({ program: field.value }) : null;
      complaint.textContent = wrong ?? "";
      change(field, { "aria-invalid": wrong && "true" });
      if (!wrong && field.value.trim()) figure.set({ program: field.value, step: 0 });
    },
  });
  figure.watch(["program"], () => {
    field.value = figure.get("program");
    complaint.textContent = "";
    change(field, { "aria-invalid": false });
  });
  return [
    html(
      "label",
      { class: "tb-field tb-write" },
      html("span", { class: "tb-label" }, "program"),
      field,
    ),
    complaint,
  ];
}

/** One slider for the program's input number `slot`, hidden when it has fewer. */
function inputSlot(figure, slot) {
  const rule = figure.get("_rules").values.of;
  const label = html("span", { class: "tb-label" });
  const output = html("output", { class: "tb-value" });
  const name = () => read(figure.get("program")).inputs[slot];
  const range = html("input", {
    type: "range",
    min: rule.low,
    max: rule.high,
    step: rule.step,
    oninput: () =>
      figure.set({
        values: { ...used(figure), [name()]: Number(range.value) },
      }),
  });
  const field = html(
    "label",
    { class: "tb-field tb-slider tb-slot" },
    label,
    range,
    output,
  );
  figure.watch(["program", "values"], () => {
    field.hidden = name() === undefined;
    if (field.hidden) return;
    const value = figure.get("values")[name()] ?? 1;
    label.textContent = name();
    range.value = value;
    output.textContent = short(value);
  });
  return field;
}

/** The values of the inputs that the program has: no others are kept. */
function used(figure) {
  const values = figure.get("values");
  return Object.fromEntries(
    read(figure.get("program")).inputs.map((name) => [name, values[name] ?? 1]),
  );
}

function draw(figure) {
  const drawing = svg("svg", { class: "tb-drawing", role: "img" });
  const said = html("p", { class: "tb-said" });
  const lines = LINES.map(([name]) =>
    html("li", {}, html("b", {}, name), html("span", {})),
  );
  const [tape, cells] = [
    html("div", { class: "tb-scroll" }),
    html("div", { class: "tb-scroll" }),
  ];
  const result = html("div", { class: "tb-outcome" });
  const [field, complaint] = programField(figure);
  const examples = menu(figure, {
    label: "or",
    options: Object.keys(EXAMPLES),
    otherwise: "your own",
    watches: ["program"],
    value: () =>
      Object.keys(EXAMPLES).find((name) => EXAMPLES[name][0] === figure.get("program")),
    choose: (name) =>
      figure.set({
        program: EXAMPLES[name][0],
        values: EXAMPLES[name][1],
        step: 0,
      }),
  });
  const rule = choice(figure, "rule", {
    label: "sweep",
    options: [
      ["published", "as published"],
      ["no zero", "without C[i] ← 0"],
      ["zero last", "C[i] ← 0 after T5"],
    ],
  });
  const steps = timeline(figure, {
    label: "step",
    watches: ALL,
    last: () => at(figure.state()).last,
    at: () => at(figure.state()).step,
    move: (step) => figure.set({ step }),
    say: () => {
      const { back, forward, rows } = at(figure.state());
      return back ? `${back.line}, p = ${back.p}` : `row ${forward} of ${rows.length}`;
    },
  });
  figure.root.append(
    html("div", { class: "tb-head" }, figure.title),
    html("div", { class: "tb-row" }, field, examples),
    complaint,
    html(
      "div",
      { class: "tb-row" },
      Array.from({ length: MOST_INPUTS }, (_, slot) => inputSlot(figure, slot)),
    ),
    rule,
    html(
      "div",
      { class: "tb-two" },
      html("div", {}, html("div", {}, drawing)),
      html("div", {}, html("ul", { class: "tb-steps" }, lines), said),
    ),
    html("p", { class: "tb-label tb-caption" }, "The tape"),
    tape,
    html("p", { class: "tb-label tb-caption" }, "Memory, and table C"),
    cells,
    result,
    steps,
  );

  let width = 0;
  const picture = () => {
    if (!width) return;
    drawGraph(drawing, width, at(figure.state()));
    change(drawing, {
      "aria-label": `The computation as a graph. ${said.textContent}`,
    });
  };
  figure.fit(drawing.parentNode, (found) => {
    width = found;
    picture();
  });
  let first = true;
  figure.watch(ALL, () => {
    const now = at(figure.state());
    said.textContent = told(now, figure.get("rule"));
    lines.forEach((line, index) => {
      const [name, words] = LINES[index];
      line.lastChild.textContent = words(figure.get("rule"));
      line.classList.toggle("tb-here", now.back?.line === name);
    });
    tape.replaceChildren(tapeTable(now));
    cells.replaceChildren(cellTable(now));
    result.replaceChildren(...outcome(now));
    picture();
    if (!first) figure.announce(said.textContent);
    first = false;
  });
}

export default liveFigure({ title: "The tape, step by step", draw, problem });
