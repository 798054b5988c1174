// The alignment maps of a translator: weights, sums and contexts are computed here.

import {
  change, choice, fixed, html, liveFigure, menu, quoted, rove, slider, timeline,
} from "./figure.js";

const SCORES = ["additive", "dot", "general", "concat"];
const STAGES = ["scores", "softmax", "weighted sum", "word"];

// ---- what attention computes ------------------------------------------------------

/** exp of each score less the largest, so that no number grows out of bounds. */
export function powers(scores) {
  const largest = Math.max(...scores);
  return scores.map((score) => Math.exp(score - largest));
}

/** The scores as weights that sum to 1. */
export function softmax(scores) {
  const raised = powers(scores);
  const total = raised.reduce((sum, value) => sum + value, 0);
  return raised.map((value) => value / total);
}

/** The rows mixed in proportion to the weights: the context. */
export function mixed(weights, rows) {
  return rows[0].map((_, k) =>
    rows.reduce((sum, row, j) => sum + weights[j] * row[k], 0));
}

/** For each target word the source word with the largest weight: [source, target]. */
export function links(weights) {
  return weights.map((row, i) => [row.indexOf(Math.max(...row)), i]);
}

/** 1 − 2 |found ∩ true| / (|found| + |true|). */
export function alignmentError(found, truth) {
  const both = found.filter(([j, i]) => truth.some(([a, b]) => a === j && b === i));
  return 1 - 2 * both.length / (found.length + truth.length);
}

/** A place on the timeline as target word and stage; late places are the last. */
export function moment(place, words) {
  const at = Math.min(place, 4 * words - 1);
  return { row: Math.floor(at / 4), stage: at % 4 };
}

/** One sentence on settings that do not go together, or null. */
export function problem({ maps, sentence, score }) {
  if (sentence >= maps.length) {
    return "sentence must be below the number of maps, which is "
      + `${maps.length}, not ${sentence}.`;
  }
  for (const [k, each] of maps.entries()) {
    if (["source", "target", "truth"].some((name) => !(name in each))) {
      return `maps[${k}] needs a source, a target and a truth.`;
    }
    const [long, wide] = [each.target.length, each.source.length];
    for (const name of SCORES.filter((kind) => kind in each)) {
      const rows = each[name].scores ?? [];
      if (rows.length !== long || rows.some((row) => row.length !== wide)) {
        return `maps[${k}].${name}.scores must be ${long} rows of ${wide}: one `
          + "row for each target word, one number for each source word.";
      }
    }
  }
  if (!(score in maps[sentence])) {
    return `maps[${sentence}] has no scores of the kind ${score}.`;
  }
  return null;
}

/** The words as people write them, marks at their words. */
export function sentence(words) {
  return words.join(" ").replace(/ ([.,?!])/g, "$1").replace(/([¿¡]) /g, "$1");
}

// ---- how it looks -----------------------------------------------------------------


/** The largest few of a list of [word, weight], in words. */
function most(pairs) {
  const sorted = [...pairs].sort((a, b) => b[1] - a[1]).slice(0, 3);
  return sorted.map(([word, weight]) => `${word} ${fixed(weight)}`).join(", ");
}

