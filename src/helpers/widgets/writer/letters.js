// @ts-check
// The text, letter by letter: a strip of the state under each, a colour behind it.

import { inks, onTheme, picture, tint } from "../cells.js";
import { html } from "../figure.js";
import { sign, WORDS } from "./words.js";

const LONGEST_WORD = 18; // letters that stay together, so that none sticks out

/** The letter above or below one, by where they stand. */
function vertical(spans, place, down) {
  const box = (span) => span.getBoundingClientRect();
  const { left, top } = box(spans[place]);
  const beyond = spans
    .map((span, i) => [box(span), i])
    .filter(([other]) => (down ? other.top > top + 4 : other.top < top - 4));
  if (!beyond.length) return place;
  const tops = beyond.map(([other]) => other.top);
  const line = down ? Math.min(...tops) : Math.max(...tops);
  const near = beyond.filter(([other]) => Math.abs(other.top - line) < 4);
  near.sort(([a], [b]) => Math.abs(a.left - left) - Math.abs(b.left - left));
  return near[0][1];
}

/** Where a key leads from a letter, or nothing. */
function goal(key, spans, place) {
  const last = spans.length - 1;
  return {
    ArrowLeft: () => Math.max(0, place - 1),
    ArrowRight: () => Math.min(last, place + 1),
    ArrowUp: () => vertical(spans, place, false),
    ArrowDown: () => vertical(spans, place, true),
    Home: () => 0,
    End: () => last,
  }[key]?.();
}

/** The letters on the page. `point` is called with the place that is pointed at. */
export class Letters {
  constructor(figure, letters, { point, pick }) {
    this.figure = figure;
    this.letters = letters;
    this.text = null;
    this.spans = [];
    this.places = new Map(); // of the spans in the text
    this.painted = []; // where the strip of each letter is
    this.canvas = html("canvas", { class: "wr-strips", "aria-hidden": "true" });
    this.flow = html("div", { class: "wr-flow" }, this.canvas);
    const group = { role: "group", "aria-label": WORDS.text, class: "wr-text" };
    this.root = html("div", group, this.flow);
    this.listen(point, pick);
    figure.fit(this.flow, () => this.paint(0));
    onTheme(figure, () => {
      this.inks = null;
      this.paint(0);
    });
  }

  listen(point, pick) {
    const at = (event) => this.places.get(event.target.closest(".wr-letter"));
    const follow = (call) => (event) => {
      const place = at(event);
      if (place !== undefined) call(place);
    };
    this.flow.addEventListener("pointerover", follow(point));
    this.flow.addEventListener("pointerleave", () => point(null));
    this.flow.addEventListener("click", follow(pick));
    this.flow.addEventListener("keydown", (event) => {
      const to = goal(event.key, this.spans, at(event));
      if (to === undefined) return;
      event.preventDefault();
      pick(to);
      this.spans[to].focus();
    });
  }

  /** Show the text, its end or its beginning; what is there already of it stays. */
  show(text, end) {
    const from = text === this.text ? this.spans.length : 0;
    if (from === 0) this.clear();
    this.text = text;
    for (let i = from; i < text.letters.length; i += 1) this.add(text.letters[i], i);
    this.paint(from);
    this.root.scrollTop = end ? this.root.scrollHeight : 0;
  }

  clear() {
    this.flow.replaceChildren(this.canvas);
    this.spans = [];
    this.painted = [];
    this.canvas.height = 0; // so that the letters alone say how high they are
    this.places.clear();
    this.word = null;
  }

  add({ letter, bits }, place) {
    const printed = this.letters[letter];
    const words = WORDS.letter(printed, bits === null ? null : bits.toFixed(1));
    const span = html(
      "span",
      { class: "wr-letter", role: "img", tabindex: "-1", "aria-label": words },
      printed === "\n" ? sign(printed) : printed,
    );
    span.classList.toggle("wr-given", place < this.text.given);
    if (!this.word || this.word.childElementCount >= LONGEST_WORD) {
      this.word = html("span", { class: "wr-word" });
      this.flow.append(this.word);
    }
    this.word.append(span);
    this.spans.push(span);
    this.places.set(span, place);
    if (printed === "\n") this.flow.append(html("br", {}));
    if (/\s/.test(printed)) this.word = null;
  }

  /** Colour each letter by a number from −1 to 1 that is made from it, or by none. */
  colour(value, from = 0) {
    for (let i = from; i < this.spans.length; i += 1)
      tint(this.spans[i], value(this.text.letters[i]));
  }

  /** Frame a letter; Tab leads to it. */
  mark(place) {
    const set = (span, here) => {
      span.classList.toggle("wr-here", here);
      span.tabIndex = here ? 0 : -1;
    };
    if (this.here) set(this.here, false);
    this.here = this.spans[place];
    set(this.here, true);
  }

  /**
   * Paint the strips of the letters from a place on; of all, if the page has grown. The
   * word that is being written may have moved to the next line, so it is painted anew.
   */
  paint(from) {
    if (from >= this.spans.length) return;
    const scale = devicePixelRatio || 1;
    const { pen, fresh } = this.pen(scale);
    const first = fresh ? 0 : this.wordAt(from);
    const cells = this.cells(first);
    const home = this.flow.getBoundingClientRect();
    const style = getComputedStyle(this.flow);
    const high = Number.parseFloat(style.getPropertyValue("--strip"));
    const zoom = home.width / this.flow.offsetWidth || 1; // on paper it is smaller
    if (!first && !fresh) pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (const old of this.painted.splice(first)) if (!fresh) pen.clearRect(...old);
    for (let i = first; i < this.spans.length; i += 1) {
      const box = this.spans[i].getBoundingClientRect();
      const [x, end, bottom, tall] = [
        box.left - home.left,
        box.right - home.left,
        box.bottom - home.top,
        high * zoom,
      ].map((n) => Math.round((n * scale) / zoom));
      const to = [x, bottom - tall, end - x, tall];
      pen.drawImage(cells, i - first, 0, 1, cells.height, ...to);
      this.painted.push(to);
    }
  }

  /** The pen of a canvas as large as the letters; fresh, if all is to be painted. */
  pen(scale) {
    const { canvas, flow } = this;
    const size = [flow.clientWidth, flow.scrollHeight].map((n) =>
      Math.round(n * scale),
    );
    const fresh = canvas.width !== size[0] || canvas.height !== size[1];
    if (fresh) [canvas.width, canvas.height] = size;
    const pen = canvas.getContext("2d");
    pen.imageSmoothingEnabled = false;
    return { pen, fresh };
  }

  /** The place of the first letter of the word that a letter belongs to. */
  wordAt(place) {
    const word = this.spans[place].parentNode;
    let first = place;
    while (first && this.spans[first - 1].parentNode === word) first -= 1;
    return first;
  }

  /** The strips of the letters from a place on, one point a number, side by side. */
  cells(first) {
    const letters = this.text.letters.slice(first);
    const units = Math.min(this.figure.get("strip"), letters[0]?.state.length ?? 1);
    const values = Array.from({ length: units }, (_, k) =>
      letters.map(({ state }) => state[k]),
    ).flat();
    this.inks ??= inks(this.canvas);
    const small = html("canvas", { width: letters.length || 1, height: units });
    const image = picture(this.inks, values, letters.length || 1);
    small.getContext("2d").putImageData(image, 0, 0);
    return small;
  }
}
