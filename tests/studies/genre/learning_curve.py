r"""How the genre classifiers grow with their data, and what labels by the HTML model bring.

OMP_NUM_THREADS=1 python learning_curve.py html,screenshot genre/*.parquet \
    styled/*.parquet --pseudo-labels

Each system learns from a quarter, half and all groups of the pages that are not of split "val", and
predicts those that are; which groups are in a quarter is drawn by a hash of their names. With
`--pseudo-labels` the screenshot network also learns from the other groups' pages under the genre
that `html`, trained on the same quarter or half, gives them where it is sure. All pages need a
picture.

python learning_curve.py screenshot genre/*.parquet styled/*.parquet --gathered pages.parquet

With `--gathered`, what `gather_pages.py` wrote, the network answers for sources left out instead,
and learns from none, half and all of the gathered sites beside: from their pages that have a genre,
less those that look like a labelled page.
"""

import argparse
import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.app.evaluate.genre.scores import Answers, genre_scores
from pagesight.datasets.genres import Genre
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of
from pagesight.vision.predict import packaged_backbone
from pagesight.vision.prediction import softmax
from pagesight.vision.training.learners import (
    LEARNERS,
    HtmlLearner,
    Learner,
    Rows,
    folds_by_source,
    targets_of,
)
from pagesight.vision.training.screenshot import ScreenshotOptions, cells_of, fit_head

SHARES = (0.25, 0.5, 1.0)
SURE = 0.95  # of its answer: then `html` is a teacher
ALIKE = 0.8  # cosine of two pictures' cells from which on one looks like the other
# A line of the table: what learned, from how many pages, and its probabilities for the others.
Line = tuple[str, int, NDArray[np.float64]]


def drawn(pages: Sequence[LabelledPage], share: float) -> Rows:
    """Return the numbers of the training pages of that share of the groups."""
    groups = groups_of(pages)
    held_out = {group for page, group in zip(pages, groups, strict=True) if page.split == "val"}
    return np.array(
        [
            number
            for number, group in enumerate(groups)
            if group not in held_out and _place(group) < share
        ]
    )


def _place(group: str) -> float:
    return int(hashlib.sha256(group.encode()).hexdigest()[:8], 16) / 16**8


def of_learner(learner: Learner, pages: Sequence[LabelledPage]) -> Iterator[Line]:
    """Yield a line a share."""
    val = held_out_rows(pages)
    for share in SHARES:
        rows = drawn(pages, share)
        yield "labels", len(rows), learner.learn(rows, val)


def of_pictures(pages: Sequence[LabelledPage], *, pseudo: bool) -> Iterator[Line]:
    """Yield the lines of the screenshot network, and of what it learns from `html` beside."""
    options, val, targets = ScreenshotOptions(), held_out_rows(pages), targets_of(pages)
    cells = cells_of(pages, packaged_backbone(), options)

    def predicted(rows: Rows, labels: Rows) -> NDArray[np.float64]:
        logits = fit_head(cells, labels, rows, options).logits(cells[0, val])
        return softmax(logits, options.config.temperature)

    teacher = HtmlLearner(pages) if pseudo else None
    everything = drawn(pages, 1.0)
    for share in SHARES:
        rows = drawn(pages, share)
        yield "labels", len(rows), predicted(rows, targets)
        others = np.setdiff1d(everything, rows)
        if teacher and len(others):
            found = teacher.learn(rows, others)
            sure = found.max(axis=1) >= SURE
            taught, labels = others[sure], targets.copy()
            labels[taught] = found.argmax(axis=1)[sure]
            right = (labels[taught] == targets[taught]).mean()
            name = f"labels, and {len(taught)} by `html`, {right:.3f} of them right"
            learned = np.concatenate([rows, taught])
            yield name, len(learned), predicted(learned, labels)


def of_gathered(pages: Sequence[LabelledPage], gathered: Sequence[LabelledPage]) -> Iterator[Line]:
    """Yield the lines of the screenshot network on sources left out, by sites learned from beside.

    The genres of gathered pages are those of the shipped `html`, which knows the source left out.
    """
    options, folds = ScreenshotOptions(), folds_by_source(pages, np.ones(len(pages), dtype=bool))
    own, further = (cells_of(part, packaged_backbone(), options) for part in (pages, gathered))
    new = ~looks_like_any(further[0], own[0])
    cells = np.concatenate([own, further], axis=1)
    targets = targets_of([*pages, *gathered])
    for share in (0.0, 0.5, 1.0):
        inside = [_place(page.site) < share for page in gathered]
        beside = len(pages) + np.flatnonzero(new & inside)
        found = np.zeros((len(pages), len(Genre)))
        for number in np.unique(folds.numbers):
            test = np.flatnonzero(folds.numbers == number)
            train = np.concatenate([folds.training_rows(number), beside])
            logits = fit_head(cells, targets, train, options).logits(cells[0, test])
            found[test] = softmax(logits, options.config.temperature)
        yield f"other sources, and {len(beside)} gathered pages", len(pages) + len(beside), found


def looks_like_any(cells: NDArray[np.float32], known: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which pictures (pages, cells) look like one of those known."""
    mean, deviation = known.mean(axis=0), known.std(axis=0) + 1e-3
    scaled = [(each - mean) / deviation for each in (cells, known)]
    units = [each / np.linalg.norm(each, axis=1, keepdims=True) for each in scaled]
    return np.asarray((units[0] @ units[1].T).max(axis=1) >= ALIKE)


def held_out_rows(pages: Sequence[LabelledPage]) -> Rows:
    """Return the numbers of the pages of split "val"."""
    return np.flatnonzero([page.split == "val" for page in pages])


def main() -> None:
    """Print a line a system and share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", help="of goce-svm, html, majority, screenshot")
    parser.add_argument("corpus", type=Path, nargs="+")
    parser.add_argument("--pseudo-labels", action="store_true")
    parser.add_argument("--gathered", type=Path, help="what gather_pages.py wrote")
    arguments = parser.parse_args()
    pages = [page for page in load(*arguments.corpus) if page.genre]
    known = {page.site.lower() for page in pages}
    further = load(arguments.gathered) if arguments.gathered else ()
    gathered = [page for page in further if page.genre and page.site.lower() not in known]
    kept_back = pages if gathered else [pages[number] for number in held_out_rows(pages)]
    groups = tuple(groups_of(kept_back))
    print("| system | learned from | pages | accuracy (95 %) | F1 | seven |\n" + 6 * "|---" + "|")
    for system in arguments.systems.split(","):
        if gathered:
            lines = of_gathered(pages, gathered)
        elif system == "screenshot":
            lines = of_pictures(pages, pseudo=arguments.pseudo_labels)
        else:
            lines = of_learner(LEARNERS[system](pages), pages)
        for name, count, found in lines:
            scores: Mapping[str, Any] = genre_scores(Answers(found, targets_of(kept_back), groups))
            low, high = scores["accuracy_ci95"]
            print(
                f"| {system} | {name} | {count:,} "
                f"| {scores['accuracy']:.3f} ({low:.3f}-{high:.3f}) "
                f"| {scores['macro_f1']:.3f} | {scores['seven_accuracy']:.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
