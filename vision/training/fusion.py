"""Fit the fusion on pages that neither side has seen, and check it on pages it has not."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import training_pages
from pagesight.extract.errors import TrainingError
from pagesight.vision.fusion import FusionModel, fuse, save_fusion
from pagesight.vision.training.learners import (
    LEARNERS,
    Folds,
    folds_by_source,
    out_of_fold,
    targets_of,
)

Array = NDArray[np.float64]
Rows = NDArray[np.int64]
# Keeps the picture's weights alike. Of 0, .001, .003 and .01 the likeliest on sources left out that
# loses to neither side on any (tests/studies/genre/compare_fusions.py, run `genre-sources`).
_ALIKE = 0.003


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
    found = np.zeros_like(by_html)
    for number in np.unique(folds.numbers):
        test, rest = folds.numbers == number, folds.training_rows(number)
        answers = [each[rest] for each in fitting or (by_html,)]
        model = fit_on_all(answers, by_picture[rest], targets[rest])
        found[test] = fuse(model, by_html[test], by_picture[test])
    return found


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
        found = fuse(FusionModel(html, tuple(picture)), by_html, by_picture)
        apart = ((weights[1:] - weights[1:].mean()) ** 2).sum()
        likelihood = np.log(found[np.arange(len(targets)), targets] + 1e-12).mean()
        return float(_ALIKE * apart - likelihood)

    start = FusionModel()
    bounds = [(0.0, None)] * (1 + len(Genre))
    found = minimize(loss, (start.html, *start.picture), method="L-BFGS-B", bounds=bounds)
    html, *picture = found.x.tolist()
    return FusionModel(html, tuple(picture))


def cascade(by_html: Array, by_both: Array, sure: float) -> tuple[Array, NDArray[np.bool_]]:
    """Return the HTML's answers where they are sure, else both's; and which had to be rendered."""
    rendered = by_html.max(axis=1) < sure
    return np.where(rendered[:, None], by_both, by_html), rendered
