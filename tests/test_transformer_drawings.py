"""What chapter 16's drawings compute and refuse, and what its exercises' checks say."""

import pytest
import torch
from torch import nn

from benchmarks.chapters import taught
from helpers.drawing import NARROW, WIDE, transformer, translating
from helpers.taught.transformer import AddAndNorm, Transformer

HALVES = [[0.5, 0.5]]


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda: transformer.whole("1.1", ["a"], ["b", "c"], ["d"]), "2 are read"),
        (lambda: transformer.layer("1.1", "coder"), "not 'coder'"),
        (lambda: transformer.add_and_norm("1.1", [1, 2], [1, 0]), "are the same"),
        (
            lambda: translating.ribbons(
                "1.1", [("", HALVES)], ["a"], ["b"], "C.", "A."
            ),
            "need 1 rows of 1",
        ),
        (
            lambda: translating.who_sees("1.1", [("m", ["a"], ["b"], [[1, 0]])], "C."),
            "'m' needs 1 rows of 1 numbers",
        ),
    ],
)
def test_a_drawing_says_in_a_sentence_what_is_wrong(draw, said):
    with pytest.raises(ValueError, match=said):
        draw()


def test_a_mask_says_in_words_who_sees_whom():
    panels = [("m", ["I", "am"], ["I", "am"], [[1, 2], [0, 0]])]
    drawing = translating.who_sees("1.1", panels, "C.")
    assert drawing.alt == "m: I sees I, am. m: am sees nothing."


def test_the_norm_that_is_drawn_is_the_layer_norm_of_the_sum():
    drawing = transformer.add_and_norm("1.1", [1, -2, 2, 0], [2, 1, 1, 0])
    total = torch.tensor([3.0, -1.0, 3.0, 0.0])
    wanted = nn.functional.layer_norm(total, (4,)).tolist()
    for value in wanted:
        assert f"{value:.2f}".rstrip("0") in drawing.alt


@pytest.mark.parametrize("room", [WIDE, NARROW])
@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_a_layer_lights_its_own_side_of_the_small_whole(kind, room):
    parts = 2 if kind == "encoder" else 3  # each in the small whole, with its norm
    shapes = transformer.layer("1.1", kind).canvas(room).parts
    assert shapes.count('<g class="glow">') == parts + 2 * parts


CHAPTER = taught(
    "16_transformer",
    *("norms_the_sum", "backwards", "retrained", "has_no_road", "takes_its_place"),
)
CHAPTER.backwards.__globals__.update(
    Transformer=Transformer, AddAndNorm=AddAndNorm, START=1, STOP=2
)


def normalised(total, axis=-1, ddof=0):
    """Mean 0 and variance 1 along an axis."""
    mean, spread = (
        total.mean(axis, keepdims=True),
        total.std(axis, ddof=ddof, keepdims=True),
    )
    return (total - mean) / (spread + 1e-9)


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (lambda x, b: normalised(x + b), True),
        (lambda x, b: normalised(x) + b, "must have the mean 0"),
        (lambda x, b: normalised(x + b, axis=0), "must have the mean 0"),
        (lambda x, b: normalised(x + b, ddof=1), "the variance of a vector is 0.875"),
        (lambda x, b: normalised(b), "comes after the sum"),
        (lambda x, b: x[0], "its shape"),
    ],
)
def test_add_and_norm_is_told_what_is_wrong_with_it(answer, said):
    found = CHAPTER.norms_the_sum(answer)
    assert found is True if said is True else said in found


def without_norm(model):
    """Take the norms away with the sums."""
    for part in model.modules():
        if isinstance(part, AddAndNorm):
            part.forward = lambda x, sublayer: sublayer(x)


def encoder_only(model):
    """Forget the decoder."""
    for part in model.encoder.modules():
        if isinstance(part, AddAndNorm):
            part.forward = lambda x, sublayer, norm=part.norm: norm(sublayer(x))


@pytest.mark.parametrize("answer", [without_norm, encoder_only, lambda model: None])
def test_half_an_answer_leaves_a_residual_connection(answer):
    assert "still adds x, or does not normalise" in CHAPTER.has_no_road(answer)


class Ungated(nn.Module):
    """Three matrices of the right shapes, added instead of multiplied."""

    def __init__(self, d_model, d_ff):
        super().__init__()
        inner = 2 * d_ff // 3
        self.gate = nn.Linear(d_model, inner, bias=False)
        self.inner = nn.Linear(d_model, inner, bias=False)
        self.outer = nn.Linear(inner, d_model, bias=False)

    def forward(self, x):
        return self.outer(nn.functional.silu(self.gate(x)) + self.inner(x))


class TooWide(Ungated):
    """As wide inside as the net that it replaces."""

    def __init__(self, d_model, d_ff):
        super().__init__(d_model, d_ff * 3 // 2)


@pytest.mark.parametrize(
    ("kind", "said"), [(Ungated, "goes through silu"), (TooWide, "have the shapes")]
)
def test_a_net_that_is_no_swiglu_is_refused(kind, said):
    assert said in CHAPTER.takes_its_place(kind)
