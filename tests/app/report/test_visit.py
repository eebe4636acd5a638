"""The report in a real browser."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from visitor import chromium

from pagesight.app.report.cases import Case
from pagesight.app.report.write import write_report

from .test_write import RESULTS

pytestmark = pytest.mark.browser

BEST, OTHER = "strong<b>", "weak"
HOSTILE = "</script><script>document.title = 'broken'</script>"


def case(name: str, system: str, genre: str, f1: float, lang: str = "en") -> Case:
    differences = (("kept", "The ferry "), ("missed", "sails "), ("added", HOSTILE))
    return Case(name, "", genre, lang, system, f1, 0.5, 0.5, "", differences)


CASES = (
    case("a", BEST, "article", 0.1),
    case("b", OTHER, "article", 0.2),
    case("c", BEST, "forum", 0.3, "de"),
    *(case(f"d{n}", BEST, "article", 0.4) for n in range(40)),
)


@pytest.fixture(scope="module")
def browser_page() -> Iterator[Page]:
    with chromium() as browser:
        yield browser.new_page(viewport={"width": 1200, "height": 800})


@pytest.fixture
def report(browser_page: Page, tmp_path: Path) -> Page:
    write_report(RESULTS, [], tmp_path, CASES)
    browser_page.goto((tmp_path / "report.html").as_uri())
    return browser_page


def names(page: Page) -> list[str]:
    return page.locator("#list summary .name").all_inner_texts()


def test_the_worst_pages_of_the_best_system_come_first(report: Page) -> None:
    assert names(report)[:3] == ["a", "c", "d0"]
    assert len(names(report)) == 30
    report.get_by_role("button", name="Show more").click()
    assert len(names(report)) == 42
    expect(report.get_by_role("button", name="Show more")).to_be_hidden()


def test_pages_are_filtered_by_system_genre_and_language(report: Page) -> None:
    report.get_by_label("System").select_option("")
    assert names(report)[:3] == ["a", "b", "c"]
    report.get_by_label("Genre").select_option("forum")
    assert names(report) == ["c"]
    report.get_by_label("Language").select_option("en")
    expect(report.locator("#found")).to_have_text("0 pages, the worst first")


def test_a_page_opens_to_its_coloured_differences(report: Page) -> None:
    report.locator("#list summary").first.click()
    shown = report.locator("#list .diff").first
    expect(shown.locator("del")).to_have_text("sails ")
    expect(shown.locator("ins")).to_have_text(HOSTILE)
    expect(report).to_have_title("Pagesight: extract on tiny: 4 pages")
    colours = [
        shown.locator(tag).evaluate("element => getComputedStyle(element).backgroundColor")
        for tag in ("del", "ins", "span")
    ]
    assert len(set(colours)) == 3


DOT = (
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGA"
    "WjR9awAAAABJRU5ErkJggg=="
)


def test_a_page_with_a_picture_shows_its_blocks_there(browser_page: Page, tmp_path: Path) -> None:
    boxed = replace(CASES[0], boxes=((10.0, 10.0, 50.0, 5.0, "missed"),))
    write_report(RESULTS, [], tmp_path, (boxed, CASES[2]), {"a": DOT})
    browser_page.goto((tmp_path / "report.html").as_uri())
    for number in range(2):
        browser_page.locator("#list summary").nth(number).click()
    expect(browser_page.locator("#list .shot")).to_have_count(1)
    expect(browser_page.locator("#list .shot i.missed")).to_be_visible()


@pytest.mark.parametrize("width", [1200, 390])
def test_the_page_is_never_wider_than_the_window(report: Page, width: int) -> None:
    report.set_viewport_size({"width": width, "height": 800})
    report.locator("#list summary").first.click()
    assert report.evaluate("document.documentElement.scrollWidth") == width
