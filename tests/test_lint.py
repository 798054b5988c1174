"""The report on the house rules: it names the place and the cure; nothing fails."""

import lint
import nbformat
import pytest

PROMISE = "At the end of this chapter you can. It takes about 5 seconds."


@pytest.fixture
def chapter():
    """A chapter of three cells, of which the rules say nothing."""
    new = nbformat.v4
    cells = [new.new_markdown_cell(text) for text in ("# One", PROMISE)]
    return new.new_notebook(cells=[*cells, new.new_code_cell("1 + 1")])


def test_a_remark_names_file_cell_sentence_reason_and_cure(chapter):
    chapter.cells[0].source, chapter.cells[1].source = "# One", "Nothing."
    (promise, time) = map(str, lint.opening("01_one", chapter))
    where = f"notebooks/01_one.ipynb, cell {chapter.cells[0].id}"
    assert promise == (
        f"{where}: “# One Nothing. 1 + 1”: no promise: say what one can then do."
    )
    assert "no running time" in time


def test_what_is_as_the_house_would_have_it_is_passed_over(chapter):
    assert not [*lint.opening("01_one", chapter), *lint.cells("01_one", chapter)]


def test_three_code_cells_in_a_row_and_a_long_line_are_remarked_on(chapter):
    chapter.cells += [nbformat.v4.new_code_cell("x" * 89) for _ in range(2)]
    said = [remark.reason for remark in lint.cells("01_one", chapter)]
    assert said == ["over 88 letters wide", "code cell 3 in a row", *said[2:]]


def test_a_word_that_is_said_before_its_chapter_is_remarked_on():
    first = lint.notebooks()["01_neuron"].copy()
    first.cells = [nbformat.v4.new_markdown_cell("A softmax. Then a Transformer.")]
    said = {remark.sentence for remark in lint.words("01_neuron", first)}
    assert said == {"A softmax.", "Then a Transformer."}


def test_a_rule_that_stumbles_is_a_remark_and_no_failure(monkeypatch, capsys):
    def stumbling():
        """It cannot be asked."""
        yield 1 / 0

    monkeypatch.setattr(lint, "OF_A_CHAPTER", ())
    monkeypatch.setattr(lint, "OF_THE_BOOK", (stumbling,))
    lint.main([])
    said = capsys.readouterr().out
    assert "It cannot be asked" in said and "ZeroDivisionError" in said
    assert said.endswith("1 remarks of the house on 1 files; none blocks.\n")
