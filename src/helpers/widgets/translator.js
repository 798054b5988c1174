// A Transformer in the page: it reads, attends, writes with beams, and shows how.

import {
  button, change, choice, fixed, html, knob, liveFigure, menu, quoted, rove, svg,
  telling, timeline,
} from "./figure.js";
import {
  attend, linear, normalised, softmax, times, unpack as matrices,
} from "./matrices.js";
import { memory, whenNew } from "./memory.js";
import { recognised, tokenise } from "./sentences.js";

const START = 1;
const STOP = 2;
export const LONGEST = 24; // words that it writes at most
const MOST = 6; // beams

// ---- the net ----------------------------------------------------------------------

/** The net's matrices and vectors by name, and its sizes. */
export function unpack({ heads, layers, ...packed }) {
  const [, words, width] = packed.parts.find(([name]) => name === "embed.table.weight");
  return { heads, layers, words, width, ...matrices(packed) };
}

// ---- the arithmetic of the figure of 2017 ------------------------------------------

/** x + y with mean 0 and variance 1, times a gain, plus a bias. */
export function addAndNorm(net, name, x, y) {
  return normalised(net, `${name}.norm`, x.map((value, k) => value + y[k]));
}

/** What to take from scores to have the logarithms of softmax's shares. */
export function logTotal(scores) {
  let top = -Infinity;
  for (let k = 0; k < scores.length; k += 1) top = Math.max(top, scores[k]);
  let total = 0;
  for (let k = 0; k < scores.length; k += 1) total += Math.exp(scores[k] - top);
  return top + Math.log(total);
}

/** A word's embedding times the root of the width, plus the sines of its position. */
export function embed(net, id, position) {
  const row = net["embed.table.weight"].subarray(id * net.width, (id + 1) * net.width);
  const root = Math.sqrt(net.width);
  return row.map((value, k) => {
    const angle = position * 10000 ** (-(k - (k % 2)) / net.width);
    return value * root + (k % 2 ? Math.cos(angle) : Math.sin(angle));
  });
}

/** The three sub-layers' parts of one attention: "query", "key" or "value" of x. */
function project(net, name, x, part) {
  const width = net[`${name}.qkv.bias`].length / 3;
  return linear(net, `${name}.qkv`, x, part * width, width);
}

/** One attention, with heads that are off; each head's weights are put into `seen`. */
function attended(net, name, query, keys, values, off, seen) {
  const found = attend(net.heads, query, keys, values, off);
  seen.push(...found.seen);
  return linear(net, `${name}.out`, found.mixture);
}

function feedForward(net, layer, x) {
  const inner = linear(net, `${layer}.feed_forward.inner`, x);
  return linear(net, `${layer}.feed_forward.outer`, inner.map((v) => Math.max(0, v)));
}

/** Which heads of a layer are off, of "encoder", "decoder" or "cross". */
function switchedOff(ablated, kind, layer) {
  return ablated
    .map((text) => text.split(" "))
    .filter(([of, l]) => of === kind && Number(l) === layer)
    .map(([, , head]) => Number(head));
}

/** What the encoder makes of a sentence: keys and values for the decoder, and maps. */
export function encode(net, ids, ablated = []) {
  let rows = ids.map((id, position) => embed(net, id, position));
  const maps = []; // layer, head, query, key
  for (let l = 0; l < net.layers; l += 1) {
    const name = `encoder.layers.${l}`;
    const own = `${name}.self_attention`;
    const off = switchedOff(ablated, "encoder", l);
    const keys = rows.map((x) => project(net, own, x, 1));
    const values = rows.map((x) => project(net, own, x, 2));
    const seen = rows.map(() => []);
    rows = rows.map((x, i) => {
      const y = attended(net, own, project(net, own, x, 0), keys, values, off, seen[i]);
      const z = addAndNorm(net, `${name}.add_norm_1`, x, y);
      return addAndNorm(net, `${name}.add_norm_2`, z, feedForward(net, name, z));
    });
    maps.push(byHead(seen));
  }
  const memory = Array.from({ length: net.layers }, (_, l) => {
    const name = `decoder.layers.${l}.cross_attention`;
    return [1, 2].map((part) => rows.map((x) => project(net, name, x, part)));
  });
  return { memory, maps, ablated };
}

/** Weights listed by query and head, as lists by head and query. */
function byHead(seen) {
  return seen[0].map((_, head) => seen.map((heads) => heads[head]));
}

