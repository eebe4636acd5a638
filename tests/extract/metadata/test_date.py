"""The date of publication: read in any language, and no date that the text speaks of."""

import pytest

from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.document import read
from pagesight.render.page import Page

_TEXT = "The ferry leaves at nine, and nobody on the quay has ever seen it come back empty. " * 3


def _date(body: str, *, lang: str = "en", url: str = "https://lantern.example/a") -> str:
    html = f"<html lang={lang}><head><title>Tea</title></head><body>{body}</body></html>"
    return metadata(read(Page(url, html))).date


def _page(shown: str) -> str:
    return f"<h1>Tea</h1><p>{shown}</p><p>{_TEXT}</p>"


@pytest.mark.parametrize(
    ("lang", "shown", "date"),
    [
        ("zh", "2023年11月17日", "2023-11-17"),
        ("zh", "发布时间：2023年11月17日 10:20", "2023-11-17"),
        ("ko", "2023년 11월 17일", "2023-11-17"),
        ("fa", "۲۱ فروردین ۱۴۰۳", "2024-04-09"),
        (
            "ja",
            "最終更新日 <time datetime=2024-06-02>2024年06月02日</time> 投稿日 "
            "<time datetime=2024-05-30>2024年05月30日</time>",
            "2024-05-30",
        ),
        ("tr", "Güncelleme: 22.05.2021 - 08:03 Giriş: 21.05.2021 - 10:15", "2021-05-21"),
        ("sr", "Ажурирано: 5. мај 2021. | Објављено: 3. мај 2021.", "2021-05-03"),
        ("pl", "12 maja 2021", "2021-05-12"),
        ("es", "Publicado el 3 de marzo de 2021", "2021-03-03"),
        ("pt", "Maria Souza, 5 de março de 2020", "2020-03-05"),
        ("hu", "2021. május 12.", "2021-05-12"),
        ("hr", "12. listopada 2021.", "2021-10-12"),
        ("cs", "12. listopadu 2021", "2021-11-12"),
        ("fi", "Julkaistu 12. toukokuuta 2021", "2021-05-12"),
        ("el", "12 Μαΐου 2021", "2021-05-12"),
        ("ar", "12 مايو 2021", "2021-05-12"),
        ("vi", "Ngày 12 tháng 5 năm 2021", "2021-05-12"),
        ("th", "12 พฤษภาคม 2564", "2021-05-12"),
        ("th", "12 พ.ค. 64 10:00 น.", "2021-05-12"),
        ("ar", "12 أيار 2021", "2021-05-12"),
        ("ar", "17 تشرين الثاني 2023", "2023-11-17"),
        ("bn", "৫ জুন ২০১৯", "2019-06-05"),
        ("ta", "5 ஜூன் 2019", "2019-06-05"),
        ("te", "5 జూన్ 2019", "2019-06-05"),
        ("mr", "५ जून २०१९", "2019-06-05"),
        ("kk", "5 маусым 2019", "2019-06-05"),
        ("de", "Von Ann Lee am 4. März 2022", "2022-03-04"),
        ("en", "May 2021", "2021-05"),
        ("de", "Veröffentlicht im März 2022", "2022-03"),
        ("ja", "2021年5月", "2021-05"),
        ("ja", "令和5年11月17日", "2023-11-17"),
        ("zh-TW", "民國112年3月9日", "2023-03-09"),
        ("ms", "Khamis, 3 Mac 2022", "2022-03-03"),
        ("fr", "<span>14</span> <span>févr.</span><span>2022</span>", "2022-02-14"),
    ],
)
def test_a_date_at_the_title_is_read_in_the_language_of_the_page(
    lang: str, shown: str, date: str
) -> None:
    assert _date(_page(shown), lang=lang) == date


@pytest.mark.parametrize(
    ("lang", "url", "date"),
    [
        ("en-GB", "https://lantern.example/a", "2021-04-03"),
        ("en-AU", "https://lantern.example/a", "2021-04-03"),
        ("fr", "https://lantern.example/a", "2021-04-03"),
        ("en", "https://lantern.co.uk/a", "2021-04-03"),
        ("en-US", "https://lantern.co.uk/a", "2021-04-03"),
        ("en-US", "https://lantern.example/a", "2021-03-04"),
        ("en", "https://lantern.example/a", "2021-03-04"),
    ],
)
def test_figures_put_day_or_month_first_as_the_country_of_the_page_does(
    lang: str, url: str, date: str
) -> None:
    assert _date(_page("Posted on 03/04/2021"), lang=lang, url=url) == date


