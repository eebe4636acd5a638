"""Pages are read once they show what they have, also those that would load for ever."""

import time
from dataclasses import replace

import pytest
from loopback import Exchange, Site

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import NoPageError
from pagesight.render.options import RenderOptions

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ARTICLE = "<article>" + "<p>The ferry of the town crosses the sound four times a day. " * 12
LATE = """<h1>Late</h1><div id=late></div>
<script>setTimeout(() => { late.textContent = 'here at last' }, %d)</script>"""


def after_a_second(exchange: Exchange) -> None:
    exchange.server.closing.wait(1.0)
    exchange.answer(b"nothing new")


@pytest.mark.parametrize(
    "head",
    [
        pytest.param("<script src=/hang></script>", id="script in the head"),
        pytest.param("<link rel=stylesheet href=/hang>", id="style sheet"),
        pytest.param("<script async src=/hang></script>", id="async script"),
        pytest.param("<iframe src=/hang></iframe>", id="frame"),
        pytest.param("<img src=/hang>", id="picture"),
        pytest.param("<script>(f = () => fetch('/hang').then(f, f))()</script>", id="long poll"),
        pytest.param(
            "<script>(f = () => fetch('/second').then(f, f))()</script>", id="poll that is answered"
        ),
        pytest.param(
            "<style>@font-face {font-family: F; src: url(/hang)} p {font-family: F}</style>",
            id="font",
        ),
    ],
)
async def test_what_hangs_is_left_and_the_rest_is_read_and_painted(
    head: str, site: Site, pool: BrowserPool
) -> None:
    site.pages |= {
        "/": f"<head>{head}</head>{ARTICLE}<p>the end".encode(),
        "/hang": Exchange.hang,
        "/second": after_a_second,
    }
    capture = await pool.render(site.url())
    assert "the end" in capture.page.html
    assert capture.page.rendered
    assert capture.page.screenshot is not None
    assert not any("still loading" in warning for warning in capture.warnings)


async def test_the_parts_that_hang_are_named(site: Site, pool: BrowserPool) -> None:
    page = f"<script src=/hang?1></script><img src=/hang?2><img src=/hang?3>{ARTICLE}"
    site.pages |= {"/": page.encode(), "/hang": Exchange.hang}
    capture = await pool.render(site.url())
    assert "parts of the page did not come in time: 2 image, 1 script" in capture.warnings


async def test_a_page_that_is_cut_off_is_read_with_a_warning(site: Site, pool: BrowserPool) -> None:
    def cut(exchange: Exchange) -> None:
        exchange.begin(length=999_999)
        exchange.wfile.write(f"{ARTICLE}<p>as far as this".encode())
        exchange.close_connection = True

    site.pages["/"] = cut
    capture = await pool.render(site.url())
    assert "as far as this" in capture.page.html
    assert "cut off by the server: the end of the page did not come" in capture.warnings


async def test_a_download_on_load_does_not_hold_the_page_up(site: Site, pool: BrowserPool) -> None:
    site.pages |= {
        "/": f"{ARTICLE}<script>location = '/file'</script>".encode(),
        "/file": lambda exchange: exchange.answer(
            b"x", headers={"Content-Disposition": "attachment; filename=a"}
        ),
    }
    capture = await pool.render(site.url())
    assert "The ferry" in capture.page.html
    assert capture.warnings == ()


