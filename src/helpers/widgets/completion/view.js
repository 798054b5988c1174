// @ts-check
// A GPT in the page: the reader begins, it goes on, and shows what it draws from.

import { button, change, html, liveFigure, rove, still, written } from "../figure.js";
import { opened } from "../gpt.js";
import { between, chips, stops } from "../parts.js";
import { barsOf } from "./bars.js";
import { LONGEST, Text, numbered, restored, tokeniser } from "./model.js";
import { WORDS, sign } from "./words.js";

const MORE = 100; // tokens that pressing Write adds
const PACE = 70; // milliseconds a token takes when it is seen being written
const SETTINGS = [
  "beginning",
  "step",
  "temperature",
  "top_k",
  "top_p",
  "seed",
  "length",
];

const short = (steps) => (steps >= 1000 ? `${steps / 1000}k` : String(steps));

/** The figure's state as one text: what it shows depends on nothing else. */
const asked = (figure) => JSON.stringify(SETTINGS.map((name) => figure.get(name)));

const cutsOf = (figure) => ({
  temperature: figure.get("temperature"),
  k: figure.get("top_k"),
  p: figure.get("top_p"),
});

/** What was said in training after the chosen step, as a text that is not alive. */
function storedText(figure, known) {
  const samples = figure.get("samples");
  const sample = samples.find(({ step }) => step === figure.get("step"));
  const own = figure.get("beginning");
  const beginning = own in sample.said ? own : Object.keys(samples.at(-1).said)[0];
  const all = numbered(sample.said[beginning].slice(0, LONGEST), known, 4 * LONGEST);
  const given = numbered(beginning, known, LONGEST).ids.length;
  const tokens = all.ids.map((id) => ({ id, logits: null }));
  const next = restored(sample.next[beginning]);
  if (tokens[given]) tokens[given].logits = next;
  return { tokens, given, next, at: given, stored: true };
}

/** Writes on: the network, the text, and who is told. */
class Session {
  constructor(figure, known, { show, tell, busy }) {
    this.figure = figure;
    this.known = known;
    this.show = show;
    this.tell = tell;
    this.busy = busy;
    this.net = null;
    this.text = null;
    this.shown = null; // what stands there now
    this.turn = 0;
    this.seen = null;
    this.writing = false;
  }

  get last() {
    return this.figure.get("samples").at(-1).step;
  }

  async network() {
    if (this.net) return this.net;
    const slow = setTimeout(() => this.tell(WORDS.loading), 250);
    try {
      this.net = opened(await this.figure.entry("nets", String(this.last)));
      this.tell("");
    } catch {
      this.tell(WORDS.lost);
    } finally {
      clearTimeout(slow);
    }
    return this.net;
  }

  /** Follow the settings; `slowly` shows the tokens one by one. */
  async follow(slowly = false) {
    const now = asked(this.figure);
    if (now === this.seen) return;
    this.seen = now;
    const turn = (this.turn += 1);
    const { beginning, step, seed } = this.figure.state();
    const { ids, problem } = numbered(
      beginning,
      this.known,
      this.figure.get("context"),
    );
    if (problem) return void this.tell(problem);
    this.tell("");
    const net = step === this.last ? await this.network() : null;
    if (turn !== this.turn) return;
    if (!net) return void this.take(storedText(this.figure, this.known), false);
    const cuts = cutsOf(this.figure);
    const key = JSON.stringify([ids, seed, cuts]);
    if (this.text?.key !== key || this.text.written > this.wanted(this.text))
      this.text = Object.assign(new Text(net, ids, { seed, cuts }), { key });
    await this.write(this.text, slowly && !still(), turn);
  }

  wanted(text) {
    return Math.min(this.figure.get("length"), this.figure.get("context") - text.given);
  }

  async write(text, slowly, turn) {
    const wanted = this.wanted(text);
    while (text.written < wanted) {
      if (slowly) {
        this.take(text, true);
        await new Promise((after) => setTimeout(after, PACE));
        if (turn !== this.turn) return;
        text.write();
      } else {
        const end = performance.now() + 10;
        while (text.written < wanted && performance.now() < end) text.write();
        await new Promise(requestAnimationFrame);
        if (turn !== this.turn) return;
      }
    }
    this.take(text, false);
  }