def test_a_date_that_has_one_reading_tells_how_the_others_are_read() -> None:
    assert _date(_page("03/04/2021") + "<p>Updated 25/04/2021</p>") == "2021-04-03"


@pytest.mark.parametrize(
    "body",
    [
        "<p>The bridge was opened on 5 May 2014.</p>",
        "<p>On 3 March 2011 the ferry sank in the harbour, and nobody has looked for it.</p>",
        "<p>Bank founded 9 October 1994</p>",
        "<table><tr><th>Name</th><th>Since</th></tr><tr><td>Ann</td><td>2016-04-01</td></tr></table>",
        "<table><tr><td>Started:<td>9 October 1994<tr><td>a<td>b</table>",
        "<dl><dt>Established</dt><dd>9 October 1994</dd></dl>",
        "<p>© 2014-05-05 The Lantern</p>",
        "<p>El puente se abrió el 5 de mayo de 2014, y nadie lo ha cruzado.</p>",
        "<p>Offer valid until 31 December 2024</p>",
    ],
)
def test_a_date_that_the_text_speaks_of_is_not_that_of_the_page(body: str) -> None:
    assert _date(f"<h1>Tea</h1>{body}<p>{_TEXT}</p>") == ""


@pytest.mark.parametrize(
    ("body", "date"),
    [
        ("<p>Updated 5 May 2021</p><p>Published 2 May 2021</p>", "2021-05-02"),
        ("<p>Updated 5 May 2021. Published 2 May 2021.</p>", "2021-05-02"),
        ("<div class=related><h3>Salt</h3><p>9 May 2021</p></div>", ""),
        ("<dl><dt>Published</dt><dd>5 May 2021</dd></dl>", "2021-05-05"),
        ("<table><tr><td>Date:</td><td>5 May 2021</td></tr></table>", "2021-05-05"),
        ("<p>By <a>Ann</a> | <a>Email the author of this</a><br>on May 5, 2021 at 9:00 AM, updated"
         " May 6, 2021 at 9:12 AM</p>", "2021-05-05"),
        ("<p><time datetime='2021-05-05'>5 years ago</time></p>", "2021-05-05"),
        ("<p><span title='2021-05-05'>5 years ago</span></p>", "2021-05-05"),
        ("<p><abbr class=published title='2021-05-05T10:00'>9:15</abbr>", "2021-05-05T10:00:00"),
        ("<p>Salt</p><p><a href=/2021/05>May 2021</a></p>", ""),
        ("<p>By Ann Lee, who has written here of salt and of those who love it for longer than we "
         "know. <time datetime=2021-05-05>May 5, 2021</time></p>", "2021-05-05"),
        ("<p>Publié le 05 mai 2021 à 17h12 - Temps de lecture 4 min.</p>", "2021-05-05"),
        (f"<p>{_TEXT}</p>" * 13 + "<p>Last updated: 5 May 2021. Mail me!</p>", "2021-05-05"),
    ],
)  # fmt: skip
def test_what_a_date_is_called_says_whether_it_is_that_of_the_page(body: str, date: str) -> None:
    assert _date(f"<h1>Tea</h1>{body}<p>{_TEXT}</p>") == date


def test_the_date_stands_at_the_title_whatever_heading_has_it() -> None:
    beside = "<h3>Read</h3><p>1 January 2015</p>" + "<p>x</p>" * 20
    assert _date(f"{beside}<h2>Tea</h2><p>5 May 2021</p><p>{_TEXT}</p>") == "2021-05-05"


def test_the_day_on_which_a_member_registered_is_not_that_of_the_page() -> None:
    shown = "<p>2019-09-29 10:46<p>annlee<p>Registered: 2017-03-14"
    assert _date(f"{shown}<h1>Tea</h1><p>{_TEXT}").startswith("2019-09-29")


def test_the_country_of_a_page_may_be_stated_in_its_head() -> None:
    html = '<html lang=en><meta property="og:locale" content="en_AU">' + _page("05/08/2020")
    assert metadata(read(Page("https://lantern.example/a", html))).date == "2020-08-05"


def test_a_date_behind_the_title_is_better_than_one_of_the_news_above_it() -> None:
    assert _date("<div>Ferries run 2 Feb 2025</div>" + _page("14 January 2025")) == "2025-01-14"


