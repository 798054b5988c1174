"""Pictures within a plot: maps as masks that the page tints, photographs made light.

A map whose colours end in nothing is one or two of the book's colours, each more or
less opaque. Its opacity becomes a mask, and the page's own colour shows through it.
"""

import re
from base64 import b64decode, b64encode
from io import BytesIO

import numpy as np
from PIL import Image

IMAGE = re.compile(
    r'<image ([^>]*?)xlink:href="data:image/png;base64,([^"]+)"([^>]*?)/>'
)
SMALL = 64 * 64  # values; a larger picture is taken for a photograph


def encoded(picture):
    """A picture as WebP in an address; a small one or one of few colours as it is."""
    few = picture.width * picture.height <= SMALL or picture.getcolors(64)
    look = {"lossless": True} if few else {"quality": 35, "alpha_quality": 35}
    file = BytesIO()
    picture.save(file, "webp", **look)
    return f"data:image/webp;base64,{b64encode(file.getvalue()).decode()}"


def layers(pixels, colours):
    """The opacity of each of the colours, if there are no others in the picture.

    A picture that is opaque everywhere is none of ours.
    """
    seen = pixels[..., 3] > 6
    if not seen.any() or (pixels[..., 3] == 255).all():
        return {}
    found, left = {}, seen.copy()
    for name, colour in colours.items():
        parts = np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)])
        near = np.abs(pixels[..., :3].astype(int) - parts).max(-1) <= 24
        if (near & left).any():
            found[name] = np.where(near & left, pixels[..., 3], 0)
            left &= ~near
    return {} if left.any() else found


def masked(text, scope, colours):
    """The SVG with each map as masks, and with its photographs as WebP."""
    colours = {name: colours[name] for name in ("positive", "negative", "ink")}
    count = 0

    def replaced(match):
        nonlocal count
        before, data, after = match.groups()
        with Image.open(BytesIO(b64decode(data))) as file:
            picture = file.convert("RGBA")
        attributes = before + after
        found = layers(np.asarray(picture), colours)
        if not found:
            opaque = picture.getextrema()[3][0] == 255
            picture = picture.convert("RGB") if opaque else picture
            return f'<image {attributes} href="{encoded(picture)}"/>'
        out = []
        for name, alpha in found.items():
            count += 1
            out.append(tinted(f"{scope}-mask-{count}", name, alpha, attributes))
        return "".join(out)

    return IMAGE.sub(replaced, text)


def tinted(identity, name, alpha, attributes):
    """A rectangle of a named colour, seen through the opacity of a picture."""
    picture = Image.fromarray(alpha.astype("uint8"), "L")
    moved = re.search(r' ?transform="[^"]*"', attributes)
    clip = re.search(r' ?clip-path="[^"]*"', attributes)
    box = " ".join(re.findall(r'\b(?:x|y|width|height)="[^"]*"', attributes))
    box = box if re.search(r'\bx="', box) else f'x="0" y="0" {box}'
    inner = attributes
    for part in (moved, clip):
        inner = inner.replace(part[0], "") if part else inner
    outer = " ".join(part[0].strip() for part in (moved, clip) if part)
    return (
        f'<mask id="{identity}" maskUnits="userSpaceOnUse" {box}>'
        f'<image {inner} href="{encoded(picture)}"/></mask>'
        f'<rect {box} {outer} style="fill: var(--tb-{name})" '
        f'mask="url(#{identity})"/>'
    )
