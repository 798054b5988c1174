// Build nets as in 1943: how the figure is put together.

import {
  button,
  change,
  html,
  listed,
  liveFigure,
  segments,
  still,
  timeline,
} from "../figure.js";
import { chips } from "../parts.js";
import { law, why } from "../units.js";
import {
  added,
  complete,
  connect,
  cut,
  inOrder,
  judge,
  problem,
  readyMade,
  removed,
  stepsOf,
  tuned,
  verdict,
} from "./model.js";
import { score } from "./score.js";
import { fibresOf, nearest, slotsOf, table } from "./stage.js";

const SHOWN = ["level", "nets", "solved", "kind", "focus", "time"];
const TABLE = { high: 300, low: 270 };

/** What belongs to the figure while it is shown: its parts, and who is armed. */
class Bench {
  constructor(figure) {
    this.figure = figure;
    this.armed = null;
    this.past = [];
    this.player = { at: null };
  }

  get level() {
    const name = this.figure.get("level");
    return inOrder(this.figure.get("_levels").find((level) => level.name === name));
  }

  get net() {
    return complete(this.level, this.figure.get("nets")[this.level.name]);
  }

  get time() {
    return Math.min(this.player.at ?? this.figure.get("time"), stepsOf(this.level) - 1);
  }

  get focus() {
    const wanted = this.figure.get("focus");
    return this.net[wanted] ? wanted : Object.keys(this.level.wanted)[0];
  }

  /** Put a changed net in place of the present one, and note a goal that it reaches. */
  edit(net, more = {}) {
    const { figure, level } = this;
    this.past.push([level.name, figure.get("nets")[level.name] ?? {}]);
    const solved = figure.get("solved");
    const reached = judge(level, complete(level, net)).solved;
    figure.set({
      nets: { ...figure.get("nets"), [level.name]: net },
      solved:
        reached && !solved.includes(level.name) ? [...solved, level.name] : solved,
      ...more,
    });
  }

  undo() {
    const [name, net] = this.past.pop() ?? [];
    if (!name) return;
    const nets = { ...this.figure.get("nets"), [name]: net };
    this.figure.set({ nets, level: name });
  }

  /** A press on a unit or an input: begin a fibre there, or end it there. */
  press(name) {
    const { armed, net, figure } = this;
    if (armed === null || !net[name]) return this.arm(armed === name ? null : name);
    this.armed = null;
    const next = connect(net, armed, name, figure.get("kind"));
    return this.edit(next, { focus: name });
  }

  arm(name) {
    this.armed = name;
    if (this.net[name] && name !== this.figure.get("focus"))
      this.figure.set({ focus: name });
    this.show();
  }

  /** A new unit at a place; a fibre that has begun ends on it. */
  add(at) {
    const made = added(this.level, this.net, at);
    if (!made) return;
    const [net, name] = made;
    const { armed } = this;
    const kind = this.figure.get("kind");
    this.armed = null;
    this.edit(armed ? connect(net, armed, name, kind) : net, { focus: name });
  }

  link(from, to) {
    this.armed = from;
    this.press(to);
  }
}

// ---- controls -----------------------------------------------------------------------

function goals(figure, bench) {
  const names = figure.get("_levels").map(({ name }) => name);
  const open = (name) => () => {
    bench.armed = null;
    figure.set({ level: name, focus: "", time: 0 });
  };
  const group = chips(
    "Goals",
    names.map((name) => [name, open(name)]),
  );
  group.classList.add("nb-goals");
  figure.watch(["level", "solved"], () =>
    names.forEach((name, i) => {
      const done = figure.get("solved").includes(name);
      const chip = group.children[i];
      chip.textContent = done ? `✓ ${name}` : name;
      const here = figure.get("level") === name;
      change(chip, {
        "aria-pressed": String(here),
        "aria-label": done ? `${name}, reached` : name,
      });
    }),
  );
  const inView = () => {
    const chip = group.children[names.indexOf(figure.get("level"))];
    group.scrollLeft = chip.offsetLeft - group.offsetLeft - 60;
  };
  figure.watch(["level"], inView);
  figure.fit(group, inView); // on a phone they stand in one row
  return group;
}

