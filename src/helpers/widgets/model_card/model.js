// @ts-check
// What the fields of a model's config.json say: weights by part, and bytes while it writes.

/** The fields that are read, each with what it is, and what may stand in its place. */
export const FIELDS = [
  ["hidden_size", "numbers on the road: the width D"],
  ["num_hidden_layers", "blocks, one after the other"],
  ["num_attention_heads", "heads that ask"],
  ["num_key_value_heads", "keys and values that they share"],
  ["head_dim", "numbers in a query and in a key"],
  ["intermediate_size", "inner units of the feed-forward net"],
  ["num_local_experts", "experts, each a feed-forward net"],
  ["num_experts_per_tok", "experts that a token asks"],
  ["vocab_size", "tokens that it knows"],
  ["max_position_embeddings", "tokens that it can read at once"],
  ["rope_theta", "how slow the slowest turn is"],
  ["rms_norm_eps", "what keeps a norm from dividing by 0"],
  ["hidden_act", "what bends inside the feed-forward net"],
  ["tie_word_embeddings", "whether one matrix reads and writes the words"],
];
const NEEDED = [
  "hidden_size",
  "num_hidden_layers",
  "num_attention_heads",
  "intermediate_size",
  "vocab_size",
];
const LARGEST = 10_000_000;

/** GPT-2's names for the same. */
const OLD_NAMES = {
  n_embd: "hidden_size",
  n_layer: "num_hidden_layers",
  n_head: "num_attention_heads",
  n_positions: "max_position_embeddings",
  activation_function: "hidden_act",
};

/** The fields of a text that is a config.json, or one sentence on why it is none. */
export function read(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    return { problem: "This is no JSON: a config.json begins with { and ends with }." };
  }
  if (typeof found !== "object" || found === null || Array.isArray(found))
    return {
      problem: "A config.json is a list of names with values, between { and }.",
    };
  return filled(found);
}

/** A config with what it leaves out, or one sentence on what is wrong with it. */
export function filled(given) {
  const config = { ...given };
  for (const [old, name] of Object.entries(OLD_NAMES))
    if (old in config) config[name] ??= config[old];
  if (config.model_type === "gpt2")
    config.intermediate_size ??= config.n_inner ?? 4 * config.hidden_size;
  const missing = NEEDED.filter((name) => !(name in config));
  if (missing.length) return { problem: `It does not say its ${missing.join(", ")}.` };
  config.num_key_value_heads ??= config.num_attention_heads;
  config.head_dim ??= config.hidden_size / config.num_attention_heads;
  config.num_local_experts ??= 1;
  config.num_experts_per_tok ??= 1;
  config.tie_word_embeddings ??= config.model_type === "gpt2";
  return wrong(config) ?? { config };
}

function wrong(config) {
  const whole = [
    ...NEEDED,
    "num_key_value_heads",
    "head_dim",
    "num_local_experts",
    "num_experts_per_tok",
  ];
  for (const name of whole) {
    const value = config[name];
    if (!Number.isInteger(value) || value < 1 || value > LARGEST)
      return {
        problem: `${name} must be a whole number from 1, not ${String(value).slice(0, 20)}.`,
      };
  }
  if (config.num_attention_heads % config.num_key_value_heads)
    return {
      problem:
        `${config.num_attention_heads} heads cannot share ` +
        `${config.num_key_value_heads} keys evenly.`,
    };
  if (config.num_experts_per_tok > config.num_local_experts)
    return { problem: "A token cannot ask more experts than there are." };
  return null;
}

/** GPT-2: learned positions, biases everywhere, two matrices, LayerNorm. */
function old({ D, L, F, V, P }) {
  return {
    embedding: V * D + P * D,
    attention: L * (4 * D * D + 4 * D),
    "feed-forward": L * (2 * D * F + F + D),
    norms: L * 4 * D + 2 * D,
    unembedding: 0,
  };
}

/** How many weights each part has. */
export function parts(config) {
  const D = config.hidden_size;
  const L = config.num_hidden_layers;
  const F = config.intermediate_size;
  const V = config.vocab_size;
  if (config.model_type === "gpt2")
    return old({ D, L, F, V, P: config.max_position_embeddings ?? 1024 });
  const asks = config.num_attention_heads * config.head_dim;
  const shared = config.num_key_value_heads * config.head_dim;
  const normed = config.model_type === "qwen3" ? 2 * config.head_dim : 0;
  const experts = config.num_local_experts;
  const router = experts > 1 ? D * experts : 0;
  return {
    embedding: V * D,
    attention: L * (2 * D * asks + 2 * D * shared),
    "feed-forward": L * (3 * D * F * experts + router),
    norms: L * (2 * D + normed) + D,
    unembedding: config.tie_word_embeddings ? 0 : V * D,
  };
}

export const total = (config) =>
  Object.values(parts(config)).reduce((sum, count) => sum + count, 0);

/** The weights that one token meets. */
export function active(config) {
  const { num_local_experts: all, num_experts_per_tok: asked } = config;
  const idle =
    config.num_hidden_layers *
    3 *
    config.hidden_size *
    config.intermediate_size *
    (all - asked);
  return total(config) - idle;
}

/** Bytes of keys and values for each token that was read, two bytes a number. */
export const cache = (config) =>
  2 * config.num_hidden_layers * config.num_key_value_heads * config.head_dim * 2;

/** A number in a few letters: 8.03 billion. */
export function counted(value) {
  for (const [size, word] of [
    [1e12, " trillion"],
    [1e9, " billion"],
    [1e6, " million"],
    [1e3, " thousand"],
  ])
    if (value >= Number(size)) return short(value / Number(size)) + word;
  return String(value);
}

/** Bytes in a few letters: 512 kB. */
export function bytes(value) {
  for (const [size, word] of [
    [1e12, "TB"],
    [1e9, "GB"],
    [1e6, "MB"],
    [1e3, "kB"],
  ])
    if (value >= Number(size)) return `${short(value / Number(size))} ${word}`;
  return `${value} bytes`;
}

const short = (value) =>
  value >= 100
    ? String(Math.round(value))
    : String(Number(value.toFixed(value >= 10 ? 1 : 2)));
