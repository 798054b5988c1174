// Sums of word vectors: the sum cell by cell, what is nearest, and a word's bytes.

import {
  change, fixed, html, liveFigure, menu, segments, slider, svg, timeline,
} from "./figure.js";

const SHOWN = 7; // answers in the list

// ---- what is computed -------------------------------------------------------------

const dot = (x, y) => x.reduce((sum, value, i) => sum + value * y[i], 0);
const size = (x) => Math.sqrt(dot(x, x));

/** The cosine of the angle between two vectors; 0 when one of them is zero. */
export function cosine(x, y) {
  const sizes = size(x) * size(y);
  return sizes === 0 ? 0 : dot(x, y) / sizes;
}

/** a, a − b or a − b + c, for step 0, 1 or 2. */
export function combined(a, b, c, step) {
  return a.map((value, i) => value - (step > 0 ? b[i] : 0) + (step > 1 ? c[i] : 0));
}

/** All words with their cosines to the query, the nearest first. */
export function ranked(words, vectors, query) {
  const all = words.map((word, i) => ({ word, cosine: cosine(vectors[i], query) }));
  return all.sort((x, y) => y.cosine - x.cosine);
}

/** The bytes of a word, as pairs of hexadecimal digits. */
export function bytes(word) {
  return [...new TextEncoder().encode(word)].map((byte) =>
    byte.toString(16).toUpperCase().padStart(2, "0"));
}

/** The fewest bytes to change, add or take away that make one word of the other. */
export function edits(from, to) {
  const [a, b] = [bytes(from), bytes(to)];
  let row = b.map((_, j) => j + 1);
  a.forEach((byte, i) => {
    let corner = i; // what the entry above and to the left was
    let left = i + 1;
    row = row.map((above, j) => {
      left = Math.min(above + 1, left + 1, corner + (byte === b[j] ? 0 : 1));
      corner = above;
      return left;
    });
  });
  return row.at(-1) ?? a.length;
}

/** The words with the fewest edits from this one, itself left out. */
export function spelledAlike(words, word, most) {
  const others = words.filter((other) => other !== word);
  const all = others.map((other) => ({ word: other, edits: edits(word, other) }));
  return all.sort((x, y) => x.edits - y.edits).slice(0, most);
}

// ---- how it looks -----------------------------------------------------------------

const EXAMPLES = [
  ["king", "man", "woman"], ["dogs", "dog", "mouse"], ["ate", "eat", "walk"],
  ["bigger", "big", "loud"], ["paris", "france", "peru"], ["doctor", "he", "she"],
  ["apple", "king", "paris"],
];
const named = ([a, b, c]) => `${a} − ${b} + ${c}`;

/** "0.25 − 0.10 + 0.40": numbers of a, b and c, those below zero in brackets. */
export function worked(parts) {
  const shown = parts.map((part) => fixed(part))
    .map((part) => (part.startsWith("−") ? `(${part})` : part));
  return shown.map((part, i) => ["", " − ", " + "][i] + part).join("");
}

/** Rows of cells, one a number: blue above zero, orange below, deeper when larger. */
function strips(figure, rows) {
  const [tall, gap, left] = [20, 8, 92];
  const width = figure.get("vectors")[0].length;
  const largest = Math.max(...figure.get("vectors").flat().map(Math.abs)) || 1;
  const lines = Array.from({ length: rows }, (_, r) => {
    const name = svg("text", { class: "an-name", x: 0,
      y: r * (tall + gap) + tall / 2 });
    const cells = Array.from({ length: width }, () => svg("rect", {
      y: r * (tall + gap) + 1, height: tall - 2 }));
    const frame = svg("rect", { class: "an-frame", x: left, y: r * (tall + gap) + 0.5,
      height: tall - 1 });
    return { name, cells, frame, group: svg("g", {}, name, cells, frame) };
  });
  const height = rows * (tall + gap) - gap;
  const marker = svg("rect", { class: "an-marker", y: 0.5, height: height - 1 });
  const node = svg("svg", { class: "tb-drawing", role: "img" },
    lines.map(({ group }) => group), marker);
  let pitch = 0;
  const mark = () => change(marker, { width: pitch,
    x: left + (Math.min(figure.get("cell"), width) - 1) * pitch });
  node.addEventListener("click", (event) => {
    const at = event.clientX - node.getBoundingClientRect().left - left;
    if (at >= 0) figure.set({ cell: Math.min(width, 1 + Math.floor(at / pitch)) });
  });
  return { node, mark,
    place(room) {
      change(node, { viewBox: `0 0 ${room} ${height}`, height });
      pitch = (room - left) / width;
      mark();
      for (const { cells, frame } of lines) {
        change(frame, { width: room - left });
        cells.forEach((cell, i) => change(cell, { x: left + i * pitch, width: pitch }));
      }
    },
    show(entries) {
      lines.forEach(({ name, cells, group }, r) => {
        const { label, vector, strong, off } = entries[r];
        name.textContent = label;
        group.classList.toggle("an-off", Boolean(off));
        name.classList.toggle("an-strong", Boolean(strong));
        cells.forEach((cell, i) => change(cell, {
          class: vector[i] < 0 ? "an-minus" : "an-plus",
          "fill-opacity": Math.min(1, Math.abs(vector[i]) / largest).toFixed(3) }));
      });
      const said = entries.filter(({ off }) => !off).map(({ label }) => label);
      change(node, { "aria-label":
        `Vectors as strips of ${width} coloured cells: ${said.join("; ")}` });
    } };
}

