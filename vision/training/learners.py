"""Ways to learn the genre, each behind the same two calls, for cross-validation and stacking.

The fusion of two is fitted on pages that neither has seen, and checked on others.

A learner reads all pages once; then it learns from some of them and answers for others. GOCE's
baseline, a support vector machine for each genre against the rest, is trained here too.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.load import group_folds, groups_of, training_pages
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.errors import TrainingError
from pagesight.extract.page.document import read
from pagesight.extract.training.pace import paced
from pagesight.vision.goce_svm import SvmModel, goce_features, save_svm, svm_probabilities
from pagesight.vision.html.model import html_probabilities
from pagesight.vision.predict import FusionModel, fuse, packaged_backbone, save_fusion
from pagesight.vision.prediction import softmax
from pagesight.vision.training.html import HtmlOptions, features_of, fit_html, learnable_genres
from pagesight.vision.training.screenshot import (
    ScreenshotOptions,
    cells_of,
    fit_head,
    targets_of,
    usable_pages,
)

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
_GENRES = tuple(Genre)
# Keeps the picture's weights alike. Of 0, .001, .003 and .01 the likeliest on sources left out that
# loses to neither side on any (tests/studies/genre/compare_fusions.py, run `genre-sources`).
_ALIKE = 0.003


# Learns from the pages at `train` and returns what it answers for those at `test`: probabilities
# (test pages, genres) in the order of `Genre`.
Learner = Callable[[Rows, Rows], Array]


def _majority(pages: Sequence[LabelledPage]) -> Learner:
    """Answers how often each genre occurs."""
    targets = targets_of(pages)

    def learn(train: Rows, test: Rows) -> Array:
        counts = np.bincount(targets[train], minlength=len(_GENRES))
        return np.tile(counts / counts.sum(), (len(test), 1))

    return learn


def _goce_svm(pages: Sequence[LabelledPage]) -> Learner:
    """GOCE's SVM on eleven numbers of the HTML."""
    known, numbers = np.array([str(page.genre) for page in pages]), _goce_numbers(pages)

    def learn(train: Rows, test: Rows) -> Array:
        model = fit_svm(numbers[train], known[train].tolist(), SvmOptions())
        probabilities = [svm_probabilities(model, features) for features in numbers[test]]
        return in_order(np.array(probabilities), model.labels)

    return learn


def _html(pages: Sequence[LabelledPage]) -> Learner:
    """The HTML model."""
    seen = features_of(pages)

    def learn(train: Rows, test: Rows) -> Array:
        chosen, features = [pages[row] for row in train], [seen[row] for row in train]
        model = fit_html(chosen, features, HtmlOptions())
        probabilities = [html_probabilities(model, seen[row]) for row in test]
        return in_order(np.array(probabilities), model.labels)

    return learn


def _screenshot(pages: Sequence[LabelledPage]) -> Learner:
    """The network over pictures; pages without one get no information: all genres alike.

    Its backbone is frozen, so that the head alone is trained anew: the recipe of what ships.
    """
    options = ScreenshotOptions()
    config = options.config
    pictured = np.array([page.page.screenshot is not None for page in pages])
    place = np.cumsum(pictured) - 1
    usable = usable_pages(pages, config)
    targets = targets_of(usable, config.labels)
    cells = cells_of(usable, packaged_backbone(), options)

    def learn(train: Rows, test: Rows) -> Array:
        seen, asked = (place[rows[pictured[rows]]] for rows in (train, test))
        head = fit_head(cells, targets, seen, options)
        predicted = softmax(head.logits(cells[0, asked]), config.temperature)
        probabilities = np.full((len(test), len(_GENRES)), 1 / len(_GENRES))
        probabilities[pictured[test]] = in_order(predicted, config.labels)
        return probabilities

    return learn


# System -> what learns it from pages. The two that join learners are below.
LEARNERS: Mapping[str, Callable[[Sequence[LabelledPage]], Learner]] = {
    "majority": _majority,
    "goce-svm": _goce_svm,
    "html": _html,
    "screenshot": _screenshot,
}


