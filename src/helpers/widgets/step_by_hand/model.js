// The worked example: a cell of three units, two inputs and one output, with ReLU.
// Arithmetic only: tests/cases/step_by_hand.json holds it.

const dot = (a, b) => a.reduce((sum, value, i) => sum + value * b[i], 0);
const apply = (matrix, x) => matrix.map((row) => dot(row, x));
const turned = (matrix) => matrix[0].map((_, j) => matrix.map((row) => row[j]));

export const EXAMPLE = {
  U: [
    [1, 0],
    [0, 1],
    [-1, 0],
  ],
  W: [
    [0, 1, 0],
    [0, 0, 1],
    [1, 0, 0],
  ],
  V: [[1, 0, -1]],
  start: [1, 0, 0],
};

/** Every number of the example, time by time, and the gradients of the last output. */
export function example(inputs) {
  const { U, W, V, start } = EXAMPLE;
  const steps = [{ h: start }];
  for (const x of inputs) {
    const before = steps.at(-1).h;
    const [fromState, fromInput] = [apply(W, before), apply(U, x)];
    const total = fromState.map((value, i) => value + fromInput[i]);
    const h = total.map((value) => Math.max(0, value));
    steps.push({ x, before, fromState, fromInput, total, h, o: dot(V[0], h) });
  }
  let dh = V[0];
  for (let t = inputs.length; t >= 0; t -= 1) {
    steps[t].dh = dh;
    if (t > 0)
      dh = apply(
        turned(W),
        dh.map((g, i) => (steps[t].total[i] > 0 ? g : 0)),
      );
  }
  return steps;
}
