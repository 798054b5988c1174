// What the machine says: all its words in one place.

import { headName, towerOf } from "./places.js";
import { quoted } from "../figure.js";

export const TITLE = "The machine";
export const ALONE = "One trained head";
export const KINDS = {
  "E self": "self-attention",
  "D self": "masked self-attention",
  "D cross": "cross-attention",
};
export const kindOf = (tower, att) => KINDS[`${tower} ${att}`];
/** The same, if the mask may be cut. */
export const kindIn = (m, tower, att) =>
  att === "self" && !m.hides(tower, att) ? KINDS["E self"] : kindOf(tower, att);
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** What to cut, a sentence that shows it, and what to ask then. */
export const TRIES = [
  {
    word: "one head",
    cut: ["decoder.2.cross.3"],
    sample: 0,
    ask:
      "Go into the head that is struck out. Where did it look while the first two " +
      "words were written? Then try a sentence that is no question.",
  },
  {
    word: "cross-attention",
    cut: ["decoder.1.cross", "decoder.2.cross"],
    ask:
      "No Spanish reaches the decoder any more. Try other sentences: what does it " +
      "write now, and why always that?",
  },
  {
    word: "the encoder’s attention",
    cut: ["encoder.1.self", "encoder.2.self"],
    sample: 5,
    ask:
      "All eight heads of the encoder are gone, and one word is wrong. Why this " +
      "one?",
  },
  {
    word: "the look back",
    cut: ["decoder.1.self", "decoder.2.self"],
    sample: 2,
    ask: "It cannot see what it has written, except for the last word.",
  },
  {
    word: "the positions",
    cut: ["positions"],
    sample: 1,
    ask: "It knows which words it was given, and not in which order.",
  },
  {
    word: "the mask",
    cut: ["mask"],
    sample: 10,
    ask:
      "Now a word sees also what is written after it, which it never saw in training. " +
      "Why does so little change?",
  },
];

export const CALL = ["✂ Cut this head", "It is one of 24. What can it matter?"];

/** The name of a view, as it stands in the crumbs. */
export function nameOf(m, view) {
  if (view.level === "machine") return TITLE;
  if (view.level === "beams") return "Beams";
  if (view.level === "stack") return capital(towerOf(view.tower));
  if (view.level === "layer")
    return `${capital(towerOf(view.tower))} layer ${view.l + 1}`;
  if (view.level === "head")
    return `${capital(kindIn(m, view.tower, view.att))}, head ${view.l + 1}.${view.h + 1}`;
  return capital(about(m, view.address).short);
}

/** The parts that are cut, in words: heads of one attention together. */
export function cutInWords(m) {
  const said = [];
  const left = new Set(m.cut);
  for (const [tower, att] of [
    ["E", "self"],
    ["D", "self"],
    ["D", "cross"],
  ]) {
    const names = m.layers.flatMap((l) =>
      m.heads.map((h) => headName(tower, l, att, h)),
    );
    if (!names.every((name) => left.has(name))) continue;
    for (const name of names) left.delete(name);
    said.push(`any ${kindOf(tower, att)} in the ${towerOf(tower)}`);
  }
  const kinds = {
    feed_forward: "feed-forward",
    add: "addition",
    norm: "normalisation",
  };
  for (const name of left) {
    const [tower, layer, kind, which] = name.split(".");
    if (tower === "positions") said.push("positions");
    else if (tower === "mask") said.push("the mask");
    else if (!kind) said.push(`${tower} layer ${layer}`);
    else if (kinds[kind])
      said.push(`${[kinds[kind], which].join(" ").trim()} of ${tower} layer ${layer}`);
    else said.push(`head ${layer}.${which} (${kindOf(tower[0].toUpperCase(), kind)})`);
  }
  return said;
}

