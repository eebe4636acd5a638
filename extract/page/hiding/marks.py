"""Mark hidden elements: the marks of causes, and those that a browser left in the HTML."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.page.elements import Elements, Rows
from pagesight.render.page import Page, Unseen


@dataclass(frozen=True, slots=True)
class HidingMark:
    """What an element says of the text in it, down to the next mark.

    `method` is how it is hidden: "display", "visibility", "opacity", "font", "offscreen", "clip",
    "size", "colour", "white" (without a ground of its own), "aria"; "" where it is not. `shows`
    are the methods that end here. `source` sets apart what one cause hides: a rule, an attribute.
    """

    method: str = ""
    shows: frozenset[str] = frozenset()
    source: str = ""


@dataclass(frozen=True, slots=True)
class HiddenText:
    """A text node that is hidden, white space collapsed, and the mark that hides it."""

    text: str
    mark: HidingMark


# Ways that an element inside ends by a value of its own; it cannot show itself otherwise.
ENDED_INSIDE = frozenset({"visibility", "font", "colour", "white", "offscreen"})

POPUP = "popup"  # the source of what a click may open over the page, whatever hides it
_LEAST_SEEN = 80  # characters of a page whose popups are no text that awaits scripts; by hand
_KEEPING_ROOM = frozenset({"visibility", "opacity"})
_MOST_WAITING = 0.5  # share of a page's text: no page keeps so much room for nothing

Marks = Mapping[int, HidingMark]  # by row


def hiders(marks: Marks, end: Rows) -> Rows:
    """Return for each element the row of the one whose mark hides its text; -1 if it is seen."""
    found = np.full(len(end), -1, np.int32)
    for row in sorted(marks):
        own, above = marks[row], marks.get(int(found[row]))
        if own.method:
            if above is None or above.method in ENDED_INSIDE:
                found[row : end[row]] = row
        elif above is not None and above.method in own.shows:
            found[row : end[row]] = -1
    return found


def excessive(hidden: Sequence[HiddenText], seen: int, most: float) -> frozenset[str]:
    """Return the sources of marks that hide more than the share `most` of a page's characters.

    They await scripts that never ran. `seen` is how many characters are not hidden. What hides text
    and keeps its room counts as one source: it is for the time until scripts have run. Popups wait
    for a click.
    """
    chars: Counter[str] = Counter()
    waiting: Counter[str] = Counter()
    for each in hidden:
        if each.mark.source == POPUP and seen >= _LEAST_SEEN:
            continue
        (waiting if each.mark.method in _KEEPING_ROOM else chars)[each.mark.source] += len(
            each.text
        )
    whole = seen + chars.total() + waiting.total()
    excess = {source for source, own in chars.items() if own > most * whole}
    if waiting.total() > _MOST_WAITING * whole:
        excess.update(waiting)
    return frozenset(excess)


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
    """Take the marks out of a new tree and its table; return the methods of hiding by row.

    Where it is not known what the browser hid, that is None too.
    """
    if not marks:
        return None if marks is None else {}
    for element in tree.xpath(f"//*[@{name}]"):
        del element.attrib[name]
    methods = dict(elements.values(name))
    elements.by_attribute.pop(name, None)
    return methods
