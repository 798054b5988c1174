// One threshold unit: its lines, its threshold, its truth table, and what a goal asks.

import {
  change,
  choice,
  connection,
  html,
  knob,
  listed,
  liveFigure,
  pressable,
  rove,
  segments,
  slider,
  subscript,
  svg,
  timeline,
  written,
} from "./figure.js";
import { fires, firesWeighted, weightedSum } from "./units.js";

export { fires, firesWeighted } from "./units.js";

const SYNAPSES = { none: 0, excite: 1, "excite twice": 2, inhibit: 0 };

// ---- what the unit computes -------------------------------------------------------

/** All inputs of a size: 00, 01, 10, 11 … */
export function allInputs(size) {
  return Array.from({ length: 2 ** size }, (_, row) =>
    Array.from({ length: size }, (_, i) => (row >> (size - 1 - i)) & 1),
  );
}

/** What the unit does with these inputs, and the numbers that led there. */
export function respond({ form, lines, threshold, weights, theta }, inputs) {
  if (form === "weights") {
    return {
      inputs,
      bound: theta,
      vetoes: [],
      terms: inputs.map((x, i) => (x ? weights[i] : 0)),
      total: weightedSum(inputs, weights),
      output: firesWeighted(inputs, weights, theta),
    };
  }
  const excitatory = lines.flatMap((line, i) => Array(SYNAPSES[line]).fill(inputs[i]));
  const vetoers = lines.flatMap((line, i) => (line === "inhibit" ? [i] : []));
  const terms = lines.flatMap((line, i) =>
    SYNAPSES[line] ? [SYNAPSES[line] * inputs[i]] : [],
  );
  return {
    inputs,
    bound: threshold,
    terms,
    vetoes: vetoers.filter((i) => inputs[i]),
    total: terms.reduce((sum, term) => sum + term, 0),
    output: fires(
      excitatory,
      vetoers.map((i) => inputs[i]),
      threshold,
    ),
  };
}

/** One response for each possible input. */
export function truthTable(state) {
  return allInputs(state.lines.length).map((inputs) => respond(state, inputs));
}

const GOALS = {
  AND: (inputs) => inputs.every(Boolean),
  OR: (inputs) => inputs.some(Boolean),
  "AND-NOT": ([first, ...others]) => Boolean(first) && !others.some(Boolean),
  XOR: (inputs) => inputs.filter(Boolean).length % 2 === 1,
};

/** What a goal asks for at these inputs: 1 or 0, or null without a goal. */
export function asked(goal, inputs) {
  return goal === "none" ? null : Number(GOALS[goal](inputs));
}

/** The usual name of the function with these outputs, or null. */
export function nameOf(outputs, size) {
  const x = (i) => subscript("x", i + 1);
  const indices = [...Array(size).keys()];
  const known = [
    ["never fires", () => false],
    ["always fires", () => true],
    ...indices.map((i) => [`a copy of ${x(i)}`, (inputs) => inputs[i]]),
    ...indices.map((i) => [`NOT ${x(i)}`, (inputs) => !inputs[i]]),
    ["AND", GOALS.AND],
    ["OR", GOALS.OR],
    ["NAND", (inputs) => !GOALS.AND(inputs)],
    ["NOR", (inputs) => !GOALS.OR(inputs)],
    ...(size === 3
      ? [["majority", (inputs) => inputs.filter(Boolean).length >= 2]]
      : []),
    ...indices.flatMap((i) =>
      indices
        .filter((j) => j !== i)
        .flatMap((j) => [
          [`AND-NOT: ${x(i)} and not ${x(j)}`, (inputs) => inputs[i] && !inputs[j]],
          [`${x(i)} or not ${x(j)}`, (inputs) => inputs[i] || !inputs[j]],
          ...(i < j
            ? [
                [`${x(i)} AND ${x(j)}`, (inputs) => inputs[i] && inputs[j]],
                [`${x(i)} OR ${x(j)}`, (inputs) => inputs[i] || inputs[j]],
              ]
            : []),
        ]),
    ),
  ];
  const rows = allInputs(size);
  const found = known.find(([, rule]) =>
    rows.every((inputs, row) => Boolean(rule(inputs)) === Boolean(outputs[row])),
  );
  return found ? found[0] : null;
}

