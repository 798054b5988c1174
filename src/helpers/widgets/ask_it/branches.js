// @ts-check
// The tree of a model's answers: a branch is as thick as it is probable.

import { change, html, svg } from "../figure.js";

const [HIGH, MOST, ENDS] = [112, 4, 92];

/** What goes through each beginning of the answers. */
function beginnings(answers) {
  const through = new Map();
  for (const { said, share } of answers)
    for (let end = 0; end <= said.length; end += 1) {
      const begin = said.slice(0, end);
      through.set(begin, (through.get(begin) ?? 0) + share);
    }
  return through;
}

/** Whether a branch leads to the right answer, to the one without carries, or to both. */
function kind(begin, { right, lost }) {
  if (right.startsWith(begin)) return "ak-right";
  return lost.startsWith(begin) ? "ak-lost" : "ak-other";
}

/** The tree; `show` takes the answers and the two that matter. */
export function branches(figure) {
  const root = svg("svg", { class: "tb-drawing", height: HIGH, "aria-hidden": "true" });
  const node = html("div", { class: "ak-tree" }, root);
  let now = null;
  const draw = () => {
    const width = Math.floor(node.clientWidth);
    if (now && width) paint(root, width, now);
  };
  figure.fit(node, draw);
  return {
    node,
    show(answers, ends) {
      now = { answers: answers.slice(0, MOST), ends };
      draw();
    },
  };
}

/** Where each beginning stands. */
function placesOf(shown, width) {
  const leaves = shown.map(({ said }) => said).sort();
  const high = HIGH / leaves.length;
  const lines = new Map(leaves.map((leaf, k) => [leaf, high * (k + 0.5)]));
  const step = (width - ENDS - 12) / 3;
  return (begin) => {
    const below = leaves.filter((leaf) => leaf.startsWith(begin));
    const y = below.reduce((sum, leaf) => sum + lines.get(leaf), 0) / below.length;
    return [8 + step * begin.length, y];
  };
}

function paint(root, width, { answers, ends }) {
  const through = beginnings(answers);
  const place = placesOf(answers, width);
  const begins = [...through.keys()].filter(Boolean);
  change(root, { viewBox: `0 0 ${width} ${HIGH}` });
  const ways = begins.map((begin) => {
    const [[x1, y1], [x2, y2]] = [place(begin.slice(0, -1)), place(begin)];
    const middle = (x1 + x2) / 2;
    return svg("path", {
      d: `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`,
      class: `ak-way ${kind(begin, ends)}`,
      "stroke-width": Math.max(1.2, 18 * through.get(begin)).toFixed(1),
    });
  });
  const knots = begins.map((begin) => {
    const [x, y] = place(begin);
    return svg(
      "g",
      {},
      svg("circle", { cx: x, cy: y, r: 10, class: "ak-knot" }),
      svg("text", { x, y: y + 1 }, begin.at(-1)),
    );
  });
  const said = answers.map(({ said: leaf, share }) => {
    const [x, y] = place(leaf);
    const words = `${leaf}  ${share.toFixed(2)}`;
    return svg("text", { x: x + 16, y, class: `ak-end ${kind(leaf, ends)}` }, words);
  });
  root.replaceChildren(...ways, ...knots, ...said);
}
