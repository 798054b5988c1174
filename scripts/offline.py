"""Pack the book for a place without a network: one archive of the site, and one PDF.

`python scripts/offline.py` leaves both in _build. The archive is unpacked and opened at
index.html; everything in it works from the file. In the PDF each live figure stands as
it starts, with the address at which it moves, and links lead to pages of the PDF.
"""

import sys
import zipfile
from html import escape
from io import BytesIO

from build import BUILD, BuildError, build, pages
from chromium import open_chromium
from stamp import address
from stamp import pages as published
from terminal import say, stop

NAME = "evolution-of-the-transformer"
FOOT = (
    '<div style="width: 100%; text-align: center; font: 8pt serif">'
    '{} · <span class="pageNumber"></span></div>'
)
# Side roads and solutions are open, the code of drawings is not; formulas stand, and
# every picture and live figure is there.
READY = """async () => {
  await window.MathJax?.startup?.promise;
  await document.fonts.ready;
  const open = "details:not(.fold), .tag_solution details";
  for (const fold of document.querySelectorAll(open)) fold.open = true;
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
            served = path.suffix == ".bin"  # what a page of a server alone can fetch
            if path.is_file() and path.name != ".fingerprint" and not served:
                packed.write(path, f"{NAME}/{path.relative_to(site)}")
    return archive


def print_pages(site):
    """The name and title of each page and the page as PDF, in reading order."""
    with open_chromium("The PDF cannot be made") as browser:
        size = {"width": 630, "height": 900}  # as wide as the text of the page
        page = browser.new_page(color_scheme="light", viewport=size)
        page.emulate_media(media="print")  # figures are drawn as large as they print
        for name in pages():
            page.goto((site / f"{name}.html").as_uri())
            page.evaluate(READY)
            title = page.title().partition(" · The Evolution")[0]
            options = {"format": "A4", "prefer_css_page_size": True}
            said = FOOT.format(escape(title))
            foot = {"display_header_footer": True, "footer_template": said}
            yield name, title, page.pdf(**options, **foot, header_template="<i></i>")


def lead(link, page, left=0, top=842):
    """Let a link of the PDF lead to a place on one of its pages."""
    from pypdf.generic import ArrayObject, FloatObject, NameObject, NullObject

    place = [NameObject("/XYZ"), FloatObject(left), FloatObject(top), NullObject()]
    link.pop("/A", None)
    link[NameObject("/Dest")] = ArrayObject([page.indirect_reference, *place])


def mend_links(book, site, starts):
    """Let links to other pages lead to them in the PDF, or to where they are published.

    Chromium writes such a link as the file on this machine. A figure's state and what
    is not in the PDF are to be had on the web alone, if the book is published there.
    """
    from pypdf.generic import NameObject, TextStringObject

    here, url = f"{site.as_uri()}/", address()
    for page in book.pages:
        for link in (note.get_object() for note in page.get("/Annots", [])):
            target = link["/A"].get("/URI", "") if "/A" in link else ""
            if target.startswith(here):
                target = target.removeprefix(here)
                name, _, place = target.partition("#")
                start = starts.get(name.removesuffix(".html"))
                if start is not None and "=" not in place:
                    lead(link, book.pages[start])
                elif url:
                    web = TextStringObject(published(url) + target)
                    link["/A"][NameObject("/URI")] = web
                else:
                    del link["/A"]


def bind(site):
    """One PDF of all pages, with a bookmark for each."""
    from pypdf import PdfReader, PdfWriter

    book, starts = PdfWriter(), {}
    for name, title, page in print_pages(site):
        part, start = PdfReader(BytesIO(page)), len(book.pages)
        starts[name], places = start, part.named_destinations
        book.append(part, outline_item=title)
        for sheet in book.pages[start:]:
            for link in (note.get_object() for note in sheet.get("/Annots", [])):
                if place := places.get(link.get("/Dest")):  # chapters share such names
                    number = start + part.get_destination_page_number(place)
                    lead(link, book.pages[number], place.left, place.top)
    mend_links(book, site, starts)
    book.add_metadata({"/Title": "The Evolution of the Transformer"})
    book.compress_identical_objects()
    path = BUILD / f"{NAME}.pdf"
    book.write(path)
    return path


def main():
    """Build the book, pack it and print it; on failure say why and leave with 1."""
    try:
        site = build()
        say(f"The archive is {pack(site)}")
        say(f"The PDF is {bind(site)}")
    except BuildError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        stop()


if __name__ == "__main__":
    main()
