// Where a number of a run comes from. An address is { site, i, k, h }: the site says
// which vector ("D1.cross.q": queries of the cross-attention in decoder layer 2),
// i which word's, k which number, h which head's for scores and weights; a learned
// weight's is { weight, row, column }.

import { position } from "./trace.js";

/** "D1.cross.q" → its parts in the run. */
function place(run, site) {
  const [tower, ...rest] = site.split(".");
  const side = tower[0] === "E" ? run.enc : run.dec;
  if (tower.length === 1) return { side, tower, name: rest[0] };
  const l = Number(tower[1]);
  const layer = side.layers[l];
  const long = tower[0] === "E" ? "encoder" : "decoder";
  const [kind, name] = rest.length > 1 ? rest : [null, rest[0]];
  const full = `${long}.layers.${l}`;
  return {
    side,
    tower,
    l,
    layer,
    full,
    kind,
    name,
    part: `${long}.${l + 1}`,
    att: kind ? layer[kind] : null,
    path: kind ? `${full}.${kind}_attention` : full,
  };
}

/** What one head alone brings to the stream: its columns of W_O times its mixture. */
function brought({ net }, { att, path }, i, h) {
  const weights = net[`${path}.out.weight`];
  const z = att.z[i].subarray(h * net.size, (h + 1) * net.size);
  return Float32Array.from({ length: net.width }, (_, k) =>
    z.reduce((sum, x, c) => sum + weights[k * net.width + h * net.size + c] * x, 0),
  );
}

/** The vector of numbers at a site for row i (scores and weights: of head h). */
export function vector(run, site, i, h = 0) {
  const at = place(run, site);
  if (at.tower.length === 1)
    return at.name === "emb" ? at.side.emb[i] : run.dec.logits[i];
  if (at.name === "o") return brought(run, at, i, h);
  if (!at.kind) return at.layer[at.name][i];
  const rows = at.att[at.name][i];
  return at.name === "s" || at.name === "w" ? rows?.[h] : rows;
}

/** The number at an address, or undefined when the run has none there. */
export function valueAt(run, { weight, row, column, site, i, k, h = 0 }) {
  if (weight) return run.net[weight]?.[row * run.net.raw[weight].columns + column];
  try {
    return vector(run, site, i, h)?.[k];
  } catch {
    return undefined; // a site that this net does not have
  }
}

const weightOf = (net, weight, row, column) => ({
  weight,
  row,
  column,
  value: net[weight][row * net.raw[weight].columns + column],
});
const number = (run, site, i, k, h = 0) => ({
  site,
  i,
  k,
  h,
  value: vector(run, site, i, h)[k],
});
const plain = (value, what = "") => ({ value, what });

function products(run, matrix, row, site, i, count) {
  return Array.from({ length: count }, (_, c) => ({
    a: number(run, site, i, c),
    b: weightOf(run.net, matrix, row, c),
  }));
}

/** What a linear map made: row k of a matrix times a vector, plus a bias. */
function dot(run, name, row, site, i, count, form = "dot") {
  return {
    form,
    bias: run.net[`${name}.bias`][row],
    terms: products(run, `${name}.weight`, row, site, i, count),
  };
}

