// A translator: the sentence is read word by word, one vector is handed over, words come out.

import { onTheme } from "../cells.js";
import {
  change,
  html,
  liveFigure,
  quoted,
  segments,
  still,
  timeline,
} from "../figure.js";
import { palette, stripe } from "../machine/bitmaps.js";
import { joined } from "../machine/reading.js";
import { FONT, Scene } from "../machine/shapes.js";
import { Stage } from "../machine/stage.js";
import { clamp } from "../machine/tools.js";
import { chips } from "../parts.js";
import { tokenise } from "../sentences.js";
import { MARKS, STOP, candidates, kept, trace, unpack } from "./model.js";
import { drawScene, planOf } from "./scene.js";

const PACE = { read: 150, cross: 1500, write: 330 }; // milliseconds a step
const SPELLED = { 1: "‹start›", 2: "‹stop›" };

class Translator {
  constructor(figure) {
    const sizes = figure.get("sizes");
    const listed = (name) => [...MARKS, ...figure.get(name).split(" ")];
    Object.assign(this, {
      figure,
      net: unpack(figure.get("net"), sizes),
      spanish: listed("spanish"),
      english: listed("english"),
      samples: figure.get("samples"),
      root: figure.root,
      font: FONT,
      clock: 0,
      goal: 0,
      playing: null,
      hover: null,
      touched: false,
      W: 0,
      H: 0,
    });
    this.root.classList.add("mc", "tr");
    this.stage = new Stage(this);
    this.makeWords();
  }

  // ---- what is known ----------------------------------------------------------------

  get calm() {
    return still();
  }

  get narrow() {
    return this.W < 560;
  }

  get n() {
    return this.run.source.length;
  }

  get source() {
    return this.run.source;
  }

  get states() {
    return this.run.states;
  }

  get steps() {
    return this.run.steps;
  }

  get end() {
    return this.n + this.steps.length;
  }

  /** The last place that is reached: words read, then words written. */
  get place() {
    return Math.floor(this.clock + 1e-6);
  }

  /** Whether it shows the whole sentence by itself; the slider then follows it. */
  get showing() {
    return Boolean(this.playing?.all);
  }

  now() {
    return performance.now();
  }

  spell(id) {
    return SPELLED[id] ?? this.english[id] ?? "?";
  }

  stripe(data, cols) {
    return stripe(this.colours, data, 0, data.length, cols, cols === 12 ? 2.4 : 1);
  }

  /** The vector of a Spanish word; the same object each time, for its picture is kept. */
  embedding(i) {
    const id = this.run.ids[i];
    const { width, encoder } = this.net;
    this.vectors ??= new Map();
    if (!this.vectors.has(id))
      this.vectors.set(id, encoder.words.slice(id * width, (id + 1) * width));
    return this.vectors.get(id);
  }

  fed(t) {
    return this.spell(this.steps[t].fed);
  }

  /** What the decoder says at a step, how likely it is, whether it is wrong. */
  said(t) {
    const { word, own, shares } = this.steps[t];
    const id = this.run.forced ? own : word;
    const { truth, forced } = this.run;
    const wrong = truth.length > 0 && (forced ? id !== truth[t] : !this.right[t]);
    return { word: this.spell(id), part: shares[id], wrong };
  }

  question(t) {
    return `after ${quoted(this.fed(t))} comes`;
  }

  choices(t) {
    const { shares, word, own } = this.steps[t];
    const truth = this.run.forced ? this.run.truth[t] : undefined;
    return candidates(shares, truth).map(({ word: id, share }) => ({
      word: this.spell(id),
      part: share,
      chosen: id === (this.run.forced ? own : word),
      right: id === truth,
      take: id >= MARKS.length && !this.run.forced ? () => this.take(t, id) : null,
    }));
  }

  /** The decoder goes on from a word that the reader chose. */
  take(t, id) {
    const before = this.steps.slice(0, t).map(({ word }) => this.english[word]);
    this.touched = true;
    this.figure.set({ taken: [...before, this.english[id]], at: this.n + 1 + t });
  }

  // ---- what is set --------------------------------------------------------------------

  get sentence() {
    return this.figure.get("sentence") || (this.samples.at(-1)?.[1][0] ?? "");
  }

