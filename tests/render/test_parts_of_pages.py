"""Frames, shadow trees and scroll boxes: what a visitor sees is in HTML and layout."""

from dataclasses import replace

import pytest
from loopback import Site

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.sources.plain_text import plain_text

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

INNER = b"<html><head><title>in</title></head><body><h2>Inner</h2><p>framed <a href=x>text</a></p>"
SHADOW = "<style>h2 {color: red}</style><h2>Inner</h2><p>framed text</p>"
ATTACH = """<x-a>%s</x-a><script>customElements.define("x-a", class extends HTMLElement {
  connectedCallback() {this.attachShadow({mode: "%s"}).innerHTML = `%s`}})</script>"""
SIZE = "width=600 height=300"


def texts(capture: Capture) -> tuple[str, str]:
    """Return the text of the HTML, and that of the layout."""
    assert capture.page.layout is not None
    return (
        plain_text(capture.page.html),
        " ".join(node.text for node in capture.page.layout.nodes if node.text),
    )


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(f"<iframe src=/inner {SIZE}></iframe>", id="frame"),
        pytest.param(f"<iframe srcdoc='{INNER.decode()}' {SIZE}></iframe>", id="srcdoc"),
        pytest.param(f"<iframe sandbox srcdoc='{INNER.decode()}' {SIZE}></iframe>", id="sandbox"),
        pytest.param(f"<object data=/inner type=text/html {SIZE}></object>", id="object"),
        pytest.param(f"<embed src=/inner type=text/html {SIZE}>", id="embed"),
        pytest.param(f"<iframe src=/outer {SIZE}></iframe>", id="frame in a frame"),
        pytest.param(
            f"<iframe id=f {SIZE}></iframe><script>f.contentDocument.write(`{SHADOW}`);"
            "f.contentDocument.close()</script>",
            id="written frame",
        ),
        pytest.param(
            f"<iframe id=f {SIZE}></iframe><script>f.src = URL.createObjectURL(new Blob("
            f"[`{SHADOW}`], {{type: 'text/html'}}))</script>",
            id="blob",
        ),
        pytest.param(ATTACH % ("", "open", SHADOW), id="open shadow"),
        pytest.param(ATTACH % ("", "closed", SHADOW), id="closed shadow"),
        pytest.param(
            f"<div><template shadowrootmode=closed>{SHADOW}</template></div>", id="declarative"
        ),
        pytest.param(
            ATTACH % ("", "open", f"<iframe srcdoc='{SHADOW}' {SIZE}></iframe>"),
            id="frame in a shadow",
        ),
        pytest.param(
            f"<iframe {SIZE} srcdoc='<div><template shadowrootmode=open>{SHADOW}</template></div>'>"
            "</iframe>",
            id="shadow in a frame",
        ),
    ],
)
async def test_a_part_stands_in_its_place(part: str, site: Site, pool: BrowserPool) -> None:
    site.pages |= {
        "/": f"<h1>Before</h1>{part}<p>after</p>".encode(),
        "/inner": INNER,
        "/outer": b"<iframe src=/inner width=500 height=200></iframe>",
    }
    capture = await pool.render(site.url())
    assert texts(capture) == ("Before Inner framed text after",) * 2
    assert "<h2>Inner</h2>" in capture.page.html


async def test_a_frameset_is_a_page_of_its_frames(site: Site, pool: BrowserPool) -> None:
    site.pages |= {
        "/": b"<title>Set</title><frameset cols='30%,70%'><frame src=/menu><frameset rows='50%,*'>"
        b"<frame src=/inner><frame src=/last></frameset><noframes>old</noframes></frameset>",
        "/menu": b"<p>menu</p>",
        "/inner": INNER,
        "/last": b"<p>last</p>",
    }
    capture = await pool.render(site.url())
    assert texts(capture) == ("menu Inner framed text last",) * 2
    assert capture.title == "Set"
    assert capture.page.html.count("<body") == 1


async def test_what_is_slotted_stands_in_its_slot(site: Site, pool: BrowserPool) -> None:
    shadow = "<h2><slot name=title>none</slot></h2><slot></slot><p><slot name=x>fallback</slot></p>"
    light = "text <b slot=title>named</b><i slot=lost>lost</i>"
    site.pages["/"] = (ATTACH % (light, "closed", shadow)).encode()
    capture = await pool.render(site.url())
    assert texts(capture) == ("named text fallback",) * 2
    assert '<h2><b slot="title">named</b></h2>' in capture.page.html


