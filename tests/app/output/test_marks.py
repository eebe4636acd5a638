"""Blocks are found again in a tree, and marked there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import html

from pagesight.app.output.highlight import Marked, mark
from pagesight.extract.page.document import read
from pagesight.extract.page.dom import parse
from pagesight.render.page import Page


@pytest.mark.parametrize(
    ("page", "blocks", "expected"),
    [
        (
            "<p>One</p><p>Two</p>",
            [Marked("One", 1), Marked("Two", None)],
            '<p><mark class="pagesight-kept" data-number="1">One</mark></p>'
            '<p><mark class="pagesight-dropped">Two</mark></p>',
        ),
        (
            "<p>A <b>bold\n  word</b> here</p>",
            [Marked("A bold word here", 1)],
            '<p><mark class="pagesight-kept" data-number="1">A </mark>'
            '<b><mark class="pagesight-kept">bold\n  word</mark></b>'
            ' <mark class="pagesight-kept">here</mark></p>',
        ),
        (
            "<section>lead<p>In</p>tail</section>",
            [Marked("lead", None), Marked("In", 1), Marked("tail", 2)],
            '<section><mark class="pagesight-dropped">lead</mark>'
            '<p><mark class="pagesight-kept" data-number="1">In</mark></p>'
            '<mark class="pagesight-kept" data-number="2">tail</mark></section>',
        ),
        (
            "<p>one<br>two<br><br>three</p>",
            [Marked("one\ntwo", 1), Marked("three", None)],
            '<p><mark class="pagesight-kept" data-number="1">one</mark><br>'
            '<mark class="pagesight-kept">two</mark><br><br>'
            '<mark class="pagesight-dropped">three</mark></p>',
        ),
        (
            "<p>a\u00adb</p>",
            [Marked("ab", 1)],
            '<p><mark class="pagesight-kept" data-number="1">a\u00adb</mark></p>',
        ),
    ],
)
def test_each_stretch_of_a_block_is_marked(page: str, blocks: list[Marked], expected: str) -> None:
    tree = parse(page)
    mark(tree, blocks)
    (body,) = tree.findall("body")
    written = "".join(html.tostring(child, encoding="unicode") for child in body)
    assert written == expected


def test_a_block_that_is_not_there_spoils_no_other() -> None:
    tree = parse("<p>One</p><p>Two</p>")
    mark(tree, [Marked("Nowhere", 1), Marked("Two", 2)])
    assert [each.text for each in tree.iter("mark")] == ["Two"]


def test_text_of_a_deep_tree_is_marked() -> None:
    tree = parse("<div>" * 2000 + "deep")
    mark(tree, [Marked("deep", 1)])
    assert [each.text for each in tree.iter("mark")] == ["deep"]


PIECES = st.sampled_from(
    ["<p>", "</p>", "<b>", "</b>", "<div>", "</div>", "<br>", "<td>", "<table>", "<li>", "<pre>",
     "<script>x</script>", "one ", " two", "tide", "&nbsp;", "\u00ad", "\n", "1", "<!-- c -->"]
)  # fmt: skip


@given(st.lists(PIECES, min_size=1, max_size=30))
def test_marks_change_no_text_and_cover_every_block(pieces: list[str]) -> None:
    page = f"<p>start</p>{''.join(pieces)}"
    blocks = [block for block in read(Page("", page)).blocks if block.text]
    tree = parse(page)
    before = tree.text_content()
    mark(tree, [Marked(block.text, number) for number, block in enumerate(blocks, 1)])
    assert tree.text_content() == before
    numbered = [each.get("data-number") for each in tree.iter("mark") if each.get("data-number")]
    assert numbered == [str(number) for number in range(1, len(blocks) + 1)]