  get reference() {
    const found = this.samples.find(([, [spanish]]) => spanish === this.sentence);
    return found ? found[1][1] : "";
  }

  /** Compute all anew; if it cannot be, say why and leave the last picture. */
  compute() {
    const { sentence, reference } = this;
    const [forced, taken] = [this.figure.get("forced"), this.figure.get("taken")];
    const asked = { sentence, reference, forced: reference ? forced : 0, taken };
    const run = trace(this.net, this.spanish, this.english, asked);
    this.trouble.textContent = run.problem ?? "";
    if (!this.field.matches(":focus") || !run.problem) this.field.value = sentence;
    if (run.problem && this.run) return;
    this.run = run.problem
      ? { ...run, source: [], ids: [], states: [], steps: [] }
      : run;
    const ids = tokenise(sentence).map((word) => this.known(word));
    this.run.ids = ids;
    this.right = kept(
      this.steps.map(({ word }) => word),
      this.run.truth,
    );
    change(this.fedBy, { hidden: !reference });
    this.stage.node.hidden = !this.n;
  }

  known(word) {
    const at = this.spanish.indexOf(word);
    return at < 0 ? this.spanish.indexOf(word.toLowerCase()) : at;
  }

  /** Go to a place, on foot where that is one step, else at once. */
  adopt() {
    this.compute();
    if (!this.n) return;
    const at = this.figure.get("at");
    this.goal = at < 0 ? this.end : clamp(at, 0, this.end);
    const near = this.goal > this.clock && this.goal - this.clock < 1.01;
    if (near && this.touched && !this.calm) this.walk(this.goal);
    else this.jump(this.goal);
  }

  jump(place) {
    this.playing = null;
    this.clock = place;
    this.refresh();
  }

  walk(until, speed = 1) {
    this.playing = { until, speed, before: this.now() };
    this.stage.place();
    this.stage.ask();
  }

  go(place) {
    this.touched = true;
    this.figure.set({ at: place >= this.end ? -1 : place });
  }

  read(sentence) {
    this.touched = true;
    this.clock = 0;
    this.figure.set({ sentence, taken: [], at: -1 });
    queueMicrotask(() => this.show());
  }

  /** Read and write all of it, in motion. */
  show() {
    if (this.run.problem || this.calm) return;
    this.clock = 0;
    this.walk(this.end, this.n > 12 ? 1.5 : 1);
    this.playing.all = true;
  }

  tick(now) {
    if (!this.playing) return;
    const { until, speed, before } = this.playing;
    const { read, cross, write } = PACE;
    const pace = this.clock < this.n ? read : this.clock < this.n + 1 ? cross : write;
    const was = this.place;
    this.playing.before = now;
    this.clock = Math.min(
      until,
      this.clock + (clamp(now - before, 0, 50) / pace) * speed,
    );
    if (this.clock === until) {
      this.playing = null;
      if (this.touched) this.figure.announce(joined(this.spoken()));
    }
    if (this.place !== was) this.follow();
  }

  // ---- drawing ------------------------------------------------------------------------

  build() {
    const scene = new Scene(this.colours, this.serif, (...given) =>
      this.stage.measure(...given),
    );
    drawScene(scene, this);
    return scene;
  }

  refresh() {
    if (!this.W || !this.n) return;
    this.settle();
    this.follow();
    this.stage.ask();
  }

  settle() {
    const { h } = planOf(this);
    if (h !== this.H) {
      this.H = h;
      this.stage.resize(this.W, h);
    }
    this.stage.place();
  }

  fit() {
    const w = Math.floor(this.stage.node.clientWidth);
    if (!w || !this.n) return;
    this.W = w;
    this.colours = palette(this.root);
    this.serif = getComputedStyle(this.out).fontFamily;
    this.H = planOf(this).h;
    this.stage.resize(w, this.H);
    this.refresh();
  }

  beside() {}

  takeFocus() {
    this.field.focus({ preventScroll: true });
  }

  /** What stands in words follows the moment. */
  follow() {
    this.stage.place();
    this.time?.dispatchEvent(new Event("follow"));
    this.showOut();
  }

  /** The words written so far. */
  spoken() {
    const count = clamp(this.place - this.n, 0, this.steps.length);
    return this.steps
      .slice(0, count)
      .map((_, t) => this.said(t).word)
      .filter((word) => word !== SPELLED[STOP]);
  }

