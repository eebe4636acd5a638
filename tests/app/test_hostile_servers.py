"""Servers that send what no server should: each costs its own page, and nothing else."""

import gzip
import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import brotli
import pytest
from loopback import Exchange, Respond, Site, raw
from urllib3 import BaseHTTPResponse

from pagesight.render.errors import NavigationError, RenderError
from pagesight.render.net.fetch import fetch
from pagesight.render.options import RenderOptions

from .conftest import WORDS, Run

LOOPBACK = RenderOptions(allow_private=True, deadline=3.0)
PAGE = f"<p>{WORDS}".encode()
OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"


def redirect(location: bytes) -> Respond:
    return raw(b"HTTP/1.1 302 Found\r\nContent-Length: 0\r\nLocation: " + location + b"\r\n\r\n")


def compressed(coding: str, body: bytes) -> Respond:
    head = f"Content-Encoding: {coding}\r\nContent-Length: {len(body)}\r\n\r\n"
    return raw(OK + head.encode() + body)


LOCATIONS = [
    b"http://exa mple.com/", b"http://[::1", b"https:///x", b"//", b"http://a.example:99999/",
    b"http://a.example:-1/", b"http://a.example:x/", b"javascript:alert(1)", 
    b"http://\xff\xfe/", b"http://a\x00b/", b"http://.example/", b"http://a..example/",
    b"http://" + b"a" * 64 + b".example/", b"http://%zz/", b"http://xn--a/", b"mailto:a@example",
]  # fmt: skip
NO_PAGES = [
    b"", b"\x00" * 100, b"SSH-2.0-OpenSSH_9.6\r\n",
    b"HTTP/1.1 200 OK\r\nX: " + b"y" * 300_000 + b"\r\n\r\n",
    b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 50_000 + b"\r\n",
    b"HTTP/1.1 200 " + b"y" * 300_000 + b"\r\n\r\n",
    OK + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n<p>",
    OK + b"Transfer-Encoding: chunked\r\n\r\n" + b"f" * 70_000,
    OK + b"Content-Length: 5\r\nContent-Length: 7\r\n\r\n<p>x",
    OK + b"Content-Length: 9\r\n\r\n",
    OK + b"Content-Encoding: deflate\r\n\r\nno deflate at all",
    OK + b"Content-Encoding: br\r\n\r\nno brotli at all",
    OK + b"Content-Encoding: " + b"gzip, " * 50 + b"gzip\r\n\r\n" + PAGE,
]  # fmt: skip


@pytest.mark.parametrize("location", LOCATIONS)
def test_a_redirect_to_what_is_no_address_is_an_error_of_ours(site: Site, location: bytes) -> None:
    site.pages["/"] = redirect(location)
    with pytest.raises(RenderError):
        fetch(site.url("/"), LOOPBACK)


@pytest.mark.parametrize("answer", NO_PAGES)
def test_an_answer_without_a_page_is_an_error_that_names_the_address(
    site: Site, answer: bytes
) -> None:
    site.pages["/"] = raw(answer)
    with pytest.raises(NavigationError, match=site.url("/")):
        fetch(site.url("/"), LOOPBACK)


@pytest.mark.parametrize("size", [b"-5", b"f" * 40])
def test_a_chunk_of_impossible_size_is_read_as_far_as_it_goes(site: Site, size: bytes) -> None:
    site.pages["/"] = raw(OK + b"Transfer-Encoding: chunked\r\n\r\n" + size + b"\r\n" + PAGE)
    found = fetch(site.url("/"), LOOPBACK)
    assert (found.body, "cut off by the server" in found.warning) == (PAGE, True)


@pytest.mark.parametrize("length", [b"-1", b"many", b"", b"1e9"])
def test_a_length_that_is_none_does_not_keep_the_page_back(site: Site, length: bytes) -> None:
    site.pages["/"] = raw(OK + b"Content-Length: " + length + b"\r\n\r\n" + PAGE)
    assert fetch(site.url("/"), LOOPBACK).body == PAGE


def test_a_header_without_a_colon_does_not_keep_the_page_back(site: Site) -> None:
    site.pages["/"] = raw(OK + b"no colon\r\n\r\n" + PAGE)
    assert PAGE in fetch(site.url("/"), LOOPBACK).body


def test_a_server_that_goes_on_with_continue_is_left_at_the_deadline(site: Site) -> None:
    site.pages["/"] = partial(Exchange.drip, chunk=b"HTTP/1.1 100 Continue\r\n\r\n")
    with pytest.raises(NavigationError, match="did not answer before the deadline"):
        fetch(site.url("/"), replace(LOOPBACK, deadline=0.5))


@pytest.mark.parametrize("location", [b"http://[::ffff:127.0.0.1]:%d/page", b"/page#part"])
def test_a_redirect_to_an_odd_but_right_address_is_followed(site: Site, location: bytes) -> None:
    filled = location.replace(b"%d", str(site.server_port).encode())
    site.pages |= {"/": redirect(filled), "/page": PAGE}
    assert fetch(site.url("/"), LOOPBACK).body == PAGE


