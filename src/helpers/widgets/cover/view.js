// The cover's picture: the machine reads a sentence and writes it, then lets a head be cut.

import { onTheme } from "../cells.js";
import { button, html, liveFigure, still } from "../figure.js";
import { mapPicture, palette, stripe } from "../machine/bitmaps.js";
import { headName } from "../machine/places.js";
import { joined } from "../machine/reading.js";
import { FONT, Scene, paint } from "../machine/shapes.js";
import { clamp, range } from "../machine/tools.js";
import { drawWhole, planOf } from "../machine/whole.js";
import { TRIES } from "../machine/wording.js";
import { played } from "./model.js";

const PACE = { encoder: 1300, word: 520 }; // milliseconds
const MARKS = new Set(["‹start›", "‹stop›"]);

/** A recorded run, with all that the machine's drawing asks for. */
class Player {
  constructor(figure) {
    const recording = figure.get("recording");
    const { net, source, words } = recording;
    Object.assign(this, {
      figure,
      net,
      words,
      runs: played(recording),
      src: source,
      spell: (k) => words[k],
      heads: range(net.heads),
      layers: range(net.layers),
      hover: null,
      row: null,
      scissors: false,
      age: -1,
      tried: TRIES[0],
      W: 0,
      room: 0,
      playing: 0,
      maps: new Map(),
    });
    [this.was] = this.runs;
    this.usual = this.was.out.length;
    this.build();
  }

  // ---- what the drawing asks ----------------------------------------------------------

  get out() {
    return this.run.out;
  }

  get end() {
    return 1 + this.out.length;
  }

  get step() {
    return clamp(Math.ceil(this.clock - 1) - 1, 0, this.out.length - 1);
  }

  get cut() {
    return new Set(this.run.cut);
  }

  isCut(name) {
    return this.run.cut.includes(name);
  }

  attention(tower, l, att) {
    return (tower === "E" ? this.run.enc : this.run.dec).layers[l][att];
  }

  vector(site, i) {
    const [place, part] = site.split(".");
    const side = place[0] === "E" ? this.run.enc : this.run.dec;
    return part === "emb" ? side.emb[i] : side.layers[Number(place[1])][part][i];
  }

  probability(t, id) {
    return this.run.dec.chance[t][this.run.dec.top[t].indexOf(id)] ?? 0;
  }

  stripe(...given) {
    return stripe(this.colours, ...given);
  }

  map(tower, l, att, h) {
    const name = headName(tower, l, att, h);
    const key = [name, this.runs.indexOf(this.run), this.colours.key_].join("|");
    if (!this.maps.has(key)) {
      const rows = this.attention(tower, l, att).w.map((heads) => heads[h]);
      const keys = att === "cross" ? this.src : rows;
      const colour = this.isCut(name) ? [128, 128, 128] : this.colours.headRgb[h % 4];
      const causal = tower === "D" && att === "self";
      this.maps.set(key, mapPicture(this.colours, rows, keys.length, colour, causal));
    }
    return this.maps.get(key);
  }

  idOf({ level, tower = "", l = "", att = "", h = "" }) {
    return [level, tower, l, att, h].join(" ");
  }

  // ---- the page -------------------------------------------------------------------

  build() {
    const { root } = this.figure;
    this.canvas = html("canvas", { class: "cv-canvas", role: "img" });
    this.front = this.canvas.getContext("2d");
    this.said = html("p", { class: "cv-said" });
    this.again = button("Play again", () => this.play(), "play");
    this.cutter = html("button", {
      type: "button",
      class: "tb-button cv-cut",
      onclick: () => this.toggle(),
    });
    const link = this.figure.get("link");
    const way =
      link && html("a", { class: "cv-open", href: link }, "Open the machine ›");
    if (link) this.canvas.addEventListener("click", () => way.click());
    this.canvas.classList.toggle("cv-leads", Boolean(link));
    this.figure.title.classList.add("tb-unseen");
    root.classList.add("mc", "cv");
    root.append(
      this.said,
      this.canvas,
      html("p", { class: "cv-foot" }, this.again, this.cutter, way),
    );
  }