/** The table of weights: rows ask, columns are asked. */
function map(figure, { source, target, truth }, light) {
  const cell = (row, column, cls, ...inside) => html("div", {
    class: cls, tabindex: "-1", "data-cell": "", role: row != null && "button",
    onpointerenter: () => light(row, column),
    onpointerleave: () => light(null, null),
    onfocus: () => light(row, column),
    onblur: () => light(null, null),
    onclick: () => row != null && figure.set({ place: 4 * row + 3 }),
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      if (row != null) figure.set({ place: 4 * row + 3 });
    },
  }, ...inside);
  const heads = source.map((word, j) => cell(null, j, "am-word", word));
  const names = target.map((word, i) => cell(i, null, "am-word", word));
  const dots = target.map(() => source.map(() => html("span", { class: "am-dot" })));
  const cells = dots.map((row, i) => row.map((dot, j) => cell(i, j, "am-cell", dot)));
  const sums = target.map(() => html("td", { class: "am-sum" }));
  const totals = source.map(() => html("td", { class: "am-sum" }));
  const corner = cell(null, null, "am-corner",
    html("span", {}, "key →"), html("span", {}, "query ↓"));
  change(corner, { role: "note", "aria-label": "queries down, keys across" });
  const node = html("table", { class: "am-map" },
    html("thead", {}, html("tr", { "data-row": "" }, html("th", {}, corner),
      heads.map((head) => html("th", { scope: "col" }, head)),
      html("th", { class: "am-sum", scope: "col" }, "sum"))),
    html("tbody", {}, cells.map((row, i) => html("tr", { "data-row": "" },
      html("th", { scope: "row" }, names[i]),
      row.map((each) => html("td", {}, each)), sums[i]))),
    html("tfoot", {}, html("tr", {},
      html("th", { class: "am-sum", scope: "row" }, "sum"), totals, html("td", {}))));
  const isTrue = (i, j) => truth.some(([a, b]) => a === j && b === i);
  return { node,
    update(weights, now, showTruth) {
      dots.forEach((row, i) => row.forEach((dot, j) => {
        const side = Math.sqrt(weights[i][j]) * 30;
        const length = `${side.toFixed(1)}px`;
        change(dot, { style: `width:${length};height:${length}` });
        const marked = Boolean(showTruth) && isTrue(i, j);
        cells[i][j].classList.toggle("am-true", marked);
        cells[i][j].classList.toggle("am-later", i > now);
        change(cells[i][j], { "aria-label": `${target[i]}, ${source[j]}: weight `
          + fixed(weights[i][j]) + (marked ? ", a true link" : "") });
      }));
      names.forEach((name, i) => name.classList.toggle("am-now", i === now));
      sums.forEach((sum, i) => {
        sum.textContent = fixed(weights[i].reduce((all, value) => all + value, 0));
      });
      totals.forEach((sum, j) => {
        sum.textContent = fixed(weights.reduce((all, row) => all + row[j], 0));
      });
    },
    light(row, column) {
      const lit = (node_, on) => node_.classList.toggle("am-lit", on);
      heads.forEach((head, j) => lit(head, j === column));
      names.forEach((name, i) => lit(name, i === row));
      cells.forEach((line, i) => line.forEach((each, j) =>
        lit(each, (row != null || column != null)
          && (row == null || i === row) && (column == null || j === column))));
    } };
}

/** Numbers from −1 to 1 as a strip of colour, blue above 0 and orange below. */
function strip(length) {
  const parts = Array.from({ length }, () => html("span", {}));
  return { node: html("div", { class: "am-strip", "aria-hidden": "true" }, parts),
    update(values, faint, chosen) {
      parts.forEach((part, k) => {
        const colour = values[k] < 0 ? "negative" : "positive";
        const share = Math.min(1, Math.abs(values[k])) * faint * 100;
        change(part, { class: k === chosen ? "am-one" : null,
          style: `background:color-mix(in srgb, var(--tb-${colour}) `
            + `${share.toFixed(0)}%, var(--tb-raised))` });
      });
    } };
}

