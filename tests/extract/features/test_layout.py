"""How blocks look: a page of known sizes and colours, as Chromium laid it out."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from pagesight.extract.features.layout import LAYOUT_COLUMNS, layout_columns
from pagesight.extract.parse.document import read
from pagesight.render.page import Box, LaidOutNode, Layout, Page, Style
from pagesight.render.store import unpacked_layout

_FOLDER = Path(__file__).parents[2] / "pages" / "laid_out"
_NAN = float("nan")
_STYLE = Style("block", True, "static", 16, 400, "rgb(0, 0, 0)", "rgba(0, 0, 0, 0)")


@pytest.fixture(scope="module")
def page() -> Page:
    """Return a page of a sticky bar, an article beside a column, three cards, a fixed notice."""
    html = (_FOLDER / "page.html").read_text(encoding="utf-8")
    layout = unpacked_layout((_FOLDER / "layout.json.gz").read_bytes())
    return Page("https://river.example/", html, layout=layout)


# bar, heading, two paragraphs, one that is hidden, column, three cards, notice; in pixels of 1280
@pytest.mark.parametrize(
    ("column", "unit", "values"),
    [
        ("look_shown", 1, [1, 1, 1, 1, 0, 1, 1, 1, 1, 1]),
        ("look_left", 1280, [0, 140, 140, 140, _NAN, 860, 140, 480, 820, 0]),
        ("look_width", 1280, [1280, 700, 700, 700, _NAN, 280, 320, 320, 320, 1280]),
        ("look_font", 16, [16, 32, 16, 16, _NAN, 12, 16, 16, 16, 16]),
        ("look_weight", 1, [0, 3, 0, 0, _NAN, 0, 0, 0, 0, 0]),
        ("look_column_overlap", 320, [175, 320, 320, 320, _NAN, 0, 320, 320, 20, 175]),
        ("look_column_offset", 1280, [150, 0, 0, 0, _NAN, 510, -190, 150, 490, 150]),
        ("look_level", 1, [1, 1, 1, 1, _NAN, 1, 3, 3, 3, 1]),
        ("look_alike", 1, [2, 1, 2, 2, _NAN, 1, 3, 3, 3, 2]),
        ("look_pinned", 1, [1, 0, 0, 0, _NAN, 0, 0, 0, 0, 2]),
    ],
)
def test_columns_say_what_a_person_sees(
    page: Page, column: str, unit: float, values: list[float]
) -> None:
    found = layout_columns(read(page))[LAYOUT_COLUMNS.index(column)]
    assert (found * unit).tolist() == pytest.approx(values, abs=0.05, nan_ok=True)


def test_contrast_is_that_of_wcag_by_the_usual_text(page: Page) -> None:
    contrast = layout_columns(read(page))[LAYOUT_COLUMNS.index("look_contrast")]
    usual = 15.91  # of #222 on #fff, as WebAIM's contrast checker gives it
    assert contrast[5] * usual == pytest.approx(2.85, abs=0.01)  # #999 on #fff
    assert contrast[9] * usual == pytest.approx(21, abs=0.01)  # #fff on #000


def test_what_is_above_the_fold_is_down_less_than_the_height_of_a_window(page: Page) -> None:
    down = layout_columns(read(page))[LAYOUT_COLUMNS.index("look_down")]
    above = np.flatnonzero(down < 960 / 1280).tolist()
    assert above == [0, 1, 2, 3, 5, 9]


def test_the_style_of_most_text_has_the_largest_share(page: Page) -> None:
    share = layout_columns(read(page))[LAYOUT_COLUMNS.index("look_style_share")]
    assert np.flatnonzero(share > 0.5).tolist() == [2, 3, 6, 7, 8]


@pytest.mark.parametrize("layout", [None, Layout((), 0)])
def test_without_a_layout_nothing_is_known(page: Page, layout: Layout | None) -> None:
    found = layout_columns(read(replace(page, layout=layout)))
    assert found.shape == (len(LAYOUT_COLUMNS), 10)
    assert np.isnan(found).all()


def test_a_layout_of_other_text_shows_nothing(page: Page) -> None:
    other = Layout((LaidOutNode("p", "Elsewhere", Box(0, 0, 10, 10), _STYLE),), 10)
    found = layout_columns(read(replace(page, layout=other)))
    assert (found[0] == 0).all()
    assert np.isnan(found[1:]).all()


@pytest.mark.parametrize(
    ("box", "colour"),
    [
        (Box(0, 0, 0, 0), ""),
        (Box(-1e9, 1e9, 1e9, 1e9), "color(display-p3 1 0 0)"),
        (Box(0, 0, 1, 1), "rgba(1.2.3, 2, 3, 4, 5)"),
        (Box(0, 0, 1, 1), "rgb(999, 0, 0)"),
    ],
)
def test_strange_boxes_and_colours_are_numbers_still(box: Box, colour: str) -> None:
    style = replace(_STYLE, font_size=0, color=colour, background=colour)
    nodes = (LaidOutNode("p", None, box, style), LaidOutNode("p", "text", box, style))
    found = layout_columns(read(Page("", "<p>text</p>", layout=Layout(nodes, 0))))
    assert np.isfinite(found).all()
