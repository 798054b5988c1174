"""The bar of progress: seen while it grows, and then nothing of it is left."""

import io

import nbformat
import pytest
from nbclient import NotebookClient

from helpers.training.progress import tqdm

BAR = "from helpers.training.progress import tqdm\n"
BAR += "for _ in tqdm(range(3), leave=False):\n    "
SEEN = BAR + "pass\n42"


@pytest.fixture(scope="module")
def cell():
    """A cell with a bar, after it has run."""
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(SEEN)])
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("TQDM_DISABLE", raising=False)
        NotebookClient(notebook, extra_arguments=["--log-level=ERROR"]).execute()
    return notebook.cells[0]


def test_nothing_of_a_bar_is_left_in_a_notebook(cell):
    assert not [output for output in cell.outputs if output.get("name") == "stderr"]
    bars = [o for o in cell.outputs if o.output_type == "display_data"]
    assert [bar.data for bar in bars] == [{}]
    assert cell.outputs[-1].data["text/plain"] == "42"


def test_a_bar_in_a_notebook_shows_how_far_it_is(monkeypatch):
    shown = []

    class Output:
        def update(self, bundle, raw):
            shown.append(bundle)

    def show(bundle, raw, display_id):
        shown.append(bundle)
        return Output()

    monkeypatch.setattr("helpers.training.progress.kernel_display", lambda: show)
    for _ in tqdm(range(2), leave=False, mininterval=0, disable=False):
        pass
    texts = [bundle.get("text/plain", "gone") for bundle in shown]
    assert "0/2" in texts[0] and "1/2" in texts[1]
    assert texts[-1] == "gone" and len(set(texts)) >= 3


def test_outside_a_notebook_it_is_the_usual_bar():
    stream = io.StringIO()
    for _ in tqdm(range(2), leave=False, file=stream, disable=False):
        pass
    assert "0/2" in stream.getvalue()
