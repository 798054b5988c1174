// A Vision Transformer in the page: patches, positions, attention and its roll-out.

import { drawingBoard, ink, pens, plate, problem, sampleMenu } from "./draw_a_digit.js";
import {
  change, choice, fixed, html, liveFigure, rove, segments, timeline,
} from "./figure.js";
import { attend, linear, normalised, row, softmax, unpack } from "./matrices.js";

const SIDE = 28; // pixels along the picture

// ---- what is computed -------------------------------------------------------------

/** A net as `packed` writes it, with its sizes. */
export function loaded({ patch, heads, layers, ...weights }) {
  const net = unpack(weights);
  const width = net.class_token.length;
  return { ...net, patch, heads, layers, width };
}

/** The picture's squares, row by row, each laid flat. */
export function squares(pixels, size) {
  const across = SIDE / size;
  return Array.from({ length: across * across }, (_, k) => {
    const [top, left] = [size * Math.floor(k / across), size * (k % across)];
    return Float32Array.from({ length: size * size }, (_, at) => {
      const [i, j] = [top + Math.floor(at / size), left + (at % size)];
      return pixels[i * SIDE + j];
    });
  });
}

const sum = (x, y) => x.map((value, k) => value + y[k]);

/** Tokens, every layer's weights (head, query, key), and the scores of the classes. */
export function forward(net, picture) {
  const words = squares(ink(picture), net.patch);
  const embedded = words.map((word) => linear(net, "embed", word));
  let rows = [net.class_token, ...embedded].map((x, i) =>
    sum(x, row(net, "position", i, net.width)));
  const maps = [];
  for (let l = 0; l < net.layers; l += 1) {
    const name = `encoder.layers.${l}`;
    const attention = `${name}.self_attention`;
    const all = rows.map((x) =>
      linear(net, `${attention}.qkv`, normalised(net, `${name}.add_norm_1.norm`, x)));
    const [queries, keys, values] = [0, 1, 2].map((part) =>
      all.map((x) => x.subarray(part * net.width, (part + 1) * net.width)));
    const seen = [];
    rows = rows.map((x, i) => {
      const looked = attend(net.heads, queries[i], keys, values);
      seen.push(looked.seen);
      const y = sum(x, linear(net, `${attention}.out`, looked.mixture));
      const normed = normalised(net, `${name}.add_norm_2.norm`, y);
      const inner = linear(net, `${name}.feed_forward.inner`, normed);
      const active = inner.map((value) => Math.max(0, value));
      return sum(y, linear(net, `${name}.feed_forward.outer`, active));
    });
    maps.push(seen[0].map((_, head) => seen.map((heads) => heads[head])));
  }
  const scores = linear(net, "head", normalised(net, "encoder.norm", rows[0]));
  return { words, maps, scores };
}

/** The mean over the heads of one layer's weights. */
export function meanOf(heads) {
  return heads[0].map((weights, i) =>
    weights.map((_, j) =>
      heads.reduce((all, map) => all + map[i][j], 0) / heads.length));
}

/** What of each token has reached each: in a layer half by attention, half kept. */
export function rollout(maps) {
  let flow = maps[0][0].map((_, i) => maps[0][0].map((_, j) => Number(i === j)));
  for (const heads of maps) {
    const mean = meanOf(heads);
    flow = flow.map((_, i) =>
      flow.map((_, j) => {
        const through = mean[i]
          .reduce((all, weight, k) => all + weight * flow[k][j], 0);
        return (through + flow[i][j]) / 2;
      }));
  }
  return flow;
}

/** How alike a token's position is to every other's: cosines. */
export function cosines(net, token) {
  const tokens = net.position.length / net.width;
  const at = (i) => row(net, "position", i, net.width);
  const dot = (x, y) => x.reduce((all, value, k) => all + value * y[k], 0);
  const size = (x) => Math.sqrt(dot(x, x));
  return Array.from({ length: tokens }, (_, i) =>
    dot(at(token), at(i)) / (size(at(token)) * size(at(i)) || 1));
}

// ---- how it is drawn --------------------------------------------------------------


/** "the class token", or "patch 6 (row 2, column 2)". */
function named(token, across) {
  if (!token) return "the class token";
  const [i, j] = [Math.floor((token - 1) / across), (token - 1) % across];
  return `patch ${token} (row ${i + 1}, column ${j + 1})`;
}

