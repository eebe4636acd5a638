"""Records of WARC archives: found by their borders, whatever is broken between them.

ISO 28500:2017, annex D, advises a member of gzip for each record: it is found by the byte at which
its member begins. Whoever packs a whole archive at once loses that, and it has to be unpacked.

warcio reads records well, but it ends at the first broken one, and believes what a record says of
its length. Here the borders are found: members of gzip by decompressing them, others by what stands
there.
"""

import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO
from weakref import finalize

from pagesight.render.errors import SourceError

_MAGIC = b"\x1f\x8b\x08"  # of a member of gzip: RFC 1952, 2.3.1
_HEAD_BYTES = 65_536  # of a record that are looked at: its own head and that of HTTP
_STEP = 1 << 20
_MOST_UNPACKED = 1 << 30  # bytes: an archive of Common Crawl has as many, packed
_BEGIN_BYTES = 64  # longer than the blank lines between records, and what they are known by
_BLANK_LINES = b"\r\n\r\n"  # after a record, and after heads
_SHARED = (
    "the archive's members of gzip hold more than one record, so that all of it had to be "
    "unpacked; `warcio recompress` mends it"
)
_WRONG_LENGTH = "the record's Content-Length is wrong: it was read up to the next record"
_SEVERAL = "its member of gzip holds more than one record: only the first can be read"
_CUT = "cut off: the file ends within the record"
_find_end_of_head = re.compile(rb"\r?\n\r?\n").search
_find_length = re.compile(rb"^content-length:\s*(\d+)", re.I | re.M).search
_find_record = re.compile(rb"WARC/[01]\.\d+\r?\n[A-Za-z-]+:").search


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
    if file.read(len(_MAGIC)) != _MAGIC:
        return False
    file.seek(0)
    begun, parts = b"", _unpacked(file, first=True)
    try:
        while not (end := _find_end_of_head(begun)) and len(begun) < _HEAD_BYTES:
            begun += next(parts)
        length = _find_length(begun[: end.start()]) if end else None
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
        record: RawRecord | Damage | str = _record_at(file, at, _HEAD_BYTES)
        if isinstance(record, str):
            record = Damage(at, _next_record(file, at + 1), record)
        yield record
        if isinstance(record, RawRecord) and record.warning == _SEVERAL:
            yield Damage(record.offset, record.next, f"{_SEVERAL}; `warcio recompress` mends it")
        at = _after_padding(file, record.next)
    if opened.lost:
        yield Damage(size, size, opened.lost)


def read_record(opened: OpenArchive, offset: int, limit: int) -> RawRecord:
    """Return the record at `offset`, with at most `limit` bytes of its content.

    Raises SourceError if there is none.
    """
    record = _record_at(opened.file, offset, limit)
    if isinstance(record, str):
        raise SourceError(record)
    return record


def _record_at(file: BinaryIO, at: int, limit: int) -> RawRecord | str:
    """Return the record there, or why there is none."""
    file.seek(at)
    if file.read(len(_MAGIC)) == _MAGIC:
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
            begun += part[: max(0, limit + _HEAD_BYTES - len(begun))]
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
    split = _split(file.read(_HEAD_BYTES))
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
    head, blank, _ = file.read(_HEAD_BYTES).partition(_BLANK_LINES)
    match = _find_length(head)
    return not (match and len(head) + len(blank) + int(match[1]) == length)


def _split(begun: bytes) -> tuple[bytes, bytes, int] | str:
    """Return the head of a record, what follows, and the length that the head says."""
    if not begun.startswith(b"WARC/"):
        return "there is no record"
    end = _find_end_of_head(begun)
    length = _find_length(begun[: end.start()]) if end else None
    if end is None or length is None:
        return "the head of a record is broken"
    return begun[: end.end()], begun[end.end() :], int(length[1])


def _is_border(file: BinaryIO, at: int) -> bool:
    """Return whether a record can end there: the next one follows, or nothing does."""
    file.seek(at)
    after = file.read(_HEAD_BYTES)
    if not after:
        return file.seek(0, io.SEEK_END) == at
    return after.lstrip(b"\r\n\x00").startswith((b"WARC/", _MAGIC)) or not after.strip(b"\r\n\x00")


def _next_record(file: BinaryIO, at: int, *, until: int | None = None, plain: bool = False) -> int:
    """Return where the next record begins; `until`, or the end of the file, if there is none."""
    end = file.seek(0, io.SEEK_END) if until is None else until
    file.seek(at)
    before = b""
    while part := file.read(max(0, min(_STEP, end - file.tell()))):
        window = before + part
        begin = file.tell() - len(window)
        starts = [window.find(_MAGIC)] if not plain else []
        if record := _find_record(window):
            starts.append(record.start())
        if places := [place for place in starts if place >= 0]:
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
