// What a config.json says: the published numbers of weights, and sentences on bad ones.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const cases = JSON.parse(
  readFileSync(new URL("../cases/model_card.json", import.meta.url), "utf-8"),
);
const home = "../../src/helpers/widgets/model_card/model.js";
const { active, bytes, cache, counted, filled, read, total } = await import(home);
const whole = {
  hidden_size: 64,
  num_hidden_layers: 2,
  num_attention_heads: 8,
  intermediate_size: 172,
  vocab_size: 50,
};

test("what is refused is refused in a sentence", () => {
  for (const [text, sentence] of Object.entries(cases.refused))
    assert.equal(read(text).problem, sentence);
  for (const [name, value] of [
    ["hidden_size", -1],
    ["vocab_size", "many"],
    ["num_hidden_layers", 2.5],
    ["intermediate_size", 1e9],
    ["num_key_value_heads", 5],
    ["num_experts_per_tok", 2],
  ])
    assert.match(filled({ ...whole, [name]: value }).problem, /\.$/, name);
});

test("what is left out has its usual value", () => {
  const { config } = filled(whole);
  assert.equal(config.head_dim, 8);
  assert.equal(config.num_key_value_heads, 8);
  assert.equal(total(config), active(config));
});

test("numbers and bytes are told in a few letters", () => {
  assert.equal(counted(8030261248), "8.03 billion");
  assert.equal(counted(266240), "266 thousand");
  assert.equal(bytes(131072), "131 kB");
  assert.equal(bytes(12), "12 bytes");
});

test("the published models have the published numbers", () => {
  const { models } = JSON.parse(process.env.MODELS ?? '{"models": {}}');
  for (const [name, given] of Object.entries(models)) {
    const { config } = filled(given);
    assert.equal(total(config), cases.weights[name], name);
    if (cases.active[name]) assert.equal(active(config), cases.active[name], name);
    if (cases.cache[name]) assert.equal(cache(config), cases.cache[name], name);
  }
});
