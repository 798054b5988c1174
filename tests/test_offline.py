"""What is taken along: the archive and the PDF, as `make offline` leaves them."""

import zipfile

import build
import offline
import pytest
import stamp
from browser import open_browser
from pypdf import PdfReader
from test_widgets import FIGURES

pytestmark = pytest.mark.rehearsal


def test_the_unpacked_archive_works_from_its_files(book_html, tmp_path):
    zipfile.ZipFile(offline.pack(book_html)).extractall(tmp_path)
    home = tmp_path / offline.NAME
    assert {f"{name}.html" for name in build.pages()} <= {
        str(path.relative_to(home)) for path in home.rglob("*.html")
    }
    with open_browser() as browser:
        page = browser.new_page()
        page.goto((home / "index.html").as_uri())
        page.wait_for_url("**/intro.html")
        page.locator("[data-figure]").scroll_into_view_if_needed()
        page.locator("[data-figure=ready]").wait_for()


def test_a_figure_is_printed_in_its_colours_and_on_one_sheet_if_it_fits(book_html):
    looks = "(({ printColorAdjust, breakInside }) => [printColorAdjust, breakInside])"
    with open_browser() as browser:
        page = browser.new_page()
        page.emulate_media(media="print")
        page.goto((book_html / "notebooks/01_neuron.html").as_uri())
        figure = "getComputedStyle(document.querySelector('.book-widget'))"
        assert page.evaluate(f"{looks}({figure})") == ["exact", "avoid"]


def links(book):
    """Of each page, where its links lead: the number of a page, an address, or None."""
    return [
        [
            book.get_page_number(link["/Dest"][0].get_object())
            if "/Dest" in link
            else link.get("/A", {}).get("/URI")
            for link in (note.get_object() for note in page.get("/Annots", []))
        ]
        for page in book.pages
    ]


def test_a_link_leads_to_its_place_in_the_pdf_or_to_the_web(tmp_path, monkeypatch):
    monkeypatch.setattr(offline, "BUILD", tmp_path)
    monkeypatch.setattr(offline, "pages", lambda: ["first", "then/second"])
    (tmp_path / "then").mkdir()
    below = '<p id="below" style="break-before: page">Below</p>'
    first = '<a href="#below">1</a> <a href="then/second.html">2</a>'
    second = '<a href="#below">3</a> <a href="../first.html#x">4</a>'
    second += ' <a href="../first.html#Unit.x=1">5</a> <a href="https://a.org/">6</a>'
    (tmp_path / "first.html").write_text(f"<title>One</title>{first}{below}")
    (tmp_path / "then/second.html").write_text(f"<title>Two</title>{second}{below}")
    for url in ("https://github.com/Ada-L/book", None):
        monkeypatch.setattr(offline, "address", lambda url=url: url)
        state = f"{stamp.pages(url)}first.html#Unit.x=1" if url else None
        found = links(PdfReader(offline.bind(tmp_path)))
        assert found == [[1, 2], [], [3, 0, state, "https://a.org/"], []]


def test_the_pdf_has_every_page_and_says_where_the_figures_move(book_html):
    book = PdfReader(offline.bind(book_html))
    assert len(book.outline) == len(build.pages())
    assert all(page.mediabox.width < 600 for page in book.pages)  # A4
    texts = ["".join(page.extract_text().split()) for page in book.pages]
    printed = "".join(texts)
    assert "Theartificialneuron" in printed
    pages = [(book_html / f"{name}.html").read_text("utf-8") for name in build.pages()]
    shown = sum(html.count("jupyter.widget-view+json") for html in pages)
    said = "guremovesathttps://"  # "fi" is one sign
    assert printed.count(said) == (shown if stamp.address() else 0)
    assert all("Reset" in text for text in texts if said in text)  # no figure is cut
    if stamp.address():
        assert all(f"#{figure.__name__}" in printed for figure in FIGURES)
    rows = (book_html / "book/ledger.html").read_text("utf-8").count("<tr") - 1
    assert printed.count("Verdict:") == printed.count("Seeds:") == rows > 19
    assert "Colab,fetchthebook" not in printed  # no set-up is printed, and
    assert "last_state=[1,1,2]" in printed  # solutions are
    assert "Theledger·2" in printed  # each sheet says where it belongs
    found = [link for page in links(book) for link in page]
    assert sum(isinstance(link, int) for link in found) > 1000
    assert not [link for link in found if str(link).startswith("file:")]
