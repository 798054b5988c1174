// Two models of language in the page: one writes on, the other fills a blank.

import { landing, lot, ranking } from "./chance.js";
import {
  change,
  choice,
  fixed,
  html,
  knob,
  liveFigure,
  menu,
  quoted,
  rove,
  telling,
  timeline,
} from "./figure.js";
import { chances, opened, read } from "./gpt.js";
import { softmax } from "./matrices.js";
import { memory, whenNew } from "./memory.js";
import { recognised, tokenise } from "./sentences.js";

const [START, STOP] = [1, 2];
export const SPECIALS = 4; // <pad>, <start>, <stop>, <unk>
export const LONGEST = 40; // tokens that a model reads at most
export const MOST = 24; // words that it writes on at most

export { chances, opened, read };

// ---- what they say ---------------------------------------------------------------

/** A GPT that has read ids after a past: scores, their ranking, where heads look. */
function moment(net, ids, past) {
  const found = read(net, ids, true, past);
  const scores = found.scores.at(-1);
  const looks = found.maps.map((layer) => layer.at(-1));
  return { scores, order: ranking(scores), looks, past: found.past, next: new Map() };
}

/** A GPT that has read a prompt. */
export function prompted(net, prompt) {
  return moment(net, [START, ...prompt]);
}

/** The moment one word later. No setting changes it, so each is computed once. */
function later(net, { next, past }, id) {
  if (!next.has(id)) next.set(id, moment(net, [id], past));
  return next.get(id);
}

/** The prompt written on: each step's scores, looks, chances, lot and word. */
export function written(net, prompt, settings, seed, start = prompted(net, prompt)) {
  const ids = [START, ...prompt];
  const steps = [];
  let now = start;
  while (steps.length < MOST && ids.length < LONGEST && ids.at(-1) !== STOP) {
    if (steps.length) now = later(net, now, ids.at(-1));
    const found = chances(now.scores, settings, now.order);
    const number = lot(seed, steps.length);
    const id = landing(found.order, found.chances, number);
    steps.push({ ...found, scores: now.scores, looks: now.looks, number, id });
    ids.push(id);
  }
  return { ids, steps };
}

/** What each model says of a hidden word: from its left, and from both sides. */
export function filled(gpt, bert, mask, ids, place) {
  const whole = [START, ...ids, STOP];
  const hidden = whole.map((id, k) => (k === place + 1 ? mask : id));
  const left = read(gpt, whole.slice(0, place + 1), true);
  const both = read(bert, hidden, false);
  return {
    left: softmax(left.scores.at(-1)),
    both: softmax(both.scores[place + 1]),
    looks: both.maps.map((layer) => layer[place + 1]),
    hidden,
  };
}

// ---- words --------------------------------------------------------------------------

/** The prompt's words and their numbers, or one sentence on why not. */
export function numbered(prompt, words) {
  const found = tokenise(prompt);
  if (!found.length) return { problem: "Write at least one word." };
  const most = LONGEST - 12;
  if (found.length > most) {
    const problem = `There is room for ${most} words, and these are ${found.length}.`;
    return { problem };
  }
  const known = words.slice(SPECIALS);
  const { spelled, unknown, near } = recognised(found, known);
  if (unknown === undefined)
    return { words: spelled, ids: spelled.map((word) => words.indexOf(word)) };
  return {
    problem:
      `The models know ${known.length} words, and “${unknown}” is none of them; ` +
      `near it are ${near.join(", ")}.`,
  };
}

// ---- how it looks -------------------------------------------------------------------

const percent = (share) => {
  if (share === 0) return "0";
  if (share < 0.0005) return "< 0.1 %";
  return `${(100 * share).toFixed(1)} %`;
};

/** A cell with a number, and a bar of that share under it. */
function share(value, cls = "") {
  return html(
    "td",
    { class: `lm-share ${cls}` },
    html("i", { style: `width:${(100 * value).toFixed(1)}%` }),
    html("span", {}, percent(value)),
  );
}

