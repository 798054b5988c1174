"""The base of the live figures: state in checked settings, drawn by one ES module."""

import re
from copy import deepcopy
from functools import cache
from pathlib import Path

import anywidget
import traitlets

from helpers.drawing.alphabet import COLOURS
from helpers.widgets.rules import complaint

_HERE = Path(__file__).parent
_NIGHT = (
    ':is(html[data-theme="dark"], [data-jp-theme-light="false"], html[theme="dark"])'
)
_IN_A_FOLDER = {".js": "view.js", ".css": "style.css"}
_IMPORT = re.compile(r'^import \{([^}]*)\} from "([./\w]+\.js)";$', re.M)
# A remark that has its lines to itself:
_REMARK = re.compile(r"^ *(?://.*|/\*\*(?:[^*]|\*(?!/))*\*/)\n", re.M)
_EXPORT = re.compile(
    r"^export (?:(?=(?:async )?(?:function\*?|class|const) (\w+))|{([^}]*)};)", re.M
)


def beside(path, suffix):
    """The file of a figure's Python that holds its JavaScript, or its style.

    What is told in one module, `ring.py`, has `ring.js` and `ring.css` beside it; what
    has a folder of its own, `writer/__init__.py`, has `view.js` and `style.css` there.
    """
    path = Path(path)
    if path.stem == "__init__":
        return path.with_name(_IN_A_FOLDER[suffix])
    return path.with_suffix(suffix)


@cache
def page_module(path):
    """The figure's JavaScript (beside its Python) as one text that imports nothing.

    Remarks on lines of their own stay behind. The page loads it from a blob, where
    "./figure.js" leads nowhere; so each module becomes a function that is called once
    and returns what it exports.
    """
    places, texts = {}, []
    last = _add_module(beside(path, ".js").resolve(), places, texts)
    return "\n".join([*texts, f"export default {last}.default;", ""])


def _add_module(path, places, texts):
    """The name by which the module is called in the text, where it now stands."""
    if path in places:
        return places[path]

    def known(match):
        target = _add_module((path.parent / match[2]).resolve(), places, texts)
        return f"const {{{match[1].replace(' as ', ': ')}}} = {target};"

    source = _REMARK.sub("", path.read_text(encoding="utf-8"))
    source = _IMPORT.sub(known, source)
    names = [match[1] or match[2] for match in _EXPORT.finditer(source)]
    source = _EXPORT.sub("", source)
    if "\nexport default " in source:
        source = source.replace("\nexport default ", "\nconst $default = ")
        names.append("default: $default")
    places[path] = f"${len(places)}_{path.stem}"
    given = f"return {{ {', '.join(names)} }};"
    texts.append(f"const {places[path]} = (() => {{\n{source}\n{given}\n}})();")
    return places[path]


@cache
def colours():
    """The colours of the drawings, light and dark, for figures that draw like them."""
    light, dark = (
        " ".join(f"--tb-{name}: {pair[k]};" for name, pair in COLOURS.items())
        for k in (0, 1)
    )
    return f".tb-stage {{ {light} }}\n{_NIGHT} .tb-stage {{ {dark} }}"


@cache
def stylesheet(path=None):
    """The style beside a figure's Python; without a path, what all figures share."""
    if path:
        return beside(path, ".css").read_text(encoding="utf-8")
    shared = (_HERE / "figure.css").read_text(encoding="utf-8")
    return f"{shared}\n{colours()}"


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

    A figure is a class with settings and `_esm = page_module(__file__)`; `_style` names
    the modules whose style it wears over the shared one. A dictionary tagged `later` is
    fetched entry by entry, and only when the reader comes to it.
    """

    _style = ()
    _heights = {320: 640, 700: 480}  # how tall it is at some widths, in pixels
    _controls = frozenset()  # {"time"}: Back, Step, Play, a scrubber and Reset
    _wide = True  # whether it takes the whole width of the window in the page

    _rules = traitlets.Dict().tag(sync=True)
    _initial = traitlets.Dict().tag(sync=True)
    _stage = traitlets.Dict().tag(sync=True)  # what the page must know beforehand
    _order = traitlets.List().tag(sync=True)  # a saved notebook sorts all keys
    _sheets = traitlets.List().tag(sync=True)  # styles, put into a page once each

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

    @traitlets.default("_sheets")
    def _styles_of_the_figure(self):
        return [stylesheet(), *map(stylesheet, self._style)]

    @traitlets.default("_stage")
    def _room_on_the_page(self):
        heights = [list(pair) for pair in sorted(self._heights.items())]
        later = self.trait_names(later=True)
        return {"heights": heights, "wide": self._wide, "later": later}

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
