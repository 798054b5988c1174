// The graph: values forwards in ink, derivatives back in red, as thick as they are large.

import { change, svg } from "../figure.js";
import { layout } from "./layout.js";
import { close } from "./model.js";
import { brief, called, made, short, valueAt } from "./words.js";

const THICK = 11; // pixels, of the largest payment

/** Where everything stands in a room: to the right, or upwards where it is narrow. */
function plan(net, width, height) {
  const laid = layout(net);
  const across = width >= 480;
  const deepest = Math.max(1, laid.columns - 1);
  const gap = across ? (width - 76) / deepest : 66;
  const half = across ? Math.max(17, Math.min(29, gap / 2 - 12)) : 25;
  const high = across ? height : laid.columns * gap + 12;
  const point = ([along, lane]) =>
    across
      ? [laid.columns > 1 ? 38 + along * (width - 76) : width / 2, lane * high]
      : [lane * width, high - 40 - along * (laid.columns - 1) * gap];
  return {
    ...laid,
    across,
    half,
    tall: across ? 14 : 16,
    lead: Math.min(12, across ? (gap - 2 * half) * 0.3 : 9),
    roomy: !across || gap - 2 * half > 46,
    width,
    high,
    digits: half < 24 ? 2 : 4,
    places: laid.places.map(point),
    ways: laid.ways.map((way) => way.map(point)),
  };
}

/** Where an edge leaves or enters a place: beside its fellows, in their order. */
function port(fellows, edge, spread) {
  const k = fellows.indexOf(edge);
  return (k - (fellows.length - 1) / 2) * spread;
}

/** The points of an edge, cut where the signs of its two ends begin. */
function route(net, { ways, half, tall, across }, e) {
  const edge = net.edges[e];
  const way = ways[e].map((place) => [...place]);
  const other = across ? 1 : 0;
  const at = (k, end) => ways[k][end === "from" ? 1 : ways[k].length - 2][other];
  const ordered = (end) =>
    net.edges
      .map((_, k) => k)
      .filter((k) => net.edges[k][end] === edge[end])
      .sort((a, b) => at(a, end) - at(b, end) || a - b);
  const spread = across ? 9 : 15;
  way[0][other] += port(ordered("from"), e, spread);
  const low = port(ordered("to"), e, spread);
  way.at(-1)[other] += low;
  const twins = net.edges.filter(
    ({ from, to }) => from === edge.from && to === edge.to,
  );
  const bow = twins.length > 1 && way.length === 2 ? (edge.side === "dj" ? -1 : 1) : 0;
  const along = across ? 0 : 1;
  const cut = across ? half : -tall;
  way[0][along] += cut + (across ? 1 : -1);
  way.at(-1)[along] -= cut + (across ? 1 : -1);
  return { way, low: low > 0, bow: bow * 22 };
}

/** A curve through points, level along the way, with a straight piece at both ends. */
function curve(way, { across, lead }, bow) {
  const along = across ? 0 : 1;
  const sign = across ? 1 : -1;
  const ends = way.map((place) => [...place]);
  ends[0][along] += sign * lead;
  ends.at(-1)[along] -= sign * lead;
  const points = [ends[0]];
  ends.slice(1).forEach(([x, y], i) => {
    const [px, py] = ends[i];
    const bends = across
      ? [(px + x) / 2, py + bow * 1.4, (px + x) / 2, y + bow * 1.4]
      : [px + bow * 1.4, (py + y) / 2, x + bow * 1.4, (py + y) / 2];
    points.push([...bends, x, y]);
  });
  return points;
}

const joined = (numbers) => numbers.map((v) => v.toFixed(1)).join(" ");

/** The line that leads to a row: it ends inside the head. */
function forth(way, planned, bow) {
  const [start, ...curves] = curve(way, planned, bow);
  const end = [...way.at(-1)];
  end[planned.across ? 0 : 1] += planned.across ? -5 : 5;
  const bends = curves.map((points) => `C${joined(points)}`).join("");
  return `M${joined(way[0])}L${joined(start)}${bends}L${joined(end)}`;
}

