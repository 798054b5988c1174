// The plane: examples to drag and flip, the line, and the arrows of one correction.

import { change, html, svg, written } from "../figure.js";
import { crossing, dot, MOST, positiveSide, TENTHS } from "./model.js";
import { pointWords, WORDS } from "./words.js";

const HALF = 2.2;
const EDGE = 24; // the room for numbers to the left of the plane and below it
const REACH = 1.75; // how far the longest arrow goes
const MOVES = {
  ArrowLeft: [-0.1, 0],
  ArrowRight: [0.1, 0],
  ArrowUp: [0, 0.1],
  ArrowDown: [0, -0.1],
};

const small = (x, y, text) => svg("text", { x, y, class: "tb-small" }, text);
const joined = (places) =>
  places.map(([x, y], i) => `${i ? "L" : "M"}${x} ${y}`).join("");
const plainly = (weights) => weights.map((w) => w / TENTHS);
const kept = (value) => Math.round(Math.max(-2, Math.min(2, value)) * TENTHS) / TENTHS;

/** An arrow from place to place, in pixels. */
function arrow([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 3) return "";
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const wing = (side) => [x2 - 9 * ux - side * 4.5 * uy, y2 - 9 * uy + side * 4.5 * ux];
  return joined([[x1, y1], [x2, y2], wing(1), wing(-1), [x2, y2]]);
}

/** What is drawn of the line and the arrows. */
function shapes() {
  const path = (names) => svg("path", { class: names });
  return {
    side: path("ll-side"),
    before: path("ll-line ll-before"),
    line: path("ll-line ll-now-line"),
    old: path("ll-arrow ll-old"),
    added: path("ll-arrow ll-added"),
    now: path("ll-arrow ll-new"),
    names: svg("g", { class: "ll-names" }),
  };
}

/** The arrows w, y·x and new w, from the middle of the plane, all to one scale. */
function showArrows({ old, added, now, names }, at, { last, weights }, x) {
  const plain = (w) => [w[0] / TENTHS, w[1] / TENTHS];
  const [from, to] = [plain(last?.before ?? [0, 0]), plain(weights)];
  const longest = Math.max(Math.hypot(...from), Math.hypot(...to), 0.01);
  const scale = Math.min(1, REACH / longest);
  const place = ([a, b]) => at([a * scale, b * scale]);
  const home = at([0, 0]);
  change(old, { d: last ? arrow(home, place(from)) : "" });
  change(added, { d: last ? arrow(place(from), place(to)) : "" });
  change(now, { d: arrow(home, place(to)) });
  const [tip, middle] = [place(to), place(from.map((v, i) => (v + to[i]) / 2))];
  const words = last ? (x > 0 ? "+ x" : "− x") : "";
  names.replaceChildren(
    ...(Math.hypot(...to)
      ? [svg("text", { x: tip[0] + 13, y: tip[1] - 13 }, "w")]
      : []),
    svg("text", { x: middle[0] + 14, y: middle[1] - 9, class: "ll-plus-x" }, words),
  );
}

/** What the pointer and the keys do to one example. */
function handling(figure, i, { place, flip, inPlane }) {
  let held = null;
  const point = () => figure.get("points")[i];
  return {
    onpointerdown: (event) => {
      event.preventDefault();
      event.currentTarget.focus({ preventScroll: true });
      event.currentTarget.setPointerCapture(event.pointerId);
      const [x, y] = inPlane(event);
      held = { dx: point().x1 - x, dy: point().x2 - y, from: event, moved: false };
    },
    onpointermove: (event) => {
      if (!held) return;
      const { clientX, clientY } = held.from;
      held.moved ||= Math.hypot(event.clientX - clientX, event.clientY - clientY) > 4;
      if (!held.moved) return;
      const [x, y] = inPlane(event);
      place(i, x + held.dx, y + held.dy);
    },
    onpointerup: () => {
      if (held && !held.moved) flip(i);
      held = null;
    },
    onpointercancel: () => {
      held = null;
    },
    onkeydown: (event) => {
      const move = MOVES[event.key]?.map((by) => by * (event.shiftKey ? 5 : 1));
      if (move) place(i, point().x1 + move[0], point().x2 + move[1]);
      else if (event.key === "Enter" || event.key === " ") flip(i);
      else return;
      event.preventDefault();
    },
  };
}

/** One example: a disc with its sign, its number beside it. */
function mark(figure, i, acts) {
  const group = svg(
    "g",
    { tabindex: "0", role: "button", ...handling(figure, i, acts) },
    svg("circle", { r: 22, class: "ll-touch" }),
    svg("circle", { r: 17, class: "ll-ring" }),
    svg("circle", { r: 11.5, class: "ll-dot" }),
    svg("text", { class: "tb-small", x: 21, y: -13 }),
    svg("text", { class: "ll-sign" }),
  );
  group.dataset.lmSuppressShortcuts = "true";
  return group;
}

