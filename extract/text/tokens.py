"""The words of a text. `tokens` says what counts as one, for scores and models alike.

In scripts without spaces a line feed only ends a line of the source: CSS Text 3, segment break
transformation rules; browsers show a space, which nobody means.
"""

import html
import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import groupby
from operator import itemgetter

import numpy as np

# Scripts written without spaces between words: each of their characters is a token of its own.
# Written as code points: normalising this file must not change them (U+F900 becomes U+8C48).
UNSPACED = (
    r"\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9f"  # Kana
    r"\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003134f"  # Han
    r"\u0e00-\u0eff\u1780-\u17ff\u1000-\u109f"  # Thai and Lao, Khmer, Myanmar
)
INVISIBLE = "\u00ad\u200b\u2060\ufeff"  # soft hyphen, zero widths: they take no room
_WITHOUT_INVISIBLE = dict.fromkeys(map(ord, INVISIBLE))
# Words of ASCII are found by replacing what is between them, four times as fast as by matching.
AS_IN_WORDS = {
    code: chr(code).lower() if chr(code).isalnum() or chr(code) == "_" else " "
    for code in range(128)
}
# Of East Asian width, but for Hangul, which has spaces.
_WIDE = "[\u2e80-\u312f\u3190-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\U00020000-\U0003ffff]"
_FIRST_WIDE = 0x2E80  # looked for first, in a tenth of the time; surrogates are beyond it
_JOINT = "\x01"  # between two texts


def tokens(text: str) -> list[str]:
    r"""Return the lower-cased `\w+` tokens of `text`.

    In Han, Kana, Thai, Lao, Khmer and Myanmar, written without spaces, each character is one.

    >>> tokens("The cat's 2 ears, 猫の耳")
    ['the', 'cat', 's', '2', 'ears', '猫', 'の', '耳']
    """
    if text.isascii():
        return text.translate(AS_IN_WORDS).split()
    return _finder("")(text.lower())


def tokens_and_line_feeds(text: str) -> list[str]:
    r"""Return the tokens, and each line feed between them.

    >>> tokens_and_line_feeds("A cat.\nIt")
    ['a', 'cat', '\n', 'it']
    """
    return _finder(r"\n|")(text.lower())


def visible(text: str) -> str:
    r"""Return the text without characters that take no room.

    >>> visible("hy\xadphen")
    'hyphen'
    """
    return text if text.isascii() else text.translate(_WITHOUT_INVISIBLE)


def clean(text: str) -> str:
    """Return text with entities, which are often escaped twice, read and white space collapsed."""
    return " ".join(visible(html.unescape(text)).split())


def said_once(text: str, fewest: int = 1) -> str:
    """Return a text once that is there twice, in a link and its label say, if it has so many words.

    >>> said_once("Ann Lee Ann Lee"), said_once("New New", fewest=2)
    ('Ann Lee', 'New New')
    """
    words = text.split()
    half = len(words) // 2
    return " ".join(words[:half]) if half >= fewest and words[:half] * 2 == words else text


def is_unspaced(character: str) -> bool:
    """Return whether a character is of a script that is written without spaces."""
    return _unspaced()(character) is not None


# Such large sets of characters take 10 ms to compile: not before a page has a character of others.
@cache
def _finder(also: str) -> Callable[[str], list[str]]:
    return re.compile(rf"{also}[{UNSPACED}]|[^\W{UNSPACED}]+").findall


@cache
def _unspaced() -> Callable[[str], re.Match[str] | None]:
    return re.compile(f"[{UNSPACED}]").match


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
    joined: list[str] = []
    for run, pairs in groupby(zip(texts, runs, strict=True), key=itemgetter(1)):
        own = [text for text, _ in pairs]
        joined += own if run < 0 else _without_feeds(own)
    return joined


def _without_feeds(texts: list[str]) -> list[str]:
    """Return the texts of a run without them, as many; as they are if a text holds a joint."""
    parts = _line_feed().sub(_joints, _JOINT.join(texts)).split(_JOINT)
    return parts if len(parts) == len(texts) else texts


def _joints(match: re.Match[str]) -> str:
    """Return what parts texts of what stands between two wide characters."""
    return _JOINT * match[0].count(_JOINT)


# Such a set of characters is compiled only for a page that has others than ASCII.
@cache
def _line_feed() -> re.Pattern[str]:
    return re.compile(rf"(?<={_WIDE})[ \t\r{_JOINT}]*\n[\s{_JOINT}]*(?={_WIDE})")
