// Connected or not: how the game is put together.

import { button, change, choice, html, knob, liveFigure, svg } from "../figure.js";
import { isOne, machine, picture, pieces, problem, rounds, SIZE } from "./model.js";

const ALL = ["seed", "at", "answers", "window", "eye", "spot"];
const ROUNDS = 8;

// ---- the picture ----------------------------------------------------------------------

/** The squares of the points that a rule chooses, as one path. */
function squares(rows, cell, choose) {
  return rows
    .flatMap((row, r) =>
      row.map((black, c) =>
        black && choose(r, c)
          ? `M${c * cell} ${r * cell}h${cell}v${cell}h${-cell}z`
          : "",
      ),
    )
    .join("");
}

/** What everything but the window is covered with. */
function cover(side, cell, [row, column], window) {
  const [x, y, w] = [column * cell, row * cell, window * cell];
  return `M0 0H${side}V${side}H0zM${x} ${y}v${w}h${w}v${-w}z`;
}

/** The picture: black, or each piece in its colour; through the window if asked. */
function paint(drawing, rows, { painted, eye, spot, window }, cell) {
  const side = SIZE * cell;
  const { piece } = pieces(rows);
  const parts = painted
    ? [1, 2].map((k) =>
        svg("path", {
          class: `op-piece-${k}`,
          d: squares(rows, cell, (r, c) => piece[r][c] === k),
        }),
      )
    : [svg("path", { class: "op-black", d: squares(rows, cell, () => true) })];
  const [row, column] = spot.map((x) => Math.min(x, SIZE - window));
  const frame = { x: column * cell, y: row * cell, width: window * cell };
  change(drawing, { viewBox: `0 0 ${side} ${side}`, width: side, height: side });
  drawing.replaceChildren(
    svg("rect", { class: "op-paper", width: side, height: side }),
    ...parts,
    eye === "window" && !painted
      ? svg("path", { class: "op-cover", d: cover(side, cell, [row, column], window) })
      : "",
    svg("rect", { class: "op-frame", ...frame, height: frame.width }),
  );
}

/** The window follows the pointer, and the arrow keys. */
function moving(figure, stage, cellOf) {
  const to = (row, column) => {
    const most = SIZE - figure.get("window");
    const spot = [row, column].map((x) => Math.max(0, Math.min(most, Math.round(x))));
    if (spot.join() !== figure.get("spot").join()) figure.set({ spot });
  };
  change(stage, {
    onpointermove: (event) => {
      const box = stage.firstChild.getBoundingClientRect();
      const half = figure.get("window") / 2;
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      to(y / cellOf() - half, x / cellOf() - half);
    },
    onkeydown: (event) => {
      const [row, column] = figure.get("spot");
      const step = {
        ArrowLeft: [0, -1],
        ArrowRight: [0, 1],
        ArrowUp: [-1, 0],
        ArrowDown: [1, 0],
      }[event.key];
      if (!step) return;
      event.preventDefault();
      to(row + step[0], column + step[1]);
    },
  });
}

// ---- the score ------------------------------------------------------------------------

const mark = (right) => (right ? "✓" : "✗");
const named = (one) => (one ? "one piece" : "two pieces");

/** A small picture with what you and the machine said of it. */
function card(one, yours, its, lit) {
  const cell = 2;
  const side = SIZE * cell;
  const rows = picture(one.shape, one.first, one.last);
  const art = svg(
    "svg",
    {
      width: side,
      height: side,
      viewBox: `0 0 ${side} ${side}`,
      "aria-hidden": "true",
    },
    svg("rect", { class: "op-paper", width: side, height: side }),
    svg("path", { class: "op-black", d: squares(rows, cell, () => true) }),
  );
  const truth = isOne(one);
  const good = (right) => (right ? "tb-good" : "tb-bad");
  const words = (who, said) =>
    html("span", { class: good(said === truth) }, `${who} ${mark(said === truth)}`);
  const sum = html(
    "b",
    {},
    its.sum > 0 ? `+${its.sum}` : `${its.sum}`.replace("-", "−"),
  );
  return html(
    "li",
    { class: lit ? "op-lit" : null },
    art,
    words("you", yours),
    words("it", its.one),
    html("span", {}, "sum ", sum),
  );
}

/** The two bags with the cards that have been judged, and their totals. */
function bagsOf() {
  const lists = [true, false].map(() => html("ul", { class: "op-cards" }));
  const heads = ["In one piece", "In two pieces"].map((words, i) =>
    html(
      "div",
      { class: "op-bag" },
      html("p", { class: i ? "op-no" : "op-yes" }, html("b", {}, words)),
      lists[i],
    ),
  );
  const totals = html("p", { class: "op-totals" });
  const node = html("div", {}, html("div", { class: "op-bags" }, heads), totals);
  const show = (state, all, its) => {
    lists.forEach((list, i) => {
      const cards = state.answers.flatMap((answer, k) =>
        isOne(all[k]) === !i
          ? [card(all[k], Boolean(answer), its.verdicts[k], k === state.at)]
          : [],
      );
      list.replaceChildren(...cards);
    });
    totals.textContent = totalWords(state, its);
  };
  return { node, show };
}

