"""Train BoilerNet and MultiBoilerNet from labelled pages."""

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from time import monotonic

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from pagesight.datasets.schema import LabelledPage, corpora_table
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.dom import parse
from pagesight.extract.papers.sequence.boilernet import BoilerNet, BoilerNetConfig, leaves
from pagesight.extract.papers.sequence.encoders import EncoderConfig
from pagesight.extract.papers.sequence.multiboilernet import (
    CACHE_FILE,
    MultiBoilerNet,
    MultiBoilerNetConfig,
)
from pagesight.extract.papers.sequence.network import (
    LeafExample,
    LeafNetwork,
    batched,
    probabilities,
)
from pagesight.extract.training.gold.align import GoldLabels, gold_labels
from pagesight.extract.training.gold.scores import BlockScore, macro_score, micro_score
from pagesight.extract.training.pace import pace, paced
from pagesight.extract.training.state import (
    Progress,
    TrainingState,
    labelled,
    run_name,
    split_off_validation,
)

_log = logging.getLogger(__name__)
Scorer = Callable[[Sequence[GoldLabels], Sequence[GoldLabels]], BlockScore]
_SCORERS: dict[str, Scorer] = {"micro": micro_score, "macro": macro_score}
_SMALL_CORPUS = 300  # pages; the papers train on about 55
_LARGE_HIDDEN = 96  # less than half the papers' width: a fifth of the time
_LARGE_EPOCHS = 5  # by hand, for time
_LARGE_DROPOUT = 0.1  # of MultiBoilerNet, as in its paper; few rounds do not overfit
Network = BoilerNet | MultiBoilerNet
Untrained = Callable[[Sequence[Sequence[Block]]], Network]


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
    mean = AveragedModel(network, avg_fn=lambda kept, new, _: kept.lerp(new, 1 - options.average))
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


@dataclass(frozen=True, slots=True)
class BoilerNetOptions:
    """Network and training of BoilerNet, as in its paper."""

    network: BoilerNetConfig = field(default_factory=BoilerNetConfig)
    fit: FitOptions = field(default_factory=FitOptions)


def _multiboilernet_fit() -> FitOptions:
    """Return section IV.A's; it does not give the batch size.

    Of 16, as BoilerNet, and 4 the five validation pages of CleanEval choose 4: .853 for .785.
    """
    return FitOptions(epochs=20, batch_pages=4, balanced=False, criterion="macro")


@dataclass(frozen=True, slots=True)
class MultiBoilerNetOptions:
    """Network and training of MultiBoilerNet, as in its paper but for the encoder."""

    network: MultiBoilerNetConfig = field(default_factory=MultiBoilerNetConfig)
    fit: FitOptions = field(default_factory=_multiboilernet_fit)
    cache: Path | None = None  # of a frozen encoder's vectors; by default beside the model


def boilernet_options(pages: int) -> BoilerNetOptions:
    """Return the paper's for a corpus of its size; a smaller network and fewer rounds for others.

    docs/methods.md has both beside the paper's.
    """
    options = BoilerNetOptions()
    if pages <= _SMALL_CORPUS:
        return options
    network = replace(options.network, hidden=_LARGE_HIDDEN)
    return replace(options, network=network, fit=_few_rounds(options.fit))


def _multiboilernet_options(pages: int, encoder: str, depth_weight: float) -> MultiBoilerNetOptions:
    """Return the same for MultiBoilerNet with that text encoder."""
    options = _NGRAMS if encoder == "ngrams" else MultiBoilerNetOptions()
    network = replace(options.network, encoder=EncoderConfig(encoder), depth_weight=depth_weight)
    if pages <= _SMALL_CORPUS:
        return replace(options, network=network)
    network = replace(network, hidden=_LARGE_HIDDEN, dropout=_LARGE_DROPOUT)
    return replace(options, network=network, fit=_few_rounds(options.fit))


