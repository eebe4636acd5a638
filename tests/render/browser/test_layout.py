"""Layout: boxes and styles of nodes."""

import pytest

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.page import Box, LaidOutNode, Layout
from pagesight.render.sources.source import html_source

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PAGE = """<style>
  body {margin: 0; font: 400 20px/30px monospace; color: rgb(1, 2, 3)}
  h1 {margin: 0; font-size: 40px; line-height: 50px; background: rgb(9, 8, 7)}
  #side {position: absolute; left: 800px; top: 300px; width: 200px; height: 100px}
  #faint {opacity: 0} #hidden {visibility: hidden} #none {display: none}
  #deep {height: 3000px} q::before {content: "made up"}
</style><h1>Big
   title</h1><div id=side>aside</div><div id=faint><p>faint</p></div><p id=hidden>hidden</p>
<p id=none>none</p><div id=deep></div><p><b>bold</b> <q></q></p>
<iframe srcdoc="<p>inner</p>"></iframe>"""


async def layout_of(pool: BrowserPool, html: str) -> Layout:
    layout = (await pool.render(html_source(html, "https://a.example/"))).page.layout
    assert layout is not None
    return layout


def text_node(layout: Layout, text: str) -> LaidOutNode:
    return next(node for node in layout.nodes if node.text == text)


async def test_each_node_has_its_box_and_style(pool: BrowserPool) -> None:
    layout = await layout_of(pool, PAGE)
    heading = next(node for node in layout.nodes if node.tag == "h1" and node.text is None)
    assert heading.box == Box(0, 0, 1280, 50)
    assert (heading.style.font_size, heading.style.background) == (40.0, "rgb(9, 8, 7)")
    assert heading.style.color == "rgb(1, 2, 3)"
    title = text_node(layout, "Big title")
    assert (title.tag, title.box.height) == ("h1", pytest.approx(50, abs=10))
    aside = text_node(layout, "aside")
    assert (aside.box.x, aside.box.y) == (800, pytest.approx(300, abs=10))
    assert text_node(layout, "bold").style.font_weight == 700
    side = next(node for node in layout.nodes if node.style.position == "absolute")
    assert side.box == Box(800, 300, 200, 100)


async def test_what_nobody_sees_is_not_visible(pool: BrowserPool) -> None:
    layout = await layout_of(pool, PAGE)
    seen = {node.text: node.style.visible for node in layout.nodes if node.text}
    assert seen == {
        "Big title": True,
        "aside": True,
        "faint": False,
        "hidden": False,
        "bold": True,
        "inner": True,
    }


async def test_nodes_are_in_document_order_and_the_page_has_its_height(pool: BrowserPool) -> None:
    layout = await layout_of(pool, PAGE)
    assert [node.tag for node in layout.nodes][:2] == ["html", "body"]
    assert layout.page_height > 3000


async def test_halves_of_characters_made_by_scripts_do_no_harm(pool: BrowserPool) -> None:
    html = r"<p id=p></p><script>p.textContent = document.title = 'a\ud800b'</script>"
    capture = await pool.render(html_source(html, "https://a.example/"))
    assert capture.page.html.encode("utf-8")
    assert capture.title.encode("utf-8")
    assert capture.page.layout is not None
    assert all((node.text or "").encode("utf-8") is not None for node in capture.page.layout.nodes)
