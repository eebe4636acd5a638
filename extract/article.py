"""The robust article extractor."""

from dataclasses import dataclass
from pathlib import Path

from pagesight.extract.block_tree import block_tree
from pagesight.extract.document import Document
from pagesight.extract.extraction import Extraction
from pagesight.extract.linear_model import best_cut, load_linear
from pagesight.extract.metadata import metadata
from pagesight.extract.whole_tables import with_whole_tables


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
    blocks = document.blocks
    probabilities = load_linear("article", options.model).probabilities(blocks)
    cut = best_cut(blocks, probabilities)
    threshold = max(cut.threshold, options.lowest_cut)
    kept = with_whole_tables(block_tree(blocks), probabilities, threshold) if blocks else ()
    return Extraction(
        "article",
        tuple(blocks[number] for number in kept),
        tuple(float(probabilities[number]) for number in kept),
        metadata=metadata(document),
        score=cut.expected_f1,
    )
