"""A claim is measured and asserted in one call, and leaves its row behind."""

import re

import pytest

from helpers.ledger import MIME, claim, claims

ROW = {
    "key": "mcculloch1943",
    "claim": "2 < 3",
    "paper": "proved",
    "here": "{built} of {total}",
    "seeds": "exhaustive",
    "scale": "as published",
}


def figures(built):
    return lambda: {"built": built, "total": 3}


def test_a_claim_that_holds_leaves_a_row_with_the_measured_figures():
    row = claim(**ROW, measure=figures(3), test=lambda m: m["built"] == m["total"])
    data = row._repr_mimebundle_()[MIME]
    assert data["here"] == "3 of 3" and data["verdict"] == "holds"
    assert data["seconds"] >= 0
    assert "2 &lt; 3" in row._repr_mimebundle_()["text/html"]


def test_a_claim_that_fails_stops_the_chapter():
    with pytest.raises(AssertionError, match="2 of 3"):
        claim(**ROW, measure=figures(2), test=lambda m: m["built"] == m["total"])


def test_an_unknown_verdict_is_refused_before_measuring():
    with pytest.raises(ValueError, match="one of"):
        claim(**ROW, measure=lambda: 1 / 0, test=bool, verdict="holds, more or less")


def test_the_plain_text_is_the_same_on_every_run():
    texts = [
        repr(claim(**ROW, measure=figures(3), test=bool, seconds=s)) for s in (1, 2)
    ]
    assert texts[0] == texts[1]


def test_a_row_of_the_page_is_a_claim_of_the_execution_and_leads_to_it(
    book_html, executed
):
    page = (book_html / "book/ledger.html").read_text("utf-8")
    rows = re.findall(r"<tr.*?</tr>", page.partition("<tbody>")[2], re.S)
    chapters = executed.items()
    wanted = [(name, row) for name, chapter in chapters for row in claims(chapter)]
    assert len(rows) == len(wanted)
    for shown, (name, row) in zip(rows, wanted, strict=True):
        assert f'href="../notebooks/{name}.html"' in shown
        assert f"<p>{row['verdict']}</p>" in shown
        assert f"<p>{row['seconds']:.2f}</p>" in shown
