"""A page as an annotator gets it: its blocks with the model's choice, the doubtful pages first."""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from statistics import fmean
from typing import Any
from urllib.parse import urljoin

from pagesight.app.output.result_json import kept_numbers
from pagesight.app.result import Result
from pagesight.datasets.genres import Genre
from pagesight.extract.page.dom import HEADING_TAGS
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
    return Sheet(name, title, result.genre, tuple(_blocks(result)), capture, columns)


def _blocks(result: Result) -> Iterator[SheetBlock]:
    kept = frozenset(kept_numbers(result.extraction.blocks, result.blocks))
    chances = result.extraction.page_probabilities or (None,) * len(result.blocks)
    before: Sequence[str] = ()
    base = result.capture.page.url
    for number, (block, chance) in enumerate(zip(result.blocks, chances, strict=True)):
        if not block.text or block.unseen:
            continue
        steps = block.path.split("/")[1:]
        same = takewhile(lambda pair: pair[0] == pair[1], zip(before, steps, strict=False))
        shared = sum(1 for _ in same)
        found = _first_link(block.markdown)
        link = urljoin(base, found.group(1)) if found else ""
        yield SheetBlock(
            block.text, block.tag, number in kept, chance, shared, block.box, block.path, link
        )
        before = steps
