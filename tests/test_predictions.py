"""Predictions that are answered in the page: every one, rightly, and remembered."""

import html
import re
from functools import cache

import build
import exercises
import predictions
import pytest
from browser import axe_findings

from helpers.page.predictions import atoms, key, plain, read_key

FORM = re.compile(r'<form class="predict" hidden (.*?)>(.*?)</form>', re.S)
DATA = re.compile(r'data-(\w+)="([^"]*)"')
ASK = """(say) => {
  const form = document.querySelector("form.predict");
  const boxes = form.querySelectorAll("input");
  say.forEach((text, i) => { boxes[i].value = text; });
  form.requestSubmit();
  return form.querySelector("output").textContent;
}"""
STEMS = [path.stem for path in build.chapters()]

each_chapter = pytest.mark.parametrize("stem", STEMS)


def forms(book_html, stem):
    """What the forms of a chapter's page carry."""
    text = (book_html / f"notebooks/{stem}.html").read_text("utf-8")
    found = [dict(DATA.findall(head)) for head, _ in FORM.findall(text)]
    return {
        form["number"]: {k: html.unescape(v) for k, v in form.items()} for form in found
    }


@cache
def executed(language="en"):
    """The chapters with their outputs, read once."""
    return build.executed(language)


def solved(stem):
    """The trace of each prediction of a chapter, by its number."""
    return predictions.traces(executed()[stem])


@each_chapter
def test_every_prediction_has_a_form_on_its_page(book_html, stem):
    numbers = predictions.predicted(executed()[stem])
    assert numbers and list(forms(book_html, stem)) == numbers


@each_chapter
def test_the_digest_on_the_page_is_that_of_the_solution(book_html, stem):
    traces = solved(stem)
    for number, form in forms(book_html, stem).items():
        trace = traces[number]
        wanted = trace.get("key") or key(number, trace["answer"])
        asked, decimals, digest = read_key(wanted)
        assert form["digest"] == digest
        assert int(form["decimals"]) == decimals
        if "answer" in trace and not isinstance(trace["answer"], dict):
            assert int(form["count"]) == len(atoms(plain(trace["answer"]))), asked


@each_chapter
def test_no_answer_can_be_read_on_a_form(book_html, stem):
    for number, form in forms(book_html, stem).items():
        answer = solved(stem)[number].get("answer")
        said = {k: v for k, v in form.items() if k not in ("number", "digest")}
        if isinstance(answer, str):
            assert answer not in str(said)
        assert set(form) <= {
            *("number", "digest", "decimals", "kind", "count", "form", "hint")
        }


def test_the_cell_that_asks_the_same_is_folded(book_html):
    text = (book_html / "notebooks/04_reverse_mode.html").read_text("utf-8")
    folded = text.count('<span class="shut">Show: the same in Python</span>')
    assert folded == len(forms(book_html, "04_reverse_mode")) == 3


def test_what_a_stub_says_of_its_answer_stands_over_the_box():
    assert predictions.label("a = ...  # [of 101, of 152]", "x") == "of 101, of 152"
    assert predictions.label("a = ...  # (rows, columns)", "x") == "rows, columns"
    assert predictions.label("a = ...", "a number") == "a number"
    assert predictions.label('a = ...  # {"b": [c]}', "b") == "b"


def test_a_chapter_with_a_key_needs_no_other_trace():
    wanted = key("10.1", [0, 1, 1])
    trace = {"key": wanted, "hint": "Turn it."}
    made = predictions.form("10.1", trace, "a = ...  # [three numbers]", str)
    data = dict(DATA.findall(made))
    assert data["digest"] == wanted.rpartition(": ")[2]
    assert (data["count"], data["hint"]) == ("3", "Turn it.")
    assert "Your prediction: three numbers</label>" in made


# In a browser


@pytest.fixture
def ask(page, site):
    """A function that opens a chapter, and one that answers its first prediction."""

    def start(stem="02_perceptron"):
        page.goto(f"{site}notebooks/{stem}.html")
        page.locator("form.predict").first.wait_for(state="visible")
        return lambda *say: page.evaluate(ASK, list(say))

    return start


@pytest.mark.browser
def test_a_prediction_is_right_or_gets_a_hint(page, ask):
    answer = ask()
    assert answer("17") == "That is not it. What happens to the sign of each sum?"
    assert answer("") == "Write what you expect first."
    assert answer("1, 8") == "This asks for a number."
    assert answer("17,5") == "Decimals take a point here: 0.5, not 0,5."
    assert answer("eighteen") == "Write it in digits alone, without words or units."
    assert answer(" 18.0 ") == "Right."


@pytest.mark.browser
def test_a_right_prediction_is_remembered_and_ticked_in_the_list(page, ask, site):
    assert ask()("18") == "Right."
    page.reload()
    form = page.locator("form.predict").first
    assert form.locator("input").input_value() == "18"
    assert form.locator("output").inner_text() == "Right."
    assert page.get_by_role("checkbox", name="Exercise 2.1 is done").is_checked()
    page.goto(f"{site}book/exercises.html")
    assert page.get_by_role("checkbox", name="Exercise 2.1 is done").is_checked()


@pytest.mark.browser
def test_a_wrong_prediction_is_kept_without_a_verdict(page, ask):
    ask()("17")
    page.reload()
    form = page.locator("form.predict").first
    assert form.locator("input").input_value() == "17"
    assert form.locator("output").inner_text() == ""
    assert page.locator(".tick:checked").count() == 0


@pytest.mark.browser
def test_a_prediction_of_two_lists_has_a_box_for_each(page, ask):
    answer = ask("01_neuron")
    form = page.locator("form.predict", has=page.get_by_label("feel cold"))
    assert form.get_by_label("feel cold").first.is_visible()
    assert answer("4", "2").startswith("That is not it.")
    assert answer("[2]", "4") == "Right."


@pytest.mark.browser
def test_a_prediction_is_made_with_the_keyboard_and_the_verdict_is_announced(page, ask):
    ask()
    page.get_by_label("Your prediction: a number").first.focus()
    page.keyboard.type("18")
    page.keyboard.press("Enter")
    said = page.locator("form.predict").first.get_by_role("status")
    assert said.inner_text() == "Right."


@pytest.mark.browser
@pytest.mark.parametrize(
    ("scheme", "width"),
    [
        ("light", 1400),
        pytest.param("dark", 360, marks=pytest.mark.rehearsal),
        pytest.param("dark", 1400, marks=pytest.mark.rehearsal),
    ],
)
def test_axe_finds_nothing_on_answered_predictions(page, ask, scheme, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    assert ask()("18") == "Right."
    assert axe_findings(page, "#exercises") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.browser
def test_a_page_that_is_a_file_answers_too(page, book_html):
    page.goto((book_html / "notebooks/02_perceptron.html").as_uri())
    assert page.evaluate(ASK, ["18"]) == "Right."


@pytest.mark.browser
def test_what_is_stored_of_another_kind_breaks_nothing(page, ask):
    ask()
    for text in ("[]", "null", '{"2.1": 3}', '{"2.1": {"said": 5}}', "{"):
        page.evaluate("(text) => localStorage.setItem('predictions', text)", text)
        page.reload()
        assert page.evaluate(ASK, ["18"]) == "Right.", text


@pytest.mark.book
def test_the_kinds_of_exercises_are_read_from_the_english_chapter():
    for language in build.languages()[1:]:
        for name, notebook in executed(language).items():
            numbers = [n for n, _, _ in exercises.exercises(notebook)]
            english = predictions.predicted(executed()[name])
            assert set(english) <= set(numbers)
