"""Begin something new from a skeleton that passes the tests.

    python scripts/new.py chapter 20_diffusion "2020 · Noise, and back"
    python scripts/new.py drawing noise "What noise does to a picture"
    python scripts/new.py figure noise_levels "How much noise is left"
    python scripts/new.py claim 20_diffusion ho2020
    python scripts/new.py move 18_vit 17

A chapter becomes a notebook, the last chapter of book/_toc.yml, and a line for each of
its exercises in book/teachers.md; a drawing a module of helpers.drawing with an
example, which the tests draw; a figure a folder of four files, with its cases; and a
claim one more cell of its chapter, above the next section. The paper of a claim gets an
entry in book/references.bib and a line among the chapter's sources, to be filled in.
A chapter that is moved takes another number, its neighbours follow, and so does all
that names them: see move.py.
"""

import re
import sys
from pathlib import Path

import move
import nbformat

ROOT = Path(__file__).resolve().parents[1]
SKELETONS = ROOT / "scripts/skeletons"
CLOSING = re.compile("## (What was still missing|Where this went)")
CHAPTER, NAME, KEY = r"\d\d_[a-z]\w*", r"[a-z][a-z_]*[a-z]", r"[a-z]+\d{4}\w*"


class Refusal(Exception):
    """What was asked for cannot be; the message says why."""


def must(text, pattern, example):
    """The text, if it has the form of the example."""
    if not re.fullmatch(pattern, text):
        raise Refusal(f"{text!r} will not do: it should look like {example!r}.")
    return text


def write(path, text):
    """Write a new file; what is there already stays."""
    if path.exists():
        raise Refusal(f"{path.relative_to(ROOT)} is there already.")
    path.write_text(text, encoding="utf-8")
    print(path.relative_to(ROOT))


def filled(skeleton, words):
    """A skeleton's text with words in place of its own."""
    text = (SKELETONS / skeleton).read_text(encoding="utf-8")
    for word, new in words.items():
        text = text.replace(word, new)
    return text


def insert(path, pattern, text):
    """Put the text below the last line of the file that the pattern is found in."""
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    last = max(i for i, line in enumerate(lines) if re.search(pattern, line))
    lines.insert(last + 1, text)
    path.write_text("".join(lines), encoding="utf-8")
    print(path.relative_to(ROOT))


def source(key):
    """An entry in the bibliography, to be filled in; False if there is one already."""
    path = ROOT / "book/references.bib"
    if f"{{{key}," in path.read_text(encoding="utf-8"):
        return False
    year = re.search(r"\d{4}", key)[0]
    fields = "author={Nobody, N.}, title={To Be Filled In}, howpublished={Where}"
    insert(path, "^@", f"@misc{{{key}, {fields}, year={{{year}}}}}\n")
    return True


def chapter(name, title):
    """A notebook with every part that a chapter has, and its line in the contents."""
    must(name, CHAPTER, "20_diffusion")
    number, noun = name.split("_", 1)
    taken = [path.stem for path in (ROOT / "notebooks").glob(f"{number}_*.ipynb")]
    if taken and taken != [name]:
        raise Refusal(f"There is a chapter {number} already: {taken[0]}.")
    number, key = str(int(number)), f"{noun[:8]}2000"
    contents = ROOT / "book/_toc.yml"
    before = re.findall(r"notebooks/(\w+)", contents.read_text(encoding="utf-8"))[-1]
    words = {"TITLE": title, "NUMBER": number, "KEY": key, "BEFORE": before}
    write(ROOT / f"notebooks/{name}.ipynb", filled("chapter.ipynb", words))
    insert(contents, "file: notebooks/", f"      - file: notebooks/{name}\n")
    trains = "".join(f"{number}.{i} what it trains\n" for i in range(1, 7))
    insert(ROOT / "book/teachers.md", r"^\d+\.\d+ ", trains)
    source(key)


