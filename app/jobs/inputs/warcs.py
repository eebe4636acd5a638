"""Pages of WARC archives, Common Crawl's among them: each response that is a page.

What an archive does not hold whole is not passed over: a damaged stretch, a redirect, a page that
was not fetched again is a row of the results, with the kind of its error.

warcio reads records well, but it ends at the first broken one, and believes what a record says of
its length. Here the borders are found: members of gzip by decompressing them, others by what stands
there. ISO 28500:2017, annex D: one record a member.
"""

import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.recordloader import ArcWarcRecord

from pagesight.app.errors import BROKEN_INPUT, NO_CONTENT, REDIRECT, SourceKindError
from pagesight.app.jobs.job import Html
from pagesight.app.jobs.store import Item
from pagesight.render.sources.warc import (
    CUT_OFF,
    HEAD_BYTES,
    MAGIC,
    OpenArchive,
    find_end_of_head,
    find_length,
    open_archive,
)

_BLANK_LINES = b"\r\n\r\n"  # after a record, and after heads
_BEGIN_BYTES = 64  # longer than what a record is known by
_STEP = 1 << 20
_WRONG_LENGTH = "the record's Content-Length is wrong: it was read up to the next record"
_SEVERAL = "its member of gzip holds more than one record: only the first can be read"
_CUT = "cut off: the file ends within the record"
_find_record = re.compile(rb"WARC/[01]\.\d+\r?\n[A-Za-z-]+:").search
_TYPES = ("html", "text/plain")
_UNREADABLE = (ArchiveLoadFailed, OSError, EOFError, AttributeError, ValueError, StopIteration)


@dataclass(frozen=True, slots=True)
class RawRecord:
    """The beginning of a record at `offset`: its head, and content up to a limit.

    `warning` says what is wrong with it, `next` where the one after it begins.
    """

    offset: int
    next: int
    head: bytes
    content: bytes
    size: int  # of all the content
    warning: str = ""


@dataclass(frozen=True, slots=True)
class Damage:
    """A stretch of the file that holds no readable record."""

    offset: int
    next: int
    reason: str


def records(opened: OpenArchive) -> Iterator[RawRecord | Damage]:
    """Yield the heads of all records of the archive, and what is lost between them."""
    file = opened.file
    size = file.seek(0, io.SEEK_END)
    at = _after_padding(file, 0)
    while at < size:
        record: RawRecord | Damage | str = _record_at(file, at, HEAD_BYTES)
        if isinstance(record, str):
            record = Damage(at, _next_record(file, at + 1), record)
        yield record
        if isinstance(record, RawRecord) and record.warning == _SEVERAL:
            yield Damage(record.offset, record.next, f"{_SEVERAL}; `warcio recompress` mends it")
        at = _after_padding(file, record.next)
    if opened.lost:
        yield Damage(size, size, opened.lost)


def read_record(opened: OpenArchive, offset: int, limit: int) -> RawRecord | Damage:
    """Return the record at `offset`, with at most `limit` bytes of its content."""
    found = _record_at(opened.file, offset, limit)
    return Damage(offset, offset, found) if isinstance(found, str) else found


def _record_at(file: BinaryIO, at: int, limit: int) -> RawRecord | str:
    """Return the record there, or why there is none."""
    file.seek(at)
    if file.read(len(MAGIC)) == MAGIC:
        return _member(file, at, limit)
    return _plain(file, at, limit)


def _member(file: BinaryIO, at: int, limit: int) -> RawRecord | str:
    """Return the record in a member of gzip, of which only the beginning is held in memory."""
    file.seek(at)
    unpacker, begun, size, warning = zlib.decompressobj(zlib.MAX_WBITS | 16), bytearray(), 0, ""
    end, waiting = at, b""
    try:
        while not unpacker.eof:
            waiting = unpacker.unconsumed_tail or file.read(_STEP)
            if not waiting:
                warning = _CUT
                break
            part = unpacker.decompress(waiting, _STEP)
            size += len(part)
            begun += part[: max(0, limit + HEAD_BYTES - len(begun))]
        end = file.tell() - len(unpacker.unused_data)
    except zlib.error as error:
        return f"a member of gzip is broken: {error}"
    split = _split(bytes(begun))
    if isinstance(split, str):
        return split
    head, content, length = split
    there = size - (len(begun) - len(content))
    if there < length and not warning:
        warning = _WRONG_LENGTH
    if there > length + 4:
        warning = _SEVERAL
    length = min(length, there)
    return RawRecord(at, end, head, content[: min(length, limit)], length, warning)


