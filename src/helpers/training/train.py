"""Training the translator of chapter 16 by one process or by many, as a command.

    python -m helpers.training.train --output runs/alone
    torchrun --nproc-per-node 2 -m helpers.training.train --output runs/two

Every process draws the same batches and works on its own share of the sentences, so
that a step is the same step however many share it. One file in the output folder,
checkpoint.safetensors, holds the model, the optimiser's state and the losses so far;
it is replaced as a whole every so many steps, and `--resume` goes on from it.

Exit codes: 0 trained; 2 refused, with one sentence that says why; 130 interrupted. If
nobody reads any more what is printed, training goes on without a word.
"""

import os
import signal
import sys

if __name__ == "__main__" and signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))  # while all is imported

import argparse
import json
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from math import isfinite
from pathlib import Path
from time import perf_counter

import torch
import torch.distributed as dist
from torch.nn.functional import cross_entropy
from torch.nn.parallel import DistributedDataParallel
from torch.nn.utils import clip_grad_norm_
from torch.utils.checkpoint import checkpoint

from helpers.corpora import text
from helpers.taught.transformer import Transformer
from helpers.training import translation
from helpers.training.memory import keep_memory
from helpers.training.weights import read_with_notes, write_tensors

FILE = "checkpoint.safetensors"
MOMENTS = ("exp_avg", "exp_avg_sq")  # what Adam keeps for each parameter
NO_MEMORY = ("out of memory", "not enough memory", "can't allocate memory")
# Settings that make a run what it is; all others may change when it is resumed.
FIXED = (
    *("corpus", "pairs", "width", "heads", "inner", "layers"),
    *("tokens", "rate", "warmup", "smoothing", "seed"),
)


class Refused(Exception):
    """One sentence on what was asked and cannot be done."""


# ---- options -----------------------------------------------------------------------


class Options(argparse.ArgumentParser):
    """A parser that says in one sentence what is wrong, and no more."""

    def error(self, message):
        """Refuse, where argparse would print its usage and leave."""
        raise Refused(message.removeprefix("argument "))


def whole(least, most=10**9):
    """A reader of whole numbers from the least to the most."""

    def read(word):
        bound = f"{least} or more"
        with suppress(ValueError):
            if least <= int(word) <= most:
                return int(word)
            bound = f"{most} or less" if int(word) > most else bound
        raise argparse.ArgumentTypeError(
            f"expected a whole number of {bound}, not {word!r}"
        )

    return read


def between(low, high):
    """A reader of numbers above low and below high, or low itself where that is 0."""

    def read(word):
        with suppress(ValueError):
            if low < float(word) < high or float(word) == low == 0:
                return float(word)
        raise argparse.ArgumentTypeError(
            f"expected a number between {low} and {high}, not {word!r}"
        )

    return read


def folder(word):
    """A folder's path, if the word is one."""
    if not word.strip():
        raise argparse.ArgumentTypeError(f"expected a folder's name, not {word!r}")
    return Path(word)


