"""Find whether a page holds a list, by its structure and the probabilities of its genres."""

import numpy as np
import pytest

from pagesight.datasets.schema import Genre
from pagesight.extract.page.document import read
from pagesight.extract.records.listing import LEAST_LIST, Listing
from pagesight.render.page import Page

_ROWS = "".join(f"<tr><td>0{n}/03/2026<td><a href=/{n}>Doe v. Roe {n}</a>" for n in range(5))

_TITLES = "".join(f"<li><a href=/{n}>Some article, number {n}</a> today" for n in range(6))


def _three_lists(items: int, name: str) -> str:
    """Return three lists that hold so many items each, in elements that differ."""
    lists = {
        tag: "".join(f"<li><a href=/{tag}{n}>{name} {n}</a> today" for n in range(items))
        for tag in ("div", "section", "main")
    }
    return "".join(f"<{tag}><ul>{inside}</ul></{tag}>" for tag, inside in lists.items())


_LISTS = _three_lists(6, "Some article, number")
_MANY = _three_lists(20, "Case")
_DATED = "".join(f"<li>March {n}, 2026 at noon, town hall</li>" for n in range(10, 19))
_CASES = "".join(f"<p><a href=/{n}>25-0{n} Doe vs. Roe (Parish of A)</a></p>" for n in range(9))
_PROSE = "".join(f"<p>{'Some words of prose. ' * 20}<a href=/{n}>A word.</a></p>" for n in range(9))


def _items(html: str, genre: Genre, likely: str = "") -> int:
    """Return how many items a page of a genre has; blocks are likely that hold a text."""
    document = read(Page("https://example.com/", f"<body>{html}</body>"))
    flags = np.array([likely in block.text for block in document.blocks])
    genres = dict.fromkeys(Genre, 0.05) | {genre: 0.65}
    return len(Listing(document, flags, genres, is_list=False).records)


@pytest.mark.parametrize("genre", [Genre.ARTICLE, Genre.OTHER, Genre.LISTING])
@pytest.mark.parametrize(
    ("html", "items"),
    [
        (f"<table>{_ROWS}</table>", 5),
        (_LISTS, 18),
        (_MANY, 60),
        (_DATED, 9),
        (f"<p>For news release. {'A note. ' * 40}</p>{_CASES}", 9),
    ],
    ids=["table", "lists of a third each", "very many in lists", "dates without links", "cases"],
)
def test_a_page_built_as_a_list_has_records_whatever_its_genre(
    html: str, items: int, genre: Genre
) -> None:
    assert _items(html, genre) == items


@pytest.mark.parametrize(
    "html",
    [
        _PROSE,
        f"<ul>{_TITLES}</ul>{_PROSE}",
        f"<p>{'A long text. ' * 60}</p><ul>{_TITLES}</ul>",
        "<p>Nothing repeats.</p>",
    ],
    ids=["prose", "prose below titles", "titles below prose", "nothing"],
)
def test_an_article_without_a_list_in_it_has_no_records(html: str) -> None:
    assert _items(html, Genre.ARTICLE) == 0


_LONG = "Some words of prose, before Christ and after. " * 12
_DAYS = "".join(f"<li>Friday, May {n}, 2026" for n in (8, 15, 22))


@pytest.mark.parametrize(
    ("html", "items"),
    [
        (f"{{}}<p>Meetings are held on:<ul>{_DAYS}</ul><p>{_LONG * 2}", 3),
        (f"{{}}<p>He was there on:<ul>{_DAYS}</ul><p>{_LONG * 2}", 0),
        ("".join(f"<p>{n}00 v. Chr. war <a href=/{n}>das</a>. {_LONG}" for n in range(4)), 0),
        (
            "".join(
                f"<div><p>In May 2026 v. <a href=/{n}>x</a> {_LONG * 3}</div>" for n in range(4)
            ),
            0,
        ),
    ],
    ids=["the line above says meetings", "it does not", "before Christ", "long parts"],
)
def test_of_an_article_what_is_a_list_are_records(html: str, items: int) -> None:
    assert _items(html.format(f"<p>{_LONG * 2}"), Genre.ARTICLE) == items


