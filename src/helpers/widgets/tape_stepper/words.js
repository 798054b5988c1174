// What the figure says: numbers, operations, and what has just happened.

import { subscript } from "../figure.js";
import { close } from "./model.js";
import { isName, nudged } from "./program.js";

/** A number with at most four digits after the point, and a true minus sign. */
export function short(value, digits = 4) {
  if (value == null) return "";
  if (!Number.isFinite(value)) return "not a number";
  const size = Math.abs(value);
  const text =
    size !== 0 && (size < 1e-3 || size >= 1e6)
      ? value.toExponential(2)
      : String(Math.round(value * 10 ** digits) / 10 ** digits);
  return text.replaceAll("-", "−");
}

/** A number where there is little room: next to nothing is about 0. */
export function brief(value, digits = 4) {
  const size = Math.abs(value);
  return size > 0 && size < 1e-4 ? "≈ 0" : short(value, digits);
}

const SIGNS = { "+": "+", "-": "−", "*": "×", "/": "÷" };
const bracketed = (value) => (value < 0 ? `(${short(value)})` : short(value));
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const power = (n) =>
  [...String(n)].map((c) => (c === "-" ? "⁻" : (RAISED[c] ?? "·"))).join("");

/** What a row does, on names or on numbers. */
export function phrase({ operation, operands }, [x, y], name = short) {
  const named = (side, value) =>
    isName(operands[side]) ? name(operands[side]) : short(value);
  if (SIGNS[operation]) return `${named(0, x)} ${SIGNS[operation]} ${named(1, y)}`;
  if (operation === "**") return `${named(0, x)}${power(y)}`;
  if (operation === "neg") return `−${named(0, x)}`;
  return operation === "copy" ? named(0, x) : `${operation}(${named(0, x)})`;
}

/** A cell's name as the reader sees it: its own, or that of its number. */
export function title(cells, cell) {
  const name = cells[cell - 1];
  return name.startsWith("#") ? `cell ${cell}` : name;
}

/** A place's name: the input's, or the one assigned if it is used once; else u₁, u₂ … */
export function called({ program, net }, place) {
  const { cell, p } = net.nodes[place];
  const name = program.cells[cell - 1];
  const alone = net.nodes.filter((node) => node.cell === cell).length === 1;
  return p && (name.startsWith("#") || !alone) ? subscript("u", p) : name;
}

/** The sign of what a row does. */
function signOf({ operation, operands }) {
  if (operation === "**") return `( )${power(operands[1])}`;
  return { neg: "−", copy: "=" }[operation] ?? SIGNS[operation] ?? operation;
}

/** What a place is called, and how it is made, in few signs. */
export function made(now, place, brief = false) {
  const { p } = now.net.nodes[place];
  if (!p) return called(now, place);
  const sign = signOf(now.program.rows[p - 1]);
  return brief ? sign : `${called(now, place)}: ${sign}`;
}

/** The number that stands at a place. */
export function valueAt({ net, rows, start }, place) {
  const { p, cell } = net.nodes[place];
  return p ? rows[p - 1].value : start[cell - 1];
}

// ---- forwards -----------------------------------------------------------------------

function toldForwards(now) {
  const { forward, rows, program, bad, inCells, net } = now;
  const names = (name) => title(program.cells, program.cells.indexOf(name) + 1);
  if (!forward) {
    return "Nothing has run yet. Step: each row is written as its operation happens.";
  }
  const row = rows[forward - 1];
  const place = program.inputs.length + forward - 1;
  const sources = net.edges.filter(({ to }) => to === place);
  const held = row.operands.filter(isName);
  const plain = (name) => called(now, sources[held.indexOf(name)].from);
  const does = phrase(row, [row.x, row.y], inCells ? names : plain);
  if (bad === forward - 1) {
    return (
      `Row ${forward}: ${does} has no finite value or slope for these inputs. ` +
      "Change them, and go on."
    );
  }
  const by = sources.map(
    ({ from, side }) => `${short(row[side])} by ${called(now, from)}`,
  );
  const to = inCells ? `${title(program.cells, row.i)} ← ` : `${called(now, place)} = `;
  return (
    `Row ${forward}: ${to}${does} = ${short(row.value)}. ` +
    (by.length ? `Local derivatives: ${by.join(", ")}.` : "No operand in memory.")
  );
}

// ---- back, in 1970 ------------------------------------------------------------------

/** The last sentence: whether all is right. */
function toldDone({ program, back, right, net }) {
  const wrong = program.inputs.filter((_, i) => !close(back.debts[i], right[i]));
  if (wrong.length) {
    return `Wrong for ${wrong.join(" and ")}: a value paid on before all had paid in.`;
  }
  const all = net.nodes.length - program.inputs.length;
  const walk = `${all} ${all === 1 ? "row" : "rows"}, one walk back: under `;
  return program.inputs.length > 1
    ? `${walk}each input stands the derivative of the result by it. ` +
        "All together they are the gradient."
    : `${walk}the input stands the derivative of the result by it.`;
}