def _plain(file: BinaryIO, at: int, limit: int) -> RawRecord | str:
    file.seek(at)
    split = _split(file.read(HEAD_BYTES))
    if isinstance(split, str):
        return split
    head, _, length = split
    begin = at + len(head)
    end, warning = begin + length, ""
    size = file.seek(0, io.SEEK_END)
    eaten = _next_record(file, begin, until=min(end + _BEGIN_BYTES, size), plain=True)
    is_border = _is_border(file, end)
    if eaten < min(end, size) and (not is_border or _is_border_within(file, begin, eaten, length)):
        end, warning = eaten, _WRONG_LENGTH
    elif end > size:
        end, warning = size, _CUT
    elif not is_border:
        file.seek(end)
        warning = "" if file.read(4) == _BLANK_LINES else _WRONG_LENGTH
    file.seek(begin)
    return RawRecord(at, end, head, file.read(min(end - begin, limit)), end - begin, warning)


def _is_border_within(file: BinaryIO, begin: int, at: int, length: int) -> bool:
    """Return whether what looks like a record within the content of another is the next one.

    It is not in an archive that was fetched, nor in a page about archives: there HTTP says the same
    length as the record.
    """
    file.seek(at - 4)
    if file.read(4) != _BLANK_LINES:
        return False
    file.seek(begin)
    head, blank, _ = file.read(HEAD_BYTES).partition(_BLANK_LINES)
    said = find_length(head)
    return not (said and len(head) + len(blank) + int(said[1]) == length)


def _split(begun: bytes) -> tuple[bytes, bytes, int] | str:
    """Return the head of a record, what follows, and the length that the head says."""
    if not begun.startswith(b"WARC/"):
        return "there is no record"
    end = find_end_of_head(begun)
    length = find_length(begun[: end.start()]) if end else None
    if end is None or length is None:
        return "the head of a record is broken"
    return begun[: end.end()], begun[end.end() :], int(length[1])


def _is_border(file: BinaryIO, at: int) -> bool:
    """Return whether a record can end there: the next one follows, or nothing does."""
    file.seek(at)
    after = file.read(HEAD_BYTES)
    if not after:
        return file.seek(0, io.SEEK_END) == at
    return after.lstrip(b"\r\n\x00").startswith((b"WARC/", MAGIC)) or not after.strip(b"\r\n\x00")


def _next_record(file: BinaryIO, at: int, *, until: int | None = None, plain: bool = False) -> int:
    """Return where the next record begins; `until`, or the end of the file, if there is none."""
    end = file.seek(0, io.SEEK_END) if until is None else until
    file.seek(at)
    before = b""
    while part := file.read(max(0, min(_STEP, end - file.tell()))):
        window = before + part
        begin = file.tell() - len(window)
        found = [window.find(MAGIC)] if not plain else []
        if record := _find_record(window):
            found.append(record.start())
        if places := [place for place in found if place >= 0]:
            return begin + min(places)
        before = window[-_BEGIN_BYTES:]
    return end


def _after_padding(file: BinaryIO, at: int) -> int:
    """Return where something else than line ends and zeros stands, from `at` on."""
    file.seek(at)
    while part := file.read(_STEP):
        if rest := part.lstrip(b"\r\n\x00"):
            return file.tell() - len(rest)
    return file.seek(0, io.SEEK_END)


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
        return CUT_OFF
    headers = record.http_headers
    promised = headers.get_header("Content-Length") if headers else None
    is_short = bool(promised and promised.isdecimal() and _payload(raw) < int(promised))
    return CUT_OFF if is_short else ""


def _payload(raw: RawRecord) -> int:
    """Return how many bytes follow the head of HTTP."""
    head, blank, rest = raw.content.partition(b"\r\n\r\n")
    return len(rest) if blank else len(head)
