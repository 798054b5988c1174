"""Chapter 11's stored table, and the script that makes it from the chapter's cells."""

import json
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NOTEBOOK = ROOT / "notebooks/11_gates.ipynb"


@pytest.fixture(scope="module")
def study():
    """The script as a module."""
    return import_module("11_gates")


@pytest.fixture(scope="module")
def chapter(study):
    """What the chapter's cells define before they turn to the reviews."""
    names = {}
    for source in study.sources():
        if "contest(*" in source or "reviews()" in source:
            continue
        exec(source, names)  # the book's own cells
    return names


def test_the_stored_table_has_what_the_chapters_contest_returns(study, chapter):
    rows = list(chapter["sentences"]())[:90]
    found = chapter["contest"](rows[:60], rows[60:], epochs=1, size=32, least=1)
    stored = json.loads(study.TABLE.read_text("utf-8"))["reviews"]
    assert list(stored) == list(found)
    assert len(stored["LSTMs"]) == len(found["LSTMs"]) == 3


def test_the_contest_comes_out_the_same_twice(chapter):
    rows = list(chapter["sentences"]())[::70]
    contest = chapter["contest"]
    first, second = (contest(rows[:60], rows[60:], 1, 32, 1) for _ in range(2))
    assert first == second


def test_every_batch_holds_sentences_of_one_length(chapter):
    torch = chapter["torch"]
    rows = [torch.zeros(n) for n in (3, 5, 3, 3, 9, 5, 3)]
    batches = chapter["batches"](rows, 2, torch.Generator().manual_seed(0))
    assert sorted(i for batch in batches for i in batch) == list(range(7))
    for batch in batches:
        assert len(batch) <= 2
        assert len({len(rows[i]) for i in batch}) == 1


def test_most_sentences_share_their_bag_of_words_with_the_opposite_verdict(chapter):
    bags = {}
    rows = list(chapter["sentences"]())
    for sentence, verdict in rows:
        bags.setdefault(tuple(sorted(sentence.split())), set()).add(verdict)
    torn = [len(bags[tuple(sorted(sentence.split()))]) == 2 for sentence, _ in rows]
    assert sum(torn) > 0.95 * len(rows)
