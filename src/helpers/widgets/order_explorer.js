// Order: a line among four figures, the rule that ends in weights or in two bags, and
// the four figures that no narrow window can sort.

import {
  change,
  choice,
  html,
  liveFigure,
  segments,
  slider,
  svg,
  timeline,
  written,
} from "./figure.js";
import { showChosen } from "./views.js";

// ---- figures, masks, questions ------------------------------------------------------

/** All figures on n points, as rows of 0s and 1s: 00, 01, 10, 11 … */
export function everyFigure(n) {
  return Array.from({ length: 2 ** n }, (_, row) =>
    Array.from({ length: n }, (_, i) => (row >> (n - 1 - i)) & 1),
  );
}

/** Every set of at most `order` of n points, the smaller sets first. */
export function masks(n, order) {
  let size = [[]];
  const all = [[]];
  for (let k = 1; k <= order; k += 1) {
    size = size.flatMap((set) =>
      Array.from({ length: n }, (_, i) => i)
        .filter((i) => i > (set.at(-1) ?? -1))
        .map((i) => [...set, i]),
    );
    all.push(...size);
  }
  return all;
}

/** What each mask sees of a figure: 1 when all its points are black. */
export function look(figure, sets) {
  return sets.map((set) => Number(set.every((i) => figure[i])));
}

const count = (figure) => figure.filter(Boolean).length;

const QUESTIONS = {
  all: (figure) => count(figure) === figure.length,
  majority: (figure) => 2 * count(figure) > figure.length,
  mirror: (figure) => figure.every((x, i) => x === figure.at(-1 - i)),
  parity: (figure) => count(figure) % 2 === 1,
};

/** Whether the figure deserves a yes. */
export function asked(question, figure) {
  return QUESTIONS[question](figure);
}

// ---- the rule -----------------------------------------------------------------------

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);

/**
 * The error-correction rule, pass after pass, until a pass is clean or until weights
 * return. `weights`, `right` and `corrected` have an entry for each pass; `bags` says
 * how often each figure was corrected since the weights were last the same, or null.
 */
export function learn(question, n, order) {
  const figures = everyFigure(n);
  const sets = masks(n, order);
  const seen = figures.map((figure) => look(figure, sets));
  const wanted = figures.map((figure) => asked(question, figure));
  let now = sets.map(() => 0);
  const totals = [figures.map(() => 0)];
  const weights = [now];
  const corrected = [[]];
  const met = new Map();
  const right = () => seen.filter((row, i) => dot(row, now) > 0 === wanted[i]).length;
  const rights = [right()];
  let from = null;
  while (rights.at(-1) < figures.length && from === null) {
    met.set(now.join(), totals.length - 1);
    const wrong = [];
    seen.forEach((row, i) => {
      if (dot(row, now) > 0 === wanted[i]) return;
      now = now.map((w, j) => (wanted[i] ? w + row[j] : w - row[j]));
      wrong.push(i);
    });
    totals.push(totals.at(-1).map((total, i) => total + Number(wrong.includes(i))));
    weights.push(now);
    corrected.push(wrong);
    rights.push(right());
    from = met.get(now.join()) ?? null;
  }
  const bags =
    from === null ? null : totals.at(-1).map((total, i) => total - totals[from][i]);
  return { figures, sets, seen, wanted, weights, corrected, right: rights, from, bags };
}

/** How often each mask counts in the bag of yes-figures, or of no-figures. */
export function counted({ seen, wanted, bags }, yes) {
  return seen[0].map((_, j) =>
    seen.reduce((sum, row, i) => sum + (wanted[i] === yes ? bags[i] * row[j] : 0), 0),
  );
}

// ---- the line -----------------------------------------------------------------------

const GOALS = {
  AND: ([a, b]) => Boolean(a && b),
  OR: ([a, b]) => Boolean(a || b),
  XOR: ([a, b]) => a !== b,
};

/** The weighted sum of a figure of two points, with a weight for the pair. */
export function sumOf([first, second, pair], [a, b]) {
  return first * a + second * b + pair * a * b;
}

/** Each of the four figures with its sum, the answer and what the goal asks. */
export function fourAnswers(goal, weights, theta) {
  return everyFigure(2).map((figure) => {
    const sum = sumOf(weights, figure);
    return { figure, sum, answer: sum > theta, wanted: GOALS[goal](figure) };
  });
}

