"""How fast things are: each ratio is printed, and one that disappoints is a warning.

No clock fails a test, for how fast a machine is depends on what else it does.
"""

import re
import subprocess
import sys
import warnings
from statistics import median
from time import perf_counter, process_time

import pytest
import torch
from test_autodiff import by_columns, by_micrograd, by_tape, demonstration
from torch import nn
from torch.nn.functional import cross_entropy

from helpers import phrasebook
from helpers.attention import PositionalEncoding, causal_mask
from helpers.gpt import GPT, Cache
from helpers.transformer import Transformer

WORDS, D_MODEL, HEADS, D_FF, LAYERS, BATCH = 800, 128, 4, 512, 2, 64
FIGURES = ["01_neuron", "06_filters", "15_attention"]

pytestmark = [
    pytest.mark.rehearsal,
    pytest.mark.filterwarnings("default"),
    # what PyTorch says of a shortcut of its own, not of ours
    pytest.mark.filterwarnings("ignore:enable_nested_tensor"),
    pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors"),
]


class Shipped(nn.Module):
    """torch.nn.Transformer as it is shipped, with the same embeddings as ours."""

    def __init__(self):
        super().__init__()
        self.embedding = nn.Embedding(WORDS, D_MODEL)
        self.position = PositionalEncoding(D_MODEL)
        self.dropout = nn.Dropout(0.1)
        self.both = nn.Transformer(
            D_MODEL, HEADS, LAYERS, LAYERS, D_FF, 0.1, batch_first=True
        )

    def embed(self, ids):
        return self.dropout(self.position(self.embedding(ids) * D_MODEL**0.5))

    def forward(self, src, tgt):
        hidden = self.both(
            self.embed(src),
            self.embed(tgt),
            tgt_mask=~causal_mask(tgt.shape[1]),
            src_key_padding_mask=src == 0,
            memory_key_padding_mask=src == 0,
        )
        return hidden @ self.embedding.weight.T


def tell(what, found, hoped):
    """Print a ratio that should be at least so large; warn if it is not."""
    said = f"{what}: {found:.3g}, hoped for {hoped:.3g} or more"
    print(said)
    if found < hoped:
        warnings.warn(said, stacklevel=2)


def fastest(function, *arguments, runs):
    """The seconds of the fastest of so many runs."""
    seconds = []
    for _ in range(runs):
        start = perf_counter()
        function(*arguments)
        seconds.append(perf_counter() - start)
    return min(seconds)


