"""Try a chapter's cells in the Python of the pages, one line of JSON each.

classify.mjs runs it. First every cell runs once in its order, as for a reader who runs
them all. Then each is tried alone, as for one who begins with it: in a new namespace,
with what it needs. This is left out where the cells that it needs take long, or where
the job says `"alone": false`. With `"every": true` every slip is tried, not only two.
"""

import json
import math
from time import perf_counter

import reader

LONG = 0.5  # seconds of the cells above, from which on a cell is not tried alone
SLIPS = 2  # wrong answers that must be refused


def tried(sources, place, source=None):
    """What the cell shows, with its seconds; the cells above run if they have not."""
    given = list(sources)
    given[place] = source or given[place]
    began = perf_counter()
    shown = reader.answer(given, place)
    return shown | {"seconds": round(perf_counter() - began, 3)}


def verdict(sources, place, source=None):
    """Whether an answer is found right, and in what words."""
    shown = tried(sources, place, source)
    said = [part["text"] for part in shown["parts"] if part["kind"] != "stream"]
    kept = {name: shown[name] for name in ("verdict", "lacks", "seconds")}
    return kept | {"said": said[-1:]}


def exercise(sources, cell, enough):
    """The verdicts on an exercise's stub, on some slips, and on its solution."""
    place, found = cell["solution"], {"slips": []}
    found["stub"] = verdict(sources, cell["place"])
    found["solution"] = verdict(sources, place, cell["answer"])
    for slip in cell["slips"] if found["solution"]["verdict"] == "right" else []:
        refused = [s for s in found["slips"] if s["verdict"] == "not yet"]
        if len(refused) < enough:
            found["slips"].append({"text": slip} | verdict(sources, place, slip))
    found["seconds"] = found["stub"]["seconds"]
    return found


def one(sources, cell, enough):
    """What is found of a cell."""
    if "answer" in cell:
        return exercise(sources, cell, enough)
    return tried(sources, cell["place"])


def main():
    """Try each cell of the job, once or twice."""
    asked = json.loads(job)  # noqa: F821
    sources, took = asked["sources"], {}
    enough = math.inf if asked.get("every") else SLIPS
    reader.start()
    for again in (False, True) if asked.get("alone", True) else (False,):
        for cell in asked["cells"]:
            place = cell["place"]
            if again:
                above = reader.needed(sources, place)
                if sum(took.get(p, 0) for p in [*above, place]) > LONG:
                    continue
                reader.start()
            tell(json.dumps({"begins": place}))  # noqa: F821
            found = one(sources, cell, enough)
            took.setdefault(place, found["seconds"])
            tell(json.dumps({"place": place, "alone": again} | found))  # noqa: F821


main()
