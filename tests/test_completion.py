"""The GPT that goes on: its cases for JavaScript, its settings, and what is stored."""

import json
from importlib import import_module
from pathlib import Path

import pytest
import torch
from traitlets import TraitError

from helpers import studies
from helpers.taught.gpt import GPT, write
from helpers.widgets.completion import Completion
from helpers.widgets.language_model import packed
from helpers.widgets.matrices import rounded

CASES = Path(__file__).parent / "cases/completion.json"
LETTERS = sorted(set("\n ,.abcdehinrst"))
MERGES = [["h", "e"], ["t", "he"], [" ", "the"], ["a", "t"], ["i", "n"], [" ", "b"]]
TEXTS = ["the hat", "in the bath, the cat.", "dad\nthe inn"]


@pytest.fixture
def study(monkeypatch):
    """The study's script, with a few letters and merges instead of its own."""
    module = import_module("17_writer")
    words = [*LETTERS, *map("".join, MERGES)]
    monkeypatch.setattr(module, "learned", lambda: list(map(tuple, MERGES)))
    monkeypatch.setattr(module, "vocabulary", lambda: words)
    module.pieces.cache_clear()
    yield module
    module.pieces.cache_clear()


def made(study):
    """The cases anew, from Python and PyTorch."""
    torch.manual_seed(2018)
    words = study.vocabulary()
    gpt = rounded(GPT(len(words), 64, 8, 2, 2).eval())
    ids = study.ids_of(TEXTS[0])
    with torch.no_grad():
        scores = gpt(torch.tensor([ids]))[0]
    greedy = write(gpt, ids, 12, torch.Generator(), k=1)
    return {
        "letters": LETTERS,
        "merges": MERGES,
        "texts": [{"text": text, "ids": study.ids_of(text)} for text in TEXTS],
        "gpt": packed(gpt),
        "scores": scores.tolist(),
        "greedy": greedy,
    }


def test_the_cases_are_what_python_computes(study):
    kept, new = json.loads(CASES.read_text("utf-8")), made(study)
    assert kept["texts"] == new["texts"]
    assert kept["greedy"] == new["greedy"]
    assert torch.allclose(
        torch.tensor(kept["scores"]), torch.tensor(new["scores"]), atol=1e-5
    )


def test_a_text_in_tokens_is_the_text_again(study):
    words = study.vocabulary()
    for text in TEXTS:
        assert "".join(words[i] for i in study.ids_of(text)) == text


def test_the_figure_opens_on_the_last_step_and_refuses_one_that_is_not_stored():
    figure = Completion.trained()
    assert figure.step == figure.samples[-1]["step"]
    with pytest.raises(TraitError, match="step must be one of 0, "):
        figure.step = 7


def test_a_setting_outside_its_range_is_refused():
    with pytest.raises(TraitError, match="temperature"):
        Completion(temperature=0)


def test_what_is_stored_is_whole_and_small():
    samples = studies.part("17_writer", "samples")
    tokens = studies.part("17_writer", "tokens")
    net = studies.part("17_writer", f"step_{samples[-1]['step']}")
    count = len(tokens["letters"]) + len(tokens["merges"])
    embedding = studies.weights(net)["embedding.weight"]
    assert len(embedding) == count == 1024
    assert len(json.dumps(net)) < 900_000
    assert [s["bits"] for s in samples] == sorted(s["bits"] for s in samples)[::-1]
