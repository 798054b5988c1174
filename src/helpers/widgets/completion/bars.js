// @ts-check
// The next token's bars: the likeliest ones, what a cut takes away, and all the others.

import { chances } from "../gpt.js";
import { html, unique } from "../figure.js";
import { WORDS, percent, sign } from "./words.js";

const SHOWN = 10; // tokens with a bar of their own

function line() {
  const [name, bar, number] = ["b", "i", "span"].map((tag) =>
    html(tag, { "aria-hidden": "true" }),
  );
  const words = html("span", { class: "tb-unseen" });
  const track = html("span", { class: "cp-way" }, bar);
  return { item: html("li", {}, name, track, number, words), name, bar, number, words };
}

/** What stands in a row: a token's bar, or that of all the others together. */
function fill(row, full, { name, words, part, before, cut, lit, number }) {
  row.name.textContent = name;
  row.words.textContent = words;
  row.number.textContent = number;
  const share = Math.min(1, (cut ? before : part) / full);
  row.bar.style.width = `${(100 * share).toFixed(2)}%`;
  row.item.classList.toggle("cp-cut", cut);
  row.item.classList.toggle("tb-lit", lit);
}

/** What the rows say of the likeliest tokens, and last of all the others together. */
function told(words, found, id) {
  const { shares, order, chances: drawn } = found;
  const best = order.slice(0, SHOWN);
  if (id >= 0 && !best.includes(id)) best[SHOWN - 1] = id;
  const rows = best.map((place) => {
    const [part, before] = [drawn[place], shares[place]];
    const cut = part === 0;
    const said = cut ? WORDS.gone(words[place], before) : WORDS.bar(words[place], part);
    const number = cut ? "cut" : percent(part);
    const name = sign(words[place]);
    return { name, words: said, part, before, cut, lit: place === id, number };
  });
  const rest = (values) => 1 - best.reduce((all, place) => all + values[place], 0);
  const part = Math.max(0, Math.round(1e9 * rest(drawn)) / 1e9);
  const [before, cut] = [Math.max(0, rest(shares)), part === 0];
  const name = WORDS.others(words.length - SHOWN);
  const number = cut ? "cut" : percent(part);
  const said = `${name}: ${number}`;
  return [...rows, { name, words: said, part, before, cut, lit: false, number }];
}

/** Bars that follow logits and cuts; `show(logits, cuts, id)` lights the drawn token. */
export function barsOf(words) {
  const title = html("p", { class: "tb-label cp-asked", id: unique("bars") });
  const lines = Array.from({ length: SHOWN + 1 }, line);
  const list = html(
    "ol",
    { class: "tb-bars cp-bars", "aria-labelledby": title.id },
    lines.map(({ item }) => item),
  );
  const note = html("p", { class: "tb-note cp-kept" });
  function show(logits, cuts, id = -1) {
    title.textContent = id < 0 ? WORDS.upcoming : WORDS.instead(words[id]);
    list.hidden = !logits;
    note.textContent = logits ? "" : WORDS.first;
    if (!logits) return;
    const found = chances(logits, cuts);
    const rows = told(words, found, id);
    const full =
      Math.max(...rows.slice(0, SHOWN).map(({ part }) => part)) > 0.5 ? 1 : 0.5;
    rows.forEach((row, i) => fill(lines[i], full, row));
    note.textContent = WORDS.kept(found.kept, words.length);
  }
  return { root: html("div", { class: "cp-panel" }, title, list, note), show };
}
