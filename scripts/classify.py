"""Find out which cells of the chapters run in a page, by running them in its Python.

`python scripts/classify.py` writes book/_python/runs.json, `python scripts/classify.py
04_reverse_mode` the part of one chapter; with `--count` it counts the exercises that
are answered in the page. A cell runs if it shows there what it shows in the notebook;
an exercise, if its stub is told "Not yet", its solution "Right", and two slips are
refused. A cell is known by a hash of its text and of those that it needs, so a chapter
that changes loses Run only where it has changed, until this is run again.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from html import unescape

import build
import fold
import python_parts
from cells import tags
from python_parts import LIBRARY, PLACE, SOURCE, NoPython
from slips import slips

sys.path.insert(0, str(LIBRARY))

import needs

TABLE = SOURCE / "runs.json"
CLAIM = re.compile(r"^claim\(", re.M)
LACKS = re.compile(r"NeedsMore: ([^.]+)\.")
EXERCISE = re.compile(r"^\*\*(\d+\.\d+) · (\w+)\.\*\*", re.M)
SLOW = 30  # seconds that a cell may take with those that it needs
PATIENCE = 600  # seconds for a chapter, after which its Python is taken for hung


def on_page(source):
    """The text of a cell as its page shows it: the line with its title is gone."""
    found = fold.TITLE.match(source)
    return source[found.end() :] if found else source


def code_cells(notebook):
    """The code cells of a chapter in their order, as a page runs them.

    What Colab needs is not run, nor is a solution, which is not the reader's.
    """
    number, kind, found = "", "", []
    for at, cell in enumerate(notebook.cells):
        if cell.cell_type == "markdown":
            heading = EXERCISE.search(cell.source)
            number, kind = heading.groups() if heading else ("", "")
        elif cell.cell_type == "code":
            source = on_page(cell.source)
            role = next((r for r in ("exercise", "solution") if r in tags(cell)), "")
            away = role == "solution" or "google.colab" in source
            entry = {"at": at, "role": role, "text": source, "number": "", "kind": ""}
            if role:
                entry |= {"number": number, "kind": kind}
            found.append(entry | {"source": "" if away else source})
    for place, cell in enumerate(found):
        cell["place"] = place
    return found


def key(cells, place):
    """What a cell is known by: a hash of its text and of those that it needs."""
    sources = [cell["source"] for cell in cells]
    chosen = [sources[p] for p in needs.needed(sources, place)]
    text = "\n\0".join([*chosen, sources[place]])
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def table():
    """What is stored: for each chapter, what became of each cell by its key."""
    return json.loads(TABLE.read_text("utf-8")) if TABLE.exists() else {}


# Trying


def jobs(cells):
    """What is to be tried of a chapter; what measures a claim again takes too long."""
    solutions = {c["number"]: c for c in cells if c["role"] == "solution"}
    for cell in cells:
        if cell["role"] == "exercise" and cell["number"] in solutions:
            answer = solutions[cell["number"]]
            text = answer["text"]
            more = {"answer": text, "solution": answer["place"], "slips": slips(text)}
            yield {"place": cell["place"]} | more
        elif cell["source"] and not cell["role"] and not CLAIM.search(cell["source"]):
            yield {"place": cell["place"]}


def in_pages(job):
    """The command that runs a job in the pages' Python."""
    modules, parts = python_parts.install(), python_parts.parts()
    return [
        "node",
        SOURCE / "classify.mjs",
        modules,
        parts,
        SOURCE / "classify.py",
        job,
    ]


def in_notebook(job):
    """The command that runs a job in the notebook's own Python."""
    return [sys.executable, SOURCE / "native.py", LIBRARY, SOURCE / "classify.py", job]


def run_job(sources, cells, command=in_pages, **options):
    """What a Python finds of these cells, line by line.

    A cell that ends Python itself, or hangs, is left out, and the rest is tried again.
    """
    PLACE.mkdir(parents=True, exist_ok=True)
    waiting, job = list(cells), PLACE / f"job-{os.getpid()}.json"
    quiet = {"MPLBACKEND": "Agg", "OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1"}
    how = {"capture_output": True, "cwd": build.ROOT / "notebooks"}
    while waiting:
        given = {"sources": sources, "cells": waiting} | options
        job.write_text(json.dumps(given), "utf-8")
        try:
            done = subprocess.run(
                command(job), env=os.environ | quiet, timeout=PATIENCE, **how
            )
            said, whole = done.stdout, done.returncode == 0
        except subprocess.TimeoutExpired as late:
            said, whole = late.stdout or b"", False
        finally:
            job.unlink(missing_ok=True)
        lines = said.decode("utf-8", "replace").splitlines()
        found = [json.loads(line) for line in lines if line.endswith("}")]
        if not found:
            raise NoPython(f"{command.__name__.replace('_', ' ')} no Python starts")
        if whole:
            yield from (line for line in found if "alone" in line)
            return
        last = next(line["begins"] for line in reversed(found) if "begins" in line)
        waiting = [cell for cell in waiting if cell["place"] != last]


# Judging


def stored(cell):
    """What an executed cell shows: its plain text and its HTML."""
    text, html = "", ""
    for output in cell.get("outputs", []):
        data = output.get("data", {})
        if output.output_type == "stream":
            text += output.text
        elif "text/html" in data:
            html += data["text/html"]
        else:
            text += data.get("text/plain", "") + "\n"
    return without_seconds(text), without_seconds(html)


