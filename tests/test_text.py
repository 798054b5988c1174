"""Tokens, vocabularies, padding and batches."""

from collections import Counter

import pytest
import torch

from helpers.corpora import text
from helpers.corpora.text import PAD, START, STOP, UNKNOWN, Vocabulary


@pytest.fixture
def vocabulary():
    return Vocabulary([["el", "gato", "duerme", "."], ["el", "gato", "come", "."]])


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("¿Dónde está el gato?", "¿ Dónde está el gato ?"),
        ("Ana’s book isn't here, Pedro.", "Ana 's book isn't here , Pedro ."),
        ("Donde hay humo, hay fuego", "Donde hay humo , hay fuego"),
        ("cafe\u0301", "café"),
        ("<b>Soy</b>", "< b > Soy < / b >"),
    ],
)
def test_a_sentence_becomes_words_and_marks(sentence, words):
    assert text.tokenise(sentence) == words.split()


@pytest.mark.parametrize("empty", ["", "  \n"])
def test_an_empty_sentence_is_named_in_one_sentence(vocabulary, empty):
    with pytest.raises(ValueError, match="An empty sentence has no words"):
        text.tokenise(empty)
    with pytest.raises(ValueError, match="An empty sentence has no words"):
        vocabulary.encode([])


@pytest.mark.parametrize(
    "sentence",
    ["¿Dónde está el gato?", "Ana's book is red, and Pedro's is blue.", "Él corre."],
)
def test_words_are_joined_as_people_write_them(sentence):
    words = text.tokenise(sentence)
    words[0] = words[0].lower() if words[0] != "Ana" else "Ana"
    assert text.join(words) == sentence


def test_the_capital_comes_after_the_opening_mark():
    assert text.join("¿ lees el libro ?".split()) == "¿Lees el libro?"


def test_a_vocabulary_numbers_its_words_by_frequency(vocabulary):
    assert vocabulary.words[:4] == text.SPECIALS
    assert vocabulary.words[4:] == (".", "el", "gato", "come", "duerme")
    assert len(vocabulary) == 9
    assert Vocabulary([["a", "a", "b"]], least=2).words[4:] == ("a",)


def test_what_is_encoded_is_decoded(vocabulary):
    words = ["el", "gato", "come", "."]
    ids = vocabulary.encode(words)
    assert vocabulary.decode([START, *ids, STOP, PAD, PAD]) == words
    assert vocabulary.decode(torch.tensor([*ids, STOP, 5, 5])) == words


def test_an_unknown_word_is_unk_and_nothing_is_lost(vocabulary):
    ids = vocabulary.encode(["el", "<b>", "come"])
    assert ids[1] == UNKNOWN
    assert vocabulary.decode(ids) == ["el", "<unk>", "come"]


def test_a_word_that_is_unknown_with_a_capital_is_tried_without(vocabulary):
    assert vocabulary.encode(["El", "gato"]) == vocabulary.encode(["el", "gato"])
    names = Vocabulary([["Rosa", "rosa"]])
    assert len({*names.encode(["Rosa", "rosa"])}) == 2


def test_rows_are_padded_on_the_right_and_the_mask_shows_the_words():
    rows = text.pad([[4, 5, 6], [7]])
    assert rows.tolist() == [[4, 5, 6], [7, PAD, PAD]]
    assert text.mask(rows).tolist() == [[True] * 3, [True, False, False]]


def numbered(count):
    """Pairs of lists of numbers, of many lengths, each pair another."""
    return [([4 + i] * (1 + i % 13), [4 + i] * (2 + i % 7)) for i in range(count)]


def test_batches_hold_every_pair_once_and_not_too_many_words():
    pairs = numbered(500)
    seen = Counter()
    for source, target in text.batches(pairs, torch.Generator(), tokens=100):
        assert len(source) == len(target)
        assert max(source.shape[1], target.shape[1]) * len(source) <= 100
        seen.update(zip(source[:, 0].tolist(), target[:, 0].tolist(), strict=True))
    assert seen == Counter((source[0], target[0]) for source, target in pairs)


def test_a_batch_has_sentences_of_similar_length():
    pairs = numbered(500)
    waste = [
        1 - text.mask(source).float().mean()
        for source, _ in text.batches(pairs, torch.Generator(), tokens=100)
    ]
    assert sum(waste) / len(waste) < 0.25


def test_the_generator_draws_the_order_of_batches():
    def order(seed):
        generator = torch.Generator().manual_seed(seed)
        batches = text.batches(numbered(200), generator, tokens=60)
        return [source[0, 0].item() for source, _ in batches]

    assert order(1) == order(1) != order(2)


def test_a_sentence_that_is_too_long_is_named_in_one_sentence():
    pairs = [([4] * 65, [4])]
    with pytest.raises(ValueError, match="has 65 words; expected 64 at the most"):
        next(text.batches(pairs, torch.Generator()))
