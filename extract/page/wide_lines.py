"""Join the lines of scripts that have no spaces: there a line feed only ends a line of the source.

CSS Text 3, segment break transformation rules; browsers show a space, which nobody means.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache

# Of East Asian width, but for Hangul, which has spaces.
_WIDE = "[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\U00020000-\U0003ffff]"
_MOST_BETWEEN = 100  # characters of white space at the end of a text that are looked at


def join_lines(texts: Sequence[str], runs: Sequence[int]) -> list[str]:
    """Return the texts without line feeds between two wide characters of one run.

    `runs` says of each text which run of inline content it is in, -1 of what keeps its white space.

    >>> join_lines(["猫の\\n", "耳。\\n cat\\n"], [0, 0])
    ['猫の', '耳。\\n cat\\n']
    """
    joined = "".join(texts)
    if joined.isascii() or not _ends_line()(joined):
        return list(texts)
    found = [
        _line_feeds()("", text) if run >= 0 and "\n" in text else text
        for text, run in zip(texts, runs, strict=True)
    ]
    for at in range(1, len(found)):
        before, after = found[at - 1][-_MOST_BETWEEN:], found[at][:_MOST_BETWEEN]
        if runs[at] == runs[at - 1] >= 0 and _ends_line()(f"{before}\0{after}"):
            found[at - 1], found[at] = found[at - 1].rstrip(), found[at].lstrip()
    return found


# Such a set of characters is compiled only for a page that has others than ASCII.
@cache
def _line_feeds() -> Callable[[str, str], str]:
    return re.compile(rf"(?<={_WIDE})[ \t\r]*\n\s*(?={_WIDE})").sub


@cache
def _ends_line() -> Callable[[str], object]:
    return re.compile(rf"{_WIDE}[ \t\r\0]*\n[\s\0]*{_WIDE}").search
