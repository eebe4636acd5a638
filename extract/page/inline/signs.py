"""Leave out what is no text of its block: signs of links, icons, numbers of lines, copy buttons."""

import re
from collections import Counter
from collections.abc import Callable, Iterator

import numpy as np

from pagesight.extract.page.dom import ANCHOR, CODE, PRE, Kind
from pagesight.extract.page.elements import Elements, Flags, are_headings
from pagesight.extract.page.walk import LINE_BREAK, Texts

_names_numbers = re.compile(
    r"(?:^|[\s_-])(?:gutter|line-?nos?|line-?num(?:ber)?s?(?:-rows)?|linenodiv|ln(?:-num\w*|t)?)(?:$|[\s_-])",
    re.I,
).search
# Not "keyword-COPY", of a word in code.
_names_copying = re.compile(r"(?:^|[\s_-])(?:[Cc]opy|[Cc]lipboard|[Bb]tn-?[Cc]opy)").search
_is_of_numbers = re.compile(rf"[\s\d{LINE_BREAK}]*").fullmatch
_offers_copy = re.compile(r"\s*cop(?:y|ied)\b.{0,25}", re.I | re.S).fullmatch
_MOST_ABOVE = 4  # elements around `pre` that may name it a column of numbers
_BUTTON = CODE["button"]

# Of a link to a term, a caption, a paragraph: other signs may be text there. Sphinx's themes have
# the second from a font of icons.
_SIGNS = frozenset({"¶", "\uf0c1"})
_SIGN = r"¶🔗\ue000-\uf8ff"  # no text anywhere; private use: fonts of icons
_BY_NAME = frozenset({"#", "§"})  # signs of a link to itself outside of headings if it is called so
_is_sign = re.compile(rf"[\s#§⚓∞◆{_SIGN}]+").fullmatch
_sign_at_end = re.compile(rf"(?:\s*[{_SIGN}]|\s[#§]|\s*[⚓∞]\ufe0e?)+$").sub
_names_link_to_self = re.compile(r"\b(?:header-?link|perma-?link|anchor|hash-?link)", re.I).search
# Fonts of icons show such words as signs: "arrow_back".
_names_icon = re.compile(r"(?:^|\s)(?:material-(?:icons|symbols)|icons?(?:$|\s))").search
_is_icon = re.compile(r"\s*[a-z]{1,30}(?:_[a-z\d]{1,30}){0,5}\s*").fullmatch
_names_edit_link = re.compile(r"\b(?:mw-)?edit-?section\b", re.I).search
# Links to the source of what documentation describes: of Sphinx and rustdoc.
_TO_SOURCE = frozenset({"[source]", "[docs]", "Source"})
_names_source_link = re.compile(r"\bviewcode-(?:link|back)\b|(?:^|\s)src(?:\s|$)").search
_is_to_top = re.compile(r"#(?:top\w*)?").fullmatch
_OF_TOOLS = _SIGNS | _BY_NAME | _TO_SOURCE
_MOST_AROUND = 5  # elements around the text of a heading's link to itself
_MOST_CHARS = 30  # of a link to the heading itself: longer ones are the heading


def signs(elements: Elements, texts: Texts, in_pre: Flags) -> Flags:
    """Return which texts are no text of the block around them, (texts,).

    `in_pre` says of each element whether it is in a `pre`.
    """
    of_code = _code_parts(elements, texts, in_pre)
    return _heading_links(elements, texts) | of_code | _icon_words(elements, texts)


def _code_parts(elements: Elements, texts: Texts, in_pre: Flags) -> Flags:
    """Return which texts are none of the code: numbers of lines, buttons that copy; (texts,)."""
    flags = np.zeros(len(texts.strings), np.bool_)
    if not in_pre.any():
        return flags
    inside = in_pre & (elements.tag != PRE) & (elements.tag != CODE["code"])
    numbers = _named(elements, inside, _names_numbers)
    for row in np.flatnonzero(elements.tag == PRE).tolist():
        numbers[row] = _is_column_of_numbers(elements, row)
    flags |= _within(elements, texts, numbers, _is_of_numbers)
    for row in np.flatnonzero(numbers & (elements.tag == PRE)).tolist():
        own = np.flatnonzero((texts.holder >= row) & (texts.holder < elements.end[row]))
        flags[own] &= flags[own].all()  # else it is code with numbers in it
    buttons = (elements.tag == _BUTTON) | _named(elements, inside, _names_copying)
    flags |= _within(elements, texts, buttons, _offers_copy)
    return flags | _within(elements, texts, inside & (elements.tag == _BUTTON), None)


