// Beside the plane: the correction in numbers, and the race of the two bounds.

import { change, html, svg } from "../figure.js";
import { TENTHS } from "./model.js";
import { sign, tenths, WORDS } from "./words.js";

const [HIGH, LEFT, LOW, TOP] = [250, 34, 204, 16];
const small = (x, y, text, names = "") =>
  svg("text", { x, y, class: `tb-small ${names}` }, text);
const joined = (places) =>
  places.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");

/** A row of the strips: its name, and a cell for each number. */
function stripRow() {
  const name = html("th", { scope: "row" });
  const cells = WORDS.columns.map(() => html("td", {}));
  const row = html("tr", {}, name, cells);
  const show = (word, values, most) => {
    name.textContent = word;
    cells.forEach((cell, j) => {
      const value = values[j];
      cell.textContent = tenths(value);
      cell.className = value > 0 ? "ll-above" : value < 0 ? "ll-below" : "";
      const tint = `${((Math.abs(value) / most) * 58).toFixed(0)}%`;
      cell.style.setProperty("--tint", tint);
    });
  };
  return { row, show };
}

/** w, the example with its sign, and the new w, as strips of numbers. */
export function correction() {
  const rows = [stripRow(), stripRow(), stripRow()];
  const heads = ["", ...WORDS.columns].map((word) =>
    word ? html("th", { scope: "col" }, word) : html("td"),
  );
  const root = html(
    "table",
    { class: "ll-strips" },
    html("thead", {}, html("tr", {}, heads)),
    html(
      "tbody",
      {},
      rows.map(({ row }) => row),
    ),
  );
  const show = ({ path, examples, labels }, k) => {
    const last = path[k - 1];
    const y = last ? labels[last.example] : 1;
    const none = [0, 0, 0];
    const values = last
      ? [last.before, examples[last.example].map((x) => x * y), last.after]
      : [none, none, none];
    const names = [WORDS.before, last ? `${sign(y)} · x` : "± x", WORDS.after];
    const most = Math.max(1, ...values.flat().map(Math.abs));
    rows.forEach((row, i) => row.show(names[i], values[i], most));
  };
  return { root, show };
}

/** The scales of the race for a width. */
function scales({ path, radius, bound }, width) {
  const most = Math.max(bound ?? path.length, 4) * 1.04;
  const longest = radius * Math.sqrt(most);
  return {
    most,
    x: (n) => LEFT + (n / most) * (width - 20 - LEFT),
    y: (size) => LOW - (size / longest) * (LOW - TOP),
  };
}

/** Numbers under the axis, and the names of the lines. */
function wordsOf({ radius, best, bound }, { x, y, most }, width) {
  const marks = [0, 0.25, 0.5, 0.75].map((part) => Math.round((part * most) / 1.04));
  const found = [...new Set(marks)].map((n) => small(x(n), LOW + 14, String(n)));
  const third = most * 0.36;
  found.push(
    small(LEFT - 4, TOP - 8, WORDS.length, "ll-start"),
    small(width - 20, LOW + 34, WORDS.axis, "ll-stop"),
    small(x(third), y(radius * Math.sqrt(third)) - 14, WORDS.upper, "ll-upper"),
  );
  if (best)
    found.push(
      small(
        x(most * 0.62) + 16,
        y(best.margin * most * 0.62) + 14,
        WORDS.lower,
        "ll-lower",
      ),
      small(x(bound), LOW + 14, String(Math.floor(bound + 1e-6)), "ll-limit"),
    );
  return found;
}

/** The parts of the race, empty. */
function emptyRace() {
  const path = (names) => svg("path", { class: names });
  const art = {
    axis: path("ll-frame"),
    ceiling: path("ll-ceiling"),
    floor: path("ll-floor"),
    end: path("ll-end"),
    dots: svg("g", {}),
    words: svg("g", {}),
  };
  const drawing = svg(
    "svg",
    { class: "tb-drawing", role: "img", "aria-label": WORDS.race },
    Object.values(art),
  );
  return { art, drawing };
}

/** The length of w between what progress demands and what growth allows. */
export function race(figure, { now, at: step }) {
  const { art, drawing } = emptyRace();
  const frame = html("div", { class: "ll-race" }, drawing);
  let width = 0;
  function update() {
    const course = now();
    const [k, { path, radius, best, bound }] = [step(), course];
    const { x, y, most } = scales(course, width);
    const parts = Array.from({ length: 61 }, (_, i) => most * (i / 60) ** 2);
    const root = parts.map((n) => [x(n), y(radius * Math.sqrt(n))]);
    change(art.axis, { d: `M${LEFT} ${TOP}V${LOW}H${width - 12}` });
    change(art.ceiling, { d: joined(root) });
    const floor = best && [0, most].map((n) => [x(n), y(best.margin * n)]);
    change(art.floor, { d: best ? joined(floor) : "" });
    const meet = best && y(best.margin * bound);
    change(art.end, { d: best ? `M${x(bound)} ${LOW}V${meet}` : "" });
    art.dots.replaceChildren(
      ...path.slice(0, k).map(({ after }, i) =>
        svg("circle", {
          cx: x(i + 1),
          cy: y(Math.hypot(...after) / TENTHS),
          r: i + 1 === k ? 5 : 2.6,
          class: i + 1 === k ? "ll-now" : "ll-past",
        }),
      ),
    );
    art.words.replaceChildren(...wordsOf(course, { x, y, most }, width));
  }
  figure.fit(frame, (wide) => {
    width = wide;
    change(drawing, { viewBox: `0 0 ${width} ${HIGH}`, height: HIGH });
    update();
  });
  figure.watch(["points", "mistakes"], () => {
    if (width) update();
  });
  return frame;
}
