"""Follow a list from page to page, and make one result of its pages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from urllib.parse import urldefrag

from pagesight.app.result import Result
from pagesight.extract.records.record import Record


def pages_of_list(
    first: Result, get: Callable[[str], Result | None], most: int
) -> Iterator[Result]:
    """Yield the first page of a list, then up to `most` others, each of them linked by the last.

    `get` returns the page at an address; None ends the list. So does a page that was read before,
    and one that lists nothing new.
    """
    yield first
    seen = {_address(first.url), _address(first.capture.requested_url)}
    records = without_repeats(first.records)
    last = first
    for _ in range(most):
        address = last.extraction.pagination.next
        if not address or _address(address) in seen:
            return
        found = get(address)
        if found is None or _address(found.url) in seen:
            return
        longer = without_repeats([*records, *found.records])
        if len(longer) == len(records):
            return
        seen |= {_address(address), _address(found.url)}
        records, last = longer, found
        yield found


def one_list(pages: Sequence[Result]) -> Result:
    """Return the first page with the records of all, in order, each address once.

    Its pagination leads on from the last page; its warnings are of all pages.
    """
    first, last = pages[0], pages[-1]
    records = without_repeats(record for page in pages for record in page.records)
    onward = replace(first.extraction.pagination, next=last.extraction.pagination.next)
    warnings = (warning for page in pages for warning in page.warnings)
    return replace(
        first,
        extraction=first.extraction.with_list(records, onward),
        warnings=tuple(dict.fromkeys(warnings)),
    )


def without_repeats(records: Iterable[Record]) -> tuple[Record, ...]:
    """Return the records in order, of those of one address the first; without one, by the text."""
    by_address = ((_address(record.url) or f"text {record.text}", record) for record in records)
    found: dict[str, Record] = {}
    for address, record in by_address:
        found.setdefault(address, record)
    return tuple(found.values())


def _address(url: str) -> str:
    return urldefrag(url).url
