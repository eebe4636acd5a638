"""Finding, starting and ending Chromium."""

import tempfile
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from playwright.async_api import async_playwright

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.browser.process import find_browser, launch
from pagesight.render.errors import BrowserError
from pagesight.render.options import RenderOptions
from pagesight.render.sources.source import html_source


def test_a_browser_named_but_absent_is_an_error() -> None:
    with pytest.raises(BrowserError, match="no browser at /no/such"):
        find_browser("/usr/bin/own", Path("/no/such"))


def test_playwrights_own_browser_comes_before_the_systems(tmp_path: Path) -> None:
    own = tmp_path / "chrome"
    own.touch()
    assert find_browser(str(own), which=lambda name: f"/usr/bin/{name}") is None
    assert find_browser("/absent", which=lambda name: f"/usr/bin/{name}") == Path(
        "/usr/bin/chromium"
    )


def test_no_browser_at_all_is_an_error_that_says_what_to_install() -> None:
    with pytest.raises(BrowserError, match="playwright install chromium"):
        find_browser("/absent", which=lambda _: None)


@pytest.mark.browser
async def test_a_browser_starts_where_temporary_files_have_long_paths_with_spaces(
    tmp_path: Path, options: RenderOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, folder = tmp_path / "page.html", tmp_path / ("temporary files " * 8)
    page.write_text("<h1>Shown</h1>", "utf-8")
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr(tempfile, "tempdir", None)
    async with BrowserPool(options=options) as pool:
        assert "Shown" in (await pool.render(str(page))).page.html


@pytest.mark.browser
async def test_a_browser_leaves_no_files_behind(
    options: RenderOptions, monkeypatch: pytest.MonkeyPatch
) -> None:
    with TemporaryDirectory(dir="/tmp") as folder:  # a short path, or another is taken
        monkeypatch.setattr(tempfile, "tempdir", folder)
        async with BrowserPool(options=options) as pool:
            await pool.render(html_source("<h1>Shown</h1>", "https://a.example/"))
            assert [path.name[:10] for path in Path(folder).iterdir()] == ["pagesight-"]
        assert list(Path(folder).iterdir()) == []


@pytest.mark.browser
@pytest.mark.skipif(not Path("/proc/self/autogroup").exists(), reason="of Linux, if it has them")
async def test_a_browser_gives_way_though_the_system_shares_by_sessions() -> None:
    ours = Path("/proc/self/autogroup").read_text("ascii")
    async with async_playwright() as playwright:
        executable = find_browser(playwright.chromium.executable_path)
        process = await launch(playwright, executable, "http://127.0.0.1:9")
        try:
            await process.give_way(5)
            theirs = Path(f"/proc/{process.pid}/autogroup").read_text("ascii")
        finally:
            await process.close()
    assert theirs.rstrip().endswith("nice 5")
    assert Path("/proc/self/autogroup").read_text("ascii") == ours
