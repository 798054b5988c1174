"""Chapter 20: the block of today, its independent check, and the figure of a config."""

import json
import os
from importlib import import_module
from pathlib import Path

import pytest
import torch
from node_tools import run_node
from torch import nn
from torch.nn.functional import scaled_dot_product_attention
from traitlets import TraitError

from helpers.drawing import blocks, budgets, changes, reach
from helpers.taught.llama import GroupedAttention, Llama, RMSNorm, turn, turns
from helpers.widgets.model_card import MODELS, ModelCard
from helpers.widgets.turned_pairs import TurnedPairs

CASES = json.loads((Path(__file__).parent / "cases/model_card.json").read_text("utf-8"))


def test_a_norm_without_a_mean_is_pytorch_s():
    x = torch.randn(5, 16, generator=torch.Generator().manual_seed(2023))
    theirs = nn.RMSNorm(16, eps=1e-6)
    assert torch.allclose(RMSNorm(16)(x), theirs(x), atol=1e-5)


def test_a_score_depends_on_the_distance_alone():
    query, key = torch.randn(2, 1, 16, generator=torch.Generator().manual_seed(2023))
    angles = turns(torch.arange(40), 16)
    scores = turn(query, angles) @ turn(key, angles).T
    for away in (-30, -1, 0, 7):
        line = scores.diagonal(away)
        assert torch.allclose(line, line[0].expand_as(line), atol=1e-4)


def test_a_turn_changes_no_length():
    x = torch.randn(9, 8, generator=torch.Generator().manual_seed(2023))
    turned = turn(x, turns(torch.arange(9), 8))
    assert torch.allclose(turned.norm(dim=1), x.norm(dim=1), atol=1e-5)
    assert not torch.allclose(turned[1:], x[1:])


def test_a_token_never_sees_what_comes_after_it():
    torch.manual_seed(2023)
    model, ids = Llama(20, 32, 4, 2, 86, 2), torch.randint(20, (1, 12))
    other = ids.clone()
    other[0, 8:] = (other[0, 8:] + 1) % 20
    with torch.no_grad():
        assert torch.allclose(model(ids)[:, :8], model(other)[:, :8], atol=1e-5)


def test_groups_shrink_keys_and_values_alone():
    whole, shared = GroupedAttention(32, 8, 8), GroupedAttention(32, 8, 2)
    assert whole.query.weight.shape == shared.query.weight.shape
    assert shared.key.weight.shape == (8, 32) and whole.key.weight.shape == (32, 32)


def test_it_is_the_library_s_llama_whatever_its_heads_and_angle():
    transformers = pytest.importorskip("transformers")
    for heads, groups, base in ((8, 2, 10000.0), (4, 4, 500000.0), (4, 1, 100.0)):
        torch.manual_seed(2023)
        config = transformers.LlamaConfig(
            vocab_size=30,
            hidden_size=32,
            intermediate_size=86,
            num_hidden_layers=2,
            num_attention_heads=heads,
            num_key_value_heads=groups,
        )
        config.rope_parameters = {"rope_type": "default", "rope_theta": base}
        theirs = transformers.LlamaForCausalLM(config).eval()
        model = Llama(30, 32, heads, groups, 86, 2, base)
        model.load_state_dict(
            {_ours(name): values for name, values in theirs.state_dict().items()}
        )
        ids = torch.randint(30, (2, 25))
        with torch.no_grad():
            assert torch.allclose(model(ids), theirs(ids).logits, atol=1e-5)


def _ours(name):
    """Our name of one of the library's tensors."""
    for theirs, own in {
        "model.embed_tokens": "embedding",
        "model.layers": "blocks",
        "input_layernorm.weight": "norm_1.gain",
        "post_attention_layernorm.weight": "norm_2.gain",
        "self_attn.q_proj": "attention.query",
        "self_attn.k_proj": "attention.key",
        "self_attn.v_proj": "attention.value",
        "self_attn.o_proj": "attention.out",
        "mlp.gate_proj": "feed_forward.gate",
        "mlp.up_proj": "feed_forward.inner",
        "mlp.down_proj": "feed_forward.outer",
        "model.norm.weight": "norm.gain",
        "lm_head": "unembed",
    }.items():
        name = name.replace(theirs, own)
    return name


