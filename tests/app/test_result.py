"""A result is a value with the answers that users ask for."""

import json

from pagesight.app.api import extract_html

STORY = "<p>The ferry brings the post on Mondays, and <b>bread</b> for the whole island.</p>" * 9
HTML = f"<html lang=en><title>Ferry</title><nav>Menu</nav><h1>Ferry</h1>{STORY}"
URL = "https://island.example/ferry"


def test_its_content_is_that_of_its_extraction() -> None:
    result = extract_html(HTML, URL)
    assert result.text == result.extraction.text
    assert result.markdown == result.extraction.markdown
    assert result.records == result.extraction.records
    assert result.metadata.title == "Ferry"


def test_it_is_shown_in_one_line() -> None:
    shown = repr(extract_html(HTML, URL))
    assert "\n" not in shown
    assert len(shown) < 200
    assert f"url='{URL}', genre='article'" in shown


def test_as_json_it_says_what_its_dictionary_says() -> None:
    result = extract_html(HTML, URL)
    written = json.dumps(result.to_dict(blocks=True), ensure_ascii=False)
    assert result.to_json(blocks=True) == written
    assert "alternatives" in result.to_dict()
    assert "alternatives" not in result.to_dict(alternatives=False)


def test_its_page_is_shown_with_what_was_kept() -> None:
    marked = extract_html(HTML, URL).html_with_marks()
    assert "<mark" in marked
    assert "pagesight-legend" in marked
