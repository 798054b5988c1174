// A small GRU encoder and decoder that translates in the page, one step at a time.

import {
  button,
  change,
  html,
  liveFigure,
  menu,
  quoted,
  segments,
  timeline,
} from "./figure.js";
import { tokenise } from "./sentences.js";

// ---- what is computed -------------------------------------------------------------

const [START, STOP] = [1, 2];
const MARKS = ["<pad>", "<start>", "<stop>", "<unk>"];
export const LONGEST = 40; // words, in either language

/** The twelve arrays of the net, as rows and columns, in the order they lie in. */
export function shapes([source, target, width, units]) {
  const gates = 3 * units;
  const cell = [
    [gates, width],
    [gates, units],
    [1, gates],
    [1, gates],
  ];
  return [
    [source, width],
    ...cell,
    [target, width],
    ...cell,
    [target, units],
    [1, target],
  ];
}

/** The arrays from their text: for each a scale a row, then a whole number a weight. */
export function unpack(text, sizes) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  const arrays = shapes(sizes).map(([rows, columns]) => {
    const values = new Float32Array(rows * columns);
    if (at + rows * (4 + columns) > bytes.length) return values;
    const numbers = at + 4 * rows;
    for (let i = 0; i < values.length; i += 1) {
      const scale = view.getFloat32(at + 4 * Math.floor(i / columns), true);
      values[i] = scale * view.getInt8(numbers + i);
    }
    at = numbers + values.length;
    return values;
  });
  const side = ([words, fromInput, fromState, inputBias, stateBias]) => ({
    words,
    fromInput,
    fromState,
    inputBias,
    stateBias,
  });
  const [out, outBias] = arrays.slice(10);
  const [width, units] = sizes.slice(2);
  const encoder = side(arrays.slice(0, 5));
  return { encoder, decoder: side(arrays.slice(5, 10)), out, outBias, width, units };
}

/** A matrix, row by row, times a vector, plus a bias. */
function weighed(matrix, vector, bias) {
  return bias.map((start, row) => {
    let sum = start;
    const from = row * vector.length;
    for (let i = 0; i < vector.length; i += 1) sum += matrix[from + i] * vector[i];
    return sum;
  });
}

const sigmoid = (x) => 1 / (1 + Math.exp(-x));

/** The gated unit's next state: r resets, z keeps. */
export function next(side, width, state, word) {
  const units = state.length;
  const input = side.words.subarray(word * width, (word + 1) * width);
  const driven = weighed(side.fromInput, input, side.inputBias);
  const held = weighed(side.fromState, state, side.stateBias);
  return state.map((old, i) => {
    const reset = sigmoid(driven[i] + held[i]);
    const keep = sigmoid(driven[units + i] + held[units + i]);
    const fresh = Math.tanh(driven[2 * units + i] + reset * held[2 * units + i]);
    return (1 - keep) * fresh + keep * old;
  });
}

/** Scores as shares of one, over the whole vocabulary. */
export function softmax(scores) {
  const top = scores.reduce((most, score) => Math.max(most, score), -Infinity);
  const powers = scores.map((score) => Math.exp(score - top));
  const total = powers.reduce((sum, power) => sum + power, 0);
  return powers.map((power) => power / total);
}

const best = (shares) =>
  shares.reduce((top, share, i) => (share > shares[top] ? i : top), 0);

/** The encoder's states: before any word, then after each. */
export function read(net, source) {
  const states = [new Float32Array(net.units)];
  for (const word of source)
    states.push(next(net.encoder, net.width, states.at(-1), word));
  return states;
}

/**
 * The decoder's steps from a state: the word that each was fed, its state, the shares
 * of all next words, and the word that it continues with. `given` are words that stand
 * fixed; after them it takes its own likeliest word, if `alone` says that it goes on.
 */
export function write(net, state, given, alone) {
  const steps = [];
  let [now, fed] = [state, START];
  while (steps.length < LONGEST && fed !== STOP) {
    if (!alone && steps.length >= given.length) break;
    now = next(net.decoder, net.width, now, fed);
    const shares = softmax(weighed(net.out, now, net.outBias));
    const own = best(shares);
    const word = given[steps.length] ?? own;
    steps.push({ fed, state: now, shares, own, word });
    fed = word;
  }
  return steps;
}

