"""Cut a page into posts: at each date of the series of dates that parts it best."""

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pagesight.extract.parse.elements import Elements
from pagesight.extract.parse.extents import Extents
from pagesight.extract.records.posts.marks import Mark, Signature

_FULL_CHARS = 400  # of a post, count in full
_OTHERS = 0.7  # weight of authors that are named otherwise than most
_LEAST_CHARS = 15  # of a post, beside its date
_FEWEST = 2
_HEADER_CHARS = 40  # of an element that has a date and no room for a post
_MOST_OPENING = 5  # dates before the series that are tried as the one of the first post
_PERSONAL = 1.0  # weight of what is a name by more than its place
_MOST_SERIES = 12  # of dates that are tried: a page has few
_has_clock = re.compile(r"\d:\d\d").search


@dataclass(frozen=True, slots=True)
class Span:
    """A post: the first and one past the last of its texts, its date and its author."""

    first: int
    last: int
    date: Mark
    author: Mark | None = None


def posts_of(
    elements: Elements, extents: Extents, dates: Sequence[Mark], names: Sequence[Mark]
) -> tuple[Span, ...]:
    """Return the posts that the page is best parted into; none if it has no series of dates."""

    def parted(series: Sequence[Mark]) -> tuple[float, tuple[Span, ...]]:
        spans = authored(list(_spans(elements, extents, series)), names)
        return _score(extents, spans), tuple(spans)

    best: tuple[float, tuple[Span, ...]] = (0.0, ())
    for series in _series(dates):
        _, spans = parted(series)
        once = [span.date for before, span in zip((None, *spans), spans, strict=False)
                if not _repeats(before, span)]  # fmt: skip
        if len(once) >= _FEWEST:
            best = max(best, parted(once), key=lambda found: found[0])
    first = best[1][0].date.text if best[1] else 0
    series = [span.date for span in best[1]]
    for mark in [mark for mark in dates if mark.text < first][-_MOST_OPENING:]:
        score, spans = parted([mark, *series])
        if _opens(spans[0], spans[1]):
            best = max(best, (score, spans), key=lambda found: found[0])
    return best[1]


def _opens(span: Span, following: Span) -> bool:
    """Return whether a span that is dated otherwise than the others may be the first post."""
    is_personal = span.author is not None and span.author.weight >= _PERSONAL
    day, later = span.date.date, following.date.date
    return is_personal and not (day and later and day > later)


def _repeats(before: Span | None, span: Span) -> bool:
    """Return whether the date is that of the post before, said once more under it."""
    if before is None or before.date.said != span.date.said:
        return False
    if not (span.author and before.author):
        return not span.author
    stated, alike = span.date.stated, {*span.author.signatures} & {*before.author.signatures}
    return not alike and stated == before.date.stated and bool(_has_clock(stated))


def _series(marks: Sequence[Mark]) -> list[list[Mark]]:
    """Return the marks that stand in elements called alike, the longest series first."""
    found: dict[Signature, list[Mark]] = defaultdict(list)
    for mark in marks:
        for signature in mark.signatures:
            series = found[signature]
            if not series or series[-1].row != mark.row:
                series.append(mark)
    several = {
        (len(series), series[0].text, series[-1].text): series
        for series in found.values()
        if len(series) >= _FEWEST
    }
    return sorted(several.values(), key=len, reverse=True)[:_MOST_SERIES]


def _spans(elements: Elements, extents: Extents, series: Sequence[Mark]) -> Iterator[Span]:
    """Yield a span for each mark: the largest element around it alone.

    Where that is but a header, it and what follows it.
    """
    tops = _tops(elements, [mark.row for mark in series])
    starts = [extents.start[top] for top in tops]
    ends = [extents.end[top] for top in tops]
    own = sum(map(extents.chars, starts, ends))
    between = sum(extents.chars(end, start) for end, start in zip(ends, starts[1:], strict=False))
    following = [*starts[1:], extents.end[elements.parents[tops[-1]]]]
    for mark, start, end, further in zip(series, starts, ends, following, strict=True):
        is_header = between > own or extents.chars(start, end) < len(mark.said) + _HEADER_CHARS
        yield Span(min(start, mark.text), further if is_header else end, mark)


