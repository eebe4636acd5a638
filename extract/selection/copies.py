"""Copies of text in a page: for wide and narrow windows, in tabs, cut short and whole."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from pagesight.extract.features.table import block_features
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.page.elements import Flags

# Words of the longest text of a run that is left out: shorter ones are said twice, as steps, notes
# and commands. (A third of WCXB dev: 15, 20 and 25 words for a run as a whole lost lists of plans.)
# A single text laid out alike is said twice too: gold of WCXB, by folds, and of three corpora that
# models have not seen has 5,700 characters of such twice and 970 once, of runs 10,000 and 36,500.
_LEAST_WORDS = 20
_MOST_COPIES = 3  # of a text: more are no copies of a section
_MOST_REPEATED = 0.5  # of a copy's words are in code, tables and quotations; by hand
_FIRST_WORDS = 12  # by which a text that is cut short is looked for
_names_data = re.compile(r"(?:pre|td|th) ").match
_names_quote = re.compile(r"quote", re.I).search
# Classes of what is hidden in windows of some width: of Bootstrap, Tailwind, Foundation, others.
_names_width = re.compile(
    r"\s(?:(?:visible|hidden)-(?:xs|sm|md|lg)|(?:d-)?(?:sm|md|lg|xl)(?:-none|:hidden)"
    r"|(?:d-none|hidden)\s(?:.*\s)?(?:d-)?(?:sm|md|lg|xl)[:-]\S+"
    r"|(?:show|hide)-for-(?:small|medium|large)\S*"
    r"|(?:[\w-]*[-_])?(?:mobile|desktop|phone|tablet)(?:[-_](?:only|hidden|visible|view|version))?)"
    r"(?!\S)"
).search
_OF_WIDTHS = (  # one is in each of these classes
    *("visible-", "hidden", "-none", "show-for-", "hide-for-"),
    *("mobile", "desktop", "phone", "tablet"),
)
_ENDS = " .…"  # of a text that is cut short


def without_copies(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks without the later of two runs of the same texts, images among them.

    A run that is short or mostly code, tables or quotations may stand there again, unless one of
    the two is for windows of one width; so may a single text that is laid out alike, behind others.
    A text that is cut short is left out where all of it is kept.
    """
    texts = document.cuts.texts
    numbers = [number for number in np.flatnonzero(kept).tolist() if texts[number]]
    own = [texts[number] for number in numbers]
    fewer = kept.copy()
    for begin, end, source in _later_runs(own):
        words = np.array([len(text.split()) for text in own[begin:end]])
        sources = numbers[source : source + end - begin]
        widths = (_called(document, at, _names_width) for at in (sources[0], numbers[begin]))
        # Else both stand in the same, or in cards alike.
        for_width = document.once(_has_widths) and len({*widths}) > 1
        is_alone = end - begin == 1 < begin - source
        is_said_of_another = is_alone and _are_alike(document, sources[0], numbers[begin])
        if not for_width and (words.max() < _LEAST_WORDS or is_said_of_another):
            continue
        repeat = np.array(list(map(partial(_may_repeat, document), numbers[begin:end], sources)))
        if for_width or words[repeat].sum() < _MOST_REPEATED * words.sum():
            fewer[numbers[begin] : numbers[end - 1] + 1] = False
    for place, whole in _cut_short(own):
        if not _may_repeat(document, numbers[place], numbers[whole]):
            fewer[numbers[place]] = False
    return fewer


def without_repeated_headings(kept: Flags, document: Document) -> Flags:
    """Return the kept blocks without headings that say what the one before them has just said.

    One of the two has nothing under it: it is there for windows of another width. What is said
    often is the title of things that are alike.
    """
    blocks = [document.blocks[number] for number in np.flatnonzero(kept).tolist()]
    blocks = [block for block in blocks if block.text]
    headings = [at for at, block in enumerate(blocks) if block.tag in HEADING_TAGS]
    often = Counter(blocks[at].text for at in headings)
    fewer = kept.copy()
    for before, at, after in zip(
        headings, headings[1:], [*headings[2:], len(blocks)], strict=False
    ):
        first, second = blocks[before], blocks[at]
        is_same = first.text == second.text and first.tag == second.tag
        if is_same and often[first.text] <= _MOST_COPIES and 1 in (at - before, after - at):
            fewer[second.order] = False
    return fewer


def _later_runs(texts: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Yield the bounds of runs of texts that were there before, and where those began."""
    if len({*texts}) == len(texts):
        return
    first: dict[str, int] = {}
    often = {text for text, times in Counter(texts).items() if times > _MOST_COPIES}
    end = 0
    while end < len(texts):
        begin, source = end, end if texts[end] in often else first.get(texts[end], end)
        length = 0
        while end < len(texts) and source + length < begin and texts[end] == texts[source + length]:
            end, length = end + 1, length + 1
        if end > begin:
            yield begin, end, source
        end = max(end, begin + 1)
        for at in range(begin, end):
            first.setdefault(texts[at], at)


def _has_widths(document: Document) -> bool:
    """Return whether a class says for windows of which width an element is: few pages' do."""
    of_width = document.elements.with_class(lambda own: _names_width(f" {own}"), *_OF_WIDTHS)
    return bool(of_width)


def _cut_short(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield which texts end in dots where another one goes on, and that one."""
    short = [at for at, text in enumerate(texts) if text.endswith(("...", "…"))]
    longest: dict[str, int] = {}
    for at, text in enumerate(texts) if short else ():
        beginning = _beginning(text)
        if len(text) > len(texts[longest.setdefault(beginning, at)]):
            longest[beginning] = at
    for at in short:
        opening, whole = texts[at].rstrip(_ENDS), longest[_beginning(texts[at])]
        if (
            whole != at
            and len(opening.split()) >= _FIRST_WORDS
            and texts[whole].startswith(opening)
        ):
            yield at, whole


def _beginning(text: str) -> str:
    return " ".join(text.split()[:_FIRST_WORDS])


def _may_repeat(document: Document, block: int, earlier: int) -> bool:
    """Return whether a block's text may stand there again: as code, in a table, as a quotation."""
    return _holds(document, block, _names_data) or (
        _holds(document, block, _names_quote) and not _holds(document, earlier, _names_quote)
    )


def _are_alike(document: Document, block: int, other: int) -> bool:
    """Return whether two texts that are no quotations stand in elements of one tag path."""
    features = document.once(block_features)
    own, of_other = features.kinds.path[features.tree.leaf[[block, other]]].tolist()
    return own == of_other and not _holds(document, block, _names_quote)


def _holds(document: Document, block: int, names: Callable[[str], object]) -> bool:
    """Return whether the tag or a class name of an element around a block is of that kind."""
    return bool(_called(document, block, names))


def _called(document: Document, block: int, names: Callable[[str], object]) -> tuple[str, ...]:
    """Return the tags and class names of that kind of the elements around a block."""
    elements = document.elements
    around = elements.chain(int(document.cuts.element[block]))
    called = (f"{elements.names[elements.tag[at]]} {elements.classes[at]}" for at in around)
    return tuple(filter(names, called))
