"""Align a page's blocks with its gold text, so that gold text alone gives block labels.

Web2Text, section 4.1 (Vogels et al. 2018), and its reference code: windows of 10 characters that
occur once anchor the gold text in the page (`anchors`); between anchors the same is done again;
what is left is aligned by dynamic programming (`match_gap`). Deviations, each for robustness:

- white space is left out of both texts beforehand, where the paper lets it match and skip freely;
- of anchors in an inconsistent order the heaviest consistent chain is kept, where the paper drops
  both of every crossing pair, so that one moved paragraph costs itself alone;
- typographic quotes and dashes equal plain ones, besides upper case equalling lower case.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from pagesight.datasets.schema import LabelledPage
from pagesight.extract.page.blocks import Block

WINDOW = 10  # characters that must agree (Web2Text, section 4.1)

Codes = NDArray[np.uint32]  # a text as code points
Hashes = NDArray[np.uint64]  # of the windows that begin at each character

_POWERS = np.uint64(0x9E3779B97F4A7C15) ** np.arange(1, WINDOW + 1, dtype=np.uint64)  # mod 2^64
NOT_COUNTED = -1
NOISE = 0  # as BoilerNet numbers the classes
CONTENT = 1  # likewise

GoldLabels = NDArray[np.int8]
# Scores of Web2Text's alignment (reference code, utilities of its Alignment).
_SAME_ALNUM = 3  # equal letters or digits
_SAME_OTHER = 1  # other equal characters
_SKIP_GOLD = 6  # a gold character that the page lacks
_OPEN_GAP = 2  # leave out any number of page characters; each beyond the first is free
_MATCH, _SKIP, _GAP = 0, 1, 2  # the best last step to a cell
_OPENED = 4  # flag: a gap to this cell is best opened here
CONTENT_SHARE = 2 / 3  # a block is content if more of its characters are matched (section 4.1)
_CELLS = 1 << 26  # largest table of the dynamic programme, a byte a cell; beyond it: unmatched
_PLAIN = str.maketrans(
    "‘’‚‛′“”„‟″‐‑‒–—―−İ", "'''''\"\"\"\"\"-------i", "\xad\u200b\u200c\u200d\ufeff"
)


@dataclass(frozen=True, slots=True)
class Anchors:
    """Stretches that agree, in order: where they begin in each text, and their characters."""

    left: NDArray[np.int64]
    right: NDArray[np.int64]
    length: NDArray[np.int64]


def window_hashes(text: Codes) -> Hashes:
    """Return a hash of each window of the text; shorter texts have none."""
    if len(text) < WINDOW:
        return np.empty(0, np.uint64)
    return sliding_window_view(text.astype(np.uint64), WINDOW) @ _POWERS


def anchors(left: Hashes, right: Hashes) -> Anchors:
    """Return the heaviest chain of stretches whose windows occur once in either text."""
    stretches = _stretches(*_shared_once(left, right))
    keep = _heaviest_chain(stretches)
    return Anchors(stretches.left[keep], stretches.right[keep], stretches.length[keep])


def _shared_once(left: Hashes, right: Hashes) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where in each text the windows begin that both hold exactly once, by `left`."""
    left_hashes, left_at = _once(left)
    right_hashes, right_at = _once(right)
    _, in_left, in_right = np.intersect1d(
        left_hashes, right_hashes, assume_unique=True, return_indices=True
    )
    order = np.argsort(left_at[in_left])
    return left_at[in_left][order], right_at[in_right][order]


def _once(hashes: Hashes) -> tuple[Hashes, NDArray[np.int64]]:
    values, first, counts = np.unique(hashes, return_index=True, return_counts=True)
    return values[counts == 1], first[counts == 1]


def _stretches(left: NDArray[np.int64], right: NDArray[np.int64]) -> Anchors:
    """Join windows that follow one another in both texts."""
    breaks = (np.diff(left) != 1) | (np.diff(right) != 1)
    first = np.flatnonzero(np.concatenate([[True], breaks])[: len(left)])
    windows = np.diff(np.append(first, len(left)))
    return Anchors(left[first], right[first], windows + WINDOW - 1)


def _heaviest_chain(anchors: Anchors) -> NDArray[np.int64]:
    """Return the indices of the chain with most characters that overlaps in neither text."""
    count = len(anchors.length)
    left_end, right_end = anchors.left + anchors.length, anchors.right + anchors.length
    weight, previous = anchors.length.copy(), np.full(count, -1)
    for i in range(1, count):
        before = (left_end[:i] <= anchors.left[i]) & (right_end[:i] <= anchors.right[i])
        best = int(np.argmax(np.where(before, weight[:i], 0)))
        if before[best]:
            previous[i] = best
            weight[i] += weight[best]
    chain = [int(np.argmax(weight))] if count else []
    while chain and previous[chain[-1]] >= 0:
        chain.append(int(previous[chain[-1]]))
    return np.array(chain[::-1], np.int64)


