// @ts-check
// The square, the sheet that is lifted, the plane, and what lies on either side.

import { svg } from "../figure.js";
import {
  answers,
  camera,
  CORNERS,
  firing,
  otherwise,
  planePolygon,
  yesIsNear,
} from "./model.js";

const ROWS = 40; // strips of the sheet
const LINES = 6; // lines across it, either way

const at = ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`;
const shape = (places) => `M${places.map(at).join("L")}z`;

/** The sheet's strips on one side of the plane, as one path. */
function sheet({ weights, theta, lift }, see, yes) {
  let path = "";
  for (let row = 0; row < ROWS; row += 1) {
    const [low, high] = [row / ROWS, (row + 1) / ROWS];
    const stretch = firing(weights, theta, (low + high) / 2, lift);
    const mine = yes ? stretch : otherwise(stretch);
    if (!mine) continue;
    const [from, to] = mine;
    const corner = (a, b) => see([a, b, lift * a * b]);
    path += shape([
      corner(from, low),
      corner(to, low),
      corner(to, high),
      corner(from, high),
    ]);
  }
  return path;
}

/** The lines of the sheet on one side of the plane: straight ones, cut where it cuts. */
function ribs({ weights, theta, lift }, see, yes) {
  let path = "";
  for (let k = 0; k <= LINES; k += 1) {
    const fixed = k / LINES;
    for (const along of [0, 1]) {
      const [wa, wb, wc] = weights;
      const turned = along ? [wb, wa, wc] : weights;
      const stretch = firing(turned, theta, fixed, lift);
      const mine = yes ? stretch : otherwise(stretch);
      if (!mine) continue;
      const ends = mine.map((free) => {
        const [a, b] = along ? [fixed, free] : [free, fixed];
        return see([a, b, lift * a * b]);
      });
      path += `M${ends.map(at).join("L")}`;
    }
  }
  return path;
}

/** A point with its stem, its sign, its name, and a ring if it is answered wrongly. */
function spot(point, see, small) {
  const { a, b, height, wanted, answer, name } = point;
  const [x, y] = see([a, b, height]);
  const [, foot] = see([a, b, 0]);
  const r = small ? 5 : 10;
  const wrong = answer !== wanted;
  const parts = [
    height > 0 && svg("path", { class: "lx-stem", d: `M${at([x, foot])}V${y + r}` }),
    wrong && svg("circle", { class: "lx-wrong", cx: x, cy: y, r: r * 1.7 }),
    svg("circle", { class: "lx-mark", cx: x, cy: y, r }),
    !small && svg("text", { class: "lx-name", x, y: y + 2.2 * r + 2 }, name),
  ];
  return svg("g", { class: wanted ? "lx-wanted" : "lx-unwanted" }, parts);
}

/** What lies on one side of the plane. */
function side(state, see, points, yes, small) {
  return svg(
    "g",
    { class: yes ? "lx-yes" : "lx-no" },
    svg("path", { class: "lx-sheet", d: sheet(state, see, yes) }),
    svg("path", { class: "lx-rib", d: ribs(state, see, yes) }),
    points.filter(({ answer }) => answer === yes).map((p) => spot(p, see, small)),
  );
}

/** The plane, and on the floor where it would stand. */
function plane({ weights, theta }, see) {
  const polygon = planePolygon(weights, theta).map(see);
  return polygon.length ? svg("path", { class: "lx-plane", d: shape(polygon) }) : null;
}

/** The axes: a and b along the floor, and the height. */
function axes(see, lift) {
  const end = 1.24;
  const [na, nb] = [see([end + 0.12, 0, 0]), see([0, end + 0.12, 0])];
  const [from, toA, toB] = [see([0, 0, 0]), see([end, 0, 0]), see([0, end, 0])];
  const up = see([1.06, 1.06, lift * 0.5]);
  const floor = CORNERS.map(([a, b]) => see([a, a ? 1 - b : b, 0]));
  return [
    svg("path", { class: "lx-floor", d: shape(floor) }),
    svg("path", { class: "lx-axis", d: `M${at(toA)}L${at(from)}L${at(toB)}` }),
    svg("text", { class: "lx-letter", x: na[0], y: na[1] }, "a"),
    svg("text", { class: "lx-letter", x: nb[0], y: nb[1] }, "b"),
    lift > 0.3 && svg("text", { class: "lx-letter", x: up[0] + 14, y: up[1] }, "a·b"),
  ];
}

/** All of it, as the children of an SVG element of this size. */
export function scene(state, width, height, small = false) {
  const { see: unscaled, towards } = camera(state.turn, state.tilt);
  const scale = Math.min(width / 2.05, height / 1.85);
  const see = (place) => {
    const [x, y] = unscaled(place);
    return [width / 2 + x * scale, height / 2 + y * scale];
  };
  const points = answers(state);
  const near = yesIsNear(state.weights, towards);
  return [
    ...(small ? [] : axes(see, state.lift)),
    side(state, see, points, !near, small),
    small ? null : plane(state, see),
    side(state, see, points, near, small),
  ]
    .flat()
    .filter(Boolean);
}

/** What an eye finds, in words. */
export function told(state) {
  const points = answers(state).map(
    ({ name, height, answer, wanted }) =>
      `${name} at height ${height.toFixed(2)}, answered ${answer ? "yes" : "no"}` +
      `${answer === wanted ? "" : ", wrongly"}`,
  );
  return `The four points, and a plane between yes and no: ${points.join("; ")}.`;
}