/** "1 + 1 = 2", or "0" when there is nothing to add. */
export function addition(terms, total) {
  if (terms.length < 2) return written(total);
  const rest = terms
    .slice(1)
    .map((term) => (term < 0 ? `− ${written(-term)}` : `+ ${written(term)}`));
  return `${written(terms[0])} ${rest.join(" ")} = ${written(total)}`;
}

/** What a goal demands of the numbers, row by row, with the numbers of now. */
export function demands(state) {
  const { form, lines, goal } = state;
  const letter = form === "weights" ? "w" : "s";
  const size = lines.length;
  const rows = [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ].map((pair) => [...pair, ...Array(size - 2).fill(0)]);
  return rows.map((inputs) => {
    const { terms, total, bound, vetoes, output } = respond(state, inputs);
    const want = asked(goal, inputs);
    const sign = want ? "≥" : "<";
    const symbols = inputs.flatMap((x, i) => (x ? [subscript(letter, i + 1)] : []));
    const used = terms.filter((term) => term !== 0);
    return {
      inputs,
      want,
      holds: output === want,
      asks: `${symbols.join(" + ") || "0"} ${sign} θ`,
      now: vetoes.length
        ? `${listed(vetoes.map((i) => subscript("x", i + 1)))} vetoes`
        : `${addition(used, total)} ${total >= bound ? "≥" : "<"} ${written(bound)}`,
    };
  });
}

/** Where the output came from, in a sentence. */
export function because(state) {
  const { form, lines, inputs } = state;
  const { terms, total, bound, vetoes, output } = respond(state, inputs);
  if (vetoes.length) {
    const who = listed(vetoes.map((i) => subscript("x", i + 1)));
    return (
      `${who} inhibits and is on: a veto. The count of ${total} does not matter; ` +
      "the unit is silent."
    );
  }
  const sum = addition(terms, total);
  const compared = `That ${output ? "reaches" : "stays below"} `;
  const end = output ? "the unit fires." : "the unit is silent.";
  if (form === "weights") {
    return (
      `Weights of the inputs that are on: ${sum}. ${compared}θ = ${written(bound)}: ` +
      end
    );
  }
  const vetoers = lines.includes("inhibit") ? " Nobody vetoes." : "";
  return (
    `Excited synapses: ${sum}.${vetoers} ` + `${compared}the threshold ${bound}: ${end}`
  );
}

export function problem({ lines, weights, inputs }) {
  for (const [name, list] of [
    ["weights", weights],
    ["inputs", inputs],
  ]) {
    if (list.length !== lines.length) {
      return (
        `${name} must have ${lines.length} entries, one for each of the lines, ` +
        `not ${list.length}.`
      );
    }
  }
  return null;
}

// ---- how it looks -----------------------------------------------------------------

const ALL = ["form", "lines", "threshold", "weights", "theta", "inputs", "goal"];

function withEntry(list, i, value) {
  return list.map((old, j) => (j === i ? value : old));
}

function flip(figure, i) {
  const inputs = figure.get("inputs");
  figure.set({ inputs: withEntry(inputs, i, inputs[i] ? 0 : 1) });
}

