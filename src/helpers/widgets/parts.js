// @ts-check
// Parts that figures share: chips, a slider over a few places, bars.

import { button, change, html, unique } from "./figure.js";

/** Things to try, side by side: [[words, what pressing does], …]; `kind` is a class. */
export function chips(label, entries, kind = "") {
  const buttons = entries.map(([words, press]) =>
    html("button", { type: "button", class: "tb-chip", onclick: press }, words),
  );
  return html(
    "div",
    { class: `tb-chips ${kind}`, role: "group", "aria-label": label },
    buttons,
  );
}

/** On a phone these nodes are put away until the button that is returned is pressed. */
export function putAway(words, nodes) {
  const away = (is) => {
    change(more, { "aria-expanded": String(!is) });
    for (const node of nodes) node.classList.toggle("tb-away", is);
  };
  const shown = () => more.getAttribute("aria-expanded") === "true";
  const more = button(words, () => away(shown()));
  more.classList.add("tb-more");
  away(true);
  return more;
}

/** A slider over a few values, whose names stand under it: [[value, name], …]. */
export function stops(figure, { label, entries, watches, value, say, choose }) {
  const output = html("output", { class: "tb-value" });
  const range = html("input", {
    type: "range",
    min: 0,
    max: entries.length - 1,
    step: 1,
    "aria-label": label,
    oninput: () => choose(entries[Number(range.value)][0]),
  });
  const names = entries.map(([, name]) => html("span", {}, name));
  figure.watch(watches, () => {
    const place = entries.findIndex(([entry]) => entry === value());
    if (place >= 0) range.value = place;
    names.forEach((name, i) => change(name, { "data-here": i === place }));
    output.textContent = say(value());
    range.setAttribute("aria-valuetext", say(value()));
  });
  return html(
    "div",
    { class: "tb-stops" },
    html("p", {}, html("span", { class: "tb-label" }, label), " ", output),
    range,
    html("div", { class: "tb-names", "aria-hidden": "true" }, names),
  );
}

/** A slider between two words, as its own rule has it. */
export function between(figure, name, { label, from, to, say }) {
  const rule = figure.get("_rules")[name];
  const output = html("output", { class: "tb-value" });
  const range = html("input", {
    type: "range",
    min: rule.low,
    max: rule.high,
    step: rule.step,
    "aria-label": label,
    oninput: () => figure.set({ [name]: Number(range.value) }),
  });
  figure.watch([name], () => {
    range.value = figure.get(name);
    output.textContent = say(figure.get(name));
  });
  return html(
    "div",
    { class: "tb-stops" },
    html("p", {}, html("span", { class: "tb-label" }, label), " ", output),
    range,
    html(
      "div",
      { class: "tb-names", "aria-hidden": "true" },
      html("span", {}, from),
      html("span", {}, to),
    ),
  );
}

/**
 * Bars from 0 to 1 under a heading. Its `show` takes [{ name, words, part, lit }, …]:
 * what stands before a bar, what is said of it, its length, and whether it is the one.
 */
export function bars(heading, count) {
  const title = unique("bars");
  const rows = Array.from({ length: count }, () => {
    const [name, bar, number] = ["b", "i", "span"].map((tag) => html(tag, {}));
    const words = html("span", { class: "tb-unseen" });
    for (const part of [name, bar, number]) change(part, { "aria-hidden": "true" });
    const track = html("span", { class: "tb-way" }, bar);
    return {
      item: html("li", {}, name, track, number, words),
      name,
      bar,
      number,
      words,
    };
  });
  const list = html(
    "ol",
    { class: "tb-bars", "aria-labelledby": title },
    rows.map(({ item }) => item),
  );
  function show(values) {
    rows.forEach(({ item, name, bar, number, words }, i) => {
      const value = values[i];
      item.hidden = !value;
      if (!value) return;
      name.textContent = value.name;
      number.textContent = value.number;
      words.textContent = value.words;
      bar.style.width = `${(100 * value.part).toFixed(1)}%`;
      item.classList.toggle("tb-lit", value.lit);
    });
  }
  const root = html(
    "div",
    {},
    html("p", { class: "tb-label", id: title }, heading),
    list,
  );
  return { root, show };
}