def without_seconds(text):
    """A text without what a clock said, and without space at its lines' ends."""
    text = re.sub(r"\(\d+\.\d s\)", "( s)", unescape(text))
    return "\n".join(line.rstrip() for line in text.strip().splitlines())


def shown(found):
    """What a cell showed in the pages' Python, likewise."""
    text, html = "", ""
    for part in found["parts"]:
        if part["kind"] == "html":
            html += part["text"]
        else:
            text += part["text"] + "\n" * (part["kind"] == "value")
    return without_seconds(text), without_seconds(html)


def judged(cell, found):
    """What becomes of a cell: "runs", "checks", what it lacks, or nothing."""
    if cell["role"] == "exercise":
        stub, right = found["stub"], found["solution"]
        refused = sum(slip["verdict"] == "not yet" for slip in found["slips"])
        enough = refused >= min(2, len(found["slips"]))
        verdicts = stub["verdict"], right["verdict"]
        if verdicts == ("not yet", "right") and enough and stub["seconds"] <= SLOW:
            return "checks"
        lacks = LACKS.search(" ".join(right["said"]))
        return right["lacks"] or stub["lacks"] or (lacks[1] if lacks else "")
    if found["drawn"] or found["lacks"] or found["seconds"] > SLOW:
        return ""
    if any(part["kind"] == "error" for part in found["parts"]):
        return ""
    return "runs" if shown(found) == stored(cell["cell"]) else ""


def chapter(notebook):
    """What became of each code cell of an executed chapter, and what was found."""
    cells = code_cells(notebook)
    for cell in cells:
        cell["cell"] = notebook.cells[cell["at"]]
    sources = [cell["source"] for cell in cells]
    states = {key(cells, cell["place"]): "" for cell in cells if cell["source"]}
    for found in run_job(sources, jobs(cells)):
        cell = cells[found["place"]]
        known, state = key(cells, cell["place"]), judged(cell, found)
        states[known] = state if not found["alone"] or state == states[known] else ""
    return states


def known_states(notebook, entry):
    """The code cells of a chapter, each with what the table says of it, or None."""
    states, cells = table().get(entry, {}), code_cells(notebook)
    for cell in cells:
        cell["state"] = states.get(key(cells, cell["place"]))
    return cells


def exercises_checked(notebook, entry):
    """The sources of a chapter, and the jobs of the exercises that its page checks."""
    cells = known_states(notebook, entry)
    checked = {cell["place"] for cell in cells if cell["state"] == "checks"}
    chosen = [job for job in jobs(cells) if job["place"] in checked]
    for job in chosen:
        job["number"] = cells[job["place"]]["number"]
    return [cell["source"] for cell in cells], chosen


def answered(notebook, entry):
    """How many exercises of a chapter are checked in its page, guessed, there are."""
    asked = [c for c in known_states(notebook, entry) if c["role"] == "exercise"]
    checked = [cell for cell in asked if cell["state"] == "checks"]
    guessed = [c for c in asked if c not in checked and c["kind"] == "Predict"]
    return len(checked), len(guessed), len(asked)


def count():
    """Print for each chapter how many of its exercises are answered in the page."""
    total = [0, 0, 0]
    for path in build.chapters():
        found = answered(build.read_notebook(path), path.stem)
        total = [sum(pair) for pair in zip(total, found, strict=True)]
        print(said_counts(path.stem, *found))
    print(said_counts("all", *total))


def said_counts(name, checked, guessed, asked):
    """A line of that table."""
    return f"{name:20} {checked:3} by Python, {guessed} by its form, of {asked}"


def counts(cells, states):
    """How many exercises are checked, and how many other cells run."""
    own = [states.get(key(cells, c["place"]), "") for c in cells if c["source"]]
    asked = sum(cell["role"] == "exercise" for cell in cells)
    return (
        f"{own.count('checks')} of {asked} exercises, {own.count('runs')} other cells"
    )


def executed(paths):
    """The chapters of these paths with their outputs, executed now if they must be."""
    with build.alone():
        cache = build.open_cache()
        waiting = [path for path in paths if build.cached(cache, path) is None]
        if failures := build.run_aside(build.run_notebooks(waiting, cache)):
            raise build.BuildError("\n".join(failures))
        return [build.cached(cache, path) for path in paths]


def main(*chosen):
    """Classify the chapters of these names, or all."""
    paths = {}
    for language in build.languages():
        for path in build.chapters(language):
            entry = path.stem if language == "en" else f"{language}/{path.stem}"
            if not chosen or entry in chosen:
                paths[entry] = path
    if strange := set(chosen) - paths.keys():
        raise build.BuildError(f"There is no chapter {', '.join(sorted(strange))}.")
    for entry, path in paths.items():
        [notebook] = executed([path])
        states = chapter(notebook)
        print(f"{entry}: {counts(code_cells(notebook), states)}", flush=True)
        everything = table() | {entry: states}  # another may have written meanwhile
        text = json.dumps(dict(sorted(everything.items())), indent=1)
        TABLE.write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    try:
        count() if sys.argv[1:] == ["--count"] else main(*sys.argv[1:])
    except (NoPython, build.BuildError) as error:
        sys.exit(f"{error}")
