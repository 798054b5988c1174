"""Pack the book for a place without a network: one archive of the site, and one PDF.

`python scripts/offline.py` leaves both in _build. The archive is unpacked and opened at
index.html; everything in it works from the file. In the PDF each live figure stands as
it starts, with the address at which it moves.
"""

import sys
import zipfile
from io import BytesIO

from build import BUILD, BuildError, build, pages
from chromium import open_chromium

NAME = "evolution-of-the-transformer"
FOOT = (
    '<div style="width: 100%; text-align: center; font: 8pt serif">'
    '<span class="pageNumber"></span></div>'
)
# Folds are open, formulas stand, and every picture and live figure is there.
READY = """async () => {
  await window.MathJax?.startup?.promise;
  await document.fonts.ready;
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  for (const picture of document.images) picture.loading = "eager";
  const until = performance.now() + 20000;
  for (const figure of document.querySelectorAll("[data-figure]")) {
    figure.scrollIntoView({ behavior: "instant" });
    while (figure.dataset.figure !== "ready" && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await Promise.all([...document.images].map((picture) => picture.decode()));
}"""


def pack(site):
    """The site in one archive, in a folder of its own."""
    archive = BUILD / f"{NAME}.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for path in sorted(site.rglob("*")):
            if path.is_file() and path.name != ".fingerprint":
                packed.write(path, f"{NAME}/{path.relative_to(site)}")
    return archive


def print_pages(site):
    """The title of each page and the page as PDF, in reading order."""
    with open_chromium("The PDF cannot be made") as browser:
        size = {"width": 630, "height": 900}  # as wide as the text of the page
        page = browser.new_page(color_scheme="light", viewport=size)
        for name in pages():
            page.goto((site / f"{name}.html").as_uri())
            page.evaluate(READY)
            title = page.title().partition(" · The Evolution")[0]
            options = {"format": "A4", "prefer_css_page_size": True}
            foot = {"display_header_footer": True, "footer_template": FOOT}
            yield title, page.pdf(**options, **foot, header_template="<i></i>")


def bind(site):
    """One PDF of all pages, with a bookmark for each."""
    from pypdf import PdfWriter

    book = PdfWriter()
    for title, page in print_pages(site):
        book.append(BytesIO(page), outline_item=title)
    book.add_metadata({"/Title": "The Evolution of the Transformer"})
    book.compress_identical_objects()
    path = BUILD / f"{NAME}.pdf"
    book.write(path)
    return path


def main():
    """Build the book, pack it and print it; on failure say why and leave with 1."""
    try:
        site = build()
        print(f"The archive is {pack(site)}")
        print(f"The PDF is {bind(site)}")
    except BuildError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
