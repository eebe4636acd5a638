"""The robust article extractor."""

from dataclasses import dataclass, replace
from pathlib import Path

from pagesight.extract.extraction import Extraction
from pagesight.extract.keeping import keep
from pagesight.extract.linear_model import load_linear
from pagesight.extract.metadata.read import metadata
from pagesight.extract.parse.document import Document


@dataclass(frozen=True, slots=True)
class ArticleOptions:
    """The model, and where keeping ends."""

    model: Path | None = None  # folder of the weights; the packaged ones if None
    lowest_cut: float = 0.15  # blocks less probable are dropped however poor the page is


def article(document: Document, options: ArticleOptions = ArticleOptions()) -> Extraction:
    """Return the blocks of the text a reader came for, with its headings, lists, tables and code.

    GOCE's algorithm descends into one element and keeps it whole. This one weighs every block: its
    text (length, link density: boilerpipe, jusText), its place in the tree (the element of most
    text: BTE and GOCE's main element, with no text lost between siblings), class names, repetition
    and neighbours. It keeps what raises the expected word F1, which is also the `score`.
    """
    probabilities = load_linear("article", options.model).probabilities(document.blocks)
    kept = keep(document.blocks, "article", probabilities, options.lowest_cut)
    return replace(kept, metadata=metadata(document))