@dataclass(frozen=True, slots=True)
class Folds:
    """The fold of each page, -1 for pages that are only learned from; and its group."""

    numbers: Rows
    groups: NDArray[np.str_]

    def training_rows(self, number: int) -> Rows:
        """Return the pages of other folds, less those of groups that the fold has a page of."""
        test = self.numbers == number
        shared = np.isin(self.groups, np.unique(self.groups[test]))
        return np.flatnonzero(~test & ~shared)


def folds_by_group(pages: Sequence[LabelledPage], folds: int, seed: int) -> Folds:
    """Return so many folds with the genres alike in each, groups together."""
    groups = groups_of(pages)
    genres = [str(page.genre) for page in pages]
    return Folds(np.array(group_folds(groups, genres, folds, seed)), np.array(groups))


def folds_by_source(pages: Sequence[LabelledPage], asked: NDArray[np.bool_]) -> Folds:
    """Return a fold for each source of the pages that are asked about: a whole collection."""
    sources = np.array([page.source for page in pages])
    _, numbers = np.unique(sources, return_inverse=True)
    return Folds(np.where(asked, numbers, -1), np.array(groups_of(pages)))


def out_of_fold(learner: Learner, folds: Folds, page_of: Rows | None = None) -> Array:
    """Return each page's probabilities by a model of pages of other folds.

    `page_of` names the page that each row of the learner is: the rows beyond the pages are copies
    of some, which are asked about and not learned from.
    """
    page_of = np.arange(len(folds.numbers)) if page_of is None else page_of
    probabilities = np.zeros((len(page_of), len(_GENRES)))
    for number in paced(np.unique(folds.numbers[folds.numbers >= 0]).tolist(), "folds fitted"):
        test = np.flatnonzero(folds.numbers[page_of] == number)
        probabilities[test] = learner(folds.training_rows(number), test)
    return probabilities


def in_order(probabilities: Array, labels: Sequence[str]) -> Array:
    """Return the columns of `labels` in the order of `Genre`; 0 for a genre without one."""
    ordered = np.zeros((len(probabilities), len(_GENRES)))
    ordered[:, [_GENRES.index(Genre(label)) for label in labels]] = probabilities
    return ordered


@dataclass(frozen=True, slots=True)
class SvmOptions:
    """C and gamma are scikit-learn's defaults for data of deviation 1 in eleven dimensions."""

    penalty: float = 1.0
    gamma: float = 1 / 11
    temperature: float = 0.8  # of the softmax over decisions, fitted on the val split


def train_genre_svm(
    pages: Sequence[LabelledPage], out: Path, options: SvmOptions = SvmOptions()
) -> None:
    """Train on the pages of known genre that `training_pages` leaves; write the folder `out`."""
    chosen = [page for page in training_pages(pages) if page.genre]
    model = fit_svm(_goce_numbers(chosen), [str(page.genre) for page in chosen], options)
    save_svm(model, out)


def _goce_numbers(pages: Sequence[LabelledPage]) -> Array:
    return np.array([goce_features(read(page.page)) for page in paced(pages, "pages read")])


def fit_svm(features: Array, genres: Sequence[str], options: SvmOptions) -> SvmModel:
    """Return the machine trained on features (pages, 11). Raises TrainingError."""
    from sklearn.svm import SVC

    labels = learnable_genres(genres)
    raw = np.log1p(features)
    mean, deviation = raw.mean(axis=0), raw.std(axis=0) + 1e-9
    scaled = (raw - mean) / deviation
    weights, bias = np.zeros((len(labels), len(scaled))), np.zeros(len(labels))
    for number, label in enumerate(labels):
        machine = SVC(C=options.penalty, gamma=options.gamma, class_weight="balanced")
        machine.fit(scaled, np.array(genres) == label)
        weights[number, machine.support_] = machine.dual_coef_[0]
        bias[number] = machine.intercept_[0]
    used = np.abs(weights).max(axis=0) > 0
    return SvmModel(
        labels=labels,
        gamma=options.gamma,
        temperature=options.temperature,
        mean=mean,
        deviation=deviation,
        vectors=scaled[used],
        weights=weights[:, used],
        bias=bias,
    )


