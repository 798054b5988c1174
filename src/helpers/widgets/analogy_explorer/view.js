// Real words: an arrow between them, a map of them, an axis through them.

import {
  button,
  change,
  choice,
  fixed,
  html,
  knob,
  liveFigure,
  segments,
  svg,
  unique,
} from "../figure.js";
import { chips } from "../parts.js";
import { opened, order } from "./model.js";
import { answers, arrowScene, axisScene, mapScene } from "./scenes.js";
import { Stage } from "./stage.js";
import { TRIES, WORDS } from "./words.js";

const SHOWN = 8; // words in a list
const MOST = 18; // words on the axis
const CLOSE = 6; // from how near a word is looked at when it is chosen

/** A field for one word, which proposes those that begin with what is typed. */
function field(figure, net, { label, tell, take, name = null }) {
  const list = html("datalist", { id: unique("words") });
  const propose = () => {
    const typed = input.value.trim().toLowerCase();
    const found = typed ? net.names.filter((word) => word.startsWith(typed)) : [];
    const options = found.slice(0, 8).map((word) => html("option", { value: word }));
    list.replaceChildren(...options);
  };
  const input = html("input", {
    type: "text",
    class: "an-field",
    maxlength: 24,
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    list: list.id,
    oninput: propose,
    onchange: () => {
      const word = input.value.trim().toLowerCase();
      if (!word) return;
      tell(net.index.has(word) ? "" : WORDS.unknown(word, net.names.length));
      if (net.index.has(word)) take(word);
      if (!name) input.value = "";
    },
  });
  if (name)
    figure.watch([name], () => {
      input.value = figure.get(name);
    });
  return html("label", { class: "an-ask" }, html("span", {}, label), input, list);
}

/** A list of words with a bar for each cosine; a word can be pressed. */
function listed(press) {
  const heading = html("p", { class: "an-heading" });
  const rows = html("ol", { class: "an-list" });
  const show = (words, entries, names) => {
    heading.textContent = words;
    rows.replaceChildren(
      ...entries.map(({ i, cosine, out, lit }) => {
        const bar = html("i", {
          style: `width:${Math.max(0, 100 * cosine).toFixed(1)}%`,
        });
        const name = html(
          "button",
          {
            type: "button",
            "aria-label": WORDS.bar(names[i], cosine, out),
            onclick: () => press(names[i]),
          },
          names[i],
        );
        const value = html("span", { "aria-hidden": "true" }, fixed(cosine));
        const kind = out ? "an-out" : lit ? "an-best" : null;
        const way = html("span", { class: "an-way", "aria-hidden": "true" }, bar);
        return html("li", { class: kind }, name, way, value);
      }),
    );
  };
  return { root: html("div", {}, heading, rows), show };
}

/** The fields and buttons beside the picture, by the view to which they belong. */
function controls(figure, net, { tell, press }) {
  const ask = (label, name) => {
    const take = (word) => figure.set({ [name]: word });
    return field(figure, net, { label, tell, name, take });
  };
  const step = () => [ask(WORDS.from, "start"), ask(WORDS.to, "end")];
  const add = field(figure, net, { label: WORDS.add, tell, take: press });
  const clause = segments(figure, {
    label: WORDS.question,
    options: [
      [1, WORDS.out],
      [0, WORDS.allowed],
    ],
    watches: ["exclude"],
    value: () => figure.get("exclude"),
    choose: (exclude) => figure.set({ exclude }),
  });
  const asks = (...fields) => html("div", { class: "an-asks" }, fields.flat());
  return {
    arrow: [asks(step(), ask(WORDS.dropped, "drop")), clause],
    map: [
      field(figure, net, { label: WORDS.find, tell, name: "word", take: press }),
      knob(figure, "zoom", WORDS.closer),
      button(WORDS.whole, () => figure.set({ word: "", zoom: 1 })),
    ],
    axis: [asks(step(), add), button(WORDS.allOff, () => figure.set({ judged: [] }))],
  };
}

/** What stands beside the picture, a part for each view. */
function panel(figure, net, acts) {
  const all = Object.entries(controls(figure, net, acts)).flatMap(([view, nodes]) =>
    nodes.map((node) => [view, node]),
  );
  figure.watch(["view"], () => {
    for (const [view, node] of all) node.hidden = view !== figure.get("view");
  });
  const lists = [0, 1].map(() => listed(acts.press));
  const note = html("p", { class: "tb-note" });
  const reset = button(WORDS.reset, () => figure.reset(), "reset");
  const root = html(
    "div",
    { class: "an-side" },
    all.map(([, node]) => node),
    lists.map((list) => list.root),
    note,
    reset,
  );
  return { root, lists, note };
}

/** What can be tried in each view, as chips. */
function tries(figure, press) {
  const rows = {
    arrow: TRIES.arrow.map(([start, end, drop]) => [
      WORDS.sum(start, end, drop),
      () => figure.set({ start, end, drop }),
    ]),
    map: TRIES.map.map((word) => [word, () => press(word)]),
    axis: TRIES.axis.map(([words, start, end, judged]) => [
      words,
      () => figure.set({ start, end, judged: judged.split(" ") }),
    ]),
  };
  const groups = Object.entries(rows).map(([view, entries]) => {
    const group = chips(WORDS.tries, entries);
    figure.watch(["view"], () => {
      group.hidden = figure.get("view") !== view;
    });
    return group;
  });
  return html("div", { class: "an-tries" }, groups);
}

