"""Sight: Pagesight's own labeler of text blocks.

Boosted trees and a convolutional network, each over the table of block features and the logits of
two linear models over hashed words; their logits are pooled. A second ensemble predicts, from the
probabilities and facts of the page, the word F1 that they reach. Everything is predicted in numpy.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.table import BlockFeatures, block_features, without_address
from pagesight.extract.labelers.extractor import Labels
from pagesight.extract.labelers.linear import BlockWords, sigmoid
from pagesight.extract.labelers.sight.convolution import Convolution
from pagesight.extract.models.folder import Model, build_model, save_model
from pagesight.extract.models.trees import Trees
from pagesight.extract.page.document import Document
from pagesight.extract.selection.choose import Choice, is_contentless, select

NAME = "sight"


@dataclass(frozen=True, slots=True)
class SightModel:
    """The parts of the labeler."""

    words: BlockWords
    blocks: Trees  # the logit of a block's being content; `columns` are those that it reads
    sequence: Convolution  # the same of the same columns, by what stands around a block too
    quality: Trees  # the word F1 of a page

    def probabilities(self, features: BlockFeatures) -> NDArray[np.float32]:
        """Return the probability that each block is content, (blocks,)."""
        rows = self.words.inputs(features, self.blocks.columns)
        return pooled(self.blocks.raw(rows)[:, 0], self.sequence.logits(rows))

    def expected_quality(
        self, features: BlockFeatures, probabilities: NDArray[np.float32]
    ) -> float:
        """Return the word F1 to expect of the selection by those probabilities, 0 to 1.

        It is 0 of one that keeps nothing.
        """
        choice = select(features, probabilities)
        if not choice.kept.any():
            return 0.0
        row = quality_row(features, probabilities, choice)
        return min(max(float(self.quality.raw(row[:, None])[0, 0]), 0.0), 1.0)


def pooled(by_trees: NDArray[np.float32], by_sequence: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the probabilities that two logits a block come to: those of their mean."""
    return sigmoid((by_trees + by_sequence) / 2)


@dataclass(frozen=True)
class _Labeled:
    """A page that was labeled: how good its extraction will be is found when first asked for."""

    model: SightModel
    features: BlockFeatures
    probabilities: NDArray[np.float32]

    @cached_property
    def expected_quality(self) -> float:
        """Return the word F1 to expect; 0 of a page without content."""
        if is_contentless(self.probabilities, self.features.counts.words):
            return 0.0
        return self.model.expected_quality(self.features, self.probabilities)


class Sight:
    """The model as a labeler."""

    name = NAME

    def __init__(self, model: SightModel) -> None:
        self._model = model

    def label(self, document: Document) -> Labels:
        """Return the page's blocks with their probabilities, and what knows how good they are."""
        if not document.blocks:
            return Labels((), np.zeros(0, np.float32))
        return self._labels(document, document.once(block_features))

    def label_without_address(self, document: Document) -> Labels:
        """Return what it says of a page of some blocks as if the address were not known."""
        return self._labels(document, without_address(document.once(block_features)))

    def _labels(self, document: Document, features: BlockFeatures) -> Labels:
        found = self._model.probabilities(features)
        return Labels(document.blocks, found, _Labeled(self._model, features, found))


def save_sight(model: SightModel, folder: Path, card: str) -> None:
    """Write a model folder."""
    arrays = {
        **model.words.arrays(),
        **model.blocks.arrays("blocks"),
        **model.sequence.arrays("sequence"),
        **model.quality.arrays("quality"),
    }
    config = {"kind": NAME, "columns": model.blocks.columns}
    save_model(folder, config, arrays, card, exact=True)


def load_sight(folder: Path | None = None) -> Sight:
    """Return the labeler of a model folder, by default the packaged one. Raises ModelError."""
    return Sight(build_model(NAME, folder, _model))


def _model(model: Model) -> SightModel:
    return SightModel(
        words=BlockWords.from_arrays(model.tensors),
        blocks=Trees.from_arrays(model.tensors, "blocks", model.config["columns"]),
        sequence=Convolution.from_arrays(model.tensors, "sequence"),
        quality=Trees.from_arrays(model.tensors, "quality", ()),
    )


_PAGE_FACTS = (
    "page_blocks", "page_chars", "page_links", "page_prose", "page_paragraphs", "page_items",
    "page_headings", "page_block_chars", "page_path_chars",
)  # fmt: skip


def quality_row(
    features: BlockFeatures, probabilities: NDArray[np.float32], choice: Choice
) -> NDArray[np.float32]:
    """Return the facts of a page and its labels that predict its quality, (facts,)."""
    counts, kept = features.counts, choice.kept
    words = counts.words + 1e-3
    doubt = np.minimum(probabilities, 1 - probabilities)
    total, held = float(words.sum()), float(words[kept].sum())
    place = {name: number for number, name in enumerate(features.columns)}
    facts = (
        choice.expected_f1,
        float((probabilities * words)[kept].sum()) / held,
        float((doubt * words).sum()) / total,
        float(doubt.mean()),
        _median(probabilities[kept]),
        float(probabilities.max()),
        held,
        held / total,
        float(kept.mean()),
        float(np.abs(np.diff(kept.astype(np.int8))).sum()) / len(kept),
        float(np.log1p(len(kept))),
        float(counts.links[kept].mean()),
        float(counts.prose[kept].sum()) / max(float(counts.chars[kept].sum()), 1.0),
        *(float(features.by_column[place[name], 0]) for name in _PAGE_FACTS),
    )
    return np.array(facts, np.float32)


def _median(values: NDArray[np.float32]) -> float:
    """Return the median of at least one value: NumPy's own loads its masked arrays, 10 ms."""
    ordered = np.sort(values)
    middle = len(ordered) // 2
    return float((ordered[middle] + ordered[~middle]) / 2)
