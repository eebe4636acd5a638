"""Archives that are broken somewhere: what is lost is named, and the rest is read."""

import gzip
import zlib
from pathlib import Path

import brotli
import pytest

from pagesight.app.errors import BROKEN_INPUT, NO_CONTENT, REDIRECT, SourceKindError
from pagesight.app.jobs.inputs.warcs import read_warc, warc_items
from pagesight.app.jobs.job import Html
from pagesight.render.sources.warc import replay_warc
from pagesight.render.sources.warc_records import open_archive

LIMIT = 1_000_000  # bytes of a page


def http(body: bytes, head: str = "200 OK", **headers: object) -> bytes:
    named = {"Content_Type": "text/html", "Content_Length": len(body), **headers}
    lines = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in named.items())
    return f"HTTP/1.1 {head}\r\n{lines}\r\n".encode() + body


def record(
    number: int,
    content: bytes = b"",
    *,
    kind: str = "response",
    length: int | None = None,
    more: str = "",
) -> bytes:
    content = content or http(b"<p>Page %d</p>" % number)
    length = len(content) if length is None else length
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: https://a.example/{number}\r\n"
        f"{more}Content-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {length}\r\n\r\n"
    )
    return head.encode() + content + b"\r\n\r\n"


def written(tmp_path: Path, *records: bytes, packed: bool) -> Path:
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    path.write_bytes(b"".join(map(gzip.compress, records) if packed else records))
    return path


def pages(path: Path) -> list[str]:
    """Return the ends of the addresses of the pages, with the kinds of errors of the others."""
    return [item.error_kind or item.source.rpartition("/")[2] for item in warc_items(path)]


def page(path: Path, number: int) -> Html:
    (item,) = [each for each in warc_items(path) if each.source.endswith(f"/{number}")]
    return read_warc(open_archive(path), int(item.place.rpartition("#")[2]), item.source, LIMIT)


def test_a_broken_member_is_named_and_the_rest_of_the_archive_is_read(tmp_path: Path) -> None:
    first, broken, last = (gzip.compress(record(n)) for n in (1, 2, 3))
    broken = broken[:30] + bytes(byte ^ 0x55 for byte in broken[30:])
    path = tmp_path / "a.warc.gz"
    path.write_bytes(first + broken + last)
    assert pages(path) == ["1", BROKEN_INPUT, "3"]
    (lost,) = [item for item in warc_items(path) if item.error_kind]
    assert f"{path} at byte {len(first)}" in lost.source
    assert b"Page 3" in bytes(str(page(path, 3).body), "utf-8")


@pytest.mark.parametrize("padding", [b"\x00" * 5000, b"\r\n" * 9, b"\x00\r\n"])
@pytest.mark.parametrize("packed", [True, False])
def test_padding_between_records_is_passed_over(
    padding: bytes, packed: bool, tmp_path: Path
) -> None:
    path = written(tmp_path, record(1), packed=packed)
    with path.open("ab") as file:
        file.write(padding + (gzip.compress(record(2)) if packed else record(2)))
    assert pages(path) == ["1", "2"]


def test_garbage_between_records_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, record(1), b"no record at all\r\n", record(2), packed=False)
    assert pages(path) == ["1", BROKEN_INPUT, "2"]


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("too_long", [9, 90, 10_000_000])
def test_a_length_that_is_too_long_eats_no_other_record(
    too_long: int, packed: bool, tmp_path: Path
) -> None:
    content = http(b"<p>Page 1</p>")
    wrong = record(1, content, length=len(content) + too_long)
    path = written(tmp_path, wrong, record(2), record(3), packed=packed)
    assert pages(path) == ["1", "2", "3"]
    assert "Page 1" in str(page(path, 1).body)
    assert "Page 2" not in str(page(path, 1).body)
    assert "Content-Length is wrong" in page(path, 1).warning


def test_a_length_that_ends_where_a_later_record_begins_eats_none_before_it(tmp_path: Path) -> None:
    content, eaten = http(b"<p>Page 1</p>"), record(2)
    wrong = record(1, content, length=len(content) + 4 + len(eaten) - 4)
    path = written(tmp_path, wrong, eaten, record(3), packed=False)
    assert pages(path) == ["1", "2", "3"]


def test_a_page_about_archives_is_one_page(tmp_path: Path) -> None:
    body = b"<pre>A record:\r\n\r\n" + record(9) + b"</pre>"
    path = written(tmp_path, record(1, http(body)), record(2), packed=False)
    assert pages(path) == ["1", "2"]
    assert "</pre>" in str(page(path, 1).body)
    assert page(path, 1).warning == ""


@pytest.mark.parametrize("members", [[(1, 2, 3)], [(1, 2), (3,)]])
def test_records_that_share_a_member_of_gzip_are_read_with_a_warning(
    members: list[tuple[int, ...]], tmp_path: Path
) -> None:
    path = written(tmp_path, *(b"".join(map(record, each)) for each in members), packed=True)
    assert pages(path) == ["1", "2", "3"]
    assert "Page 3" in str(page(path, 3).body)
    assert "hold more than one record" in page(path, 3).warning


