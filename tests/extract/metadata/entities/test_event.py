"""Events read off the page by their labels, where its markup states none or less."""

import pytest

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.read import entities
from pagesight.extract.page.document import read
from pagesight.render.page import Page

TALK = "<p>Bring your questions, and a chair if you like to sit.</p>"


def events(body: str, path: str = "what-is-on/1", lang: str = "en") -> list[Entity]:
    html = f"<html lang={lang}><body><main>{body}</main></body></html>"
    document = read(Page(f"https://town.example/{path}", html))
    return [each for each in entities(document) if each.type.endswith("Event")]


def said(event: Entity) -> dict[str, str]:
    """Return the fields as texts: of the place its name and address, of the offer its price."""
    place = next(iter(event.entities("location")), Entity("Place", {}))
    offer = next(iter(event.entities("offers")), Entity("Offer", {}))
    found = {
        "name": event.text("name"), "start": event.text("startDate"),
        "end": event.text("endDate"), "place": place.text("name"),
        "address": place.text("address"), "by": event.text("organizer"),
        "price": f"{offer.text('price')} {offer.text('priceCurrency')}".strip(),
    }  # fmt: skip
    return {name: text for name, text in found.items() if text}


@pytest.mark.parametrize(
    ("lang", "body", "expected"),
    [
        pytest.param(
            "en",
            f"<h1>Jam night</h1><dl><dt>When</dt>"
            f"<dd>Saturday, May 2, 2026, 7:30 pm</dd><dt>Where</dt>"
            f"<dd>Town Hall<br>12 Main Street</dd><dt>Tickets</dt><dd>$12.50</dd></dl>{TALK}",
            {"name": "Jam night", "start": "2026-05-02T19:30:00", "place": "Town Hall",
             "address": "12 Main Street", "price": "12.50 USD"},
            id="a list of terms",
        ),
        pytest.param(
            "en",
            f"<h1>Seed swap</h1>{TALK}<table><tr><th>Date</th><td>3 May 2026</td></tr>"
            "<tr><th>Time</th><td>10 am to 2 pm</td></tr><tr><th>Venue"
            "</th><td>The Barn</td></tr></table>",
            {"name": "Seed swap", "start": "2026-05-03T10:00:00", "end": "2026-05-03T14:00:00",
             "place": "The Barn"},
            id="a table",
        ),
        pytest.param(
            "en",
            "<h1>Book fair</h1><p><strong>Date:</strong> June 5, 2026<br><strong>Time:</strong>"
            " 9:00 AM - 5:00 PM<br><strong>Location:</strong> Library<br><strong>Cost:</strong>"
            f" Free</p>{TALK}",
            {"name": "Book fair", "start": "2026-06-05T09:00:00", "end": "2026-06-05T17:00:00",
             "place": "Library", "price": "0"},
            id="bold labels of lines",
        ),
        pytest.param(
            "en",
            "<h1>River walk</h1><h3>When</h3><p>Sunday, 7 June 2026, 10:00</p><h3>Where</h3>"
            f"<p>Old bridge</p><h3>Organizer</h3><p>Friends of the River</p>{TALK}",
            {"name": "River walk", "start": "2026-06-07T10:00:00", "place": "Old bridge",
             "by": "Friends of the River"},
            id="headings",
        ),
        pytest.param(
            "en",
            "<h1>Harbour run</h1><ul><li>"
            "<i class=icon aria-label=Date></i> 12 July 2026, 8 a.m.</li>"
            "<li><i class=icon aria-label=Location></i> Pier 3</li>"
            "</ul><a href=/r>Register now</a>",
            {"name": "Harbour run", "start": "2026-07-12T08:00:00", "place": "Pier 3"},
            id="icons with names",
        ),
        pytest.param(
            "en",
            "<h1>Clay class</h1><div><span>Starts</span> <span>14 August 2026</span></div><div>"
            "<span>Ends</span> <span>16 August 2026</span></div><div><span>Venue</span>"
            " <span>Studio 5</span></div><a href=/b>Book now</a>",
            {"name": "Clay class", "start": "2026-08-14", "end": "2026-08-16", "place": "Studio 5"},
            id="labels and values in elements of a line",
        ),
        pytest.param(
            "de",
            "<h1>Sommerfest</h1><dl><dt>Datum</dt><dd>16. September 2026</dd><dt>Uhrzeit</dt>"
            "<dd>18:00–19:30 Uhr</dd><dt>Ort</dt><dd>Uferallee 10<br>14057 Berlin</dd>"
            "<dt>Veranstalter</dt><dd>Kulturverein e.V.</dd><dt>Eintritt</dt><dd>frei</dd></dl>",
            {"name": "Sommerfest", "start": "2026-09-16T18:00:00", "end": "2026-09-16T19:30:00",
             "address": "Uferallee 10, 14057 Berlin", "by": "Kulturverein e.V.", "price": "0"},
            id="German",
        ),
        pytest.param(
            "fr",
            "<h1>Bal du village</h1><p>Date : 11 juillet 2026</p><p>Horaires : 20h30</p>"
            "<p>Lieu : Salle des fêtes</p><p>Tarif : 8 €</p><a href=/r>Réserver</a>",
            {"name": "Bal du village", "start": "2026-07-11T20:30:00", "place": "Salle des fêtes",
             "price": "8 EUR"},
            id="French",
        ),
        pytest.param(
            "es",
            "<h1>Feria del libro</h1><ul><li>Fecha: 4 de junio de 2026</li><li>Hora: 18:00</li>"
            "<li>Lugar: Casa de Cultura</li><li>Organiza: Ateneo</li></ul>",
            {"name": "Feria del libro", "start": "2026-06-04T18:00:00", "place": "Casa de Cultura",
             "by": "Ateneo"},
            id="Spanish",
        ),
        pytest.param(
            "it",
            "<h1>Concerto d'estate</h1><p><b>Quando:</b> 20 giugno 2026, ore 21:00</p>"
            "<p><b>Dove:</b> Teatro Nuovo</p><p><b>Ingresso:</b> 15 €</p>",
            {"name": "Concerto d'estate", "start": "2026-06-20T21:00:00", "place": "Teatro Nuovo",
             "price": "15 EUR"},
            id="Italian",
        ),
        pytest.param(
            "nl",
            "<h1>Open dag</h1><table><tr><td>Wanneer</td><td>6 juni 2026</td></tr><tr><td>Tijd</td>"
            "<td>10.00 - 16.00 uur</td></tr><tr><td>Waar</td><td>De Schuur</td></tr></table>",
            {"name": "Open dag", "start": "2026-06-06T10:00:00", "end": "2026-06-06T16:00:00",
             "place": "De Schuur"},
            id="Dutch",
        ),
        pytest.param(
            "pl",
            "<h1>Warsztaty</h1><p>Kiedy: 9 maja 2026, 17:00</p><p>Gdzie: Dom Kultury</p>"
            "<p>Organizator: Gmina</p>",
            {"name": "Warsztaty", "start": "2026-05-09T17:00:00", "place": "Dom Kultury",
             "by": "Gmina"},
            id="Polish",
        ),
        pytest.param(
            "ru",
            "<h1>Лекция</h1><p>Дата: 15 мая 2026</p><p>Время: 19:00</p>"
            "<p>Место проведения: Библиотека</p>",
            {"name": "Лекция", "start": "2026-05-15T19:00:00", "place": "Библиотека"},
            id="Russian",
        ),
        pytest.param(
            "ja",
            "<h1>朗読会</h1><dl><dt>日時</dt><dd>2026年5月20日 午後7時</dd><dt>会場</dt>"
            "<dd>市民ホール</dd><dt>参加費</dt><dd>1,000円</dd></dl>",
            {"name": "朗読会", "start": "2026-05-20T19:00:00", "place": "市民ホール",
             "price": "1000 JPY"},
            id="Japanese",
        ),
        pytest.param(
            "en",
            "<h1>Canal days</h1><p>Dates: 17–19 June 2026</p><p>Venue: The Wharf</p>"
            "<p>Admission: £5</p>",
            {"name": "Canal days", "start": "2026-06-17", "end": "2026-06-19",
             "place": "The Wharf", "price": "5 GBP"},
            id="several days",
        ),
        pytest.param(
            "en",
            "<h1>Lyra live</h1><p>Saturday December 30, 2028 10:00 PM</p><p>Venue: City Winery</p>"
            "<p>Cost: $60</p><a href=/b>Buy tickets</a>",
            {"name": "Lyra live", "start": "2028-12-30T22:00:00", "place": "City Winery",
             "price": "60 USD"},
            id="the day stands under the title, without a label",
        ),
    ],
)  # fmt: skip
def test_an_event_is_read_by_its_labels(lang: str, body: str, expected: dict[str, str]) -> None:
    (event,) = events(body, lang=lang)
    assert said(event) == expected
    assert {*event.sources.values()} == {"page"}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        pytest.param(
            "news/2",
            "<h1>Fair draws thousands</h1><p>Date: 3 May 2026</p><p>Location: Leeds</p>"
            f"{'<p>The fair drew thousands of people to the town.</p>' * 5}",
            id="an article with a day and a place",
        ),
        pytest.param(
            "news/3",
            "<h1>The fair comes to town</h1>"
            + f"<p>{'The fair has drawn thousands of people to the town each year. ' * 60}</p>"
            + "<p>When: 3 May 2026, 10 am</p><p>Where: Town Park</p><p>Tickets: $5</p>",
            id="an article that says at its end when and where",
        ),
        pytest.param(
            "events",
            "<h1>What is on</h1>"
            + "".join(
                f"<h2>Walk {n}</h2><p>When: {n} May 2026, 7 pm</p><p>Where: Barn {n}</p>"
                for n in range(1, 6)
            ),
            id="a list of events",
        ),
        pytest.param(
            "",
            "<h1>Ann Writer</h1><p>When: 3 May 2026, 7 pm</p><p>Where: Town Hall</p>",
            id="the front page of a site",
        ),
        pytest.param(
            "docs/dates",
            "<h1>Fields</h1><dl><dt>date</dt><dd>The day, as 2026-05-03</dd><dt>location</dt>"
            "<dd>A path</dd><dt>time</dt><dd>Seconds</dd></dl>",
            id="a page of documentation",
        ),
        pytest.param(
            "events/past",
            "<h1>Recap</h1><p>When: every second Monday</p><p>Where: Town Hall</p>",
            id="no day",
        ),
    ],
)
def test_other_pages_show_no_event(path: str, body: str) -> None:
    assert not events(body, path)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("<h1>ひゅーい</h1><dl><dt>日 時</dt><dd>2026年7月25日 開場 16:30 / 開演 17:30</dd>"
         "<dt>【会場】</dt><dd>渋谷ホール</dd></dl>",
         {"start": "2026-07-25T17:30:00", "place": "渋谷ホール"}),
        ("<h1>NIGHT</h1><h3>公演日</h3><p>2026</p><p>07/14</p><h3>会場</h3><p>大阪ホール</p><h3>"
         "開演時間</h3><p>18:30</p>", {"start": "2026-07-14T18:30:00", "place": "大阪ホール"}),
        ("<h1>人形展</h1><p>会期：2026.4.29（水）～ 9.23（水） 会期中</p><p>会場：森の美術館</p><p>"
         "主催：森の財団</p>",
         {"start": "2026-04-29", "end": "2026-09-23", "place": "森の美術館", "by": "森の財団"}),
    ],
)  # fmt: skip
def test_labels_and_days_of_events_in_japan(body: str, expected: dict[str, str]) -> None:
    (event,) = events(body, "event/1", "ja")
    assert {name: text for name, text in said(event).items() if name != "name"} == expected


