"""Write the repository's public address wherever it must appear.

The address has one home, repository.url in _config.yml. After changing it there, run
`python scripts/stamp.py`: the first cells of the notebooks, the badges and links of
the README, the citation and the package's metadata then say the same.
"""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAMED = ["CITATION.cff", "CONTRIBUTING.md", "README.md", "_config.yml"]
PYPROJECT = (
    "pyproject.toml"  # remembers the address stamped last, so it is written last
)


def address(root=ROOT):
    """The repository's address, from its home in _config.yml."""
    text = (root / "_config.yml").read_text("utf-8")
    url = r"^repository:\n +url: (https://github\.com/[\w.-]+/[\w.-]+)$"
    found = re.search(url, text, re.MULTILINE)
    if found is None:
        sys.exit(
            "_config.yml must say, under repository, url: https://github.com/OWNER/NAME."
        )
    return found[1]


def stamped_address(root=ROOT):
    """The address that was stamped last."""
    pyproject = tomllib.loads((root / PYPROJECT).read_text("utf-8"))
    return pyproject["project"]["urls"]["Repository"]


def forms(url):
    """Every form in which the address is written: source, Colab, Binder, Pages."""
    owner, name = url.split("/")[-2:]
    return [
        f"github.com/{owner}/{name}",
        f"colab.research.google.com/github/{owner}/{name}",
        f"mybinder.org/v2/gh/{owner}/{name}",
        f"{owner.lower()}.github.io/{name}",
    ]


def targets(root=ROOT):
    """The files that hold the address."""
    files = [root / name for name in NAMED]
    for folder in ("notebooks", "scripts/skeletons"):
        files += sorted((root / folder).glob("*.ipynb"))
    files += sorted(root.glob("translations/*/notebooks/*.ipynb"))
    files += [root / "book/intro.md", *root.glob("translations/*/book/intro.md")]
    return [*files, root / PYPROJECT]


def stamp(root=ROOT):
    """Replace the old address by the new one and return the files that changed."""
    pairs = list(zip(forms(stamped_address(root)), forms(address(root)), strict=True))
    changed = []
    for path in targets(root):
        old_text = text = path.read_text("utf-8")
        for old, new in pairs:
            text = re.sub(re.escape(old) + r"(?![\w-])", new, text)
        if text != old_text:
            path.write_text(text, "utf-8", newline="\n")
            changed.append(path)
    return changed


if __name__ == "__main__":
    for changed_file in stamp():
        print(changed_file.relative_to(ROOT))
