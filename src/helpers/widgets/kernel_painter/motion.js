// What moves by itself: the response appears row by row, then the window wanders.

import { still } from "../figure.js";

const [SWEEP, AGAIN] = [2600, 700]; // milliseconds: the first time, after a choice

/** Where the wandering window is after so many seconds. */
export function wander(seconds) {
  return [
    Math.round(92 + 44 * Math.sin(0.31 * seconds + 3.6)),
    Math.round(108 + 48 * Math.sin(0.47 * seconds)),
  ];
}

/** While a part of the response is there, the window is at its edge. */
export function edgeOf(part, side) {
  const row = Math.min(side - 2, 1 + Math.floor(part * (side - 2)));
  const column = 1 + Math.floor(((part * 40) % 1) * (side - 3));
  return [row, column];
}

/** What appears, and how far it has come. */
class Appearing {
  constructor() {
    [this.began, this.lasts] = [0, SWEEP];
  }

  again() {
    [this.began, this.lasts] = [0, AGAIN];
  }

  /** The part that is there, and the seconds since all of it was. */
  at(now) {
    this.began ||= now;
    const gone = now - this.began;
    return [Math.min(1, gone / this.lasts), (gone - this.lasts) / 1000];
  }
}

/** Frames, thirty a second at most, from run to stop. */
function frames(tick) {
  let [frame, last] = [0, 0];
  const step = (now) => {
    frame = requestAnimationFrame(step);
    if (now - last < 30) return;
    last = now;
    tick(now);
  };
  return {
    run: () => (frame ||= requestAnimationFrame(step)),
    stop: () => {
      cancelAnimationFrame(frame);
      frame = 0;
    },
    running: () => frame !== 0,
  };
}

/**
 * A clock that moves while the figure is seen and until it is touched. `show` gets the
 * part of the response that is there, and the window's place or null.
 */
export function mover(node, { show, side, changed }) {
  const appearing = new Appearing();
  let idle = !still();
  const halt = () => {
    film.stop();
    show(1, null);
  };
  const film = frames((now) => {
    const [part, seconds] = appearing.at(now);
    if (part < 1) show(part, idle ? edgeOf(part, side) : null);
    else if (idle) show(1, wander(seconds));
    else halt();
  });
  const touch = () => {
    if (!idle) return;
    idle = false;
    changed();
  };
  const again = () => {
    if (still()) return;
    appearing.again();
    film.run();
  };
  const seen = new IntersectionObserver(([{ isIntersecting }]) => {
    if (isIntersecting && idle) film.run();
    else if (film.running()) halt();
  });
  seen.observe(node);
  const end = () => {
    seen.disconnect();
    film.stop();
  };
  return { touch, again, end, idle: () => idle };
}
