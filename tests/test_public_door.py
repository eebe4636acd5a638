"""`import pagesight`: the names a user needs, loaded when they are used."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import pagesight
from pagesight.app.api import _models
from pagesight.app.pipeline import Pipeline
from pagesight.extract.errors import ParseError

WORDS = "The harbour was rebuilt in three years by the people who live there. "
HTML = (
    "<title>Harbour</title><nav><a href=/>Quay Notes</a> <a href=/news>News</a></nav><article>"
    "<h1>Harbour</h1><p class=byline>By Ann Lee, 3 May 2024</p>"
    f"<p>{WORDS * 3}</p><p>{WORDS * 4}</p><p>{WORDS * 2}</p></article>"
)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_text(HTML, "utf-8")
    return path


def test_html_at_hand_is_extracted_without_a_browser() -> None:
    result = pagesight.extract_html(HTML, "https://harbour.example/news/rebuilt")
    assert WORDS.strip() in result.text
    assert result.url == "https://harbour.example/news/rebuilt"
    assert isinstance(result, pagesight.Result)


def test_bytes_are_decoded_as_a_browser_would() -> None:
    html = HTML.replace("Harbour", "Hafen in Köln").replace(
        "<title>", "<meta charset=latin1><title>"
    )
    assert "# Hafen in Köln" in pagesight.extract_html(html.encode("latin1")).markdown


def test_many_calls_load_the_models_once() -> None:
    pagesight.extract_html(HTML)
    model = _models().classifier("html")
    pagesight.extract_html(HTML, options=pagesight.Options(include_hidden=True))
    assert _models().classifier("html") is model


def test_a_page_that_is_not_there_is_an_error_of_pagesight(tmp_path: Path) -> None:
    options = pagesight.Options(render=False)
    with pytest.raises(pagesight.PagesightError, match=r"nosuch\.html"):
        pagesight.extract_url(tmp_path / "nosuch.html", options)


@pytest.mark.browser
async def test_pages_are_rendered_inside_a_running_event_loop(saved: Path) -> None:
    assert pagesight.render_url(saved).page.screenshot
    assert WORDS.strip() in pagesight.extract_url(saved).text


def test_a_saved_page_is_classified(saved: Path) -> None:
    assert pagesight.classify_url(saved, pagesight.Options(render=False)).genre == "article"
    assert pagesight.classify_html(HTML).genre is pagesight.Genre.ARTICLE


def test_the_functions_have_signatures_and_the_folders_are_plain_packages() -> None:
    parameters = inspect.signature(pagesight.extract_html).parameters
    assert list(parameters) == ["html", "url", "options"]
    assert type(pagesight.extract) is type(pagesight.render) is ModuleType


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pagesight.extract_html(None), "the HTML is of type NoneType; wanted str or bytes"),
        (lambda: pagesight.extract_html(HTML, 7), "of type int; wanted str"),
        (lambda: pagesight.extract_html(b"%PDF-1.7"), "the HTML is a PDF document"),
        (lambda: pagesight.extract_html(HTML, options={}), "wanted pagesight.Options"),
        (lambda: pagesight.extract_url(7), "of type int; wanted a URL or a path"),
        (lambda: pagesight.render_url(None), "of type NoneType; wanted a URL or a path"),
        (lambda: pagesight.render_url("a", pagesight.Options()), "wanted pagesight.RenderOptions"),
        (lambda: pagesight.classify_html(7), "of type int; wanted str or bytes"),
        (lambda: pagesight.AsyncPipeline(pages=0), "wanted a whole number, 1 or more"),
    ],
)
def test_what_no_call_can_do_is_refused_in_words(call: Callable[[], object], message: str) -> None:
    with pytest.raises(pagesight.PagesightError, match=message):
        call()


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
