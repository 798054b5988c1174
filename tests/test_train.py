"""The command that trains: many processes as one, nothing lost, nothing half said."""

import json
import os
import re
import signal
import subprocess
import sys

import pytest
import torch

from helpers import train
from helpers.weights import read_tensors

SMALL = [
    *("--pairs", "600", "--tokens", "256", "--width", "16", "--heads", "2"),
    *("--inner", "32", "--layers", "1", "--warmup", "5", "--save-every", "4"),
]
KILL_IN_WRITING = """
import os, signal, sys
from helpers import train
replace, calls = os.replace, []
def dying(source, target):
    calls.append(target)
    if len(calls) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    replace(source, target)
os.replace = dying
train.leave(train.main(sys.argv[1:]))
"""
KILL_THE_SECOND = """
import os, signal, sys
from helpers import train
first = os.environ["TORCHELASTIC_RESTART_COUNT"] == "0"
gradients, calls = train.gradients, []
def dying(*given):
    calls.append(1)
    if first and os.environ["RANK"] == "1" and len(calls) == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return gradients(*given)
train.gradients = dying
train.leave(train.main(sys.argv[1:]))
"""


def run(*words, processes=1, script=None, restarts=0):
    """What the command did, in a process of its own or under torchrun."""
    torchrun = ["-m", "torch.distributed.run", "--standalone"]
    torchrun += [f"--nproc-per-node={processes}", f"--max-restarts={restarts}"]
    what = [script] if script else ["-m", "helpers.train"]
    command = [sys.executable, *(torchrun if processes > 1 else []), *what, *words]
    env = {**os.environ, "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        list(map(str, command)), capture_output=True, text=True, env=env, timeout=900
    )
    return done.returncode, done.stdout, done.stderr


def result(folder):
    """The tensors that a run left behind."""
    return read_tensors(folder / train.FILE)


def said(words, capsys):
    """The exit code of the command in this process, and what it complained of."""
    code = train.main([str(word) for word in words])
    return code, capsys.readouterr().err


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """One process that was never interrupted: 12 steps."""
    folder = tmp_path_factory.mktemp("alone") / "run"
    code, out, err = run("--output", folder, *SMALL, "--steps", 12)
    assert (code, err) == (0, "")
    assert re.fullmatch(
        r"(step (4|8|12) of 12: loss \d\.\d{4}, [\d,]+ words a second, saved\n){3}", out
    )
    return folder


def same_losses(folder, other):
    """Whether two runs had the same losses, but for the order of their sums."""
    a, b = result(folder)["losses"], result(other)["losses"]
    return len(a) == len(b) == 12 and torch.allclose(a, b, rtol=0, atol=2e-5)


def test_two_processes_have_the_losses_of_one(alone, tmp_path):
    code, out, _ = run("--output", tmp_path / "two", *SMALL, "--steps", 12, processes=2)
    assert code == 0
    assert out.count("step 12 of 12") == 1
    assert same_losses(alone, tmp_path / "two")
    ours, theirs = result(alone), result(tmp_path / "two")
    assert ours.keys() == theirs.keys()
    for name in ours:  # the bias of keys has no gradient but rounding
        if name.startswith("model") and not name.endswith("qkv.bias"):
            assert torch.allclose(ours[name], theirs[name], atol=1e-4), name


def test_a_sharded_model_has_the_losses_of_a_whole_one(alone, tmp_path):
    pytest.importorskip("torch.distributed.tensor")
    ways = ["--engine", "fsdp", "--accumulate", 3, "--recompute"]
    folder = tmp_path / "fsdp"
    code, *_ = run("--output", folder, *SMALL, *ways, "--steps", 8, processes=2)
    assert code == 0
    code, out, _ = run(
        *("--output", folder, *SMALL, "--engine", "fsdp"),
        *("--steps", 12, "--resume"),
        processes=2,
    )
    assert code == 0
    assert out.startswith("resumed after step 8\n")
    assert same_losses(alone, folder)


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is for POSIX")
def test_a_worker_killed_in_the_midst_of_writing_loses_nothing(alone, tmp_path):
    script = tmp_path / "dying.py"
    script.write_text(KILL_IN_WRITING)
    words = ["--output", tmp_path / "run", *SMALL, "--steps", 12]
    code, out, _ = run(*words, script=script)
    assert code == -9
    assert "step 8" not in out
    left = {path.name for path in (tmp_path / "run").iterdir()}
    assert left == {train.FILE, f"{train.FILE}.partial"}
    assert len(result(tmp_path / "run")["losses"]) == 4  # the old file, whole
    code, out, _ = run(*words, "--resume")
    assert code == 0
    assert out.startswith("resumed after step 4\n")
    same = (alone / train.FILE).read_bytes()
    assert (tmp_path / "run" / train.FILE).read_bytes() == same
    assert [path.name for path in (tmp_path / "run").iterdir()] == [train.FILE]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other interrupts")
