"""Cut a page into posts: at each date of the series of dates that parts it best."""

import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from pagesight.extract.page.elements import Elements
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.records.posts.marks import LEVELS, BylineCandidates, BylineMark, Signature
from pagesight.extract.text.time_words import is_of_something_else

_FULL_CHARS = 1_000  # of a post, count in full: answers say more than the comments on them
_OTHERWISE_NAMED = 0.7  # weight of authors that are named otherwise than most
_LEAST_CHARS = 15  # of a post, beside its date
_FEWEST = 2  # posts: one alone is no series
_HEADER_CHARS = 40  # of an element that has a date and no room for a post
_MOST_OPENING = 5  # dates before the series that are tried as the one of the first post
_PERSONAL = 1.0  # weight of what is a name by more than its place
_MOST_SERIES = 12  # of dates that are tried: a page has few
_MOST_OF_LABEL, _NEAR = 25, 3  # characters before a name, and texts: blanks are some
_numbers_post = re.compile(r"(?:js-)?(?:post|msg|message|p)[_-]?\d+", re.I).fullmatch
_has_clock = re.compile(r"\d:\d\d").search


@dataclass(frozen=True, slots=True)
class Span:
    """A post: the first and one past the last of its texts, its date and its author."""

    first: int
    last: int
    date: BylineMark
    author: BylineMark | None = None


Parting = tuple[float, Sequence[Span]]  # with its score


def posts_of(elements: Elements, extents: TextSpans, marks: BylineCandidates) -> Sequence[Span]:
    """Return the posts that the page is best parted into; none if it has no series of dates."""
    best: Parting = (0.0, ())
    for series in _series(marks.dates):
        spans = _spans(elements, extents, series)
        if any(one.said == other.said for one, other in pairwise(series)):
            once = _once(authored(spans, marks))
            if len(once) < _FEWEST:
                continue
            spans = _spans(elements, extents, once)
        best = _better(best, spans, extents, marks)
    if not best[1]:
        return _only_post(elements, extents, marks)
    series = [span.date for span in best[1]]
    for mark in [mark for mark in marks.dates if mark.text < series[0].text][-_MOST_OPENING:]:
        opened = _better(best, _spans(elements, extents, [mark, *series]), extents, marks)
        if _opens(opened[1][0], opened[1][1]) and not _is_of_last(opened[1][0], extents):
            best = opened
    return _all_authored(best[1], marks)


def _only_post(elements: Elements, extents: TextSpans, marks: BylineCandidates) -> Sequence[Span]:
    """Return the one post of a page, dated and by somebody, in an element numbered as posts are."""
    for mark in marks.dates[:_MOST_OPENING]:
        tops = [row for row in elements.chain(mark.row) if _numbers_post(elements.ids[row])]
        for top in tops[:1]:
            posts = authored([Span(extents.start[top], extents.end[top], mark)], marks)
            if posts[0].author and posts[0].author.weight >= _PERSONAL:
                return posts
    return ()


def _all_authored(spans: Sequence[Span], marks: BylineCandidates) -> Sequence[Span]:
    """Return the spans, those without an author with what stands where most have theirs, though it
    is no name elsewhere: "Guest", or a number.
    """
    places = Counter(span.author.signatures[LEVELS - 1] for span in spans if span.author)
    usual, times = places.most_common(1)[0] if places else ((), 0)
    whole = [
        span if span.author else replace(span, author=marks.at_place(usual, span.first, span.last))
        for span in spans
    ]
    return whole if 2 * times > len(spans) or all(span.author for span in whole) else spans


def _better(
    best: Parting, spans: Sequence[Span], extents: TextSpans, marks: BylineCandidates
) -> Parting:
    """Return the spans with their authors and score, or the best so far if its score is as high."""
    promise = _score(extents, spans)
    if promise <= best[0]:  # whoever wrote them; to look for that takes the longest
        return best
    named = authored(spans, marks)
    score = promise * _by_people(named) ** 2
    return (score, named) if score > best[0] else best


def _opens(span: Span, following: Span) -> bool:
    """Return whether a span that is dated otherwise than the others may be the first post."""
    is_personal = span.author is not None and span.author.weight >= _PERSONAL
    day, later = span.date.date, following.date.date
    return is_personal and not (day and later and day > later)


def _is_of_last(span: Span, extents: TextSpans) -> bool:
    """Return whether a date and a name are those of the last post: "last updated by Ann"."""
    first = min(mark.text for mark in (span.date, span.author) if mark)
    before = extents.texts(max(0, first - _NEAR), first)[-1:]
    return any(is_of_something_else(text[-_MOST_OF_LABEL:]) for text in before)


def _once(spans: Sequence[Span]) -> list[BylineMark]:
    """Return the dates without those that say once more when the post before was written."""
    pairs = zip((None, *spans), spans, strict=False)
    return [span.date for before, span in pairs if not _repeats(before, span)]


def _repeats(before: Span | None, span: Span) -> bool:
    """Return whether the date is that of the post before, said once more under it."""
    if before is None or before.date.said != span.date.said:
        return False
    if not (span.author and before.author):
        return not span.author
    stated, alike = span.date.stated, {*span.author.signatures} & {*before.author.signatures}
    return not alike and stated == before.date.stated and bool(_has_clock(stated))