@pytest.mark.parametrize(
    "day",
    [
        pytest.param("<p>2026</p><p>07.14</p><p>Tue</p><h1>Jam</h1>", id="a leaf of a calendar"),
        pytest.param("<h1>Jam</h1><p>Happening July 14, 2026</p>", id="a line below"),
    ],
)
def test_the_day_near_the_title_counts_where_labels_say_the_time(day: str) -> None:
    body = f"{day}<p>OPEN 18:00</p><p>START 19:00</p><p>Price: $7</p>{TALK}"
    (event,) = events(body, "schedule/1655")
    assert said(event) == {"name": "Jam", "start": "2026-07-14T19:00:00", "price": "7 USD"}


def test_times_stand_below_the_day() -> None:
    body = "<h1>Faire</h1><p>July 27, 2025</p><p>- July 27, 2025</p><p>10:00am</p><p>- 4:00pm</p>"
    (event,) = events(f"{body}<h4>Event Location</h4><p>Town Hall</p>", "event/faire")
    expected = {"start": "2025-07-27T10:00:00", "end": "2025-07-27T16:00:00"}
    assert said(event) == {"name": "Faire", "place": "Town Hall", **expected}


_LINE = "<p>Tuesday, April 30, 2024 6:30 PM to 8:30 PM CEST</p>"


