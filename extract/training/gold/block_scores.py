"""Scores of labelled blocks: precision, recall and F1 of content and of noise."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

CONTENT, NOISE = 1, 0


@dataclass(frozen=True, slots=True)
class ClassScore:
    """Precision, recall and F1 of one class, 0 to 1."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class BlockScore:
    """Scores of both classes."""

    content: ClassScore
    noise: ClassScore

    @property
    def average_f1(self) -> float:
        """Mean of the two classes' F1."""
        return (self.content.f1 + self.noise.f1) / 2


def block_score(truth: NDArray[np.int8], predicted: NDArray[np.int8]) -> BlockScore:
    """Return the scores over blocks whose truth is CONTENT or NOISE; others do not count.

    A class that neither truth nor prediction has scores 1; one that only one of them has, 0.
    """
    counted = (truth == CONTENT) | (truth == NOISE)
    truth, predicted = truth[counted], predicted[counted]
    return BlockScore(
        _class_score(truth, predicted, CONTENT), _class_score(truth, predicted, NOISE)
    )


def micro_score(
    truths: Sequence[NDArray[np.int8]], predictions: Sequence[NDArray[np.int8]]
) -> BlockScore:
    """Return the scores over the blocks of all pages, each of equal weight."""
    empty = np.zeros(0, np.int8)
    return block_score(np.concatenate([empty, *truths]), np.concatenate([empty, *predictions]))


def macro_score(
    truths: Sequence[NDArray[np.int8]], predictions: Sequence[NDArray[np.int8]]
) -> BlockScore:
    """Return the mean of the pages' own scores (MultiBoilerNet's macro average)."""
    scores = [block_score(*page) for page in zip(truths, predictions, strict=True)]
    return BlockScore(_mean([s.content for s in scores]), _mean([s.noise for s in scores]))


def _class_score(truth: NDArray[np.int8], predicted: NDArray[np.int8], label: int) -> ClassScore:
    wanted, found = truth == label, predicted == label
    common = int((wanted & found).sum())
    precision, recall = _share(common, found), _share(common, wanted)
    if not found.any() and not wanted.any():
        return ClassScore(1.0, 1.0, 1.0)
    return ClassScore(precision, recall, 2 * common / int(wanted.sum() + found.sum()))


def _share(common: int, of: NDArray[np.bool_]) -> float:
    return common / int(of.sum()) if of.any() else 0.0


def _mean(scores: Sequence[ClassScore]) -> ClassScore:
    """Return the mean of each figure; of no scores, zeros."""
    if not scores:
        return ClassScore(0.0, 0.0, 0.0)
    return ClassScore(
        fmean(score.precision for score in scores),
        fmean(score.recall for score in scores),
        fmean(score.f1 for score in scores),
    )
