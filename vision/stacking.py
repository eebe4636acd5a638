"""Fit the fusion on pages that neither side has seen, and check it on pages it has not."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import training_pages
from pagesight.extract.errors import TrainingError
from pagesight.vision.fusion import FusionModel, fit_fusion, fuse, save_fusion
from pagesight.vision.learners import LEARNERS, folds_of, out_of_fold, targets_of

Array = NDArray[np.float64]
_FOLDS = 5


def train_genre_fusion(pages: Sequence[LabelledPage], out: Path, seed: int = 0) -> None:
    """Train both sides fold by fold on all pages, fit the fusion on their answers, write `out`.

    It is fitted on the answers about pages with a screenshot that `training_pages` leaves, given as
    they are and without their address: the HTML is then less sure, and leaves more to the picture.
    The two sides of each fold learn from all other pages, those of split "val" among them: figures
    of that split are not strictly held out for the fusion, those of `cross_fused` are. Pages
    without a screenshot teach the HTML side. Raises TrainingError if no page can be learned from.
    """
    chosen = [page for page in pages if page.genre]
    learned = {id(page) for page in training_pages(pages) if page.page.screenshot is not None}
    fitting = np.flatnonzero([id(page) in learned for page in chosen])
    if not len(fitting):
        raise TrainingError(f"none of the {len(pages)} pages has a genre and a screenshot")
    fold = folds_of(chosen, _FOLDS, seed)
    bare = [replace(page, page=replace(page.page, url="")) for page in chosen]
    html = LEARNERS["html"]([*chosen, *bare])
    given, without = np.split(out_of_fold(html, np.tile(fold, 2), len(chosen)), 2)
    by_picture = out_of_fold(LEARNERS["screenshot"](chosen), fold)
    answers = (given[fitting], without[fitting])
    save_fusion(_fitted(answers, by_picture[fitting], targets_of(chosen)[fitting]), out)


def cross_fused(
    by_html: Array,
    by_picture: Array,
    targets: NDArray[np.int64],
    fold: NDArray[np.int64],
    fitting: Sequence[Array] = (),
) -> Array:
    """Return the fused answers, each fold's by a fusion that was fitted on the other folds.

    Where the HTML was asked with more or less evidence too, `fitting` has what it answered each
    time, on all of which the fusion is fitted; without it, that is `by_html`.
    """
    found = np.zeros_like(by_html)
    for number in np.unique(fold):
        test, rest = fold == number, fold != number
        answers = [each[rest] for each in fitting or (by_html,)]
        model = _fitted(answers, by_picture[rest], targets[rest])
        found[test] = fuse(model, by_html[test], by_picture[test])
    return found


def _fitted(answers: Sequence[Array], by_picture: Array, targets: NDArray[np.int64]) -> FusionModel:
    """Return the fusion of all the HTML's answers with the picture's about the same pages."""
    times = len(answers)
    pictures = np.tile(by_picture, (times, 1))
    return fit_fusion(np.concatenate(answers), pictures, np.tile(targets, times))


def cascade(by_html: Array, by_both: Array, sure: float) -> tuple[Array, NDArray[np.bool_]]:
    """Return the HTML's answers where they are sure, else both's; and which had to be rendered."""
    rendered = by_html.max(axis=1) < sure
    return np.where(rendered[:, None], by_both, by_html), rendered
