"""Plain text of HTML, roughly and in linear time, whatever the markup."""

import re
from collections.abc import Iterator

# What no visitor reads: it ends with its own end tag alone.
_find_unread = re.compile(r"<(?:!--|(script|style|noscript|template|title)\b)", re.I).search
_find_tag = re.compile(r"<[^<>]*>?")
_PIECE = 10_000  # characters that are looked at together


def plain_text(html: str) -> str:
    """Return the text of `html` without markup, scripts and styles, its spaces collapsed.

    >>> plain_text("<title>T</title><p>A<b>B</b> &amp; C<script>d</script><!-- e --> F")
    'A B &amp; C F'
    """
    return _text("".join(_read(html)))


def has_text(html: str, least: int) -> bool:
    """Return whether `html` has so many characters of plain text; reads no more than that takes.

    >>> has_text("<p>A<b>B</b>", 3), has_text("<p>A<b>B</b>", 4)
    (True, False)
    """
    missing = least + 1  # a space is counted after each piece
    for part in _read(html):
        start = 0
        while start < len(part):
            end = part.find("<", start + _PIECE)
            text = _text(part[start : end if end > 0 else len(part)])
            missing -= len(text) + 1 if text else 0
            if missing <= 0:
                return True
            start = end if end > 0 else len(part)
    return False


def _text(part: str) -> str:
    return " ".join(_find_tag.sub(" ", part).split())


def _read(html: str) -> Iterator[str]:
    """Yield what stands between scripts, styles, comments and the like, with its markup.

    An end tag is looked for in the letters of its start tag first: that reads the page once.
    """
    place, before = 0, ""
    while found := _find_unread(html, place):
        yield before + html[place : found.start()]
        end = f"</{found[1]}" if found[1] else "-->"
        place = html.find(end, found.end())
        if place < 0:
            in_other_case = re.compile(re.escape(end), re.I).search(html, found.end())
            if in_other_case is None:
                return
            place = in_other_case.start()
        place += len(end)
        before = "<" if found[1] else ""  # the rest of the end tag is markup
    yield before + html[place:]
