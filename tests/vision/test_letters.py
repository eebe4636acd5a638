"""Pages of scripts without spaces count as long as translations of them."""

from pagesight.extract.parse.document import read
from pagesight.render.page import Page
from pagesight.vision.evidence import html_features


def test_a_chinese_paragraph_is_as_long_as_its_translation() -> None:
    chinese = "部长星期二说，经过长时间的辩论，他将离开政府，党内的同事也要求他辞职。" * 3
    found = html_features(read(Page("", f"<p>{chinese}</p>"))).numbers
    assert found["text:in_long"] == 1
    assert found["place:in_long"] == 1
    assert found["mark:,"] > 0


def test_links_are_the_same_share_of_a_text_in_any_script() -> None:
    found = html_features(read(Page("", "<p>经过长时间的<a href='/x'>辩论他将离</a></p>"))).numbers
    assert abs(found["text:linked"] - 5 / 11) < 1e-6