/** The unit as a picture; returns a function that brings it up to date. */
function picture(figure, svgNode, width) {
  const size = figure.get("lines").length;
  const gap = size === 2 ? 116 : 92;
  const height = gap * (size - 1) + 108;
  const middle = height / 2;
  const [inX, bodyX, outX, radius] = [32, width * 0.57, width - 30, 46];
  const inY = (i) => middle + (i - (size - 1) / 2) * gap;
  change(svgNode, { viewBox: `0 0 ${width} ${height}`, height });

  const wires = svg("g", {});
  const inputs = Array.from({ length: size }, (_, i) => {
    const value = svg("text", { x: inX, y: inY(i), class: "tb-inside" });
    return {
      value,
      node: pressable(
        svg(
          "g",
          {},
          svg("circle", { cx: inX, cy: inY(i), r: 22, class: "tb-cell-body" }),
          value,
        ),
        () => flip(figure, i),
      ),
      symbol: svg(
        "text",
        { x: inX, y: inY(i) + 36, class: "tb-symbol" },
        subscript("x", i + 1),
      ),
    };
  });
  const total = svg("text", { x: bodyX, y: middle, class: "tb-inside tb-total" });
  const meaning = svg("text", { x: bodyX, y: middle + radius + 18, class: "tb-small" });
  const theta = svg("text", { x: bodyX, y: middle - radius - 16, class: "tb-symbol" });
  const body = svg(
    "g",
    {},
    svg("circle", { cx: bodyX, cy: middle, r: radius, class: "tb-cell-body" }),
    total,
  );
  const result = svg("text", { x: outX, y: middle, class: "tb-inside" });
  const verdict = svg("text", { x: outX - 4, y: middle + 36, class: "tb-small" });
  const out = svg(
    "g",
    {},
    svg("circle", { cx: outX, cy: middle, r: 22, class: "tb-cell-body" }),
    result,
  );
  const axon = connection([bodyX + radius, middle], [outX - 22, middle], {});
  svgNode.replaceChildren(
    wires,
    axon,
    body,
    theta,
    meaning,
    out,
    verdict,
    ...inputs.flatMap(({ node, symbol }) => [node, symbol]),
  );

  function wire(state, i) {
    const on = state.inputs[i];
    const weighted = state.form === "weights";
    const line = state.lines[i];
    const weight = state.weights[i];
    const from = [inX + 24, inY(i)];
    const turn = Math.atan2(middle - inY(i), bodyX - inX);
    const end = (shift) => [
      bodyX - radius * Math.cos(turn + shift),
      middle - radius * Math.sin(turn + shift),
    ];
    const label = (words, meant) =>
      svg(
        "text",
        {
          x: (from[0] + end(0)[0]) / 2 + (inY(i) === middle ? 0 : 8),
          y: (from[1] + end(0)[1]) / 2 + (inY(i) > middle ? 22 : -20),
          class: `tb-carried ${on ? meant : "tb-small"}`,
        },
        words,
      );
    if (weighted ? weight === 0 : line === "none") {
      return [svg("path", { d: `M${from}L${end(0)}`, class: "tb-absent" })];
    }
    const inhibits = weighted ? weight < 0 : line === "inhibit";
    const meant = inhibits ? "tb-bad" : "tb-plus";
    const shifts = !weighted && line === "excite twice" ? [-0.16, 0.16] : [0];
    const strands = shifts.map((shift) => {
      const style = weighted
        ? { width: 1 + 1.6 * Math.abs(weight) }
        : { inhibits, width: 2.2 };
      const strand = connection([from[0], from[1] - 40 * shift], end(shift), style);
      strand.classList.toggle("tb-on", Boolean(on));
      if (inhibits) strand.classList.replace("tb-excites", "tb-inhibits");
      return strand;
    });
    if (weighted) {
      return [...strands, label(`${on} × ${written(weight)}`, meant)];
    }
    if (inhibits) return [...strands, label(on ? "veto" : "no veto", meant)];
    return [...strands, label(`${on} × ${SYNAPSES[line]}`, meant)];
  }

  return (state) => {
    const { total: sum, bound, vetoes, output } = respond(state, state.inputs);
    const weighted = state.form === "weights";
    wires.replaceChildren(...state.lines.flatMap((_, i) => wire(state, i)));
    inputs.forEach(({ value, node }, i) => {
      value.textContent = state.inputs[i];
      node.classList.toggle("tb-on", Boolean(state.inputs[i]));
      change(node, {
        "aria-pressed": state.inputs[i] ? "true" : "false",
        "aria-label": `input ${subscript("x", i + 1)}: ${state.inputs[i]}`,
      });
    });
    total.textContent = vetoes.length
      ? "veto"
      : `${written(sum)} ${sum >= bound ? "≥" : "<"} ${written(bound)}`;
    total.classList.toggle("tb-bad", vetoes.length > 0);
    meaning.textContent = vetoes.length
      ? "the count is void"
      : `${weighted ? "sum" : "count"} ${sum >= bound ? "≥" : "<"} θ`;
    theta.textContent = `θ = ${written(bound)}`;
    result.textContent = output;
    verdict.textContent = output ? "fires" : "silent";
    for (const part of [body, out, axon])
      part.classList.toggle("tb-on", Boolean(output));
    change(svgNode, { "aria-label": "The unit and its lines" });
  };
}

