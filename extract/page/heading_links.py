"""Links that say nothing of the page: of a heading or term to itself, to edit a section."""

import re
from collections import Counter
from collections.abc import Iterator

import numpy as np

from pagesight.extract.page.dom import ANCHOR, HEADING_LEVEL, TAGS
from pagesight.extract.page.elements import Elements, Flags
from pagesight.extract.page.walk import Texts

_IS_HEADING = np.zeros(len(TAGS) + 1, np.bool_)
_IS_HEADING[list(HEADING_LEVEL)] = True
_PILCROW = "¶"  # of a link to a term, a caption, a paragraph: other signs may be text there
_is_sign = re.compile(r"[\s#¶§🔗⚓∞\ue000-\uf8ff]+").fullmatch  # private use: fonts of icons
_names_link_to_self = re.compile(r"\b(?:header-?link|perma-?link|anchor|hash-?link)", re.I).search
_names_edit_link = re.compile(r"\b(?:mw-)?edit-?section\b", re.I).search
_MOST_AROUND = 5  # elements around the text of such a link
_MOST_CHARS = 30  # of a link to the heading itself: longer ones are the heading


def heading_links(elements: Elements, texts: Texts) -> Flags:
    """Return which texts are of such a link, (texts,).

    A heading that has no other text keeps what its links say.
    """
    found = np.zeros(len(texts.strings), np.bool_)
    heading = elements.block[texts.holder]
    inside = np.flatnonzero(_IS_HEADING[np.minimum(elements.tag[heading], len(TAGS))]).tolist()
    left: Counter[int] = Counter()  # texts of each heading that are not of such a link
    for at in inside:
        row = int(heading[at])
        found[at] = _is_of_link(elements, texts, at, row)
        left[row] += not found[at] and not texts.strings[at].isspace()
    for at in inside:
        found[at] &= left[int(heading[at])] > 0
    for at in [at for at, string in enumerate(texts.strings) if string == _PILCROW]:
        found[at] |= _is_of_link(elements, texts, at, heading=0)
    return found


def _is_of_link(elements: Elements, texts: Texts, at: int, heading: int) -> bool:
    text = texts.strings[at]
    for row in _up_to(elements, int(texts.holder[at]), heading):
        if _names_edit_link(elements.classes[row]):
            return True
        if elements.tag[row] == ANCHOR:
            href = elements.own(row).get("href") or "#"
            if _is_sign(text):
                return "#" in href
            if href.startswith("#") and _names_link_to_self(elements.classes[row]):
                return len(text) <= _MOST_CHARS
    return False


def _up_to(elements: Elements, row: int, heading: int) -> Iterator[int]:
    """Yield an element of a heading and those around it in the heading, the nearest."""
    for _ in range(_MOST_AROUND):
        if row == heading:
            return
        yield row
        row = elements.parents[row]
