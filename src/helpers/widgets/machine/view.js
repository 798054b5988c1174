// The machine: a trained Transformer, drawn whole and alive on the reader's sentence.
// What it knows and does stands here; how a level looks, in the scenes.

import { onTheme } from "../cells.js";
import { liveFigure } from "../figure.js";
import { beamTree, placesOf, walker, wordsOn } from "./beams.js";
import { drawBeams } from "./beamscene.js";
import { mapPicture, palette, stripe } from "./bitmaps.js";
import { Controls } from "./controls.js";
import { SHOW, drawHead } from "./head.js";
import { drawLayer } from "./layer.js";
import { drawNumber } from "./number.js";
import { valueAt, vector } from "./origin.js";
import { addressOf, headName, pathOf } from "./places.js";
import { joined, numbered } from "./reading.js";
import { FONT, Scene } from "./shapes.js";
import { Stage } from "./stage.js";
import { clamp, range, same, shown } from "./tools.js";
import { START, STOP, hasPart, probability, run, separate, unpack } from "./trace.js";
import { drawStack, stackPlan } from "./stack.js";
import { drawWhole, planOf } from "./whole.js";
import { ALONE, CALL, TRIES, about } from "./wording.js";

const SCENES = {
  machine: drawWhole,
  stack: drawStack,
  layer: drawLayer,
  head: drawHead,
  number: drawNumber,
  beams: drawBeams,
};
const SPEED = { encoder: 1500, word: 900, back: 300 }; // milliseconds
const calmly = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
const wordsOf = (text, ids) => ids.map((id) => (id == null ? "" : text(id)));

class Machine {
  constructor(figure) {
    const [net, words] = [unpack(figure.get("net")), figure.get("words")];
    Object.assign(this, {
      figure,
      net,
      words,
      known: figure.get("source_words"),
      samples: figure.get("samples"),
      nets: new Map([[-1, net]]), // by the steps that they have learned; -1 is the end
      age: -1,
      steps: figure.get("steps"),
      heads: range(net.heads),
      layers: range(net.layers),
      headCount: 3 * net.layers * net.heads,
      font: FONT,
      root: figure.root,
      inner: net["encoder.layers.0.feed_forward.inner.bias"].length,
    });
    Object.assign(this, {
      cutNames: [],
      cut: new Set(),
      forced: [],
      row: null,
      clock: 0,
      floor: figure.get("floor") ?? 0, // how deep the reader stands at least
      scissors: false,
      hover: null,
      playing: null,
      played: false,
      touched: false,
      headAt: -1e9,
      W: 0,
      H: 0,
      room: 0,
      doneSaid: "",
    });
    const first = figure.get("_initial").path;
    this.home = pathOf(this.floor ? first : "").slice(0, this.floor + 1);
    this.path = this.home;
    this.spell = (id) =>
      id === START ? "‹start›" : id === STOP ? "‹stop›" : words[id];
    this.stage = new Stage(this);
    this.controls = new Controls(this, figure);
    this.root.classList.add("mc");
    if (this.floor) figure.title.textContent = ALONE;
    figure.title.classList.add("tb-unseen"); // the crumbs begin with it
    this.root.append(...this.controls.parts);
    this.root.addEventListener("keydown", (event) => this.key(event));
  }

  begin() {
    const { figure } = this;
    if (!this.take(figure.get("sentence"), true)) this.take(this.samples[0], true);
    const followed = ["sentence", "cut", "forced", "clock", "path", "row", "learned"];
    figure.watch(followed, () => this.adopt());
    figure.watch(["width", "alpha"], () => {
      this.forest = null;
      this.refresh();
    });
    figure.fit(this.stage.node, () => this.fit());
    onTheme(figure, () => this.fit());
    figure.endings.push(() => this.stop());
    this.open();
  }

  /** The opening: it reads and writes by itself, once, when it comes into view. */
  open() {
    const fresh =
      !this.cut.size &&
      this.path.length === 1 &&
      !this.figure.get("clock") &&
      this.figure.get("learned") === -1;
    if (!fresh || this.calm) {
      this.played = true;
      if (this.floor && !this.calm)
        this.figure.onceSeen(this.stage.node, () => {
          this.headAt = this.now();
          this.stage.ask();
        });
      return;
    }
    this.clock = 0;
    const begin = () => {
      if (this.clock === 0 && !this.touched) this.playTo(this.end, 2.4);
    };
    this.figure.onceSeen(this.stage.node, begin, 0.35);
  }

