"""Blocks and what the browser laid out."""

from pagesight.extract.page.document import read
from pagesight.render.page import Box, LaidOutNode, Layout, Page, Style

STYLE = Style("block", True, "static", 12, 400, "", "")


def test_a_block_that_css_shows_in_capitals_has_its_box() -> None:
    box = Box(8, 20, 90, 14)
    layout = Layout((LaidOutNode("p", "POLITICS", box, STYLE),), 100)
    (block,) = read(Page("", "<p>Politics</p>", layout=layout)).blocks
    assert block.box == box
