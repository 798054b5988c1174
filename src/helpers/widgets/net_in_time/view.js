// A net in time: how the figure is put together.

import { change, html, liveFigure, svg, timeline } from "../figure.js";
import { chips } from "../parts.js";
import { law, problem, run, why } from "./model.js";
import { raster } from "./raster.js";
import { picture } from "./stage.js";

const ALL = ["net", "signals", "places", "steps", "time", "focus", "presets"];
const INVITE =
  "The input rows are yours: press a cell and the future changes. Press a unit to see " +
  "why it fires.";

/** The names, the history and what is in focus now. */
function look(figure) {
  const { steps, time, focus } = figure.state();
  const [net, signals] = ["net", "signals"].map((key) =>
    figure.ordered(figure.get(key)),
  );
  const names = [...Object.keys(signals), ...Object.keys(net)];
  return {
    net,
    signals,
    steps,
    names,
    time: Math.min(time, steps - 1),
    focus: names.includes(focus) ? focus : names.at(-1),
    history: run(net, signals, steps),
  };
}

/** The preset that is shown now: net and signals, or at least the net. */
function chosen(figure) {
  const presets = Object.entries(figure.get("presets"));
  const same =
    (key) =>
    ([, preset]) =>
      JSON.stringify(preset[key]) === JSON.stringify(figure.get(key));
  const alike = presets.filter(same("net"));
  return (alike.find(same("signals")) ?? alike[0])?.[0];
}

/** The nets to choose from; none if there is one or none. */
function toTry(figure) {
  const presets = figure.ordered(figure.get("presets"));
  const names = Object.keys(presets);
  if (names.length < 2) return null;
  const start = { places: {}, signals: {}, time: 0, focus: "" };
  const group = chips(
    "Nets",
    names.map((name) => [
      name,
      () => figure.set(structuredClone({ ...start, ...presets[name] })),
    ]),
  );
  figure.watch(["net", "signals"], () => {
    const now = chosen(figure);
    names.forEach((name, i) =>
      change(group.children[i], { "aria-pressed": String(name === now) }),
    );
  });
  return group;
}

function clockOf(figure) {
  return timeline(figure, {
    label: "time",
    watches: ["time", "steps"],
    last: () => figure.get("steps") - 1,
    at: () => Math.min(figure.get("time"), figure.get("steps") - 1),
    move: (time) => figure.set({ time }),
    say: (time) => `t = ${time}`,
  });
}

function partsOf(figure) {
  const drawing = svg("svg", {
    class: "tb-drawing tb-net",
    role: "group",
    "aria-label": "The net",
  });
  const parts = {
    drawing,
    holder: html("div", { class: "nt-holder" }, drawing),
    table: html("div", { class: "tb-scroll" }),
    formula: html("p", { class: "tb-law" }),
    reason: html("p", { class: "tb-reason" }),
  };
  const told = html("div", { class: "tb-told" }, parts.formula, parts.reason);
  figure.root.append(
    html("p", { class: "nt-invite" }, INVITE),
    toTry(figure) ?? "",
    html("div", { class: "nt-columns" }, parts.holder, parts.table, told),
    clockOf(figure),
  );
  return parts;
}

function draw(figure) {
  figure.root.classList.add("nt-figure");
  const shape = () =>
    JSON.stringify(
      ["net", "places", "steps", "presets"]
        .map((name) => figure.get(name))
        .concat(Object.keys(figure.get("signals"))),
    );
  const drawn = shape();
  const parts = partsOf(figure);
  let update = () => {};
  figure.fit(parts.holder, (width) => {
    update = picture(figure, parts.drawing, look(figure), width);
    update(look(figure));
  });
  const fill = raster(figure, parts.table, look(figure));
  let first = true;
  figure.watch(ALL, () => {
    if (shape() !== drawn) {
      figure.redraw();
      return;
    }
    const now = look(figure);
    const { net, history, focus, time } = now;
    update(now);
    fill(now);
    parts.formula.textContent = net[focus]
      ? law(focus, net[focus])
      : `${focus}: an input`;
    parts.reason.textContent = why(net, history, focus, time);
    if (!first) figure.announce(parts.reason.textContent);
    first = false;
  });
}

export default liveFigure({ title: "A net in time", draw, problem, stage: true });
