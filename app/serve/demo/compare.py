"""Comparison of extractors on the same page."""

from collections.abc import Sequence
from dataclasses import dataclass

from pagesight.app.models import Models
from pagesight.app.output.kept_blocks import kept_numbers
from pagesight.app.result import Result
from pagesight.extract.extraction import Extraction
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document

# Those that read a page in some hundredths of a second; BoilerNet takes seconds.
_COMPARED = ("sight", "article", "listview", "web2text", "goce-article", "goce-listview")


@dataclass(frozen=True, slots=True)
class Compared:
    """An extractor, and the numbers of the page's blocks that it keeps."""

    name: str
    kept: tuple[int, ...]
    words: int


def compare(result: Result, document: Document, models: Models) -> tuple[Compared, ...]:
    """Return what the chosen extractor keeps, then what the quick ones alone do."""
    others = [
        models.extractor(name)(document) for name in _COMPARED if name != result.extraction.method
    ]
    return tuple(_compared(each, result.blocks) for each in (result.extraction, *others))


def _compared(extraction: Extraction, blocks: Sequence[Block]) -> Compared:
    words = len(extraction.text.split())
    return Compared(extraction.method, kept_numbers(extraction.blocks, blocks), words)