def test_an_interrupted_run_says_nothing_and_loses_nothing(alone, tmp_path):
    command = [sys.executable, "-m", "helpers.train", "--output", str(tmp_path), *SMALL]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    env = {**os.environ, "OMP_NUM_THREADS": "1"}
    command += ["--steps", "100000"]
    heed = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    with subprocess.Popen(command, env=env, **pipes, **heed) as running:
        try:
            assert running.stdout.readline().startswith("step 4 of 100000")
            running.send_signal(signal.SIGINT)
            assert running.communicate(timeout=300)[1] == ""
        finally:
            running.kill()
    assert running.returncode == 130
    done = len(result(tmp_path)["losses"])
    assert done % 4 == 0
    words = ["--output", tmp_path, *SMALL, "--steps", max(12, done + 4), "--resume"]
    assert train.main([str(word) for word in words]) == 0
    assert torch.equal(result(tmp_path)["losses"][:12], result(alone)["losses"])


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9 is for POSIX")
def test_torchrun_starts_again_when_one_of_two_is_killed(alone, tmp_path):
    script = tmp_path / "dying.py"
    script.write_text(KILL_THE_SECOND)
    words = ["--output", tmp_path / "run", *SMALL, "--steps", 12, "--resume"]
    code, out, _ = run(*words, processes=2, script=script, restarts=1)
    assert code == 0
    assert "resumed after step 4\n" in out
    assert same_losses(alone, tmp_path / "run")


@pytest.mark.parametrize(
    "ways", [["--accumulate", "4"], ["--recompute"], ["--accumulate", "90"]]
)
def test_what_saves_memory_changes_no_loss(alone, tmp_path, ways):
    assert train.main(["--output", str(tmp_path), *SMALL, "--steps", "12", *ways]) == 0
    assert same_losses(alone, tmp_path)


def test_sixteen_bits_change_the_losses_a_little(alone, tmp_path):
    ways = ["--steps", "12", "--bfloat16"]
    assert train.main(["--output", str(tmp_path), *SMALL, *ways]) == 0
    apart = (result(alone)["losses"] - result(tmp_path)["losses"]).abs().max()
    assert 0 < apart < 0.05


def test_the_mean_of_unequal_means_would_be_another_gradient(monkeypatch, tmp_path):
    """The trap itself: what the command would do if it divided by its own words."""
    src, tgt = (
        torch.tensor([[5, 6], [7, 8]]),
        torch.tensor([[1, 5, 2, 0], [1, 5, 6, 2]]),
    )
    parts = [train.share((src, tgt), part, 2)[1] for part in range(2)]
    counts = [int((part[:, 1:] != 0).sum()) for part in parts]
    assert counts == [2, 3]
    model = train.built(
        {"seed": 1, "width": 8, "heads": 2, "inner": 8, "layers": 1}, words=9
    )
    sums = [
        float(train.total_loss(model, src[[k]], tgt[[k]], 0.0).detach()) for k in (0, 1)
    ]
    options = train.read_options(["--output", str(tmp_path), "--accumulate", "2"])
    group = train.Group()
    found = train.gradients(model, (src, tgt), options, group)
    assert found == pytest.approx(sum(sums) / 5, rel=1e-5)
    assert found != pytest.approx((sums[0] / 2 + sums[1] / 3) / 2, rel=1e-4)


