"""Read a record off each item of a page."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pagesight.extract.metadata.entities.item_words import LABELS
from pagesight.extract.metadata.entities.read import stated_entities
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.controls import controls
from pagesight.extract.page.document import Document
from pagesight.extract.records.agreement import agreeing, as_events, of_one_type, with_authors
from pagesight.extract.records.by_address import told_apart
from pagesight.extract.records.fields.attributes import (
    Attributes,
    attributes_of,
    date_texts,
    labelled_properties,
    unlabelled,
)
from pagesight.extract.records.fields.authors import MOST_DATED, author_of, with_bare_author
from pagesight.extract.records.fields.dates import (
    date_in_parts,
    in_our_years,
    puts_day_first,
    telling_times,
    with_years,
)
from pagesight.extract.records.fields.item_title import names_something
from pagesight.extract.records.fields.links import (
    Span,
    ground_of,
    image_of,
    leading_on,
    link_in,
    link_named,
    repeated_images,
    showing,
    wordless_links,
)
from pagesight.extract.records.fields.parts import (
    ItemPart,
    ItemParts,
    author_in,
    properties_of,
    without_other_labels,
)
from pagesight.extract.records.fields.prices import (
    former_texts,
    price_called,
    price_under,
    prices_of,
    struck_classes,
)
from pagesight.extract.records.fields.ratings import rating_beside, rating_of
from pagesight.extract.records.in_common.jobs import with_job_facts
from pagesight.extract.records.in_common.places import with_places
from pagesight.extract.records.in_common.sides import titled_by_sides
from pagesight.extract.records.in_common.stated import with_stated
from pagesight.extract.records.in_common.summaries import (
    summary_called,
    summary_of,
    with_usual_summaries,
    without_values,
)
from pagesight.extract.records.in_common.threads import (
    ItemBeforeLast,
    ListColumns,
    before_last_post,
    heads_last_post,
    without_heads,
)
from pagesight.extract.records.in_common.titles import (
    headings_before,
    name_within,
    title_text,
    titled_before_counts,
    titled_before_prices,
    titled_by_headings,
    titled_by_own_links,
    titled_by_pictures,
    titles_of,
    without_bullet,
)
from pagesight.extract.records.record import Record, type_of
from pagesight.extract.text.dates import FoundDate, date_in, find_date
from pagesight.extract.text.labels import label_of

_without_count = re.compile(r"^\d{1,3}\+?(?= )").sub  # "9 comments" of one item, "12 comments"
_names_copy = re.compile(r"(?:^|[\s_-])(?:cloned?|slide-duplicate)(?:$|[\s_-])", re.I | re.M).search
_LABELS = 0.5  # share of the titles


def records_of(document: Document, spans: Sequence[Span]) -> tuple[Record, ...]:
    """Return the records of items, each given by its blocks."""
    spans = _without_copies(document, spans)
    items = [_seen(document, span) for span in spans]
    page, parts = _page(document, spans, items), ItemParts(document) if spans else None
    stated = attributes_of(document, items)
    titles = titles_of(items, page.common, stated, document.elements)
    items_with_titles = zip(
        spans, items, titles, _urls(document, spans, items), stated, strict=True
    )
    records = tuple(
        _record(
            page, _UnreadItem(span, blocks, title, url, attributes, parts.of(span) if parts else [])
        )
        for span, blocks, title, url, attributes in items_with_titles
    )
    records = told_apart(records, items)
    bare = titled_before_counts(titled_before_prices(records))
    named = titled_by_own_links(titled_by_pictures(bare))
    sided = titled_by_sides(named, document.elements)
    titled = titled_by_headings(sided, headings_before(document, spans))
    if not records or _are_labels(titled):
        return ()
    authored = with_authors(with_usual_summaries(titled))
    dated = with_years(document, spans, authored, day_first=page.day_first)
    placed = with_places(document, spans, dated)
    own = without_heads(agreeing(document, with_job_facts(document, spans, placed)))
    return as_events(document, of_one_type(with_stated(own, document.once(stated_entities))))


def _without_copies(document: Document, spans: Sequence[Span]) -> Sequence[Span]:
    """Return the spans without those that turning shows make of their first and last pictures.

    All of them if each is one: then what holds the list is called so.
    """
    elements = document.elements
    if not _names_copy(elements.class_names):
        return spans
    inside = elements.inside(elements.called(_names_copy))[document.cuts.element]
    return [(start, end) for start, end in spans if not inside[start]] or spans


def _are_labels(records: Sequence[Record]) -> bool:
    """Return whether most titles are labels: these are the facts of one event or job, no items."""
    named = sum(label_of(record.title) in LABELS for record in records)
    return named > _LABELS * len(records)


def _urls(
    document: Document, spans: Sequence[Span], items: Sequence[Sequence[Block]]
) -> Sequence[str]:
    """Return the address of each item's first link, if that is in a text of the one that leads
    on, else of one without text, or "".
    """
    worded = [leading_on(item) or _first(map(link_in, item)) for item in items]
    without = [span for span, url in zip(spans, worded, strict=True) if not url]
    others = iter(wordless_links(document, without) if without else ())
    return [url or next(others) for url in worded]


@dataclass(frozen=True, slots=True)
class _ListPage:
    """What the items of a page have in common."""

    document: Document
    common: frozenset[str]  # texts of many of them
    signs: frozenset[str]  # images of most of them, where some have others
    day_first: bool  # whether dates in figures are to be read so
    stated: Mapping[int, str]  # the times that elements state, by row
    times: Sequence[int]  # these rows
    struck: frozenset[str]  # classes that style sheets strike out
    heads_last: bool  # whether heads above the items name their last posts


def _page(document: Document, spans: Sequence[Span], items: Sequence[Sequence[Block]]) -> _ListPage:
    texts_of = [{block.text for block in item} for item in items]
    counts = Counter(text for texts in texts_of for text in texts)
    counted = Counter(
        rest for texts in texts_of for rest in {_without_count("", text) for text in texts}
    )
    usual, stated = max(2, len(items) / 3), telling_times(document)
    return _ListPage(
        document,
        frozenset(
            text for text in counts if max(counts[text], counted[_without_count("", text)]) > usual
        ),
        repeated_images([document.blocks[slice(*span)] for span in spans]),
        puts_day_first(document, (block.text for item in items for block in item)),
        stated,
        sorted(stated),
        document.once(struck_classes),
        bool(spans) and heads_last_post(document.cuts.texts, spans[0][0]),
    )


@dataclass(frozen=True, slots=True)
class _UnreadItem:
    """What is known of an item before its record is read."""

    span: Span
    blocks: Sequence[Block]  # that are to be seen, without controls
    title: Block
    url: str
    attributes: Attributes
    parts: Sequence[ItemPart]


def _link_over(document: Document, item: _UnreadItem) -> str:
    """Return the address of a link that says the title where it is not seen; "" if there is none.

    As one over the whole card, whose text is for who cannot see.
    """
    blocks = document.blocks[slice(*item.span)]
    return _first(link_in(block) for block in blocks if block.text == item.title.text)


def _seen(document: Document, span: Span) -> Sequence[Block]:
    """Return the blocks of an item that are to be seen, without buttons and other controls."""
    blocks, acts = document.blocks[slice(*span)], document.once(controls)[slice(*span)]
    seen = [block for block in blocks if not block.unseen]
    return [block for block in seen if not acts[block.order - span[0]]] or seen


def _unread(document: Document, item: _UnreadItem) -> Sequence[Block]:
    """Return the blocks of an item that are not read: a photo may be in one with a button, or be
    shown only once it is scrolled to.
    """
    read = {block.order for block in item.blocks}
    return [block for block in document.blocks[slice(*item.span)] if block.order not in read]


def _controls(document: Document, item: _UnreadItem) -> Sequence[Block]:
    """Return the seen blocks of an item that are not read: lines of tags may say when."""
    return [block for block in _unread(document, item) if not block.unseen]


def _record(page: _ListPage, item: _UnreadItem) -> Record:
    blocks, title, attributes = item.blocks, item.title, item.attributes
    name = name_within(title, title_text(title, attributes), item.parts, page.document.elements)
    links = (link_named(title, name), _link_over(page.document, item), item.url)
    url = _first(link for link in links if link != page.document.page.url)  # as of "#"
    columns = ListColumns(page.document.elements, page.day_first, page.heads_last)
    own = before_last_post(blocks, title, attributes, item.parts, columns)
    lines = [*_lines(b.text for b in blocks if b is not title), *_lines_beside(title, name)]
    days = _days(page, attributes, own)
    prices = prices_of(blocks, former_texts(item.parts, page.struck))
    stated = labelled_properties(attributes) | properties_of(item.parts, lines, name, url)
    properties = without_other_labels(stated, attributes, prices.price)
    name = _without_category(page, item, name, properties.get("category", name))
    name = without_bullet(name)
    if days and days.until:
        properties["endDate"] = days.until
    if prices.list_price:
        properties["listPrice"] = prices.list_price
    others = {value for value in properties.values() if value != name}
    text_blocks = unlabelled(without_values(own.blocks, others, prices), attributes)
    is_row, under = blocks[0].tag == "td", price_under(attributes)
    heading = "" if is_row else name  # a column keeps what its head names
    author = author_of(own.blocks, attributes) or author_in(
        own.parts, title.text, _lines(block.text for block in own.blocks)
    )
    record = Record(
        title=name,
        url=url,
        text=_text(blocks),
        price=(under if is_row else "") or prices.price or under or price_called(item.parts),
        image=_image(page, item, own.blocks, url, is_by=bool(author)),
        date=in_our_years(
            _stated_date(page, own.whole)
            or _stated_date(page, _controls(page.document, item))
            or (days.iso[:10] if days else date_in_parts(own.dated, day_first=page.day_first))
        ),
        author="" if author == name else author,
        summary=summary_of(text_blocks, title, name, page.common, url)
        or summary_called(item.parts, name, {value for value in (*others, prices.price) if value}),
        rating=rating_of(blocks) or rating_beside(page.document, item.span, item.parts),
        attributes=_unsaid(properties, title.text)
        | own.last
        | _unsaid(with_bare_author(attributes, author), heading),
        blocks=tuple(blocks),
    )
    return replace(record, type=type_of(record, is_row=is_row))


def _days(page: _ListPage, attributes: Attributes, own: ItemBeforeLast) -> FoundDate | None:
    """Return the date that an item writes, or its first and last day: under a head, in short lines,
    else in long ones.
    """
    dated = (*date_texts(attributes), *sorted(own.dated, key=_is_long))
    return next(filter(None, (find_date(text, day_first=page.day_first) for text in dated)), None)


def _without_category(page: _ListPage, item: _UnreadItem, name: str, category: str) -> str:
    """Return the name without the category that stands above it in one element: "Culture"."""
    within = range(item.title.element, page.document.elements.end[item.title.element])
    is_above = any(part.row in within and part.text == category for part in item.parts)
    headline = name.removeprefix(f"{category} ")
    return headline if is_above and names_something(headline) else name


def _image(
    page: _ListPage, item: _UnreadItem, own: Sequence[Block], url: str, *, is_by: bool
) -> str:
    """Return the address of an item's picture: of its own blocks, of others, of its ground."""
    shown = (own, _unread(page.document, item))
    images = (
        image_of(showing(page.document, each, is_by=is_by), url, page.signs) for each in shown
    )
    return _first(images) or ground_of(page.document, item.span)


