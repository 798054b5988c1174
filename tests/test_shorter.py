"""Pages with fewer bytes: every point stays where it was, and every letter."""

import re
from decimal import Decimal
from random import Random

import pytest
import shorter

NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def points(path):
    """The points that a path leads to, its subpaths told apart."""
    found, at = [], (Decimal(0), Decimal(0))
    start = at
    for letter, numbers in re.findall(r"([MLlzZ])([^MLlzZ]*)", path):
        if letter in "zZ":
            at = start
            found.append("closed")
        values = [Decimal(one) for one in NUMBER.findall(numbers)]
        for x, y in zip(values[::2], values[1::2], strict=True):
            at = (at[0] + x, at[1] + y) if letter == "l" else (x, y)
            found.append(at)
            if letter == "M":
                start, letter = at, "L"
    return found


def random_path(seed):
    """A path of a few lines, some closed, as matplotlib and the drawings write them."""
    chance = Random(seed)

    def number():
        return f"{chance.uniform(-20, 700):.{chance.randrange(4)}f}"

    lines = []
    for _ in range(chance.randrange(1, 4)):
        names = "M" + "L" * chance.randrange(1, 30)
        lines += [f"{name} {number()} {number()} " for name in names]
        lines += [chance.choice("zZ")] * chance.randrange(2)
    return "".join(lines)


@pytest.mark.parametrize("seed", range(40))
def test_every_point_of_a_path_stays_where_it_was(seed):
    path = random_path(seed)
    short = shorter.by_steps(path)
    assert points(short) == points(path)
    assert len(short) <= len(path)
    assert shorter.by_steps(short) == short


def test_a_long_line_takes_less_room():
    line = " ".join(f"{'L' if k else 'M'} {30 + k}.5 {200 - k}.25" for k in range(99))
    assert len(shorter.by_steps(line)) < 0.4 * len(line)
    assert shorter.by_steps("M 1.5 2 L 2 2 L 2 1.50 Z") == "M1.5 2l.5 0 0-.5z"


@pytest.mark.parametrize(
    "path",
    ["", "M1 2C3 4 5 6 7 8", "m1 2l3 4", "M1 2 L3", "M1 2L", "L1 2", "M1e3 2L3 4"],
)
def test_what_is_no_path_of_straight_lines_stays(path):
    assert shorter.by_steps(path) == path


def test_code_loses_the_marks_without_a_colour_and_no_letter():
    code = (
        '<pre><span class="kn">import</span><span class="w"> </span>'
        '<span class="n">x</span><span class="p">(</span><span class="mi">1</span>'
        '<span class="p">)</span> <span class="name">n</span></pre>'
    )
    assert shorter.shortened(code) == (
        '<pre><span class="kn">import</span> x(<span class="mi">1</span>) '
        '<span class="name">n</span></pre>'
    )


def test_only_paths_are_changed():
    page = (
        '<path class="a" d="M 1 1 L 2 2"/><text d="M 1 1 L 2 2">d="M 1 1 L 2 2"</text>'
    )
    assert shorter.shortened(page) == page.replace("M 1 1 L 2 2", "M1 1l1 1", 1)


@pytest.mark.book
def test_the_marks_that_are_left_out_have_no_colour(book_html):
    rules = (book_html / "_static/pygments.css").read_text("utf-8")
    rules += (book_html / "_static/book.css").read_text("utf-8")
    assert not re.search(r"\.highlight \.[np]\b", rules)