/** The most figures that any setting of the sliders gets right. */
export function bestOfSliders(goal, withPair) {
  // Small weights first: what can be reached is then found soon.
  const steps = Array.from({ length: 13 }, (_, i) => (i % 2 ? i + 1 : -i) / 4);
  const pairs = withPair ? steps : [0];
  const figures = everyFigure(2);
  let best = 0;
  for (const a of steps)
    for (const b of steps)
      for (const pair of pairs)
        for (let theta = -3; theta <= 3; theta += 0.25) {
          const right = figures.filter(
            (figure) => sumOf([a, b, pair], figure) > theta === GOALS[goal](figure),
          ).length;
          best = Math.max(best, right);
          if (best === figures.length) return best;
        }
  return best;
}

/** Where in [low, high] the sum exceeds theta, on the line of one b: [from, to]. */
export function firingStretch([first, second, pair], theta, b, low, high) {
  const slope = first + pair * b;
  const rest = theta - second * b;
  if (slope === 0) return rest < 0 ? [low, high] : null;
  const edge = rest / slope;
  const [from, to] =
    slope > 0 ? [Math.max(low, edge), high] : [low, Math.min(high, edge)];
  return from < to ? [from, to] : null;
}

// ---- the four figures ---------------------------------------------------------------

export const COLUMNS = 9;
const NAMES = ["X01", "X10", "X00", "X11"];

/** Three strands; at each end the middle one is tied to the upper (0) or lower (1). */
export function strands(left, right) {
  return Array.from({ length: 5 }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => {
      if (row % 2 === 0) return 1;
      if (column === 0) return Number(row === 1 + 2 * left);
      return Number(column === COLUMNS - 1 && row === 1 + 2 * right);
    }),
  );
}

/** How many pieces a figure falls into; squares hang together by their sides. */
export function pieces(figure) {
  const left = new Set(
    figure.flatMap((row, r) => row.flatMap((x, c) => (x ? [`${r},${c}`] : []))),
  );
  let found = 0;
  while (left.size) {
    found += 1;
    const open = [[...left][0]];
    while (open.length) {
      const square = open.pop();
      if (!left.delete(square)) continue;
      const [r, c] = square.split(",").map(Number);
      open.push(`${r - 1},${c}`, `${r + 1},${c}`, `${r},${c - 1}`, `${r},${c + 1}`);
    }
  }
  return found;
}

const figureOf = (name) => strands(Number(name[1]), Number(name[2]));

const patch = (name, place, width) =>
  figureOf(name)
    .map((row) => row.slice(place, place + width).join(""))
    .join("/");

/** A letter for what the window shows of each figure: same letter, same picture. */
export function letters(place, width) {
  const known = [];
  return Object.fromEntries(
    NAMES.map((name) => {
      const shown = patch(name, place, width);
      if (!known.includes(shown)) known.push(shown);
      return [name, "ABCD"[known.indexOf(shown)]];
    }),
  );
}

/** Whether the two bags, connected and not, show the window the same pictures. */
export function alike(place, width) {
  const shown = letters(place, width);
  const bag = (a, b) => [shown[a], shown[b]].sort().join();
  return bag("X01", "X10") === bag("X00", "X11");
}

/** At how many of how many places the bags look alike. */
export function placesAlike(width) {
  const places = Array.from({ length: COLUMNS - width + 1 }, (_, place) => place);
  return [places.filter((place) => alike(place, width)).length, places.length];
}

export function problem({ order, points, reachable }) {
  if (order > points) {
    return `order must be at most points, which is ${points}, not ${order}.`;
  }
  const unknown = Object.keys(reachable).find((name) => !(name in QUESTIONS));
  return unknown === undefined
    ? null
    : `reachable must name questions of the figure, not ${unknown}.`;
}

// ---- how it looks -------------------------------------------------------------------

const ALL = [
  "view",
  "goal",
  "weights",
  "theta",
  "question",
  "points",
  "order",
  "passes",
  "reachable",
  "width",
  "place",
];

const runs = new Map();