/** A decoder that has read nothing yet. */
export function beginning(net, { memory, ablated }) {
  const past = Array.from({ length: net.layers }, () => [[], []]);
  return { memory, ablated, past, seen: { decoder: [], cross: [] }, next: new Map() };
}

/**
 * The decoder one word further: scores for the next word, and a new state. The old one
 * is not changed, so several beams can go on from it, and remembers where a word led.
 */
export function advance(net, state, id) {
  if (!state.next.has(id)) state.next.set(id, advanced(net, state, id));
  return state.next.get(id);
}

function advanced(net, { memory, ablated, past: before, seen: looked }, id) {
  let x = embed(net, id, before[0][0].length);
  const past = [];
  const seen = { decoder: [], cross: [] };
  for (let l = 0; l < net.layers; l += 1) {
    const name = `decoder.layers.${l}`;
    const [own, across] = [`${name}.self_attention`, `${name}.cross_attention`];
    const keys = [...before[l][0], project(net, own, x, 1)];
    const values = [...before[l][1], project(net, own, x, 2)];
    past.push([keys, values]);
    const [back, over] = [[], []];
    const offBack = switchedOff(ablated, "decoder", l);
    const offOver = switchedOff(ablated, "cross", l);
    let y = attended(net, own, project(net, own, x, 0), keys, values, offBack, back);
    x = addAndNorm(net, `${name}.add_norm_1`, x, y);
    const query = project(net, across, x, 0);
    y = attended(net, across, query, ...memory[l], offOver, over);
    x = addAndNorm(net, `${name}.add_norm_2`, x, y);
    x = addAndNorm(net, `${name}.add_norm_3`, x, feedForward(net, name, x));
    seen.decoder.push(back);
    seen.cross.push(over);
  }
  const scores = times(net["embed.table.weight"], x, 0, net.words);
  const all = {
    decoder: [...looked.decoder, seen.decoder],
    cross: [...looked.cross, seen.cross],
  };
  const state = { memory, ablated, past, seen: all, next: new Map() };
  const [best, total] = [largest(scores, 2 * MOST), logTotal(scores)];
  return { scores, best, total, state };
}

// ---- decoding ---------------------------------------------------------------------

export function lengthPenalty(length, alpha) {
  return ((5 + length) / 6) ** alpha;
}

/** The places of the `count` largest values, the largest first. */
export function largest(values, count) {
  const best = [];
  for (let k = 0; k < values.length; k += 1) {
    const value = values[k];
    if (best.length === count && value <= values[best[count - 1]]) continue;
    let at = best.length;
    while (at > 0 && value > values[best[at - 1]]) at -= 1;
    best.splice(at, 0, k);
    if (best.length > count) best.pop();
  }
  return best;
}

/**
 * The beams' tree: for each time step its nodes, the kept ones first, best first, then
 * as many that were pruned. A node: the word's number, its parent's place among those
 * kept a step before, the sum of logarithms, how many words, whether it has stopped.
 */
export function beamTree(net, begun, { width, alpha, limit = LONGEST }) {
  const rank = (node) => node.total / lengthPenalty(node.length, alpha);
  const after = advance(net, begun, START);
  let kept = [{ word: START, total: 0, length: 0, done: false, after }];
  const levels = [];
  while (levels.length < limit && kept.some(({ done }) => !done)) {
    const all = kept.flatMap((node, parent) => {
      if (node.done) return [{ ...node, parent, waits: true }];
      const { best, scores, total } = node.after;
      return best.slice(0, 2 * width).map((id) => ({
        word: id,
        parent,
        total: node.total + scores[id] - total,
        length: node.length + 1,
        done: id === STOP,
        state: node.after.state,
      }));
    });
    const order = largest(all.map(rank), 2 * width);
    const nodes = order.map((k, place) => ({ ...all[k], kept: place < width }));
    kept = nodes.slice(0, width).map((node) =>
      (node.done ? node : { ...node, after: advance(net, node.state, node.word) }));
    levels.push(nodes.map((node) => ({ ...view(node), score: rank(node) })));
  }
  const last = largest(kept.map(rank), 1)[0] ?? 0;
  return { levels, best: path(levels, last) };
}

/** A node without its net's state. */
function view({ word, parent, total, length, done, kept, waits = false }) {
  return { word, parent, total, length, done, kept, waits };
}

