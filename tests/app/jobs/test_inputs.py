"""What a batch may be given: tables, archives, sitemaps, folders."""

import csv
import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from loopback import Site

from pagesight.app.errors import SourceKindError
from pagesight.app.jobs.inputs.read import HtmlReader, Input, holds_html, read_input
from pagesight.app.jobs.job import Html
from pagesight.app.jobs.store import Item
from pagesight.render.errors import PagesightError
from pagesight.render.options import RenderOptions

LOOPBACK = RenderOptions(allow_private=True, deadline=5)
ROWS = [
    {"id": f"p{n}", "url": f"https://a.example/{n}", "html": f"<p>Page {n},\nof two lines."}
    for n in range(100)
]


def write_csv(path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ROWS[0])
        writer.writeheader()
        writer.writerows(ROWS)


def write_json_lines(path: Path) -> None:
    path.write_text("\n\n".join(map(json.dumps, ROWS)), "utf-8")


def write_parquet(path: Path) -> None:
    pq.write_table(pa.Table.from_pylist(ROWS), path, row_group_size=7)


TABLES = [("t.csv", write_csv), ("t.jsonl", write_json_lines), ("t.parquet", write_parquet)]


def items(name: Path | str, **columns: str) -> list[Item]:
    return list(read_input(Input(name=str(name), rendering=LOOPBACK, **columns)))


@pytest.mark.parametrize(("name", "write"), TABLES)
def test_a_table_with_html_gives_its_pages_and_their_html_in_any_order(
    name: str, write: Callable[[Path], None], tmp_path: Path
) -> None:
    path = tmp_path / name
    write(path)
    found = items(path)
    assert [item.source for item in found] == [row["id"] for row in ROWS]
    reader = HtmlReader()
    for number in (3, 4, 50, 99, 2):
        html = reader.read(found[number].place, found[number].source)
        assert (html.body, html.url) == (ROWS[number]["html"], ROWS[number]["url"])


@pytest.mark.parametrize(("name", "write"), TABLES)
def test_a_table_gives_addresses_where_their_column_is_named(
    name: str, write: Callable[[Path], None], tmp_path: Path
) -> None:
    write(tmp_path / name)
    found = items(tmp_path / name, url_column="url")
    assert [(item.source, item.place) for item in found] == [(row["url"], "") for row in ROWS]


