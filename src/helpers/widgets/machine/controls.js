// What stands in words around the picture: the way in, the sentence, time, what to try.

import { change, html, knob, quoted } from "../figure.js";
import { stops } from "../parts.js";
import { same } from "./tools.js";
import { TRIES, cutInWords, nameOf } from "./wording.js";

const ICONS = {
  Back: "M11 3 5 8l6 5z",
  Step: "M5 3l6 5-6 5z",
  Play: "M4 3l9 5-9 5z",
  Pause: "M4 3h3v10H4zM9 3h3v10H9z",
  Reset: "M8 3a5 5 0 1 1-4.6 3l1.3.6A3.6 3.6 0 1 0 8 4.4V7L4.3 3.7 8 .5z",
};

export class Controls {
  constructor(m, figure) {
    this.m = m;
    this.crumbs = html("nav", { class: "mc-crumbs", "aria-label": "Where you are" });
    this.cutButton = this.button("✂ Cut parts", () => m.useScissors(), {
      "aria-pressed": "false",
    });
    this.wholeButton = this.button("Join all again", () => m.setCut([]), {
      hidden: true,
    });
    this.wideButton = this.button("⤢ Full window", () => m.widen());
    this.saveButton = html(
      "button",
      {
        type: "button",
        class: "mc-chip mc-save",
        onclick: () => this.save(m.stage.toSVG()),
      },
      "Save as SVG",
    );
    this.trouble = html("p", { class: "mc-note", role: "status" });
    this.training = this.makeTraining(figure);
    this.out = html("p", { class: "mc-out", lang: "en" });
    this.makeSentence();
    this.makeTime(figure);
    this.makeTries();
    this.beams = html(
      "div",
      { class: "tb-row mc-beams", hidden: true },
      knob(figure, "width", "beams"),
      knob(figure, "alpha", "length penalty α"),
    );
  }

  button(word, act, more = {}) {
    return html(
      "button",
      { type: "button", class: "tb-button", onclick: act, ...more },
      html("span", {}, word),
    );
  }

  /** Everything above the picture, and below it. */
  get parts() {
    return [
      html(
        "div",
        { class: "mc-top" },
        this.crumbs,
        this.trouble,
        html("div", { class: "mc-right" }, this.wholeButton, this.wideButton),
      ),
      html(
        "div",
        { class: "mc-lines" },
        html("div", { class: "mc-es" }, this.field, this.menu),
        this.m.floor ? null : this.out,
      ),
      this.beams,
      this.m.stage.node,
      html(
        "div",
        { class: "mc-clocks" },
        this.m.floor ? this.resetButton : this.time,
        this.training,
      ),
      this.tries,
    ];
  }

