// A ring of workers: how the figure is put together.

import { choice, html, liveFigure, slider, still, timeline } from "../figure.js";
import { bars, chips } from "../parts.js";
import { circle } from "./circle.js";
import { complete, problem, ring, stepInWords, sumInWords, tally } from "./model.js";

const ALL = ["workers", "step", "worker", "chunk", "gradient"];
const TRY = "Press Play, and follow the amber chunk around the circle.";
const LONG = 900; // milliseconds from one worker to the next
const last = (figure) => 2 * (figure.get("workers") - 1);

// ---- controls -----------------------------------------------------------------------

const CHIPS = {
  "2 workers": { workers: 2, step: 1, worker: 2, chunk: 1 },
  "4 workers": { workers: 4, step: 2, worker: 3, chunk: 1 },
  "8, half-way": { workers: 8, step: 7, worker: 8, chunk: 1 },
  "8, at the end": { workers: 8, step: 14, worker: 1, chunk: 8 },
};

function toTry(figure) {
  const all = Object.values(CHIPS);
  const group = chips(
    "Try",
    Object.keys(CHIPS).map((name, i) => [name, () => figure.set(all[i])]),
  );
  figure.watch(ALL, () =>
    all.forEach((settings, i) => {
      const same = Object.entries(settings).every(([k, v]) => figure.get(k) === v);
      group.children[i].setAttribute("aria-pressed", String(same));
    }),
  );
  return group;
}

/** Another number of workers, with whatever must follow it. */
function resize(figure, workers) {
  figure.set({
    workers,
    step: Math.min(figure.get("step"), 2 * (workers - 1)),
    worker: Math.min(figure.get("worker"), workers),
    chunk: Math.min(figure.get("chunk"), workers),
  });
}

function knobs(figure) {
  const size = () => figure.get("workers");
  const look = (name, label, choose) =>
    slider(figure, {
      label,
      rule: figure.get("_rules")[name],
      watches: [name],
      value: () => figure.get(name),
      choose,
    });
  const within = (name) => (value) => figure.set({ [name]: Math.min(value, size()) });
  return html(
    "div",
    { class: "rg-knobs" },
    look("workers", "workers", (value) => resize(figure, value)),
    look("chunk", "chunk to follow", within("chunk")),
    look("worker", "at worker", within("worker")),
    choice(figure, "gradient", { label: "gradient of" }),
  );
}

const clock = (figure) =>
  timeline(figure, {
    label: "step",
    watches: ["step", "workers"],
    pace: LONG + 350,
    last: () => last(figure),
    at: () => figure.get("step"),
    move: (step) => figure.set({ step }),
    say: (step) => `step ${step} of ${last(figure)}`,
  });

// ---- what is shown ------------------------------------------------------------------

/** The tally and the words, beside the circle. */
function aside() {
  const sent = bars("Sent by each worker, × its gradient", 3);
  const done = bars("Summed", 1);
  const [what, sum] = [0, 1].map(() => html("p", { class: "rg-words" }));
  const node = html("div", { class: "rg-aside" }, what, sum, sent.root, done.root);
  const update = (state, moment) => {
    const { workers: n, step, worker, chunk } = state;
    what.textContent = stepInWords(n, step);
    sum.textContent = sumInWords(
      moment.held[worker - 1][chunk - 1],
      worker - 1,
      chunk - 1,
    );
    sent.show(tally(state));
    const full = complete(moment);
    const number = `${full} of ${n * n} chunks`;
    const words = `complete: ${number}`;
    done.show([{ name: "complete", number, words, part: full / n ** 2, lit: false }]);
    return `${what.textContent} ${sum.textContent} ${words}.`;
  };
  return { node, update };
}

/** Show the state; returns what it says. */
function show(figure, view) {
  const state = figure.state();
  if (view.size !== state.workers || view.drawn !== view.width) {
    if (view.size !== state.workers) view.moments = ring(state.workers);
    [view.size, view.drawn] = [state.workers, view.width];
    const choose = (k, c) => figure.set({ worker: k + 1, chunk: c + 1 });
    view.circle = view.width ? circle(view.width, view.size, choose) : null;
    if (view.circle) view.holder.replaceChildren(view.circle.node);
  }
  view.circle?.update({ ...state, moments: view.moments, gone: view.gone });
  const said = view.aside.update(state, view.moments[state.step]);
  view.circle?.node.setAttribute(
    "aria-label",
    `${view.size} workers in a ring. ${said}`,
  );
  return said;
}

/** Let the chunks of this step travel, and then stand. */
function travel(figure, view) {
  cancelAnimationFrame(view.frame);
  const start = performance.now();
  const go = (now) => {
    view.gone = Math.min(1, Math.max(0, (now - start) / LONG));
    const { worker, chunk, step } = figure.state();
    view.circle?.update({
      worker,
      chunk,
      step,
      moments: view.moments,
      gone: view.gone,
    });
    if (view.gone < 1) view.frame = requestAnimationFrame(go);
  };
  go(start);
}

/** Follow the settings; a step forwards is seen to happen. */
function follow(figure, view) {
  view.step = figure.get("step");
  let first = true;
  figure.watch(ALL, () => {
    const step = figure.get("step");
    const on = step === view.step + 1 && view.size === figure.get("workers");
    if (step !== view.step || view.size !== figure.get("workers")) {
      cancelAnimationFrame(view.frame);
      view.gone = 1;
    }
    view.step = step;
    const said = show(figure, view);
    if (!first) figure.announce(said);
    first = false;
    if (on && view.seen && !still()) travel(figure, view);
  });
  figure.fit(view.holder, (width) => {
    view.width = width;
    show(figure, view);
  });
  figure.endings.push(() => cancelAnimationFrame(view.frame));
  figure.onceSeen(view.holder, () => {
    view.seen = true;
    if (figure.get("step") > 0 && !still()) travel(figure, view);
  });
}

function draw(figure) {
  figure.root.classList.add("rg");
  const view = { gone: 1, holder: html("div", { class: "rg-holder" }), aside: aside() };
  figure.root.append(
    html("p", { class: "rg-try" }, TRY),
    toTry(figure),
    html(
      "div",
      { class: "rg-body" },
      view.holder,
      html("div", { class: "rg-more" }, view.aside.node, knobs(figure)),
    ),
    clock(figure),
  );
  follow(figure, view);
}

export default liveFigure({ title: "Workers in a ring", draw, problem, stage: true });
