// XOR lifted: how the figure is put together.

import {
  change,
  choice,
  entryKnob,
  fixed,
  html,
  knob,
  liveFigure,
  still,
  svg,
  written,
} from "../figure.js";
import { chips } from "../parts.js";
import { answers, bags, headline } from "./model.js";
import { scene, told } from "./scene.js";

const ALL = ["goal", "lift", "weights", "theta", "turn", "tilt"];
const MOVING = ["lift", "theta", "turn", "tilt"]; // what a number can glide through
const FLAT = { goal: "XOR", lift: 0, weights: [1, 1, 0], theta: 0.5 };
const CHIPS = {
  "1 · flat": { ...FLAT, turn: 28, tilt: 40 },
  "2 · lift it": { ...FLAT, lift: 1, turn: 28, tilt: 22 },
  "3 · cut it": { ...FLAT, lift: 1, weights: [1, 1, -2], turn: 28, tilt: 22 },
  "from above": { turn: 0, tilt: 90 },
};

// ---- gliding from state to state ------------------------------------------------------

const mix = (from, to, part) => from + (to - from) * part;

/** What is shown on the way from one state to another. */
function between(from, to, part) {
  const eased = part * part * (3 - 2 * part);
  const shown = { ...to };
  for (const name of MOVING) shown[name] = mix(from[name], to[name], eased);
  shown.weights = to.weights.map((w, i) => mix(from.weights[i], w, eased));
  return shown;
}

