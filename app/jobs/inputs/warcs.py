"""Pages of WARC archives, Common Crawl's among them: each response that is a page.

What an archive does not hold whole is not passed over: a damaged stretch, a redirect, a page that
was not fetched again is a row of the results, with the kind of its error.
"""

import io
from collections.abc import Iterator
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord

from pagesight.app.errors import BROKEN_INPUT, NO_CONTENT, REDIRECT, SourceKindError
from pagesight.app.jobs.inputs.warc_records import Damage, RawRecord, read_record, records
from pagesight.app.jobs.job import Html
from pagesight.app.jobs.store import Item
from pagesight.render.sources.open_archive import OpenArchive, open_archive

_TYPES = ("html", "text/plain")
_UNREADABLE = (ArchiveLoadFailed, OSError, EOFError, AttributeError, ValueError, StopIteration)
_CUT_OFF = "cut off: the archive holds only the beginning of the page"


def is_warc(path: Path) -> bool:
    """Return whether the file's name says that it is a WARC archive."""
    return path.name.lower().endswith((".warc", ".warc.gz"))


def warc_items(path: Path) -> Iterator[Item]:
    """Yield the pages of the archive with the places of their HTML, and what of it is lost.

    Raises SourceKindError if it holds neither.
    """
    readable, damaged = False, list[Item]()  # before the first record: it may be no archive
    opened = open_archive(path)
    for record in records(opened):
        if isinstance(record, Damage):
            damaged.append(_damaged(path, record))
        elif item := _item(path, record):
            readable = True
            damaged.append(item)
        if readable:
            yield from damaged
            damaged.clear()
    if not readable:
        why = f": {damaged[0].error}" if damaged else ""
        raise SourceKindError(f"{path} holds no pages{why}")


def read_warc(opened: OpenArchive, offset: int, url: str, limit: int) -> Html:
    """Return the page recorded at that offset, at most `limit` bytes of it.

    Raises SourceKindError if it cannot be read.
    """
    path, raw = opened.path, read_record(opened, offset, limit)
    if isinstance(raw, Damage):
        raise SourceKindError(f"{path}: the record of {url} is broken: {raw.reason}")
    try:
        record = _parsed(raw)
        body = record.content_stream().read(limit + 1)
        warning = _warning(raw, record, body, limit) or opened.warning
        return Html(body[:limit], url, *_answered(record), warning)
    except _UNREADABLE as error:
        raise SourceKindError(f"{path}: the record of {url} is broken: {error}") from error


def _damaged(path: Path, damage: Damage) -> Item:
    place = f"{path} at byte {damage.offset}"
    text = f"nothing can be read up to byte {damage.next}: {damage.reason}; the rest was read"
    return Item(place, error_kind=BROKEN_INPUT, error=text)


def _item(path: Path, raw: RawRecord) -> Item | None:
    """Return the page of a record, or why there is none; None if it never was one."""
    try:
        record = _parsed(raw)
    except _UNREADABLE as error:
        return _damaged(path, Damage(raw.offset, raw.next, f"a record is broken: {error}"))
    if record.rec_type not in ("response", "revisit", "resource"):
        return None
    url = (record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>")
    if not url:
        return _damaged(path, Damage(raw.offset, raw.next, "a record names no address"))
    key = f"{url} at byte {raw.offset} of {path}"
    if record.rec_type == "revisit":
        date = record.rec_headers.get_header("WARC-Refers-To-Date") or "before"
        text = f"{path} has it as not changed since it was recorded ({date}), without its content"
        return Item(url, key, error_kind=NO_CONTENT, error=text)
    kind, status = _answered(record)
    if status is not None and 300 <= status < 400 and status != 304:
        location = record.http_headers.get_header("Location") or "nowhere"
        text = f"{path} recorded a redirect ({status}) to {location} in place of a page"
        return Item(url, key, error_kind=REDIRECT, error=text)
    if not any(name in (kind or "html").lower() for name in _TYPES) or url.endswith("/robots.txt"):
        return None
    return Item(url, place=f"{path}#{raw.offset}")


def _parsed(raw: RawRecord) -> ArcWarcRecord:
    """Return the record as warcio reads it, with the length that it has."""
    lines = [
        line
        for line in raw.head.strip().splitlines()
        if not line.lower().startswith(b"content-length:")
    ]
    head = b"\r\n".join([*lines, b"Content-Length: %d" % len(raw.content), b"", b""])
    return next(iter(ArchiveIterator(io.BytesIO(head + raw.content + b"\r\n\r\n"))))


def _answered(record: ArcWarcRecord) -> tuple[str, int | None]:
    """Return the content type and the status of what was recorded; no status of a resource."""
    if record.http_headers is None:
        return record.rec_headers.get_header("Content-Type") or "", None
    status = record.http_headers.get_statuscode()
    kind = record.http_headers.get_header("Content-Type") or ""
    return kind, int(status) if status.isdecimal() else None


def _warning(raw: RawRecord, record: ArcWarcRecord, body: bytes, limit: int) -> str:
    """Return why that is not all of the page; "" if it is."""
    if len(body) > limit or raw.size > len(raw.content):
        return f"document larger than {limit / 1e6:.0f} MB: the rest was not loaded"
    if raw.warning:
        return raw.warning
    if record.rec_headers.get_header("WARC-Truncated"):
        return _CUT_OFF
    headers = record.http_headers
    promised = headers.get_header("Content-Length") if headers else None
    is_short = bool(promised and promised.isdecimal() and _payload(raw) < int(promised))
    return _CUT_OFF if is_short else ""


def _payload(raw: RawRecord) -> int:
    """Return how many bytes follow the head of HTTP."""
    head, blank, rest = raw.content.partition(b"\r\n\r\n")
    return len(rest) if blank else len(head)
