"""Find the parts of an item that a name or a link tells apart: who, where, how to reach them."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from pagesight.extract.metadata.entities.job_words import (
    is_company,
    leads_to_employer,
    leads_to_job,
)
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import CODE
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.records.fields.links import Span
from pagesight.extract.text.bylines import leads_to_person, name_in, names_person, names_rank
from pagesight.extract.text.class_names import hyphenated
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.places import is_mail

_MAX_CHARS, _MAX_TITLE = 120, 300  # of a part
_MOST_NAMES = 200  # characters of class names that are read
# Attributes that say what an element is: the last ones where a build made up its classes.
_NAMING = ("itemprop", "data-testid", "data-test", "data-qa", "data-ui", "data-automation-id")
_PINS = r"map-?(?:marker|pin)|ic(?:on)?-(?:pin|marker|geo)|geo-alt|maps-and-flags"  # on a map
# The names of schema.org's properties, by what elements that hold them are called.
_CALLED: Mapping[str, Callable[[str], Iterator[re.Match[str]]]] = {
    "address": re.compile(
        r"(?<![a-z])(?:street-?)?(?:address|adr|anschrift|adress?[ea]?|indirizzo|direcci[oó]n|endere[cç]o)(?![a-z])"
    ).finditer,
    "location": re.compile(
        rf"(?<![a-z])(?:location|venue|place|where|city|locality|ort|lieu|lugar|{_PINS}|headquarters)"
        r"(?:-?name)?(?![a-z])"
    ).finditer,
    "hiringOrganization": re.compile(
        r"(?<![a-z])(?:company|employer|arbeitgeber)(?![a-z])"
    ).finditer,
    "baseSalary": re.compile(r"(?<![a-z])(?:salary|wage|compensation|gehalt)(?![a-z])").finditer,
    "employmentType": re.compile(r"(?<![a-z])(?:job|employment)-?type(?![a-z])").finditer,
    "eventStatus": re.compile(r"(?<![a-z])(?:event|meeting)-?status(?![a-z])").finditer,
    "category": re.compile(
        r"(?<![a-z])(?:category|kicker|rubri(?:k|que|ca|ek)|cat[eé]gor[ií][ae])(?![a-z])"
    ).finditer,
}  # fmt: skip
_employs = frozenset({"baseSalary", "employmentType"})  # properties that jobs have
_says_employer = re.compile(r"@ (\S[^@\n]{1,59})").fullmatch
_parted = re.compile(r"\s?[|·•]\s?").split
_counted_apart = re.compile(r"\s?[|·•]\s?|\s/\s|,\s").split
_joins_names = re.compile(
    r"(?:\W|\d|\b(?:by|von|par|por|and|und|et|y|e|with|mit)\b)*", re.I
).fullmatch
_is_phone = re.compile(
    r"(?:(?:tele?(?:phone|fon)?|phone|mobile?|cell|fax|t|m|p)\.?:?\s*)?"
    r"(\+?\(?\d[\d\s()/.-]{5,18}\d)(?:\s*(?:ext|x)\.?\s*\d+)?",
    re.I,
).fullmatch
_is_honored = re.compile(r"\S.{0,18}(?:さん|さま|様)").fullmatch
_EDGES = " ·•-–—|"  # of a title or a name
_MOST_ADDRESSES = 2  # of an item; by hand
_LEAST_DIGITS, _MOST_DIGITS = 7, 15  # of a telephone number (E.164 allows 15)
_without_label = re.compile(
    r"^[\s|·•,/]*(?:(?:filed (?:under|in)|posted in|categor(?:y|ies)|kategorie|分类于)[:：\s]+"
    r"|at (?=[^\W\d_]))?",
    re.I,
).sub
_looks_dated = re.compile(
    r"(?:19|20)\d\d[./-]\d|\d[./-]\s?(?:19|20)\d\d|\d{4}/\d\d?/\d|^\d\d?[./-]\d\d? (?:19|20)\d\d$"
).search
# Hours are written like a number: 14.30 - 18.30, 9:00-17:00.
_is_of_hours = re.compile(
    r"\D*(?:[01]?\d|2[0-4])[.:h][0-5]\d\s*-\s*(?:[01]?\d|2[0-4])[.:h][0-5]\d"
).match
_is_plain_number = re.compile(r"[1-9]\d*").fullmatch  # of an article, an order or a photo
_BYTE = r"(?:0|[1-9]\d?|1\d\d|2[0-5]\d)"
_is_host = re.compile(rf"{_BYTE}(?:\.{_BYTE}){{3}}").fullmatch  # 94.135.192.71
_is_rating = re.compile(r"\d(?:[.,]\d+)?\s?/\s?(?:5|10)(?:[.,]0+)?").fullmatch
_is_icon = re.compile(
    r"(?:^|\s)(?:fa[bsr]?|las?|bi|bx|ti|ion|mdi|(?:glyph|flat)?icons?)[\s-]"
).search
_names_telling = re.compile(rf"user|author|{_PINS}|location").search
_is_role = re.compile(r"(?:site )?admin|webmaster", re.I).fullmatch
_is_network = re.compile(
    r"share (?:on|this).*|facebook|twitter|linkedin|pinterest|whatsapp|telegram|reddit|x|e-?mail",
    re.I,
).fullmatch
_is_employment = re.compile(
    r"(full[ -]?time|part[ -]?time|freelance|internship|temporary|contractor|vollzeit|teilzeit"
    r"|temps (?:plein|partiel)|tiempo completo|media jornada|tempo (?:pieno|integral|parcial)"
    r"|полная занятость|cdi|cdd)(?:\W+\d.*)?",
    re.I,
).fullmatch
_counts_reviews = re.compile(
    r".{0,40}\D(\d[\d.,]{0,9}k?)\s(?:customer )?(?:reviews?|ratings?)\W*", re.I
).fullmatch
_counts = re.compile(
    r"(\d[\d.,]{0,9}k?)\s*\+?\s*(beds?|bed ?rooms?|baths?|bath ?rooms?|comments?|replies|views"
    r"|points|votes|likes|answers?|reviews?|sq\.? ?ft\.?|m²|rooms?|guests?)",
    re.I,
).fullmatch


@dataclass(frozen=True, slots=True)
class ItemPart:
    """An element of an item: its row, its text, and what its class and its `itemprop` call it."""

    row: int
    text: str
    called: str
    href: str


class ItemParts:
    """The parts of a page's items."""

    def __init__(self, document: Document) -> None:
        """Take a page."""
        self._document, self._spans = document, TextSpans(document)
        self._names: dict[int, str] = {}
        for attribute in _NAMING:
            for row, name in document.elements.values(attribute):
                self._names[row] = f"{self._names.get(row, '')} {name[:_MOST_NAMES]}"
        self._links = dict(document.elements.values("href"))
        self._icons = self._icon_rows()

    def of(self, span: Span) -> list[ItemPart]:
        """Return the named and linked elements of an item, each before those in it."""
        cuts = self._document.cuts
        first, last = int(cuts.first[span[0]]), int(cuts.last[span[1] - 1])
        return [*self._named(first, last + 1), *self._beside_icons(first, last + 1)]

    def _named(self, first: int, last: int) -> Iterator[ItemPart]:
        classes, spans = self._document.elements.classes, self._spans
        for row in spans.rows(first, last):
            href = self._links.get(row, "")
            called = f"{classes[row][:_MOST_NAMES]}{self._names.get(row, '')}".strip()
            if not (called or href):
                continue
            most = _MAX_TITLE if "title" in called else _MAX_CHARS
            if text := spans.said(spans.start[row], spans.end[row], most):
                yield ItemPart(row, text.replace(" ,", ","), hyphenated(called).lower(), href)

    def _icon_rows(self) -> list[int]:
        """Return the elements without text that a class or `i` makes icons, if any tells who or
        where.
        """
        elements = self._document.elements
        icons = {
            name: rows
            for name, rows in elements.by_class.items()
            if _is_icon(name.lower()) or elements.tag[rows[0]] == CODE["i"]
        }
        if not any(_names_telling(name.lower().replace("_", "-")) for name in icons):
            return []
        rows = sorted(row for rows in icons.values() for row in rows)
        return [row for row in rows if self._spans.start[row] == self._spans.end[row]]

    def _beside_icons(self, first: int, last: int) -> Iterator[ItemPart]:
        """Yield what stands after each icon that tells, up to the next or the end around it."""
        elements, spans = self._document.elements, self._spans
        begin = bisect_left(self._icons, first, key=spans.start.__getitem__)
        stop = bisect_left(self._icons, last, key=spans.start.__getitem__)
        own = self._icons[begin:stop]
        starts = [*(spans.start[row] for row in own), last]
        for row, following in zip(own, starts[1:], strict=True):
            called = elements.classes[row][:_MOST_NAMES].replace("_", "-").lower()
            end = min(spans.end[elements.parents[row]], following)
            text = spans.said(spans.start[row], end, _MAX_CHARS) if _names_telling(called) else ""
            if text:
                yield ItemPart(row, text, called, "")


