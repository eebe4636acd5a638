"""Where the meetings of a list are held."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.in_common.places import with_places
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.record import Record
from pagesight.render.page import Page

ADDRESS = "60 South High Street, Akron, OH 44326"


def placed(*lines: str, above: str = "", title: str = "Meetings of the board") -> list[str]:
    """Return the places of three dated records that say these lines, below what stands above."""
    items = "".join(f"<li><p>{day} May 2026</p></li>" for day in (1, 2, 3))
    body = f"<body><h1>{title}</h1>{above}<ul>{items}</ul></body>"
    document = read(Page("https://city.example/", body))
    count = len(document.cuts.texts)
    text = "\n".join(lines)
    records = tuple(Record(f"Board {day}", "", text, date=f"2026-05-0{day}") for day in (1, 2, 3))
    spans = [(at, at + 1) for at in range(count - 3, count)]
    found = with_places(document, spans, records)
    return [record.attributes.get("location", "") for record in found]


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (("Board", "City Hall, Room 215", "Agenda"), "City Hall, Room 215"),
        (("Board", "Main Library", ADDRESS), f"Main Library, {ADDRESS}"),
        (("Board", "Rathausplatz 4"), "Rathausplatz 4"),
        (("Board", "We shall talk about the new library."), ""),
        (("Board", "2018 Meeting Schedule"), ""),
        (("Board", "Join Zoom Meeting"), ""),
    ],
    ids=["a room", "a house above its street", "German", "a sentence", "a year", "a link"],
)
def test_the_lines_of_a_meeting_say_where_it_is(lines: tuple[str, ...], place: str) -> None:
    assert placed(*lines) == [place] * 3


@pytest.mark.parametrize(
    ("above", "place"),
    [
        (
            "<p>Meetings are held at 6:00 p.m. in the Council Chambers, unless noted.</p>",
            "Council Chambers",
        ),
        (
            "<p>In summer, until the hall is mended, all is online. After that the council meets"
            " every Tuesday at 5 p.m. at the Lemoore Council Chambers 429 C Street, Lemoore.</p>",
            "Lemoore Council Chambers 429 C Street, Lemoore",
        ),
        (f"<p>Main Library<br>{ADDRESS}</p>", f"Main Library, {ADDRESS}"),
        ("<p>Meetings are held at the library location specified.</p>", ""),
    ],
    ids=["a sentence", "the second sentence", "an address", "no name"],
)
def test_where_no_meeting_says_it_the_page_does(above: str, place: str) -> None:
    assert placed("Board", above=above) == [place] * 3


def test_lists_of_other_things_are_held_nowhere() -> None:
    assert placed("Smith v. 455 Main Street Library", title="Opinions") == [""] * 3


def test_the_addresses_that_most_things_of_an_undated_list_have_are_theirs() -> None:
    doctors = tuple(
        Record(f"Dr. No {at}", "", f"Dr. No {at}\nSurgeon\nRathausplatz {at}\n79098 Freiburg")
        for at in (1, 2, 3)
    )
    document = read(Page("https://city.example/", "<body><p>All doctors</p></body>"))
    found = with_places(document, [(0, 1)] * 3, doctors)
    assert [record.attributes for record in found] == [
        {"location": f"Rathausplatz {at}, 79098 Freiburg"} for at in (1, 2, 3)
    ]


def test_where_most_name_a_place_the_others_name_one_too() -> None:
    names = ("Union Hall", "Clay Yard", "Main Library")
    cards = "".join(
        f"<li><h3><a href=/{at}>The board {at}</a></h3><p>{at + 1} May 2026</p>"
        f"<p class=line>{name}</p></li>"
        for at, name in enumerate(names)
    )
    page = f"<body><h1>Meetings of the board</h1><ul>{cards}</ul></body>"
    document = read(Page("https://city.example/", page))
    found = Listing(document, np.ones(len(document.blocks), np.bool_)).records
    assert [each.attributes.get("location") for each in found] == [*names]


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("Parkstraße {0}, 37083 Göttingen", "Parkstraße {0}, 37083 Göttingen"),
        ("Leeds - today, 12:3{0}", "Leeds"),
    ],
    ids=["an address", "a town before the day of the advert"],
)
def test_what_is_for_sale_is_where_its_line_says(line: str, place: str) -> None:
    adverts = tuple(
        Record(f"Flat {at}", f"/{at}", f"Flat {at}\n£{at}00\n{line.format(at)}", price=f"£{at}00")
        for at in (1, 2, 3)
    )
    document = read(Page("https://town.example/", "<body><p>All adverts</p></body>"))
    found = with_places(document, [(0, 1)] * 3, adverts)
    said = [record.attributes.get("location") for record in found]
    assert said == [place.format(at) for at in (1, 2, 3)]


def test_a_place_is_no_summary() -> None:
    lines = [f"Parkstraße {at}, 37083 Göttingen" for at in (1, 2, 3)]
    flats = tuple(Record(f"Flat {at}", "", lines[at], summary=lines[at]) for at in range(3))
    document = read(Page("https://town.example/", "<body><p>All flats</p></body>"))
    found = with_places(document, [(0, 1)] * 3, flats)
    assert [(each.attributes.get("location"), each.summary) for each in found] == [
        (line, "") for line in lines
    ]
