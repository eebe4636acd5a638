"""Sources: what a string names."""

from pathlib import Path

import pytest

from pagesight.render.errors import SourceError
from pagesight.render.sources.source import Source, html_source, open_source


def test_an_address_needs_no_archive() -> None:
    assert open_source("https://a.example/x") == Source(
        "https://a.example/x", "https://a.example/x"
    )


@pytest.mark.parametrize(
    ("given", "asked"),
    [
        ("https://a.example", "https://a.example/"),
        ("https://A.example/x y", "https://a.example/x%20y"),
        ("https://käse.example/ü#part", "https://xn--kse-qla.example/%C3%BC"),
        ("", "https://pagesight.invalid/"),
        ("file:///tmp/a.html", "https://pagesight.invalid/"),
    ],
)
def test_html_text_answers_for_its_address_however_it_is_spelt(given: str, asked: str) -> None:
    source = html_source("<p>x", given)
    assert source.archive is not None
    assert source.archive(asked) is not None
    assert source.archive("https://a.example/other") is None


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("absent.html", None, "neither an http"),
        ("empty", "folder", "has no index.html"),
        ("empty.html", b"", "is empty: wanted HTML"),
        ("marked.html", b"\xef\xbb\xbf\n", "is empty: wanted HTML"),
        ("broken.warc.gz", b"\x1f\x8bnot gzip", "not a readable WARC|holds no page"),
        ("broken.warc", b"this is no WARC file\r\n\r\n", "holds no page"),
        ("empty.warc", b"", "not a readable WARC|holds no page"),
        ("empty.mhtml", b"", "holds no HTML"),
        ("text.mhtml", b"MIME-Version: 1.0\nContent-Type: text/plain\n\nx", "holds no HTML"),
    ],
)
def test_a_source_that_holds_no_page_is_an_error_that_names_it(
    name: str, content: object, message: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    if content == "folder":
        path.mkdir()
    elif isinstance(content, bytes):
        path.write_bytes(content)
    with pytest.raises(SourceError, match=message) as caught:
        open_source(str(path))
    assert name in str(caught.value)


@pytest.mark.parametrize("source", ["http://[", "http://a]b/", "//[x", "n" * 300, "a/" * 3000])
def test_what_can_be_neither_an_address_nor_a_path_is_reported(source: str) -> None:
    with pytest.raises(SourceError) as caught:
        open_source(source)
    assert source[:6] in str(caught.value)


def test_a_broken_address_within_mhtml_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "odd.mhtml"
    path.write_text("Content-Type: text/html\nContent-Location: http://[\n\n<p>text", "utf-8")
    source = open_source(str(path))
    assert source.archive is not None
    assert source.archive(source.url) is not None


def test_an_empty_source_is_no_folder() -> None:
    with pytest.raises(SourceError, match="the source is empty"):
        open_source("")