def test_one_line_may_say_from_when_to_when_far_from_the_title() -> None:
    body = f"<h1>Linters</h1><p>Hosted by</p><p>Ann</p>{TALK * 9}{_LINE}"
    (event,) = events(body, "events/3006")
    times = {"start": "2024-04-30T18:30:00", "end": "2024-04-30T20:30:00"}
    assert said(event) == {"name": "Linters", "by": "Ann", **times}
    assert not events(body, "blog/3006")
    assert not events(body + _LINE.replace("30,", "29,"), "events/3006")


def test_an_event_is_read_by_what_its_elements_are_called() -> None:
    body = (
        "<h1>The Gulls</h1><p class=event-date>Thu 14 May 2026, 7:30pm</p><div>"
        "<a class=event-venue>The Boathouse</a> more gigs</div>"
        "<p class=organizer-info>Gull Nights</p><p class=ticket-price>5 Euro</p><a>Buy tickets</a>"
    )
    (event,) = events(body, "events/the-gulls")
    assert said(event) == {
        "name": "The Gulls", "start": "2026-05-14T19:30:00", "place": "The Boathouse",
        "by": "Gull Nights", "price": "5 EUR",
    }  # fmt: skip


def test_fields_of_a_form_are_no_places() -> None:
    form = "<form><p class=location>Springfield</p></form>"
    body = f"<h1>Ovens</h1><p class=event-date>Thu 14 May 2026</p>{form}"
    assert events(body, "events/ovens") == []


