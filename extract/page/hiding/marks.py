"""Mark hidden elements: by what hides them, by what a browser left in the HTML, and by clicks.

Hidden text that a click shows is content: tabs, accordions, "read more", slides.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice, pairwise

import numpy as np
from lxml.html import HtmlElement

from pagesight.extract.page.dom import CODE, HEADING_TAGS
from pagesight.extract.page.elements import Elements, Rows
from pagesight.extract.page.walk import SkippedElement
from pagesight.render.page import Page, Unseen

# Ways that an element inside ends by a value of its own; it cannot show itself otherwise.
ENDED_INSIDE = frozenset({"visibility", "font", "colour", "white", "offscreen"})
POPUP = "popup"  # the source of what a click may open over the page, whatever hides it
_LEAST_SEEN = 80  # characters of a page whose popups are no text that awaits scripts; by hand
_KEEPING_ROOM = frozenset({"visibility", "opacity"})
_MOST_WAITING = 0.5  # share of a page's text: no page keeps so much room for nothing
# Ways in which scripts fold things up; nobody opens what is tiny, clipped or of no colour.
_FOLDING = frozenset({"display", "visibility", "opacity", "size", "aria"})
_LEVELS = 4  # the panel, its wrapper, its item, its group
_SIBLINGS = 12  # looked at on each side
_REFERS = frozenset(
    {"aria-controls", "data-target", "data-bs-target", "data-toggle-target", "data-tab"}
)
_OF_CONTROLS = _REFERS | {"href", "for", "aria-expanded", "role"}
_POPUPS = frozenset({"modal", "offcanvas", "dialog"})
_OPENERS = frozenset({"button", "summary", "dt"})
_HEADS_PANEL = HEADING_TAGS - {"h1"}
_PANELS = frozenset({"div", "section", "article", "li", "ul", "ol", "dd", "tr", "td", "figure"})
_SILENT_TAGS = frozenset(
    {"script", "style", "template", "noscript"}
)  # say nothing of their neighbours
# Of names in small letters: without `re.I` these take a quarter of the time.
_names_fold = re.compile(
    r"tab(?!le|let)|accord|collaps|toggle|switch|expand|fold(?!er)|faq|answer|spoiler|reveal"
    r"|panel|pane(?![a-z])|(?:read|show|see|view|load|learn)-?_?(?:more|less|all|full)"
    r"|(?<![a-z])(?:more|less|full|rest)(?![a-z])"
).search
_names_slide = re.compile(r"carousel|slide|swiper|slick|splide|flickity|glide|owl-").search
_is_streamed = re.compile(r"[A-Z]:[0-9a-f]+").fullmatch  # React moves it into place when it comes


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


Marks = Mapping[int, HidingMark]  # by row


def hiders(marks: Marks, end: Rows) -> Rows:
    """Return for each element the row of the one whose mark hides its text; -1 if it is seen."""
    hider = np.full(len(end), -1, np.int32)
    for row in sorted(marks):
        own, above = marks[row], marks.get(int(hider[row]))
        if own.method:
            if above is None or above.method in ENDED_INSIDE:
                hider[row : end[row]] = row
        elif above is not None and above.method in own.shows:
            hider[row : end[row]] = -1
    return hider


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


class ClickShown:
    """Knows what the controls of one page refer to."""

    def __init__(self, elements: Elements, passed: Sequence[SkippedElement]) -> None:
        self._elements = elements
        self._fold: dict[str, bool] = {}  # whether names are those of what folds
        self._passed = {(above, at) for each, above, at in passed if each.tag not in _SILENT_TAGS}
        self._tags = list(map(elements.names.__getitem__, elements.tag.tolist()))

    def __call__(self, row: int, mark: HidingMark, marks: Marks) -> bool:
        """Return whether a click shows what the mark says is hidden; `marks`: those before."""
        elements = self._elements
        if mark.method == "offscreen":
            return any(_names_slide(self._names(each)) for each in self._upwards(row, marks))
        if mark.method not in _FOLDING:
            return False
        return (
            elements.nodes[row].get("hidden") == "until-found"
            or bool(_is_streamed(elements.ids[row]))
            or any(map(self._folds, self._upwards(row, marks)))
            or any(self._opens(each, row) for each in self._around(row, marks))
            or self._is_opened_by_link(row, marks)
            or (self._tag(row) in _PANELS and self._has_twin(row, marks))
        )

    def _tag(self, row: int) -> str:
        tag: str = self._tags[row]
        return tag

    def _names(self, row: int) -> str:
        return f"{self._elements.classes[row]} {self._elements.ids[row]}".lower()

    def _upwards(self, row: int, marks: Marks) -> Iterator[int]:
        """Yield the element, and if it may be a panel, what holds it, up to what is hidden."""
        yield row
        above = row
        for _ in range(_LEVELS - 1):
            above = self._elements.parents[above]
            hidden = above in marks and marks[above].method
            if hidden or self._tag(row) not in _PANELS or self._tag(above) in ("body", "html"):
                return
            yield above

    def _folds(self, row: int) -> bool:
        if self._tag(row) == "details" or self._elements.nodes[row].get("role") == "tabpanel":
            return True
        names = self._names(row)
        if names not in self._fold:
            self._fold[names] = bool(_names_fold(names) or _names_slide(names))
        own = self._elements.ids[row]
        return self._fold[names] or bool(own and own in self._controlled)

    def _around(self, row: int, marks: Marks) -> Iterator[int]:
        """Yield the elements before and after the element, and those of its parent."""
        elements = self._elements
        for middle in islice(self._upwards(row, marks), 2):
            above, after = elements.parents[middle], int(elements.end[middle])
            for at, beside in ((middle, elements.before(middle)), (after, elements.after(middle))):
                if (above, at) in self._passed:  # an input, say, stands between
                    continue
                yield from islice(
                    (each for each in beside if self._tag(each) not in _SILENT_TAGS), 1
                )

    def _opens(self, beside: int, row: int) -> bool:
        """Return whether an element opens another that stands beside it, or before it heads it.

        The title heads all of the page.
        """
        tag, end = self._tag(beside), int(self._elements.end[beside])
        if tag in _OPENERS or (tag in _HEADS_PANEL and beside < row):
            return True
        return bisect_left(self._controls, beside) < bisect_left(self._controls, end)

    def _has_twin(self, row: int, marks: Marks) -> bool:
        """Return whether a sibling of the same kind is seen: it is one tab or slide of several."""
        elements = self._elements
        own = set(elements.classes[row].split())
        is_item = self._tag(row) == "li"
        for beside in (elements.before(row), elements.after(row)):
            for each in islice(beside, _SIBLINGS):
                is_like = self._tags[each] == self._tags[row] and each not in marks
                if is_like and (is_item or own.intersection(elements.classes[each].split())):
                    return True
        return False

    @cached_property
    def _controls(self) -> list[int]:
        """Return the elements that a click acts on, whatever their names."""
        rows = [row for row, name, value in self._said if _acts(name, value)]
        are_controls = self._elements.tag == CODE["button"]
        are_controls[np.array(rows, np.int64)] = True
        controls: list[int] = np.flatnonzero(are_controls).tolist()
        return controls

    @cached_property
    def _controlled(self) -> frozenset[str]:
        """Return the ids that controls of the page refer to."""
        return frozenset(
            part.lstrip("#")
            for row, name, value in self._said
            if (name in _REFERS and not self._opens_popup(row))
            or (name == "for" and self._tag(row) == "label")
            for part in value.split()
            if part != "#"
        )

    def _opens_popup(self, row: int) -> bool:
        own = self._elements.nodes[row].get
        return not _POPUPS.isdisjoint(map(own, ("data-toggle", "data-bs-toggle", "aria-haspopup")))

    def _is_opened_by_link(self, row: int, marks: Marks) -> bool:
        """Return whether a link to an element shows it in its place.

        It is one of several that links lead to, of which one is seen: tabs; or the link stands
        before it: "read more". A link to what holds it skips what is before that, and one from
        elsewhere opens a popup.
        """
        links = self._targets.get(self._elements.ids[row], ())
        if not links:
            return False
        before = next(self._elements.before(row), row)
        if any(before <= link < row for link in links[:_SIBLINGS]):
            return True
        beside = (
            *islice(self._elements.before(row), _SIBLINGS),
            *islice(self._elements.after(row), _SIBLINGS),
        )
        return any(
            self._elements.ids[each] in self._targets and each not in marks for each in beside
        )

    @cached_property
    def _targets(self) -> Mapping[str, Sequence[int]]:
        """Return the links to each id of the page."""
        links: dict[str, list[int]] = {}
        for row, name, value in self._said:
            if name == "href" and self._tag(row) == "a" and len(value) > 1:
                links.setdefault(value[1:], []).append(row)
        return links

    @cached_property
    def _said(self) -> Sequence[tuple[int, str, str]]:
        """Return the attributes of controls, with the elements that have them."""
        return [
            (row, name, value)
            for name in _OF_CONTROLS
            for row, value in self._elements.values(name)
            if name != "href" or value[:1] == "#"
        ]


def _acts(name: str, value: str) -> bool:
    return name == "aria-expanded" or (name == "role" and value == "button")
