"""The lint: what it finds, how it says it, and what it leaves to the writer."""

import lint
import nbformat
import pytest

NETS = "05_backprop"


def chapter(*cells):
    """A chapter of these cells of text."""
    made = [nbformat.v4.new_markdown_cell(source) for source in cells]
    return {NETS: nbformat.v4.new_notebook(cells=made)}


def reasons(rule, *cells):
    """What a rule says of a chapter of these cells."""
    made = nbformat.v4.new_notebook(cells=list(cells))
    return [fault.reason for fault in rule({NETS: made})]


def text(source):
    """A cell that is read."""
    return nbformat.v4.new_markdown_cell(source)


def code(source, **metadata):
    """A cell that is run."""
    return nbformat.v4.new_code_cell(source, metadata=metadata)


def test_a_chapter_that_begins_with_text_or_hides_its_time_is_remarked_on():
    pictured = [text("# One\n\nRuns in 5 s."), code("draw()"), text("## Then")]
    assert "The running time is said 0 times." in reasons(lint.openings, *pictured)
    assert len(reasons(lint.openings, *pictured)) == 1
    said = reasons(lint.openings, text("word " * 121), code("draw()"))
    assert "121 words stand above the first thing to look at." in said


def test_sections_that_are_missing_or_out_of_order_are_remarked_on():
    usual = [text(f"## {title}") for title in lint.SECTIONS]
    assert reasons(lint.orders, *usual) == []
    assert reasons(lint.orders, usual[1], usual[0], *usual[2:]) == []
    assert reasons(lint.orders, *usual[1:]) == ["This section is missing."]
    assert reasons(lint.orders, *reversed(usual)) == ["This is another order."]


def test_a_third_code_cell_in_a_row_and_a_long_line_are_remarked_on_unless_folded():
    row = [text("# One"), *(code("x" * 89) for _ in range(3))]
    said = reasons(lint.cells, *row)
    assert said.count("It is code cell 3 in a row.") == 1
    assert said.count("A line is over 88 letters wide.") == 3
    row[2].metadata["tags"] = ["hide-input"]
    assert "It is code cell 3 in a row." not in reasons(lint.cells, *row)


def test_a_rule_that_stumbles_is_a_remark_and_no_failure(monkeypatch, capsys):
    def stumbling(names):
        """It cannot be asked."""
        yield 1 / 0

    monkeypatch.setattr(lint, "RULES", [stumbling])
    lint.main([])
    said = capsys.readouterr().out
    assert "It cannot be asked" in said and "ZeroDivisionError" in said
    assert said.endswith("1 remarks of the house on 1 files; none blocks.\n")


@pytest.mark.slow
def test_every_rule_can_be_asked_of_the_book():
    assert not [fault for fault in lint.faults() if fault.file == "scripts/lint.py"]


def test_a_word_that_is_explained_later_is_named_with_its_place_and_its_cures():
    names = chapter("# A title", "It is true. This is the softmax idea, in short. So?")
    [fault] = lint.early_words(names)
    assert str(fault) == (
        "notebooks/05_backprop.ipynb, cell 2: “This is the softmax idea, in short.”\n"
        "    “softmax” is explained in chapter 7. Use another word, explain it here "
        "and add <!-- said before: 5 --> to 'Softmax' in book/glossary.md, or mark it "
        "there as <!-- an everyday word -->."
    )


@pytest.mark.parametrize(
    "sentence",
    [
        "This is the key idea, and its value is plain.",
        "Pay attention: the head of the gate is in a bad state.",
        "He swept the tape with a brush, a token of a query at a checkpoint.",
        "The kernel of the matter, with a mask on.",
    ],
)
def test_everyday_words_are_free(sentence):
    assert list(lint.early_words(chapter(sentence))) == []


def test_a_word_may_be_said_where_its_entry_says_so(monkeypatch):
    names = chapter("This is the softmax idea.")
    allowed = lint.exemptions() | {"Softmax": {5}}
    monkeypatch.setattr(lint, "exemptions", lambda: allowed)
    assert list(lint.early_words(names)) == []


def test_code_formulas_targets_and_sources_are_no_prose():
    names = chapter("`softmax` $softmax$ [a](softmax.ipynb)", "## Sources\n\n- Softmax")
    assert list(lint.early_words(names)) == []


def test_a_section_that_looks_ahead_may_name_what_comes():
    ahead, later = "## Where this went\n\nTo softmax.", "## Exercises\n\nSoftmax!"
    [fault] = lint.early_words(chapter("# Title", ahead, "And softmax.", later))
    assert fault.place == "cell 4"


def test_every_exemption_is_of_an_entry_and_says_one_thing():
    text = (lint.ROOT / lint.GLOSSARY).read_text("utf-8")
    assert text.count("<!--") == sum(map(bool, lint.exemptions().values()))


def test_a_source_that_no_bibliography_has_is_named():
    known, unknown = "- D. Rumelhart, 1986", "- N. Nobody, *Nowhere*, 1901"
    others = "- Public Law 91-121, section 203"
    names = chapter("Text", f"## Sources\n\n{known}\n{unknown}\n{others}")
    [fault] = lint.unlisted_sources(names)
    assert (fault.place, fault.sentence) == ("cell 2", "N. Nobody, *Nowhere*, 1901")
    assert "book/references.bib" in fault.reason and "Add the entry" in fault.cure


def test_a_number_that_a_page_counts_wrong_is_named_and_another_sentence_is_free(
    monkeypatch,
):
    pages = [("timeline.md", r"([\w-]+) years lie between", [3])]
    monkeypatch.setattr(lint, "counted", lambda names: pages)
    [fault] = lint.wrong_counts({})
    assert (fault.file, fault.place) == ("book/timeline.md", "line 3")
    assert fault.reason == "Counted, it is three."
    pages[0] = ("timeline.md", r"([\w-]+) centuries lie between", [3])
    assert list(lint.wrong_counts({})) == []


def test_numbers_are_written_as_english_writes_them():
    assert [lint.in_words(n) for n in (2, 15, 20, 77)] == [
        "two",
        "fifteen",
        "twenty",
        "seventy-seven",
    ]
