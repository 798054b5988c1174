// The pictures along a line of sums, the masks with their weights, and the two bags.

import { change, svg, written } from "../figure.js";
import { after, counted, range, storeys } from "./model.js";

const HIGH = 252; // of the line and its two lanes
const LANE = 20; // for the words above and below
const AXIS = 34; // between the lanes
const COUNTS = ["no point", "one", "two", "three", "four"];

// ---- pictures and masks ---------------------------------------------------------------

/** A picture of points in a row, as black in a dark page as in a light one. */
export function strip(points, x, y, cell) {
  const width = points.length * cell;
  const squares = points
    .map((black, i) => (black ? `M${x + i * cell} ${y}h${cell}v${cell}h${-cell}z` : ""))
    .join("");
  const bars = points
    .slice(1)
    .map((_, i) => `M${x + (i + 1) * cell} ${y}v${cell}`)
    .join("");
  const frame = { x, y, width, height: cell };
  return [
    svg("rect", { class: "oe-white", ...frame }),
    svg("path", { class: "oe-black", d: squares }),
    svg("path", { class: "oe-bars", d: bars }),
    svg("rect", { class: "oe-edge", ...frame, rx: 1 }),
  ];
}

/** A row of squares with those lit that a mask asks about. */
function maskOf(set, n, x, y, cell) {
  return Array.from({ length: n }, (_, i) =>
    svg("rect", {
      class: set.includes(i) ? "oe-asked" : "oe-unasked",
      x: x + i * cell,
      y,
      width: cell - 1.5,
      height: cell - 1.5,
      rx: 1.5,
    }),
  );
}

// ---- the line of sums -----------------------------------------------------------------

/** Where each picture stands after each pass, and how large it can be. */
function lanes(run, width) {
  const [low, high] = range(run);
  const n = run.pictures[0].length;
  const margin = n * 5 + 6;
  const x = (sum) => margin + ((sum - low) / (high - low)) * (width - 2 * margin);
  const sides = [true, false].map((yes) =>
    run.pictures.map((_, i) => i).filter((i) => run.wanted[i] === yes),
  );
  const passes = run.weights.map((_, at) => {
    const { sums } = after(run, at);
    return sides.map((side) =>
      storeys(
        side.map((i) => x(sums[i])),
        n * 9 + 6,
      ),
    );
  });
  const most = [0, 1].map(
    (lane) => 1 + Math.max(0, ...passes.flatMap((both) => both[lane])),
  );
  const pitch = Math.min(17, (HIGH - 2 * LANE - AXIS) / (most[0] + most[1]));
  const axis = LANE + (HIGH - 2 * LANE - AXIS) * (most[0] / (most[0] + most[1]));
  return { low, high, x, sides, passes, pitch, axis: axis + AXIS / 2, n };
}

/** The ground: what says yes, the line with its numbers, and the words. */
function ground({ low, high, x, axis }, width) {
  const edge = x(0.5);
  const stride = [1, 2, 5, 10].find((step) => (high - low) / step <= width / 46);
  const ticks = [];
  for (let sum = Math.ceil(low / stride) * stride; sum <= high; sum += stride) {
    const word = svg("text", { class: "oe-tick", x: x(sum), y: axis }, written(sum));
    ticks.push(word);
  }
  const [above, below] = [axis - AXIS / 2 + 4, axis + AXIS / 2 - 4];
  const foot = { y: HIGH - 9 };
  return [
    svg("rect", { class: "oe-yes", x: edge, y: 0, width: width - edge, height: HIGH }),
    svg("path", { class: "oe-axis", d: `M0 ${above}H${width}M0 ${below}H${width}` }),
    ...ticks,
    svg("text", { class: "oe-side oe-up", x: 2, y: 9 }, "deserve a yes"),
    svg("text", { ...foot, class: "oe-side oe-down", x: 2 }, "deserve a no"),
    edge > 200 &&
      svg("text", { ...foot, class: "oe-said oe-left", x: edge - 8 }, "says no"),
    svg("text", { ...foot, class: "oe-said oe-left", x: width - 6 }, "says yes"),
  ];
}

