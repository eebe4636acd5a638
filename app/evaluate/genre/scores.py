"""Figures of a genre classifier: how often right, where wrong, how sure, and how sure we are."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pagesight.app.evaluate.statistics import interval_by_group, median
from pagesight.datasets.schema import CoarseGenre, Genre
from pagesight.vision.prediction import calibration_error

Array = NDArray[np.float64]
Numbers = NDArray[np.int64]  # of genres, in the order of `Genre`
_GENRES = tuple(Genre)
_BINS = 10  # of the reliability table
_OF_A_CORPUS = frozenset(
    {"pages", "accuracy", "accuracy_ci95", "seven_accuracy", "coarse_accuracy", "ece"}
)


def by_genre(predicted: Numbers, targets: Numbers) -> dict[str, dict[str, float | int]]:
    """Return precision, recall, F1 and support of each genre that occurs."""
    table: dict[str, dict[str, float | int]] = {}
    for number, genre in enumerate(_GENRES):
        right = int(((predicted == number) & (targets == number)).sum())
        answered, support = int((predicted == number).sum()), int((targets == number).sum())
        if answered or support:
            table[genre] = {
                "precision": round(right / answered, 4) if answered else 0.0,
                "recall": round(right / support, 4) if support else 0.0,
                "f1": round(2 * right / (answered + support), 4),
                "support": support,
            }
    return table


def accuracy(predicted: Numbers, targets: Numbers) -> float:
    """Return the share of right answers, rounded; 0 of nothing."""
    return round(float((predicted == targets).mean()), 4) if len(targets) else 0.0


def macro_f1(predicted: Numbers, targets: Numbers) -> float:
    """Return the mean F1 over the genres that the pages have."""
    table = by_genre(predicted, targets)
    scores = [float(row["f1"]) for row in table.values() if row["support"]]
    return round(float(np.mean(scores)), 4) if scores else 0.0


def confusion(predicted: Numbers, targets: Numbers) -> dict[str, dict[str, int]]:
    """Return the count of each answer by true genre."""
    return {
        genre: {
            answer: int(((targets == number) & (predicted == column)).sum())
            for column, answer in enumerate(_GENRES)
        }
        for number, genre in enumerate(_GENRES)
        if (targets == number).any()
    }


@dataclass(frozen=True, slots=True)
class Answers:
    """Probabilities (pages, genres) in the order of `Genre`, with what is true of each page."""

    probabilities: Array
    targets: NDArray[np.int64]
    groups: tuple[str, ...]
    milliseconds: tuple[float, ...] = ()
    rendered: tuple[bool, ...] = ()


def genre_scores(answers: Answers, seed: int = 0) -> Mapping[str, object]:
    """Return the figures of `results.json`, and those of the seven genres.

    Seven genres: pages of genre "other" are left out, and so is that answer.
    """
    targets, predicted = answers.targets, answers.probabilities.argmax(axis=1)
    seven = _seven(answers)
    seven_predicted = seven.probabilities.argmax(axis=1)
    return {
        "pages": len(targets),
        "accuracy": accuracy(predicted, targets),
        "accuracy_ci95": _interval(predicted == targets, answers.groups, seed),
        "macro_f1": macro_f1(predicted, targets),
        "seven_pages": len(seven.targets),
        "seven_accuracy": accuracy(seven_predicted, seven.targets),
        "seven_accuracy_ci95": _interval(seven_predicted == seven.targets, seven.groups, seed),
        "seven_macro_f1": macro_f1(seven_predicted, seven.targets),
        **_coarse(answers, seed),
        "ece": round(calibration_error(answers.probabilities, targets), 4),
        "reliability": _reliability(answers),
        "by_genre": by_genre(predicted, targets),
        "confusion": confusion(predicted, targets),
        **({"ms_per_page_median": median(answers.milliseconds)} if answers.milliseconds else {}),
        "rendered_share": round(float(np.mean(answers.rendered)), 4) if answers.rendered else 0.0,
    }


def corpus_scores(
    answers: Answers, sources: Sequence[str], seed: int = 0
) -> Mapping[str, Mapping[str, object]]:
    """Return the pages and the three accuracies of each source, in the order of their names."""
    return {
        source: {
            name: value
            for name, value in genre_scores(_of(answers, np.array(sources) == source), seed).items()
            if name in _OF_A_CORPUS
        }
        for source in sorted(set(sources))
    }


def _of(answers: Answers, chosen: NDArray[np.bool_]) -> Answers:
    groups = tuple(group for group, keep in zip(answers.groups, chosen, strict=True) if keep)
    return Answers(answers.probabilities[chosen], answers.targets[chosen], groups)


def _seven(answers: Answers) -> Answers:
    """Return the answers on pages that are not "other", with that answer forbidden."""
    other = _GENRES.index(Genre.OTHER)
    kept = answers.targets != other
    seven = _of(answers, kept)  # boolean indexing copies
    seven.probabilities[:, other] = 0
    return seven


def _coarse(answers: Answers, seed: int) -> dict[str, object]:
    """Return accuracy over GOCE's two genres, on pages that have one (Genre.coarse)."""
    sides = [genre.coarse for genre in _GENRES]
    article = np.array([side == CoarseGenre.ARTICLE for side in sides])
    listed = np.array([side == CoarseGenre.LIST_VIEW for side in sides])
    kept = (article | listed)[answers.targets]
    scores = answers.probabilities[kept]
    right = (scores[:, listed].sum(axis=1) > scores[:, article].sum(axis=1)) == listed[
        answers.targets[kept]
    ]
    groups = [group for group, keep in zip(answers.groups, kept, strict=True) if keep]
    return {
        "coarse_pages": int(kept.sum()),
        "coarse_accuracy": round(float(right.mean()), 4) if kept.any() else 0.0,
        "coarse_accuracy_ci95": _interval(right, groups, seed),
    }


def _reliability(answers: Answers) -> list[dict[str, float | int]]:
    """Return, for each tenth of confidence that occurs, how many answers and how many right."""
    confidence = answers.probabilities.max(axis=1)
    right = answers.probabilities.argmax(axis=1) == answers.targets
    number = np.minimum((confidence * _BINS).astype(int), _BINS - 1)
    return [
        {
            "confidence": round(float(confidence[number == b].mean()), 4),
            "accuracy": round(float(right[number == b].mean()), 4),
            "pages": int((number == b).sum()),
        }
        for b in np.unique(number)
    ]


def _interval(right: NDArray[np.bool_], groups: Sequence[str], seed: int) -> list[float]:
    return list(interval_by_group(right.tolist(), groups, seed))
