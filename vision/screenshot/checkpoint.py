"""Keep a training run on disk, so that one that was cut off can go on. No pickles."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from safetensors.torch import load_file, save_file
from torch import nn

from pagesight.vision.errors import TrainingError


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What changes while training; reading a checkpoint changes it in place."""

    net: nn.Module
    averaged: nn.Module
    optimizer: torch.optim.Optimizer
    name: str = ""  # distinguishes runs of other options or pages


def run_name(options: object, read: Iterable[NDArray[Any]]) -> str:
    """Return a digest of a run's options and of all that it reads."""
    digest = hashlib.sha256(repr(options).encode())
    for values in read:
        digest.update(np.ascontiguousarray(values).data)
    return digest.hexdigest()


def write_checkpoint(run: Checkpoint, epochs_done: int, folder: Path) -> None:
    """Write the run's state; the old one stays whole until the new one is complete."""
    folder.mkdir(parents=True, exist_ok=True)
    moments = {
        f"optimizer.{parameter}.{name}": torch.as_tensor(value)
        for parameter, state in run.optimizer.state_dict()["state"].items()
        for name, value in state.items()
    }
    tensors = _named("net", run.net) | _named("averaged", run.averaged) | moments
    save_file({k: v.contiguous() for k, v in tensors.items()}, folder / "new.safetensors")
    (folder / "new.safetensors").replace(folder / f"run-{epochs_done}.safetensors")
    progress = {"epochs_done": epochs_done, "run": run.name}
    (folder / "progress.json").write_text(json.dumps(progress) + "\n")
    for old in folder.glob("run-*.safetensors"):
        if old.name != f"run-{epochs_done}.safetensors":
            old.unlink()


def read_checkpoint(run: Checkpoint, folder: Path) -> int:
    """Bring the run to the state in `folder`; return the epochs done (0 if there is none).

    Raises TrainingError if that is the state of another run.
    """
    if not (folder / "progress.json").exists():
        return 0
    progress = json.loads((folder / "progress.json").read_text())
    if progress.get("run") != run.name:
        raise TrainingError(
            f"{folder} holds a run with other options or pages; remove that folder or train into "
            "another one"
        )
    epochs_done = int(progress["epochs_done"])
    tensors = load_file(folder / f"run-{epochs_done}.safetensors")
    for name, net in (("net", run.net), ("averaged", run.averaged)):
        net.load_state_dict(_below(name, tensors))
    state: dict[int, dict[str, torch.Tensor]] = {}
    for key, value in _below("optimizer", tensors).items():
        parameter, _, name = key.partition(".")
        state.setdefault(int(parameter), {})[name] = value
    groups = run.optimizer.state_dict()["param_groups"]
    run.optimizer.load_state_dict({"state": state, "param_groups": groups})
    return epochs_done


def _named(prefix: str, net: nn.Module) -> dict[str, torch.Tensor]:
    return {f"{prefix}.{name}": value for name, value in net.state_dict().items()}


def _below(prefix: str, tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    start = prefix + "."
    return {k.removeprefix(start): v for k, v in tensors.items() if k.startswith(start)}