/**
 * A list of words as numbers, and the first word that is not known, if there is one.
 * A word with a capital may be one that is known without it.
 */
export function numbered(words, vocabulary) {
  const place = (word) => vocabulary.indexOf(word);
  const numbers = words.map((word) =>
    place(word) < 0 ? place(word.toLowerCase()) : place(word),
  );
  const missing = words.find((_, i) => numbers[i] < MARKS.length);
  return { numbers, missing };
}

/** The words of a vocabulary, without the net's marks and those of writing. */
export const wordsIn = (vocabulary) =>
  vocabulary.slice(MARKS.length).filter((word) => /^\p{L}/u.test(word));

/** Why this sentence cannot be used, in a sentence, or null. */
export function refusal(sentence, words, vocabulary, language) {
  if (/[<>]/.test(sentence)) return `${language}: plain text only, without < and >.`;
  if (!words.length) return `${language}: write at least one word.`;
  if (words.length > LONGEST)
    return `${language}: ${words.length} words; there is room for ${LONGEST}.`;
  const { missing } = numbered(words, vocabulary);
  if (missing === undefined) return null;
  const known = wordsIn(vocabulary).length;
  return (
    `${language}: ${quoted(missing)} is not among the ${known} words that this ` +
    "smaller net knows."
  );
}

/** Where to begin: all words are read, and the decoder has made its first choice. */
export function opening(sentence) {
  return Math.min(LONGEST, tokenise(sentence).length) + 1;
}

const NOTHING = { source: [], states: [], steps: [], truth: [], chances: [] };

/** Everything that the figure shows of a sentence. */
export function trace(net, spanish, english, { sentence, reference, forced, taken }) {
  const source = tokenise(sentence);
  const truth = tokenise(reference);
  const problem =
    refusal(sentence, source, spanish, "Spanish") ??
    (reference || forced ? refusal(reference, truth, english, "English") : null) ??
    (taken.length ? refusal("", taken, english, "English") : null);
  if (problem) return { ...NOTHING, problem };
  const states = read(net, numbered(source, spanish).numbers);
  const goal = truth.length ? [...numbered(truth, english).numbers, STOP] : [];
  const taught = write(net, states.at(-1), goal, false);
  const given = numbered(taken, english).numbers;
  const steps = forced ? taught : write(net, states.at(-1), given, true);
  const chances = taught.map(({ shares }, i) => shares[goal[i]]);
  return { problem: null, forced, source, states, steps, truth: goal, chances };
}

/** The likeliest words, and the true one if it is not among them. */
export function candidates(shares, truth, count = 6) {
  const order = Array.from(shares.keys()).sort((a, b) => shares[b] - shares[a]);
  const rows = order.slice(0, count).map((word, rank) => ({ word, rank: rank + 1 }));
  if (truth !== undefined && !rows.some(({ word }) => word === truth))
    rows[count - 1] = { word: truth, rank: order.indexOf(truth) + 1 };
  return rows.map((row) => ({ ...row, share: shares[row.word] }));
}

/** How many words from the first on agree. */
export function agreeing(words, truth) {
  const first = truth.findIndex((word, i) => words[i] !== word);
  return first < 0 ? truth.length : first;
}

// ---- how it is drawn --------------------------------------------------------------

const POSITIVE = [0, 114, 178];
const NEGATIVE = [213, 94, 0];

/** The states, one row a step: blue is positive, orange negative. */
function film(units) {
  const canvas = html("canvas", { width: units, height: 1, class: "tb-film" });
  const context = canvas.getContext("2d");
  return {
    canvas,
    paint(states) {
      change(canvas, { height: Math.max(1, states.length) });
      const image = context.createImageData(units, Math.max(1, states.length));
      states.forEach((state, row) =>
        state.forEach((value, i) => {
          const full = value < 0 ? NEGATIVE : POSITIVE;
          const at = 4 * (row * units + i);
          for (let c = 0; c < 3; c += 1)
            image.data[at + c] = 255 + Math.min(1, Math.abs(value)) * (full[c] - 255);
          image.data[at + 3] = 255;
        }),
      );
      context.putImageData(image, 0, 0);
    },
  };
}

