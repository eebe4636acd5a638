"""The short texts on a page that may be the date or the author of a post."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice

import numpy as np

from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import ANCHOR, CODE, Kind
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.text.bylines import leads_to_person, name_in, names_person, names_rank
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.time_words import (
    has_clock,
    is_bare,
    is_of_something_else,
    is_timestamp,
    is_vague,
)

Signature = tuple[str, ...]

_MOST_DATES = 2_000  # of a page: no thread shows more posts at once
_MOST_NAMES = 10_000  # looked at: a bound on time alone
_MAX_DATE_CHARS = 80  # of a text that is a date with little around it
_NAME_LEVELS = 5  # above a name, whose class names count; by hand
_STRESSED = frozenset(CODE[tag] for tag in ("a", "b", "strong", "h2", "h3", "h4", "h5", "h6", "dt"))
_STRESS = 0.3  # weight of a name that is set off
_LESS_A_LEVEL = 0.25  # what each further element around a name says less
_UNNAMED = 0.1  # weight of a name that only its place speaks for
_SILENT = 0.5  # weight of a date that the page states for machines alone
_DATED = 1.2  # weight of a date with its year, before others
_MOST_OF_NAME = 3  # words
LEVELS = 3  # elements around a text whose names count
# Attributes that state a date for machines, the surest first.
_STATES = ("datetime", "title", "data-time", "data-timestamp", "data-original-title")
_IDENTIFIES = ("itemprop", "rel", "href")
_digits = re.compile(r"\d+").sub
_VARYING = frozenset(
    {"", "odd", "even", "first", "last", "alt", "bg", "row", "active", "new", "unread"}
)


@dataclass(frozen=True, slots=True)
class BylineMark:
    """A short text: its number among the page's texts, the element that holds it, what it says."""

    text: int
    row: int
    said: str
    signatures: tuple[
        Signature, ...
    ]  # of the elements around it, see `BylineCandidates.signatures`
    date: str = ""  # in ISO 8601
    weight: float = 1.0
    stated: str = ""  # the date as the page states it for machines


