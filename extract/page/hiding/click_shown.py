"""Find hidden text that a click shows, which is content: tabs, accordions, "read more", slides."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

import numpy as np

from pagesight.extract.page.dom import CODE, HEADING_TAGS
from pagesight.extract.page.elements import Elements
from pagesight.extract.page.hiding.marks import HidingMark, Marks
from pagesight.extract.page.walk import SkippedElement

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
_PANELS = frozenset({"div", "section", "article", "li", "ul", "ol", "dd", "tr", "td", "figure"})
_BESIDE = frozenset({"script", "style", "template", "noscript"})  # say nothing of their neighbours

# Of names in small letters: without `re.I` these take a quarter of the time.
_names_fold = re.compile(
    r"tab(?!le|let)|accord|collaps|toggle|switch|expand|fold(?!er)|faq|answer|spoiler|reveal"
    r"|panel|pane(?![a-z])|(?:read|show|see|view|load|learn)-?_?(?:more|less|all|full)"
    r"|(?<![a-z])(?:more|less|full|rest)(?![a-z])"
).search
_names_slide = re.compile(r"carousel|slide|swiper|slick|splide|flickity|glide|owl-").search
_is_streamed = re.compile(r"[A-Z]:[0-9a-f]+").fullmatch  # React moves it into place when it comes


class ClickShown:
    """Knows what the controls of one page refer to."""

    def __init__(self, elements: Elements, passed: Sequence[SkippedElement]) -> None:
        self._elements = elements
        self._fold: dict[str, bool] = {}  # whether names are those of what folds
        self._passed = {(above, at) for each, above, at in passed if each.tag not in _BESIDE}
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
                yield from islice((each for each in beside if self._tag(each) not in _BESIDE), 1)

    def _opens(self, beside: int, row: int) -> bool:
        """Return whether an element opens another that stands beside it, or before it heads it."""
        tag, end = self._tag(beside), int(self._elements.end[beside])
        heads = tag in HEADING_TAGS and tag != "h1" and beside < row  # which heads the whole page
        if tag in _OPENERS or heads:
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
        found = [row for row, name, value in self._said if _acts(name, value)]
        are_controls = self._elements.tag == CODE["button"]
        are_controls[np.array(found, np.int64)] = True
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
        found: dict[str, list[int]] = {}
        for row, name, value in self._said:
            if name == "href" and self._tag(row) == "a" and len(value) > 1:
                found.setdefault(value[1:], []).append(row)
        return found

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