  take(text, writing) {
    this.shown = text;
    if (writing !== this.writing) this.busy(writing);
    this.writing = writing;
    this.show(text, writing);
  }

  halt() {
    this.turn += 1;
    const written = this.shown ? this.shown.tokens.length - this.shown.given : 0;
    this.figure.set({ length: written });
    this.seen = asked(this.figure);
    this.take(this.shown, false);
  }
}

/** A token that can be pressed; the space before it stands outside, so that lines break. */
function tokenNode(word, i, pick) {
  const node = html("span", {
    role: "option",
    class: "cp-token",
    "data-cell": "",
    tabindex: "-1",
    "aria-label": sign(word),
    onclick: () => pick(i),
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      pick(i);
    },
  });
  node.append(word === "\n" ? "¶" : word.trimStart() || "·");
  const space = word.startsWith(" ") ? " " : null;
  const end = word === "\n" ? html("br", {}) : null;
  const whole = html("span", {}, space, node, end);
  return { whole, node, word };
}

/** The tokens of a text, one stop for Tab; pressing one asks what else it could be. */
function page(known, pick) {
  const flow = html("p", { "data-row": "", role: "presentation" });
  const group = { class: "cp-text", role: "listbox", "aria-label": WORDS.text };
  const root = html("div", group, flow);
  const made = [];
  let roving = false;
  function show({ tokens, given }, here) {
    const words = tokens.map(({ id }) => known.words[id]);
    let same = 0;
    while (same < made.length && made[same].word === words[same]) same += 1;
    while (made.length > same) made.pop().whole.remove();
    for (let i = same; i < words.length; i += 1) {
      made.push(tokenNode(words[i], i, pick));
      flow.append(made[i].whole);
    }
    made.forEach(({ node }, i) => {
      change(node, { "aria-selected": String(i === here) });
      node.classList.toggle("cp-given", i < given);
      node.classList.toggle("cp-here", i === here);
    });
    if (!made.length) return;
    if (!roving) rove(root);
    roving = true;
    if (!root.querySelector('[data-cell][tabindex="0"]')) made[0].node.tabIndex = 0;
  }
  return { root, show };
}

/** The field for a beginning, and the buttons that go on with it. */
function asking(figure, { begin, write, step, again }) {
  const field = html("input", {
    type: "text",
    class: "cp-field",
    maxlength: LONGEST,
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": WORDS.field,
    onchange: () => begin(field.value),
    onkeydown: (event) => event.key === "Enter" && begin(field.value, true),
  });
  figure.watch(["beginning"], () => {
    field.value = figure.get("beginning");
  });
  const go = html("button", {
    type: "button",
    class: "tb-button cp-go",
    onclick: write,
  });
  const buttons = [
    go,
    button(WORDS.step, step),
    button(WORDS.again, again),
    button(WORDS.reset, () => figure.reset(), "reset"),
  ];
  const group = { class: "cp-buttons", role: "group", "aria-label": WORDS.buttons };
  const busy = (writing) => {
    go.textContent = writing ? WORDS.stop : WORDS.write;
  };
  busy(false);
  return {
    root: html("div", { class: "cp-ask" }, field, html("div", group, buttons)),
    busy,
  };
}

/** The three sliders that shape what is drawn from. */
function sliders(figure) {
  const off = (value) => (value ? String(value) : WORDS.all);
  const ends = { from: WORDS.few, to: WORDS.all };
  return html(
    "div",
    { class: "cp-sliders" },
    between(figure, "temperature", {
      label: WORDS.temperature,
      from: WORDS.calm,
      to: WORDS.wild,
      say: written,
    }),
    between(figure, "top_k", {
      label: WORDS.topK,
      from: WORDS.all,
      to: WORDS.many,
      say: off,
    }),
    between(figure, "top_p", { label: WORDS.topP, ...ends, say: written }),
  );
}

function training(figure) {
  const samples = figure.get("samples");
  return stops(figure, {
    label: WORDS.training,
    entries: samples.map(({ step }) => [step, short(step)]),
    watches: ["step"],
    value: () => figure.get("step"),
    say: (step) =>
      WORDS.stage(step, samples.find((sample) => sample.step === step)?.bits ?? 0),
    choose: (step) => figure.set({ step, at: 0 }),
  });
}

