"""Chapter 18's Vision Transformer against other implementations, and its figure."""

import json
from base64 import b64decode
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest
import torch
from torch.nn.functional import conv2d, unfold
from transformers import ViTConfig, ViTForImageClassification

from helpers.vit import (
    ViT,
    contest,
    digit_cnn,
    digit_vit,
    learn,
    patches,
    rollout,
    seeded,
    shifted,
)
from helpers.widgets.patches import BLANK, Patches, packed

ROOT = Path(__file__).parents[1]
CASES = json.loads((ROOT / "tests/cases/patches.json").read_text("utf-8"))


def unpacked(pack):
    """The ViT that the page computes with, from what `packed` wrote."""
    whole = np.frombuffer(b64decode(pack["whole"]), np.int8).astype("f4")
    exact = np.frombuffer(b64decode(pack["exact"]), "<f4")
    state = {}
    for name, *shape in pack["parts"]:
        values, exact = exact[: shape[0]], exact[shape[0] :]
        if len(shape) == 2:
            size = shape[0] * shape[1]
            values, whole = whole[:size].reshape(shape) * values[:, None], whole[size:]
        state[name] = torch.tensor(values)
    width, inner = state["head.weight"].shape[1], "encoder.layers.0.feed_forward.inner"
    d_ff = len(state[f"{inner}.bias"])
    sizes = 10, pack["layers"], width, pack["heads"], d_ff
    net = ViT(28, pack["patch"], *sizes).requires_grad_(False)
    net.load_state_dict(state)
    return net


def random_vit(channels=3):
    """A small ViT with weights of some size everywhere."""
    torch.manual_seed(2020)
    net = ViT(12, 4, 5, 2, 16, 4, 24, channels).requires_grad_(False)
    for values in net.parameters():
        values.add_(0.1 * torch.randn_like(values))
    return net


def twin(net):
    """The library's ViT with the very weights of ours."""
    config = ViTConfig(
        image_size=12, patch_size=4, hidden_size=16, num_hidden_layers=2, num_labels=5,
        num_attention_heads=4, intermediate_size=24, hidden_act="relu",
        layer_norm_eps=1e-5, hidden_dropout_prob=0, attention_probs_dropout_prob=0,
    )  # fmt: skip
    theirs = ViTForImageClassification(config).requires_grad_(False).eval()
    state = theirs.state_dict()
    kernels = net.embed.weight.view(16, 3, 4, 4)
    start = "vit.embeddings"
    new = {
        f"{start}.cls_token": net.class_token.view(1, 1, 16),
        f"{start}.position_embeddings": net.position[None],
        f"{start}.patch_embeddings.projection.weight": kernels,
        f"{start}.patch_embeddings.projection.bias": net.embed.bias,
    }
    pairs = {"vit.layernorm": net.encoder.norm, "classifier": net.head}
    for i, layer in enumerate(net.encoder.layers):
        name, own = f"vit.layers.{i}", layer.self_attention
        for k, part in enumerate("qkv"):
            rows = slice(16 * k, 16 * k + 16)
            new[f"{name}.attention.{part}_proj.weight"] = own.qkv.weight[rows]
            new[f"{name}.attention.{part}_proj.bias"] = own.qkv.bias[rows]
        pairs |= {
            f"{name}.attention.o_proj": own.out,
            f"{name}.mlp.fc1": layer.feed_forward.inner,
            f"{name}.mlp.fc2": layer.feed_forward.outer,
            f"{name}.layernorm_before": layer.add_norm_1.norm,
            f"{name}.layernorm_after": layer.add_norm_2.norm,
        }
    for name, part in pairs.items():
        new |= {f"{name}.weight": part.weight, f"{name}.bias": part.bias}
    assert new.keys() == state.keys()
    theirs.load_state_dict(new)
    return theirs


def test_the_vit_is_the_librarys_with_the_same_weights():
    net, pictures = random_vit(), torch.rand(4, 3, 12, 12, generator=seeded(1))
    assert torch.allclose(net(pictures), twin(net)(pictures).logits, atol=1e-5)


def test_patches_are_the_windows_that_pytorch_unfolds():
    pictures = torch.rand(2, 3, 12, 20, generator=seeded(1))
    wanted = unfold(pictures, 4, stride=4).mT
    assert torch.equal(patches(pictures, 4), wanted)


def test_embedding_patches_is_a_convolution_with_a_stride():
    net, pictures = random_vit(), torch.rand(2, 3, 12, 12, generator=seeded(1))
    kernels = net.embed.weight.view(16, 3, 4, 4)
    wanted = conv2d(pictures, kernels, net.embed.bias, stride=4).flatten(2).mT
    assert torch.allclose(net.embed(patches(pictures, 4)), wanted, atol=1e-5)


