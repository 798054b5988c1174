"""A model's config.json, read line by line: weights by part, memory while it writes."""

import traitlets

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import text, whole

FIELDS = (
    "hidden_size",
    "num_hidden_layers",
    "num_attention_heads",
    "num_key_value_heads",
    "head_dim",
    "intermediate_size",
    "vocab_size",
    "max_position_embeddings",
    "rope_theta",
    "rms_norm_eps",
)
SIZES = {  # as their config.json has them
    "Llama-2-7B": (4096, 32, 32, 32, 128, 11008, 32000, 4096, 10000.0, 1e-5),
    "Mistral-7B": (4096, 32, 32, 8, 128, 14336, 32000, 32768, 10000.0, 1e-5),
    "Mixtral-8×7B": (4096, 32, 32, 8, 128, 14336, 32000, 32768, 1000000.0, 1e-5),
    "Llama-3-8B": (4096, 32, 32, 8, 128, 14336, 128256, 8192, 500000.0, 1e-5),
    "Qwen3-0.6B": (1024, 28, 16, 8, 128, 3072, 151936, 40960, 1000000.0, 1e-6),
}
MORE = {
    "Mixtral-8×7B": {"num_local_experts": 8, "num_experts_per_tok": 2},
    "Qwen3-0.6B": {"tie_word_embeddings": True, "model_type": "qwen3"},
}
GPT_2 = {
    "model_type": "gpt2",
    "n_embd": 768,
    "n_layer": 12,
    "n_head": 12,
    "n_positions": 1024,
    "vocab_size": 50257,
    "activation_function": "gelu_new",
}
MODELS = {"GPT-2": GPT_2} | {
    name: dict(zip(FIELDS, sizes, strict=True))
    | {"hidden_act": "silu", "tie_word_embeddings": False}
    | MORE.get(name, {})
    for name, sizes in SIZES.items()
}


class ModelCard(LiveFigure):
    """What the lines of a config.json cost in weights and in memory.

    `models` are the configs to choose from, in the order of their years; `model` is the
    one that is read, unless `own` is the text of another. `context` is how many tokens
    have been read, of each of `texts` texts at once.
    """

    _esm = page_module(__file__)  # view.js and what it imports
    _style = [__file__]
    _heights = {326: 997, 356: 937, 442: 937, 500: 870, 738: 862, 799: 521}
    _heights |= {1240: 521}

    models = traitlets.Dict(MODELS).tag(sync=True)
    model = Setting("Llama-3-8B", text(1, 40))
    own = Setting("", text(0, 4000))
    context = Setting(16384, whole(1, 2**20))
    texts = Setting(1, whole(1, 64))

    @traitlets.default("_order")
    def _order_of_years(self):
        return list(self.models)

    def problem(self, state):
        """One sentence when the model is none of these, else None."""
        if state["model"] in self.models:
            return None
        return f"model must be one of {', '.join(self.models)}."
