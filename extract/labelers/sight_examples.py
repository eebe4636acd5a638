"""Pages made ready to train the sight labeler: features, bags of words and labels."""

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ParseError
from pagesight.extract.gold.labels import CONTENT, NOT_COUNTED, GoldLabels, gold_labels
from pagesight.extract.gold.scores import word_score
from pagesight.extract.labelers.sight_features import Features, features
from pagesight.extract.labelers.sight_features_words import BINS, Bags, class_bags, text_bags
from pagesight.extract.parse.document import read

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Example:
    """One page."""

    source: LabelledPage
    texts: tuple[str, ...]
    features: Features
    class_words: Bags
    text_words: Bags
    labels: GoldLabels

    def word_f1(self, kept: NDArray[np.bool_]) -> float:
        """Return the word F1 of the kept blocks against the gold text."""
        text = "\n".join(text for text, keep in zip(self.texts, kept, strict=True) if keep)
        return word_score(text, self.source.text or "").f1


@dataclass(frozen=True, slots=True)
class Rows:
    """The blocks of all pages, one after the other."""

    base: NDArray[np.float32]  # (rows, columns)
    names: tuple[str, ...]
    class_words: sparse.csr_matrix  # (rows, BINS)
    text_words: sparse.csr_matrix
    content: NDArray[np.bool_]
    weight: NDArray[np.float64]  # sums to 1 over a page
    page: NDArray[np.int64]


def examples(pages: Iterable[LabelledPage]) -> list[Example]:
    """Return the pages that have gold text and blocks, each made ready."""
    found = []
    for page in pages:
        if not page.text:
            continue
        try:
            example = _example(page)
        except ParseError as error:
            _log.warning("left out %s: %s", page.id, error)
            continue
        if example is not None:
            found.append(example)
    return found


def _example(page: LabelledPage) -> Example | None:
    document = read(page.page)
    if not document.blocks:
        return None
    labels = gold_labels(page, document.blocks)
    if labels is None or not (labels == CONTENT).any():
        return None
    known = features(document)
    return Example(
        source=page,
        texts=tuple(block.text for block in document.blocks),
        features=known,
        class_words=class_bags(known.tree),
        text_words=text_bags(document.blocks),
        labels=labels,
    )


def as_rows(pages: Sequence[Example]) -> Rows:
    """Return the blocks of the pages as rows.

    A block weighs as the square root of its words, so that a page's long paragraphs do not drown
    its short ones; each page weighs the same.
    """
    sizes = [len(page.texts) for page in pages]
    weights = []
    for page in pages:
        weight = np.sqrt(page.features.counts.words.astype(np.float64) + 1)
        weight[page.labels == NOT_COUNTED] = 0
        weights.append(weight / max(weight.sum(), 1e-9))
    return Rows(
        base=np.concatenate([page.features.matrix for page in pages]),
        names=tuple(pages[0].features.columns),
        class_words=_matrix([page.class_words for page in pages], sizes),
        text_words=_matrix([page.text_words for page in pages], sizes),
        content=np.concatenate([page.labels for page in pages]) == CONTENT,
        weight=np.concatenate(weights),
        page=np.repeat(np.arange(len(pages)), sizes),
    )


def drawn(rows: Rows, most: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return about `most` rows a page to learn from, and weights of rows that make up for it."""
    count = np.bincount(rows.page)[rows.page]
    chance = np.minimum(1.0, most / count)
    lucky = np.random.default_rng(seed).random(len(count)) < chance
    return np.flatnonzero(lucky & (rows.weight > 0)), rows.weight / chance


def _matrix(bags: Sequence[Bags], sizes: Sequence[int]) -> sparse.csr_matrix:
    starts = np.cumsum([0, *sizes])
    rows = np.concatenate([at + start for (at, _), start in zip(bags, starts[:-1], strict=True)])
    bins = np.concatenate([found for _, found in bags])
    ones = np.ones(len(rows), np.float32)
    return sparse.csr_matrix((ones, (rows, bins)), shape=(int(starts[-1]), BINS))
