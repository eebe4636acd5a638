"""Train Web2Text from labelled pages (Vogels et al. 2018, sections 3.5 and 4.1)."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from time import monotonic

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from pagesight.datasets.schema import LabelledPage, corpora_table
from pagesight.extract.errors import TrainingError
from pagesight.extract.models.folder import save_model
from pagesight.extract.page.document import read
from pagesight.extract.papers.web2text.collapsed_dom import collapse
from pagesight.extract.papers.web2text.features import BLOCK_FEATURES, EDGE_FEATURES
from pagesight.extract.papers.web2text.model import EDGE_WEIGHT, KIND, page_features
from pagesight.extract.training.gold.align import gold_labels
from pagesight.extract.training.pace import pace
from pagesight.extract.training.state import (
    Progress,
    TrainingState,
    labelled,
    run_name,
    split_off_validation,
)

_log = logging.getLogger(__name__)

NOT_COUNTED = -1  # the class of a block, or edge, whose label is not known

# The classes of items and those predicted for them -> how good that is, 0 to 1.
Criterion = Callable[[Tensor, Tensor], float]
_KERNELS = (1, 1, 3, 3, 3)
_FILTERS = (50, 50, 50, 10)
_WEIGHT_DEVIATION = 0.1  # of the truncated normal that weights begin with (reference code)
_DROPOUT = 0.2  # of weights, not of activations (reference code)


class _WeightDropConv1d(nn.Conv1d):
    """A convolution that, while training, drops weights: another draw at each call."""

    def __init__(self, narrow: int, wide: int, kernel: int) -> None:
        super().__init__(narrow, wide, kernel, padding=kernel // 2)
        deviation = _WEIGHT_DEVIATION
        nn.init.trunc_normal_(self.weight, std=deviation, a=-2 * deviation, b=2 * deviation)
        nn.init.zeros_(self.get_parameter("bias"))

    def forward(self, values: Tensor) -> Tensor:
        """Return (pages, wide, blocks) of (pages, narrow, blocks)."""
        weight = F.dropout(self.weight, _DROPOUT, self.training)
        return F.conv1d(values, weight, self.bias, padding=self.padding)


class ConvolutionStack(nn.Module):
    """Features (pages, blocks, features) in, log-probabilities (pages, blocks, classes) out."""

    def __init__(self, features: int, classes: int) -> None:
        super().__init__()
        widths = (features, *_FILTERS, classes)
        self.layers = nn.ModuleList(
            _WeightDropConv1d(narrow, wide, kernel)
            for narrow, wide, kernel in zip(widths[:-1], widths[1:], _KERNELS, strict=True)
        )

    def forward(self, features: Tensor) -> Tensor:
        """Return the log-probabilities of each block's, or edge's, classes."""
        values = features.transpose(1, 2)  # (pages, features, blocks)
        for number, layer in enumerate(self.layers):
            values = layer(F.relu(values) if number else values)
        return F.log_softmax(values, dim=1).transpose(1, 2)


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
    checks = options.steps // options.steps_a_check
    for check in state.remaining_epochs(checks, options.patience):
        begun = monotonic()
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
        patches_drawn = options.steps_a_check * options.patches
        _log.info(
            "check %d of %d: loss %.4f, validation %.4f, %s",
            *(check + 1, checks, np.mean(losses), score),
            pace(patches_drawn, "patches", monotonic() - begun, checks - check - 1),
        )
    network.to("cpu")
    return state.restore_best()


@torch.inference_mode()
def _validate(network: ConvolutionStack, task: LabelingTask, device: torch.device) -> float:
    network.eval()
    predicted = [network(page.features[None].to(device))[0].argmax(1) for page in task.validation]
    truth = torch.cat([page.classes for page in task.validation])
    counted = truth != NOT_COUNTED
    return task.criterion(truth[counted], torch.cat(predicted).cpu()[counted])


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


def web2text_card(
    train: Sequence[LabelledPage],
    validation: Sequence[LabelledPage],
    options: Web2TextOptions,
    progress: Mapping[str, Progress],
) -> str:
    """Return the model folder's README.md; `progress` is by network, `blocks` and `edges`."""
    return f"""# web2text

Labels the leaves of a web page's collapsed DOM as content or boilerplate: two small convolutional
networks, over blocks and over edges, and Viterbi's algorithm (Vogels et al., ECIR 2018).

{corpora_table((*train, *validation))}

- Split: {len(train)} pages train, {len(validation)} of other sites choose the weights.
- Validation: F1 of content {progress["blocks"].best_score:.3f} (blocks alone), accuracy of the
  label pairs {progress["edges"].best_score:.3f}.
- Options: `{options}`
- Made on {date.today().isoformat()} by `pagesight train web2text --data FILE... --out DIR`,
  seed {options.seed}. Weights in half precision; licence as the project's.
- Limits: what counts as content is what the gold of the corpora above says. The stopwords are
  English; pages in other languages are labelled by shape alone.
"""