/** The likeliest words: logit, scaled, share, kept or not, chance. */
function table(step, words, limit) {
  const { scores, scaled, shares, order, kept, chances: drawn, id } = step;
  const shown = order.slice(0, limit);
  if (!shown.includes(id)) shown.push(id);
  const rest = order.filter((place) => !shown.includes(place));
  const sum = (values) => rest.reduce((all, place) => all + values[place], 0);
  const isKept = (place) => order.indexOf(place) < kept;
  const keptRest = kept - shown.filter(isKept).length;
  const heads = ["word", "logit", "scaled", "share", "kept?", "chance"];
  const rows = shown.map((place) =>
    html(
      "tr",
      {
        class: [place === id && "lm-drawn", !isKept(place) && "lm-cut"]
          .filter(Boolean)
          .join(" "),
      },
      html("th", { scope: "row" }, words[place]),
      html("td", {}, fixed(scores[place])),
      html("td", {}, fixed(scaled[place])),
      share(shares[place]),
      html("td", {}, isKept(place) ? "yes" : "no"),
      share(drawn[place], "lm-chance"),
    ),
  );
  const others = html(
    "tr",
    { class: "lm-rest" },
    html("th", { scope: "row" }, `${rest.length} others`),
    html("td", {}, ""),
    html("td", {}, ""),
    share(sum(shares)),
    html("td", {}, String(keptRest)),
    share(sum(drawn), "lm-chance"),
  );
  const all = html(
    "tr",
    { class: "lm-rest" },
    html("th", { scope: "row" }, "together"),
    ["", "", "100 %", String(kept), "100 %"].map((text) => html("td", {}, text)),
  );
  return html(
    "table",
    { class: "lm-table" },
    html(
      "thead",
      {},
      html(
        "tr",
        {},
        heads.map((head) => html("th", { scope: "col" }, head)),
      ),
    ),
    html("tbody", {}, rows, others, all),
  );
}

/** Every head's weights of one position: heads down, the words it may see across. */
function lookTable(looks, place, tokens, tell) {
  const lines = looks.flatMap((heads, l) => heads.map((weights, h) => [l, h, weights]));
  const rows = lines.map(([l, h, weights]) =>
    html(
      "tr",
      { "data-row": "" },
      html("th", { scope: "row" }, `${l + 1}.${h + 1}`),
      weights.map((weight, j) => {
        const about =
          `Layer ${l + 1}, head ${h + 1}: ${quoted(tokens[place])} gives ` +
          `${quoted(tokens[j])} the weight ${fixed(weight)}.`;
        return html(
          "td",
          {},
          html("span", {
            ...telling(about, tell),
            class: "lm-cell",
            style: `--share:${(100 * weight).toFixed(1)}%`,
          }),
        );
      }),
    ),
  );
  const seen = lines[0][2].length;
  const columns = tokens
    .slice(0, seen)
    .map((word, j) =>
      html(
        "th",
        { scope: "col", class: j === place ? "lm-here" : null },
        html("span", { class: "lm-key" }, word),
      ),
    );
  const corner = html("th", {}, html("span", { class: "tb-note" }, "head"));
  return rove(
    html(
      "table",
      { class: "lm-looks" },
      html("thead", {}, html("tr", {}, corner, columns)),
      html("tbody", {}, rows),
    ),
  );
}

/** A model's five likeliest words for the blank. */
function list(title, shares, words, truth) {
  const best = ranking(shares).slice(0, 5);
  if (!best.includes(truth)) best.push(truth);
  return html(
    "div",
    {},
    html("p", { class: "tb-label" }, title),
    html(
      "table",
      { class: "lm-table" },
      html(
        "tbody",
        {},
        best.map((place) =>
          html(
            "tr",
            { class: place === truth ? "lm-true" : null },
            html("th", { scope: "row" }, words[place] + (place === truth ? " ✓" : "")),
            share(shares[place], "lm-chance"),
          ),
        ),
      ),
    ),
  );
}

