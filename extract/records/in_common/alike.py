"""Find what items say at the place where most of the others say a thing."""

import re
from collections import Counter
from collections.abc import Callable, Sequence

from pagesight.extract.page.blocks import Block
from pagesight.extract.records.record import Record

_without_numbers = re.compile(r"\[\d+\]").sub


def said_alike(
    records: Sequence[Record],
    values: Sequence[str],
    may_be: Callable[[str], bool],
    least: float,
) -> list[str]:
    """Return the values, and of records without one the first text that may be one and is set as
    most values are; the values alone, if less than the share of the records have theirs there.

    It is no link, nor the title or another field.
    """
    pairs = [*zip(records, values, strict=True)]
    holding = (
        next((b for b in each.blocks if value in b.text), None) for each, value in pairs if value
    )
    places = Counter(_set_as(block) for block in holding if block)
    usual, times = next(iter(places.most_common(1)), (("", ()), 0))
    if "" not in values or times < least * len(records):
        return [*values]
    return [value or next(filter(may_be, _texts_at(usual, each)), "") for each, value in pairs]


def tags_around(block: Block) -> str:
    """Return the path of a block without the numbers among siblings, by which lists differ."""
    return _without_numbers("", block.path)


def _set_as(block: Block) -> tuple[str, tuple[str, ...]]:
    """Return the tags around a block, and the classes of its own element."""
    return tags_around(block), block.ancestors[-1].classes


def _texts_at(place: tuple[str, tuple[str, ...]], record: Record) -> list[str]:
    known = {record.author, record.price, record.summary, *record.attributes.values()}
    return [
        block.text
        for block in record.blocks
        if not block.link_chars
        and block.text not in known
        and record.title not in block.text
        and _set_as(block) == place
    ]
