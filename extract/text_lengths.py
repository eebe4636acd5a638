"""Count the characters of text under each element."""

from collections.abc import Mapping

from lxml import etree
from lxml.html import HtmlElement

from pagesight.extract.document import Document
from pagesight.extract.parse.dom import SKIPPED_TAGS, UNRENDERED_TAGS


def text_lengths(document: Document) -> Mapping[HtmlElement, int]:
    """Return the characters of text, white space collapsed, in each element a reader sees."""
    skipped = SKIPPED_TAGS | UNRENDERED_TAGS if document.page.rendered else SKIPPED_TAGS
    lengths: dict[HtmlElement, int] = {}
    walker = etree.iterwalk(document.tree, events=("start", "end"))
    for event, element in walker:
        if event == "start":
            if element.tag in skipped:
                walker.skip_subtree()
            else:
                lengths[element] = _length(element.text)
        elif (parent := element.getparent()) is not None:
            lengths[parent] += lengths.get(element, 0) + _length(element.tail)
    return lengths


def _length(text: str | None) -> int:
    return len(" ".join(text.split())) if text else 0
