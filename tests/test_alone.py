"""One live figure alone on a page: for its measures and its pictures."""

import alone
import pytest
from build import BuildError

from helpers.widgets.threshold_unit import ThresholdUnit


def test_a_figure_is_found_by_its_name_and_takes_settings():
    figure = alone.figure_of("writer.Writer", {})
    assert type(figure).__name__ == "Writer"
    assert 'data-theme="dark"' in alone.page_of(figure, theme="dark")


@pytest.mark.parametrize("name", ["", "nothing.Here", "writer", "writer.Nothing"])
def test_a_figure_that_is_none_is_named_in_a_sentence(name):
    with pytest.raises(BuildError, match="no figure"):
        alone.figure_of(name, {})


@pytest.mark.browser
def test_a_figure_is_measured_and_photographed(tmp_path):
    figure = ThresholdUnit()
    ((width, height),) = alone.look(figure, [500], tmp_path)
    assert width == 500 and height > 200
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {f"ThresholdUnit-500-{theme}.png" for theme in ("light", "dark")}