/** The run of the rule for these settings, computed once. */
function runOf({ question, points, order }) {
  const key = `${question} ${points} ${order}`;
  if (!runs.has(key)) runs.set(key, learn(question, points, order));
  return runs.get(key);
}

/** A row of black and white squares. */
function strip(figure) {
  return html(
    "span",
    { class: "oe-figure", role: "img", "aria-label": figure.join("") },
    figure.map((x) => html("i", { class: x ? "oe-black" : null })),
  );
}

/** A table cell that says right or wrong by a sign, a colour and a word. */
function mark(good) {
  return html(
    "td",
    { class: good ? "tb-good" : "tb-bad" },
    html("span", { "aria-hidden": "true" }, good ? "✓" : "✗"),
    html("span", { class: "tb-unseen" }, good ? "right" : "wrong"),
  );
}

function table(caption, heads, rows, name) {
  return html(
    "div",
    { class: "oe-scroll", role: "region", "aria-label": caption },
    html(
      "table",
      { class: name },
      html("caption", { class: "tb-unseen" }, caption),
      html(
        "thead",
        {},
        html(
          "tr",
          {},
          heads.map((head) =>
            head ? html("th", { scope: "col" }, head) : html("td", {}),
          ),
        ),
      ),
      html("tbody", {}, rows),
    ),
  );
}

const cell = (content) => html("td", {}, content);

/** "ab" for the points 0 and 1; a dash for the mask of no points. */
function maskName(set) {
  return set.length ? set.map((i) => "abcd"[i]).join("") : "–";
}

// The first view.

