"""Groups of elements of the same make on a page, and how card-like each is."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from pagesight.extract.block_tree import BlockTree, Node
from pagesight.extract.hints import bits_of, hint_bits
from pagesight.extract.measures_text import count_words
from pagesight.extract.parse.blocks import Block
from pagesight.extract.running_hash import RunningHash

_FURNITURE = bits_of("nav", "footer", "side", "share", "comment", "offer")
_FURNITURE_TAGS = frozenset({"nav", "footer", "aside", "header", "select"})
_LEADING_TAGS = frozenset({"dt", "h2", "h3", "h4", "h5", "h6"})  # each opens an item, without a box
_without_digits = re.compile(r"\d+").sub


@dataclass(frozen=True, slots=True)
class RepeatOptions:
    """What makes a group of records. Set by hand on WCXB dev's listings and collections."""

    fewest: int = 3  # members of a group
    full_words: float = 40  # of a member, count in full: more is a section rather than an item
    long_words: float = 200  # of a member beyond those, count by a fifth
    unlinked: float = 0.25  # weight of members without a link
    single: float = 0.6  # weight of members of one block
    furniture: float = 0.15  # weight of groups in navigation, footers, side bars
    inner_cover: float = 0.55  # inner items that hold this share of the outer ones' words win


@dataclass(frozen=True, slots=True)
class Span:
    """Blocks `start` to `end` (exclusive)."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Repeat:
    """A group of alike elements: the span of each, in document order, and its score in words."""

    spans: tuple[Span, ...]
    words: float
    score: float
    linked: float  # share of members with a link
    is_rows: bool = False  # of a table: items as they are, never sections


class RepeatGroups:
    """The blocks of a page with their words, and the make of each element."""

    def __init__(self, blocks: Sequence[Block], tree: BlockTree) -> None:
        self.blocks = blocks
        self.tree = tree
        self._words = _running(count_words(block.text) for block in blocks)
        self._linked = _running(block.link_chars > 0 for block in blocks)
        self._told = _running(bool(block.text) for block in blocks)
        self._cells = _running(block.tag != "th" for block in blocks)
        self.makes: list[int] = []
        numbers: dict[tuple[int, str, str], int] = {}
        for node in tree.nodes:
            above = self.makes[node.parent] if node.depth else -1
            classes = node.element.classes
            first = _without_digits("", classes[0]) if classes else ""
            make = (above, node.element.tag, first)
            self.makes.append(numbers.setdefault(make, len(numbers)))
        self._gaps = RunningHash([self.makes[holder] for holder in tree.holders])
        self._furniture = [False]  # the root is none
        for node in tree.nodes[1:]:
            self._furniture.append(self._furniture[node.parent] or self._is_furniture(node))

    def groups(self) -> list[list[int]]:
        """Return the nodes of each make, in document order."""
        members: dict[int, list[int]] = defaultdict(list)
        for number, make in enumerate(self.makes):
            members[make].append(number)
        return list(members.values())

    def repeat(self, members: Sequence[int], options: RepeatOptions) -> Repeat:
        """Return the group with its score: card-like members of few dozen words score most."""
        spans = tuple(span for span in self._spans(members) if self._is_item(span))
        if len(spans) < options.fewest:
            return Repeat(spans, 0, 0, 0)
        words = [self._words[span.end] - self._words[span.start] for span in spans]
        score = 0.0
        with_links = 0
        for span, count in zip(spans, words, strict=True):
            linked = self._linked[span.end] > self._linked[span.start]
            with_links += linked
            value = min(count, options.full_words)
            value += min(max(count - options.full_words, 0), options.long_words) / 5
            value *= 1 if linked else options.unlinked
            score += value * (1 if span.end - span.start > 1 else options.single)
        if self._furniture[members[0]]:
            score *= options.furniture
        is_row = self.tree.nodes[members[0]].element.tag == "tr"
        return Repeat(spans, sum(words), score, with_links / len(spans), is_row)

    def _is_item(self, span: Span) -> bool:
        """Tell whether a span says something and is not a table's head."""
        told = self._told[span.end] > self._told[span.start]
        return told and self._cells[span.end] > self._cells[span.start]

    def _is_furniture(self, node: Node) -> bool:
        """Tell whether the element says that it is and does not hold most of the page."""
        says = node.element.tag in _FURNITURE_TAGS or hint_bits(node.element) & _FURNITURE
        words = self._words[node.end] - self._words[node.start]
        return bool(says) and words < self._words[-1] / 2

    def _spans(self, members: Sequence[int]) -> list[Span]:
        """Return the blocks of each member: up to the next one where it only opens an item."""
        nodes = [self.tree.nodes[member] for member in members]
        spans = [Span(node.start, node.end) for node in nodes]
        reach = [
            after.start if after.parent == node.parent else self.tree.nodes[node.parent].end
            for node, after in pairwise(nodes)
        ] + [self.tree.nodes[nodes[-1].parent].end]
        gaps = Counter(
            self._gaps.between(span.end, end) for span, end in zip(spans[:-1], reach, strict=False)
        )
        (common, times), *_ = gaps.most_common(1)
        opens = nodes[0].element.tag in _LEADING_TAGS
        if not opens and (common == self._gaps.nothing or times < 0.8 * (len(spans) - 1)):
            return spans
        longest = max(end - span.start for span, end in zip(spans[:-1], reach, strict=False))
        return [
            Span(span.start, max(span.end, min(end, span.start + longest)))
            for span, end in zip(spans, reach, strict=True)
        ]


def _running(values: Iterable[float]) -> list[float]:
    """Return the sums of the first 0, 1, 2 ... values."""
    return list(accumulate(values, initial=0.0))
