"""Train BoilerNet and MultiBoilerNet from labelled pages."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

import torch

from pagesight.datasets.schema import LabelledPage, corpora_table
from pagesight.extract.errors import ParseError, TrainingError
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.dom import parse
from pagesight.extract.papers.sequence.boilernet import BoilerNet, BoilerNetConfig, leaves
from pagesight.extract.papers.sequence.encoders import EncoderConfig
from pagesight.extract.papers.sequence.fit import FitOptions, fit, split_off_validation
from pagesight.extract.papers.sequence.multiboilernet import (
    CACHE_FILE,
    MultiBoilerNet,
    MultiBoilerNetConfig,
)
from pagesight.extract.papers.sequence.network import LeafExample
from pagesight.extract.training.gold.align import GoldLabels, gold_labels
from pagesight.extract.training.pace import paced
from pagesight.extract.training.state import Progress

_SMALL_CORPUS = 300  # pages; the papers train on about 55
_LARGE_HIDDEN = 96  # less than half the papers' width: a fifth of the time
_LARGE_EPOCHS = 5  # by hand, for time
_LARGE_DROPOUT = 0.1  # of MultiBoilerNet, as in its paper; few rounds do not overfit
_log = logging.getLogger(__name__)
Network = BoilerNet | MultiBoilerNet
Untrained = Callable[[Sequence[Sequence[Block]]], Network]


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
    train, validation = _labelled(train_pages), _labelled(validation_pages)
    if not train or not validation:
        raise TrainingError(
            f"{len(train)} training and {len(validation)} validation pages have gold labels and "
            "text; at least one of each is needed, of different sites"
        )
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


def _labelled(pages: Sequence[LabelledPage]) -> list[_Leaves]:
    """Return the leaves of the pages that have any, and gold labels for them."""
    found = []
    for page in pages:
        try:
            blocks = leaves(parse(page.page.html))
        except ParseError as error:
            _log.warning("left out %s: %s", page.id, error)
            continue
        labels = gold_labels(page, blocks)
        if blocks and labels is not None:
            found.append(_Leaves(blocks, labels))
    return found


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
