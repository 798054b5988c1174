"""The base of the live figures: state in checked settings, drawn by one ES module."""

import re
from copy import deepcopy
from functools import cache
from pathlib import Path
from urllib.parse import quote

import anywidget
import traitlets

from helpers.widgets.rules import complaint

_HERE = Path(__file__).parent
_IMPORT = re.compile(r'(\bfrom\s+)"\./([\w-]+\.js)"')
_UNCHANGED = "!$&'()*+,-./:;=?@_~"  # what quote may leave in a data: address


@cache
def page_module(path):
    """The figure's JavaScript (beside its Python) as one text that imports nothing.

    The page loads it from a blob, where "./figure.js" leads nowhere; so each shared
    module becomes a data: address, which figures on one page load only once.
    """
    source = Path(path).with_suffix(".js").read_text(encoding="utf-8")

    def address(match):
        shared = page_module(_HERE / match[2])
        return f'{match[1]}"data:text/javascript,{quote(shared, safe=_UNCHANGED)}"'

    return _IMPORT.sub(address, source)


@cache
def stylesheet(path=None):
    """The style that figures share, with the figure's own (beside its Python) after."""
    files = [_HERE / "figure.css", *([Path(path).with_suffix(".css")] if path else [])]
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def plain(value):
    """A copy in lists, dictionaries and numbers only: no tuples, no arrays."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, dict):
        return {key: plain(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [plain(entry) for entry in value]
    return value


def keys_of(value):
    """All keys of the dictionaries in the value, in their order."""
    if isinstance(value, dict):
        for key, entry in value.items():
            yield key
            yield from keys_of(entry)


class Setting(traitlets.TraitType):
    """A value that Python and the page share, and that obeys one rule."""

    def __init__(self, default, rule):
        super().__init__(default)
        self.tag(sync=True, rule=rule)

    def validate(self, obj, value):
        """The value in plain lists and numbers, if it obeys the rule."""
        value = plain(value)
        if problem := complaint(self.name, value, self.metadata["rule"]):
            raise traitlets.TraitError(problem)
        return value

    def _cross_validate(self, obj, value):
        if problem := obj.problem({**obj.state(), self.name: value}):
            raise traitlets.TraitError(problem)
        return value


class LiveFigure(anywidget.AnyWidget):
    """A figure that the reader can work, in JupyterLab, in Colab and on the page.

    A figure is a class with settings and `_esm = page_module(__file__)`.
    """

    _css = stylesheet()
    _height = (480, 640)  # about how tall on a wide and on a narrow page, in pixels

    _rules = traitlets.Dict().tag(sync=True)
    _initial = traitlets.Dict().tag(sync=True)
    _reserve = traitlets.List().tag(sync=True)
    _order = traitlets.List().tag(sync=True)  # a saved notebook sorts all keys

    def __init__(self, **settings):
        known = list(self.state())
        for name in settings:
            if name not in known and not self.has_trait(name):
                raise TypeError(
                    f"{type(self).__name__} has no setting {name!r}; "
                    f"it knows {', '.join(known)}."
                )
        super().__init__(**settings)

    @traitlets.default("_rules")
    def _own_rules(self):
        return {name: self.trait_metadata(name, "rule") for name in self.state()}

    @traitlets.default("_initial")
    def _state_at_the_start(self):
        return deepcopy(self.state())

    @traitlets.default("_order")
    def _order_of_names(self):
        settings = self.state().values()
        return list(dict.fromkeys(key for value in settings for key in keys_of(value)))

    @traitlets.default("_reserve")
    def _room_on_the_page(self):
        return list(self._height)

    def state(self):
        """All settings, by name."""
        names = self.trait_names(rule=lambda rule: rule is not None)
        return {name: getattr(self, name) for name in names}

    @staticmethod
    def problem(state):
        """One sentence when settings do not go together, else None."""
        return None

    def __repr__(self):
        """The settings that are not the class's own, each in at most 60 characters."""
        changed = [
            f"{name}={value!r}" if len(repr(value)) <= 60 else f"{name}=…"
            for name, value in self.state().items()
            if value != self.traits()[name].default()
        ]
        return f"{type(self).__name__}({', '.join(changed)})"
