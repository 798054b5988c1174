"""Chapter 10's study of letters in short form, and its stored table."""

import json
from importlib import import_module
from itertools import product
from math import log2

import pytest
import torch
from kept import packed, unpacked
from torch.nn.functional import cross_entropy, one_hot

from helpers import studies
from helpers.corpora import tales

LETTERS = tales.ALPHABET
FIRST = "The king was old. He had a son, and he said: go! And the son went.\n"


@pytest.fixture
def study(monkeypatch, tmp_path):
    """The script as a module, with a short text and a folder of its own."""
    module = import_module("10_letters")
    learn, held = module.numbers(FIRST * 200), module.numbers(FIRST * 40)
    monkeypatch.setattr(module, "text", lambda: (learn, held, held))
    monkeypatch.setattr(module, "KEPT", tmp_path / "kept")
    return module


@pytest.fixture(scope="module")
def table():
    """The stored rows by name and seed."""
    path = import_module("10_letters").TABLE
    rows = json.loads(path.read_text("utf-8"))["rows"]
    return {(row["name"], row["seed"]): row for row in rows}


def test_the_shares_of_all_letters_after_a_context_sum_to_one(study):
    learn = "abracadabra, a cadaver"
    counts = [study.counted(learn, order) for order in (1, 2, 3)]
    for context in ("ab", "ra", "zz"):
        total = 0.0
        for letter in LETTERS:
            shares = [1 / len(LETTERS)] * 3
            for order, count in enumerate(counts, 1):
                shares = study.refined(shares, context + letter, order, *count)
            total += shares[2]
        assert total == pytest.approx(1)


def test_ngrams_learn_a_text_that_repeats_and_never_promise_too_much(study):
    bits = [valid for valid, _ in study.ngram_bits(FIRST * 80, [FIRST, FIRST], 5)]
    assert bits[0] > 3 > bits[1] > bits[2] > 0.3 > bits[4] > 0
    [[unseen]] = study.ngram_bits("aab", ["zz"], 1)
    assert unseen == pytest.approx(-log2(1 / 3 * 2 / 3 / len(LETTERS)), abs=1e-4)


def test_the_backward_sweep_written_by_hand_is_autograds(study):
    torch.manual_seed(0)
    net = study.LetterRNN(7)
    ids, h = torch.randint(len(LETTERS), (6, 3)), torch.randn(3, 7)
    seen = one_hot(ids[:-1], len(LETTERS)).float()
    states, last = net.rnn(seen.transpose(0, 1), h)
    found = []
    for scores in (net.out(states).transpose(0, 1), net(ids[:-1], h)[0]):
        net.zero_grad()
        cross_entropy(scores.flatten(0, 1), ids[1:].flatten()).backward()
        found.append([scores, *(part.grad.clone() for part in net.parameters())])
    for right, ours in zip(*found, strict=True):
        assert torch.allclose(ours, right, atol=1e-5)
    assert torch.allclose(net(ids[:-1], h)[1], last, atol=1e-5)


def test_batches_go_on_where_they_ended(study):
    learn = torch.arange(80000)
    first, second = study.batch(learn, 3, 1990), study.batch(learn, 4, 1990)
    assert first.shape == (study.LENGTH + 1, study.BATCH)
    assert torch.equal(first[-1], second[0])
    assert torch.equal(first[1:], (first[:-1] + 1) % len(learn))


@pytest.mark.parametrize("kind", ["RNN", "LSTM"])
def test_a_training_that_was_stopped_gives_the_same_numbers(study, kind):
    short = {"units": 8, "rate": 0.01, "steps": 9, "every": 2}
    net, notes = study.trained(f"{kind}, whole", 1990, **short)
    study.trained(f"{kind}, broken", 1990, **short, until=5)
    again, other = study.trained(f"{kind}, broken", 1990, **short)
    assert other["curve"] == notes["curve"] and len(notes["curve"]) == 2
    assert other["norms"] == notes["norms"] and len(notes["norms"]) == 9
    for one, two in zip(net.parameters(), again.parameters(), strict=True):
        assert torch.equal(one, two)


