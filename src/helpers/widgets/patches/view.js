// @ts-check
// A picture is cut, its squares fly into a row, and a Vision Transformer reads them.

import { BLANK, SIDE, problem } from "../brush.js";
import { button, choice, html, liveFigure, menu, segments } from "../figure.js";
import { bars, chips, putAway } from "../parts.js";
import { softmax } from "../matrices.js";
import { boardOf } from "./board.js";
import { forward, loaded, order, overlay, together } from "./model.js";
import { rowOf } from "./row.js";
import { about, legend, percent, record, verdict, WORDS } from "./words.js";

const SHOWN = ["picture", "patch", "token", "over", "layer", "head"];
const ORDERED = [...SHOWN, "shuffle", "positions"];

/** The network that the settings ask for, or a promise of it. */
function libraryOf(figure) {
  const nets = new Map();
  for (const [key, net] of Object.entries(figure.get("nets") ?? {}))
    nets.set(key, loaded(net));
  const wanted = () =>
    figure.get("patch") + (figure.get("positions") === "none" ? " none" : "");
  return {
    known: () => nets.size > 0,
    first: () => nets.values().next().value,
    /** The wanted network if it is here; else it is fetched, and `then` called. */
    now(then, fail) {
      const key = wanted();
      if (nets.has(key)) return nets.get(key);
      if (!(key in (figure.get("more") ?? {}))) return null;
      figure
        .entry("more", key)
        .then((net) => nets.set(key, loaded(net)))
        .then(then, fail);
      return undefined;
    },
  };
}

/** What the network makes of the picture as it is cut and ordered now. */
function readingOf(figure, net) {
  const count = (SIDE / net.patch) ** 2;
  const pieces = order(count, figure.get("shuffle"));
  const positions =
    figure.get("positions") === "pieces" ? pieces : pieces.map((_, place) => place);
  const read = forward(net, figure.get("picture"), pieces, positions);
  const shares = softmax(read.scores);
  return { ...read, count, pieces, positions, shares };
}

// ---- the controls -------------------------------------------------------------------

/** The menu of pictures. */
function pictures(figure) {
  const samples = new Map(figure.get("samples") ?? []);
  if (!samples.size) return null;
  const key = (picture) => picture.join();
  return menu(figure, {
    label: WORDS.picture,
    options: [...samples.keys()],
    otherwise: WORDS.own,
    watches: ["picture"],
    value: () => {
      const now = key(figure.get("picture"));
      return [...samples].find(([, picture]) => key(picture) === now)?.[0];
    },
    choose: (name) => figure.set({ picture: samples.get(name) }),
  });
}

/** What is laid over the picture. */
function overs(figure) {
  const layers = Array.from({ length: 2 }, (_, l) => [l, String(l + 1)]);
  const which = html(
    "div",
    { class: "tb-row" },
    segments(figure, {
      label: WORDS.layer,
      watches: ["layer"],
      options: layers,
      value: () => figure.get("layer"),
      choose: (layer) => figure.set({ layer }),
    }),
    choice(figure, "head", { label: WORDS.head }),
  );
  figure.watch(["over"], () =>
    which.classList.toggle("pa-off", figure.get("over") !== "attention"),
  );
  return [choice(figure, "over", { label: WORDS.over, options: WORDS.overs }), which];
}

/** How the picture is cut, and in which order it is read. */
function orders(figure) {
  const size = segments(figure, {
    label: WORDS.size,
    watches: ["patch"],
    options: WORDS.sizes,
    value: () => figure.get("patch"),
    choose: (patch) => figure.set({ patch, token: 0 }),
  });
  const shuffle = button(WORDS.shuffle, () =>
    figure.set({ shuffle: (figure.get("shuffle") % 99) + 1 }),
  );
  const back = button(WORDS.back, () => figure.set({ shuffle: 0 }));
  return [
    size,
    html("div", { class: "tb-row" }, shuffle, back),
    choice(figure, "positions", { label: WORDS.positions, options: WORDS.kinds }),
  ];
}

/** Experiments, one press each. */
function experiments(figure, cut) {
  const plain = { shuffle: 0, positions: "places", tool: "look" };
  const entries = [
    ["cut it again", cut],
    ["shuffle the squares", () => figure.set({ ...plain, shuffle: 7 })],
    [
      "… their positions go along",
      () => figure.set({ ...plain, shuffle: 7, positions: "pieces" }),
    ],
    [
      "… no positions at all",
      () => figure.set({ ...plain, shuffle: 7, positions: "none" }),
    ],
    [
      "what reached the class token",
      () => figure.set({ ...plain, token: 0, over: "roll-out" }),
    ],
    [
      "draw your own",
      () => figure.set({ ...plain, tool: "draw", picture: BLANK, token: 0 }),
    ],
  ];
  return chips(WORDS.try, entries, "tb-slide");
}

// ---- the figure ---------------------------------------------------------------------

