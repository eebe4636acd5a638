"""Links to the other pages of a list."""

import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.paging.addresses import is_same_list
from pagesight.extract.records.paging.pagination import Pagination, pagination
from pagesight.render.page import Page

_PAGE = "https://a.example/blog/page/2/"


def _found(html: str, url: str = _PAGE) -> Pagination:
    return pagination(read(Page(url, f"<body>{html}</body>")))


def _numbers(*numbers: int) -> str:
    return " ".join(f"<a href=/blog/page/{number}/>{number}</a>" for number in numbers)


def test_a_pager_gives_next_previous_and_numbered_pages() -> None:
    around = "<a href=/blog/page/1/>‹ Previous</a> {} <a href=/blog/page/3/>Next ›</a>"
    found = _found(f"<div>{around.format(_numbers(1, 3, 9))}</div>")
    assert (found.next, found.previous) == (
        "https://a.example/blog/page/3/", "https://a.example/blog/page/1/",
    )  # fmt: skip
    assert found.pages == tuple(f"https://a.example/blog/page/{n}/" for n in (1, 3, 9))


@pytest.mark.parametrize(
    "link",
    [
        "<a href=/blog/page/3/ rel=next>Next</a>",
        "<p class=pager><a href=/blog/page/3/>Next</a></p>",
    ],
    ids=["by rel too", "in a pager"],
)
def test_of_several_next_pages_the_surest_counts(link: str) -> None:
    found = _found(f"<p><a href=/blog/page/9/>Next</a></p>{link}")
    assert found.next == "https://a.example/blog/page/3/"


@pytest.mark.parametrize(
    "link",
    [
        "<a href=/blog/page/3/ rel=next><img src=x alt=''></a>",
        "<a href=/blog/page/3/ aria-label='Next page'><svg></svg></a>",
        "<a href=/blog/page/3/ class=page-next><i></i></a>",
        "<li class=next><a href=/blog/page/3/>…</a></li>",
        "<a href=/blog/page/3/>Nächste Seite »</a>",
        "<a href=/blog/page/3/>下一页</a>",
        "<a href=/blog/page/3/>Далее</a>",
        "<a href=/blog/page/3/>→</a>",
    ],
)
def test_the_next_page_is_known_by_rel_label_class_words_or_arrow(link: str) -> None:
    assert _found(f"<p>{link}</p>").next == "https://a.example/blog/page/3/"


@pytest.mark.parametrize(
    "html",
    [
        "<div><a href=/other-story>Next</a> <a href=/another-story>Previous</a></div>",
        "<div><a href=#top>Next</a></div>",
        "<div><a href='javascript:next()'>Next</a></div>",
        "<p><a href=/blog/page/3/>Next to the house there is a tree, and under it a bench.</a></p>",
        "<table><tr>"
        + "".join(f"<td><a href=/blog/{n}/>{n}</a>" for n in range(1, 29))
        + "</table>",
        "<p>The law of <a href=/law/1954/>1954</a>.</p>",
        "<p>Items: <a href='?limit=15'>15</a> <a href='?limit=30'>30</a></p>",
    ],
    ids=["stories", "part", "script", "prose", "calendar", "year", "items a page"],
)
def test_links_that_only_look_like_a_pager_are_left_out(html: str) -> None:
    assert _found(html, "https://a.example/blog/") == Pagination()


def test_numbers_of_threads_are_none_of_the_forums_own_pages() -> None:
    threads = "".join(
        f"<li class=pagination><a href=/thread-{name}-1>1</a> <a href=/thread-{name}-2>2</a></li>"
        for name in ("cats", "dogs")
    )
    own = "<div><a href=/forum/2>2</a> <a href=/forum/3>3</a></div>"
    found = _found(f"<ul>{threads}</ul>{own}", "https://a.example/forum/")
    assert found.pages == ("https://a.example/forum/2", "https://a.example/forum/3")
    assert len(found.item_pages) == 4


def test_without_the_pages_address_a_pager_is_known_by_its_name() -> None:
    found = _found("<nav class=pagination><a href=?p=2>2</a> <a href=?p=3>3</a></nav>", "")
    assert found.pages == ("?p=2", "?p=3")


@pytest.mark.parametrize(
    ("address", "page", "same"),
    [
        ("https://a.example/t?id=7&page=2", "https://a.example/t?id=7", True),
        ("https://a.example/t?id=8", "https://a.example/t?id=7&page=2", False),
        ("https://a.example/t?topic=15.0", "https://a.example/t?board=18.0", False),
        ("https://a.example/t?board=18.20", "https://a.example/t?board=18.0", True),
        ("https://a.example/list-2.html", "https://a.example/list.html", True),
        ("https://a.example/c/7", "https://b.example/c/7", False),
        ("https://a.example/t?m=20160302", "https://a.example/t", False),
        ("https://[", "https://a.example/", False),
    ],
)
def test_addresses_of_one_list_differ_in_a_number(address: str, page: str, same: bool) -> None:
    assert is_same_list(address, page) is same


def test_the_way_to_the_start_is_no_page_of_a_list_without_others() -> None:
    trail = "<ol class=breadcrumb><li><a href=/>Start</a><li><a href=/town/>Town</a></ol>"
    assert _found(trail, "https://a.example/town/bridge.html").pages == ()
