// @ts-check
// A sum is typed, and four models answer side by side.

import { button, choice, html, knob, liveFigure } from "../figure.js";
import { chips } from "../parts.js";
import { branches } from "./branches.js";
import { asked, atLeastOne, both, loaded, merged, tree } from "./model.js";
import { chance, summary, verdict, WORDS } from "./words.js";

const NAMES = Object.keys(WORDS.names);
const SETTINGS = ["a", "b", "draws", "temperature"];

/** All four networks: the base, and the base with each of the narrow maps. */
async function fetched(figure) {
  const parts = await Promise.all(NAMES.map((name) => figure.entry("nets", name)));
  const base = loaded(parts[0]);
  return Object.fromEntries(
    NAMES.map((name, k) => [name, k ? merged(base, parts[k]) : base]),
  );
}

/** The place of one model: its name, its tree, what it says, and a bar. */
function panelOf(figure, name) {
  const [title, what] = WORDS.names[name];
  const picture = branches(figure);
  const [says, words] = [
    html("p", { class: "ak-says" }),
    html("p", { class: "tb-note" }),
  ];
  const bar = html("i", {});
  const track = html("span", { class: "ak-track", "aria-hidden": "true" }, bar);
  const head = html("p", { class: "ak-name" }, html("b", {}, title), ` ${what}`);
  return {
    node: html("div", { class: "ak-panel" }, head, picture.node, says, track, words),
    show(net, { a, b, draws, temperature }) {
      const ends = both(a, b);
      const { answers, greedy } = tree(net, a, b, temperature);
      const share = atLeastOne(answers, ends.right, Number(draws));
      picture.show(answers, ends);
      says.textContent = verdict(greedy, ends);
      says.classList.toggle("tb-good", greedy === ends.right);
      says.classList.toggle("tb-bad", greedy !== ends.right);
      bar.style.width = `${(100 * share).toFixed(1)}%`;
      words.textContent = chance(share, Number(draws));
      return { name: title, greedy, share };
    },
  };
}

/** A field for one of the two numbers. */
function fieldOf(figure, name, label, say) {
  const field = html("input", {
    type: "text",
    inputmode: "numeric",
    class: "ak-field",
    maxlength: 6,
    autocomplete: "off",
    "aria-label": label,
    oninput: () => {
      const text = field.value.trim();
      if (!/^\d{1,2}$/.test(text)) return say(text ? WORDS.wrong(text) : "");
      say("");
      figure.set({ [name]: Number(text) });
    },
  });
  figure.watch([name], () => {
    if (Number(field.value) !== figure.get(name) || !field.value)
      field.value = String(figure.get(name));
  });
  return field;
}

/** Things to try. */
function experiments(figure) {
  const sums = [
    ["27 + 45", { a: 27, b: 45 }],
    ["23 + 45: no carry", { a: 23, b: 45 }],
    ["64 + 71: a carry at the front", { a: 64, b: 71 }],
    ["88 + 77: two carries", { a: 88, b: 77 }],
    ["sixteen answers each", { draws: "16" }],
  ];
  return chips(
    WORDS.try,
    sums.map(([words, values]) => [words, () => figure.set(values)]),
  );
}

/** The question, its controls and what is said of them. */
function headOf(figure, note) {
  const say = (words) => (note.textContent = words);
  const group = (kind, ...nodes) => html("div", { class: kind }, nodes);
  const question = group(
    "ak-question",
    fieldOf(figure, "a", WORDS.first, say),
    html("span", { "aria-hidden": "true" }, "+"),
    fieldOf(figure, "b", WORDS.second, say),
    html("span", { "aria-hidden": "true" }, "="),
  );
  const controls = group(
    "tb-row",
    choice(figure, "draws", { label: WORDS.draws }),
    knob(figure, "temperature", WORDS.temperature),
    button(WORDS.reset, () => figure.reset(), "reset"),
  );
  return group("ak-top", question, experiments(figure), controls);
}

/** Let the panels follow the settings once the networks are here. */
function follow(figure, panels, note) {
  let nets = null;
  let first = true;
  const show = () => {
    if (!nets) return;
    const state = figure.state();
    const all = panels.map((panel, k) => panel.show(nets[NAMES[k]], state));
    if (!first) figure.announce(summary(asked(state.a, state.b), all));
    first = false;
  };
  figure.watch(SETTINGS, show);
  fetched(figure).then(
    (found) => {
      nets = found;
      note.textContent = "";
      show();
    },
    () => (note.textContent = WORDS.lost),
  );
}

function draw(figure) {
  const note = html("p", { class: "tb-note ak-note", role: "status" }, WORDS.waiting);
  const invitation = html("p", { class: "ak-invitation" }, WORDS.invitation);
  figure.root.append(html("div", { class: "ak-head" }, figure.title, invitation));
  if (!figure.get("nets")?.base) {
    figure.root.append(html("p", { class: "tb-note" }, WORDS.none));
    return;
  }
  const panels = NAMES.map((name) => panelOf(figure, name));
  const nodes = panels.map(({ node }) => node);
  figure.root.append(
    headOf(figure, note),
    note,
    html("div", { class: "ak-panels" }, nodes),
  );
  follow(figure, panels, note);
}

export default liveFigure({ title: WORDS.title, draw, stage: true });
