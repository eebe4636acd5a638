"""Sight: Pagesight's own labeler of text blocks.

Boosted trees and a convolutional network, each over the table of block features and the logits of
two linear models over hashed words; their logits are pooled. A second ensemble predicts, from the
probabilities and facts of the page, the word F1 that they reach. Everything is predicted in numpy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.table import BlockFeatures, block_features, without_address
from pagesight.extract.labelers.extractor import Labels
from pagesight.extract.labelers.linear import BlockWords, sigmoid
from pagesight.extract.models.folder import Model, build_model, save_model
from pagesight.extract.models.trees import Trees
from pagesight.extract.page.document import Document
from pagesight.extract.selection.choose import Choice, is_contentless, select

DILATIONS = (1, 2, 4, 8, 16, 32)  # blocks between the three that a layer looks at
MOST = 4.0  # standard deviations that a column may be off its mean
_TINY = 1e-5  # as torch adds to a variance
# Multiplications of a product from which OpenBLAS takes several threads: on so small matrices they
# wait for each other longer than they work, in every process of a job.
_SEVERAL_THREADS = 1 << 19
_LANES = 16  # columns that its kernels take at a time

Numbers = NDArray[np.float32]
_PARTS = ("scale", "shift", "kernel", "around", "bias")
NAME = "sight"
_PAGE_FACTS = (
    "page_blocks", "page_chars", "page_links", "page_prose", "page_paragraphs", "page_items",
    "page_headings", "page_block_chars", "page_path_chars",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer of `width` channels; `around` is what it makes of the mean over the page."""

    scale: Numbers  # (width,) of the normalised channels
    shift: Numbers  # (width,)
    kernel: Numbers  # (3, width, width): the block before, the block, the block after
    around: Numbers  # (width, width)
    bias: Numbers  # (width,)

    def added(self, state: Numbers, dilation: int) -> Numbers:
        """Return what the layer adds to the channels, (width, blocks)."""
        width, blocks = state.shape
        centred = state - state.sum(axis=0) / width
        variance = np.square(centred).sum(axis=0) / width
        centred /= np.sqrt(variance + _TINY)
        normal = centred * self.scale[:, None] + self.shift[:, None]
        channels = _product(self.kernel[1], normal)
        channels += (normal.sum(axis=1) / blocks @ self.around + self.bias)[:, None]
        if blocks > dilation:
            channels[:, dilation:] += _product(self.kernel[0], normal[:, :-dilation])
            channels[:, :-dilation] += _product(self.kernel[2], normal[:, dilation:])
        return np.asarray(np.maximum(channels, 0, out=channels))


@dataclass(frozen=True, slots=True)
class Standard:
    """How columns of any size become numbers about 0: the logarithm, less mean, by deviation."""

    mean: Numbers  # (columns,)
    deviation: Numbers  # (columns,)

    def __call__(self, by_column: Numbers) -> Numbers:
        """Return the numbers, (columns, blocks)."""
        logs = np.abs(by_column)
        logs += 1  # the logarithm of the sum: numpy's log1p takes six times as long
        np.log(logs, out=logs)
        np.copysign(logs, by_column, out=logs)
        logs -= self.mean[:, None]
        logs /= self.deviation[:, None]
        return np.clip(logs, -MOST, MOST, out=logs)


@dataclass(frozen=True, slots=True)
class Convolution:
    """Residual layers of dilated convolutions (Yu and Koltun, ICLR 2016; Bai, Kolter, Koltun, arXiv
    1803.01271), of which each also adds what the whole page has in the mean.

    Trees judge a block by columns that were thought of beforehand; this network learns what stands
    around a block, near and far. Its columns are those of the trees beside it.
    """

    standard: Standard
    entry: Numbers  # (columns, width)
    entry_bias: Numbers  # (width,)
    layers: tuple[Layer, ...]
    exit: Numbers  # (width,)
    exit_bias: float

    def logits(self, by_column: Numbers) -> Numbers:
        """Return the logit of each block's being content, of numbers (columns, blocks)."""
        state = _product(self.entry, self.standard(by_column))
        state += self.entry_bias[:, None]
        np.maximum(state, 0, out=state)
        for layer, dilation in zip(self.layers, DILATIONS, strict=True):
            state += layer.added(state, dilation)
        return np.asarray(self.exit @ state + self.exit_bias)

    def arrays(self, prefix: str) -> dict[str, NDArray[Any]]:
        """Return what `from_arrays` reads; all but the standard in half precision."""
        by_name = {"mean": self.standard.mean, "deviation": self.standard.deviation}
        halves = {"entry": self.entry, "entry_bias": self.entry_bias, "exit": self.exit}
        halves["exit_bias"] = np.array([self.exit_bias])
        for part in _PARTS:
            halves[part] = np.stack([getattr(layer, part) for layer in self.layers])
        by_name |= {name: array.astype(np.float16) for name, array in halves.items()}
        return {f"{prefix}.{name}": array for name, array in by_name.items()}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]], prefix: str) -> "Convolution":
        """Return the network saved under that prefix."""
        start = f"{prefix}."
        by_part = {
            name.removeprefix(start): array.astype(np.float32)
            for name, array in arrays.items()
            if name.startswith(start)
        }
        parts = zip(*(by_part[part] for part in _PARTS), strict=True)
        return cls(
            standard=Standard(by_part["mean"], by_part["deviation"]),
            entry=by_part["entry"],
            entry_bias=by_part["entry_bias"],
            layers=tuple(Layer(*layer) for layer in parts),
            exit=by_part["exit"],
            exit_bias=float(by_part["exit_bias"][0]),
        )


def _product(weights: Numbers, by_column: Numbers) -> Numbers:
    """Return what weights (columns, width) make of the columns, (width, blocks), in one thread."""
    size = max(1, (_SEVERAL_THREADS - 1) // weights.size // _LANES * _LANES)
    blocks = by_column.shape[1]
    product = np.empty((weights.shape[1], blocks), np.float32)
    for start in range(0, blocks, size):
        part = slice(start, start + size)
        np.matmul(weights.T, by_column[:, part], out=product[:, part])
    return product


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
    features: BlockFeatures | None  # of a page with blocks
    probabilities: NDArray[np.float32]

    @cached_property
    def expected_quality(self) -> float:
        """Return the word F1 to expect; 0 of a page without content."""
        if not self.features or is_contentless(self.probabilities, self.features.counts.words):
            return 0.0
        return self.model.expected_quality(self.features, self.probabilities)


class Sight:
    """The model as a labeler."""

    name = NAME

    def __init__(self, model: SightModel) -> None:
        self._model = model

    def label(self, document: Document) -> Labels:
        """Return the page's blocks with their probabilities, and what knows how good they are."""
        return self._labels(document, document.once(block_features) if document.blocks else None)

    def label_without_address(self, document: Document) -> Labels:
        """Return what it says of a page of some blocks as if the address were not known."""
        return self._labels(document, without_address(document.once(block_features)))

    def _labels(self, document: Document, features: BlockFeatures | None) -> Labels:
        probabilities = self._model.probabilities(features) if features else np.zeros(0, np.float32)
        return Labels(
            document.blocks, probabilities, _Labeled(self._model, features, probabilities)
        )


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