def parser():
    """What the command understands."""
    options = Options(
        prog="python -m helpers.training.train",
        description="Train the Transformer that translates Spanish into English.",
        epilog="Under torchrun each process takes its share of every batch.",
        allow_abbrev=False,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = options.add_argument
    place = {"type": folder, "metavar": "FOLDER", "default": argparse.SUPPRESS}
    add("--output", **place, required=True, help="where the checkpoint is kept")
    add("--corpus", choices=translation.SOURCES, default="phrasebook", help="pairs")
    add("--pairs", type=whole(1), metavar="N", help="only the first N to learn from")
    add("--steps", type=whole(1), default=2000, metavar="N", help="steps in all")
    add("--tokens", type=whole(1), default=2048, metavar="N", help="words in a batch")
    add("--accumulate", type=whole(1), default=1, metavar="N", help="parts of a batch")
    add("--width", type=whole(2), default=128, metavar="N", help="d_model")
    add("--heads", type=whole(1), default=4, metavar="N", help="of each attention")
    add("--inner", type=whole(1), default=512, metavar="N", help="d_ff")
    add("--layers", type=whole(1, 1000), default=2, metavar="N", help="on either side")
    add("--rate", type=between(1e-9, 10), default=0.003, metavar="X", help="the peak")
    add("--warmup", type=whole(1), default=200, metavar="N", help="steps to the peak")
    add("--smoothing", type=between(0, 1), default=0.0, metavar="X", help="of labels")
    seed = whole(0, 2**63 - 1)
    add("--seed", type=seed, default=2020, metavar="N", help="weights and order")
    add("--engine", choices=("ddp", "fsdp"), default="ddp", help="for many processes")
    add("--bfloat16", action="store_true", help="half the bits where that is enough")
    add("--recompute", action="store_true", help="keep no activations of a layer")
    add("--save-every", type=whole(1), default=100, metavar="N", help="steps")
    add("--resume", action="store_true", help="go on from the checkpoint, if any")
    add("--evaluate", type=whole(0), default=0, metavar="N", help="pairs for BLEU")
    return options


def read_options(words):
    """The options in some words, held to what goes together."""
    options = parser().parse_args(words)
    if options.width % (2 * options.heads):
        raise Refused(
            f"--width must be a multiple of twice --heads ({2 * options.heads}), "
            f"not {options.width}"
        )
    return options


# ---- one process among many --------------------------------------------------------


class Group:
    """This process and the others: its number, how many there are, its device."""

    def __init__(self):
        self.rank = int(os.environ.get("RANK", 0))
        self.count = int(os.environ.get("WORLD_SIZE", 1))
        self.device = torch.device("cpu")
        if torch.cuda.device_count() >= int(os.environ.get("LOCAL_WORLD_SIZE", 1)):
            self.device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0)))
            torch.cuda.set_device(self.device)
        if self.count > 1:
            self.join("nccl" if self.device.type == "cuda" else "gloo")

    def join(self, backend):
        """Meet the others where nobody can have left an address before.

        When torchrun begins anew, its store still has the dead processes' addresses
        (PyTorch 2.13). On one machine the number of beginnings tells them apart.
        """
        store, rank, count = next(dist.rendezvous("env://"))
        if os.environ.get("LOCAL_WORLD_SIZE") == os.environ["WORLD_SIZE"]:
            beginnings = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")
            store = dist.PrefixStore(beginnings, store)
        dist.init_process_group(backend, store=store, rank=rank, world_size=count)

    def sum(self, value):
        """The sum of the processes' values, which all of them get."""
        if self.count > 1:
            dist.all_reduce(value)
        return value

    def in_turn(self, make):
        """What make() gives, on each machine in its first process before the others.

        What must be fetched is then fetched once, and the others find it.
        """
        first = os.environ.get("LOCAL_RANK", "0") == "0"
        found = make() if first else None
        self.sum(torch.zeros((), device=self.device))  # here they wait
        return found if first else make()

    def say(self, sentence):
        """Print the sentence once, whoever is first."""
        if self.rank == 0:
            tell(sentence, sys.stdout)

    def close(self):
        """Leave the others."""
        if dist.is_initialized():
            dist.destroy_process_group()


def tell(sentence, stream):
    """Print the sentence at once; if nobody can read it, go on in silence."""
    try:
        print(sentence, file=stream, flush=True)
    except OSError:  # a closed pipe, or a full disk
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def share(batch, part, parts):
    """Every sentence of a batch whose turn it is, beginning with number `part`.

    Where none is left, a sentence without a single target, which adds nothing.
    """
    src, tgt = (ids[part::parts] for ids in batch)
    if len(src):
        return src, tgt
    return batch[0][:1], torch.full_like(batch[1][:1], text.PAD)


