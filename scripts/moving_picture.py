"""Film a live figure for the README: chapter 15's attention, one step after another.

`python scripts/moving_picture.py` opens the built book and leaves the film in
book/_static/attention.gif.
"""

import sys
from io import BytesIO

from build import ROOT, BuildError, build
from chromium import open_chromium

PAGE = "notebooks/15_attention.html"  # its first figure
FILM = ROOT / "book/_static/attention.gif"
MILLISECONDS = 1600  # that a step stays


def steps(site):
    """A picture of the figure at each of its steps, as PNG."""
    with open_chromium("The figure cannot be filmed") as browser:
        page = browser.new_page(viewport={"width": 1400, "height": 1000})
        page.goto((site / PAGE).as_uri())
        page.add_style_tag(content=".bar { position: static }")
        figure = page.locator(".book-widget").first
        figure.scroll_into_view_if_needed()
        slider = figure.locator(".tb-scrub")
        slider.fill(slider.get_attribute("min"))
        step = figure.get_by_role("button", name="Step", exact=True)
        yield figure.locator(".tb-figure").screenshot()
        while step.is_enabled():
            step.click()
            yield figure.locator(".tb-figure").screenshot()


def film(pictures):
    """The pictures one after another, again and again, in few colours."""
    from PIL import Image

    first, *others = (
        Image.open(BytesIO(picture)).convert("RGB").quantize(64, dither=0)
        for picture in pictures
    )
    first.save(
        FILM,
        save_all=True,
        append_images=others,
        duration=MILLISECONDS,
        loop=0,
        optimize=True,
    )


def main():
    """Film the figure; on failure say why and leave with 1."""
    try:
        film(steps(build()))
    except BuildError as error:
        sys.exit(str(error))
    print(f"The film is in {FILM}")


if __name__ == "__main__":
    main()
