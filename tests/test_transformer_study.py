"""Chapter 16's stored table and the script that makes it, in short form."""

import json
from dataclasses import replace
from importlib import import_module
from itertools import product

import pytest
import torch

from helpers import memory, phrasebook


@pytest.fixture(scope="module")
def study():
    """The script as a module."""
    return import_module("16_transformer")


@pytest.fixture(scope="module")
def few(study):
    """The phrasebook with very little to learn and to be measured on."""
    data = study.corpus()
    return replace(
        data, train=data.train[:60], valid=data.valid[:8], test=data.test[:8]
    )


def test_the_same_seed_gives_the_same_row(study, few):
    rows = [study.variation("base", 2017, few, steps=2) for _ in range(2)]
    for row in rows:
        del row["seconds"]
    assert rows[0] == rows[1]
    assert rows[0] != study.variation("base", 2018, few, steps=2)


@pytest.mark.parametrize("name", ["d_k 4", "learned positions", "no positions"])
def test_a_variation_trains(study, few, name):
    row = study.variation(name, 2017, few, steps=2)
    assert 0 <= row["bleu"] <= 100
    assert row["perplexity"] > 1


def test_a_model_without_positions_does_not_know_the_order(study):
    torch.manual_seed(0)
    model = study.positioned(20, keep=0.0).eval()
    tgt = torch.tensor([[1, 5]])
    given = model(torch.tensor([[6, 7, 8]]), tgt)
    torch.testing.assert_close(given, model(torch.tensor([[8, 6, 7]]), tgt))


@pytest.mark.long
def test_the_long_trainings_run_in_short_form(study, few):
    for name in ("full", "full, pre-norm", "RNNsearch", "coreference"):
        assert study.KINDS[name](name, 2017, few, steps=1)["bleu"] >= 0


def test_an_adjective_tells_only_where_the_genders_differ(study):
    chosen = study.gendered(phrasebook.coreference().held_out)
    assert len(chosen) > 200
    for pair, adjective, wrong in chosen:
        places = pair.antecedent.spanish, pair.antecedent.rival_spanish
        assert len({pair.tags[i].gender for i in places}) == 2
        assert adjective[:-1] == wrong[:-1]
        assert adjective != wrong


def test_the_stored_table_has_five_seeds_of_every_row(study):
    rows = json.loads(study.TABLE.read_text("utf-8"))["rows"]
    found = [(row["name"], row["seed"]) for row in rows]
    assert found == list(product(study.KINDS, study.SEEDS))
    assert all(0 <= row["bleu"] <= 100 for row in rows)


def test_memory_is_kept_where_the_c_library_can_and_elsewhere_nothing_happens(
    monkeypatch,
):
    memory.keep_memory()
    monkeypatch.setattr(memory.sys, "platform", "win32")
    monkeypatch.setattr(memory.ctypes, "CDLL", None)  # would stop if it were called
    memory.keep_memory()
