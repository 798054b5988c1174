// @ts-check
// Drawing one of several by chance, always alike for the same seed.

import { softmax } from "./matrices.js";
import { scattered } from "./numbers.js";

/** The places of the values, the largest first; equal ones in their order. */
export function ranking(values) {
  return Array.from(values, (_, k) => k).sort((a, b) => values[b] - values[a] || a - b);
}

/** The place that a number from 0 to 1 falls on, the places taken in this order. */
export function landing(order, probabilities, number) {
  let sum = 0;
  for (const place of order) {
    sum += probabilities[place];
    if (number < sum) return place;
  }
  return order.find((place) => probabilities[place] > 0) ?? order[0];
}

/** The number from 0 to 1 that a seed gives for the n-th draw. */
export function lot(seed, n) {
  return scattered((seed + 1) * 7919 + n * 104729);
}

/** The probabilities of scores at a temperature; at 0 the highest score has it all. */
export function heated(scores, temperature) {
  if (temperature > 0) return softmax(scores.map((score) => score / temperature));
  const first = scores.indexOf(Math.max(...scores));
  return Array.from(scores, (_, k) => Number(k === first));
}
