"""Copies of pages ask nobody for anything and run nothing."""

import pytest
from lxml import html

from pagesight.app.output.self_contained import make_self_contained
from pagesight.extract.page.dom import parse
from pagesight.render.sources.html import HtmlAnswer

URL = "https://shop.example/a/"
PARTS = {
    "https://shop.example/a/style.css": HtmlAnswer(
        b'@import "more.css"; p { background: url(dot.png) }', "text/css"
    ),
    "https://shop.example/a/more.css": HtmlAnswer(b"h1 { color: red }", "text/css"),
    "https://shop.example/a/dot.png": HtmlAnswer(b"dot", "image/png"),
}
DOT = "data:image/png;base64,ZG90"


def contained(page: str) -> str:
    tree = parse(page)
    make_self_contained(tree, URL, PARTS.get)
    return str(html.tostring(tree, encoding="unicode"))


@pytest.mark.parametrize(
    ("page", "holds"),
    [
        ('<link rel="stylesheet" href="style.css"><p>x', f'p {{ background: url("{DOT}") }}'),
        ('<link rel="stylesheet" href="style.css"><p>x', "h1 { color: red }"),
        ('<img src="dot.png" alt="a dot">', f'src="{DOT}"'),
        ('<p style="background: url(dot.png)">x', f'url("{DOT}")'),
        ('<a href="https://other.example/">x</a>', 'href="https://other.example/"'),
    ],
)
def test_what_is_at_hand_comes_into_the_copy(page: str, holds: str) -> None:
    assert holds in contained(page)


@pytest.mark.parametrize(
    "page",
    [
        "<script>evil</script><p>x",
        '<p onclick="evil">x',
        '<a href="javascript:evil">x</a>',
        '<a href=" java&#10;script:evil">x</a>',
        '<img src="https://evil.example/a.png">',
        '<img srcset="https://evil.example/a.png 2x">',
        '<p style="background: url(https://evil.example/)">x',
        "<style>p { background: url('https://evil.example/') }</style><p>x",
        '<style>@import "https://evil.example/";</style><p>x',
        '<link rel="preload" href="https://evil.example/"><p>x',
        '<meta http-equiv="refresh" content="0; url=https://evil.example/"><p>x',
        '<iframe src="https://evil.example/"></iframe><p>x',
        '<svg><use href="https://evil.example/#a"></use></svg><p>x',
        '<form action="https://evil.example/"><button formaction="https://evil.example/">x',
        '<a href="https://a.example/" ping="https://evil.example/">x</a>',
        '<video poster="https://evil.example/"></video><p>x',
        '<base href="https://evil.example/"><p>x',
    ],
)
def test_what_asks_or_runs_goes(page: str) -> None:
    assert "evil" not in contained(page)