async def test_addresses_in_a_frame_stay_what_they_were(site: Site, pool: BrowserPool) -> None:
    site.pages |= {
        "/": f"<h1>Page</h1><iframe src=/deep/inner {SIZE}></iframe>".encode(),
        "/deep/inner": INNER,
    }
    assert f'href="{site.url("/deep/x")}"' in (await pool.render(site.url())).page.html


@pytest.mark.parametrize(
    "frame",
    [
        pytest.param("<iframe src='{}' width=600 height=300></iframe>", id="of another site"),
        pytest.param("<iframe src=/inner width=1 height=1></iframe>", id="too small to be seen"),
        pytest.param("<iframe src=/inner style='display: none'></iframe>", id="hidden"),
        pytest.param(
            "<iframe id=google_ads_iframe_1 srcdoc=buy width=300 height=250></iframe>", id="advert"
        ),
        pytest.param("<iframe src=/?again width=600 height=300></iframe>", id="the page itself"),
    ],
)
async def test_a_frame_that_is_no_part_of_the_page_stays_out(
    frame: str, site: Site, pool: BrowserPool
) -> None:
    other = site.url("/inner", "localhost")
    site.pages |= {"/": f"<h1>Page</h1>{frame.format(other)}".encode(), "/inner": INNER}
    assert texts(await pool.render(site.url())) == ("Page", "Page")


async def test_what_a_part_hides_is_known(site: Site, pool: BrowserPool) -> None:
    shadow = "<p>seen</p><p style='display: none'>hidden <b>too</b></p><p>again</p>"
    page = f"<p style='display: none'>own</p>{ATTACH % ('', 'open', shadow)}"
    site.pages["/"] = page.encode()
    page_seen = (await pool.render(site.url())).page
    assert page_seen.unseen is not None
    hidden = {page_seen.html[each.place :].split("<")[0] for each in page_seen.unseen}
    assert {">own", ">hidden "} <= hidden
    assert not {">seen", ">again", ">too"} & hidden


LAZY = """<script>const seen = new IntersectionObserver((all) => all.forEach((each) => {
  if (each.isIntersecting) each.target.textContent = "part " + each.target.dataset.number + ".";
})); document.querySelectorAll("section").forEach((each) => seen.observe(each))</script>"""
SECTIONS = "".join(f"<section style='height: 700px' data-number={n}></section>" for n in range(12))


@pytest.mark.parametrize(
    "box",
    [
        pytest.param("<div>{}</div>", id="page"),
        pytest.param(
            "<style>html, body {{height: 100%; margin: 0; overflow: hidden}}</style>"
            "<div style='height: 100vh; overflow-y: auto'>{}</div>",
            id="box in place of the page",
        ),
        pytest.param(
            "<style>html {{height: 100%; overflow: hidden}} body {{height: 100%; margin: 0;"
            "overflow-y: scroll}}</style>{}",
            id="body in place of the page",
        ),
        pytest.param(
            "<div style='height: 1500px'>top</div><div style='height: 600px; overflow: auto'>{}"
            "</div>",
            id="box in a page that scrolls too",
        ),
    ],
)
async def test_what_comes_as_one_scrolls_is_there(box: str, site: Site, pool: BrowserPool) -> None:
    site.pages["/"] = (box.format(SECTIONS) + LAZY).encode()
    text, _ = texts(await pool.render(site.url()))
    assert [f"part {number}." in text for number in range(12)] == [True] * 12


async def test_thousands_of_shadow_trees_within_one_another_are_read(
    site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    site.pages["/"] = b"""<div id=top></div><script>
    for (let host = document.getElementById("top"), i = 0; i < 3000; i++) {
      const root = host.attachShadow({mode: "open"}), inner = document.createElement("div");
      root.append(`storey ${i}`, inner);
      host = inner;
    }</script>"""
    html = (await pool.render(site.url(), replace(options, deadline=90.0))).page.html
    assert "storey 0<" in html
    assert "storey 2999<" in html