function lineView(figure) {
  const rules = figure.get("_rules");
  const drawing = svg("svg", {
    class: "tb-drawing oe-plane",
    role: "img",
    "aria-label": "The four figures of two points, and where the sum exceeds θ",
  });
  const answers = html("div", {});
  const score = html("p", { class: "tb-row" });
  const bags = html("p", { class: "oe-verdict" });
  const weight = (i, label) =>
    slider(figure, {
      label,
      rule: rules.weights.of,
      watches: ["weights"],
      value: () => figure.get("weights")[i],
      choose: (value) =>
        figure.set({
          weights: figure.get("weights").map((old, j) => (j === i ? value : old)),
        }),
    });
  const root = html(
    "div",
    { class: "oe-view" },
    choice(figure, "goal", { label: "try to make" }),
    html(
      "div",
      { class: "oe-columns" },
      html("div", {}, html("div", {}, drawing), score),
      html(
        "div",
        {},
        html(
          "div",
          { class: "oe-knobs" },
          weight(0, "weight of a"),
          weight(1, "weight of b"),
          weight(2, "weight of the pair"),
        ),
        answers,
        bags,
      ),
    ),
  );

  const low = -0.5;
  const high = 1.5;
  let place = () => [0, 0];
  let paint = () => {};
  figure.fit(drawing.parentNode, (width) => {
    const side = Math.min(width, 340);
    const left = (width - side) / 2;
    const toX = (a) => left + ((a - low) / (high - low)) * side;
    const toY = (b) => ((high - b) / (high - low)) * side;
    place = (x, y) => [
      low + ((x - left) / side) * (high - low),
      high - (y / side) * (high - low),
    ];
    change(drawing, { viewBox: `0 0 ${width} ${side}`, height: side });
    const firing = svg("path", { class: "oe-yes" });
    const dots = everyFigure(2).map(([a, b]) => {
      const [x, y] = [toX(a), toY(b)];
      const label = svg("text", { x, y: y + 32, class: "tb-small" }, `${a}${b}`);
      const ring = svg("circle", { cx: x, cy: y, r: 20, class: "oe-wrong" });
      const spot = svg("circle", { cx: x, cy: y, r: 13, class: "oe-mark" });
      return { ring, node: svg("g", {}, ring, spot, label) };
    });
    drawing.replaceChildren(
      svg("rect", { x: left, y: 0, width: side, height: side, class: "oe-ground" }),
      firing,
      ...dots.map(({ node }) => node),
      svg("text", { x: left + side - 14, y: side - 12, class: "tb-small" }, "a →"),
      svg("text", { x: left + 16, y: 14, class: "tb-small" }, "b ↑"),
    );
    paint = ({ goal, weights, theta }) => {
      const rows = Array.from({ length: Math.floor(side / 2) }, (_, i) => 2 * i);
      const path = rows.map((y) => {
        const b = high - ((y + 1) / side) * (high - low);
        const stretch = firingStretch(weights, theta, b, low, high);
        if (!stretch) return "";
        const [from, to] = stretch.map((a) => toX(a).toFixed(1));
        return `M${from} ${y}H${to}V${y + 2}H${from}z`;
      });
      change(firing, { d: path.join("") });
      fourAnswers(goal, weights, theta).forEach(({ answer, wanted }, i) => {
        change(dots[i].node, { class: wanted ? "oe-wanted" : "oe-unwanted" });
        dots[i].ring.style.display = answer === wanted ? "none" : "";
      });
    };
    paint(figure.state());
  });

  const move = (event) => {
    const box = drawing.getBoundingClientRect();
    const figureAt = place(event.clientX - box.left, event.clientY - box.top);
    const sum = sumOf(figure.get("weights"), figureAt);
    const theta = Math.max(-3, Math.min(3, Math.round(sum * 4) / 4));
    if (theta !== figure.get("theta")) figure.set({ theta });
  };
  change(drawing, {
    onpointerdown: (event) => {
      drawing.setPointerCapture(event.pointerId);
      move(event);
    },
    onpointermove: (event) => {
      if (drawing.hasPointerCapture(event.pointerId)) move(event);
    },
  });

  function show(state) {
    const { goal, weights, theta } = state;
    paint(state);
    const rows = fourAnswers(goal, weights, theta);
    answers.replaceChildren(
      table(
        "The four figures",
        ["figure", "sum", "answer", goal, ""],
        rows.map(({ figure: f, sum, answer, wanted }) =>
          html(
            "tr",
            {},
            cell(strip(f)),
            cell(`${written(sum)} ${sum > theta ? ">" : "≤"} ${written(theta)}`),
            cell(answer ? "yes" : "no"),
            cell(wanted ? "yes" : "no"),
            mark(answer === wanted),
          ),
        ),
        "oe-tall",
      ),
    );
    const right = rows.filter((row) => row.answer === row.wanted).length;
    const withPair = weights[2] !== 0;
    const best = bestOfSliders(goal, withPair);
    score.replaceChildren(
      html(
        "span",
        { class: `tb-badge ${right === 4 ? "tb-good" : ""}` },
        `${right} of 4 right`,
      ),
      html("span", {}, `the most that order ${withPair ? 2 : 1} can do: ${best}`),
    );
    const [none, second, first, both] = rows.map(({ sum }) => sum);
    const pair = weights[2];
    bags.textContent =
      `Sums of 01 and 10: ${written(second)} + ${written(first)} = ` +
      `${written(second + first)}. Sums of 00 and 11: ${written(none)} + ` +
      `${written(both)} = ${written(none + both)}. ` +
      (withPair
        ? `They differ by the weight of the pair, ${written(pair)}.`
        : "Always equal without the pair; so XOR, which wants the first two above " +
          "θ and the others not, is out of reach.");
    return `${right} of 4 right. ${bags.textContent}`;
  }
  return { root, show };
}

// The second view.