def author_in(parts: Sequence[ItemPart], title: str, lines: Sequence[str] = ()) -> str:
    """Return who wrote the item: whom a link or a class names, as names of people are.

    The title is no name, though its address may read like a profile's. Several whom links name in
    one of the lines, and nothing else, wrote it together.
    """
    bare = title.strip(_EDGES)
    parts = [
        part for part in parts if part.text.strip(_EDGES) != bare and not _is_network(part.text)
    ]
    linked = [part.text for part in parts if part.href and leads_to_person(part.href)]
    named = (part for part in parts if names_person(part.called) or _is_honored(part.text))
    people = [part for part in named if not names_rank(part.called)]
    called = [part.text for part in sorted(people, key=_is_any_name)]
    inner = (text for text, after in pairwise([*called, ""]) if not after or after not in text)
    candidates = (_without_rank(text, parts) for text in (*linked, *inner))
    first = next(filter(None, (_name_of(text) for text in candidates if not _is_reach(text))), "")
    names = list(dict.fromkeys(filter(None, map(_name_of, linked))))
    parted = (part for line in lines for part in (line, *_parted(line))) if len(names) > 1 else ()
    together = (_joint(part, names) for part in parted)
    return next(filter(None, together), first)


def _name_of(text: str) -> str:
    """Return the name in what a link or a class calls a person: on forums one may be "admin"."""
    return name_in(text) or (text if _is_role(text) else "")


