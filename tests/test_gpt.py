"""The GPT of chapter 17: its cache, its chances, and GPT-2's weights in it."""

import pytest
import torch
from transformers import GPT2Config, GPT2LMHeadModel

from helpers import gpt
from helpers.download import checksum, fetch
from helpers.gpt import GPT, Cache, chances, published, write
from helpers.weights import read_tensors


def model(tokens=30, context=40, d_model=24, heads=3, layers=2):
    """A small GPT whose random weights are large enough to matter."""
    torch.manual_seed(2018)
    small = GPT(tokens, context, d_model, heads, layers).eval()
    with torch.no_grad():
        for values in small.parameters():
            values += 0.2 * torch.randn_like(values)
    return small


def published_gpt2():
    """A tiny GPT-2 of the transformers library, with random weights."""
    torch.manual_seed(2019)
    sizes = {
        "vocab_size": 50,
        "n_positions": 32,
        "n_embd": 24,
        "n_layer": 3,
        "n_head": 4,
    }
    theirs = GPT2LMHeadModel(GPT2Config(**sizes)).eval()
    with torch.no_grad():
        for values in theirs.parameters():
            values += 0.2 * torch.randn_like(values)
    return theirs


def test_gpt_2s_weights_give_gpt_2s_scores():
    theirs = published_gpt2()
    ours = published(theirs.state_dict(), heads=4)
    ids = torch.randint(50, (3, 32), generator=torch.Generator().manual_seed(1))
    with torch.no_grad():
        assert torch.allclose(ours(ids), theirs(ids).logits, atol=1e-4)


def test_the_names_of_the_published_file_are_read_too():
    theirs = published_gpt2()
    file = {
        name.removeprefix("transformer."): values
        for name, values in theirs.state_dict().items()
        if name != "lm_head.weight"
    }
    file["h.0.attn.bias"] = torch.ones(1, 1, 32, 32)
    ids = torch.arange(20)[None]
    with torch.no_grad():
        ours = published(file, heads=4)(ids)
        assert torch.allclose(ours, theirs(ids).logits, atol=1e-4)


def test_a_file_that_transformers_wrote_is_fetched_read_and_gives_its_scores(tmp_path):
    theirs = published_gpt2()
    theirs.save_pretrained(tmp_path)  # as safetensors, by the library's own writer
    source = tmp_path / "model.safetensors"
    file = fetch(source.as_uri(), checksum(source), tmp_path / "gpt2.safetensors")
    ids = torch.arange(30)[None]
    with torch.no_grad():
        ours = published(read_tensors(file), heads=4)(ids)
        assert torch.allclose(ours, theirs(ids).logits, atol=1e-4)


def test_a_missing_tensor_is_named():
    file = published_gpt2().state_dict()
    del file["transformer.h.1.mlp.c_fc.bias"]
    with pytest.raises(RuntimeError, match=r"layers\.1\.feed_forward\.inner\.bias"):
        published(file, heads=4)


def test_no_position_sees_a_later_token():
    small = model()
    ids = torch.randint(30, (1, 12), generator=torch.Generator().manual_seed(2))
    other = ids.clone()
    other[0, 7:] = (other[0, 7:] + 1) % 30
    before, after = small(ids)[0], small(other)[0]
    assert torch.equal(before[:7], after[:7])
    assert not torch.allclose(before[7], after[7])


def test_the_caches_scores_are_those_of_the_whole_sequence():
    small = model()
    ids = torch.randint(30, (2, 20), generator=torch.Generator().manual_seed(3))
    cache = Cache(small)
    with torch.no_grad():
        whole = small(ids)
        first = cache.read(ids[:, :6])
        assert torch.allclose(first, whole[:, 5], atol=1e-5)
        for t in range(6, 20):
            assert torch.allclose(cache.read(ids[:, t : t + 1]), whole[:, t], atol=1e-5)


def test_a_text_longer_than_the_context_is_refused():
    with pytest.raises(ValueError, match="context holds 40 tokens, and there are 41"):
        model()(torch.zeros(1, 41, dtype=torch.long))


def test_chances_sum_to_one_whatever_is_cut():
    logits = torch.randn(50, generator=torch.Generator().manual_seed(4))
    for settings in ({}, {"k": 5}, {"p": 0.3}, {"k": 9, "p": 0.6, "temperature": 0.5}):
        shares = chances(logits, **settings)
        assert len(shares) == 50
        assert float(shares.sum()) == pytest.approx(1, abs=1e-6)


def test_top_p_keeps_the_fewest_whose_mass_reaches_p():
    logits = torch.tensor([0.5, 0.3, 0.15, 0.05]).log()
    assert chances(logits, p=0.8).tolist() == pytest.approx([5 / 8, 3 / 8, 0, 0])
    assert chances(logits, p=0.81).count_nonzero() == 3
    assert chances(logits, p=0.01).tolist() == [1, 0, 0, 0]


def test_a_mass_of_one_cuts_nothing_however_small_the_last_shares():
    logits = torch.linspace(0, 40, 603)
    assert chances(logits, p=1.0).equal(chances(logits))
    assert chances(logits, k=300, p=1.0).equal(chances(logits, k=300))


def test_top_k_comes_before_top_p():
    logits = torch.tensor([0.4, 0.3, 0.2, 0.1]).log()
    found = chances(logits, k=2, p=0.5)  # of the two, the first has 4/7 already
    assert found.tolist() == [1, 0, 0, 0]


def test_the_chances_are_those_of_transformers():
    from transformers import (
        TemperatureLogitsWarper,
        TopKLogitsWarper,
        TopPLogitsWarper,
    )

    logits = 3 * torch.randn(1, 200, generator=torch.Generator().manual_seed(5))
    steps = TemperatureLogitsWarper(0.7), TopKLogitsWarper(30), TopPLogitsWarper(0.8)
    theirs = logits
    for step in steps:
        theirs = step(None, theirs)
    ours = chances(logits[0], temperature=0.7, k=30, p=0.8)
    assert torch.allclose(ours, theirs.softmax(-1)[0], atol=1e-5)


@pytest.mark.parametrize("name", ["temperature", "k", "p"])
def test_nothing_can_be_drawn_with_a_zero(name):
    with pytest.raises(ValueError, match=f"^{name} must be above 0, and is 0$"):
        chances(torch.zeros(3), **{name: 0})


def test_writing_is_the_same_for_the_same_seed_and_stops_at_the_stop():
    small = model()
    draw = lambda seed: write(
        small, [5, 6], 20, torch.Generator().manual_seed(seed), stop=2
    )
    assert draw(1) == draw(1)
    assert draw(1) != draw(2)
    for seed in range(30):
        ids = draw(seed)
        assert 2 not in ids[2:-1]
        assert ids[-1] == 2 or len(ids) == 22


def test_the_addresses_checksum_is_whole():
    assert len(gpt.SHA256) == 64
    assert gpt.ADDRESS.endswith(".safetensors")
