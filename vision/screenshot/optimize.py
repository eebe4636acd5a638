"""The small pure parts of a training run: schedule, class weights, parameter groups, averaging."""

import math

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn


def schedule(step: int, steps: int, warmup: float) -> float:
    """Return the share of the learning rate at `step`: linear warm-up, then cosine to zero.

    >>> [round(schedule(step, 10, 0.2), 2) for step in (0, 1, 2, 6, 10)]
    [0.5, 1.0, 1.0, 0.5, 0.0]
    """
    rising = max(1, round(steps * warmup))
    if step < rising:
        return (step + 1) / rising
    return 0.5 * (1 + math.cos(math.pi * (step - rising) / max(1, steps - rising)))


def class_weights(targets: NDArray[np.int64], labels: int) -> torch.Tensor:
    """Return weights that lean half way to equal classes: 1 / sqrt(count), mean 1 over pages."""
    counts = np.bincount(targets, minlength=labels).clip(1)
    weights = counts**-0.5
    return torch.from_numpy(weights * len(targets) / (weights * counts).sum()).float()


def parameter_groups(net: nn.Module, rate: float, backbone_rate: float) -> list[dict[str, object]]:
    """Return the optimizer's groups: new layers at `rate`, pretrained `features` slower."""
    slow = [p for name, p in net.named_parameters() if name.startswith("features.")]
    fast = [p for name, p in net.named_parameters() if not name.startswith("features.")]
    return [
        {"params": fast, "lr": rate, "full": rate},
        {"params": slow, "lr": rate * backbone_rate, "full": rate * backbone_rate},
    ][: 2 if slow else 1]


@torch.no_grad()
def average(averaged: nn.Module, net: nn.Module, decay: float) -> None:
    """Move the averaged weights towards the net's (exponential moving average)."""
    for kept, new in zip(averaged.state_dict().values(), net.state_dict().values(), strict=True):
        if kept.is_floating_point():
            kept.lerp_(new, 1 - decay)
        else:
            kept.copy_(new)


def mixed(
    values: torch.Tensor, shares: torch.Tensor, alpha: float, generator: np.random.Generator
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return each page mixed with another of the batch, and the labels' shares (batch, labels).

    By mixup (Zhang et al. 2018): how much of it stays is drawn from Beta(alpha, alpha), and is
    never less than half. Where `values` are activations, it is these that are mixed.
    """
    if not alpha:
        return values, shares
    drawn = generator.beta(alpha, alpha, len(values))
    kept = torch.from_numpy(np.maximum(drawn, 1 - drawn)).float()
    other = torch.from_numpy(generator.permutation(len(values)))
    of_values = kept.view(-1, *[1] * (values.ndim - 1))
    return (
        of_values * values + (1 - of_values) * values[other],
        kept[:, None] * shares + (1 - kept[:, None]) * shares[other],
    )