/** A map over the patches, with a title, and a line for the class token. */
function patchMap(across, title, open, tell) {
  const { canvas, paint } = plate(across, {
    class: "tb-large",
    onpointerdown: (event) => open(at(event)),
    onpointermove: (event) => tell(at(event)),
  });
  const own = html("span", { class: "tb-window pa-own", "aria-hidden": "true" });
  own.style.width = own.style.height = `${100 / across}%`;
  const heading = html("p", { class: "tb-label" }, title);
  const rest = html("p", { class: "tb-note" });
  const easel = html("div", { class: "tb-easel" }, canvas, own);
  function at(event) {
    const box = canvas.getBoundingClientRect();
    const [i, j] = [event.clientY - box.top, event.clientX - box.left].map((way) =>
      Math.max(0, Math.min(across - 1, Math.floor((way / box.width) * across))));
    return 1 + i * across + j;
  }
  return {
    node: html("div", {}, heading, easel, rest),
    update(values, token, words, limit) {
      paint(values.slice(1), limit ?? Math.max(...values.slice(1), 1e-6));
      own.hidden = !token;
      own.style.top = `${(100 * Math.floor((token - 1) / across)) / across}%`;
      own.style.left = `${(100 * ((token - 1) % across)) / across}%`;
      rest.textContent = words;
    },
    title: (text) => (heading.textContent = text),
  };
}

/** All tokens in their row; each opens itself. */
function sequence(figure, net, tell) {
  const across = SIDE / net.patch;
  const cells = Array.from({ length: across * across + 1 }, (_, token) => {
    const square = token ? plate(net.patch, { class: "tb-patch" }) : null;
    const node = html("button", { type: "button", class: "pa-token", "data-cell": "",
      onclick: () => figure.set({ token }), onfocus: () => tell(token),
      onpointerenter: () => tell(token) },
      square ? square.canvas : html("span", { class: "pa-class" }, "class"),
      html("span", { class: "pa-number" }, token ? String(token) : ""));
    return { node, square };
  });
  const row = html("div", { class: "pa-row", "data-row": "" },
    cells.map(({ node }) => node));
  return {
    node: rove(html("div", { role: "group", "aria-label": "tokens" }, row)),
    update(words, open, about) {
      cells.forEach(({ node, square }, token) => {
        square?.paint(words[token - 1], 1, true);
        change(node, { "aria-pressed": String(token === open),
          "aria-label": about(token) });
      });
    },
  };
}

/** The ten shares as bars. */
function shareBars() {
  const lines = Array.from({ length: 10 }, (_, k) => {
    const bar = html("span", { class: "tb-bar" });
    const share = html("span", { class: "tb-share" });
    const node = html("div", { class: "tb-score" },
      html("span", { class: "tb-class" }, String(k)),
      html("span", { class: "tb-track" }, bar), share);
    return { node, bar, share };
  });
  return {
    node: html("div", { class: "tb-scores" }, lines.map(({ node }) => node)),
    update(shares, best) {
      lines.forEach(({ node, bar, share }, k) => {
        bar.style.width = `${100 * shares[k]}%`;
        share.textContent = `${(100 * shares[k]).toFixed(1)} %`;
        node.classList.toggle("tb-best", k === best);
      });
    },
  };
}

