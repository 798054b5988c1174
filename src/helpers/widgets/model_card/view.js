// A model's config.json read line by line: its weights by part, its memory as it writes.

import { button, change, html, liveFigure } from "../figure.js";
import { bars, chips, stops } from "../parts.js";
import {
  FIELDS,
  active,
  bytes,
  cache,
  counted,
  filled,
  parts,
  read,
  total,
} from "./model.js";

const CONTEXTS = [1, 4, 16, 64, 256, 1024].map((k) => [
  1024 * k,
  k < 1024 ? `${k}k` : "1M",
]);
const TEXTS = [1, 4, 16, 64].map((count) => [count, String(count)]);
const NAMES = ["embedding", "attention", "feed-forward", "norms", "unembedding"];
const OWN = "your own";

class Card {
  constructor(figure) {
    this.figure = figure;
    this.models = figure.ordered(figure.get("models"));
    this.names = Object.keys(this.models);
    figure.root.classList.add("md");
    this.note = html("p", { class: "tb-note md-said", role: "status" });
    this.rows = html("tbody", {});
    this.weights = bars("weights, by part", NAMES.length);
    this.memory = bars("memory while it writes", 2);
    figure.root.append(this.top(), this.note, this.body(), this.foot());
  }

  top() {
    const entries = this.names.map((name) => [
      name,
      () => this.figure.set({ model: name, own: "" }),
    ]);
    this.chips = chips("Models", entries);
    return this.chips;
  }

  body() {
    const table = html(
      "table",
      { class: "md-fields" },
      html("caption", {}, "config.json"),
      this.rows,
    );
    const sliders = html(
      "div",
      { class: "md-sliders" },
      this.stop("context", "tokens read", CONTEXTS),
      this.stop("texts", "texts at once", TEXTS),
    );
    this.sum = html("p", { class: "md-sum" });
    const right = html(
      "div",
      { class: "md-right" },
      this.sum,
      this.weights.root,
      this.memory.root,
      sliders,
    );
    return html("div", { class: "md-body" }, table, right);
  }

  stop(name, label, entries) {
    return stops(this.figure, {
      label,
      entries,
      watches: [name],
      value: () => this.figure.get(name),
      say: (value) => value.toLocaleString("en"),
      choose: (value) => this.figure.set({ [name]: value }),
    });
  }

  foot() {
    this.field = html("textarea", {
      class: "md-own",
      rows: 4,
      spellcheck: "false",
      "aria-label": "A config.json of your own",
      placeholder: '{"hidden_size": 1024, …',
    });
    const take = button("Read it", () => this.take(this.field.value));
    return html(
      "details",
      { class: "md-paste" },
      html("summary", {}, "Read a config.json of your own"),
      this.field,
      take,
    );
  }

  take(text) {
    const { problem } = read(text.slice(0, 4000));
    if (problem) this.say(problem);
    else this.figure.set({ own: text.slice(0, 4000) });
  }

  say(sentence) {
    this.note.textContent = sentence;
    this.note.classList.toggle("md-bad", Boolean(sentence));
  }

  /** The chosen config, and the one before it, to tell what has changed. */
  chosen() {
    const { own, model } = this.figure.state();
    const at = this.names.indexOf(model);
    const before = this.models[this.names[own ? at : at - 1]];
    const here = own ? read(own) : filled(this.models[model]);
    return {
      ...here,
      before: before && filled(before).config,
      name: own ? OWN : model,
    };
  }

  draw() {
    const { config, problem, before, name } = this.chosen();
    this.say(problem ?? "");
    if (problem) return;
    [...this.chips.children].forEach((chip, k) =>
      change(chip, { "aria-pressed": String(this.names[k] === name) }),
    );
    this.showFields(config, before);
    this.showWeights(config, name);
    this.showMemory(config);
  }

  showFields(config, before) {
    const rows = FIELDS.filter(([name]) => config[name] !== undefined)
      .filter(([name]) => !(name.includes("expert") && config.num_local_experts === 1))
      .map(([name, meaning]) => {
        const value = config[name];
        const fresh = before && String(before[name]) !== String(value);
        return html(
          "tr",
          { class: fresh ? "md-new" : "" },
          html("th", { scope: "row" }, name),
          html("td", {}, typeof value === "number" ? written(value) : String(value)),
          html("td", {}, meaning),
        );
      });
    this.rows.replaceChildren(...rows);
  }

  showWeights(config, name) {
    const counts = parts(config);
    const all = total(config);
    this.weights.show(
      NAMES.map((part) => ({
        name: part,
        number: counts[part] ? counted(counts[part]) : "tied",
        words: `${counts[part].toLocaleString("en")} weights`,
        part: counts[part] / all,
        lit: counts[part] === Math.max(...Object.values(counts)),
      })),
    );
    const asked = active(config);
    const some = asked < all ? `; a token meets ${counted(asked)} of them` : "";
    this.sum.replaceChildren(
      html("b", {}, all.toLocaleString("en")),
      ` weights in ${name}${some}.`,
    );
    this.figure.announce(this.sum.textContent);
  }

  showMemory(config) {
    const { context, texts } = this.figure.state();
    const [net, kept] = [2 * total(config), cache(config) * context * texts];
    const most = Math.max(net, kept);
    const each = `${bytes(cache(config))} a token`;
    this.memory.show([
      {
        name: "weights",
        number: bytes(net),
        words: "at two bytes each",
        part: net / most,
      },
      {
        name: "cache",
        number: `${bytes(kept)}`,
        words: each,
        part: kept / most,
        lit: kept > net,
      },
    ]);
    this.memory.root.firstChild.textContent = `memory while it writes; the cache: ${each}`;
  }
}

/** A number as the file has it. */
function written(value) {
  if (value !== 0 && Math.abs(value) < 1e-3)
    return value.toExponential().replace("-0", "-");
  return Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(6)));
}

export default liveFigure({
  title: "Read a model’s config",
  stage: true,
  problem: ({ own }) => (own ? (read(own).problem ?? null) : null),
  draw: (figure) => {
    const card = new Card(figure);
    figure.watch(["model", "own", "context", "texts"], () => card.draw());
  },
});
