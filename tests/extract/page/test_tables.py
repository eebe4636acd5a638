"""The element table and the text nodes: what holds of every page."""

import re
from pathlib import Path

import numpy as np
import pytest

from pagesight.extract.page.document import Document, read
from pagesight.extract.page.dom import SKIPPED_TAGS
from pagesight.extract.page.walk import LINE_BREAK
from pagesight.render.page import Page

_SOURCES = sorted((Path(__file__).parents[2] / "pages").glob("*/source.html"))
_MARKUP = {
    "plain": "<p>one<p>two",
    "skipped": "<head><title>T</title></head>a<svg><g>no</g></svg>b<p>c<script>no</script>d",
    "nested": "<div>a<div>b<i>c</i>d</div>e</div>f<br>g<img src=a>h",
    "hidden": "<p>seen</p><div hidden><p>not</p></div><p>a<b style='display:none'>b</b>c",
    "deep": "<div>" * 230 + "deep <i>text</i>",
    "empty": "<p></p>",
} | {source.parent.name: source.read_text(encoding="utf-8") for source in _SOURCES}


@pytest.fixture(params=_MARKUP, name="document")
def _document(request: pytest.FixtureRequest) -> Document:
    return read(Page("https://example.org/a/", _MARKUP[request.param]))


def test_rows_are_in_document_order_and_their_subtrees_nest(document: Document) -> None:
    elements = document.elements
    rows = np.arange(len(elements))
    assert (elements.parent[1:] < rows[1:]).all()
    assert (elements.end > rows).all()
    assert (elements.end <= elements.end[elements.parent]).all()
    assert (elements.depth[1:] == elements.depth[elements.parent[1:]] + 1).all()


def test_the_row_of_an_element_is_that_of_its_path(document: Document) -> None:
    for row, node in enumerate(document.elements.nodes):
        elements = document.elements
        assert node.tag == elements.names[elements.tag[row]]
        assert dict(node.items()) == elements.own(row)


def test_attributes_are_known_by_name_with_the_elements_that_have_them(document: Document) -> None:
    elements = document.elements
    having: dict[str, list[tuple[int, str]]] = {}
    for row, node in enumerate(elements.nodes):
        for name, value in node.items():
            having.setdefault(name, []).append((row, value))
    assert {name: list(elements.values(name)) for name in elements.by_attribute} == having
    assert list(elements.values("no-such-attribute")) == []


def test_names_are_found_by_their_parts_as_by_reading_all_of_them(document: Document) -> None:
    elements, names = document.elements, re.compile(r"(?:nav|post)(?:$|[\s-])").search
    by_part = elements.called(names, "nav", "post")
    assert by_part.tolist() == elements.called(names).tolist()
    held = [row for row, own in enumerate(elements.classes) if names(own)]
    assert sorted(elements.with_class(names, "nav", "post")) == held


def test_a_name_has_its_part_in_whatever_case_and_over_whatever_lines() -> None:
    elements = read(Page("", "<p class='a\nsiteNav'>a<p class=menu>b<p id=Top_Nav>c")).elements
    names = re.compile(r"(?:^|[\s-])nav$").search
    assert elements.called(names, "nav").tolist() == [False, False, True, False, True]


def test_blocks_are_a_sequence_of_which_each_is_made_once(document: Document) -> None:
    blocks, count = document.blocks, len(document.cuts.texts)
    assert [block.text for block in blocks] == document.cuts.texts
    assert [block.order for block in blocks[1:3]] == [1, 2][: max(0, count - 1)]
    assert all(blocks[at - count] is block for at, block in enumerate(blocks))
    with pytest.raises(IndexError):
        blocks[count]


def test_texts_are_those_of_the_tree_in_its_order(document: Document) -> None:
    skipped = " or ".join(f"ancestor::{tag}" for tag in sorted(SKIPPED_TAGS - {"source"}))
    shown = document.tree.xpath(f"//text()[not({skipped})]")
    assert [text for text in document.texts.strings if text not in ("", LINE_BREAK)] == shown


def test_each_text_stands_in_the_element_that_is_open_there(document: Document) -> None:
    elements, texts = document.elements, document.texts
    assert (texts.holder < texts.opened).all()
    assert (texts.opened <= elements.end[texts.holder]).all()
    assert (np.diff(texts.opened) >= 0).all()


def test_blocks_hold_the_texts_of_the_page_once_and_in_order(document: Document) -> None:
    cuts = document.cuts
    assert (cuts.start[1:] >= cuts.end[:-1]).all()
    assert (cuts.start <= cuts.first).all()
    assert (cuts.first <= cuts.last).all()
    assert (cuts.last < cuts.end).all()


def test_the_element_of_a_block_holds_all_of_it(document: Document) -> None:
    elements, cuts = document.elements, document.cuts
    for element, first, last in zip(cuts.element, cuts.first, cuts.last, strict=True):
        holders = document.texts.holder[first : last + 1]
        assert (holders >= element).all()
        assert (holders < elements.end[element]).all()


def test_text_is_in_a_block_or_hidden(document: Document) -> None:
    blocks = "".join("".join(block.text.split()) for block in document.visible_blocks)
    hidden = sum(len("".join(each.text.split())) for each in document.hidden)
    texts = (text for text in document.texts.strings if text != LINE_BREAK)
    invisible = dict.fromkeys(map(ord, "\u00ad\u200b\u2060\ufeff"))
    everything = "".join("".join(texts).translate(invisible).replace("¶", "").split())
    assert len(blocks) + hidden >= len(everything)


def test_a_part_of_a_page_is_cut_as_if_there_were_nothing_else() -> None:
    document = read(Page("", "<p>one <i>two</i> <i>three</i> four<p>five"))
    elements = document.elements
    rows = [row for row, code in enumerate(elements.tag) if elements.names[code] == "i"]
    blocks = document.within(rows).blocks
    assert [(block.text, block.tag, block.markdown) for block in blocks] == [
        ("two", "p", "*two*"),
        ("three", "p", "*three*"),
    ]