def test_a_redirect_names_its_page_in_utf_8(site: Site) -> None:
    site.pages |= {"/": redirect("/café".encode()), "/caf%C3%A9": PAGE}
    assert fetch(site.url("/"), LOOPBACK).body == PAGE


def test_the_body_of_a_redirect_may_be_broken(site: Site) -> None:
    head = b"HTTP/1.1 301 Moved\r\nLocation: /page\r\nContent-Encoding: gzip\r\n"
    site.pages |= {"/": raw(head + b"Content-Length: 99\r\n\r\nbroken"), "/page": PAGE}
    assert fetch(site.url("/"), LOOPBACK).body == PAGE


def test_a_source_with_a_bad_redirect_costs_the_batch_nothing_else(
    site: Site, pagesight: Run, page: Path, tmp_path: Path
) -> None:
    site.pages |= {f"/{n}": redirect(location) for n, location in enumerate(LOCATIONS)}
    named = [*(site.url(f"/{n}") for n in range(len(LOCATIONS))), str(page)]
    listed, out = tmp_path / "list.txt", tmp_path / "out.jsonl"
    listed.write_text("\n".join(named), "utf-8")
    code, _, err = pagesight("batch", listed, "--no-render", "--allow-private", "--out", out)
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert (code, [row["source"] for row in rows]) == (1, named)
    assert [row["text"] is None for row in rows] == [True] * len(LOCATIONS) + [False]
    assert err.count("error: ") == len(LOCATIONS)


@pytest.mark.parametrize(
    ("coding", "compress"),
    [
        ("gzip", gzip.compress),
        ("x-gzip", gzip.compress),
        ("GZIP", gzip.compress),
        ("deflate", zlib.compress),
        ("deflate", partial(zlib.compress, wbits=-15)),  # as some servers have it
        ("br", brotli.compress),
        ("gzip, gzip", lambda body: gzip.compress(gzip.compress(body))),
        ("identity", bytes),
        ("utf-8", bytes),
    ],
)
def test_pages_are_decompressed_asked_or_not(
    site: Site, coding: str, compress: Callable[[bytes], bytes]
) -> None:
    site.pages["/"] = compressed(coding, compress(PAGE))
    found = fetch(site.url("/"), LOOPBACK)
    assert (found.body, found.warning) == (PAGE, "")


def test_a_compressed_page_is_asked_for(site: Site) -> None:
    asked: list[str | None] = []

    def respond(exchange: Exchange) -> None:
        asked.append(exchange.headers["Accept-Encoding"])
        exchange.answer(PAGE)

    site.pages["/"] = respond
    fetch(site.url("/"), LOOPBACK)
    assert asked == ["gzip, deflate"]


@pytest.mark.parametrize("times", [1, 2])
def test_a_small_body_that_would_be_a_huge_page_is_cut_at_the_limit(site: Site, times: int) -> None:
    bomb = b"<p>" + b"x" * 200_000_000
    for _ in range(times):
        bomb = gzip.compress(bomb, 1)
    site.pages["/"] = compressed(", ".join(["gzip"] * times), bomb)
    found = fetch(site.url("/"), replace(LOOPBACK, max_html_bytes=1_000_000, deadline=20.0))
    assert len(found.body) == 1_000_000
    assert "the rest was not loaded" in found.warning


def test_a_compressed_page_that_is_cut_off_is_read_as_far_as_it_goes(site: Site) -> None:
    body = gzip.compress(b"".join(b"<p>%d" % (n * n) for n in range(200_000)))
    head = b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(body)
    site.pages["/"] = raw(OK + head + body[: len(body) // 2])
    found = fetch(site.url("/"), LOOPBACK)
    assert found.body.startswith(b"<p>0<p>1<p>4")
    assert "cut off by the server" in found.warning


@pytest.mark.skipif("zstd" in BaseHTTPResponse.CONTENT_DECODERS, reason="zstd can be read here")
def test_a_compression_that_cannot_be_read_is_named(site: Site) -> None:
    site.pages["/"] = compressed("zstd", b"\x28\xb5\x2f\xfd\x04\x00")
    with pytest.raises(NavigationError, match=r"is compressed with zstd, .* render the page"):
        fetch(site.url("/"), LOOPBACK)


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        ("application/rss+xml; charset=utf-8", "an RSS feed"),
        ("application/atom+xml", "an Atom feed"),
        ("application/json", "JSON"),
        ("text/xml", "XML"),
    ],
)
def test_a_feed_is_named_for_what_it_is(site: Site, kind: str, named: str) -> None:
    site.pages["/"] = lambda exchange: exchange.answer(b"<x/>", kind=kind)
    with pytest.raises(NavigationError, match=f"is {named}, not a page"):
        fetch(site.url("/"), LOOPBACK)