# N-grams know only the words of the training pages. What makes up for it was chosen on CleanEval's
# development pages and one half of its final ones (docs/studies/labelers.md).
_NGRAMS = MultiBoilerNetOptions(
    MultiBoilerNetConfig(hidden=128, dropout=0.5, measured=64),
    FitOptions(
        epochs=60,
        batch_pages=8,
        balanced=False,
        criterion="macro",
        average=0.98,
        patience=60,
        max_leaves=300,
        max_norm=5.0,
    ),
)


def _few_rounds(options: FitOptions) -> FitOptions:
    """Return few epochs of many small batches, of which a running mean of the weights is kept."""
    return replace(
        options,
        epochs=_LARGE_EPOCHS,
        batch_pages=8,
        criterion="macro",
        average=0.95,  # the epochs' own weights differ by chance (CleanEval, dev)
        max_leaves=300,
        max_norm=5.0,  # long pages: rare huge gradients
    )


@dataclass(frozen=True, slots=True)
class _Leaves:
    """The leaves of a page and their gold labels."""

    blocks: tuple[Block, ...]
    labels: GoldLabels


def train_boilernet(
    pages: Sequence[LabelledPage], out: Path, options: BoilerNetOptions | None = None
) -> None:
    """Write a BoilerNet model folder. Raises TrainingError if too few pages have gold."""
    options = options or boilernet_options(len(pages))
    _train(pages, out, options.fit, lambda leaves: BoilerNet.untrained(leaves, options.network))


def train_multiboilernet(
    pages: Sequence[LabelledPage],
    out: Path,
    options: MultiBoilerNetOptions | None = None,
    *,
    encoder: str = "ngrams",
    depth_weight: float = 0.5,
) -> None:
    """Write a MultiBoilerNet model folder. Raises TrainingError if too few pages have gold.

    Without `options` they follow from the number of pages, the encoder and the weight: 0 is for one
    task, without the depth of the path.
    """
    options = options or _multiboilernet_options(len(pages), encoder, depth_weight)
    _train(
        pages,
        out,
        options.fit,
        lambda leaves: MultiBoilerNet.untrained(
            leaves, options.network, options.cache or out / CACHE_FILE
        ),
    )


def _train(
    pages: Sequence[LabelledPage], out: Path, options: FitOptions, untrained: Untrained
) -> None:
    train_pages, validation_pages = split_off_validation(pages, options.seed)
    train, validation = labelled(train_pages, validation_pages, _labelled)
    torch.manual_seed(options.seed)
    network = untrained([page.blocks for page in train])
    progress = fit(
        network,
        [_example(network, page) for page in paced(train, "training pages encoded")],
        [_example(network, page) for page in paced(validation, "validation pages encoded")],
        options,
        out / "checkpoint",
    )
    network.save(out, model_card(network.kind, train_pages, validation_pages, options, progress))


def _labelled(page: LabelledPage) -> _Leaves | None:
    """Return the leaves of a page that has any, and gold labels for them."""
    blocks = leaves(parse(page.page.html))
    labels = gold_labels(page, blocks)
    return _Leaves(blocks, labels) if blocks and labels is not None else None


def _example(network: Network, page: _Leaves) -> LeafExample:
    return LeafExample(network.inputs(page.blocks), torch.from_numpy(page.labels).long())


def model_card(
    kind: str,
    train: Sequence[LabelledPage],
    validation: Sequence[LabelledPage],
    options: FitOptions,
    progress: Progress,
) -> str:
    """Return the model folder's README.md."""
    return f"""# {kind}

Labels the text leaves of a web page as content or boilerplate.

{corpora_table((*train, *validation))}

- Split: {len(train)} pages train, {len(validation)} of other sites choose the epoch, by the mean
  F1 of content and noise ({options.criterion}): {progress.best_score:.3f}.
- Epoch {progress.best_epoch + 1} of {len(progress.scores)}.
- Options: `{options}`
- What differs from the paper: docs/methods.md.
- Made on {date.today().isoformat()} by `pagesight train {kind} --data FILE... --out DIR`,
  seed {options.seed}. Weights in half precision; licence as the project's.
- Limits: the gold of the corpora above says what counts as content; pages made otherwise
  (forums, shops, applications) fit less well.
"""
