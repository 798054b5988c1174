"""Film the cover's figure for the README: a sentence is translated, then a head is cut.

`python scripts/moving_picture.py` leaves the film in book/_static/machine.gif.
"""

import sys
from io import BytesIO
from tempfile import TemporaryDirectory

from alone import READY, STARTED, figure_of, file_of
from build import ROOT, BuildError
from chromium import open_chromium

FILM = ROOT / "book/_static/machine.gif"
WIDTH = 740
# (what is cut, the moment, milliseconds that it stays); at 0 all is written.
WHOLE = [(0, clock, 350) for clock in (0.3, 0.55, 0.8, 1)]
WHOLE += [(0, 1 + word, 450) for word in (1, 2, 3, 4, 5, 6, 7)]
MOMENTS = [*WHOLE, (0, 0, 2500), (1, 2, 600), (1, 3, 600), (1, 4, 600), (1, 0, 3500)]


def pictures():
    """A picture of the figure at each moment, as PNG."""
    with (
        TemporaryDirectory() as folder,
        open_chromium("The figure cannot be filmed") as browser,
    ):
        page = browser.new_page(
            viewport={"width": WIDTH, "height": 760}, reduced_motion="reduce"
        )
        for cut, clock, _ in MOMENTS:
            figure = figure_of("cover.Cover", {"cut": cut, "clock": clock})
            page.goto(file_of(figure, folder, "light").as_uri())
            page.add_style_tag(content=".cv-foot { display: none !important }")
            page.wait_for_function(READY)
            page.evaluate('dispatchEvent(new Event("beforeprint"))')
            page.wait_for_function(STARTED)
            yield page.locator(".tb-figure").first.screenshot()


def film(pictures):
    """The pictures one after another, over and over, in the fullest one's colours."""
    from PIL import Image

    frames = [Image.open(BytesIO(picture)).convert("RGB") for picture in pictures]
    palette = frames[len(WHOLE)].quantize(160, dither=0)
    first, *others = (frame.quantize(palette=palette, dither=0) for frame in frames)
    first.save(
        FILM,
        save_all=True,
        append_images=others,
        duration=[stays for *_, stays in MOMENTS],
        loop=0,
        optimize=True,
    )


def main():
    """Film the figure; on failure say why and leave with 1."""
    try:
        film(pictures())
    except BuildError as error:
        sys.exit(str(error))
    print(f"The film is in {FILM}")


if __name__ == "__main__":
    main()
