"""The short texts on a page that may be the date or the author of a post."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from pagesight.extract.parse.document import Document
from pagesight.extract.parse.elements import Elements
from pagesight.extract.parse.tags import ANCHOR
from pagesight.extract.records.dates import date_in
from pagesight.extract.records.posts.people import (
    leads_to_person,
    name_in,
    names_person,
    names_rank,
)
from pagesight.extract.records.posts.when import (
    has_clock,
    is_bare,
    is_of_something_else,
    is_vague,
    tells_when,
)

Signature = tuple[str, ...]

_MOST_DATES = 2_000  # of a page: no thread shows more posts at once
_MOST_NAMES = 10_000
_MAX_DATE_CHARS = 80  # of a text that is a date with little around it
_NAME_LEVELS = 5
_STRESSED = frozenset({"a", "b", "strong", "h2", "h3", "h4", "h5", "h6", "dt"})
_STRESS = 0.3  # weight of a name that is set off
_LESS_A_LEVEL = 0.25  # what each further element around a name says less
_UNNAMED = 0.1  # weight of a name that only its place speaks for
_DATED = 1.2  # weight of a date with its year, before others
_LEVELS = 3  # elements around a text whose names count
# Attributes that state a date for machines, the surest first.
_STATES = ("datetime", "title", "data-time", "data-timestamp", "data-original-title")
_digits = re.compile(r"\d+").sub
_VARYING = frozenset(
    {"odd", "even", "first", "last", "alt", "bg", "row", "active", "new", "unread"}
)


@dataclass(frozen=True, slots=True)
class Mark:
    """A short text: its number among the page's texts, the element that holds it, what it says."""

    text: int
    row: int
    said: str
    signatures: tuple[Signature, ...]  # of the elements around it, see `Marks.signatures`
    date: str = ""  # in ISO 8601
    weight: float = 1.0
    stated: str = ""  # the date as the page states it for machines


class Marks:
    """The marks of a page, each looked for once."""

    def __init__(self, document: Document) -> None:
        """Take a page that has at least one block."""
        self._document = document
        self._elements = document.elements
        self._names_person: dict[tuple[str, str], bool] = {}
        self._kinds: dict[tuple[int, str, str], str] = {}

    @cached_property
    def texts(self) -> Sequence[tuple[int, int, str]]:
        """Return number, element and words of each text that is short and can be seen."""
        texts, hider = self._document.texts, self._document.hider
        holders = texts.holder.tolist()
        seen = (hider[texts.holder] < 0).tolist()
        short = (
            (number, row, " ".join(string.split()))
            for number, (string, row) in enumerate(zip(texts.strings, holders, strict=True))
            if seen[number] and 0 < len(string) < 4 * _MAX_DATE_CHARS
        )
        return [each for each in short if each[2] and len(each[2]) <= _MAX_DATE_CHARS]

    @cached_property
    def dates(self) -> Sequence[Mark]:
        """Return the texts that say little else than when."""
        return list(islice(self._dates(), _MOST_DATES))

    def _dates(self) -> Iterator[Mark]:
        before, before_row = "", 0
        for number, row, said in self.texts:
            stated = self._stated(row)
            date = date_in(stated) or date_in(said)
            near = self._parent(self._parent(row)) <= before_row
            if is_of_something_else(said) or (near and is_of_something_else(before[-25:])):
                date, when = "", False
            else:
                when = bool(stated) or (bool(date) and is_bare(said)) or tells_when(said)
            before, before_row = said, row
            if when:
                weight = _DATED * (1 + has_clock(said) / 4) if date else 1.0
                if not date and is_vague(said):
                    weight /= 2
                yield Mark(number, row, said, self.signatures(row), date, weight, stated)

    def _stated(self, row: int) -> str:
        """Return what the element, or one of the two around it, states as the date for machines."""
        elements = self._elements
        for _ in range(_LEVELS):
            stated = {name: value for name, value in elements.attributes[row] if name in _STATES}
            for value in [stated[name] for name in _STATES if name in stated]:
                if len(value) < _MAX_DATE_CHARS and date_in(value):
                    return value
            if elements.kind[row] == 0 or row == 0:
                break
            row = elements.parents[row]
        return ""

    def _parent(self, row: int) -> int:
        return self._elements.parents[row]

    @cached_property
    def names(self) -> Sequence[Mark]:
        """Return the texts that may be somebody's name, with how much speaks for it."""
        found: list[Mark] = []
        for number, row, said in self.texts:
            if len(found) == _MOST_NAMES:
                break
            name = name_in(said)
            if not name or date_in(name):
                continue
            weight, evidence = self._personal(row)
            signatures = (*self.signatures(row), ("of", self.kind(evidence)))
            found.append(Mark(number, row, name, signatures, weight=weight))
        return found

    def _personal(self, row: int) -> tuple[float, int]:
        """Return how much speaks for a name, and which element says so: its own or one around."""
        elements = self._elements
        if names_rank(elements.classes[row]):
            return _UNNAMED, row
        best, stress = (_UNNAMED, row), 0.0
        for level in range(_NAME_LEVELS):
            best = max(best, (self._says_person(row) - level * _LESS_A_LEVEL, row))
            if elements.names[elements.tag[row]] in _STRESSED:
                stress = _STRESS
            row = elements.parents[row]
        return best[0] + stress, best[1]

    def _says_person(self, row: int) -> float:
        """Return how surely the names and attributes of an element say that it holds a person."""
        elements = self._elements
        attributes = dict(elements.attributes[row])
        if attributes.get("itemprop") in ("author", "creator") or attributes.get("rel") == "author":
            return 3.0
        if elements.tag[row] == ANCHOR and leads_to_person(attributes.get("href") or ""):
            return 2.0
        own = (elements.classes[row], elements.ids[row])
        if own not in self._names_person:
            self._names_person[own] = names_person(" ".join(own))
        return 1.5 if self._names_person[own] else float(attributes.get("itemprop") == "name")

    def signatures(self, row: int) -> tuple[Signature, ...]:
        """Return what the elements around a text are called, from the innermost on.

        The last leaves the innermost out: it may be called after a person's rank.
        """
        found: list[Signature] = []
        names: Signature = ()
        for _ in range(_LEVELS):
            names = (*names, self.kind(row))
            found.append(names)
            row = self._elements.parents[row]
        return (*found, ("", *names[1:]))

    def kind(self, row: int) -> str:
        """Return an element's tag and class names without what differs from post to post."""
        elements = self._elements
        own = (int(elements.tag[row]), elements.classes[row], elements.ids[row])
        if own not in self._kinds:
            self._kinds[own] = _kind(elements, row)
        return self._kinds[own]


def _kind(elements: Elements, row: int) -> str:
    names = {_digits("", name).strip("-_").lower() for name in elements.classes[row].split()}
    id_ = _digits("#", elements.ids[row]) if re.search(r"\d", elements.ids[row]) else ""
    return " ".join((elements.names[elements.tag[row]], *sorted(names - _VARYING - {""}), id_))
