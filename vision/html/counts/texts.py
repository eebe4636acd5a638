"""Numbers of a page's text: how much, in what pieces, in which elements, in what manner."""

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.features.text import TextCounts, codes, text_counts
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE, TAGS
from pagesight.extract.page.elements import Elements, Flags, Rows, tag_mask
from pagesight.extract.page.walk import LINE_BREAK

_SPACES = np.zeros(0x3002, np.bool_)  # by code; the last is for all beyond
_SPACES[[*range(0x21), 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F,
         0x3000]] = True  # fmt: skip
_LONG, _SHORT = 200, 40  # characters of a block of running text, and of a label
_MARKS = {".": ".。", ",": ",，、", ":": ":：", ";": ";；", "?": "?？", "!": "!！", "|": "|",
          "»": "»", "©": "©", "/": "/", "(": "(（", ")": ")）"}  # fmt: skip
_SIGNS = {"quotes": '"“«', "percent": "%", "code": "[{=_"}
_QUANTILES = (25, 50, 75, 90, 97, 100)
_BLOCK_TAGS = ("p", "li", "td", "pre", "dd", "blockquote", "div", "h1", "h2", "h3")
_PLACES = ("article", "aside", "footer", "form", "header", "main", "nav", "table", "ul")
_PERSONS = {  # English; in other languages the word model has to do
    "we": ("we", "our", "us", "ours"),
    "you": ("you", "your", "yours"),
    "i": ("i", "my", "me", "im", "ive"),
    "he": ("he", "she", "his", "her", "they", "their", "said", "says"),
    "the": ("the", "of", "and", "in", "to", "a"),
}
# Not those of extract/text/money.py: they have more (₱, ₦, ₸ ...), and the shipped model was
# trained on counts of prices with these.
_CURRENCIES = "$€£¥₹₽₩฿₫₺₴₪"
# Of an amount before its sign the last digit is enough; all of it, in text that is nothing but
# digits, would take quadratic time. Beginning with one set of characters makes it fast to look for.
_find_prices = re.compile(
    rf"[{_CURRENCIES}\d](?:(?<=[{_CURRENCIES}])\s?\d[\d.,]*"
    rf"|(?<=\d)[.,]*\s?(?:[{_CURRENCIES}]|USD\b|EUR\b|руб|грн|zł|kr\b|Kč|lei\b|TL\b|Rs\b|円|元))"
).finditer
_find_years = re.compile(r"[12][90]\d\d(?<=19\d\d|20\d\d)(?<!\w\d{4})").finditer
_month_follows = re.compile(r"[-/.年]\s?\d{1,2}").match
_day_and_month_precede = re.compile(
    r"\b(?:\d{1,2}[-/. ]\d{1,2}[-/. ]|\d{1,2}\.? (?:de )?\w{3,10}\.?,? (?:de )?"
    r"|\w{3,10}\.? \d{1,2},? )\Z"
).search
_DATE_CHARS = 30  # of a day and a month


@dataclass(frozen=True)
class Contents:
    """The page's text in one line, blocks apart, and where in it each element's begins and ends."""

    elements: Elements
    line: str
    start: Rows  # (elements,)
    end: Rows
    _known: dict[tuple[str, ...], Flags] = field(default_factory=dict, repr=False)

    @cached_property
    def chars(self) -> Rows:
        """Return the characters of text in each element."""
        return self.end - self.start

    def texts(self, rows: Rows, most: int) -> list[str]:
        """Return the first characters of the text of each of these elements."""
        start, end = self.start[rows], self.end[rows]
        bounds = zip(start.tolist(), np.minimum(end, start + most).tolist(), strict=True)
        line = self.line
        return [line[first:last] for first, last in bounds]

    def rows(self, *tags: str) -> Rows:
        """Return the elements of these tags, in document order."""
        return np.flatnonzero(self.of(*tags))

    def of(self, *tags: str) -> Flags:
        """Return whether each element has one of these tags."""
        if tags not in self._known:
            self._known[tags] = tag_mask(*tags)(self.elements.tag)
        return self._known[tags]

    def holds(self, *tags: str) -> Flags:
        """Return whether each element is or holds one of these tags."""
        return self.count(*tags) > 0

    def count(self, *tags: str) -> Rows:
        """Return how many elements of these tags each is or holds."""
        before = np.append(0, np.cumsum(self.of(*tags)))
        return np.asarray(before[self.elements.end] - before[:-1])


def contents(document: Document) -> Contents:
    """Return what the elements of a page hold."""
    line, begins = _line(document)
    first, last = document.text_bounds
    start, end = begins[first], begins[last]
    space = np.append(_codes(line) == ord(" "), False)
    start = start + (space[start] & (start < end))
    return Contents(document.elements, line, start, end - (space[end - 1] & (start < end)))


def _line(document: Document) -> tuple[str, Rows]:
    """Return the texts in one line, each run of white space one space, and where each begins."""
    strings = list(document.cuts.strings)
    for at in document.cuts.start.tolist():
        strings[at] = " " + strings[at]
    lengths = np.fromiter(map(len, strings), np.int64, len(strings))
    codes = _codes("".join(strings).replace(LINE_BREAK, " "))
    is_space = _is_space(codes)
    kept = ~is_space
    kept[1:] |= kept[:-1]
    place = np.flatnonzero(kept)
    line = codes[place]
    line[is_space[place]] = ord(" ")
    begins = place.searchsorted(np.append(0, np.cumsum(lengths)))
    encoding = "ascii" if codes.dtype == np.uint8 else "utf-32-le"
    return line.tobytes().decode(encoding, "replace"), begins


