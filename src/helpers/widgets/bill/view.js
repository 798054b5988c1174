// The bill of a training: how the figure is put together.

import { choice, html, knob, liveFigure, slider } from "../figure.js";
import { chips } from "../parts.js";
import { MODELS, bill, compared, lasting, lines, said, sizes } from "./model.js";
import { plane } from "./plane.js";

const ALL = ["model", "parameters", "tokens", "card", "machines", "use", "price"];
const TRY =
  "Choose a model by its name. Then move the number of cards: which lines of the bill " +
  "stay as they are?";

// ---- controls -----------------------------------------------------------------------

/** A model and the cards of its makers, as far as they are known. */
function take(figure, model) {
  const { card = "H100", machines = 10 } = MODELS[model];
  figure.set({ model, card, machines });
}

function toTry(figure) {
  const names = Object.keys(MODELS);
  const group = chips(
    "Model",
    names.map((name) => [name, () => take(figure, name)]),
  );
  figure.watch(["model"], () =>
    names.forEach((name, i) =>
      group.children[i].setAttribute(
        "aria-pressed",
        String(figure.get("model") === name),
      ),
    ),
  );
  return group;
}

/** A slider over powers of ten, which makes the model the reader's own. */
function power(figure, name, label, key) {
  const value = () => Math.log10(sizes(figure.state())[key]);
  const node = slider(figure, {
    label,
    rule: figure.get("_rules")[name],
    watches: ["model", "parameters", "tokens"],
    value,
    choose: (chosen) => {
      const own = { parameters: Math.log10(sizes(figure.state()).active) };
      own.tokens = Math.log10(sizes(figure.state()).seen);
      figure.set({ ...own, [name]: chosen, model: "your own" });
    },
  });
  tell(figure, node, ["model", "parameters", "tokens"], () => said(10 ** value()));
  return node;
}

/** Let the number beside a slider say what it stands for. */
function tell(figure, node, watches, words) {
  const [range, output] = ["input", "output"].map((tag) => node.querySelector(tag));
  figure.watch(watches, () => {
    output.textContent = words();
    range.setAttribute("aria-valuetext", words());
  });
}

function knobs(figure) {
  const machines = knob(figure, "machines", "cards");
  tell(figure, machines, ["machines"], () =>
    (2 ** figure.get("machines")).toLocaleString("en-GB"),
  );
  return html(
    "div",
    { class: "bl-knobs" },
    power(figure, "parameters", "parameters", "active"),
    power(figure, "tokens", "tokens", "seen"),
    machines,
    knob(figure, "use", "% put to use"),
    knob(figure, "price", "dollars an hour"),
    choice(figure, "card", { label: "card" }),
  );
}

// ---- what is shown ------------------------------------------------------------------

/** The bill as a table; returns what it says. */
function receipt(body, state) {
  const all = lines(state);
  body.replaceChildren(
    ...all.map(([what, how, result, total]) =>
      html(
        "tr",
        { class: total ? "bl-total" : "" },
        html("th", { scope: "row" }, what),
        html("td", { class: "bl-how" }, how),
        html("td", {}, result),
      ),
    ),
  );
  return all.map(([what, , result]) => `${what} ${result}`).join(", ");
}

/** The bill, what its makers have said, and the plane, side by side. */
function parts() {
  const [holder, remark] = [html("div", {}), html("p", { class: "bl-remark" })];
  const body = html("tbody", {});
  const heading = html("p", { class: "bl-heading" }, "Cards, and for how long");
  const node = html(
    "div",
    { class: "bl-body" },
    html("div", {}, html("table", { class: "bl-receipt" }, body), remark),
    html("div", {}, heading, holder),
  );
  return { holder, remark, body, node, plane: null };
}

/** Show the state; returns what it says. */
function show(view, state) {
  const found = bill(state);
  const words = `${state.model}: ${receipt(view.body, state)}.`;
  view.remark.textContent = compared(state) || "\u00a0";
  view.remark.classList.toggle("tb-bad", found.cards < found.least);
  view.plane?.update(found);
  const there = `${found.cards} cards for ${lasting(found.days)}`;
  view.plane?.node.setAttribute("aria-label", `Days and cards: ${there}`);
  return `${words} ${view.remark.textContent}`;
}

function draw(figure) {
  figure.root.classList.add("bl");
  const view = parts();
  figure.root.append(
    html("p", { class: "bl-try" }, TRY),
    toTry(figure),
    view.node,
    knobs(figure),
  );
  let first = true;
  figure.watch(ALL, () => {
    const words = show(view, figure.state());
    if (!first) figure.announce(words);
    first = false;
  });
  figure.fit(view.holder, (width) => {
    view.plane = plane(width, 270, (machines) => figure.set({ machines }));
    view.holder.replaceChildren(view.plane.node);
    show(view, figure.state());
  });
}

export default liveFigure({ title: "The bill of a training", draw, stage: true });
