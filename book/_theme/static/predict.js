// Predictions are answered in the page: a box, a check, and what to do about a slip.
// A form carries a digest of the right answer, as helpers/page/predictions.py makes it.

// ---- SHA-256, since a page that is a file may have no other ---------------------------

const rotate = (x, n) => (x >>> n) | (x << (32 - n));

// The first 32 bits of the fractions of the roots of the first 64 primes.
function roots(power) {
  const found = [];
  for (let n = 2; found.length < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) prime &&= n % d > 0;
    if (prime) found.push(((n ** power % 1) * 2 ** 32) | 0);
  }
  return found;
}

function padded(bytes) {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const view = new DataView(new ArrayBuffer(size));
  bytes.forEach((byte, i) => view.setUint8(i, byte));
  view.setUint8(bytes.length, 128);
  view.setUint32(size - 4, bytes.length * 8);
  return view;
}

function schedule(view, start) {
  const w = Array.from({ length: 16 }, (_, i) => view.getInt32(start + 4 * i));
  for (let i = 16; i < 64; i++) {
    const [x, y] = [w[i - 15], w[i - 2]];
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w.push((w[i - 16] + s0 + w[i - 7] + s1) | 0);
  }
  return w;
}

function sha256(text) {
  const k = roots(1 / 3);
  const state = roots(1 / 2).slice(0, 8);
  const view = padded(new TextEncoder().encode(text));
  for (let start = 0; start < view.byteLength; start += 64) {
    const w = schedule(view, start);
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
      const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
      const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((x, i) => {
      state[i] = (state[i] + x) | 0;
    });
  }
  return state.map((x) => (x >>> 0).toString(16).padStart(8, "0")).join("");
}

// ---- What a reader may write ------------------------------------------------------------

class Slip extends Error {}

const NUMBER = String.raw`(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`;
const SUM = new RegExp(
  String.raw`[+-]?${NUMBER}(?:(?:\s*(?:\*\*|[*/])\s*[+-]?|[+-]|\s+[+-]\s+)${NUMBER})*`,
  "gi",
);

// A sum without brackets, as a number: powers first, then products, then sums.
function computed(text) {
  const parts =
    text
      .replace(/\s+/g, "")
      .match(new RegExp(String.raw`\*\*|(?<![\d.])[+-]?${NUMBER}|[*/+-]`, "gi")) ?? [];
  const fold = (signs, work) => {
    for (let i = 1; i < parts.length - 1; ) {
      if (!signs.includes(parts[i])) i += 2;
      else
        parts.splice(
          i - 1,
          3,
          work(Number(parts[i - 1]), Number(parts[i + 1]), parts[i]),
        );
    }
  };
  fold(["**"], (a, b) => a ** b);
  fold(["*", "/"], (a, b, sign) => (sign === "*" ? a * b : a / b));
  fold(["+", "-"], (a, b, sign) => (sign === "+" ? a + b : a - b));
  const value = Number(parts[0]);
  if (parts.length !== 1 || !Number.isFinite(value)) throw new Slip("digits");
  return value;
}

