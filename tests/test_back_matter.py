"""The back matter and the threads: what leads where, and whether all of it is there."""

import os
import re
import subprocess
import sys
from functools import cache
from html.parser import HTMLParser
from urllib.parse import unquote

import book_index
import build
import pytest
import teachers
import threads
import timeline
import yaml
from test_book import Visit
from test_notebooks import NOTEBOOKS, cells

from helpers.drawing.road import ROAD
from helpers.page.ledger import claims

BOOK = build.ROOT / "book"
TEACHERS = (BOOK / "teachers.md").read_text("utf-8")
BIBLIOGRAPHY = book_index.bibliography()
NEEDED = {  # of an entry, beside its title and its year
    "article": {"author", "journal"},
    "inproceedings": {"author", "booktitle"},
    "incollection": {"author", "booktitle", "publisher"},
    "book": {"author", "publisher"},
    "phdthesis": {"author", "school"},
    "mastersthesis": {"author", "school"},
    "techreport": {"author", "institution"},
    "misc": {"author"},
}
PLACES = {"eprint", "howpublished", "doi", "url"}  # where a misc is to be had
IN_VIEW = """() => [...document.querySelectorAll("[data-figure=ready]")].some(
  (figure) => Math.abs(figure.getBoundingClientRect().y) < 900)"""

each_chapter = pytest.mark.parametrize("name", NOTEBOOKS)


class Links(HTMLParser):
    """The links of a page, each with the entry of a list in or under which it is."""

    def __init__(self, html):
        super().__init__()
        self.entry, self.inside, self.within, self.found = "", False, [], {}
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        if tag == "dt":
            self.entry, self.inside, self.within = "", True, []
        if tag == "a" and (link := dict(attributes).get("href")):
            self.within.append(unquote(link))

    def handle_data(self, data):
        if self.inside:
            self.entry += data

    def handle_endtag(self, tag):
        if tag == "dt":
            self.inside = False
            self.found[self.entry] = self.within


@cache
def read(book_html, name):
    return (book_html / f"{name}.html").read_text("utf-8")


def links(book_html, name):
    return Links(read(book_html, name).partition("<main")[2]).found


# Threads


def foot(html):
    """The links at the foot of a chapter's page: back, and on."""
    foot = html.partition('<nav class="threads"')[2].partition("</nav>")[0]
    ends = dict.fromkeys(("takes from", "taken up in"), ())
    for part in foot.split("<p>")[1:]:
        words, _, links = part.partition("</p>")
        ends[re.search("takes from|taken up in", words)[0]] = links
    return [re.findall(r'href="(\w+)\.html', links or "") for links in ends.values()]


def test_a_thread_is_known_at_both_of_its_ends():
    ends = threads.threads()
    for name, (back, on) in ends.items():
        assert all(name in dict(ends[other][1]) for other, _ in back)
        assert all(name in dict(ends[other][0]) for other, _ in on)


def test_every_chapter_stands_on_the_road_in_the_order_of_the_years():
    assert {stop.stem for stop in ROAD.values()} >= {*list(NOTEBOOKS)[:19]}
    years = [stop.year for stop in ROAD.values()]
    assert years == sorted(years)
    for stop in ROAD.values():
        assert all(ROAD[source].row < stop.row for source in stop.sources), stop.stem


def test_a_road_leads_only_to_chapters_that_name_where_it_comes_from():
    for stop in ROAD.values():
        named = threads.mentions(NOTEBOOKS[stop.stem])
        assert {*map(int, stop.sources)} <= {*named}, stop.stem


@each_chapter
def test_the_foot_of_a_page_leads_back_and_on(book_html, name):
    ends = foot(read(book_html, f"notebooks/{name}"))
    assert ends == [[other for other, _ in end] for end in threads.threads()[name]]
    for other in ends[1]:
        assert name in foot(read(book_html, f"notebooks/{other}"))[0]


@pytest.mark.parametrize("language", build.languages()[1:])
def test_the_foot_of_a_translated_page_leads_to_english_where_it_must(
    book_html, language
):
    for path in build.chapters(language):
        html = read(book_html, f"{language}/notebooks/{path.stem}")
        ends = re.findall(
            r'<a href="([^"#]+)[^"]*"( hreflang="en")?',
            html.partition('<nav class="threads"')[2].partition("</nav>")[0],
        )
        assert ends
        for address, english in ends:
            target = (book_html / f"{language}/notebooks" / address).resolve()
            assert target.is_file()
            assert bool(english) == (book_html / language not in target.parents)


# The notation


def symbols(name):
    """The formulas in the second column of a chapter's own table of words."""
    text = "\n".join(cell.source for cell in cells(NOTEBOOKS[name], "markdown"))
    table = re.split(r"^## (?:Vocabulary|Words and symbols)$", text, flags=re.M)[1]
    table = table.partition("\n## ")[0]
    return " ".join(re.findall(r"^\| [^|]+ \| ([^|]+) \|", table, re.M))


def test_a_letter_with_another_meaning_is_in_the_vocabulary_of_its_chapters():
    page = (BOOK / "notation.md").read_text("utf-8")
    table = page.partition("something else in some chapters")[2].partition(":::")[0]
    rows = re.findall(r"^\| \$(.+)\$ \|.*\| (.+) \|$", table, re.M)
    assert rows
    for letter, elsewhere in rows:
        numbers = re.findall(r"\d+", elsewhere)
        assert numbers
        for number in numbers:
            [name] = [name for name in NOTEBOOKS if int(name[:2]) == int(number)]
            alone = rf"(?<![A-Za-z\\]){re.escape(letter)}(?![A-Za-z])"
            assert re.search(alone, symbols(name)), (letter, number)