@pytest.fixture(autouse=True)
def one_thread():
    """The same single thread for both sides, whatever else the machine does."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def sentences(length):
    torch.manual_seed(2017)
    src = torch.randint(4, WORDS, (BATCH, length))
    src[:20, -3:] = 0
    return src, torch.randint(4, WORDS, (BATCH, length + 1))


def seconds(work):
    start = process_time()
    work()
    return process_time() - start


def test_how_fast_a_training_step_is_beside_pytorchs():
    (src, tgt), steps = sentences(12), []
    for model in (Transformer(WORDS, D_MODEL, HEADS, D_FF, LAYERS), Shipped()):
        optimiser = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)

        def step(model=model, optimiser=optimiser):
            scores = model(src, tgt[:, :-1]).flatten(0, 1)
            loss = cross_entropy(scores, tgt[:, 1:].flatten(), label_smoothing=0.1)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()

        step()
        steps.append(step)
    times = [[seconds(step) for step in steps] for _ in range(21)]
    ours, theirs = map(median, zip(*times, strict=True))
    tell("a training step: PyTorch's seconds by ours", theirs / ours, 1)


@torch.no_grad()
def test_how_fast_decoding_is_beside_running_pytorchs_again_and_again():
    src, _ = sentences(15)
    model = Transformer(WORDS, D_MODEL, HEADS, D_FF, LAYERS).eval()
    model.embed.table.weight.data[2] = 0  # <stop> never wins, so all write 60 words
    shipped = Shipped().eval()

    def run_again():
        ids = torch.full((BATCH, 1), 1)
        for _ in range(60):
            ids = torch.cat([ids, shipped(src, ids)[:, -1:].argmax(-1)], dim=1)

    assert model.greedy(src, 60).shape == (BATCH, 60)
    times = [
        (seconds(lambda: model.greedy(src, 60)), seconds(run_again)) for _ in range(3)
    ]
    ours, theirs = map(median, zip(*times, strict=True))
    tell("decoding: again and again by with a cache", theirs / ours, 15)


def test_how_fast_the_tape_is_beside_micrograd():
    demo = demonstration()
    quick, slow = fastest(by_tape, *demo, runs=5), fastest(by_micrograd, *demo, runs=2)
    tell("micrograd's seconds by the tape's", slow / quick, 10)
    columns = fastest(by_columns, *demo, runs=10)
    tell("the tape's seconds by those of columns", quick / columns, 10)


def test_how_much_the_cache_saves_in_writing_four_texts_of_256_tokens():
    large = GPT(64, 257, 384, 4, 3).eval()
    ids, cache = torch.zeros(4, 1, dtype=torch.long), Cache(large)
    start = process_time()
    for _ in range(256):
        cache.read(ids)
    cached, start = process_time() - start, process_time()
    with torch.no_grad():
        for length in (32, 96, 160, 224):  # a quarter of the lengths to 256 each
            for _ in range(4):
                large(torch.zeros(4, length, dtype=torch.long))
    tell(
        "writing without a cache by with it", 16 * (process_time() - start) / cached, 10
    )


def test_how_many_pairs_the_phrasebook_makes_in_a_second():
    seconds = fastest(phrasebook.pairs, 20_000, 1, runs=1)
    tell("pairs a second", 20_000 / seconds, 2_500)


def test_how_often_in_a_second_helpers_could_be_imported():
    code = "import time; t = time.perf_counter(); import helpers; "
    command = [sys.executable, "-c", f"{code}print(time.perf_counter() - t)"]
    runs = [float(subprocess.check_output(command, text=True)) for _ in range(3)]
    tell("imports of helpers a second", 1 / min(runs), 20)


def test_whether_a_chapter_takes_as_long_as_its_head_says(executed):
    for stem, chapter in executed.items():
        seconds = chapter.metadata["seconds"]
        text = "\n".join(cell.source for cell in chapter.cells[:3])
        for said in re.findall(r"takes about (\d+) seconds", text):
            tell(
                f"{stem}: twice what its head says by its seconds",
                (2 * int(said) + 5) / seconds,
                1,
            )
            tell(
                f"{stem}: its seconds by a quarter of what its head says",
                (4 * seconds + 5) / int(said),
                1,
            )
    seconds = sum(chapter.metadata["seconds"] for chapter in executed.values())
    tell("fifteen minutes on two cores by what the book takes", 1800 / seconds, 1)


UPDATES = """async () => {
  const [scrub] = document.querySelectorAll(".tb-figure input[type=range]");
  const times = [];
  for (let i = 0; i < 60; i += 1) {
    const start = performance.now();
    scrub.value = Number(scrub.min) + i % (scrub.max - scrub.min + 1);
    scrub.dispatchEvent(new Event("input"));
    await null; await null;
    document.body.getBoundingClientRect();
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b)[30];
}"""


@pytest.mark.browser
@pytest.mark.parametrize("chapter", FIGURES)
def test_how_many_updates_of_a_figure_fit_in_one_frame(page, site, chapter):
    page.goto(f"{site}notebooks/{chapter}.html")
    page.evaluate('dispatchEvent(new Event("beforeprint"))')
    page.locator(".tb-figure input[type=range]").first.wait_for()
    tell(f"{chapter}: updates in a frame", 16 / page.evaluate(UPDATES), 1)
