"""Train the sight labeler: every stage on what the one before says of sites it did not see."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_folds, groups_of
from pagesight.extract.choice import best_choice
from pagesight.extract.errors import TrainingError
from pagesight.extract.labelers.sight import sigmoid
from pagesight.extract.labelers.sight_card import CrossValidated, model_card
from pagesight.extract.labelers.sight_examples import Example, as_rows, drawn, examples
from pagesight.extract.labelers.sight_fit import (
    fit_quality,
    fit_trees,
    fit_words,
    word_logits,
)
from pagesight.extract.labelers.sight_model import SightModel, WordWeights, save_model
from pagesight.extract.labelers.sight_options import SightOptions, TreeOptions
from pagesight.extract.labelers.sight_quality import quality_row
from pagesight.extract.labelers.sight_trees import Trees

_log = logging.getLogger(__name__)

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
Model = TypeVar("Model")
WORD_COLUMNS = ("class_words", "text_words")


def train_sight(
    pages: Sequence[LabelledPage], out: Path, options: SightOptions | None = None
) -> None:
    """Write a sight model folder. Raises TrainingError if too few sites have gold text."""
    options = options or SightOptions()
    ready = examples(pages)
    if len(set(groups_of([page.source for page in ready]))) < options.folds:
        raise TrainingError(
            f"{len(ready)} pages have gold text; wanted pages of at least {options.folds} sites"
        )
    trainer = _Trainer(ready, options)
    model = trainer.model()
    save_model(model, out, model_card(ready, trainer.cross_validated, options.seed))


class _Trainer:
    """Fits part after part; each sees predictions of the part before for sites left out of it."""

    def __init__(self, pages: Sequence[Example], options: SightOptions) -> None:
        self.pages, self.options = pages, options
        self.rows = as_rows(pages)
        groups = groups_of([page.source for page in pages])
        genres = [str(page.source.genre or "") for page in pages]
        self.page_fold = np.array(group_folds(groups, genres, options.folds, options.seed))
        self.drawn, self.drawn_weight = drawn(self.rows, options.blocks_a_page, options.seed)
        self.cross_validated = CrossValidated((), ())

    def model(self) -> SightModel:
        """Return the fitted labeler."""
        classes, class_logits = self._words(self.rows.class_words, mean=True)
        texts, text_logits = self._words(self.rows.text_words, mean=False)
        base = np.column_stack([self.rows.base, class_logits, text_logits])
        blocks, logits = self._trees(base, self.options.blocks)
        quality = self._quality(sigmoid(logits))
        names = (*self.rows.names, *WORD_COLUMNS)
        return SightModel(classes, texts, blocks, quality, names)

    def _words(self, bags: sparse.csr_matrix, mean: bool) -> tuple[WordWeights, Floats]:
        rows, strength = self.rows, self.options.word_strength

        def fit(chosen: Numbers) -> WordWeights:
            content, weight = rows.content[chosen], rows.weight[chosen]
            return fit_words(bags[chosen], content, weight, mean, strength)

        def predict(model: WordWeights, at: Numbers) -> Floats:
            return word_logits(model, bags[at])

        return self._crossed(np.arange(len(rows.page)), fit, predict)

    def _trees(self, columns: Floats, size: TreeOptions) -> tuple[Trees, Floats]:
        def fit(chosen: Numbers) -> Trees:
            weight = self.drawn_weight[chosen]
            scale = len(weight) / weight.sum()  # sklearn's limits count rows of weight 1
            return fit_trees(
                columns[chosen], self.rows.content[chosen], weight * scale, size, self.options.seed
            )

        return self._crossed(self.drawn, fit, lambda model, at: model.raw(columns[at]))

    def _crossed(
        self,
        rows: Numbers,
        fit: Callable[[Numbers], Model],
        predict: Callable[[Model, Numbers], Floats],
    ) -> tuple[Model, Floats]:
        """Return the model of all rows, and predictions by models that left the row's site out."""
        row_fold = self.page_fold[self.rows.page]
        predictions = np.zeros(len(row_fold), np.float32)
        for fold in range(self.options.folds):
            model = fit(rows[row_fold[rows] != fold])
            held_out = np.flatnonzero(row_fold == fold)
            predictions[held_out] = predict(model, held_out)
            _log.info("fold %d of %d fitted", fold + 1, self.options.folds)
        return fit(rows), predictions

    def _by_page(self, values: Floats) -> list[Floats]:
        sizes = [len(page.texts) for page in self.pages]
        return np.split(values, np.cumsum(sizes)[:-1])

    def _quality(self, probabilities: Floats) -> Trees:
        rows, truth = [], []
        for page, own in zip(self.pages, self._by_page(probabilities), strict=True):
            choice = best_choice(own, page.features.counts.words)
            rows.append(quality_row(page.features, own, choice))
            truth.append(page.word_f1(choice.kept))
        facts, word_f1 = np.stack(rows), np.array(truth, np.float32)
        told = np.zeros_like(word_f1)
        for fold in range(self.options.folds):
            inside = self.page_fold == fold
            model = fit_quality(
                facts[~inside], word_f1[~inside], self.options.quality, self.options.seed
            )
            told[inside] = model.raw(facts[inside])
        self.cross_validated = CrossValidated(tuple(word_f1.tolist()), tuple(told.tolist()))
        return fit_quality(facts, word_f1, self.options.quality, self.options.seed)