/** One target word's way from scores to context, a line for each source word. */
function steps(source, length) {
  const lines = source.map((word) => {
    const cells = Array.from({ length: 3 }, () => html("td", {}));
    const colours = strip(length);
    const row = html("tr", {}, html("th", { scope: "row" }, word), cells,
      html("td", {}, colours.node));
    return { row, cells, colours };
  });
  const totals = Array.from({ length: 3 }, () => html("td", {}));
  const context = strip(length);
  const contextCell = html("td", {}, context.node);
  const node = html("table", { class: "am-steps" },
    html("thead", {}, html("tr", {}, [["", "key"], ["score ", "e"],
      ["", html("span", {}, "exp", html("wbr"), "(e\u00a0−\u00a0max)")],
      ["weight ", "α"], ["annotation ", "h"]].map(
      ([more, symbol]) => html("th", { scope: "col" },
        html("span", { class: "am-more" }, more), symbol)))),
    html("tbody", {}, lines.map(({ row }) => row)),
    html("tfoot", {}, html("tr", {}, html("th", { scope: "row" }, "sum"), totals,
      contextCell)));
  const wait = (cell, waiting) => cell.classList.toggle("am-wait", waiting);
  return { node, update({ scores, weights, annotations: rows, stage, component }) {
    const raised = powers(scores);
    const largest = Math.max(...weights);
    lines.forEach(({ row, cells, colours }, j) => {
      cells[0].textContent = fixed(scores[j]);
      cells[1].textContent = raised[j].toFixed(3);
      cells[2].textContent = fixed(weights[j]);
      wait(cells[1], stage < 1);
      wait(cells[2], stage < 1);
      row.classList.toggle("am-lit", stage > 0 && weights[j] === largest);
      colours.update(rows[j], stage < 2 ? 1 : weights[j], stage < 2 ? -1 : component);
    });
    totals[1].textContent = raised.reduce((all, value) => all + value, 0).toFixed(3);
    totals[2].textContent = fixed(weights.reduce((all, value) => all + value, 0));
    wait(totals[1], stage < 1);
    wait(totals[2], stage < 1);
    wait(contextCell, stage < 2);
    context.update(mixed(weights, rows), 1, component);
  } };
}

/** How many of an annotation's components are shown, in words. */
export function some(shownOf, width) {
  return shownOf === width
    ? `All ${width} components of h and c are shown.`
    : `${shownOf} of the ${width} components of h and c are shown, evenly spaced.`;
}

/** One component of the context, written out as the sum that it is. */
export function sum(weights, rows, component) {
  const parts = weights.map((weight, j) => [weight, rows[j][component]])
    .filter(([weight]) => weight >= 0.005)
    .sort((a, b) => b[0] - a[0])
    .slice(0, 4)
    .map(([weight, value]) =>
      `${fixed(weight)} × ${value < 0 ? `(${fixed(value)})` : fixed(value)}`);
  const rest = weights.filter((weight) => weight >= 0.005).length > 4 ? " + …" : "";
  return `${parts.join(" + ")}${rest} = ${fixed(mixed(weights, rows)[component])}`;
}

/** What each stage does, in words. */
function explain(stage, score, row, target) {
  const query = score === "additive"
    ? "the decoder's state from before this word"
    : row === 0 ? "the decoder's new state, after reading <start>"
      : `the decoder's new state, after reading ${quoted(target[row - 1])}`;
  return [
    `Scores. The query is ${query}. It is held against every key and gets one number e`
      + " for each.",
    "Softmax. Each score becomes exp(e), here divided by the largest; over their sum,"
      + " these are weights that sum to 1.",
    "Weighted sum. Each annotation counts as much as its weight says, and their sum is"
      + " the context c.",
    `Word. With the context the decoder makes its guess; the reference says `
      + `${quoted(target[row])}.`,
  ][stage];
}

/** What the reader points at, in words. */
function pointed({ source, target }, scores, weights, row, column) {
  if (row != null && column != null) {
    return `Writing ${quoted(target[row])}, weight on ${quoted(source[column])}: `
      + `${fixed(weights[row][column])}, from a score of `
      + `${fixed(scores[row][column])}.`;
  }
  if (row != null) {
    return `${quoted(target[row])} looks at `
      + `${most(source.map((word, j) => [word, weights[row][j]]))}. `
      + "The weights of a row sum to 1.";
  }
  if (column != null) {
    const total = weights.reduce((all, each) => all + each[column], 0);
    return `${quoted(source[column])} is looked at for `
      + `${most(target.map((word, i) => [word, weights[i][column]]))}; in all `
      + `${fixed(total)}. Nothing makes a column sum to 1.`;
  }
  return "Point at a word on either side, or at a cell. A click on a row takes that "
    + "word apart.";
}