function doings(figure, session, known, tell) {
  const anew = (settings) => {
    figure.set({ length: MORE, at: 0, step: session.last, ...settings });
    session.seen = null;
    session.text = null;
    session.follow(true);
  };
  return {
    begin: (beginning, anyway) => {
      const { problem } = numbered(beginning, known, figure.get("context"));
      if (problem) tell(problem);
      else if (anyway || beginning !== figure.get("beginning")) anew({ beginning });
    },
    write: () => {
      if (session.writing) return session.halt();
      const length = Math.min(120, (session.text?.written ?? 0) + MORE);
      figure.set({ length, at: 0, step: session.last });
      session.seen = null;
      session.follow(true);
    },
    step: () => {
      session.turn += 1;
      const length = Math.min(120, (session.text?.written ?? 0) + 1);
      figure.set({ length, at: 0, step: session.last });
    },
    again: () => anew({ seed: (figure.get("seed") + 1) % 100 }),
  };
}

/** What the tokens and the bars show, kept to one token in focus. */
function reading(figure, known) {
  const bars = barsOf(known.words);
  const sheet = page(known, (i) => figure.set({ at: i + 1 }));
  const note = html("p", { class: "tb-note cp-note" });
  let text = null;
  function explain() {
    if (!text) return;
    const at = figure.get("at") ? figure.get("at") - 1 : (text.at ?? -1);
    const token = text.tokens[at];
    sheet.show(text, token ? at : -1);
    bars.show(token ? token.logits : text.next, cutsOf(figure), token ? token.id : -1);
  }
  function show(next) {
    text = next;
    explain();
    note.textContent = text.stored
      ? WORDS.stored(figure.get("step"))
      : WORDS.alive(text.tokens.length, figure.get("context"));
  }
  figure.watch(["at", "temperature", "top_k", "top_p"], explain);
  return { sheet: sheet.root, bars: bars.root, note, show };
}

/** Put the parts in their places: the text and what moves it; beside it the bars. */
function place(figure, { ask, trouble, begin, sheet, note, bars }) {
  const starts = Object.keys(figure.get("samples").at(-1).said);
  const entries = starts.map((text) => [`${text} …`, () => begin(text, true)]);
  const invitation = html("p", { class: "cp-invitation" }, WORDS.invitation);
  const main = [ask.root, chips(WORDS.samples, entries), training(figure), sheet, note];
  const side = html("div", { class: "cp-side" }, bars, sliders(figure));
  figure.root.append(
    html("div", { class: "cp-head" }, figure.title, invitation, trouble),
    html("div", { class: "cp-places" }, html("div", { class: "cp-main" }, main), side),
  );
}

/** Begin to write when the figure comes into view, once. */
function beginInView(figure, session) {
  let begun = false;
  figure.watch(SETTINGS, () => {
    if (begun) session.follow();
  });
  const begin = () => {
    begun = true;
    session.follow(true);
  };
  figure.onceSeen(figure.root, begin, 0.2);
  figure.endings.push(() => (session.turn += 1));
}

function draw(figure) {
  if (!figure.get("samples").length) {
    figure.root.append(html("p", { class: "tb-note" }, WORDS.none));
    return;
  }
  const known = tokeniser(figure.get("letters"), figure.get("merges"));
  const trouble = html("p", { class: "cp-trouble tb-bad", role: "status" });
  const tell = (sentence) => {
    trouble.textContent = sentence;
  };
  const { show: read, ...parts } = reading(figure, known);
  let loud = false; // what it writes unasked is not said
  const show = (text, writing) => {
    read(text);
    const said = text.tokens.slice(text.given).map(({ id }) => known.words[id]);
    if (loud && !writing && said.length) figure.announce(WORDS.wrote(said.join("")));
  };
  const session = new Session(figure, known, {
    tell,
    show,
    busy: (on) => ask.busy(on),
  });
  const does = doings(figure, session, known, tell);
  const ask = asking(figure, does);
  place(figure, { ask, trouble, begin: does.begin, ...parts });
  figure.root.addEventListener("focusin", () => (loud = true), { once: true });
  session.take(storedText(figure, known), false);
  beginInView(figure, session);
}

export default liveFigure({ title: WORDS.title, draw, stage: true });