class BylineCandidates:
    """The marks of a page, each looked for once."""

    def __init__(self, document: Document, extents: TextSpans) -> None:
        """Take a page that has at least one block, and the extents of its texts."""
        self._document = document
        self._extents = extents
        self._elements = document.elements
        self.tags: list[int] = document.elements.tag.tolist()
        self._is_block: list[bool] = (document.elements.kind == Kind.BLOCK).tolist()
        # What a page says it says more than once, and most texts are in the same elements.
        self._date_in = cache(date_in)
        self._name_in = cache(name_in)
        self._tells_when = cache(is_timestamp)
        self._names_person = cache(names_person)
        self._names_rank = cache(names_rank)
        self._persons: dict[int, float] = {}
        self._names: dict[int, BylineMark | None] = {}

    @cached_property
    def texts(self) -> Sequence[tuple[int, int, str]]:
        """Return number, element and words of each text that is short and can be seen."""
        texts, hider = self._document.texts, self._document.hider
        holders = texts.holder.tolist()
        seen = np.flatnonzero(hider[texts.holder] < 0).tolist()
        return [
            (number, holders[number], words)
            for number in seen
            if len(string := texts.strings[number]) < 4 * _MAX_DATE_CHARS
            and 0 < len(words := " ".join(string.split())) <= _MAX_DATE_CHARS
        ]

    @cached_property
    def dates(self) -> Sequence[BylineMark]:
        """Return the texts that say little else than when, in document order."""
        stated = islice(self._dates(), _MOST_DATES)
        silent = islice(self._silent_dates(), _MOST_DATES)
        in_order = sorted((*stated, *silent), key=lambda mark: (mark.text, mark.row))
        return in_order[:_MOST_DATES]

    def _dates(self) -> Iterator[BylineMark]:
        before, before_row = "", 0
        for number, row, text in self.texts:
            stated = self._stated_around(row)
            date = self._date_in(stated) or self._date_in(text)
            if stated or (date and is_bare(text)) or self._tells_when(text):
                near = self._parent(self._parent(row)) <= before_row
                label = before[-25:] if near else ""
                if not any(map(is_of_something_else, (text, label))):
                    weight = _DATED * (1 + has_clock(text) / 4) if date else 1.0
                    if not date and is_vague(text):
                        weight /= 2
                    yield BylineMark(number, row, text, self.signatures(row), date, weight, stated)
            before, before_row = text, row

    def _silent_dates(self) -> Iterator[BylineMark]:
        """Yield the dates of elements whose text scripts write: so does NodeBB."""
        start, end = self._extents.start, self._extents.end
        last = len(self._document.texts.strings) - 1
        for row, stated in sorted(self._stated.items()):
            if start[row] == end[row] and self._document.hider[row] < 0:
                number, date = min(start[row], last), self._date_in(stated)
                yield BylineMark(number, row, stated, self.signatures(row), date, _SILENT, stated)

    def _stated_around(self, row: int) -> str:
        """Return what the element, or one of the two around it, states as the date for machines."""
        for _ in range(LEVELS):
            if row in self._stated:
                return self._stated[row]
            if row == 0 or self._is_block[row]:
                break
            row = self._parent(row)
        return ""

    @cached_property
    def _stated(self) -> dict[int, str]:
        """Return what elements themselves state as the date for machines."""
        return {
            row: value
            for name in reversed(_STATES)  # so that the surest is kept
            for row, value in self._values[name].items()
            if len(value) < _MAX_DATE_CHARS and self._date_in(value)
        }

    @cached_property
    def _values(self) -> dict[str, dict[int, str]]:
        """Return the values, by element, of each attribute that says who or when."""
        return {name: dict(self._elements.values(name)) for name in (*_STATES, *_IDENTIFIES)}

    def _parent(self, row: int) -> int:
        return self._elements.parents[row]

    def names(self, first: int, last: int) -> Sequence[BylineMark]:
        """Return which texts from `first` up to `last` may be somebody's name, with weights."""
        begin, stop = (bisect_left(self.texts, (number,)) for number in (first, last))
        candidates = (self._name(*text) for text in islice(self.texts, begin, stop))
        return list(islice(filter(None, candidates), _MOST_NAMES))

    def at_place(self, place: Signature, first: int, last: int) -> BylineMark | None:
        """Return the first text from `first` up to `last` in such elements, as a name.

        Or a bare one alone in one around the innermost: guests have no page to link to.
        """
        begin, stop = (bisect_left(self.texts, (number,)) for number in (first, last))
        for number, row, text in islice(self.texts, begin, stop):
            own = self.kinds[row]
            is_alone = self._extents.end[row] - self._extents.start[row] == 1
            is_around = is_alone and own in place[1:] and " " in own.strip() and _is_bare(text)
            if is_around or self.signatures(row)[LEVELS - 1] == place:
                return self._named(number, row, text)
        return None

    def _name(self, number: int, row: int, text: str) -> BylineMark | None:
        """Return the text as somebody's name, with how much speaks for it; None if it is none."""
        if number not in self._names:
            name = self._name_in(text)
            self._names[number] = (
                self._named(number, row, name) if name and not self._date_in(name) else None
            )
        return self._names[number]

    def _named(self, number: int, row: int, name: str) -> BylineMark:
        weight, evidence = self._personal(row)
        signatures = (*self.signatures(row), ("of", self.kinds[evidence]))
        return BylineMark(number, row, name, signatures, weight=weight)

    def _personal(self, row: int) -> tuple[float, int]:
        """Return how much speaks for a name, and which element says so: its own or one around."""
        if self._names_rank(self._elements.classes[row]):
            return _UNNAMED, row
        best, evidence, stress = _UNNAMED, row, 0.0
        for level in range(_NAME_LEVELS):
            if row not in self._persons:
                self._persons[row] = self._says_person(row)
            weight = self._persons[row] - level * _LESS_A_LEVEL
            if weight > best:
                best, evidence = weight, row
            if self.tags[row] in _STRESSED:
                stress = _STRESS
            row = self._parent(row)
        return best + stress, evidence

    def _says_person(self, row: int) -> float:
        """Return how surely the names and attributes of an element say that it holds a person."""
        elements = self._elements
        itemprop = self._values["itemprop"].get(row)
        if itemprop in ("author", "creator") or self._values["rel"].get(row) == "author":
            return 3.0
        if self.tags[row] == ANCHOR and leads_to_person(self._values["href"].get(row, "")):
            return 2.0
        if self._names_person(f"{elements.classes[row]} {elements.ids[row]}"):
            return 1.5
        return float(itemprop == "name")

    def signatures(self, row: int) -> tuple[Signature, ...]:
        """Return what the elements around a text are called, from the innermost on.

        The last leaves the innermost out: it may be called after a person's rank.
        """
        around: list[Signature] = []
        names: Signature = ()
        for _ in range(LEVELS):
            names = (*names, self.kinds[row])
            around.append(names)
            row = self._parent(row)
        return (*around, ("", *names[1:]))

    @cached_property
    def kinds(self) -> Sequence[str]:
        """Return each element's tag and class names without what differs from post to post."""
        elements = self._elements
        tags = map(elements.names.__getitem__, self.tags)
        return list(map(cache(_kind), tags, map(cache(_steady), elements.classes), elements.ids))


def _is_bare(text: str) -> bool:
    """Return whether a text is as short as a name, and no label or date."""
    words = text.split()
    return len(words) <= _MOST_OF_NAME and text[-1] not in ":.!?" and not date_in(text)


def _steady(classes: str) -> str:
    """Return the class names, without what differs from post to post, each with a space."""
    names = {name.strip("-_") for name in _digits("", classes).lower().split()}
    return "".join(f"{name} " for name in sorted(names - _VARYING))


def _kind(tag: str, classes: str, id_: str) -> str:
    number = _digits("#", id_) if id_ else ""
    return f"{tag} {classes}{number if number != id_ else ''}"
