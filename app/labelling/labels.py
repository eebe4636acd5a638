"""Pages to label, as sheets of blocks; labels of an annotator, kept in a file; agreement of two.

The file survives any end of the process.
"""

import fcntl
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from pathlib import Path
from statistics import fmean
from typing import Any
from urllib.parse import urljoin

from pagesight.app.errors import LabelsError
from pagesight.app.evaluate.part import whole_lines
from pagesight.app.output.result_json import shown_blocks
from pagesight.app.result import Result
from pagesight.datasets.load import load
from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.training.gold.scores import word_score
from pagesight.render.errors import needed_for
from pagesight.render.page import Box
from pagesight.vision.screenshot.preprocess import stored_picture

_first_link = re.compile(r"(?<!!)\[[^\]]*\]\(<?([^)\s>]+)").search


@dataclass(frozen=True, slots=True)
class SheetBlock:
    """A block with text: the model's choice of it, and where it stands.

    `shared` counts the elements around it that are around the block before it too: from these
    numbers alone follows which blocks an element holds. `path` is the XPath of its element, by
    which others like an example are found; `link` the first address in it.
    """

    text: str
    tag: str
    kept: bool
    probability: float | None
    shared: int
    box: Box | None
    path: str = ""
    link: str = ""


@dataclass(frozen=True, slots=True)
class Sheet:
    """One page to label. `columns` are those of its row in the corpus that nobody labels."""

    id: str
    title: str
    genre: Genre
    blocks: tuple[SheetBlock, ...]
    capture: Path  # the folder that it is kept in
    columns: Mapping[str, Any]

    @property
    def certainty(self) -> float:
        """Return the mean distance of the probabilities from .5, 0 to .5; 0 if there are none."""
        known = [abs(b.probability - 0.5) for b in self.blocks if b.probability is not None]
        return fmean(known) if known else 0.0

    @property
    def digest(self) -> str:
        """Return what changes where the page is cut into other blocks."""
        return hashlib.sha256("\n\n".join(b.text for b in self.blocks).encode()).hexdigest()[:16]

    def text_of(self, kept: Sequence[int]) -> str:
        """Return the text of blocks, by their numbers: a block a line, as extractions have it."""
        return "\n".join(self.blocks[number].text for number in kept)

    def record_of(self, first: int, last: int) -> dict[str, str]:
        """Return the record that blocks `first` to `last` are: its heading or first line leads."""
        blocks = self.blocks[first : last + 1]
        headings = (block.text for block in blocks if block.tag in HEADING_TAGS)
        linked = (block.text for block in blocks if block.link)
        title = next(headings, "") or next(linked, "") or blocks[0].text
        return {
            "title": title.partition("\n")[0],
            "url": next((block.link for block in blocks if block.link), ""),
            "text": "\n".join(block.text for block in blocks),
        }


def sheet_of(result: Result, name: str, capture: Path) -> Sheet:
    """Return the sheet of an extracted page: its visible blocks that hold text."""
    page = result.capture.page
    columns = {
        "id": name,
        "url": page.url,
        "lang": result.metadata.language[:2],
        "html": page.html.encode("utf-8", "replace"),
        "screenshot": stored_picture(page.screenshot) if page.screenshot else None,
    }
    title = result.metadata.title or result.capture.title or name
    return Sheet(name, title, result.genre, tuple(_blocks_of(result)), capture, columns)


def _blocks_of(result: Result) -> Iterator[SheetBlock]:
    before: Sequence[str] = ()
    base = result.capture.page.url
    for _, block, kept, chance in shown_blocks(result):
        steps = block.path.split("/")[1:]
        same = takewhile(lambda pair: pair[0] == pair[1], zip(before, steps, strict=False))
        shared = sum(1 for _ in same)
        match = _first_link(block.markdown)
        link = urljoin(base, match.group(1)) if match else ""
        yield SheetBlock(block.text, block.tag, kept, chance, shared, block.box, block.path, link)
        before = steps


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
            self._kept = _read(self._file.name, whole_lines(self._file))
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


def _read(name: str, body: bytes) -> dict[str, tuple[str, AnnotatorLabels]]:
    labels = {}
    for number, line in enumerate(body.splitlines(), start=1):
        try:
            row = json.loads(line)
            labels[row["id"]] = (row["digest"], _labels(row))
        except (ValueError, KeyError, TypeError) as error:
            raise LabelsError(
                f"{name}, line {number} holds no labels ({error}); move the file away to begin anew"
            ) from error
    return labels


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


@dataclass(frozen=True, slots=True)
class Agreement:
    """Agreement on the pages that both labelled.

    `kappa` is Cohen's (1960) over all their blocks, `word_f1` by page the word F1 between the two
    texts, `genres` the share of pages of one genre.
    """

    kappa: float
    blocks: int
    word_f1: dict[str, float]
    genres: float

    @property
    def mean_f1(self) -> float:
        """Return the mean over pages."""
        return fmean(self.word_f1.values())


def agreement(first: Path, second: Path) -> Agreement:
    """Return how far two corpora of `pagesight label` agree.

    Raises LabelsError unless both have labels of the blocks of a page, cut alike; MissingPackage
    without scikit-learn.
    """
    own, others = _labelled(first), _labelled(second)
    pairs = [(own[name], others[name]) for name in own if name in others]
    if not pairs:
        raise LabelsError(f"{first} and {second} have no page in common")
    for one, other in pairs:
        if len(_blocks(one)) != len(_blocks(other)):
            raise LabelsError(
                f"{one.id} has {len(_blocks(one))} blocks in {first} and {len(_blocks(other))} in "
                f"{second}: label both with one --out, which keeps one capture of each page"
            )
    labels = ["".join(map(_blocks, pages)) for pages in zip(*pairs, strict=True)]
    return Agreement(
        kappa=_kappa(*labels),
        blocks=len(labels[0]),
        word_f1={a.id: word_score(a.text or "", b.text or "").f1 for a, b in pairs},
        genres=fmean(a.genre == b.genre for a, b in pairs),
    )


def _labelled(path: Path) -> dict[str, LabelledPage]:
    """Return the pages of a corpus, by id. Raises LabelsError for one without labels of blocks."""
    pages = {page.id: page for page in load(path)}
    for page in pages.values():
        if not isinstance(page.extra.get("kept_blocks"), str):
            raise LabelsError(
                f"{path}: {page.id} has no labels of blocks: not by `pagesight label`"
            )
    return pages


def _blocks(page: LabelledPage) -> str:
    """Return a figure for each block, 1 for a kept one."""
    return str(page.extra["kept_blocks"])


def _kappa(first: str, second: str) -> float:
    with needed_for("agreement", "train"):
        from sklearn.metrics import cohen_kappa_score
    # Where both keep all blocks, or none, chance alone agrees wholly, and kappa is 0 / 0.
    return 1.0 if first == second else float(cohen_kappa_score(list(first), list(second)))