def test_records_that_share_a_later_member_of_gzip_are_named(tmp_path: Path) -> None:
    path = written(tmp_path, record(1), record(2) + record(3), packed=True)
    assert pages(path) == ["1", "2", BROKEN_INPUT]


def test_an_archive_packed_at_once_is_read_up_to_where_it_is_broken(tmp_path: Path) -> None:
    path = written(tmp_path, record(1) + record(2) + record(3), packed=True)
    path.write_bytes(path.read_bytes()[:-12])
    assert pages(path)[:2] == ["1", "2"]
    assert pages(path)[-1] == BROKEN_INPUT


def test_an_archive_packed_at_once_is_unpacked_to_a_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    long = http(b"<p>" + b"x" * 5_000_000)
    path = written(tmp_path, record(1) + record(2, long) + record(3), packed=True)
    monkeypatch.setattr("pagesight.render.sources.warc_records._MOST_UNPACKED", 2_000_000)
    assert pages(path) == ["1", "2", BROKEN_INPUT]
    (lost,) = [item for item in warc_items(path) if item.error_kind]
    assert "only the first" in lost.error


def test_revisits_and_redirects_are_named(tmp_path: Path) -> None:
    moved = http(b"", "302 Found", Location="https://b.example/")
    path = written(
        tmp_path, record(1, http(b""), kind="revisit"), record(2, moved), record(3), packed=True
    )
    assert pages(path) == [NO_CONTENT, REDIRECT, "3"]
    assert "https://b.example/" in [item.error for item in warc_items(path)][1]


@pytest.mark.parametrize(
    ("content", "more"),
    [
        (http(b"<p>Page 1</p>"), "WARC-Truncated: length\r\n"),
        (http(b"<p>Page 1</p>", Content_Length=5000), ""),
    ],
)
def test_a_page_that_was_cut_short_says_so(content: bytes, more: str, tmp_path: Path) -> None:
    path = written(tmp_path, record(1, content, more=more), packed=True)
    assert "cut off" in page(path, 1).warning


def test_an_archive_that_ends_in_a_record_has_the_page_as_far_as_it_goes(tmp_path: Path) -> None:
    whole = gzip.compress(record(1)) + gzip.compress(record(2, http(b"<p>Page 2 " + b"x" * 9999)))
    path = tmp_path / "a.warc.gz"
    path.write_bytes(whole[:-20])
    assert pages(path) == ["1", "2"]
    assert "cut off" in page(path, 2).warning


def test_a_bomb_is_read_to_the_limit(tmp_path: Path) -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    zeros = b"<p>" + b"0" * 40_000_000
    bomb = packer.compress(zeros) + packer.flush()
    path = written(tmp_path, record(1, http(bomb, Content_Encoding="gzip")), record(2), packed=True)
    assert pages(path) == ["1", "2"]
    found = page(path, 1)
    assert len(found.body) == LIMIT
    assert "larger than 1 MB" in found.warning
    outer = written(tmp_path, record(1, http(zeros)), record(2), packed=True)
    assert pages(outer) == ["1", "2"]
    assert "larger than 1 MB" in page(outer, 1).warning


def test_a_file_without_any_record_is_no_archive(tmp_path: Path) -> None:
    path = written(tmp_path, b"no record at all", packed=False)
    with pytest.raises(SourceKindError, match=r"a\.warc holds no pages"):
        pages(path)


PAGE = b"<p>Page 1, which is long enough to be worth its encoding</p>" * 40


@pytest.mark.parametrize(
    ("encoding", "stored"),
    [
        ("br", brotli.compress(PAGE)),
        ("gzip", gzip.compress(PAGE)),
        ("deflate", zlib.compress(PAGE)),
        ("gzip, br", brotli.compress(gzip.compress(PAGE))),
        *((stated, PAGE) for stated in ("br", "gzip", "deflate", "of our own")),
    ],
)
def test_a_page_is_decoded_as_its_head_says_or_not_at_all(
    encoding: str, stored: bytes, tmp_path: Path
) -> None:
    content = http(stored, Content_Encoding=encoding)
    assert page(written(tmp_path, record(1, content), packed=False), 1).body == PAGE
    address, archive = replay_warc(tmp_path / "a.warc")
    answer = archive(address)
    assert answer is not None
    assert answer.body == PAGE


@pytest.mark.parametrize("packed", [True, False])
def test_an_archive_with_a_broken_record_is_replayed_without_it(
    packed: bool, tmp_path: Path
) -> None:
    parts = [record(1), record(2), record(3)]
    if packed:
        parts = [gzip.compress(part) for part in parts]
    parts[1] = parts[1][:30] + bytes(byte ^ 0x55 for byte in parts[1][30:])
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    path.write_bytes(b"".join(parts))
    _, archive = replay_warc(path)
    assert archive("https://a.example/3") is not None
    assert archive("https://a.example/2") is None
