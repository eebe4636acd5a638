"""Agreement of two annotators: on blocks, on texts, on genres."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from pagesight.app.errors import LabelsError
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.extract.training.gold.scores import word_score
from pagesight.render.errors import needed_for


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement on the pages that both labelled.

    `kappa` is Cohen's (1960) over all their blocks, `word_f1` by page the word F1 between the two
    texts, `genres` the share of pages of one genre.
    """

    kappa: float
    blocks: int
    word_f1: dict[str, float]
    genres: float

    @property
    def mean_f1(self) -> float:
        """Return the mean over pages."""
        return fmean(self.word_f1.values())


def agreement(first: Path, second: Path) -> Agreement:
    """Return how far two corpora of `pagesight label` agree.

    Raises LabelsError unless both have labels of the blocks of a page, cut alike; MissingPackage
    without scikit-learn.
    """
    pairs = _pairs(_labelled(first), _labelled(second))
    if not pairs:
        raise LabelsError(f"{first} and {second} have no page in common")
    for one, other in pairs:
        if len(_blocks(one)) != len(_blocks(other)):
            raise LabelsError(
                f"{one.id} has {len(_blocks(one))} blocks in {first} and {len(_blocks(other))} in "
                f"{second}: label both with one --out, which keeps one capture of each page"
            )
    said = ["".join(map(_blocks, pages)) for pages in zip(*pairs, strict=True)]
    return Agreement(
        kappa=_kappa(*said),
        blocks=len(said[0]),
        word_f1={a.id: word_score(a.text or "", b.text or "").f1 for a, b in pairs},
        genres=fmean(a.genre == b.genre for a, b in pairs),
    )


def _labelled(path: Path) -> dict[str, LabelledPage]:
    """Return the pages of a corpus, by id. Raises LabelsError for one without labels of blocks."""
    pages = {page.id: page for page in load(path)}
    for page in pages.values():
        if not isinstance(page.extra.get("kept_blocks"), str):
            raise LabelsError(
                f"{path}: {page.id} has no labels of blocks: not by `pagesight label`"
            )
    return pages


def _pairs(
    first: dict[str, LabelledPage], second: dict[str, LabelledPage]
) -> Sequence[tuple[LabelledPage, LabelledPage]]:
    return [(first[name], second[name]) for name in first if name in second]


def _blocks(page: LabelledPage) -> str:
    """Return a figure for each block, 1 for a kept one."""
    return str(page.extra["kept_blocks"])


def _kappa(first: str, second: str) -> float:
    with needed_for("agreement", "train"):
        from sklearn.metrics import cohen_kappa_score
    # Where both keep all blocks, or none, chance alone agrees wholly, and kappa is 0 / 0.
    return 1.0 if first == second else float(cohen_kappa_score(list(first), list(second)))
