"""Make the pages' pictures light: WebP in place of PNG, sizes known, fetched when near.

A drawing keeps every pixel; a photograph, which would be large that way, does not.
"""

import re
from pathlib import Path

from PIL import Image

PICTURE = re.compile(r'<img ([^>]*)src="([^"]*_images/)([^"/]+)\.png"')
DRAWING = 30_000  # bytes; what is larger without loss is taken for a photograph


def convert(path):
    """Put a WebP picture in place of a PNG one, and return its width and height."""
    target = path.with_suffix(".webp")
    with Image.open(path) as picture:
        picture.save(target, lossless=True, method=6)
        if target.stat().st_size > DRAWING:
            picture.convert("RGB").save(target, quality=70, method=6)
        size = picture.size
    path.unlink()
    return size


def lighten(app, exception):
    """Convert the pictures that the chapters drew, and the pages that show them."""
    if exception is not None:
        return
    out = Path(app.outdir)
    sizes = {path.stem: convert(path) for path in out.glob("_images/*.png")}

    def tag(match):
        attributes, folder, name = match.groups()
        width, height = sizes[name]
        return (
            f'<img {attributes}src="{folder}{name}.webp" '
            f'width="{width}" height="{height}" loading="lazy"'
        )

    for page in out.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(PICTURE.sub(tag, text), encoding="utf-8")


def setup(app):
    """Run when the pages have been written."""
    app.connect("build-finished", lighten)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
