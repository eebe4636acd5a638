"""The library's way from HTML to content."""

import pytest

from pagesight.app.api import extract_html

STORY = "<p>A story of more than a few words, with <a href='/more'>a link</a> in it.</p>" * 5


@pytest.mark.parametrize(
    ("head", "url", "address"),
    [
        ("", "", ""),
        ("<link rel=canonical href=https://own.example/story>", "", "https://own.example/story"),
        ("<link rel=canonical href=https://own.example/a>", "https://b.example/", "https://b.example/"),
    ],
)  # fmt: skip
def test_html_at_hand_has_the_address_given_or_else_its_own(
    head: str, url: str, address: str
) -> None:
    assert extract_html(f"<head>{head}</head>{STORY}", url).capture.page.url == address


def test_links_of_html_without_address_stay_relative() -> None:
    assert "[a link](/more)" in extract_html(STORY).extraction.markdown