/** Fibre or veto, and what undoes, clears or shows. */
function tools(figure, bench) {
  const kind = segments(figure, {
    label: "draw",
    quiet: true,
    watches: ["kind"],
    options: [
      ["excites", "● fibre", "fibre that excites"],
      ["vetoes", "○ veto", "fibre that vetoes"],
    ],
    value: () => figure.get("kind"),
    choose: (value) => figure.set({ kind: value }),
  });
  const clear = () => {
    bench.armed = null;
    bench.edit({}, { focus: "" });
  };
  const solve = () => {
    bench.armed = null;
    bench.edit(structuredClone(bench.level.solution), {
      focus: "",
      solved: figure.get("solved"), // what is shown is not yet reached
    });
  };
  return html("div", { class: "tb-row nb-tools" }, kind, [
    button("Undo", () => bench.undo()),
    button("Clear", clear),
    button("Show one", solve),
  ]);
}

/** One of the fibres that end on the unit in focus, with what takes it away. */
function fibreLine(bench, { source, target, kind, count }) {
  const words = kind === "vetoes" ? `${source} vetoes` : `${source} excites × ${count}`;
  const less = html(
    "button",
    {
      type: "button",
      class: "nb-less",
      "aria-label": `take away one ending of ${source}`,
      onclick: () => bench.edit(cut(bench.net, source, target, kind)),
    },
    "−",
  );
  return html("li", {}, html("span", {}, words), less);
}

function stepper(bench) {
  const output = html("output", { class: "tb-value" });
  const by = (amount, words, sign) =>
    html(
      "button",
      {
        type: "button",
        class: "nb-less",
        "aria-label": words,
        onclick: () => bench.edit(tuned(bench.net, bench.focus, amount)),
      },
      sign,
    );
  const node = html("span", { class: "nb-stepper" }, [
    html("span", { class: "tb-label" }, "threshold"),
    by(-1, "lower threshold", "−"),
    output,
    by(1, "higher threshold", "+"),
  ]);
  return { node, output };
}

/** What is known of the unit in focus. */
function panel(bench) {
  const name = html("b", {});
  const formula = html("p", { class: "nb-law" });
  const reason = html("p", { class: "nb-why" });
  const list = html("ul", { class: "nb-fibres" });
  const threshold = stepper(bench);
  const drop = button("Remove this unit", () =>
    bench.edit(removed(bench.net, bench.focus), { focus: "" }),
  );
  const head = html("p", { class: "nb-head" }, name, threshold.node, drop);
  const node = html("div", { class: "nb-panel" }, [head, list, formula, reason]);
  function update(net, history) {
    const { focus, time, level } = bench;
    name.textContent = `Unit ${focus}`;
    drop.hidden = Object.hasOwn(level.wanted, focus);
    threshold.output.textContent = net[focus].threshold;
    const fibres = fibresOf(net).filter(({ target }) => target === focus);
    list.replaceChildren(...fibres.map((line) => fibreLine(bench, line)));
    formula.textContent = law(focus, net[focus]);
    reason.textContent = why(net, history, focus, time);
  }
  return { node, update };
}

// ---- pointer ------------------------------------------------------------------------

/** Let a fibre be drawn from circle to circle with the pointer. */
function drawable(bench, holder) {
  let from = null;
  const point = (event) => {
    const box = bench.picture.art.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const rub = (d) => change(bench.picture.rubber, { d });
  holder.addEventListener("pointerdown", (event) => {
    from = nearest(bench.picture.at, point(event));
    bench.dragged = false;
  });
  holder.addEventListener("pointermove", (event) => {
    if (!from || !event.buttons) return;
    const [x, y] = point(event);
    const [ox, oy] = bench.picture.at[from];
    if (Math.hypot(x - ox, y - oy) < 28 && !bench.dragged) return;
    bench.dragged = true;
    rub(`M${ox} ${oy}L${x} ${y}`);
  });
  holder.addEventListener("pointerup", (event) => {
    const to = nearest(bench.picture.at, point(event));
    rub("");
    if (bench.dragged && from && to && to !== from && bench.net[to])
      bench.link(from, to);
    from = null;
  });
  holder.addEventListener(
    "click",
    (event) => {
      if (bench.dragged) event.stopPropagation();
      bench.dragged = false;
    },
    true,
  );
  holder.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") bench.arm(null);
  });
}

/** The first time that it is seen the pulses run through once. */
function overture(bench, node) {
  let timer = null;
  const stop = () => {
    clearInterval(timer);
    bench.player.at = null;
  };
  const tick = () => {
    bench.player.at += 1;
    if (bench.player.at >= bench.figure.get("time")) stop();
    bench.show();
  };
  bench.figure.onceSeen(node, () => {
    if (still() || bench.past.length) return;
    bench.player.at = 0;
    timer = setInterval(tick, 900);
    bench.show();
  });
  bench.figure.haltOn(SHOWN, stop);
}