def _codes(text: str) -> NDArray[np.integer[Any]]:
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    return np.frombuffer(text.encode("utf-32-le", "replace"), "<u4")


def _is_space(codes: NDArray[np.integer[Any]]) -> Flags:
    """Return whether each character is white space."""
    if codes.dtype == np.uint8:
        return codes <= ord(" ")
    return np.asarray(_SPACES[np.minimum(codes, len(_SPACES) - 1)])


def places_of_prices(line: str) -> Rows:
    """Return where in a text a price begins."""
    return np.array([match.start() for match in _find_prices(line)], np.int64)


def places_of_dates(line: str) -> Rows:
    """Return where in a text there is the year of a date."""
    years = (match.span() for match in _find_years(line))
    dated = [
        start
        for start, end in years
        if _month_follows(line, end)
        or _day_and_month_precede(line[max(0, start - _DATE_CHARS) : start])
    ]
    return np.array(dated, np.int64)


def text_numbers(document: Document) -> Mapping[str, float]:
    """Return the numbers of a page's blocks by name; of a page without text there are none."""
    if not document.cuts.texts:
        return {}
    counts = document.once(text_counts)
    lengths = np.fromiter(map(len, document.cuts.texts), np.int64, len(document.cuts.texts))
    return {
        **_sizes(counts),
        **_marks(document.cuts.texts, counts),
        **_link_shares(document, counts, lengths),
        **_shares(document, lengths),
        **_order(document, counts, lengths),
    }


def word_numbers(words: Mapping[str, int]) -> Mapping[str, float]:
    """Return in which person a page is written, and how long its words are."""
    count = max(1, sum(words.values()))
    persons = {name: sum(words.get(word, 0) for word in own) for name, own in _PERSONS.items()}
    return {f"person:{name}": value / count for name, value in persons.items()} | {
        "words:distinct": len(words) / count,
        "words:length": sum(len(word) * number for word, number in words.items()) / count,
    }


def _sizes(counts: TextCounts) -> dict[str, float]:
    sizes = np.sort(counts.chars)
    chars = max(1.0, float(sizes.sum()))
    return {
        "text:chars": math.log1p(chars),
        "text:blocks": math.log1p(len(sizes)),
        "text:long": math.log1p(int((sizes > _LONG).sum())),
        "text:in_long": float(sizes[sizes > _LONG].sum()) / chars,
        "text:in_short": float(sizes[sizes < _SHORT].sum()) / chars,
        "text:digits": float(counts.digits.sum()) / chars,
    } | {f"text:size{q}": math.log1p(sizes[(len(sizes) - 1) * q // 100]) for q in _QUANTILES}


def _marks(texts: Sequence[str], counts: TextCounts) -> dict[str, float]:
    """Return how many there are of each mark, and how blocks begin and end."""
    held = np.bincount(codes("\n".join(texts)), minlength=1 << 8)
    some = max(1.0, float(counts.chars.sum()))
    return {
        **{f"mark:{mark}": math.log1p(_number(held, alike)) for mark, alike in _MARKS.items()},
        **{f"signs:{name}": math.log1p(_number(held, own)) for name, own in _SIGNS.items()},
        "blocks:capitals": sum(map(str.isupper, texts)) / len(texts),
        "blocks:ended": float(counts.ended.sum()) / len(texts),
        "blocks:ended_chars": float((counts.ended * counts.chars).sum()) / some,
    }


def _number(held: NDArray[np.int64], characters: str) -> int:
    return sum(int(held[ord(each)]) for each in characters if ord(each) < len(held))


def _link_shares(document: Document, counts: TextCounts, lengths: Rows) -> dict[str, float]:
    text_blocks = max(1, int((lengths > 0).sum()))
    return {
        "text:linked": float(document.cuts.link_chars.sum()) / max(1, int(lengths.sum())),
        "text:link_blocks": int((counts.links > 0.8).sum()) / text_blocks,
    }


def _shares(document: Document, lengths: Rows) -> dict[str, float]:
    """Return the share of the text in each kind of block, and below each kind of element."""
    elements, at = document.elements, document.cuts.element
    tag = np.where(lengths > 0, elements.tag[elements.block[at]], CODE["img"])
    by_tag = np.bincount(tag, lengths, minlength=len(TAGS))
    chars = max(1, int(lengths.sum()))
    shares = {f"share:{name}": float(by_tag[CODE[name]]) / chars for name in _BLOCK_TAGS}
    for name in _PLACES:
        inside = elements.around(elements.tag == CODE[name])[at] > 0
        shares[f"in:{name}"] = float(lengths[inside].sum()) / chars
    return shares


def _order(document: Document, counts: TextCounts, lengths: Rows) -> dict[str, float]:
    """Return where the long blocks are, and the most text in neighbours without links."""
    sizes, link_chars = counts.chars, document.cuts.link_chars
    count, chars = len(sizes), max(1, int(lengths.sum()))
    prose = (sizes > 80) & (counts.links < 0.5)
    runs = np.bincount(np.cumsum(~prose), sizes * prose)
    long = np.flatnonzero((sizes > _LONG) & (counts.links < 0.3))
    begins = np.flatnonzero((sizes > _LONG) & (link_chars < 50))
    first = int(begins[0]) if len(begins) else count
    return {
        "text:run": math.log1p(float(runs.max())),
        "text:longest_at": int(np.argmax(lengths)) / count,
        "place:first_long": first / count,
        "place:before": float(lengths[:first].sum()) / chars,
        "place:span": float(long[-1] - long[0]) / count if len(long) else 0.0,
        "place:in_long": float(lengths[long].sum()) / chars,
    }
