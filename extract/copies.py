"""Copies of text in a page: for wide and narrow windows, in tabs, cut short and whole."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from pagesight.extract.parse.elements import Flags

# Words of a copy that is left out. Shorter ones are said twice: steps, notes, commands.
_LEAST_WORDS = 25
_FIRST_WORDS = 12  # by which a text that is cut short is looked for
_ENDS = " .…"  # of a text that is cut short


def without_copies(kept: Flags, texts: Sequence[str], may_repeat: Callable[[int], bool]) -> Flags:
    """Return the kept blocks without the later of two runs of the same texts, images among them.

    A text that is cut short is left out where all of it is kept. `may_repeat` says which of the
    blocks stay all the same: code, cells of tables, quotations.
    """
    numbers = [number for number in np.flatnonzero(kept).tolist() if texts[number]]
    own = [" ".join(texts[number].split()) for number in numbers]
    fewer = kept.copy()
    for begin, end in _later_runs(own):
        if not any(map(may_repeat, numbers[begin:end])):
            fewer[numbers[begin] : numbers[end - 1] + 1] = False
    for place in _cut_short(own):
        if not may_repeat(numbers[place]):
            fewer[numbers[place]] = False
    return fewer


def _later_runs(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the bounds of long runs of texts that were there before, in the same order."""
    first: dict[str, int] = {}
    begin = source = place = 0
    while place < len(texts):
        begin, source = place, first.get(texts[place], place)
        while place < len(texts) and source < begin and texts[place] == texts[source]:
            place, source = place + 1, source + 1
        if sum(len(text.split()) for text in texts[begin:place]) >= _LEAST_WORDS:
            yield begin, place
        for at in range(begin, max(place, begin + 1)):
            first.setdefault(texts[at], at)
        place = max(place, begin + 1)


def _cut_short(texts: Sequence[str]) -> Iterator[int]:
    """Yield which texts end in dots where another one goes on."""
    wholes: dict[str, list[str]] = {}
    short = [at for at, text in enumerate(texts) if text.endswith(("...", "…"))]
    if not short:
        return
    for text in texts:
        wholes.setdefault(_beginning(text), []).append(text)
    for at in short:
        said = texts[at].rstrip(_ENDS)
        others = wholes[_beginning(texts[at])]
        if len(said.split()) >= _FIRST_WORDS and any(
            len(other) > len(texts[at]) and other.startswith(said) for other in others
        ):
            yield at


def _beginning(text: str) -> str:
    return " ".join(text.split()[:_FIRST_WORDS])
