"""Train the screenshot classifier: one loop, one schedule, one folder out."""

import logging
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from pagesight.datasets.schema import LabelledPage
from pagesight.vision.augment import AugmentOptions, augment
from pagesight.vision.calibrate import fit_temperature
from pagesight.vision.checkpoint import Checkpoint, read_checkpoint, write_checkpoint
from pagesight.vision.config import NetConfig
from pagesight.vision.data import Screenshots, screenshots
from pagesight.vision.errors import TrainingError
from pagesight.vision.model import Start, build, save_model
from pagesight.vision.optimize import average, class_weights, parameter_groups, schedule
from pagesight.vision.preprocess import normalise

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GenreOptions:
    """How the screenshot classifier is trained."""

    net: NetConfig = field(default_factory=NetConfig)
    start: Start = "package"
    epochs: int = 12
    batch: int = 32
    learning_rate: float = 1e-3
    backbone_rate: float = 0.3  # of the learning rate, for layers that start from ImageNet
    weight_decay: float = 0.05
    warmup: float = 0.1  # share of the steps
    smoothing: float = 0.1  # label smoothing
    ema: float = 0.99  # decay a step of the averaged weights, which are the ones kept
    augment: AugmentOptions = field(default_factory=AugmentOptions)
    half: bool = True  # bfloat16 arithmetic: 2.5 times as fast on CPUs that have it
    seed: int = 0
    cache: Path | None = None  # folder for decoded pictures


def train_genre(pages: Sequence[LabelledPage], out: Path, options: GenreOptions) -> None:
    """Train on the pages whose split is not "val" and write the model folder `out`.

    Pages of split "val" are looked at after each epoch and fit the temperature. A run that was
    cut off goes on from `out`/checkpoint. Raises TrainingError if no page can be learned from.
    """
    train = screenshots([p for p in pages if p.split != "val"], options.net, options.cache)
    held_out = [page for page in pages if page.split == "val"]
    val = screenshots(held_out, options.net, options.cache) if held_out else None
    net = fit(train, val, options, out / "checkpoint")
    config = options.net
    if val is not None:
        temperature = fit_temperature(logits(net, val, config).numpy(), val.targets)
        config = replace(config, temperature=temperature)
    save_model(net, config, out)


def fit(
    train: Screenshots, val: Screenshots | None, options: GenreOptions, folder: Path | None = None
) -> nn.Module:
    """Return the averaged network after the last epoch; `folder` keeps a checkpoint an epoch."""
    seed_everything(options.seed)
    net = build(options.net, options.start).to(memory_format=torch.channels_last)
    averaged = build(options.net).to(memory_format=torch.channels_last)
    averaged.load_state_dict(net.state_dict())
    groups = parameter_groups(net, options.learning_rate, options.backbone_rate)
    optimizer = torch.optim.AdamW(groups, weight_decay=options.weight_decay)
    run = Checkpoint(net, averaged, optimizer)
    for epoch in range(read_checkpoint(run, folder) if folder else 0, options.epochs):
        loss = train_epoch(run, train, options, epoch)
        log.info("epoch %d/%d: loss %.3f%s", epoch + 1, options.epochs, loss,
                 _accuracy(averaged, val, options.net))  # fmt: skip
        if folder:
            write_checkpoint(run, epoch + 1, folder)
    return averaged.eval()


def train_epoch(run: Checkpoint, train: Screenshots, options: GenreOptions, epoch: int) -> float:
    """Train once over the pages; return the mean loss."""
    generator = torch.Generator().manual_seed(options.seed * 10_007 + epoch)
    weights = class_weights(train.targets, len(options.net.labels))
    per_epoch = math.ceil(len(train) / options.batch)
    step, total = epoch * per_epoch, 0.0
    run.net.train()
    for pictures, targets in batches(train, options, generator):
        rate = schedule(step, options.epochs * per_epoch, options.warmup)
        for group in run.optimizer.param_groups:
            group["lr"] = group["full"] * rate
        with torch.autocast("cpu", torch.bfloat16, enabled=options.half):
            found = run.net(pictures)  # (batch, labels)
        loss = F.cross_entropy(
            found.float(), targets, weight=weights, label_smoothing=options.smoothing
        )
        if not torch.isfinite(loss):
            raise TrainingError(f"the loss is {loss.item()} at step {step}: lower the rate")
        run.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        run.optimizer.step()
        average(run.averaged, run.net, min(options.ema, (1 + step) / (10 + step)))
        total += loss.item() * len(targets)
        step += 1
    return total / len(train)


def batches(
    train: Screenshots, options: GenreOptions, generator: torch.Generator
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Yield the pages once in random order, augmented: (batch, 3, height, width) and (batch,)."""
    size = options.net.input
    plain = replace(size, mean=(0.0, 0.0, 0.0), std=(1.0, 1.0, 1.0))
    mean, std = (torch.tensor(v).view(1, 3, 1, 1) for v in (size.mean, size.std))
    order = torch.randperm(len(train), generator=generator).numpy()
    for start in range(0, len(order), options.batch):
        rows = np.sort(order[start : start + options.batch])
        pictures = augment(normalise(train.pictures[rows], plain), options.augment, generator)
        shaped = ((pictures - mean) / std).contiguous(memory_format=torch.channels_last)
        yield shaped, torch.from_numpy(train.targets[rows])


@torch.inference_mode()
def logits(net: nn.Module, pages: Screenshots, config: NetConfig) -> torch.Tensor:
    """Return the logits of all pages, (pages, labels), before the temperature."""
    net.eval()
    starts = range(0, len(pages), 32)
    return torch.cat([net(normalise(pages.pictures[i : i + 32], config.input)) for i in starts])


def seed_everything(seed: int) -> None:
    """Seed every generator that training draws from."""
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)


def _accuracy(net: nn.Module, val: Screenshots | None, config: NetConfig) -> str:
    """Return how right the network is on kept-back pages, in words."""
    if val is None:
        return ""
    right = logits(net, val, config).argmax(1).numpy() == val.targets
    return f", accuracy on kept-back pages {right.mean():.3f}"
