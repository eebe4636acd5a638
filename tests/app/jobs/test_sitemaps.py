"""Sitemaps as sites write them, cut off, compressed twice and in every encoding."""

import gzip
from pathlib import Path

import pytest

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


def test_a_sitemap_of_nothing_is_an_error() -> None:
    with pytest.raises(SourceKindError, match="s "):
        parse_sitemap("s", sitemap()[:100])