def _is_any_name(part: ItemPart) -> bool:
    """Return whether hCard alone calls a part a name: it may be that of what is reviewed."""
    return part.called in ("fn", "fn org", "vcard")


def _without_rank(text: str, parts: Sequence[ItemPart]) -> str:
    """Return the link that a text begins with, if it is a part of it: the name before an office, or
    before a day.
    """
    linked = [part.text for part in parts if part.href]
    names = [each for each in linked if text.startswith((f"{each} ", f"{each}, "))]
    return next(filter(name_in, names), next(iter(names), text))


def _joint(line: str, names: Sequence[str]) -> str:
    """Return the names in a line that holds nothing else, by commas; "" if it has more or one.

    >>> _joint("by Ann Lee & Bo Mann", ["Ann Lee", "Bo Mann"]), _joint("Ann Lee", ["Ann Lee"])
    ('Ann Lee, Bo Mann', '')
    """
    joint = [name for name in names if name in line]
    for name in joint:
        line = line.replace(name, "")
    return ", ".join(joint) if len(joint) > 1 and _joins_names(line) else ""


def properties_of(
    parts: Sequence[ItemPart], lines: Sequence[str], title: str = "", url: str = ""
) -> dict[str, str]:
    """Return what the parts and lines of an item say, by schema.org's names and by what is counted.

    What is called two things is the second, unless it holds both; what holds the title is the item.
    Of many addresses none is its own: a film is shown in many houses.
    `url` is the item's address, which may lead to a job.

    >>> properties_of([], ["Phone 05212 0049", "2 Beds", "a@jam.example"])
    {'telephone': '05212 0049', 'beds': '2', 'email': 'a@jam.example'}
    >>> properties_of([], ["14.30 - 18.30", "9:00-17:00", "1 2 3 ... 32 33 34", "09-08 2024"])
    {}
    """
    facts: dict[str, str] = {}
    called = [*_called(parts)]
    several = {text for names, text in called if names[-1] == "address"}
    if len(several) > _MOST_ADDRESSES:
        called = [each for each in called if each[1] not in several]
    for (names, content), after in zip(called, [*called[1:], None], strict=False):
        is_item = content == title or ("address" not in names and title in content)
        is_both = len(names) > 1 and after is not None and after[1] in content
        is_both |= names[-1] == "category" and _is_employment(content) is not None
        if not (title and is_item) and not is_both:
            facts.setdefault(names[-1], _without_label("", _without_slogan(content, parts)))
    for part in parts:
        if part.href.startswith("mailto:"):
            if address := part.href[7:].split("?")[0]:  # a button to share names nobody
                facts.setdefault("email", address)
        elif part.href.startswith("tel:"):
            facts.setdefault("telephone", part.text)
    for line in lines:
        facts |= {name: value for name, value in _of_line(line).items() if name not in facts}
    is_job = not _employs.isdisjoint(facts) or leads_to_job(url)
    if is_job and (employer := _employer(parts, lines, title)):
        facts.setdefault("hiringOrganization", employer)
    return facts


