"""Train the screenshot classifier: one loop, one schedule, one folder out."""

import logging
import math
import random
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from numpy.typing import NDArray
from torch import nn

from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import training_pages
from pagesight.extract.errors import TrainingError
from pagesight.extract.training.state import TrainingState, run_name
from pagesight.vision.calibrate import fit_temperature
from pagesight.vision.screenshot.config import NetConfig
from pagesight.vision.screenshot.data import Inputs, network_inputs, usable_pages
from pagesight.vision.screenshot.network import GridNet, Start, build, save_model
from pagesight.vision.screenshot.optimize import (
    average,
    class_weights,
    mixed,
    parameter_groups,
    schedule,
)

log = logging.getLogger(__name__)
Rows = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class GenreOptions:
    """How the screenshot classifier is trained. Tuned on the train and val splits of genre/."""

    net: NetConfig = field(default_factory=NetConfig)
    start: Start = "package"
    variants: int = 4  # of each page: as it is, and augmented
    epochs: int = 10
    batch: int = 32
    learning_rate: float = 1e-3
    backbone_rate: float = 0.3  # of the learning rate, for layers that start from ImageNet
    weight_decay: float = 0.05
    warmup: float = 0.1  # share of the steps
    smoothing: float = 0.1  # label smoothing
    ema: float = 0.98  # decay a step of the averaged weights, which are the ones kept
    mixup: float = 0.2  # Beta's parameter; 0 mixes no pages
    half: bool = False  # bfloat16 arithmetic: faster on processors that have it, slower on others
    seed: int = 0


def train_genre(pages: Sequence[LabelledPage], out: Path, options: GenreOptions) -> None:
    """Train on what `training_pages` leaves and write the model folder `out`.

    Pages of split "val" are looked at after each epoch and fit the temperature. A run that was
    cut off goes on from `out`/checkpoint. Raises TrainingError if no page can be learned from, or
    if the checkpoint is of another run.
    """
    usable = usable_pages(pages, options.net)
    inputs = inputs_of(usable, options)
    learned = {id(page) for page in training_pages(pages)}
    train = np.flatnonzero([id(page) in learned for page in usable])
    val = np.flatnonzero([page.split == "val" for page in usable])
    net = fit(inputs, train, val, options, out / "checkpoint")
    config = options.net
    if len(val):
        temperature = fit_temperature(logits(net, inputs, val).numpy(), inputs.targets[val])
        config = replace(config, temperature=temperature)
    save_model(net, config, out)
    shutil.rmtree(out / "checkpoint")


def inputs_of(pages: Sequence[LabelledPage], options: GenreOptions) -> Inputs:
    """Return what the trained layers get for the pages."""
    seed_everything(options.seed)
    net = build(options.net, options.start).to(memory_format=torch.channels_last).eval()
    return network_inputs(pages, net, options.net, options.variants)


def fit(
    inputs: Inputs, train: Rows, val: Rows, options: GenreOptions, folder: Path | None = None
) -> nn.Module:
    """Return the averaged network after the last epoch; `folder` keeps a checkpoint an epoch."""
    if not len(train):
        raise TrainingError(
            "all pages share a site or family with split 'val': none is left to train on"
        )
    seed_everything(options.seed)
    net = build(options.net, options.start).to(memory_format=torch.channels_last)
    averaged = build(options.net).to(memory_format=torch.channels_last)
    averaged.load_state_dict(net.state_dict())
    groups = parameter_groups(net, options.learning_rate, options.backbone_rate)
    optimizer = torch.optim.AdamW(groups, weight_decay=options.weight_decay)
    read = (inputs.values, inputs.targets, train, val)
    name = run_name(options, read) if folder else ""
    state = TrainingState(folder, net, averaged, optimizer, name)
    for epoch in state.remaining_epochs(options.epochs, patience=options.epochs):
        loss = train_epoch(state, inputs, train, options, epoch)
        log.info("epoch %d/%d: loss %.3f", epoch + 1, options.epochs, loss)
        if len(val):
            right = logits(averaged, inputs, val).argmax(1).numpy() == inputs.targets[val]
            log.info("accuracy on kept-back pages %.3f", right.mean())
        state.finish_epoch(epoch, -loss)
    return averaged.eval()


def train_epoch(
    state: TrainingState, inputs: Inputs, train: Rows, options: GenreOptions, epoch: int
) -> float:
    """Train once over the pages in random order; return the mean loss."""
    generator = np.random.default_rng((options.seed, epoch))
    order = generator.permutation(train)
    weights = class_weights(inputs.targets[train], len(options.net.labels))
    per_epoch = math.ceil(len(train) / options.batch)
    state.network.train()
    total = 0.0
    for number, start in enumerate(range(0, len(order), options.batch)):
        step = epoch * per_epoch + number
        rows = order[start : start + options.batch]
        truth = F.one_hot(torch.from_numpy(inputs.targets[rows]), len(weights)).float()
        values, shares = mixed(inputs.varied(rows, generator), truth, options.mixup, generator)
        rate = schedule(step, options.epochs * per_epoch, options.warmup)
        for group in state.optimizer.param_groups:
            group["lr"] = group["full"] * rate
        with torch.autocast("cpu", torch.bfloat16, enabled=options.half):
            found = trained_part(state.network)(values)  # (batch, labels)
        loss = F.cross_entropy(found.float(), shares, weights, label_smoothing=options.smoothing)
        if not torch.isfinite(loss):
            raise TrainingError(f"the loss is {loss.item()} at step {step}: lower the rate")
        state.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        state.optimizer.step()
        average(state.mean, state.network, min(options.ema, (1 + step) / (10 + step)))
        total += loss.item() * len(rows)
    return total / len(train)


@torch.inference_mode()
def logits(net: nn.Module, inputs: Inputs, rows: Rows) -> torch.Tensor:
    """Return the logits of the pages at `rows`, (rows, labels), before the temperature."""
    part = trained_part(net.eval())
    starts = range(0, len(rows), 64)
    return torch.cat([part(inputs.plain(rows[i : i + 64])) for i in starts])


def trained_part(net: nn.Module) -> Callable[[torch.Tensor], torch.Tensor]:
    """Return what turns the inputs into logits: what stands above the frozen layers."""
    return net.upper if isinstance(net, GridNet) else net


def seed_everything(seed: int) -> None:
    """Seed every generator that training draws from."""
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
