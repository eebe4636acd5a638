"""Responses that no server should send: what browsers show is read, rendered or not."""

import gzip
import zlib

import pytest
from loopback import Exchange, Site, raw
from odd_responses import HEADS, PAGE

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import NoPageError
from pagesight.render.net.fetch import fetch
from pagesight.render.options import RenderOptions
from pagesight.render.sources.source import read_source

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.parametrize("name", HEADS)
async def test_an_odd_head_does_not_keep_the_page_back_from_a_browser(
    name: str, site: Site, pool: BrowserPool
) -> None:
    site.pages["/"] = raw(HEADS[name] + b"\r\n\r\n" + PAGE)
    capture = await pool.render(site.url())
    assert "<h1>Shown all the same</h1>" in capture.page.html


@pytest.mark.parametrize("name", HEADS)
async def test_an_odd_head_does_not_keep_the_page_back_from_a_plain_fetch(
    name: str, site: Site, options: RenderOptions
) -> None:
    site.pages["/"] = raw(HEADS[name] + b"\r\n\r\n" + PAGE)
    assert fetch(site.url(), options).body == PAGE


async def test_chunks_with_odd_lines_are_read_by_both(
    site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    site.pages["/"] = raw(head + b"9;a=b\n<h1>Chunk\n5 \r\n</h1>\r\n0\r\nX: y\r\n\r\n")
    assert fetch(site.url(), options).body == b"<h1>Chunk</h1>"
    assert "<h1>Chunk</h1>" in (await pool.render(site.url())).page.html


@pytest.mark.parametrize(
    ("stated", "body"),
    [
        pytest.param("", gzip.compress(PAGE), id="gzip without a word"),
        pytest.param("gzip", PAGE, id="none in place of gzip"),
        pytest.param("gzip", zlib.compress(PAGE), id="deflate in place of gzip"),
        pytest.param("deflate", gzip.compress(PAGE), id="gzip in place of deflate"),
        pytest.param("gzip, utf-8", gzip.compress(PAGE), id="what is no encoding"),
        pytest.param("gzip", gzip.compress(PAGE)[:-8] + b"no check", id="a false check sum"),
        pytest.param("gzip", gzip.compress(PAGE) + bytes(300), id="padding"),
    ],
)
async def test_a_body_is_decompressed_as_its_first_bytes_say(
    stated: str, body: bytes, site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    headers = {"Content-Encoding": stated} if stated else {}
    site.pages["/"] = lambda exchange: exchange.answer(body, headers=headers)
    assert fetch(site.url(), options).body == PAGE
    assert "<h1>Shown all the same</h1>" in (await pool.render(site.url())).page.html


@pytest.mark.parametrize(
    "location",
    [b"/there", b" /there ", b"there", b"/x/../there", b"/there#a", b"//HOST/there", b"/caf\xe9",
     "/café".encode(), b"/there\r\nLocation: /there"],
)  # fmt: skip
async def test_a_redirect_is_followed_by_both_to_where_it_leads(
    location: bytes, site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    host = site.url("").removeprefix("http://").strip("/").encode()
    head = b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: "
    site.pages |= {
        "/": raw(head + location.replace(b"HOST", host) + b"\r\n\r\n"),
        "/there": PAGE,
        "/caf%E9": PAGE,
        "/caf%C3%A9": PAGE,
    }
    assert fetch(site.url(), options).body == PAGE
    assert "<h1>Shown all the same</h1>" in (await pool.render(site.url())).page.html


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"HTTP/1.1 200 OK\r\nX: " + b"y" * 300_000 + b"\r\n\r\n<p>x", "has too long headers"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\n<p>x",
            "states several lengths",
        ),
        (b"SSH-2.0-OpenSSH_9.6\r\n" * 9, "is not HTTP"),
    ],
)
@pytest.mark.parametrize("rendered", [True, False])
async def test_an_answer_that_is_none_is_a_lasting_fault_that_says_what_it_is(
    answer: bytes, words: str, rendered: bool, site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    site.pages["/"] = raw(answer)
    with pytest.raises(NoPageError, match=words) as caught:
        await pool.render(site.url()) if rendered else fetch(site.url(), options)
    assert caught.value.permanent


async def test_a_page_that_wants_a_password_is_a_lasting_fault(
    site: Site, pool: BrowserPool
) -> None:
    header = {"WWW-Authenticate": 'Basic realm="a"'}
    site.pages["/"] = lambda exchange: exchange.answer(b"<h1>No", status=401, headers=header)
    with pytest.raises(NoPageError, match="user name and a password") as caught:
        await pool.render(site.url())
    assert (caught.value.kind, caught.value.permanent) == ("http 401", True)


@pytest.mark.parametrize("bare", ["text/html", "text/html; charset='utf-8'"])
@pytest.mark.parametrize("text", ["Die Fähre für größere Schiffe", "日本語のページ"])
async def test_an_undeclared_charset_is_read_the_same_by_both(
    bare: str, text: str, site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    page = f"<p>{text}".encode()
    site.pages["/"] = lambda exchange: exchange.answer(page, bare)
    assert text in (await pool.render(site.url())).page.html
    assert text in read_source(site.url(), options).page.html


async def test_a_page_in_utf_8_that_says_utf_16_is_read_the_same_by_both(
    site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    page = "<meta charset=utf-16><p>Die Fähre".encode()
    site.pages["/"] = lambda exchange: exchange.answer(page, "text/html")
    assert "Die Fähre" in (await pool.render(site.url())).page.html
    assert "Die Fähre" in read_source(site.url(), options).page.html


@pytest.mark.parametrize("charset", ["iso-8859-1", "windows-1252", "us-ascii"])
async def test_a_page_in_utf_8_that_says_latin_1_is_read_the_same_by_both(
    charset: str, site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    page = f"""<meta charset={charset}><title>Fähre</title><div id=closed></div>
      <p title="Wörter">Die Fähre – “jetzt” – 日本 😀<img alt="Möwe"><script>
      const paragraph = document.createElement("p");
      paragraph.textContent = "J\u00fcrgen";
      closed.attachShadow({{mode: "open"}}).append(paragraph);</script>""".encode()
    site.pages["/"] = lambda exchange: exchange.answer(page, "text/html")
    rendered = await pool.render(site.url("/"))
    assert rendered.title == "Fähre"
    for html in (rendered.page.html, read_source(site.url("/"), options).page.html):
        assert all(each in html for each in ("Die Fähre – “jetzt” – 日本 😀", "Wörter", "Möwe"))
    assert "Jürgen" in rendered.page.html


@pytest.mark.parametrize("declared", ["text/html; charset=iso-8859-1", "text/html"])
async def test_a_page_in_latin_1_is_left_as_it_is(
    declared: str, site: Site, pool: BrowserPool
) -> None:
    page = "<meta charset=iso-8859-1><p>Fähre, Möwe, Wörter, Â»".encode("latin-1")
    site.pages["/"] = lambda exchange: exchange.answer(page, declared)
    assert "<p>Fähre, Möwe, Wörter, Â»" in (await pool.render(site.url("/"))).page.html


@pytest.mark.parametrize("charset", ["cp1251", "koi8-r", "shift_jis", "euc_jp", "gbk", "latin-1"])
async def test_undeclared_charsets_are_guessed_alike_by_both(
    charset: str, site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    text = {
        "cp1251": "Паром ходит через пролив четыре раза в день, и город платит за него. ",
        "koi8-r": "Паром ходит через пролив четыре раза в день, и город платит за него. ",
        "gbk": "渡轮每天四次横渡海峡，费用由市议会支付，居民们都很满意这项服务。",
        "latin-1": "Die Fähre fährt für größere Schiffe täglich über den Sund. ",
    }.get(charset, "フェリーは一日に四回、海峡を渡ります。町の議会がその費用を支払っています。")
    page = f"<p>{text * 6}".encode(charset)
    site.pages["/"] = lambda exchange: exchange.answer(page, "text/html")
    assert text in (await pool.render(site.url())).page.html
    assert text in read_source(site.url(), options).page.html


async def test_utf_16_without_a_mark_is_read_the_same_by_both(
    site: Site, pool: BrowserPool, options: RenderOptions
) -> None:
    page = "<p>Die Fähre".encode("utf-16-le")
    site.pages["/"] = lambda exchange: exchange.answer(page, "text/html; charset=utf-16")
    assert "Die Fähre" in (await pool.render(site.url())).page.html
    assert "Die Fähre" in read_source(site.url(), options).page.html


async def test_a_compressed_body_that_is_cut_off_is_read_as_far_as_it_came(
    site: Site, options: RenderOptions
) -> None:
    body = gzip.compress(b"<h1>Begun</h1>" + bytes(range(256)) * 400)[:-200]

    def respond(exchange: Exchange) -> None:
        exchange.begin(headers={"Content-Encoding": "gzip", "Content-Length": "999999"})
        exchange.wfile.write(body)
        exchange.close_connection = True

    site.pages["/"] = respond
    found = fetch(site.url(), options)
    assert found.body.startswith(b"<h1>Begun</h1>")
    assert "cut off by the server" in found.warning