@pytest.mark.parametrize("parts", [1, 2, 8])
def test_every_sentence_is_someones_and_nobody_is_left_without_one(parts):
    src, tgt = torch.arange(5)[:, None] + 4, torch.ones(5, 3, dtype=torch.long)
    found = [train.share((src, tgt), part, parts) for part in range(parts)]
    real = [int(s) for s, t in found if t.any() for s in s[:, 0]]
    assert sorted(real) == [4, 5, 6, 7, 8]
    assert all(len(s) == len(t) > 0 for s, t in found)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "the following arguments are required: --output"),
        (["--step", "3"], "unrecognized arguments: --step 3"),
        (["--steps", "0"], "--steps: expected a whole number of 1 or more, not '0'"),
        (["--steps", "x"], "--steps: expected a whole number of 1 or more, not 'x'"),
        (
            ["--rate", "nan"],
            "--rate: expected a number between 1e-09 and 10, not 'nan'",
        ),
        (
            ["--smoothing", "1"],
            "--smoothing: expected a number between 0 and 1, not '1'",
        ),
        (["--corpus", "bible"], "--corpus: invalid choice: 'bible'"),
        (["--engine", "gpu"], "--engine: invalid choice: 'gpu'"),
        (["--engine", "fsdp"], "--engine fsdp shares a model among processes, and"),
        (
            ["--width", "10", "--heads", "4"],
            "--width must be a multiple of twice --heads",
        ),
        (["--seed", "-1"], "--seed: expected a whole number of 0 or more, not '-1'"),
        (["--seed", f"{2**64}"], f"--seed: expected a whole number of {2**63 - 1} or"),
        (["--steps", "1" * 20], "--steps: expected a whole number of 1000000000 or"),
        (["--layers", "1001"], "--layers: expected a whole number of 1000 or less"),
    ],
)
def test_a_bad_option_is_refused_in_one_sentence(words, sentence, capsys, tmp_path):
    output = ["--output", tmp_path / "never"] if words else []
    code, err = said([*output, *words], capsys)
    assert code == 2
    assert err.startswith(f"python -m helpers.train: {sentence}")
    assert err.count("\n") == 1
    assert not (tmp_path / "never").exists()


def test_a_run_is_never_written_over_nor_mixed_with_another(alone, capsys):
    words = ["--output", alone, *SMALL, "--steps", 12]
    before = (alone / train.FILE).read_bytes()
    assert "exists; add --resume to go on from it" in said(words, capsys)[1]
    assert "is at step 12 already" in said([*words, "--resume"], capsys)[1]
    other = [*words, "--resume", "--seed", 7]
    assert "has --seed 2020, not 7" in said(other, capsys)[1]
    assert (alone / train.FILE).read_bytes() == before


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda data: data[:-40], "is not a whole safetensors file"),
        (lambda data: b"", "is not a whole safetensors file"),
        (lambda data: data[:-9] + bytes([data[-9] ^ 1]) + data[-8:], "is damaged"),
        (lambda data: data.replace(b'"losses"', b'"lossez"'), "holds no run"),
        (
            lambda data: data.replace(b'{\\"corpus', b'[\\"corpus'),
            "holds no run of this",
        ),
        (
            lambda data: data.replace(b'"settings"', b'"sattings"'),
            "holds no run of this",
        ),
        (lambda data: data.replace(b'"adam.', b'"adap.', 1), ".weight is missing"),
        (lambda data: data.replace(b'"model.', b'"modem.', 1), ".weight is missing"),
    ],
)
def test_a_damaged_checkpoint_is_refused(alone, tmp_path, capsys, damage, sentence):
    (tmp_path / train.FILE).write_bytes(damage((alone / train.FILE).read_bytes()))
    words = ["--output", tmp_path, *SMALL, "--steps", 16, "--resume"]
    code, err = said(words, capsys)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("name", ["file/run", "file", "n" * 300, "a\0b"])
def test_a_folder_that_cannot_be_made_is_named(tmp_path, capsys, name):
    (tmp_path / "file").write_text("in the way")
    code, err = said(["--output", tmp_path / name], capsys)
    assert code == 2
    assert "--output cannot be made" in err


def out_of_memory(*_):
    """What PyTorch does when the system gives no more."""
    raise RuntimeError("DefaultCPUAllocator: can't allocate memory: you tried")


