"""The drawings of chapter 19: their arithmetic, and what they refuse."""

from itertools import product

import numpy as np
import pytest
import torch

from helpers.drawing import workers


@pytest.mark.parametrize("n", [2, 4, 6])
def test_the_ring_ends_with_everybody_in_every_sum(n):
    moments = workers.ring_moments(n)
    assert moments[-1] == [[n] * n] * n
    half = np.array(moments[n - 1]) == n
    assert half.sum(0).tolist() == half.sum(1).tolist() == [1] * n


@pytest.mark.parametrize("value", [1.001, 3.14159265, 0.1, 1e30, 1.999])
def test_the_bits_are_those_of_pytorch(value):
    for name in ("float32", "bfloat16", "float16"):
        bits, found = workers.bits_of(value, *workers.FORMATS[name])
        right = torch.tensor(value, dtype=getattr(torch, name)).item()
        assert found == (None if right == float("inf") else right), name
        assert bits is None or len(bits) == 1 + sum(workers.FORMATS[name])


@pytest.mark.parametrize(("stages", "micro"), [(4, 1), (4, 4), (3, 7)])
def test_a_stage_does_one_thing_at_a_time_and_in_order(stages, micro):
    jobs, last = workers.timetable(stages, micro)
    starts = {(s, i, back): start for s, i, start, back in jobs}
    for s, i in product(range(stages), range(micro)):
        assert s == 0 or starts[s, i, False] >= starts[s - 1, i, False] + 1
        assert starts[s, i, True] >= starts[s, i, False] + 1
        if s < stages - 1:
            assert starts[s, i, True] >= starts[s + 1, i, True] + 2
    for s in range(stages):
        times = [
            t
            for r, _, start, back in jobs
            if r == s
            for t in range(start, start + 1 + back)
        ]
        assert len(times) == len(set(times)) == 3 * micro
        assert max(times) < last
    assert 1 - 3 * micro / last == pytest.approx((stages - 1) / (micro + stages - 1))


def test_a_worker_of_n_holds_an_nth_part_where_it_shares():
    for cut in ("tensor", "sharded", "pipeline"):
        layers, _ = workers.holds(cut, 4)
        assert sum(b - a for a, b in filter(None, layers)) == 1, cut
    assert workers.holds("data", 4) == ([(0, 1)] * 4, 1)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: workers.two_halves("19.1", (4,), ([1], [2])), "Two workers need two"),
        (lambda: workers.two_halves("19.1", (4, 3), ([1], [1, 2])), "equal gradients"),
        (lambda: workers.weight_of_words("19.2", (4,)), "It takes two workers"),
        (lambda: workers.weight_of_words("19.2", (4, 0)), "whole number from 1, not 0"),
        (lambda: workers.star_and_ring("19.3", 2), "whole number from 3, not 2"),
        (lambda: workers.halves_of_the_ring("19.4", 7), "7 workers do not fit"),
        (lambda: workers.sixteen("19.6", 3), "cannot be shared evenly among 3"),
        (lambda: workers.bits("19.7", -1), "drawn for a number above 0"),
        (lambda: workers.bits("19.7", 1e39), "outside of what 32 bits can say"),
        (lambda: workers.run_again("19.8", 1), "whole number from 2, not 1"),
        (lambda: workers.four_cuts("19.10", 7), "7 layers are too many"),
        (lambda: workers.columns_then_rows("19.11", 1), "whole number from 2, not 1"),
        (lambda: workers.pipeline("19.12", 4, (0,)), "whole number from 1, not 0"),
        (lambda: workers.all_cuts("19.16", 2, 3, 8), "do not fit beside each other"),
        (lambda: workers.one_chunk("19.17", 1), "whole number from 2, not 1"),
        (lambda: workers.balance("19.18", (2, 6), 7), "a place between them to rest"),
        (lambda: workers.in_pairs("19.19", 6), "need 2, 4 or 8 workers, not 6"),
        (lambda: workers.turns("19.20", (6,), (2,)), "two parts or more needs its sum"),
        (lambda: workers.killed("19.6", 24, 23), "leaves nothing to go on with"),
        (lambda: workers.area_of_work("19.24", 1.2), "between 0 and 1, so not 1.2"),
        (lambda: workers.by_heads("19.21", 3), "3 heads cannot be shared"),
    ],
)
def test_the_drawings_of_chapter_19_refuse_in_a_sentence(make, sentence):
    with pytest.raises(ValueError, match=sentence) as caught:
        make()
    assert str(caught.value).endswith(".")
