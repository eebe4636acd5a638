"""Plain text of HTML, roughly and in linear time, whatever the markup."""

import re

# What no visitor reads: it ends with its own end tag alone.
_find_unread = re.compile(r"<(?:!--|(script|style|noscript|template|title)\b)", re.I).search
_find_tag = re.compile(r"<[^<>]*>?")


def plain_text(html: str) -> str:
    """Return the text of `html` without markup, scripts and styles, its spaces collapsed.

    >>> plain_text("<title>T</title><p>A<b>B</b> &amp; C<script>d</script><!-- e --> F")
    'A B &amp; C F'
    """
    lowered, parts, place = html.lower(), [], 0
    if len(lowered) != len(html):  # a few letters are two in lower case: places must agree
        lowered = html
    while found := _find_unread(html, place):
        parts.append(html[place : found.start()])
        end = f"</{found[1].lower()}" if found[1] else "-->"
        place = lowered.find(end, found.end())
        if place < 0:
            break
        place += len(end)
        parts.append("" if not found[1] else "<")  # the rest of the end tag is markup
    else:
        parts.append(html[place:])
    return " ".join(_find_tag.sub(" ", "".join(parts)).split())
