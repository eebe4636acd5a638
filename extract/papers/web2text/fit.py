"""The training loop of Web2Text's networks (Vogels et al. 2018, section 3.5)."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from pagesight.extract.errors import TrainingError
from pagesight.extract.papers.web2text.network import ConvolutionStack
from pagesight.extract.training.state import Progress, TrainingState, run_name

_log = logging.getLogger(__name__)

NOT_COUNTED = -1  # the class of a block, or edge, whose label is not known

# The classes of items and those predicted for them -> how good that is, 0 to 1.
Criterion = Callable[[Tensor, Tensor], float]


@dataclass(frozen=True, slots=True)
class Web2TextOptions:
    """How to train; the defaults are the paper's."""

    steps: int = 5000
    steps_a_check: int = 100
    patches: int = 128  # a step
    patch_length: int = 9  # blocks; a patch of edges is one shorter
    learning_rate: float = 1e-3  # of Adam
    l2: float = 1e-4  # in the paper; the reference's last script has none
    patience: int = 50  # checks without a better one, after which to stop: all there are
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Items:
    """A page's blocks or edges: their features, (n, features), and classes, (n,)."""

    features: Tensor
    classes: Tensor


@dataclass(frozen=True, slots=True)
class LabelingTask:
    """What to learn: pages to train on, pages to choose the best weights by, and how."""

    train: Sequence[Items]
    validation: Sequence[Items]
    criterion: Criterion
    patch_length: int


def fit(
    network: ConvolutionStack, task: LabelingTask, options: Web2TextOptions, folder: Path
) -> Progress:
    """Train the network and leave it with the weights that do best on the validation pages.

    After each check the state is written to `folder`; if one of the same options and pages is
    there, training goes on from it. Raises TrainingError if no page is longer than a patch. Runs on
    a GPU if there is one.
    """
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    network.to(device)
    patches = _Patches(task, device)
    optimizer = torch.optim.Adam(
        network.parameters(), lr=options.learning_rate, weight_decay=options.l2
    )
    pages = (*task.train, *task.validation)
    name = run_name(options, [part for page in pages for part in (page.features, page.classes)])
    state = TrainingState(folder, network, network, optimizer, name)  # no running mean
    for check in state.remaining_epochs(options.steps // options.steps_a_check, options.patience):
        torch.manual_seed(options.seed * 100_003 + check)
        network.train()
        losses = []
        for _ in range(options.steps_a_check):
            features, classes = patches.draw(options.patches)
            optimizer.zero_grad()
            scores = network(features)  # (patches, length, classes)
            loss = F.nll_loss(scores.flatten(0, 1), classes.flatten(), ignore_index=NOT_COUNTED)
            torch.autograd.backward(loss)
            optimizer.step()
            losses.append(loss.item())
        score = _validate(network, task, device)
        state.finish_epoch(check, score)
        _log.info("check %d: loss %.4f, validation %.4f", check, np.mean(losses), score)
    network.to("cpu")
    return state.restore_best()


@torch.inference_mode()
def _validate(network: ConvolutionStack, task: LabelingTask, device: torch.device) -> float:
    network.eval()
    found = [network(page.features[None].to(device))[0].argmax(1) for page in task.validation]
    truth = torch.cat([page.classes for page in task.validation])
    counted = truth != NOT_COUNTED
    return task.criterion(truth[counted], torch.cat(found).cpu()[counted])


class _Patches:
    """Training pages end to end, to cut random patches from."""

    def __init__(self, task: LabelingTask, device: torch.device) -> None:
        pages = [page for page in task.train if len(page.classes) > task.patch_length]
        if not pages:
            raise TrainingError(f"no page has more than {task.patch_length} blocks with labels")
        lengths = torch.tensor([len(page.classes) for page in pages])
        self._features = torch.cat([page.features for page in pages]).to(device)
        self._classes = torch.cat([page.classes for page in pages]).to(device)
        self._first = lengths.cumsum(0) - lengths
        self._room = lengths - task.patch_length + 1  # patches that a page holds
        self._steps = torch.arange(task.patch_length)

    def draw(self, count: int) -> tuple[Tensor, Tensor]:
        """Return features (patches, length, features) and classes (patches, length).

        Each patch is from a random page, long or short, and a random place in it.
        """
        pages = torch.randint(len(self._first), (count,))
        start = self._first[pages] + (torch.rand(count) * self._room[pages]).long()
        at = start[:, None] + self._steps
        return self._features[at], self._classes[at]
