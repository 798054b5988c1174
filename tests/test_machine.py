"""The machine in the page: its cases against PyTorch, its weights, its settings."""

import gzip
import json
from base64 import b64decode
from pathlib import Path

import numpy as np
import pytest
import torch
from node_tools import run_node
from torch import nn
from traitlets import TraitError

import helpers.widgets.machine
from helpers.corpora import text
from helpers.taught.attention import causal_mask
from helpers.taught.decoding import beam_search, greedy
from helpers.taught.transformer import Transformer
from helpers.widgets.machine import Machine
from helpers.widgets.matrices import eight_bits, packed, rounded

CASES = json.loads((Path(__file__).parent / "cases/machine.json").read_text("utf-8"))
FOLDER = Path(helpers.widgets.machine.__file__).parent
CODE = sorted(FOLDER.glob("*.js"))


def unpacked(net):
    """The Transformer whose weights the figure's `net` holds."""
    whole = np.frombuffer(b64decode(net["whole"]), dtype=np.int8)
    exact = np.frombuffer(b64decode(net["exact"]), dtype="<f4")
    weights, at, after = {}, 0, 0
    for name, rows, *columns in net["parts"]:
        numbers = torch.tensor(exact[after : after + rows])
        after += rows
        if columns:
            count = rows * columns[0]
            matrix = torch.tensor(whole[at : at + count]).view(rows, -1)
            numbers, at = matrix * numbers[:, None], at + count
        weights[name] = numbers
    words, d_model = weights["embed.table.weight"].shape
    d_ff = len(weights["encoder.layers.0.feed_forward.inner.bias"])
    model = Transformer(words, d_model, net["heads"], d_ff, net["layers"], 0.0)
    model.load_state_dict(weights)
    return model.eval()


class Nothing(nn.Module):
    """A part that is cut: nothing comes out of it."""

    def forward(self, x):
        """(…, D) -> zeros of the same shape."""
        return torch.zeros_like(x)


class Past(nn.Module):
    """A layer that is cut: what comes in goes on."""

    def forward(self, x, *others):
        """(B, T, D) -> the same."""
        return x


def cut_part(layer, kind, which):
    """Take a part out of a layer: heads, feed-forward, an addition, a norm."""
    if kind in ("self", "cross"):
        attention = getattr(layer, f"{kind}_attention")
        size = attention.width // attention.heads
        first, last = (which - 1, which) if which else (0, attention.heads)
        attention.out.weight.data[:, first * size : last * size] = 0
    elif kind == "feed_forward":
        layer.feed_forward = Nothing()
    elif kind == "norm":
        getattr(layer, f"add_norm_{which}").norm = nn.Identity()
    else:
        box = getattr(layer, f"add_norm_{which}")
        box.forward = lambda x, sublayer: box.norm(sublayer(x))


def without(model, parts):
    """The model with these parts cut out of it."""
    for part in parts:
        if part == "positions":
            model.embed.position.table.zero_()
            continue
        side, number, *kind = part.split(".")
        layers = getattr(model, side).layers
        if kind:
            which = int(kind[1]) if kind[1:] else None
            cut_part(layers[int(number) - 1], kind[0], which)
        else:
            layers[int(number) - 1] = Past()
    return model


def streams(model, src, tgt):
    """What the encoder hands over, and the decoder's last vectors."""
    memory, mask = model.encode(src)
    x = model.decoder(model.embed(tgt), memory, causal_mask(tgt.shape[1]), mask)
    return memory[0], x[0]


def vars_of(figure):
    """The words of a figure, as a study stores them."""
    return {"words": figure.words, "source_words": figure.source_words}


@torch.no_grad()
def translation_of(model, study, sentence):
    """What the model writes for a sentence, greedily, up to its stop."""
    known = set(study["source_words"])
    words = [w if w in known else w.lower() for w in text.tokenise(sentence)]
    src = torch.tensor([[study["words"].index(word) for word in words]])
    written = [study["words"][i] for i in greedy(model, src, 24)[0].tolist()]
    end = written.index("<stop>") + 1 if "<stop>" in written else None
    return " ".join(written[:end])


