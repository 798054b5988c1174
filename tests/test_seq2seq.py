"""The encoder and decoder of chapter 13, and the figure's copy, against PyTorch."""

import json
import math
from base64 import b64decode
from pathlib import Path

import build
import numpy as np
import pytest
import torch
from torch import nn
from traitlets import TraitError

from helpers.seq2seq import PAD, START, STOP, Decoder, Encoder, EncoderDecoder
from helpers.text import tokenise
from helpers.widgets.decoding_steps import (
    DecodingSteps,
    packed,
    quantised,
    restored,
    stored,
)

CASES = json.loads(
    (Path(__file__).parent / "cases/decoding_steps.json").read_text("utf-8")
)
CELLS = pytest.mark.parametrize("cell", [nn.RNN, nn.GRU, nn.LSTM])
SRC = torch.tensor([[5, 6, 7, 8], [9, 5, PAD, PAD], [7, 6, 8, PAD]])
TGT = torch.tensor([[START, 4, 5, 6, STOP], [START, 7, STOP, PAD, PAD]])


def translator(cell=nn.GRU):
    """A small translator with weights that chance drew."""
    torch.manual_seed(2014)
    return EncoderDecoder(Encoder(10, 6, 8, cell), Decoder(11, 6, 8, cell))


def states(found):
    """The parts of a state: one, or an LSTM's two."""
    return found if isinstance(found, tuple) else (found,)


@CELLS
def test_a_sentence_has_the_same_state_alone_and_in_company(cell):
    encoder = translator(cell).encoder
    together = states(encoder(SRC))
    for k, row in enumerate(SRC):
        alone = states(encoder(row[row != PAD][None]))
        for one, many in zip(alone, together, strict=True):
            assert torch.allclose(one[:, 0], many[:, k], atol=1e-5)


def test_the_order_of_the_words_matters_to_the_state():
    encoder = translator().encoder
    assert not torch.allclose(encoder(SRC[:1]), encoder(SRC[:1].flip(1)), atol=1e-3)


@CELLS
def test_scores_are_those_of_writing_one_word_at_a_time(cell):
    model = translator(cell)
    at_once = model(SRC[:2], TGT)
    state = model.encoder(SRC[:2])
    for t in range(TGT.shape[1]):
        scores, state = model.decoder(TGT[:, t : t + 1], state)
        assert torch.allclose(scores[:, 0], at_once[:, t], atol=1e-5)


def test_a_word_to_come_changes_no_score_before_it():
    model, other = translator(), TGT.clone()
    other[:, 3] = 9
    assert torch.equal(model(SRC[:2], TGT)[:, :3], model(SRC[:2], other)[:, :3])


@CELLS
def test_greedy_writing_feeds_each_sentence_its_own_likeliest_word(cell):
    model = translator(cell)
    written = model.greedy(SRC, limit=7)
    assert written.shape[1] <= 7
    fed = torch.cat([torch.full((3, 1), START), written[:, :-1]], dim=1)
    likeliest = model(SRC, fed).argmax(dim=2)
    for row, wanted in zip(written.tolist(), likeliest.tolist(), strict=True):
        end = row.index(STOP) + 1 if STOP in row else len(row)
        assert row[:end] == wanted[:end]
        assert set(row[end:]) <= {STOP}


def test_writing_ends_when_all_have_stopped():
    model = translator()
    model.decoder.out.bias.data[STOP] = 100
    assert model.greedy(SRC, limit=9).tolist() == [[STOP]] * 3


def test_eight_bits_are_wrong_by_half_a_step_at_most():
    values = np.random.default_rng(2014).normal(size=(5, 40))
    values[3] *= 1000
    numbers, scales = quantised(values)
    assert numbers.dtype == np.int8
    assert abs(numbers).max(axis=1).tolist() == [127] * 5
    assert (abs(restored(values) - values) <= 0.501 * scales).all()
    assert not restored(np.zeros(4)).any()


def test_packed_arrays_lie_one_after_the_other_scales_first():
    data = b64decode(packed([np.array([[1.0, -2.0]]), np.array([0.5])]))
    assert len(data) == 4 + 2 + 4 + 1
    assert math.isclose(np.frombuffer(data[:4], "<f4")[0], 2 / 127, rel_tol=1e-6)
    assert list(np.frombuffer(data[4:6], np.int8)) == [64, -127]


def test_the_stored_net_fits_its_sizes_and_its_words():
    kept = stored()
    source, target, width, units = kept["sizes"]
    cell = 3 * units * (width + units + 2)
    rows = [source, target, target, 1, *2 * [3 * units, 3 * units, 1, 1]]
    weights = (source + target) * width + 2 * cell + target * (units + 1)
    assert len(b64decode(kept["net"])) == weights + 4 * sum(rows)
    assert len(kept["spanish"].split()) == source - 4
    assert len(kept["english"].split()) == target - 4
    assert len(kept["net"]) < 190_000


def test_the_samples_are_made_of_words_that_the_net_knows():
    kept = stored()
    assert len(kept["samples"]) >= 4
    for _, pair in kept["samples"]:
        for language, sentence in zip(("spanish", "english"), pair, strict=True):
            known = set(kept[language].split())
            words = tokenise(sentence)
            assert all(word in known or word.lower() in known for word in words)


def test_the_figure_begins_with_the_first_sample():
    figure = DecodingSteps()
    assert [figure.sentence, figure.reference] == figure.samples[0][1]
    assert DecodingSteps(sentence="hola").reference == ""


def test_the_figure_opens_at_the_handover_with_the_first_word_chosen():
    figure = DecodingSteps()
    assert figure.at == len(tokenise(figure.sentence)) + 1
    assert DecodingSteps(sentence="").at == 1
    assert DecodingSteps(sentence="no " * 80).at == 41
    assert DecodingSteps(at=0).at == 0


def test_the_chapter_names_the_number_of_words_that_the_figure_knows():
    chapter = (build.ROOT / "notebooks/13_seq2seq.ipynb").read_text("utf-8")
    words = [word for word in stored()["spanish"].split() if word[0].isalpha()]
    assert f"{len(words)} Spanish words" in chapter


def test_another_net_can_be_shown():
    figure = DecodingSteps(**CASES["figure"])
    assert figure.sentence == CASES["figure"]["samples"][0][1][0]


def test_a_step_that_cannot_be_is_refused():
    with pytest.raises(TraitError, match="at must be a whole number from 0 to 81"):
        DecodingSteps(at=82)
