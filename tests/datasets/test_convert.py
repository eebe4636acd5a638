"""Corpus files are made of JSON lines or of folders, or not at all."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from pagesight.datasets.convert import convert
from pagesight.datasets.load import load
from pagesight.datasets.schema import CorpusError


def lines(path: Path, *rows: Mapping[str, object]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_json_lines_become_pages(tmp_path: Path) -> None:
    row = {"html": "<p>é", "url": "https://a.org/x", "genre": "article", "extra": {"with": ["é"]}}
    source = lines(tmp_path / "in.jsonl", *({**row, "id": f"p{n}"} for n in range(130)))
    assert convert(source, tmp_path / "new" / "out.parquet") == 130
    pages = list(load(tmp_path / "new" / "out.parquet"))
    assert [page.id for page in pages] == [f"p{n}" for n in range(130)]
    assert (pages[0].page.html, pages[0].site, pages[0].extra) == ("<p>é", "a.org", {"with": ["é"]})


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://www.bbc.co.uk/news", "bbc.co.uk"),
        ("http://News.BBC.co.uk/", "bbc.co.uk"),
        ("https://someone.github.io/blog", "someone.github.io"),  # pages of another owner
        ("http://127.0.0.1:8000/", "127.0.0.1"),
        ("http://localhost/", "localhost"),
        ("http://[", "["),
        ("file:///a.html", "file:///a.html"),
    ],
)
def test_the_site_of_a_page_is_its_registrable_domain(url: str, site: str, tmp_path: Path) -> None:
    source = lines(tmp_path / "in.jsonl", {"id": "file:///a.html", "html": "<p>", "url": url})
    convert(source, tmp_path / "out.parquet")
    (page,) = load(tmp_path / "out.parquet")
    assert page.site == site


def test_a_folder_becomes_pages_with_what_stands_beside_them(tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    (folder / "deep").mkdir(parents=True)
    (folder / "a.html").write_text("<p>a")
    (folder / "a.txt").write_text("a")
    (folder / "deep" / "b.htm").write_text("<p>b")
    (folder / "deep" / "b.json").write_text('{"lang": "de"}')
    assert convert(folder, tmp_path / "out.parquet") == 2
    first, second = load(tmp_path / "out.parquet")
    assert (first.id, first.text, second.id, second.lang) == ("a.html", "a", "deep/b.htm", "de")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "in.jsonl is not JSON"),
        ('["a", "list"]', "is not an object"),
        ('{"id": 7, "html": "<p>"}', "line 2: not as the columns"),
        ('{"id": "7", "html": 7}', "line 2: not as the columns"),
        ('{"id": "7", "html": "<p>", "url": 7}', "line 2: not as the columns"),
        ('{"id": "7", "html": "<p>", "genre": ["article"]}', "line 2: no genre"),
        (
            '{"id": "7", "html": "<p>", "colour": "red"}',
            "line 2: no such column: colour; there are",
        ),
        ('{"id": null, "html": "<p>"}', "line 2: lacks id"),
    ],
)
def test_a_bad_line_is_named_and_what_stood_at_the_output_stays(
    line: str, message: str, tmp_path: Path
) -> None:
    out = tmp_path / "out.parquet"
    source = lines(tmp_path / "in.jsonl", {"id": "1", "html": "<p>"})
    convert(source, out)
    before = out.read_bytes()
    source.write_text(source.read_text() + line, encoding="utf-8")
    with pytest.raises(CorpusError, match=message):
        convert(source, out)
    assert out.read_bytes() == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "out.parquet"]


@pytest.mark.parametrize("beside", ["{", "[]", "\udcff"])
def test_a_bad_file_beside_a_page_is_named(beside: str, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>a")
    (tmp_path / "a.json").write_bytes(beside.encode("utf-8", "surrogateescape"))
    with pytest.raises(CorpusError, match=r"cannot read .*a\.html or what is beside it"):
        convert(tmp_path, tmp_path / "out.parquet")


def test_a_source_without_pages_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="holds no pages"):
        convert(lines(tmp_path / "in.jsonl"), tmp_path / "out.parquet")
    with pytest.raises(CorpusError, match=r"cannot read .*none\.jsonl"):
        convert(tmp_path / "none.jsonl", tmp_path / "out.parquet")
