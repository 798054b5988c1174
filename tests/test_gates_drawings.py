"""Chapter 11's drawings: what they refuse, and that what they say is computed."""

import pytest

from helpers.drawing import gates, memories, readers


def test_a_year_without_a_cell_is_named():
    with pytest.raises(
        ValueError, match="There is no cell of '1998' here: take one of"
    ):
        gates.cell("11.4", "1998")


@pytest.mark.parametrize(("store", "read"), [(0, 8), (8, 2), (3, 3), (2, 11)])
def test_a_memory_is_written_before_it_is_read(store, read):
    with pytest.raises(ValueError, match="The memory is written first"):
        gates.conflict("11.3", store, read)


@pytest.mark.parametrize("marks", [[1, 0, 0], [1, 1, 1], [1, 1]])
def test_exactly_two_numbers_are_marked(marks):
    with pytest.raises(ValueError, match="exactly two marks are 1"):
        readers.adding("11.10", [0.1, 0.2, 0.3], marks)


def test_the_way_back_says_what_is_left_of_the_error():
    alt = gates.ways_back("11.2", (0.95, 1, 1.02), steps=100).alt
    assert "0.006 at 0.95" in alt and "7.2 at 1.02" in alt


def test_only_wrong_labels_are_lit():
    words, true = ["su", "casa"], ["det f s", "noun f s"]
    drawing = readers.tagged("11.23", words, true, {"one way": ["det m s", true[1]]})
    assert "one way: 1 wrong" in drawing.alt
    assert drawing._repr_html_().count('class="tb-glow"') == 2  # wide, and narrow


def test_a_state_loses_its_half_in_at_least_one_step():
    with pytest.raises(ValueError, match="at least one step"):
        memories.half("11.27", steps=0)


@pytest.mark.parametrize(("keep", "ask"), [([], []), ([0], [3]), ([-1], [1])])
def test_marks_stand_at_steps_of_the_sequence(keep, ask):
    with pytest.raises(ValueError, match="Marks stand at steps of the sequence"):
        memories.wanted("11.29", [1, -1, 1], keep, ask)


def test_a_batch_without_words_is_refused():
    with pytest.raises(ValueError, match="at least one word"):
        memories.padded("11.31", [[], []])


def test_what_is_to_be_said_is_the_bit_that_was_kept():
    drawn = memories.wanted("11.29", [-1, 1, 1, 1], keep=[0], ask=[3])._repr_html_()
    assert drawn.count("−1") == 2  # the bit itself, and what is to be said


def test_every_letter_of_a_clock_has_a_state_and_a_gate():
    with pytest.raises(ValueError, match="one state and one gate"):
        memories.clock("11.18", "abc", [1, 2], [1, 1, 1], "")


def test_a_clock_marks_where_the_gate_is_not_open():
    drawn = memories.clock("11.18", "a. b", [1, 2, 0, 1], [0.9, 0.9, 0.5, 0.9], "said")
    assert drawn.alt.count("'") == 2 and "'a. '" in drawn.alt
    assert drawn._repr_html_().count('class="tb-lit"') == 2  # wide, and narrow


def test_a_paragraph_begins_on_a_line_of_its_own():
    rows = [row for row, _, _ in memories.in_lines("one\ntwo three", 9)]
    assert rows == [0] * 4 + [1] * 9