/** The same line from its end, up to a head of this size at its start. */
function back(way, planned, bow, size) {
  const [start, ...curves] = curve(way, planned, bow);
  const stops = [start, ...curves.map((points) => points.slice(4))];
  const bends = curves
    .map(([ax, ay, bx, by], i) => `C${joined([bx, by, ax, ay, ...stops[i]])}`)
    .reverse();
  const tip = [...way[0]];
  tip[planned.across ? 0 : 1] += (planned.across ? 1 : -1) * size * 0.8;
  return `M${joined(way.at(-1))}L${joined(stops.at(-1))}${bends.join("")}L${joined(tip)}`;
}

/** An arrow's head at a tip, along the way or against it. */
function head([x, y], across, size, back) {
  const way = back ? -1 : 1;
  const wing = size * 0.55;
  return across
    ? `M${x} ${y}l${-way * size} ${-wing}v${2 * wing}z`
    : `M${x} ${y}l${-wing} ${way * size}h${2 * wing}z`;
}

/** A place on an edge's first part, off the lines, where its number stands. */
function beside({ way, bow, low }, planned) {
  const { across } = planned;
  const [start, [ax, ay, bx, by, x, y]] = curve(way, planned, bow);
  const t = bow ? 0.5 : 0.34;
  const [p, q, r, s] = [
    (1 - t) ** 3,
    3 * t * (1 - t) ** 2,
    3 * t * t * (1 - t),
    t ** 3,
  ];
  const at = [p * start[0] + q * ax + r * bx + s * x];
  at.push(p * start[1] + q * ay + r * by + s * y);
  const steep = Math.abs(way[1][across ? 1 : 0] - way[0][across ? 1 : 0]) > 24;
  if (bow) at[across ? 1 : 0] += Math.sign(bow) * 13;
  else if (across === steep) at[0] += 19;
  else at[1] += low ? 12 : -11;
  return at;
}

// ---- an edge ------------------------------------------------------------------------

/** The signs of one edge: a line, its number, and the red way back under it. */
function drawEdge(net, planned, e) {
  const found = route(net, planned, e);
  const { way, bow } = found;
  const [x, y] = beside(found, planned);
  const parts = {
    red: svg("path", { class: "ts-red", pathLength: 1 }),
    tip: svg("path", { class: "ts-tip" }),
    line: svg("path", { d: forth(way, planned, bow), class: "ts-line" }),
    head: svg("path", {
      d: head(way.at(-1), planned.across, 8, false),
      class: "ts-head",
    }),
    tag: svg("text", { x, y, class: "ts-tag" }),
  };
  return { ...parts, way, bow };
}

function updateEdge(signs, now, e, most, planned) {
  const { p, side, to } = now.net.edges[e];
  const ran = p <= now.forward && now.bad !== p - 1;
  const paid = now.flow?.paid[e] ?? null;
  const share = paid === null ? 0 : Math.min(1, Math.abs(paid) / most);
  const late = now.flow?.late.includes(e);
  const off = paid ? "" : "ts-off";
  const width = 1.4 + (THICK - 1.4) * share;
  const size = 6 + width * 0.75;
  change(signs.red, {
    d: back(signs.way, planned, signs.bow, size),
    class: `ts-red ${off} ${late ? "ts-late" : ""}`,
    style: `stroke-width:${width.toFixed(1)}px`,
  });
  const d = head(signs.way[0], planned.across, size, true);
  change(signs.tip, { d, class: `ts-tip ${off}` });
  signs.line.classList.toggle("ts-ahead", !ran);
  signs.head.classList.toggle("ts-ahead", !ran);
  const paying = now.flow && now.flow.payer === to && paid !== null;
  const mute = !ran || !(planned.roomy || paying);
  signs.tag.textContent = mute
    ? ""
    : paying
      ? short(paid, 3)
      : `×\u2009${short(now.rows[p - 1][side], 3)}`;
  signs.tag.classList.toggle("ts-paid", Boolean(paying));
}

// ---- a place ------------------------------------------------------------------------

