"""The order explorer: its settings, and its cases against the code of chapter 3."""

import ast
import json
from itertools import combinations, product
from pathlib import Path

import nbformat
import numpy as np
import pytest
from scipy.ndimage import label
from scipy.optimize import linprog
from traitlets import TraitError

from helpers.widgets.order_explorer import QUESTIONS, OrderExplorer

TESTS = Path(__file__).parent
CASES = json.loads((TESTS / "cases/order_explorer.json").read_text("utf-8"))
NOTEBOOK = TESTS.parent / "notebooks/03_perceptrons.ipynb"


def taught(*names):
    """Definitions of the chapter, by name, as the reader meets them."""
    found = {"np": np, "product": product, "combinations": combinations}
    for cell in nbformat.read(NOTEBOOK, 4).cells:
        if cell.cell_type != "code" or "%pip" in cell.source:
            continue
        for part in ast.parse(cell.source).body:
            target = getattr(part, "name", None) or getattr(
                getattr(part, "targets", [None])[0], "id", None
            )
            if target in names:
                exec(compile(ast.Module([part], []), NOTEBOOK.name, "exec"), found)
    assert set(names) <= set(found)
    return found


@pytest.fixture(scope="module")
def chapter():
    """What the cases are held to."""
    return taught(
        *("every_picture", "masks", "look", "mirror", "questions", "one_pass"),
        *("settle", "order_of", "strands", "four", "pieces", "patches"),
        *("windows_alike", "two_layers", "connected"),
    )


def weights_for(wanted, seen):
    """Weights whose sums have the wanted signs, by a linear program, or None."""
    side = np.where(wanted, 1, -1)
    cost, demand = np.zeros(seen.shape[1]), -np.ones(len(seen))
    return linprog(cost, -side[:, None] * seen, demand, bounds=(None, None)).x


def smallest_weights(ask, n, chapter):
    """The least possible size of the largest weight, over all masks on n points."""
    X = chapter["every_picture"](n)
    side = np.where(ask(X), 1, -1)[:, None]
    seen = chapter["look"](X, chapter["masks"](n, n))
    one, eye = np.ones((2**n, 1)), np.eye(2**n)
    demands = np.block([[-side * seen, 0 * one], [eye, -one], [-eye, -one]])
    bounds = np.r_[-np.ones(2**n), np.zeros(2 * 2**n)]
    return linprog([0] * 2**n + [1], demands, bounds, bounds=(None, None)).fun


def best_count(wanted, seen, most=100):
    """How many pictures the best weights, none beyond `most`, get right."""
    side, many = np.where(wanted, 1, -1)[:, None], seen.shape[1]
    give_up = most * many * np.eye(len(seen))
    whole = np.r_[np.zeros(many), np.ones(len(seen))]  # a picture is given up whole
    limits = [(-most, most)] * many + [(0, 1)] * len(seen)
    demands = -np.c_[side * seen, give_up], -np.ones(len(seen))
    return len(seen) - round(
        linprog(whole, *demands, bounds=limits, integrality=whole).fun
    )


@pytest.mark.parametrize(
    "case", CASES["runs"], ids=lambda c: "{question}-{points}-{order}".format(**c)
)
def test_a_run_of_the_cases_is_the_run_of_the_chapter(case, chapter):
    X = chapter["every_picture"](case["points"])
    seen = chapter["look"](X, chapter["masks"](case["points"], case["order"]))
    wanted = chapter["questions"][case["question"]](X)
    weights, bags = chapter["settle"](seen, wanted)
    assert (weights is None) == (case["weights"] is None)
    if weights is None:
        assert bags.tolist() == case["bags"]
        assert (bags[wanted] @ seen[wanted] == bags[~wanted] @ seen[~wanted]).all()
        assert weights_for(wanted, seen) is None
    else:
        assert weights.tolist() == case["weights"]
        assert ((seen @ weights > 0) == wanted).all()


def test_the_windows_and_the_pieces_of_the_cases_are_those_of_the_chapter(chapter):
    for width, places in CASES["windows"].items():
        assert list(chapter["windows_alike"](int(width))) == places
    for name, figure in chapter["four"].items():
        assert chapter["pieces"](figure) == CASES["pieces"][name]


def test_the_figure_asks_the_questions_of_the_chapter(chapter):
    assert list(chapter["questions"]) == list(QUESTIONS)


def test_an_order_beyond_the_points_is_refused_by_the_chapter(chapter):
    with pytest.raises(ValueError, match="lies between 0 and 3, not at 4"):
        chapter["masks"](3, 4)


def test_the_largest_weight_of_parity_is_the_sum_over_all_pictures(chapter):
    parity = chapter["questions"]["parity"]
    found = [round(smallest_weights(parity, n, chapter), 6) for n in (2, 3, 4)]
    assert found == [4, 8, 16]
    mirror = [smallest_weights(chapter["mirror"], n, chapter) for n in (2, 3, 4)]
    assert np.allclose(mirror, 4)


def test_the_rule_finds_the_order_that_a_linear_program_finds(chapter):
    for ask in chapter["questions"].values():
        for n in range(2, 6):
            X, sets = chapter["every_picture"](n), chapter["masks"]
            able = [
                weights_for(ask(X), chapter["look"](X, sets(n, k))) is not None
                for k in range(n + 1)
            ]
            assert chapter["order_of"](ask, n) == able.index(True)


def test_the_pieces_are_those_that_scipy_counts(chapter):
    for picture in np.random.default_rng(3).integers(0, 2, (100, 6, 7)):
        assert chapter["pieces"](picture) == label(picture)[1]


def test_no_whole_weights_beat_the_best_count_on_small_retinas(chapter):
    X = chapter["every_picture"](3)
    settings = np.array(list(product(range(-3, 4), repeat=4)))
    seen = chapter["look"](X, chapter["masks"](3, 1))
    for ask in chapter["questions"].values():
        right = ((seen @ settings.T > 0) == ask(X)[:, None]).sum(axis=0)
        assert best_count(ask(X), seen) == right.max()


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"points": 3, "order": 4}, "order must be at most points, which is 3, not 4."),
        ({"points": 5}, "points must be a whole number from 2 to 4, not 5."),
        (
            {"question": "xor"},
            'question must be one of "all", "majority", "mirror", "parity", not "xor".',
        ),
    ],
)
def test_the_order_explorer_refuses_bad_settings_in_one_sentence(settings, sentence):
    with pytest.raises(TraitError) as error:
        OrderExplorer(**settings)
    assert str(error.value) == sentence
