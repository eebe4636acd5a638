"""WARC archives: the responses of a crawl, found by address and read when asked for.

ISO 28500:2017, annex D, advises a member of gzip for each record: it is found by the byte at which
its member begins. Whoever packs a whole archive at once loses that, and it has to be unpacked.
"""

import logging
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO
from weakref import finalize

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord

from pagesight.render.errors import SourceError
from pagesight.render.sources.html import Archive, HtmlAnswer

MAGIC = b"\x1f\x8b\x08"  # of a member of gzip: RFC 1952, 2.3.1
HEAD_BYTES = 65_536  # of a record that are looked at: its own head and that of HTTP
_STEP = 1 << 20
_MOST_UNPACKED = 1 << 30  # bytes: an archive of Common Crawl has as many, packed
_BEGIN_BYTES = 64  # longer than the blank lines between records, and what they are known by
_SHARED = (
    "the archive's members of gzip hold more than one record, so that all of it had to be "
    "unpacked; `warcio recompress` mends it"
)
find_end_of_head = re.compile(rb"\r?\n\r?\n").search
find_length = re.compile(rb"^content-length:\s*(\d+)", re.I | re.M).search
logger = logging.getLogger(__name__)

# Of the transfer, not of what was transferred; the body is kept decoded.
_TRANSFER_HEADERS = frozenset(
    {"content-encoding", "content-length", "content-type", "transfer-encoding", "connection"}
)
CUT_OFF = "cut off: the archive holds only the beginning of the page"


@dataclass(frozen=True, slots=True, weakref_slot=True)
class OpenArchive:
    """An archive to read: `file` is closed with it.

    `shared` says that records share members of gzip: `file` holds them unpacked then, and `lost`
    why not all of them.
    """

    path: Path
    file: BinaryIO
    shared: bool = False
    lost: str = ""

    @property
    def warning(self) -> str:
        """What pages of it warn of; "" if it is as it should be."""
        if not self.shared:
            return ""
        return "; ".join(filter(None, (_SHARED, self.lost)))


def open_archive(path: Path) -> OpenArchive:
    """Return the archive, open. Raises OSError."""
    file: BinaryIO = path.open("rb")
    shared, lost = _shares_a_member(file), ""
    if shared:
        copy = TemporaryFile()  # noqa: SIM115 - closed with the archive
        with file:
            lost = _unpack(file, copy)
        file = copy
    file.seek(0)
    archive = OpenArchive(path, file, shared, lost)
    finalize(archive, file.close)
    return archive


def _unpack(packed: BinaryIO, copy: BinaryIO) -> str:
    """Write what is unpacked, and return why that is not all; "" if it is."""
    packed.seek(0)
    try:
        for part in _unpacked(packed):
            copy.write(part[: _MOST_UNPACKED - copy.tell()])
            if copy.tell() >= _MOST_UNPACKED:
                return f"only the first {_MOST_UNPACKED / 1e9:.1f} GB of it were unpacked"
    except (EOFError, zlib.error) as error:
        return f"its gzip is broken: {error}"
    return ""


def _shares_a_member(file: BinaryIO) -> bool:
    """Return whether a second record follows the first in the same member of gzip."""
    if file.read(len(MAGIC)) != MAGIC:
        return False
    file.seek(0)
    begun, parts = b"", _unpacked(file, first=True)
    try:
        while not (end := find_end_of_head(begun)) and len(begun) < HEAD_BYTES:
            begun += next(parts)
        length = find_length(begun[: end.start()]) if end else None
        if end is None or length is None:
            return False
        missing = end.end() + int(length[1]) - len(begun)
        rest = begun[len(begun) + missing :] if missing < 0 else b""
        while len(rest) < _BEGIN_BYTES:
            part = next(parts)
            rest += part[max(0, missing) :]
            missing -= len(part)
    except (StopIteration, EOFError, zlib.error):
        return False
    return rest.lstrip(b"\r\n").startswith(b"WARC/")


def _unpacked(file: BinaryIO, *, first: bool = False) -> Iterator[bytes]:
    """Yield what members of gzip hold, all or the `first`. Raises EOFError and zlib.error."""
    unpacker, waiting = zlib.decompressobj(zlib.MAX_WBITS | 16), b""
    while True:
        if unpacker.eof:
            waiting = unpacker.unused_data.lstrip(b"\x00") or file.read(_STEP).lstrip(b"\x00")
            if first or not waiting:
                return
            unpacker = zlib.decompressobj(zlib.MAX_WBITS | 16)
        waiting = waiting or unpacker.unconsumed_tail or file.read(_STEP)
        if not waiting:
            raise EOFError("it ends within a member")
        yield unpacker.decompress(waiting, _STEP)
        waiting = b""


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
        known = ", ".join(list(offsets)[:5]) or "no answer of a server"
        raise SourceError(f"{path} holds no page {wanted or 'of HTML'}; it holds {known}")

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
        warning=CUT_OFF if _is_cut_off(record) else opened.warning,
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
