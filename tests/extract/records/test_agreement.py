"""What the records of one list show each other to be."""

import numpy as np

from pagesight.extract.page.document import read
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.record import Record
from pagesight.render.page import Page

_ABOUT = "All about it, in some words that say what it is."


def _records(items: list[str]) -> tuple[Record, ...]:
    body = "".join(
        f"<li><h3><a href=/{number}>Item number {number}</a></h3>{item}</li>"
        for number, item in enumerate(items)
    )
    document = read(Page("https://example.com/", f"<body><ul>{body}</ul></body>"))
    return Listing(document, np.ones(len(document.blocks), np.bool_)).records


def test_a_price_that_the_text_of_one_article_says_is_none() -> None:
    texts = ["The best pair costs $200, so says our test.", *[_ABOUT] * 4]
    records = _records([f"<p>{text}</p><p>3 May 2026</p>" for text in texts])
    assert [record.price for record in records] == [""] * 5


def test_a_price_of_its_own_is_one_though_few_items_have_one() -> None:
    records = _records(["<p>$20</p>", *[f"<p>{_ABOUT}</p>"] * 4])
    assert [record.price for record in records] == ["$20", "", "", "", ""]


def test_the_end_of_an_offer_is_no_date_of_a_good() -> None:
    records = _records(["<p>$5</p><p>Until 3 May 2026</p>", *["<p>$5</p>"] * 4])
    assert [record.date for record in records] == [""] * 5


def test_a_form_between_news_is_no_item() -> None:
    news = [f"<li><h3><a href=/{at}>News {at}</a></h3><p>{_ABOUT}</p></li>" for at in range(10)]
    form = f"<li><div><h4>Want updates?</h4><p>{_ABOUT}</p></div></li>"
    page = f"<body><ul>{''.join(news[:5])}</ul><ul>{''.join(news[5:])}{form}</ul></body>"
    document = read(Page("https://example.com/", page))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [f"News {at}" for at in range(10)]


def test_advertisements_and_promotions_among_goods_are_no_items() -> None:
    goods = [
        f"<li class=card><h3><a href=/{at}>Good {at}</a></h3><p>$5</p></li>" for at in range(12)
    ]
    promotion = "<li class=card><div><h2><a href=/save>Save today</a></h2></div></li>"
    notice = "<li class=card><p>Advertisement</p></li>"
    body = "".join([*goods[:6], promotion, notice, *goods[6:]])
    document = read(Page("https://example.com/", f"<body><ul>{body}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [f"Good {at}" for at in range(12)]


def test_what_others_say_of_a_shop_is_no_item_among_its_few_goods() -> None:
    good = "<li class=card><h3><a href=/{0}>Good {0}</a></h3><p>$5</p></li>"
    goods = [good.format(at) for at in range(6)]
    praise = "<li class=card><div><blockquote>The best that I ever had</blockquote></div></li>"
    body = "".join([*goods[:2], *[praise] * 2, *goods[2:]])
    document = read(Page("https://example.com/", f"<body><ul>{body}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in found] == [f"Good {at}" for at in range(6)]


def test_a_name_that_one_of_many_items_has_is_no_author() -> None:
    by = ["", "", "", "", "<p>by People Magazine | 12 comments</p>"]
    assert {record.author for record in _records(by)} == {""}
    assert {record.author for record in _records(by[-3:])} == {"", "People Magazine"}


def test_a_day_in_the_title_of_one_item_is_not_when_it_was() -> None:
    titles = ["August 15 2011, a film"] + [f"Another film, number {n}" for n in range(4)]
    items = "".join(f"<li><p><a href=/{title[-3:]}>{title}</a></p><p>12 MB" for title in titles)
    document = read(Page("https://a.example/", f"<body><ul>{items}</ul></body>"))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert {record.date for record in found} == {""}


def test_what_few_items_of_a_page_have_is_none_by_mistake_if_all_of_their_list_have_it() -> None:
    essays = "".join(
        f"<article><h3><a href=/e{at}>Essay {at} of many</a></h3>"
        f"<p>{at + 1}/5/2026 by Ann Lee</p></article>"
        for at in range(6)
    )
    news = "".join(
        f"<article class=b><h4><a href=/n{at}>News {at} of the town</a></h4>"
        f"<p>{at + 1}/3/2026</p></article>"
        for at in range(28)
    )
    body = f"<body><section>{essays}</section><section>{news}</section></body>"
    document = read(Page("https://example.com/", body))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.author for record in found] == ["Ann Lee"] * 6 + [""] * 28


def test_a_film_that_is_shown_at_two_times_is_two_items() -> None:
    films = [("Heat", "16.45"), ("Tron", "18.30"), ("Heat", "21.00"), ("Ran", "21.00")]
    cards = "".join(
        f"<li><p>{time}</p><h3><a href=/{name}>{name}</a></h3><p>{_ABOUT}</p></li>"
        for name, time in films
    )
    document = read(Page("https://example.com/", f"<body><ul>{cards}</ul></body>"))
    records = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in records] == [name for name, _ in films]


def test_a_dated_offer_without_a_price_is_an_item_beside_those_that_have_one() -> None:
    prices = ["$5", "$6", "", "$7", "$8", "$9"]
    rows = "".join(
        f"<p class=row><a href=/{n}>{price}</a>"
        f"<span>Feb 1{n} <a href=/{n}>Bicycle number {n}</a></span></p>"
        for n, price in enumerate(prices)
    )
    page = f"<title>Bikes of 2016</title><body><div>{rows}</div></body>"
    document = read(Page("https://example.com/", page))
    records = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.price for record in records] == prices


def test_days_that_the_texts_of_most_news_speak_of_are_none_of_theirs() -> None:
    told = (
        "The cup was played from the 19th of October 2022 on, in the hall, by teams of all towns."
    )
    records = _records([f"<p>{text}</p>" for text in (told, told, _ABOUT, told, _ABOUT)])
    assert [record.date for record in records] == [""] * 5


def test_a_label_before_the_title_of_a_thread_is_not_its_title() -> None:
    label = "<a href=/forums/w/?prefix=3>Solved</a> "
    threads = "".join(
        f"<li><div>{label if at == 2 else ''}<a href=/threads/{at}/>Thread number {at}</a></div>"
        f"<p>3 May 2026</p></li>"
        for at in range(5)
    )
    document = read(Page("https://example.com/", f"<body><ul>{threads}</ul></body>"))
    records = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [record.title for record in records] == [f"Thread number {at}" for at in range(5)]
    assert records[2].url == "https://example.com/threads/2/"