function toldBack(now) {
  const { back, net, rows } = now;
  if (back.done) return toldDone(now);
  if (back.payer === null) {
    return "Now back. The result answers to itself, one to one: its derivative is 1.";
  }
  const edges = net.edges.map((edge, e) => ({ ...edge, e }));
  const mine = edges.filter(({ to }) => to === back.payer);
  const sums = mine.map(({ from, side, p, e }) => {
    const d = rows[p - 1][side];
    const late = back.late.includes(e) ? ", too late" : "";
    const sum = `${short(back.coef)} × ${bracketed(d)} = ${short(back.paid[e])}`;
    return `${sum} to ${called(now, from)}${late}`;
  });
  const who = called(now, back.payer);
  return sums.length
    ? `${who} pays ${sums.join(", and ")}.`
    : `${who} has nobody to pay.`;
}

// ---- back, in 1976 ------------------------------------------------------------------

function toldT3({ back, rows, right, net }, rule) {
  const row = rows[back.p - 1];
  const place = net.nodes.findIndex(({ p }) => p === back.p);
  return (
    `coef ← C[${row.i}] = ${short(back.coef)}` +
    (rule === "published" ? `, and C[${row.i}] ← 0. ` : `; C[${row.i}] stays. `) +
    (close(back.coef, right[place])
      ? `The result answers to row ${back.p} with ${short(back.coef)}.`
      : `Wrong: the result answers to row ${back.p} with ${short(right[place])}.`)
  );
}

function toldT5({ back, rows }, rule) {
  const sums = back.sums.map(
    ({ cell, before, d, after }) =>
      `C[${cell}] ← ${short(before)} + ${bracketed(back.coef)} × ` +
      `${bracketed(d)} = ${short(after)}`,
  );
  if (rule === "zero last") sums.push(`only now C[${rows[back.p - 1].i}] ← 0`);
  return `${sums.join("; ") || "No operand to pay"}.`;
}

/** Where the first wrong coefficient was taken, in a sentence. */
function entry({ rows, back, right, net }) {
  const wanted = (p) => right[net.nodes.findIndex((node) => node.p === p)];
  const p = rows
    .map((_, index) => index + 1)
    .reverse()
    .find((row) => !close(back.coefficients[row], wanted(row)));
  return p
    ? ` The error entered at row ${p}: coef was ${short(back.coefficients[p])} ` +
        `and should have been ${short(wanted(p))}.`
    : "";
}

function toldEnd(now) {
  const { program, back, truth } = now;
  const wrong = program.inputs.filter((_, i) => !close(back.C[i], truth[i]));
  return (
    "p is 0: the end. " +
    (wrong.length
      ? `C is wrong for ${wrong.join(", ")}.${entry(now)}`
      : "C holds the derivatives of the result by all inputs.")
  );
}

function toldCells(now, rule) {
  const { back, rows, program } = now;
  const row = rows[back.p - 1];
  switch (back.line) {
    case "T1":
      return (
        `p ← ${rows.length}. All of C is 0, but C[${program.N}], ` +
        "the cell of the result, is 1."
      );
    case "T2":
      return (
        `i ← ${row.i}, j ← ${row.j}, k ← ${row.k}, dj ← ${short(row.dj)}, ` +
        `dk ← ${short(row.dk)}: row ${back.p} of the table.`
      );
    case "T3":
      return toldT3(now, rule);
    case "T4":
      return `coef is 0: nothing to pass on from row ${back.p}.`;
    case "T5":
      return toldT5(now, rule);
    default:
      return toldEnd(now);
  }
}

/** What has just happened, in a sentence or two. */
export function told(now, rule) {
  if (!now.back) return toldForwards(now);
  return now.inCells ? toldCells(now, rule) : toldBack(now);
}

/** Why a nudge may miss: the curve bends more than it climbs. */
function toldBend(up, down, told) {
  const apart = Math.abs(up - told);
  if (apart < 1e-12 || apart <= Math.max(Math.abs(up), Math.abs(told)) / 2) return "";
  const where = up > 0 && down > 0 ? "So near the bottom" : "Here";
  return ` (${where} the nudge is too large: the curve bends under it.)`;
}

/** What a nudge of a place does to the result, beside what its derivative says. */
export function toldNudge(now, values, place, h = 0.01) {
  const { program, right, bad, net } = now;
  if (bad >= 0) return "";
  const name = called(now, place);
  const result = valueAt(now, net.end);
  const moved = nudged(program, values, place, h);
  if (!Number.isFinite(moved)) return "";
  const move = short(moved - result, 5);
  const below = nudged(program, values, place, -h) - result;
  return (
    `Nudge ${name} up by ${h}, and the result goes from ${short(result)} to ` +
    `${short(moved, 5)}: a move of ${move}. Its derivative says ` +
    `${bracketed(right[place])} × ${h} = ${short(right[place] * h, 5)}.` +
    toldBend(moved - result, below, right[place] * h)
  );
}
