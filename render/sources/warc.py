"""WARC archives: the responses of a crawl, found by address and read when asked for."""

import logging
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord

from pagesight.render.errors import SourceError
from pagesight.render.sources.html import Archive, HtmlAnswer
from pagesight.render.sources.open_archive import OpenArchive, open_archive

logger = logging.getLogger(__name__)

# Of the transfer, not of what was transferred; the body is kept decoded.
_TRANSFER_HEADERS = frozenset(
    {"content-encoding", "content-length", "content-type", "transfer-encoding", "connection"}
)
_CUT_OFF = "cut off: the archive holds only the beginning of the page"


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
    for url, offset, record in responses(opened):
        offsets.setdefault(_key(url), offset)
        if not first and is_page(record):
            first = url
    page = wanted or first
    if not page or _key(page) not in offsets:
        known = ", ".join(list(offsets)[:5])
        raise SourceError(f"{path} holds no page {wanted or 'of HTML'}; it holds {known or 'none'}")

    def answer(url: str) -> HtmlAnswer | None:
        offset = offsets.get(_key(url))
        if offset is None:
            return None
        try:
            return read_response(opened, offset)
        except (ArchiveLoadFailed, OSError, EOFError, ValueError, zlib.error) as error:
            logger.warning("%s: the record of %s is broken: %s", path, url, error)
            return None

    return page, answer


def responses(opened: OpenArchive) -> Iterator[tuple[str, int, ArcWarcRecord]]:
    """Yield the address, the offset and the record of each HTTP response in the archive.

    Raises SourceError where it can be read no further.
    """
    try:
        records = ArchiveIterator(opened.file)
        for record in records:
            if record.rec_type == "response" and record.http_headers is not None:
                offset = records.get_record_offset()
                yield record.rec_headers.get_header("WARC-Target-URI"), offset, record
    # AttributeError: what warcio makes of a record without an address.
    except (ArchiveLoadFailed, OSError, EOFError, AttributeError, zlib.error) as error:
        raise SourceError(f"{opened.path} is not a readable WARC file: {error}") from error


def read_response(opened: OpenArchive, offset: int) -> HtmlAnswer:
    """Return the response recorded at `offset`."""
    opened.file.seek(offset)
    record = next(iter(ArchiveIterator(opened.file)))
    http: Mapping[str, str] = dict(record.http_headers.headers)
    body = record.content_stream().read()
    return HtmlAnswer(
        body=body,
        content_type=record.http_headers.get_header("Content-Type") or "",
        status=int(record.http_headers.get_statuscode()),
        headers={
            name: value for name, value in http.items() if name.lower() not in _TRANSFER_HEADERS
        },
        warning=_CUT_OFF if _is_cut_off(record) else opened.warning,
    )


def _is_cut_off(record: ArcWarcRecord) -> bool:
    """Return whether crawler or file has ended before the record did. Its content was read."""
    record.raw_stream.read()  # what stands behind the last chunk
    missing = getattr(record.raw_stream, "limit", 0)  # warcio's counter of what is still to come
    return bool(missing or record.rec_headers.get_header("WARC-Truncated"))


def is_page(record: ArcWarcRecord) -> bool:
    """Return whether the record is a page that the server gave."""
    content_type = record.http_headers.get_header("Content-Type") or ""
    return bool(record.http_headers.get_statuscode() == "200" and "html" in content_type)


def _key(url: str) -> str:
    """Return `url` without scheme and fragment: crawls and pages differ in both."""
    return url.partition("#")[0].partition("://")[2]
