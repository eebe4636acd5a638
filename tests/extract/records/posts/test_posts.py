"""Posts read from the ways in which forums write them."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.posts.find import Thread
from pagesight.extract.records.record import Record
from pagesight.render.page import Page

_SAID = (
    "Does anybody know how to keep a sourdough starter alive over a long holiday?",
    "Feed it well and leave it in the fridge, it will sleep for weeks.",
    "Mine slept for two months and woke up at the second feeding.",
)
_WHO = ("Ann", "Ben", "Cleo")
_DAYS = ("2020-04-18", "2020-04-19", "2020-05-02")


def _posts(template: str, around: str = "{}", days: tuple[str, ...] = _DAYS) -> tuple[Record, ...]:
    """Return the posts of a page that writes each by the template."""
    rows = zip(_WHO, days, _SAID, range(1, 4), strict=True)
    body = "".join(
        template.format(who=who, day=day, said=said, number=number)
        for who, day, said, number in rows
    )
    page = f"<body><h1>Sourdough</h1>{around.format(body)}<footer>Imprint</footer></body>"
    return Thread(read(Page("https://example.com/t/1", page))).records


_PHPBB = """
<div id=p{number} class="post bg{number}"><div class=postbody>
<h3><a href="#p{number}">Re: Sourdough</a></h3>
<p class=author><a href="./viewtopic.php?p={number}#p{number}">Post</a> by <strong>
<a href="./memberlist.php?mode=viewprofile&u={number}">{who}</a></strong> » {day} 4:58 pm</p>
<div class=content>{said}</div><div class=signature>Be all that you can be</div></div>
<dl class=postprofile><dt><a href="./memberlist.php?mode=viewprofile&u={number}">{who}</a></dt>
<dd>Posts: 12</dd><dd><strong>Joined:</strong> Jan 0{number}, 2011</dd></dl></div>"""
_XENFORO = """
<article class="message js-post" id="js-post-{number}"><section class=message-user>
<h4 class=message-name><a class=username href="/members/x.{number}/">{who}</a></h4>
<h5 class=userTitle>Senior Member</h5><dl><dt>Joined</dt><dd>Feb 4, 2009</dd></dl></section>
<header><a href="/threads/s.1/post-{number}"><time datetime="{day}T10:00:00+0100">lately</time></a>
</header><div class=bbWrapper>{said}</div><footer><button>Like</button></footer></article>"""
_DISCOURSE = """
<div itemscope itemtype="http://schema.org/DiscussionForumPosting"><span itemprop=author>
<a href="/u/{who}"><span itemprop=name>{who}</span></a></span><time itemprop=datePublished
datetime="{day}T09:16:00Z">5. Januar</time><div itemprop=articleBody><aside class=quote>Ann:
</aside><p>{said}</p></div></div>"""
_NODEBB = """
<li component=post><div class=post-header><a href="/user/{who}" data-username="{who}">{who}</a>
<span>wrote on <a href="/post/{number}"><span class=timeago title="{day}T20:52:42.084Z"></span></a>
last edited by</span> <a href="/post/{number}">#{number}</a></div>
<div class=content><p>{said}</p></div><div class=post-footer>1 Reply Last reply</div></li>"""
_NODEBB_2 = """
<li component=post><div class=post-header><img alt={who}><a href="/user/{who}">{who}</a>
<small><a href="/post/{number}"><span class=timeago title="{day}T20:52:42.084Z"></span></a></small>
</div><div class=content>{said}</div><div class=post-footer>Reply</div></li>"""
_OLD_TABLE = """
<tr><td><b>{who}</b></td><td>Posted: {day} 13:17</td></tr>
<tr><td>Posts: 12</td><td>{said}</td></tr>"""
_NO_BODY_ELEMENT = """
<div class=item><strong>{who}</strong> Says:<br><time>{day} 10:24</time><br><br>{said}<br>
<a href="#reply">REPLY</a> <a href="#">REPORT</a></div>"""


@pytest.mark.parametrize(
    ("template", "around"),
    [
        (_PHPBB, "{}"),
        (_XENFORO, "<div class=block-body>{}</div>"),
        (_DISCOURSE, "<div>{}</div>"),
        (_NODEBB, "<ul>{}</ul>"),
        (_NODEBB_2, "<ul>{}</ul>"),
        (_OLD_TABLE, "<table>{}</table>"),
        (_NO_BODY_ELEMENT, "<div>{}</div>"),
    ],
    ids=[
        "phpBB", "XenForo", "Discourse", "dates that scripts write",
        "such dates before the text", "rows of a table",
        "no element around the text",
    ],
)  # fmt: skip
def test_posts_have_author_date_and_text(template: str, around: str) -> None:
    found = _posts(template, around)
    assert [post.author for post in found] == list(_WHO)
    assert [post.date for post in found] == list(_DAYS)
    for post, said in zip(found, _SAID, strict=True):
        assert post.text.removeprefix("Ann:\n") == said


def test_signatures_buttons_and_profiles_are_beside_the_text() -> None:
    said = " ".join(post.text for post in (*_posts(_PHPBB), *_posts(_XENFORO)))
    assert not any(beside in said for beside in ("Be all", "Like", "Joined", "Senior", "Re:"))


def test_long_answers_are_the_posts_and_not_the_many_comments_on_them() -> None:
    comment = (
        "<li class=comment>Try it with rye flour, it ferments far better than wheat in my kitchen. "
        "<a class=comment-user href=/users/{n}>Dora {n}</a> "
        "<span class=comment-date title='2020-06-0{n}T10:00'>Jun {n}, 2020</span></li>"
    )
    comments = "".join(comment.format(n=n) for n in range(1, 7))
    answer = (
        "<div class=answer><div class=answer-text><p>{said}</p>" + "<p>{said}</p>" * 9 + "</div>"
        "<div class=user-details><a href=/users/9{number}>{who}</a></div>"
        "<time datetime={day}T09:16:00Z>{day}</time><ul>" + comments + "</ul></div>"
    )
    assert [post.author for post in _posts(answer)] == list(_WHO)


def test_a_name_in_a_sentence_stays_however_many_posts_call_it() -> None:
    answer = _XENFORO.replace("{said}", "<p><a href=/members/x.1>@Ann</a> {said}</p>")
    assert [post.text for post in _posts(answer)] == [f"@Ann {said}" for said in _SAID]


def test_a_post_has_the_address_of_its_author_and_its_own() -> None:
    second = _posts(_XENFORO)[1]
    assert second.attributes["author_url"] == "https://example.com/members/x.2/"
    assert second.url == "https://example.com/threads/s.1/post-2"


def test_a_date_without_a_year_stays_as_it_is_shown() -> None:
    template = "<li><a href='/user/{number}'>{who}</a> <i>{day}</i><p>{said}</p></li>"
    found = _posts(template, "<ul>{}</ul>", days=("March 27", "March 27", "3 weeks ago"))
    assert [post.attributes["date_text"] for post in found] == [
        "March 27",
        "March 27",
        "3 weeks ago",
    ]
    assert [post.date for post in found] == ["", "", ""]


def test_old_posts_may_say_no_more_than_their_month() -> None:
    template = "<li><a href='/profile/{number}'>{who}</a> <i> {day} </i><p>{said}</p></li>"
    found = _posts(template, "<ul>{}</ul>", days=("June 2008", "June 2008", "July 2008"))
    assert [(post.author, post.text) for post in found] == [*zip(_WHO, _SAID, strict=True)]


def test_the_text_of_a_post_comes_as_markdown_too() -> None:
    found = _posts(_XENFORO.replace("{said}", "<p>{said}</p><ul><li>{who} one<li>{who} two</ul>"))
    assert found[0].attributes["markdown"] == f"{_SAID[0]}\n\n- Ann one\n- Ann two"


def test_who_began_the_thread_and_when_is_no_post() -> None:
    begun = "<a class=username href='/members/x.1/'>Ann</a><a><time>2020-04-18</time></a>"
    assert len(_posts(_XENFORO, f"<div>{begun}</div><div>{{}}</div>")) == 3


def test_threads_beside_the_posts_are_none() -> None:
    others = "".join(
        f"<li><a href='/t/{number}'>Another thread of this forum, number {number}</a>"
        f"<a class=username href='/members/x.{number}/'>Dora</a><time>2021-01-0{number}</time></li>"
        for number in range(1, 6)
    )
    assert len(_posts(_XENFORO, "<div>{}</div><ul>" + others + "</ul>")) == 3


def test_a_link_to_another_thread_that_looks_like_a_post_is_none() -> None:
    other = (
        "<article class='message js-post' id=js-post-9><section class=message-user><h4"
        " class=message-name><a class=username href=/members/x.9/>Dora</a></h4></section><header>"
        "<a href=/threads/s.9/><time datetime=2021-01-09T10:00>lately</time></a></header>"
        "<p><a href=/threads/s.9/>Another thread of this forum, about rye</a></p></article>"
    )
    found = _posts(_XENFORO, "<div class=block-body>{}" + other + "</div>")
    assert [post.text for post in found] == list(_SAID)


def test_a_thread_may_have_one_post_that_its_number_tells() -> None:
    post = _PHPBB.format(who="Ann", day=_DAYS[0], said=_SAID[0], number=7)
    page = f"<body><h1>Sourdough</h1>{post}<footer>Imprint</footer></body>"
    (found,) = Thread(read(Page("https://example.com/t/1", page))).records
    assert (found.author, found.date, found.text) == ("Ann", _DAYS[0], _SAID[0])


def test_a_page_without_dates_has_no_posts() -> None:
    page = Page("https://example.com/", "<body><p>Nothing.</p></body>")
    assert Thread(read(page)).records == ()


def test_posts_are_likelier_content_and_what_is_outside_them_less() -> None:
    body = "".join(
        _XENFORO.format(who=who, day=day, said=said, number=number)
        for who, day, said, number in zip(_WHO, _DAYS, _SAID, range(1, 4), strict=True)
    )
    image = "<p><img src=/banner.png></p>"
    document = read(Page("https://example.com/t/1", f"<body>{body}<p>About us</p>{image}</body>"))
    weighed = Thread(document).reweight(np.full(len(document.blocks), 0.5))
    likelier, less_likely = (
        {document.blocks[at].text for at in np.flatnonzero(chosen).tolist()}
        for chosen in (weighed > 0.9, weighed < 0.2)
    )
    assert likelier == set(_SAID)
    assert {"About us", ""} <= less_likely


@pytest.mark.parametrize(("kept", "found"), [({0, 1}, 3), ({0}, 1)], ids=["most", "few"])
def test_no_post_is_left_out_of_a_thread_whose_posts_are_kept(kept: set[int], found: int) -> None:
    rows = zip(_WHO, _DAYS, _SAID, range(1, 4), strict=True)
    posts = "".join(
        _XENFORO.format(who=who, day=day, said=said, number=number)
        for who, day, said, number in rows
    )
    document = read(Page("https://example.com/t/1", f"<body>{posts}</body>"))
    texts = [block.text for block in document.blocks]
    chosen = np.array([text in _SAID and _SAID.index(text) in kept for text in texts])
    assert Thread(document).with_every_post(chosen).sum() == found


def test_a_page_that_no_dates_part_is_weighed_as_before() -> None:
    document = read(Page("https://example.com/t/1", "<body><p>A page</p><p>of text</p></body>"))
    assert Thread(document).reweight(np.array([0.5, 0.2])).tolist() == [0.5, 0.2]


@pytest.mark.parametrize(
    ("written", "days"),
    [
        (("02-03-2026", "02-04-2026", "02-05-2026"), ["2026-02-03", "2026-02-04", "2026-02-05"]),
        (("3/2/2026", "4/2/2026", "25/2/2026"), ["2026-02-03", "2026-02-04", "2026-02-25"]),
    ],
    ids=["as they are near each other", "as one must be read"],
)
def test_dates_in_figures_are_read_in_the_order_that_the_posts_have(
    written: tuple[str, ...], days: list[str]
) -> None:
    assert [post.date for post in _posts(_PHPBB, days=written)] == days


def test_a_date_in_figures_that_no_other_decides_is_read_as_in_the_language_of_the_page() -> None:
    post = _PHPBB.format(who="Ann", day="3/4/2026", said=_SAID[0], number=1)
    page = f"<html lang=en-GB><body><h1>Sourdough</h1>{post}{post}<footer>Imprint</footer></body>"
    found = Thread(read(Page("https://example.com/t/1", page))).records
    assert {each.date for each in found} == {"2026-04-03"}


def test_a_date_in_figures_in_a_title_is_read_as_the_others_are() -> None:
    template = _XENFORO.replace(
        'datetime="{day}T10:00:00+0100">lately', 'title="{day} at 08:15">{day} at 08:15'
    )
    days = [post.date for post in _posts(template, days=("2/7/2019", "2/7/2019", "3/7/2019"))]
    assert days == ["2019-07-02", "2019-07-02", "2019-07-03"]


def test_dates_of_another_calendar_are_none() -> None:
    persian = ("1394/11/27, 00:31", "1394/11/27, 10:28", "1394/11/28, 09:14")
    assert [post.date for post in _posts(_OLD_TABLE, "<table>{}</table>", days=persian)] == [""] * 3


def test_who_edited_a_post_did_not_write_it() -> None:
    by = "<a class=user-name href=/users/{0}>{0}</a>"
    edited = f"<div class=user-info>edited {by.format('Dora')}</div>"
    answer = (
        """<div class=answer><p>{said}</p>{edited}<div class=user-info>answered