const percent = (share) => `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
const shown = (word, english) => (word === STOP ? "⟨stop⟩" : (english[word] ?? "?"));

/** A field for a sentence; it sets what `settings` gives after each key. */
function sentenceField(figure, name, label, language, settings) {
  const input = html("input", {
    type: "text",
    class: "tb-sentence",
    lang: language,
    maxlength: figure.get("_rules")[name].longest,
    autocomplete: "off",
    spellcheck: "false",
    oninput: () => figure.set({ taken: [], ...settings(input.value) }),
  });
  figure.watch([name], () => {
    if (input.value !== figure.get(name)) input.value = figure.get(name);
  });
  const caption = html("span", { class: "tb-label" }, label);
  return html("label", { class: "tb-said" }, caption, input);
}

/** A row of words; pressing one goes to its step. */
function wordRow(press) {
  const node = html("div", { class: "tb-words" });
  const items = [];
  return {
    node,
    update(words) {
      while (items.length < words.length) {
        const place = items.length;
        const word = html("span", { class: "tb-word" });
        const bar = html("span", { class: "tb-level" });
        const track = html("span", { class: "tb-chance", "aria-hidden": "true" }, bar);
        const item = html(
          "button",
          { type: "button", class: "tb-token", onclick: () => press(place) },
          word,
          track,
        );
        items.push({ item, word, bar, track });
        node.append(item);
      }
      items.forEach(({ item, word, bar, track }, i) => {
        item.hidden = i >= words.length;
        if (item.hidden) return;
        const { text, kind, share, now, label } = words[i];
        word.textContent = text;
        change(item, {
          class: `tb-token ${kind}`,
          "aria-current": now && "step",
          "aria-label": label,
        });
        track.hidden = share === undefined;
        if (share !== undefined) bar.style.height = `${100 * share}%`;
      });
    },
  };
}

/** The likeliest next words as bars; pressing one makes the decoder go on from it. */
function candidateList(figure, take) {
  const lines = Array.from({ length: 6 }, (_, i) => {
    const bar = html("span", { class: "tb-bar" });
    const [word, share] = ["tb-next", "tb-share"].map((name) =>
      html("span", { class: name }),
    );
    const node = html(
      "button",
      { type: "button", class: "tb-candidate", onclick: () => take(i) },
      word,
      html("span", { class: "tb-track" }, bar),
      share,
    );
    return { node, bar, word, share };
  });
  return {
    node: html(
      "div",
      { class: "tb-candidates", role: "group", "aria-label": "next word" },
      lines.map(({ node }) => node),
    ),
    update(rows, english, chosen, truth) {
      lines.forEach(({ node, bar, word, share }, i) => {
        node.classList.toggle("tb-vacant", !rows[i]);
        change(node, { "aria-disabled": !rows[i] && "true" });
        const text = rows[i] ? shown(rows[i].word, english) : "–";
        const right = rows[i] && rows[i].word === truth;
        word.textContent = right ? `✓ ${text}` : text;
        bar.style.width = rows[i] ? `${100 * rows[i].share}%` : "0";
        share.textContent = rows[i] ? percent(rows[i].share) : "";
        node.classList.toggle("tb-chosen", Boolean(rows[i] && rows[i].word === chosen));
        const rank = rows[i] && rows[i].rank > 6 ? `, no. ${rows[i].rank}` : "";
        if (rank) share.textContent += rank;
      });
    },
  };
}

/** The words of both languages, folded away. */
function wordList(spanish, english) {
  const lists = [
    ["Spanish", "es", wordsIn(spanish)],
    ["English", "en", wordsIn(english)],
  ].map(([name, lang, words]) => {
    const sorted = words.toSorted((a, b) => a.localeCompare(b, lang)).join(", ");
    return { words, node: html("p", {}, `${name}: `, html("span", { lang }, sorted)) };
  });
  const [es, en] = lists.map(({ words }) => words.length);
  return html(
    "details",
    { class: "tb-known" },
    html("summary", {}, `This smaller net knows ${es} Spanish and ${en} English words`),
    lists.map(({ node }) => node),
  );
}

function draw(figure) {
  const sizes = figure.get("sizes");
  const net = unpack(figure.get("net"), sizes);
  const spanish = [...MARKS, ...figure.get("spanish").split(" ")];
  const english = [...MARKS, ...figure.get("english").split(" ")];
  const samples = Object.fromEntries(figure.get("samples"));
  const names = Object.keys(samples);
  let rows = [];
  let [known, result, problem] = [null, NOTHING, null];
  const watched = ["sentence", "reference", "forced", "taken", "at"];
  // What is shown belongs to the last sentence that the net could read.
  const found = () => {
    const { at: _, ...state } = figure.state();
    const key = JSON.stringify(state);
    if (key === known) return result;
    known = key;
    const fresh = trace(net, spanish, english, state);
    problem = fresh.problem;
    if (!problem) result = fresh;
    return result;
  };
  const last = () => found().source.length + found().steps.length;
  const place = () => Math.min(figure.get("at"), last());

  const field = film(net.units);
  const cursor = html("span", { class: "tb-row-now", "aria-hidden": "true" });
  const veil = html("span", { class: "tb-veil", "aria-hidden": "true" });
  const seam = html("span", { class: "tb-seam", "aria-hidden": "true" });
  const where = html("p", { class: "tb-where" });
  const notice = html("p", { class: "tb-notice", role: "status" });
  const score = html("p", { class: "tb-note" });
  const handed = html("p", { class: "tb-note" });
  const goal = html("div", {});
  const shownNow = html("div", {});
  const sourceRow = wordRow((i) => figure.set({ at: i + 1 }));
  const writtenRow = wordRow((i) => figure.set({ at: found().source.length + i + 1 }));
  const truthRow = wordRow((i) =>
    figure.set({ at: Math.min(last(), found().source.length + i + 1) }),
  );
  const list = candidateList(figure, (i) => {
    const j = place() - found().source.length - 1;
    if (!rows[i] || j < 0 || figure.get("forced")) return;
    const before = found().steps.slice(0, j).map(({ word }) => shown(word, english));
    if (rows[i].word === STOP) return;
    figure.set({ taken: [...before, english[rows[i].word]] });
  });
  const release = button("Its own words", () => figure.set({ taken: [] }));

  figure.root.append(
    html(
      "div",
      { class: "tb-head" },
      figure.title,
      menu(figure, {
        label: "start from",
        options: names,
        otherwise: "your sentence",
        watches: ["sentence"],
        value: () => names.find((name) => samples[name][0] === figure.get("sentence")),
        choose: (name) => {
          const [sentence, reference] = samples[name];
          figure.set({ sentence, reference, taken: [], at: opening(sentence) });
        },
      }),
    ),
    html(
      "div",
      { class: "tb-entries" },
      sentenceField(figure, "sentence", "Spanish", "es", (sentence) => {
        const unread = refusal(sentence, tokenise(sentence), spanish, "Spanish");
        const at = unread ? figure.get("at") : opening(sentence);
        return { sentence, reference: "", at };
      }),
      sentenceField(
        figure,
        "reference",
        "the true English (may be empty)",
        "en",
        (reference) => ({ reference }),
      ),
    ),
    wordList(spanish, english),
    notice,
    html(
      "div",
      { class: "tb-row tb-feeding" },
      segments(figure, {
        label: "each step is fed",
        watches: ["forced"],
        options: [
          [0, "its own word", "each step is fed the decoder's own last word"],
          [1, "the true word", "each step is fed the true last word"],
        ],
        value: () => figure.get("forced"),
        choose: (forced) => figure.set({ forced, taken: [] }),
      }),
      release,
    ),
    shownNow,
    timeline(figure, {
      label: "step",
      watches: watched,
      pace: 700,
      last,
      at: place,
      move: (at) => figure.set({ at }),
      say: (at) => `step ${at} of ${last()}`,
    }),
  );
  shownNow.append(
    html("p", { class: "tb-label" }, "it reads"),
    sourceRow.node,
    html("p", { class: "tb-label" }, "it writes, each word with its probability"),
    writtenRow.node,
    goal,
    score,
    where,
    html(
      "div",
      { class: "tb-machine" },
      html(
        "div",
        {},
        html("p", { class: "tb-label" }, "the state, a row a step, down in time"),
        html("div", { class: "tb-frame" }, field.canvas, veil, seam, cursor),
        handed,
      ),
      html("div", {}, html("p", { class: "tb-label" }, "next word"), list.node),
    ),
  );
  goal.append(
    html(
      "p",
      { class: "tb-label" },
      "the truth, each word’s probability after true words",
    ),
    truthRow.node,
  );

  figure.watch(watched, () => {
    const { source, states, steps, truth, chances, forced } = found();
    const at = place();
    const j = at - source.length - 1; // the decoder's step, or less than 0
    const words = steps.map(({ word, own }) => (forced ? own : word));
    const right = agreeing(words, truth);
    notice.textContent = problem ?? "";
    notice.hidden = !problem;
    change(shownNow, { class: problem && "tb-stale", inert: Boolean(problem) });
    release.hidden = !figure.get("taken").length || Boolean(problem);
    sourceRow.update(
      source.map((text, i) => ({
        text,
        kind: i < at ? "tb-read" : "tb-ahead",
        now: i === at - 1,
      })),
    );
    const judged = truth.length > 0;
    writtenRow.update(
      words.map((word, i) => {
        const text = shown(word, english);
        const ok = judged && (forced ? word === truth[i] : i < right);
        const bad = judged && (forced ? !ok : i === right);
        const mark = ok ? "tb-ok" : bad ? "tb-off" : "";
        return {
          // a word to come keeps its room
          text: i > j ? "\u2007".repeat(text.length) : bad ? `✗ ${text}` : text,
          kind: i > j ? "tb-to-come" : mark,
          now: i === j,
          share: i > j ? 0 : steps[i].shares[word],
          label:
            i > j
              ? `word ${i + 1}, not yet written`
              : `${text}${bad ? ", wrong" : ""}`,
        };
      }),
    );
    goal.hidden = !judged;
    truthRow.update(
      truth.map((word, i) => ({
        text: shown(word, english),
        kind: chances[i] < 0.5 ? "tb-doubt" : "",
        now: i === j,
        share: chances[i],
        label: `${shown(word, english)}, ${percent(chances[i])}`,
      })),
    );
    const lost = judged ? chances.filter((chance) => chance < 0.5).length : 0;
    score.textContent = judged
      ? `${right} of ${truth.length} agree from the start; ` +
        `${lost} of ${truth.length} true words get less than 50 %.`
      : "Give the true English to see where it goes wrong.";
    const all = [...states, ...steps.map(({ state }) => state)];
    field.paint(all);
    const height = 100 / Math.max(1, all.length);
    cursor.style.top = `${at * height}%`;
    cursor.style.height = `${height}%`;
    veil.style.top = `${(at + 1) * height}%`;
    seam.style.top = `${states.length * height}%`;
    field.canvas.hidden = seam.hidden = cursor.hidden = !all.length;
    handed.textContent =
      `Above the line the encoder, below it the decoder. Only the row above the ` +
      `line is handed over: ${net.units} numbers.`;
    const step = steps[j];
    rows = step ? candidates(step.shares, truth[j]) : [];
    list.update(rows, english, step && words[j], truth[j]);
    where.textContent = all.length ? sentenceOn(found(), at, english) : "";
    figure.announce(problem ?? where.textContent);
  });
}

/** What happens at this step, in a sentence. */
function sentenceOn({ source, steps }, at, english) {
  if (at === 0) return "Nothing is read yet: every unit is 0.";
  if (at < source.length)
    return `The encoder has read ${at} of ${source.length} words.`;
  if (at === source.length)
    return "The whole sentence is read. This state is handed over.";
  const { fed, shares, own } = steps[at - source.length - 1];
  const says = `it says ${quoted(shown(own, english))} with ${percent(shares[own])}`;
  return fed === START
    ? `All is read, the state handed over. Fed ⟨start⟩, ${says}.`
    : `Fed ${quoted(shown(fed, english))}, ${says}.`;
}

export default liveFigure({ title: "Decoding, step by step", draw });
