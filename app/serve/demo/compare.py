"""Comparison of extractors on the same page."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pagesight.app.evaluate.systems.rivals import RIVALS
from pagesight.app.models import Models
from pagesight.app.output.result_json import kept_numbers
from pagesight.app.result import Result
from pagesight.extract.extraction import Extraction
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.training.gold.align import CONTENT_SHARE, align
from pagesight.render.errors import MissingPackage
from pagesight.render.page import Page

# Those that read a page in some hundredths of a second; BoilerNet takes seconds.
_COMPARED = ("sight", "article", "listview", "web2text", "goce-article", "goce-listview")
_RIVALS = ("trafilatura", "readability-lxml")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Compared:
    """An extractor, and the numbers of the page's blocks that it keeps."""

    name: str
    kept: tuple[int, ...]
    words: int


def compare(result: Result, document: Document, models: Models) -> tuple[Compared, ...]:
    """Return what the chosen extractor keeps, then the quick ones of ours alone, then rivals."""
    others = [
        models.extractor(name)(document) for name in _COMPARED if name != result.extraction.method
    ]
    own = (_compared(each, result.blocks) for each in (result.extraction, *others))
    return (*own, *_rivals(document.page, result.blocks))


def _rivals(page: Page, blocks: Sequence[Block]) -> Iterator[Compared]:
    """Yield those that are installed. They return text alone: their blocks are those it holds."""
    for name in _RIVALS:
        try:
            text = RIVALS[name](page)
        except MissingPackage:
            continue
        except Exception as error:  # whatever it raises on a page is its own fault, not ours
            logger.info("%s failed: %s", name, error)
            continue
        shares = align(blocks, text)
        kept = (number for number, share in enumerate(shares) if share > CONTENT_SHARE)
        yield Compared(name, tuple(kept), len(text.split()))


def _compared(extraction: Extraction, blocks: Sequence[Block]) -> Compared:
    words = len(extraction.text.split())
    return Compared(extraction.method, kept_numbers(extraction.blocks, blocks), words)