def drawing(name, sentence):
    """A module that draws, with an example that the tests draw in both rooms."""
    must(name, NAME, "noise")
    folder = ROOT / "src/helpers/drawing"
    sentence, number = sentence.rstrip("."), len(list(folder.glob("*.py")))
    words = {"skeleton": name, "SENTENCE": sentence, "NUMBER": f"0.{number}"}
    write(folder / f"{name}.py", filled("drawing.py", words))
    print(f"tests/test_drawings.py draws the examples of {name}.py.")


def figure(name, sentence):
    """A figure's class, its JavaScript, its cases and the test that reads them."""
    must(name, NAME, "noise_levels")
    kind = "".join(part.capitalize() for part in name.split("_"))
    words = {"Skeleton": kind, "skeleton": name, "SENTENCE": sentence.rstrip(".")}
    folder, tests = ROOT / "src/helpers/widgets" / name, ROOT / "tests"
    if folder.exists() or folder.with_suffix(".py").exists():
        raise Refusal(f"There is a figure {name} already.")
    folder.mkdir()
    for part in ("__init__.py", "model.js", "view.js", "style.css"):
        write(folder / part, filled(f"figure/{part}", words))
    write(tests / f"js/{name}.test.mjs", filled("figure.test.mjs", words))
    write(tests / f"cases/{name}.json", "[[0, 0], [3, 9]]\n")


def claim(name, key):
    """One more claim in a chapter, as the skeleton's chapter has it."""
    must(name, CHAPTER, "20_diffusion")
    must(key, KEY, "ho2020")
    path = ROOT / f"notebooks/{name}.ipynb"
    if not path.exists():
        raise Refusal(f"There is no chapter {name}.")
    notebook = nbformat.read(path, as_version=4)
    skeleton = nbformat.read(SKELETONS / "chapter.ipynb", as_version=4)
    cell = next(cell for cell in skeleton.cells if "\nclaim(" in cell.source)
    cell.source = cell.source.replace("KEY", key)
    cell.id = f"claim-{key}"
    if cell.id in [other.id for other in notebook.cells]:
        raise Refusal(f"There is a claim of {key} in {name} already.")
    place = next(i for i, c in enumerate(notebook.cells) if CLOSING.match(c.source))
    above = nbformat.v4.new_markdown_cell("What else was claimed.", id=f"about-{key}")
    notebook.cells[place:place] = [above, cell]
    if source(key):
        year = re.search(r"\d{4}", key)[0]
        line = sources(skeleton).source.splitlines()[-1].replace("2000", year)
        add_source(sources(notebook), line)
    nbformat.write(notebook, path)
    print(path.relative_to(ROOT))


def sources(notebook):
    """The cell with a chapter's list of sources."""
    cells = (cell for cell in notebook.cells if cell.source.startswith("## Sources"))
    return next(cells)


def add_source(cell, line):
    """Put one more line at the end of a chapter's list of sources."""
    lines = cell.source.splitlines()
    last = max(i for i, known in enumerate(lines) if known.startswith("- "))
    cell.source = "\n".join([*lines[: last + 1], line, *lines[last + 1 :]])


def moved(name, number):
    """Give the chapter the number, and its neighbours theirs, wherever one is named."""
    must(name, CHAPTER, "18_vit")
    must(number, r"[1-9]\d?", "17")
    contents = (ROOT / "book/_toc.yml").read_text(encoding="utf-8")
    stems = re.findall(r"notebooks/(\w+)", contents)
    try:
        said = move.move(ROOT, move.files(ROOT), stems, name, int(number))
    except ValueError as error:
        raise Refusal(f"{name} cannot be moved: {error}") from None
    print("\n".join(["Read these again, and run scripts/refresh.py:", *said]))


def main(arguments):
    """Make what is asked for, or say in a sentence why not."""
    kinds = {"chapter": chapter, "claim": claim, "drawing": drawing, "figure": figure}
    kinds["move"] = moved
    if len(arguments) != 3 or arguments[0] not in kinds:
        sys.exit(__doc__.strip())
    try:
        kinds[arguments[0]](*arguments[1:])
    except Refusal as refusal:
        sys.exit(str(refusal))


if __name__ == "__main__":
    main(sys.argv[1:])
