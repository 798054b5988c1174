// The score: the signals of a goal, what is wanted of each output, and what it does.

import { change, svg } from "../figure.js";

const [HIGH, HEAD] = [24, 18];

/** How high the score is with so many rows. */
export const heightOf = (rows) => HEAD + rows * HIGH + 4;

function cell(x, y, side, names) {
  return svg("rect", {
    x: x + 1.5,
    y: y + 1.5,
    width: side - 3,
    height: HIGH - 5,
    rx: 3,
    class: names,
  });
}

/** One row: filled where it fires; ringed where that is wanted; struck where wrong. */
function row({ name, values, due, wrong }, y, { left, step }) {
  const marks = values.flatMap((on, t) => {
    const x = left + t * step;
    const names = ["nb-cell", on && "nb-on", due?.[t] && "nb-due"];
    const bad = wrong?.includes(t);
    const [cx, cy] = [x + step / 2, y + HIGH / 2 - 1];
    const strike = `M${cx - 4} ${cy - 4}l8 8m0 -8l-8 8`;
    return [
      cell(x, y, step, names.filter(Boolean).join(" ")),
      bad && svg("path", { d: strike, class: "nb-wrong" }),
    ].filter(Boolean);
  });
  const label = { x: left - 8, y: y + HIGH / 2 - 1, class: "nb-row-name" };
  return [svg("text", label, name), ...marks];
}

/** The score as a picture; `update(time)` moves the frame of the instant. */
export function score(width, { signals, history, rows }, go) {
  const steps = Object.values(history)[0].length;
  const lines = [
    ...Object.keys(signals).map((name) => ({ name, values: history[name] })),
    ...rows.map(({ out, due, wrong }) => {
      return { name: out, values: history[out], due, wrong };
    }),
  ];
  const left = 78;
  const step = Math.min(44, (width - left - 4) / steps);
  const height = heightOf(lines.length);
  const numbers = Array.from({ length: steps }, (_, t) => {
    return svg(
      "text",
      { x: left + (t + 0.5) * step, y: 9, class: "nb-instant" },
      String(t),
    );
  });
  const now = svg("rect", {
    y: 1,
    width: step,
    height: height - 2,
    rx: 5,
    class: "nb-now",
  });
  const room = left + steps * step + 2;
  const art = svg(
    "svg",
    { viewBox: `0 0 ${room} ${height}`, width: room, height, class: "nb-score" },
    now,
    numbers,
    lines.flatMap((line, i) => row(line, HEAD + i * HIGH, { left, step })),
  );
  art.addEventListener("click", ({ clientX }) => {
    const x = clientX - art.getBoundingClientRect().left;
    go(Math.max(0, Math.min(steps - 1, Math.floor((x - left) / step))));
  });
  return { art, update: (time) => change(now, { x: left + time * step }) };
}