@pytest.fixture(scope="module")
def model():
    return unpacked(CASES["net"])


@pytest.fixture
def sentences():
    return torch.tensor([CASES["src"]]), torch.tensor([CASES["tgt"]])


@torch.no_grad()
def test_the_cases_hold_pytorchs_scores(model, sentences):
    wanted = torch.tensor(CASES["scores"])
    torch.testing.assert_close(model(*sentences)[0], wanted, atol=2e-5, rtol=1e-4)


@torch.no_grad()
def test_the_cases_hold_pytorchs_maps(model, sentences):
    model(*sentences)
    for kind, layers, part in (
        ("encoder", model.encoder.layers, "self_attention"),
        ("decoder", model.decoder.layers, "self_attention"),
        ("cross", model.decoder.layers, "cross_attention"),
    ):
        found = torch.stack([getattr(layer, part).weights[0] for layer in layers])
        torch.testing.assert_close(
            found, torch.tensor(CASES[kind]), atol=2e-5, rtol=1e-4
        )


def test_the_cases_hold_what_greedy_and_beams_write(model, sentences):
    assert greedy(model, sentences[0], 9)[0].tolist() == CASES["greedy"]
    for case in CASES["beams"]:
        written = beam_search(model, sentences[0], 9, case["width"], case["alpha"])
        assert written[0].tolist() == case["words"]


def test_the_cases_show_what_the_length_penalty_does():
    found = {
        (case["width"], case["alpha"]): case["words"].index(2)
        for case in CASES["beams"]
        if 2 in case["words"]
    }
    assert found[4, 0.0] < found[4, 0.6] < found[4, 1.5]


@torch.no_grad()
def test_the_cases_hold_pytorchs_streams(model, sentences):
    memory, stream = streams(model, *sentences)
    for found, name in ((memory, "memory"), (stream, "stream")):
        wanted = torch.tensor(CASES[name])
        torch.testing.assert_close(found, wanted, atol=2e-5, rtol=1e-4)


@torch.no_grad()
@pytest.mark.parametrize("case", CASES["cut"], ids=lambda case: " ".join(case["parts"]))
def test_the_cases_hold_the_scores_without_a_part(case, sentences):
    found = without(unpacked(CASES["net"]), case["parts"])(*sentences)[0]
    wanted = torch.tensor(case["scores"])
    torch.testing.assert_close(found, wanted, atol=2e-5, rtol=1e-4)
    whole = torch.tensor(CASES["scores"])
    assert not torch.allclose(wanted, whole, atol=1e-3)


@torch.no_grad()
def test_the_cases_hold_the_scores_without_the_mask(model, sentences):
    memory, mask = model.encode(sentences[0])
    for step, wanted in enumerate(CASES["unmasked"], start=1):
        read = model.embed(sentences[1][:, :step])
        last = model.decoder(read, memory, None, mask)[0, -1]
        found = last @ model.embed.table.weight.T
        torch.testing.assert_close(found, torch.tensor(wanted), atol=2e-5, rtol=1e-4)
    assert not np.allclose(CASES["unmasked"][-1], CASES["scores"][-1], atol=1e-3)


def test_the_cases_hold_what_the_trained_model_writes():
    study = Machine.trained()
    models = {}
    for case in CASES["trained"]:
        cut = tuple(case["cut"])
        if cut not in models:
            models[cut] = without(unpacked(study.net), cut)
        written = translation_of(models[cut], vars_of(study), case["sentence"])
        assert written == case["written"]


def test_one_head_less_changes_the_questions_and_nothing_else():
    whole, cut = (
        {c["sentence"]: c["written"] for c in CASES["trained"] if c["cut"] == parts}
        for parts in ([], ["decoder.2.cross.3"])
    )
    assert whole["¿Por qué canta la hija fuerte?"].startswith("why does the strong")
    assert cut["¿Por qué canta la hija fuerte?"] == "why sings sings ? <stop>"
    for sentence, written in whole.items():
        assert (written != cut[sentence]) == sentence.startswith("¿"), sentence


