"""Pages made ready to train labelers of a page's own blocks, part after part.

A page has features, bags of words, labels. Each part learns from what the one before predicts for
sites that it did not see.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar
from zlib import crc32

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from pagesight.datasets.load import group_folds, groups_of
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.errors import ParseError, TrainingError
from pagesight.extract.features.hashed_words import BINS, Bags
from pagesight.extract.features.table import BlockFeatures, block_features
from pagesight.extract.labelers.linear import BlockWords, WordWeights
from pagesight.extract.page.document import Document, read
from pagesight.extract.training.gold.align import CONTENT, NOT_COUNTED, GoldLabels, gold_labels
from pagesight.extract.training.gold.scores import word_score
from pagesight.extract.training.pace import paced

_log = logging.getLogger(__name__)
_SHOWN = 10  # of the pages left out for a reason
Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Fitted = TypeVar("Fitted")


@dataclass(frozen=True, slots=True)
class Example:
    """One page."""

    source: LabelledPage
    texts: tuple[str, ...]
    unseen: NDArray[np.bool_]  # blocks that no extraction has
    features: BlockFeatures
    class_words: sparse.csr_matrix  # (blocks, BINS)
    text_words: sparse.csr_matrix
    labels: GoldLabels

    def word_f1(self, kept: NDArray[np.bool_]) -> float:
        """Return the word F1 of the kept blocks against the gold text."""
        shown = np.flatnonzero(kept & ~self.unseen).tolist()
        text = "\n".join(self.texts[number] for number in shown)
        return word_score(text, self.source.text or "").f1


@dataclass(frozen=True, slots=True)
class Rows:
    """The blocks of all pages, one after the other."""

    base: NDArray[np.float32]  # (rows, columns)
    names: tuple[str, ...]
    class_words: sparse.csr_matrix  # (rows, BINS)
    text_words: sparse.csr_matrix
    content: NDArray[np.bool_]
    counted: NDArray[np.bool_]
    words: NDArray[np.float64]
    page: NDArray[np.int64]

    def weights(self, power: float) -> NDArray[np.float64]:
        """Return words to that power, which sum to 1 over a page; 0 where there is no label.

        So a page's long paragraphs do not drown its short blocks, and each page weighs the same.
        """
        weights = np.where(self.counted, (self.words + 1) ** power, 0.0)
        return np.asarray(weights / np.maximum(np.bincount(self.page, weights), 1e-9)[self.page])


@dataclass(frozen=True, slots=True)
class Dropping:
    """Shares of the pages to learn from without class names and ids, and without address."""

    names: float = 0.1
    addresses: float = 0.1
    seed: int = 0

    def keeps(self, page: str) -> tuple[bool, bool]:
        """Return whether a page, by its id, keeps its names, and its address."""
        chances = np.random.default_rng([self.seed, crc32(page.encode())]).random(2)
        return bool(chances[0] >= self.names), bool(chances[1] >= self.addresses)


def examples(pages: Sequence[LabelledPage], dropping: Dropping = Dropping()) -> list[Example]:
    """Return the pages that have gold text and blocks of it, each made ready.

    Some lose their names or address, so that models hold where pages have none. How many were left
    out for each reason is logged, and the first of them.
    """
    ready = []
    left_out: dict[str, list[str]] = {}
    for page in paced(pages, "pages read"):
        names, address = dropping.keeps(page.id)
        made = _example(page, names=names, address=address)
        if isinstance(made, Example):
            ready.append(made)
        else:
            left_out.setdefault(made, []).append(page.id)
    for reason, ids in left_out.items():
        more = f" and {len(ids) - _SHOWN} more" if len(ids) > _SHOWN else ""
        shown = ", ".join(ids[:_SHOWN]) + more
        _log.warning("left out %d pages, %s: %s", len(ids), reason, shown)
    return ready


def _example(page: LabelledPage, *, names: bool, address: bool) -> Example | str:
    """Return the page made ready, or why it cannot be."""
    if not page.text:
        return "without gold text"
    try:
        document = read(page.page)
    except ParseError:
        return "which hold no HTML"
    labels = gold_labels(page, document.blocks)
    if labels is None or not (labels == CONTENT).any():
        return "no block of which is in their gold text"
    features = _with(document, names=names, address=address).once(block_features)
    return Example(
        source=page,
        texts=tuple(document.cuts.texts),
        unseen=document.cuts.unseen,
        features=features,
        class_words=word_matrix(features.class_words),
        text_words=word_matrix(features.text_words),
        labels=labels,
    )


def _with(document: Document, *, names: bool, address: bool) -> Document:
    """Return the document with or without class names and ids, and its address."""
    elements, page = document.elements, document.page
    nothing = [""] * len(elements)
    return replace(
        document,
        elements=elements if names else replace(elements, classes=nothing, ids=nothing),
        page=page if address else replace(page, url=""),
    )


def word_matrix(bags: Sequence[Bags]) -> sparse.csr_matrix:
    """Return how often each block has each word, (blocks, BINS)."""
    return sum(_of_blocks(bag) for bag in bags).tocsr()


def _of_blocks(bag: Bags) -> sparse.csr_matrix:
    ones = np.ones(len(bag.slot), np.float32)
    slots = sparse.csr_matrix((ones, (bag.slot, bag.bin)), shape=(bag.slots, BINS))
    if bag.tree is not None:
        sizes = bag.tree.last - np.arange(bag.slots)
        outer = np.repeat(np.arange(bag.slots), sizes)
        inner = np.arange(len(outer)) - np.repeat(np.cumsum(sizes) - sizes, sizes) + outer
        around = (np.ones(len(outer), np.float32), (inner, outer))
        slots = sparse.csr_matrix(around, shape=(bag.slots, bag.slots)) @ slots
    return sum(slots[of] for of in bag.of)


def as_rows(pages: Sequence[Example]) -> Rows:
    """Return the blocks of the pages as rows."""
    labels = np.concatenate([page.labels for page in pages])
    return Rows(
        base=np.concatenate([page.features.matrix for page in pages]),
        names=pages[0].features.columns,
        class_words=sparse.vstack([page.class_words for page in pages]).tocsr(),
        text_words=sparse.vstack([page.text_words for page in pages]).tocsr(),
        content=labels == CONTENT,
        counted=labels != NOT_COUNTED,
        words=np.concatenate([page.features.counts.words for page in pages]),
        page=np.repeat(np.arange(len(pages)), [len(page.texts) for page in pages]),
    )


@dataclass(frozen=True, slots=True)
class WordOptions:
    """How the linear models over hashed words are fitted."""

    strength: float = 30.0  # scikit-learn's C
    word_power: float = 0.5  # a block weighs words ** this
    blocks_a_page: int = 150  # drawn from longer pages; each weighs for those left out
    seed: int = 0


def page_folds(pages: Sequence[Example], folds: int, seed: int) -> Numbers:
    """Return the fold of each page, (pages,); pages of one site share one.

    With fewer sites than folds there are as many folds as sites; a lone site is parted by pages.
    Raises TrainingError if fewer than two pages have gold text.
    """
    if len(pages) < 2:
        raise TrainingError(f"{len(pages)} pages have gold text; wanted at least two")
    sources = [page.source for page in pages]
    groups = groups_of(sources)
    if len(set(groups)) == 1:
        groups = [page.id for page in sources]
    folds = min(folds, len(set(groups)))
    return np.array(group_folds(groups, [str(page.genre or "") for page in sources], folds, seed))


def drawn(page: Numbers, most: int, seed: int) -> tuple[NDArray[np.bool_], NDArray[np.float64]]:
    """Return about `most` rows a page to learn from, and how many rows each stands for."""
    chance = np.minimum(1.0, most / np.bincount(page)[page])
    return np.random.default_rng(seed).random(len(page)) < chance, 1 / chance


def cross_fit(
    row_fold: Numbers,
    chosen: Numbers,
    fit: Callable[[Numbers], Fitted],
    predict: Callable[[Fitted, Numbers], Floats],
    asked: Flags | None = None,
) -> tuple[Fitted, Floats]:
    """Return the model of all chosen rows, and predictions by models that left the row's fold out.

    `predict` is asked for every row, chosen or not, or for those `asked`, (rows,): predictions of
    the others are left out.
    """
    asked = np.ones(len(row_fold), np.bool_) if asked is None else asked
    predictions = np.zeros(len(row_fold), np.float32)
    for fold in paced(np.unique(row_fold[asked]).tolist(), "folds fitted"):
        held_out = np.flatnonzero((row_fold == fold) & asked)
        predictions[held_out] = predict(fit(chosen[row_fold[chosen] != fold]), held_out)
    return fit(chosen), predictions[asked]


def fit_words(
    rows: Rows, row_fold: Numbers, options: WordOptions
) -> tuple[BlockWords, tuple[Floats, Floats]]:
    """Return the models over hashed words, and their logits as `cross_fit` predicts them."""
    classes, class_logits = _fit_bags(rows, rows.class_words, True, row_fold, options)
    texts, text_logits = _fit_bags(rows, rows.text_words, False, row_fold, options)
    return BlockWords(classes, texts), (class_logits, text_logits)


def _fit_bags(
    rows: Rows, bags: sparse.csr_matrix, mean: bool, row_fold: Numbers, options: WordOptions
) -> tuple[WordWeights, Floats]:
    scaled = scaled_by_words(bags) if mean else bags
    sampled, sample_weight = drawn(rows.page, options.blocks_a_page, options.seed)
    weights = rows.weights(options.word_power) * sample_weight

    def fit(at: Numbers) -> WordWeights:
        learner = LogisticRegression(C=options.strength, max_iter=300, tol=1e-3)
        learner.fit(scaled[at], rows.content[at], sample_weight=weights[at])
        # Saved in half precision: what is fitted on these logits must see them so.
        halved = learner.coef_[0].astype(np.float16).astype(np.float32)
        return WordWeights(halved, float(learner.intercept_[0]), mean)

    def predict(model: WordWeights, at: Numbers) -> Floats:
        return np.asarray(scaled[at] @ model.weights + model.bias, np.float32)

    return cross_fit(row_fold, np.flatnonzero(sampled & rows.counted), fit, predict)


def scaled_by_words(bags: sparse.csr_matrix) -> sparse.csr_matrix:
    """Return the rows divided by the root of how many words they have."""
    scaled = bags.astype(np.float32)
    counts = np.maximum(np.asarray(bags.sum(axis=1)).ravel(), 1)
    scaled.data = bags.data / np.sqrt(np.repeat(counts, np.diff(bags.indptr))).astype(np.float32)
    return scaled
