// A small net that learns in a plane: how the figure is put together.

import {
  button,
  change,
  choice,
  html,
  knob,
  liveFigure,
  segments,
  still,
  timeline,
} from "../figure.js";
import { chips } from "../parts.js";
import { history, ground, showGround } from "./ground.js";
import {
  EPOCHS,
  SETS,
  STRIDE,
  drawn,
  flows,
  happening,
  problem,
  train,
} from "./model.js";
import { net } from "./net.js";

const SHAPE = ["points", "hidden", "rate", "momentum", "seed", "start"];
const SHOWN = [...SHAPE, "epoch", "unit"];
const FRESH = { start: [], epoch: 0, unit: 1 };
const CHIPS = {
  "XOR, two lines": { points: "XOR", hidden: 2, rate: 0.5, momentum: 0.9, seed: 2 },
  "XOR, one line": { points: "XOR", hidden: 1, rate: 0.5, momentum: 0.9, seed: 2 },
  "a poor minimum": { points: "XOR", hidden: 2, rate: 0.5, momentum: 0.9, seed: 1 },
  twins: { points: "XOR", hidden: 2, rate: 0.5, momentum: 0.9, seed: 0 },
  "a ring, three lines": {
    points: "ring",
    hidden: 3,
    rate: 0.1,
    momentum: 0.9,
    seed: 4,
  },
  "too large a rate": { points: "ring", hidden: 3, rate: 3, momentum: 0.9, seed: 4 },
};
const TRY =
  "Drag the ball, or take a line away and play again: which of these can still be learned?";

// ---- controls -----------------------------------------------------------------------

const matches = (figure, settings) =>
  figure.get("start").length === 0 &&
  Object.entries(settings).every(([name, value]) => figure.get(name) === value);

function toTry(figure, play) {
  const all = Object.values(CHIPS);
  const press = (settings) => () => {
    figure.set({ ...settings, ...FRESH });
    play();
  };
  const group = chips(
    "Try",
    Object.keys(CHIPS).map((name, i) => [name, press(all[i])]),
  );
  figure.watch(SHAPE, () =>
    all.forEach((settings, i) =>
      group.children[i].setAttribute("aria-pressed", String(matches(figure, settings))),
    ),
  );
  return group;
}

function knobs(figure) {
  const other = () => figure.set({ ...FRESH, seed: (figure.get("seed") % 999) + 1 });
  const hidden = segments(figure, {
    label: "hidden units",
    options: [1, 2, 3, 4].map((n) => [n, String(n), `${n} hidden`]),
    watches: ["hidden"],
    value: () => figure.get("hidden"),
    choose: (n) => figure.set({ ...FRESH, hidden: n }),
  });
  const points = choice(figure, "points", { label: "points" });
  return html(
    "div",
    { class: "tb-row pg-knobs" },
    [
      points,
      hidden,
      knob(figure, "rate", "rate ε"),
      knob(figure, "momentum", "momentum α"),
    ],
    button("Another start", other),
  );
}

/** Whose two weights span the ground. */
function chooser(figure) {
  const holder = html("span", { class: "pg-chooser" });
  figure.watch(["hidden"], () => {
    const options = Array.from({ length: figure.get("hidden") }, (_, j) => [
      j + 1,
      String(j + 1),
      `hidden unit ${j + 1}`,
    ]);
    holder.replaceChildren(
      segments(figure, {
        label: "hidden unit",
        options,
        watches: ["unit", "hidden"],
        value: () => figure.get("unit"),
        choose: (unit) => figure.set({ unit }),
      }),
    );
  });
  return holder;
}

// ---- time ---------------------------------------------------------------------------

/** The first time that it is seen the figure learns once, from the start. */
function overture(figure, node, show) {
  const player = { at: null, timer: null };
  const stop = () => {
    clearInterval(player.timer);
    player.timer = null;
    player.at = null;
  };
  const tick = () => {
    player.at += player.at < 250 ? STRIDE : 4 * STRIDE;
    if (player.at >= EPOCHS) stop();
    show();
  };
  figure.onceSeen(node, () => {
    if (still() || figure.get("epoch") !== EPOCHS) return;
    player.at = 0;
    player.timer = setInterval(tick, 60);
    show();
  });
  figure.haltOn(SHOWN, stop);
  return player;
}

function clock(figure) {
  return timeline(figure, {
    label: "epoch",
    pace: 60,
    watches: SHOWN,
    last: () => EPOCHS / STRIDE,
    at: () => Math.round(figure.get("epoch") / STRIDE),
    move: (to) => figure.set({ epoch: to * STRIDE }),
    first: { epoch: 0 },
    say: () => `epoch ${figure.get("epoch").toLocaleString("en-GB")}`,
  });
}

// ---- the picture --------------------------------------------------------------------

