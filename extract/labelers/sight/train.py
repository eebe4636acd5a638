"""Train the sight labeler."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.labelers.block_words import WORD_COLUMNS, sigmoid
from pagesight.extract.labelers.examples import Example, Rows, as_rows, examples
from pagesight.extract.labelers.sight.card import CrossValidated, model_card
from pagesight.extract.labelers.sight.model import SightModel, save_sight
from pagesight.extract.labelers.sight.quality import quality_row
from pagesight.extract.labelers.stages import (
    Floats,
    Numbers,
    WordOptions,
    crossed,
    drawn,
    fit_words,
    page_folds,
)
from pagesight.extract.models.trees import Trees, exported
from pagesight.extract.selection import select


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """Size of an ensemble. Small: learning is fast, and so is prediction."""

    trees: int = 120
    learning_rate: float = 0.12
    leaves: int = 31
    least_rows: int = 20  # in a leaf
    shrinkage: float = 1.0  # L2
    bins: int = 63
    column_share: float = 0.3  # of the columns, drawn anew for each node


def _small() -> TreeOptions:
    """Return the size that suits a row a page."""
    return TreeOptions(trees=80, learning_rate=0.06, leaves=6)


@dataclass(frozen=True, slots=True)
class SightOptions:
    """Sizes of the parts: such as train in six minutes of one core on WCXB's dev pages."""

    blocks: TreeOptions = field(default_factory=TreeOptions)
    quality: TreeOptions = field(default_factory=_small)
    words: WordOptions = field(default_factory=WordOptions)
    word_power: float = 0.5  # a block weighs words ** this
    blocks_a_page: int = 100  # drawn from longer pages; each weighs for those left out
    folds: int = 5  # of sites, so that each stage learns from honest predictions
    seed: int = 0


def train_sight(
    pages: Sequence[LabelledPage], out: Path, options: SightOptions | None = None
) -> None:
    """Write a model folder. Raises TrainingError if too few sites have gold text."""
    options = options or SightOptions()
    ready = examples(pages)
    fold = page_folds(ready, options.folds, options.seed)
    rows = as_rows(ready)
    words, word_logits = fit_words(rows, fold[rows.page], options.words)
    inputs = np.column_stack([rows.base, *word_logits])
    blocks, logits = _fit_blocks(rows, inputs, fold[rows.page], options)
    facts, word_f1 = _facts(ready, sigmoid(logits))
    quality, expected = _fit_quality(facts, word_f1, fold, options)
    scores = CrossValidated(tuple(word_f1.tolist()), tuple(expected.tolist()))
    save_sight(SightModel(words, blocks, quality), out, model_card(ready, scores, options.seed))


def _fit_blocks(
    rows: Rows, inputs: Floats, row_fold: Numbers, options: SightOptions
) -> tuple[Trees, Floats]:
    """Return the trees that label blocks, and the logits of pages that they did not see."""
    columns = (*rows.names, *WORD_COLUMNS)
    lucky, stands_for = drawn(rows.page, options.blocks_a_page, options.seed)
    weights = rows.weights(options.word_power) * stands_for

    def fit(at: Numbers) -> Trees:
        scale = len(at) / weights[at].sum()  # the learner's limits count rows of weight 1
        learner = HistGradientBoostingClassifier(**_settings(options.blocks, options.seed))
        learner.fit(inputs[at], rows.content[at], sample_weight=weights[at] * scale)
        return exported(learner, columns)

    def predict(model: Trees, at: Numbers) -> Floats:
        return model.raw(inputs[at].T)[:, 0]

    return crossed(row_fold, np.flatnonzero(lucky & rows.counted), fit, predict)


def _facts(pages: Sequence[Example], probabilities: Floats) -> tuple[Floats, Floats]:
    """Return what is known of each page's selection, (pages, facts), and its word F1, (pages,)."""
    ends = np.cumsum([len(page.texts) for page in pages])[:-1]
    facts, word_f1 = [], []
    for page, own in zip(pages, np.split(probabilities, ends), strict=True):
        choice = select(page.features, own)
        facts.append(quality_row(page.features, own, choice))
        word_f1.append(page.word_f1(choice.kept))
    return np.stack(facts), np.array(word_f1, np.float32)


def _fit_quality(
    facts: Floats, word_f1: Floats, page_fold: Numbers, options: SightOptions
) -> tuple[Trees, Floats]:
    """Return the trees that expect the word F1 of a page, and what they expect of unseen ones."""
    columns = [str(number) for number in range(facts.shape[1])]

    def fit(at: Numbers) -> Trees:
        learner = HistGradientBoostingRegressor(**_settings(options.quality, options.seed))
        return exported(learner.fit(facts[at], word_f1[at]), columns)

    def predict(model: Trees, at: Numbers) -> Floats:
        return model.raw(facts[at].T)[:, 0]

    return crossed(page_fold, np.arange(len(facts)), fit, predict)


def _settings(options: TreeOptions, seed: int) -> dict[str, Any]:
    return {
        "max_iter": options.trees,
        "learning_rate": options.learning_rate,
        "max_leaf_nodes": options.leaves,
        "min_samples_leaf": options.least_rows,
        "l2_regularization": options.shrinkage,
        "max_bins": options.bins,
        "max_features": options.column_share,
        "early_stopping": False,
        "random_state": seed,
    }
