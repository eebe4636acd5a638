"""Read the style sheets embedded in a page, as far as hiding text needs it.

What is not understood (pseudo-classes, sibling combinators, nested rules, unknown media) is left
out. Most sheets hide little, so declarations that may hide are looked for in all of the text, and
only the rules around them are read. A general parser, tinycss2, takes 20 ms a page of WCXB.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain

import numpy as np

from pagesight.extract.page.elements import Rows
from pagesight.extract.page.hiding.styles import pixels
from pagesight.extract.page.walk import SkippedElement

Pattern = re.Pattern[bytes]

_MOST_CHARS = 2_000_000  # of style sheets that are read; the largest of WCXB dev have 0.9 million
_MOST_RULES = 20_000  # of a page: a bound on time alone
_MOST_NESTED = 4  # at-rules around a rule
_WIDTH = 1280  # CSS px: the viewport that pages are rendered in

_without_comments = re.compile(r"/\*.*?(?:\*/|\Z)", re.S).sub
# Strings with a character in them that would be taken for the sheet's own.
_without_strings = re.compile(
    r"""["'](?:(?<=")[^"\n{};,]*+[{};,][^"\n]*+"|(?<=')[^'\n{};,]*+[{};,][^'\n]*+')"""
).sub
_media_features = re.compile(r"\(\s*([\w-]+)\s*(?::\s*([^)]*))?\)").findall


@dataclass(frozen=True, slots=True)
class StyleRule:
    """The selectors and the declarations of a rule, and its place among the rules."""

    selectors: str
    declarations: str
    order: int


class Sheets:
    """The text of all sheets of a page, and the place of each brace in it."""

    def __init__(self, text: str) -> None:
        self._text = _without_strings('""', _without_comments(" ", text))
        self._searched = self._text.encode("latin-1", "replace").lower()  # a byte a character
        codes = np.frombuffer(self._searched, np.uint8)
        self._braces = np.flatnonzero((codes == ord("{")) | (codes == ord("}")))
        self._step = np.where(codes[self._braces] == ord("{"), 1, -1)
        self._applies: dict[int, bool] = {}

    def blocks(self, patterns: Iterable[Pattern]) -> Iterator[StyleRule]:
        """Yield the rules that apply on a screen and have a declaration like one of the patterns.

        In order; of more than are read, the first.
        """
        for brace in self._around(patterns)[:_MOST_RULES].tolist():
            before = self._before(brace)
            if "@" not in before and self._applies_at(brace):
                start, end = self._braces[brace : brace + 2].tolist()
                yield StyleRule(before.rpartition(";")[2], self._text[start + 1 : end], brace)

    def _around(self, patterns: Iterable[Pattern]) -> Rows:
        """Return the opening braces whose blocks hold what is like one of the patterns."""
        if not len(self._braces):
            return self._braces
        places = [match.start() for each in patterns for match in each.finditer(self._searched)]
        before = np.searchsorted(self._braces, np.array(places, np.int64))
        braces = np.flatnonzero(np.bincount(before)) - 1
        braces = braces[(braces >= 0) & (braces + 1 < len(self._braces))]
        return braces[(self._step[braces] > 0) & (self._step[braces + 1] < 0)]

    def _before(self, brace: int) -> str:
        """Return the text between a brace and the one before it."""
        start = int(self._braces[brace - 1]) + 1 if brace else 0
        return self._text[start : int(self._braces[brace])]

    def _applies_at(self, brace: int) -> bool:
        """Return whether all that is open at a brace applies: at-rules, no rule around a rule."""
        depth = int(self._depth[brace])
        above = [int(last[brace]) for last in self._last_open[: depth - 1]]
        return depth <= _MOST_NESTED + 1 and all(map(self._at_rule_applies, above))

    def _at_rule_applies(self, brace: int) -> bool:
        if brace not in self._applies:
            self._applies[brace] = _at_rule_applies(self._before(brace))
        return self._applies[brace]

    @cached_property
    def _depth(self) -> Rows:
        """Return how many blocks are open after each brace; a brace too many closes nothing."""
        depth = np.cumsum(self._step)
        return np.asarray(depth - np.minimum(np.minimum.accumulate(depth), 0))

    @cached_property
    def _last_open(self) -> Sequence[Rows]:
        """Return the last brace up to each that opens a block of each depth."""
        places = np.arange(len(self._braces))
        opens = [(self._step > 0) & (self._depth == depth + 1) for depth in range(_MOST_NESTED)]
        return [np.maximum.accumulate(np.where(own, places, -1)) for own in opens]


def embedded_sheets(passed: Sequence[SkippedElement]) -> Sheets:
    """Return the sheets that apply; not those for browsers without scripts."""
    return _sheets("\n".join(_texts(passed)))


@lru_cache(maxsize=2)  # a page is asked twice: for what is laid out as blocks, and what is hidden
def _sheets(text: str) -> Sheets:
    return Sheets(text)


def _texts(passed: Sequence[SkippedElement]) -> Iterator[str]:
    left = _MOST_CHARS
    may_hold = (each for each, *_ in passed if each.tag == "style" or len(each))
    for style in chain.from_iterable(each.iter("style") for each in may_hold):
        inert = next(style.iterancestors("noscript", "template"), None) is not None
        if left > 0 and not inert and _applies(style.get("media") or ""):
            text = "".join(style.itertext())[:left]
            left -= len(text)
            yield text


def _at_rule_applies(before: str) -> bool:
    """Return whether what a brace opens applies to rules inside: an at-rule of conditions does."""
    at_rule = before.rpartition(";")[2].strip().lower()
    if at_rule.startswith("@media"):
        return _applies(at_rule[6:])
    return at_rule.startswith(("@supports", "@layer"))


def _applies(media: str) -> bool:
    """Return whether a list of media queries has one that the screen of a desktop meets.

    >>> _applies(""), _applies("print"), _applies("screen and (max-width: 600px)")
    (True, False, False)
    """
    return any(_meets(query.strip()) for query in media.lower().split(","))


def _meets(query: str) -> bool:
    features = [_has(name, value) for name, value in _media_features(query)]
    medium = query.partition("(")[0].replace("only ", "").removesuffix("and ").strip()
    if medium.startswith("not "):
        return medium[4:] in ("print", "speech") and not features
    return medium in ("", "all", "screen") and all(features)


def _has(name: str, value: str) -> bool:
    if name in ("min-width", "max-width"):
        size = pixels(value)
        return size is not None and (size <= _WIDTH if name == "min-width" else size >= _WIDTH)
    return (name, value.strip()) in (("orientation", "landscape"), ("hover", "hover"))
