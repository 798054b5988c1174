// The Mark I: how the figure is put together, and what its buttons do.

import {
  button,
  choice,
  html,
  liveFigure,
  segments,
  still,
  timeline,
} from "../figure.js";
import { painting } from "./eye.js";
import {
  MOST,
  NAMES,
  packed,
  problem,
  school,
  sumsOf,
  SIDE,
  TASKS,
  tutored,
  unpacked,
  weigh,
  wiresOf,
} from "./model.js";
import { panel } from "./panel.js";
import { machine } from "./picture.js";
import { WORDS } from "./words.js";

const SHAPE = ["task", "direct", "seed"]; // what needs another machine
const SHOWN = [...SHAPE, "trial", "paint", "lessons", "unit"];
const BLANK = new Uint8Array(SIDE * SIDE);
const OVERTURE = { pace: 40, stride: 3 };

// ---- the moment -------------------------------------------------------------------

/** What the sum of one A-unit is made of. */
function sumOfUnit(board, unit, card) {
  const lit = wiresOf(board, unit).filter(([cell]) => card[cell]);
  const up = lit.filter(([, sign]) => sign > 0).length;
  const total = 2 * up - lit.length;
  return { up, down: lit.length - up, total, fires: total >= 2 };
}

/** What it says to a sum. */
const answerTo = (names, sum) => (sum === 0 ? "" : names[sum > 0 ? 1 : 0]);

/** The sentence on the card that is shown, and whether the answer is right. */
function judged(names, { dealt, lesson, own, paint, sum, t }) {
  const said = answerTo(names, sum);
  if (lesson) {
    const before = answerTo(names, lesson.sum);
    const name = names[lesson.y > 0 ? 1 : 0];
    const told = { before, name, turned: lesson.turned, said };
    return [WORDS.taught(told), said === name ? "good" : "bad"];
  }
  if (paint) return [WORDS.painted(said), "open"];
  if (!dealt) return [own ? WORDS.yours : WORDS.none, "open"];
  const name = names[dealt.y > 0 ? 1 : 0];
  const told = { t, said, name, turned: dealt.turned };
  return [WORDS.dealt(told), dealt.turned ? "bad" : "good"];
}

/** All that is shown, from the settings and the machine at school. */
export function momentOf(state, machineAtSchool, t) {
  const { board, active, at, trial, score } = machineAtSchool;
  const { task, direct, paint, lessons, unit } = state;
  const { weights, last } = tutored(at(t), lessons, active);
  const dealt = t && !paint ? trial(t) : null;
  const card = paint ? unpacked(paint) : (dealt?.card ?? BLANK);
  const sum = dealt ? dealt.sum : weigh(weights, active(card));
  const own = lessons.length;
  const lesson = paint && last?.card === paint ? last : null;
  const known = { dealt, lesson, own, paint, sum, t };
  const [sentence, verdict] = judged(NAMES[task], known);
  const missed = [0];
  for (let k = 1; k <= t; k += 1) missed.push(trial(k).missed);
  return {
    ...{ board, weights, card, sum, sentence, verdict, direct, unit, missed },
    said: answerTo(NAMES[task], sum),
    sums: direct ? [] : sumsOf(board, card),
    unitSum: sumOfUnit(board, unit, card),
    top: trial(MOST).missed,
    share: score(weights),
    own,
  };
}

/** The machine of the settings, made anew when another one is asked for. */
function schools(figure) {
  let key = "";
  let known = null;
  return () => {
    const wanted = SHAPE.map((name) => figure.get(name)).join("|");
    if (wanted !== key) known = school(figure.state());
    key = wanted;
    return known;
  };
}

// ---- controls ---------------------------------------------------------------------

/** Which two kinds it learns, and through which wires. */
function choices(figure) {
  const tasks = segments(figure, {
    label: WORDS.task,
    options: TASKS.map((task) => [task, task]),
    watches: ["task"],
    value: () => figure.get("task"),
    choose: (task) => figure.set({ task, lessons: [], paint: "" }),
  });
  const path = choice(figure, "direct", {
    label: WORDS.path,
    options: [
      [0, WORDS.through],
      [1, WORDS.straight],
    ],
  });
  const other = button(WORDS.wiring, () =>
    figure.set({ seed: (figure.get("seed") + 1) % 100 }),
  );
  return html("div", { class: "tb-row mk-choices" }, tasks, path, other);
}

