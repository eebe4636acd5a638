"""Hidden text on the command line: left out and counted, or kept when asked for."""

import json
from pathlib import Path

import pytest
from hidden_ways import INJECTED, SEEN

from .conftest import Run

_ITEM = f"<li class=item><h3><a href=/1>{SEEN}</a></h3><p>{SEEN}</p><p hidden>{INJECTED}</p></li>"
_PAGES = {
    "article": f"<h1>Title</h1>{f'<p>{SEEN}</p>' * 8}<p style='display:none'>{INJECTED}</p>",
    "listing": f"<h1>Title</h1><ul class=list>{_ITEM * 8}</ul>",
}


@pytest.fixture(params=_PAGES)
def page(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / f"{request.param}.html"
    path.write_text(f"<title>T</title>{_PAGES[request.param]}", encoding="utf-8")
    return path


def test_hidden_text_is_in_no_field_of_the_json_and_counted(pagesight: Run, page: Path) -> None:
    code, out, err = pagesight(
        "extract", page, "--no-render", "--format", "json", "--genre", page.stem
    )
    assert code == 0
    assert SEEN in out
    assert INJECTED not in out
    hidden = json.loads(out)["hidden_chars"]
    assert hidden % len(INJECTED) == 0 < hidden
    assert f"left out:  {hidden} characters of hidden text" in err


def test_include_hidden_keeps_all(pagesight: Run, page: Path) -> None:
    options = ("--no-render", "--format", "json", "--extractor", "perplexity", "--include-hidden")
    code, out, err = pagesight("extract", page, *options)
    assert code == 0
    assert (INJECTED in json.loads(out)["text"], json.loads(out)["hidden_chars"]) == (True, 0)
    assert "left out" not in err


def test_a_batch_leaves_hidden_text_out_unless_asked(pagesight: Run, page: Path) -> None:
    sources = page.with_name("list.txt")
    sources.write_text(f"{page}\n", encoding="utf-8")
    counts = []
    for options in ((), ("--include-hidden",)):
        code, out, _ = pagesight("batch", sources, "--out", "-", "--no-render", *options)
        counts.append((code, json.loads(out)["hidden_chars"] > 0))
    assert counts == [(0, True), (0, False)]