def test_eight_bits_are_off_by_half_a_step_at_most():
    torch.manual_seed(0)
    values = torch.randn(20, 30) * torch.logspace(-3, 3, 20)[:, None]
    whole, scale = eight_bits(values)
    assert whole.abs().max() == 127
    assert ((whole * scale - values).abs() <= 0.5001 * scale).all()


def test_a_row_of_zeros_stays_a_row_of_zeros():
    whole, scale = eight_bits(torch.zeros(2, 3))
    assert not whole.any()
    assert scale.isfinite().all()


def test_packing_keeps_every_weight_of_the_rounded_model():
    torch.manual_seed(0)
    net = Transformer(12, 8, 2, 12, 2)
    again, wanted = unpacked(packed(net)), rounded(net)
    for given, values in zip(again.parameters(), wanted.parameters(), strict=True):
        torch.testing.assert_close(given, values)
    assert not torch.equal(wanted.embed.table.weight, net.embed.table.weight)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"cut": ["decoder.2.cross.3", "head 3"]},
            'cut names parts such as "decoder.2.cross.3", "encoder.1" or "positions", '
            'not "head 3".',
        ),
        (
            {"path": "decoders"},
            'path leads to a place such as "decoder.2", "decoder.2.cross.3" or '
            '"beams", not "decoders".',
        ),
        ({"width": 9}, "width must be a whole number from 1 to 6, not 9."),
        ({"clock": -1}, "clock must be a number from 0 to 40, not -1."),
        (
            {"sentence": "x" * 161},
            "sentence must be a text of 0 to 160 characters, not "
            '"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx….',
        ),
    ],
)
def test_settings_that_the_machine_cannot_show_are_refused(settings, sentence):
    machine = Machine()
    with pytest.raises(TraitError) as error:
        machine.set_trait(*next(iter(settings.items())))
    assert str(error.value) == sentence
    assert machine.state() == Machine().state()


def test_the_page_refuses_places_and_parts_in_the_same_words():
    states = [
        {"cut": [], "path": ""},
        {"cut": ["positions", "encoder.1.norm.2"], "path": "decoder.2.cross.3"},
        {"cut": ["decoder.2.cross"], "path": "encoder.1/D1.cross.s:4:5:2/a.b:1:2"},
        {"cut": ["Encoder.1"], "path": ""},
        {"cut": [], "path": "encoder.1.cross.1"},
        {"cut": [], "path": "beams.1"},
        {"cut": [], "path": "decoder"},
        {"cut": [], "path": "stack"},
        {"cut": [], "path": "decoder.2/<b>"},
    ]
    code = (
        f'import {{ problem }} from "{(FOLDER / "view.js").as_uri()}";'
        f"console.log(JSON.stringify({json.dumps(states)}.map(problem)));"
    )
    found = json.loads(run_node("--input-type=module", "-e", code))
    assert found == [Machine().problem(state) for state in states]
    assert found.count(None) == 4


def test_the_machine_is_led_from_python():
    machine = Machine.trained(cut=["decoder.2.cross.3"])
    machine.open("decoder.2.cross.3")
    assert machine.path == "decoder.2.cross.3"
    machine.sentence, machine.clock = "La hija canta.", 2.5
    assert machine.state()["cut"] == ["decoder.2.cross.3"]
    assert repr(machine).startswith("Machine(clock=2.5, cut=['decoder.2.cross.3']")


def test_the_machines_code_weighs_under_80_kilobytes_over_the_wire():
    code = "".join([str(Machine()._esm), *Machine()._sheets])
    assert 20_000 < len(gzip.compress(code.encode())) < 80_000


def test_the_networks_on_the_way_are_those_of_the_training():
    machine = Machine.trained(learned=500)
    assert sorted(map(int, machine.checkpoints)) == [0, 100, 250, 500, 1000]
    shapes = [sorted(map(str, net["parts"])) for net in machine.checkpoints.values()]
    assert all(shape == sorted(map(str, machine.net["parts"])) for shape in shapes)
    with pytest.raises(TraitError, match="learned must be -1 or one of 0, 100, 250"):
        machine.learned = 7
