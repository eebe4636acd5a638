"""NEXT-EVAL's measure of records (Kim, Kim, Jeong 2025, arXiv:2505.17125): how far they overlap.

Records are sets; the overlap of two is that of Jaccard. Found and gold ones are matched one to one
so that all overlaps together are most; precision is their sum by the found, recall by the gold
ones. NEXT-EVAL's sets are of XPaths. Our gold names no nodes, so ours are of the titles' words.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from pagesight.extract.text.tokens import tokens
from pagesight.extract.training.gold.scores import Score, counted_score

_MOST_CELLS = 4_000_000  # of found by gold ones, matched best; of more, the best pairs come first


def overlap_score(found: Sequence[str], gold: Sequence[str]) -> Score:
    """Return the overlap of found titles with gold ones.

    >>> overlap_score(["Some story", "Other news"], ["Other news today"])
    Score(precision=0.3333333333333333, recall=0.6666666666666666)
    """
    overlaps = _overlaps(
        [frozenset(tokens(t)) for t in found], [frozenset(tokens(t)) for t in gold]
    )
    if len(found) * len(gold) <= _MOST_CELLS:
        total = _best_sum(overlaps, len(found), len(gold))
    else:
        total = _greedy_sum(overlaps)
    return counted_score(total, len(found), len(gold))


def _overlaps(
    found: Sequence[frozenset[str]], gold: Sequence[frozenset[str]]
) -> dict[tuple[int, int], float]:
    """Return the overlap of each pair that shares a word."""
    holders: dict[str, list[int]] = defaultdict(list)
    for number, words in enumerate(gold):
        for word in words:
            holders[word].append(number)
    pairs: dict[tuple[int, int], float] = {}
    for number, words in enumerate(found):
        shared = Counter(other for word in words for other in holders.get(word, ()))
        for other, count in shared.items():
            pairs[number, other] = count / (len(words) + len(gold[other]) - count)
    return pairs


def _best_sum(overlaps: dict[tuple[int, int], float], rows: int, columns: int) -> float:
    from scipy.optimize import linear_sum_assignment

    matrix = np.zeros((rows, columns))
    for at, value in overlaps.items():
        matrix[at] = value
    return float(matrix[linear_sum_assignment(matrix, maximize=True)].sum())


def _greedy_sum(overlaps: dict[tuple[int, int], float]) -> float:
    total, rows, columns = 0.0, set[int](), set[int]()
    for (row, column), value in sorted(overlaps.items(), key=lambda pair: -pair[1]):
        if row not in rows and column not in columns:
            rows.add(row)
            columns.add(column)
            total += value
    return total