  // ---- what is known ----------------------------------------------------------------

  get calm() {
    return calmly();
  }

  get narrow() {
    return this.W < 620;
  }

  get view() {
    return this.path.at(-1);
  }

  get out() {
    return this.run.out;
  }

  get end() {
    return 1 + this.out.length;
  }

  /** The place of the word that is being written. */
  get step() {
    return clamp(Math.ceil(this.clock - 1) - 1, 0, this.out.length - 1);
  }

  get showing() {
    return (
      this.view.level === "head" && !this.calm && this.now() - this.headAt < SHOW + 50
    );
  }

  get mostlyStill() {
    return (
      this.playing &&
      this.clock >= 1 &&
      !this.hover &&
      this.path.length === 1 &&
      this.row === null
    );
  }

  /** Which of the experiments this is. */
  get tried() {
    return TRIES.find(({ cut }) =>
      same([...separate(this.net, cut)].sort(), [...this.cut].sort()),
    );
  }

  now() {
    return performance.now();
  }

  rowOf(tower) {
    const n = this.namesOf(tower).length;
    if (this.row !== null && this.rowTower === tower) return clamp(this.row, 0, n - 1);
    return tower === "D" ? this.step : Math.min(5, n - 1);
  }

  get rowTower() {
    return this.path.find(({ tower }) => tower)?.tower ?? "E";
  }

  namesOf(tower) {
    return tower === "E" ? this.src : this.tgt.slice(0, this.out.length);
  }

  keysOf(tower, att) {
    return att === "cross" ? this.src : this.namesOf(tower);
  }

  wordAt(tower, i) {
    return tower === "E" ? this.src[i] : this.tgt[i];
  }

  sentenceOf(ids) {
    return joined(
      ids.filter((id) => id !== STOP && id !== START).map((id) => this.words[id]),
    );
  }

  /** Whether a mask hides from a word what comes after it. */
  hides(tower, att) {
    return tower === "D" && att === "self" && !this.cut.has("mask");
  }

  attention(tower, l, att) {
    return (tower === "E" ? this.run.enc : this.run.dec).layers[l][att];
  }

  vector(site, i, h) {
    return vector(this.run, site, i, h);
  }

  probability(t, id) {
    return probability(this.run.dec, t, id);
  }

  isCut(name) {
    return (
      this.cut.has(name) ||
      this.cutNames.includes(name) ||
      this.heads.every((h) => this.cut.has(`${name}.${h + 1}`))
    );
  }

  stripe(...given) {
    return stripe(this.colours, ...given);
  }

  /** The map of a head as a picture, kept with the run. */
  map(tower, l, att, h) {
    const name = headName(tower, l, att, h);
    const key = `${name}|${this.colours.key_}`;
    this.run.maps ??= new Map();
    if (!this.run.maps.has(key)) {
      const rows = this.attention(tower, l, att).w.map((heads) => heads[h]);
      const colour = this.isCut(name) ? [128, 128, 128] : this.colours.headRgb[h % 4];
      this.run.maps.set(
        key,
        mapPicture(
          this.colours,
          rows,
          this.keysOf(tower, att).length,
          colour,
          this.hides(tower, att),
        ),
      );
    }
    return this.run.maps.get(key);
  }

  idOf({ level, tower = "", l = "", att = "", h = "" }) {
    return [level, tower, l, att, h].join(" ");
  }

  // ---- reading and running ----------------------------------------------------------

  /** Read a sentence; if it cannot be read, say why, and leave all as it is. */
  take(sentence, quiet = false) {
    const found = numbered(sentence, this.words, this.known);
    if (this.controls.field.value !== sentence) this.controls.field.value = sentence;
    if (this.samples.includes(sentence)) this.controls.menu.value = sentence;
    else this.controls.menu.value = "";
    if (found.problem) {
      this.unread = found;
      if (!quiet || sentence) this.controls.complain(found);
      return false;
    }
    Object.assign(this, {
      sentence,
      ids: found.ids,
      src: found.words,
      added: found.added,
    });
    this.was = run(this.net, found.ids);
    this.usual = run(this.nets.get(-1), found.ids).out.length;
    this.compute();
    return true;
  }

