"""The chapters as they ran: exercises, claims, numbers in prose, pictures, time."""

import re
from functools import partial
from html import unescape
from statistics import median

import build
import pytest
import refresh
from cells import answer, printed, tagged, tags
from clock import hold

from helpers.page.ledger import claims

NUMBER = re.compile(r"(?<!`)`(-?[\d ,]*\d(?:\.\d+)?)`(?!`)")
STEMS = [path.stem for path in build.chapters()]


@pytest.fixture(params=STEMS)
def chapter(request, chapters):
    return chapters[request.param]


def sections(notebook):
    """The cells between one heading of level two and the next."""
    parts = [[]]
    for cell in notebook.cells:
        if cell.cell_type == "markdown" and cell.source.startswith("## "):
            parts.append([])
        parts[-1].append(cell)
    return parts


def test_every_stub_is_told_not_yet_and_every_solution_passes(chapter):
    for cell in chapter.cells:
        if "exercise" in tags(cell):
            assert printed(cell).startswith("Not yet: write your answer"), cell.source
        if "solution" in tags(cell):
            assert re.search(r"^Right: ", printed(cell), re.MULTILINE), printed(cell)


def test_a_chapter_leaves_its_row_in_the_ledger(chapter):
    rows = claims(chapter)
    assert rows
    for row in rows:
        assert all(row[part] for part in ("key", "claim", "paper", "here", "scale"))


PLAIN = {ord("’"): "'", ord("“"): '"', ord("”"): '"'}


def plain(text):
    """The text with plain quotation marks and single spaces."""
    return re.sub(r"\s+", " ", text).translate(PLAIN)


def test_the_ledger_page_shows_the_executed_figures(chapters, book_html):
    page = (book_html / "book/ledger.html").read_text(encoding="utf-8")
    text = plain(unescape(re.sub(r"<[^>]+>", "", page)))
    for notebook in chapters.values():
        for row in claims(notebook):
            assert plain(row["here"]) in text


def test_numbers_in_prose_are_those_that_the_section_printed(chapter):
    for section in sections(chapter):
        said = "\n".join(printed(cell) for cell in section)
        for cell in section:
            if cell.cell_type == "markdown":
                for number in NUMBER.findall(cell.source):
                    bounds = rf"(?<![\w.]){re.escape(number)}(?!\w|\.\d)"
                    assert re.search(bounds, said), f"`{number}` is not printed here"


def test_every_picture_has_an_alternative_text(chapter):
    for cell in chapter.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            alt = cell.metadata.get("mystnb", {}).get("image", {}).get("alt", "")
            if "image/png" in data:
                assert len(alt) > 40, cell.source
            for svg in re.findall(r"<svg [^>]*>", data.get("text/html", "")):
                [said] = re.findall(r'role="(?:img|group)" aria-label="([^"]*)"', svg)
                said = alt if " data-unsaid" in svg else said
                assert len(said) > 40, cell.source


def test_nothing_is_left_on_the_error_stream(chapter):
    for cell in chapter.cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr", output.text


def test_an_answer_is_found_by_its_tag_and_missed_when_it_is_not_there(chapters):
    chapter = chapters["16_transformer"]
    with pytest.raises(LookupError, match=r"^0 cells are tagged answer:none, not one$"):
        answer(chapter, "none")


