"""Captures on disk."""

import os
import subprocess
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagesight.render.errors import SourceError
from pagesight.render.page import Box, Capture, LaidOutNode, Layout, Page, Style, Viewport
from pagesight.render.store import drop_unfinished, folder_for, is_kept, load_capture, save_capture

STYLE = Style("block", True, "static", 16.0, 400, "rgb(0, 0, 0)", "rgba(0, 0, 0, 0)")
NODES = (
    LaidOutNode("p", None, Box(0, 0, 10.5, 20), STYLE),
    LaidOutNode("p", "Grüße 猫", Box(0, 0, 9, 18), replace(STYLE, visible=False)),
)
CAPTURE = Capture(
    page=Page("https://a.example/", "<p>Grüße\r\n</p>", b"PNG", Layout(NODES, 960.0), True),
    requested_url="http://a.example",
    status=200,
    redirects=("http://a.example",),
    captured_at=datetime(2026, 11, 21, tzinfo=UTC),
    viewport=Viewport(),
    title="Grüße",
    response_html="<p>Grüße\r\n",
    full_page=b"PNG2",
    mhtml=b"MIME",
    blocked_requests=("http://10.0.0.1/",),
    warnings=("scroll: not done after 3.0 s",),
    seconds={"navigate": 0.5},
)


@pytest.mark.parametrize(
    "capture",
    [
        CAPTURE,
        replace(CAPTURE, status=None, full_page=None, mhtml=None, redirects=(), warnings=()),
        replace(CAPTURE, page=Page("https://a.example/", ""), response_html=""),
    ],
)
def test_a_capture_is_read_back_as_it_was(capture: Capture, tmp_path: Path) -> None:
    save_capture(capture, tmp_path / "deep" / "a")
    assert load_capture(tmp_path / "deep" / "a") == capture


def test_saving_again_replaces_the_earlier_capture(tmp_path: Path) -> None:
    save_capture(CAPTURE, tmp_path / "a")
    save_capture(replace(CAPTURE, full_page=None), tmp_path / "a")
    assert load_capture(tmp_path / "a").full_page is None
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_folder_without_capture_is_an_error_that_names_it(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=f"{tmp_path} holds no capture"):
        load_capture(tmp_path)


def test_only_folders_of_captures_are_taken_for_them(tmp_path: Path) -> None:
    save_capture(CAPTURE, tmp_path / "kept")
    sources = [str(tmp_path / "kept"), str(tmp_path), "https://a.example/", "n" * 300, "a\0b"]
    assert [is_kept(source) for source in sources] == [True, False, False, False, False]


@given(st.text(), st.text())
def test_folders_lie_in_the_root_and_differ_where_sources_do(one: str, other: str) -> None:
    root = Path("out")
    assert folder_for(one, root).parent == root
    assert len(folder_for(one, root).name) < 100
    assert (folder_for(one, root) == folder_for(other, root)) == (one == other)


def test_what_a_killed_process_left_half_written_is_removed(tmp_path: Path) -> None:
    killed = subprocess.Popen(["true"])
    killed.wait()
    names = [f".unfinished-{pid}-x" for pid in (killed.pid, os.getpid())]
    for name in (*names, ".unfinished-old", "kept"):
        (tmp_path / name).mkdir()
    drop_unfinished(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {names[1], "kept"}
