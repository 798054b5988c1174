"""Trainings that can be stopped at any moment, and weights in eight bits."""

from base64 import b64encode
from pathlib import Path

import torch

from helpers import studies
from helpers.training.weights import read_with_notes, write_tensors

FOLDER = Path(__file__).parents[2] / "_build/studies"


def loaded(read):
    """What is read; data that is missing or damaged ends the study in one sentence."""
    try:
        return read()
    except (OSError, ValueError) as error:
        raise SystemExit(str(error)) from None


def keep(path, model, optimiser, more, step):
    """Write down where a training is: weights, the optimiser's state, and more."""
    tensors = {f"model.{name}": t for name, t in model.state_dict().items()}
    for i, part in enumerate(_parts(optimiser)):
        for name, value in optimiser.state[part].items():
            tensors[f"optimiser.{i}.{name}"] = torch.as_tensor(value)
    tensors |= {f"more.{name}": value for name, value in more.items()}
    path.parent.mkdir(parents=True, exist_ok=True)
    write_tensors(path, tensors, step=str(step))


def resume(path, model, optimiser):
    """Go back to where a training was: what else was kept there, and its step."""
    tensors, notes = read_with_notes(path)
    groups = {"model": {}, "optimiser": {}, "more": {}}
    for name, value in tensors.items():
        kind, rest = name.split(".", 1)
        groups[kind][rest] = value
    model.load_state_dict(groups["model"])
    parts = _parts(optimiser)
    for name, value in groups["optimiser"].items():
        i, key = name.split(".", 1)
        optimiser.state[parts[int(i)]][key] = value
    return groups["more"], int(notes["step"])


def _parts(optimiser):
    """The optimiser's parameters, in their order."""
    return [part for group in optimiser.param_groups for part in group["params"]]


def packed(parts):
    """Matrices in eight bits with a scale for each row; vectors as they are."""
    names, whole, exact = [], [], []
    for name, values in parts.items():
        values = values.detach().float().cpu()
        names.append([name, *values.shape])
        if values.dim() == 2:
            scales = values.abs().amax(1).clamp(min=1e-12) / 127
            whole.append((values / scales[:, None]).round().to(torch.int8))
            values = scales
        exact.append(values)
    numbers = torch.cat([w.flatten() for w in whole]).numpy()
    return {
        "parts": names,
        "whole": b64encode(numbers.tobytes()).decode(),
        "exact": b64encode(torch.cat(exact).numpy().tobytes()).decode(),
    }


def unpacked(net):
    """The matrices and vectors that were packed, by name."""
    return {
        name: torch.tensor(values, dtype=torch.float32)
        for name, values in studies.weights(net).items()
    }
