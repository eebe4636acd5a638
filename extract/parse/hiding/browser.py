"""What the browser that rendered a page hid, carried through the parser as an attribute."""

from collections.abc import Mapping, Sequence
from itertools import chain, pairwise

from lxml.html import HtmlElement

from pagesight.extract.parse.elements import Elements
from pagesight.render.page import Page, Unseen


def unseen_in(page: Page) -> tuple[Unseen, ...] | None:
    """Return what the browser hid in the page, None where that is not known."""
    marks = page.unseen or ()
    in_place = all(page.html[mark.place : mark.place + 1] == ">" for mark in marks)
    return page.unseen if in_place else None  # else the HTML was changed since


def with_marks(html_text: str, marks: Sequence[Unseen]) -> tuple[str, str]:
    """Return the HTML with an attribute at the place of each mark, and the attribute's name.

    Without marks the name is "".
    """
    if not marks:
        return html_text, ""
    name = "pagesight-unseen"
    while name in html_text:
        name += "-"
    places = (0, *(mark.place for mark in marks), len(html_text))
    pieces = [html_text[start:end] for start, end in pairwise(places)]
    written = [f' {name}="{mark.way}"' for mark in marks]
    return "".join(chain(*zip(pieces, [*written, ""], strict=True))), name


def pop_marks(
    tree: HtmlElement, elements: Elements, marks: Sequence[Unseen] | None, name: str
) -> Mapping[int, str] | None:
    """Take the marks out of a new tree and its table; return the ways of hiding by row.

    Where it is not known what the browser hid, that is None too.
    """
    if not marks:
        return None if marks is None else {}
    for element in tree.xpath(f"//*[@{name}]"):
        del element.attrib[name]
    ways = dict(elements.values(name))
    elements.by_attribute.pop(name, None)
    return ways