function draw(figure) {
  const maps = figure.get("maps");
  const names = maps.map(({ source }) => sentence(source));
  const known = SCORES.filter((kind) => maps.every((one) => kind in one));
  const components = maps[0][known[0]].annotations[0].length;
  const [left, right] = [html("div", { class: "tb-scroll" }),
    html("div", { class: "tb-scroll" })];
  const [words, sumline] = [html("p", { class: "am-words" }),
    html("p", { class: "am-sumline tb-note" })];
  const [found, stage] = [html("p", { class: "tb-note" }),
    html("p", { class: "am-stage" })];
  const share = html("p", { class: "tb-note" });
  const heading = html("p", { class: "tb-title" });
  const guess = html("div", { class: "am-guess" });
  let [built, grid, table] = [null, null, null]; // for the sentence that is shown

  const current = () => figure.get("maps")[figure.get("sentence")];
  const long = () => current().target.length;
  const light = (row, column) => {
    const { scores } = current()[figure.get("score")];
    grid.light(row, column);
    words.textContent = pointed(current(), scores, scores.map(softmax), row, column);
  };
  const build = () => {
    built = current();
    grid = map(figure, current(), light);
    table = steps(current().source, components);
    left.replaceChildren(rove(grid.node));
    right.replaceChildren(table.node);
    light(null, null);
  };
  const update = () => {
    if (built !== current()) build();
    const { source, target, truth } = current();
    const score = figure.get("score");
    const { scores, annotations, guesses, width } = current()[score];
    const weights = scores.map(softmax);
    const { row, stage: now } = moment(figure.get("place"), target.length);
    const component = Math.min(figure.get("component"), components - 1);
    grid.update(weights, row, figure.get("truth"));
    table.update({ scores: scores[row], weights: weights[row], annotations, stage: now,
      component });
    heading.textContent = `${quoted(target[row])}: ${STAGES[now]}`;
    stage.textContent = explain(now, score, row, target);
    share.textContent = some(components, width ?? components);
    sumline.textContent = now < 2 ? "" : `Component ${component + 1} of those shown: `
      + sum(weights[row], annotations, component);
    guess.replaceChildren(...(now < 3 ? [] : guesses[row].flatMap(
      ({ word, chance }) => [html("span", {}, word),
        html("i", { style: `width:${(100 * chance).toFixed(1)}%` }),
        html("span", {}, fixed(chance))])));
    found.textContent = `The largest weight of each row against the ${truth.length} `
      + "true links (green frames): alignment error "
      + `${fixed(alignmentError(links(weights), truth))}.`;
    figure.announce(`${heading.textContent}. ${stage.textContent} `
      + most(source.map((word, j) => [word, weights[row][j]])));
  };

  figure.root.append(
    html("div", { class: "tb-row" },
      menu(figure, { label: "sentence", options: names, otherwise: "",
        watches: ["sentence"], value: () => names[figure.get("sentence")],
        choose: (chosen) => figure.set({ sentence: names.indexOf(chosen) }) }),
      choice(figure, "score", { label: "score",
        options: known.map((kind) => [kind, kind]) }),
      choice(figure, "truth", { label: "true links", options: [
        [1, "shown", "true links shown"], [0, "hidden", "true links hidden"]] })),
    html("div", { class: "am-two" },
      html("div", {}, left, words, found),
      html("div", {}, heading, stage, right, share,
        slider(figure, { label: "component", watches: ["component"],
          rule: { low: 1, high: components, step: 1 },
          value: () => Math.min(figure.get("component") + 1, components),
          choose: (place) => figure.set({ component: place - 1 }) }),
        sumline, guess)),
    timeline(figure, { label: "moment", watches: ["place", "sentence"], pace: 1100,
      last: () => 4 * long() - 1,
      at: () => Math.min(figure.get("place"), 4 * long() - 1),
      move: (place) => figure.set({ place }),
      say: (place) => {
        const { row, stage: now } = moment(place, long());
        return `${current().target[row]}: ${STAGES[now]}`;
      } }));
  figure.watch(["sentence", "score", "truth", "place", "component"], update);
}

export default liveFigure({
  title: "Alignment map: who is looked at, for each word", draw, problem,
});
