"""The ledger: a landmark's own claim, measured here and asserted in one call.

The book's ledger page collects what each call leaves behind in the executed
chapter, so its figures are the executed ones.
"""

from dataclasses import asdict, dataclass
from html import escape
from time import perf_counter

MIME = "application/vnd.evolution.claim+json"
VERDICTS = ("holds", "holds in part", "does not hold at this scale")


@dataclass(frozen=True)
class Claim:
    """One row of the ledger."""

    key: str
    claim: str
    paper: str
    here: str
    verdict: str
    seeds: str
    scale: str
    seconds: float

    def rows(self):
        """The row as pairs of a heading and a text, in the order of reading."""
        return [
            ("Claim", self.claim),
            ("In the paper", self.paper),
            ("Measured here", self.here),
            ("Runs", self.seeds),
            ("Scale", self.scale),
            ("Verdict", self.verdict),
        ]

    def __repr__(self):
        return "\n".join(f"{name}: {text}" for name, text in self.rows())

    def _repr_mimebundle_(self, include=None, exclude=None):
        cells = "".join(
            f'<tr><th scope="row">{name}</th><td>{escape(text)}</td></tr>'
            for name, text in self.rows()
        )
        table = (
            '<table class="tb-claim"><caption>The claim, re-run '
            f"({self.seconds:.1f} s)</caption>{cells}</table>"
        )
        return {"text/plain": repr(self), "text/html": table, MIME: asdict(self)}


def claim(
    key, claim, paper, measure, here, test, seeds, scale, verdict="holds", seconds=0.0
):
    """Measure a landmark's claim, assert the verdict, and return the ledger's row.

    `measure` takes nothing and returns a dict of figures; `here` is a text with the
    figures' names in braces, as in "{solved} of {total}"; `test` says from the figures
    whether the verdict is right. `seconds` adds work that was done before the call.
    """
    if verdict not in VERDICTS:
        raise ValueError(f"a verdict is one of {VERDICTS}, not {verdict!r}")
    start = perf_counter()
    figures = measure()
    seconds += perf_counter() - start
    here = here.format(**figures)
    if not test(figures):
        raise AssertionError(f"{key}: the verdict {verdict!r} is wrong: {here}")
    return Claim(key, claim, paper, here, verdict, seeds, scale, round(seconds, 2))


def claims(notebook):
    """The rows that the cells of an executed chapter left behind, in order."""
    outputs = (output for cell in notebook.cells for output in cell.get("outputs", []))
    return [output.data[MIME] for output in outputs if MIME in output.get("data", {})]
