// @ts-check
// A net of two layers learns to repeat: its training, two lines of letters, two maps.

import { grid, inks, onTheme } from "../cells.js";
import { change, choice, html, liveFigure, timeline } from "../figure.js";
import { bars, chips } from "../parts.js";
import { curvesOf } from "./curve.js";
import { likeliest, loaded, numbered, problem, reading, STEPS } from "./model.js";
import { sceneOf } from "./scene.js";
import { moment, placed, verdict, WORDS } from "./words.js";

const SETTINGS = ["text", "step", "place", "first", "second"];

/** The networks that are here, and those that can be fetched. */
function libraryOf(figure) {
  const nets = new Map();
  for (const [key, net] of Object.entries(figure.get("nets") ?? {}))
    nets.set(key, loaded(net));
  return {
    first: () => nets.values().next().value,
    now(key, then, fail) {
      if (nets.has(key)) return nets.get(key);
      figure
        .entry("more", key)
        .then((net) => nets.set(key, loaded(net)))
        .then(then, fail);
      return null;
    },
  };
}

/** Both maps, a canvas each, with the row of the letter that asks in a frame. */
function mapsOf(figure) {
  const maps = ["first", "second"].map((name, k) => {
    const canvas = html("canvas", { class: "in-map", "aria-hidden": "true" });
    const frame = html("i", { class: "in-frame", hidden: true });
    const head = choice(figure, name, { label: WORDS.heads[k] });
    const easel = html("div", { class: "in-easel" }, canvas, frame);
    return { canvas, frame, node: html("div", { class: "in-one-map" }, head, easel) };
  });
  let last = null;
  const paint = (shown) => {
    last = shown;
    if (!shown) return;
    shown.maps.forEach((map, k) => {
      const { canvas, frame } = maps[k];
      const side = map.length;
      const values = map.flatMap((line) =>
        Array.from({ length: side }, (_, j) => Math.sqrt(line[j] ?? 0)),
      );
      grid(canvas, inks(canvas), values, side);
      change(frame, { hidden: shown.rows[k] === null });
      if (shown.rows[k] === null) return;
      frame.style.top = `${(100 * shown.rows[k]) / side}%`;
      frame.style.height = `${100 / side}%`;
    });
  };
  onTheme(figure, () => paint(last));
  return {
    node: html(
      "div",
      { class: "in-maps" },
      maps.map(({ node }) => node),
    ),
    paint,
  };
}

/** The field for the reader's own letters. */
function fieldOf(figure, say) {
  const field = html("input", {
    type: "text",
    class: "in-field",
    maxlength: 14,
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": WORDS.text,
    oninput: () => {
      const text = field.value;
      const { strange } = numbered(text);
      if (strange) return say(`The net knows letters and digits, and no “${strange}”.`);
      if (text.length < 8) return say(`${8 - text.length} more.`);
      say("");
      figure.set({ text, place: Math.min(figure.get("place"), text.length - 1) });
    },
  });
  figure.watch(["text"], () => {
    if (field.value !== figure.get("text")) field.value = figure.get("text");
  });
  const label = html("span", { class: "tb-label" }, WORDS.text);
  return html("label", { class: "tb-field" }, label, field);
}

/** Things to try. */
function experiments(figure) {
  const go = (values) => () => figure.set(values);
  return chips(WORDS.try, [
    ["before it forms: step 240", go({ step: "240" })],
    ["in the middle: 320", go({ step: "320" })],
    ["formed: 400", go({ step: "400" })],
    ["a word: Transformers", go({ text: "Transformers", place: 4, step: "2000" })],
    ["ABABABABABAB", go({ text: "ABABABABABAB", place: 4, step: "2000" })],
  ]);
}

/** Back, Step, Play and the scrubber over the stored steps. */
function timesOf(figure, bits) {
  return timeline(figure, {
    label: WORDS.training,
    last: () => STEPS.length - 1,
    at: () => STEPS.indexOf(Number(figure.get("step"))),
    move: (at) => figure.set({ step: String(STEPS[at]) }),
    say: (at) => moment(STEPS[at], bits(STEPS[at])),
    watches: ["step"],
    pace: 1000,
  });
}

class View {
  constructor(figure) {
    this.figure = figure;
    this.nets = libraryOf(figure);
    this.net = this.nets.first();
    this.scene = sceneOf(figure);
    this.curves = curvesOf(figure);
    this.maps = mapsOf(figure);
    this.next = bars(WORDS.next, 4);
    this.told = html("p", { class: "in-told" });
    this.note = html("p", { class: "tb-note in-note", role: "status" });
  }

  /** Put the parts where they stand. */
  build() {
    const say = (words) => (this.note.textContent = words);
    const group = (kind, ...nodes) => html("div", { class: kind }, nodes);
    this.figure.root.append(
      group(
        "in-head",
        this.figure.title,
        html("p", { class: "in-invitation" }, WORDS.invitation),
      ),
      group(
        "in-places",
        group(
          "in-left",
          this.scene.node,
          html("p", { class: "tb-note" }, WORDS.again),
          this.told,
        ),
        group("in-right", this.curves.node, this.next.root),
        group(
          "in-below",
          timesOf(this.figure, this.curves.bits),
          experiments(this.figure),
          fieldOf(this.figure, say),
          this.note,
        ),
        this.maps.node,
      ),
    );
  }

  /** Bring all up to date; returns what is to be said. */
  show() {
    const state = this.figure.state();
    const net = this.nets.now(
      state.step,
      () => this.show(),
      () => (this.note.textContent = WORDS.lost),
    );
    if (net) this.net = net;
    const [first, second] = [Number(state.first) - 1, Number(state.second) - 1];
    const count = state.text.length;
    const found = reading(this.net, state.text);
    const asks = count + state.place;
    const weights = Array.from(found.maps[1][second][asks]);
    const looked = weights.indexOf(Math.max(...weights));
    this.scene.show({ ...state, found, first, second, looked });
    this.curves.show(Number(state.step));
    const maps = [found.maps[0][first], found.maps[1][second]];
    this.maps.paint({ maps, rows: [looked, asks] });
    return this.tell(state, found, { asks, looked, weight: weights[looked] });
  }

  /** The bars and the sentence. */
  tell({ text, place }, found, { asks, looked, weight }) {
    const likely = likeliest(found.next[asks], 4);
    const right = text[(place + 1) % text.length];
    this.next.show(
      likely.map(([letter, share]) => ({
        name: letter,
        words: `${letter}: ${share.toFixed(2)}`,
        part: share,
        number: share.toFixed(2),
        lit: letter === right,
      })),
    );
    this.told.textContent = verdict({
      letter: text[place],
      right,
      share: found.right[place],
      best: likely[0],
      looked: placed(text, looked),
      weight,
    });
    return this.told.textContent;
  }
}

function draw(figure) {
  const view = new View(figure);
  if (!view.net) {
    figure.root.append(html("p", { class: "tb-note" }, WORDS.none));
    return;
  }
  view.build();
  let first = true;
  figure.watch(SETTINGS, () => {
    const sentence = view.show();
    if (!first) figure.announce(sentence);
    first = false;
  });
}

export { problem };

export default liveFigure({ title: WORDS.title, draw, problem, stage: true });
