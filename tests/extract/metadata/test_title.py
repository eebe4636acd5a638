"""Titles: the headline, whatever element has it, without the site's name, once."""

import pytest

from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_TEXT = (
    "<p>" + "The ferry leaves at nine and nobody on the quay has seen it come back. " * 4 + "</p>"
)


def _title(title: str, body: str) -> str:
    html = f"<html><head><title>{title}</title></head><body>{body}{_TEXT}</body></html>"
    return metadata(read(Page("https://site.example/a", html))).title


@pytest.mark.parametrize(
    ("title", "body", "expected"),
    [
        ("Late ferries – Quay Notes", "<h1><a href=/>Quay Notes</a></h1><h2>Late ferries</h2>",
         "Late ferries"),
        ("Late home - Quay", "<h1>Quay</h1><h2>Late home</h2>", "Late home"),
        ("Untitled document", "<h1>Late ferries</h1>", "Late ferries"),
        ("Index", "<p>Late ferries", "Index"),
        ("ann: Late ferries", "<h3>Late ferries</h3>", "Late ferries"),
        ("Late ferries — Quay Notes", "<p><a href=/>Quay Notes</a></p>", "Late ferries"),
        ("Quay Notes: Late ferries", "<h2>Late ferries</h2>", "Late ferries"),
        ("Late ferries · Quay Notes", "<p>Late ferries</p><footer>© 2024 Quay Notes</footer>",
         "Late ferries"),
        ("Ferry 7 is late · Issue #41 · quay/boats", "<h1>Ferry 7 is late <i>#41</i></h1>",
         "Ferry 7 is late"),
        ("Late ferries", "<h1><span>Late ferries</span><span>Late ferries</span></h1>",
         "Late ferries"),
        ("Ferries: a history", "<h1>Ferries: a history</h1><h2>a history</h2>",
         "Ferries: a history"),
        ("Docs - Install", "<h2>Docs</h2><h1>Install</h1>", "Install"),
        ("Quay - Rust", "<h1>Crate <i>quay</i> <button>Copy path</button></h1>", "Crate quay"),
        ("Late ferries", "<h1>Late ferries <x-menu hidden>Save for later</x-menu></h1>",
         "Late ferries"),
        ("Fer&shy;ries late", "<h1>Late fer&shy;ries</h1>", "Late ferries"),
        (" | Quay Notes", "<h1>Late ferries</h1>", "Late ferries"),
    ],
)  # fmt: skip
def test_the_title_is_the_headline_without_the_site(title: str, body: str, expected: str) -> None:
    assert _title(title, body) == expected


@pytest.mark.parametrize(
    ("heading", "expected"),
    [
        ("<i>Question</i> Where do the ferries go?", "Where do the ferries go?"),
        ("2024 Where do the ferries go?", "2024 Where do the ferries go?"),
    ],
)
def test_a_label_before_the_headline_that_the_page_states_is_none_of_the_title(
    heading: str, expected: str
) -> None:
    stated = '{"@type": "DiscussionForumPosting", "headline": "Where do the ferries go?"}'
    script = f'<script type="application/ld+json">{stated}</script>'
    assert _title("Question - Where do the ferries go?", f"{script}<h1>{heading}</h1>") == expected