@pytest.mark.parametrize("name", ["built", "gradients"])
def test_a_model_that_is_too_large_is_refused(name, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(train, name, out_of_memory)
    code, err = said(["--output", tmp_path, *SMALL, "--steps", 3], capsys)
    assert code == 2
    assert "there is not enough memory" in err
    assert err.count("\n") == 1


def test_processes_that_see_different_folders_are_refused(tmp_path, monkeypatch):
    """The second of two, on another machine, where no checkpoint was written."""
    monkeypatch.setattr(train, "engaged", lambda model, *_: model)
    group = train.Group()
    group.rank, group.count = 1, 2
    options = train.read_options(["--output", str(tmp_path), *SMALL, "--resume"])
    monkeypatch.setattr(group, "sum", lambda value: value + 0)  # both at the beginning
    assert train.prepared(options, group, tmp_path / train.FILE)
    monkeypatch.setattr(group, "sum", lambda value: value + 20)  # the first is at 20
    with pytest.raises(train.Refused, match="one folder, which all processes see"):
        train.prepared(options, group, tmp_path / train.FILE)


@pytest.mark.parametrize("number", ["0", "1"])
def test_the_first_process_of_a_machine_fetches_before_the_others(monkeypatch, number):
    monkeypatch.setenv("LOCAL_RANK", number)
    group, done = train.Group(), []
    monkeypatch.setattr(group, "sum", lambda value: done.append("waited"))
    group.in_turn(lambda: done.append("made"))
    assert done == (["made", "waited"] if number == "0" else ["waited", "made"])


def test_a_loss_that_is_no_number_ends_the_run(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(train, "gradients", lambda *_: float("nan"))
    code, err = said(["--output", tmp_path, *SMALL, "--steps", 3], capsys)
    assert code == 2
    assert "the loss of step 1 is no number; lower --rate" in err
    assert not (tmp_path / train.FILE).exists()


def test_a_checkpoint_is_read_by_the_safetensors_library(alone):
    numpy = pytest.importorskip("safetensors.numpy")
    theirs, ours = numpy.load_file(alone / train.FILE), result(alone)
    assert theirs.keys() == ours.keys()
    assert all((theirs[name] == ours[name].numpy()).all() for name in ours)
    with (alone / train.FILE).open("rb") as file:
        header = json.loads(file.read(int.from_bytes(file.read(8), "little")))
    assert json.loads(header["__metadata__"]["settings"])["width"] == 16


def test_a_trained_translator_is_loaded_with_its_words(alone):
    model, data = train.load(alone)
    assert not model.training
    written = train.translation.translate(model, data, "el gato duerme .")
    assert isinstance(written, str)


def test_the_translator_is_tried_on_other_pairs_when_asked(tmp_path, capsys):
    words = ["--output", str(tmp_path), *SMALL, "--steps", "1", "--evaluate", "3"]
    assert train.main(words) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert re.fullmatch(r"3 other pairs: BLEU \d+\.\d, exact \d+\.\d %", last)


@pytest.mark.parametrize(("cards", "device"), [(0, "cpu"), (1, "cpu"), (2, "cuda:1")])
def test_each_process_has_a_card_of_its_own_or_none_has(monkeypatch, cards, device):
    monkeypatch.setattr(torch.cuda, "device_count", lambda: cards)
    monkeypatch.setattr(torch.cuda, "set_device", lambda device: None)
    monkeypatch.setenv("LOCAL_WORLD_SIZE", "2")
    monkeypatch.setenv("LOCAL_RANK", "1")
    assert str(train.Group().device) == device


@pytest.mark.parametrize(("cards", "backend"), [(0, "gloo"), (1, "gloo"), (2, "nccl")])
def test_messages_go_through_gloo_or_with_cards_through_nccl(
    monkeypatch, cards, backend
):
    """There are no cards here; what is tested is the choice."""
    joined = []
    monkeypatch.setattr(torch.cuda, "device_count", lambda: cards)
    monkeypatch.setattr(torch.cuda, "set_device", lambda device: None)
    monkeypatch.setattr(train.Group, "join", lambda self, name: joined.append(name))
    for name, value in {"RANK": 1, "WORLD_SIZE": 2, "LOCAL_WORLD_SIZE": 2}.items():
        monkeypatch.setenv(name, str(value))
    train.Group()
    assert joined == [backend]


def test_the_rate_rises_to_its_peak_and_falls_with_the_root():
    rates = [train.rate(step, 0.01, 100) for step in (0, 49, 99, 399)]
    assert rates == pytest.approx([0.0001, 0.005, 0.01, 0.005])


def test_help_names_every_option(capsys):
    with pytest.raises(SystemExit) as ended:
        train.main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert all(f"--{name}" in text for name in (*train.FIXED, "resume", "engine"))