function draw(figure) {
  const given = figure.get("nets") ?? {};
  const nets = Object.fromEntries(
    Object.entries(given).map(([patch, net]) => [patch, loaded(net)]));
  const samples = Object.fromEntries(figure.get("samples") ?? []);
  if (!Object.keys(nets).length) {
    figure.root.append(html("div", { class: "tb-head" }, figure.title),
      html("p", { class: "tb-note" }, "This figure needs its networks: nets={…}."));
    return;
  }
  const board = drawingBoard(figure);
  board.mark(null);
  const grid = html("span", { class: "pa-grid", "aria-hidden": "true" });
  board.node.append(grid);
  const bars = shareBars();
  const verdict = html("p", { class: "tb-verdict" });
  const [rowPlace, mapPlace] = [html("div", {}), html("div", { class: "pa-maps" })];
  const pointed = html("p", { class: "tb-where", "aria-live": "off" });
  const netNow = () => nets[figure.get("patch")] ?? Object.values(nets)[0];
  const across = () => SIDE / netNow().patch;
  const open = () => Math.min(figure.get("token"), across() ** 2);
  let [read, shown, shape, tokens, maps] = [null, null, null, null, null];
  let tell = () => {};

  figure.root.append(
    html("div", { class: "tb-head" }, figure.title,
      sampleMenu(figure, samples)),
    html("div", { class: "tb-reading" },
      html("div", {}, board.node, pens(figure)),
      html("div", {}, verdict, bars.node)),
    html("div", { class: "tb-row" },
      segments(figure, { label: "patch size", watches: ["patch"],
        options: [["14", "14 × 14"], ["7", "7 × 7"], ["4", "4 × 4"]],
        value: () => figure.get("patch"),
        choose: (patch) => figure.set({ patch, token: 0 }) })),
    rowPlace,
    html("div", { class: "tb-row" },
      segments(figure, { label: "layer", watches: ["layer"],
        options: Array.from({ length: netNow().layers }, (_, l) => [l, String(l + 1)]),
        value: () => Math.min(figure.get("layer"), netNow().layers - 1),
        choose: (layer) => figure.set({ layer }) }),
      choice(figure, "head", { label: "head",
        options: ["1", "2", "3", "4", "mean"].map((head) => [head, head]) })),
    mapPlace, pointed,
    timeline(figure, { label: "open token", watches: ["token", "patch"], pace: 500,
      last: () => across() ** 2, at: open, move: (token) => figure.set({ token }),
      say: (token) => named(token, across()) }));

  const fitShape = (net) => {
    if (shape === net) return;
    shape = net;
    const choose = (token) => figure.set({ token });
    const about = (token) => tell(token);
    tokens = sequence(figure, net, about);
    maps = ["position", "attention", "roll-out"].map((title) =>
      patchMap(SIDE / net.patch, title, choose, about));
    rowPlace.replaceChildren(tokens.node);
    mapPlace.replaceChildren(...maps.map(({ node }) => node));
    const share = `${(100 * net.patch) / SIDE}%`;
    grid.style.backgroundSize = `${share} ${share}`;
  };

  figure.watch(["picture", "patch", "token", "layer", "head"], () => {
    const net = netNow();
    const picture = figure.get("picture");
    if (picture !== read || net !== shape) shown = forward(net, (read = picture));
    fitShape(net);
    const token = open();
    const layer = Math.min(figure.get("layer"), net.layers - 1);
    const head = figure.get("head");
    const heads = shown.maps[layer];
    const weights = (head === "mean" ? meanOf(heads) : heads[head - 1])[token];
    const [flow, near] = [rollout(shown.maps)[token], cosines(net, token)];
    const shares = softmax(shown.scores);
    const best = shares.indexOf(Math.max(...shares));
    const blank = picture.every((line) => /^0*$/.test(line));
    board.paint(ink(picture), 1, true);
    verdict.textContent = blank ? "Draw a digit on the board."
      : `${across() ** 2} words: it reads ${best}, with a share of `
        + `${(100 * shares[best]).toFixed(1)} %.`;
    bars.update(shares, best);
    const own = named(token, across());
    const say = (other) => `${named(other, across())}: cosine of the positions `
      + `${fixed(near[other])}, weight ${fixed(weights[other])}, `
      + `roll-out ${fixed(flow[other])}`;
    tell = (other) => { pointed.textContent = `From ${own} to ${say(other)}.`; };
    tokens.update(shown.words, token, say);
    const whose = head === "mean" ? "mean of the heads" : `head ${head}`;
    maps[0].title(`Positions like that of ${own}`);
    maps[1].title(`Layer ${layer + 1}, ${whose}: where it looks`);
    maps[2].title("Roll-out: what has reached it");
    const first = (values) => `Class token: ${fixed(values[0])}.`;
    maps[0].update(near, token, `Blue is alike, orange opposite. ${first(near)}`, 1);
    maps[1].update(weights, token, `${first(weights)} All add up to 1.`);
    maps[2].update(flow, token, `${first(flow)} All add up to 1.`);
    const others = flow.map((share, j) => (j && j !== token ? share : -1));
    tell(others.indexOf(Math.max(...others)));
    figure.announce(`${verdict.textContent} ${pointed.textContent}`);
  });
}

export { problem };

export default liveFigure({ title: "Patches and attention", draw, problem });