function draw(figure) {
  const [gpt, bert] = [opened(figure.get("gpt")), opened(figure.get("bert"))];
  const words = [...figure.get("words"), "[MASK]"];
  const samples = figure.get("samples");
  const mask = words.length - 1;
  const names = Object.keys(figure.state());
  let last = null; // the last prompt that could be read
  const [readings, prompts, texts, blanks] = [memory(), memory(), memory(), memory()];

  const reading = () => {
    const prompt = figure.get("prompt");
    const found = readings(prompt, () => numbered(prompt, words.slice(0, mask)));
    if (found.ids) last = found;
    return found;
  };
  const cut = () => ({
    temperature: figure.get("temperature"),
    k: figure.get("top_k"),
    p: figure.get("top_p"),
  });
  const latest = () => {
    // whoever asks first after a change reads the new prompt
    reading();
    return last;
  };
  const now = () => {
    const [{ ids }, settings, seed] = [latest(), cut(), figure.get("seed")];
    const start = prompts(ids, () => prompted(gpt, ids));
    return texts([ids, settings, seed], () => written(gpt, ids, settings, seed, start));
  };
  const writes = () => figure.get("view") === "write";
  const blank = () => Math.min(figure.get("blank"), latest().ids.length - 1);
  const end = () => (writes() ? now().steps.length - 1 : latest().ids.length - 1);
  const at = () => (writes() ? Math.min(figure.get("time"), end()) : blank());

  const field = html("input", {
    type: "text",
    class: "lm-prompt",
    spellcheck: "false",
    autocomplete: "off",
    maxlength: 160,
    "aria-label": "prompt",
    onchange: () => figure.set({ prompt: field.value, time: 0 }),
  });
  const trouble = html("p", { class: "lm-trouble tb-bad", role: "status" });
  const said = html("p", { class: "lm-said" });
  const box = html("div", { class: "tb-scroll lm-box" });
  const verdict = html("p", { class: "lm-verdict" });
  const [mapTitle, mapBox, mapWords] = [
    html("p", { class: "tb-label" }),
    html("div", { class: "tb-scroll" }),
    html("p", { class: "lm-about" }),
  ];
  const sliders = html(
    "div",
    { class: "lm-settings" },
    knob(figure, "temperature", "temperature"),
    knob(figure, "top_k", "top-k (0: all)"),
    knob(figure, "top_p", "top-p"),
    knob(figure, "seed", "seed"),
  );

  if (!reading().ids) last = numbered(samples[0], words.slice(0, mask));

  figure.root.append(
    html(
      "div",
      { class: "lm-ask" },
      menu(figure, {
        label: "prompt",
        options: samples,
        otherwise: "your own",
        watches: ["prompt"],
        value: () => figure.get("prompt"),
        choose: (prompt) => figure.set({ prompt, time: 0 }),
      }),
      html(
        "label",
        { class: "tb-field lm-own" },
        html("span", { class: "tb-label" }, "or your own"),
        field,
      ),
      choice(figure, "view", {
        label: "task",
        options: [
          ["write", "write on", "write on with the GPT"],
          ["fill", "fill a blank", "fill a blank with GPT and BERT"],
        ],
      }),
    ),
    trouble,
    said,
    sliders,
    timeline(figure, {
      label: "word",
      pace: 900,
      watches: names,
      last: end,
      at,
      move: (to) => figure.set(writes() ? { time: to } : { blank: to }),
      say: (t) =>
        writes()
          ? `word ${t + 1}: ${words[now().steps[t].id]}`
          : `blank at ${last.words[t]}`,
    }),
    box,
    verdict,
    html("p", { class: "tb-title lm-section" }, "Who looks where"),
    mapTitle,
    mapBox,
    mapWords,
  );

  const tell = (about) => {
    mapWords.textContent = about;
  };
  const showLooks = whenNew((looks, place, ids) => {
    const tokens = ids.map((id) => words[id]);
    mapBox.replaceChildren(lookTable(looks, place, tokens, tell));
  });

  function showWriting() {
    const { ids, steps } = now();
    const t = at();
    const step = steps[t];
    const place = last.ids.length + t; // <start> stands first
    said.replaceChildren(
      ...last.words.map((word) => html("span", { class: "lm-given" }, word)),
      ...steps.map(({ id }, i) =>
        html(
          "span",
          { class: i < t ? "lm-done" : i === t ? "lm-next" : "lm-later" },
          words[id],
        ),
      ),
    );
    box.replaceChildren(table(step, words, 8));
    const share = percent(step.chances[step.id]);
    verdict.textContent =
      `The lot is ${step.number.toFixed(3)}. Counted from the ` +
      `likeliest word down, it falls on ${quoted(words[step.id])}, whose chance is ` +
      `${share}.`;
    mapTitle.textContent =
      `The GPT has read ${quoted(words[ids[place]])} last; every ` +
      "head's weights from there";
    showLooks(step.looks, place, ids);
    figure.announce(`Word ${t + 1}: ${words[step.id]}, chance ${share}.`);
  }

  function showBlank() {
    const place = blank();
    const truth = last.ids[place];
    const { left, both, looks, hidden } = blanks([last.ids, place], () =>
      filled(gpt, bert, mask, last.ids, place),
    );
    const pressed = said.querySelector(":focus"); // by key: the focus stays
    said.replaceChildren(
      ...last.words.map((word, i) => {
        const here = i === place;
        return html(
          "button",
          {
            type: "button",
            class: here ? "lm-word lm-next" : "lm-word",
            "aria-pressed": String(here),
            "aria-label": here ? `hide ${word}: now [MASK]` : `hide ${word}`,
            onclick: () => figure.set({ blank: i }),
          },
          here ? "[MASK]" : word,
        );
      }),
    );
    if (pressed) said.children[place].focus();
    const before = `${place} word${place === 1 ? "" : "s"}`;
    box.replaceChildren(
      html(
        "div",
        { class: "lm-two" },
        list(`GPT, from the ${before} to the left`, left, words, truth),
        list("BERT, from both sides", both, words, truth),
      ),
    );
    verdict.textContent =
      `The hidden word is ${quoted(words[truth])}: GPT gave it ` +
      `${percent(left[truth])}, BERT ${percent(both[truth])}.`;
    mapTitle.textContent = "BERT's weights from [MASK]";
    showLooks(looks, place + 1, hidden);
    figure.announce(verdict.textContent);
  }

  figure.watch(["prompt"], () => {
    const { problem = "" } = reading();
    field.value = figure.get("prompt");
    trouble.textContent = problem;
  });
  figure.watch(names, () => {
    change(sliders, { hidden: !writes() });
    tell("Point at a cell to read its weight. Each row sums to 1.");
    if (writes()) showWriting();
    else showBlank();
  });
}

export default liveFigure({ title: "Two models of language", draw });
