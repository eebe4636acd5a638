"""Whether a page is a list by its structure."""

import numpy as np
import pytest

from pagesight.extract.page.document import read
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.record import RecordKind
from pagesight.render.page import Page

_ROWS = "".join(f"<tr><td>0{n}/03/2026<td><a href=/{n}>Doe v. Roe {n}</a>" for n in range(5))
_TITLES = "".join(f"<li><a href=/{n}>Some article, number {n}</a> today" for n in range(6))
_LISTS = "".join(f"<{tag}><ul>{_TITLES}</ul></{tag}>" for tag in ("div", "section", "main"))
_MANY = "".join(
    f"<{tag}><ul>{''.join(f'<li><a href=/{n}>Case {n}</a> of it' for n in range(20))}</ul></{tag}>"
    for tag in ("div", "section", "main")
)
_PROSE = "".join(f"<p>{'Some words of prose. ' * 20}<a href=/{n}>A word.</a></p>" for n in range(9))


@pytest.mark.parametrize(
    ("html", "kind", "items"),
    [
        (f"<table>{_ROWS}</table>", "items-if-list", 5),
        (f"<ul>{_TITLES}</ul>", "items-if-list", 6),
        (_PROSE, "items-if-list", 0),
        (_PROSE, "items-if-repeated", 9),
        (_PROSE, "items", 9),
        (f"<ul>{_TITLES}</ul>{_PROSE}", "items-if-list", 0),
        (f"<p>{'A long text. ' * 60}</p><ul>{_TITLES}</ul>", "items-if-repeated", 0),
        (_LISTS, "items-if-list", 0),
        (_LISTS, "items-if-repeated", 18),
        (_MANY, "items-if-list", 60),
        (f"{_PROSE * 3}{_MANY}", "items-if-list", 0),
        ("<p>Nothing repeats.</p>", "items-if-list", 0),
    ],
    ids=[
        "table", "titles", "prose", "prose of what may be a list", "prose of a list",
        "list in an article", "list in what may be an article", "lists of a third each",
        "lists of what may be one", "very many in lists", "very many beside prose", "none",
    ],
)  # fmt: skip
def test_a_page_has_records_if_it_is_built_as_a_list(
    html: str, kind: RecordKind, items: int
) -> None:
    document = read(Page("https://example.com/", f"<body>{html}</body>"))
    likely = np.ones(len(document.blocks), np.bool_)
    assert len(Listing(document, likely, kind).records) == items


@pytest.mark.parametrize(
    ("likely", "kind", "items"),
    [
        ("text and table", "items-if-list", 5),
        ("text", "items-if-list", 0),
        ("text", "items-if-repeated", 5),
    ],
)
def test_a_table_of_links_below_heads_is_a_list_beside_twice_its_words(
    likely: str, kind: RecordKind, items: int
) -> None:
    """Where the page may be a list, whatever the labeler thinks of the rows."""
    text = f"<p>{'How to read the list of cases below. ' * 8}</p>"
    table = f"<table><tr><th>Date<th>Case{_ROWS}</table>"
    document = read(Page("https://example.com/", f"<body>{text}{table}</body>"))
    flags = np.array([likely != "text" or "How" in block.text for block in document.blocks])
    assert len(Listing(document, flags, kind).records) == items
