// The words of a tower in a row, to choose the one that is followed.

import { quoted } from "../figure.js";

/** Draw the row; gives back where it ends. */
export function chips(s, m, label, names, r, tower, verb) {
  const { colours } = m;
  s.note("who", label, 0, 14, { size: 13 });
  let [x, y] = [s.measure(label, 13) + 10, 2];
  const first = m.narrow ? 0 : x;
  names.forEach((word, i) => {
    const w =
      s.measure(word, 14.5, i === r ? 700 : 400, s.serif) + (m.narrow ? 16 : 20);
    if (x + w > m.W) [x, y] = [first, y + 29];
    s.box(`chip ${i}`, x, y, w, 24, {
      r: 12,
      fill: i === r ? colours.glow : colours.raised,
      stroke: i === r ? colours.active : colours.rule,
      lw: i === r ? 2 : 1,
    });
    s.word(`word ${tower} ${i}`, word, x + w / 2, y + 12, {
      align: "center",
      size: 14.5,
      weight: i === r ? 700 : 400,
    });
    s.hit(
      `chip ${i}`,
      `${verb} ${quoted(word)}`,
      [x, y - 2, w, 28],
      () => m.follow(i),
      { group: label, pressed: i === r },
    );
    x += w + 5;
  });
  return y + 26;
}
