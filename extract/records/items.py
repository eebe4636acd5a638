"""Make records of what repeats on a page."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from pagesight.extract.features.table import block_features
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Flags, Rows
from pagesight.extract.records.attributes import Attributes, attributes_of
from pagesight.extract.records.fields import (
    author_of,
    date_texts,
    rating_of,
    summary_of,
    title_of,
    title_text,
    turns_pages,
)
from pagesight.extract.records.groups.evidence import CHECKS, is_list, likely_share
from pagesight.extract.records.groups.groups import TAG_WORDS, Repeat
from pagesight.extract.records.groups.repeats import find_repeats
from pagesight.extract.records.links import Span, image_in, link_in, wordless_links
from pagesight.extract.records.prices import price_of
from pagesight.extract.records.record import Record, RecordKind
from pagesight.extract.text.dates import date_in, writes_day_first


@dataclass(frozen=True, slots=True)
class RecordOptions:
    """Which groups become records. Set by hand on WCXB dev's lists and the court lists."""

    relative_score: float = 0.3  # of the best group's score: lesser groups are something else
    tag_words: float = TAG_WORDS  # of a member, on average: tags are no items beside titles
    min_linked: float = 0.5  # share of members with a link, for groups beside the best
    linked: float = 0.8  # share of members with a link, for one of unlikely blocks
    most_words: float = 300  # of a member, on average: more is a part of the page
    headed: float = 0.5  # share of members with a linked heading, which are posts however long
    likely_share: float = 0.5  # of a group's members, which may be content
    most: int = 5_000  # of a page: no list for readers is longer, and each record takes its time


def find_records(
    document: Document,
    likely: Flags,
    options: RecordOptions = RecordOptions(),
    *,
    kind: RecordKind = "items",
) -> tuple[Record, ...]:
    """Return the page's records in document order; see `find_items`."""
    return records_of(document, find_items(document, likely, options, kind=kind))


def find_items(
    document: Document,
    likely: Flags,
    options: RecordOptions = RecordOptions(),
    *,
    kind: RecordKind = "items",
) -> Sequence[Span]:
    """Return the blocks of each item of the page; none if it is no list, and `kind` asks for one.

    `likely` says which blocks may be content, (blocks,); groups outside it are left out, unless
    nothing but such groups repeats.
    """
    repeats = find_repeats(document.once(block_features)) if document.blocks else ()
    chosen = _chosen(repeats, likely, options)
    if not chosen:
        return ()
    if kind in CHECKS and not is_list(document.once(block_features), chosen, likely, CHECKS[kind]):
        return ()
    spans = sorted(span for repeat in chosen for span in repeat.spans())[: options.most]
    said = [(span, _said(document, span)) for span in spans]
    return [span for span, text in said if text is not None and not turns_pages(text)]


def _said(document: Document, span: Span) -> str | None:
    """Return the text of an item; None if none of it is seen."""
    texts, unseen = document.cuts.texts, document.cuts.unseen
    seen = [texts[number] for number in range(*span) if not unseen[number]]
    return "\n".join(filter(None, seen)) if seen else None


def records_of(document: Document, spans: Sequence[Span]) -> tuple[Record, ...]:
    """Return the records of items, each given by its blocks."""
    items = [_seen(document.blocks[start:end]) for start, end in spans]
    page = _page(document, items)
    found = zip(items, _urls(document, spans, items), attributes_of(document, items), strict=True)
    return tuple(_record(page, *item) for item in found)


def _urls(
    document: Document, spans: Sequence[Span], items: Sequence[Sequence[Block]]
) -> Sequence[str]:
    """Return the address of each item's first link, else of one without text, or ""."""
    worded = [_first(map(link_in, item)) for item in items]
    without = [span for span, url in zip(spans, worded, strict=True) if not url]
    others = iter(wordless_links(document, without) if without else ())
    return [url or next(others) for url in worded]


@dataclass(frozen=True, slots=True)
class _Page:
    """What the items of a page have in common."""

    document: Document
    common: frozenset[str]  # texts of many of them
    day_first: bool  # whether dates are to be read so
    times: Rows  # the `time` elements


