// A translator that looks back: ribbons from every word to where it looked.

import { onTheme } from "../cells.js";
import { html, liveFigure, quoted, still, timeline } from "../figure.js";
import { palette } from "../machine/bitmaps.js";
import { joined } from "../machine/reading.js";
import { FONT, Scene } from "../machine/shapes.js";
import { Stage } from "../machine/stage.js";
import { clamp, shown } from "../machine/tools.js";
import { tokenise } from "../sentences.js";
import { chips, stops } from "../parts.js";
import { MARKS, STOP, candidates, kept } from "../translator/model.js";
import { asked, unpack, write } from "./model.js";
import { drawScene, planOf } from "./scene.js";

const PACE = 420; // milliseconds a word takes to be written
const OPENS = 1; // the sample with which it opens
const short = (step) => (step >= 1000 ? `${step / 1000}k` : String(step));

class Searcher {
  constructor(figure) {
    const listed = (name) => [...MARKS, ...figure.get(name).split(" ")];
    Object.assign(this, {
      figure,
      nets: new Map(),
      spanish: listed("spanish"),
      words: listed("english"),
      samples: figure.get("samples"),
      trained: figure.get("trained"),
      root: figure.root,
      font: FONT,
      clock: 0,
      playing: null,
      hover: null,
      touched: false,
      turn: 0,
      W: 0,
      H: 0,
    });
    this.nets.set(this.trained, unpack(figure.get("net"), figure.get("sizes")));
    this.root.classList.add("mc", "se");
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

  /** What the trained net does at each word, and what the net of the slider looks at. */
  get steps() {
    return this.run.steps;
  }

  get looks() {
    return this.run.looks;
  }

  get english_() {
    return this.run.english;
  }

  get step() {
    return this.run.step;
  }

  get place() {
    return Math.floor(this.clock + 1e-6);
  }

  /** Whether all words are shown, and none of them by itself. */
  get open() {
    return this.figure.get("at") < 0 && !this.playing;
  }

  get showing() {
    return Boolean(this.playing);
  }

  get pinned() {
    const at = this.figure.get("source");
    return at >= 0 && at < this.n ? at : null;
  }

  /** The source word, or the target word, whose ribbons are lit: pointed at, or chosen. */
  hovered(kind) {
    const [what, at] = (this.hover ?? "").split(" ");
    return what === kind ? Number(at) : null;
  }

  get litSource() {
    if (this.hovered("target") !== null) return null;
    return this.hovered("source") ?? this.pinned;
  }

  get lit() {
    if (this.litSource !== null) return null;
    const pointed = this.hovered("target");
    if (pointed !== null) return pointed;
    if (this.open || !this.place) return null;
    return Math.min(this.place, this.steps.length) - 1;
  }

  get anyLit() {
    return this.lit !== null || this.litSource !== null;
  }

  isLit(t, j) {
    return this.lit === t || this.litSource === j;
  }

  /** The weight of a source word in the lit step, if there is one. */
  partOf(j) {
    return this.lit === null ? null : this.looks[this.lit].weights[j];
  }

  now() {
    return performance.now();
  }

  spell(id) {
    return id === STOP ? "‹stop›" : (this.words[id] ?? "?");
  }

  choices(t) {
    return candidates(this.steps[t].shares, undefined, 4).map(({ word, share }) => ({
      word: this.spell(word),
      part: share,
    }));
  }

  // ---- in words -----------------------------------------------------------------------

  lookedAt(t) {
    const { weights } = this.looks[t];
    const order = Array.from(weights.keys()).sort((a, b) => weights[b] - weights[a]);
    const most = order.filter((j) => weights[j] >= 0.1).slice(0, 3);
    return (most.length ? most : order.slice(0, 1))
      .map((j) => `${this.source[j]} ${shown(weights[j])}`)
      .join(", ");
  }

  lookersAt(j) {
    const found = this.english_
      .map((word, t) => [word, this.looks[t].weights[j]])
      .filter(([, weight]) => weight >= 0.1)
      .map(([word, weight]) => `${word} ${shown(weight)}`);
    return found.join(", ") || "hardly a word";
  }

  sentenceOf() {
    const [t, j] = [this.lit, this.litSource];
    if (t !== null) {
      const word = quoted(this.english_[t]);
      const then = this.step === this.trained ? " Likeliest words:" : "";
      return `Before writing ${word} it looked at ${this.lookedAt(t)}.${then}`;
    }
    if (j !== null) return `${quoted(this.source[j])}: ${this.lookersAt(j)}.`;
    return "Pull the training slider to the left. Or press a word to see its ribbons alone.";
  }

  inWords() {
    const done = this.english_.slice(0, this.place);
    return (
      `Ribbons after ${this.step} training steps. Spanish: ${this.source.join(" ")}. ` +
      `English: ${done.join(" ") || "nothing yet"}. ${this.sentenceOf()}`
    );
  }

  // ---- what is set --------------------------------------------------------------------

  get sentence() {
    const open = this.samples[Math.min(OPENS, this.samples.length - 1)];
    return this.figure.get("sentence") || (open?.[1][0] ?? "");
  }

  /** What a sample should become; of other sentences nobody knows it. */
  get reference() {
    return (
      this.samples.find(([, [spanish]]) => spanish === this.sentence)?.[1][1] ?? ""
    );
  }

  /** Which of some words stand in the reference, in its order. */
  right(words) {
    const small = (list) => list.map((word) => word.toLowerCase());
    const { reference } = this;
    return kept(small(words), small(reference ? tokenise(reference) : words));
  }

  /** Fetch the net after so many steps. */
  async network(step) {
    const text = await this.figure.entry("checkpoints", String(step));
    this.nets.set(step, unpack(text, this.figure.get("sizes")));
  }

  /** Compute all anew with a net; if it cannot be, say why and leave the last picture. */
  compute(net, step) {
    const { sentence } = this;
    const { problem, ids, words } = asked(sentence, this.spanish);
    this.trouble.textContent = problem ?? "";
    if (!this.field.matches(":focus") || !problem) this.field.value = sentence;
    if (problem) {
      if (!this.run) this.stage.node.hidden = true;
      return false;
    }
    const best = write(this.nets.get(this.trained), ids).steps;
    const steps = best.at(-1)?.word === STOP ? best.slice(0, -1) : best;
    const given = steps.map(({ word }) => word);
    const looks = step === this.trained ? steps : write(net, ids, given).steps;
    const own = write(net, ids).steps.map(({ word }) => word);
    const alone = own.filter((id) => id !== STOP).map((id) => this.spell(id));
    const english = given.map((id) => this.spell(id));
    this.run = {
      source: words,
      steps,
      looks,
      step,
      english,
      right: this.right(english),
      alone,
      rightAlone: this.right(alone),
    };
    this.stage.node.hidden = false;
    return true;
  }

  /** Bring the picture to what the settings say; a net may have to be fetched first. */
  adopt() {
    const turn = (this.turn += 1);
    const step = this.figure.get("step");
    if (this.nets.has(step)) {
      this.apply(step);
      return;
    }
    this.network(step)
      .then(() => turn === this.turn && this.apply(step))
      .catch(() => {
        this.trouble.textContent = `The network after ${step} steps could not be fetched.`;
      });
  }

  apply(step) {
    const flies = this.run && this.touched && this.run.step !== step;
    if (!this.compute(this.nets.get(step), step)) return;
    if (flies) this.stage.fly({ long: 800 });
    const at = this.figure.get("at");
    const goal = at < 0 ? this.steps.length : clamp(at, 0, this.steps.length);
    const near = goal > this.clock && goal - this.clock < 1.01;
    if (this.shown && !this.calm) this.show();
    else if (near && this.touched && !this.calm) this.walk(goal);
    else {
      this.playing = null;
      this.clock = goal;
    }
    this.shown = false;
    if (this.W) this.refresh();
    else this.fit();
  }

  walk(until) {
    this.playing = { until, before: this.now() };
    this.stage.ask();
  }

  go(place) {
    this.touched = true;
    const same = this.figure.get("at") === place;
    const all = same || place > this.steps.length;
    this.figure.set({ at: all ? -1 : place, source: -1 });
  }

  pin(j) {
    this.touched = true;
    const source = this.pinned === j ? -1 : j;
    this.figure.set({ source, at: -1 });
  }

  read(sentence) {
    this.touched = true;
    this.shown = true;
    this.figure.set({ sentence, at: -1, source: -1 });
    if (sentence === this.was) this.adopt();
    this.was = sentence;
  }

  /** Write all of it, in motion. */
  show() {
    if (this.calm || !this.run) return;
    this.clock = 0;
    this.walk(this.steps.length);
  }

  tick(now) {
    if (!this.playing) return;
    const was = this.place;
    const { until, before } = this.playing;
    this.playing.before = now;
    this.clock = Math.min(until, this.clock + clamp(now - before, 0, 50) / PACE);
    if (this.clock === until) {
      this.playing = null;
      if (this.touched) this.figure.announce(this.sentenceOf());
      this.follow();
    } else if (this.place !== was) this.follow();
  }

  // ---- drawing ------------------------------------------------------------------------

  scratch() {
    return new Scene(this.colours, this.serif, (...given) =>
      this.stage.measure(...given),
    );
  }

  build() {
    const scene = this.scratch();
    drawScene(scene, this);
    return scene;
  }

  refresh() {
    if (!this.W || !this.run) return;
    this.settle();
    this.follow();
    this.stage.ask();
  }

  settle() {
    const { h } = planOf(this, this.scratch());
    if (h !== this.H) {
      this.H = h;
      this.stage.resize(this.W, h);
    }
    this.stage.place();
  }

  fit() {
    const w = Math.floor(this.stage.node.clientWidth);
    if (!w || !this.run) return;
    this.W = w;
    this.colours = palette(this.root);
    this.serif = getComputedStyle(this.out).fontFamily;
    this.H = planOf(this, this.scratch()).h;
    this.stage.resize(w, this.H);
    this.refresh();
  }

  beside() {}

  takeFocus() {
    this.field.focus({ preventScroll: true });
  }

  follow() {
    this.stage.place();
    this.time?.dispatchEvent(new Event("follow"));
    const { step, alone, rightAlone } = this.run;
    const wrong = rightAlone.includes(false);
    const parts = alone.map((word, t) => {
      const long = joined(alone.slice(0, t)).length;
      const text = joined(alone.slice(0, t + 1)).slice(long);
      return html("span", { class: rightAlone[t] ? null : "se-wrong" }, text);
    });
    const after = step.toLocaleString("en");
    const said = step === this.trained ? "It writes" : `After ${after} steps it writes`;
    this.out.replaceChildren(
      html("span", { class: "tb-label" }, said),
      " ",
      ...(parts.length ? parts : ["nothing"]),
      wrong ? html("span", { class: "se-should" }, `Should be: ${this.reference}`) : "",
    );
  }

  say(place) {
    if (place === 0) return "nothing written";
    return place >= this.steps.length
      ? "all words"
      : `word ${place} of ${this.steps.length}`;
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
    this.out = html("p", { class: "se-out", lang: "en" });
    this.trouble = html("p", { class: "se-trouble", role: "status" });
    this.tries = chips(
      "Sentences of these lengths",
      this.samples.map(([name, [spanish]]) => [name, () => this.read(spanish)]),
    );
    this.steps_ = [...Object.keys(figure.get("checkpoints")).map(Number), this.trained];
    this.training = stops(figure, {
      label: "training step",
      entries: this.steps_.sort((a, b) => a - b).map((step) => [step, short(step)]),
      watches: ["step"],
      value: () => figure.get("step"),
      say: (step) => step.toLocaleString("en"),
      choose: (step) => {
        this.touched = true;
        figure.set({ step });
      },
    });
    figure.watch(["sentence", "step", "at", "source"], () => this.adopt());
  }

  makeTime() {
    const at = () => {
      const place = this.figure.get("at");
      return this.showing || place < 0 ? this.place : place;
    };
    this.time = timeline(this.figure, {
      label: "words written",
      last: () => Math.max(1, this.run ? this.steps.length : 1),
      at,
      move: (to) => {
        this.touched = true;
        this.figure.set({ at: to, source: -1 });
      },
      say: (place) => (this.run ? this.say(place) : ""),
      watches: ["at", "sentence"],
      pace: PACE,
    });
  }

  vocabulary() {
    const known = this.spanish
      .slice(MARKS.length)
      .filter((word) => /^\p{L}/u.test(word))
      .sort((a, b) => a.localeCompare(b, "es"));
    return html(
      "details",
      { class: "se-known" },
      html("summary", {}, `The ${known.length} Spanish words that it knows`),
      html("p", { lang: "es" }, known.join(", ")),
    );
  }

  begin() {
    const { figure } = this;
    this.makeTime();
    const say = html("span", { class: "tb-label" }, "Write in Spanish, or take one of");
    const tries = html("div", { class: "se-tries" }, figure.title, say, this.tries);
    const lines = html("div", { class: "mc-lines" }, [
      html("div", {}, this.field, this.trouble),
      this.out,
    ]);
    const under = html("div", { class: "mc-clocks" }, this.training, this.time);
    this.root.append(tries, lines, this.stage.node, under, this.vocabulary());
    figure.fit(this.stage.node, () => this.fit());
    onTheme(figure, () => this.fit());
    figure.endings.push(() => (this.playing = null));
    const open = figure.get("at") === -1 && figure.get("source") === -1;
    if (open && !this.calm && this.run)
      figure.onceSeen(this.stage.node, () => !this.touched && this.show(), 0.35);
    const touch = () => (this.touched = true);
    this.root.addEventListener("pointerdown", touch, { once: true });
    this.root.addEventListener("keydown", touch, { once: true });
  }
}

export default liveFigure({
  title: "A translator that looks back",
  stage: true,
  draw: (figure) => new Searcher(figure).begin(),
});