@pytest.mark.parametrize("milliseconds", [600, 2000])
async def test_text_that_a_timer_sets_is_waited_for(
    milliseconds: int, site: Site, pool: BrowserPool
) -> None:
    site.pages["/"] = (LATE % milliseconds).encode()
    assert "here at last</div>" in (await pool.render(site.url())).page.html


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("setTimeout('show()', 1500)", id="timer with a text for a function"),
        pytest.param("setInterval(() => performance.now() > 1500 && show(), 100)", id="interval"),
        pytest.param("scheduler.postTask(show, {delay: 1500})", id="task"),
        pytest.param(
            "(f = () => performance.now() > 1500 ? show() : requestAnimationFrame(f))()",
            id="animation frames",
        ),
        pytest.param("new EventSource('/stream').onmessage = show", id="stream of events"),
        pytest.param(
            "document.open(); document.write('<script>setTimeout(() => "
            "document.body.append(`here at last`), 1500)<' + '/script><h1>Late')",
            id="timer of a document written anew",
        ),
        pytest.param(
            "frame = document.createElement('iframe'); document.body.append(frame);"
            "frame.contentWindow.setTimeout(show, 1500)",
            id="timer of a frame",
        ),
    ],
)
async def test_text_is_waited_for_whatever_sets_it(
    script: str, site: Site, pool: BrowserPool
) -> None:
    def stream(exchange: Exchange) -> None:
        exchange.begin("text/event-stream")
        time.sleep(1.5)
        exchange.wfile.write(b"data: now\n\n")

    page = """<h1>Late</h1><p id=late></p><script>
      const show = () => { late.textContent = 'here at last' }; %s</script>"""
    site.pages |= {"/": (page % script).encode(), "/stream": stream}
    html = (await pool.render(site.url())).page.html
    assert "here at last" in html.rpartition("</script>")[2] or "here at last</p>" in html


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            "<title>Just a moment</title><p>Checking<script>setTimeout(() => "
            "location.replace('/target'), 1500)</script>",
            id="script after a moment",
        ),
        pytest.param(
            "<meta http-equiv=refresh content='3; url=/target'><p>Wait", id="refresh after 3 s"
        ),
        pytest.param(
            "<p>Please wait<script>setTimeout(() => location = '/target', 3500)</script>",
            id="script after a while",
        ),
        pytest.param(
            "<p>You go on in <b>6</b> seconds.<script>let n = 6; setInterval(() => {"
            "document.querySelector('b').textContent = --n; if (!n) location = '/target'}, 1000)"
            "</script>",
            id="script that counts down",
        ),
        pytest.param(
            f"<meta http-equiv=Refresh content=\"2;URL='/target'\">{ARTICLE}",
            id="refresh of a page with a text",
        ),
    ],
)
async def test_a_page_that_leads_on_is_followed(page: str, site: Site, pool: BrowserPool) -> None:
    site.pages |= {"/": page.encode(), "/target": ARTICLE.encode()}
    capture = await pool.render(site.url())
    assert capture.page.url == site.url("/target")
    assert "The ferry" in capture.page.html


async def test_a_page_whose_header_leads_on_is_followed(site: Site, pool: BrowserPool) -> None:
    site.pages |= {
        "/": lambda exchange: exchange.answer(b"<p>Wait", headers={"Refresh": "2; url=/target"}),
        "/target": ARTICLE.encode(),
    }
    assert (await pool.render(site.url())).page.url == site.url("/target")


async def test_a_page_that_renews_itself_is_read_at_once(site: Site, pool: BrowserPool) -> None:
    site.pages["/"] = f"<meta http-equiv=refresh content=9>{ARTICLE}".encode()
    assert "The ferry" in (await pool.render(site.url())).page.html
    assert site.requested.count("/") == 1


async def test_a_page_that_leads_on_without_end_is_an_error(site: Site, pool: BrowserPool) -> None:
    site.pages["/"] = b"<p>on<script>location.replace('/?' + Math.random())</script>"
    with pytest.raises(NoPageError, match="one page after the other"):
        await pool.render(site.url())


@pytest.mark.parametrize(
    ("script", "warning"),
    [
        ("addEventListener('load', () => document.documentElement.remove())", "the one served"),
        ("addEventListener('load', () => document.body.textContent = '')", "the one served"),
        ("addEventListener('scroll', () => document.body.textContent = '')", "before it was"),
    ],
)
async def test_a_page_that_empties_itself_is_read_as_it_was(
    script: str, warning: str, site: Site, pool: BrowserPool
) -> None:
    page = f"{ARTICLE}<div style='height: 5000px'></div><script>{script}</script>"
    site.pages["/"] = page.encode()
    capture = await pool.render(site.url())
    assert "The ferry" in capture.page.html
    assert any(warning in each for each in capture.warnings)


async def test_a_page_of_scripts_that_empties_itself_is_read_as_it_was(
    site: Site, pool: BrowserPool
) -> None:
    site.pages["/"] = f"""<div style='height: 5000px'></div><p id=p></p><script>
      p.textContent = {"The ferry, once more. " * 40!r};
      addEventListener('scroll', () => document.body.textContent = '')</script>""".encode()
    capture = await pool.render(site.url())
    assert '<p id="p">The ferry, once more.' in capture.page.html
    assert capture.page.rendered


async def test_xml_that_is_none_is_read_as_it_was_served(site: Site, pool: BrowserPool) -> None:
    page = f'<html xmlns="http://www.w3.org/1999/xhtml"><body><h1>A & B</h1>{ARTICLE}'
    site.pages["/"] = lambda exchange: exchange.answer(page.encode(), "application/xhtml+xml")
    capture = await pool.render(site.url())
    assert "The ferry" in capture.page.html
    assert any("not well-formed XML" in warning for warning in capture.warnings)


