"""What markup states of the items of a page, and what stands above and around them."""

import json

import numpy as np

from pagesight.extract.page.document import read
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.record import Record
from pagesight.render.page import Page

_PLACES = ("Harbour Hall", "The Old Mill", "Arena North", "Pier Four")


def _records(body: str, stated: object = None) -> tuple[Record, ...]:
    script = f"<script type='application/ld+json'>{json.dumps(stated)}</script>" if stated else ""
    page = Page("https://example.com/", f"<head>{script}</head><body>{body}</body>")
    document = read(page)
    return Listing(document, np.ones(len(document.blocks), np.bool_)).records


def _concerts(names: str) -> list[dict[str, object]]:
    return [
        {
            "@type": "MusicEvent",
            "name": f"{names} {number}",
            "startDate": f"2026-05-1{number}T20:00",
            "url": f"https://tickets.example/{number}",
            "location": {"@type": "Place", "name": place},
        }
        for number, place in enumerate(_PLACES)
    ]


_ROWS = "".join(
    f"<li>1{n}.05. <a href=/v/{n}>{place}</a>, doors at seven</li>"
    for n, place in enumerate(_PLACES)
)


def test_items_have_name_start_and_address_of_the_events_stated_at_their_places() -> None:
    first = _records(f"<ul>{_ROWS}</ul>", _concerts("Night of songs"))[0]
    assert (first.title, first.url) == ("Night of songs 0", "https://tickets.example/0")
    assert (first.type, first.date) == ("event", "2026-05-10")
    assert first.attributes["startDate"] == "2026-05-10T20:00"


def test_what_is_stated_of_other_things_changes_no_item() -> None:
    others = [each | {"location": "Somewhere else"} for each in _concerts("Night of songs")]
    shown = _records(f"<ul>{_ROWS}</ul>")
    assert [record.title for record in _records(f"<ul>{_ROWS}</ul>", others)] == [
        record.title for record in shown
    ]


def test_rows_that_name_one_place_alone_are_named_by_the_headings_above_their_tables() -> None:
    tables = "".join(
        f"<h3>{name} meetings</h3><table><tr><th>When<th>Papers"
        + "".join(
            f"<tr><td>March {n}, 2026<br>Town hall, room 5<td><a href=/{name}/{n}>Agenda</a>"
            for n in range(1, 5)
        )
        + "</table>"
        for name in ("Board", "Audit committee")
    )
    titles = [record.title for record in _records(tables)]
    assert titles == ["Board meetings"] * 4 + ["Audit committee meetings"] * 4


def test_a_list_of_one_product_beside_choices_has_one_record() -> None:
    product = "<li class=product><a href=/p/1><h2>Linen shirt</h2></a><span>$50.00</span></li>"
    choices = "".join(f"<li><a href=#{n}>Choice {n}</a> (1)</li>" for n in range(9))
    found = _records(f"<ul class=products>{product}</ul><aside><ul>{choices}</ul></aside>")
    assert [(record.title, record.price) for record in found] == [("Linen shirt", "$50.00")]


def test_a_link_that_says_more_names_an_item_rather_than_a_heading_behind_it() -> None:
    items = "".join(
        f"<li><a href=/{n}>State v. Doe the {n}th of the county</a><h4>Summary {n}</h4>"
        f"<p>The court found that it is so, and says at length why it is.</p></li>"
        for n in range(4, 9)
    )
    assert _records(f"<ul>{items}</ul>")[0].title == "State v. Doe the 4th of the county"


def test_a_range_of_prices_is_one_price_and_the_higher_of_two_the_list_price() -> None:
    prices = ("$36.00$18.00", "$500.00 – $1,000.00", "$9.00")
    items = "".join(
        f"<li><h3><a href=/{n}>Thing {n} of wood</a></h3>"
        f"<p>{price.replace('0$', '0</span><span>$')}</p></li>"
        for n, price in enumerate(prices)
    )
    found = _records(f"<ul>{items}</ul>")
    assert [record.price for record in found] == ["$18.00", "$500.00 – $1,000.00", "$9.00"]
    assert found[0].attributes["listPrice"] == "$36.00"


