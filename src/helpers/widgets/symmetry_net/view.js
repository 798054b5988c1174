// The symmetry net of 1986: how the figure is put together.

import { button, fixed, html, knob, liveFigure, timeline } from "../figure.js";
import { chips } from "../parts.js";
import {
  EPOCHS,
  PATTERNS,
  STRIDE,
  counted,
  discovery,
  drawn,
  isSymmetric,
  nextStart,
  sums,
  train,
  verdict,
} from "./model.js";
import { hinton, net, shares } from "./net.js";
import { curve, patterns } from "./panels.js";

const SETTINGS = ["start", "seed", "rate", "momentum"];
const CHIPS = {
  "the chapter’s run": { seed: 0, rate: 0.1, momentum: 0.9 },
  "half the rate": { seed: 0, rate: 0.05, momentum: 0.9 },
  "no momentum": { seed: 0, rate: 0.1, momentum: 0 },
  "a run at 2 : 3 : 4": { seed: 7, rate: 0.1, momentum: 0.9 },
  "a run that is stuck": { seed: 1, rate: 0.1, momentum: 0.9 },
};
const TRY =
  "Press Play. When does it discover which pair? Then press a wrong pattern, and read " +
  "its sums.";

// ---- controls -----------------------------------------------------------------------

const matches = (figure, settings) =>
  Object.entries(settings).every(([name, value]) => figure.get(name) === value);

function toTry(figure) {
  const all = Object.values(CHIPS);
  const press = (settings) => () => figure.set({ ...settings, epoch: 0 });
  const group = chips(
    "Try",
    Object.keys(CHIPS).map((name, i) => [name, press(all[i])]),
  );
  figure.watch(SETTINGS, () =>
    all.forEach((settings, i) =>
      group.children[i].setAttribute("aria-pressed", String(matches(figure, settings))),
    ),
  );
  return group;
}

function knobs(figure) {
  const which = html("span", { class: "tb-note" });
  figure.watch(["seed"], () => {
    const seed = figure.get("seed");
    which.textContent = seed ? `start ${seed}` : "the chapter’s start";
  });
  const other = () => figure.set({ seed: nextStart(figure.get("seed")), epoch: 0 });
  return html(
    "div",
    { class: "tb-row sn-knobs" },
    [knob(figure, "rate", "rate ε"), knob(figure, "momentum", "momentum α")],
    [button("Another start", other), which],
  );
}

const clock = (figure) =>
  timeline(figure, {
    label: "epoch",
    watches: ["epoch", ...SETTINGS],
    pace: 70,
    last: () => EPOCHS / STRIDE,
    at: () => Math.round(figure.get("epoch") / STRIDE),
    move: (to) => figure.set({ epoch: to * STRIDE }),
    say: () => `epoch ${counted(figure.get("epoch"))}`,
  });

// ---- what is shown ------------------------------------------------------------------

/** The sums of one input, written out. */
function trace() {
  const body = html("tbody", {});
  const title = html("caption", { class: "sn-trace-title" });
  const node = html("table", { class: "sn-trace" }, title, body);
  const update = (w, bits) => {
    const { want, output, right } = verdict(w, bits);
    const wanted = `wanted ${want}, and ${fixed(output)} is ${right ? "right" : "wrong"}`;
    const kind = isSymmetric(bits) ? "symmetric" : "not symmetric";
    title.textContent = `${bits.join("")}, ${kind}: ${wanted}`;
    body.replaceChildren(
      ...sums(w, bits).map(([name, sum, y]) =>
        html(
          "tr",
          {},
          html("th", { scope: "row" }, name),
          html("td", { class: "sn-sum" }, sum),
          html("td", {}, `→ ${y}`),
        ),
      ),
    );
    return title.textContent;
  };
  return { node, update };
}

/** The panels, side by side. */
function panels(figure) {
  const view = { net: net(), units: [hinton(0), hinton(1)], curve: curve(figure) };
  view.grid = patterns(figure);
  view.trace = trace();
  view.share = html("p", { class: "sn-share" });
  view.verdict = html("p", { class: "sn-verdict" });
  const note = (words) => html("p", { class: "tb-note" }, words);
  view.node = html(
    "div",
    { class: "sn-panels" },
    html(
      "div",
      {},
      [view.net.node, ...view.units.map(({ node }) => node), view.share],
      note("Blue adds, orange takes away; the area is the size."),
    ),
    html(
      "div",
      {},
      [view.curve.node, view.trace.node],
      note("A 1 adds its weight; the bias comes last."),
    ),
    html(
      "div",
      {},
      view.grid.node,
      note(
        "Rows: left half; columns: right half. Amber: the output. Green: symmetric. ×: wrong.",
      ),
    ),
  );
  return view;
}

function show(figure, view) {
  const [t, chosen] = [figure.get("epoch"), figure.get("pattern")];
  const [w, bits] = [view.run.weights[t], PATTERNS[chosen]];
  view.net.update(w, bits);
  view.units.forEach((unit) => unit.update(w));
  view.share.textContent = shares(w);
  view.curve.update(view.run, t);
  view.grid.update(w, chosen);
  const epoch = html("b", {}, `Epoch ${counted(t)}: ${view.run.right[t]} of 64 right.`);
  const words = discovery(view.run, t);
  view.verdict.replaceChildren(epoch, ` ${words}`);
  return `${view.trace.update(w, bits)}. ${words}`;
}

function draw(figure) {
  figure.root.classList.add("sn-figure");
  const view = panels(figure);
  figure.root.append(
    html("p", { class: "sn-try" }, TRY),
    toTry(figure),
    view.verdict,
    html("div", { class: "sn-frame" }, view.node, knobs(figure), clock(figure)),
  );
  figure.watch(SETTINGS, () => {
    const { seed, start, rate, momentum } = figure.state();
    view.run = train(seed ? drawn(seed) : start, rate, momentum);
    view.curve.redraw(view.run);
    show(figure, view);
  });
  figure.watch(["epoch", "pattern"], () => show(figure, view));
  figure.watch(["pattern", "seed", "rate", "momentum"], () =>
    figure.announce(show(figure, view)),
  );
}

export default liveFigure({
  title: "A net that learns to see symmetry, 1986",
  draw,
  stage: true,
});