async def test_a_huge_document_is_read_as_far_as_it_came(
    site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    site.pages["/"] = (ARTICLE * 20_000).encode()  # 16 MB
    capture = await pool.render(site.url(), replace(options, deadline=10.0))
    assert capture.page.html.count("The ferry") > 100


FILLED = "".join(f"<p>The ferry crosses the sound four times a day, part {n}." for n in range(9))
FILL = f"document.querySelector('#r').innerHTML = `{FILLED}`"


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(f"let n = 0; (f = () => ++n < 5 ? setTimeout(f, 400) : {FILL})()", id="chain"),
        pytest.param(
            f"let n = 0, i = setInterval(() => {{ if (++n > 17) {{ clearInterval(i); {FILL} }} }}, "
            "100)",
            id="interval",
        ),
        pytest.param(
            f"const t = performance.now(); (f = () => performance.now() - t > 1500 ? {FILL} "
            ": requestAnimationFrame(f))()",
            id="frames",
        ),
        pytest.param(
            "new Worker(URL.createObjectURL(new Blob(['setTimeout(() => postMessage(1), 1400)'])))"
            f".onmessage = () => {{ {FILL} }}",
            id="worker",
        ),
        pytest.param(f"setTimeout(() => {{ history.pushState({{}}, '', '/a'); {FILL} }}, 900)"),
        pytest.param(f"fetch('/late').then(() => {{ {FILL} }})", id="slow answer"),
        pytest.param(
            f"setTimeout(() => {{ const t = Date.now(); while (Date.now() - t < 3000); {FILL} }}, "
            "50)",
            id="long work",
        ),
    ],
)
async def test_a_page_without_text_is_waited_for_however_it_is_filled(
    script: str, site: Site, pool: BrowserPool
) -> None:
    def late(exchange: Exchange) -> None:
        time.sleep(3)
        exchange.answer(b"{}", "application/json")

    site.pages |= {"/": f"<div id=r></div><script>{script}</script>".encode(), "/late": late}
    assert "part 8." in (await pool.render(site.url())).page.html


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            f"{ARTICLE}<div id=r></div><script>setTimeout(() => {{ {FILL} }}, 400)</script>"
        ),
        pytest.param(
            f"{ARTICLE}<div id=r>Loading comments…</div>"
            f"<script>setTimeout(() => {{ {FILL} }}, 1500)</script>",
            id="announced",
        ),
        pytest.param(
            f"{ARTICLE}<script>setTimeout(() => document.write(`{FILLED}`), 300)</script>",
            id="in place of the page",
        ),
    ],
)
async def test_what_is_added_to_an_article_soon_is_waited_for(
    page: str, site: Site, pool: BrowserPool
) -> None:
    site.pages["/"] = page.encode()
    assert "part 8." in (await pool.render(site.url())).page.html


@pytest.mark.parametrize(
    "script",
    [
        "addEventListener('load', () => document.write('<p>gone'))",
        "addEventListener('load', () => { document.body.innerHTML = 'Application error' })",
        "addEventListener('resize', () => { document.body.innerHTML = '' })",
        "setTimeout(() => { document.body.innerHTML = '<p>Turn off your ad blocker' }, 350)",
    ],
)
async def test_a_page_that_takes_its_text_away_is_read_as_it_was(
    script: str, site: Site, pool: BrowserPool
) -> None:
    site.pages["/"] = f"{ARTICLE}<p>the end<script>{script}</script>".encode()
    assert "the end" in (await pool.render(site.url())).page.html


@pytest.mark.parametrize(
    "part",
    [
        pytest.param(
            "<script>x = new XMLHttpRequest(); x.open('GET', '/hang', false); x.send()</script>",
            id="synchronous request",
        ),
        pytest.param("<script>for (;;);</script>", id="endless loop"),
        pytest.param("<script>fetch('/drip').then((r) => r.text())</script>", id="stream"),
        pytest.param("<img src=/drip>", id="pictures without end"),
    ],
)
async def test_the_text_before_what_never_ends_is_read(
    part: str, site: Site, pool: BrowserPool
) -> None:
    def drip(exchange: Exchange) -> None:
        exchange.begin("image/png")
        exchange.drip(b"x" * 50)

    site.pages |= {"/": f"{ARTICLE}{part}".encode(), "/hang": Exchange.hang, "/drip": drip}
    capture = await pool.render(site.url())
    assert "four times a day" in capture.page.html
    assert not any("still loading" in warning for warning in capture.warnings)
