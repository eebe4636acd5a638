"""Text that a browser hides."""

from pathlib import Path

import pytest
from hidden_ways import FOLDED, INJECTED, REAL, SEEN, WAYS, real, styled
from loopback import Exchange, Site

from pagesight.extract.markdown.write import to_markdown, to_text
from pagesight.extract.page.document import Document, read
from pagesight.render.browser.pool import BrowserPool
from pagesight.render.page import Page
from pagesight.render.sources.source import html_source
from pagesight.render.store import load_capture, save_capture

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]
PICTURE = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"


async def rendered(pool: BrowserPool, html: str) -> Page:
    source = html_source(f"<!doctype html><body>{html}", "https://a.example/")
    return (await pool.render(source)).page


async def document(pool: BrowserPool, html: str) -> Document:
    page = await rendered(pool, html)
    assert page.unseen is not None
    return read(page)


async def text(pool: BrowserPool, html: str) -> str:
    return to_text((await document(pool, html)).visible_blocks)


@pytest.mark.parametrize("way", WAYS)
async def test_text_hidden_by_style_is_left_out_and_its_visible_twin_is_not(
    pool: BrowserPool, way: str
) -> None:
    hides, shows = (styled(style, "sheet") for style in WAYS[way])
    assert await text(pool, hides) == f"Title\n{SEEN}\n{SEEN}"
    assert await text(pool, shows) == f"Title\n{SEEN}\n{INJECTED}\n{SEEN}"


async def test_what_a_linked_sheet_or_a_script_hides_is_left_out(
    pool: BrowserPool, site: Site
) -> None:
    def sheet(exchange: Exchange) -> None:
        exchange.answer(b".a {display: none}", "text/css")

    body = f"""<!doctype html><link rel=stylesheet href=a.css><p>{SEEN}</p><p class=a>{INJECTED}</p>
      <p id=b>{INJECTED}</p><script>document.querySelector("#b").hidden = true</script>"""
    site.pages = {"/": body.encode(), "/a.css": sheet}
    page = (await pool.render(site.url())).page
    assert to_text(read(page).visible_blocks) == SEEN


@pytest.mark.parametrize("name", FOLDED)
async def test_what_a_click_shows_is_kept(pool: BrowserPool, name: str) -> None:
    assert SEEN in await text(pool, f"<h1>Title</h1><p>Words that are seen.</p>{FOLDED[name]}")


@pytest.mark.parametrize("name", REAL)
async def test_what_a_click_shows_on_a_real_page_is_kept(pool: BrowserPool, name: str) -> None:
    assert REAL[name] in await text(pool, real(name))


@pytest.mark.parametrize(
    ("body", "markdown"),
    [
        ('<p>😀 one <span style="display:none">x</span> two</p>', "😀 one two"),
        (f'<p>one <img src="{PICTURE}" alt="x" style="display:none"> two</p>', "one two"),
        ('<p style="visibility:hidden">x <b style="visibility:visible">one</b></p>', "**one**"),
        ('<div style="opacity:0"><p style="opacity:1">x</p></div><p>one</p>', "one"),
        ('<div style="display:none"><p style="visibility:visible">x</p></div><p>one</p>', "one"),
        ("<noscript>x</noscript><template><p>x</p></template><!-- x --><p>one</p>", "one"),
        ("<style>p::after {content: 'x'}</style><p>one</p>", "one"),
        ('<p aria-hidden="true">one</p>', "one"),
        ("<details><summary>one</summary><pre style='overflow:hidden'>two</pre></details>",
         "one\n\n```\ntwo\n```"),
        (f'<div style="position:relative"><img src="{PICTURE}" alt=a style="position:absolute;'
         'width:100%;height:99px"><p style="position:relative;color:#fff">one</p></div>',
         "one"),
        ('<p style="color:#fff;background:linear-gradient(#000,#333)">one</p>', "one"),
        ("<div style='background:#123'><p style='color:#fff'>one</p></div>", "one"),
        ("<link rel=stylesheet href=/no.css><p style='color:#fff'>one</p>", "one"),
        ("<link rel=stylesheet href=//b.example/no.css><p style='color:#fff'>one</p>", "one"),
        ("<p style='opacity:0' class=fade-in>x</p><p>one</p>", "one"),
        ("<script src=//b.example/n.js></script><p style='opacity:0' class=fade-in>one</p>", "one"),
        ("<script src=//b.example/no.js></script><p style='opacity:0'>x</p><p>one</p>", "one"),
        ("<div style='height:0'><p>one</p></div>", "one"),
        ("<p style='transform:translateX(-2000px)' class=swiper-slide>one</p>", "one"),
    ],
)  # fmt: skip
async def test_of_a_rendered_page_what_is_seen_is_kept_and_no_more(
    pool: BrowserPool, body: str, markdown: str
) -> None:
    blocks = (await document(pool, f"{body}<p>{SEEN}</p>")).visible_blocks
    assert to_markdown(blocks) == f"{markdown}\n\n{SEEN}"


async def test_the_html_holds_no_marks_and_a_page_can_neither_forge_nor_strip_them(
    pool: BrowserPool,
) -> None:
    html = f"""<p pagesight-unseen="display">{SEEN}</p><p style="display:none">{INJECTED}</p>
      <script>window.getComputedStyle = () => ({{display: "block"}});
        Element.prototype.setAttribute = () => 0; document.createTreeWalker = null</script>"""
    page = await rendered(pool, html)
    assert page.html.count("pagesight-") == 1
    assert to_text(read(page).visible_blocks) == SEEN


async def test_what_is_hidden_is_known_of_a_kept_capture(pool: BrowserPool, tmp_path: Path) -> None:
    html = f'<p>{SEEN} 😀</p><p style="font-size:0">{INJECTED}</p>'
    capture = await pool.render(html_source(html, "https://a.example/"))
    save_capture(capture, tmp_path / "kept")
    kept = load_capture(tmp_path / "kept")
    assert kept.page.unseen == capture.page.unseen
    assert to_text(read(kept.page).visible_blocks) == f"{SEEN} 😀"


async def test_a_page_that_shows_nothing_at_all_is_read_all_the_same(pool: BrowserPool) -> None:
    html = f'<div style="opacity:0"><p>{SEEN}</p></div>'
    assert await text(pool, html) == SEEN