function drawTable(figure, host) {
  let shape = "";
  let rows = [];

  function rebuild({ lines, goal }) {
    const size = lines.length;
    const heads = [
      ...Array.from({ length: size }, (_, i) => subscript("x", i + 1)),
      figure.get("form") === "weights" ? "weighted sum" : "count",
      "output",
      ...(goal === "none" ? [] : [goal]),
    ];
    rows = allInputs(size).map((inputs) => {
      const cells = Array.from({ length: heads.length - size }, () => html("td", {}));
      const pick = html("button", {
        type: "button",
        class: "tb-pick",
        "data-cell": true,
        "aria-label": inputs
          .map((x, i) => `${subscript("x", i + 1)} = ${x}`)
          .join(", "),
      });
      const node = html(
        "tr",
        { "data-row": true, onclick: () => figure.set({ inputs }) },
        inputs.map((x, i) =>
          html(
            "td",
            { class: "tb-bit" },
            i === 0 ? pick : null,
            html("span", { class: x ? "tb-bit-on" : null }, String(x)),
          ),
        ),
        cells,
      );
      return { inputs, node, pick, cells };
    });
    host.replaceChildren(
      rove(
        html(
          "table",
          { class: "tb-truth" },
          html("caption", { class: "tb-unseen" }, "Truth table; a row sets the inputs"),
          html(
            "thead",
            {},
            html(
              "tr",
              {},
              heads.map((head) => html("th", { scope: "col" }, head)),
            ),
          ),
          html(
            "tbody",
            {},
            rows.map(({ node }) => node),
          ),
        ),
      ),
    );
  }

  return (state) => {
    const wanted = [state.lines.length, state.goal, state.form].join();
    if (wanted !== shape) {
      shape = wanted;
      rebuild(state);
    }
    rows.forEach(({ inputs, node, pick, cells }) => {
      const [count, output, goal] = cells;
      const { terms, total, bound, vetoes, output: value } = respond(state, inputs);
      const current = inputs.join() === state.inputs.map(Number).join();
      node.classList.toggle("tb-current", current);
      pick.setAttribute("aria-pressed", current);
      count.replaceChildren(
        vetoes.length
          ? html(
              "span",
              { class: "tb-bad" },
              `veto by ${listed(vetoes.map((i) => subscript("x", i + 1)))}`,
            )
          : `${addition(terms, total)} ${total >= bound ? "≥" : "<"} ${written(bound)}`,
      );
      output.replaceChildren(
        html("span", { class: `tb-bulb ${value ? "tb-lit" : ""}` }, String(value)),
      );
      if (!goal) return;
      const want = asked(state.goal, inputs);
      const verdict = mark(want === value, "as asked", "wrong");
      verdict.prepend(`${want} `);
      goal.replaceWith(verdict);
      cells[2] = verdict;
    });
  };
}

/** A table cell that says yes or no by a sign, a colour and a word for listeners. */
function mark(good, yes, no) {
  return html(
    "td",
    { class: good ? "tb-good" : "tb-bad" },
    html("span", { "aria-hidden": "true" }, good ? "✓" : "✗"),
    html("span", { class: "tb-unseen" }, good ? yes : no),
  );
}

const IMPOSSIBLE = {
  weights:
    "Lines two and three together: w₁ + w₂ ≥ 2θ. Line one makes θ positive, so 2θ " +
    "is more than θ, and w₁ + w₂ > θ. Line four asks for the opposite. No numbers " +
    "do all four; at least one row is always wrong.",
  1943:
    "Lines two and three together: s₁ + s₂ ≥ 2θ, more than θ, since θ is at least " +
    "1. Line four asks for s₁ + s₂ < θ, or a veto; but a line that vetoes cannot " +
    "fire the unit alone. Nothing does all four; at least one row is always wrong.",
};

function drawDemands(host, state) {
  const { goal, form } = state;
  host.hidden = goal === "none";
  if (host.hidden) return;
  const what = form === "weights" ? "the weights" : "the numbers of synapses s";
  const others = state.lines.length > 2 ? ", with x₃ off" : "";
  host.replaceChildren(
    html("p", { class: "tb-label" }, `What ${goal} asks of ${what} and of θ${others}`),
    html(
      "table",
      { class: "tb-demands" },
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          ["inputs", "asks", "now", ""].map((head) =>
            head ? html("th", { scope: "col" }, head) : html("td", {}),
          ),
        ),
      ),
      html(
        "tbody",
        {},
        demands(state).map(({ inputs, asks, now, holds }) =>
          html(
            "tr",
            {},
            html("td", {}, inputs.join(" ")),
            html("td", {}, asks),
            html("td", {}, now),
            mark(holds, "holds", "fails"),
          ),
        ),
      ),
    ),
    ...(goal === "XOR" ? [html("p", { class: "tb-argument" }, IMPOSSIBLE[form])] : []),
  );
}

