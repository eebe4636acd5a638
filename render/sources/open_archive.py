"""Open a WARC archive so that its records are found, also where gzip took several at once.

ISO 28500:2017, annex D, advises a member of gzip for each record: it is found by the byte at which
its member begins. Whoever packs a whole archive at once loses that, and it has to be unpacked.
"""

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO
from weakref import finalize

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
