"""Responses of WARC archives: what a server answered, and an archive that answers for the net."""

import io
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

from urllib3 import HTTPResponse
from urllib3.exceptions import HTTPError
from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord

from pagesight.render.errors import SourceError
from pagesight.render.sources.html import Archive, HtmlAnswer
from pagesight.render.sources.warc_records import (
    Damage,
    OpenArchive,
    RawRecord,
    open_archive,
    read_record,
    records,
)

# Of the transfer, not of what was transferred; the body is kept decoded.
_TRANSFER_HEADERS = frozenset(
    {"content-encoding", "content-length", "content-type", "transfer-encoding", "connection"}
)
_CUT_OFF = "cut off: the archive holds only the beginning of the page"
_STEP = 1 << 20
# AttributeError: what warcio makes of a record without an address.
_UNREADABLE = (ArchiveLoadFailed, OSError, EOFError, AttributeError, ValueError, StopIteration)
logger = logging.getLogger(__name__)


def replay_warc(path: Path, wanted: str = "") -> tuple[str, Archive]:
    """Return a page's address and an archive of all responses in the WARC file.

    The page is `wanted`, or the first HTML response with status 200. Raises SourceError if the
    file cannot be read or lacks the page.
    """
    offsets: dict[str, int] = {}
    first = ""
    try:
        opened = open_archive(path)
    except OSError as error:
        raise SourceError(f"{path} is not a readable WARC file: {error}") from error
    for url, offset, record in _responses(opened):
        offsets.setdefault(_key(url), offset)
        if not first and _is_page(record):
            first = url
    page = wanted or first
    if not page or _key(page) not in offsets:
        known = ", ".join(list(offsets)[:5]) or "no answer of a server"
        raise SourceError(f"{path} holds no page {wanted or 'of HTML'}; it holds {known}")

    def answer(url: str) -> HtmlAnswer | None:
        offset = offsets.get(_key(url))
        if offset is None:
            return None
        try:
            return _read_response(opened, offset)
        except (SourceError, ValueError) as error:  # ValueError: a status that is no number
            logger.warning("%s: the record of %s is broken: %s", path, url, error)
            return None

    return page, answer


def _responses(opened: OpenArchive) -> Iterator[tuple[str, int, ArcWarcRecord]]:
    """Yield the address, the offset and the record of each HTTP response in the archive.

    What is broken is passed over. Raises SourceError if all of it is.
    """
    damage, readable = "it is empty", False
    for raw in records(opened):
        if isinstance(raw, Damage):
            damage = raw.reason
            continue
        try:
            record = parse_record(raw)
        except SourceError as error:
            damage = str(error)
            continue
        readable = True
        if record.rec_type == "response" and record.http_headers is not None:
            yield address(record), raw.offset, record
    if not readable:
        raise SourceError(f"{opened.path} is not a readable WARC file, it holds no page: {damage}")


def parse_record(raw: RawRecord) -> ArcWarcRecord:
    """Return the record as warcio reads it, with the length that it has. Raises SourceError."""
    lines = [
        line
        for line in raw.head.strip().splitlines()
        if not line.lower().startswith(b"content-length:")
    ]
    head = b"\r\n".join([*lines, b"Content-Length: %d" % len(raw.content), b"", b""])
    try:
        return next(iter(ArchiveIterator(io.BytesIO(head + raw.content + b"\r\n\r\n"))))
    except _UNREADABLE as error:
        raise SourceError(f"a record is broken: {error}") from error


def address(record: ArcWarcRecord) -> str:
    """Return the address that was asked for; "" if the record names none."""
    return (record.rec_headers.get_header("WARC-Target-URI") or "").strip("<>")


def answered(record: ArcWarcRecord) -> tuple[str, int | None]:
    """Return the content type and the status of what was recorded; no status of a resource."""
    if record.http_headers is None:
        return record.rec_headers.get_header("Content-Type") or "", None
    status = record.http_headers.get_statuscode()
    content_type = record.http_headers.get_header("Content-Type") or ""
    return content_type, int(status) if status.isdecimal() else None


def read_body(
    opened: OpenArchive, offset: int, limit: int = sys.maxsize
) -> tuple[ArcWarcRecord, bytes, str]:
    """Return the record there, at most `limit` bytes of its content, and why that is not all.

    The content is decoded. Raises SourceError if it cannot be read.
    """
    raw = read_record(opened, offset, limit)
    record = parse_record(raw)
    headers = record.http_headers
    encoding = headers.get_header("Content-Encoding") if headers else None
    if encoding:  # warcio knows neither several nor a Brotli of today
        headers.remove_header("Content-Encoding")
    try:
        body = record.content_stream().read()
    except _UNREADABLE as error:
        raise SourceError(f"a record is broken: {error}") from error
    body = _decoded(body, encoding or "", limit + 1)
    warning = _warning(raw, record, body, limit) or opened.warning
    return record, body[:limit], warning


def _decoded(body: bytes, encoding: str, limit: int) -> bytes:
    """Return what was encoded for the transfer; the body as it is where it was not encoded so."""
    response = HTTPResponse(io.BytesIO(body), {"content-encoding": encoding}, preload_content=False)
    parts, size = list[bytes](), 0
    try:
        while size < limit and (part := response.read(min(_STEP, limit - size))):
            parts.append(part)
            size += len(part)
    except HTTPError:
        if not parts:
            return body[:limit]
    return b"".join(parts)


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


def _read_response(opened: OpenArchive, offset: int) -> HtmlAnswer:
    record, body, warning = read_body(opened, offset)
    headers = record.http_headers.headers
    return HtmlAnswer(
        body=body,
        content_type=answered(record)[0],
        status=int(record.http_headers.get_statuscode()),
        headers={name: value for name, value in headers if name.lower() not in _TRANSFER_HEADERS},
        warning=warning,
    )


def _is_page(record: ArcWarcRecord) -> bool:
    """Return whether the record is a page that the server gave."""
    content_type, status = answered(record)
    return status == 200 and "html" in content_type


def _key(url: str) -> str:
    """Return `url` without scheme and fragment: crawls and pages differ in both."""
    return url.partition("#")[0].partition("://")[2]