def match_gap(page: Codes, gold: Codes) -> NDArray[np.bool_]:
    """Return which characters of `page` are matched in the best alignment with `gold`.

    Time and memory grow as the product of the lengths; a byte a cell.
    """
    return _trace_back(_steps(page, gold))


def _steps(page: Codes, gold: Codes) -> NDArray[np.uint8]:
    """Return the best last step to each cell, (gold + 1, page + 1).

    A row is computed at once: since longer gaps cost no more, the best gap that ends at a cell is
    the best cell to its left less the cost of opening.
    """
    alnum = np.array([chr(code).isalnum() for code in gold], np.bool_)
    gains = np.where(alnum, _SAME_ALNUM, _SAME_OTHER).astype(np.int32)
    impossible = np.int32(-(1 << 30))
    steps = np.full((len(gold) + 1, len(page) + 1), _GAP, np.uint8)
    best = np.full(len(page) + 1, -_OPEN_GAP, np.int32)
    best[0], steps[0, 1:2] = 0, _GAP | _OPENED
    solid = np.empty_like(best)  # best score of an alignment that does not end in a gap
    gap = np.empty_like(best)
    for row, (code, gain) in enumerate(zip(gold, gains, strict=True), start=1):
        matched = np.where(page == code, best[:-1] + gain, impossible)
        skipped = best - _SKIP_GOLD
        solid[0] = skipped[0]
        np.maximum(matched, skipped[1:], out=solid[1:])
        gap[0] = impossible
        np.maximum.accumulate(solid[:-1] - _OPEN_GAP, out=gap[1:])
        step = np.where(gap > solid, np.uint8(_GAP), np.uint8(_SKIP))
        step[1:][(matched >= skipped[1:]) & (solid >= gap)[1:]] = _MATCH
        step[1:][gap[1:] == solid[:-1] - _OPEN_GAP] |= _OPENED
        steps[row] = step
        best = np.maximum(solid, gap)
    return steps


