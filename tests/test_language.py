"""Chapter 17's readers: what each may see, and what each is charged for."""

from itertools import islice
from math import log2

import pytest
import torch

from helpers.language import (
    BERT,
    ELMo,
    LetterLSTM,
    bits,
    hide,
    next_letter,
    train,
    turned,
    windows,
)
from helpers.text import PAD, START, STOP


def draw(seed=1):
    """A generator of chance that begins at this seed."""
    return torch.Generator().manual_seed(seed)


def sentences(count=3, length=9, words=20):
    """Rows of random words between a start and a stop."""
    ids = torch.randint(4, words, (count, length), generator=draw())
    ids[:, 0], ids[:, -1] = START, STOP
    return ids


def test_no_direction_of_elmo_sees_the_word_that_it_scores():
    torch.manual_seed(1)
    elmo, ids = ELMo(20, 8), sentences()
    other = ids.clone()
    other[:, 4] = (other[:, 4] - 3) % 16 + 4  # another word in the fifth place
    (left, right), (left2, right2) = elmo(ids), elmo(other)
    assert torch.equal(left[:, :4], left2[:, :4])  # scores of words 1 to 4
    assert not torch.allclose(left[:, 4], left2[:, 4])
    assert torch.equal(right[:, 4:], right2[:, 4:])  # scores of words 4 to T - 2
    assert not torch.allclose(right[:, 3], right2[:, 3])


def test_a_row_is_turned_within_its_own_length():
    ids = torch.tensor([[5, 6, 7, PAD, PAD], [5, 6, 7, 8, 9]])
    rows = torch.arange(10.0).view(2, 5, 1).expand(2, 5, 3)
    found = turned(rows, ids)
    assert found[..., 1].tolist() == [[2, 1, 0, 4, 3], [9, 8, 7, 6, 5]]
    assert torch.equal(turned(found, ids), rows)


def test_padding_changes_nothing_for_elmo():
    torch.manual_seed(1)
    elmo, ids = ELMo(20, 8), sentences()
    alone = elmo(ids)
    padded = elmo(torch.nn.functional.pad(ids, (0, 4), value=PAD))
    for found, wanted in zip(padded, alone, strict=True):
        assert torch.allclose(found[:, : ids.shape[1] - 1], wanted, atol=1e-5)


def test_bert_sees_both_sides_of_a_blank():
    torch.manual_seed(1)
    bert, ids = BERT(21, 12, 8, 2, 2).eval(), sentences(1)
    chosen = torch.zeros(ids.shape, dtype=torch.bool)
    chosen[0, 4] = True
    plain = bert(ids, chosen)
    for place in (2, 6):
        other = ids.clone()
        other[0, place] = (other[0, place] - 3) % 16 + 4
        assert not torch.allclose(bert(other, chosen), plain)


def test_padding_changes_nothing_for_bert():
    torch.manual_seed(1)
    bert, ids = BERT(21, 16, 8, 2, 2).eval(), sentences(1)
    chosen = torch.ones(ids.shape, dtype=torch.bool)
    padded = torch.nn.functional.pad(ids, (0, 4), value=PAD)
    marks = torch.nn.functional.pad(chosen, (0, 4))
    assert torch.allclose(bert(padded, marks), bert(ids, chosen), atol=1e-5)


def test_the_second_segment_begins_after_the_first_stop():
    torch.manual_seed(1)
    bert = BERT(21, 16, 8, 2, 2).eval()
    ids = torch.tensor([[START, 5, 6, STOP, 7, 8, STOP]])
    seen = []
    bert.segment.register_forward_hook(lambda _, given, __: seen.append(given[0]))
    bert(ids, torch.ones(ids.shape, dtype=torch.bool))
    assert seen[0].tolist() == [[0, 0, 0, 0, 1, 1, 1]]


def test_words_are_hidden_in_berts_proportions():
    ids = torch.randint(4, 50, (400, 100), generator=draw())
    ids[:, 0], ids[:, -1], ids[:, -2] = START, PAD, STOP
    spoilt, chosen = hide(ids, 50, draw(2))
    assert not chosen[:, [0, -1, -2]].any()
    assert torch.equal(spoilt[~chosen], ids[~chosen])
    assert float(chosen[:, 1:-2].float().mean()) == pytest.approx(0.15, abs=0.01)
    masked, kept = spoilt[chosen] == 50, spoilt[chosen] == ids[chosen]
    assert float(masked.float().mean()) == pytest.approx(0.8, abs=0.02)
    assert float(kept.float().mean()) == pytest.approx(0.1, abs=0.02)
    changed = spoilt[chosen][~masked]
    assert changed.min() > STOP
    assert changed.max() < 50


def test_a_letter_by_chance_costs_the_logarithm_of_their_number():
    scores = torch.zeros(2, 5, 32)
    ids = torch.randint(1, 32, (2, 5), generator=draw())
    assert float(bits(scores, ids)) == pytest.approx(log2(32))
    ids[:, 3:] = PAD
    scores[:, 3:, 7] = 99.0  # what is said of padding does not count
    assert float(bits(scores, ids)) == pytest.approx(log2(32))


def test_windows_are_passages_of_the_text():
    ids = torch.arange(50)
    for rows in islice(windows(ids, 8, draw(), 6), 20):
        assert rows.shape == (6, 9)
        assert torch.equal(rows - rows[:, :1], torch.arange(9).expand(6, 9))


def test_training_learns_and_comes_out_the_same_twice():
    def run():
        torch.manual_seed(1)
        model = LetterLSTM(5, 16)
        ids = torch.arange(400) % 5
        return train(model, next_letter, windows(ids, 12, draw(), 8), 120, 0.02)

    costs = run()
    assert costs == run()
    assert costs[0] > 2
    assert costs[-1] < 0.3
