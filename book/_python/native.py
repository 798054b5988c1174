"""Try a chapter's exercises in the notebook's own Python: native.py LIBRARY SCRIPT JOB.

It runs classify.py as classify.mjs does, with PyTorch and all else that pages lack.
"""

import sys
from pathlib import Path

library, script, job = sys.argv[1:]
sys.path.insert(0, library)

import reader  # noqa: E402
import stand_ins  # noqa: E402

DEEPEST = sys.getrecursionlimit()
begin = reader.start


def start():
    """Begin anew, with nothing in the place of anything."""
    begin()
    sys.setrecursionlimit(DEEPEST)


def main():
    """Run the script with its job; each line that it tells is printed at once."""
    out = sys.stdout  # a cell's own words go elsewhere
    stand_ins.install, reader.start = lambda: None, start
    given = {"job": Path(job).read_text("utf-8")}
    given["tell"] = lambda line: print(line, file=out, flush=True)
    exec(compile(Path(script).read_text("utf-8"), script, "exec"), given)


main()