def test_a_training_stores_how_far_it_has_come(study):
    study.trained("RNN", 1991, 8, 0.004, 5000, every=3, until=7)
    row = study.rnn(1991, 8, steps=5000, until=0)
    assert [step for step, _ in row["curve"]] == [0]
    assert sum(part["gradients"] for part in row["norms"].values()) == 6
    assert not study.finished(row) and not study.finished(None)
    assert study.finished(row | {"curve": [[5000, 1.0]]})
    assert study.finished({"valid": [4.3]})


def test_a_row_has_what_the_stored_one_has(study, table, tmp_path, monkeypatch):
    monkeypatch.setattr(study, "NETS", tmp_path / "nets")
    row = study.rnn(1990, units=8, rate=0.03, steps=60)
    assert set(row) | {"name", "seed"} == set(table["RNN", 1990])
    assert [shown["step"] for shown in row["shown"]] == [0, 60]
    assert row["curve"][-1][1] == row["valid"] < row["curve"][0][1] - 1
    assert abs(row["shown"][-1]["bits"] - row["shown"][-1]["bits in 8 bits"]) < 0.05
    stored = json.loads((tmp_path / "nets/step_60.json").read_text("utf-8"))
    net = study.from_parts(unpacked(stored))
    assert study.sample(net).startswith(study.BEGINNING)
    assert sum(part["gradients"] for part in row["norms"].values()) == 60


def test_eight_bits_keep_every_weight_to_half_a_step_of_its_row():
    parts = {"W": torch.randn(5, 7), "b": torch.randn(5), "V": torch.zeros(2, 5)}
    net = packed(parts)
    assert net["parts"] == [["W", 5, 7], ["b", 5], ["V", 2, 5]]
    found = unpacked(net)
    step = parts["W"].abs().amax(1, keepdim=True) / 127
    assert ((found["W"] - parts["W"]).abs() <= step * 0.51).all()
    assert torch.equal(found["b"], parts["b"])
    assert torch.equal(found["V"], parts["V"])


def test_signs_say_what_is_at_each_letter(study):
    found = study.signs('He: "Go. No"\nx')
    assert [int(v) for v in found["quoted"]] == [0] * 4 + [1] * 7 + [0] * 3
    assert study.signs('"a\nb')["quoted"].tolist() == [1, 1, 0, 0]  # left open
    assert [int(v) for v in found["word"]] == [1, 2, 0, 0, 0, 1, 2, 0, 0, 1, 2, 0, 0, 1]
    assert [int(v) for v in found["start"]] == [0] * 7 + [1, 1, 0, 0, 0, 1, 0]
    assert [int(v) for v in found["space"]] == [
        int(c in " \n") for c in 'He: "Go. No"\nx'
    ]
    assert [int(v) for v in found["vowel"]] == [0, 1] + [0] * 4 + [1] + [0] * 3 + [
        1,
        0,
        0,
        0,
    ]
    assert [int(v) for v in found["name"]] == [1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0]


def test_the_stored_nets_cost_what_the_table_says_in_eight_bits(study, table):
    row = table["RNN", study.SEEDS[0]]
    last = row["shown"][-1]["step"]
    assert [shown["step"] for shown in row["shown"]] == [*study.SHOWN, last]
    assert abs(row["shown"][-1]["test in 8 bits"] - row["test"]) < 0.001
    for shown in row["shown"]:
        net = json.loads((study.NETS / f"step_{shown['step']}.json").read_text("utf-8"))
        shapes = {name: tuple(rest) for name, *rest in net["parts"]}
        D = row["units"]
        assert list(shapes) == ["U", "W", "b", "V", "c"]
        assert shapes["U"] == shapes["V"] == (len(LETTERS), D)
        assert shapes["W"] == (D, D)
        assert net["alphabet"] == LETTERS
        assert net["bits"] == shown["bits in 8 bits"]
        assert abs(shown["bits"] - shown["bits in 8 bits"]) < 0.01
        assert 0 < shown["test in 8 bits"] - shown["bits in 8 bits"] < 0.06
        assert shown["sample"].startswith(study.BEGINNING)
        assert len(net["whole"]) * 3 / 4 < 350_000