def without_other_labels(
    properties: Mapping[str, str], attributes: Mapping[str, str], price: str
) -> dict[str, str]:
    """Return the properties without a category or a place that is a price, a date or a question, or
    has another's label,
    and without what is counted where a label says what for.

    >>> without_other_labels({"category": "Price: $5", "location": "Hall"}, {"Price": "$5"}, "")
    {'location': 'Hall'}
    >>> without_other_labels({"m²": "80", "beds": "2"}, {"Size": "80 m²"}, "")
    {'beds': '2'}
    """
    labelled = set(attributes.values())
    own = {name: text for name, text in properties.items() if f"{text} {name}" not in labelled}
    for name in ("category", "location"):
        labels = tuple(f"{head}:" for head in attributes if not any(_CALLED[name](head.lower())))
        text = own.get(name, "")
        is_else = text.endswith("?") or bool(date_in(text)) or bool(price and price in text)
        if text.startswith(labels) or is_else:
            del own[name]
    return own


def _without_slogan(text: str, parts: Sequence[ItemPart]) -> str:
    """Return a text without a comma or a tagline at its end: a company says what it is like."""
    for part in parts:
        if "tagline" in part.called and text.endswith(f" {part.text}"):
            return text[: -len(part.text)].rstrip()
    return text.rstrip(" ,")


def _called(parts: Sequence[ItemPart]) -> Iterator[tuple[list[str], str]]:
    """Yield the properties that each part is called, in the order of the words, and its text."""
    for part in parts:
        called = {name: [*find(part.called)] for name, find in _CALLED.items()}
        ends = {name: matches[-1].end() for name, matches in called.items() if matches}
        if ends:
            yield sorted(ends, key=ends.__getitem__), part.text


def _employer(parts: Sequence[ItemPart], lines: Sequence[str], title: str) -> str:
    """Return whom an item of a list of jobs says to work for: by an address, or after an "@", or by
    the form of a company at its end.
    """
    others = (part for part in parts if part.text != title)
    linked = (part.text for part in others if leads_to_employer(f"/{part.href}"))
    called = (match[1] for line in lines if (match := _says_employer(line)))
    return next(iter((*linked, *called, *filter(is_company, lines))), "")


def _of_line(line: str) -> dict[str, str]:
    if len(line) > _MAX_CHARS:
        return {}
    if all_counted := list(filter(None, map(_counts, _counted_apart(line)))):
        return {_plural(each[2].lower()): each[1] for each in reversed(all_counted)}
    if reviewed := _counts_reviews(line):
        return {"reviews": reviewed[1]}
    if is_mail(line):
        return {"email": line}
    if employed := _is_employment(line):
        return {"employmentType": employed[1]}
    phone = _is_phone(line)
    return {"telephone": phone[1]} if phone and _is_reach(line) else {}


def _plural(unit: str) -> str:
    """Return what is counted as a name that is the same whatever the count.

    >>> _plural("comment"), _plural("replies"), _plural("sq ft"), _plural("bed rooms")
    ('comments', 'replies', 'sq ft', 'bedrooms')
    """
    name = unit.replace(" room", "room").rstrip(".")
    return name if name.endswith(("s", "ft", "²")) else f"{name}s"


def _is_reach(text: str) -> bool:
    """Return whether a text is a telephone number or an address of mail."""
    phone = _is_phone(text)
    digits = sum(map(str.isdigit, phone[1])) if phone else 0
    is_dated = _looks_dated(text) and not text.startswith(("(", "+"))
    is_number = _is_plain_number(text) or _is_rating(text) or _is_host(text) or ".." in text
    is_other = is_dated or _is_of_hours(text) or is_number
    is_phone = _LEAST_DIGITS <= digits <= _MOST_DIGITS and not is_other
    return is_phone or is_mail(text) is not None