function ruleView(figure) {
  const rules = figure.get("_rules");
  const figures = html("div", {});
  const weights = html("div", {});
  const score = html("p", { class: "tb-row" });
  const verdict = html("p", { class: "oe-verdict" });
  const pick = (name, label, options, change_) =>
    segments(figure, {
      label,
      watches: [name],
      options,
      value: () => figure.get(name),
      choose: (value) => figure.set({ ...change_(value), passes: 0 }),
    });
  const sizes = [2, 3, 4].map((n) => [n, String(n)]);
  const orders = pick(
    "order",
    "masks of at most … points",
    [1, 2, 3, 4].map((k) => [k, String(k)]),
    (order) => ({ order, points: Math.max(order, figure.get("points")) }),
  );
  const root = html(
    "div",
    { class: "oe-view" },
    html(
      "div",
      { class: "tb-row" },
      pick(
        "question",
        "question",
        rules.question.options.map((name) => [name, name]),
        (question) => ({ question }),
      ),
      pick("points", "points", sizes, (points) => ({
        points,
        order: Math.min(points, figure.get("order")),
      })),
      orders,
    ),
    verdict,
    score,
    html("div", { class: "oe-columns" }, figures, weights),
  );

  function show(state) {
    const run = runOf(state);
    const last = run.weights.length - 1;
    const at = Math.min(state.passes, last);
    const now = run.weights[at];
    const proven = at === last && run.bags;
    figures.replaceChildren(
      table(
        "Figures",
        ["figure", "wanted", "sum", "", proven ? "in bag" : "corrected"],
        run.figures.map((f, i) => {
          const sum = dot(run.seen[i], now);
          const wrong = run.corrected[at].includes(i);
          const times = proven && run.bags[i] ? `${run.bags[i]} ×` : "";
          return html(
            "tr",
            { class: !proven && wrong ? "oe-corrected" : null },
            cell(strip(f)),
            cell(run.wanted[i] ? "yes" : "no"),
            cell(`${written(sum)} ${sum > 0 ? "> 0" : "≤ 0"}`),
            mark(sum > 0 === run.wanted[i]),
            cell(proven ? times : wrong ? (run.wanted[i] ? "added" : "taken off") : ""),
          );
        }),
        "oe-tall",
      ),
    );
    const [yes, no] = proven ? [counted(run, true), counted(run, false)] : [];
    weights.replaceChildren(
      table(
        "Masks",
        ["mask", "weight", ...(proven ? ["in yes-bag", "in no-bag"] : [])],
        run.sets.map((set, j) =>
          html(
            "tr",
            {},
            cell(maskName(set)),
            cell(written(now[j])),
            ...(proven ? [cell(`${yes[j]} ×`), cell(`${no[j]} ×`)] : []),
          ),
        ),
        "oe-tall",
      ),
    );
    const best = Math.max(...run.right.slice(0, at + 1));
    const most = state.reachable[state.question]?.[state.points - 2]?.[state.order - 1];
    score.replaceChildren(
      html(
        "span",
        { class: `tb-badge ${run.right[at] === run.figures.length ? "tb-good" : ""}` },
        `${run.right[at]} of ${run.figures.length} right`,
      ),
      html(
        "span",
        {},
        `best so far ${best}` +
          (most === undefined ? "" : `; the most that any weights reach: ${most}`),
      ),
    );
    if (at < last) {
      verdict.textContent =
        at === 0
          ? "All weights are 0, and every sum too. Step: in each pass the rule adds " +
            "the row of a yes-figure it got wrong, and takes off that of a no-figure."
          : `Pass ${at}: ${run.corrected[at].length} corrections. ` +
            "Figures that were corrected are marked.";
    } else if (run.bags) {
      verdict.textContent =
        `Order ${state.order} is not enough. The weights are again those after pass ` +
        `${run.from}. The corrections since then are two bags, and every mask counts ` +
        "equally in both: no weights can put one above 0 and the other not.";
    } else {
      verdict.textContent =
        `Everything is right after pass ${at}: order ${state.order} is enough for ` +
        `${state.question} of ${state.points} points.`;
    }
    return `${score.textContent}. ${verdict.textContent}`;
  }
  return { root, show };
}

// The third view.

