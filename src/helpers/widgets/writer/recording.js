// @ts-check
// The text that Python wrote beforehand: a page shows it before it has the network.

import { Text } from "./model.js";

const LOWEST = "0".charCodeAt(0);

/** The letters of a recording as a text has them, their states in a few levels. */
function lettersOf({ ids, bits, states, levels, unit, exact }) {
  const units = states.length / ids.length;
  const value = (at) => (2 * (states.charCodeAt(at) - LOWEST)) / (levels - 1) - 1;
  return ids.map((letter, i) => {
    const state = Float32Array.from({ length: units }, (_, k) => value(i * units + k));
    state[unit] = exact[i];
    return { letter, state, bits: bits[i] };
  });
}

/** A text that is rough, and ends, until it is given the network that wrote it. */
export class Recorded {
  constructor(recording, settings) {
    this.settings = settings;
    this.recording = recording;
    this.given = recording.given;
    this.sure = recording.unit; // whose numbers alone are exact
    this.rough = true;
    this.all = lettersOf(recording);
    this.most = this.all.length - this.given;
    this.letters = this.all.slice(0, this.given);
  }

  get written() {
    return this.letters.length - this.given;
  }

  following(place) {
    if (!this.rough) return this.real.following(place);
    const { known, following } = this.recording;
    const shares = new Map(following[place]);
    return Array.from(
      { length: known },
      (_, letter) => (shares.get(letter) ?? 0) / 1e3,
    );
  }

  write() {
    if (this.rough) this.letters.push(this.all[this.letters.length]);
    else this.real.write();
  }

  /** Go on with the network itself, from the same letters. */
  become(net) {
    const real = new Text(net, this.recording.ids.slice(0, this.given), this.settings);
    while (real.written < this.written) real.write();
    this.real = real;
    this.letters = real.letters;
    this.rough = false;
  }
}