// The signs that people write, in the form that a program reads.
function tidied(text) {
  return text
    .replace(
      /(\d?)\s*([¼-¾⅐-⅞])/g,
      (_, whole, sign) =>
        (whole && `${whole}+`) + sign.normalize("NFKC").replace("⁄", "/"),
    )
    .replace(/[−–]/g, "-")
    .replace(/[×·]/g, "*")
    .replace(/÷/g, "/")
    .replace(/\^/g, "**")
    .replace(/[\u00a0\u2009\u202f]/g, " ")
    .replace(/(\d)[_'’](?=\d{3})/g, "$1")
    .replace(/^.*=/, "")
    .trim();
}

// Brackets of a list go; brackets of a sum are worked out.
function unbracketed(text) {
  let open = text.replace(/[[\]{}]/g, " ");
  const inner = /\(([^()]*)\)/;
  const isSum = (within) => /\d/.test(within) && !/[,;]|\d\s+[\d.+-]+\d/.test(within);
  const work = (_, within) => (isSum(within) ? computed(within) : ` ${within} `);
  while (inner.test(open)) open = open.replace(inner, work);
  if (/[()]/.test(open)) throw new Slip("brackets");
  return open;
}

function numbers(text, count) {
  if (/%/.test(text)) throw new Slip("percent");
  const open = unbracketed(text);
  const list = (from) => {
    const rest = from.replace(SUM, "").replace(/[,;\s]|\band\b/g, "");
    if (rest) throw new Slip(/[a-z]/i.test(rest) ? "digits" : "signs");
    return (from.match(SUM) ?? []).map(computed);
  };
  const found = list(open);
  if (!count || found.length === count) return found;
  for (const gap of [/([1-9]\d*),(?=\d{3}(?!\d))/g, /(\d) (?=\d{3}(?!\d))/g]) {
    const joined = list(open.replace(gap, "$1"));
    if (joined.length === count) return joined;
  }
  const points = list(open.replace(/(\d),(?=\d)/g, "$1."));
  if (points.length === count) throw new Slip("point");
  return found;
}

function words(text, count) {
  const plain = text.replace(/["'“”‘’«»[\]()]/g, " ");
  const list = count === 1 ? [plain] : plain.split(/[,;]/);
  return list.map((word) => word.trim().toLowerCase().split(/\s+/).join(" "));
}

// What was written as a list of numbers and words; a Slip names what is wrong with it.
function atoms(text, { kind, count }) {
  if (!text.trim()) throw new Slip("empty");
  const none = /^\s*([[(]\s*[\])]|none|never|nothing|-|–)\s*$/i.test(text);
  if (!count && none) return [];
  const read = {
    number: (part) => numbers(tidied(part), count),
    word: (part) => words(part, count),
    answer: (part) =>
      part
        .replace(/[[\]()]/g, " ")
        .split(/[,;]/)
        .flatMap((each) => (/\d/.test(each) ? numbers(tidied(each)) : words(each, 1))),
  };
  const found = read[kind](text);
  if (count && found.length !== count) throw new Slip("count");
  return found;
}

function canonical(found, decimals) {
  return found
    .map((atom) =>
      typeof atom === "string"
        ? atom
        : String(Math.floor(atom * 10 ** decimals + 0.5) || 0),
    )
    .join(",");
}

function digest(number, text) {
  return sha256(`${number}|${text}`).slice(0, 12);
}

// ---- The forms --------------------------------------------------------------------------

const memory = {
  read() {
    try {
      return JSON.parse(localStorage.getItem("predictions") ?? "{}");
    } catch {
      return {};
    }
  },
  write(number, entry) {
    try {
      const all = { ...this.read(), [number]: entry };
      localStorage.setItem("predictions", JSON.stringify(all));
    } catch {
      /* a private page */
    }
  },
};

function start(form, say) {
  const asked = {
    number: form.dataset.number,
    kind: form.dataset.kind,
    count: Number(form.dataset.count),
    decimals: Number(form.dataset.decimals),
  };
  const boxes = [...form.querySelectorAll("input")];
  const verdict = form.querySelector("output");
  const show = (right, sentence) => {
    verdict.textContent = sentence;
    form.classList.toggle("right", right);
  };
  const judge = () => {
    const parts = boxes.map(
      (box) =>
        (box.name ? `${box.name}=` : "") +
        canonical(atoms(box.value, asked), asked.decimals),
    );
    return digest(asked.number, parts.join(";")) === form.dataset.digest;
  };
  const answer = () => {
    try {
      if (judge()) return [true, say.right];
      return [false, `${say.wrong} ${form.dataset.hint}`.trim()];
    } catch (slip) {
      if (!(slip instanceof Slip)) throw slip;
      return [false, say[slip.message].replace("{}", form.dataset.form)];
    }
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [right, sentence] = answer();
    show(right, sentence);
    memory.write(asked.number, { said: boxes.map((box) => box.value), right });
    if (right) tick(asked.number);
  });
  form.addEventListener("input", () => show(false, ""));
  const known = memory.read()[asked.number];
  known?.said?.forEach((text, i) => {
    if (boxes[i]) boxes[i].value = text;
  });
  if (known?.right) show(...answer());
  form.hidden = false;
}

// A right prediction is a done exercise, in the list of exercises too.
function tick(number) {
  const place = document.getElementById(`exercise-${number.replace(".", "-")}`);
  const box = place?.querySelector(".tick");
  if (!box || box.checked) return;
  box.checked = true;
  box.dispatchEvent(new Event("change"));
}

if (typeof document !== "undefined") {
  const say = JSON.parse(document.getElementById("predict-words").textContent);
  document.querySelectorAll("form.predict").forEach((form) => start(form, say));
}
