// Small things that the parts of the machine share.

export const clamp = (x, low = 0, high = 1) => Math.max(low, Math.min(high, x));
export const mix = (a, b, p) => a + (b - a) * p;
export const ease = (p) => (p < 0.5 ? 4 * p ** 3 : 1 - (-2 * p + 2) ** 3 / 2);
export const range = (n) => Array.from({ length: n }, (_, i) => i);

/** A number with a true minus sign; what is rounded to zero has none. */
export const shown = (v, digits = 2) =>
  v
    .toFixed(digits)
    .replace("-", "−")
    .replace(/^−(0\.?0*)$/, "$1");

/** The place of the largest value. */
export const largest = (values) => values.indexOf(Math.max(...values));

export const same = (a, b) => a.length === b.length && a.every((x, k) => x === b[k]);
