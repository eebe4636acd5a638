"""Readers' comments are known by their heading and by the links to answer them."""

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.selection.comments import headed_comments
from pagesight.render.page import Page


def _comment(said: str, answer: str) -> str:
    return f"<div><b>Ann</b> 2 days ago<p>{said}</p><a href=#>{answer}</a></div>"


@pytest.mark.parametrize(
    ("heading", "answer", "is_of_comments"),
    [
        ("<h3>2 thoughts on “Oak”</h3>", "Reply · Like (4)", True),
        ("<h4>Kommentare (2)</h4>", "Antworten", True),
        ("<p>Comments</p>", "Reply", False),
        ("<h3>Comments</h3>", "Read on", False),
        ("<h3>Commentary</h3>", "Reply", False),
    ],
    ids=["a blog", "a German paper", "no heading", "no answers", "another heading"],
)
def test_comments_go_from_their_heading_to_the_last_link_to_answer(
    heading: str, answer: str, is_of_comments: bool
) -> None:
    comments = _comment("It creaks.", answer) + _comment("Mine too.", answer)
    html = f"<body><p>Oak it is.</p>{heading}{comments}<p>© Ann</p></body>"
    document = read(Page("https://a.org/", html))
    inside = dict(zip(document.cuts.texts, headed_comments(document).tolist(), strict=True))
    said = [inside[text] for text in ("Oak it is.", "It creaks.", "Mine too.", "© Ann")]
    assert said == [False, is_of_comments, is_of_comments, False]