@pytest.mark.parametrize(("name", "write"), TABLES)
def test_a_column_that_is_not_there_is_an_error_that_names_those_that_are(
    name: str, write: Callable[[Path], None], tmp_path: Path
) -> None:
    write(tmp_path / name)
    with pytest.raises(SourceKindError, match="has no column 'nosuch'; it has id, url, html"):
        items(tmp_path / name, url_column="nosuch")


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl", "t.parquet", "t.warc", "t.warc.gz", "t.xml"])
@pytest.mark.parametrize("body", [b"", b"\x00\xff not it", b'{"a": 1}\n[2]\n', b"<urlset><url>"])
def test_a_file_of_something_else_is_an_error_of_ours(
    name: str, body: bytes, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(body)
    with pytest.raises(PagesightError, match=name):
        items(tmp_path / name)


@pytest.fixture
def warc(tmp_path: Path) -> Path:
    """An archive as Common Crawl's: a page, an error page, an image."""
    path = tmp_path / "CC-MAIN-0001.warc.gz"
    answers = [
        ("https://a.example/1", "200 OK", "text/html; charset=latin-1", b"<p>caf\xe9"),
        ("https://a.example/2", "404 Not Found", "text/html", b"<p>gone"),
        ("https://a.example/3.png", "200 OK", "image/png", b"\x89PNG"),
    ]
    with path.open("wb") as file:
        for url, status, kind, body in answers:
            head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n\r\n".encode()
            about = (
                f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\n"
                "Content-Type: application/http; msgtype=response\r\n"
                f"Content-Length: {len(head + body)}\r\n\r\n"
            )
            file.write(gzip.compress(about.encode() + head + body + b"\r\n\r\n"))
    return path


def test_a_warc_gives_its_pages_with_their_status(warc: Path) -> None:
    found = items(warc)
    assert [item.source for item in found] == ["https://a.example/1", "https://a.example/2"]
    second, first = (HtmlReader().read(item.place, item.source) for item in reversed(found))
    assert (first.body, first.content_type, first.status) == (
        b"<p>caf\xe9", "text/html; charset=latin-1", 200,
    )  # fmt: skip
    assert second.status == 404


def test_a_warc_that_is_cut_off_gives_the_pages_before(warc: Path) -> None:
    whole = warc.read_bytes()
    warc.write_bytes(whole[: len(whole) * 3 // 5])
    assert [item.source for item in items(warc)][:1] == ["https://a.example/1"]


def test_an_index_of_sitemaps_gives_the_addresses_of_all_that_can_be_had(site: Site) -> None:
    def answers(kind: str, *places: str) -> bytes:
        tag = "sitemap" if kind == "sitemapindex" else "url"
        inner = "".join(f"<{tag}><loc> {place}\n</loc></{tag}>" for place in places)
        return (
            f'<?xml version="1.0"?><{kind} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
            f"{inner}</{kind}>"
        ).encode()

    packed = gzip.compress(answers("urlset", "https://a.example/1", "https://a.example/2"))
    index = answers("sitemapindex", *map(site.url, ("/a.xml.gz", "/b.txt", "/no.xml", "/s.xml")))
    site.pages |= {
        "/s.xml": lambda exchange: exchange.answer(index, kind="application/xml"),
        "/a.xml.gz": lambda exchange: exchange.answer(packed, kind="application/gzip"),
        "/b.txt": lambda exchange: exchange.answer(b"https://a.example/3\n", kind="text/plain"),
    }
    found = items(site.url("/s.xml"))
    assert [item.source for item in found if not item.error_kind] == [
        "https://a.example/1", "https://a.example/2", "https://a.example/3",
    ]  # fmt: skip
    assert [item.source for item in found if item.error_kind] == [site.url("/no.xml")]


def test_a_sitemap_reads_no_file_by_an_entity(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("https://secret.example/", "utf-8")
    path = tmp_path / "s.xml"
    path.write_text(
        f'<!DOCTYPE urlset [<!ENTITY x SYSTEM "{tmp_path}/secret">]>'
        "<urlset><url><loc>https://a.example/</loc></url><url><loc>&x;</loc></url></urlset>",
        "utf-8",
    )
    assert [item.source for item in items(path)] == ["https://a.example/"]


def test_a_folder_gives_its_pages_and_archives(warc: Path) -> None:
    deep = warc.parent / "deep"
    deep.mkdir()
    for name in ("b.html", "a.HTM", "notes.txt", "c.mhtml"):
        (deep / name).write_text("<p>x", "utf-8")
    assert [item.source.removeprefix(f"{deep}/") for item in items(warc.parent)] == [
        "https://a.example/1", "https://a.example/2", "a.HTM", "b.html", "c.mhtml",
    ]  # fmt: skip


def test_an_input_with_html_needs_no_browser(warc: Path, tmp_path: Path) -> None:
    write_csv(tmp_path / "t.csv")
    named = [str(warc), str(tmp_path / "t.csv"), "https://a.example/s.xml"]
    found = [holds_html(Input(name=name, rendering=LOOPBACK)) for name in named]
    assert found == [True, True, False]


def test_a_table_of_excel_may_have_semicolons(tmp_path: Path) -> None:
    table = tmp_path / "pages.csv"
    table.write_text("name;url\r\nA, and B;https://a.example/\r\n", "utf-8-sig")
    given = Input(name=str(table), rendering=RenderOptions())
    assert list(read_input(given)) == [Item("https://a.example/")]


@pytest.mark.parametrize("column", ["url", "html"])
@pytest.mark.parametrize("line", ["nothing", "[2]", '{"url": "htt', "[" * 100_000, "\\xff"])
def test_a_broken_line_of_json_is_an_error_of_that_line_alone(
    line: str, column: str, tmp_path: Path
) -> None:
    table = tmp_path / "pages.jsonl"
    table.write_text(f'{{"{column}": "<p>1"}}\n\n{line}\n{{"{column}": "<p>2"}}\n', "utf-8")
    first, broken, last = read_input(Input(name=str(table), rendering=RenderOptions()))
    assert (broken.source, broken.error_kind) == (f"{table}, line 3", "broken input")
    assert [bool(item.error_kind) for item in (first, last)] == [False, False]


def test_an_error_in_json_lines_says_where_it_is(tmp_path: Path) -> None:
    table = tmp_path / "pages.jsonl"
    table.write_text('{"html": "<p>"}\n{"html": ""}\n', "utf-8")
    reader = HtmlReader()

    def read() -> list[Html]:
        items = read_input(Input(name=str(table), rendering=RenderOptions()))
        return [reader.read(item.place, item.source) for item in items]

    with pytest.raises(SourceKindError, match="the line at byte 16"):
        read()