def engaged(model, engine, group):
    """The model, made to share its gradients (ddp) or all that it holds (fsdp)."""
    if group.count == 1:
        return model
    if engine == "ddp":
        return DistributedDataParallel(model)
    try:
        from torch.distributed.device_mesh import init_device_mesh
        from torch.distributed.fsdp import fully_shard
    except ImportError:
        raise Refused("--engine fsdp needs PyTorch 2.6 or later") from None
    mesh = init_device_mesh(group.device.type, (group.count,))
    for layer in (*model.encoder.layers, *model.decoder.layers):
        fully_shard(layer, mesh=mesh)
    return fully_shard(model, mesh=mesh)


def whole_tensor(values):
    """A tensor of which this process may hold but a part, from all processes."""
    return values.full_tensor() if hasattr(values, "full_tensor") else values


def like(values, parameter):
    """A whole tensor, cut as the parameter is cut."""
    if not hasattr(parameter, "full_tensor"):
        return values.to(parameter.device)
    from torch.distributed.tensor import distribute_tensor

    return distribute_tensor(values, parameter.device_mesh, parameter.placements)


# ---- checkpoints -------------------------------------------------------------------


def save(path, model, optimiser, losses, options, group):
    """One file with all that is needed to go on, written by the first process."""
    tensors = {"losses": torch.tensor(losses, dtype=torch.float64)}
    for name, parameter in model.named_parameters():
        name = name.removeprefix("module.")  # DistributedDataParallel's
        tensors[f"model.{name}"] = whole_tensor(parameter)
        for moment in MOMENTS:
            values = optimiser.state[parameter][moment]
            tensors[f"adam.{moment}.{name}"] = whole_tensor(values)
    if group.rank == 0:
        settings = {name: getattr(options, name) for name in FIXED}
        try:
            write_tensors(path, tensors, settings=json.dumps(settings))
        except OSError as error:
            Path(f"{path}.partial").unlink(missing_ok=True)  # it may fill the disk
            raise Refused(f"the checkpoint cannot be written: {error}") from None


def read(path):
    """A checkpoint's tensors and its settings, or a sentence on what is wrong."""
    try:
        tensors, notes = read_with_notes(path)
    except (ValueError, OSError) as error:
        raise Refused(f"{error}; remove it to begin again") from None
    with suppress(KeyError, TypeError, ValueError):
        settings = json.loads(notes["settings"])
        if tensors["losses"].dim() == 1:
            return tensors, {name: settings[name] for name in FIXED}
    raise Refused(f"{path} holds no run of this command")