/** What the reader tells it of a card, and a blank one. */
function teaching(figure, paper) {
  const tell = (y) => () => {
    const card = packed(paper());
    const kept = figure.get("lessons").slice(-59);
    figure.set({ lessons: [...kept, { card, y }], paint: card });
  };
  const [minus, plus] = [-1, 1].map((y) => button("", tell(y)));
  const clear = button(WORDS.clear, () => figure.set({ paint: packed(BLANK) }));
  const forget = button(WORDS.forget, () => figure.set({ lessons: [] }));
  for (const node of [minus, plus]) node.classList.add("mk-tell");
  figure.watch(["task", "lessons"], () => {
    NAMES[figure.get("task")].forEach((name, k) => {
      [minus, plus][k].querySelector("span").textContent = WORDS.teach(name);
    });
    forget.setAttribute("aria-disabled", String(!figure.get("lessons").length));
  });
  return html("div", { class: "tb-row mk-teach" }, minus, plus, clear, forget);
}

/** The cards dealt so far, one by one. */
function time(figure) {
  return timeline(figure, {
    label: WORDS.trials,
    last: () => MOST,
    at: () => figure.get("trial"),
    move: (trial) => figure.set({ trial, paint: "" }),
    say: WORDS.cards,
    watches: ["trial"],
    pace: 260,
  });
}

/** The first time that it is seen it goes to school quickly, from nothing. */
function overture(figure, node, show) {
  let timer = null;
  const player = { at: null };
  const stop = () => {
    clearInterval(timer);
    player.at = null;
  };
  const tick = () => {
    player.at += OVERTURE.stride;
    if (player.at >= figure.get("trial")) stop();
    show();
  };
  figure.onceSeen(node, () => {
    if (still() || figure.get("lessons").length) return;
    player.at = 0;
    timer = setInterval(tick, OVERTURE.pace);
  });
  figure.haltOn(SHOWN, stop);
  return player;
}

// ---- the figure -------------------------------------------------------------------

/** The card on the eye: the reader's own, the last that was dealt, or a blank one. */
function cardOn(figure, known) {
  const { paint, trial } = figure.state();
  if (paint) return unpacked(paint);
  return trial ? known().trial(trial).card : BLANK;
}

/** The machine to paint on, the panel, and the verdict; `show` follows the settings. */
function stage(figure, known) {
  const paint = painting({
    card: () => (figure.get("paint") ? cardOn(figure, known) : BLANK),
    paint: (card) => figure.set({ paint: packed(card) }),
    say: (words) => figure.announce(words),
  });
  const [art, side] = [machine(figure, paint), panel()];
  const verdict = html("p", { class: "mk-verdict" });
  const show = (width, played) => {
    const state = figure.state();
    if (played !== null) state.paint = "";
    const now = momentOf(state, known(), played ?? state.trial);
    art.show(now, width);
    side.show(now);
    verdict.textContent = now.sentence;
  };
  return { holder: art.holder, side: side.root, verdict, show };
}

function draw(figure) {
  figure.root.classList.add("mk-figure");
  const known = schools(figure);
  const { holder, side, verdict, show } = stage(figure, known);
  const paper = () => cardOn(figure, known);
  const invitation = html("p", { class: "mk-invitation" }, WORDS.invitation);
  const main = [holder, verdict, teaching(figure, paper), time(figure)];
  figure.root.append(
    html("div", { class: "mk-body" }, [
      html("div", { class: "mk-top" }, figure.title, invitation),
      choices(figure),
      html(
        "div",
        { class: "mk-places" },
        html("div", { class: "mk-main" }, main),
        side,
      ),
    ]),
  );
  let width = 0;
  let player = { at: null };
  const follow = () => {
    if (width) show(width, player.at);
  };
  figure.watch(SHOWN, () => {
    follow();
    if (width) figure.announce(verdict.textContent);
  });
  figure.fit(holder, (wide) => {
    width = wide;
    follow();
  });
  player = overture(figure, holder, follow);
}

export default liveFigure({ title: WORDS.title, draw, problem, stage: true });
