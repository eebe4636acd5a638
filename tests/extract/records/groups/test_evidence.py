"""Whether a page is a list by its structure."""

import numpy as np
import pytest

from pagesight.extract.parse.document import read
from pagesight.extract.records.listing import Listing
from pagesight.render.page import Page

_ROWS = "".join(f"<tr><td>0{n}/03/2026<td><a href=/{n}>Doe v. Roe {n}</a>" for n in range(5))
_TITLES = "".join(f"<li><a href=/{n}>Some article, number {n}</a> today" for n in range(6))
_PROSE = "".join(f"<p>{'Some words of prose. ' * 20}<a href=/{n}>A word.</a></p>" for n in range(9))


@pytest.mark.parametrize(
    ("html", "sure", "items"),
    [
        (f"<table>{_ROWS}</table>", False, 5),
        (f"<ul>{_TITLES}</ul>", False, 6),
        (_PROSE, False, 0),
        (_PROSE, True, 9),
        (f"<ul>{_TITLES}</ul>{_PROSE}", False, 0),
        ("<p>Nothing repeats.</p>", False, 0),
    ],
    ids=["table", "titles", "prose", "prose of a list", "list in an article", "none"],
)
def test_a_page_has_records_if_it_is_built_as_a_list(html: str, sure: bool, items: int) -> None:
    document = read(Page("https://example.com/", f"<body>{html}</body>"))
    likely = np.ones(len(document.blocks), np.bool_)
    assert len(Listing(document, likely, sure).records) == items
