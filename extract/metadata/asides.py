"""The parts of a page that are not about the page itself."""

import re

from lxml.html import HtmlElement

_OTHER = r"comment(?!ary|ator)|testimonial|related|recommend|up-?next|most-?read|trending"
_names_other = re.compile(_OTHER, re.I).search
_names_aside = re.compile(
    rf"{_OTHER}|footer|sidebar|review|quote|reply|widget|teaser|card|authori[sz]|authorit|customer",
    re.I,
).search
_BESIDE = frozenset({"footer", "nav", "style", "script"})
_of_others = re.compile(r"/(?:Review|Comment|Answer|UserReview)$").search


class Asides:
    """Knows of each element of a page whether it is in an aside; each is looked at once."""

    def __init__(self, heading: HtmlElement | None, *, dates: bool = False) -> None:
        """Take the page's heading: no element around it is an aside.

        The date of a page may stand in its side bar or foot, the name of its author does not.
        """
        self._names = _names_other if dates else _names_aside
        self._beside = frozenset() if dates else _BESIDE
        self._around = frozenset(heading.iterancestors() if heading is not None else ())
        self._known: dict[HtmlElement, bool] = {}

    def hold(self, element: HtmlElement) -> bool:
        """Return whether the element is one of these parts or in one."""
        path: list[HtmlElement] = []
        above: HtmlElement | None = element
        while above is not None and above not in self._known:
            path.append(above)
            above = above.getparent()
        found = above is not None and self._known[above]
        for lower in reversed(path):
            found = self._known[lower] = found or self._begins_at(lower)
        return found

    def _begins_at(self, element: HtmlElement) -> bool:
        if element in self._around:
            return False
        if element.tag in self._beside:
            return True
        if _of_others(element.get("itemtype") or "") or element.get("itemprop") == "review":
            return True
        return bool(self._names(f"{element.get('class')} {element.get('id')}"))
