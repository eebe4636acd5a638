import math
import subprocess
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pagesight.datasets.schema import Genre, LabelledPage
from pagesight.extract.errors import ModelError
from pagesight.extract.page.document import read
from pagesight.render.page import Box, LaidOutNode, Layout, Page, Style
from pagesight.vision.predict import load_classifier
from pagesight.vision.screenshot.model import ScreenshotClassifier
from pagesight.vision.screenshot.preprocess import has_bare_links, page_warnings

WEIGHTS = Path(__file__).parents[2] / "vision" / "weights"


def test_shipped_weights_hold_no_pickle_and_are_small() -> None:
    files = [path for path in WEIGHTS.rglob("*") if path.is_file()]
    assert {path.suffix for path in files} <= {".json", ".npz", ".onnx", ".safetensors", ".md"}
    assert sum(path.stat().st_size for path in files) < 15e6


@pytest.mark.parametrize("by", ["both", "screenshot", "html", "goce-svm", "cascade"])
def test_every_shipped_classifier_gives_probabilities(by: str, pages: list[LabelledPage]) -> None:
    found = load_classifier(by).predict(read(pages[0].page))  # type: ignore[arg-type]
    assert set(found.probabilities) == set(Genre)
    assert sum(found.probabilities.values()) == pytest.approx(1)


def test_predicting_from_html_loads_nothing_that_training_or_pictures_need() -> None:
    asked = "import sys; from pagesight.vision.predict import load_classifier as load; load('html')"
    heavy = "{'torch', 'scipy', 'sklearn', 'onnxruntime', 'pyarrow', 'pandas'}"
    code = f"{asked}; print(*{heavy}.intersection(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def test_predicting_from_pictures_needs_no_torch() -> None:
    code = (
        "import sys; from pagesight.vision.predict import load_classifier as load; load('both'); "
        "print(*{'torch', 'torchvision', 'timm', 'scipy', 'sklearn'}.intersection(sys.modules))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []


def png(colour: str) -> bytes:
    out = BytesIO()
    Image.new("RGB", (320, 480), colour).save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("html", ["<html><body></body></html>", "<title>x</title><p>Loading"])
@pytest.mark.parametrize("screenshot", [png("white"), None])
def test_a_page_that_shows_nothing_is_other_with_little_confidence(
    html: str, screenshot: bytes | None
) -> None:
    found = load_classifier("both").predict(read(Page("https://a.example/x", html, screenshot)))
    assert found.genre is Genre.OTHER
    assert found.confidence < 0.5
    assert "empty" in found.warnings


def test_a_blank_picture_leaves_the_genre_to_the_html(pages: list[LabelledPage]) -> None:
    document = read(replace(pages[0].page, screenshot=png("white")))
    found = load_classifier("both").predict(document)
    assert found.probabilities == load_classifier("html").predict(document).probabilities
    assert "blank" in found.warnings
    assert [side.weight for side in found.sides] == [1, 0]


def test_html_with_nothing_in_it_leaves_the_genre_to_the_picture(pages: list[LabelledPage]) -> None:
    document = read(replace(pages[0].page, html="<html><body><div id=app></div></body></html>"))
    found = load_classifier("both").predict(document)
    assert found.evidence == "screenshot"
    assert "empty" in found.warnings


def test_both_sides_add_up_to_the_log_odds(pages: list[LabelledPage]) -> None:
    found = load_classifier("both").predict(read(pages[1].page))
    shares = sorted(found.probabilities, key=lambda genre: -found.probabilities[genre])
    first, second = shares[:2]
    odds = math.log(found.probabilities[first] / found.probabilities[second])
    assert sum(side.log_odds(first, second) for side in found.sides) == pytest.approx(odds)
    assert [side.prediction.evidence for side in found.sides] == ["html", "screenshot"]


def test_without_a_picture_both_predicts_from_the_html(pages: list[LabelledPage]) -> None:
    bare = Page(pages[0].page.url, pages[0].page.html)
    found = load_classifier("both").predict(read(bare))
    assert found.evidence == "html"
    assert found.probabilities == load_classifier("html").predict(read(bare)).probabilities


def test_an_explanation_is_a_picture(pages: list[LabelledPage]) -> None:
    classifier = load_classifier("screenshot")
    assert isinstance(classifier, ScreenshotClassifier)
    document = read(pages[0].page)
    assert classifier.explain(document.page).startswith(b"\x89PNG")
    assert classifier.explain(document.page, Genre.FORUM) != classifier.explain(
        document.page, Genre.ARTICLE
    )


def test_unknown_names_and_missing_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="there are both, screenshot, html"):
        load_classifier("nose")  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="no model folder at"):
        load_classifier("html", tmp_path / "none")
    with pytest.raises(
        ModelError, match="html is no model of the kind that predicts by screenshot: screenshot"
    ):
        load_classifier("screenshot", WEIGHTS / "html")


def test_a_model_may_stand_in_its_own_folder_or_in_one_of_all_kinds() -> None:
    load_classifier("html", WEIGHTS / "html")
    load_classifier("html", WEIGHTS)


def box(position: str, height: float, background: str = "rgb(0, 0, 0)") -> Layout:
    style = Style("block", True, position, 16, 400, "rgb(0, 0, 0)", background)
    return Layout((LaidOutNode("div", None, Box(0, 0, 1280, height), style),), 3000)


def test_links_in_the_browsers_own_blue_show_a_page_without_style() -> None:
    def links(colour: str) -> tuple[LaidOutNode, ...]:
        style = Style("inline", True, "static", 16, 400, colour, "rgba(0, 0, 0, 0)")
        return (LaidOutNode("a", "more", Box(0, 0, 40, 18), style),) * 3

    assert has_bare_links(links("rgb(0, 0, 238)"))
    assert not has_bare_links(links("rgb(20, 20, 20)"))


@pytest.mark.parametrize(
    ("layout", "expected"),
    [
        (box("fixed", 960), ("obscured",)),
        (box("fixed", 60), ()),
        (box("static", 960), ()),
        (box("fixed", 960, "rgba(0, 0, 0, 0)"), ()),
    ],
)
def test_fixed_boxes_over_much_of_the_window_are_noticed(
    layout: Layout, expected: tuple[str, ...]
) -> None:
    assert page_warnings(Page("", "<p>x</p>", layout=layout), None) == expected


def in_window(width: int) -> Layout:
    """The layout of a page in a window of that width, in CSS pixels."""
    style = Style("block", True, "static", 16, 400, "rgb(0, 0, 0)", "rgb(255, 255, 255)")
    return Layout((LaidOutNode("html", None, Box(0, 0, width, 3000), style),), 3000)


@pytest.mark.parametrize(
    ("width", "expected"), [(390, ("narrow",)), (1024, ()), (1600, ()), (1920, ("wide",))]
)
def test_windows_unlike_those_of_training_are_noticed(
    width: int, expected: tuple[str, ...]
) -> None:
    assert page_warnings(Page("", "<p>x</p>", layout=in_window(width)), None) == expected


def test_a_picture_of_an_odd_window_does_not_overrule_the_html(pages: list[LabelledPage]) -> None:
    page = replace(pages[0].page, layout=in_window(390))
    found = load_classifier("both").predict(read(page))
    assert found.evidence == "html"
    assert "narrow" in found.warnings
    assert found.probabilities == load_classifier("html").predict(read(page)).probabilities
