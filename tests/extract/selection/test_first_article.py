"""Whole articles that a page shows below the one that it is about."""

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.selection.endings import further_articles
from pagesight.render.page import Page

PROSE = "".join(
    f"<p>Sentence {n} of the story says what came to pass in the harbour, and who saw it.</p>"
    for n in range(12)
)
FIRST, SECOND = "The harbour freezes over", "A lighthouse is for sale"


def story(
    headline: str, text: str = PROSE, byline: str = "<p class=byline>By Ann Archer</p>"
) -> str:
    return f"<h1>{headline}</h1>{byline}{text}"


def left_out(body: str, title: str = f"{FIRST} | The Tern") -> list[str]:
    """Return the first block of each run that is left out, and of the first kept after it."""
    page = Page("https://tern.example/1", f"<head><title>{title}</title></head><body>{body}")
    document = read(page)
    flags = further_articles(document)
    return [block.text for block in document.blocks if flags[block.order] and block.tag == "h1"]


@pytest.mark.parametrize(
    "around",
    [
        "<article>{}</article>",
        "<div class=story><header></header><div>{}</div></div>",
        "<section><article class='post big'>{}</article></section>",
    ],
)
def test_articles_after_the_first_are_left_out(around: str) -> None:
    body = around.format(story(FIRST)) + around.format(story(SECOND))
    assert left_out(f"<main>{body}</main>") == [SECOND]


def test_an_article_that_is_marked_up_alike_is_found_behind_a_heading() -> None:
    body = f"<article>{story(FIRST)}</article><h2>Related</h2><article>{story(SECOND)}</article>"
    assert left_out(body) == [SECOND]


def test_a_line_that_says_by_whom_is_a_byline_whatever_it_is_called() -> None:
    first, second = (story(title, byline="<p>By Ann Archer") for title in (FIRST, SECOND))
    assert left_out(f"<article>{first}</article><article>{second}</article>") == [SECOND]


def test_an_article_marked_up_as_one_may_have_a_lower_headline() -> None:
    second = story(SECOND).replace("h1>", "h2>")
    html = f"<article>{story(FIRST)}<h2>What then</h2>{PROSE}</article><article>{second}</article>"
    document = read(Page("https://tern.example/1", f"<title>{FIRST}</title><body>{html}"))
    flags = further_articles(document)
    left = [block.text for block in document.blocks if flags[block.order]]
    assert left[0] == SECOND


def test_a_short_article_under_a_top_heading_is_whole() -> None:
    first, second = (story(title, text=PROSE[:240]) for title in (FIRST, SECOND))
    assert left_out(f"<article>{first}</article><article>{second}</article>") == [SECOND]


@pytest.mark.parametrize(
    ("body", "title"),
    [
        (f"<article>{story(FIRST)}</article><article>{story(SECOND)}</article>", "The Tern: blog"),
        (f"<article>{story(FIRST)}</article><article>{story('Re: ' + FIRST)}</article>", FIRST),
        (f"<article>{story(FIRST)}</article><article>{story(SECOND, '<p>In short.')}</article>",
         FIRST),
        (f"<section>{story(FIRST)}</section><section>{story(SECOND, byline='')}</section>", FIRST),
        (f"<article>{story(FIRST)}<section>{story(SECOND)}</section></article>", FIRST),
    ],
    ids=["a list of posts", "a reply", "a teaser", "a chapter", "a part of the article"],
)  # fmt: skip
def test_what_belongs_to_the_page_stays(body: str, title: str) -> None:
    assert left_out(body, title) == []


def test_a_live_blog_keeps_its_updates() -> None:
    stated = '<script type="application/ld+json">{"@type": "LiveBlogPosting"}</script>'
    body = f"<article>{story(FIRST)}</article><article>{story(SECOND)}</article>"
    assert left_out(stated + body) == []