/** What the machine's sums come to, once all pictures are judged. */
function totalWords({ answers }, { bags }) {
  if (answers.length < ROUNDS)
    return "The machine’s sum must be above 0 for one piece.";
  const [yes, no] = bags.map((sum) => String(sum).replace("-", "−"));
  return yes === no
    ? `Its sums, bag against bag: ${yes} = ${no}. No window sees both ends of a strand, ` +
        "so no weights can make the two differ."
    : `Its sums, bag against bag: ${yes} and ${no}. Now a window sees both ends.`;
}

/** How the game stands, in a sentence. */
export function headline(state, all, its) {
  const judged = state.answers.length;
  if (!judged) return ["Is it in one piece?", ""];
  const count = (right) => state.answers.filter((_, k) => right(k)).length;
  const you = count((k) => Boolean(state.answers[k]) === isOne(all[k]));
  const it = count((k) => its.verdicts[k].one === isOne(all[k]));
  const score = `You ${you}, the machine ${it}, of ${judged}.`;
  if (state.at >= judged) return ["Is it in one piece?", score];
  return [`It is in ${named(isOne(all[state.at]))}.`, score];
}

// ---- the figure -----------------------------------------------------------------------

/** The buttons: the two answers, and what comes next. */
function asking(figure) {
  const say = (answer) => () => {
    const { at, answers } = figure.state();
    if (at === answers.length) figure.set({ answers: [...answers, answer] });
  };
  const next = () => figure.set({ at: figure.get("at") + 1, spot: [0, 0] });
  const again = () => {
    const seed = (figure.get("seed") % 99) + 1;
    figure.set({ at: 0, answers: [], seed, spot: [0, 0] });
  };
  const one = button("One piece", say(1));
  const two = button("Two pieces", say(0));
  const go = button("Next picture", next, "step");
  const anew = button("Play again", again, "reset");
  const node = html("div", { class: "op-ask" }, one, two, go, anew);
  const show = ({ at, answers }) => {
    const judged = at < answers.length;
    const held = [one, two, go, anew].some((part) => part.matches(":focus"));
    one.hidden = two.hidden = judged;
    go.hidden = !judged || at === ROUNDS - 1;
    anew.hidden = !judged || at < ROUNDS - 1;
    if (held && !node.querySelector(":focus:not([hidden])")) {
      [one, go, anew].find((part) => !part.hidden)?.focus();
    }
  };
  return { node, show };
}

/** The picture with the window that moves over it. */
function stageOf() {
  const drawing = svg("svg", { class: "op-drawing", role: "img" });
  const about = {
    class: "op-stage",
    tabindex: "0",
    role: "application",
    "aria-label": "The picture; the arrow keys move the machine’s window",
  };
  return { drawing, stage: html("div", about, drawing) };
}

function controls(figure) {
  const eye = choice(figure, "eye", {
    label: "you see",
    options: [
      ["everything", "everything"],
      ["window", "only its window"],
    ],
  });
  const window = knob(figure, "window", "its window, in points");
  return html("div", { class: "op-knobs" }, eye, window);
}

const INVITE =
  "Judge eight pictures against a machine that adds up what a small window shows. For " +
  "a fair fight, look through its window only.";

/** Bring every part up to the settings; returns what there is to say. */
function update(figure, { drawing, title, ask, bags }, cell) {
  const state = figure.state();
  const all = rounds(state.seed);
  const its = machine(all, state.window);
  const now = all[state.at];
  const painted = state.at < state.answers.length;
  paint(drawing, picture(now.shape, now.first, now.last), { ...state, painted }, cell);
  const [verdict, score] = headline(state, all, its);
  title.replaceChildren(html("b", {}, verdict), ` ${score}`);
  const said = painted ? verdict : "Three strands, rolled up and tied at their ends.";
  change(drawing, { "aria-label": `Picture ${state.at + 1} of ${ROUNDS}. ${said}` });
  ask.show(state);
  bags.show(state, all, its);
  return `${verdict} ${score}`;
}

/** Draw the figure, and keep it to its settings. */
function draw(figure) {
  figure.root.classList.add("op-figure");
  const [{ drawing, stage }, ask, bags] = [stageOf(), asking(figure), bagsOf()];
  const title = html("p", { class: "op-verdict" });
  let cell = 12;
  const show = () => update(figure, { drawing, title, ask, bags }, cell);
  const right = [title, ask.node, controls(figure), bags.node];
  figure.root.append(
    html("p", { class: "op-invite" }, INVITE),
    html(
      "div",
      { class: "op-columns" },
      stage,
      html("div", { class: "op-right" }, right),
    ),
  );
  moving(figure, stage, () => cell);
  figure.fit(stage, (width) => {
    const most = width < 400 ? 9 : 15;
    cell = Math.max(8, Math.min(most, Math.floor(width / SIZE)));
    show();
  });
  let before = null;
  figure.watch(ALL, () => {
    const words = show();
    if (before !== null && words !== before) figure.announce(words);
    before = words;
  });
}

export default liveFigure({
  title: "Connected or not?",
  draw,
  problem,
  stage: true,
});
