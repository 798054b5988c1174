// @ts-check
// A network that writes: the reader begins, it goes on, and shows what it remembers.

import { button, choice, html, liveFigure, menu, written } from "../figure.js";
import { between, chips, stops } from "../parts.js";
import { Letters } from "./letters.js";
import { LONGEST, MOST, numbered } from "./model.js";
import { Panel } from "./panel.js";
import { Session } from "./session.js";
import { WORDS } from "./words.js";

const MORE = 200; // letters that pressing Write adds
const STRONGEST = 6; // bits of surprise, or more

/** 20000 → "20k", where there is little room. */
const short = (steps) => (steps >= 1000 ? `${steps / 1000}k` : String(steps));

/** The field for a beginning, and what shows in it the beginning that there is. */
function fieldFor(figure, begin) {
  const field = html("input", {
    type: "text",
    class: "wr-field",
    maxlength: LONGEST,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-label": WORDS.invitation,
    onchange: () => begin(field.value),
    onkeydown: (event) => event.key === "Enter" && begin(field.value, true),
  });
  const show = () => {
    field.value = figure.get("beginning");
  };
  figure.watch(["beginning"], show);
  return { field, show };
}

/** The field for a beginning, and the buttons that go on with it. */
function asking(figure, { begin, write, step, again }) {
  const { field, show } = fieldFor(figure, begin);
  const reset = () => {
    figure.reset();
    show();
  };
  const go = html("button", {
    type: "button",
    class: "tb-button wr-go",
    onclick: write,
  });
  const buttons = [
    go,
    button(WORDS.step, step),
    button(WORDS.again, again),
    button(WORDS.reset, reset, "reset"),
  ];
  const group = { class: "wr-buttons", role: "group", "aria-label": WORDS.buttons };
  const root = html("div", { class: "wr-ask" }, field, html("div", group, buttons));
  const busy = (writing) => {
    go.textContent = writing ? WORDS.stop : WORDS.write;
  };
  busy(false);
  return { root, busy };
}

/** The slider over the training steps of which there is a network. */
function training(figure) {
  const known = [...Object.keys(figure.get("checkpoints")).map(Number)];
  const steps = [...new Set([...known, figure.get("trained")])].sort((a, b) => a - b);
  if (steps.length < 2) return null;
  const bits = figure.get("bits");
  const say = (step) =>
    [WORDS.count(step), ...(step in bits ? [WORDS.bits(bits[step])] : [])].join(": ");
  return stops(figure, {
    label: WORDS.training,
    entries: steps.map((step) => [step, short(step)]),
    watches: ["step"],
    value: () => figure.get("step"),
    say,
    choose: (step) => figure.set({ step }),
  });
}

/** A menu of the units that have names. */
function namedUnits(figure, go) {
  const names = figure.get("units");
  const known = Object.entries(names);
  if (!known.length) return null;
  return menu(figure, {
    label: WORDS.named,
    options: known.map(([, words]) => words),
    otherwise: WORDS.unnamed,
    watches: ["unit"],
    value: () => names[figure.get("unit")],
    choose: (words) => go(Number(known.find(([, other]) => other === words)[0])),
  });
}

/** Which unit colours the text: its number, its neighbours, those with names. */
function unitChoice(figure, units) {
  const go = (unit) => figure.set({ unit: (unit + units) % units });
  const field = html("input", {
    type: "number",
    class: "wr-unit",
    min: 0,
    max: units - 1,
    "aria-label": WORDS.unit,
    oninput: () => field.checkValidity() && field.value && go(Number(field.value)),
  });
  const arrow = (words, sign, by) => {
    const node = button(sign, () => go(figure.get("unit") + by));
    node.setAttribute("aria-label", words);
    return node;
  };
  const row = [
    html("span", { class: "tb-label" }, WORDS.unit),
    arrow(WORDS.earlier, "‹", -1),
    field,
    arrow(WORDS.later, "›", 1),
  ];
  const named = namedUnits(figure, go);
  const rows = [html("div", { class: "tb-row" }, row), named];
  const root = html("div", { class: "wr-units tb-row" }, rows);
  figure.watch(["unit", "colour"], () => {
    root.hidden = figure.get("colour") !== "unit";
    field.value = figure.get("unit");
  });
  return root;
}

/** What stands behind a letter, from −1 to 1, or null for nothing. */
function value(figure) {
  const [colour, unit] = [figure.get("colour"), figure.get("unit")];
  return {
    nothing: () => null,
    surprise: ({ bits }) => (bits === null ? null : Math.min(1, bits / STRONGEST)),
    unit: ({ state }) => state[Math.min(unit, state.length - 1)],
  }[colour];
}