  compute() {
    this.run = run(this.net, this.ids, { cut: this.cut, forced: this.forced });
    this.tgt = ["‹start›", ...this.out.map(this.spell)];
    this.forest = null;
    this.clock = Math.min(this.clock, this.end);
  }

  /** Take the network as it was after so many steps of training; -1 is the end. */
  async grow(learned) {
    this.age = learned;
    if (!this.nets.has(learned)) {
      try {
        const stored = await this.figure.entry("checkpoints", String(learned));
        this.nets.set(learned, unpack(stored));
      } catch {
        const problem = `The network after ${learned} steps could not be loaded.`;
        this.controls.complain({ problem });
        return;
      }
    }
    if (this.age !== learned) return; // the reader is elsewhere by now
    this.net = this.nets.get(learned);
    this.was = run(this.net, this.ids);
    this.compute();
    this.clock = this.end;
    this.controls.showPath();
    this.controls.showCut();
    this.fly({ long: 450 });
    this.tell(`Translation: ${this.sentenceOf(this.out)}`);
  }

  /** The reader's sentence. */
  read(sentence) {
    this.touched = true;
    this.forced = [];
    this.row = null;
    if (!this.take(sentence)) return;
    this.path = this.view.level === "beams" ? this.path : this.home;
    this.rewrite(0);
    this.keep();
  }

  /** Show how the translation comes about, from here on. */
  rewrite(from) {
    this.controls.showPath();
    this.controls.showCut();
    if (this.calm || this.view.level !== "machine") {
      this.clock = this.end;
      this.fly({ long: 350 });
      return;
    }
    this.clock = from;
    this.fly({ long: 450 });
    this.playTo(this.end, from ? 2 : 1.6);
  }

  setCut(names) {
    this.touched = true;
    this.cutNames = names;
    this.cut = separate(this.net, names);
    this.compute();
    this.rewrite(names.some((name) => !name.startsWith("decoder")) ? 0 : 1);
    this.keep();
  }

  /** Cut these parts, or put them back when they are all cut. */
  toggle(names) {
    const parts = [...separate(this.net, names)];
    const left = [...this.cut].filter((name) => !parts.includes(name));
    this.setCut(parts.every((name) => this.cut.has(name)) ? left : [...left, ...parts]);
  }

  tryOut({ cut, sample }) {
    this.forced = [];
    if (this.path.length > 1) this.path = this.home;
    if (sample !== undefined && this.samples[sample]) this.take(this.samples[sample]);
    this.setCut(cut);
  }

  /** Make it write another word at a step, and go on from there. */
  force(t, id) {
    this.touched = true;
    this.forced = [...this.out.slice(0, t), id];
    this.compute();
    this.rewrite(t + 1);
    this.keep();
  }

  useScissors() {
    this.scissors = !this.scissors;
    this.controls.cutButton.setAttribute("aria-pressed", String(this.scissors));
    this.refresh();
  }

  follow(i) {
    this.touched = true;
    this.row = i < 0 ? null : i;
    if (this.view.level === "head") this.headAt = this.now();
    if (this.view.level === "machine") this.refresh();
    else this.fly({ long: 350 });
    this.keep();
  }

  // ---- the beams --------------------------------------------------------------------

  get beamWidth() {
    return this.figure.get("width");
  }

  /** The beams' tree for the present width and penalty. */
  get tree() {
    const [width, alpha] = [this.figure.get("width"), this.figure.get("alpha")];
    const key = `${width} ${alpha}`;
    this.forest ??= {
      walker: walker(this.net, this.run.enc, this.cut),
      trees: new Map(),
    };
    const { trees } = this.forest;
    if (!trees.has(key)) {
      const { levels, best } = beamTree(this.forest.walker, { width, alpha });
      trees.set(key, {
        levels,
        best,
        greedy: placesOf(levels, this.out),
        words: wordsOn(levels, best),
      });
    }
    return trees.get(key);
  }

