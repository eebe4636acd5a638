"""The robust list-view extractor."""

from dataclasses import dataclass
from pathlib import Path

from pagesight.extract.choice import best_choice
from pagesight.extract.extraction import Extraction
from pagesight.extract.linear_model import load_linear
from pagesight.extract.measures_text import word_counts
from pagesight.extract.metadata.read import metadata
from pagesight.extract.parse.document import Document
from pagesight.extract.records import find_records


@dataclass(frozen=True, slots=True)
class ListviewOptions:
    """The model, and where keeping ends."""

    model: Path | None = None  # folder of the weights; the packaged ones if None
    lowest_cut: float = 0.12  # blocks less probable are dropped however poor the page is


def listview(document: Document, options: ListviewOptions = ListviewOptions()) -> Extraction:
    """Return the items of a list page as records, and its text with headings and introduction.

    GOCE's algorithm outputs the elements of one class and level. This one finds every group of
    alike elements (tag and class paths, tables, definition lists, headings that open items), and
    weighs each block by its group, its text and its place; it keeps what raises the expected word
    F1, which is also the `score`.
    """
    blocks = document.blocks
    probabilities = load_linear("listview", options.model).probabilities(blocks)
    choice = best_choice(probabilities, word_counts(blocks))
    threshold = max(choice.threshold, options.lowest_cut)
    kept = [number for number, p in enumerate(probabilities) if p >= threshold]
    in_time = document.budget.has_time_for("records")
    return Extraction(
        "listview",
        tuple(blocks[number] for number in kept),
        tuple(float(probabilities[number]) for number in kept),
        records=find_records(blocks, frozenset(kept)) if in_time else (),
        metadata=metadata(document),
        score=choice.expected_f1,
    )
