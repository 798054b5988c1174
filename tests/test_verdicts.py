"""Answers and their verdicts: alike in the notebook, packed Python and two browsers.

The notebook's own Python judges the stub, the solution and slips of every exercise that
is checked in a page, until two slips are refused. Then the others judge the same texts.
"""

import json
from functools import cache

import build
import classify
import pytest
import python_parts
from firefox import open_firefox

NAMES = [path.stem for path in build.chapters()]
LEAST = 100  # exercises of the book that are answered in a page
JUDGE = """
  const cell = window.bookRun.cells.find((cell) => cell.number === number);
  const said = [];
  for (const text of texts) {
    cell.set(text);
    await cell.press();
    const found = cell.element.querySelector(".run-right, .run-notyet");
    said.push(!found ? "" : found.matches(".run-right") ? "right" : "not yet");
  }
  return said;
"""
READY = "while (!window.bookRun) await new Promise((later) => setTimeout(later, 50));"


@cache
def asked(name):
    """The sources of a chapter, and its exercises as jobs."""
    [path] = [path for path in build.chapters() if path.stem == name]
    return classify.exercises_checked(build.read_notebook(path), name)


@cache
def judged(name, command):
    """The verdicts on each exercise of a chapter: text after text, as pairs."""
    sources, jobs = asked(name)
    found = classify.run_job(sources, jobs, command, alone=False)
    by_place = {line["place"]: line for line in found}
    return {
        job["number"]: [
            (sources[job["place"]], by_place[job["place"]]["stub"]["verdict"]),
            (job["answer"], by_place[job["place"]]["solution"]["verdict"]),
            *((s["text"], s["verdict"]) for s in by_place[job["place"]]["slips"]),
        ]
        for job in jobs
    }


@pytest.mark.parametrize("name", NAMES)
def test_a_page_answers_some_exercises_of_every_chapter(name):
    [path] = [path for path in build.chapters() if path.stem == name]
    checked, guessed, _ = classify.answered(build.read_notebook(path), name)
    assert checked + guessed > 0


def test_the_pages_answer_a_hundred_exercises_and_more():
    found = [
        classify.answered(build.read_notebook(path), path.stem)
        for path in build.chapters()
    ]
    assert sum(checked + guessed for checked, guessed, _ in found) >= LEAST


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", NAMES)
def test_the_notebook_finds_the_stub_wanting_the_solution_right_and_two_slips_wrong(
    name,
):
    for number, found in judged(name, classify.in_notebook).items():
        stub, solution, *slips = (verdict for _, verdict in found)
        assert (number, stub, solution) == (number, "not yet", "right")
        assert (number, slips.count("not yet")) == (number, 2)


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", NAMES)
def test_the_packed_python_judges_as_the_notebook_does(name):
    try:
        found = judged(name, classify.in_pages)
    except python_parts.NoPython as error:
        pytest.skip(f"there is no Python for the pages: {error}")
    assert found == judged(name, classify.in_notebook)


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", NAMES)
def test_chromium_judges_as_the_notebook_does(page, book_html, site, name):
    need_python(book_html)
    page.goto(f"{site}notebooks/{name}.html")
    page.wait_for_function("window.bookRun")
    for number, pairs in judged(name, classify.in_notebook).items():
        texts, wanted = zip(*pairs, strict=True)
        body = f"async ([number, texts]) => {{ {JUDGE} }}"
        found = page.evaluate(body, [number, list(texts)])
        assert (number, found) == (number, list(wanted))


@pytest.mark.rehearsal
@pytest.mark.parametrize("name", NAMES)
def test_firefox_judges_as_the_notebook_does(book_html, site, name):
    need_python(book_html)
    with open_firefox() as firefox:
        firefox.goto(f"{site}notebooks/{name}.html")
        for number, pairs in judged(name, classify.in_notebook).items():
            texts, wanted = zip(*pairs, strict=True)
            given = f"const [number, texts] = {json.dumps([number, texts])};"
            found = firefox.evaluate(f"{READY} {given} {JUDGE}")
            assert (number, found) == (number, list(wanted))


def need_python(book_html):
    """Skip the test if the pages were built without Python in them."""
    if not (book_html / "_static/python/library.bin").exists():
        pytest.skip("the pages were built without Python in them")
