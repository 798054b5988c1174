// The gradient along the chain: how the figure is put together.

import {
  button,
  choice,
  html,
  knob,
  liveFigure,
  quoted,
  slider,
  still,
  subscript,
  timeline,
} from "../figure.js";
import { scientific } from "../numbers.js";
import { chips } from "../parts.js";
import { chain } from "./chain.js";
import { backwards, fate, kept, lettersOf, problem, refusal, run } from "./model.js";
import { plot, sum, sumWords, whole, wholeWords } from "./panels.js";

const SHAPE = ["text", "length", "radius", "tanh", "seed"]; // what is computed anew
const SHOWN = [...SHAPE, "cell", "clip", "theta", "step"];
const CHIPS = {
  "vanishes (0.5)": { radius: 0.5, tanh: 1 },
  "just holds (1.0, linear)": { radius: 1, tanh: 0 },
  "explodes (1.6, linear)": { radius: 1.6, tanh: 0 },
  "long sentence": { text: "the girls in the old car sing", length: 0, cell: 9 },
};
const TRY =
  "Drag ρ: how much of the gradient comes back from the loss to the lit letter?";

/** A letter as the drawings write it. */
const spoken = (letter) => (letter === " " ? "␣" : letter);

// ---- what it says -------------------------------------------------------------------

/** 0.019 → "0.019 of the gradient is left"; 58 → "the gradient is 58 times as long". */
const much = (value) =>
  value > 1.05
    ? `the gradient is ${scientific(value)} times as long`
    : value > 0.95
      ? "all of the gradient is left"
      : `${scientific(value)} of the gradient is left`;

/** The verdict, and the sentence that goes with it. */
export function headline({ norms, steps }, { lit, back: returns }) {
  const last = norms.length - 1;
  if (!returns) {
    return [
      "Forwards:",
      "each state is made of the one before, by W, and a letter, by U.",
    ];
  }
  if (last === 1) return ["One letter", "has no way back yet. Type more of them."];
  const back = last - lit;
  const at = steps[lit].letter === " " ? "the space" : quoted(steps[lit].letter);
  const far = `${back} ${back === 1 ? "letter" : "letters"} back, at ${at}, `;
  const words = [back ? far + much(norms[lit]) : "At the last letter it is 1"];
  if (lit > 1) words.push(`at the first letter ${scientific(norms[1])}`);
  return [`It ${fate(norms)}.`, `${words.join("; ")}.`];
}

// ---- controls -----------------------------------------------------------------------

const matches = (figure, settings) =>
  Object.entries(settings).every(([name, value]) => figure.get(name) === value);

function toTry(figure) {
  const all = Object.values(CHIPS);
  const press = (settings) => () => figure.set({ ...settings, step: 120 });
  const group = chips(
    "Try",
    Object.keys(CHIPS).map((name, i) => [name, press(all[i])]),
  );
  figure.watch([...SHAPE, "cell"], () =>
    all.forEach((settings, i) =>
      group.children[i].setAttribute("aria-pressed", matches(figure, settings)),
    ),
  );
  return group;
}

/** The text of the reader's own; what cannot be read is refused in a sentence. */
function textField(figure) {
  const say = html("p", { class: "uc-refusal tb-bad", role: "status" });
  const input = html("input", {
    type: "text",
    class: "uc-input",
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => {
      const bad = refusal(input.value);
      say.textContent = bad ?? "";
      if (!bad) figure.set({ text: input.value, length: 0, step: 120 });
    },
  });
  figure.watch(["text"], () => {
    if (input.value !== figure.get("text")) {
      input.value = figure.get("text");
      say.textContent = "";
    }
  });
  const label = html("span", { class: "tb-label" }, "text");
  return [html("label", { class: "tb-field uc-text-field" }, label, input), say];
}

