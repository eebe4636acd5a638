"""Copies of text in a page: for wide and narrow windows, in tabs, cut short and whole."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from pagesight.extract.parse.elements import Flags

# Words of a copy that is left out. Shorter ones are said twice: steps, notes, commands.
_LEAST_WORDS = 25
_FIRST_WORDS = 12  # by which a text that is cut short is looked for
_ENDS = " .…"  # of a text that is cut short


def without_copies(
    kept: Flags, texts: Sequence[str], may_repeat: Callable[[int, int], bool]
) -> Flags:
    """Return the kept blocks without the later of two runs of the same texts, images among them.

    A text that is cut short is left out where all of it is kept. `may_repeat` says of a block,
    and the one that it repeats, whether it stays all the same: code, cells of tables, quotations.
    """
    numbers = [number for number in np.flatnonzero(kept).tolist() if texts[number]]
    own = [" ".join(texts[number].split()) for number in numbers]
    fewer = kept.copy()
    for begin, end, source in _later_runs(own):
        sources = numbers[source : source + end - begin]
        if not any(map(may_repeat, numbers[begin:end], sources)):
            fewer[numbers[begin] : numbers[end - 1] + 1] = False
    for place, whole in _cut_short(own):
        if not may_repeat(numbers[place], numbers[whole]):
            fewer[numbers[place]] = False
    return fewer


def _later_runs(texts: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the bounds of long runs of texts that were there before, and where those began."""
    first: dict[str, int] = {}
    end = 0
    while end < len(texts):
        begin, source = end, first.get(texts[end], end)
        length = 0
        while end < len(texts) and source + length < begin and texts[end] == texts[source + length]:
            end, length = end + 1, length + 1
        if sum(len(text.split()) for text in texts[begin:end]) >= _LEAST_WORDS:
            yield begin, end, source
        end = max(end, begin + 1)
        for at in range(begin, end):
            first.setdefault(texts[at], at)


def _cut_short(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield which texts end in dots where another one goes on, and that one."""
    short = [at for at, text in enumerate(texts) if text.endswith(("...", "…"))]
    longest: dict[str, int] = {}
    for at, text in enumerate(texts) if short else ():
        beginning = _beginning(text)
        if len(text) > len(texts[longest.setdefault(beginning, at)]):
            longest[beginning] = at
    for at in short:
        said, whole = texts[at].rstrip(_ENDS), longest[_beginning(texts[at])]
        if whole != at and len(said.split()) >= _FIRST_WORDS and texts[whole].startswith(said):
            yield at, whole


def _beginning(text: str) -> str:
    return " ".join(text.split()[:_FIRST_WORDS])