/** A picture that moves along the line: ringed where wrong, lit where corrected. */
function card(points, cell) {
  const width = points.length * cell;
  const around = (by) => ({
    x: -width / 2 - by,
    y: -cell / 2 - by,
    width: width + 2 * by,
    height: cell + 2 * by,
    rx: 2,
  });
  return svg(
    "g",
    { class: "oe-card" },
    svg("rect", { class: "oe-lit", ...around(2.5) }),
    strip(points, -width / 2, -cell / 2, cell),
    svg("rect", { class: "oe-wrong", ...around(2.2) }),
  );
}

/** The line with all pictures; `show` moves them to where they stand after a pass. */
export function line(run, width) {
  const plan = lanes(run, width);
  const cell = Math.max(5, Math.min(9, plan.pitch - 5));
  const cards = run.pictures.map((points) => card(points, cell));
  const art = svg("svg", {
    class: "tb-drawing",
    role: "img",
    viewBox: `0 0 ${width} ${HIGH}`,
    height: HIGH,
  });
  art.append(...ground(plan, width), ...cards);
  function show(now) {
    const lit = now.bags ? [] : now.corrected;
    plan.sides.forEach((side, lane) =>
      side.forEach((i, k) => {
        const up = AXIS / 2 + plan.pitch * (plan.passes[now.at][lane][k] + 0.5) - 2;
        const y = plan.axis + (lane === 0 ? -up : up);
        cards[i].style.transform = `translate(${plan.x(now.sums[i])}px, ${y}px)`;
        cards[i].classList.toggle("oe-is-wrong", now.wrong[i]);
        cards[i].classList.toggle("oe-is-lit", lit.includes(i));
      }),
    );
    change(art, { "aria-label": told(run, now) });
  }
  return { art, show };
}

/** What an eye finds on the line, in words. */
function told(run, now) {
  const words = (i) =>
    `${run.pictures[i].join("")} at ${written(now.sums[i])}` +
    (now.wrong[i] ? ", wrong" : "");
  const listing = (yes) =>
    run.pictures.flatMap((_, i) => (run.wanted[i] === yes ? [words(i)] : []));
  return (
    `The pictures along the line of sums. Deserve a yes: ${listing(true).join("; ")}. ` +
    `Deserve a no: ${listing(false).join("; ")}.`
  );
}

// ---- the weights ----------------------------------------------------------------------

const [ACROSS, DOWN] = [54, 55];

/** The masks by size with their weights; with bags, how often each counts in either. */
export function weights(run, now, width) {
  const n = run.pictures[0].length;
  const largest = Math.max(1, ...now.weights.map(Math.abs));
  const counts = now.bags && [true, false].map((yes) => counted(run, yes));
  const sizes = [...new Set(run.sets.map((set) => set.length))];
  const [cell, high] = [9, DOWN * Math.max(4, sizes.length)];
  const across = Math.min(ACROSS, width / 6);
  const tiles = sizes.flatMap((size, row) => {
    const members = run.sets.flatMap((set, j) => (set.length === size ? [j] : []));
    const left = (width - across * members.length) / 2;
    return members.flatMap((j, k) => {
      const [x, y] = [left + across * (k + 0.5), 2 + DOWN * row];
      const value = now.weights[j];
      const share = (58 * Math.abs(value)) / largest;
      const tone = value > 0 ? "oe-more" : "oe-less";
      const box = { x: x - 20, y: y + 11, width: 40, height: 20, rx: 1 };
      return [
        ...maskOf(run.sets[j], n, x - (n * cell) / 2, y, cell),
        svg("rect", { ...box, class: "oe-cell" }),
        svg("rect", { ...box, class: tone, "fill-opacity": share / 100 }),
        svg("text", { class: "oe-weight", x, y: y + 21 }, written(value)),
        counts &&
          svg(
            "text",
            { class: "oe-count", x, y: y + 41 },
            `${counts[0][j]} = ${counts[1][j]}`,
          ),
      ];
    });
  });
  const named = run.sets.map((set, j) => `${COUNTS[set.length]} ${now.weights[j]}`);
  const about = {
    class: "tb-drawing",
    role: "img",
    viewBox: `0 0 ${width} ${high}`,
    height: high,
    "aria-label": `The masks by their number of points, with their weights: ${named.join(", ")}`,
  };
  return svg("svg", about, tiles.filter(Boolean));
}

// ---- how it went ----------------------------------------------------------------------