/** A number's name in few words, and in full. */
export function about(m, { weight, row, column, site, i, k, h }) {
  if (weight) {
    const of =
      weight === "embed.table.weight"
        ? `embedding of ${quoted(m.words[row])}`
        : "a learned weight";
    return { short: "weight", long: `${of}, column ${column + 1}` };
  }
  const [place, ...rest] = site.split(".");
  const [tower, l] = [place[0], Number(place[1])];
  const [name, cross] = [rest.at(-1), rest[0] === "cross"];
  const word = quoted(m.wordAt(cross && "kv".includes(name) ? "E" : tower, i));
  const looked = () => quoted(m.wordAt(cross ? "E" : tower, k));
  const layer = `${towerOf(tower)} layer ${l + 1}`;
  const nth = `number ${k + 1}`;
  const size = m.net.size;
  const inHead =
    `head ${l + 1}.${Math.floor(k / size) + 1}, number ` +
    `${(k % size) + 1} of ${size}`;
  const table = {
    emb: ["embedding + position", `${nth} of ${word} before the first layer`],
    in: ["stream", `${nth} of ${word}, entering ${layer}`],
    q: ["query", `query of ${word}, ${inHead}`],
    k: ["key", `key of ${word}, ${inHead}`],
    v: ["value", `value of ${word}, ${inHead}`],
    s: ["score", () => `score of ${word} for ${looked()}, head ${l + 1}.${h + 1}`],
    w: [
      "weight",
      () => `attention weight from ${word} to ${looked()}, head ` + `${l + 1}.${h + 1}`,
    ],
    z: ["mixture", `mixture for ${word}, ${inHead}`],
    o: [
      "what a head adds",
      `what head ${l + 1}.${h + 1} adds to the stream of ${word}, ${nth}`,
    ],
    y: ["output of the heads", `what the heads add to ${word}, ${nth}`],
    inner: ["inner unit", `inner unit ${k + 1} for ${word}, ${layer}`],
    logit: ["score of a word", () => `score of ${quoted(m.words[k])} as the next word`],
  };
  if (table[name]) {
    const [short, long] = table[name];
    return { short, long: typeof long === "function" ? long() : long };
  }
  if (name.startsWith("sum"))
    return { short: "sum", long: `${nth} of ${word}: stream plus what was added` };
  if (name[0] === "y")
    return {
      short: "output of feed-forward",
      long: `what feed-forward adds to ${word}, ${nth}`,
    };
  return { short: "stream", long: `${nth} of ${word}, added and normalised, ${layer}` };
}

/** What happens at this moment: a title and a sentence. */
export function story(m) {
  if (m.clock < 1)
    return [
      "The encoder reads all words at once.",
      "In each layer every word looks at all the others, takes what it needs, and then " +
        "thinks for itself.",
    ];
  if (m.clock < m.end)
    return [
      `${quoted(m.tgt[m.step])} goes in. What comes next?`,
      "Only this row is new. It looks back at its own words and across at the Spanish " +
        "memory; then every word of the vocabulary gets a probability.",
    ];
  if (m.age !== -1)
    return [
      `After ${m.age.toLocaleString("en")} of ${m.steps.toLocaleString("en")} steps.`,
      "Move the training slider and look at the maps: what is spread out at first " +
        "becomes a few dark squares, and the words come right.",
    ];
  const parts = m.cut.size === 1 ? "one part" : "these parts";
  if (m.cut.size)
    return [
      `Written without ${parts}.`,
      m.tried?.ask ?? "Try other sentences. Which of them need what is cut?",
    ];
  return [
    "Written, word by word.",
    "Go into a layer, a head, a number. Write a sentence " +
      "of your own. Or cut a part and see what it was for.",
  ];
}

/** Where a head looks, in one sentence. */
export function gaze(m, { tower }, names, r, key, weight) {
  const next =
    tower === "D" && m.out[r] !== undefined
      ? `, about to write ${quoted(m.spell(m.out[r]))},`
      : "";
  const who =
    tower === "D" ? `Having read ${quoted(names[r])}${next} it` : quoted(names[r]);
  return `${who} looks at ${quoted(key)} with a weight of ${weight}.`;
}
