"""Records of the lists of threads and boards that forums have."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.posts.find import Thread
from pagesight.extract.records.record import Record
from pagesight.render.page import Page

_TITLES = ("How to feed a starter", "Rye or wheat in winter?", "A crust that does not crack")
_STARTERS = ("Ann Lee", "Ben90", "Cleo May")


def _threads(rows: str, around: str = "<ul>{}</ul>") -> tuple[Record, ...]:
    """Return the records of a list of three threads, each written by the template."""
    body = "".join(
        rows.format(number=number, title=title, who=who)
        for number, (title, who) in enumerate(zip(_TITLES, _STARTERS, strict=True), 1)
    )
    page = f"<body><h1>Sourdough</h1>{around.format(body)}</body>"
    document = read(Page("https://forum.example/", page))
    return Listing(document, np.ones(len(document.blocks), np.bool_)).records


_PHPBB = """
<li class=row><dl><dt><a href="viewtopic.php?t={number}">{title}</a><br>
by <a href="memberlist.php?mode=viewprofile&u={number}">{who}</a> » 0{number} Jan 2005, 5:34 pm</dt>
<dd class=posts>4 Replies</dd><dd class=lastpost>Last post by
<a href="memberlist.php?mode=viewprofile&u=9">Dora</a><br>1{number} Mar 2006, 5:34 pm</dd></dl></li>
"""
_XENFORO = """
<div class=structItem><div class=structItem-title><a href="/threads/{number}/">{title}</a></div>
<div class=structItem-minor><a class=username href="/members/{number}/">{who}</a>
<time datetime="2005-01-0{number}T10:00">Jan {number}, 2005</time></div>
<div class="structItem-cell structItem-cell--latest"><a href="/threads/{number}/latest">
<time datetime="2006-03-1{number}T10:00">Mar 1{number}, 2006</time></a>
<div><a class=username href="/members/9/">Dora</a></div></div></div>"""
_BY_HEAD = """
<tr><td><a href="/t/{number}">{title}</a></td><td>{who}</td><td>0{number} Jan 2005</td>
<td>1{number} Mar 2006<br>by Dora</td></tr>"""
_BY_HEAD_IN_PARTS = """
<tr><td><a href="/t/{number}">{title}</a></td><td>{who}</td><td>0{number} Jan 2005</td>
<td><div>Re: {title}</div><div>by <a href=/u/9>Dora</a></div><div>1{number} Mar 2006</div></td>"""
_HEADS = "<table><tr><th>Subject<th>Started by<th>Date<th>Last post</tr>{}</table>"


@pytest.mark.parametrize(
    ("rows", "around"),
    [
        (_PHPBB, "<ul>{}</ul>"),
        (_XENFORO, "<div>{}</div>"),
        (_BY_HEAD, _HEADS),
        (_BY_HEAD_IN_PARTS, _HEADS),
    ],
    ids=["by its words", "by its class", "by the head of its column", "by it, in parts"],
)
def test_a_thread_is_by_who_began_it_and_its_last_post_apart(rows: str, around: str) -> None:
    found = _threads(rows, around)
    assert [record.title for record in found] == list(_TITLES)
    assert [record.author for record in found] == list(_STARTERS)
    assert [record.date for record in found] == ["2005-01-01", "2005-01-02", "2005-01-03"]
    assert {record.attributes["lastPostAuthor"] for record in found} == {"Dora"}
    assert [record.attributes["lastPostDate"] for record in found] == [
        "2006-03-11",
        "2006-03-12",
        "2006-03-13",
    ]


def test_who_wrote_last_or_moderates_is_no_author_of_a_board() -> None:
    board = (
        "<tr><td><a href='/f/{number}'>{title}</a><br>All about it.<br>"
        "Moderator <a href='/members/7'>{who}</a></td><td>12</td>"
        "<td>1{number}.03.2006 - 18:57<br><a href='/members/9'>Dora</a></td></tr>"
    )
    found = _threads(board, "<table><tr><th>Forum<th>Themen<th>Letzter Beitrag</tr>{}</table>")
    assert [(record.author, record.date) for record in found] == [("", "")] * 3
    assert {record.attributes["lastPostAuthor"] for record in found} == {"Dora"}


def test_heads_of_groups_of_boards_and_who_is_online_are_no_boards() -> None:
    board = (
        "<tr><td><h3><a href='/f/{number}'>{title}</a></h3>All about it.</td><td>12</td>"
        "<td class=lastpost>by Dora<br>1{number} Mar 2006</td></tr>"
    )
    group = "<tr><td><h3><a href='/c/1'>Baking</a></h3></td></tr>"
    online = "<tr><td><h3><a href='/online'>Who is online</a></h3>In total 4 users</td></tr>"
    found = _threads(board, f"<table>{group}{{}}{online}</table>")
    assert [record.title for record in found] == list(_TITLES)


@pytest.mark.parametrize("byline", ["Started by {who} « 1 2 »", "by {who} » 0{number} Jan 2005"])
def test_a_starter_without_a_profile_stands_before_guillemets(byline: str) -> None:
    row = (
        f"<tr><td><a href='/t/{{number}}'>{{title}}</a><br>{byline}</td><td>4</td>"
        "<td class=lastpost>1{number} Mar 2006 by <a href='/members/9'>Dora</a></td></tr>"
    )
    found = _threads(row, "<table>{}</table>")
    assert [record.author for record in found] == list(_STARTERS)


@pytest.mark.parametrize(("beside", "date"), [("Replies", ""), ("Place", "2006-03-11")])
def test_activity_is_the_last_post_beside_a_count_of_replies(beside: str, date: str) -> None:
    row = "<tr><td><a href='/t/{number}'>{title}</a></td><td>4</td><td>1{number} Mar 2006</td></tr>"
    found = _threads(row, f"<table><tr><th>Topic<th>{beside}<th>Activity</tr>{{}}</table>")
    assert found[0].date == date


def test_a_count_beside_a_day_of_the_last_post_is_no_year() -> None:
    row = (
        "<tr><td><a href='/t/{number}'>{title}</a></td><td>196{number}</td>"
        "<td>Jan 0{number}, 2005</td></tr>"
    )
    page = "<h2>1999</h2><table><tr><th>Subject<th>Views<th>Last post</tr>{}</table>"
    assert [record.date for record in _threads(row, page)] == ["", "", ""]


@pytest.mark.parametrize(
    "icon",
    ["/styles/imageset/forum_read.gif", "/images/topic/hot_post.gif", "/img/topic_unread.png"],
)
def test_a_sign_of_a_thread_is_no_photo_of_it(icon: str) -> None:
    row = f"<li><img src='{icon}'><a href='/t/{{number}}'>{{title}}</a><p>by {{who}}</p></li>"
    assert [record.image for record in _threads(row)] == ["", "", ""]


def test_rows_of_linked_titles_are_no_posts() -> None:
    row = (
        "<tr><td class=forum><div class=name><a href='/t/{n}'>{title}</a></div></td>"
        "<td class=posts>{n}</td><td class=last-reply>{n} weeks 5 days ago"
        "<br>by {who}@x com</td></tr>"
    )
    pairs = zip(_TITLES, _STARTERS, strict=True)
    body = "".join(row.format(n=n, title=t, who=w) for n, (t, w) in enumerate(pairs, 1))
    page = f"<body><h1>Forum</h1><table>{body}</table></body>"
    assert not Thread(read(Page("https://forum.example/", page))).has_posts


def test_who_began_a_thread_and_wrote_last_too_is_its_author() -> None:
    cell = "<td>1 year 6 weeks ago<br>by <a href=/user/{number}>{who}</a>"
    heads = "<tr><th>Topic<th>Replies<th>Created<th>Last reply"
    row = f"<tr><td><a href=/{{number}}>{{title}}</a><td>{{number}}{cell}{cell}"
    records = _threads(row, f"<table>{heads}{{}}</table>")
    assert [record.author for record in records] == [*_STARTERS]


def test_heads_of_no_table_name_the_column_of_last_posts() -> None:
    heads = "<ul><li>Topics</li><li>Replies</li><li>Latest post</li></ul>"
    boards = "".join(
        f"<div class=board><h4><a href=/{at}>Board {at}</a></h4><p>All about {at} and more.</p>"
        f"<div>{at}1</div><div>40{at}</div><div><a href=/user/ann>Ann Lee</a></div>"
        f"<div>June 1{at}, 2017</div></div>"
        for at in range(1, 5)
    )
    document = read(Page("https://a.org/", f"<body>{heads}{boards}</body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert {(each.date, each.author) for each in found} == {("", "")}
    assert found[0].attributes == {"lastPostAuthor": "Ann Lee", "lastPostDate": "2017-06-11"}


_BURNING_BOARD = """
<li class=row><h3><a href="/t/{number}">{title}</a></h3><ul><li class=messageGroupAuthor>
<a class=userLink href="/user/{number}">{who}</a><li>
<time datetime="2005-01-0{number}T10:00">0{number}.01.2005</time></ul>
<div class=columnLastPost><a class=userLink href="/user/9">Dora</a>
<time datetime="2006-03-1{number}T10:00">1{number}.03.2006</time></div></li>"""


def test_the_heads_of_columns_are_no_thread() -> None:
    heads = "<li class=row><h3><a href='?sort'>Thema</a></h3><p>Antworten</p><p>Letzte Antwort</p>"
    found = _threads(_BURNING_BOARD, f"<ul>{heads}</li>{{}}</ul>")
    assert [record.title for record in found] == list(_TITLES)


def test_columns_have_japanese_heads() -> None:
    heads = "<table><tr><th>題名<th>投稿者<th>閲覧<th>最終投稿</tr>{}</table>"
    rows = "<tr><td><a href=/{number}>{title}</a><td>{who}<td>14{number}<td>2007/11/1{number}</tr>"
    found = _threads(rows, heads)
    assert [record.author for record in found] == list(_STARTERS)
    assert [record.attributes["lastPostDate"] for record in found] == [
        "2007-11-11",
        "2007-11-12",
        "2007-11-13",
    ]


def test_a_column_of_last_posts_may_hold_tables() -> None:
    heads = "<tr><td><td>SUBJECT<td>REPLIES<td>AUTHOR<td>LAST POST"
    row = """<tr><td><img src=/old.gif><td><a href=/t/{number}>{title}</a><td>{number}
<td><a href=/profile?user={number}>{who}</a><td><table><tr><td>Jun {number}, 2015 7:51 PM
<tr><td>by: <b>Dora Holm</b></table>"""
    found = _threads(row, f"<table>{heads}{{}}</table>")
    assert [(each.author, each.date) for each in found] == [(who, "") for who in _STARTERS]
    assert [each.attributes["lastPostDate"] for each in found] == [
        f"2015-06-0{at}" for at in (1, 2, 3)
    ]
