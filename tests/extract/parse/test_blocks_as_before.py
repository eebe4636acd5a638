"""The blocks cut from the tables are those that the old segmentation cuts, field by field."""

import re
from pathlib import Path

import pytest

from pagesight.extract.document import read as read_as_before
from pagesight.extract.parse.document import read
from pagesight.render.page import Box, LaidOutNode, Layout, Page, Style

_PAGES = sorted((Path(__file__).parents[2] / "pages").glob("*/source.html"))
_FIELDS = ("text", "tag", "path", "link_chars", "order", "hidden", "ancestors", "box", "style")
_BODIES = (
    "",
    "<p>one</p><p>two</p>",
    "<div>before<p>in</p>after</div>",
    "a<br>b<br><br>c<br><br><br>d<p><br><br>e<br>",
    "<img src=a.png><br><br>text <img alt=none>",
    "<p>  white \n space </p>",
    "<p>a<script>x()</script>b<!-- no --> c</p>",
    "<pre>  a\n    b<br>c\n<b>d</b>\n</pre>",
    "<p>soft\u00adhyphen</p><p>\u200b</p>",
    "<span>New</span><span>Price</span><b>bo</b>ld<img src=x>er",
    "<h2><div>deep</div> <b>heading</b></h2><h3>in <pre>  it</pre></h3>",
    "<ul><li><a href=/1>one</a><li>two <ol start=3><li>x<li value=9>y</ol></ul>",
    "<table><tr><td rowspan=2>a<td>b<tr><th>c<td><table><tr><td>d</table></table>",
    "<a href=/x><div>block</div> in <em>a <strong>link</strong></em></a> and <code>a*b</code>",
    "<div hidden><p>no</div><p style='display: none'>no<p aria-hidden=true>no<p>yes",
    "<picture><source srcset='a.png 2x'><img alt=a></picture><picture><img alt=b></picture>",
    "<o:p>word</o:p><x-y>custom</x-y><noscript><p>fallback</p></noscript>",
    "<div>" * 230 + "deep <i>text</i>",
    "<p>" + "<b><span>" * 700 + "deep <i>text</i>",
)


def _same(page: Page) -> None:
    before, now = read_as_before(page).blocks, read(page).blocks
    assert [block.text for block in now] == [block.text for block in before]
    for name in _FIELDS:
        assert [getattr(b, name) for b in now] == [getattr(b, name) for b in before], name
    places = [[a.place for a in block.ancestors] for block in before]
    assert [[a.place for a in block.ancestors] for block in now] == places
    written = [_without_spaces_at_images(block.markdown) for block in before]
    assert [_without_spaces_at_images(block.markdown) for block in now] == written


def _without_spaces_at_images(markdown: str) -> str:
    """Images at the beginning of a block were written without the spaces between them."""
    return re.sub(r"\s*(\[?!\[|\)\]\(|\))\s*", r"\1", markdown) if "![" in markdown else markdown


@pytest.mark.parametrize("body", _BODIES)
@pytest.mark.parametrize("rendered", [False, True])
def test_markup_gives_the_same_blocks(body: str, rendered: bool) -> None:
    html = f"<html><head><title>T</title></head><body>{body}</body></html>"
    _same(Page("https://example.org/a/", html, rendered=rendered))


@pytest.mark.parametrize("source", _PAGES, ids=lambda path: path.parent.name)
def test_whole_pages_give_the_same_blocks(source: Path) -> None:
    _same(Page("https://example.org/a/", source.read_text(encoding="utf-8")))


def test_blocks_get_the_boxes_that_the_browser_laid_out() -> None:
    style = Style("inline", True, "static", 16.0, 400, "black", "white")
    nodes = [LaidOutNode("p", text, Box(0, y, 90, 10), style) for y, text in ((5, "a"), (30, "b"))]
    _same(Page("", "<p>a<p>b<p>c", layout=Layout(tuple(nodes), 100)))
