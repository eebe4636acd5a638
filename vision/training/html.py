"""Train the HTML genre model: its words on pages, its numbers on copies of them.

Some copies have evidence missing or false. A model that saw every page with all its evidence would
lean on what is easiest to read, which is also what is most often missing (a saved file has no
address) or made up. Words that are learned by least squares lose more by copies than they gain
(docs/studies/genre.md).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.load import groups_of, training_pages
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.errors import TrainingError
from pagesight.extract.labelers.sight import load_sight
from pagesight.extract.models.trees import TreeOptions, Trees, exported, tree_settings
from pagesight.extract.page.document import read
from pagesight.extract.training.pace import paced
from pagesight.vision.html.counts.links import known_address
from pagesight.vision.html.counts.tokens import Bags
from pagesight.vision.html.features import (
    Evidence,
    HtmlFeatures,
    Numbers,
    at_address,
    html_features,
    without,
)
from pagesight.vision.html.model import (
    HtmlModel,
    TokenVocabulary,
    Weighing,
    WordModel,
    make_vocabulary,
    matrix,
    numbers_row,
    save_html_model,
)

Array = NDArray[np.float64]
# Letter of a field (counts/tokens.py says which) -> weight. All fields as one: 3 points less.
_FIELDS = {"c": 0.3, "t": 0.1, "h": 0.1, "u": 0.25, "a": 0.2, "s": 0.1, "m": 0.1, "w": 0.2}
# Tuned by 5-fold cross-validation by group over the genre corpora and WCXB together: few trees and
# fast ones, since each page comes in several copies.
_TREES = TreeOptions(trees=110, leaves=8, least_rows=12, shrinkage=3.0, column_share=0.2, bins=64)


@dataclass(frozen=True, slots=True)
class CopyOptions:
    """What copies of a page there are and what each weighs; together they weigh 1."""

    given: float = 0.67  # the page as it is
    hidden: float = 0.25  # without address, and without other evidence at random
    misled: float = 0.08  # at the address of a page of another genre and site
    # Kind of evidence -> how probably it is missing from a changed copy, whatever its address.
    missing: Mapping[Evidence, float] = field(
        default_factory=lambda: {
            Evidence.HOST: 0.1,
            Evidence.NAMES: 0.1,
            Evidence.TITLE: 0.1,
            Evidence.METADATA: 0.1,
            Evidence.WORDS: 0.3,
        }
    )
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Copies:
    """Features of the copies, the number of the page that each is of, and its weight."""

    features: tuple[HtmlFeatures, ...]
    pages: NDArray[np.int64]
    weights: NDArray[np.float64]


def copies(
    pages: Sequence[LabelledPage], features: Sequence[HtmlFeatures], options: CopyOptions
) -> Copies:
    """Return three copies of each page: as it is, with evidence missing, at a false address."""
    generator = np.random.default_rng(options.seed)
    false_addresses = _false_addresses(pages, generator)
    hidden = [without(one, (Evidence.ADDRESS, *_drawn(options, generator))) for one in features]
    misled = [
        without(at_address(one, url), _drawn(options, generator))
        for one, url in zip(features, false_addresses, strict=True)
    ]
    weights = np.repeat([options.given, options.hidden, options.misled], len(pages))
    return Copies((*features, *hidden, *misled), np.tile(np.arange(len(pages)), 3), weights)


def _drawn(options: CopyOptions, generator: np.random.Generator) -> list[Evidence]:
    return [evidence for evidence, chance in options.missing.items() if generator.random() < chance]


def _false_addresses(
    pages: Sequence[LabelledPage], generator: np.random.Generator
) -> Iterator[str]:
    """Yield for each page the address of one of another genre and group; "" if there is none."""
    groups = groups_of(pages)
    known = {
        genre: [n for n, p in enumerate(pages) if p.genre == genre and known_address(p.page.url)]
        for genre in Genre
    }
    for page, group in zip(pages, groups, strict=True):
        others = [genre for genre in Genre if genre != page.genre and known[genre]]
        drawn = known[others[generator.integers(len(others))]] if others else []
        allowed = [n for n in drawn if groups[n] != group]
        yield pages[allowed[generator.integers(len(allowed))]].page.url if allowed else ""


@dataclass(frozen=True, slots=True)
class GenreWordOptions:
    """Tuned by leaving sources out (tests/studies/genre/tune_words.py)."""

    min_groups: int = 5  # a token must occur in so many
    penalty: float = 0.3  # L2, beside a page's square error; a page weighs 1 in the mean
    sharpness: float = 12.0  # logits for a share of 1: what a score of least squares is worth
    fields: Mapping[str, float] = field(default_factory=lambda: dict(_FIELDS))


@dataclass(frozen=True, slots=True)
class HtmlOptions:
    """How the HTML model is trained and how its two parts are weighed."""

    words: GenreWordOptions = field(default_factory=GenreWordOptions)
    trees: TreeOptions = _TREES
    copies: CopyOptions = field(default_factory=CopyOptions)
    weighing: Weighing = field(default_factory=Weighing)


def train_genre_html(
    pages: Sequence[LabelledPage], out: Path, options: HtmlOptions = HtmlOptions()
) -> None:
    """Train on the pages of known genre that `training_pages` leaves; write the folder `out`."""
    chosen = [page for page in training_pages(pages) if page.genre]
    save_html_model(fit_html(chosen, features_of(chosen), options), out)


def features_of(pages: Sequence[LabelledPage]) -> list[HtmlFeatures]:
    """Return the features of pages, whose blocks the packaged `sight` labels."""
    sight = load_sight()
    return [html_features(read(page.page), sight) for page in paced(pages, "pages read")]


def learnable_genres(genres: Sequence[str]) -> tuple[Genre, ...]:
    """Return the genres among those of pages, in order. Raises TrainingError for fewer than two."""
    labels = tuple(label for label in Genre if label in genres)
    if len(labels) < 2:
        known = ", ".join(labels) or "none"
        raise TrainingError(
            f"the {len(genres)} pages to learn from have as genres {known}: two are needed; a "
            "corpus has them in the column genre (`pagesight datasets describe` counts them), and "
            "sites with a page of split 'val' are left out"
        )
    return labels


def fit_html(
    pages: Sequence[LabelledPage], features: Sequence[HtmlFeatures], options: HtmlOptions
) -> HtmlModel:
    """Return the model trained on pages and their features. Raises TrainingError."""
    labels = learnable_genres([page.genre for page in pages if page.genre])
    targets = np.array([labels.index(page.genre) for page in pages if page.genre])
    vocabulary = make_vocabulary(
        [one.tokens for one in features], groups_of(pages),
        options.words.min_groups, options.words.fields,
    )  # fmt: skip
    if not len(vocabulary.idf):
        raise TrainingError(
            f"no word is on pages of {options.words.min_groups} sites: the {len(pages)} pages are "
            f"of {len(set(groups_of(pages)))}, more are needed"
        )
    words, bare_words = (
        _fit_words([one.tokens for one in seen], targets, vocabulary, options.words)
        for seen in (features, [without(one, (Evidence.ADDRESS,)) for one in features])
    )
    learned = copies(pages, features, options.copies)
    trees, found_trees = (
        _fit_trees(numbers, targets[learned.pages], learned.weights, options.trees)
        for numbers in (
            [one.numbers for one in learned.features],
            [{**one.numbers, **one.found} for one in learned.features],
        )
    )
    return HtmlModel(words, bare_words, trees, found_trees, labels, options.weighing)


def _fit_trees(
    pages: Sequence[Numbers],
    targets: NDArray[np.int64],
    weights: NDArray[np.float64],
    options: TreeOptions,
) -> Trees:
    from sklearn.ensemble import HistGradientBoostingClassifier

    names = tuple(sorted({name for numbers in pages for name in numbers}))
    learner = HistGradientBoostingClassifier(**tree_settings(options, seed=0))
    learner.fit(np.stack([numbers_row(numbers, names) for numbers in pages]), targets, weights)
    return exported(learner, names)


def _fit_words(
    pages: Sequence[Bags],
    targets: NDArray[np.int64],
    vocabulary: TokenVocabulary,
    options: GenreWordOptions,
) -> WordModel:
    """Return the model trained on the pages by least squares; every genre counts alike.

    Logistic regression leans further on tokens that are sure where they were seen, and loses on
    collections that were not (docs/studies/genre.md).
    """
    from sklearn.linear_model import Ridge

    counts = np.bincount(targets)
    shares = np.full(len(counts), 1 / len(counts))
    learner = Ridge(options.penalty, fit_intercept=False, solver="sparse_cg")
    weights = counts.mean() / counts[targets]
    learner.fit(matrix(pages, vocabulary), np.eye(len(counts))[targets] - shares, weights)
    slopes = options.sharpness * learner.coef_.T
    return WordModel(vocabulary, slopes.astype(np.float32), options.sharpness * shares)