def test_what_the_table_says_of_the_nets(table, study):
    grams = table["n-grams", study.SEEDS[0]]
    assert len(grams["valid"]) == len(grams["test"]) == 9
    assert grams["valid"].index(min(grams["valid"])) == 5  # order 6
    rows = [row for (name, _), row in table.items() if name in ("RNN", "LSTM")]
    for row in rows:
        assert study.finished(row)
        costs = [bits for _, bits in row["curve"]]
        assert costs[-1] == min(costs) == row["valid"]
        assert row["valid"] < min(grams["valid"])


def test_the_stored_rate_is_the_best_of_those_tried(table, study):
    tried = {
        name: row["valid"]
        for (name, _), row in table.items()
        if name.startswith(f"{study.UNITS} units")
    }
    assert min(tried, key=tried.get) == f"{study.UNITS} units, rate {study.RATE}"


def test_no_row_is_there_that_the_script_does_not_make(table, study):
    assert set(table) <= set(product(study.NAMES, study.SEEDS))


@pytest.mark.parametrize("name", ["10_letters", "08_alexnet"])
def test_data_that_is_missing_ends_a_study_in_one_sentence(name, monkeypatch):
    module = import_module(name)
    option = "--tales" if name == "10_letters" else "--cifar"
    monkeypatch.setattr("sys.argv", [name, option, "nowhere"])
    monkeypatch.setattr(module, "WHERE", {})
    with pytest.raises(SystemExit, match=r"^There are no [a-z]+ at nowhere: "):
        module.main()


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda: studies.rows("none"), r"The study none is not stored: .*none\.py\.$"),
        (lambda: studies.networks("10_letters", 7), r"after 7 steps is not stored"),
        (lambda: studies.part("10_letters", "x"), r"The part x .* is not stored: "),
        (lambda: studies.kept("none"), r"The study none kept nothing: "),
    ],
)
def test_a_table_or_network_that_is_missing_is_named_in_one_sentence(ask, sentence):
    with pytest.raises(FileNotFoundError, match=sentence):
        ask()


def test_a_network_that_was_cut_off_is_named_in_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(studies, "_HERE", tmp_path)
    (tmp_path / "10_letters").mkdir()
    (tmp_path / "10_letters" / "step_7.json").write_text('{"whole": "AB', "utf-8")
    with pytest.raises(ValueError, match=r"after 7 steps is damaged: restore .*json"):
        studies.networks("10_letters", 7)


def test_a_unit_that_follows_a_sign_is_found(study, monkeypatch):
    found = {name: torch.rand(50, study.STREAMS) for name in study.SIGNS}
    states = torch.rand(50, study.STREAMS, 6)
    states[..., 4] = 0.3 - 2 * found["word"]
    states[..., 1] = found["line"] + found["name"]
    monkeypatch.setattr(study, "reading", lambda net, held: (states, found))
    told = study.telling(None, None)
    assert told["word"]["units"][0] == [4, -1.0]
    assert told["line"]["units"][0][0] == 1 and told["line"]["units"][0][1] > 0.5
    assert told["word"]["all"] == pytest.approx(1, abs=0.01)
    assert abs(told["start"]["all"]) < 0.3


def test_an_lstm_comes_back_from_its_parts_and_tells_cells_and_outputs(study):
    torch.manual_seed(0)
    net = study.LetterLSTM(6)
    again = study.from_parts(net.parts())
    ids, h = torch.randint(len(LETTERS), (9, 3)), torch.randn(2, 3, 6)
    for one, two in zip(net(ids, h), again(ids, h), strict=True):
        assert torch.allclose(one, two, atol=1e-5)
    states = net.states(ids, h)
    assert states.shape == (9, 3, 12)
    assert torch.allclose(net.out(states[..., 6:]), net(ids, h)[0], atol=1e-5)
    assert torch.allclose(states[-1].chunk(2, -1)[0], net(ids, h)[1][1], atol=1e-5)
