"""No text ends in a claim of rights, or in the heading of comments, a form or other stories."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.selection.endings import (
    without_author_boxes,
    without_footer,
    without_other_stories,
)
from pagesight.render.page import Page

_TEXT = "<p>It is made of oak, and it will outlive you and your chairs.</p>"


@pytest.mark.parametrize(
    ("last", "is_left"),
    [
        ("© 2026 The Slow Review", False),
        ("© RIPRODUZIONE RISERVATA", False),
        ("Copyright © 2003 Holm. All Rights Reserved", False),
        ("Texts are available under CC-BY-SA unless noted.", False),
        ("You asked for this mail. Change your mind? <a href=/u>Unsubscribe</a>", False),
        ("© Ted Tate", True),
        ("(c) Percentage of graduates who live at home.", True),
    ],
)
def test_what_claims_the_rights_in_a_page_is_no_end_of_it(last: str, is_left: bool) -> None:
    document = read(Page("https://a.org/", f"<body>{_TEXT}<p>{last}</p></body>"))
    kept = without_footer(np.ones(len(document.blocks), np.bool_), document)
    assert kept.tolist() == [True, is_left]


@pytest.mark.parametrize(
    ("heading", "is_left"),
    [
        ("3 Comments", False),
        ("Sign up for more like this.", False),
        ("Yorumlar", False),
        ("Apply for this job", False),
        ("Start your free trial", False),
        ("Oak", True),
    ],
)
def test_a_page_does_not_end_in_the_heading_of_what_is_left_out(
    heading: str, is_left: bool
) -> None:
    document = read(Page("https://a.org/", f"<body>{_TEXT}<h2>{heading}</h2></body>"))
    kept = without_footer(np.ones(len(document.blocks), np.bool_), document)
    assert kept.tolist() == [True, is_left]


def test_a_claim_above_a_text_is_of_that_text() -> None:
    document = read(Page("https://a.org/", f"<body><p>© 2026 Holm</p>{_TEXT}</body>"))
    assert without_footer(np.ones(2, np.bool_), document).all()


@pytest.mark.parametrize(
    ("heading", "under", "left"),
    [
        ("You might also like", "<p><a href=/b>Beech</a></p><p><a href=/e>Elm</a></p>", 1),
        ("You might also like", "<p>Beech is as good.</p>", 3),
        ("Trees", "<p><a href=/b>Beech</a></p>", 3),
    ],
    ids=["links", "a text", "a section"],
)
def test_a_page_does_not_end_in_links_to_other_stories(heading: str, under: str, left: int) -> None:
    document = read(Page("https://a.org/", f"<body>{_TEXT}<h2>{heading}</h2>{under}</body>"))
    kept = without_footer(np.ones(len(document.blocks), np.bool_), document)
    assert kept.sum() == left


_LINKS = "".join(f"<li><a href=/{tree}>{tree}</a> 3 May</li>" for tree in ("Beech", "Elm", "Ash"))


@pytest.mark.parametrize(
    ("label", "text", "is_left"),
    [
        ("※ 相关文章", 3 * _TEXT, False),
        ("Related articles:", 3 * _TEXT, False),
        ("You might like:", 3 * _TEXT, False),
        ("See also", 3 * _TEXT, True),
        ("Related articles:", "<p>Trees.</p>", True),
    ],
    ids=[
        "of another language",
        "a label",
        "short for also",
        "what the text names",
        "hardly any text",
    ],
)
def test_lists_of_other_stories_are_left_out_wherever_they_stand(
    label: str, text: str, is_left: bool
) -> None:
    body = f"{text}<p>{label}</p><ul>{_LINKS}</ul><p>The end.</p>"
    document = read(Page("https://a.org/", f"<body>{body}</body>"))
    kept = without_other_stories(np.ones(len(document.blocks), np.bool_), document)
    texts = [block.text for block in document.blocks if kept[block.order]]
    assert [text in texts for text in (label, "Elm 3 May", "The end.")] == [is_left, is_left, True]


@pytest.mark.parametrize(
    ("label", "is_left"),
    [("Related posts", False), ("More on this story", False), ("What the trees say", True)],
)
def test_a_part_of_the_page_for_other_stories_is_left_out_with_its_texts(
    label: str, is_left: bool
) -> None:
    cards = "".join(
        f"<h4><a href=/{tree}>On {tree}</a></h4><p>It burns slowly, and long.</p>"
        for tree in ("beech", "elm")
    )
    body = f"{3 * _TEXT}<section><h3>{label}</h3>{cards}</section><p>The end.</p>"
    document = read(Page("https://a.org/", f"<body>{body}</body>"))
    kept = without_other_stories(np.ones(len(document.blocks), np.bool_), document)
    texts = [block.text for block in document.blocks if kept[block.order]]
    assert ("It burns slowly, and long." in texts, "The end." in texts) == (is_left, True)


def test_stories_under_a_label_that_is_left_out_are_left_out_too() -> None:
    body = f"{3 * _TEXT}<div><p>À lire aussi</p><ul>{_LINKS}</ul></div><p>The end.</p>"
    document = read(Page("https://a.org/", f"<body>{body}</body>"))
    texts = [block.text for block in document.blocks]
    kept = without_other_stories(np.array([text != "À lire aussi" for text in texts]), document)
    assert [text for text, keeps in zip(texts, kept, strict=True) if keeps][3:] == ["The end."]


def test_lists_of_stories_that_are_most_of_a_page_stay() -> None:
    body = f"{3 * _TEXT}<p>Latest news</p><ul>{30 * _LINKS}</ul>"
    document = read(Page("https://a.org/", f"<body>{body}</body>"))
    assert without_other_stories(np.ones(len(document.blocks), np.bool_), document).all()


def test_a_page_does_not_end_in_links_under_a_line_that_announces_other_stories() -> None:
    links = "<p><a href=/a>One</a></p><p><a href=/b>Two</a></p>"
    document = read(Page("https://a.org/", f"<body>{_TEXT}<p>Related stories:</p>{links}"))
    kept = without_footer(np.ones(len(document.blocks), np.bool_), document)
    assert kept.tolist() == [True, False, False, False]


_BYLINE = "<meta name=author content='Ann Lee'>"
_AUTHOR = "Ann Lee has written on oak, ash and elm since 1998, and keeps two dogs and a saw."


@pytest.mark.parametrize(
    ("page", "is_left"),
    [
        (f"{_TEXT * 3}<div class=author-box><h4>Ann Lee</h4><p>{_AUTHOR}</p></div>", False),
        (f"{_TEXT * 3}<div id=about_the_author><h4>Ann Lee</h4><p>{_AUTHOR}</p></div>", False),
        (f"{_TEXT * 3}<section class=post-author><h4>Ann Lee</h4><p>{_AUTHOR}</section>", False),
        (f"<div class=author-info><h4>Ann Lee</h4><p>{_AUTHOR}</p></div>{_TEXT * 3}", True),
        (f"{_TEXT * 3}<div class=authority><h4>Ann Lee</h4><p>{_AUTHOR}</p></div>", True),
        (f"{_TEXT * 3}<div class=author-info><p>By Ann Lee</p></div>", True),
        (f"{_BYLINE}{_TEXT * 3}<div><img src=/a><p>Ann Lee</p><p>Keeps a saw.</p></div>", False),
        (f"{_BYLINE}{_TEXT * 3}<div><h4>About the author</h4><p>Keeps a saw.</p></div>", False),
        (f"{_BYLINE}{_TEXT * 3}<div><p>Jo Hale</p><p>Keeps a saw.</p></div>", True),
        (f"{_BYLINE}{_TEXT * 3}{2 * '<div><p>Ann Lee</p><p>I saw.</p></div>'}", True),
    ],
)
def test_a_box_on_the_author_behind_the_text_is_none_of_it(page: str, is_left: bool) -> None:
    document = read(Page("https://a.org/", f"<body>{page}</body>"))
    kept = without_author_boxes(np.ones(len(document.blocks), np.bool_), document)
    assert kept.all() == is_left
