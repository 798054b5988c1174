"""Byte-pair encoding, held to the tokenizers library."""

import json

import pytest
from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

from helpers.corpora import prose
from helpers.taught import bpe

TEXT = " ".join(prose.chapters())


@pytest.fixture(scope="module")
def merges():
    return bpe.learn_merges(TEXT, 256)


@pytest.fixture(scope="module")
def theirs():
    """The library's own, with the same way to cut a text into words."""
    tokenizer = Tokenizer(models.BPE())
    cut = pre_tokenizers.Split(Regex(bpe.PIECES.pattern), "isolated")
    tokenizer.pre_tokenizer = cut
    size = len(set(TEXT)) + 256
    trainer = trainers.BpeTrainer(vocab_size=size, show_progress=False)
    tokenizer.train_from_iterator([TEXT], trainer)
    return tokenizer


@pytest.mark.slow
def test_the_merges_are_the_librarys(merges, theirs):
    stored = json.loads(theirs.to_str())["model"]["merges"]
    assert merges == [tuple(pair) for pair in stored]


def test_the_tokens_of_a_text_are_the_librarys(merges, theirs):
    for text in (TEXT[-3000:], "unbelievable  perceptrons, twice"):
        assert bpe.encode(text, merges) == theirs.encode(text).tokens


def test_tokens_laid_end_to_end_are_the_text(merges):
    text = "Never seen before: zyzzyva!"
    assert "".join(bpe.encode(text, merges)) == text


def test_a_pair_is_merged_from_the_left():
    assert bpe.merged(list("aaa"), ("a", "a")) == ["aa", "a"]


def test_learning_ends_when_every_word_is_one_token():
    assert len(bpe.learn_merges("abc abc", 50)) < 50