// ---- the figure ---------------------------------------------------------------------

const BEGIN = "Press where a fibre begins, then where it ends; or draw it.";

/** Draw the table and the score anew if the net or the room is another one. */
function build(bench, net, judged) {
  const { level, width, wide } = bench;
  const key = JSON.stringify([level.name, net, width, wide]);
  if (bench.key === key) return;
  const held = bench.table.contains(bench.root.activeElement)
    ? bench.root.activeElement.getAttribute("aria-label").split(/[,;]/)[0]
    : null;
  bench.key = key;
  const size = { width, height: width > 560 ? TABLE.high : TABLE.low };
  bench.picture = table(level, net, size, {
    press: (name) => bench.press(name),
    add: (slot) => bench.add(slot),
  });
  bench.table.replaceChildren(bench.picture.art);
  const go = (time) => bench.figure.set({ time });
  bench.score = score(wide, { ...judged, signals: level.signals }, go);
  bench.lines.replaceChildren(bench.score.art);
  if (held !== null) {
    const cells = [...bench.picture.art.querySelectorAll("[data-cell]")];
    const named = (cell) => cell.getAttribute("aria-label")?.startsWith(held);
    bench.picture.update({ ...judged, ...bench.now });
    (cells.find(named) ?? cells.at(-1))?.focus();
  }
}

/** What the figure says at this moment. */
function sayAll(bench, net, judged) {
  const { level, armed } = bench;
  bench.ask.textContent = level.ask;
  const verb = bench.figure.get("kind") === "vetoes" ? "veto" : "fibre";
  bench.hint.textContent = armed
    ? `A ${verb} begins at ${armed}: press the unit it ends on, or a + for a new one.`
    : judged.solved
      ? "Watch it: press Play. Then press AND."
      : `${BEGIN} ${level.hint}`;
  const own = bench.figure.get("solved").includes(level.name); // not only shown
  bench.verdict.textContent =
    judged.solved && !own ? readyMade(net) : verdict(level, net, judged);
  bench.verdict.classList.toggle("nb-reached", judged.solved && own);
}

function parts(bench, figure) {
  bench.ask = html("p", { class: "nb-ask" });
  bench.hint = html("p", { class: "nb-hint" });
  bench.verdict = html("p", { class: "nb-verdict" });
  bench.table = html("div", { class: "nb-holder" });
  bench.lines = html("div", { class: "nb-lines" });
  bench.panel = panel(bench);
  bench.root = figure.root.getRootNode();
  const clock = timeline(figure, {
    label: "time",
    pace: 900,
    watches: ["time", "level"],
    last: () => stepsOf(bench.level) - 1,
    at: () => Math.min(figure.get("time"), stepsOf(bench.level) - 1),
    move: (time) => figure.set({ time }),
    say: (time) => `t = ${time}`,
  });
  figure.root.append(
    html("div", { class: "nb-body" }, [
      goals(figure, bench),
      html("div", { class: "nb-words" }, bench.ask, bench.hint),
      html("div", { class: "nb-result" }, bench.lines, bench.verdict),
      html("div", { class: "nb-main" }, [
        html("div", { class: "nb-left" }, bench.table, tools(figure, bench)),
        bench.panel.node,
      ]),
      clock,
    ]),
  );
}

function draw(figure) {
  figure.root.classList.add("nb-figure");
  const bench = new Bench(figure);
  parts(bench, figure);
  let first = true;
  bench.show = () => {
    if (!bench.width || !bench.wide) return;
    const { net, level } = bench;
    const judged = judge(level, net);
    const { time, focus, armed } = bench;
    bench.now = { time, focus, armed, moving: !still() };
    build(bench, net, judged);
    bench.picture.update({ history: judged.history, ...bench.now });
    bench.picture.art.classList.toggle("nb-at-rest", judged.solved && !armed);
    bench.score.update(time);
    bench.panel.update(net, judged.history);
    sayAll(bench, net, judged);
  };
  figure.watch(SHOWN, () => {
    bench.show();
    if (!first) figure.announce(bench.verdict.textContent);
    first = false;
  });
  figure.fit(bench.table, (width) => {
    bench.width = width;
    bench.show();
  });
  figure.fit(bench.lines, (width) => {
    bench.wide = width;
    bench.show();
  });
  drawable(bench, bench.table);
  overture(bench, bench.table);
}

export default liveFigure({
  title: "Build nets as in 1943",
  draw,
  problem,
  stage: true,
});