const FORMS = {
  emb(run, at, { i, k }) {
    const { net } = run;
    const there = run.cut.has("positions") ? 0 : 1;
    return {
      form: "embed",
      terms: [
        {
          a: weightOf(net, "embed.table.weight", at.side.ids[i], k),
          b: plain(Math.sqrt(net.width), "√96"),
        },
        { a: plain(there * position(k, i, net.width), "position"), b: plain(1) },
      ],
    };
  },
  logit(run, at, { i, k }) {
    const last = `D${run.net.layers - 1}.x3`;
    if (run.cut.has("mask")) {
      // the vector as it was when the word was chosen, before it saw what came later
      const row = products(run, "embed.table.weight", k, last, i, run.net.width);
      const then = run.dec.last[i];
      return { form: "dot", terms: row.map(({ b }, c) => ({ a: plain(then[c]), b })) };
    }
    return {
      form: "dot",
      terms: products(run, "embed.table.weight", k, last, i, run.net.width),
    };
  },
  project(run, at, { i, k }) {
    const { net } = run;
    const third = "qkv".indexOf(at.name);
    let from = `${at.tower}.in`;
    if (at.kind === "cross") from = third ? `E${net.layers - 1}.x2` : `${at.tower}.x1`;
    return dot(run, `${at.path}.qkv`, third * net.width + k, from, i, net.width);
  },
  s(run, at, { i, k, h = 0 }) {
    const { size } = run.net;
    const stem = `${at.tower}.${at.kind}`;
    return {
      form: "score",
      divide: Math.sqrt(size),
      terms: Array.from({ length: size }, (_, c) => ({
        a: number(run, `${stem}.q`, i, h * size + c),
        b: number(run, `${stem}.k`, k, h * size + c),
      })),
    };
  },
  w(run, at, { i, k, h = 0 }) {
    const site = `${at.tower}.${at.kind}.s`;
    return {
      form: "softmax",
      at: k,
      terms: vector(run, site, i, h).map((_, j) => ({ a: number(run, site, i, j, h) })),
    };
  },
  z(run, at, { i, k }) {
    const h = Math.floor(k / run.net.size);
    if (run.cut.has(`${at.part}.${at.kind}.${h + 1}`))
      return { form: "cut", terms: [] };
    const stem = `${at.tower}.${at.kind}`;
    return {
      form: "mixture",
      terms: vector(run, `${stem}.w`, i, h).map((_, j) => ({
        a: number(run, `${stem}.w`, i, j, h),
        b: number(run, `${stem}.v`, j, k),
      })),
    };
  },
  o(run, at, { i, k, h = 0 }) {
    const { size } = run.net;
    return {
      form: "dot",
      terms: Array.from({ length: size }, (_, c) => ({
        a: number(run, `${at.tower}.${at.kind}.z`, i, h * size + c),
        b: weightOf(run.net, `${at.path}.out.weight`, k, h * size + c),
      })),
    };
  },
  y(run, at, { i, k }) {
    if (run.cut.has(at.part)) return { form: "cut", terms: [] };
    return dot(run, `${at.path}.out`, k, `${at.tower}.${at.kind}.z`, i, run.net.width);
  },
  in(run, at, { i, k }) {
    const side = at.tower[0];
    const last = side === "E" ? "x2" : "x3";
    return origin(run, {
      site: at.l ? `${side}${at.l - 1}.${last}` : `${side}.emb`,
      i,
      k,
    });
  },
  inner(run, at, { i, k }) {
    const from = at.tower[0] === "E" ? "x1" : "x2";
    return dot(
      run,
      `${at.full}.feed_forward.inner`,
      k,
      `${at.tower}.${from}`,
      i,
      run.net.width,
      "relu",
    );
  },
  outer(run, at, { i, k }) {
    if (run.cut.has(at.part) || run.cut.has(`${at.part}.feed_forward`))
      return { form: "cut", terms: [] };
    return dot(
      run,
      `${at.full}.feed_forward.outer`,
      k,
      `${at.tower}.inner`,
      i,
      at.layer.inner[i].length,
    );
  },
  sum(run, at, { i, k }) {
    const order = Number(at.name.at(-1));
    const before = order === 1 ? `${at.tower}.in` : `${at.tower}.x${order - 1}`;
    const second = at.tower[0] === "E" ? "y2" : "cross.y";
    const site = `${at.tower}.${[null, "self.y", second, "y3"][order]}`;
    const part = { a: number(run, site, i, k), b: plain(1) };
    if (run.cut.has(`${at.part}.add.${order}`)) return { form: "add", terms: [part] };
    return {
      form: "add",
      terms: [{ a: number(run, before, i, k), b: plain(1) }, part],
    };
  },
  norm(run, at, { i, k }) {
    const order = at.name.at(-1);
    const row = at.layer[`sum${order}`][i];
    const terms = [{ a: number(run, `${at.tower}.sum${order}`, i, k), b: plain(1) }];
    if (run.cut.has(at.part) || run.cut.has(`${at.part}.norm.${order}`))
      return { form: "same", terms };
    let [mean, variance] = [0, 0];
    for (const value of row) mean += value / row.length;
    for (const value of row) variance += (value - mean) ** 2 / row.length;
    const norm = `${at.full}.add_norm_${order}.norm`;
    return {
      form: "norm",
      terms,
      mean,
      deviation: Math.sqrt(variance + 1e-5),
      gain: run.net[`${norm}.weight`][k],
      bias: run.net[`${norm}.bias`][k],
    };
  },
};

function formOf({ kind, name }) {
  if (kind && "qkv".includes(name)) return FORMS.project;
  if (FORMS[name]) return FORMS[name];
  if (name.startsWith("sum")) return FORMS.sum;
  return name[0] === "y" ? FORMS.outer : FORMS.norm;
}

/**
 * How the number at an address was made: { form, terms: [{ a, b }], …, result }; a
 * and b have a value and, unless the road ends there, an address of their own.
 */
export function origin(run, address) {
  if (address.weight) {
    const { columns, whole, scale } = run.net.raw[address.weight];
    const value = valueAt(run, address);
    return {
      form: "weight",
      whole: whole[address.row * columns + address.column],
      scale: scale[address.row],
      result: value,
      terms: [],
    };
  }
  const at = place(run, address.site);
  return { ...formOf(at)(run, at, address), result: valueAt(run, address) };
}

/** What the terms of an origin come to: the number itself, if all is well. */
export function total({ form, terms, bias = 0, result, ...more }) {
  const sum = terms.reduce((all, { a, b }) => all + a.value * (b ? b.value : 1), 0);
  if (form === "weight") return more.whole * more.scale;
  if (form === "cut") return 0;
  if (form === "norm") return ((sum - more.mean) / more.deviation) * more.gain + bias;
  if (form === "score") return sum / more.divide;
  if (form === "relu") return Math.max(0, sum + bias);
  if (form !== "softmax") return sum + bias;
  const top = Math.max(...terms.map(({ a }) => a.value));
  const powers = terms.map(({ a }) => Math.exp(a.value - top));
  return powers[more.at] / powers.reduce((all, power) => all + power, 0);
}
