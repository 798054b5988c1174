// Where the reader is: the way into the machine as a list of views, and as a text.
// "" is the whole; "decoder" a stack; "decoder.2" a layer; "decoder.2.cross.3" a head; "beams" the beams;
// after a slash follow numbers: "decoder.2.cross.3/D1.cross.s:4:5:2/…".

const VIEW = /^(encoder|decoder)\.([1-9])(?:\.(self|cross)\.([1-9]\d?))?$/;
const NUMBER = /^([A-Z]\d?(?:\.[a-z]+\d?)+):(\d+):(\d+)(?::(\d+))?$/;
const WEIGHT = /^([a-z][\w.]+):(\d+):(\d+)$/;

const whole = { level: "machine" };

function numberAt(text) {
  const number = NUMBER.exec(text);
  if (number) {
    const [, site, i, k, h] = number;
    return { site, i: Number(i), k: Number(k), h: Number(h ?? 0) };
  }
  const weight = WEIGHT.exec(text);
  if (!weight) return null;
  return { weight: weight[1], row: Number(weight[2]), column: Number(weight[3]) };
}

function views(text) {
  if (text === "") return [whole];
  if (text === "beams") return [whole, { level: "beams" }];
  if (text === "encoder" || text === "decoder")
    return [whole, { level: "stack", tower: text[0].toUpperCase() }];
  const found = VIEW.exec(text);
  if (!found) return null;
  const [, long, layer, att, head] = found;
  if (long === "encoder" && att === "cross") return null;
  const at = { tower: long[0].toUpperCase(), l: Number(layer) - 1 };
  const path = [whole, { level: "layer", ...at }];
  if (att) path.push({ level: "head", ...at, att, h: Number(head) - 1 });
  return path;
}

/** The views that lead to an address, or null when it is none. */
export function pathOf(text) {
  const [place, ...numbers] = text.split("/");
  const path = views(place);
  const addresses = numbers.map(numberAt);
  if (!path || addresses.includes(null)) return null;
  return [...path, ...addresses.map((address) => ({ level: "number", address }))];
}

export const towerOf = (tower) => (tower === "E" ? "encoder" : "decoder");
export const headName = (tower, l, att, h) =>
  `${towerOf(tower)}.${l + 1}.${att}.${h + 1}`;

function written({ weight, row, column, site, i, k, h }) {
  if (weight) return `${weight}:${row}:${column}`;
  return `${site}:${i}:${k}${h ? `:${h}` : ""}`;
}

/** The address of a path. */
export function addressOf(path) {
  const numbers = path.filter(({ level }) => level === "number");
  const { level, tower, l, att, h } = path
    .filter((view) => view.level !== "number")
    .at(-1);
  const place = {
    machine: "",
    beams: "beams",
    stack: towerOf(tower),
    layer: `${towerOf(tower)}.${l + 1}`,
    head: att && headName(tower, l, att, h),
  }[level];
  return [place, ...numbers.map(({ address }) => written(address))].join("/");
}
