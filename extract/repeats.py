"""Find what repeats on a page: the groups of alike elements that are its lists of items.

As MDR (Liu, Grossman, Zhai, KDD 2003) looks for generalised nodes, but over tag and class paths of
the whole page, so that cards in several containers form one group.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from pagesight.extract.block_tree import BlockTree
from pagesight.extract.parse.blocks import Block
from pagesight.extract.repeat_groups import Repeat, RepeatGroups, RepeatOptions, Span


def find_repeats(
    blocks: Sequence[Block], tree: BlockTree, options: RepeatOptions | None = None
) -> tuple[Repeat, ...]:
    """Return the groups of the page that do not overlap, best first."""
    options = options or RepeatOptions()
    page = RepeatGroups(blocks, tree)
    groups = sorted(
        (page.repeat(members, options) for members in page.groups() if len(members) > 2),
        key=lambda repeat: -repeat.score,
    )
    inside = _Inside(groups)
    chosen: list[Repeat] = []
    taken = bytearray(len(blocks))
    for repeat in groups:
        if repeat.score <= 0 or any(taken.find(1, s.start, s.end) >= 0 for s in repeat.spans):
            continue
        repeat = _innermost(repeat, inside, options)
        chosen.append(repeat)
        for span in repeat.spans:
            taken[span.start : span.end] = b"\1" * (span.end - span.start)
    return tuple(chosen)


class _Inside:
    """Finds the groups that may lie inside others, by the block that each begins with."""

    def __init__(self, groups: Sequence[Repeat]) -> None:
        """Take the groups, best first."""
        self._groups = groups
        begins = (
            (repeat.spans[0].start, rank) for rank, repeat in enumerate(groups) if repeat.spans
        )
        self._begins = sorted(begins)

    def of(self, outer: Repeat) -> Iterator[Repeat]:
        """Yield the groups that begin in a span of `outer`, best first."""
        ranks: list[int] = []
        for span in outer.spans:
            first = bisect_left(self._begins, (span.start, 0))
            last = bisect_left(self._begins, (span.end, 0))
            ranks += [rank for _, rank in self._begins[first:last]]
        return (self._groups[rank] for rank in sorted(ranks))


def _innermost(outer: Repeat, inside: _Inside, options: RepeatOptions) -> Repeat:
    """Return the items inside `outer` where its members are sections, each of several items."""
    for inner in inside.of(outer) if not outer.is_rows else ():
        if (
            len(inner.spans) >= 2 * len(outer.spans)
            and inner.linked > 0.8
            and inner.words >= options.inner_cover * outer.words
            and _within(inner.spans, outer.spans)
        ):
            return _innermost(inner, inside, options)
    return outer


def _within(inner: Sequence[Span], outer: Sequence[Span]) -> bool:
    """Tell whether all inner spans lie in outer ones; both are in order."""
    place = 0
    for span in inner:
        while place < len(outer) and outer[place].end <= span.start:
            place += 1
        if (
            place == len(outer)
            or not outer[place].start <= span.start < span.end <= outer[place].end
        ):
            return False
    return True
