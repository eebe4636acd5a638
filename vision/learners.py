"""Ways to learn the genre, each behind the same two calls, for cross-validation and stacking.

A learner reads all pages once; then it learns from some of them and answers for others.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import group_folds, groups_of
from pagesight.extract.page.document import read
from pagesight.vision.calibrate import softmax
from pagesight.vision.goce_svm import SvmOptions, fit_svm, goce_features, svm_probabilities
from pagesight.vision.html.features import html_features
from pagesight.vision.html.model import html_probabilities
from pagesight.vision.html.train import HtmlOptions, fit_html
from pagesight.vision.screenshot.data import usable_pages
from pagesight.vision.screenshot.train import GenreOptions, fit, inputs_of, logits

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
_GENRES = tuple(Genre)


class Learner(Protocol):
    """Learns from the pages at `train` and predicts those at `test`."""

    def learn(self, train: Rows, test: Rows) -> Array:
        """Return probabilities (test pages, genres) in the order of `Genre`."""
        ...


class Majority:
    """Answers how often each genre occurs."""

    def __init__(self, pages: Sequence[LabelledPage]) -> None:
        self._targets = targets_of(pages)

    def learn(self, train: Rows, test: Rows) -> Array:
        """Return the same shares for every page."""
        counts = np.bincount(self._targets[train], minlength=len(_GENRES))
        return np.tile(counts / counts.sum(), (len(test), 1))


class GoceSvm:
    """GOCE's SVM on eleven numbers of the HTML."""

    def __init__(self, pages: Sequence[LabelledPage]) -> None:
        self._genres = [str(page.genre) for page in pages]
        self._features = np.array([goce_features(read(page.page)) for page in pages])

    def learn(self, train: Rows, test: Rows) -> Array:
        """Return the machine's probabilities."""
        genres = [self._genres[row] for row in train]
        model = fit_svm(self._features[train], genres, SvmOptions())
        found = [svm_probabilities(model, features) for features in self._features[test]]
        return in_order(np.array(found), model.labels)


class Html:
    """The HTML model."""

    def __init__(self, pages: Sequence[LabelledPage]) -> None:
        self._pages = pages
        self._features = [html_features(read(page.page)) for page in pages]

    def learn(self, train: Rows, test: Rows) -> Array:
        """Return the model's probabilities."""
        pages, features = [self._pages[row] for row in train], [self._features[r] for r in train]
        model = fit_html(pages, features, HtmlOptions())
        found = [html_probabilities(model, self._features[row]) for row in test]
        return in_order(np.array(found), model.labels)


class Screenshot:
    """The network over pictures; pages without one get no information: all genres alike."""

    def __init__(self, pages: Sequence[LabelledPage], options: GenreOptions) -> None:
        self._options = options
        self._place = np.cumsum([page.page.screenshot is not None for page in pages]) - 1
        self._pictured = np.array([page.page.screenshot is not None for page in pages])
        self._inputs = inputs_of(usable_pages(pages, options.net), options)

    def learn(self, train: Rows, test: Rows) -> Array:
        """Return the network's probabilities, cooled by the usual temperature."""
        seen, asked = (self._place[rows[self._pictured[rows]]] for rows in (train, test))
        net = fit(self._inputs, seen, np.array([], dtype=np.int64), self._options)
        found = np.full((len(test), len(_GENRES)), 1 / len(_GENRES))
        predicted = softmax(logits(net, self._inputs, asked).numpy(), self._options.net.temperature)
        found[self._pictured[test]] = in_order(predicted, self._options.net.labels)
        return found


# System -> what learns it from pages. The two that join learners are in vision/stacking.py.
LEARNERS: Mapping[str, Callable[[Sequence[LabelledPage]], Learner]] = {
    "majority": Majority,
    "goce-svm": GoceSvm,
    "html": Html,
    "screenshot": lambda pages: Screenshot(pages, GenreOptions()),
}


def folds_of(pages: Sequence[LabelledPage], folds: int, seed: int) -> Rows:
    """Return the fold of each page, groups together."""
    genres = [str(page.genre) for page in pages]
    return np.array(group_folds(groups_of(pages), genres, folds, seed))


def out_of_fold(learner: Learner, fold: Rows, learned: int | None = None) -> Array:
    """Return each page's probabilities by a model of pages of other folds.

    Pages beyond the first `learned` are asked about and not learned from.
    """
    found = np.zeros((len(fold), len(_GENRES)))
    for number in np.unique(fold):
        test = np.flatnonzero(fold == number)
        found[test] = learner.learn(np.flatnonzero(fold[:learned] != number), test)
    return found


def targets_of(pages: Sequence[LabelledPage]) -> NDArray[np.int64]:
    """Return the number of each page's genre in `Genre`."""
    return np.array([_GENRES.index(page.genre) for page in pages if page.genre])


def in_order(probabilities: Array, labels: Sequence[str]) -> Array:
    """Return the columns of `labels` in the order of `Genre`; 0 for a genre without one."""
    found = np.zeros((len(probabilities), len(_GENRES)))
    found[:, [_GENRES.index(Genre(label)) for label in labels]] = probabilities
    return found
