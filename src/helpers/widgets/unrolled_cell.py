"""A recurrent cell unrolled in time: states forwards, gradients backwards."""

from helpers.widgets.figure import LiveFigure, Setting, page_module, stylesheet
from helpers.widgets.rules import choice, flag, number, several, whole


class UnrolledCell(LiveFigure):
    """Eight units run through a sequence, and their gradient runs back.

    `view` is "gradient" or "example". In the first, `radius` is the spectral radius of
    the recurrent weights, which `seed` draws; `length` the number of steps, `tanh` the
    squashing and `clip` the limit of the gradient's length, 0 for none. In the second,
    `inputs` are those of the worked example and `unit` is the one put in words. `step`
    goes from 0 forwards to the last state, and from there back to the first.
    """

    _esm = page_module(__file__)
    _css = stylesheet(__file__)
    _height = (675, 835)

    view = Setting("gradient", choice("gradient", "example"))
    radius = Setting(0.9, number(0.1, 3, 0.1))
    length = Setting(30, whole(2, 60))
    tanh = Setting(1, flag())
    clip = Setting(0, number(0, 10, 0.5))
    seed = Setting(1, whole(1, 999))
    inputs = Setting(
        [[1, 0], [0, 1], [1, 0], [0, 0]], several(several(flag(), 2, 2), 4, 4)
    )
    unit = Setting(1, whole(1, 3))
    step = Setting(0, whole(0, 120))
