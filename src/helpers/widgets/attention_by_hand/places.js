// Where the matrices of one head stand, in a wide room, in a column and on a phone.

const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
const ROWS = { w_q: 4, w_k: 4, w_v: 4, w_o: 4 };
const COLUMNS = { scores: 3, scaled: 3, weights: 3 };

/** How many rows and columns a matrix has. */
export const sizeOf = (place) => [ROWS[place] ?? 3, COLUMNS[place] ?? 4];

/** The three bands: X, the learned matrix beside it, and what they make. */
function bands({ left, top, cw, ch, gap, high }) {
  const boxes = {};
  const wide = 4 * cw;
  ["q", "k", "v"].forEach((name, i) => {
    const y = top + i * high;
    boxes[`w_${name}`] = { x: left, y, cw, ch };
    boxes[name] = { x: left + wide + gap, y: y + ch / 2, cw, ch };
  });
  return boxes;
}

/** Two blocks side by side: the projections, and what is made of them. */
function sideBySide(width) {
  const [label, ch, top, high] = [54, 24, 22, 128];
  const cw = clamp(28, Math.floor((width - 2 * label - 104) / 24), 38);
  const gap = Math.min(40, (width - 24 * cw - 2 * label - 16) / 4);
  const block = label + 12 * cw + 2 * gap + 12;
  const at = (k) => block + label + k * (4 * cw + gap);
  const grid = { y: top + 34, cw: (4 * cw) / 3, ch: 34 };
  const last = { y: top + 2 * high + ch / 2, cw, ch };
  return {
    kind: "wide",
    height: top + 3 * high - 18,
    label,
    boxes: {
      x: { x: label, y: top + high + ch / 2, cw, ch },
      ...bands({ left: label + 4 * cw + gap, top, cw, ch, gap, high }),
      scores: { x: at(0), ...grid },
      scaled: { x: at(1), ...grid },
      weights: { x: at(2), ...grid },
      z: { x: at(0), ...last },
      w_o: { x: at(1), ...last, y: last.y - ch / 2 },
      out: { x: at(2), ...last },
    },
  };
}

/** The projections, and below them scores, weights and mixtures. */
function inAColumn(width) {
  const [label, ch, gap, top, high] = [54, 24, 20, 22, 118];
  const cw = clamp(28, Math.floor((width - label - 3 * gap - 4) / 16), 38);
  const low = top + 3 * high + 28;
  const at = (k) => label + k * (4 * cw + gap);
  const grid = { y: low, cw: (4 * cw) / 3, ch: 28 };
  return {
    kind: "middle",
    height: low + 3 * 28 + 6,
    label,
    boxes: {
      x: { x: label, y: top + high + ch / 2, cw, ch },
      ...bands({ left: at(1), top, cw, ch, gap, high }),
      scores: { x: at(0), ...grid },
      scaled: { x: at(1), ...grid },
      weights: { x: at(2), ...grid },
      z: { x: at(3), y: low, cw, ch: 28 },
      w_o: { x: at(3), y: top + 2 * high, cw, ch },
      out: { x: at(3), y: top + high + ch / 2, cw, ch },
    },
  };
}

/** On a phone all of it below one another, two matrices in a row. */
function onAPhone(width, heads) {
  const [label, ch, top] = [50, 32, 24];
  const cw = clamp(26, Math.floor((width - label - 16) / 8), 34);
  const gap = width - label - 8 * cw - 3;
  const second = label + 4 * cw + gap;
  const high = 4 * ch + 24;
  const first = top + 3 * ch + 26;
  const grid = { cw: (4 * cw) / 3, ch: 32 };
  const low = first + 3 * high + 18;
  const lower = low + 3 * 32 + 40;
  const end = lower + 3 * 32 + 8;
  return {
    kind: "narrow",
    height: heads > 1 ? end + 4 * ch + 24 : end,
    label,
    boxes: {
      x: { x: label, y: top, cw, ch },
      ...bands({ left: label, top: first, cw, ch, gap, high }),
      scores: { x: label, y: low, ...grid },
      scaled: { x: second, y: low, ...grid },
      weights: { x: label, y: lower, ...grid },
      z: { x: second, y: lower, cw, ch: 32 },
      w_o: { x: label, y: end + 20, cw, ch },
      out: { x: second, y: end + 20 + ch / 2, cw, ch },
    },
  };
}

/** All places for a width: `boxes` by name, the room for the words, and the height. */
export function layout(width, heads) {
  if (width >= 860) return sideBySide(width);
  return width >= 580 ? inAColumn(width) : onAPhone(width, heads);
}

/** The middle of a cell's edge: "left", "right", or the middle of the cell itself. */
export function spot({ x, y, cw, ch }, row, column, side = "middle") {
  const part = { left: 0, middle: 0.5, right: 1 }[side];
  return [x + (column + part) * cw, y + (row + 0.5) * ch];
}
