"""A document keeps what is made of it, once, and gives pieces of itself a fresh start."""

from pagesight.extract.page.document import Document, read
from pagesight.render.page import Page


def blocks_of(document: Document) -> list[str]:
    return [block.text for block in document.blocks]


def test_what_is_made_of_a_page_is_made_once() -> None:
    document = read(Page("", "<p>One.<p>Two."))
    assert document.once(blocks_of) is document.once(blocks_of)
    assert document.once(blocks_of) == ["One.", "Two."]


def test_a_part_of_a_page_is_asked_anew() -> None:
    document = read(Page("", "<p>One.<p>Two."))
    document.once(blocks_of)
    row = next(
        row for row, tag in enumerate(document.elements.tag) if document.elements.names[tag] == "p"
    )
    assert document.within([row]).once(blocks_of) == ["One."]
