"""Lists that stand beside an article."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.listing import Listing
from pagesight.render.page import Page

_TITLE = "Harbour bridge reopens after repairs"
_TEXT = "<p>The bridge was shut for a year while cables were replaced, says the council.</p>" * 12
_STORIES = "".join(
    f"<li><h3><a href=/{n}>Another story of the town, number {n}</a></h3>"
    f"<p>{n} March 2026</p><p>A few words on what it is about.</p></li>"
    for n in range(1, 7)
)


def _count(body: str) -> int:
    document = read(Page("https://example.com/", f"<title>{_TITLE}</title><body>{body}</body>"))
    return len(Listing(document, np.ones(len(document.blocks), np.bool_)).records)


@pytest.mark.parametrize(
    "label", ["Related stories", "Другие новости раздела", "Ещё по теме", "网易新闻48小时评论排行"]
)
def test_other_stories_behind_an_article_are_no_records(label: str) -> None:
    assert not _count(f"<h1>{_TITLE}</h1>{_TEXT}<h2>{label}</h2><ul>{_STORIES}</ul>")


def test_a_list_under_such_a_label_is_the_pages_where_no_article_is_above_it() -> None:
    assert _count(f"<h1>{_TITLE}</h1><h2>Latest news</h2><ul>{_STORIES}</ul>") == 6


def test_an_article_with_others_cut_short_behind_it_is_no_list() -> None:
    article = f"<h3><a href=/0>{_TITLE}</a></h3><p>9 March 2026</p>"
    assert not _count(f"<ul><li>{article}{_TEXT}</li>{_STORIES}</ul>")
    assert _count(f"<ul><li>{article}<p>A few words on it.</p></li>{_STORIES}</ul>") == 7