def _page(document: Document, items: Sequence[Sequence[Block]]) -> _Page:
    counts = Counter(text for item in items for text in {block.text for block in item})
    return _Page(
        document,
        frozenset(text for text, count in counts.items() if count > max(2, len(items) / 3)),
        writes_day_first(block.text for item in items for block in item),
        np.flatnonzero(document.elements.tag == CODE["time"]),
    )


def _chosen(repeats: Sequence[Repeat], likely: Flags, options: RecordOptions) -> list[Repeat]:
    """Return the group that is the page's list, and those that go on with it."""
    content = [repeat for repeat in repeats if likely_share(repeat, likely) >= options.likely_share]
    ranked = sorted(
        content,
        key=lambda each: (each.in_navigation, _is_layout(each, options), _are_tags(each, options)),
    )
    outside = next((repeat for repeat in repeats if not repeat.in_navigation), None)
    if outside and ranked and _overrules(outside, ranked[0], options):
        ranked = [outside]
    ranked = ranked or list(repeats[:1])
    return [
        repeat for repeat in ranked if repeat is ranked[0] or _goes_on(repeat, ranked[0], options)
    ]


def _overrules(repeat: Repeat, likely: Repeat, options: RecordOptions) -> bool:
    """Return whether a group is the page's list, though unlikely: the likely one is far less.

    Labelers may drop a whole list and keep a few lines around it. Below heads of columns, less will
    do: tables of links that have them are lists.
    """
    is_list = repeat.linked >= options.linked and not _is_layout(repeat, options)
    share = 1.0 if repeat.under_heads else options.relative_score
    return is_list and likely.score < share * repeat.score


def _is_layout(repeat: Repeat, options: RecordOptions) -> bool:
    """Return whether the members are too long for items: parts of the page, without headings."""
    if repeat.is_rows or repeat.headed >= options.headed:
        return False
    return repeat.words > options.most_words * len(repeat)


def _are_tags(repeat: Repeat, options: RecordOptions) -> bool:
    """Return whether the members are too short for titles."""
    return repeat.words < options.tag_words * len(repeat)


def _goes_on(repeat: Repeat, best: Repeat, options: RecordOptions) -> bool:
    """Return whether the items of a lesser group belong beside those of the best."""
    if repeat.in_navigation or repeat.linked < options.min_linked:
        return False
    if _is_layout(repeat, options):
        return False
    # Names beside a table of figures alone are parts of the same items.
    if best.under_heads and not repeat.under_heads and repeat.linked <= best.linked:
        return False
    if _are_tags(repeat, options) and not _are_tags(best, options):
        return False
    return repeat.score >= options.relative_score * best.score


def _seen(blocks: Sequence[Block]) -> Sequence[Block]:
    return [block for block in blocks if not block.unseen]


def _record(page: _Page, blocks: Sequence[Block], url: str, attributes: Attributes) -> Record:
    title = title_of(blocks, page.common, attributes, page.document.elements)
    others = [block.text for block in blocks if block is not title]
    dated = (*date_texts(attributes), *others, title.text)
    dates = (date_in(text, day_first=page.day_first) for text in dated)
    return Record(
        title=title_text(title, attributes),
        url=link_in(title) or url,
        text=_text(blocks),
        price=price_of(blocks),
        image=_first(map(image_in, blocks)),
        date=_stated_date(page, blocks) or _first(dates),
        author=author_of(blocks, attributes, page.document.elements),
        summary=summary_of(blocks, title),
        rating=rating_of(blocks),
        attributes=attributes,
        blocks=tuple(blocks),
    )


def _text(blocks: Sequence[Block]) -> str:
    return "\n".join(block.text for block in blocks if block.text)


def _stated_date(page: _Page, blocks: Sequence[Block]) -> str:
    """Return the date that the first of the `time` elements in or around the blocks states."""
    elements, times = page.document.elements, page.times
    for block in blocks if len(times) else ():
        bounds = np.searchsorted(times, [block.element, elements.end[block.element]])
        inside = times[slice(*bounds)]
        around = [row for row in elements.chain(block.element) if elements.tag[row] == CODE["time"]]
        for row in (*around, *inside.tolist()):
            if found := date_in(elements.own(row).get("datetime") or ""):
                return found
    return ""


def _first(values: Iterable[str]) -> str:
    """Return the first value that is not empty, or ""."""
    return next(filter(None, values), "")