function knobs(figure) {
  const count = () => lettersOf(figure.state()).length;
  const choose = (length) => {
    const own = length === [...figure.get("text")].length;
    const step = kept(figure.get("step"), count(), length);
    figure.set({ length: own ? 0 : length, step });
  };
  const length = slider(figure, {
    label: "length T",
    rule: { low: 2, high: 60, step: 1 },
    watches: ["length", "text"],
    value: count,
    choose,
  });
  const units = choice(figure, "tanh", {
    label: "units",
    options: [
      [1, "tanh", "tanh units"],
      [0, "linear", "linear units"],
    ],
  });
  const other = () => figure.set({ seed: (figure.get("seed") % 999) + 1 });
  const radius = knob(figure, "radius", "spectral radius ρ");
  radius.classList.add("uc-main");
  return html(
    "div",
    { class: "tb-row uc-knobs" },
    [radius, length, units],
    button("Other weights", other),
  );
}

/** The switch for the limit, with its slider while it is on. */
function clipping(figure) {
  const limit = knob(figure, "theta", "θ");
  const clip = button("clip", () => figure.set({ clip: figure.get("clip") ? 0 : 1 }));
  clip.className = "tb-chip";
  figure.watch(["clip"], () => {
    clip.setAttribute("aria-pressed", String(Boolean(figure.get("clip"))));
    limit.hidden = !figure.get("clip");
  });
  return html("div", { class: "uc-clip" }, limit, clip);
}

// ---- time ---------------------------------------------------------------------------

/** The first time that it is seen the figure moves once, there and back. */
function overture(figure, node, count, show) {
  let timer = null;
  const player = { at: null };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    player.at = null;
  };
  const start = () => {
    player.at = 0;
    const pace = Math.max(40, Math.min(200, 3600 / (2 * count())));
    timer = setInterval(() => {
      player.at += 1;
      if (player.at >= 2 * count()) stop();
      show();
    }, pace);
    show();
  };
  const begin = () => {
    if (!still() && matches(figure, { step: 120 })) start();
  };
  figure.onceSeen(node, begin, 0.6);
  figure.haltOn(SHOWN, stop);
  return player;
}

/** Which state is reached at a step, and whether on the way back. */
function momentOf(step, last, cell) {
  const at = Math.min(step, 2 * last);
  const back = at > last || last === 0;
  const t = back ? 2 * last - at : at;
  const rests = at === 2 * last;
  return { t, back, rests, lit: rests ? Math.min(cell, last) : Math.max(1, t) };
}

// ---- the chain's view ---------------------------------------------------------------

/** The chain with its sentence and panels; `show(moment)` brings all up to date. */
function chainView(figure) {
  const holder = html("div", { class: "uc-holder" });
  const verdict = html("p", { class: "uc-verdict" });
  const legend = html("p", { class: "uc-legend tb-note" });
  const parts = ["", "", ""].map(() => html("div", {}));
  const says = ["", "", ""].map(() => html("p", { class: "tb-note" }));
  const heads = ["The same on a logarithmic axis", "", "Gradient of W"].map((text) =>
    html("p", { class: "uc-heading" }, html("b", {}, text)),
  );
  heads[2].append(clipping(figure));
  says[0].textContent = "Dashed: ρᵏ, k letters back.";
  const panels = parts.map((part, i) =>
    html("div", { class: `uc-panel uc-panel-${i}` }, heads[i], part, says[i]),
  );
  const node = html(
    "div",
    { class: "uc-chain-view" },
    html("div", { class: "uc-top" }, textField(figure), toTry(figure)),
    [
      holder,
      verdict,
      legend,
      knobs(figure),
      html("div", { class: "uc-panels" }, panels),
    ],
  );
  return { node, holder, verdict, legend, parts, says, heads, widths: new Map() };
}

/** What the settings give, computed anew only when it can be another. */
function compute(view, figure) {
  const state = figure.state();
  const key = JSON.stringify(SHAPE.map((name) => state[name]));
  if (key === view.computed) return;
  const cells = run(state);
  view.found = { ...cells, ...backwards(cells) };
  view.computed = key;
}

function build(view, figure) {
  const letters = lettersOf(figure.state());
  const press = (cell) => figure.set({ cell, step: 120 });
  view.picture = chain(view.width, letters, press);
  view.letters = letters.join("");
  view.holder.replaceChildren(view.picture.node);
  view.holder.scrollLeft = view.holder.scrollWidth;
}

