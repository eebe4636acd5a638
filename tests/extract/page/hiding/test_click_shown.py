"""Hidden text that a click shows in its place is content; what opens over the page is not."""

import pytest

from pagesight.extract.markdown.write import to_text
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_STORY = "<p>" + "The ferry leaves at nine and comes back at ten. " * 5 + "</p>"
_NONE = "style='display:none'"


def _shows(body: str) -> bool:
    blocks = read(Page("https://a.org/", f"<body>{body}{_STORY}</body>")).visible_blocks
    return "secret" in to_text(blocks)


@pytest.mark.parametrize(
    "body",
    [
        f"<a href=#main>Skip to content</a><main id=main><div {_NONE}>secret</div><p>a</p></main>",
        f"<a href=#main>Skip</a><main id=main><div {_NONE}>secret</div><h1>a</h1></main>",
        f"<h1>a</h1><div {_NONE}>secret</div>",
        f"<a href=#main>Skip</a><div id=main><div><div><p {_NONE}>secret</p></div></div></div>",
        f"<a href=#c>To the comments</a><div id=c><p>a</p><span {_NONE}>secret</span></div>",
        f"<p>By our <a href=#terms>terms</a>.</p><p>b</p><div id=terms {_NONE}>secret</div>",
        f"<p><a href=#terms>terms</a></p><p>b</p><div id=terms class=popup {_NONE}>secret</div>",
        f"<p><a href=#a>terms</a> <a href=#b>privacy</a></p><p>b</p><div id=a {_NONE}>secret</div>"
        f"<div id=b {_NONE}>more</div>",
        f"<p><a data-bs-toggle=modal data-bs-target=#m>Terms</a></p><p>b</p>"
        f"<div id=m class=modal {_NONE}>secret</div>",
        "<p><a href=#d>Terms</a></p><p>b</p><dialog id=d>secret</dialog>",
        "<p>a</p><p>b</p><div popover id=d>secret</div>",
        f"<p>a</p><div role=dialog {_NONE}>secret</div>",
    ],
)
def test_links_to_places_and_popups_show_nothing(body: str) -> None:
    assert not _shows(body)


@pytest.mark.parametrize(
    "body",
    [
        "<ul><li><a href=#t1>One</a><li><a href=#t2>Two</a></ul>"
        f"<div><div id=t1>first</div><div id=t2 {_NONE}>secret</div></div>",
        f"<p>a</p><p><a href=#more>Read more</a></p><div id=more {_NONE}>secret</div>",
        f"<a data-bs-toggle=collapse data-bs-target=#x>A</a><p>b</p><div id=x {_NONE}>secret</div>",
        f"<h3>Question?</h3><div {_NONE}>secret</div>",
        f"<button aria-controls=x>A</button><p>b</p><p>c</p><div id=x {_NONE}>secret</div>",
        "<details><summary>A</summary>secret</details>",
        "<dialog open>secret</dialog>",
    ],
)
def test_tabs_and_what_unfolds_are_shown(body: str) -> None:
    assert _shows(body)


@pytest.mark.parametrize("style", ["visibility:hidden", "opacity:0"])
def test_text_that_waits_for_scripts_is_shown(style: str) -> None:
    sections = "".join(
        f"<section class=s{n}><p>{'The secret ferry leaves at nine. ' * 9}</p></section>"
        for n in range(4)
    )
    rules = "".join(f".s{n} {{ {style} }}" for n in range(4))
    page = f"<style>{rules}</style>{sections}<p>Menu</p>"
    assert "secret" in to_text(read(Page("", f"<body>{page}</body>")).visible_blocks)
