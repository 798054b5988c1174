// Reading a program, and what its operations do: rows with cells and local derivatives.

import { shown } from "../rules.js";

const TOKEN = /[ \t]*([A-Za-z][A-Za-z0-9]*|[0-9]+(?:\.[0-9]+)?|\*\*|[-+*/();=])/y;
const FUNCTIONS = ["exp", "log", "tanh"];
const MOST_ROWS = 12;
const MOST_INPUTS = 4;
export const isName = (operand) => typeof operand === "string";

function fail(sentence) {
  throw new Error(sentence);
}

function tokensOf(program) {
  const tokens = [];
  TOKEN.lastIndex = 0;
  for (let place = 0; place < program.length; place = TOKEN.lastIndex) {
    const match = TOKEN.exec(program);
    if (!match) fail(`program cannot read ${shown(program.slice(place).trim())}.`);
    tokens.push(match[1]);
  }
  return tokens;
}

/** Reads statement by statement, and writes down a row for each operation. */
class Reader {
  constructor(program) {
    this.tokens = tokensOf(program.trim());
    this.rows = [];
    this.inputs = [];
    this.written = new Set();
    this.result = this.statement();
    while (this.take(";")) if (this.tokens.length) this.result = this.statement();
    if (this.tokens.length) this.refuse('"+", "-", "*", "/" or ";"');
    this.checkSize();
  }

  checkSize() {
    const [rows, inputs] = [this.rows.length, this.inputs.length];
    if (!rows) fail("program has no operation to record.");
    if (rows > MOST_ROWS) {
      fail(`program has ${rows} operations, and ${MOST_ROWS} fit here.`);
    }
    if (inputs > MOST_INPUTS) {
      fail(`program has ${inputs} inputs, and ${MOST_INPUTS} fit here.`);
    }
  }

  refuse(expected) {
    const found = this.tokens.length ? shown(this.tokens[0]) : "the end";
    fail(`program needs ${expected} in place of ${found}.`);
  }

  take(...wanted) {
    return wanted.includes(this.tokens[0]) ? this.tokens.shift() : null;
  }

  emit(operation, ...operands) {
    this.rows.push({ to: `#${this.rows.length + 1}`, operation, operands });
    return this.rows.at(-1).to;
  }

  statement() {
    if (this.tokens[1] !== "=") return this.expression();
    const target = this.tokens.shift();
    if (!/^[A-Za-z]/.test(target)) fail(`program cannot write into ${shown(target)}.`);
    this.tokens.shift();
    const value = this.expression();
    if (!String(value).startsWith("#")) this.emit("copy", value);
    this.rows.at(-1).to = target;
    this.written.add(target);
    return target;
  }

  expression() {
    let value = this.term();
    for (let sign; (sign = this.take("+", "-")); ) {
      value = this.emit(sign, value, this.term());
    }
    return value;
  }

  term() {
    let value = this.factor();
    for (let sign; (sign = this.take("*", "/")); ) {
      value = this.emit(sign, value, this.factor());
    }
    return value;
  }

  factor() {
    if (this.take("-")) {
      const value = this.factor();
      return isName(value) ? this.emit("neg", value) : -value;
    }
    const base = this.atom();
    return this.take("**") ? this.emit("**", base, this.exponent()) : base;
  }

  exponent() {
    const sign = this.take("-") ? -1 : 1;
    if (!/^[0-9]/.test(this.tokens[0] ?? "")) this.refuse('a number after "**"');
    return sign * Number(this.tokens.shift());
  }

  atom() {
    if (this.take("(")) {
      const value = this.expression();
      if (!this.take(")")) this.refuse('")"');
      return value;
    }
    if (!/^[A-Za-z0-9]/.test(this.tokens[0] ?? ""))
      this.refuse('a name, a number or "("');
    return this.word(this.tokens.shift());
  }

  word(token) {
    if (/^[0-9]/.test(token)) return Number(token);
    if (this.tokens[0] === "(") {
      if (!FUNCTIONS.includes(token)) {
        fail(`program knows exp, log and tanh, not ${shown(token)}.`);
      }
      return this.emit(token, this.atom());
    }
    if (!this.written.has(token) && !this.inputs.includes(token)) {
      this.inputs.push(token);
    }
    return token;
  }
}

/** The program's rows, inputs, cells and result; throws one sentence if it has none. */
export function read(program) {
  const { rows, inputs, result } = new Reader(program);
  return placed(rows, inputs, result);
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

/** What an operation gives for x and y, and its two local derivatives. */
export function operate(operation, x, y) {
  const e = Math.exp(x);
  const t = Math.tanh(x);
  return {
    "+": [x + y, 1, 1],
    "-": [x - y, 1, -1],
    "*": [x * y, y, x],
    "/": [x / y, 1 / y, -x / y / y],
    "**": [x ** y, y * x ** (y - 1), 0],
    neg: [-x, -1, 0],
    copy: [x, 1, 0],
    exp: [e, e, 0],
    log: [Math.log(x), 1 / x, 0],
    tanh: [t, 1 - t * t, 0],
  }[operation];
}

/** The value that an input has been given, or 1; `constructor` is a name like any. */
export const given = (values, name) => (Object.hasOwn(values, name) ? values[name] : 1);

/** The rows with values and derivatives, and memory after each; from the start. */
export function run({ rows, inputs, cells }, values) {
  const memory = [0, ...cells.map(() => null)];
  inputs.forEach((name, i) => (memory[i + 1] = given(values, name)));
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

/** The result when one place, an input or a row, has been nudged by h. */
export function nudged(program, values, place, h) {
  const { inputs, rows, cells } = program;
  const memory = [0, ...cells.map(() => 0)];
  inputs.forEach((name, i) => (memory[i + 1] = given(values, name)));
  if (place < inputs.length) memory[place + 1] += h;
  rows.forEach((row, r) => {
    const [x, y] = [0, 1].map((side) => {
      const operand = row.operands[side];
      return isName(operand) ? memory[side ? row.k : row.j] : (operand ?? 0);
    });
    memory[row.i] = operate(row.operation, x, y)[0];
    if (place - inputs.length === r) memory[row.i] += h;
  });
  return memory[program.N];
}