/** An arc from the last pass back to the one whose weights have returned. */
function wayBack(from, to, y) {
  const wide = Math.max(12, (from - to) / 2);
  const middle = (from + to) / 2;
  return `M${from} ${y}C${middle + wide} ${y - 34} ${middle - wide} ${y - 34} ${to} ${y}`;
}

/** How many were right after each pass; weights that return lead back. */
export function progress(run, now, width) {
  const [high, left, right] = [70, 26, 18];
  const last = run.right.length - 1;
  const x = (at) => left + (at / last) * (width - left - right);
  const y = (count) => 56 - (count / run.pictures.length) * 44;
  const path = run.right.map((count, at) => `${at ? "L" : "M"}${x(at)} ${y(count)}`);
  const all = run.pictures.length;
  const returns = now.bags ? wayBack(x(last), x(run.from), y(run.right[last])) : "";
  const about = {
    class: "tb-drawing",
    role: "img",
    viewBox: `0 0 ${width} ${high}`,
    height: high,
    "aria-label": `Right after each pass, of ${all}: ${run.right.join(", ")}`,
  };
  return svg("svg", about, [
    svg("path", { class: "oe-goal", d: `M${left} ${y(all)}H${width - right}` }),
    svg("path", { class: "oe-axis", d: `M${left} 56H${width - right}` }),
    svg("text", { class: "oe-tick oe-left", x: left - 6, y: y(all) }, String(all)),
    svg("text", { class: "oe-tick oe-left", x: left - 6, y: 56 }, "0"),
    svg("path", { class: "oe-went", d: path.join("") }),
    svg("path", { class: "oe-returns", d: returns }),
    svg("circle", { class: "oe-now", cx: x(now.at), cy: y(now.right), r: 5 }),
  ]);
}

// ---- the bags -------------------------------------------------------------------------

const BAG = 100; // high

/** The outline of a bag with a narrow neck. */
function jar(width) {
  return (
    `M19 18h${width - 38}q-10 9 2 17q14 7 14 22v${BAG - 76}q0 14-14 14` +
    `h${32 - width}q-14 0-14-14v${76 - BAG}q0-15 14-22q12-8 0-17z`
  );
}

/** The pictures of a bag in rows, with the number of copies if there are several. */
function content(run, now, inside, width) {
  const several = inside.some((i) => now.bags[i] > 1);
  const n = run.pictures[0].length;
  const spare = several ? 30 : 6; // beside each picture
  const most = several ? 3 : 4;
  const across = Math.max(
    2,
    Math.min(most, Math.floor((width - 26) / (n * 8 + spare))),
  );
  const cell = Math.min(9, ((width - 26) / across - spare) / n);
  const room = n * cell + (several ? spare : Math.min(14, width / 20));
  const step = inside.length > 3 * across ? 14 : 18;
  return inside.flatMap((i, k) => {
    const row = Math.floor(k / across);
    const many = Math.min(across, inside.length - row * across);
    const x = width / 2 + ((k % across) - (many - 1) / 2) * room;
    const start = x - (n * cell) / 2 + (several ? 11 : 0);
    const y = 40 + step * row;
    const words = { class: "oe-tick oe-left", x: start - 4, y: y + cell / 2 };
    const copies = several ? [svg("text", words, `${now.bags[i]} ×`)] : [];
    return [...copies, ...strip(run.pictures[i], start, y, cell)];
  });
}

/** One bag with the pictures that were corrected, and how often; or still empty. */
export function bag(run, now, yes, width) {
  const inside = now.bags
    ? run.pictures.flatMap((_, i) => (run.wanted[i] === yes && now.bags[i] ? [i] : []))
    : [];
  const kind = yes ? "yes-pictures" : "no-pictures";
  const said = inside.map((i) => `${now.bags[i]} times ${run.pictures[i].join("")}`);
  const about = {
    class: `tb-drawing oe-bag ${yes ? "oe-up" : "oe-down"} ${now.bags ? "" : "oe-empty"}`,
    role: "img",
    viewBox: `0 0 ${width} ${BAG}`,
    height: BAG,
    "aria-label": `The bag of ${kind}: ${said.join(", ") || "still empty"}`,
  };
  return svg("svg", about, [
    svg("path", { class: "oe-jar", d: jar(width) }),
    svg("text", { class: "oe-side", x: width / 2, y: 8 }, `bag of ${kind}`),
    ...content(run, now, inside, width),
  ]);
}