def figures(chapter, name):
    """The numbers that the one cell tagged `answer:NAME` printed in its rows."""
    [cell] = tagged(chapter, f"answer:{name}")
    said = re.sub(r"(layer|head) \d|32 bits|8 bits|\d+,\d{3}", "", printed(cell))
    return [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?", said)]


def test_what_chapter_14_says_of_its_networks_is_what_they_printed(chapters):
    found = partial(figures, chapters["14_alignment"])
    *_, additive, _ = found("additive")
    lazy, error = found("errors")
    assert error < lazy / 2
    next_door, *_ = found("lines")
    assert 75 <= next_door <= 85
    [cell] = tagged(chapters["14_alignment"], "answer:lines")
    assert re.search(r"\bthe\b +en\b", printed(cell))
    dot, of_the_written, of_the_read = found("dot")
    assert abs(dot - additive) <= 2
    assert of_the_written < error - 0.02
    assert of_the_read > lazy


def test_what_chapter_15_says_of_its_readers_is_what_they_printed(chapters):
    found = figures(chapters["15_attention"], "learned")
    once, twice, ahead_once, ahead_twice = (found[i : i + 5] for i in range(0, 24, 6))
    assert 55 < min(once) <= max(once) < 75
    assert min(twice) > 85
    assert 40 < min(ahead_once) <= max(ahead_once) < 60
    assert 50 < median(ahead_twice) < 75


def test_what_chapter_16_says_of_its_network_is_what_it_printed(chapters):
    found = partial(figures, chapters["16_transformer"])
    bleu, exact = found("bleu")
    assert bleu >= 97
    assert exact >= 88
    by_beams, by_greed = found("beams")
    assert abs(by_beams - by_greed) < 1.5
    errors = found("heads")  # of the heads of two layers
    first, second = errors[:4], errors[4:]
    assert len(second) == 4
    assert min(second) < 0.3 < 0.35 < max(errors)
    assert min(second) < min(first)
    lost = found("worst")  # rows of four heads; the last two rows look across
    assert len(lost) == 24
    assert max(lost) == max(lost[16:]) > 2
    rounded, whole = found("rounded")
    assert abs(rounded - whole) < 0.5
    words, scores = found("beyond")[:3], found("beyond")[3:]
    assert words == sorted(words)
    once, twice, thrice = scores
    assert once > 95
    assert once > twice > thrice
    assert 0.3 * once < thrice < 0.75 * once
    unplaced, whole = found("unplaced")
    assert unplaced < 0.5 * whole
    again, stored = found("again")
    assert abs(again - stored) < 5


def test_what_chapter_17_says_of_its_models_is_what_it_printed(chapters):
    chapter = chapters["17_language_models"]

    def numbers(name):
        """The numbers in the table that the one cell tagged answer:NAME printed."""
        [cell] = tagged(chapter, f"answer:{name}")
        lines = printed(cell).splitlines()
        found = [re.findall(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)", x) for x in lines]
        return [[float(n.replace(",", "")) for n in row] for row in found if row]

    [counted] = numbers("masked")  # chosen; of these masked, changed, kept
    assert counted == pytest.approx([15, 80, 10, 10], abs=3)
    [cell] = tagged(chapter, "answer:guesses")
    _, _, said = printed(cell).partition(": ")
    firsts = dict(re.findall(r"(\w+, \w+): ([^ ,]+)", said))  # each way's first word
    assert len(firsts) == 4
    assert firsts.pop("BERT, both").endswith("s")  # several; from the left, one
    assert not any(word.endswith("s") for word in firsts.values())
    right, cost = zip(*(row[-2:] for row in numbers("left")), strict=True)
    gpt, left, both, bert = range(4)
    assert 29 <= right[gpt] <= 38
    assert right[bert] > 40
    assert 0.6 < cost[gpt] - cost[bert] < 1.4
    assert cost[left] - cost[both] > 0.6 * (cost[left] - cost[bert])
    [merges] = numbers("merges")
    assert 2 < merges[1] / merges[2] < 2.6
    (_, lstm), (_, gpt) = numbers("race")
    assert lstm + 0.5 < gpt


def promised(chapter):
    """The seconds that the chapter says it takes."""
    [said] = filter(None, map(refresh.running_time, chapter.cells))
    return said


def test_two_cores_run_the_whole_book_in_fifteen_minutes(chapters):
    seconds = {name: promised(chapter) for name, chapter in chapters.items()}
    assert max(seconds.values()) <= 90, seconds
    assert sum(seconds.values()) / 2 <= 15 * 60


@pytest.mark.clock
@pytest.mark.parametrize("stem", STEMS)
def test_a_chapter_takes_its_time_and_no_more_beside_the_others(stem, chapters):
    ratios = {
        name: chapter.metadata["seconds"] / (promised(chapter) + 5)
        for name, chapter in chapters.items()
    }
    usual = median(ratios.values())  # of this machine, as it was
    hold(f"{stem} beside what it says", ratios[stem] / usual, 3)
    hold(f"what {stem} says beside its time", usual / ratios[stem], 4)