/** What the figure says of its state. */
function tellings() {
  const [head, under, net] = ["pa-verdict", "tb-note", "tb-note"].map((name) =>
    html("p", { class: name }),
  );
  const pointed = html("p", { class: "tb-note pa-pointed" });
  return {
    head,
    under,
    net,
    pointed,
    update(state, found) {
      const { shares, count } = found;
      const best = shares.indexOf(Math.max(...shares));
      const blank = state.picture.every((line) => /^0*$/.test(line));
      const shuffled = state.shuffle > 0;
      const { positions } = state;
      head.textContent = verdict({
        blank,
        best,
        share: shares[best],
        shuffled,
        positions,
      });
      under.textContent = legend({ ...state, most: found.most, net: found.net });
      net.textContent = record({ net: found.net, count, positions });
      return `${head.textContent} ${under.textContent}`;
    },
  };
}

/** The ten probabilities. */
function answers() {
  const list = bars(WORDS.answer, 10);
  const show = (shares) => {
    const best = shares.indexOf(Math.max(...shares));
    list.show(
      shares.map((share, digit) => ({
        name: String(digit),
        words: WORDS.bar(digit, share),
        part: share,
        number: percent(share),
        lit: digit === best,
      })),
    );
  };
  return { root: list.root, show };
}

/** Where the parts stand. */
function place(figure, { board, row, answer, says, cut }) {
  const tool = choice(figure, "tool", { label: WORDS.tool, options: WORDS.tools });
  const reset = button(WORDS.reset, () => figure.reset(), "reset");
  const group = (kind, ...nodes) => html("div", { class: kind }, nodes);
  const title = (words) => html("p", { class: "tb-label pa-step" }, words);
  const first = group("tb-row", pictures(figure), reset);
  const others = [...orders(figure), ...overs(figure)];
  figure.root.append(
    group(
      "pa-head",
      figure.title,
      html("p", { class: "pa-invitation" }, WORDS.invitation),
    ),
    group(
      "pa-places",
      group("pa-picture", title(WORDS.board), board.node, says.under),
      group("pa-line", title(WORDS.row), row, says.pointed),
      experiments(figure, cut),
      group("pa-answer", answer.root, says.head, says.net),
      group("pa-controls", first, tool, putAway(WORDS.more, others), ...others),
    ),
  );
}

/** The picture and the row, kept to the settings. */
class View {
  constructor(figure) {
    this.figure = figure;
    this.nets = libraryOf(figure);
    this.net = this.nets.first();
    this.rowPlace = html("div", {});
    this.says = tellings();
    this.answer = answers();
    this.before = null; // the order that was shown last
    const open = (token) => figure.set({ token });
    const near = (token) => this.near(token);
    this.board = boardOf(figure, { open, near });
  }

  /** Point at a token in both pictures of it, and say what lies on it. */
  near(token) {
    this.board.near(token);
    this.row?.near(token);
    this.says.pointed.textContent =
      token || !this.line ? (this.line?.(token) ?? "") : "";
  }

  /** Bring all up to date; returns what is to be said. */
  show() {
    const { figure } = this;
    const net = this.nets.now(
      () => this.show(),
      () => (this.says.net.textContent = WORDS.lost),
    );
    if (net) this.net = net;
    const size = this.net.patch;
    const anew = this.size !== size;
    if (anew) this.build(size);
    const found = readingOf(figure, this.net);
    const token = Math.min(figure.get("token"), found.count);
    const state = { ...figure.state(), token };
    state.layer = Math.min(state.layer, this.net.layers - 1);
    const { values, most } = overlay(this.net, found.maps, state, found.positions);
    this.line = (other) =>
      about({ token, other, value: values?.[other] ?? null, over: state.over });
    this.paint(found, { values, most, token, anew });
    return this.says.update(state, { ...found, most, net: this.net });
  }

  /** A row for another size of squares. */
  build(size) {
    this.size = size;
    this.row = rowOf(this.figure, size, (token) => this.near(token));
    this.rowPlace.replaceChildren(this.row.root);
  }

  paint(found, { values, most, token, anew }) {
    const kind = this.figure.get("positions");
    const numbers = found.positions.map((at) => (kind === "none" ? "–" : at + 1));
    this.board.paint(together(found.words, this.size));
    this.board.update(values, most, token, this.size);
    this.row.update({
      words: found.words,
      values,
      most,
      open: token,
      numbers: [kind === "none" ? "–" : 0, ...numbers].map(String),
      about: this.line,
    });
    this.answer.show(found.shares);
    this.move(found.pieces, anew);
  }

  /** Let the squares fly if they are cut anew or in another order. */
  move(pieces, anew) {
    const { before } = this;
    this.before = pieces;
    if (!before) return;
    if (anew) this.row.cut(this.board.canvas, pieces);
    else if (before.join() !== pieces.join()) this.row.shuffle(before, pieces);
  }
}

function draw(figure) {
  const view = new View(figure);
  if (!view.nets.known()) {
    figure.root.append(html("p", { class: "tb-note" }, WORDS.none));
    return;
  }
  const cut = () => view.row.cut(view.board.canvas, view.before);
  const { board, answer, says, rowPlace: row } = view;
  place(figure, { board, row, answer, says, cut });
  let first = true;
  figure.watch(ORDERED, () => {
    const sentence = view.show();
    if (!first) figure.announce(sentence);
    first = false;
  });
  figure.onceSeen(figure.root, cut, 0.3);
}

export { problem };

export default liveFigure({ title: WORDS.title, draw, problem, stage: true });