<time datetime={day}T18:23>then</time> """
        + by.format("{who}")
        + "</div></div>"
    )
    body = "".join(
        answer.format(who=who, day=day, said=said, edited=edited * (who == "Ben"))
        for who, day, said in zip(_WHO, _DAYS, _SAID, strict=True)
    )
    posts = Thread(read(Page("https://example.com/q/1", f"<body>{body}</body>"))).records
    assert [post.author for post in posts] == [*_WHO]


@pytest.mark.parametrize("who", ["Guest", "131359"])
def test_what_stands_where_the_others_names_do_is_an_author(who: str) -> None:
    template = "<tr><td class=row><b class=name>{who}</b></td><td>Posted: {day} 13:17<p>{said}</td>"
    body = "".join(
        template.format(who=name, day=day, said=said)
        for name, day, said in zip((*_WHO[:2], who), _DAYS, _SAID, strict=True)
    )
    page = f"<body><h1>Sourdough</h1><table>{body}</table></body>"
    found = Thread(read(Page("https://example.com/t/1", page))).records
    assert [record.author for record in found] == [*_WHO[:2], who]


def test_a_forum_that_writes_every_post_as_a_quote_quotes_nobody() -> None:
    template = (
        "<li><p>{day} 13:17</p><a class=username href=/members/{number}>{who}</a>"
        "<blockquote class=postcontent><p>{said}</p><p>{said}</p></blockquote></li>"
    )
    found = _posts(template, "<ol>{}</ol>")
    assert [record.attributes["markdown"][:4] for record in found] == ["Does", "Feed", "Mine"]


def test_lines_of_a_list_of_other_threads_are_no_posts() -> None:
    line = (
        "<li><a href=/t/{0}>Bread of the week, part {0}</a><a href=/f>Talk</a><time datetime={1}>"
    )
    others = "".join(line.format(at, f"2020-05-0{at}") for at in range(3, 9))
    post = (
        "<article><a class=username href=/members/1>Ann</a> <time datetime=2020-04-18>lately</time>"
        f"<div class=content><p>{_SAID[0]}</p><p>{_SAID[1]}</p></div></article>"
    )
    page = f"<body><h1>Sourdough</h1>{post}<ul>{others}</ul></body>"
    found = Thread(read(Page("https://example.com/t/1", page))).records
    assert [record.author for record in found] == ["Ann"]


def test_the_number_of_a_reply_is_no_author() -> None:
    template = (
        "<tr><td><b><a href='/x?action=profile;u={number}'>{who}</a></b></td>"
        "<td>« <b>Antwort #{number} :</b> {day} 13:17 »<div class=post>{said}</div></td></tr>"
    )
    assert [post.author for post in _posts(template, "<table>{}</table>")] == [*_WHO]


def test_the_first_post_may_name_its_author_on_the_other_side_of_its_date() -> None:
    first = (
        f"<div>submitted <time datetime=2020-04-17>lately</time> by <a href=/u/dora>dora</a>"
        f"<p>{_SAID[0]}</p></div>"
    )
    rows = zip(_WHO, _DAYS, _SAID, range(1, 4), strict=True)
    posts = "".join(
        _XENFORO.format(who=who, day=day, said=said, number=number)
        for who, day, said, number in rows
    )
    page = Page("https://example.com/t/1", f"<body>{first}<div>{posts}</div></body>")
    assert [post.author for post in Thread(read(page)).records] == ["dora", *_WHO]


_BBPRESS = """
<div id=post-{number} class=bbp-reply-header><span class=bbp-reply-post-date>{day} at 7:59 pm</span>
<a href="#post-{number}">#{number}</a></div><div class="post-{number} reply">
<div class=bbp-reply-author><a href=/users/{who}/ class=bbp-author-name rel=nofollow>{who}</a>
<div class=bbp-author-role>Participant</div></div>
<div class=bbp-reply-content><p>{said}</p></div></div>"""


def test_who_wrote_last_wrote_no_first_post() -> None:
    line = (
        "<div class=bbp-template-notice><p class=bbp-topic-description>This topic contains 2 "
        "replies, has 3 voices, and was last updated by <a href=/users/Cleo/ class=bbp-author-name "
        "rel=nofollow>Cleo</a> <a href='/t/1#post-3'>1 year, 8 months ago</a>.</p></div>"
        "<ul class='forums bbp-replies'><li class=bbp-header><div class=bbp-reply-author>Author"
        "</div><div class=bbp-reply-content>Posts</div></li><li class=bbp-body>{}</li></ul>"
    )
    assert [post.author for post in _posts(_BBPRESS, line)] == [*_WHO]


def test_a_guest_is_named_where_members_are_linked_to() -> None:
    template = (
        "<table id=post{number}><tr><td class=thead>{day}, 17:19</td></tr><tr><td class=alt2>"
        "<div id=postmenu_{number}>{who}</div><div>Posts: n/a</div></td><td class=alt1>"
        "<div id=post_message_{number}>{said}</div></td></tr></table>"
    )
    posts = _posts(template.replace("{who}", "<a class=bigusername href=member.php?u=1>{who}</a>"))
    assert [post.author for post in posts] == [*_WHO]
    guest = template.format(number=7, day="2020-05-03", who="scorpion kl 4", said=_SAID[0] * 2)
    linked = "<a class=bigusername href=member.php?u={number}>{who}</a>"
    posts = _posts(template.replace("{who}", linked), "{}" + guest)
    assert [post.author for post in posts] == [*_WHO, "scorpion kl 4"]
