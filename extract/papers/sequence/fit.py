"""The training loop of the sequence labelers."""

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from pagesight.datasets.load import group_folds, groups_of, training_pages
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import TrainingError
from pagesight.extract.papers.sequence.network import (
    LeafExample,
    LeafNetwork,
    batched,
    probabilities,
)
from pagesight.extract.training.gold.align import GoldLabels
from pagesight.extract.training.gold.scores import BlockScore, macro_score, micro_score
from pagesight.extract.training.pace import pace
from pagesight.extract.training.state import Progress, TrainingState, run_name

_FOLDS = 12  # one of them validates: 5 of CleanEval's 57 pages, as in the papers

Pages = list[LabelledPage]
_log = logging.getLogger(__name__)
Scorer = Callable[[Sequence[GoldLabels], Sequence[GoldLabels]], BlockScore]
_SCORERS: dict[str, Scorer] = {"micro": micro_score, "macro": macro_score}


def split_off_validation(pages: Sequence[LabelledPage], seed: int) -> tuple[Pages, Pages]:
    """Return training and validation pages: the corpus's `val` split, else one fold of the groups.

    Raises TrainingError if all pages are of one site.
    """
    marked = [page for page in pages if page.split == "val"]
    if marked:
        return training_pages(pages), marked
    groups = groups_of(pages)
    count = min(_FOLDS, len(set(groups)))
    if count < 2:
        raise TrainingError(f"{len(pages)} pages of {count} site(s): two sites are needed")
    fold_of = group_folds(groups, [page.source for page in pages], count, seed)
    train = [page for page, fold in zip(pages, fold_of, strict=True) if fold]
    return train, [page for page, fold in zip(pages, fold_of, strict=True) if not fold]


@dataclass(frozen=True, slots=True)
class FitOptions:
    """How to train. The defaults are BoilerNet's (section 4.2)."""

    epochs: int = 50
    batch_pages: int = 16
    learning_rate: float = 1e-3  # Adam's default in the reference's library
    balanced: bool = True  # class weights n / (2 n_c)
    criterion: str = "micro"  # which mean F1 of the two classes picks the epoch: micro or macro
    average: float = 0.0  # decay a step of the mean of weights that is kept; 0: of the last alone
    patience: int = 50  # epochs without a better one, after which to stop: all there are
    max_leaves: int | None = None  # of a longer page, training reads a random stretch an epoch
    max_norm: float = math.inf  # to which a batch's gradient is clipped
    seed: int = 0


def fit(
    network: LeafNetwork,
    train: Sequence[LeafExample],
    validation: Sequence[LeafExample],
    options: FitOptions,
    folder: Path,
) -> Progress:
    """Train the network and leave it with the weights of its best epoch on `validation`.

    After each epoch the state is written to `folder`; if one of the same options and pages is
    there, training goes on from it. Runs on a GPU if there is one.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network.to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=options.learning_rate)
    weights = _class_weights(train, options.balanced).to(device)
    lasting = replace(options, epochs=0, patience=0)  # these may change when a run goes on
    mean = AveragedModel(network, avg_fn=_running_mean(options.average))
    mean.n_averaged.fill_(1)  # the mean begins with the weights as they are now
    read = [part for page in (*train, *validation) for part in (*page.inputs, page.labels)]
    state = TrainingState(folder, network, mean.module, optimizer, run_name(lasting, read))
    for epoch in state.remaining_epochs(options.epochs, options.patience):
        begun = monotonic()
        torch.manual_seed(options.seed * 100_003 + epoch)
        network.train()
        losses = []
        stretches = [_stretch(page, options.max_leaves) for page in train]
        for pages in _batches(stretches, options.batch_pages):
            optimizer.zero_grad()
            loss = network.loss(batched(pages, device), weights)
            torch.autograd.backward(loss)
            nn.utils.clip_grad_norm_(network.parameters(), options.max_norm)
            optimizer.step()
            mean.update_parameters(network)
            losses.append(loss.item())
        score = _score(mean.module, validation, options.criterion)
        state.finish_epoch(epoch, score)
        _log.info(
            "epoch %d of %d: loss %.4f, score %.4f, %s",
            *(epoch + 1, options.epochs, np.mean(losses), score),
            pace(len(train), "pages", monotonic() - begun, options.epochs - epoch - 1),
        )
    network.to("cpu")
    return state.restore_best()


def _score(network: nn.Module, pages: Sequence[LeafExample], criterion: str) -> float:
    """Return the mean F1 of content and noise, over all leaves (micro) or by page (macro)."""
    network.eval()
    predictions = [
        (probabilities(network, page.inputs) > 0.5).astype(np.int8)  # the reference rounds
        for page in pages
    ]
    truths = [page.labels.numpy().astype(np.int8) for page in pages]
    return _SCORERS[criterion](truths, predictions).average_f1


def _class_weights(pages: Sequence[LeafExample], balanced: bool) -> Tensor:
    """Return the weights of noise and content: n / (2 n_c), or ones."""
    if not balanced:
        return torch.ones(2)
    counts = sum(
        (torch.tensor([(page.labels == label).sum() for label in (0, 1)]) for page in pages),
        start=torch.zeros(2),
    )
    return counts.sum() / (2 * counts.clamp(min=1))


def _running_mean(decay: float) -> Callable[[Tensor, Tensor, Tensor | int], Tensor]:
    """Return how a kept weight and a new one give the next kept one."""
    return lambda kept, new, _: kept.lerp(new, 1 - decay)


def _stretch(page: LeafExample, length: int | None) -> LeafExample:
    """Return `length` leaves in a row from a random place in the page, or the page if shorter."""
    if length is None:
        return page
    start = int(torch.randint(max(1, len(page.labels) - length + 1), ()))
    cut = slice(start, start + length)
    return LeafExample(tuple(part[cut] for part in page.inputs), page.labels[cut])


def _batches(pages: Sequence[LeafExample], size: int) -> list[list[LeafExample]]:
    """Return the pages in batches of about equal length, differently at each call."""
    noisy = torch.rand(len(pages)) + 0.5
    lengths = torch.tensor([len(page.labels) for page in pages]) * noisy
    order = torch.argsort(lengths).tolist()
    chunks = [order[start : start + size] for start in range(0, len(order), size)]
    shuffled = torch.randperm(len(chunks)).tolist()
    return [[pages[number] for number in chunks[chunk]] for chunk in shuffled]
