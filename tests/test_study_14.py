"""The study of chapter 14: it repeats itself, and the stored table is what it makes."""

import json
from dataclasses import replace
from importlib import import_module

import pytest
from rows import store

from helpers.training import translation

study = import_module("14_alignment")


@pytest.fixture(scope="module")
def corpus():
    whole = translation.corpus("phrasebook")
    return replace(whole, train=whole.train[:500], test=whole.test[:60])


@pytest.mark.slow
@pytest.mark.parametrize("kind", study.KINDS)
def test_a_short_run_gives_the_same_row_twice(kind, corpus):
    rows = [study.run(kind, 2014, corpus, steps=2)[0] for _ in range(2)]
    for row in rows:
        del row["seconds"]
    assert rows[0] == rows[1]
    assert ("alignment error" in rows[0]) == (kind != "fixed vector")


def test_all_kinds_have_nearly_the_same_number_of_parameters(corpus):
    sizes = [study.trained(kind, 1, corpus, steps=0)[0] for kind in study.KINDS]
    counts = [sum(p.numel() for p in model.parameters()) for model in sizes]
    assert max(counts) < 1.03 * min(counts)


def test_a_row_takes_the_place_of_its_elder_and_the_order_is_fixed(tmp_path, corpus):
    path = tmp_path / "table.json"
    rows = [study.run(kind, 1, corpus, steps=0)[0] for kind in ("dot", "fixed vector")]
    for row in [*rows, rows[0] | {"bleu": 99}]:
        store(row, path, study.place)
    table = json.loads(path.read_text("utf-8"))["rows"]
    assert [row["kind"] for row in table] == ["fixed vector", "dot"]
    assert table[1]["bleu"] == 99


def test_maps_keep_twelve_components_and_say_of_how_many(tmp_path):
    path = tmp_path / "maps.json"
    whole = translation.corpus("phrasebook")
    for kind in ("additive", "dot"):
        study.store_maps(kind, study.trained(kind, 1, whole, steps=0)[0], whole, path)
    for maps, widths in (
        (path, {"additive": 200, "dot": 152}),
        (study.MAPS, {"general": 144, "concat": 140}),
    ):
        for kinds in json.loads(maps.read_text("utf-8")).values():
            assert {kind: one["width"] for kind, one in kinds.items()} == widths
            rows = [row for one in kinds.values() for row in one["annotations"]]
            assert {len(row) for row in rows} == {12}


def test_the_stored_table_has_five_seeds_of_what_the_chapter_shows():
    rows = json.loads(study.TABLE.read_text("utf-8"))["rows"]
    rows = [row for row in rows if row["part"] == "test"]
    usual = [row for row in rows if row["steps"] == study.STEPS]
    for kind in study.KINDS:
        seeds = [row["seed"] for row in usual if row["kind"] == kind]
        assert sorted(seeds) == list(study.SEEDS), kind


def test_every_kind_has_the_rate_that_was_best_on_validation_sentences():
    rows = json.loads(study.TABLE.read_text("utf-8"))["rows"]
    for kind, (*_, rate) in study.KINDS.items():
        tried = [row for row in rows if row["kind"] == kind and row["part"] == "valid"]
        assert len(tried) >= 3
        assert max(tried, key=lambda row: row["bleu"])["rate"] == rate
        assert min(tried, key=lambda row: row["rate"])["rate"] < rate
        assert max(tried, key=lambda row: row["rate"])["rate"] > rate