def _unsaid(properties: Mapping[str, str], title: str) -> dict[str, str]:
    """Return the properties that say more than the title does, or a label at its beginning."""
    return {
        name: value
        for name, value in properties.items()
        if title not in (value, f"{name}: {value}")
    }


def _is_long(text: str) -> bool:
    """Return whether a text is more than a line that says when: it may tell of other days."""
    return len(text) > MOST_DATED


def _lines(texts: Iterable[str]) -> list[str]:
    return [line for text in texts for line in text.split("\n")]


def _lines_beside(title: Block, name: str) -> list[str]:
    """Return the lines of the block of a title that are not in it, where it has several."""
    lines = title.text.split("\n")
    return [line for line in lines if line and line not in name] if len(lines) > 1 else []


def _text(blocks: Sequence[Block]) -> str:
    return "\n".join(block.text for block in blocks if block.text)


def _stated_date(page: _ListPage, blocks: Sequence[Block]) -> str:
    """Return the date that the first of the times in or around the blocks states."""
    elements, times = page.document.elements, page.times
    for block in blocks if times else ():
        bounds = (bisect_left(times, row) for row in (block.element, elements.end[block.element]))
        around = [row for row in elements.chain(block.element) if row in page.stated]
        for row in (*around, *times[slice(*bounds)]):
            if day := date_in(page.stated[row]):
                return day
    return ""


def _first(values: Iterable[str]) -> str:
    """Return the first value that is not empty, or ""."""
    return next(filter(None, values), "")