  get beamWords() {
    return this.tree.words;
  }

  // ---- settings ---------------------------------------------------------------------

  /** Tell Python and the address what the reader has done. */
  keep() {
    const clock =
      this.clock >= this.end || this.playing ? 0 : Math.round(this.clock * 100) / 100;
    const state = this.figure.state();
    const usual = !state.sentence && this.sentence === this.samples[0];
    const now = {
      sentence: usual ? "" : this.sentence,
      cut: this.cutNames,
      clock,
      path: addressOf(this.path),
      row: this.row ?? -1,
      forced: wordsOf((id) => this.words[id], this.forced),
    };
    const changed = Object.fromEntries(
      Object.entries(now).filter(
        ([name, value]) => JSON.stringify(state[name]) !== JSON.stringify(value),
      ),
    );
    this.own = { ...state, ...now };
    if (Object.keys(changed).length) this.figure.set(changed);
  }

  /** Follow settings that Python or a link has changed. */
  adopt() {
    const state = this.figure.state();
    if (
      this.own &&
      Object.keys(state).every(
        (name) => JSON.stringify(state[name]) === JSON.stringify(this.own[name]),
      )
    )
      return;
    const first = !this.own;
    this.own = structuredClone(state);
    this.stop();
    if (state.learned !== this.age) this.grow(state.learned);
    const sentence = state.sentence || this.samples[0];
    const unread = sentence !== this.sentence && !this.take(sentence) && this.unread;
    const trouble = this.follows(state);
    this.clock = state.clock ? Math.min(state.clock, this.end) : this.end;
    this.controls.showPath();
    this.controls.showCut();
    if (unread) this.controls.complain(unread);
    else if (trouble) this.controls.complain({ problem: trouble });
    if (first) this.refresh();
    else {
      this.fly({ long: 450 });
      this.tell(this.scene?.words ?? "");
    }
  }

  /** Take over cut, forced words, path and row; one sentence on what is wrong. */
  follows({ cut, forced, path, row }) {
    const wrong = cut.find((name) => !hasPart(this.net, name));
    const ids = forced.map((word) => (word ? this.words.indexOf(word) : null));
    const unknown = forced[ids.indexOf(-1)];
    this.cutNames = cut.filter((name) => hasPart(this.net, name));
    this.cut = separate(this.net, this.cutNames);
    this.forced = ids.map((id) => (id === -1 ? null : id));
    this.compute();
    this.row = row < 0 ? null : row;
    const views = pathOf(path);
    const there = views?.every((view) => this.exists(view));
    if (there && addressOf(this.path) !== path && views.at(-1).level === "head")
      this.headAt = this.now() + 500;
    this.path = there && views.length > this.floor ? views : this.home;
    if (wrong) return `There is no part “${wrong}” to be cut.`;
    if (unknown) return `It cannot write “${unknown}”: it was never taught that word.`;
    if (there && views.length <= this.floor) return "Nothing is above this head here.";
    if (there) return null;
    return `There is no place “${path.slice(0, 60)}” in this machine.`;
  }

  exists({ level, tower, l, h, address }) {
    if (level === "number") return Number.isFinite(valueAt(this.run, address));
    if (level === "stack") return true;
    return !tower || (l < this.net.layers && (h === undefined || h < this.net.heads));
  }

  // ---- time -------------------------------------------------------------------------

  /** Put the clock at a moment, at once. */
  go(clock) {
    this.touched = true;
    this.stop();
    this.clock = clamp(clock, 0, this.end);
    this.refresh();
    this.keep();
  }

  scrubbed(clock) {
    this.touched = true;
    this.stop();
    this.clock = clamp(clock, 0, this.end);
    this.refresh();
  }

  /** Go to a moment on foot. */
  walkTo(clock) {
    if (this.calm) {
      this.go(clock);
      return;
    }
    this.touched = true;
    this.playTo(clamp(clock, 0, this.end));
  }

  playOrPause() {
    this.touched = true;
    if (this.playing) {
      this.stop();
      this.keep();
    } else if (this.calm) this.go(this.end);
    else {
      if (this.clock >= this.end - 1e-6) this.clock = 0;
      this.playTo(this.end);
    }
  }

