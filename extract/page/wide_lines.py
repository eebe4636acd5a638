"""Join the lines of scripts that have no spaces: there a line feed only ends a line of the source.

CSS Text 3, segment break transformation rules; browsers show a space, which nobody means.
"""

import re
from collections.abc import Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter

import numpy as np

# Of East Asian width, but for Hangul, which has spaces.
_WIDE = "[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\U00020000-\U0003ffff]"
_FIRST_WIDE = 0x2E80  # looked for first, in a tenth of the time; surrogates are beyond it
_JOINT = "\x01"  # between two texts


def ends_lines(texts: Sequence[str]) -> bool:
    """Return whether a line feed stands between two wide characters; on most pages none does."""
    joined = "".join(texts)
    if joined.isascii():
        return False
    units = np.frombuffer(joined.encode("utf-16-le", "surrogatepass"), "<u2")
    return bool((units >= _FIRST_WIDE).any()) and _line_feed().search(joined) is not None


def join_lines(texts: Sequence[str], runs: Sequence[int]) -> list[str]:
    """Return the texts without line feeds between two wide characters of one run.

    `runs` says of each text which run of inline content it is in, -1 of what keeps its white space.

    >>> join_lines(["猫の\\n", "耳。\\n cat\\n"], [0, 0])
    ['猫の', '耳。\\n cat\\n']
    """
    found: list[str] = []
    for run, pairs in groupby(zip(texts, runs, strict=True), key=itemgetter(1)):
        own = [text for text, _ in pairs]
        found += own if run < 0 else _without_feeds(own)
    return found


def _without_feeds(texts: list[str]) -> list[str]:
    """Return the texts of a run without them, as many; as they are if a text holds a joint."""
    parts = _line_feed().sub(_joints, _JOINT.join(texts)).split(_JOINT)
    return parts if len(parts) == len(texts) else texts


def _joints(found: re.Match[str]) -> str:
    """Return what parts texts of what stands between two wide characters."""
    return _JOINT * found[0].count(_JOINT)


# Such a set of characters is compiled only for a page that has others than ASCII.
@cache
def _line_feed() -> re.Pattern[str]:
    return re.compile(rf"(?<={_WIDE})[ \t\r{_JOINT}]*\n[\s{_JOINT}]*(?={_WIDE})")
