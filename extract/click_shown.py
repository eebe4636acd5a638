"""What a click shows: tabs, accordions, "read more", dialogs, slides. It is hidden, and content."""

import re
from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from pagesight.extract.marks import Mark, Marks
from pagesight.extract.parse.dom import HEADING_TAGS

# Ways in which scripts fold things up; nobody opens what is tiny, clipped or of no colour.
_FOLDING = frozenset({"display", "visibility", "opacity", "size", "aria"})
_LEVELS = 4  # the panel, its wrapper, its item, its group
_SIBLINGS = 12  # looked at on each side
_CONTROLS = (
    "//@aria-controls | //@data-target | //@data-bs-target | //@data-toggle-target | //@data-tab"
    " | //a/@href[starts-with(., '#')] | //label/@for"
)
_PANELS = frozenset({"div", "section", "article", "li", "ul", "ol", "dd", "tr", "td", "figure"})
_BESIDE = frozenset({"script", "style", "template", "noscript"})  # say nothing of their neighbours

_names_fold = re.compile(
    r"tab(?!le|let)|accord|collaps|toggle|switch|expand|fold(?!er)|faq|answer|spoiler|reveal"
    r"|panel|pane(?![a-z])|(?:read|show|see|view|load|learn)-?_?(?:more|less|all|full)"
    r"|(?<![a-z])(?:more|less|full|rest)(?![a-z])|modal|dialog|drawer|lightbox|popup|overlay",
    re.I,
).search
_names_slide = re.compile(r"carousel|slide|swiper|slick|splide|flickity|glide|owl-", re.I).search
_is_streamed = re.compile(r"[A-Z]:[0-9a-f]+").fullmatch  # React moves it into place when it comes


class ClickShown:
    """Knows what the controls of one page refer to."""

    def __init__(self, tree: HtmlElement) -> None:
        self._tree = tree
        self._ids: frozenset[str] | None = None
        self._controls: dict[HtmlElement, bool] = {}

    def __call__(self, element: HtmlElement, mark: Mark, marks: Marks) -> bool:
        """Tell whether a click shows what the mark says is hidden; `marks` are those before it."""
        if mark.way == "offscreen":
            return any(_names_slide(_names(each)) for each in _upwards(element, marks))
        if mark.way not in _FOLDING:
            return False
        return (
            element.get("hidden") == "until-found"
            or bool(_is_streamed(element.get("id") or ""))
            or any(map(self._folds, _upwards(element, marks)))
            or any(map(self._is_control, _around(element, marks)))
            or (element.tag in _PANELS and _has_twin(element, marks))
        )

    def _folds(self, element: HtmlElement) -> bool:
        if element.tag in ("details", "dialog") or element.get("role") in ("tabpanel", "dialog"):
            return True
        names = _names(element)
        if names and (_names_fold(names) or _names_slide(names)):
            return True
        return (element.get("id") or "") in self._controlled()

    def _is_control(self, element: HtmlElement) -> bool:
        if element not in self._controls:
            self._controls[element] = _is_control(element)
        return self._controls[element]

    def _controlled(self) -> frozenset[str]:
        """Return the ids that controls of the page refer to."""
        if self._ids is None:
            values = map(str, self._tree.xpath(_CONTROLS))
            found = {part.lstrip("#") for value in values for part in value.split()}
            self._ids = frozenset(found - {""})
        return self._ids


def _upwards(element: HtmlElement, marks: Marks) -> Iterator[HtmlElement]:
    """Yield the element, and if it may be a panel, what holds it, up to what is hidden itself."""
    yield element
    for above in islice(element.iterancestors(), _LEVELS - 1):
        hidden = above in marks and marks[above].way
        if hidden or element.tag not in _PANELS or above.tag in ("body", "html"):
            return
        yield above


def _names(element: HtmlElement) -> str:
    return f"{element.get('class') or ''} {element.get('id') or ''}".strip()


def _around(element: HtmlElement, marks: Marks) -> Iterator[HtmlElement]:
    """Yield the elements before and after the element, and those before and after its parent."""
    for middle in islice(_upwards(element, marks), 2):
        for preceding in (True, False):
            beside = middle.itersiblings(preceding=preceding)
            yield from islice((each for each in beside if each.tag not in _BESIDE), 1)


def _is_control(element: HtmlElement) -> bool:
    """Tell whether an element opens what stands beside it, or heads it."""
    if element.tag in ("button", "summary", "dt") or element.tag in HEADING_TAGS:
        return True
    if element.get("aria-expanded") is not None or element.get("role") == "button":
        return True
    found = element.xpath(".//button | .//*[@aria-expanded or @role='button']")
    return bool(found)


def _has_twin(element: HtmlElement, marks: Marks) -> bool:
    """Tell whether a sibling of the same kind is seen: it is one tab, slide or item of several."""
    own = set((element.get("class") or "").split())
    for preceding in (True, False):
        for each in islice(element.itersiblings(preceding=preceding), _SIBLINGS):
            shares = own.intersection((each.get("class") or "").split()) or element.tag == "li"
            if shares and each.tag == element.tag and each not in marks:
                return True
    return False