def _named(elements: Elements, rows: Flags, names: Callable[[str], object]) -> Flags:
    """Return which of these elements have a class name of that kind."""
    known: dict[str, bool] = {"": False}
    flags = np.zeros(len(elements), np.bool_)
    for row in np.flatnonzero(rows).tolist():
        own = elements.classes[row]
        if own not in known:
            known[own] = bool(names(own))
        flags[row] = known[own]
    return flags


def _is_column_of_numbers(elements: Elements, pre: int) -> bool:
    """Return whether names say that a `pre` numbers the lines of another beside it."""
    row = pre
    for _ in range(_MOST_ABOVE):
        above = elements.parents[row]
        beside = elements.tag[above : elements.end[above]] == PRE
        if _names_numbers(elements.classes[row]) and np.count_nonzero(beside) > 1:
            return True
        row = above
    return False


def _within(
    elements: Elements, texts: Texts, flags: Flags, says: Callable[[str], object] | None
) -> Flags:
    """Return which texts are in flagged elements and say that."""
    if not flags.any():
        return np.zeros(len(texts.strings), np.bool_)
    inside: Flags = elements.inside(flags)[texts.holder]
    if says is not None:
        for at in np.flatnonzero(inside).tolist():
            inside[at] = says(texts.strings[at]) is not None
    return inside


def without_sign(heading: str) -> str:
    """Return the text of a heading without the sign of a link to itself that it ends in.

    >>> without_sign("Install ¶"), without_sign("Why C#"), without_sign("Notes ⚓\ufe0e")
    ('Install', 'Why C#', 'Notes')
    """
    return _sign_at_end("", heading)


def _heading_links(elements: Elements, texts: Texts) -> Flags:
    """Return which texts are of a heading's link to itself, or to edit its section, (texts,).

    A heading that has no other text keeps what its links say.
    """
    flags = np.zeros(len(texts.strings), np.bool_)
    heading = elements.block[texts.holder]
    may_be = np.full(len(flags), "edit" in elements.class_names) | elements.linked[texts.holder]
    inside = np.flatnonzero(are_headings(elements.tag[heading]))
    left: Counter[int] = Counter()  # texts of each heading that are not of such a link
    of_link: dict[int, int] = {}  # the headings of those that are
    for at, row, linked in zip(
        inside.tolist(), heading[inside].tolist(), may_be[inside].tolist(), strict=True
    ):
        if linked and _is_of_link(elements, texts, at, row):
            of_link[at] = row
        else:
            left[row] += not texts.strings[at].isspace()
    flags[[at for at, row in of_link.items() if left[row] > 0]] = True
    if not _OF_TOOLS.isdisjoint(texts.strings):
        for at in [at for at, string in enumerate(texts.strings) if string in _OF_TOOLS]:
            flags[at] |= _is_of_link(elements, texts, at, heading=0)
    return flags


def _icon_words(elements: Elements, texts: Texts) -> Flags:
    """Return which texts are the name of a sign that a font of icons shows, (texts,)."""
    flags = np.zeros(len(texts.strings), np.bool_)
    named = np.zeros(len(elements), np.bool_)
    named[elements.with_class(_names_icon, "icon", "material-")] = True
    icons = (named & (elements.kind != Kind.BLOCK))[texts.holder]
    _, first = np.unique(texts.holder[icons], return_index=True)
    for at in np.flatnonzero(icons)[first].tolist():
        flags[at] = _is_icon(texts.strings[at]) is not None
    return flags


def _is_of_link(elements: Elements, texts: Texts, at: int, heading: int) -> bool:
    text = texts.strings[at]
    for row in _up_to(elements, int(texts.holder[at]), heading):
        classes = elements.classes[row]
        if _names_edit_link(classes) or (text in _TO_SOURCE and _names_source_link(classes)):
            return True
        if elements.tag[row] == ANCHOR:
            href = elements.nodes[row].get("href") or "#"
            named = _names_link_to_self(classes) is not None
            if _is_sign(text):
                return "#" in href and (heading > 0 or named or text not in _BY_NAME)
            if href.startswith("#") and named:
                return len(text) <= _MOST_CHARS
            if text.strip() == "top" and _is_to_top(href):
                return heading > 0
    return False


def _up_to(elements: Elements, row: int, heading: int) -> Iterator[int]:
    """Yield an element of a heading and those around it in the heading, the nearest."""
    for _ in range(_MOST_AROUND):
        if row == heading:
            return
        yield row
        row = elements.parents[row]