def _series(marks: Sequence[BylineMark]) -> list[list[BylineMark]]:
    """Return the marks that stand in elements called alike, the longest series first."""
    series_of: dict[Signature, list[BylineMark]] = defaultdict(list)
    for mark in marks:
        for signature in mark.signatures:
            series = series_of[signature]
            if not series or series[-1].row != mark.row:
                series.append(mark)
    several = {
        (len(series), series[0].text, series[-1].text): series
        for series in series_of.values()
        if len(series) >= _FEWEST
    }
    return sorted(several.values(), key=len, reverse=True)[:_MOST_SERIES]


def _spans(elements: Elements, extents: TextSpans, series: Sequence[BylineMark]) -> list[Span]:
    """Return a span for each mark: the largest element around it alone.

    Where that is but a header, it and what follows it.
    """
    tops = _tops(elements, [mark.row for mark in series])
    starts = [extents.start[top] for top in tops]
    ends = [extents.end[top] for top in tops]
    own = sum(map(extents.chars, starts, ends))
    between = sum(extents.chars(end, start) for end, start in zip(ends, starts[1:], strict=False))
    following = [*starts[1:], extents.end[elements.parents[tops[-1]]]]
    spans = []
    for mark, start, end, further in zip(series, starts, ends, following, strict=True):
        is_header = between > own or extents.chars(start, end) < len(mark.said) + _HEADER_CHARS
        spans.append(Span(min(start, mark.text), further if is_header else end, mark))
    return spans


def _tops(elements: Elements, rows: Sequence[int]) -> list[int]:
    """Return the largest element around each row that is around none of its neighbours."""
    limits: list[list[int]] = [[] for _ in rows]
    for number, (row, other) in enumerate(pairwise(rows)):
        around = elements.common(min(row, other), max(row, other))
        limits[number].append(around)
        limits[number + 1].append(around)
    return [
        _below(elements, row, max(around))  # the deepest: rows are in document order
        for row, around in zip(rows, limits, strict=True)
    ]


def _below(elements: Elements, row: int, above: int) -> int:
    """Return the child of `above` that holds the row, or the row itself."""
    while row not in (0, above) and elements.parents[row] != above:
        row = elements.parents[row]
    return row


def authored(spans: Sequence[Span], marks: BylineCandidates) -> list[Span]:
    """Return the spans with the names of whom they are by.

    Names called alike are taken together: those that most spans have, and that speak most for
    being a person's. Where they are missing, or stand by their place alone, others on the same side
    of the date are taken; of the first post, which may be written otherwise, those on any side.
    """
    firsts = [span.first for span in spans]
    series: dict[Signature, dict[int, BylineMark]] = defaultdict(dict)
    further: list[tuple[int, BylineMark]] = []  # names beside others that are called alike
    for mark in marks.names(firsts[0], max(span.last for span in spans)):
        at = bisect(firsts, mark.text) - 1
        if at >= 0 and mark.text < spans[at].last and mark.text != spans[at].date.text:
            known = [series[signature].setdefault(at, mark) for signature in mark.signatures]
            further += [(at, mark)] * any(each is not mark for each in known)
    ranked = sorted(series.values(), key=lambda authors: -_likeliness(authors, len(spans)))
    authors = ranked[0] if ranked else {}
    leads = [mark.text < spans[at].date.text for at, mark in authors.items()]
    lead = 2 * sum(leads) > len(leads)
    for at, mark in further:  # who edited a post stands on the other side of its date
        first = authors.get(at)
        if first and not {*first.signatures}.isdisjoint(mark.signatures):
            sides = [name.text < spans[at].date.text for name in (first, mark)]
            authors[at] = mark if sides == [not lead, lead] else first
    for each in ranked[1:]:
        for at, mark in each.items():
            is_alike = (mark.text < spans[at].date.text) == lead or (at == 0 and at not in authors)
            is_there = mark.weight >= _PERSONAL and is_alike
            is_better = at not in authors or authors[at].weight < _PERSONAL
            if is_there and is_better:
                authors[at] = mark
    return [
        Span(span.first, span.last, span.date, authors.get(number))
        for number, span in enumerate(spans)
    ]


def _likeliness(authors: dict[int, BylineMark], spans: int) -> float:
    different = len({mark.said for mark in authors.values()})
    varied = min(1.0, different / min(3, max(2, len(authors) / 2)))
    return varied * sum([mark.weight for mark in authors.values()]) * len(authors) / spans


def _score(extents: TextSpans, spans: Sequence[Span]) -> float:
    """Return how much unlinked text the spans part, if they are in order of time."""
    sizes = [extents.unlinked_chars(span.first, span.last) - len(span.date.said) for span in spans]
    dated = sum(span.date.weight for span in spans) / len(spans)
    saying = sum(size >= _LEAST_CHARS for size in sizes) / len(spans)
    filled = sum(min(max(size, 0), _FULL_CHARS) for size in sizes)
    return filled * saying * dated * (0.5 + _order(spans) / 2)


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
    return (most + _OTHERWISE_NAMED * others) / len(spans)


def _order(spans: Sequence[Span]) -> float:
    """Return the share of dates that follow, in either direction: posts are in order of time."""
    days = [span.date.date for span in spans if span.date.date]
    rising = sum(one <= other for one, other in pairwise(days))
    falling = sum(one >= other for one, other in pairwise(days))
    return max(rising, falling) / max(1, len(days) - 1) if len(days) > 1 else 0.75