  playTo(until, speed = 1) {
    this.playing = { until, speed, before: this.now() };
    this.controls.showPlaying(true);
    this.stage.ask();
  }

  stop() {
    this.playing = null;
    this.controls.showPlaying(false);
  }

  tick(now) {
    if (!this.playing) return;
    const { until, speed, before } = this.playing;
    const back = until < this.clock;
    const pace = back
      ? SPEED.back
      : (this.clock < 1 ? SPEED.encoder : SPEED.word) / speed;
    const by = clamp(now - before, 0, 50) / pace;
    this.playing.before = now;
    this.clock = back
      ? Math.max(until, this.clock - by)
      : Math.min(until, this.clock + by);
    if (this.clock !== until) return;
    this.stop();
    if (this.touched) this.keep();
    if (this.clock !== this.end) return;
    this.played = true;
    this.tell(`Translation: ${this.sentenceOf(this.out)}`);
  }

  tell(sentence) {
    this.figure.announce(sentence);
  }

  // ---- the way in and out -----------------------------------------------------------

  enter(view, focus, row) {
    this.touched = true;
    this.stop();
    if (row !== undefined) this.row = row;
    else if (this.path.length === 1 && view.tower !== "E") this.row = null;
    if (this.clock < 1) this.clock = this.end;
    if (view.level === "head") this.headAt = this.now() + 700;
    this.path = [...this.path, view];
    const from = this.path.at(-2).level;
    if (view.level === "head" && from !== "layer") this.path = this.between(view);
    this.fly({ focus });
    this.arrive();
  }

  /** A head that was entered from the whole lies in its layer. */
  between(view) {
    return [
      ...this.path.slice(0, -1),
      { level: "layer", tower: view.tower, l: view.l },
      view,
    ];
  }

  leave(to = this.path.length - 2) {
    if (to < this.floor || to >= this.path.length - 1) return;
    this.touched = true;
    const from = this.path[to + 1];
    this.path = this.path.slice(0, to + 1);
    if (to === 0) this.row = null;
    this.fly({ focus: this.build().focus[this.idOf(from)], back: true });
    this.arrive();
  }

  /** From one head to another of the same attention. */
  nextTo(view, h) {
    this.touched = true;
    this.headAt = this.now() + 350;
    this.path = [...this.path.slice(0, -1), { ...view, h }];
    this.fly({ long: 350 });
    this.arrive();
  }

  arrive() {
    this.controls.showPath();
    this.stage.place();
    this.tell(this.scene.words);
    this.keep();
  }

  takeFocus() {
    this.controls.takeFocus();
  }

  key(event) {
    if (event.key !== "Escape") return;
    if (this.path.length > this.floor + 1) this.leave();
    else if (this.root.classList.contains("mc-whole")) this.widen();
    else return;
    event.preventDefault();
  }

  openCell(cell, c) {
    const address = cell.address(c);
    if (valueAt(this.run, address) === undefined) return;
    const rows = Math.ceil(cell.count / cell.cols);
    const [w, h] = [cell.w / cell.cols, cell.h / rows];
    this.enter({ level: "number", address }, [
      cell.x + (c % cell.cols) * w,
      cell.y + Math.floor(c / cell.cols) * h,
      w,
      h,
    ]);
  }

  /** A number of a row, and what it is. */
  told(cell, c) {
    const address = cell.address(c);
    const value = valueAt(this.run, address);
    return [
      value === undefined ? "masked" : shown(value, 3),
      about(this, address).long,
    ];
  }

  reading(cell, c) {
    const [number, long] = this.told(cell, c);
    return `${long}: ${number}`;
  }

  // ---- drawing ----------------------------------------------------------------------

  build() {
    const scene = new Scene(this.colours, this.serif, (...given) =>
      this.stage.measure(...given),
    );
    SCENES[this.view.level](scene, this, this.view);
    return scene;
  }

  refresh() {
    if (!this.W) return;
    this.settle();
    this.stage.ask();
  }

