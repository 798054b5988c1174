"""What trains and measures translators, on a language of a few words."""

import pytest
import torch
from sacrebleu import corpus_bleu

from helpers.corpora import tatoeba, text
from helpers.taught.seq2seq import Decoder, Encoder, EncoderDecoder
from helpers.taught.transformer import Transformer
from helpers.training import translation
from helpers.training.translation import Corpus

SPANISH = "uno dos tres cuatro cinco seis".split()
ENGLISH = "one two three four five six".split()


def counting():
    """Pairs of numbers that go on from somewhere, the same in both languages."""
    pairs = tuple(
        (tuple(SPANISH[i:j]), tuple(ENGLISH[i:j]))
        for i in range(6)
        for j in range(i + 1, 7)
    )
    words = text.Vocabulary([SPANISH]), text.Vocabulary([ENGLISH])
    return Corpus(pairs, pairs[::2], pairs[1::2], *words)


def translator(data, seed=2014):
    """A small translator for these words."""
    torch.manual_seed(seed)
    parts = Encoder(len(data.spanish), 16, 32), Decoder(len(data.english), 16, 32)
    return EncoderDecoder(*parts)


def taught(data, **more):
    """The translator after two hundred steps."""
    rng = torch.Generator().manual_seed(2014)
    return translation.train(translator(data), data, 200, 0.01, rng, tokens=64, **more)


@pytest.fixture(scope="module")
def learned():
    """A translator that can count, and what it was taught with."""
    data = counting()
    return taught(data), data


def test_it_learns_to_count(learned):
    assert translation.evaluate(*learned, learned[1].test) == (pytest.approx(100), 100)


def test_training_twice_gives_the_same_weights(learned):
    again = taught(learned[1])
    for one, other in zip(learned[0].parameters(), again.parameters(), strict=True):
        assert torch.equal(one, other)


def test_a_schedule_multiplies_the_rate():
    data = counting()
    still, fresh = taught(data, schedule=lambda step: 0.0), translator(data)
    for one, other in zip(still.parameters(), fresh.parameters(), strict=True):
        assert torch.equal(one, other)


def test_padding_has_no_part_in_the_loss(learned):
    model, data = learned
    rows = [data.numbered([pair])[0] for pair in data.train[:5]]
    each = [
        translation.loss(model, torch.tensor([s]), torch.tensor([t])) for s, t in rows
    ]
    weights = torch.tensor([len(t) - 1.0 for _, t in rows])
    batch = translation.loss(
        model, *(text.pad(part) for part in zip(*rows, strict=True))
    )
    mean = (torch.stack(each) * weights).sum() / weights.sum()
    assert torch.allclose(batch, mean, atol=1e-5)


def test_smoothing_makes_certainty_dear(learned):
    model, data = learned
    src, tgt = (text.pad(part) for part in zip(*data.numbered(data.train), strict=True))
    plain, smoothed = (translation.loss(model, src, tgt, s) for s in (0.0, 0.1))
    assert smoothed > plain + 0.1


def test_backwards_turns_the_source_and_nothing_else():
    data = counting()
    src, tgt = data.numbered(data.train[4:5])[0]
    turned, same = data.reversed().numbered(data.train[4:5])[0]
    assert turned == src[::-1]
    assert same == tgt == [text.START, *data.english.encode(ENGLISH[:5]), text.STOP]


def test_translations_come_in_the_order_of_the_pairs(learned):
    model, data = learned
    pairs = sorted(data.train, key=lambda pair: (-len(pair[0]), pair))
    written = translation.translations(model, data, pairs, size=3)
    assert written == [list(english) for _, english in pairs]


def test_sentences_go_to_the_device_that_the_model_is_on():
    class Elsewhere(Transformer):
        def greedy(self, src, limit):
            assert src.device.type == "meta"
            return torch.full((len(src), 1), text.STOP)

    data = counting()
    model = Elsewhere(12, d_model=8, heads=2, d_ff=8, layers=1)
    model.encode = lambda src: (model.embed(src), None)  # does not look at the words
    model.to("meta")
    src, tgt = (text.pad(part) for part in zip(*data.numbered(data.train), strict=True))
    assert translation.loss(model, src, tgt).device.type == "meta"
    assert translation.translations(model, data, data.test) == [[] for _ in data.test]


def test_bleu_by_length_divides_the_sentences_and_loses_none():
    pairs = counting().train
    written = [list(english) for _, english in pairs]
    written[0] = ["six"]
    found = translation.bleu_by_length(written, pairs, ((1, 3), (4, 6), (7, 9)))
    chosen = [i for i, pair in enumerate(pairs) if len(pair[0]) <= 3]
    right = corpus_bleu(
        [" ".join(written[i]) for i in chosen],
        [[" ".join(pairs[i][1]) for i in chosen]],
        tokenize="none",
        force=True,
    ).score
    assert found == {(1, 3): right, (4, 6): pytest.approx(100), (7, 9): None}
    assert translation.exact(written, pairs) == 100 * (len(pairs) - 1) / len(pairs)


def test_a_sentence_is_translated_as_it_was_typed(learned):
    assert translation.translate(*learned, "dos  tres") == "two three"


@pytest.mark.parametrize(
    ("sentence", "why"),
    [
        ("", "An empty sentence has no words"),
        ("   ", "An empty sentence has no words"),
        ("dos siete", "the model knows 10 words, and 'siete' is not one of them"),
        ("dos " * 41, "a sentence has 40 words or fewer, not 41"),
        ("<b>dos</b>", "a sentence is plain text, without < and >"),
        ("dos <stop> tres", "a sentence is plain text, without < and >"),
    ],
)
def test_what_cannot_be_translated_is_refused_in_a_sentence(learned, sentence, why):
    with pytest.raises(ValueError, match=why):
        translation.translate(*learned, sentence)


def test_a_corpus_has_the_words_of_its_training_part_and_no_others():
    data = translation.corpus()
    assert {word for source, _ in data.train for word in source} == set(
        data.spanish.words[len(text.SPECIALS) :]
    )
    assert data.train[0][0] and all(map(len, (data.train, data.valid, data.test)))


def test_a_corpus_of_another_name_is_refused():
    with pytest.raises(ValueError, match="one of phrasebook, tatoeba, not 'europarl'"):
        translation.corpus("europarl")


def test_rare_words_of_the_real_pairs_are_unknown(monkeypatch):
    pairs = [(("sí", "señor"), ("yes", "sir"))] * 5 + [(("no", "sí"), ("no", "yes"))]
    parts = tatoeba.Splits(tuple(pairs), tuple(pairs), tuple(pairs))
    monkeypatch.setattr(tatoeba, "splits", lambda: parts)
    data = translation.corpus("tatoeba")
    assert data.spanish.words[4:] == ("sí", "señor")
    assert data.numbered(data.test[-1:])[0][0] == [text.UNKNOWN, 4]
