"""`import pagesight`: the names a user needs, loaded when they are used."""

import subprocess
import sys
from pathlib import Path

import pytest

import pagesight
from pagesight.app.pipeline import Pipeline
from pagesight.extract.errors import ParseError
from pagesight.render.page import Capture

WORDS = "The harbour was rebuilt in three years by the people who live there. "
HTML = f"<title>Harbour</title><article><h1>Harbour</h1><p>{WORDS * 9}</p></article>"


def test_html_at_hand_is_extracted_without_a_browser() -> None:
    result = pagesight.extract_html(HTML, "https://harbour.example/news/rebuilt")
    assert WORDS.strip() in result.extraction.text
    assert isinstance(result, pagesight.Result)


def test_the_folder_extract_can_be_called(tmp_path: Path) -> None:
    options = pagesight.Options(render=False)
    with pytest.raises(pagesight.PagesightError, match=r"nosuch\.html"):
        pagesight.extract(str(tmp_path / "nosuch.html"), options)


@pytest.mark.browser
def test_the_folder_render_can_be_called(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(HTML, "utf-8")
    capture = pagesight.render(str(path))
    assert isinstance(capture, Capture)
    assert capture.page.screenshot


def test_a_saved_page_is_classified(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(HTML, "utf-8")
    prediction = pagesight.classify(str(path), pagesight.Options(render=False))
    assert prediction.genre == "article"


def test_names_are_those_of_the_folders() -> None:
    assert pagesight.Pipeline is Pipeline
    assert set(pagesight.__all__) <= set(dir(pagesight))
    with pytest.raises(AttributeError, match="no attribute 'nosuch'"):
        _ = pagesight.nosuch


def test_all_errors_have_one_root() -> None:
    assert issubclass(ParseError, pagesight.PagesightError)


@pytest.mark.parametrize("heavy", ["numpy", "lxml", "torch", "playwright", "gradio", "sklearn"])
def test_the_import_alone_loads_nothing_heavy(heavy: str) -> None:
    code = f"import sys, pagesight; sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
