"""How a genre classifier grows with its data: trained on a quarter, half and all groups of pages.

OMP_NUM_THREADS=1 python tests/bench/learning_curve.py html,screenshot genre/*.parquet

Tells the pages of split "val"; which groups are in a quarter is drawn by a hash of their names.
"""

import argparse
import hashlib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from pagesight.app.evaluate.genre.scores import Answers, genre_scores
from pagesight.datasets.load import load
from pagesight.datasets.schema import LabelledPage
from pagesight.datasets.split import groups_of
from pagesight.vision.learners import LEARNERS, targets_of

SHARES = (0.25, 0.5, 1.0)


def drawn(pages: Sequence[LabelledPage], share: float) -> np.ndarray:
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
    parser.add_argument("systems")
    parser.add_argument("corpus", type=Path, nargs="+")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    pages = [page for page in load(*arguments.corpus) if page.genre]
    val = np.flatnonzero([page.split == "val" for page in pages])
    kept_back = [pages[number] for number in val]
    groups = tuple(groups_of(kept_back))
    for system in arguments.systems.split(","):
        learner = LEARNERS[system](pages)
        for share in SHARES:
            rows = drawn(pages, share)
            answers = Answers(learner.learn(rows, val), targets_of(kept_back), groups)
            found = genre_scores(answers)
            print(
                f"| {system} | {len(rows)} | {found['accuracy']} {found['accuracy_ci95']} "
                f"| {found['macro_f1']} | {found['seven_accuracy']} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