/** The letters and the panel, kept to one letter in focus. */
function reading(figure, units) {
  const signs = [...figure.get("letters")];
  let pointed = null;
  const page = new Letters(figure, signs, {
    point: (place) => {
      pointed = place;
      explain();
    },
    pick: (place) => {
      pointed = null; // a pointer that rests has nothing new to say
      figure.set({ at: place + 1 });
    },
  });
  const choose = (unit) => figure.set({ unit, colour: "unit" });
  const panel = new Panel(figure, signs, choose);
  const place = () => {
    const last = page.text.letters.length - 1;
    return Math.min(last, pointed ?? (figure.get("at") || last + 1) - 1);
  };
  function explain() {
    if (!page.text) return;
    page.mark(place());
    panel.show(page.text, place(), units);
  }
  function show(text, writing) {
    const from = text === page.text ? page.spans.length : 0;
    page.show(text, writing || from > 0);
    page.colour(value(figure), from);
    explain();
  }
  function renew(strips = true) {
    if (!page.text) return;
    if (strips) page.paint(0);
    page.colour(value(figure));
    explain();
  }
  figure.watch(["at"], explain);
  figure.watch(["colour", "unit"], () => renew(false));
  return { page: page.root, panel: panel.root, show, renew };
}

/** What the buttons and the field do. */
function doings(figure, session, tell) {
  const seen = (settings, anew = false) => {
    session.begun = true;
    figure.set(settings);
    session.follow({ seen: true, anew });
  };
  const letters = figure.get("letters");
  const room = (more) => Math.min(MOST, session.text.written + more);
  return {
    begin: (beginning, anyway) => {
      const { problem } = numbered(beginning, letters);
      if (problem) tell(problem);
      else if (anyway || beginning !== figure.get("beginning"))
        seen({ beginning, length: MORE, at: 0 }, true);
    },
    write: () => {
      if (session.writing) session.halt();
      else if (session.text) seen({ length: room(MORE), at: 0 });
    },
    step: () => {
      session.halt();
      if (session.text) seen({ length: room(1), at: 0 });
    },
    again: () => seen({ seed: (figure.get("seed") + 1) % 100, length: MORE, at: 0 }),
  };
}

/** Begin when the figure comes into view, once; on paper all stands there already. */
function beginInView(figure, session) {
  const view = figure.root.ownerDocument.defaultView;
  const begin = (entries) => {
    if (session.begun || !entries.some(({ isIntersecting }) => isIntersecting)) return;
    session.begun = true;
    session.follow({ seen: true });
  };
  const observer = new IntersectionObserver(begin, { threshold: 0.25 });
  observer.observe(figure.root);
  const print = () => session.finish();
  view.addEventListener("beforeprint", print);
  figure.endings.push(() => {
    observer.disconnect();
    view.removeEventListener("beforeprint", print);
    session.turn += 1;
  });
}

/** What colours the text, and what the colours mean. */
function colouring(figure, units) {
  const options = Object.entries(WORDS.colours);
  const key = html("p", { class: "tb-note" });
  figure.watch(["colour"], () => {
    key.textContent = WORDS.keys[figure.get("colour")];
    key.hidden = !key.textContent;
  });
  const label = WORDS.colour;
  return [choice(figure, "colour", { label, options }), key, unitChoice(figure, units)];
}

/** The two sliders that write the text anew. */
function sliders(figure) {
  const temperature = between(figure, "temperature", {
    label: WORDS.temperature,
    from: WORDS.calm,
    to: WORDS.wild,
    say: written,
  });
  return html("div", { class: "wr-sliders" }, training(figure), temperature);
}

/** Put the parts in their places: the text and what moves it; beside it the rest. */
function place(figure, { ask, trouble, page, panel, units, begin }) {
  const samples = figure.get("samples").map((text) => [text, () => begin(text, true)]);
  const legend = WORDS.legend(Math.min(figure.get("strip"), units), units);
  const invitation = html("p", { class: "wr-invitation" }, WORDS.invitation);
  const main = [
    ask.root,
    samples.length ? chips(WORDS.samples, samples) : null,
    sliders(figure),
    page,
    html("p", { class: "tb-note wr-legend" }, legend),
  ];
  const side = html("div", { class: "wr-side" }, colouring(figure, units), panel);
  figure.root.append(
    html("div", { class: "wr-head" }, figure.title, invitation, trouble),
    html("div", { class: "wr-places" }, html("div", { class: "wr-main" }, main), side),
  );
}

function draw(figure) {
  const units = figure.get("size");
  if (!units) {
    figure.root.append(html("p", { class: "tb-note" }, WORDS.none));
    return;
  }
  const trouble = html("p", { class: "wr-trouble tb-bad", role: "status" });
  const tell = (sentence) => {
    trouble.textContent = sentence;
  };
  const signs = [...figure.get("letters")];
  const { page, panel, show, renew } = reading(figure, units);
  let loud = false; // what it writes unasked is not said
  const session = new Session(figure, {
    tell,
    renew,
    busy: (writing) => ask.busy(writing),
    show: (text, writing) => {
      show(text, writing);
      const { given, letters } = text;
      const words = letters.slice(given).map(({ letter }) => signs[letter]);
      if (loud && !writing && words.length)
        figure.announce(WORDS.wrote(words.join("")));
    },
  });
  const does = doings(figure, session, tell);
  const ask = asking(figure, does);
  place(figure, { ask, trouble, page, panel, units, begin: does.begin });
  figure.root.addEventListener("focusin", () => (loud = true), { once: true });
  for (const coming of ["focusin", "pointerenter"])
    figure.root.addEventListener(coming, () => session.wake());
  figure.watch(["beginning", "step", "temperature", "seed", "length"], () =>
    session.changed(),
  );
  beginInView(figure, session);
}

export default liveFigure({ title: WORDS.title, draw, stage: true });
