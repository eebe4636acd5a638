r"""How the genre classifiers grow with their data.

OMP_NUM_THREADS=1 python learning_curve.py html,screenshot genre/*.parquet styled/*.parquet

Each system learns from a quarter, half and all groups of the pages that are not of split "val", and
predicts those that are; which groups are in a quarter is drawn by a hash of their names.
"""

import argparse
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from pagesight.app.evaluate.genre.scores import Answers, genre_scores
from pagesight.datasets.load import groups_of, load
from pagesight.datasets.schema import LabelledPage
from pagesight.vision.training.learners import LEARNERS, Rows
from pagesight.vision.training.screenshot import targets_of

SHARES = (0.25, 0.5, 1.0)


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


def main() -> None:
    """Print a line a system and share."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("systems", help="of goce-svm, html, majority, screenshot")
    parser.add_argument("corpus", type=Path, nargs="+")
    arguments = parser.parse_args()
    pages = [page for page in load(*arguments.corpus) if page.genre]
    val = np.flatnonzero([page.split == "val" for page in pages])
    targets, groups = targets_of(pages)[val], tuple(np.array(groups_of(pages))[val])
    print("| system | pages learned from | accuracy (95 %) | F1 | seven |\n" + 5 * "|---" + "|")
    for system in arguments.systems.split(","):
        learner = LEARNERS[system](pages)
        for share in SHARES:
            rows = drawn(pages, share)
            answers = Answers(learner(rows, val), targets, groups)
            scores: Mapping[str, Any] = genre_scores(answers)
            low, high = scores["accuracy_ci95"]
            print(
                f"| {system} | {len(rows):,} | {scores['accuracy']:.3f} ({low:.3f}-{high:.3f}) "
                f"| {scores['macro_f1']:.3f} | {scores['seven_accuracy']:.3f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
