"""All live figures of the book, found as what they are: kinds of LiveFigure."""

from importlib import import_module
from pkgutil import iter_modules

import helpers.widgets
from helpers.widgets.figure import LiveFigure


def every_figure():
    """The classes of all live figures, by their modules' names."""
    for module in iter_modules(helpers.widgets.__path__):
        import_module(f"helpers.widgets.{module.name}")
    found = LiveFigure.__subclasses__()
    for kind in found:
        found += kind.__subclasses__()  # such as a machine that opens elsewhere
    ours = [kind for kind in found if kind.__module__.startswith("helpers.widgets.")]
    return sorted(ours, key=lambda kind: kind.__module__)


FIGURES = every_figure()
NAMED = {kind.__name__: kind for kind in FIGURES}
