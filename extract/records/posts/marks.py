"""The short texts on a page that may be the date or the author of a post."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from pagesight.extract.parse.document import Document
from pagesight.extract.parse.elements import Elements
from pagesight.extract.parse.tags import ANCHOR
from pagesight.extract.records.dates import date_in

Signature = tuple[str, ...]

_MAX_DATE_CHARS = 80  # of a text that is a date with little around it
_MAX_NAME_CHARS = 40
_MAX_AROUND = 36  # letters of a text that is a date
_MAX_WORDS = 12
_NAME_LEVELS = 5
_STRESSED = frozenset({"a", "b", "strong", "h2", "h3", "h4", "h5", "h6", "dt"})
_STRESS = 0.3  # weight of a name that is set off
_LESS_A_LEVEL = 0.25  # what each further element around a name says less
_UNNAMED = 0.1  # weight of a name that only its place speaks for
_DATED = 1.2  # weight of a date with its year, before others
_LEVELS = 3  # elements around a text whose names count
_digits = re.compile(r"\d+").sub
_VARYING = frozenset(
    {"odd", "even", "first", "last", "alt", "bg", "row", "active", "new", "unread"}
)
_UNITS = (
    r"(?:secs?|seconds?|mins?|minutes?|hours?|hrs?|days?|weeks?|months?|years?|yrs?"
    r"|sekunden?|minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?"
    r"|secondes?|heures?|jours?|semaines?|mois|ans?|années?"
    r"|segundos?|minutos?|horas?|d[ií]as?|semanas?|mes(?:es)?|a[nñ]os?"
    r"|minut[oi]|or[ae]|giorn[oi]|settiman[ae]|mes[ei]|ann[oi]|uur|dag(?:en)?|we(?:ek|ken)|maand(?:en)?|jaar"
    r"|minut[ay]?|godzin[ay]?|dni|dzień|tydzień|tygodni[e]?|miesi[ąę]c\w*|lata?|rok"
    r"|минут\w?|час(?:а|ов)?|дн(?:я|ей)|день|недел\w+|месяц\w*|год(?:а)?|лет)\b"
)
_is_relative = re.compile(
    rf"(?<![\w.,])(?:\d+|an?|one|ein(?:e[rnm]?)?|une?)\s+{_UNITS}"
    r"|\b(?:to-?day|yesterday|heute|gestern|hier|aujourd|ayer|hoy|oggi|ieri|wczoraj|dzisiaj"
    r"|сегодня|вчера)\b|[\d一二三]+\s*(?:分钟|小时|天|周|个?月|年|秒|時間|日|か月)前"
    r"|^\d+\s?(?:m|h|d|w|mo|y|min|hrs?|yrs?)$",
    re.I,
).search
_is_ago = re.compile(
    r"\b(?:ago|her|vor|seit|hace|il y a|fa|temu|geleden|sedan|siden|назад|today|yesterday|heute"
    r"|gestern|hier|ayer|hoy|oggi|ieri)\b|前$",
    re.I,
).search
_is_day = re.compile(
    r"\b(?:\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:de\s+)?[^\W\d_]{3,12}|[^\W\d_]{3,12}\.?\s+\d{1,2})\b"
).search
_has_month = re.compile(
    r"\b(?:jan|feb|fév|mar|mär|apr|avr|abr|ma[iy]|maj|jun|jui|jul|aug|aoû|ago|sep|set|oct|okt|ott"
    r"|out|nov|dec|dez|déc|dic|янв|фев|мар|апр|мая|июн|июл|авг|сен|окт|ноя|дек)",
    re.I,
).search
_has_clock = re.compile(r"\b\d{1,2}[:.h]\d\d\b").search
_is_of_something_else = re.compile(
    r"join|regist|member since|mitglied seit|dabei seit|beigetreten|inscri|desde|membre|since"
    r"|edit|bearbeitet|geändert|modif|updated|changed|last (?:visit|seen|post|active|reply)"
    r"|letzte|dernière|birth|expires|views",
    re.I,
).search
_names_person = re.compile(
    r"user|author|poster|nick|member|by-?line|screen-?name|display-?name|creator|profile|person"
    r"|commenter|vcard|\bfn\b|owner"
).search
_names_no_person = re.compile(
    r"title|rank|count|stat|avatar|badge|group|join|role|info|detail|extra|location|reputation"
    r"|signature|number|level|online|status|date|time|blurb|banner|content|body|field"
).search
_names_rank = re.compile(r"title|rank|badge|banner|role").search
_leads_to_person = re.compile(
    r"(?:^|[/?&=._-])(?:members?|users?|profil[es]*|viewprofile|author|people|account|u|memberlist"
    r"|user_?info|member\d+|membre\d*|mitglied\w*|person|auteur|usuario\w*|uid)(?:$|[/?&=._\d-])",
    re.I,
).search
_is_no_name = re.compile(
    r"[\W\d_]*$|\(.*\)$|[\d.,]+k?\s+[a-z ]+$|(?:re|by|von|par|por|quote|reply|replied|report|share"
    r"|likes?|edit|top|post(?:s|ed)?|permalink|messages|find|printer.*|advertisement|joined"
    r"|link|member|guest|author|message|date|joined|location|online|offline|antworten|zitieren"
    r"|wrote|says|said|schrieb|profile|profil|pm|www|email|website|moderator|administrator"
    r"|senior member|junior member|new member|admin|op|topic author|thread starter|user|e-mail"
    r"|private message|answers?|comments?|reply to|unread post|member since|original poster"
    r"|beitrag|re\b.*)\s*:?$",
    re.I,
).match
_prefix = re.compile(
    r"^(?:(?:posted|written|asked|answered|started|created|geschrieben|message|submitted)\s+)?"
    r"(?:by|von|par|por|di|door|av|da|from)\b\s*:?\s*|^@(?=\w)",
    re.I,
).sub


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
        self._kinds: dict[int, str] = {}

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
        return list(self._dates())

    def _dates(self) -> Iterator[Mark]:
        before, before_row = "", 0
        for number, row, said in self.texts:
            stated = self._stated(row)
            date = date_in(stated) or date_in(said)
            near = self._parent(self._parent(row)) <= before_row
            if _is_of_something_else(said) or (near and _is_of_something_else(before[-25:])):
                date, when = "", False
            else:
                when = bool(stated) or (bool(date) and _is_bare(said)) or _tells_when(said)
            before, before_row = said, row
            if when:
                weight = _DATED * (1 + bool(_has_clock(said)) / 4) if date else 1.0
                if not date and _is_relative(said) and not _is_ago(said):
                    weight /= 2
                yield Mark(number, row, said, self.signatures(row), date, weight, stated)

    def _stated(self, row: int) -> str:
        """Return what the element, or one of the two around it, states as the date for machines."""
        elements = self._elements
        for _ in range(_LEVELS):
            attributes = dict(elements.attributes[row])
            for name in ("datetime", "title", "data-time", "data-timestamp", "data-original-title"):
                value = attributes.get(name) or ""
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
        found = []
        for number, row, said in self.texts:
            name = _prefix("", said).strip(" ,:;|»·•-–—")
            if not 1 < len(name) <= _MAX_NAME_CHARS or _is_no_name(name) or date_in(name):
                continue
            weight, evidence = self._personal(row)
            signatures = (*self.signatures(row), ("of", self.kind(evidence)))
            found.append(Mark(number, row, name, signatures, weight=weight))
        return found

    def _personal(self, row: int) -> tuple[float, int]:
        """Return how much speaks for a name, and which element says so: its own or one around."""
        elements = self._elements
        if _names_rank(elements.classes[row].lower()):
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
        called = f"{elements.classes[row]} {elements.ids[row]}".lower()
        if attributes.get("itemprop") in ("author", "creator") or attributes.get("rel") == "author":
            return 3.0
        if elements.tag[row] == ANCHOR and leads_to_person(attributes.get("href") or ""):
            return 2.0
        if _names_person(called) and not _names_no_person(called):
            return 1.5
        return float(attributes.get("itemprop") == "name")

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
        if row not in self._kinds:
            self._kinds[row] = _kind(self._elements, row)
        return self._kinds[row]


def _kind(elements: Elements, row: int) -> str:
    names = {_digits("", name).strip("-_").lower() for name in elements.classes[row].split()}
    id_ = _digits("#", elements.ids[row]) if re.search(r"\d", elements.ids[row]) else ""
    return " ".join((elements.names[elements.tag[row]], *sorted(names - _VARYING - {""}), id_))


def _is_bare(said: str) -> bool:
    """Return whether there is little in the text beside a date that is in it."""
    return sum(map(str.isalpha, said)) <= _MAX_AROUND and said.count(" ") <= _MAX_WORDS


def _tells_when(said: str) -> bool:
    """Return whether a text says when, as posts do: "3 weeks ago", "March 27", "Today, 10:12"."""
    if len(said) > _MAX_AROUND:
        return False
    if _is_relative(said):
        return True
    day = _is_day(said)
    return bool(day and _has_month(day[0]))


def leads_to_person(href: str) -> bool:
    """Return whether an address looks like that of somebody's page."""
    return len(href) < 500 and _leads_to_person(href) is not None
