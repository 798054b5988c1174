"""What a training costs: days, machines, money and energy, from a model's name."""

from helpers.widgets.figure import LiveFigure, Setting, page_module
from helpers.widgets.rules import choice, number, whole

MODELS = (
    "Transformer base",
    "GPT-3",
    "Chinchilla",
    "Llama 3 8B",
    "Llama 3 70B",
    "DeepSeek-V3",
    "your own",
)


class Bill(LiveFigure):
    """A model's name, a kind of card and their number; days, dollars and energy.

    `parameters` and `tokens` are powers of ten, and count when `model` is "your own".
    `machines` is a power of two, `use` the percentage of a card's operations that the
    training needs, `price` the dollars for an hour of a card.
    """

    _esm = page_module(__file__)
    _style = [__file__]
    _heights = {326: 1101, 356: 1060, 560: 918, 656: 944, 699: 903, 700: 670}
    _heights |= {738: 670, 860: 620, 936: 578, 1018: 569, 1240: 569}

    model = Setting("Llama 3 8B", choice(*MODELS))
    parameters = Setting(9, number(6, 13, 0.05))
    tokens = Setting(10.3, number(6, 14, 0.05))
    card = Setting("H100", choice("P100", "V100", "A100", "H100"))
    machines = Setting(10, whole(0, 15))
    use = Setting(33, whole(5, 100))
    price = Setting(2, number(0.5, 10, 0.5))
