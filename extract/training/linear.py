"""Train the article and listview labelers."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import numpy as np
from sklearn.linear_model import LogisticRegression

from pagesight.datasets.schema import Genre, LabelledPage, corpora_table
from pagesight.extract.errors import TrainingError
from pagesight.extract.labelers.linear import (
    WORD_COLUMNS,
    BlockWords,
    LinearModel,
    inverse_sinh,
    save_linear,
    standardised,
)
from pagesight.extract.training.examples import (
    Example,
    Floats,
    Rows,
    WordOptions,
    as_rows,
    drawn,
    examples,
    fit_words,
    page_folds,
)


@dataclass(frozen=True, slots=True)
class LinearOptions:
    """What is fitted, and how. Numbers by word F1 on WCXB dev, 5 folds by site."""

    name: str
    genres: frozenset[Genre]  # whose pages it learns from; the words learn from all
    strength: float  # scikit-learn's C
    word_power: float = 0.6  # a block weighs words ** this: scores count words, not blocks
    blocks_a_page: int = 60  # drawn from longer pages; each weighs for those left out
    folds: int = 5  # of sites, so that the weights learn from honest logits of words
    seed: int = 0
    words: WordOptions = field(default_factory=WordOptions)


ARTICLE = LinearOptions("article", frozenset({Genre.ARTICLE, Genre.DOCUMENTATION}), 1.0)
LISTVIEW = LinearOptions("listview", frozenset({Genre.LISTING, Genre.COLLECTION}), 0.1)


def train_linear(pages: Sequence[LabelledPage], out: Path, options: LinearOptions) -> None:
    """Write a model folder. Raises TrainingError if no page of the genres has gold text."""
    ready = examples(pages)
    own = np.array([page.source.genre in options.genres for page in ready], np.bool_)
    if not own.any():
        raise TrainingError(
            f"{options.name} learns from pages with gold text, of the genres "
            f"{', '.join(sorted(options.genres))}; given were {_counted(pages)}"
        )
    rows = as_rows(ready)
    row_fold = page_folds(ready, options.folds, options.seed)[rows.page]
    words, logits = fit_words(rows, row_fold, options.words)
    inputs = np.column_stack([rows.base, *logits])
    model = _fit(rows, inputs, own, words, options)
    save_linear(options.name, model, out, _card(ready, own, options))


train_article = partial(train_linear, options=ARTICLE)
train_listview = partial(train_linear, options=LISTVIEW)


def _fit(
    rows: Rows, inputs: Floats, own: np.ndarray, words: BlockWords, options: LinearOptions
) -> LinearModel:
    """Return the logistic model fitted to whether gold text holds each block of the own pages."""
    sampled, sample_weight = drawn(rows.page, options.blocks_a_page, options.seed)
    chosen = np.flatnonzero(sampled & rows.counted & own[rows.page])
    scaled = inverse_sinh(inputs[chosen])
    means, deviations = scaled.mean(axis=0), scaled.std(axis=0)
    deviations[deviations == 0] = 1
    weights = (rows.weights(options.word_power) * sample_weight)[chosen]
    learner = LogisticRegression(C=options.strength, max_iter=200, tol=1e-3).fit(
        standardised(inputs[chosen], means, deviations), rows.content[chosen], weights
    )
    columns = (*rows.names, *WORD_COLUMNS)
    coefficients = learner.coef_[0].astype(np.float32)
    return LinearModel(
        words, columns, means, deviations, coefficients, float(learner.intercept_[0])
    )


def _counted(pages: Sequence[LabelledPage]) -> str:
    """Return how many pages of which genre, with gold text or without, there are."""
    counted = Counter((page.genre or "no genre", "" if page.text else "out") for page in pages)
    counts = (f"{count} of {genre} with{out} text" for (genre, out), count in counted.items())
    return ", ".join(counts) or "no pages"


def _card(pages: Sequence[Example], own: np.ndarray, options: LinearOptions) -> str:
    """Return the model folder's README.md."""
    return f"""# {options.name}

The probability that a text block is content: a logistic model over the table of block features
(`pagesight.extract.features.table`) and the logits of two linear models over hashed words.

{corpora_table([page.source for page in pages])}

- The words learn from all these pages, the rest from the {own.sum()} of the genres
  {", ".join(sorted(options.genres))}. Figures by cross-validation over sites are in
  `docs/evaluation.md`.
- Options: `C {options.strength}`; a block weighs words to the power of `{options.word_power}`, each
  page the same.
- Made on {datetime.now(UTC).date().isoformat()} by `pagesight train {options.name} --data FILE...
  --out DIR` with seed {options.seed}; licence as the project's.
"""
