"""Groups of elements of the same make on a page, and how card-like each is."""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pagesight.extract.block_tree import BlockTree
from pagesight.extract.blocks import Block
from pagesight.extract.hints import bits_of, hint_bits
from pagesight.extract.measures_text import count_words

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
        self.words = [count_words(block.text) for block in blocks]
        self.makes: list[int] = []
        numbers: dict[tuple[int, str, str], int] = {}
        for node in tree.nodes:
            above = self.makes[node.parent] if node.depth else -1
            classes = node.element.classes
            first = _without_digits("", classes[0]) if classes else ""
            make = (above, node.element.tag, first)
            self.makes.append(numbers.setdefault(make, len(numbers)))

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
        words = [sum(self.words[span.start : span.end]) for span in spans]
        score = 0.0
        with_links = 0
        for span, count in zip(spans, words, strict=True):
            linked = any(block.link_chars for block in self.blocks[span.start : span.end])
            with_links += linked
            value = min(count, options.full_words)
            value += min(max(count - options.full_words, 0), options.long_words) / 5
            value *= 1 if linked else options.unlinked
            score += value * (1 if span.end - span.start > 1 else options.single)
        if self._is_furniture(members[0]):
            score *= options.furniture
        is_row = self.tree.nodes[members[0]].element.tag == "tr"
        return Repeat(spans, sum(words), score, with_links / len(spans), is_row)

    def _is_item(self, span: Span) -> bool:
        """Tell whether a span says something and is not a table's head."""
        held = self.blocks[span.start : span.end]
        return any(block.text for block in held) and any(block.tag != "th" for block in held)

    def _is_furniture(self, number: int) -> bool:
        """Tell whether an element above says so that does not hold most of the page."""
        while number:
            node = self.tree.nodes[number]
            says = node.element.tag in _FURNITURE_TAGS or hint_bits(node.element) & _FURNITURE
            if says and sum(self.words[node.start : node.end]) < sum(self.words) / 2:
                return True
            number = node.parent
        return False

    def _spans(self, members: Sequence[int]) -> list[Span]:
        """Return the blocks of each member: up to the next one where it only opens an item."""
        nodes = [self.tree.nodes[member] for member in members]
        spans = [Span(node.start, node.end) for node in nodes]
        reach = [
            after.start if after.parent == node.parent else self.tree.nodes[node.parent].end
            for node, after in pairwise(nodes)
        ] + [self.tree.nodes[nodes[-1].parent].end]
        gaps = Counter(
            self._makes_between(span.end, end) for span, end in zip(spans[:-1], reach, strict=False)
        )
        (common, times), *_ = gaps.most_common(1)
        opens = nodes[0].element.tag in _LEADING_TAGS
        if not opens and (not common or times < 0.8 * (len(spans) - 1)):
            return spans
        longest = max(end - span.start for span, end in zip(spans[:-1], reach, strict=False))
        return [
            Span(span.start, max(span.end, min(end, span.start + longest)))
            for span, end in zip(spans, reach, strict=True)
        ]

    def _makes_between(self, start: int, end: int) -> tuple[int, ...]:
        return tuple(self.makes[self.tree.holders[number]] for number in range(start, end))