  showOut() {
    const words = this.spoken();
    const parts = words.map((word, t) => {
      const { wrong } = this.said(t);
      const before = words.slice(0, t + 1);
      const long = joined(before.slice(0, -1)).length;
      const text = joined(before).slice(t ? long : 0);
      return html("span", { class: wrong ? "tr-wrong" : null }, text);
    });
    this.out.replaceChildren(...(parts.length ? parts : ["…"]));
    const { reference } = this;
    const done = this.place >= this.end;
    const spoiled = done && this.steps.some((_, t) => this.said(t).wrong);
    this.should.textContent = !reference
      ? ""
      : spoiled
        ? `Should be: ${reference}`
        : done
          ? "✓ Every word is right."
          : "";
  }

  say(place) {
    if (place === 0) return "nothing read";
    if (place <= this.n) return `${place} of ${this.n} read`;
    return place >= this.end
      ? "done"
      : `word ${place - this.n} of ${this.steps.length}`;
  }

  // ---- what stands around the picture ---------------------------------------------------

  makeWords() {
    const { figure } = this;
    this.field = html("input", {
      type: "text",
      class: "mc-field",
      lang: "es",
      spellcheck: "false",
      autocomplete: "off",
      maxlength: 240,
      "aria-label": "Spanish sentence",
      onchange: () => this.read(this.field.value),
    });
    this.out = html("p", { class: "tr-out", lang: "en" });
    this.should = html("p", { class: "tr-should tb-note", lang: "en" });
    this.trouble = html("p", { class: "tr-trouble", role: "status" });
    this.tries = chips(
      "Sentences of these lengths",
      this.samples.map(([name, [spanish]]) => [name, () => this.read(spanish)]),
    );
    this.fedBy = segments(figure, {
      label: "it is fed",
      options: [
        [0, "its own last word"],
        [1, "the true last word"],
      ],
      watches: ["forced"],
      value: () => figure.get("forced"),
      choose: (forced) => figure.set({ forced, taken: [] }),
    });
    this.list = this.vocabulary();
    figure.watch(["sentence", "forced", "taken", "at"], () => this.adopt());
    this.makeTime();
  }

  makeTime() {
    const { figure } = this;
    this.time = timeline(figure, {
      label: "time",
      last: () => Math.max(1, this.end),
      at: () => (this.showing ? this.place : this.goal),
      move: (to) => this.go(to),
      say: (place) => this.say(place),
      watches: ["at", "sentence", "taken", "forced"],
      pace: 420,
    });
  }

  vocabulary() {
    const words = this.spanish
      .slice(MARKS.length)
      .filter((word) => /^\p{L}/u.test(word));
    const sorted = words.sort((a, b) => a.localeCompare(b, "es"));
    return html(
      "details",
      { class: "tr-known" },
      html("summary", {}, `The ${sorted.length} Spanish words that it knows`),
      html("p", { lang: "es" }, sorted.join(", ")),
    );
  }

  begin() {
    const { figure } = this;
    const lines = html("div", { class: "mc-lines" }, [
      html("div", {}, this.field, this.trouble),
      html("div", { class: "tr-said" }, this.out, this.should),
    ]);
    const say = html("span", { class: "tb-label" }, "Write in Spanish, or take one of");
    const tries = html("div", { class: "tr-tries" }, figure.title, say, this.tries);
    this.root.append(
      tries,
      lines,
      this.stage.node,
      this.time,
      html("div", { class: "tr-more" }, this.fedBy, this.list),
    );
    figure.fit(this.stage.node, () => this.fit());
    onTheme(figure, () => this.fit());
    figure.endings.push(() => (this.playing = null));
    const open = figure.get("at") === -1 && !figure.get("taken").length;
    if (open && !this.calm)
      figure.onceSeen(this.stage.node, () => !this.touched && this.show(), 0.35);
    this.root.addEventListener("pointerdown", () => (this.touched = true), {
      once: true,
    });
    this.root.addEventListener("keydown", () => (this.touched = true), { once: true });
  }
}

export default liveFigure({
  title: "A translator",
  stage: true,
  draw: (figure) => new Translator(figure).begin(),
});