def _probability(html: str) -> float:
    """Return how likely a page that is surely an article holds a list, "Jan." being unlikely."""
    document = read(Page("https://example.com/", f"<body>{html}</body>"))
    likely = np.array(["Jan." not in block.text for block in document.blocks])
    genres = dict.fromkeys(Genre, 0.01) | {Genre.ARTICLE: 0.93}
    return Listing(document, likely, genres, is_list=False).holds.probability


def test_few_cases_between_what_was_decided_speak_for_a_list() -> None:
    case = "<p><a href=/{0}>25-00{0}</a> Doe v. Roe {0}"
    orders = (case if number % 29 == 4 else "<p>It is so ordered {}." for number in range(60))
    html = "".join(each.format(number) for number, each in enumerate(orders))
    assert _probability(html) > LEAST_LIST > _probability(html.replace(" v. ", " of "))


def test_the_only_row_under_heads_with_link_and_date_is_a_list_though_unlikely() -> None:
    row = "<tr><td>{}<td><a href=/1>Of Jan.</a><td>In the matter of Jan."
    table = f"<p>{_LONG * 2}<table><tr><th>Filed<th>Number<th>Title{row}</table><p>{_LONG * 2}"
    assert (
        _probability(table.format("Jan. 05, 2026"))
        > LEAST_LIST
        > _probability(table.format("Of Jan."))
    )


def test_a_list_that_is_all_of_a_page_has_records_though_it_is_less_likely_than_not() -> None:
    assert _items(f"<ul>{_TITLES}</ul>", Genre.OTHER) == 6


def test_a_page_known_as_a_list_has_records_whatever_its_structure() -> None:
    document = read(Page("https://example.com/", f"<body>{_PROSE}</body>"))
    assert len(Listing(document, np.ones(len(document.blocks), np.bool_)).records) == 9


def test_the_answer_has_what_speaks_for_a_list_and_how_much() -> None:
    document = read(Page("https://example.com/", f"<body><table>{_ROWS}</table></body>"))
    likely = np.ones(len(document.blocks), np.bool_)
    table = Listing(document, likely, {Genre.ARTICLE: 1.0}, is_list=False).holds
    prose = read(Page("https://example.com/", f"<body>{_PROSE}</body>"))
    text = Listing(prose, np.ones(len(prose.blocks), np.bool_), {Genre.ARTICLE: 1.0}).holds
    assert table.probability > 0.9 > 0.1 > text.probability
    assert table.evidence["rows_dated"] > 0


@pytest.mark.parametrize(("tag", "held"), [("h3", True), ("p", False)])
def test_many_cards_with_linked_headings_make_a_list_of_a_page_of_a_service(
    tag: str, held: bool
) -> None:
    cards = "".join(
        f"<div class=card><img src=/{at}.jpg><{tag}><a href=/{at}>Story number {at}</a></div>"
        for at in range(9)
    )
    document = read(Page("https://example.com/", f"<body><main>{cards}</main></body>"))
    likely = np.ones(len(document.blocks), np.bool_)
    held_list = Listing(document, likely, {Genre.SERVICE: 1.0}, is_list=False).holds
    assert (held_list.probability > LEAST_LIST) == held


@pytest.mark.parametrize(
    "row",
    [
        "<td>Wash and cut, number {at}<td>{at}8,00 €",
        "<td>Ann Lee the {at}th<td>ann{at}@town.example",
        "<td>0{at}:15<td>To the harbour, platform {at}",
        "<td>A. Lee and J. van Dam. <a href=/{at}>On lists, part {at}</a>. Journal, 201{at}.",
    ],
    ids=["prices", "people", "times", "citations"],
)
def test_a_few_lines_that_say_for_how_much_whom_to_ask_or_when_are_a_list(row: str) -> None:
    def probability(row: str) -> float:
        rows = "".join(f"<tr>{row.format(at=at)}" for at in range(1, 6))
        document = read(Page("https://example.com/", f"<body><table>{rows}</table></body>"))
        likely = np.ones(len(document.blocks), np.bool_)
        return Listing(document, likely, {Genre.OTHER: 1.0}, is_list=False).holds.probability

    assert probability(row) > LEAST_LIST > probability("<td>Part {at}<td>of the garden")