@dataclass(frozen=True, slots=True)
class _LabelledDom:
    """What the two networks learn from a page."""

    blocks: Items
    edges: Items


def train_web2text(
    pages: Sequence[LabelledPage], out: Path, options: Web2TextOptions | None = None
) -> None:
    """Write a Web2Text model folder. Raises TrainingError if too few pages have gold."""
    options = options or Web2TextOptions()
    train_pages, validation_pages = split_off_validation(pages, options.seed)
    train, validation = labelled(train_pages, validation_pages, _labelled)
    torch.manual_seed(options.seed)
    networks = {
        "blocks": ConvolutionStack(BLOCK_FEATURES, classes=2),
        "edges": ConvolutionStack(EDGE_FEATURES, classes=4),
    }
    tasks = _tasks(train, validation, options.patch_length)
    progress = {
        name: fit(network, tasks[name], options, out / f"checkpoint-{name}")
        for name, network in networks.items()
    }
    tensors = {
        f"{name}.{key}": value.numpy()
        for name, network in networks.items()
        for key, value in network.state_dict().items()
    }
    card = web2text_card(train_pages, validation_pages, options, progress)
    save_model(out, {"kind": KIND, "edge_weight": EDGE_WEIGHT}, tensors, card)


def _tasks(
    train: Sequence[_LabelledDom], validation: Sequence[_LabelledDom], patch_length: int
) -> Mapping[str, LabelingTask]:
    """Return what each network has to learn. The reference chooses by these two criteria."""
    blocks = [page.blocks for page in train], [page.blocks for page in validation]
    edges = [page.edges for page in train], [page.edges for page in validation]
    return {
        "blocks": LabelingTask(*blocks, criterion=_content_f1, patch_length=patch_length),
        "edges": LabelingTask(*edges, criterion=_accuracy, patch_length=patch_length - 1),
    }


def _labelled(page: LabelledPage) -> _LabelledDom | None:
    """Return features and gold labels of a page that has any."""
    dom = collapse(read(page.page))
    gold = gold_labels(page, dom.leaves)
    if not dom.leaves or gold is None:
        return None
    labels, features = torch.from_numpy(gold).long(), page_features(dom)
    return _LabelledDom(
        Items(torch.from_numpy(features.blocks), labels),
        Items(torch.from_numpy(features.edges), _edge_classes(labels)),
    )


def _edge_classes(classes: Tensor) -> Tensor:
    """Return 0 to 3 for the label pairs 00, 01, 10, 11; NOT_COUNTED where either label is."""
    left, right = classes[:-1], classes[1:]
    known = (left != NOT_COUNTED) & (right != NOT_COUNTED)
    return torch.where(known, 2 * left + right, NOT_COUNTED)


def _content_f1(truth: Tensor, predicted: Tensor) -> float:
    both = int((truth * predicted).sum())
    return 2 * both / max(1, int(truth.sum() + predicted.sum()))


def _accuracy(truth: Tensor, predicted: Tensor) -> float:
    return float((truth == predicted).float().mean())