/** The places, level by level, that lead to this one on the last level. */
export function path(levels, last) {
  const places = [];
  for (let at = last, t = levels.length - 1; t >= 0; t -= 1) {
    places.unshift(at);
    at = levels[t][at].parent;
  }
  return places;
}

/** The words on a path, without those that only wait after a stop. */
export function wordsOn(levels, places) {
  return places
    .map((place, t) => levels[t][place])
    .filter(({ waits }) => !waits)
    .map(({ word }) => word);
}

/** The likeliest word each time, until the sentence stops. */
export function greedy(net, begun, limit = LONGEST) {
  const words = [];
  let after = advance(net, begun, START);
  while (words.length < limit && words.at(-1) !== STOP) {
    if (words.length) after = advance(net, after.state, words.at(-1));
    words.push(after.best[0]);
  }
  return words;
}

/** The maps and scores on the way along these words: what the reader steps through. */
export function trace(net, begun, ids) {
  const steps = [];
  let state = begun;
  for (const id of [START, ...ids.slice(0, -1)]) {
    const after = advance(net, state, id);
    steps.push(after.scores);
    state = after.state;
  }
  const [decoder, cross] = ["decoder", "cross"].map((kind) =>
    Array.from({ length: net.layers }, (_, l) =>
      byHead(state.seen[kind].map((layers) => layers[l]))));
  return { scores: steps, maps: { decoder, cross } };
}

/** The nodes that the greedy words pass through, level by level, as far as they go. */
export function greedyPath(levels, ids) {
  const places = [];
  let parent = 0;
  for (const [t, id] of ids.entries()) {
    const place = (levels[t] ?? []).findIndex(
      (node) => node.word === id && node.parent === parent && !node.waits);
    if (place < 0) break;
    places.push(place);
    if (!levels[t][place].kept) break;
    parent = place;
  }
  return places;
}

// ---- words ------------------------------------------------------------------------