function windowsView(figure) {
  const rules = figure.get("_rules");
  const verdict = html("p", { class: "oe-verdict" });
  const four = NAMES.map((name) => {
    const drawing = svg("svg", { class: "tb-drawing", role: "img" });
    const shown = html("span", {});
    const found = pieces(figureOf(name));
    const words = found === 1 ? "one piece" : `${found} pieces`;
    change(drawing, { "aria-label": `${name}: three strands in ${words}` });
    const frame = svg("rect", { class: "oe-window" });
    const node = html(
      "div",
      {},
      html(
        "h4",
        { class: found === 1 ? "tb-good" : "tb-bad" },
        `X${name.slice(1)}: ${words}`,
      ),
      html("div", {}, drawing),
      html("p", {}, "the window shows picture ", shown),
    );
    return { name, drawing, frame, shown, node };
  });
  const width = slider(figure, {
    label: "window, in columns",
    rule: rules.width,
    watches: ["width"],
    value: () => figure.get("width"),
    choose: (value) =>
      figure.set({
        width: value,
        place: Math.min(figure.get("place"), COLUMNS - value),
      }),
  });
  const root = html(
    "div",
    { class: "oe-view" },
    width,
    html(
      "div",
      { class: "oe-four" },
      four.map(({ node }) => node),
    ),
    verdict,
  );
  const margin = 7; // of white paper around each figure
  let side = 0;
  function frames({ width: wide, place }) {
    const at = Math.min(place, COLUMNS - wide);
    for (const { frame } of four) {
      change(frame, {
        x: margin + at * side + 1.5,
        width: Math.max(0, wide * side - 3),
      });
    }
  }
  figure.fit(four[0].drawing.parentNode, (wide) => {
    side = Math.min(34, (wide - 2 * margin) / COLUMNS);
    const paper = { width: COLUMNS * side + 2 * margin, height: 5 * side + 2 * margin };
    for (const { name, drawing, frame } of four) {
      change(drawing, { viewBox: `0 0 ${wide} ${paper.height}`, height: paper.height });
      const pixels = figureOf(name).flatMap((row, r) =>
        row.map((x, c) =>
          svg("rect", {
            x: margin + c * side,
            y: margin + r * side,
            width: side,
            height: side,
            class: `oe-pixel ${x ? "oe-black" : ""}`,
          }),
        ),
      );
      change(frame, { y: 1.5, height: paper.height - 3 });
      drawing.replaceChildren(
        svg("rect", { ...paper, class: "oe-paper" }),
        ...pixels,
        frame,
      );
    }
    frames(figure.state());
  });

  function show(state) {
    const place = Math.min(state.place, COLUMNS - state.width);
    frames(state);
    const shown = letters(place, state.width);
    for (const part of four) {
      part.shown.replaceChildren(html("strong", {}, shown[part.name]));
    }
    const [same, all] = placesAlike(state.width);
    const bag = (a, b) => [shown[a], shown[b]].sort().join(" and ");
    verdict.textContent =
      `Here the connected figures show ${bag("X01", "X10")}, the others ` +
      `${bag("X00", "X11")}. The two bags look alike at ${same} of ${all} ` +
      `${all === 1 ? "place" : "places"}: ` +
      (same === all
        ? "any question about what the window shows gets the same total from both, " +
          "so no weights tell them apart."
        : "this window sees both ends, and is no longer a local look.");
    return verdict.textContent;
  }
  return { root, show };
}

function draw(figure) {
  const views = {
    line: lineView(figure),
    rule: ruleView(figure),
    windows: windowsView(figure),
  };
  const span = () => COLUMNS - figure.get("width");
  const times = {
    line: {
      last: () => 24,
      at: () => Math.round((figure.get("theta") + 3) * 4),
      move: (step) => figure.set({ theta: -3 + step / 4 }),
      say: (step) => `θ = ${written(-3 + step / 4)}`,
    },
    rule: {
      last: () => runOf(figure.state()).weights.length - 1,
      at: () => Math.min(figure.get("passes"), times.rule.last()),
      move: (passes) => figure.set({ passes }),
      say: (pass) => `pass ${pass} of ${times.rule.last()}`,
    },
    windows: {
      last: span,
      at: () => Math.min(figure.get("place"), span()),
      move: (place) => figure.set({ place }),
      say: (place) => `place ${place + 1} of ${span() + 1}`,
    },
  };
  const time = () => times[figure.get("view")];
  const names = {
    line: ["a line", "a line over XOR"],
    rule: ["the rule", "the rule and two bags"],
    windows: ["windows", "windows on connectedness"],
  };
  figure.root.append(
    html(
      "div",
      { class: "tb-head" },
      figure.title,
      choice(figure, "view", {
        label: "view",
        quiet: true,
        options: Object.entries(names).map(([view, words]) => [view, ...words]),
      }),
    ),
    ...Object.values(views).map(({ root }) => root),
    timeline(figure, {
      label: "threshold, pass or place",
      watches: ALL,
      last: () => time().last(),
      at: () => time().at(),
      move: (to) => time().move(to),
      say: (at) => time().say(at),
      pace: 500,
    }),
  );
  showChosen(figure, views, ALL);
}

export default liveFigure({ title: "The order explorer", draw, problem });