def test_the_labels_of_one_event_are_no_items() -> None:
    pairs = (("When", "May 2, 2026, 7 pm"), ("Where", "Town Hall"), ("Tickets", "$12.50"))
    rows = "".join(f"<dt>{label}</dt><dd>{value}</dd>" for label, value in pairs)
    assert not _records(f"<h1>Jam night</h1><dl>{rows}</dl>")


def test_jobs_have_their_employer_place_and_day_from_the_markup() -> None:
    places = ("Berlin", "Rotterdam", "Vienna")
    stated = [
        {
            "@type": "JobPosting",
            "title": f"Engineer in {place}",
            "url": f"https://example.com/j/{place}",
            "datePosted": "2026-03-01",
            "hiringOrganization": {"@type": "Organization", "name": "Nordlicht"},
            "jobLocation": {
                "@type": "Place",
                "address": {"@type": "PostalAddress", "addressLocality": place},
            },
        }
        for place in places
    ]
    rows = "".join(f"<li><a href=/j/{place}>Engineer in {place}</a></li>" for place in places)
    records = _records(f"<ul>{rows}</ul>", stated)
    assert [record.attributes["location"] for record in records] == [*places]
    assert {(each.type, each.date, each.attributes["hiringOrganization"]) for each in records} == {
        ("job", "2026-03-01", "Nordlicht")
    }


def test_goods_that_show_no_price_have_the_stated_one() -> None:
    names = ("Hazel mug", "Linen apron", "Oak board")
    stated = [
        {
            "@type": "Product",
            "name": name,
            "url": f"https://example.com/p/{at}",
            "offers": {"@type": "Offer", "price": f"{at}4.00", "priceCurrency": "EUR"},
        }
        for at, name in enumerate(names, start=1)
    ]
    tiles = "".join(
        f"<li><a href=/p/{at}><img src=/{at}.jpg alt='{name}'><b>{name}</b></a></li>"
        for at, name in enumerate(names, start=1)
    )
    records = _records(f"<ul>{tiles}</ul>", stated)
    assert [(each.url, each.price) for each in records] == [
        (f"https://example.com/p/{at}", f"{at}4.00 EUR") for at in (1, 2, 3)
    ]


def test_things_of_one_name_are_told_apart_by_address_or_day() -> None:
    runs = [
        {
            "@type": "Event",
            "name": "Track club",
            "startDate": f"2026-05-1{at}T08:00",
            "eventStatus": f"at {at}",
        }
        for at in (2, 0, 1)
    ]
    place = {"@type": "Place", "name": "Stadium"}
    rows = "".join(
        f"<li><h3><a href=/{at}>Track club</a></h3><p>1{at} May 2026, Stadium</p></li>"
        for at in range(3)
    )
    found = _records(f"<ul>{rows}</ul>", [place, *runs])
    assert [each.attributes["eventStatus"] for each in found] == ["at 0", "at 1", "at 2"]
    goods = [
        {
            "@type": "Product",
            "name": "Jacket",
            "url": f"/jacket-{at}",
            "offers": {"price": f"{at}9.95"},
        }
        for at in (3, 1, 2)
    ]
    cards = "".join(f"<li><h3><a href=/jacket-{at}>Jacket</a></h3><p>New</li>" for at in (1, 2, 3))
    assert [each.price for each in _records(f"<ul>{cards}</ul>", goods)] == [
        "19.95",
        "29.95",
        "39.95",
    ]


def test_a_title_that_is_the_place_gives_way_to_the_name_though_the_item_says_it() -> None:
    rows = "".join(
        f"<li><a href=/v/{n}>{place}</a><p>1{n}.05.</p><p>Concert {n}</p></li>"
        for n, place in enumerate(_PLACES)
    )
    titles = [each.title for each in _records(f"<ul>{rows}</ul>", _concerts("Concert"))]
    assert titles == [f"Concert {n}" for n in range(4)]