/** The axes with their numbers. */
function axesOf(px, size) {
  return [
    svg("path", { d: `M0 ${px(0)}H${size}M${px(0)} 0V${size}` }),
    ...[-2, -1, 1, 2].flatMap((value) => [
      small(px(value), size + EDGE / 2, written(value)),
      small(-EDGE / 2, px(-value), written(value)),
    ]),
    small(size - 12, px(0) - 12, "x₁"),
    small(px(0) + 14, 12, "x₂"),
  ];
}

/** What moving and flipping does; who looks at the end goes on looking at the end. */
function actsOn(figure, { now, at: step }, ground) {
  const alter = (i, values) => {
    const points = structuredClone(figure.get("points"));
    Object.assign(points[i], values);
    figure.set({ points, mistakes: step() === now().path.length ? MOST : step() });
  };
  return {
    place: (i, x1, x2) => alter(i, { x1: kept(x1), x2: kept(x2) }),
    flip: (i) => alter(i, { y: -figure.get("points")[i].y }),
    inPlane: ({ clientX, clientY }) => {
      const box = ground.getBoundingClientRect();
      return [
        ((clientX - box.left) / box.width) * 2 * HALF - HALF,
        HALF - ((clientY - box.top) / box.height) * 2 * HALF,
      ];
    },
  };
}

/** The examples where they stand, with their labels and whether they are right. */
function showMarks(marks, points, { px, last, weights, examples }) {
  points.forEach(({ x1, x2, y }, i) => {
    const right = y * dot(weights, examples[i]) > 0;
    const group = marks.children[i];
    group.lastChild.textContent = y > 0 ? "+" : "−";
    const name = group.children[3];
    name.textContent = right ? String(i + 1) : `${i + 1} ✗`;
    const rim = px(x1) > px(HALF) - 52; // at the right rim it stands left of its disc
    change(name, { x: rim ? -21 : 21, "text-anchor": rim ? "end" : "start" });
    const kind = y > 0 ? "ll-plus" : "ll-minus";
    const taught = last?.example === i ? "ll-taught" : "";
    change(group, {
      transform: `translate(${px(x1)} ${px(-x2)})`,
      class: `ll-point tb-pressable ${kind} ${taught}`,
      "aria-label": pointWords(i, points[i], right),
    });
  });
}

/** The drawing of the plane, empty. */
function emptyPlane() {
  const art = shapes();
  const [axes, marks] = [svg("g", { class: "ll-axes" }), svg("g", {})];
  const ground = svg("rect", { rx: 8, class: "ll-ground" });
  const drawing = svg(
    "svg",
    { class: "tb-drawing ll-plane", role: "group", "aria-label": WORDS.plane },
    [ground, art.side, axes, art.before, art.line, art.old, art.added, art.now],
    [marks, art.names],
  );
  return { art, axes, marks, ground, drawing, frame: html("div", {}, drawing) };
}

/** The plane, which follows the settings. */
export function plane(figure, shared) {
  const { art, axes, marks, ground, drawing, frame } = emptyPlane();
  const acts = actsOn(figure, shared, ground);
  let size = 0;
  const px = (value) => ((value + HALF) / (2 * HALF)) * size;
  const at = ([x, y]) => [px(x), px(-y)];
  function update() {
    const points = figure.get("points");
    const { path, examples, labels } = shared.now();
    const last = path[shared.at() - 1];
    const weights = last?.after ?? [0, 0, 0];
    while (marks.children.length > points.length) marks.lastChild.remove();
    while (marks.children.length < points.length)
      marks.append(mark(figure, marks.children.length, acts));
    showMarks(marks, points, { px, last, weights, examples });
    const line = (w) => joined(crossing(plainly(w), HALF).map(at));
    change(art.line, { d: line(weights) });
    change(art.before, { d: last ? line(last.before) : "" });
    change(art.side, { d: joined(positiveSide(plainly(weights), HALF).map(at)) });
    showArrows(art, at, { last, weights }, last ? labels[last.example] : 0);
  }
  figure.fit(frame, (width) => {
    size = width - EDGE;
    change(drawing, { viewBox: `${-EDGE} 0 ${width} ${width}`, height: width });
    change(ground, { width: size, height: size });
    axes.replaceChildren(...axesOf(px, size));
    update();
  });
  figure.watch(["points", "mistakes"], () => {
    if (size) update();
  });
  return frame;
}
