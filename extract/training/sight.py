"""Train the sight labeler, and write its model card."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier, HistGradientBoostingRegressor

from pagesight.datasets.schema import LabelledPage, corpora_table
from pagesight.extract.labelers.linear import WORD_COLUMNS
from pagesight.extract.labelers.sight import (
    Convolution,
    SightModel,
    pooled,
    quality_row,
    save_sight,
)
from pagesight.extract.models.trees import TreeOptions, Trees, exported, tree_settings
from pagesight.extract.selection.choose import select
from pagesight.extract.training.convolution import (
    BlockSequences,
    ConvolutionOptions,
    fit_convolution,
)
from pagesight.extract.training.examples import (
    Example,
    Floats,
    Numbers,
    Rows,
    WordOptions,
    as_rows,
    cross_fit,
    drawn,
    examples,
    fit_words,
    page_folds,
)

_SMALL = TreeOptions(trees=80, learning_rate=0.06, leaves=6)  # which suits a row a page


@dataclass(frozen=True, slots=True)
class SightOptions:
    """Sizes of the parts, and whose idea of content counts."""

    # Corpora whose gold policy is the model's own: the main text, without what leads elsewhere.
    # Words and network learn from others too; trees and expected quality do not.
    home: tuple[str, ...] = ("wcxb", "newspaper4k_articles", "fundus", "docs_index", "feeds")
    others_weight: float = 0.5  # of a page of another corpus
    others_pages: int = 220  # drawn of each other corpus, so that none outweighs the rest
    blocks: TreeOptions = field(default_factory=TreeOptions)
    sequence: ConvolutionOptions = field(default_factory=ConvolutionOptions)
    quality: TreeOptions = _SMALL
    words: WordOptions = field(default_factory=WordOptions)
    word_power: float = 0.5  # a block weighs words ** this
    blocks_a_page: int = 100  # the trees draw from longer pages; each weighs for those left out
    folds: int = 3  # of sites, so that each stage learns from honest predictions
    seed: int = 0


@dataclass(frozen=True, slots=True)
class _Training:
    """The pages, those of the home corpora first, and what the parts learn from."""

    pages: Sequence[Example]
    rows: Rows
    inputs: Floats  # (rows, columns), the words' logits among them
    fold: Numbers  # (rows,)
    corpus: Numbers  # (rows,) 0: a home corpus
    options: SightOptions

    @property
    def at_home(self) -> Sequence[Example]:
        """Return the pages of the home corpora."""
        return self.pages[: int(self.rows.page[self.corpus == 0].max()) + 1]


def train_sight(
    pages: Sequence[LabelledPage], out: Path, options: SightOptions | None = None
) -> None:
    """Write a model folder. Raises TrainingError if too few sites have gold text."""
    options = options or SightOptions()
    chosen, corpus = by_corpus(pages, options)
    ready = examples(chosen)
    numbers = np.array([corpus[page.source.source] for page in ready], np.int64)
    page_fold = page_folds(ready, options.folds, options.seed)
    rows = as_rows(ready)
    fold = page_fold[rows.page]
    words, word_logits = fit_words(rows, fold, options.words)
    inputs = np.column_stack([rows.base, *word_logits])
    training = _Training(ready, rows, inputs, fold, numbers[rows.page], options)
    blocks, by_trees = _fit_blocks(training)
    sequence, by_sequence = _fit_sequence(training)
    facts, word_f1 = _facts(training.at_home, pooled(by_trees, by_sequence))
    quality, expected = _fit_quality(facts, word_f1, page_fold[: len(facts)], options)
    scores = CrossValidated(tuple(word_f1.tolist()), tuple(expected.tolist()))
    card = model_card(ready, training.at_home, scores, options.seed)
    save_sight(SightModel(words, blocks, sequence, quality), out, card)


def by_corpus(
    pages: Sequence[LabelledPage], options: SightOptions
) -> tuple[list[LabelledPage], Mapping[str, int]]:
    """Return the pages to learn from, those at home first, and a number for each corpus.

    What a user labelled (`pagesight label` writes who did) is at home: a model trained on it shall
    keep what the user keeps. Where no page is of a home corpus, all corpora are at home.
    """
    names = dict.fromkeys(page.source for page in pages)
    own = {*options.home, *(page.source for page in pages if "annotator" in page.extra)}
    home = [name for name in names if name in own] or list(names)
    others = [name for name in names if name not in home]
    chosen = [page for page in pages if page.source in home]
    for name in others:
        chosen += drawn_pages([page for page in pages if page.source == name], options)
    numbers = dict.fromkeys(home, 0) | {name: 1 + at for at, name in enumerate(others)}
    return chosen, numbers


def drawn_pages(pages: Sequence[LabelledPage], options: SightOptions) -> list[LabelledPage]:
    """Return the pages to learn from of a corpus that is not at home: always the same ones."""
    own = [page for page in pages if page.text]
    order = np.random.default_rng(options.seed).permutation(len(own))[: options.others_pages]
    return [own[number] for number in sorted(order.tolist())]


def _fit_blocks(training: _Training) -> tuple[Trees, Floats]:
    """Return the trees that label blocks, and the logits of pages that they did not see."""
    rows, options, inputs = training.rows, training.options, training.inputs
    columns = (*rows.names, *WORD_COLUMNS)
    sampled, sample_weight = drawn(rows.page, options.blocks_a_page, options.seed)
    weights = rows.weights(options.word_power) * sample_weight

    def fit(at: Numbers) -> Trees:
        scale = len(at) / weights[at].sum()  # the learner's limits count rows of weight 1
        learner = HistGradientBoostingClassifier(**tree_settings(options.blocks, options.seed))
        learner.fit(inputs[at], rows.content[at], sample_weight=weights[at] * scale)
        return exported(learner, columns)

    def predict(model: Trees, at: Numbers) -> Floats:
        return model.raw(inputs[at].T)[:, 0]

    home = training.corpus == 0
    chosen = np.flatnonzero(sampled & rows.counted & home)
    return cross_fit(training.fold, chosen, fit, predict, home)


def _fit_sequence(training: _Training) -> tuple[Convolution, Floats]:
    """Return the network that labels blocks, and the logits of pages that it did not see."""
    rows, options, corpus = training.rows, training.options, training.corpus
    weights = rows.weights(options.word_power) * np.where(corpus, options.others_weight, 1.0)

    def fit(at: Numbers) -> Convolution:
        blocks = BlockSequences(
            training.inputs[at], rows.content[at], weights[at], rows.page[at], corpus[at]
        )
        return fit_convolution(blocks, options.sequence)

    def predict(model: Convolution, at: Numbers) -> Floats:
        ends = np.flatnonzero(np.diff(rows.page[at])) + 1
        parts = np.split(training.inputs[at], ends)
        return np.concatenate([model.logits(part.T) for part in parts])

    return cross_fit(training.fold, np.arange(len(corpus)), fit, predict, corpus == 0)


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
        learner = HistGradientBoostingRegressor(**tree_settings(options.quality, options.seed))
        return exported(learner.fit(facts[at], word_f1[at]), columns)

    def predict(model: Trees, at: Numbers) -> Floats:
        return model.raw(facts[at].T)[:, 0]

    return cross_fit(page_fold, np.arange(len(facts)), fit, predict)


@dataclass(frozen=True, slots=True)
class CrossValidated:
    """Word F1 of each training page by models that saw no page of its site, and as expected."""

    word_f1: tuple[float, ...]
    expected: tuple[float, ...]


def model_card(
    pages: Sequence[Example], at_home: Sequence[Example], scores: CrossValidated, seed: int
) -> str:
    """Return the model folder's README.md; the scores are of the pages of the home corpora."""
    word_f1 = np.array(scores.word_f1)
    error = np.abs(word_f1 - np.array(scores.expected)).mean()
    error_of_mean = np.abs(word_f1 - word_f1.mean()).mean()
    home = ", ".join(dict.fromkeys(page.source.source for page in at_home))
    return f"""# sight

Labels the text blocks of a web page as content or boilerplate; prediction is numpy alone.

{corpora_table([page.source for page in pages])}

What counts as content is the policy of the home corpora ({home}).
Words and network learn from all corpora, the network with a vector a corpus that is left out
afterwards; trees and expected quality learn from the home corpora alone. Word F1 (WCXB's, over
multisets of tokens), mean over those corpora's pages with gold text, by models that saw no page
of the page's site:

| pages of | pages | word F1 |
|---|---|---|
{_table(at_home, scores)}

- Expected quality is off a page's word F1 by {error:.3f} in the mean; always to expect the mean
  would be by {error_of_mean:.3f}.
- Trees and network learn from the linear models' predictions for sites left out of these. Since
  those were made with the help of the held-out sites' labels, the figures above may flatter by a
  little, and since a third of the sites was left out at a time, fall short by a little;
  `pagesight evaluate --systems sight --folds 5` trains everything anew for each fold.
- Made on {datetime.now(UTC).date().isoformat()} by `pagesight train sight --data FILE... --out DIR`
  with seed {seed}.
- Limits: content is what the corpora's annotators took for it; four pages in five are
  English.
"""


def _table(pages: Sequence[Example], scores: CrossValidated) -> str:
    """Return the rows of the table: all pages, each genre, each source."""
    word_f1 = np.array(scores.word_f1)
    sources = [page.source for page in pages]
    names_of = [
        ("all", f"genre {of.genre}" if of.genre else "", f"corpus {of.source}") for of in sources
    ]
    names = dict.fromkeys(name for own_names in names_of for name in own_names if name)
    rows = []
    for name in names:
        own = np.array([name in own_names for own_names in names_of])
        rows.append(f"| {name} | {own.sum()} | {word_f1[own].mean():.3f} |")
    return "\n".join(rows)
