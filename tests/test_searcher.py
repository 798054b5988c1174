"""The small RNNsearch of the page: its cases against PyTorch, its store, its traits."""

import json
from pathlib import Path

import numpy as np
import pytest
import torch
from traitlets import TraitError

from helpers.corpora.text import START, STOP, Vocabulary, tokenise
from helpers.taught.alignment import RNNsearch
from helpers.widgets import searcher, translator
from helpers.widgets.searcher import Searcher

CASES = json.loads((Path(__file__).parent / "cases/searcher.json").read_text("utf-8"))


def net_of_the_cases():
    """The cases' net as the chapter's class."""
    figure = CASES["figure"]
    model = RNNsearch(*figure["sizes"])
    shapes = [tuple(values.shape) for values in model.parameters()]
    arrays = translator.unpacked(figure["net"], shapes)
    for values, array in zip(model.parameters(), arrays, strict=True):
        values.data = torch.tensor(array, dtype=torch.float32)
    return model


@torch.no_grad()
@pytest.mark.parametrize("case", CASES["sentences"], ids=lambda case: case["spanish"])
def test_the_cases_are_what_the_chapters_network_computes(case):
    model = net_of_the_cases()
    words = {
        name: Vocabulary.listed(CASES["figure"][name].split())
        for name in ("spanish", "english")
    }
    src = torch.tensor([words["spanish"].encode(case["spanish"].split())])
    assert np.allclose(model.annotate(src)[0], case["annotations"], atol=1e-5)
    written = model.greedy(src, translator.LONGEST)[0].tolist()
    assert written == case["greedy"]
    given = torch.tensor([[START, *case["greedy"][:-1]]])
    scores, weights = model.trace(src, given)
    assert np.allclose(weights[0], case["weights"], atol=1e-5)
    chances = scores[0].softmax(1)[range(len(written)), written]
    assert np.allclose(chances, case["chances"], atol=1e-5)


def test_the_stored_net_translates_a_sample_and_looks_where_the_words_are():
    model, kept = searcher.network(), searcher.stored()
    spanish, english = (
        Vocabulary.listed(kept[name].split()) for name in ("spanish", "english")
    )
    source, target = (tokenise(half) for half in kept["samples"][1][1])
    src = torch.tensor([spanish.encode(source)])
    assert english.decode(model.greedy(src, 20)[0].tolist()) == target
    given = torch.tensor([[START, *english.encode(target)]])
    weights = model.trace(src, given)[1][0]
    looked = [source[j] for j in weights[:-1].argmax(1).tolist()]
    assert looked[target.index("famous")] == "famoso"
    assert looked[target.index("teacher")] == "maestro"


def test_the_weights_of_a_stored_network_are_rows_that_sum_to_one():
    pair = "el conejo extraño duerme .".split(), "the strange rabbit sleeps .".split()
    rows = searcher.weights(*pair)
    assert [row.index(max(row)) for row in rows[1:4]] == [2, 1, 3]
    assert [sum(row) for row in rows] == pytest.approx([1] * 5)
    first = searcher.weights(*pair, step=0)
    assert max(map(max, first)) < 0.4


def test_every_kept_step_has_a_network_and_no_other_has():
    kept = searcher.study()
    assert kept["kept"][0] == 0 and kept["kept"][-1] == kept["steps"]
    first = searcher.network(0)
    assert sum(values.numel() for values in first.parameters()) == kept["parameters"]
    with pytest.raises(ValueError, match="There is a network after 0, 50, 100"):
        searcher.network(7)


def test_short_sentences_tie_with_chapter_13_and_long_ones_do_not():
    ours, theirs = searcher.study()["by length"], translator.study()["by length"]
    assert abs(ours["1–5"] - theirs["1–5"]) < 2
    assert ours["21–40"] > theirs["21–40"] + 40
    assert searcher.study()["spanish"] == translator.stored()["spanish"]


def test_the_figure_opens_after_all_steps_with_the_rest_kept_for_later():
    figure = Searcher()
    assert (figure.step, figure.at, figure.source) == (figure.trained, -1, -1)
    assert str(figure.trained) not in figure.checkpoints
    assert "checkpoints" in figure._stage["later"]
    assert len(figure.net) < 90_000


def test_another_net_can_be_shown_and_a_step_that_cannot_be_is_refused():
    figure = Searcher(**CASES["figure"])
    assert figure.samples == CASES["figure"]["samples"]
    with pytest.raises(TraitError, match="step must be one of 0, 9"):
        figure.step = 5
    with pytest.raises(TraitError, match="at must be a whole number from -1 to 41"):
        figure.at = 42


def test_a_kept_word_is_written_until_the_stop():
    for case in CASES["sentences"]:
        assert case["greedy"][-1] == STOP or len(case["greedy"]) == translator.LONGEST