/** The sentence as people write it: a capital first, marks at their words. */
export function joined(words) {
  return words
    .join(" ")
    .replace(/ ([.,;:?!)]|'s(?![\p{L}]))/gu, "$1")
    .replace(/([¿¡(]) /g, "$1")
    .replace(/[\p{L}\p{N}]/u, (letter) => letter.toUpperCase());
}

/** The mark that a sentence lacks at its end; in the training every one has it. */
function missing(words, known) {
  const mark = words[0] === "¿" ? "?" : words[0] === "¡" ? "!" : ".";
  return known.includes(mark) && !/^[.?!]$/.test(words.at(-1)) ? mark : "";
}

/** The sentence's words, their numbers and the mark added, or a sentence on why not. */
export function numbered(sentence, words, known) {
  const found = tokenise(sentence);
  if (!found.length) return { problem: "A sentence needs at least one word." };
  const added = missing(found, known);
  if (added) found.push(added);
  if (found.length > LONGEST) {
    const problem =
      `A sentence has ${LONGEST} words here or fewer, not ${found.length}.`;
    return { problem };
  }
  const { spelled, unknown, near } = recognised(found, known);
  if (unknown === undefined)
    return { words: spelled, ids: spelled.map((word) => words.indexOf(word)), added };
  return {
    problem:
      `Of the words in the training sentences, none is “${unknown}”; near it are `
      + `${near.join(", ")}.`,
  };
}

/** What beams write from here, their tree, and what greedy decoding writes. */
export function translated(net, begun, settings) {
  const tree = beamTree(net, begun, settings);
  const plain = greedy(net, begun);
  return {
    tree, plain, out: wordsOn(tree.levels, tree.best),
    greedy: greedyPath(tree.levels, plain),
  };
}

// ---- how it looks -----------------------------------------------------------------

const KINDS = [
  ["encoder", "encoder", "self-attention of the encoder"],
  ["decoder", "masked", "masked self-attention of the decoder"],
  ["cross", "cross", "cross-attention of the decoder"],
];

/** The words that ask and the words that are asked, for a kind of attention. */
function sides(kind, source, target) {
  const read = ["<start>", ...target.slice(0, -1)];
  if (kind === "encoder") return [source, source];
  return kind === "decoder" ? [read, read] : [read, source];
}

/** A small picture of a map: one path for all cells of a shade. */
function thumbnail() {
  const node = svg("svg", { class: "tr-thumb", "aria-hidden": "true",
    preserveAspectRatio: "none" });
  return { node,
    update(rows) {
      const shades = Array.from({ length: 10 }, () => "");
      rows.forEach((row, i) => row.forEach((weight, j) => {
        if (weight >= 0.04)
          shades[Math.min(9, Math.floor(10 * weight))] += `M${j} ${i}h1v1h-1z`;
      }));
      change(node, { viewBox: `0 0 ${rows.at(-1).length} ${rows.length}` });
      node.replaceChildren(...shades.map((d, shade) =>
        svg("path", { d, "fill-opacity": (shade + 1) / 10 })));
    } };
}

/** All heads of the chosen kind: layers down, heads across. */
function gallery(figure, net) {
  const rows = Array.from({ length: net.layers }, (_, layer) =>
    Array.from({ length: net.heads }, (_, head) => {
      const thumb = thumbnail();
      const node = html("button", { type: "button", class: "tr-head", "data-cell": "",
        onclick: () => figure.set({ layer, head }) },
        thumb.node, html("span", {}, `${layer + 1}.${head + 1}`));
      return { node, thumb, layer, head };
    }));
  const node = html("div", { class: "tr-gallery", role: "group",
    "aria-label": "heads, a row for each layer" },
    rows.map((row) => html("div", { class: "tr-line", "data-row": "" },
      row.map(({ node: cell }) => cell))));
  rove(node);
  const paint = whenNew((maps) => {
    for (const { thumb, layer, head } of rows.flat()) thumb.update(maps[layer][head]);
  });
  return { node,
    update(maps, state) {
      paint(maps);
      for (const { node: cell, layer, head } of rows.flat()) {
        const off = state.ablated.includes(`${state.kind} ${layer} ${head}`);
        const chosen = layer === state.layer && head === state.head;
        cell.classList.toggle("tr-off", off);
        change(cell, { "aria-pressed": String(chosen),
          "aria-label": `${layer + 1}.${head + 1}: layer ${layer + 1}, head ${head + 1}`
            + (off ? ", off" : "") });
      }
    } };
}

const [WIDE, HIGH] = [96, 30]; // from step to step in the tree, and from word to word

/** One head's map as a table, a row for each query. */
function table(weights, queries, keys, tell) {
  const heads = keys.map((word) =>
    html("th", { scope: "col" }, html("span", { class: "tr-key" }, word)));
  const rows = queries.map((query, i) => {
    const cells = keys.map((key, j) => {
      const weight = weights[i][j];
      const about = weight === undefined
        ? `${quoted(query)} may not see ${quoted(key)}, which comes later.`
        : `${quoted(query)} gives ${quoted(key)} the weight ${fixed(weight)}.`;
      const cell = html("span", { ...telling(about, tell),
        class: weight === undefined ? "tr-cell tr-masked" : "tr-cell",
        style: weight === undefined ? null : `--share:${(100 * weight).toFixed(1)}%` });
      return html("td", {}, cell);
    });
    return html("tr", { "data-row": "" },
      html("th", { scope: "row" }, query), cells);
  });
  return rove(html("table", { class: "tr-map" },
    html("thead", {}, html("tr", {}, html("th", {},
      html("span", { class: "tb-note" }, "query ↓ key →")), heads)),
    html("tbody", {}, rows)));
}

/** The tree of the beams as a drawing: a column for each step, pruned words below. */
function drawTree({ levels, best }, greedyPlaces, words, tell) {
  const tall = Math.max(...levels.map((level) => level.length)) * HIGH + 34;
  const at = (t, place) => [94 + t * WIDE, 22 + place * HIGH];
  const width = 54 + levels.length * WIDE;
  const node = svg("svg", { class: "tr-tree", width, height: tall,
    viewBox: `0 0 ${width} ${tall}` });
  const line = (t, place) => {
    const [x, y] = at(t, place);
    const [px, py] = t ? at(t - 1, levels[t][place].parent) : [38, 22];
    return `M${px + (t ? 34 : 0)} ${py}C${x - 48} ${py} ${x - 54} ${y} ${x - 36} ${y}`;
  };
  const lines = (cls, places) => svg("path", { class: cls,
    d: places.map(([t, place]) => line(t, place)).join("") });
  const every = levels.flatMap((level, t) => level.map((_, place) => [t, place]));
  const isKept = ([t, place]) => levels[t][place].kept;
  const most = Math.max(...levels.map((level) => level.length));
  const groups = Array.from({ length: most }, (_, place) =>
    svg("g", { "data-row": "" }, levels.map((level, t) => {
      const each = level[place];
      if (!each) return null;
      const [x, y] = at(t, place);
      const onBest = best[t] === place;
      const fate = !each.kept ? "pruned" : onBest ? "on the best path" : "kept";
      const penalty = fixed(each.total / each.score || 1);
      const about = each.waits
        ? `Stopped before; its score stays ${fixed(each.score)} (${fate}).`
        : `${quoted(words[each.word])}: sum of logarithms ${fixed(each.total)}, over `
          + `the penalty for ${each.length} words ${penalty}, is `
          + `${fixed(each.score)} (${fate}).`;
      const word = each.waits ? "…" : words[each.word];
      const short = word.length > 9 ? `${word.slice(0, 8)}…` : word;
      return svg("g", { ...telling(about, tell), "data-step": t,
        class: `tr-node ${each.kept ? "" : "tr-cut"} ${onBest ? "tr-on" : ""}` },
        svg("rect", { x: x - 36, y: y - 12, width: 72, height: 24, rx: 6 }),
        svg("text", { x, y }, short));
    })));
  node.append(svg("text", { x: 22, y: 22, class: "tb-small" }, "start"),
    lines("tr-pruned", every.filter((spot) => !isKept(spot))),
    lines("tr-kept", every.filter(isKept)),
    lines("tr-best", [...best.entries()]),
    lines("tr-greedy", [...greedyPlaces.entries()]), ...groups);
  return rove(node);
}

function draw(figure) {
  const net = unpack(figure.get("net"));
  const [words, known] = [figure.get("words"), figure.get("source_words")];
  const samples = figure.get("samples");
  const [sentences, searches, traces] = [memory(), memory(60), memory(60)];
  let last = null; // the last sentence that could be read

  const reading = () => {
    const found = numbered(figure.get("sentence"), words, known);
    if (found.ids) last = found;
    return found;
  };
  const now = () => {
    const { ids } = last;
    const [width, alpha] = [figure.get("width"), figure.get("alpha")];
    const ablated = [...figure.get("ablated")].sort();
    const { maps, begun } = sentences([ids, ablated], () => {
      const encoded = encode(net, ids, ablated);
      return { maps: encoded.maps, begun: beginning(net, encoded) };
    });
    const found = searches([ids, ablated, width, alpha], () =>
      translated(net, begun, { width, alpha }));
    const traced = traces([ids, ablated, found.out], () =>
      trace(net, begun, found.out));
    return { ...found, scores: traced.scores,
      maps: { encoder: maps, ...traced.maps } };
  };
  const step = () => Math.min(figure.get("time"), now().out.length - 1);

  const field = html("input", { type: "text", class: "tr-sentence", spellcheck: "false",
    lang: "es", autocomplete: "off", maxlength: 160, "aria-label": "Spanish sentence",
    onchange: () => figure.set({ sentence: field.value, time: 0 }) });
  const trouble = html("p", { class: "tr-trouble", role: "status" });
  const said = html("p", { class: "tr-out" });
  const plain = html("p", { class: "tb-note" });
  const chances = html("div", { class: "tr-chances" });
  const chancesTitle = html("p", { class: "tb-label" });
  const [mapBox, treeBox] = [html("div", { class: "tb-scroll" }),
    html("div", { class: "tb-scroll" })];
  const [mapWords, treeWords] = [html("p", { class: "tr-words" }),
    html("p", { class: "tr-words" })];
  const mapTitle = html("p", { class: "tb-label" });
  const heads = gallery(figure, net);
  const name = () =>
    `${figure.get("kind")} ${figure.get("layer")} ${figure.get("head")}`;
  const toggle = button("", () => {
    const off = figure.get("ablated");
    figure.set({ ablated: off.includes(name())
      ? off.filter((one) => one !== name()) : [...off, name()] });
  });
  const spoken = (ids) =>
    joined(ids.map((id) => words[id]).filter((word) => word !== "<stop>"));
  const restore = button("All heads on", () => figure.set({ ablated: [] }));

  if (!reading().ids) last = numbered(samples[0], words, known);

  figure.root.append(
    html("div", { class: "tr-ask" },
      menu(figure, { label: "sentence", options: samples, otherwise: "your own",
        watches: ["sentence"], value: () => figure.get("sentence"),
        choose: (sentence) => figure.set({ sentence, time: 0 }) }),
      html("label", { class: "tb-field tr-own" },
        html("span", { class: "tb-label" }, "or your own"), field)),
    trouble,
    html("div", { class: "tr-two" },
      html("div", {}, said, plain),
      html("div", {}, chancesTitle, chances)),
    timeline(figure, { label: "decoding step", pace: 800,
      watches: ["time", "sentence", "width", "alpha", "ablated"],
      last: () => now().out.length - 1, at: step, move: (time) => figure.set({ time }),
      say: (t) => `step ${t + 1} writes ${words[now().out[t]]}` }),
    html("p", { class: "tb-title tr-section" }, "Who looks where"),
    html("div", { class: "tb-row" },
      choice(figure, "kind", { label: "attention", options: KINDS }),
      toggle, restore),
    html("div", { class: "tr-look" }, heads.node,
      html("div", {}, mapTitle, mapBox, mapWords)),
    html("p", { class: "tb-title tr-section" }, "The beams"),
    html("div", { class: "tb-row" },
      knob(figure, "width", "beams"), knob(figure, "alpha", "length penalty α")),
    treeBox, treeWords);

  figure.watch(["sentence"], () => {
    const { problem, added } = reading();
    field.value = figure.get("sentence");
    trouble.classList.toggle("tb-bad", Boolean(problem));
    trouble.textContent = problem ?? (added
      ? `${quoted(added)} was added: in training every sentence ended in a mark.` : "");
  });
  const showMap = whenNew((weights, queries, keys) => {
    mapBox.replaceChildren(table(weights, queries, keys,
      (about) => { mapWords.textContent = about; }));
  });
  const showTree = whenNew((tree, places) => {
    treeBox.replaceChildren(drawTree(tree, places, words,
      (about) => { treeWords.textContent = about; }));
  });
  const follow = whenNew((t) => {
    treeBox.scrollLeft = t * WIDE - treeBox.clientWidth / 2;
  });
  figure.watch(Object.keys(figure.state()), () => {
    const state = figure.state();
    const { out, plain: byGreed, scores, maps, tree, greedy: places } = now();
    const [source, target] = [last.words, out.map((id) => words[id])];
    const t = step();
    said.replaceChildren(...target.map((word, i) => html("span",
      { class: i < t ? "tr-done" : i === t ? "tr-next" : "tr-later" }, word)));
    plain.textContent = JSON.stringify(byGreed) === JSON.stringify(out)
      ? "Greedy decoding writes the same words."
      : `Greedy decoding writes: ${spoken(byGreed)}`;
    const shares = softmax(scores[t]);
    const read = t ? target[t - 1] : "<start>";
    chancesTitle.textContent =
      `Step ${t + 1}: it has read ${quoted(read)}; next may be`;
    chances.replaceChildren(...largest(shares, 5).flatMap((id) => [
      html("span", { class: id === out[t] ? "tb-good" : null }, words[id]),
      html("i", { style: `width:${(100 * shares[id]).toFixed(1)}%` }),
      html("span", {}, shares[id].toFixed(3))]));
    const layer = Math.min(state.layer, net.layers - 1);
    const head = Math.min(state.head, net.heads - 1);
    heads.update(maps[state.kind], { ...state, layer, head });
    const off = state.ablated.includes(`${state.kind} ${layer} ${head}`);
    toggle.lastChild.textContent = off ? "Switch this head on" : "Switch this head off";
    change(restore, { "aria-disabled": !state.ablated.length && "true" });
    const full = KINDS.find(([kind]) => kind === state.kind)[2];
    mapTitle.textContent = `Layer ${layer + 1}, head ${head + 1}, ${full}`
      + (off ? " (off: it adds nothing)" : "");
    const [queries, keys] = sides(state.kind, source, target);
    showMap(maps[state.kind][layer][head], queries, keys);
    for (const [i, row] of mapBox.querySelectorAll("tbody tr").entries())
      row.classList.toggle("tr-now", state.kind !== "encoder" && i === t);
    mapWords.textContent = "Point at a cell to read its weight. Each row sums to 1.";
    showTree(tree, places);
    for (const node of treeBox.querySelectorAll(".tr-node"))
      node.classList.toggle("tr-later", Number(node.dataset.step) > t);
    follow(t);
    treeWords.textContent = "Green: the best path. Dashed orange: the greedy one. "
      + "Grey: weighed and pruned. Point at a word to read its score.";
    figure.announce(
      `Step ${t + 1} of ${out.length}: ${target[t]}. Translation: ${spoken(out)}`);
  });
}

export default liveFigure({ title: "A Transformer that translates", draw });