def test_what_the_markup_states_comes_first_and_the_page_has_the_rest() -> None:
    stated = (
        '<script type="application/ld+json">{"@type": "MusicEvent", "name": "Jam night",'
        ' "startDate": "2026-05-02"}</script>'
    )
    labels = "<h1>Jam night</h1><p>When: May 2, 2026, 7 pm</p><p>Organizer: Ann Lee</p>"
    (event,) = events(stated + labels)
    assert event.type == "MusicEvent"
    assert event.text("startDate") == "2026-05-02"
    assert event.sources["startDate"] == "both"
    assert (event.text("organizer"), event.sources["organizer"]) == ("Ann Lee", "page")


def test_a_page_that_states_another_thing_shows_no_event() -> None:
    stated = '<script type="application/ld+json">{"@type": "NewsArticle", "headline": "X"}</script>'
    labels = "<h1>Jam</h1><p>When: May 2, 2026, 7 pm</p><p>Where: Barn</p><p>Tickets: $5</p>"
    assert not events(stated + labels)


_BARE = "<h1>Gulls</h1><p>Sa 13. Feb 2027</p><p>19:30 Uhr</p>"


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param(
            "<p>Großes Haus</p><p>ab 14 €</p>", {"place": "Großes Haus", "price": "14 EUR"},
            id="a house and a price",
        ),
        pytest.param(
            "<p>Zum Anker</p><p>Am Ufer 1, 01662 Meißen</p><p>Eintritt frei</p>",
            {"place": "Zum Anker", "address": "Am Ufer 1, 01662 Meißen", "price": "0"},
            id="a name above its address",
        ),
    ],
)  # fmt: skip
def test_lines_below_the_title_need_no_labels(lines: str, expected: dict[str, str]) -> None:
    (event,) = events(f"{_BARE}{lines}{TALK}", lang="de")
    assert said(event) == {"name": "Gulls", "start": "2027-02-13T19:30:00", **expected}


def test_a_byline_with_a_time_is_no_event() -> None:
    prose = "<p>The theatre sold the last seats, and nobody knows when it plays again.</p>" * 3
    assert not events(f"<h1>Gulls sold out</h1><p>13 Feb 2027, 19:30</p>{prose}", "news/1")
    posted = "<p>Posted 13 Feb 2027, 19:30, Town Hall</p>"
    assert not events(f"<h1>Gulls sold out</h1>{posted}{prose}<p>$5</p>", "news/1")
