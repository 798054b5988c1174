// The workers on their circle, and the chunks that travel along it.

import { change, svg } from "../figure.js";
import { brought, half } from "./model.js";

const TALL = 36; // of a chunk's column
const each = (n, make) => Array.from({ length: n }, (_, i) => make(i));
const angle = (k, n) => (2 * Math.PI * k) / n - Math.PI / 2;

/** Where things are, in a room of some width. */
function plan(width, n) {
  const size = Math.min(width, 470);
  const cell = Math.min(24, Math.floor((size < 400 ? 78 : 112) / n));
  const [across, r] = [cell * n, (size - cell * n) / 2 - 3];
  const [x, y] = [width / 2, r + TALL / 2 + 21];
  const at = (turns) => {
    const a = angle(turns, n);
    return [x + r * Math.cos(a), y + r * Math.sin(a)];
  };
  return { n, width, cell, across, r, x, y, at, height: 2 * y };
}

/** A column that fills as more workers' numbers are in its sum. */
function column(p, names) {
  const inside = svg("rect", { class: "rg-in", x: 1, width: p.cell - 2 });
  const box = svg("rect", { class: "rg-box", width: p.cell - 1, height: TALL, rx: 2 });
  const node = svg("g", { class: names }, box, inside);
  const fill = (count, more = "") => {
    const high = (TALL * count) / p.n;
    change(inside, { y: TALL - high, height: high });
    change(node, { class: `${names} ${count === p.n ? "rg-full" : ""} ${more}` });
  };
  return { node, fill };
}

/** One worker: its columns, its number, and its sum of the chosen chunk. */
function place(p, k, choose) {
  const [x, y] = p.at(k);
  const [left, top] = [x - p.across / 2, y - TALL / 2];
  const columns = each(p.n, () => column(p, "rg-column"));
  columns.forEach(({ node }, c) =>
    change(node, { transform: `translate(${left + c * p.cell} ${top})` }),
  );
  const under = { class: "rg-name", x, y: top + TALL + 11 };
  const name = svg("text", under, `worker ${k + 1}`);
  const total = svg("text", { class: "rg-sum", x, y: top - 11 });
  const ground = { class: "rg-ground", x: left - 4, y: top - 3, rx: 5 };
  const node = svg(
    "g",
    {
      class: "rg-worker",
      onclick: (event) => {
        const box = node.ownerSVGElement.getBoundingClientRect();
        const c = Math.floor((event.clientX - box.left - left) / p.cell);
        choose(k, Math.max(0, Math.min(p.n - 1, c)));
      },
    },
    svg("rect", { ...ground, width: p.across + 7, height: TALL + 6 }),
    columns.map((one) => one.node),
    name,
    total,
  );
  return { node, columns, total };
}

/** The arrows between the workers. */
function arrows(p) {
  return each(p.n, (k) => {
    const [x, y] = p.at(k + 0.5);
    const turn = ((angle(k + 0.5, p.n) + Math.PI / 2) * 180) / Math.PI;
    const transform = `translate(${x} ${y}) rotate(${turn})`;
    return svg("path", { class: "rg-arrow", d: "M-4-5 6 0-4 5z", transform });
  });
}

/** What stands in the middle. */
function centre(p) {
  const lines = [-13, 12].map((down) =>
    svg("text", { class: "rg-centre", x: p.x, y: p.y + down }),
  );
  const update = (n, step) => {
    lines[0].textContent = half(n, step);
    lines[1].textContent = `step ${step} of ${2 * (n - 1)}`;
  };
  return { lines, update };
}

/** The whole circle; `choose` is told of the worker and the chunk that are pressed. */
export function circle(width, n, choose) {
  const p = plan(width, n);
  const places = each(n, (k) => place(p, k, choose));
  const chips = each(n, () => column(p, "rg-chip"));
  const middle = centre(p);
  const node = svg(
    "svg",
    { class: "rg-circle", role: "img", width, height: p.height },
    svg("circle", { class: "rg-way", cx: p.x, cy: p.y, r: p.r }),
    arrows(p),
    places.map((one) => one.node),
    chips.map((one) => one.node),
    middle.lines,
  );
  /** Show a step, of whose way a part has been gone. */
  function update({ moments, step, worker, chunk, gone }) {
    const { came } = moments[step];
    const { held } = moments[gone < 1 ? step - 1 : step];
    places.forEach(({ columns, total, node: group }, k) => {
      columns.forEach((one, c) => {
        const here = gone === 1 && came[k] === c ? "rg-came" : "";
        one.fill(held[k][c].length, `${here} ${c === chunk - 1 ? "rg-lit" : ""}`);
      });
      const sum = held[k][chunk - 1].reduce((s, m) => s + brought(m, chunk - 1), 0);
      total.textContent = `sum ${sum}`;
      group.classList.toggle("rg-chosen", k === worker - 1);
    });
    chips.forEach((chip, k) => travel(p, chip, { k, came, held, gone, chunk }));
    middle.update(n, step);
  }
  return { node, update };
}

/** A chunk between two workers: from the left-hand one of k to k. */
function travel(p, chip, { k, came, held, gone, chunk }) {
  change(chip.node, { visibility: gone < 1 ? "visible" : "hidden" });
  if (gone === 1) return;
  const [c, from] = [came[k], (k - 1 + p.n) % p.n];
  const [x, y] = p.at(k - 1 + gone);
  const left = x - p.across / 2 + c * p.cell;
  change(chip.node, { transform: `translate(${left} ${y - TALL / 2})` });
  chip.fill(held[from][c].length, c === chunk - 1 ? "rg-lit" : "");
}
