"""What a click shows: tabs, accordions, "read more", slides. It is hidden, and content."""

import re

from lxml.html import HtmlElement

from pagesight.extract.marks import Mark

# Ways in which scripts fold things up. Nobody opens what is transparent, tiny or clipped by design.
_FOLDING = frozenset({"display", "visibility", "opacity", "size", "aria"})
# What stands beside the page until it slides in.
_SLIDING = frozenset({"offscreen"})
_MOST_UP = 3  # the element, and what it stands in: the panel, its item, its group
_CONTROLS = (
    "//@aria-controls | //@data-target | //@data-bs-target | //@data-toggle-target | //@data-tab"
    " | //@data-id | //a/@href[starts-with(., '#')] | //label/@for"
)

_names_fold = re.compile(
    r"tab(?!le|let)|accordion|collaps|toggle|expand|read-?more|show-?more|see-?more|view-?more"
    r"|more(?![a-z])|fold|faq|answer|spoiler|reveal|details|panel|pane(?![a-z])|full|rest\b",
    re.I,
).search
_names_slide = re.compile(r"carousel|slide|swiper|slick|splide|flickity|glide|owl-", re.I).search


class ClickShown:
    """Knows what the controls of one page refer to."""

    def __init__(self, tree: HtmlElement) -> None:
        self._tree = tree
        self._ids: frozenset[str] | None = None

    def __call__(self, element: HtmlElement, mark: Mark) -> bool:
        """Tell whether a click shows what the mark says is hidden."""
        if mark.way in _SLIDING:
            return any(_names_slide(_names(each)) for each in _upwards(element))
        if mark.way not in _FOLDING:
            return False
        return (
            element.get("hidden") == "until-found"
            or any(map(self._folds, _upwards(element)))
            or _follows_control(element)
        )

    def _folds(self, element: HtmlElement) -> bool:
        if element.tag == "details" or element.get("role") == "tabpanel":
            return True
        names = _names(element)
        if names and (_names_fold(names) or _names_slide(names)):
            return True
        return (element.get("id") or "") in self._controlled()

    def _controlled(self) -> frozenset[str]:
        """Return the ids that controls of the page refer to."""
        if self._ids is None:
            values = map(str, self._tree.xpath(_CONTROLS))
            found = {part.lstrip("#") for value in values for part in value.split()}
            self._ids = frozenset(found - {""})
        return self._ids


def _upwards(element: HtmlElement) -> list[HtmlElement]:
    found = [element]
    while len(found) < _MOST_UP and (above := found[-1].getparent()) is not None:
        if above.tag in ("body", "html"):
            break
        found.append(above)
    return found


def _names(element: HtmlElement) -> str:
    return f"{element.get('class') or ''} {element.get('id') or ''}".strip()


def _follows_control(element: HtmlElement) -> bool:
    """Tell whether the element before is a button, or says that it expands something."""
    before = element.getprevious()
    if before is None:
        return False
    return (
        before.tag in ("button", "summary")
        or before.get("aria-expanded") is not None
        or before.get("role") == "button"
        or before.find(".//*[@aria-expanded]") is not None
    )
