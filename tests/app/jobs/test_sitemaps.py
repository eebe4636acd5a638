"""Sitemaps as sites write them, cut off, compressed twice and in every encoding."""

import gzip
from pathlib import Path

import pytest
from loopback import Site

from pagesight.app.errors import BROKEN_INPUT, SourceKindError
from pagesight.app.jobs.inputs.sitemap import parse_sitemap, sitemap_items
from pagesight.render.options import RenderOptions

HEAD = '<?xml version="1.0" encoding="{encoding}"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
ADDRESSES = ("https://a.example/1", "https://a.example/2")
URLS = "".join(f"<url><loc>{address}</loc></url>" for address in ADDRESSES)


def sitemap(urls: str = URLS, encoding: str = "utf-8") -> bytes:
    return (HEAD.format(encoding=encoding) + urls + "</urlset>\n").encode(encoding)


def test_ampersands_that_were_not_escaped_stay_in_addresses() -> None:
    urls = "<url><loc>https://a.example/?a=1&b=2&amp;c=3&lt=4&#38;d</loc></url>"
    (place,) = parse_sitemap("s", sitemap(urls)).places
    assert place == "https://a.example/?a=1&b=2&c=3&lt=4&d"


@pytest.mark.parametrize("cut", range(3, 60, 4))
def test_of_a_sitemap_that_is_cut_off_only_whole_addresses_are_taken(cut: int) -> None:
    found = parse_sitemap("s", sitemap()[:-cut])
    assert set(found.places) <= set(ADDRESSES)
    assert found.places[0] == ADDRESSES[0]
    assert found.loss == "it is cut off"


@pytest.mark.parametrize(
    "encoding",
    ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "cp1251", "latin-1"],
)
def test_encodings_are_read(encoding: str) -> None:
    assert parse_sitemap("s", sitemap(encoding=encoding)).places == ADDRESSES


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(sitemap().replace(b'"utf-8"', b'"utf-16"'), id="says UTF-16"),
        pytest.param(
            b"<br />\n<b>Warning</b>: mysql_connect()\n" + sitemap(), id="a warning first"
        ),
        pytest.param(sitemap().replace(b"urlset", b"URLSET").replace(b"loc>", b"LOC>"), id="upper"),
        pytest.param(sitemap(URLS.replace("<loc>", "<loc>\n  ")), id="spaces"),
        pytest.param(gzip.compress(sitemap()) + bytes(512), id="padding"),
        pytest.param(gzip.compress(sitemap(encoding="utf-16")), id="UTF-16 compressed"),
        pytest.param("\r\n".join(("\ufeff" + ADDRESSES[0], ADDRESSES[1])).encode(), id="text"),
    ],
)
def test_sitemaps_are_read_as_sites_write_them(body: bytes) -> None:
    assert parse_sitemap("s", body).places == ADDRESSES


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("<![CDATA[https://a.example/?a=1&b=2]]>", "https://a.example/?a=1&b=2"),
        ("https://a.example/caf&eacute;", "https://a.example/café"),
        ("https://a.example/?a=1&copy=2&x;", "https://a.example/?a=1&copy=2&x;"),
    ],
)
def test_addresses_with_ampersands_are_those_that_the_site_meant(
    written: str, address: str
) -> None:
    body = sitemap(f"<url><loc>{written}</loc></url>{URLS}")
    assert parse_sitemap("s", body).places == (address, *ADDRESSES)


def test_undeclared_latin_1_is_read() -> None:
    body = sitemap("<url><loc>https://a.example/é</loc></url>", "latin-1").partition(b"?>")[2]
    assert parse_sitemap("s", body).places == ("https://a.example/é",)


def test_several_members_of_gzip_are_one_sitemap() -> None:
    body = sitemap()
    packed = b"".join(gzip.compress(body[at : at + 50]) for at in range(0, len(body), 50))
    assert parse_sitemap("s", packed).places == ADDRESSES


def test_of_broken_compression_what_comes_before_is_read_and_the_loss_is_named(
    tmp_path: Path,
) -> None:
    path = tmp_path / "sitemap.xml.gz"
    path.write_bytes(gzip.compress(sitemap()[:-30]) + gzip.compress(sitemap())[:20])
    lost, *items = sitemap_items(str(path), RenderOptions())
    assert (lost.error_kind, "broken" in lost.error or "cut" in lost.error) == (BROKEN_INPUT, True)
    assert items[0].source == ADDRESSES[0]


def test_images_and_videos_of_pages_are_no_pages() -> None:
    image = "<url><loc>https://a.example/1</loc><i:image xmlns:i='x'><i:loc>https://a.example/i.png</i:loc></i:image></url>"
    assert parse_sitemap("s", sitemap(image)).places == ("https://a.example/1",)


@pytest.mark.parametrize(
    "feed",
    [
        """<rss version="2.0"><channel><title>News</title><link>https://a.example/</link>
        <item><title>One</title><link>https://a.example/1</link></item>
        <item><title>Two</title><link>/2</link><enclosure url="/a.mp3"/></item></channel></rss>""",
        """<feed xmlns="http://www.w3.org/2005/Atom"><link rel="self" href="/feed"/>
        <entry><link href="https://a.example/1"/><link rel="replies" href="/1/replies"/></entry>
        <entry><link rel="alternate" type="text/html" href="2"/></entry></feed>""",
        """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
        xmlns="http://purl.org/rss/1.0/"><channel><link>https://a.example/</link></channel>
        <item><link>https://a.example/1</link></item><item><link>2</link></item></rdf:RDF>""",
    ],
)
def test_the_pages_of_a_feed_are_those_of_its_entries(feed: str, site: Site) -> None:
    site.pages["/feed"] = feed.encode()
    items = list(sitemap_items(site.url("/feed"), RenderOptions(allow_private=True)))
    assert [item.source for item in items] == [ADDRESSES[0], site.url("/2")]


def test_addresses_relative_to_a_sitemap_are_taken_with_its_own(site: Site) -> None:
    site.pages["/maps/s.xml"] = sitemap("<url><loc>/1</loc></url><url><loc>2</loc></url>")
    items = sitemap_items(site.url("/maps/s.xml"), RenderOptions(allow_private=True))
    assert [item.source for item in items] == [site.url("/1"), site.url("/maps/2")]


def test_a_sitemap_of_nothing_is_an_error() -> None:
    with pytest.raises(SourceKindError, match="s "):
        parse_sitemap("s", sitemap()[:100])


def test_an_item_of_a_feed_without_a_link_is_at_its_guid() -> None:
    items = (
        "<item><guid>https://a.example/1</guid></item>"
        "<item><link>https://a.example/2</link><guid>https://a.example/?p=2</guid></item>"
        "<item><guid isPermaLink='false'>tag:a.example,2026:3</guid></item>"
    )
    feed = f"<rss version='2.0'><channel>{items}</channel></rss>".encode()
    assert parse_sitemap("s", feed).places == ("https://a.example/1", "https://a.example/2")
