"""The command that brings a definition from its chapter to its module."""

import shutil

import taught

ROOM = taught.ROOM
MODULE = '''"""Of chapter 3."""

from math import tau


def turn(x):
    return x


class Wheel:
    """Stays."""


# Why there is a stop.
def stop():
    return tau
'''
LESSON = """import math
@property
def turn(x):
    # half way
    return x / 2
def lesson_only(): pass
def stop():
    return tau
"""


def test_a_definition_is_brought_with_its_decorators_and_comments():
    text, changed = taught.brought(MODULE, LESSON)
    assert changed == ["turn"]
    assert "@property\ndef turn(x):\n    # half way\n    return x / 2\n" in text
    assert "lesson_only" not in text and '    """Stays."""\n\n\n# Why' in text
    assert taught.brought(text, LESSON) == (text, [])


def test_what_was_changed_in_a_module_comes_back_from_its_chapter(
    capsys, monkeypatch, tmp_path
):
    room = tmp_path / "taught"
    shutil.copytree(taught.ROOM, room)
    monkeypatch.setattr(taught, "ROOM", room)
    vision = room / "vision.py"
    vision.write_text(
        vision.read_text("utf-8").replace("def correlate(", "def correlate(a, ")
    )
    taught.main()
    assert capsys.readouterr().out == "vision: correlate from 06_filters\n"
    assert vision.read_text("utf-8") == (ROOM / "vision.py").read_text("utf-8")