function lineControls(figure, i) {
  const name = subscript("x", i + 1);
  const rule = (key) => figure.get("_rules")[key];
  const choose = (key) => (value) =>
    figure.set({ [key]: withEntry(figure.get(key), i, value) });
  const kind = segments(figure, {
    label: `line ${name}`,
    watches: ["lines"],
    options: [
      ["none", "none"],
      ["excite", "excites"],
      ["excite twice", "×2", "excites through two synapses"],
      ["inhibit", "inhibits"],
    ],
    value: () => figure.get("lines")[i],
    choose: choose("lines"),
  });
  const weight = slider(figure, {
    label: `weight ${subscript("w", i + 1)}`,
    rule: rule("weights").of,
    watches: ["weights"],
    value: () => figure.get("weights")[i],
    choose: choose("weights"),
  });
  return { kind, weight };
}

function draw(figure) {
  const size = figure.get("lines").length;
  const rules = figure.get("_rules");
  const unit = svg("svg", { class: "tb-drawing", role: "group" });
  const why = html("p", { class: "tb-why" });
  const badge = html("span", { class: "tb-badge" });
  const score = html("span", { class: "tb-score" });
  const table = html("div", { class: "tb-scroll" });
  const asks = html("div", { class: "tb-asks" });
  const lines = Array.from({ length: size }, (_, i) => lineControls(figure, i));
  const threshold = knob(figure, "threshold", "threshold θ");
  const theta = knob(figure, "theta", "threshold θ");
  const form = choice(figure, "form", {
    label: "form",
    quiet: true,
    options: [
      ["1943", "1943: veto"],
      ["weights", "later: weights"],
    ],
  });
  const goal = choice(figure, "goal", {
    label: "try to make",
    options: rules.goal.options.map((name) => [
      name,
      name === "none" ? "anything" : name,
    ]),
  });
  const steps = timeline(figure, {
    label: "row of the table",
    watches: ["inputs"],
    last: () => 2 ** size - 1,
    at: () => parseInt(figure.get("inputs").map(Number).join(""), 2),
    move: (row) => figure.set({ inputs: allInputs(size)[row] }),
    say: (row) => `row ${row + 1} of ${2 ** size}`,
  });

  figure.root.append(
    html("div", { class: "tb-head" }, figure.title, form),
    html(
      "div",
      { class: "tb-two" },
      html(
        "div",
        { class: "tb-unit" },
        html("div", {}, unit),
        why,
        html(
          "div",
          { class: "tb-knobs" },
          lines.flatMap(({ kind, weight }) => [kind, weight]),
          threshold,
          theta,
        ),
      ),
      html(
        "div",
        { class: "tb-outcome" },
        goal,
        table,
        html("p", { class: "tb-row" }, badge, score),
        asks,
      ),
    ),
    steps,
  );

  let update = () => {};
  figure.fit(unit.parentNode, (width) => {
    update = picture(figure, unit, width);
    update(figure.state());
  });
  const fill = drawTable(figure, table);
  let first = true;
  figure.watch(ALL, () => {
    const state = figure.state();
    const weighted = state.form === "weights";
    if (state.lines.length !== size) {
      figure.redraw();
      return;
    }
    update(state);
    fill(state);
    drawDemands(asks, state);
    lines.forEach(({ kind, weight }) => {
      kind.hidden = weighted;
      weight.hidden = !weighted;
    });
    threshold.hidden = weighted;
    theta.hidden = !weighted;
    why.textContent = because(state);
    const rows = truthTable(state);
    const name = nameOf(
      rows.map(({ output }) => output),
      size,
    );
    const right = rows.filter(
      ({ inputs, output }) => asked(state.goal, inputs) === output,
    ).length;
    badge.textContent = name ?? "no common name";
    badge.classList.toggle("tb-good", right === rows.length);
    score.textContent =
      state.goal === "none"
        ? ""
        : `${right} of ${rows.length} rows as ${state.goal} asks`;
    if (!first) figure.announce(`${why.textContent} The table: ${badge.textContent}.`);
    first = false;
  });
}

export default liveFigure({ title: "A threshold unit", draw, problem });
