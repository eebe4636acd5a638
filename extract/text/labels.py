"""Tell a label from the value after it: "Where: City Hall", or "Where" and a line below it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, islice
from operator import itemgetter

MOST_LABEL = 40  # characters
_MOST_LEAD = 60  # characters that a label may end in, with the white space before it
_MOST_VALUE = 300  # of a value: a longer text after a label is prose
_split = re.compile(
    r"([^\W\d][^:：\n]{1,38}?)\s*[:：](?:\s+|(?<!\d[:：])(?!//))(\S[^\n]*)", re.S
).match
_EDGES = " \t\n\r\xa0\x00:：*•|-–—?？#[]【】〔〕《》〈〉＜＞■□●○◎◆◇▼▶★☆"  # of a label
# A label without a colon, before a time of the day: "Doors 19:30".
_before_time = re.compile(r"([^\W\d][^:：\n]{0,30}?)\s*(?=\d{1,2}[:：][0-5]\d(?!\d))").match
_spaced = re.compile(
    r"(?<=[\u3040-\u30ff\u4e00-\u9fff])[ \u3000]+(?=[\u3040-\u30ff\u4e00-\u9fff])"
).sub
_BREAK = "\x00"  # the text that stands for `br`
_BELOW = 2  # further blocks that are read: a place may be in several

Vocabulary = Mapping[str, frozenset[str]]  # label in small letters -> the fields it may stand for


@dataclass(frozen=True, slots=True)
class Labelled:
    """A label in small letters, the lines of its value, those below it, and the label's text."""

    label: str
    value: tuple[str, ...]
    below: tuple[str, ...]
    at: int

    @property
    def text(self) -> str:
        """The lines of the value, after each other."""
        return " ".join(self.value)


def split_label(line: str) -> tuple[str, str] | None:
    """Return the label that a line begins with and what follows it; None if it has none.

    >>> split_label("Where: City Hall"), split_label("Doors 19:30"), split_label("http://a.example")
    (('Where', 'City Hall'), None, None)
    """
    match = _split(line)
    return (match[1], match[2]) if match else None


def vocabulary(fields: Mapping[str, str]) -> Vocabulary:
    """Return the fields by label, of fields with their labels, which "|" sets apart.

    >>> sorted(vocabulary({"location": "where|place", "jobLocation": "place"})["place"])
    ['jobLocation', 'location']
    """
    fields_of: dict[str, set[str]] = {}
    for field, labels in fields.items():
        for label in labels.split("|"):
            fields_of.setdefault(label, set()).add(field)
    return {label: frozenset(own) for label, own in fields_of.items()}


def label_of(text: str) -> str:
    """Return a text as labels are looked up: what stands before a colon, in small letters.

    "" of a text that is too long for a label.

    >>> label_of("Where: City Hall"), label_of("Doors 19:30"), label_of("【会 場】")
    ('where', 'doors', '会場')
    """
    label = _parted(text)[0].strip(_EDGES).casefold()
    return label if label.isascii() else _spaced("", label)


def _parted(text: str) -> tuple[str, str]:
    """Return a text up to its colon, and what follows; up to a time of the day if that is first."""
    head = text[:_MOST_LEAD]
    if "：" in head:
        head = head.replace("：", ":")
    head, colon, _ = head.partition(":")
    if not colon:
        return (head, "") if len(text) < _MOST_LEAD else ("", "")
    timed = _before_time(text)
    at = timed.end() if timed else len(head) + 1
    return timed[1] if timed else head, text[at:]


def labelled(texts: Sequence[str], blocks: Sequence[int], known: Vocabulary) -> Iterator[Labelled]:
    """Yield the labels among texts, with their values; `blocks` has the block of each text.

    A value is the rest of the label's text, the further texts of its block, or those of the next
    block, up to the next label.
    """
    labels = list(map(label_of, texts))
    last = len(texts)
    ends = [last] * last  # where the next label is, or the page ends
    for at in range(last - 1, -1, -1):
        ends[at] = last
        last = at if labels[at] in known else last
    for at in (at for at, label in enumerate(labels) if label in known):
        rest = _parted(texts[at])[1]
        after = slice(at + 1, ends[at])
        pieces = [(blocks[at], rest), *zip(blocks[after], texts[after], strict=True)]
        lines = list(islice(_lines(pieces), _BELOW + 1))
        value, below = (lines[0], tuple(chain(*lines[1:]))) if lines else ((), ())
        if 0 < sum(map(len, value)) <= _MOST_VALUE:
            yield Labelled(labels[at], value, below, at)


def _lines(pieces: Iterable[tuple[int, str]]) -> Iterator[tuple[str, ...]]:
    """Yield the lines of each block that has some."""
    for _, own in groupby(pieces, key=itemgetter(0)):
        text = " ".join(text for _, text in own)
        lines = (" ".join(line.split()).replace(" ,", ",") for line in text.split(_BREAK))
        if cleaned := tuple(line for line in (each.strip(_EDGES) for each in lines) if line):
            yield cleaned