/** What the settings give, computed anew only when it can be another. */
function compute(view, figure) {
  const key = JSON.stringify(SHAPE.map((name) => figure.get(name)));
  if (key === view.key) return;
  const { points, hidden, rate, momentum, seed, start } = figure.state();
  const begin = start.length ? start : drawn(seed, hidden);
  view.set = SETS[points];
  view.run = train(begin, view.set, rate, momentum);
  const some = view.run.weights.filter((_, t) => t % 25 === 0);
  view.most = Math.max(...some.map((w) => Math.max(...flows(w, view.set).down)), 1e-9);
  view.key = key;
  view.history?.redraw(view.run);
}

/** Put the drawings into the room that there is. */
function build(view, figure) {
  const { hidden, points } = figure.state();
  const shape = `${hidden} ${points} ${view.width}`;
  if (shape === view.shape || !view.width) return;
  view.shape = shape;
  view.net = net(view.width, view.set, hidden, (unit) => figure.set({ unit }));
  view.holder.replaceChildren(view.net.node);
}

function buildSide(view, figure, width) {
  view.history = history(width, (t) => {
    const epoch = Math.round(t / STRIDE) * STRIDE;
    figure.set({ epoch: Math.max(0, Math.min(EPOCHS, epoch)) });
  });
  view.ground = ground(width, (p, q) => {
    const start = Array.from(view.run.weights[figure.get("epoch")], (v) =>
      Math.max(-40, Math.min(40, v)),
    );
    const j = figure.get("unit") - 1;
    [start[3 * j], start[3 * j + 1]] = [p, q];
    figure.set({ start, epoch: 0 });
  });
  view.curveHolder.replaceChildren(view.history.node);
  view.groundHolder.replaceChildren(view.ground.node);
}

/** Bring everything to an epoch; returns what it says. */
function show(view, figure, t) {
  compute(view, figure);
  build(view, figure);
  if (!view.net || !view.ground) return "";
  const unit = Math.min(figure.get("unit"), figure.get("hidden"));
  view.net.update(view.run.weights[t], view.most, unit);
  view.history.update(view.run, t);
  showGround(view.ground, view.run, view.set, t, unit);
  const sentence = happening(view.run, view.set, t, figure.get("start").length > 0);
  const epoch = `Epoch ${t.toLocaleString("en-GB")}:`;
  view.verdict.replaceChildren(html("b", {}, epoch), ` ${sentence}`);
  change(view.net.node, { "aria-label": `The net at epoch ${t}. ${sentence}` });
  return `${epoch} ${sentence}`;
}

function panels(figure) {
  const view = { width: 0, key: "", shape: "" };
  view.holder = html("div", { class: "pg-holder" });
  view.verdict = html("p", { class: "pg-verdict" });
  view.curveHolder = html("div", {});
  view.groundHolder = html("div", {});
  view.legend = html(
    "p",
    { class: "pg-legend tb-note" },
    "Green: 1 is wanted; rings: 0. Planes: blue where a unit is on, orange off. ",
    html("span", { class: "pg-red" }, "Red: the error on its way back."),
  );
  view.side = html(
    "div",
    { class: "pg-side" },
    html("p", { class: "pg-heading" }, "The error E, epoch by epoch"),
    view.curveHolder,
    html(
      "div",
      { class: "pg-heading" },
      html("span", {}, "The error surface: shaded is high"),
      chooser(figure),
    ),
    view.groundHolder,
  );
  return view;
}

/** Put the figure's parts where they belong; returns the clock. */
function frame(figure, view) {
  const time = clock(figure);
  const play = () =>
    [...time.querySelectorAll("button")]
      .find((button) => button.textContent === "Play")
      ?.click();
  const main = [view.verdict, view.holder, view.legend];
  const body = html(
    "div",
    { class: "pg-body" },
    html("div", { class: "pg-main" }, main),
    view.side,
  );
  const top = [html("p", { class: "pg-try" }, TRY), toTry(figure, play)];
  figure.root.append(
    html("div", { class: "pg-frame" }, top, body, knobs(figure), time),
  );
}

function draw(figure) {
  figure.root.classList.add("pg-figure");
  const view = panels(figure);
  let player = { at: null };
  const update = () => show(view, figure, player.at ?? figure.get("epoch"));
  frame(figure, view);
  let [first, before] = [true, ""];
  figure.watch(SHOWN, () => {
    const sentence = update();
    const shape = JSON.stringify(SHAPE.map((name) => figure.get(name)));
    if (!first && shape !== before) figure.announce(sentence);
    [first, before] = [false, shape];
  });
  figure.fit(view.holder, (width) => {
    view.width = width;
    update();
  });
  figure.fit(view.curveHolder, (width) => {
    compute(view, figure);
    buildSide(view, figure, width);
    view.history.redraw(view.run);
    update();
  });
  player = overture(figure, view.holder, update);
}

export default liveFigure({
  title: "Hidden units that find their own lines",
  draw,
  problem,
  stage: true,
});