/** The lines of the axis: from the middle to each judged word, and the two ends. */
function axisLines({ rows, places, foot, px }, start, end, room) {
  const path = (names, d) => svg("path", { class: names, d });
  const middle = px(0);
  const words = (x, anchor, text) =>
    svg(
      "text",
      { class: "an-end", x, y: foot + 26, style: `text-anchor:${anchor}` },
      text,
    );
  return [
    path("an-zero", `M${middle} 0V${foot}`),
    ...rows.map((i) =>
      path("an-stem", `M${middle} ${places[2 * i + 1]}H${places[2 * i]}`),
    ),
    path("an-base", `M8 ${foot + 8}H${room.width - 8}`),
    words(8, "start", `← ${start}`),
    words(room.width - 8, "end", `${end} →`),
  ];
}

/** The picture of the moment with what is said of it, for each view. */
class Explorer {
  constructor(figure, net) {
    Object.assign(this, { figure, net });
    const press = (word) => this.press(word);
    this.trouble = html("p", { class: "an-trouble tb-bad", role: "status" });
    const tell = (sentence) => {
      this.trouble.textContent = sentence;
    };
    Object.assign(this, { tell });
    this.side = panel(figure, net, { tell, press });
    this.stage = new Stage(figure, net.names, {
      press,
      move: (name, word) => figure.set({ [name]: word }),
      sized: () => this.update(),
    });
    this.tries = tries(figure, press);
    this.invitation = html("p", { class: "an-invitation" });
  }

  get(name) {
    return this.figure.get(name);
  }

  number(name) {
    return this.net.index.get(this.get(name)) ?? 0;
  }

  /** A word was pressed: what that does depends on the view. */
  press(word) {
    const view = this.get("view");
    this.tell("");
    if (view === "arrow") this.figure.set({ drop: word });
    if (view === "map")
      this.figure.set({ word, zoom: Math.max(this.get("zoom"), CLOSE) });
    if (view !== "axis") return;
    const judged = this.get("judged");
    if (judged.includes(word))
      this.figure.set({ judged: judged.filter((other) => other !== word) });
    else if (judged.length >= MOST) this.tell(WORDS.full(MOST));
    else this.figure.set({ judged: [...judged, word] });
  }

  update(first = false) {
    if (!this.stage?.width) return;
    const view = this.get("view");
    const { scene, said, spoken } = this[view]();
    this.invitation.textContent = WORDS.invitations[view];
    this.side.note.textContent = WORDS[`${view}Note`] ?? WORDS.planeNote;
    this.stage.show(scene, said);
    if (!first) this.figure.announce(spoken ?? said);
  }

  arrow() {
    const ends = Object.fromEntries(
      ["start", "end", "drop"].map((name) => [name, this.number(name)]),
    );
    const found = answers(this.net, ends, this.get("exclude"), SHOWN);
    const { names } = this.net;
    const words = Object.values(ends).map((i) => names[i]);
    const entries = found.list.map((entry) => ({
      ...entry,
      lit: entry.i === found.best,
    }));
    this.side.lists[0].show(WORDS.nearest(WORDS.sum(...words)), entries, names);
    this.side.lists[1].root.hidden = true;
    const list = entries.map(({ i, cosine, out }) => WORDS.bar(names[i], cosine, out));
    const scene = arrowScene(this.net, ends, found, this.stage);
    return { scene, said: WORDS.picture.arrow(...words, list.join("; ")) };
  }

  map() {
    const word = this.get("word") ? this.number("word") : null;
    const { names } = this.net;
    const scene = mapScene(this.net, word, this.get("zoom"), this.stage);
    const [list, other] = this.side.lists;
    list.root.hidden = word === null;
    other.root.hidden = true;
    if (word !== null) list.show(WORDS.nearest(names[word]), scene.near, names);
    const near = scene.near.map(({ i, cosine }) => WORDS.bar(names[i], cosine));
    return { scene, said: WORDS.picture.map(this.get("word"), near.join("; ")) };
  }

  axis() {
    const [start, end] = [this.number("start"), this.number("end")];
    const { names, index } = this.net;
    const judged = this.get("judged").filter((word) => index.has(word));
    const rows = judged.map((word) => index.get(word));
    const scene = axisScene(this.net, { start, end }, rows, this.stage);
    scene.lines = axisLines(scene, names[start], names[end], this.stage);
    const all = order(scene.lean);
    const tops = [Array.from(all.slice(-5)).reverse(), Array.from(all.slice(0, 5))];
    WORDS.ends(names[start], names[end]).forEach((words, k) => {
      const entries = tops[k].map((i) => ({ i, cosine: Math.abs(scene.lean[i]) }));
      this.side.lists[k].root.hidden = false;
      this.side.lists[k].show(words, entries, names);
    });
    const list = scene.rows.map((i) => WORDS.bar(names[i], scene.lean[i])).join("; ");
    return { scene, said: WORDS.picture.axis(names[start], names[end], list) };
  }

  /** The dots come from the map to the first picture when it is seen. */
  begin() {
    if (!this.stage.width) return;
    this.stage.now = mapScene(this.net, null, 1, this.stage).places;
    this.update(true);
  }
}

function draw(figure) {
  figure.root.classList.add("an");
  if (!figure.get("table").words) {
    figure.root.append(html("p", { class: "tb-note" }, WORDS.none));
    return;
  }
  const explorer = new Explorer(figure, opened(figure.get("table")));
  const views = choice(figure, "view", {
    label: WORDS.view,
    options: WORDS.views,
    quiet: true,
  });
  const head = { class: "an-head" };
  figure.root.append(
    html("div", head, figure.title, explorer.invitation, explorer.trouble, views),
    html(
      "div",
      { class: "an-places" },
      html("div", { class: "an-main" }, explorer.stage.root, explorer.tries),
      explorer.side.root,
    ),
  );
  figure.watch(Object.keys(figure.get("_rules")), () => explorer.update());
  figure.onceSeen(explorer.stage.root, () => explorer.begin(), 0.3);
}

export default liveFigure({ title: WORDS.title, draw, stage: true });
