"""Read the records of a page that is JSON, as an address that programs ask answers."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from pagesight.extract.page.document import Document
from pagesight.extract.records.record import Record
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.safe import is_safe_address

_MOST_CHARS = 5_000_000  # of JSON: a bound on time alone
_MOST_RECORDS = 5_000  # as of any page
_MOST_BLOCKS = 2  # of such a page: all of it is one text
_names_title = re.compile(r"title|name|subject|headline|caption|label", re.I).search
_names_date = re.compile(r"date|published|created|updated|time", re.I).search
_is_web = re.compile(r"https?://\S+").fullmatch


def json_records(document: Document) -> tuple[Record, ...]:
    """Return the objects of the longest list in a page that is JSON; none of any other page."""
    blocks = document.visible_blocks if len(document.blocks) <= _MOST_BLOCKS else ()
    if not blocks or blocks[0].text[:1] not in ("{", "["):
        return ()
    try:
        value = json.loads(blocks[0].text[:_MOST_CHARS])
    except (ValueError, RecursionError):
        return ()
    longest = max(_lists(value), key=len, default=[])
    return tuple(_record(item) for item in longest[:_MOST_RECORDS])


def _lists(value: Any) -> Iterator[list[Mapping[str, Any]]]:
    """Yield the lists in a value that hold objects alone."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        inner = list(value.values()) if isinstance(value, dict) else value
        if isinstance(inner, list):
            waiting.extend(each for each in inner if isinstance(each, dict | list))
            if inner is value and inner and all(isinstance(each, dict) for each in inner):
                yield inner


def _record(item: Mapping[str, Any]) -> Record:
    texts = {
        str(name): " ".join(str(value).split())
        for name, value in item.items()
        if isinstance(value, str | int | float) and not isinstance(value, bool)
    }
    worded = [text for text in texts.values() if not _is_web(text) and any(map(str.isalpha, text))]
    titles = [text for name, text in texts.items() if _names_title(name) and text in worded]
    urls = (text for text in texts.values() if _is_web(text) and is_safe_address(text))
    dates = (date_in(text) for name, text in texts.items() if _names_date(name))
    return Record(
        title=next(iter((*titles, *worded)), ""),
        url=next(urls, ""),
        text="\n".join(texts.values()),
        date=next(filter(None, dates), ""),
        attributes=texts,
    )
