"""Lists that go on over several pages, read into one."""

from pathlib import Path

from loopback import Site

import pagesight
from pagesight.app.config import Options
from pagesight.render.options import RenderOptions

from .jobs.test_batch import lines, run

UNRENDERED = Options(render=False, rendering=RenderOptions(allow_private=True))
WORDS = "It was a day as any other, and much was said of it by all who came."


def page(numbers: range, onward: str) -> bytes:
    items = "".join(
        f"<article><h2><a href=/story/{at}>Story of number {at}</a></h2><p>{WORDS}</p></article>"
        for at in numbers
    )
    link = f"<nav class=pagination><a rel=next href={onward}>Next page</a></nav>"
    return f"<html><body><main>{items}</main>{link}</body></html>".encode()


def list_of_three_pages(site: Site) -> str:
    """Return the address of a list whose pages overlap, and whose last one leads to the first."""
    site.pages["/list/page/1"] = page(range(5), "/list/page/2")
    site.pages["/list/page/2"] = page(range(4, 9), "/list/page/3")
    site.pages["/list/page/3"] = page(range(9, 12), "/list/page/1")
    return site.url("/list/page/1")


def stories(count: int) -> list[str]:
    return [f"/story/{number}" for number in range(count)]


def test_a_list_is_read_on_from_page_to_page_without_repeats(site: Site) -> None:
    with pagesight.Pipeline(UNRENDERED) as pipeline:
        result = pipeline.extract_list(list_of_three_pages(site), 9)
    assert [record.url for record in result.records] == [*map(site.url, stories(12))]


def test_no_more_pages_are_read_than_asked_for(site: Site) -> None:
    with pagesight.Pipeline(UNRENDERED) as pipeline:
        result = pipeline.extract_list(list_of_three_pages(site), 1)
    assert len(result.records) == 9
    assert result.extraction.pagination.next == site.url("/list/page/3")
    assert "/list/page/3" not in site.requested


def test_a_batch_writes_a_list_of_several_pages_as_one_row(site: Site, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    run([list_of_three_pages(site)], out, UNRENDERED, follow_pages=9)
    (row,) = lines(out)
    assert [record["url"] for record in row["records"]] == [*map(site.url, stories(12))]


def test_a_page_of_a_list_that_is_gone_ends_it_with_a_warning(site: Site, tmp_path: Path) -> None:
    first, out = list_of_three_pages(site), tmp_path / "out.jsonl"
    del site.pages["/list/page/2"]
    run([first], out, UNRENDERED, follow_pages=9)
    (row,) = lines(out)
    assert (row["error"], len(row["records"])) == (None, 5)
    assert any("/list/page/2, which cannot be had" in warning for warning in row["warnings"])


def test_a_page_of_a_list_that_robots_txt_forbids_is_left_alone(site: Site, tmp_path: Path) -> None:
    first, out = list_of_three_pages(site), tmp_path / "out.jsonl"
    site.pages["/robots.txt"] = b"User-agent: *\nDisallow: /list/page/2\n"
    run([first], out, UNRENDERED, follow_pages=9)
    assert len(lines(out)[0]["records"]) == 5
    assert "/list/page/2" not in site.requested
