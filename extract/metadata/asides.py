"""The parts of a page that are not about the page itself."""

import re

from lxml.html import HtmlElement

_names_aside = re.compile(
    r"comment|testimonial|related|footer|sidebar|review|quote|reply|recommend|widget|teaser|card"
    r"|authori[sz]|authorit|customer|up-?next|most-?read|trending",
    re.I,
).search
_of_others = re.compile(r"/(?:Review|Comment|Answer|UserReview)$").search


class Asides:
    """Knows of each element of a page whether it is in an aside; each is looked at once."""

    def __init__(self, heading: HtmlElement | None) -> None:
        """Take the page's heading: no element around it is an aside."""
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
        if element.tag in ("footer", "nav", "style", "script"):
            return True
        if _of_others(element.get("itemtype") or "") or element.get("itemprop") == "review":
            return True
        return bool(_names_aside(f"{element.get('class')} {element.get('id')}"))
