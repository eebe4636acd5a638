"""An annotator's labels of pages, kept in a file that survives whatever ends the process."""

import fcntl
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from pagesight.app.errors import LabelsError
from pagesight.app.labelling.sheet import Sheet
from pagesight.datasets.genres import Genre


@dataclass(frozen=True, slots=True)
class AnnotatorLabels:
    """The labels of one page: numbers of the kept blocks, genre, whether it is done.

    `seconds` is how long the page was before the annotator's eyes, `records` the first and last
    block of each item of its list.
    """

    kept: tuple[int, ...]
    genre: Genre
    done: bool = False
    seconds: float = 0.0
    records: tuple[tuple[int, int], ...] = ()


def proposed(sheet: Sheet) -> AnnotatorLabels:
    """Return the model's choice, which the annotator begins with."""
    kept = tuple(number for number, block in enumerate(sheet.blocks) if block.kept)
    return AnnotatorLabels(kept, sheet.genre)


class Journal:
    """A file of labels, a line of JSON a change: the last of a page counts.

    What `keep` returned from is on the disk. A line that was being written when the process was
    killed is left out. Raises LabelsError for a file that holds something else, and while another
    process has it.
    """

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._file = path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            self._kept = _read(self._file.name, self._whole_lines())
        except BlockingIOError:
            self._file.close()
            raise LabelsError(
                f"{path} is in use by another `pagesight label`; give another --annotator"
            ) from None
        except LabelsError:
            self._file.close()
            raise

    def close(self) -> None:
        """Let others have the file."""
        self._file.close()

    def of(self, sheet: Sheet) -> AnnotatorLabels | None:
        """Return the labels of a page; None if it has none, or was cut into other blocks then."""
        digest, labels = self._kept.get(sheet.id, ("", None))
        return labels if digest == sheet.digest else None

    def keep(self, sheet: Sheet, labels: AnnotatorLabels) -> None:
        """Write labels down."""
        row = {"id": sheet.id, "digest": sheet.digest, **asdict(labels)}
        self._file.write(json.dumps(row, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self._kept[sheet.id] = (sheet.digest, labels)

    def _whole_lines(self) -> bytes:
        """Return the file's lines, after an unfinished one was cut off its end."""
        self._file.seek(0)
        body = self._file.read()
        whole = body[: body.rfind(b"\n") + 1]
        if len(whole) < len(body):
            self._file.truncate(len(whole))
        return whole


def _read(name: str, body: bytes) -> dict[str, tuple[str, AnnotatorLabels]]:
    found = {}
    for number, line in enumerate(body.splitlines(), start=1):
        try:
            row = json.loads(line)
            found[row["id"]] = (row["digest"], _labels(row))
        except (ValueError, KeyError, TypeError) as error:
            raise LabelsError(
                f"{name}, line {number} holds no labels ({error}); move the file away to begin anew"
            ) from error
    return found


def _labels(row: Mapping[str, object]) -> AnnotatorLabels:
    kept, seconds = row["kept"], row["seconds"]
    if not (isinstance(kept, list) and all(isinstance(number, int) for number in kept)):
        raise TypeError("kept is no list of numbers")
    if not isinstance(seconds, int | float):
        raise TypeError("seconds is no number")
    records = row.get("records", ())  # none in files of before
    if not isinstance(records, list | tuple):
        raise TypeError("records is no list of pairs")
    pairs = tuple((int(first), int(last)) for first, last in records)
    genre = Genre(str(row["genre"]))
    return AnnotatorLabels(tuple(kept), genre, bool(row["done"]), float(seconds), pairs)
