"""A result is a value with the answers that users ask for."""

import json
import pickle

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
    result = extract_html(HTML, URL)
    shown = repr(result)
    assert "\n" not in shown
    assert len(shown) < 200
    assert f"url='{URL}', genre='{result.genre}'" in shown


def test_as_json_it_says_what_its_dictionary_says() -> None:
    result = extract_html(HTML, URL)
    written = json.dumps(result.to_dict(blocks=True), ensure_ascii=False)
    assert result.to_json(blocks=True) == written
    assert "alternatives" not in result.to_dict()
    assert "alternatives" in result.to_dict(alternatives=True)


def test_its_page_is_shown_with_what_was_kept() -> None:
    marked = extract_html(HTML, URL).html_with_marks()
    assert "<mark" in marked
    assert "pagesight-legend" in marked


def test_a_pickled_result_says_all_that_it_said_before() -> None:
    before = extract_html(HTML, URL)
    after = pickle.loads(pickle.dumps(before))
    assert after == before.detached()
    assert after.to_dict(blocks=True) == before.to_dict(blocks=True)
    methods = [other.method for other in before.alternatives]
    assert len(methods) == 2
    assert [other.method for other in after.alternatives] == methods
    assert after.html_with_marks() == before.html_with_marks()


def test_a_pickled_result_holds_its_page_once_and_no_tree() -> None:
    items = "".join(f"<div><a href=/{n}>Item {n}</a><i class=icon></i></div>" for n in range(99))
    html = HTML.replace("<nav>", f"<script>{'x' * 100_000}</script><nav>{items}")
    assert len(pickle.dumps(extract_html(html, URL))) < 1.5 * len(html)
