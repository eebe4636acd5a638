import json
from pathlib import Path

import pytest

from pagesight.app.errors import EvaluationError, UnknownSystem
from pagesight.app.evaluate.options import EvaluateOptions
from pagesight.app.evaluate.run import evaluate

pytestmark = pytest.mark.browser

LATE = """<!doctype html><title>Late</title><body style="background: linear-gradient(white, black)">
<p>Sent by the server.</p>
<script>document.body.insertAdjacentHTML("beforeend", "<p>Added later here.</p>")</script>"""


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text(LATE)
    (folder / "empty.html").write_text("<!doctype html><title>Nothing</title>")
    return folder


def test_each_renderer_says_what_it_kept_of_a_sites_pages_and_how_fast(
    site: Path, tmp_path: Path
) -> None:
    out = tmp_path / "report"
    systems = ("pagesight", "playwright", "playwright-kept")
    options = EvaluateOptions(corpora=(site,), out=out, task="render", systems=systems)
    evaluate(options)
    results = json.loads((out / "results.json").read_text())
    assert results["pages"] == 2
    for name in systems:
        figures = results["systems"][name]
        assert (figures["errors"], figures["no_picture"]) == (0, 0)
        assert figures["text_kept"] == 1.0
        assert figures["text_added"] > 0
        assert figures["blank"] == 1
        assert figures["pages_per_second"] > 0
    assert "text kept" in (out / "report.html").read_text()


def test_a_page_that_does_not_answer_is_a_failure_of_its_kind(tmp_path: Path) -> None:
    addresses = tmp_path / "pages.txt"
    addresses.write_text("http://127.0.0.1:9/\n")
    systems = ("pagesight", "playwright")
    options = EvaluateOptions(
        corpora=(addresses,), out=tmp_path / "report", task="render", systems=systems
    )
    results = evaluate(options)["systems"]
    assert list(results["pagesight"]["failures"].values()) == [1]
    assert list(results["playwright"]["failures"]) in (
        ["ERR_CONNECTION_REFUSED"], ["ERR_UNSAFE_PORT"],
    )  # fmt: skip


def test_a_renderer_that_is_silent_for_too_long_is_stopped_and_goes_on(
    site: Path, tmp_path: Path
) -> None:
    (site / "endless.html").write_text("<!doctype html><p>text</p><script>for (;;);</script>")
    options = EvaluateOptions(
        corpora=(site,), out=tmp_path, task="render", systems=("playwright",), page_seconds=8.0
    )
    figures = evaluate(options)["systems"]["playwright"]
    assert (figures["pages"], figures["timeouts"]) == (3, 1)


@pytest.mark.parametrize(
    ("changed", "error"),
    [
        ({"systems": ("firefox",)}, UnknownSystem),
        ({"folds": 2}, EvaluationError),
        ({"corpora": (Path("none-here.txt"), Path())}, EvaluationError),
    ],
)
def test_what_cannot_be_rendered_is_an_error(
    changed: dict[str, object], error: type[Exception], tmp_path: Path
) -> None:
    asked: dict[str, object] = {"corpora": (tmp_path,), "out": tmp_path, "task": "render"}
    asked |= {"systems": ("pagesight",)} | changed
    with pytest.raises(error):
        evaluate(EvaluateOptions(**asked))  # type: ignore[arg-type]
