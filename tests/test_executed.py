"""The chapters as they ran: exercises, claims, numbers in prose, pictures, time."""

import re
from ast import literal_eval
from html import unescape
from statistics import median

import build
import pytest

from helpers.ledger import claims

# Seconds a chapter may take, two of them running side by side.
BUDGET = {f"{number:02}": 90 if number > 10 else 60 for number in range(1, 100)}
NUMBER = re.compile(r"(?<!`)`(-?[\d ,]*\d(?:\.\d+)?)`(?!`)")
STEMS = [path.stem for path in build.chapters()]


@pytest.fixture(scope="module")
def chapters():
    return build.executed()


@pytest.fixture(params=STEMS)
def chapter(request, chapters):
    return chapters[request.param]


def tags(cell):
    return cell.metadata.get("tags", [])


def printed(cell):
    """Everything that a cell said in plain text."""
    texts = [
        output.get("text", "") or output.get("data", {}).get("text/plain", "")
        for output in cell.get("outputs", [])
    ]
    return "\n".join(texts)


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
            assert printed(cell).startswith("Right: "), printed(cell)


def test_a_chapter_leaves_its_row_in_the_ledger(chapter):
    rows = claims(chapter)
    assert rows
    for row in rows:
        assert all(row[part] for part in ("key", "claim", "paper", "here", "scale"))


def test_the_ledger_page_shows_the_executed_figures(chapters, book_html):
    page = (book_html / "book/ledger.html").read_text(encoding="utf-8")
    text = unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", page)))
    text = text.translate({ord("’"): "'", ord("“"): '"', ord("”"): '"'})
    for notebook in chapters.values():
        for row in claims(notebook):
            assert row["here"] in text


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
            if "image/png" in output.get("data", {}):
                image = cell.metadata.get("mystnb", {}).get("image", {})
                assert len(image.get("alt", "")) > 40, cell.source


def test_nothing_is_left_on_the_error_stream(chapter):
    for cell in chapter.cells:
        for output in cell.get("outputs", []):
            assert output.get("name") != "stderr", output.text


def answer(chapter, ending):
    """The value that the one cell with this ending printed."""
    [cell] = [cell for cell in chapter.cells if cell.source.endswith(ending)]
    return literal_eval(printed(cell))


def test_what_chapter_14_says_of_its_networks_is_what_they_printed(chapters):
    chapter = chapters["14_alignment"]
    additive, _ = answer(chapter, "round(translation.exact(written, corpus.test))")
    lazy, error = answer(chapter, "for each in (lazy, found)]")
    assert error < lazy / 2
    next_door, [(favourite, _), *_] = answer(chapter, "most_common(3)")
    assert 75 <= next_door <= 85
    assert favourite[:2] == ("the", "en")
    dot, [of_the_written, of_the_read] = answer(chapter, "for each in errors]")
    assert abs(dot - additive) <= 2
    assert of_the_written < error - 0.02
    assert of_the_read > lazy


def test_what_chapter_15_says_of_its_readers_is_what_they_printed(chapters):
    learned = answer(chapters["15_attention"], "five in learned.items()}")
    (once, ahead_once), (twice, ahead_twice) = learned[1], learned[2]
    assert 55 < min(once) <= max(once) < 75
    assert min(twice) > 85
    assert 40 < min(ahead_once) <= max(ahead_once) < 60
    assert 50 < median(ahead_twice) < 75


def test_what_chapter_16_says_of_its_network_is_what_it_printed(chapters):
    def found(source):
        cells = chapters["16_transformer"].cells
        [cell] = [cell for cell in cells if cell.source.endswith(source)]
        return literal_eval(printed(cell))

    bleu, exact, _ = found('f"{parameters(model):,} parameters"')
    assert bleu >= 97
    assert exact >= 88
    by_beams, by_greed = found("round(by_beams, 1), round(by_greed, 1)")
    assert abs(by_beams - by_greed) < 1.5
    first, second = found("for layer in (0, 1)]")  # errors of the heads of two layers
    assert min(second) < 0.3 < 0.35 < max(first + second)
    assert min(second) < min(first)
    (kind, _, _), lost = found("worst, round(whole - lost[worst], 1)")
    assert kind == "cross"
    assert lost > 2
    rounded, whole = found("round(in_the_page, 1), round(at_home, 1)")
    assert abs(rounded - whole) < 0.5
    once, twice, thrice = found("beyond").values()
    assert once > 95
    assert once > twice > thrice
    assert 0.3 * once < thrice < 0.75 * once
    unplaced, whole = found("round(unplaced, 1), round(whole, 1)")
    assert unplaced < 0.5 * whole
    again, stored = found('measured("1 layer", "bleu")[0]')
    assert abs(again - stored) < 5


def test_what_chapter_17_says_of_its_models_is_what_it_printed(chapters):
    def found(source):
        cells = chapters["17_language_models"].cells
        [cell] = [cell for cell in cells if cell.source.endswith(source)]
        return literal_eval(printed(cell))

    counted = found("for part in counts]")  # chosen; of these masked, changed, kept
    assert counted == pytest.approx([15, 80, 10, 10], abs=3)
    guesses = found('fill("my [MASK] are tired and they want to sleep .")')
    firsts = {name: words[0] for name, words in guesses.items()}
    assert firsts.pop("BERT, both").endswith("s")  # several; from the left, one
    assert not any(word.endswith("s") for word in firsts.values())
    right, cost = zip(*found('["GPT, left"][0]\nfound').values(), strict=True)
    gpt, left, both, bert = range(4)
    assert 29 <= right[gpt] <= 38
    assert right[bert] > 40
    assert 0.6 < cost[gpt] - cost[bert] < 1.4
    assert cost[left] - cost[both] > 0.6 * (cost[left] - cost[bert])
    _, letters, tokens = found("len(merges), len(sample), len(encode(sample, merges))")
    assert 2 < letters / tokens < 2.6
    (_, lstm), (_, gpt) = found("\nrace").values()
    assert lstm + 0.5 < gpt


@pytest.mark.parametrize("stem", STEMS)
def test_a_chapter_keeps_its_time_and_says_it(stem, chapters):
    chapter = chapters[stem]
    seconds = chapter.metadata["seconds"]
    said = int(re.search(r"takes about (\d+) seconds", chapter.cells[1].source)[1])
    assert seconds <= BUDGET[stem[:2]]
    assert seconds <= 2 * said + 5, f"it took {seconds:.0f} s, and the head says {said}"
    assert said <= 4 * seconds + 5, f"it took {seconds:.0f} s, and the head says {said}"


def test_two_cores_run_the_whole_book_in_fifteen_minutes(chapters):
    seconds = sum(notebook.metadata["seconds"] for notebook in chapters.values())
    assert seconds / 2 <= 15 * 60
