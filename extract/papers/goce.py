"""GOCE's two extraction algorithms, exactly as published.

Nguyen-Hoang, Pham-Hong, Jin, Le: Genre-Oriented Web Content Extraction with Deep Convolutional
Neural Networks and Statistical Methods (PACLIC 32, 2018). They are here to compare with; their
flaws, named below, are corrected in `article` and `listview`.

"Text length" is the number of characters of text a reader may see: scripts and styles count for
nothing.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import stdev

import numpy as np

from pagesight.extract.extraction import Extraction, page_handle
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.elements import Elements, Rows
from pagesight.extract.page.walk import LINE_BREAK


@dataclass(frozen=True, slots=True)
class GoceOptions:
    """What the paper leaves open."""

    # IDs kept by rank R; not in the paper. 5-fold cross-validation by site on the listing and
    # collection pages of WCXB dev (tests/studies/extract/tune_goce.py) takes 100 in two folds and
    # 150 in three: mean word F1 .538, against .418 for 5 and .494 for 20. So large an n admits
    # nearly every ID of a page, and the rule becomes "the class of the longest elements".
    n: int = 100


def goce_article(document: Document) -> Extraction:
    """Return the content of the page's main element by GOCE's article algorithm.

    Consequences of the published rule: of two halves one is always lost, since for N = 2
    D = sqrt(2) S; text of an indirect element outside its children is lost.
    """
    lengths, body = _text_lengths(document), _body(document.elements)
    return _extraction(
        "goce-article", document, [_main(document.elements, each, lengths) for each in body]
    )


def _body(elements: Elements) -> list[int]:
    body: list[int] = np.flatnonzero(elements.tag == CODE["body"])[:1].tolist()
    return body


def _text_lengths(document: Document) -> Rows:
    """Return the characters of text, white space collapsed, in each element."""
    texts = ("" if text == LINE_BREAK else text for text in document.texts.strings)
    sizes = [len(" ".join(text.split())) for text in texts]
    own = np.bincount(document.texts.holder, sizes, minlength=len(document.elements))
    before = np.append(0, np.cumsum(own.astype(np.int64)))
    return np.asarray(before[document.elements.end] - before[:-1])


def _main(elements: Elements, row: int, lengths: Rows) -> int:
    while (child := _dominant_child(elements, row, lengths)) is not None:
        row = child
    return row


def _dominant_child(elements: Elements, row: int, lengths: Rows) -> int | None:
    """Return the child to descend to, or None if the element is a main element.

    With x the text lengths of the N children, S their sample standard deviation and
    D = x(1) - x(2), the largest minus the second: D >= S makes it *indirect*, and the child of the
    largest x is next; D < S makes it main. S is undefined for N < 2: an only child is descended
    to, and an element without children is main.
    """
    children = list(_children(elements, row))
    if len(children) < 2:
        return children[0] if children else None
    of_children: list[int] = lengths[children].tolist()
    largest, second = sorted(of_children, reverse=True)[:2]
    if largest - second < stdev(of_children):
        return None
    return children[of_children.index(largest)]


def _children(elements: Elements, row: int) -> Iterator[int]:
    child, end = row + 1, int(elements.end[row])
    while child < end:
        yield child
        child = int(elements.end[child])


def goce_listview(document: Document, options: GoceOptions = GoceOptions()) -> Extraction:
    """Return the content of the repeated elements by GOCE's list-view algorithm.

    An element's ID is its class name and level. With o the occurrences of an ID and t its total
    text length, IDs are ranked by R = 2ot / (o + t); of the n highest, the one of largest average
    text length ATL = t / o is output. Elements without a class have no ID.

    Consequence: t is much larger than o nearly always, so R is nearly 2o, and n decides all.
    """
    lengths = _text_lengths(document)
    ids = _elements_by_id(document.elements)
    sums = {key: int(lengths[rows].sum()) for key, rows in ids.items()}

    def rank(key: tuple[str, int]) -> float:
        occurrences, total = len(ids[key]), sums[key]
        return 2 * occurrences * total / (occurrences + total)

    ranked = sorted(ids, key=rank, reverse=True)[: options.n]
    best = max(ranked, key=lambda key: sums[key] / len(ids[key]), default=None)
    return _extraction("goce-listview", document, ids[best] if best else [])


def _elements_by_id(elements: Elements) -> Mapping[tuple[str, int], Sequence[int]]:
    """Return the elements of each (class name, level) in the body, in document order."""
    ids: dict[tuple[str, int], list[int]] = defaultdict(list)
    levels = elements.depth.tolist()
    for body in _body(elements):
        for row in range(body + 1, int(elements.end[body])):
            if name := " ".join(elements.classes[row].split()):
                ids[name, levels[row]].append(row)
    return ids


def _extraction(method: str, document: Document, rows: Sequence[int]) -> Extraction:
    blocks = tuple(document.within(rows).blocks)
    return Extraction(method, blocks, (1.0,) * len(blocks), page=page_handle(document))
