"""Train the sight labeler."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.labelers.block_words import WORD_COLUMNS, sigmoid
from pagesight.extract.labelers.sight.convolution import Convolution
from pagesight.extract.labelers.sight.model import SightModel, pooled, save_sight
from pagesight.extract.models.trees import Trees, exported
from pagesight.extract.training.convolution import (
    BlockSequences,
    ConvolutionOptions,
    fit_convolution,
)
from pagesight.extract.training.cross_fit import (
    Flags,
    Floats,
    Numbers,
    WordOptions,
    cross_fit,
    drawn,
    fit_words,
    page_folds,
)
from pagesight.extract.training.examples import Example, Rows, as_rows, examples
from pagesight.extract.training.quality import fit_quality, named_kept, quality_facts, selections
from pagesight.extract.training.sight_card import CrossValidated, model_card
from pagesight.extract.training.trees import PAGE_TREES, TreeOptions, tree_settings


@dataclass(frozen=True, slots=True)
class SightOptions:
    """Sizes of the parts, and whose idea of content counts."""

    # Corpora whose gold policy is the model's own: the main text, without what leads elsewhere.
    # Words and network learn from others too; trees and expected quality do not.
    # Of recipes the gold has ingredients and steps alone: what else is content is guessed.
    home: tuple[str, ...] = (
        "wcxb", "newspaper4k_articles", "fundus", "docs_index", "feeds", "recipe-scrapers tests",
    )  # fmt: skip
    others_weight: float = 0.5  # of a page of another corpus
    others_pages: int = 220  # drawn of each other corpus, so that none outweighs the rest
    blocks: TreeOptions = field(default_factory=TreeOptions)
    sequence: ConvolutionOptions = field(default_factory=ConvolutionOptions)
    quality: TreeOptions = PAGE_TREES
    words: WordOptions = field(default_factory=WordOptions)
    word_power: float = 0.5  # a block weighs words ** this
    blocks_a_page: int = 100  # the trees draw from longer pages; each weighs for those left out
    folds: int = 3  # of sites, so that each stage learns from honest predictions
    seed: int = 0


@dataclass(frozen=True, slots=True)
class _Training:
    """The pages, those of the home corpora first (with text before the rest), and their blocks."""

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

    @property
    def in_part(self) -> Flags:
        """Return which rows are of pages whose gold names but a part of the content, (rows,)."""
        return np.array([not page.has_text for page in self.pages], np.bool_)[self.rows.page]


def train_sight(
    pages: Sequence[LabelledPage], out: Path, options: SightOptions | None = None
) -> None:
    """Write a model folder. Raises TrainingError if too few sites have gold text."""
    options = options or SightOptions()
    chosen, corpus = _by_corpus(pages, options)
    ready = examples(chosen)
    numbers = np.array([corpus[page.source.source] for page in ready], np.int64)
    page_fold = page_folds(ready, options.folds, options.seed)
    rows = as_rows(ready)
    fold = page_fold[rows.page]
    words, word_logits = fit_words(rows, fold, options.words)
    inputs = np.column_stack([rows.base, *word_logits])
    training = _Training(ready, rows, inputs, fold, numbers[rows.page], options)
    training = replace(training, rows=_with_guesses(training))
    blocks, by_trees = _fit_blocks(training)
    sequence, by_sequence = _fit_sequence(training)
    selected = selections(training.at_home, pooled(by_trees, by_sequence))
    facts, word_f1 = quality_facts(selected)
    quality, expected = fit_quality(facts, word_f1, page_fold[: len(facts)], options.quality)
    scores = CrossValidated(
        tuple(word_f1.tolist()), tuple(expected.tolist()), tuple(named_kept(selected))
    )
    card = model_card(ready, training.at_home[: len(facts)], scores, options.seed)
    save_sight(SightModel(words, blocks, sequence, quality), out, card)


def _by_corpus(
    pages: Sequence[LabelledPage], options: SightOptions
) -> tuple[list[LabelledPage], Mapping[str, int]]:
    """Return the pages to learn from, those at home first, and a number for each corpus.

    Where no page is of a home corpus, all corpora are at home.
    """
    names = dict.fromkeys(page.source for page in pages)
    home = [name for name in names if name in options.home] or list(names)
    others = [name for name in names if name not in home]
    chosen = [page for page in pages if page.source in home]
    chosen.sort(key=lambda page: not page.text)
    for name in others:
        own = [page for page in pages if page.source == name and page.text]
        order = np.random.default_rng(options.seed).permutation(len(own))[: options.others_pages]
        chosen += [own[number] for number in sorted(order.tolist())]
    numbers = dict.fromkeys(home, 0) | {name: 1 + at for at, name in enumerate(others)}
    return chosen, numbers


def _with_guesses(training: _Training) -> Rows:
    """Return the rows, those without a label on pages labelled in part with a guessed one.

    What no snippet names may be content or not. Without negative examples a model takes all of such
    a page for content; so trees that learned from the other pages label it, each block with as much
    weight as they are sure (pseudo-labels: Yarowsky 1995; Lee 2013).
    """
    rows, in_part = training.rows, training.in_part
    unknown = in_part & ~rows.counted
    if not unknown.any():
        return rows
    teacher = _trees_of(training, ~in_part)
    content, certainty = rows.content.copy(), rows.certainty.copy()
    found = sigmoid(teacher.raw(training.inputs[unknown].T)[:, 0])
    content[unknown], certainty[unknown] = found > 0.5, np.abs(2 * found - 1)
    return replace(rows, content=content, certainty=certainty)


def _fit_blocks(training: _Training) -> tuple[Trees, Floats]:
    """Return the trees that label blocks, and the logits of pages that they did not see."""
    home = training.corpus == 0

    def predict(model: Trees, at: Numbers) -> Floats:
        return model.raw(training.inputs[at].T)[:, 0]

    def fit(at: Numbers) -> Trees:
        return _trees_of(training, np.isin(np.arange(len(home)), at))

    return cross_fit(training.fold, np.flatnonzero(home), fit, predict, home)


def _trees_of(training: _Training, among: Flags) -> Trees:
    """Return trees that learn from some rows of the home corpora."""
    rows, options = training.rows, training.options
    sampled, sample_weight = drawn(rows.page, options.blocks_a_page, options.seed)
    at = np.flatnonzero(among & sampled & rows.counted & (training.corpus == 0))
    weights = (rows.weights(options.word_power) * sample_weight)[at]
    learner = HistGradientBoostingClassifier(**tree_settings(options.blocks))
    # The learner's limits count rows of weight 1.
    weights *= len(at) / weights.sum()
    learner.fit(training.inputs[at], rows.content[at], sample_weight=weights)
    return exported(learner, (*rows.names, *WORD_COLUMNS))


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
