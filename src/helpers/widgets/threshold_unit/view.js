// One threshold unit: its lines, its threshold, its truth table, and what a goal asks.

import {
  button,
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
  written,
} from "../figure.js";
import {
  SYNAPSES,
  addition,
  allInputs,
  asked,
  because,
  demands,
  nameOf,
  problem,
  respond,
  truthTable,
} from "./model.js";
import { plane } from "./plane.js";

// ---- how it looks -----------------------------------------------------------------

const INVITE =
  "Press an input to switch it, a row to see it. A dot excites, an orange ring forbids; " +
  "amber fires.";

const ALL = ["form", "lines", "threshold", "weights", "theta", "inputs", "goal"];

function withEntry(list, i, value) {
  return list.map((old, j) => (j === i ? value : old));
}

/** A fibre of 1943: it parts into so many dots that excite, or ends in one ring. */
function fibre([x, y], [cx, cy], radius, { count, inhibits, on }) {
  const turn = Math.atan2(cy - y, cx - x);
  const around = (far, aside = 0) => [
    cx - far * Math.cos(turn + aside),
    cy - far * Math.sin(turn + aside),
  ];
  const fork = around(radius + 20);
  const ends = count === 2 ? [-0.17, 0.17] : [0];
  const parted = ends.map((aside) => {
    const [ex, ey] = around(radius + (inhibits ? 6 : 5), aside);
    return [
      svg("path", { class: "tu-line", d: `M${fork}L${ex} ${ey}` }),
      svg("circle", { cx: ex, cy: ey, r: inhibits ? 5.5 : 4.6, class: "tu-end" }),
    ];
  });
  const names = `tu-fibre${inhibits ? " tu-vetoes" : ""}${on ? " tb-on" : ""}`;
  const way = svg("path", { class: "tu-line", d: `M${x} ${y}L${fork}` });
  return svg("g", { class: names }, way, parted.flat());
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
  const axon = connection([bodyX + radius, middle], [outX - 22, middle], {
    width: 1.6,
  });
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
    if (weighted) {
      const strand = connection(from, end(0), { width: 1 + 1.6 * Math.abs(weight) });
      strand.classList.add("tu-weight");
      strand.classList.toggle("tb-on", Boolean(on));
      if (inhibits) strand.classList.replace("tb-excites", "tb-inhibits");
      return [strand, label(`${on} × ${written(weight)}`, meant)];
    }
    const count = SYNAPSES[line];
    const strand = fibre(from, [bodyX, middle], radius, { count, inhibits, on });
    if (inhibits) return [strand, label(on ? "veto" : "no veto", meant)];
    return [strand, label(`counts ${on * count}`, meant)];
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

/** What the goal asks, and for XOR why it cannot be had, for those who open it. */
function argument(goal, form, open, demanded) {
  const impossible = goal === "XOR";
  const question = impossible
    ? "Why is there always a row that is wrong?"
    : `What does ${goal} ask of the unit?`;
  return html(
    "details",
    { open },
    html("summary", {}, question),
    demanded,
    impossible ? html("p", { class: "tb-argument" }, IMPOSSIBLE[form]) : null,
  );
}

/** One demand of the goal: the inputs, what it asks, and what is so now. */
function demand({ inputs, asks, now, holds }) {
  const cells = [inputs.join(" "), asks, now].map((words) => html("td", {}, words));
  return html("tr", {}, cells, mark(holds, "holds", "fails"));
}

function drawDemands(host, state) {
  const { goal, form } = state;
  host.hidden = goal === "none";
  if (host.hidden) return;
  const what = form === "weights" ? "the weights" : "the numbers of synapses s";
  const others = state.lines.length > 2 ? ", with x₃ off" : "";
  const open = host.querySelector("details")?.open ?? false;
  const heads = ["inputs", "asks", "now"].map((head) =>
    html("th", { scope: "col" }, head),
  );
  const head = html("thead", {}, html("tr", {}, heads, html("td", {})));
  const body = html("tbody", {}, demands(state).map(demand));
  const demanded = [
    html("p", { class: "tb-label" }, `What ${goal} asks of ${what} and of θ${others}`),
    html("table", { class: "tb-demands" }, head, body),
  ];
  host.replaceChildren(argument(goal, form, open, demanded));
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
  figure.root.classList.add("tu-figure");
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
  const square = plane(size);
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
  const reset = button("Reset", () => figure.reset({}), "reset");

  figure.root.append(
    html("div", { class: "tb-head" }, figure.title, form),
    html("p", { class: "tu-invite" }, INVITE),
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
        html(
          "div",
          { class: "tu-said" },
          square.node,
          html("p", { class: "tu-verdict" }, badge, score, reset),
        ),
        asks,
      ),
    ),
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
    square.update(state);
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

export default liveFigure({ title: "A threshold unit", draw, problem, stage: true });