def train_genre_fusion(pages: Sequence[LabelledPage], out: Path) -> None:
    """Train both sides with each source left out, fit the fusion on their answers, write `out`.

    It is fitted on the answers about pages with a screenshot that `training_pages` leaves, given as
    they are and without their address: the HTML is then less sure, and leaves more to the picture.
    Both sides learn from all other sources, pages of split "val" among them: figures of that split
    are not strictly held out for the fusion, those of `cross_fused` are. Pages without a
    screenshot teach the HTML side. Raises TrainingError if no page can be learned from.
    """
    chosen = [page for page in pages if page.genre]
    pictured = np.array([page.page.screenshot is not None for page in chosen], dtype=bool)
    learned = {id(page) for page in training_pages(pages)}
    fitting = np.flatnonzero(pictured & [id(page) in learned for page in chosen])
    if not len(fitting):
        raise TrainingError(f"none of the {len(pages)} pages has a genre and a screenshot")
    folds = folds_by_source(chosen, pictured)
    bare = [replace(page, page=replace(page.page, url="")) for page in chosen]
    html = LEARNERS["html"]([*chosen, *bare])
    twice = np.tile(np.arange(len(chosen)), 2)
    given, without = np.split(out_of_fold(html, folds, twice), 2)
    by_picture = out_of_fold(LEARNERS["screenshot"](chosen), folds)
    answers = (given[fitting], without[fitting])
    save_fusion(fit_on_all(answers, by_picture[fitting], targets_of(chosen)[fitting]), out)


def cross_fused(
    by_html: Array, by_picture: Array, targets: Rows, folds: Folds, fitting: Sequence[Array] = ()
) -> Array:
    """Return the fused answers, each fold's by a fusion that was fitted on the other folds.

    Where the HTML was asked with more or less evidence too, `fitting` has what it answered each
    time, on all of which the fusion is fitted; without it, that is `by_html`.
    """
    fused = np.zeros_like(by_html)
    for number in np.unique(folds.numbers):
        test, rest = folds.numbers == number, folds.training_rows(number)
        answers = [each[rest] for each in fitting or (by_html,)]
        model = fit_on_all(answers, by_picture[rest], targets[rest])
        fused[test] = fuse(model, by_html[test], by_picture[test])
    return fused


def fit_on_all(answers: Sequence[Array], by_picture: Array, targets: Rows) -> FusionModel:
    """Return the fusion of all the HTML's answers with the picture's about the same pages."""
    times = len(answers)
    pictures = np.tile(by_picture, (times, 1))
    return fit_fusion(np.concatenate(answers), pictures, np.tile(targets, times))


def fit_fusion(by_html: Array, by_picture: Array, targets: Rows) -> FusionModel:
    """Return the weights that make the targets likeliest; both sides must not have seen the pages.

    They calibrate the whole at once: the larger they are together, the surer it is.
    """
    from scipy.optimize import minimize  # takes long to load

    def loss(weights: Array) -> float:
        html, *picture = weights.tolist()
        fused = fuse(FusionModel(html, tuple(picture)), by_html, by_picture)
        apart = ((weights[1:] - weights[1:].mean()) ** 2).sum()
        likelihood = np.log(fused[np.arange(len(targets)), targets] + 1e-12).mean()
        return float(_ALIKE * apart - likelihood)

    start = FusionModel()
    bounds = [(0.0, None)] * (1 + len(Genre))
    result = minimize(loss, (start.html, *start.picture), method="L-BFGS-B", bounds=bounds)
    html, *picture = result.x.tolist()
    return FusionModel(html, tuple(picture))


def cascade(by_html: Array, by_both: Array, sure: float) -> tuple[Array, NDArray[np.bool_]]:
    """Return the HTML's answers where they are sure, else both's; and which had to be rendered."""
    rendered = by_html.max(axis=1) < sure
    return np.where(rendered[:, None], by_both, by_html), rendered
