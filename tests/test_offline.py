"""What is taken along: the archive and the PDF, as `make offline` leaves them."""

import zipfile

import build
import offline
import pytest
from browser import open_browser
from pypdf import PdfReader

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


def test_the_pdf_has_every_page_and_says_where_the_figures_move(book_html):
    book = PdfReader(offline.bind(book_html))
    assert len(book.outline) == len(build.pages())
    assert all(page.mediabox.width < 600 for page in book.pages)  # A4
    text = "".join(page.extract_text() for page in book.pages[:40])
    assert "The artificial neuron" in text
    assert "gure moves at" in text and "#ThresholdUnit" in text  # "fi" is one sign
