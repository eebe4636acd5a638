"""Fit the fusion on pages that neither side has seen, and check it on pages it has not."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import training_pages
from pagesight.extract.errors import TrainingError
from pagesight.vision.fusion import fit_fusion, fuse, save_fusion
from pagesight.vision.learners import LEARNERS, folds_of, out_of_fold, targets_of

Array = NDArray[np.float64]
_FOLDS = 5


def train_genre_fusion(pages: Sequence[LabelledPage], out: Path, seed: int = 0) -> None:
    """Train both sides fold by fold on all pages, fit the fusion on their answers, write `out`.

    It is fitted on the answers about pages with a screenshot that `training_pages` leaves. The two
    sides of each fold learn from all other pages, those of split "val" among them: figures of that
    split are not strictly held out for the fusion, those of `cross_fused` are. Pages without a
    screenshot teach the HTML side. Raises TrainingError if no page can be learned from.
    """
    chosen = [page for page in pages if page.genre]
    learned = {id(page) for page in training_pages(pages) if page.page.screenshot is not None}
    fitting = np.flatnonzero([id(page) in learned for page in chosen])
    if not len(fitting):
        raise TrainingError(f"none of the {len(pages)} pages has a genre and a screenshot")
    fold = folds_of(chosen, _FOLDS, seed)
    by_html, by_picture = (
        out_of_fold(LEARNERS[side](chosen), fold) for side in ("html", "screenshot")
    )
    targets = targets_of(chosen)[fitting]
    save_fusion(fit_fusion(by_html[fitting], by_picture[fitting], targets), out)


def cross_fused(
    by_html: Array,
    by_picture: Array,
    targets: NDArray[np.int64],
    fold: NDArray[np.int64],
    html_with_all: Array | None = None,
) -> Array:
    """Return the fused answers, each fold's by a fusion that was fitted on the other folds.

    Where the HTML was asked with less evidence, `html_with_all` is what it answered with all of it,
    on which the fusion is fitted.
    """
    fitting = by_html if html_with_all is None else html_with_all
    found = np.zeros_like(by_html)
    for number in np.unique(fold):
        test, rest = fold == number, fold != number
        model = fit_fusion(fitting[rest], by_picture[rest], targets[rest])
        found[test] = fuse(model, by_html[test], by_picture[test])
    return found


def cascade(by_html: Array, by_both: Array, sure: float) -> tuple[Array, NDArray[np.bool_]]:
    """Return the HTML's answers where they are sure, else both's; and which had to be rendered."""
    rendered = by_html.max(axis=1) < sure
    return np.where(rendered[:, None], by_both, by_html), rendered
