"""Chapter 16's decoding: the cache against re-running, beams against every sentence."""

from itertools import product

import pytest
import torch

from helpers.taught.decoding import (
    PAD,
    START,
    STOP,
    CachedDecoder,
    beam_search,
    greedy,
    length_penalty,
)
from helpers.taught.transformer import Transformer


def model(words=11, pre_norm=False, seed=2017):
    torch.manual_seed(seed)
    net = Transformer(words, 16, 4, 24, 2, pre_norm=pre_norm).eval()
    for values in net.parameters():
        values.data += 0.1 * torch.randn_like(values)
    return net


def sources():
    return torch.tensor([[4, 5, 6, 7, 8], [9, 10, 4, 0, 0], [5, 0, 0, 0, 0]])


@pytest.mark.parametrize("pre_norm", [False, True])
def test_the_cache_gives_the_scores_of_a_run_over_the_whole_sentence(pre_norm):
    net, src = model(pre_norm=pre_norm), sources()
    tgt = torch.tensor([[1, 6, 5, 4], [1, 7, 8, 9], [1, 8, 9, 4]])
    decoder = CachedDecoder(net, src)
    stepped = torch.stack([decoder.step(words) for words in tgt.unbind(1)], dim=1)
    torch.testing.assert_close(stepped, net(src, tgt), atol=1e-5, rtol=1e-5)


def test_greedy_writes_what_re_running_the_whole_model_writes():
    net, src = model(), sources()
    ids = torch.full((3, 1), START)
    with torch.no_grad():
        for _ in range(7):
            ids = torch.cat([ids, net(src, ids)[:, -1:].argmax(-1)], dim=1)
    stopped = (ids[:, 1:] == STOP).cumsum(1) > 0
    wanted = ids[:, 1:].masked_fill(stopped, STOP)
    assert torch.equal(greedy(net, src, 7), wanted)
    assert torch.equal(net.greedy(src, 7), wanted)


def test_greedy_ends_when_every_sentence_has_stopped():
    net = model()
    net.embed.table.weight.data[STOP] = 100 * net.embed.table.weight.data.sum(0)
    written = greedy(net, sources(), 30)
    assert written.shape[1] <= 30
    assert len(written) == 3


def test_one_beam_without_a_penalty_is_greedy():
    net, src = model(), sources()
    beams = beam_search(net, src, 6, width=1, alpha=0)
    for given, wanted in zip(beams, greedy(net, src, 6), strict=True):
        assert given.tolist()[: len(wanted)] == wanted.tolist()


def total(net, src, words):
    """The log-probability of some words, each given those before it."""
    tgt = torch.tensor([[START, *words]])
    scores = net(src, tgt[:, :-1]).log_softmax(-1)[0]
    return float(scores.gather(1, tgt[0, 1:, None]).sum())


@pytest.mark.slow
@pytest.mark.parametrize("alpha", [0.0, 0.6, 1.5])
@pytest.mark.parametrize("seed", range(4))
@torch.no_grad()
def test_with_beams_enough_the_best_sentence_of_all_is_found(alpha, seed):
    net, limit = model(words=6, seed=seed), 3
    src = torch.tensor([[4, 5, 3]])
    found = {}
    for words in product(range(6), repeat=limit):
        ended = words.index(STOP) + 1 if STOP in words else limit
        found[words[:ended]] = None
    for words in found:
        found[words] = total(net, src, words) / length_penalty(len(words), alpha)
    best = max(found, key=found.get)
    written = beam_search(net, src, limit, width=6**limit, alpha=alpha)[0].tolist()
    assert tuple(written[: len(best)]) == best


def test_sentences_do_not_disturb_each_other_in_a_batch_of_beams():
    net, src = model(), sources()
    together = beam_search(net, src, 6)
    for row, length in enumerate((5, 3, 1)):
        alone = beam_search(net, src[row : row + 1, :length], 6)[0].tolist()
        assert together[row].tolist()[: len(alone)] == alone


def test_the_length_penalty_is_the_one_of_the_formula():
    assert length_penalty(1, 0.6) == 1
    assert length_penalty(13, 0.6) == pytest.approx(3**0.6)
    assert length_penalty(40, 0) == 1


def test_a_batch_goes_on_with_the_rows_it_is_told_to_keep():
    net, src = model(), sources()
    decoder = CachedDecoder(net, src)
    decoder.step(torch.full((3,), START))
    decoder.keep(torch.tensor([2, 0]))
    given = decoder.step(torch.tensor([6, 7]))
    wanted = net(src[[2, 0]], torch.tensor([[START, 6], [START, 7]]))[:, -1]
    torch.testing.assert_close(given, wanted, atol=1e-5, rtol=1e-5)


def test_an_empty_sentence_is_refused_before_anything_is_written():
    with pytest.raises(ValueError, match="at least one word; one is empty"):
        greedy(model(), torch.full((1, 3), PAD), 5)


@pytest.mark.parametrize("decode", [greedy, beam_search])
def test_whatever_is_made_on_the_way_stands_where_the_sentences_are(decode):
    net, src = model(), sources()
    wanted = decode(net, src, 6)
    with torch.device("meta"):  # what is made without asking where goes astray
        assert torch.equal(decode(net, src, 6), wanted)
