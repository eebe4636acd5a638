"""A saved page's own address: stated by the page, given by the user, or not known."""

from pathlib import Path

import pytest

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.errors import SourceError
from pagesight.render.sources.address import own_address
from pagesight.render.sources.source import html_source, open_source

in_browser = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

OWN = "https://shop.example/a/cheese"


@pytest.mark.parametrize(
    "head",
    [
        f"<!doctype html>\n<!-- saved from url=(0029){OWN} -->",
        f"<!--\n Page saved with SingleFile \n url: {OWN} \n saved date: today\n-->",
        f"<link href='{OWN}' rel=canonical>",
        f'<base href="https://cdn.example/"><link rel="canonical" href="{OWN}">',
        f"<meta property=og:url content={OWN}>",
        f"<meta content='{OWN}' property='og:url'><base href=https://cdn.example/>",
        f"<base href={OWN}>",
        f"<link rel=canonical href=/a/cheese><meta property=og:url content={OWN}>",
        f"<!-- <link rel=canonical href=https://old.example/> --><link rel=canonical href={OWN}>",
        f"<link rel=canonical href='http://[bad'><base href={OWN}>",
        f"<link rel=canonical href='https://a.example:b 0;/'><base href={OWN}>",
    ],
)
def test_a_saved_page_states_its_address(head: str) -> None:
    assert own_address(f"{head}<p>text") == OWN


@pytest.mark.parametrize(
    "head",
    ["", "<link rel=canonical href=/a>", "<base href='file:///c:/'>", "<base href=http:///>"],
)
def test_a_page_may_state_no_address(head: str) -> None:
    assert own_address(f"{head}<p>text") == ""


def saved(folder: Path, head: str = "") -> Path:
    """Return a page saved with its files in a folder beside it, as browsers do."""
    (folder / "page_files").mkdir()
    (folder / "page_files" / "a.css").write_text("h1 {font-size: 77px}")
    (folder / "page.html").write_text(
        f"{head}<link rel=stylesheet href=page_files/a.css><h1>T</h1><a href=b>next</a><script>"
        "document.title = getComputedStyle(document.querySelector('h1')).fontSize;"
        "document.body.append(Object.assign(document.createElement('a'), {href: location.href}))"
        "</script>"
    )
    return folder / "page.html"


@pytest.mark.parametrize("head", ["", f"<link rel=canonical href={OWN}>"])
def test_a_given_address_comes_before_the_stated_one(head: str, tmp_path: Path) -> None:
    source = open_source(str(saved(tmp_path, head)), "https://given.example/b/c")
    assert source.address == "https://given.example/b/c"
    assert source.archive is not None
    assert source.archive("https://given.example/b/page_files/a.css") is not None


@pytest.mark.parametrize(
    ("source", "url"), [("page.html", "shop.example"), ("https://a.example/", OWN)]
)
def test_an_address_that_cannot_be_meant_is_an_error(source: str, url: str) -> None:
    with pytest.raises(SourceError, match="address"):
        open_source(source, url)


def test_mhtml_may_state_its_address_at_the_top(tmp_path: Path) -> None:
    path = tmp_path / "a.mhtml"
    path.write_text(f"Snapshot-Content-Location: {OWN}\nContent-Type: text/html\n\n<p>text")
    assert open_source(str(path)).address == OWN


@pytest.mark.parametrize(
    "head", ["<link " * 30_000, f"<link {'a' * 190_000}>", '<meta a="' * 20_000, "<!--" * 40_000]
)
def test_hostile_heads_state_no_address(head: str) -> None:
    """Each is read once: by expressions that try again from every character it takes minutes."""
    assert own_address(head) == ""


class TestInABrowser:
    pytestmark = in_browser

    async def test_a_saved_page_is_rendered_at_its_address(
        self, tmp_path: Path, pool: BrowserPool
    ) -> None:
        path = saved(tmp_path, f"<link rel=canonical href={OWN}>")
        capture = await pool.render(str(path))
        assert (capture.page.url, capture.requested_url) == (OWN, str(path))
        assert (capture.title, capture.warnings) == ("77px", ())

    async def test_a_page_without_address_has_none_and_its_links_stay_relative(
        self, tmp_path: Path, pool: BrowserPool
    ) -> None:
        capture = await pool.render(str(saved(tmp_path)))
        assert (capture.page.url, capture.title) == ("", "77px")
        assert '<a href="b">' in capture.page.html
        assert "pagesight.invalid" not in capture.page.html

    async def test_html_text_is_rendered_at_the_address_it_states(self, pool: BrowserPool) -> None:
        capture = await pool.render(html_source(f"<link rel=canonical href={OWN}><p>text"))
        assert capture.page.url == OWN

    @pytest.mark.parametrize("scheme", ["http", "https"])
    async def test_a_page_finds_its_parts_by_either_scheme(
        self, scheme: str, tmp_path: Path, pool: BrowserPool
    ) -> None:
        (tmp_path / "a.css").write_text("h1 {font-size: 77px}")
        (tmp_path / "index.html").write_text(
            f"<link rel=canonical href={scheme}://shop.example/>"
            "<link rel=stylesheet href=http://shop.example/a.css><h1>T</h1>"
            "<script>document.title = getComputedStyle(document.querySelector('h1')).fontSize"
            "</script>"
        )
        capture = await pool.render(str(tmp_path))
        assert (capture.title, capture.warnings) == ("77px", ())