def test_squares_that_do_not_tile_the_picture_are_refused():
    with pytest.raises(ValueError, match="squares of 5 do not tile 28 by 28 pixels"):
        patches(torch.zeros(1, 1, 28, 28), 5)


def test_vit_base_has_the_parameters_of_the_paper():
    with torch.device("meta"):
        net = ViT(224, 16, 1000, 12, 768, 12, 3072, channels=3)
    assert sum(values.numel() for values in net.parameters()) == 86_567_656


def test_both_nets_of_the_contest_are_equally_large():
    sizes = [sum(p.numel() for p in f().parameters()) for f in (digit_vit, digit_cnn)]
    assert abs(sizes[0] - sizes[1]) < 0.002 * sizes[0]


def test_rows_of_a_rollout_sum_to_one_and_one_layer_is_the_mean_half_kept():
    maps = [torch.rand(2, 4, 6, 6, generator=seeded(s)).softmax(-1) for s in range(3)]
    assert torch.allclose(rollout(maps).sum(-1), torch.ones(2, 6))
    one = rollout(maps[:1])
    assert torch.allclose(one, maps[0].mean(1) / 2 + torch.eye(6) / 2)
    first, second = (rollout([layer]) for layer in maps[:2])
    assert torch.allclose(rollout(maps[:2]), second @ first, atol=1e-5)


def test_shifted_pictures_move_by_up_to_two_pixels_and_lose_nothing_inside():
    picture = torch.zeros(60, 1, 28, 28)
    picture[:, 0, 14, 14] = 1
    moved = shifted(picture, seeded(3))
    places = {tuple(p[0].nonzero()[0].tolist()) for p in moved}
    assert {abs(x - 14) for place in places for x in place} == {0, 1, 2}
    assert len(places) > 15
    assert moved.sum() == 60


def test_a_vit_learns_a_few_digits_by_heart():
    pictures = torch.rand(10, 1, 28, 28, generator=seeded(4))
    labels = torch.arange(10)
    torch.manual_seed(4)
    net = learn(digit_vit(14), (pictures, labels), 0.01, 150, seeded(4))
    assert (net(pictures).argmax(1) == labels).all()


def test_the_contest_comes_out_the_same_twice():
    assert contest(1, 60, 3) == contest(1, 60, 3)


def test_the_stored_table_has_five_seeds_and_the_rows_of_the_script():
    script = import_module("18_vit")
    stored = json.loads(script.TABLE.read_text("utf-8"))["errors"]
    assert list(stored) == [str(seed) for seed in script.SEEDS]
    for rows in stored.values():
        assert list(rows) == list(script.ROWS)
    for rows in stored.values():
        assert all(len(pair) == 2 for pair in rows.values())


@pytest.mark.long
def test_the_script_adds_only_what_the_table_lacks():
    script, kept = import_module("18_vit"), []
    table = {"seconds": 0, "errors": {"1": {"few": [9.0, 8.0]}}}
    rows = {"few": (60, 2, None), "more": (70, 2, shifted)}
    script.measured(table, rows, [1, 2], lambda: kept.append(1))
    assert table["errors"]["1"]["few"] == [9.0, 8.0]
    assert table["errors"]["1"]["more"] == contest(1, 70, 2, shifted)
    assert list(table["errors"]["2"]) == ["few", "more"]
    assert len(kept) == 3


def test_the_pages_net_gives_what_pytorch_gives():
    net = unpacked(CASES["net"])
    again = unpacked(packed(net))
    for case in CASES["pictures"]:
        ink = [[int(digit) for digit in row] for row in case["picture"]]
        picture = torch.tensor(ink).view(1, 1, 28, 28) / 9
        scores = torch.tensor(case["scores"])
        assert torch.allclose(net(picture)[0], scores, atol=1e-4)
        assert torch.allclose(again(picture)[0], scores, atol=1e-4)
        maps = [layer.self_attention.weights for layer in net.encoder.layers]
        wanted = torch.tensor(case["rollout"])
        assert torch.allclose(rollout(maps)[0], wanted, atol=1e-5)


def test_a_net_rounded_to_eight_bits_keeps_its_readings():
    torch.manual_seed(2020)
    net = digit_vit().requires_grad_(False)
    pictures = torch.rand(20, 1, 28, 28, generator=seeded(1))
    assert (net(pictures) - unpacked(packed(net))(pictures)).abs().max() < 0.02


def test_the_figure_refuses_a_picture_that_is_not_made_of_digits():
    with pytest.raises(Exception, match=r"picture\[27\] must be made of digits"):
        Patches(picture=[*BLANK[:-1], "x" * 28])
