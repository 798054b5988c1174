"""The page's GPT and BERT: what is packed, and the cases that JavaScript is held to."""

import gzip
import json
from pathlib import Path

import pytest
import torch

from helpers.taught.gpt import GPT, chances
from helpers.taught.language import BERT
from helpers.widgets.language_model import LanguageModel, packed
from helpers.widgets.matrices import rounded

CASES = Path(__file__).parent / "cases" / "language_model.json"
CUTS = [
    {"temperature": 1.0},
    {"temperature": 0.5},
    {"temperature": 1.3, "k": 4},
    {"temperature": 1.0, "p": 0.6},
    {"temperature": 0.8, "k": 6, "p": 0.7},
]


def small(kind):
    """A small model with the rounded weights that the page will have."""
    torch.manual_seed(2018)
    make = {"gpt": lambda: GPT(11, 12, 8, 2, 2), "bert": lambda: BERT(12, 12, 8, 2, 2)}
    model = make[kind]()
    with torch.no_grad():
        for values in model.parameters():
            values += 0.3 * torch.randn_like(values)
    return rounded(model.eval())


def made():
    """The cases anew, from PyTorch."""
    gpt, bert = small("gpt"), small("bert")
    ids, hidden = [1, 5, 4, 9, 7, 10], [1, 5, 11, 9, 7, 2]
    with torch.no_grad():
        scores = gpt(torch.tensor([ids]))[0]
        marks = torch.ones(1, 6, dtype=torch.bool)
        both = bert(torch.tensor([hidden]), marks)
    maps = {
        name: [layer.self_attention.weights[0].tolist() for layer in model.stack.layers]
        for name, model in (("gpt", gpt), ("bert", bert))
    }
    drawn = [
        chances(scores[-1], cut["temperature"], cut.get("k"), cut.get("p")).tolist()
        for cut in CUTS
    ]
    return {
        "gpt": packed(gpt),
        "bert": packed(bert),
        "ids": ids,
        "hidden": hidden,
        "scores": scores.tolist(),
        "both": both.tolist(),
        "maps": maps,
        "cuts": CUTS,
        "chances": drawn,
    }


@pytest.fixture(scope="module")
def cases():
    return json.loads(CASES.read_text("utf-8"))


@pytest.mark.parametrize("part", ["scores", "both", "chances"])
def test_the_cases_are_what_pytorch_computes(cases, part):
    assert torch.allclose(
        torch.tensor(cases[part]), torch.tensor(made()[part]), atol=1e-5
    )


def test_a_packed_model_of_the_chapters_size_is_small():
    models = GPT(604, 48, 32, 4, 2), BERT(605, 48, 32, 4, 2)
    sent = json.dumps([packed(rounded(model)) for model in models]).encode()
    assert len(gzip.compress(sent)) < 300_000


def test_rounding_to_eight_bits_hardly_changes_what_is_likely():
    torch.manual_seed(1)
    model = GPT(50, 16, 32, 4, 2).eval()
    ids = torch.arange(12)[None]
    with torch.no_grad():
        shares = [m(ids).softmax(-1) for m in (model, rounded(model))]
    assert (shares[0] - shares[1]).abs().max() < 0.02


def test_a_setting_outside_its_range_is_refused():
    with pytest.raises(Exception, match="temperature"):
        LanguageModel(temperature=0)
