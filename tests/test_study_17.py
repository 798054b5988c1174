"""Chapter 17's study in short form, and its stored table."""

import json
from importlib import import_module
from statistics import median

import pytest
import torch

from helpers.corpora.text import START, STOP


@pytest.fixture(scope="module")
def study():
    """The script as a module, with a few made-up sentences instead of many."""
    module = import_module("17_language_models")
    rows = [[START, *range(4 + i % 3, 9 + i % 4), STOP] for i in range(60)]
    module.sentences = lambda part: (rows[:40], rows[40:], range(13))
    return module


def without_seconds(row):
    """The row's figures that do not depend on the machine's load."""
    return {name: value for name, value in row.items() if name != "seconds"}


@pytest.mark.parametrize("kind", ["ELMo", "GPT", "BERT"])
def test_filling_blanks_comes_out_the_same_twice(study, kind):
    first, second = (study.blank(kind, 2018, steps=8, count=20) for _ in range(2))
    assert without_seconds(first) == without_seconds(second)


@pytest.mark.slow
def test_a_short_training_on_letters_is_the_same_twice(study):
    study.TEXTS["book"] = lambda: (torch.arange(900) % 7, torch.arange(400) % 7, 7)
    rows = [
        study.letters("book", make, 2018, 0, 0.01, 16, 4, steps=150)
        for make in (study.lstm(12), study.lstm(12), study.gpt(16, 16, 2))
    ]
    assert without_seconds(rows[0]) == without_seconds(rows[1])
    assert all(row["bits"] < 2 for row in rows)  # of 2.8 by chance


def test_an_echo_repeats_its_letters(study):
    ids = next(study.echoes(5, torch.Generator().manual_seed(1)))
    half = ids.shape[1] // 2
    assert torch.equal(ids[:, :half], ids[:, half:])


def test_the_stored_table_has_five_seeds_of_every_row(study):
    rows = json.loads(study.TABLE.read_text("utf-8"))["rows"]
    found = {(row["name"], row["seed"]) for row in rows}
    wanted = {(name, seed) for name in study.KINDS for seed in study.SEEDS}
    tried = {(name, seed) for name in study.TRIED for seed in study.TRIED_SEEDS}
    assert found == wanted | tried


def test_rivals_have_the_same_number_of_parameters_to_a_tenth(study):
    rows = json.loads(study.TABLE.read_text("utf-8"))["rows"]
    sizes = {row["name"]: row["parameters"] for row in rows}
    for contest in ("book", "library", "echo"):
        ratio = sizes[f"{contest}, GPT"] / sizes[f"{contest}, LSTM"]
        assert 0.9 < ratio < 1.1
    blanks = [sizes[f"blanks, {kind}"] for kind in ("ELMo", "GPT", "BERT")]
    assert max(blanks) < 1.1 * min(blanks)


def test_the_chapters_words_on_its_rows_are_so(study):
    rows = json.loads(study.TABLE.read_text("utf-8"))["rows"]

    def figures(name, figure="bits"):
        return [row[figure] for row in rows if row["name"] == name]

    def filled(kind, way):
        return [found[way]["bits"] for found in figures(f"blanks, {kind}", "found")]

    bert, pair = filled("BERT", "BERT"), filled("ELMo", "ELMo, both")
    assert max(bert) + 0.3 < min(filled("GPT", "GPT"))
    assert max(pair) < min(bert)
    assert 1 / 3 < median(bert) - median(pair) < 0.45
    for kind, best in (("ELMo", 0.02), ("GPT", 0.01), ("BERT", 0.01)):
        way = "ELMo, both" if kind == "ELMo" else kind
        tried = {r: filled(f"{kind}, rate {r}", way) for r in (0.005, 0.01, 0.02)}
        assert min(tried, key=tried.get) == best
    for text in ("book", "library"):  # about a bit, and about three steps to one
        lstm, gpt = f"{text}, LSTM", f"{text}, GPT"
        assert max(figures(lstm)) < min(figures(gpt))
        assert median(figures(gpt)) - median(figures(lstm)) == pytest.approx(1, abs=0.3)
        assert 2.5 < median(figures(lstm, "steps")) / median(figures(gpt, "steps")) < 4
    for name, room in (("LSTM", 0.05), ("GPT", 0.0)):  # 0.01 against all that was tried
        tried = [figures(f"{name}, rate {rate}")[0] for rate in (0.003, 0.005, 0.02)]
        assert figures(f"{name}, rate 0.01")[0] <= min(tried) + room
    lstm, gpt = figures("echo, LSTM"), figures("echo, GPT")
    assert max(gpt) < min(lstm)
    assert median(gpt) < median(lstm) / 2
