// Runs of the machine that were recorded in eight bits: every number that is drawn.

import { STOP, START, run, separate, unpack } from "../machine/trace.js";
import { numbered } from "../machine/reading.js";
import { range } from "../machine/tools.js";

const SHOWN = 6; // next words
const ENCODER = ["x1", "inner", "x2"];
const DECODER = ["x1", "x2", "inner", "x3"];

// ---- recording --------------------------------------------------------------------

const text = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes.buffer)));

/** Rows of numbers as whole numbers from −127 to 127, with one scale. */
function squeezed(rows) {
  const all = rows.flatMap((row) => [...row]);
  const scale = Math.max(...all.map(Math.abs)) / 127 || 1;
  const whole = Int8Array.from(all, (value) => Math.round(value / scale));
  return { width: rows[0].length, scale, whole: text(whole) };
}

/** Attention weights, [query][head][key], as bytes; each query has all its keys. */
const weights = (w) =>
  w.map((heads) =>
    text(Uint8Array.from(heads.flat(), (value) => Math.round(255 * value))),
  );

function layersOf(layers, attentions, parts) {
  return layers.map((layer) => ({
    ...Object.fromEntries(attentions.map((att) => [att, weights(layer[att].w)])),
    ...Object.fromEntries(parts.map((part) => [part, squeezed(layer[part])])),
  }));
}

/** What a page needs to play the translation of a sentence, whole and with parts cut. */
export function record(study, sentence, cuts) {
  const net = unpack(study.net);
  const spell = (id) =>
    ({ [START]: "‹start›", [STOP]: "‹stop›" })[id] ?? study.words[id];
  const { ids, words } = numbered(sentence, study.words, study.source_words);
  const vocabulary = [];
  const place = (id) => {
    if (!vocabulary.includes(spell(id))) vocabulary.push(spell(id));
    return vocabulary.indexOf(spell(id));
  };
  const played = cuts.map((cut) => run(net, ids, { cut: separate(net, cut) }));
  const runs = played.map(({ dec, out }, k) => ({
    cut: cuts[k],
    out: out.map(place),
    top: dec.top.map((top) => top.slice(0, SHOWN).map(place)),
    chance: dec.top.map((top, t) =>
      top
        .slice(0, SHOWN)
        .map((id) => Number(Math.exp(dec.logits[t][id] - dec.total[t]).toFixed(4))),
    ),
    emb: squeezed(dec.emb),
    layers: layersOf(dec.layers, ["self", "cross"], DECODER),
  }));
  const { emb, layers } = played[0].enc;
  return {
    sentence,
    source: words,
    words: vocabulary,
    net: { layers: net.layers, heads: net.heads, width: net.width },
    encoder: { emb: squeezed(emb), layers: layersOf(layers, ["self"], ENCODER) },
    runs,
  };
}

// ---- playing ----------------------------------------------------------------------

const bytes = (written) =>
  Uint8Array.from(atob(written), (letter) => letter.charCodeAt(0));

function vectors({ width, scale, whole }) {
  const all = Float32Array.from(new Int8Array(bytes(whole).buffer), (v) => v * scale);
  return range(all.length / width).map((i) => all.subarray(i * width, (i + 1) * width));
}

const maps = (rows, heads) => ({
  w: rows.map((row) => {
    const all = bytes(row);
    const keys = all.length / heads;
    return range(heads).map((h) =>
      Array.from(all.subarray(h * keys, (h + 1) * keys), (value) => value / 255),
    );
  }),
});

const opened = (layers, heads) =>
  layers.map((layer) =>
    Object.fromEntries(
      Object.entries(layer).map(([name, part]) => [
        name,
        Array.isArray(part) ? maps(part, heads) : vectors(part),
      ]),
    ),
  );

/** The runs of a recording, in the form in which the machine keeps its own. */
export function played({ net, encoder, runs }) {
  const emb = vectors(encoder.emb);
  const layers = opened(encoder.layers, net.heads);
  const enc = { emb, layers, memory: layers.at(-1).x2 };
  return runs.map((one) => ({
    enc,
    cut: one.cut,
    out: one.out,
    dec: {
      emb: vectors(one.emb),
      layers: opened(one.layers, net.heads),
      out: one.out,
      top: one.top,
      chance: one.chance,
      logits: one.top.map((top) => Object.fromEntries(top.map((id) => [id, 0]))), // unseen
    },
  }));
}