# ---- the drawings ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: blocks.shared_heads("20.4", 8, (3,)), "do not divide"),
        (lambda: blocks.experts("20.8", [1, 2], 3), "cannot be chosen"),
        (lambda: reach.turning("20.2", ((3, 5), (4, 7))), "equally far apart"),
        (lambda: reach.windows("20.6", window=20, length=5), "does not fit"),
        (lambda: reach.tiles("20.7", [1, 2, 3], [1, 2], 2), "do not fall into tiles"),
        (lambda: budgets.spent("20.9", {"A": (1e9, 0)}), "both above 0"),
        (lambda: budgets.spent("20.9", budgets.MODELS, lit=("B",)), "no model 'B'"),
        (lambda: budgets.shares("20.10", {"A": {"x": 1}, "B": {}}), "the same parts"),
        (lambda: budgets.pairs("20.12", 7), "do not fall into at least two pairs"),
        (lambda: budgets.added_hands("20.13", 1), "It takes two hands"),
        (lambda: changes.norms("20.2", [2, 2]), "equal numbers has no size"),
        (lambda: changes.speeds("20.4", d_k=7), "does not fall into pairs"),
        (lambda: changes.carried("20.17", ["one"]), "It takes two words"),
        (lambda: changes.threads("20.18", "A", {}), "no line"),
        (lambda: reach.penalties("20.12", trained=9, length=9), "must be less than"),
        (lambda: budgets.valleys("20.17", {}, {"a": 1e20}), "needs its five numbers"),
        (
            lambda: changes.switched("20.9", {"a": ((1, 1, 1, 1), {}, "A.")}),
            "words for",
        ),
    ],
)
def test_a_drawing_of_what_cannot_be_says_so(make, sentence):
    with pytest.raises(ValueError, match=sentence):
        make()


def test_the_drawn_tiles_end_in_the_softmax():
    scores, values = [0.2, 1.1, 2.4, -0.5], [1.0, -1.0, 2.0, 0.5]
    query, key = torch.ones(1, 1, 1), torch.tensor(scores).view(1, 4, 1)
    value = torch.tensor(values).view(1, 4, 1)
    mixture = float(scaled_dot_product_attention(query, key, value))
    drawn = reach.tiles("20.7", scores, values)._repr_html_()
    assert f"= {mixture:.2f}" in drawn


def test_the_drawn_floors_are_those_of_the_law():
    law = {"E": 1.8172, "A": 482.01, "B": 2085.43, "alpha": 0.3478, "beta": 0.3658}
    for cost in (6e21, 6e23):
        best = budgets.best_size(law, cost)
        least = budgets.predicted(law, best, cost / (6 * best))
        for other in (0.9 * best, 1.1 * best):
            assert least < budgets.predicted(law, other, cost / (6 * other))


# ---- the figure ----------------------------------------------------------------------


def test_javascript_counts_the_published_weights():
    os.environ["MODELS"] = json.dumps({"models": MODELS})
    try:
        run_node("--test", str(Path(__file__).parent / "js/model_card.test.mjs"))
    finally:
        del os.environ["MODELS"]
    assert set(CASES["weights"]) == set(MODELS)


def test_the_page_has_the_models_in_the_order_of_their_years():
    assert ModelCard()._order == list(MODELS)


def test_a_model_that_is_none_is_refused():
    with pytest.raises(TraitError, match="model must be one of GPT-2"):
        ModelCard(model="GPT-9")


