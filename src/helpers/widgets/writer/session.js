// @ts-check
// The writing itself: which network goes on with which beginning, and how fast.

import { still } from "../figure.js";
import { numbered, opened, Text } from "./model.js";
import { Recorded } from "./recording.js";
import { WORDS } from "./words.js";

const PACE = 32; // milliseconds a letter takes when it is seen being written
const AT_ONCE = 8; // milliseconds of computing between two pictures

const picture = () => new Promise(requestAnimationFrame);

/**
 * A text that follows the settings; `show` draws it, `renew` draws its numbers anew, and
 * `tell` says a sentence.
 */
export class Session {
  constructor(figure, { show, renew, tell, busy }) {
    this.figure = figure;
    this.show = show;
    this.renew = renew;
    this.tell = tell;
    this.busy = busy;
    this.nets = new Map();
    this.text = null;
    this.asked = null; // the settings that were followed last
    this.turn = 0; // what was begun before the last change has nothing more to say
    this.begun = false; // whether the figure has come into view
    this.writing = false; // whether it is seen writing
  }

  /** The network after so many steps. */
  async network(step) {
    if (!this.nets.has(step)) {
      const last = step === this.figure.get("trained");
      const packed = last
        ? this.figure.whole(this.figure.get("net"))
        : this.figure.entry("checkpoints", String(step));
      this.nets.set(step, opened(await packed));
    }
    return this.nets.get(step);
  }

  /** The network that is asked for; if it cannot be had, say so and keep the last. */
  async available(step) {
    const slow = setTimeout(() => this.tell(WORDS.loading(step)), 250);
    try {
      return await this.network(step);
    } catch {
      const { text } = this;
      const kept = text?.rough && text.step === step;
      this.tell(kept ? WORDS.kept : WORDS.lost(step, text?.step));
      return null;
    } finally {
      clearTimeout(slow);
    }
  }

  /** Follow the settings if they are not those that were followed last. */
  changed() {
    const { beginning, step, temperature, seed, length } = this.figure.state();
    const asked = JSON.stringify([beginning, step, temperature, seed, length]);
    if (asked !== this.asked) this.follow();
  }

  /** Bring the text to what the settings say: seen by letters, or at once. */
  async follow({ seen = false, anew = false } = {}) {
    const turn = (this.turn += 1);
    const { beginning, step, temperature, seed, length } = this.figure.state();
    this.asked = JSON.stringify([beginning, step, temperature, seed, length]);
    const { ids, problem } = numbered(beginning, this.figure.get("letters"));
    if (problem) return this.tell(problem);
    const key = JSON.stringify([ids, step, temperature, seed]);
    const kept = !anew && key === this.text?.key && this.text.written <= length;
    const text = kept ? this.text : await this.fresh(ids, step);
    if (turn !== this.turn || !text) return null;
    Object.assign(text, { key, step });
    if (text.rough && text.most < length && !(await this.wake(text))) return null;
    if (turn !== this.turn) return null;
    this.tell("");
    return this.write(text, seen && !still(), turn);
  }

  /** A text that begins: the recorded one, if it is that and no network is here yet. */
  async fresh(ids, step) {
    const { beginning, temperature, seed } = this.figure.state();
    const { asked, ...recording } = this.figure.get("recording");
    const same = JSON.stringify([beginning, step, temperature, seed]);
    if (this.nets.size === 0 && same === JSON.stringify(asked))
      return new Recorded(recording, { temperature, seed });
    const net = await this.available(step);
    return net && new Text(net, ids, { temperature, seed });
  }

  /** Bring the network behind a recorded text; whether it is there. */
  async wake(text = this.text) {
    if (!text?.rough) return true;
    const net = await this.available(text.step);
    if (net && text.rough) {
      text.become(net);
      this.tell("");
      this.renew();
    }
    return !text.rough;
  }

  /** How many letters a text is to have that the network wrote. */
  wanted(text) {
    const length = this.figure.get("length");
    return this.begun ? Math.min(length, text.rough ? text.most : length) : 0;
  }

  /** Write on until the text is as long as is wanted. */
  async write(text, seen, turn) {
    const pause = seen ? PACE : 0;
    let due = performance.now();
    this.see(seen && text.written < this.wanted(text));
    if (seen) this.take(text);
    while (text.written < this.wanted(text)) {
      const now = await picture();
      if (turn !== this.turn) return;
      due = Math.max(due, now - 4 * pause); // a page that was asleep does not hurry
      const end = performance.now() + AT_ONCE;
      while (
        text.written < this.wanted(text) &&
        due <= now &&
        performance.now() < end
      ) {
        text.write();
        due += pause;
      }
      if (seen) this.take(text);
    }
    this.see(false);
    this.take(text);
  }

  see(writing) {
    this.writing = writing;
    this.busy(writing);
  }

  take(text) {
    this.text = text;
    this.show(text, this.writing);
  }

  /** Stop where it is. */
  halt() {
    if (!this.writing) return;
    this.turn += 1;
    this.see(false);
    this.figure.set({ length: this.text.written });
  }

  /** Write all that is wanted before the next picture, for paper. */
  finish() {
    this.begun = true;
    if (!this.text) return;
    this.turn += 1;
    this.see(false);
    while (this.text.written < this.wanted(this.text)) this.text.write();
    this.take(this.text);
  }
}
