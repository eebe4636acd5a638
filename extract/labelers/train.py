"""Train BoilerNet and MultiBoilerNet from labelled pages."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.blocks import Block
from pagesight.extract.dom import parse
from pagesight.extract.errors import ParseError, TrainingError
from pagesight.extract.labelers.boilernet import BoilerNet
from pagesight.extract.labelers.card import model_card
from pagesight.extract.labelers.fit import FitOptions, fit
from pagesight.extract.labelers.gold_labels import GoldLabels, gold_labels
from pagesight.extract.labelers.leaves import leaves
from pagesight.extract.labelers.multiboilernet import CACHE_FILE, MultiBoilerNet
from pagesight.extract.labelers.sequence_model import Example
from pagesight.extract.labelers.train_options import (
    BoilerNetOptions,
    MultiBoilerNetOptions,
    boilernet_options,
    multiboilernet_options,
)
from pagesight.extract.labelers.validation import split_off_validation

_log = logging.getLogger(__name__)

Network = BoilerNet | MultiBoilerNet
Untrained = Callable[[Sequence[Sequence[Block]]], Network]


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
) -> None:
    """Write a MultiBoilerNet model folder. Raises TrainingError if too few pages have gold."""
    options = options or multiboilernet_options(len(pages))
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
    train_pages, validation_pages = _split(pages, options)
    train, validation = _labelled(train_pages), _labelled(validation_pages)
    if not train or (validation_pages and not validation):
        raise TrainingError(
            f"{len(train)} training and {len(validation)} validation pages have gold labels and "
            "text; at least one of each is needed, of different sites"
        )
    torch.manual_seed(options.seed)
    network = untrained([page.blocks for page in train])
    progress = fit(
        network,
        [_example(network, page) for page in train],
        [_example(network, page) for page in validation],
        options,
        out / "checkpoint",
    )
    network.save(out, model_card(network.kind, train_pages, validation_pages, options, progress))


def _split(
    pages: Sequence[LabelledPage], options: FitOptions
) -> tuple[Sequence[LabelledPage], Sequence[LabelledPage]]:
    """Return training and validation pages; without folds, all pages train."""
    if not options.validation_folds:
        return pages, ()
    return split_off_validation(pages, options.seed, options.validation_folds)


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


def _example(network: Network, page: _Leaves) -> Example:
    return Example(network.inputs(page.blocks), torch.from_numpy(page.labels).long())
