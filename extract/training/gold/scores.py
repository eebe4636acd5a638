"""Scores of extracted text against gold text, and of labelled blocks."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq, Levenshtein

from pagesight.extract.text.tokens import tokens

CONTENT, NOISE = 1, 0


@dataclass(frozen=True, slots=True)
class Score:
    """Precision, recall and their harmonic mean, 0 to 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Harmonic mean of precision and recall; 0 if both are 0."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def counted_score(right: float, extracted: int, gold: int) -> Score:
    """Return the score of so much that is right; of no gold, nothing extracted agrees wholly.

    >>> counted_score(1, 2, 1), counted_score(0, 0, 0).f1, counted_score(0, 0, 3).f1
    (Score(precision=0.5, recall=1.0), 1.0, 0.0)
    """
    if not extracted or not gold:
        agreement = float(extracted == gold)
        return Score(agreement, agreement)
    return Score(right / extracted, right / gold)


def lcs_score(extracted: str, gold: str) -> Score:
    """Return GOCE's LCS precision and recall over tokens (Nguyen-Hoang et al. 2018)."""
    words, gold_words = _numbered(tokens(extracted), tokens(gold))
    return counted_score(LCSseq.similarity(words, gold_words), len(words), len(gold_words))


def word_score(extracted: str, gold: str) -> Score:
    """Return WCXB's precision and recall over the multisets of tokens (Foley 2026)."""
    words, gold_words = tokens(extracted), tokens(gold)
    return counted_score(
        (Counter(words) & Counter(gold_words)).total(), len(words), len(gold_words)
    )


def bow_cosine(extracted: str, gold: str) -> float:
    """Return the cosine of the two bag-of-words vectors; both empty gives 1, one empty 0."""
    words, gold_words = Counter(tokens(extracted)), Counter(tokens(gold))
    if not words or not gold_words:
        return float(words == gold_words)
    dot = sum(count * gold_words[token] for token, count in words.items())
    squares = sum(n * n for n in words.values()) * sum(n * n for n in gold_words.values())
    return min(1.0, dot / sqrt(squares))


def levenshtein_similarity(extracted: str, gold: str) -> float:
    """Return 1 - edit distance / length of the longer text, over characters (CleanEval)."""
    return Levenshtein.normalized_similarity(extracted, gold)


def _numbered(words: list[str], gold_words: list[str]) -> tuple[list[int], list[int]]:
    """Return both token lists with each distinct token replaced by its number."""
    numbers = {token: number for number, token in enumerate(dict.fromkeys(words + gold_words))}
    return [numbers[token] for token in words], [numbers[token] for token in gold_words]


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
    wanted, labelled = truth == label, predicted == label
    common = int((wanted & labelled).sum())
    precision, recall = _share(common, labelled), _share(common, wanted)
    if not labelled.any() and not wanted.any():
        return ClassScore(1.0, 1.0, 1.0)
    return ClassScore(precision, recall, 2 * common / int(wanted.sum() + labelled.sum()))


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