# The index


def test_every_word_of_the_glossary_leads_to_the_chapters_that_explain_it(book_html):
    found = links(book_html, "book/index")
    for entry in book_index.ideas():
        assert entry.homes, entry.word
        for home in set(entry.homes) & NOTEBOOKS.keys():
            places = found[entry.word]
            assert any(f"/{home}.html" in place for place in places), entry.word


def test_an_entry_leads_to_the_definition_first_and_to_a_handful_of_sections(book_html):
    found = links(book_html, "book/index")
    for entry in book_index.ideas():
        if places := found.get(entry.word):
            assert places[0].startswith("glossary.html#word-"), entry.word
    words = {word: places for word, places in found.items() if word}
    for word, places in words.items():
        assert 1 <= len(places) <= book_index.PLACES + 1, word


def test_the_letters_of_the_index_lead_to_their_words(book_html):
    html = read(book_html, "book/index")
    letters = re.findall(r'<a href="#(letter-\w)"', html)
    assert letters == sorted(set(letters)) == re.findall(r'<h2 id="(letter-\w)"', html)


def test_spellings_of_one_name_are_told_from_two_persons():
    assert book_index.same("Y.", "Yann")
    assert book_index.same("Ryan", "Jamie Ryan")
    assert not book_index.same("Samy", "Yoshua")
    assert book_index.whole([book_index.form("Memory")]).search("two memories")
    assert not book_index.whole([book_index.form("LSTM")]).search("lstm")


INDEX = """
import book_index
from book_index import Entry, Section, places, whole

names = [f"{number:02}_{'abcdefgh'[number]}" for number in range(8)]
chapters = {name: [Section(name, "", name, "Nets, nets", "")] for name in names}
book_index.PLACES = 4
print([s.chapter for s in places(Entry("Net", whole(["[Nn]ets"])), chapters)])
"""


def test_the_index_is_the_same_whatever_the_hash_seed():
    command, folders = [sys.executable, "-c", INDEX], ["book/_ext", "scripts"]
    path = os.pathsep.join(str(build.ROOT / folder) for folder in folders)
    said = [
        subprocess.check_output(
            command,
            env=os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": path},
            encoding="utf-8",
        )
        for seed in ("1", "2")
    ]
    assert said == ["['00_a', '01_b', '02_c', '03_d']\n"] * 2


# The timeline


def test_every_landmark_is_drawn_and_stands_in_the_table_with_its_seconds(
    book_html, chapters
):
    html = read(book_html, "book/timeline")
    drawn = re.findall(r"<li><time>(\d+)</time><a [^>]*>([^<]+)</a>(.*?)</li>", html)
    rows = re.findall(r"<tr.*?</tr>", html.partition("<tbody>")[2], re.S)
    assert len(drawn) == len(rows) == len(timeline.landmarks())
    for mark, (year, who, bars), row in zip(
        timeline.landmarks(), drawn, rows, strict=True
    ):
        seconds = f"{chapters[mark['chapter']].metadata['seconds']:.0f}"
        assert (int(year), who) == (mark["year"], timeline.families(mark["who"]))
        assert f"here {seconds} s" in bars and f"<p>{seconds}</p>" in row
        assert ("days" in bars) == ("days" in mark)
        assert f"notebooks/{mark['chapter']}.html" in row


# For teachers


def test_every_line_on_an_exercise_leads_to_it(book_html):
    html = read(book_html, "book/teachers")
    found = map(teachers.exercises, NOTEBOOKS.values())
    there = {number for exercises in found for number, _, _ in exercises}
    for number in there & {*re.findall(r"^(\d+\.\d+) \S", TEACHERS, re.M)}:
        assert f'#{teachers.place(number)}">{number}</a>' in html


def wall():
    """The figures that the page lists, with their addresses."""
    figures = TEACHERS.partition("```{wall}\n")[2].partition("```")[0]
    return yaml.safe_load(figures)


@pytest.mark.browser
@pytest.mark.parametrize("figure", wall(), ids=lambda figure: figure["name"])
def test_the_address_of_a_figure_opens_it_in_its_state(page, site, figure):
    seen = Visit()
    page.set_viewport_size({"width": 1400, "height": 900})
    seen.watch(page, site)
    page.goto(f"{site}book/{teachers.address(figure)}")
    kind = figure["figure"].split(".")[1]
    waiting = f"document.querySelector('[data-figure={kind}]')"
    page.wait_for_function(f"document.querySelector('[data-figure]') && !{waiting}")
    figures = page.locator("[data-figure=ready]")
    page.wait_for_function(IN_VIEW)
    assert not any("not followed" in text for text in figures.all_inner_texts())
    assert seen.errors == []


# The bibliography


def test_every_entry_of_the_bibliography_is_complete():
    for key, entry in BIBLIOGRAPHY.items():
        has = set(entry.fields) | set(entry.persons)
        assert NEEDED[entry.type] | {"title", "year"} <= has, key
        assert entry.type != "misc" or has & PLACES, key


def test_every_paper_of_a_claim_is_in_the_bibliography(chapters):
    for notebook in chapters.values():
        for claim in claims(notebook):
            assert claim["key"] in BIBLIOGRAPHY, claim


def test_every_entry_stands_on_the_page_of_the_bibliography(book_html):
    html = read(book_html, "book/bibliography")
    for key in BIBLIOGRAPHY:
        assert f'id="{key}"' in html, key