  /** Hand the reader a file with the drawing. */
  save(text) {
    const href = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    html("a", { href, download: "transformer.svg" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  }

  makeSentence() {
    const { m } = this;
    this.field = html("input", {
      type: "text",
      class: "mc-field",
      lang: "es",
      spellcheck: "false",
      autocomplete: "off",
      maxlength: 160,
      "aria-label": "Spanish sentence",
      onchange: () => m.read(this.field.value),
    });
    this.menu = html(
      "select",
      {
        class: "tb-menu mc-menu",
        "aria-label": "Examples",
        onchange: () => m.read(this.menu.value),
      },
      html("option", { value: "" }, "examples"),
      m.samples.map((sample) => html("option", {}, sample)),
    );
  }

  timeButton(word, act) {
    const button = this.button(word, act);
    button.prepend(this.icon(word));
    return button;
  }

  icon(name) {
    const SVG = "http://www.w3.org/2000/svg";
    const make = (tag) => document.createElementNS(SVG, tag);
    const [svg, path] = [make("svg"), make("path")];
    change(svg, { viewBox: "0 0 16 16", class: "tb-icon", "aria-hidden": "true" });
    path.setAttribute("d", ICONS[name]);
    svg.append(path);
    return svg;
  }

  makeTime(figure) {
    const { m } = this;
    this.play = this.timeButton("Play", () => m.playOrPause());
    this.scrub = html("input", {
      type: "range",
      min: 0,
      step: 0.01,
      class: "tb-scrub",
      "aria-label": "time",
      oninput: () => m.scrubbed(Number(this.scrub.value)),
      onchange: () => m.keep(),
      onkeydown: (event) => {
        const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
        const by = steps[event.key];
        if (!by) return;
        event.preventDefault();
        m.go(by > 0 ? Math.floor(m.clock + 1e-6) + 1 : Math.ceil(m.clock - 1e-6) - 1);
      },
    });
    this.resetButton = this.timeButton("Reset", () => {
      m.stop();
      figure.reset();
    });
    this.moment = html("output", { class: "tb-value mc-moment" });
    this.time = html(
      "div",
      { class: "tb-tools mc-time", role: "group", "aria-label": "Time" },
      this.timeButton("Back", () => m.walkTo(Math.ceil(m.clock - 1e-6) - 1)),
      this.timeButton("Step", () => m.walkTo(Math.floor(m.clock + 1e-6) + 1)),
      this.play,
      this.scrub,
      this.moment,
      this.resetButton,
    );
  }

  /** The slider over the steps of training after which the network was kept. */
  makeTraining(figure) {
    const last = figure.get("steps");
    const known = Object.keys(figure.get("checkpoints")).map(Number);
    if (!known.length) return null;
    const steps = [...known.sort((a, b) => a - b), last];
    return stops(figure, {
      label: "Training steps",
      entries: steps.map((step) => [
        step === last ? -1 : step,
        step.toLocaleString("en"),
      ]),
      watches: ["learned"],
      value: () => figure.get("learned"),
      say: (step) => (step === -1 ? last : step).toLocaleString("en"),
      choose: (learned) => {
        this.m.touched = true;
        figure.set({ learned });
      },
    });
  }

  makeTries() {
    const { m } = this;
    this.chips = TRIES.map((one) =>
      html(
        "button",
        { type: "button", class: "mc-chip", onclick: () => m.tryOut(one) },
        one.word,
      ),
    );
    this.tries = html(
      "div",
      {
        class: "mc-tries",
        role: "group",
        "aria-label": "What to cut, and the drawing",
      },
      this.cutButton,
      this.chips,
      this.saveButton,
    );
  }

  // ---- keeping them true ------------------------------------------------------------

  showPath() {
    const { m, crumbs } = this;
    const held = crumbs.contains(m.stage.focused);
    const all = m.path.slice(m.floor);
    const list = all.length > 5 ? [...all.slice(0, 3), null, ...all.slice(-2)] : all;
    const arrow = () => html("span", { "aria-hidden": "true" }, "›");
    crumbs.replaceChildren(
      ...list.flatMap((view, at) => {
        if (!view) return [arrow(), html("span", {}, "…")];
        const node = html(
          "button",
          {
            type: "button",
            class: "mc-crumb",
            "aria-current": view === m.path.at(-1) ? "location" : null,
            onclick: () => m.leave(m.path.indexOf(view)),
          },
          nameOf(m, view),
        );
        return at ? [arrow(), node] : [node];
      }),
    );
    if (held) this.takeFocus();
    this.beams.hidden = m.view.level !== "beams";
    this.tries.hidden = m.view.level !== "machine";
  }

  takeFocus() {
    this.crumbs.lastElementChild?.focus({ preventScroll: true });
  }

  showPlaying(on) {
    this.play.replaceChildren(
      this.icon(on ? "Pause" : "Play"),
      html("span", {}, on ? "Pause" : "Play"),
    );
  }

  showTime() {
    const { m, scrub, moment } = this;
    if (Number(scrub.max) !== m.end) scrub.max = m.end;
    scrub.value = m.clock;
    moment.textContent =
      m.clock < 1
        ? "reading"
        : m.clock >= m.end
          ? "done"
          : `word ${m.step + 1} of ${m.out.length}`;
    scrub.setAttribute("aria-valuetext", moment.textContent);
  }

  /** The translation as far as it is written; words that the cut changed are marked. */
  showOut(done) {
    const { m, out } = this;
    const written = m.sentenceOf(m.out);
    if (done < m.out.length) {
      out.replaceChildren(
        html("span", {}, m.sentenceOf(m.out.slice(0, done)) || " "),
        html("i", { class: "mc-caret" }),
      );
    } else
      out.replaceChildren(
        html("span", { class: same(m.out, m.was.out) ? null : "mc-changed" }, written),
      );
  }

  /** A sentence on why not; near words can be taken. */
  complain({ problem, unknown, near }) {
    this.trouble.className = "mc-note mc-bad";
    if (!near) {
      this.trouble.textContent = problem;
      return;
    }
    const take = (word) =>
      html(
        "button",
        {
          type: "button",
          class: "mc-chip",
          onclick: () => this.m.read(this.replaced(unknown, word)),
        },
        word,
      );
    this.trouble.replaceChildren(
      problem.replace(/ Near it are .*$/, " Instead: "),
      ...near.map(take),
    );
  }

  replaced(unknown, word) {
    const text = this.field.value;
    const at = text.toLowerCase().indexOf(unknown.toLowerCase());
    return at < 0 ? text : text.slice(0, at) + word + text.slice(at + unknown.length);
  }

  /** What is cut or forced, and what it would be without that. */
  showCut() {
    const { m, trouble } = this;
    trouble.className = "mc-note";
    const names = cutInWords(m);
    this.wholeButton.hidden = !names.length;
    TRIES.forEach((one, k) =>
      this.chips[k].setAttribute(
        "aria-pressed",
        String(one === m.tried && one.cut.length > 0),
      ),
    );
    const forced = m.forced.some((id) => id != null);
    const by = names.length ? `Without ${names.join(", ")}` : "";
    if (!names.length && !forced)
      trouble.textContent = m.added
        ? `${quoted(m.added)} was added: in training every sentence ended in a mark.`
        : "";
    else if (same(m.out, m.was.out))
      trouble.textContent = `${by || "Forced"}: the same words.`;
    else
      trouble.replaceChildren(
        html(
          "span",
          {},
          by ? `${by}. With all parts: ` : "By itself: ",
          html("s", {}, m.sentenceOf(m.was.out)),
        ),
      );
  }
}