/** Draw the panels for a moment. */
function showPanels(view, figure, { lit, t, back }) {
  const { found, widths, parts } = view;
  const [tanh, radius] = [figure.get("tanh"), figure.get("radius")];
  const limit = figure.get("clip") ? figure.get("theta") : 0;
  const draw = [
    (width) =>
      plot(width, found, { radius, lit, from: back ? Math.max(1, t) : Infinity }),
    (width) => sum(width, found.steps[lit], lit, tanh),
    (width) => whole(width, found, limit),
  ];
  parts.forEach((part, i) => {
    if (widths.get(part)) part.replaceChildren(draw[i](widths.get(part)));
  });
  const [h, x] = [subscript("h", lit - 1), spoken(found.steps[lit].letter)];
  const total = tanh ? `tanh(W ${h} + U ${x})` : `W ${h} + U ${x}`;
  view.heads[1].firstChild.textContent = `Lit: ${subscript("h", lit)} = ${total}`;
  view.says[1].textContent = sumWords(found, lit);
  view.says[2].textContent = wholeWords(found, limit);
}

/** Bring all of the chain's view up to date; returns what it says. */
function showChain(view, figure, moment) {
  if (!view.width) return "";
  compute(view, figure);
  if (view.letters !== lettersOf(figure.state()).join("")) build(view, figure);
  const lit = view.picture.update(view.found, moment);
  if (!moment.rests) view.holder.scrollLeft = Math.max(0, lit.right - view.width);
  showPanels(view, figure, moment);
  const [verdict, words] = headline(view.found, moment);
  view.verdict.replaceChildren(html("b", {}, verdict), ` ${words}`);
  const end = subscript("h", view.found.norms.length - 1);
  view.legend.textContent =
    `The number under a letter is |∂${end}/\u2060∂hₜ|. ` +
    "The red arrow is as thick, and burns where it outgrows the cell.";
  view.picture.node.setAttribute("aria-label", `The chain. ${verdict} ${words}`);
  return `${verdict} ${words} ${view.says[2].textContent}`;
}

// ---- the figure ---------------------------------------------------------------------

/** Back and forth in time; what plays by itself moves it, too. */
function clock(figure, { last, at, moment }) {
  return timeline(figure, {
    label: "step",
    pace: 250,
    watches: SHOWN, // each of these ends the opening run
    last: () => 2 * last(),
    at: () => Math.min(at(), 2 * last()),
    move: (step) => figure.set({ step: step === 2 * last() ? 120 : step }),
    say() {
      const { t, back, rests } = moment();
      return rests ? "the whole" : `time ${t}, ${back ? "back" : "forwards"}`;
    },
  });
}

/** Follow the room that the chain and its panels get. */
function fit(figure, view, show) {
  figure.fit(view.holder, (width) => {
    view.width = width;
    view.letters = null;
    show();
  });
  for (const part of view.parts) {
    figure.fit(part, (width) => {
      view.widths.set(part, width);
      if (view.width) show();
    });
  }
}

function draw(figure) {
  figure.root.classList.add("uc-figure");
  const last = () => lettersOf(figure.state()).length;
  const view = chainView(figure);
  let player = { at: null };
  const at = () => player.at ?? figure.get("step");
  const moment = () => momentOf(at(), last(), figure.get("cell"));
  const show = () => showChain(view, figure, moment());
  const time = clock(figure, { last, at, moment });
  const tried = html("p", { class: "uc-try" }, TRY);
  figure.root.append(html("div", { class: "uc-body" }, [tried, view.node, time]));
  let first = true;
  figure.watch(SHOWN, () => {
    const sentence = show();
    if (!first) figure.announce(sentence);
    first = false;
  });
  fit(figure, view, show);
  player = overture(figure, view.holder, last, () => {
    show();
    time.dispatchEvent(new Event("follow"));
  });
}

export default liveFigure({
  title: "The gradient along the chain",
  draw,
  problem,
  stage: true,
});
