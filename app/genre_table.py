"""Tables of a genre classifier's answers: by genre, and which genre was taken for which."""

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.genres import Genre

_GENRES = tuple(Genre)
Numbers = NDArray[np.int64]  # of genres, in the order of `Genre`


def by_genre(found: Numbers, targets: Numbers) -> dict[str, dict[str, float | int]]:
    """Return precision, recall, F1 and support of each genre that occurs."""
    table: dict[str, dict[str, float | int]] = {}
    for number, genre in enumerate(_GENRES):
        right = int(((found == number) & (targets == number)).sum())
        answered, support = int((found == number).sum()), int((targets == number).sum())
        if answered or support:
            table[genre] = {
                "precision": round(right / answered, 4) if answered else 0.0,
                "recall": round(right / support, 4) if support else 0.0,
                "f1": round(2 * right / (answered + support), 4),
                "support": support,
            }
    return table


def accuracy(found: Numbers, targets: Numbers) -> float:
    """Return the share of right answers, rounded; 0 of nothing."""
    return round(float((found == targets).mean()), 4) if len(targets) else 0.0


def macro_f1(found: Numbers, targets: Numbers) -> float:
    """Return the mean F1 over the genres that the pages have."""
    table = by_genre(found, targets)
    scores = [float(row["f1"]) for row in table.values() if row["support"]]
    return round(float(np.mean(scores)), 4) if scores else 0.0


def confusion(found: Numbers, targets: Numbers) -> dict[str, dict[str, int]]:
    """Return the count of each answer by true genre."""
    return {
        genre: {
            answer: int(((targets == number) & (found == column)).sum())
            for column, answer in enumerate(_GENRES)
        }
        for number, genre in enumerate(_GENRES)
        if (targets == number).any()
    }
