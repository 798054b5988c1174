"""The address of this repository, and copies of the chapters that carry it.

No file of the repository names its owner. GitHub says who it is where the book is
published, and the git remote on a machine of one's own; without either there is no
address, and no page pretends to one. A chapter's first cell then says in a sentence
where to start. In what is published it fetches the helpers from the address:

    python scripts/stamp.py     # in the checkout whose notebooks Colab opens
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BRANCH = "colab"  # where the publishing workflow puts the stamped notebooks
NAME = r"([\w.-]+)/([\w.-]+?)(?:\.git)?/?"
RUNNING_TIME = re.compile(r"takes about (\d+) seconds on two cores")
UNSTAMPED = re.compile(r'(if "google\.colab" in sys\.modules:\n +)sys\.exit\("[^"]*"\)')


def running_time(cell):
    """The seconds that this cell says the chapter takes, or None."""
    found = cell.cell_type == "markdown" and RUNNING_TIME.search(cell.source)
    return int(found[1]) if found else None


def address(root=ROOT, environ=os.environ):
    """The repository's address at GitHub, or None where nothing tells it."""
    found = re.fullmatch(NAME, environ.get("GITHUB_REPOSITORY", ""))
    found = found or re.search(rf"\bgithub\.com[:/]{NAME}$", remote(root))
    return f"https://github.com/{found[1]}/{found[2]}" if found else None


def remote(root):
    """What git calls the origin of the checkout in this folder, or nothing."""
    command = ["git", "-C", str(root), "-c", "safe.directory=*"]
    command += ["remote", "get-url", "origin"]
    if not (root / ".git").exists():  # a folder above may be another repository
        return ""
    try:
        done = subprocess.run(command, capture_output=True, encoding="utf-8")
    except OSError:  # there is no git
        return ""
    return done.stdout.strip()


def pages(url):
    """Where GitHub publishes the pages of this repository."""
    owner, name = url.lower().split("/")[-2], url.split("/")[-1]
    home = f"https://{owner}.github.io/"
    return home if name.lower() == f"{owner}.github.io" else f"{home}{name}/"


def colab(url, notebook):
    """Where Colab opens the stamped copy of a notebook."""
    path = url.removeprefix("https://github.com/")
    service = "https://colab.research.google.com/github"
    return f"{service}/{path}/blob/{BRANCH}/{notebook}"


def binder(url, folder):
    """Where Binder lends a machine that shows this folder."""
    path = url.removeprefix("https://github.com/")
    return f"https://mybinder.org/v2/gh/{path}/main?urlpath=lab/tree/{folder}"


def stamped(source, url):
    """A cell's code, in which the first cell fetches the helpers from the address."""
    fetch = rf'\g<1>%pip install -q "git+{url}"'
    return UNSTAMPED.sub(fetch, source) if url else source


def stamp(path, url):
    """Write the address into the first code cell of a notebook's file."""
    notebook = json.loads(path.read_text("utf-8"))
    cells = (cell for cell in notebook["cells"] if cell["cell_type"] == "code")
    if url and (first := next(cells, None)):
        source = stamped("".join(first["source"]), url)
        first["source"] = source.splitlines(keepends=True)
        text = json.dumps(notebook, ensure_ascii=False, indent=1)
        path.write_text(f"{text}\n", "utf-8", newline="\n")


def notebooks(root=ROOT):
    """The chapters of every language."""
    translations = root.glob("translations/*/notebooks/*.ipynb")
    return sorted([*root.glob("notebooks/*.ipynb"), *translations])


def main():
    """Stamp every chapter of this checkout, or say why none can be."""
    url = address()
    if url is None:
        sys.exit(
            "This repository has no address: neither GITHUB_REPOSITORY nor the git "
            "remote called origin names one at GitHub."
        )
    for path in notebooks():
        stamp(path, url)
    print(f"The chapters fetch their helpers from {url}")


if __name__ == "__main__":
    main()
