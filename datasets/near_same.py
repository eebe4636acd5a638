"""Pages that are nearly the same: copies, mirrors, versions, which splits must not part."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from zlib import crc32

from pagesight.datasets.schema import LabelledPage

Sketch = tuple[int, ...]

_SHINGLE = 8  # words in a row, as in Broder et al. 1997
_SKETCH = 64  # shingles with the least digests: the error of the share is about 1 / sqrt(64)
_ALIKE = 0.8  # of the shingles of both
_LEAST_WORDS = 50  # pages of fewer words are alike by chance
_COMMON = 50  # pages: a shingle that more have is of a template
_words = re.compile(r"\w+").findall
_without_tags = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>", re.I | re.S).sub


def sketch(page: LabelledPage) -> Sketch:
    """Return the least digests of the page's shingles; () for a page of few words."""
    words = [word.encode() for word in _words(_without_tags(" ", page.page.html).lower())]
    if len(words) < _LEAST_WORDS:
        return ()
    places = range(len(words) - _SHINGLE + 1)
    digests = {crc32(b" ".join(words[place : place + _SHINGLE])) for place in places}
    return tuple(sorted(digests)[:_SKETCH])


def near_same(sketches: Sequence[Sketch]) -> Iterator[tuple[int, int]]:
    """Yield the pairs of pages, by number, that share four fifths of their shingles (estimated).

    (Broder 1997: the share of the least digests of both that both have.)
    """
    holders: dict[int, list[int]] = defaultdict(list)
    for number, found in enumerate(sketches):
        for digest in found:
            holders[digest].append(number)
    rare = {digest for digest, numbers in holders.items() if len(numbers) <= _COMMON}
    for number, found in enumerate(sketches):
        shared = Counter(
            other for d in found if d in rare for other in holders[d] if other > number
        )
        for other in sorted(shared):
            least = sorted({*found, *sketches[other]})[:_SKETCH]
            both = {*found} & {*sketches[other]}
            if sum(digest in both for digest in least) >= _ALIKE * len(least):
                yield number, other
