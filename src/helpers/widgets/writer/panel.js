// @ts-check
// What one letter of the text tells: what it cost, what may follow, the whole state.

import { grid, inks, onTheme } from "../cells.js";
import { ranking } from "../chance.js";
import { fixed, html } from "../figure.js";
import { bars } from "../parts.js";
import { sign, WORDS } from "./words.js";

const BARS = 8;
const BEFORE = 14; // letters of context

/** How many columns the units fill: about twice as many as rows. */
export function columnsFor(units) {
  return Math.max(1, 2 ** Math.round(Math.log2(Math.sqrt(2 * units))));
}

/** A part of the figure that explains the letter it is shown. */
export class Panel {
  constructor(figure, letters, choose) {
    this.figure = figure;
    this.letters = letters;
    this.context = html("p", { class: "wr-context" });
    this.cost = html("p", { class: "tb-note" });
    this.bars = bars(WORDS.after, BARS);
    this.canvas = html("canvas", { role: "img", class: "wr-cells" });
    this.frame = html("i", { class: "wr-frame", "aria-hidden": "true" });
    this.caption = html("p", { class: "tb-note" });
    const state = html("div", { class: "wr-state" }, this.canvas, this.frame);
    this.root = html(
      "div",
      { class: "wr-panel" },
      html("div", {}, this.context, this.cost, this.bars.root),
      html("div", { class: "wr-all" }, this.caption, state),
    );
    this.canvas.addEventListener("click", (event) => choose(this.unitAt(event)));
    onTheme(figure, () => {
      this.inks = null;
      if (this.last) this.show(...this.last);
    });
  }

  /** The unit under the pointer. */
  unitAt(event) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const { width: columns, height: rows } = this.canvas;
    const column = Math.floor(((event.clientX - left) / width) * columns);
    const row = Math.floor(((event.clientY - top) / height) * rows);
    const [, , units] = this.last;
    return Math.max(0, Math.min(units - 1, row * columns + column));
  }

  /** Explain a letter of the text. */
  show(text, place, units) {
    this.last = [text, place, units];
    const { letter, bits } = text.letters[place];
    const before = text.letters.slice(Math.max(0, place - BEFORE), place);
    const words = before.map((one) => sign(this.letters[one.letter])).join("");
    this.context.replaceChildren(
      html("span", {}, (place > BEFORE ? "…" : "") + words.replaceAll("␣", " ")),
      html("b", {}, sign(this.letters[letter])),
    );
    this.cost.textContent = WORDS.cost(
      this.letters[letter],
      bits === null ? null : fixed(bits, 1),
    );
    this.showBars(text, place);
    this.showState(text.letters[place].state);
  }

  showBars(text, place) {
    const probabilities = text.following(place);
    const next = text.letters[place + 1]?.letter;
    const top = Math.max(...probabilities);
    const shown = ranking(probabilities).slice(0, BARS);
    if (next !== undefined && !shown.includes(next)) shown[BARS - 1] = next;
    this.bars.show(
      shown.map((letter) => ({
        name: sign(this.letters[letter]),
        words: WORDS.bar(this.letters[letter], probabilities[letter]),
        number: WORDS.percent(probabilities[letter]),
        part: probabilities[letter] / Math.max(top, 0.5),
        lit: letter === next,
      })),
    );
  }

  showState(state) {
    const columns = columnsFor(state.length);
    this.inks ??= inks(this.canvas);
    grid(this.canvas, this.inks, state, columns);
    const unit = Math.min(this.figure.get("unit"), state.length - 1);
    const rows = this.canvas.height;
    const { rough, sure } = this.last[0];
    const near = rough && unit !== sure;
    const value = near ? WORDS.about(fixed(state[unit], 1)) : fixed(state[unit]);
    this.caption.textContent = WORDS.stateOf(state.length, unit, value);
    this.canvas.setAttribute("aria-label", this.caption.textContent);
    Object.assign(this.frame.style, {
      left: `${(100 * (unit % columns)) / columns}%`,
      top: `${(100 * Math.floor(unit / columns)) / rows}%`,
      width: `${100 / columns}%`,
      height: `${100 / rows}%`,
    });
  }
}