def resumed(path, options):
    """The tensors to go on from, in a folder made if need be; None at a beginning."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        begun = path.exists()
    except (OSError, ValueError) as error:
        raise Refused(f"--output cannot be made: {error}") from None
    if not begun:
        return None
    if not options.resume:
        raise Refused(
            f"{path} exists; add --resume to go on from it, or choose another --output"
        )
    tensors, settings = read(path)
    for name in FIXED:
        if settings[name] != getattr(options, name):
            raise Refused(
                f"the run in {path} has --{name} {settings[name]}, "
                f"not {getattr(options, name)}"
            )
    if (done := len(tensors["losses"])) >= options.steps:
        raise Refused(f"{path} is at step {done} already; --steps must be more")
    return tensors


def restore(model, optimiser, tensors):
    """Give the optimiser the moments that it had for each parameter."""
    for name, parameter in model.named_parameters():
        name = name.removeprefix("module.")
        optimiser.state[parameter] = {
            "step": torch.tensor(float(len(tensors["losses"]))),
            **{m: like(tensors[f"adam.{m}.{name}"], parameter) for m in MOMENTS},
        }


def sized(settings, words):
    """A model of these settings, its weights as they happen to be."""
    sizes = [settings[name] for name in ("width", "heads", "inner", "layers")]
    return Transformer(words, *sizes, dropout=0.0)


def memory(device):
    """The bytes of memory of a device; without bound where the system does not say."""
    if device.type == "cuda":
        return torch.cuda.get_device_properties(device).total_memory
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return float("inf")


def check_size(options, words, group):
    """Refuse a model that no memory here can hold, before any of it is made."""
    with torch.device("meta"):  # shapes without numbers
        model = sized(vars(options), words)
    parameters = sum(values.numel() for values in model.parameters())
    needed = 4 * 4 * parameters  # bytes: weights, gradients and both of Adam's moments
    needed //= group.count if options.engine == "fsdp" else 1
    if needed > (there := memory(group.device)):
        raise Refused(
            f"to train {parameters:,} parameters takes {needed / 2**30:,.0f} GB of "
            f"memory, and there are {there / 2**30:,.0f}; give less to --width, "
            "--inner or --layers"
        )


def built(settings, words, tensors=None):
    """The model of these settings, with the weights of a checkpoint if there is one."""
    torch.manual_seed(settings["seed"])
    model = sized(settings, words)
    if tensors:
        held(tensors, model)
        own = dict(model.named_parameters())
        model.load_state_dict({name: tensors[f"model.{name}"] for name in own})
    return model


def held(tensors, model):
    """Refuse a checkpoint that is not of this model, its moments and its losses."""
    kinds = ("model", *(f"adam.{moment}" for moment in MOMENTS))
    expected = {
        f"{kind}.{name}": (values.shape, values.dtype)
        for name, values in model.named_parameters()
        for kind in kinds
    }
    found = {name: (values.shape, values.dtype) for name, values in tensors.items()}
    if wrong := [name for name in expected if found.get(name) != expected[name]]:
        raise Refused(
            f"the checkpoint does not fit the options and the corpus's words: "
            f"{wrong[0]} is missing or of another shape or type"
        )


def corpus(name, pairs=None):
    """The corpus of this name, both languages numbered together as in chapter 16."""
    try:
        data = translation.corpus(name)
    except (OSError, ValueError) as error:
        raise Refused(f"--corpus {name} cannot be had: {error}") from None
    sentences = [side for pair in data.train for side in pair]
    joint = text.Vocabulary(sentences, translation.SOURCES[name])
    return replace(data, train=data.train[:pairs], spanish=joint, english=joint)


def load(folder):
    """The translator in an output folder, and its corpus, to translate with."""
    tensors, settings = read(Path(folder) / FILE)
    data = corpus(settings["corpus"], settings["pairs"])
    return built(settings, len(data.english), tensors).eval(), data


# ---- training ----------------------------------------------------------------------


def rate(step, peak, warmup):
    """The rate of a step: a rise to the peak, then a fall as 1 over the root."""
    return peak * min((step + 1) / warmup, (warmup / (step + 1)) ** 0.5)


def total_loss(model, src, tgt, smoothing):
    """The cross-entropy of all next words, summed: a mean would hide how many."""
    scores = model(src, tgt[:, :-1])
    return cross_entropy(
        scores.flatten(0, 1),
        tgt[:, 1:].flatten(),
        ignore_index=text.PAD,
        label_smoothing=smoothing,
        reduction="sum",
    )


def share_gradients(model, now):
    """Whether the next backward pass ends with an exchange between the processes."""
    if hasattr(model, "set_requires_gradient_sync"):  # fsdp
        model.set_requires_gradient_sync(now)
    elif isinstance(model, DistributedDataParallel):
        model.require_backward_grad_sync = now


def gradients(model, batch, options, group):
    """Leave the whole batch's gradients in the model, and return its mean loss.

    Both engines average over processes; the loss is multiplied by their number first.
    """
    words = (batch[1][:, 1:] != text.PAD).sum()  # of the whole batch, in all processes
    mine = torch.zeros((), device=group.device)
    for k in range(options.accumulate):
        share_gradients(model, k == options.accumulate - 1)
        part, parts = group.rank * options.accumulate + k, group.count
        src, tgt = share(batch, part, parts * options.accumulate)
        with torch.autocast(group.device.type, torch.bfloat16, options.bfloat16):
            loss = total_loss(model, src, tgt, options.smoothing) / words
        (group.count * loss).backward()
        mine += loss.detach()
    return float(group.sum(mine))


def recompute(model):
    """Let each layer forget what it computed, and compute it again going back."""
    for layer in (*model.encoder.layers, *model.decoder.layers):
        layer.forward = partial(
            checkpoint, layer.forward, use_reentrant=False, preserve_rng_state=False
        )


def prepared(options, group, path):
    """The model, the optimiser, the losses so far, and the batches still to come."""
    if options.engine == "fsdp" and group.count == 1:
        raise Refused(
            "--engine fsdp shares a model among processes, and there is one; "
            "start two or more with torchrun"
        )
    tensors = resumed(path, options)
    losses = tensors["losses"].tolist() if tensors else []
    steps = torch.tensor(float(len(losses)), device=group.device)
    if group.sum(steps) != group.count * len(losses):
        raise Refused("--output must be one folder, which all processes see")
    data = group.in_turn(lambda: corpus(options.corpus, options.pairs))
    check_size(options, len(data.english), group)
    model = built(vars(options), len(data.english), tensors).to(group.device)
    if options.recompute:
        recompute(model)
    model = engaged(model, options.engine, group)
    optimiser = torch.optim.Adam(model.parameters(), betas=(0.9, 0.98), eps=1e-9)
    if tensors:
        restore(model, optimiser, tensors)
        group.say(f"resumed after step {len(losses)}")
    generator = torch.Generator().manual_seed(options.seed)
    batches = translation.endless(data.numbered(data.train), generator, options.tokens)
    return model, optimiser, losses, islice(batches, len(losses), options.steps)


def train(options, group):
    """Train as the options say; the checkpoint in the output folder is the result."""
    path = options.output / FILE
    model, optimiser, losses, batches = prepared(options, group, path)
    start, words = perf_counter(), 0
    for step, batch in enumerate(batches, len(losses)):
        batch = [ids.to(group.device) for ids in batch]
        optimiser.param_groups[0]["lr"] = rate(step, options.rate, options.warmup)
        optimiser.zero_grad()
        losses.append(gradients(model, batch, options, group))
        if not isfinite(losses[-1]):
            raise Refused(f"the loss of step {step + 1} is no number; lower --rate")
        clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        words += int((batch[1][:, 1:] != text.PAD).sum())
        if (step + 1) % options.save_every == 0 or step + 1 == options.steps:
            save(path, model, optimiser, losses, options, group)
            group.say(
                f"step {step + 1} of {options.steps}: loss {losses[-1]:.4f}, "
                f"{words / (perf_counter() - start):,.0f} words a second, saved"
            )


def evaluate(options, group):
    """Say how well the saved translator does on pairs that it has not seen."""
    if options.evaluate and group.rank == 0:
        model, data = load(options.output)
        pairs = data.valid[: options.evaluate]
        bleu, exact = translation.evaluate(model, data, pairs)
        group.say(f"{len(pairs)} other pairs: BLEU {bleu:.1f}, exact {exact:.1f} %")


def main(words=None):
    """Run the command; the number is what the shell gets."""
    keep_memory()
    try:
        options = read_options(words)
        group = Group()
        try:
            train(options, group)
            evaluate(options, group)
        except (MemoryError, RuntimeError) as error:
            said = str(error) or NO_MEMORY[0]  # a MemoryError may say nothing
            if not any(words in said for words in NO_MEMORY):
                raise
            raise Refused(
                "there is not enough memory; give less to --tokens or to the sizes, "
                "or more to --accumulate"
            ) from None
        finally:
            group.close()
    except Refused as refusal:
        if os.environ.get("LOCAL_RANK", "0") == "0":  # once on each machine
            tell(f"python -m helpers.training.train: {refusal}", sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def leave(code):
    """End this process at once, without taking the interpreter to pieces.

    While Python did that, a thread of gloo's could still want to let go of a tensor,
    and one run of two processes in seven was aborted when all was done (PyTorch 2.13).
    """
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError):
            stream.flush()
    os._exit(code)


def command():
    """Run the command as a process of its own, and end the process."""
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        code = main()
    except SystemExit as ended:  # after --help
        code = ended.code or 0
    leave(code)


if __name__ == "__main__":
    command()
