"""The eleven numbers of a page's HTML on which GOCE's baseline decides (Nguyen-Hoang et al. 2018).

The talk names them: text length; number of identical elements, of clusters, of images, of digits,
and of each of the marks . , ; : ? and !. It defines neither identical elements nor clusters; here
elements of one tag, one class and one depth are identical, and two or more of them are a cluster.
"""

from collections import Counter

from lxml.html import HtmlElement

from pagesight.extract.parse.document import Document
from pagesight.extract.parse.dom import SKIPPED_TAGS

MARKS = ".,;:?!"
FEATURE_NAMES = (
    "text length",
    "identical elements",
    "clusters",
    "images",
    "digits",
    *(f"marks {mark}" for mark in MARKS),
)


def goce_features(document: Document) -> tuple[float, ...]:
    """Return the eleven numbers in the order of FEATURE_NAMES."""
    text = " ".join(block.text for block in document.blocks if block.text)
    identical = [count for count in _kinds(document.tree).values() if count >= 2]
    return (
        float(len(text)),
        float(sum(identical)),
        float(len(identical)),
        float(sum(1 for _ in document.tree.iter("img"))),
        float(sum(character.isdigit() for character in text)),
        *(float(text.count(mark)) for mark in MARKS),
    )


def _kinds(tree: HtmlElement) -> Counter[tuple[str, str, int]]:
    """Return how many elements of the body there are of each tag, class and depth."""
    kinds: Counter[tuple[str, str, int]] = Counter()
    level = list(tree.iterchildren("body"))
    depth = 0
    while level:
        depth += 1
        level = [
            child for element in level for child in element
            if isinstance(child.tag, str) and child.tag not in SKIPPED_TAGS
        ]  # fmt: skip
        kinds.update((child.tag, " ".join(sorted((child.get("class") or "").split())), depth)
                     for child in level)  # fmt: skip
    return kinds