/** One line of the ranking, which opens its cosine when pressed. */
function answerLine(figure, place) {
  const [rank, number] = [html("span"), html("span", { class: "an-number" })];
  const word = html("span", { class: "an-word" });
  const bar = html("div", { class: "an-bar" });
  const node = html("button", { type: "button", class: "an-answer",
    onclick: () => figure.set({ place }) },
  rank, word, html("span", { class: "an-track" }, bar), number);
  return { node, show(answer, pressed) {
    const { order, out } = answer;
    const standing = out ? "left out" : `number ${order}`;
    change(node, { "aria-pressed": String(pressed),
      title: `cosine ${fixed(answer.cosine, 3)}, ${standing}` });
    node.classList.toggle("an-first", order === 1);
    node.classList.toggle("an-out", out);
    rank.textContent = out ? "–" : order;
    word.textContent = answer.word;
    number.textContent = fixed(answer.cosine, 3);
    bar.style.width = `${Math.max(0, 100 * answer.cosine)}%`;
  } };
}

function draw(figure) {
  const words = figure.get("words");
  const vectors = figure.get("vectors");
  const vectorOf = (word) => vectors[words.indexOf(word)];
  const chosen = () => ["a", "b", "c"].map((name) => figure.get(name));
  const asked = ["a", "b", "c", "exclude", "step"];

  const sum = strips(figure, 5);
  const spelling = strips(figure, 1);
  const lines = Array.from({ length: Math.min(SHOWN, words.length) },
    (_, place) => answerLine(figure, place));
  const work = html("p", { class: "tb-note" });
  const oneCell = html("p", { class: "tb-note an-cell" });
  const width = vectors[0].length;
  const reading = html("p");
  const letters = html("div", { class: "an-bytes" });
  const alike = html("p");
  const akin = html("p");

  const possible = EXAMPLES.filter((example) =>
    example.every((word) => words.includes(word)));
  const wordMenu = (name, label) => menu(figure, { label, options: words,
    watches: [name], value: () => figure.get(name), otherwise: "another",
    choose: (word) => figure.set({ [name]: word, place: 0 }) });
  const sign = (mark) =>
    html("span", { class: "an-sign", "aria-hidden": "true" }, mark);
  const answers = () => {
    const query = combined(...chosen().map(vectorOf), figure.get("step"));
    const out = figure.get("exclude") ? chosen().slice(0, figure.get("step") + 1) : [];
    let order = 0;
    return { query, list: ranked(words, vectors, query).slice(0, lines.length)
      .map((answer) => {
        const left = out.includes(answer.word);
        if (!left) order += 1;
        return { ...answer, out: left, order: left ? null : order };
      }) };
  };
  const formula = (step) => {
    const [a, b, c] = chosen();
    return [a, `${a} − ${b}`, `${a} − ${b} + ${c}`][step];
  };

  figure.root.append(
    html("div", { class: "tb-head" }, figure.title,
      menu(figure, { label: "examples", options: possible.map(named),
        otherwise: "your own", watches: ["a", "b", "c"], value: () => named(chosen()),
        choose: (name) => {
          const [a, b, c] = possible.find((example) => named(example) === name);
          figure.set({ a, b, c, step: 2, place: 0 });
        } })),
    html("div", { class: "an-sum" },
      wordMenu("a", "a"), sign("−"), wordMenu("b", "b"), sign("+"), wordMenu("c", "c"),
      segments(figure, { label: "words of the question", options: [
        [1, "left out", "the words of the question are left out"],
        [0, "allowed", "the words of the question are allowed"]],
      watches: ["exclude"], value: () => figure.get("exclude"),
      choose: (exclude) => figure.set({ exclude, place: 0 }) })),
    html("div", {}, sum.node),
    html("div", { class: "an-two" },
      html("div", { class: "an-list" }, lines.map(({ node }) => node)),
      html("div", { class: "an-work" }, reading, work,
        slider(figure, { label: "number", rule: { low: 1, high: width, step: 1 },
          watches: ["cell"], value: () => Math.min(figure.get("cell"), width),
          choose: (cell) => figure.set({ cell }) }), oneCell)),
    html("div", { class: "an-part" },
      wordMenu("spelt", "bytes of"), letters, html("div", {}, spelling.node),
      html("div", { class: "an-two" }, alike, akin)),
    timeline(figure, { label: "step of the sum", watches: asked, last: () => 2,
      at: () => figure.get("step"), move: (step) => figure.set({ step, place: 0 }),
      say: formula, pace: 1400 }));

  const place = [sum, spelling];
  place.forEach((part) => figure.fit(part.node.parentNode, (room) => part.place(room)));

  figure.watch([...asked, "place", "cell"], () => {
    const [a, b, c] = chosen();
    const step = figure.get("step");
    const { query, list } = answers();
    const at = Math.min(figure.get("place"), list.length - 1);
    const open = list[at];
    const vector = vectorOf(open.word);
    sum.show([
      { label: a, vector: vectorOf(a) },
      { label: `− ${b}`, vector: vectorOf(b), off: step < 1 },
      { label: `+ ${c}`, vector: vectorOf(c), off: step < 2 },
      { label: "= the sum", vector: query, strong: true },
      { label: open.word, vector }]);
    lines.forEach((line, i) => line.show(list[i], i === at));
    work.textContent = `cos(the sum, ${open.word}) = x·y ∕ (|x| |y|) = `
      + `${fixed(dot(query, vector))} ∕ (${fixed(size(query))} × `
      + `${fixed(size(vector))}) = ${fixed(open.cosine, 3)}`;
    const i = Math.min(figure.get("cell"), width) - 1;
    const parts = [a, b, c].slice(0, step + 1).map((word) => vectorOf(word)[i]);
    oneCell.textContent = `Number ${i + 1}: ${worked(parts)} = `
      + `${fixed(query[i])}; times ${fixed(vector[i])} of ${open.word} it `
      + `brings ${fixed(query[i] * vector[i])} `
      + `of the ${fixed(dot(query, vector))}.`;
    place.forEach((part) => part.mark());
    const first = list.find(({ order }) => order === 1);
    const echo = first && chosen().slice(0, step + 1).includes(first.word);
    reading.textContent = first ? `Nearest to ${formula(step)} is ${first.word}`
      + (echo ? ", one of the question's own words." : ".") : "";
    figure.announce(reading.textContent);
  });
  figure.watch(["spelt"], () => {
    const word = figure.get("spelt");
    const hex = bytes(word);
    const signs = [...word];
    letters.replaceChildren(...hex.map((byte, i) => html("span", { class: "an-byte" },
      byte, html("small", {}, signs.length === hex.length ? signs[i] : " "))));
    spelling.show([{ label: word, vector: vectorOf(word) }]);
    const near = ranked(words, vectors, vectorOf(word))
      .filter((other) => other.word !== word).slice(0, 4);
    alike.textContent = "Nearest by bytes: " + spelledAlike(words, word, 4)
      .map((other) => `${other.word} (${other.edits})`).join(", ");
    akin.textContent = "Nearest by vector: " + near
      .map((other) => `${other.word} (${fixed(other.cosine)})`).join(", ");
  });
}

/** The first chosen word that is not among the words, in a sentence. */
export function problem(state) {
  for (const name of ["a", "b", "c", "spelt"]) {
    if (!state.words.includes(state[name])) {
      return `${name} must be one of the words, not "${state[name]}".`;
    }
  }
  return null;
}

export default liveFigure({ title: "Adding and subtracting words", draw, problem });