  /** The right height, and what can be pressed. */
  settle() {
    const h = this.wanted();
    if (h !== this.H) {
      this.H = h;
      this.stage.resize(this.W, h);
    }
    this.stage.place();
  }

  fly(how) {
    if (!this.W) return;
    this.stage.fly(how);
    this.hover = null;
    this.stage.tip.hidden = true;
    const h = this.stage.moving ? Math.max(this.H, this.wanted()) : this.wanted();
    if (h !== this.H) {
      this.H = h;
      this.stage.resize(this.W, h);
    }
    this.stage.place();
    this.stage.ask();
  }

  /** How tall the view is: on a phone each has its own height, else all have one. */
  wanted() {
    const whole = () => planOf(this).h;
    if (!this.narrow && this.floor)
      return clamp(this.src.length * 40 + 250, 480, 760) + (this.W < 900 ? 24 : 0);
    if (!this.narrow) return Math.ceil(Math.max(whole(), this.W < 900 ? 640 : 560));
    const parts = this.view.tower === "E" ? 2 : 3;
    return Math.ceil(
      {
        machine: whole,
        stack: () => stackPlan(this, this.view.tower).h,
        layer: () => 76 + parts * 268,
        head: () => 358 + 30 * clamp(this.src.length, 6, 24) - (this.floor ? 60 : 0),
        number: () => 760,
        beams: () => 150 + 38 * this.tree.levels.length,
      }[this.view.level](),
    );
  }

  /** Another width, or other colours. */
  fit() {
    const w = Math.floor(this.stage.node.clientWidth);
    if (!w) return;
    this.W = w;
    this.colours = palette(this.root);
    this.serif = getComputedStyle(this.controls.field).fontFamily;
    this.room = this.root.classList.contains("mc-whole") ? innerHeight - 210 : 0;
    this.H = this.wanted();
    this.stage.resize(w, this.H);
    this.stage.last = this.stage.moving = null;
    this.refresh();
  }

  /** What stands in words beside the picture: the translation, the time, the call. */
  beside() {
    const { controls } = this;
    controls.showTime();
    const done =
      this.clock >= this.end
        ? this.out.length
        : Math.max(0, Math.floor(this.clock - 1 + 1e-6));
    const key = `${done}|${this.out.join()}|${this.was.out.join()}`;
    if (key !== this.doneSaid) {
      this.doneSaid = key;
      controls.showOut(done);
      this.stage.place();
    }
    const invites =
      this.played &&
      !this.cut.size &&
      !this.touched &&
      this.age === -1 &&
      this.path.length === 1;
    const [name] = TRIES[0].cut;
    const spot =
      invites && hasPart(this.net, name) && this.scene.focus["head D 1 cross 2"];
    this.inviteY = spot ? spot[1] + spot[3] + 8 : 0;
    this.stage.invite(spot, CALL, () => this.toggle([name]));
  }

  /** The whole window, by the top layer: no ancestor can clip it, and nothing moves. */
  widen() {
    const on = this.root.classList.toggle("mc-whole");
    this.controls.wideButton.lastChild.textContent = on
      ? "⤡ Back to the page"
      : "⤢ Full window";
    if (on) this.root.setAttribute("popover", "manual");
    if (on) this.root.showPopover?.();
    else {
      this.root.hidePopover?.();
      this.root.removeAttribute("popover");
    }
    this.fit();
    this.controls.wideButton.focus({ preventScroll: true });
  }
}

/** One sentence when settings name no part or no place, else null. */
export function problem({ cut, path }) {
  const part = /^(positions|mask|(encoder|decoder)\.[1-9](\.[a-z_]+(\.[1-9]\d?)?)?)$/;
  const wrong = cut.find((name) => !part.test(name));
  if (wrong !== undefined)
    return (
      `cut names parts such as "decoder.2.cross.3", "encoder.1" or "positions", ` +
      `not "${wrong}".`
    );
  if (pathOf(path)) return null;
  return (
    `path leads to a place such as "decoder.2", "decoder.2.cross.3" or "beams", ` +
    `not "${path.slice(0, 40)}".`
  );
}

export default liveFigure({
  title: "The machine",
  stage: true,
  problem,
  draw: (figure) => new Machine(figure).begin(),
});