  begin() {
    const { figure } = this;
    figure.watch(["cut", "clock"], () => this.adopt());
    figure.fit(this.canvas, (width) => this.fit(width));
    onTheme(figure, () => this.fit(this.W));
    figure.endings.push(() => this.stop());
    if (!still() && !figure.get("clock")) this.waitToBeSeen();
  }

  waitToBeSeen() {
    this.clock = 0;
    this.figure.onceSeen(this.canvas, () => this.play(), 0.2);
  }

  /** Take over what Python, a link or a press has set. */
  adopt() {
    const { cut, clock } = this.figure.state();
    this.run = this.runs[cut];
    this.tgt = ["‹start›", ...this.out.map(this.spell)];
    this.clock = clock ? Math.min(clock, this.end) : this.end;
    this.cutter.textContent = cut
      ? "Join the head again"
      : "✂ Cut one of its 24 heads";
    this.draw();
  }

  toggle() {
    this.stop();
    this.figure.set({ cut: 1 - this.figure.get("cut"), clock: 0 });
    this.figure.announce("");
    queueMicrotask(() => this.play(1)); // when the run has been taken over
  }

  play(from = 0) {
    this.stop();
    this.clock = still() ? this.end : from;
    this.before = performance.now();
    this.playing = requestAnimationFrame((now) => this.tick(now));
  }

  stop() {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
  }

  tick(now) {
    const pace = this.clock < 1 ? PACE.encoder : PACE.word;
    this.clock = Math.min(
      this.end,
      this.clock + clamp(now - this.before, 0, 50) / pace,
    );
    this.before = now;
    this.draw();
    this.playing =
      this.clock < this.end ? requestAnimationFrame((next) => this.tick(next)) : 0;
    if (!this.playing) this.figure.announce(`Translation: ${this.sentence(this.out)}`);
  }

  sentence(ids) {
    return joined(ids.map(this.spell).filter((word) => !MARKS.has(word)));
  }

  // ---- drawing --------------------------------------------------------------------

  fit(width) {
    if (!width) return;
    const { canvas, figure } = this;
    this.W = width;
    this.colours = palette(figure.root);
    this.serif = getComputedStyle(this.said).fontFamily;
    const usual = { ...this, run: this.was, out: this.was.out };
    const high = Math.ceil(planOf(usual).h) + 8;
    const scale = Math.min(devicePixelRatio || 1, 2);
    Object.assign(canvas, { width: width * scale, height: high * scale });
    canvas.style.height = `${high}px`;
    this.scale = scale;
    this.draw();
  }

  measure(words, size, weight, font) {
    this.front.font = `${weight ?? 400} ${size}px ${font ?? FONT}`;
    return this.front.measureText(words).width;
  }

  draw() {
    if (!this.W || !this.run) return;
    const scene = new Scene(this.colours, this.serif, (...given) =>
      this.measure(...given),
    );
    drawWhole(scene, this);
    const ctx = this.front;
    ctx.setTransform(this.scale, 0, 0, this.scale, 0, 0);
    ctx.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (const item of scene.items)
      if (item.k !== "to beams" && !item.k.endsWith(" go")) paint(ctx, item);
    ctx.globalAlpha = 1;
    this.canvas.setAttribute("aria-label", scene.words);
    this.tell();
  }

  /** The sentence, and as much of the translation as is written. */
  tell() {
    const done = Math.max(0, Math.floor(this.clock - 1 + 1e-6));
    const key = `${done} ${this.run.cut}`;
    if (this.toldKey === key) return;
    this.toldKey = key;
    const { sentence } = this.figure.get("recording");
    const changed = this.run !== this.was;
    this.said.replaceChildren(
      html("span", { lang: "es" }, sentence),
      html("span", { class: "cv-arrow" }, "→"),
      html(
        "b",
        { class: changed ? "mc-changed" : "" },
        this.sentence(this.out.slice(0, done)),
      ),
    );
  }
}

export default liveFigure({
  title: "The machine, playing",
  stage: true,
  draw: (figure) => new Player(figure).begin(),
});
