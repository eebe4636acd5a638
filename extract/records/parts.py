"""Find the parts of an item that a name or a link tells apart: who, where, how to reach them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pagesight.extract.page.document import Document
from pagesight.extract.page.spans import TextSpans
from pagesight.extract.records.links import Span
from pagesight.extract.text.bylines import leads_to_person, name_in, names_person, names_rank

_MAX_CHARS = 120  # of a part
_MOST_NAMES = 200  # characters of class names that are read
# The names of schema.org's properties, by what elements that hold them are called.
_CALLED: Mapping[str, Callable[[str], object]] = {
    "address": re.compile(
        r"(?<![a-z])(?:street-?)?(?:address|adr|anschrift|adresse)(?![a-z])"
    ).search,
    "location": re.compile(
        r"(?<![a-z])(?:location|venue|place|where|city|locality|ort|lieu|lugar)(?:-?name)?(?![a-z])"
    ).search,
    "hiringOrganization": re.compile(r"(?<![a-z])(?:company|employer|arbeitgeber)(?![a-z])").search,
    "baseSalary": re.compile(r"(?<![a-z])(?:salary|wage|compensation|gehalt)(?![a-z])").search,
    "eventStatus": re.compile(r"(?<![a-z])(?:event|meeting)-?status(?![a-z])").search,
    "category": re.compile(r"(?<![a-z])(?:category|kicker|rubrik)(?![a-z])").search,
}  # fmt: skip
_is_phone = re.compile(
    r"(?:(?:tele?(?:phone|fon)?|phone|mobile?|cell|fax|t|m|p)\.?:?\s*)?"
    r"(\+?\(?\d[\d\s()/.-]{5,18}\d)(?:\s*(?:ext|x)\.?\s*\d+)?",
    re.I,
).fullmatch
_LEAST_DIGITS, _MOST_DIGITS = 7, 15  # of a telephone number (E.164 allows 15)
_without_label = re.compile(
    r"^[\s|·•,/]*(?:(?:filed (?:under|in)|posted in|categor(?:y|ies)|kategorie|分类于)[:：\s]+)?",
    re.I,
).sub
_looks_dated = re.compile(r"(?:19|20)\d\d[./-]\d|\d[./-]\s?(?:19|20)\d\d|\d{4}/\d\d?/\d").search
# Hours are written like a number: 14.30 - 18.30, 9:00-17:00.
_is_of_hours = re.compile(
    r"\D*(?:[01]?\d|2[0-4])[.:h][0-5]\d\s*-\s*(?:[01]?\d|2[0-4])[.:h][0-5]\d"
).match
_is_plain_number = re.compile(r"[1-9]\d*").fullmatch  # of an article, an order or a photo
_is_mail = re.compile(r"[\w.+-]{1,64}@[\w-]+(?:\.[\w-]+)+").fullmatch
_is_network = re.compile(
    r"share (?:on|this).*|facebook|twitter|linkedin|pinterest|whatsapp|telegram|reddit|x|e-?mail",
    re.I,
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
        self._itemprops = dict(document.elements.values("itemprop"))
        self._links = dict(document.elements.values("href"))

    def of(self, span: Span) -> list[ItemPart]:
        """Return the named and linked elements of an item, each before those in it."""
        cuts = self._document.cuts
        first, last = int(cuts.first[span[0]]), int(cuts.last[span[1] - 1])
        return list(self._named(first, last + 1))

    def _named(self, first: int, last: int) -> Iterator[ItemPart]:
        classes, spans = self._document.elements.classes, self._spans
        for row in spans.rows(first, last):
            href = self._links.get(row, "")
            called = f"{classes[row][:_MOST_NAMES]} {self._itemprops.get(row, '')}".strip().lower()
            if not (called or href):
                continue
            if text := spans.said(spans.start[row], spans.end[row], _MAX_CHARS):
                yield ItemPart(row, text.replace(" ,", ","), called.replace("_", "-"), href)


def author_in(parts: Sequence[ItemPart], title: str) -> str:
    """Return who wrote the item: whom a link or a class names, as names of people are.

    The title is no name, though its address may read like a profile's.
    """
    parts = [part for part in parts if part.text != title and not _is_network(part.text)]
    linked = (part.text for part in parts if part.href and leads_to_person(part.href))
    called = (
        part.text for part in parts if names_person(part.called) and not names_rank(part.called)
    )
    return next(
        (name for said in (*linked, *called) if not _is_reach(said) and (name := name_in(said))), ""
    )


def properties_of(parts: Sequence[ItemPart], lines: Sequence[str]) -> dict[str, str]:
    """Return what the parts and lines of an item say, by schema.org's names and by what is counted.

    >>> properties_of([], ["Phone 05212 0049", "2 Beds", "a@jam.example"])
    {'telephone': '05212 0049', 'Beds': '2', 'email': 'a@jam.example'}
    >>> properties_of([], ["14.30 - 18.30", "9:00-17:00"])
    {}
    """
    found: dict[str, str] = {}
    for part in parts:
        for name, is_called in _CALLED.items():
            if is_called(part.called):
                found.setdefault(name, _without_label("", part.text))
        if part.href.startswith("mailto:"):
            if address := part.href[7:].split("?")[0]:  # a button to share names nobody
                found.setdefault("email", address)
        elif part.href.startswith("tel:"):
            found.setdefault("telephone", part.text)
    for line in lines:
        found |= {name: value for name, value in _of_line(line).items() if name not in found}
    return found


def _of_line(line: str) -> dict[str, str]:
    if len(line) > _MAX_CHARS:
        return {}
    if counted := _counts(line):
        return {counted[2]: counted[1]}
    if _is_mail(line):
        return {"email": line}
    phone = _is_phone(line)
    return {"telephone": phone[1]} if phone and _is_reach(line) else {}


def _is_reach(text: str) -> bool:
    """Return whether a text is a telephone number or an address of mail."""
    phone = _is_phone(text)
    digits = sum(map(str.isdigit, phone[1])) if phone else 0
    is_other = _looks_dated(text) or _is_of_hours(text) or _is_plain_number(text)
    is_phone = _LEAST_DIGITS <= digits <= _MOST_DIGITS and not is_other
    return is_phone or _is_mail(text) is not None
