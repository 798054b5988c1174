// @ts-check
// A picture of 28 rows of digits, from white 0 to black 9, and what a brush does to it.

export const SIDE = 28; // pixels along the picture
export const BLANK = Array.from({ length: SIDE }, () => "0".repeat(SIDE));

/** The ink of the picture, row after row, from 0 to 1. */
export function ink(picture) {
  return Float32Array.from(picture.join(""), (digit) => Number(digit) / 9);
}

/** The picture after a touch of the brush, or of the eraser, at a point in pixels. */
export function touched(picture, x, y, erase) {
  return picture.map((row, i) =>
    [...row]
      .map((digit, j) => {
        const distance = Math.hypot(j + 0.5 - x, i + 0.5 - y);
        if (erase) return distance < 2 ? "0" : digit;
        const fresh = Math.round(9 * Math.max(0, Math.min(1, 1.75 - distance)));
        return String(Math.max(fresh, Number(digit)));
      })
      .join(""),
  );
}

/** The picture after a straight stroke, of so many touches for each pixel's length. */
export function stroked(picture, from, to, erase = 0, touches = 2) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const steps = Math.max(1, Math.ceil(touches * length));
  let now = picture;
  for (let k = 1; k <= steps; k += 1) {
    const [x, y] = from.map((start, i) => start + ((to[i] - start) * k) / steps);
    now = touched(now, x, y, erase);
  }
  return now;
}

/** The picture moved by whole pixels; what leaves the frame is lost. */
export function moved(picture, down, right) {
  const pixel = (i, j) => picture[i - down]?.[j - right] ?? "0";
  return picture.map((row, i) => [...row].map((_, j) => pixel(i, j)).join(""));
}

/** The first row of the picture that is not made of digits, in a sentence. */
export function problem({ picture }) {
  const bad = picture.findIndex((row) => !/^[0-9]+$/.test(row));
  return bad < 0 ? null : `picture[${bad}] must be made of digits from 0 to 9.`;
}