def _tops(elements: Elements, rows: Sequence[int]) -> list[int]:
    """Return the largest element around each row that is around none of its neighbours."""
    limits: list[list[int]] = [[] for _ in rows]
    for number, (row, other) in enumerate(pairwise(rows)):
        around = elements.common(min(row, other), max(row, other))
        limits[number].append(around)
        limits[number + 1].append(around)
    return [
        _below(elements, row, max(around, key=lambda above: int(elements.depth[above])))
        for row, around in zip(rows, limits, strict=True)
    ]


def _below(elements: Elements, row: int, above: int) -> int:
    """Return the child of `above` that holds the row, or the row itself."""
    while row not in (0, above) and elements.parents[row] != above:
        row = elements.parents[row]
    return row


def authored(spans: Sequence[Span], names: Sequence[Mark]) -> list[Span]:
    """Return the spans with the names of whom they are by.

    Names called alike are taken together: those that most spans have, and that speak most for
    being a person's. Where they are missing, others on the same side of the date are taken.
    """
    firsts = [span.first for span in spans]
    series: dict[Signature, dict[int, Mark]] = defaultdict(dict)
    for mark in names:
        at = bisect_left(firsts, mark.text + 1) - 1
        if at >= 0 and mark.text < spans[at].last and mark.text != spans[at].date.text:
            for signature in mark.signatures:
                series[signature].setdefault(at, mark)
    ranked = sorted(series.values(), key=lambda found: -_likeliness(found, len(spans)))
    found = ranked[0] if ranked else {}
    leads = [mark.text < spans[at].date.text for at, mark in found.items()]
    lead = 2 * sum(leads) > len(leads)
    for each in ranked[1:]:
        others = {
            at: mark
            for at, mark in each.items()
            if mark.weight >= _PERSONAL and (mark.text < spans[at].date.text) == lead
        }
        found = {**others, **found}
    return [replace(span, author=found.get(number)) for number, span in enumerate(spans)]


def _likeliness(found: dict[int, Mark], spans: int) -> float:
    different = len({mark.said for mark in found.values()})
    varied = min(1.0, different / min(3, max(2, len(found) / 2)))
    return varied * sum(mark.weight for mark in found.values()) * len(found) / spans


def _score(extents: Extents, spans: Sequence[Span]) -> float:
    """Return how much unlinked text the spans part, if they are by people and in order of time."""
    sizes = [extents.unlinked_chars(span.first, span.last) - len(span.date.said) for span in spans]
    dated = sum(span.date.weight for span in spans) / len(spans)
    saying = sum(size >= _LEAST_CHARS for size in sizes) / len(spans)
    filled = sum(min(max(size, 0), _FULL_CHARS) for size in sizes)
    return filled * saying * _by_people(spans) ** 2 * dated * (0.5 + _order(spans) / 2)


def _by_people(spans: Sequence[Span]) -> float:
    """Return the share of spans that have an author, most of all of authors named alike."""
    named = Counter(
        signature
        for span in spans
        if span.author and span.author.weight >= _PERSONAL
        for signature in span.author.signatures
    )
    most = max(named.values(), default=0)
    others = sum(span.author is not None for span in spans) - most
    return (most + _OTHERS * others) / len(spans)


def _order(spans: Sequence[Span]) -> float:
    """Return the share of dates that follow, in either direction: posts are in order of time."""
    days = [span.date.date for span in spans if span.date.date]
    rising = sum(one <= other for one, other in pairwise(days))
    falling = sum(one >= other for one, other in pairwise(days))
    return max(rising, falling) / max(1, len(days) - 1) if len(days) > 1 else 0.75