@pytest.mark.browser
def test_a_config_of_the_reader_s_own_is_read_or_refused(page, alone):
    alone(ModelCard())
    page.get_by_role("button", name="GPT-2", exact=True).click()
    page.locator(".md-sum", has_text="124,439,808").wait_for()
    page.locator("summary").click()
    field = page.locator(".md-own")
    field.fill("{no config")
    page.get_by_role("button", name="Read it").click()
    page.locator(".md-bad", has_text="This is no JSON").wait_for()
    assert "124,439,808" in page.locator(".md-sum").inner_text()
    field.fill(json.dumps(MODELS["Qwen3-0.6B"]))
    page.get_by_role("button", name="Read it").click()
    page.locator(".md-sum", has_text="596,049,920").wait_for()
    assert page.errors == []


@pytest.mark.browser
@pytest.mark.parametrize("figure", [ModelCard, TurnedPairs])
@pytest.mark.parametrize(("scheme", "width"), [("light", 1060), ("dark", 360)])
def test_axe_finds_nothing_in_it(page, alone, figure, scheme, width):
    from browser import axe_findings

    page.set_viewport_size({"width": width, "height": 900})
    alone(figure())
    page.evaluate("(name) => (document.documentElement.dataset.theme = name)", scheme)
    paper = {"light": "#fdfcf8", "dark": "#15171b"}[scheme]
    page.add_style_tag(content=f"body {{ background: {paper} }}")
    assert axe_findings(page, ".book-widget") == []


QUERY = [(1.1, 0.9), (0.9, 2.2), (1, 0.4), (0.8, 1.3)]  # lengths and angles
KEY = [(1, 1.7), (1.1, 1.6), (0.9, 1), (1, 0.8)]


def halves(pairs):
    """Pairs of a length and an angle as a vector, its first numbers in front."""
    lengths, angles = torch.tensor(pairs, dtype=torch.double).T
    return torch.cat([lengths * angles.cos(), lengths * angles.sin()])[None]


def test_the_figure_of_turned_pairs_scores_as_the_chapter_does():
    cases = json.loads(
        (Path(__file__).parent / "cases/turned_pairs.json").read_text("utf-8")
    )
    for case in cases:
        place = torch.tensor([case["place"]], dtype=torch.double)
        query = turn(halves(QUERY), turns(place + case["apart"], 8, case["base"]))
        key = turn(halves(KEY), turns(place, 8, case["base"]))
        assert float((query * key).sum()) == pytest.approx(case["score"], abs=1e-5)
    run_node("--test", str(Path(__file__).parent / "js/turned_pairs.test.mjs"))


def test_a_base_that_no_config_has_is_refused():
    with pytest.raises(TraitError, match="base must be one of 100, 10000, 500000"):
        TurnedPairs(base=7000)


@pytest.mark.browser
def test_moving_both_words_leaves_the_score(page, alone):
    alone(TurnedPairs())
    page.locator(".tp-said", has_text="Key at 3, query at 5").wait_for()
    before = page.locator(".tp-said").inner_text().split(": ")[1]
    page.get_by_role("button", name="53 and 55").click()
    page.locator(".tp-said", has_text="Key at 53, query at 55").wait_for()
    assert page.locator(".tp-said").inner_text().split(": ")[1] == before
    page.get_by_role("slider", name="apart; the query is later by").press("ArrowRight")
    page.locator(".tp-said", has_text="query at 56").wait_for()
    assert page.locator(".tp-said").inner_text().split(": ")[1] != before
    assert page.errors == []


# ---- the study -----------------------------------------------------------------------


def test_the_study_of_changes_keeps_equal_weights_and_a_causal_order():
    study = import_module("20_blocks")
    sizes = {}
    for name, kind in study.KINDS.items():
        torch.manual_seed(2023)
        model = study.Model(kind).eval()
        sizes[name] = sum(values.numel() for values in model.parameters())
        ids = torch.randint(20, (1, 40))
        other = ids.clone()
        other[0, 30:] = (other[0, 30:] + 1) % 20
        with torch.no_grad():
            early = model(ids)[:, :30], model(other)[:, :30]
        assert torch.allclose(*early, atol=1e-5), name
    assert abs(sizes["SwiGLU"] / sizes["2019"] - 1) < 0.02
    assert sizes["8 experts"] > 1.8 * sizes["all four"]
