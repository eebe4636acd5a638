"""The first link and the first image of a block's Markdown."""

import pytest

from pagesight.extract.blocks import Block
from pagesight.extract.record_links import image_in, link_in


def block(markdown: str) -> Block:
    return Block("x", markdown, "/html", "p", (), 0, 0)


@pytest.mark.parametrize(
    ("markdown", "link", "image"),
    [
        ("a [b](c) [d](e)", "c", ""),
        ("[![a](b)](c)", "c", "b"),
        ("![a](b) [c](d)", "d", "b"),
        ("[1] and [a [b] c](d)", "d", ""),
        ("[[a](b) c](d)", "b", ""),
        ("] [a](b)", "b", ""),
        ("[[[ [a](b)", "b", ""),
        ("[a](b[0]=1)", "b[0]=1", ""),
        ("[a]() [b](c d) [e](f", "", ""),
        ("[a] (b)", "", ""),
        ("", "", ""),
    ],
)
def test_brackets_are_matched(markdown: str, link: str, image: str) -> None:
    assert (link_in(block(markdown)), image_in(block(markdown))) == (link, image)
