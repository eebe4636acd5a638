"""An annotator at a keyboard, in a real browser."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from socket import socket

import pytest
from playwright.sync_api import Page, expect
from visitor import chromium

from pagesight.app.cli.main import run
from pagesight.datasets.load import load
from pagesight.datasets.schema import Genre

from .conftest import HARBOUR, MARKET

pytestmark = pytest.mark.browser

WAIT = 120_000  # ms
Served = tuple[str, "subprocess.Popen[str]"]


@pytest.fixture
def sources(tmp_path: Path) -> list[str]:
    for number, html in enumerate((HARBOUR, MARKET, HARBOUR.replace("ferry", "steamer"))):
        (tmp_path / f"page{number}.html").write_text(html, "utf-8")
    return [str(tmp_path / f"page{number}.html") for number in range(3)]


@contextmanager
def labelling(
    sources: list[str], out: Path, *options: str
) -> "Iterator[tuple[str, subprocess.Popen[str]]]":
    """Run the command until it listens; yield its address and process."""
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    command = [str(Path(sys.executable).with_name("pagesight")), "label", *sources]
    command += ["--out", str(out), "--port", port, *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        for line in process.stderr:
            if line.startswith("label at"):
                break
        yield f"http://127.0.0.1:{port}/", process
        process.kill()


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with chromium() as browser:
        opened = browser.new_page(viewport={"width": 1200, "height": 800})
        opened.set_default_timeout(WAIT)
        yield opened


def shown(page: Page, number: int) -> None:
    page.wait_for_selector(f"body[data-ready='{number}']")


def kept(page: Page) -> list[int]:
    lines = page.locator("#blocks li")
    return [
        n for n in range(lines.count()) if "is-kept" in str(lines.nth(n).get_attribute("class"))
    ]


def test_three_pages_are_labelled_by_keyboard_and_become_a_corpus(
    page: Page, sources: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "gold.parquet"
    with labelling(sources, out, "--no-render") as (address, process):
        page.goto(address)
        wanted = []
        for number in range(3):
            shown(page, number)
            before = kept(page)
            page.keyboard.press("Home")
            page.keyboard.press(" ")
            assert kept(page) == sorted({*before} ^ {0})
            page.keyboard.press(str(number + 1))
            wanted.append([page.locator("#blocks .text").nth(n).inner_text() for n in kept(page)])
            page.keyboard.press("n")
        expect(page.locator("#message")).to_contain_text("All 3 pages are labelled")
        expect(page.locator("#saved")).to_have_text("saved")
        process.send_signal(signal.SIGKILL)
    pages = list(load(out))
    assert [str(each.text).split("\n") for each in pages] == wanted
    assert [each.genre for each in pages] == list(Genre)[:3]
    assert (
        run(["evaluate", "--corpus", str(out), "--systems", "sight", "--out", str(tmp_path / "r")])
        == 0
    )


def test_keys_move_take_subtrees_and_undo(page: Page, sources: list[str], tmp_path: Path) -> None:
    with labelling(sources[:1], tmp_path / "gold.parquet", "--no-render") as (address, _):
        page.goto(address)
        shown(page, 0)
        before = kept(page)
        current = page.locator("#blocks .is-current .text")
        page.keyboard.press("Home")
        page.keyboard.press("j")
        expect(current).to_have_text("Tides")
        page.keyboard.press("k")
        expect(current).to_have_text("Home")
        page.keyboard.press("s")
        assert kept(page) == sorted({*before} | {0, 1})  # the nav
        page.keyboard.press("s")
        assert kept(page) == list(range(6))  # the body
        page.keyboard.press("u")
        page.keyboard.press("u")
        assert kept(page) == before
        page.keyboard.press("u")  # there is nothing more to undo
        assert kept(page) == before


ITEMS = "".join(
    f"<li><h3><a href=/{n}>Story {n} of the harbour</a></h3><p>What it says, in a few words.</p>"
    for n in range(4)
)
LIST = f"""<html lang="en"><title>Harbour news</title><body><nav><p>Home</p></nav><main>
<ul>{ITEMS}</ul></main>"""


def test_records_are_labelled_by_one_example(page: Page, tmp_path: Path) -> None:
    source, out = tmp_path / "list.html", tmp_path / "gold.parquet"
    source.write_text(LIST, "utf-8")
    with labelling([str(source)], out, "--no-render") as (address, process):
        page.goto(address)
        shown(page, 0)
        begins = page.locator("#blocks li.begins-record")
        page.locator("#blocks li", has_text="Story 2").click()
        page.keyboard.press("r")
        expect(begins).to_have_count(4)
        expect(page.locator("#counts")).to_contain_text("4 records")
        page.keyboard.press("r")  # no larger element has others like it
        expect(begins).to_have_count(0)
        page.keyboard.press("u")
        expect(begins).to_have_count(4)
        page.keyboard.press("n")
        expect(page.locator("#message")).to_contain_text("All 1 pages")
        expect(page.locator("#saved")).to_have_text("saved")
        process.kill()
    (labelled,) = load(out)
    assert labelled.records is not None
    assert [record["title"] for record in labelled.records] == [
        f"Story {n} of the harbour" for n in range(4)
    ]
    assert str(labelled.records[2]["url"]).endswith("/2")
    assert "What it says" in str(labelled.records[0]["text"])


def test_nothing_is_lost_when_the_process_is_killed(
    page: Page, sources: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "gold.parquet"
    with labelling(sources[:2], out, "--no-render", "--annotator", "ann") as (address, process):
        page.goto(address)
        shown(page, 0)
        page.keyboard.press("Home")
        page.keyboard.press(" ")
        page.keyboard.press("8")
        expect(page.locator("#saved")).to_have_text("saved")
        labelled = kept(page)
        os.kill(process.pid, signal.SIGKILL)
    with labelling(sources[:2], out, "--no-render", "--annotator", "ann") as (address, _):
        page.goto(address)
        shown(page, 0)
        assert kept(page) == labelled
        expect(page.locator("#genres [aria-pressed=true]")).to_contain_text("other")


def test_a_rendered_page_is_labelled_on_its_picture(
    page: Page, sources: list[str], tmp_path: Path
) -> None:
    out = tmp_path / "gold.parquet"
    with labelling(sources[:1], out) as (address, process):
        page.goto(address)
        shown(page, 0)
        box = page.locator("#picture i[data-block='0']")
        before = "is-kept" in str(box.get_attribute("class"))
        box.click()
        assert ("is-kept" in str(box.get_attribute("class"))) is not before
        expect(page.locator("#blocks li.is-current .text")).to_have_text("Home")
        page.keyboard.press("n")
        expect(page.locator("#message")).to_contain_text("labelled")
        expect(page.locator("#saved")).to_have_text("saved")
        process.terminate()
        process.wait(30)
    (labelled,) = load(out)
    assert labelled.page.screenshot is not None


def test_what_cannot_be_saved_is_said(page: Page, sources: list[str], tmp_path: Path) -> None:
    with labelling(sources[:1], tmp_path / "gold.parquet", "--no-render") as (address, process):
        page.goto(address)
        shown(page, 0)
        process.kill()
        process.wait()
        page.keyboard.press(" ")
        expect(page.locator("#message")).to_contain_text("Not saved")
        page.on("dialog", lambda dialog: dialog.accept())
        page.goto("about:blank")
