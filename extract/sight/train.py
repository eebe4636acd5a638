"""Train the sight labeler: every stage on what the one before predicts for sites it did not see."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor
from sklearn.linear_model import LogisticRegression

from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_folds, groups_of
from pagesight.extract.choice import best_choice
from pagesight.extract.errors import TrainingError
from pagesight.extract.labelers.sight_card import CrossValidated, model_card
from pagesight.extract.models.trees import Trees, exported
from pagesight.extract.models.words import WordWeights
from pagesight.extract.sight.examples import Example, as_rows, drawn, examples, scaled_by_words
from pagesight.extract.sight.model import WORD_COLUMNS, SightModel, save_sight, sigmoid
from pagesight.extract.sight.quality import quality_row

_log = logging.getLogger(__name__)

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
Model = TypeVar("Model")


@dataclass(frozen=True, slots=True)
class TreeOptions:
    """Size of an ensemble. Small: learning is fast, and so is prediction."""

    trees: int = 100
    learning_rate: float = 0.15
    leaves: int = 24
    least_rows: int = 20  # in a leaf
    shrinkage: float = 1.0  # L2
    bins: int = 63
    column_share: float = 0.3  # of the columns, drawn anew for each node


def _small() -> TreeOptions:
    """Return the size that suits a row a page."""
    return TreeOptions(trees=80, learning_rate=0.06, leaves=6)


@dataclass(frozen=True, slots=True)
class SightOptions:
    """Sizes of the parts: such as train in three minutes of one core on WCXB's dev pages."""

    blocks: TreeOptions = field(default_factory=TreeOptions)
    quality: TreeOptions = field(default_factory=_small)
    word_strength: float = 30.0  # C of the linear models
    blocks_a_page: int = 50  # drawn from longer pages for the trees; the others weigh for them
    folds: int = 5  # of sites, so that each stage learns from honest predictions
    seed: int = 0


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
    card = model_card(cast("Sequence[Any]", ready), trainer.cross_validated, options.seed)
    save_sight(model, out, card)


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
        blocks, logits = self._trees(base, (*self.rows.names, *WORD_COLUMNS))
        return SightModel(classes, texts, blocks, self._quality(sigmoid(logits)))

    def _words(self, bags: sparse.csr_matrix, mean: bool) -> tuple[WordWeights, Floats]:
        rows = self.rows
        scaled = scaled_by_words(bags) if mean else bags

        def fit(chosen: Numbers) -> WordWeights:
            learner = LogisticRegression(C=self.options.word_strength, max_iter=300, tol=1e-3)
            learner.fit(scaled[chosen], rows.content[chosen], sample_weight=rows.weight[chosen])
            # Saved in half precision: what is fitted on these logits must see them so.
            weights = learner.coef_[0].astype(np.float16).astype(np.float32)
            return WordWeights(weights, float(learner.intercept_[0]), mean)

        def predict(model: WordWeights, at: Numbers) -> Floats:
            return np.asarray(scaled[at] @ model.weights + model.bias, np.float32)

        return self._crossed(np.arange(len(rows.page)), fit, predict)

    def _trees(self, columns: Floats, names: tuple[str, ...]) -> tuple[Trees, Floats]:
        def fit(chosen: Numbers) -> Trees:
            weight = self.drawn_weight[chosen]
            scale = len(weight) / weight.sum()  # sklearn's limits count rows of weight 1
            learner = HistGradientBoostingClassifier(
                **_settings(self.options.blocks, self.options.seed)
            )
            learner.fit(columns[chosen], self.rows.content[chosen], sample_weight=weight * scale)
            return exported(learner, names)

        def predict(model: Trees, at: Numbers) -> Floats:
            return model.raw(columns[at].T)[:, 0]

        return self._crossed(self.drawn, fit, predict)

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

    def _quality(self, probabilities: Floats) -> Trees:
        facts, word_f1 = self._facts(probabilities)
        expected = np.zeros_like(word_f1)
        for fold in range(self.options.folds):
            inside = self.page_fold == fold
            model = self._fit_quality(facts[~inside], word_f1[~inside])
            expected[inside] = model.raw(facts[inside].T)[:, 0]
        self.cross_validated = CrossValidated(tuple(word_f1.tolist()), tuple(expected.tolist()))
        return self._fit_quality(facts, word_f1)

    def _facts(self, probabilities: Floats) -> tuple[Floats, Floats]:
        """Return what is known of each page's labels, and the word F1 that they reach."""
        ends = np.cumsum([len(page.texts) for page in self.pages])[:-1]
        rows, truth = [], []
        for page, own in zip(self.pages, np.split(probabilities, ends), strict=True):
            choice = best_choice(own, page.features.counts.words)
            rows.append(quality_row(page.features, own, choice))
            truth.append(page.word_f1(choice.kept))
        return np.stack(rows), np.array(truth, np.float32)

    def _fit_quality(self, facts: Floats, word_f1: Floats) -> Trees:
        settings = _settings(self.options.quality, self.options.seed)
        learner = HistGradientBoostingRegressor(**settings).fit(facts, word_f1)
        return exported(learner, [str(number) for number in range(facts.shape[1])])


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
