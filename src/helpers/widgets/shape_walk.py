"""A walk through the layers of AlexNet: every shape and every count."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, several, whole


class ShapeWalk(LiveFigure):
    """A picture on its way through AlexNet, as published in 2012 or as of 2014.

    `kernels` and `strides` belong to conv1, pool1, conv2, pool2, conv3, conv4, conv5
    and pool5, `paddings` to the five convolutions. `layer` counts the layers of the
    walk from 0, the picture; past the last one, the last is shown.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1388, 356: 1382, 560: 1332, 619: 1332, 621: 966, 656: 979}
    _heights |= {738: 976, 859: 952, 861: 849, 936: 849, 1018: 800, 1240: 800}
    _controls = frozenset({"time"})

    variant = Setting("2014", choice("2012", "2014"))
    size = Setting(224, whole(32, 320))
    kernels = Setting([11, 3, 5, 3, 3, 3, 3, 3], several(whole(1, 15), 8, 8))
    strides = Setting([4, 2, 1, 2, 1, 1, 1, 2], several(whole(1, 6), 8, 8))
    paddings = Setting([2, 2, 1, 1, 1], several(whole(0, 5), 5, 5))
    layer = Setting(1, whole(0, 13))