def test_a_date_right_above_the_title_is_better_than_those_of_cards_behind_the_text() -> None:
    text = "<p>The ferry leaves at nine and nobody has seen it come back since the spring.</p>" * 2
    card = "<div><a href=/b>Bread for the crew</a><time datetime=2025-03-01>1 March</time></div>"
    body = f"<div>14 January 2025</div><h1>Tea</h1>{text}<section>{card}</section>"
    assert _date(body) == "2025-01-14"


@pytest.mark.parametrize(
    "shown", ["The next meeting of the crew is on 12 September 2025.", "When: 14 June 2025"]
)
def test_a_date_that_is_to_come_is_not_that_of_publication(shown: str) -> None:
    assert _date(_page(shown)) == ""


@pytest.mark.parametrize(
    "text",
    [
        "HOLM, March 2, 2026 (GLOBE NEWSWIRE) -- The night train is back on eleven routes.",
        "Holm, Norway – 2 March 2026 – The night train is back on eleven routes.",
        "Par Ann Lee — Publié le 2 mars 2026 à 08h14 — Temps de lecture 6 min.",
    ],
    ids=["agency", "place and day", "byline that ends in a full stop"],
)
def test_the_day_stands_in_the_line_that_a_text_begins_with(text: str) -> None:
    assert (
        _date(f"<h1>The night train</h1><p>{text}</p><p>{'More of it. ' * 40}</p>") == "2026-03-02"
    )


def test_a_day_within_a_sentence_is_no_dateline() -> None:
    text = "In a letter of Monday, March 2, 2026 - the last one - he said that it was over."
    assert not _date(f"<h1>The night train</h1><p>{text}</p>")


def test_a_cell_beside_a_text_is_no_label_of_the_lines_below_its_first() -> None:
    text = "<b>The night train</b><br>by Ann Lee<br>March 2, 2026<br><br>" + "It is back. " * 40
    assert _date(f"<table><tr><td>News</td><td>{text}</td></tr></table>") == "2026-03-02"


def test_the_cell_of_the_title_is_that_of_a_layout() -> None:
    text = "<h1>夏祭りのお知らせ</h1><p>2012年7月20日　文責：大森</p><p>雨のときは体育館です。"
    assert _date(f"<table><tr><td>案内</td><td>{text}</td></tr></table>") == "2012-07-20"


def test_a_job_is_of_the_day_on_which_it_was_posted() -> None:
    posted = '{"@type": "JobPosting", "datePosted": "2024-07-01"}'
    assert (
        _date(f"<script type=application/ld+json>{posted}</script>{_page('Apply')}") == "2024-07-01"
    )


@pytest.mark.parametrize(
    ("label", "date"), [("När", ""), ("Pris", ""), ("Publicerad", "2030-06-15")]
)
def test_a_date_behind_the_label_of_something_else_is_of_that(label: str, date: str) -> None:
    field = f"<div><b class=label>{label}</b><div>15 juni 2030</div></div>"
    assert _date(f"<h1>Tea</h1>{field}<p>{_TEXT}</p>", lang="sv") == date


def test_the_date_of_another_page_in_a_link_to_it_is_not_that_of_this_one() -> None:
    card = "<a href=/salt><h3>Salt</h3><p><time datetime=2026-03-05>Mar 5</time></p></a>"
    assert _date(f"<p>May 22, 2026</p><h1>Tea</h1><p>{_TEXT}</p>{card}") == "2026-05-22"


def test_a_change_stated_for_machines_is_not_the_day_shown_before_it() -> None:
    shown = "27/11/2017 01:57 | Actualizado a 29/11/2017 19:20"
    changed = f"<time itemprop=dateModified datetime=2017-11-29T19:20>{shown}</time>"
    assert _date(_page(changed), lang="es") == "2017-11-27"


@pytest.mark.parametrize(
    ("shown", "date"),
    [
        ("Updated: 9 April 2019<br>Created: 7 April 2019", "2019-04-07"),
        ("成文日期：2022年6月8日<br>发布日期：2022年6月13日", "2022-06-13"),
    ],
)
def test_of_several_days_the_one_called_that_of_publication_counts(shown: str, date: str) -> None:
    assert _date(_page(shown)) == date


def test_words_under_an_entry_say_when_it_was_posted() -> None:
    under = "<p>This entry was posted on Tuesday, March 4th, 2008 at 9:12 pm by Ann.</p>"
    assert _date(f"<h1>Tea</h1>{f'<p>{_TEXT}</p>' * 20}{under}") == "2008-03-04"


def test_the_address_may_have_the_day_in_eight_digits() -> None:
    assert _date(_page("Ann"), url="https://lantern.example/t20190412_6.html") == "2019-04-12"