def _trace_back(steps: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Follow the best steps from the last cell to the first."""
    row, column = steps.shape[0] - 1, steps.shape[1] - 1
    matched = np.zeros(column, np.bool_)
    while row:
        step = steps[row, column] & 3
        if step == _SKIP:
            row -= 1
        elif step == _MATCH:
            row, column = row - 1, column - 1
            matched[column] = True
        else:
            opened = np.flatnonzero(steps[row, : column + 1] & _OPENED)
            column = int(opened[-1]) - 1
    return matched


@dataclass(frozen=True, slots=True)
class _Range:
    """A stretch of the page and the stretch of the gold text that may lie in it."""

    page_start: int
    page_end: int
    gold_start: int
    gold_end: int

    @property
    def page(self) -> slice:
        return slice(self.page_start, self.page_end)

    @property
    def gold(self) -> slice:
        return slice(self.gold_start, self.gold_end)

    @property
    def windows(self) -> tuple[slice, slice]:
        """Where the windows begin that lie within the range, in page and gold text."""
        page_end = max(self.page_start, self.page_end - WINDOW + 1)
        gold_end = max(self.gold_start, self.gold_end - WINDOW + 1)
        return slice(self.page_start, page_end), slice(self.gold_start, gold_end)

    @property
    def cells(self) -> int:
        """The size of the dynamic programme; 0 if there is nothing to align."""
        return (self.page_end - self.page_start) * (self.gold_end - self.gold_start)


def align(blocks: Sequence[Block], gold: str) -> tuple[float, ...]:
    """Return for each block the share, 0 to 1, of its characters that the gold text holds too.

    White space is not counted; a block without other characters has 0.
    """
    texts = [_codes(block.text) for block in blocks]
    page = np.concatenate([_codes(""), *texts])
    matched = np.concatenate([[0], np.cumsum(_matched(page, _codes(gold)))])
    lengths = np.array([len(text) for text in texts], np.int64)
    ends = np.cumsum(lengths)
    shares = (matched[ends] - matched[ends - lengths]) / np.maximum(lengths, 1)
    return tuple(shares.tolist())


def _codes(text: str) -> Codes:
    """Return the code points of the text, lower-cased, without white space."""
    plain = "".join(text.translate(_PLAIN).lower().split())
    return np.frombuffer(plain.encode("utf-32-le", "replace"), np.uint32)


def _matched(page: Codes, gold: Codes) -> NDArray[np.bool_]:
    """Return which characters of the page are matched: divide at anchors, conquer what is left."""
    page_hashes, gold_hashes = window_hashes(page), window_hashes(gold)
    matched = np.zeros(len(page), np.bool_)
    ranges = [_Range(0, len(page), 0, len(gold))]
    while ranges:
        at = _trimmed(ranges.pop(), page, gold, matched)
        page_windows, gold_windows = at.windows
        anchored = anchors(page_hashes[page_windows], gold_hashes[gold_windows])
        if len(anchored.length):
            ranges += _divided(at, anchored, matched)
        elif 0 < at.cells <= _CELLS:
            matched[at.page] = match_gap(page[at.page], gold[at.gold])
    return matched


def _trimmed(at: _Range, page: Codes, gold: Codes, matched: NDArray[np.bool_]) -> _Range:
    """Match what the range's two stretches begin and end with, and return what is between."""
    begin = _common(page[at.page], gold[at.gold])
    matched[at.page_start : at.page_start + begin] = True
    at = _Range(at.page_start + begin, at.page_end, at.gold_start + begin, at.gold_end)
    end = _common(page[at.page][::-1], gold[at.gold][::-1])
    matched[at.page_end - end : at.page_end] = True
    return _Range(at.page_start, at.page_end - end, at.gold_start, at.gold_end - end)


def _common(left: Codes, right: Codes) -> int:
    """Return how many characters the two texts begin with alike."""
    length = min(len(left), len(right))
    differ = left[:length] != right[:length]
    return int(np.argmax(differ)) if differ.any() else length


def _divided(at: _Range, anchors: Anchors, matched: NDArray[np.bool_]) -> list[_Range]:
    """Match the anchors and return the ranges before, between and after them."""
    ranges = []
    page_start, gold_start = at.page_start, at.gold_start
    stretches = zip(
        anchors.left.tolist(), anchors.right.tolist(), anchors.length.tolist(), strict=True
    )
    for left, right, length in stretches:
        page_end, gold_end = at.page_start + left, at.gold_start + right
        ranges.append(_Range(page_start, page_end, gold_start, gold_end))
        page_start, gold_start = page_end + length, gold_end + length
        matched[page_end:page_start] = True
    return [*ranges, _Range(page_start, at.page_end, gold_start, at.gold_end)]


@dataclass(frozen=True, slots=True)
class _Classes:
    """What a corpus's node labels mean; all others are noise."""

    content: frozenset[int]
    not_counted: frozenset[int] = frozenset()


_CLASSES: Mapping[str, _Classes] = {
    # BoilerNet's net/misc/prepare_dataset.py: sel1, sel2 and sel3 (headline, text, supplement)
    "l3s_gn1": _Classes(content=frozenset({1, 2, 3})),
    # 2: headings and captions, on which annotators disagree; -1 and 7: no label
    "krdwrd_canola": _Classes(content=frozenset({3}), not_counted=frozenset({-1, 2, 7})),
}


def gold_labels(page: LabelledPage, blocks: Sequence[Block]) -> GoldLabels | None:
    """Return CONTENT, NOISE or NOT_COUNTED for each block, (blocks,); None where there is no gold.

    A block is content if more than two thirds of it are found in the gold text in order (Web2Text,
    section 4.1). Where the corpus labels text nodes, the label of the node of the same text rules.
    The gold policy is the corpus's own: CleanEval's is generous (headings, lists, comments), the
    news corpora's is the article alone.
    """
    if not has_gold(page):
        return None
    shares = np.array(align(blocks, page.text or ""))
    labels = np.where(shares > CONTENT_SHARE, CONTENT, NOISE).astype(np.int8)
    for block, node_label in _node_labels(page, blocks):
        labels[block] = node_label
    return labels


def has_gold(page: LabelledPage) -> bool:
    """Return whether the page has gold text, or labels of text nodes of a known meaning."""
    return page.text is not None or bool(page.block_labels and page.source in _CLASSES)


def _node_labels(page: LabelledPage, blocks: Sequence[Block]) -> list[tuple[int, int]]:
    """Return (block number, label) where blocks and labelled text nodes agree, in order."""
    classes = _CLASSES.get(page.source)
    if classes is None or not page.block_labels:
        return []
    nodes = [" ".join(text.split()) for text, _ in page.block_labels]
    matcher = SequenceMatcher(None, [block.text for block in blocks], nodes, autojunk=False)
    return [
        (match.a + step, _meaning(page.block_labels[match.b + step][1], classes))
        for match in matcher.get_matching_blocks()
        for step in range(match.size)
    ]


def _meaning(label: int, classes: _Classes) -> int:
    if label in classes.not_counted:
        return NOT_COUNTED
    return CONTENT if label in classes.content else NOISE