/** Glides through states one after the other; `state` is what is shown now, or null. */
function glider(figure, show) {
  const player = { state: null, target: null };
  let frame = 0;
  const stop = () => {
    cancelAnimationFrame(frame);
    player.state = null;
    player.target = null;
  };
  player.stop = stop;
  player.through = (states, seconds) => {
    stop();
    player.target = JSON.stringify(figure.state());
    const start = performance.now();
    const step = (now) => {
      const place = Math.max(0, now - start) / (1000 * seconds);
      const k = Math.floor(place);
      if (k >= states.length - 1) {
        stop();
        show();
        return;
      }
      player.state = between(states[k], states[k + 1], place - k);
      show();
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };
  figure.endings.push(stop);
  return player;
}

// ---- the stage ------------------------------------------------------------------------

const wrapped = (degrees) => ((degrees + 540) % 360) - 180;
const within = (low, value, high) => Math.max(low, Math.min(high, value));

/** Dragging, and the arrow keys, turn the cube. */
function turning(figure, stage) {
  const by = (turn, tilt) =>
    figure.set({
      turn: wrapped(Math.round(figure.get("turn") + turn)),
      tilt: within(0, Math.round(figure.get("tilt") + tilt), 90),
    });
  let last = null;
  change(stage, {
    onpointerdown: (event) => {
      last = [event.clientX, event.clientY];
      stage.setPointerCapture(event.pointerId);
    },
    onpointermove: (event) => {
      if (!last) return;
      const [x, y] = [event.clientX - last[0], event.clientY - last[1]];
      if (Math.abs(x) + Math.abs(y) < 2) return;
      last = [event.clientX, event.clientY];
      by(-x / 2, event.pointerType === "touch" ? 0 : y / 2);
    },
    onpointerup: () => (last = null),
    onpointercancel: () => (last = null),
    onkeydown: (event) => {
      const step = {
        ArrowLeft: [6, 0],
        ArrowRight: [-6, 0],
        ArrowUp: [0, -4],
        ArrowDown: [0, 4],
      }[event.key];
      if (!step) return;
      event.preventDefault();
      by(...step);
    },
  });
}

/** The large picture, and the small one from above. */
function stageOf() {
  const drawing = svg("svg", { class: "tb-drawing", role: "img" });
  const above = svg("svg", { width: 132, height: 132, "aria-hidden": "true" });
  const inset = html(
    "div",
    { class: "lx-above" },
    above,
    html("span", {}, "from above"),
  );
  const stage = html(
    "div",
    {
      class: "lx-stage",
      tabindex: "0",
      role: "application",
      "aria-label": "The cube; the arrow keys turn it",
    },
    drawing,
  );
  return {
    node: html("div", { class: "lx-left" }, stage, inset),
    stage,
    drawing,
    above,
  };
}

/** Bring the pictures up to a state. */
function paint({ drawing, above }, state, width) {
  const height = Math.round(within(260, width * 0.7, 480));
  change(drawing, {
    viewBox: `0 0 ${width} ${height}`,
    height,
    "aria-label": told(state),
  });
  drawing.replaceChildren(...scene(state, width, height));
  const flat = { ...state, turn: 0, tilt: 90 };
  above.replaceChildren(...scene(flat, 132, 132, true));
}

// ---- the numbers ----------------------------------------------------------------------

/** The sliders: how high, how the plane leans, where it stands. */
function knobs(figure) {
  const weight = (i, label) => entryKnob(figure, "weights", i, label);
  return html(
    "div",
    { class: "lx-knobs" },
    knob(figure, "lift", "lift 11 by"),
    weight(2, "weight of the height"),
    knob(figure, "theta", "threshold θ"),
    html(
      "details",
      { class: "lx-more" },
      html("summary", {}, "weights of a and b"),
      weight(0, "weight of a"),
      weight(1, "weight of b"),
    ),
  );
}

const cell = (words, names) => html("td", { class: names }, words);

/** One point: its sum, its answer, and whether that is right. */
function row({ name, sum, answer, wanted }, theta) {
  const right = answer === wanted;
  const mark = html(
    "td",
    { class: right ? "tb-good" : "tb-bad" },
    html("span", { "aria-hidden": "true" }, right ? "✓" : "✗"),
    html("span", { class: "tb-unseen" }, right ? "right" : "wrong"),
  );
  const said = `${fixed(sum, 2)} ${answer ? ">" : "≤"} ${written(theta)}`;
  return html(
    "tr",
    {},
    html("th", { scope: "row" }, name),
    cell(said),
    cell(answer ? "yes" : "no"),
    cell(wanted ? "yes" : "no", wanted ? "tb-good" : null),
    mark,
  );
}

/** The four points as a table, and the balance of the two bags under it. */
function ledger() {
  const body = html("tbody", {});
  const heads = ["point", "sum", "answer", "asked", ""].map((words) =>
    words ? html("th", { scope: "col" }, words) : html("td", {}),
  );
  const table = html(
    "table",
    {},
    html("caption", { class: "tb-unseen" }, "The four points"),
    html("thead", {}, html("tr", {}, heads)),
    body,
  );
  const scales = html("p", { class: "lx-scales" });
  const show = (state) => {
    body.replaceChildren(...answers(state).map((point) => row(point, state.theta)));
    const [yes, no] = bags(state).map((sum) => fixed(sum, 2));
    const same = yes === no;
    scales.replaceChildren(
      "Together 01 and 10 weigh ",
      html("b", {}, yes),
      ", 00 and 11 weigh ",
      html("b", {}, no),
      same
        ? ": a tie, whatever the weights of a and b."
        : ": the height breaks the tie.",
    );
  };
  return { nodes: [table, scales], show };
}

// ---- the figure -----------------------------------------------------------------------

function toTry(figure, player) {
  const press = (settings) => () => {
    const before = player.state ?? figure.state();
    figure.set(structuredClone(settings));
    if (!still()) player.through([before, figure.state()], 0.9);
  };
  return chips(
    "Try",
    Object.entries(CHIPS).map(([words, settings]) => [words, press(settings)]),
  );
}

const INVITE =
  "Filled points deserve a yes; on blue ground the machine says yes; a dashed ring " +
  "marks a mistake. Press 1, 2, 3, and drag the cube to turn it.";

/** Draw the figure, and keep it to its settings. */
function draw(figure) {
  figure.root.classList.add("lx-figure");
  const [view, table] = [stageOf(), ledger()];
  const verdict = html("p", { class: "lx-verdict" });
  let width = 0;
  const picture = () => {
    const state = player.state ?? figure.state();
    const [count, words] = headline(state);
    verdict.replaceChildren(html("b", {}, count), ` ${words}`);
    table.show(state);
    if (width) paint(view, state, width);
  };
  const player = glider(figure, picture);
  const goal = choice(figure, "goal", { label: "asked" });
  const tried = toTry(figure, player);
  const right = [tried, goal, knobs(figure), ...table.nodes];
  figure.root.append(
    html("p", { class: "lx-invite" }, INVITE),
    html(
      "div",
      { class: "lx-columns" },
      html("div", {}, view.node, verdict),
      html("div", { class: "lx-right" }, right),
    ),
  );
  turning(figure, view.stage);
  figure.fit(view.stage, (wide) => {
    width = wide;
    picture();
  });
  let first = true;
  figure.watch(ALL, () => {
    if (player.target !== JSON.stringify(figure.state())) player.stop();
    picture();
    if (!first) figure.announce(headline(figure.state()).join(" "));
    first = false;
  });
}

export default liveFigure({
  title: "XOR, lifted and cut",
  draw,
  stage: true,
});