function drawPlace(now, planned, place, pick) {
  const [x, y] = planned.places[place];
  const { half, tall, across } = planned;
  const box = { x: x - half, y: y - tall, width: 2 * half, height: 2 * tall };
  const round = now.net.nodes[place].p ? tall : 4;
  const name = across
    ? { x, y: y - tall - 10, class: "ts-name" }
    : { x: x - half - 5, y, class: "ts-name ts-end" };
  const debt = across
    ? { x, y: y + tall + 11, class: "ts-debt" }
    : { x: x + half + 4, y, class: "ts-debt ts-start" };
  const parts = {
    body: svg("rect", { ...box, rx: round, class: "ts-body" }),
    value: svg("text", { x, y, class: "ts-value" }),
    name: svg("text", name, made(now, place, !across || half < 24)),
    debt: svg("text", debt),
  };
  const group = svg(
    "g",
    {
      class: "ts-place",
      role: "button",
      tabindex: "-1",
      onclick: () => pick(place),
      onkeydown: (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        pick(place);
      },
    },
    parts.body,
  );
  const words = [parts.value, parts.name, parts.debt];
  const texts = svg("g", { class: "ts-texts", "aria-hidden": "true" }, words);
  group.dataset.lmSuppressShortcuts = "true";
  return { group, texts, ...parts };
}

function updatePlace(signs, now, place, picked, digits) {
  const { p } = now.net.nodes[place];
  const born = !p || p <= now.forward;
  const value = valueAt(now, place);
  const debt = now.flow?.debts[place];
  const reached = debt != null && (debt !== 0 || now.ended);
  const settled = now.inCells ? reached : now.ended && reached;
  const wrong = settled && !close(debt, now.right[place]);
  const here = p ? now.here === p : false;
  signs.value.textContent = born ? brief(value, digits) : "";
  signs.debt.textContent = reached ? `${brief(debt, digits)}${wrong ? " ✗" : ""}` : "";
  change(signs.group, {
    class: `ts-place ${born ? "" : "ts-unborn"} ${here ? "ts-here" : ""}`,
    "aria-pressed": String(picked),
    "aria-label":
      called(now, place) +
      (born ? `, value ${short(value)}` : ", not yet computed") +
      (reached ? `, derivative ${short(debt)}${wrong ? ", wrong" : ""}` : ""),
  });
}

// ---- the whole ----------------------------------------------------------------------

/** The signs in layers: the red ways lowest, then lines, numbers, and the places. */
function layered(planned, edges, places) {
  const layer = (name, names) => {
    const parts = edges.flatMap((signs) => names.map((part) => signs[part]));
    return svg("g", { class: name }, parts);
  };
  const { width, high } = planned;
  const room = { width, height: high, viewBox: `0 0 ${width} ${high}` };
  return svg(
    "svg",
    { class: "ts-picture", role: "group", ...room },
    layer("ts-back", ["red", "tip"]),
    layer("ts-forth", ["line", "head"]),
    layer("ts-tags", ["tag"]),
    places.flatMap(({ group, texts }) => [group, texts]),
  );
}

const KEYS = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** One stop for Tab; an arrow key goes to the next place in its direction. */
function walked(node, places, spots) {
  const enter = (i) => {
    places.forEach(({ group }, k) => change(group, { tabindex: k === i ? "0" : "-1" }));
  };
  node.addEventListener("keydown", (event) => {
    const here = places.findIndex(({ group }) => group === event.target);
    if (here < 0 || !KEYS[event.key]) return;
    event.preventDefault();
    const [ux, uy] = KEYS[event.key];
    const far = spots.map(([x, y]) => {
      const [dx, dy] = [x - spots[here][0], y - spots[here][1]];
      const ahead = dx * ux + dy * uy;
      return ahead > 1 ? ahead + 2 * Math.abs(dx * uy + dy * ux) : Infinity;
    });
    const next = far.indexOf(Math.min(...far));
    if (far[next] === Infinity) return;
    enter(next);
    places[next].group.focus();
  });
  enter(0);
  return node;
}

/** The picture of a program in a room; `update` brings it to a step. */
export function picture(now, width, height, pick) {
  const planned = plan(now.net, width, height);
  const edges = now.net.edges.map((_, e) => drawEdge(now.net, planned, e));
  const places = now.net.nodes.map((_, place) => drawPlace(now, planned, place, pick));
  const node = walked(layered(planned, edges, places), places, planned.places);
  function update(next, picked) {
    const largest = next.net.edges.map(({ p, side, to }) =>
      Math.abs((next.right[to] ?? 0) * next.rows[p - 1][side]),
    );
    const most = Math.max(...largest, 1e-12);
    edges.forEach((signs, e) => updateEdge(signs, next, e, most, planned));
    places.forEach((signs, i) =>
      updatePlace(signs, next, i, i === picked, planned.digits),
    );
  }
  return { node, update };
}
