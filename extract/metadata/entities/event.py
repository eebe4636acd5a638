"""Read an event off the page as it is shown: when and where by their labels.

Times of the day are read in the ways in which pages write them.
"""

import re
from collections.abc import Sequence
from itertools import pairwise, takewhile

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.item_words import invites, is_free
from pagesight.extract.metadata.entities.page_labels import PageLabels, page_labels
from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.document import Document
from pagesight.extract.text.dates import find_date
from pagesight.extract.text.labels import Labelled
from pagesight.extract.text.money import code_of, sums_in
from pagesight.extract.text.places import is_address, names_street, names_venue

_SUFFIX = r"(?P<suffix>[ap]\.?\s?m\b\.?|uhr\b|h(?:rs?|eures?)?\b|klo\b|[時时点點시](?:半)?)"
_find_times = re.compile(
    r"(?<![\w:.,/])(?P<before>午前|午後|上午|下午|오전|오후)?\s?"
    r"(?P<hour>[01]?\d|2[0-4])(?:\s?(?P<mark>[:.hH]|[時时点點시])\s?(?P<minute>[0-5]\d)分?)?"
    rf"\s?{_SUFFIX}?(?![\w/%€$£]|[.,:]\d)|(?P<word>\bnoon\b|\bmidnight\b)",
    re.I,
).finditer
_is_range = re.compile(
    r"\W*(?:-|–|—|~|～|〜|to|until|till|bis|à|a|al|alle|e|tot|do|til|till|до|から)\W*", re.I
).fullmatch
_WORDS = {"noon": "12:00", "midnight": "00:00"}
_MOST = 4  # times of a text that are read
_LATE = frozenset({"午後", "下午", "오후"})


def times_in(text: str) -> tuple[str, ...]:
    """Return the times of the day in a text, as 24 hours have them.

    A number alone is none, unless a range ends in a time.

    >>> times_in("2:00 pm – 5:00 pm"), times_in("7-9 p.m."), times_in("18.30 bis 20 Uhr")
    (('14:00', '17:00'), ('19:00', '21:00'), ('18:30', '20:00'))
    >>> times_in("Room 12, 3 floors"), times_in("11 – 2pm"), times_in("19h30"), times_in("午後7時")
    ((), ('11:00', '14:00'), ('19:30',), ('19:00',))
    """
    found = list(_find_times(text))[: 2 * _MOST]
    sure = [_is_sure(each) for each in found]
    later = [""] * len(found)  # whether the end of its range is in the afternoon
    for at, (one, other) in reversed([*enumerate(pairwise(found))]):
        if _is_range(text[one.end() : other.start()]) and sure[at + 1]:
            sure[at] = True
            later[at] = _half(other) or later[at + 1]
            if not _half(one) and later[at] and int(one["hour"] or 0) > int(other["hour"] or 0):
                later[at] = "a" if later[at] == "p" and other["hour"] != "12" else ""
    pairs = zip(found, sure, later, strict=True)
    return tuple(_written(each, half) for each, is_sure, half in pairs if is_sure)[:_MOST]


def _is_sure(clock: "re.Match[str]") -> bool:
    if clock["word"] or clock["suffix"] or clock["before"]:
        return True
    return bool(clock["minute"])


def _half(clock: "re.Match[str]") -> str:
    """Return "a" or "p" where a time says in which half of the day it is."""
    if clock["before"]:
        return "p" if clock["before"] in _LATE else "a"
    suffix = (clock["suffix"] or "").lower()
    return suffix[0] if suffix.startswith(("a", "p")) else ""


def _written(clock: "re.Match[str]", half: str) -> str:
    if clock["word"]:
        return _WORDS[clock["word"].lower()]
    hour, minute = int(clock["hour"]), clock["minute"] or ("30" if "半" in clock[0] else "00")
    half = _half(clock) or half
    if half and hour <= 12:
        hour = hour % 12 + 12 * (half == "p")
    return f"{hour % 24:02}:{minute}"


_LEAST_EVIDENCE = 3  # of a day with a place or a time of day; chosen on articles and lists
_MOST_DAYS = 2  # that labels of one page give: more are of a list
_MOST_PLACE, _MOST_NAME = 200, 120  # characters
_MOST_LINES = 4  # of an address
# Characters of a paragraph, and words of those: with more a page is an article, which may say when
# and where at its end, unless its address or a heading says that it is of an event. By hand.
_PARAGRAPH, _MOST_PROSE = 200, 600
_is_front = re.compile(r"https?://[^/?#]*/?(?:index\.\w{3,5})?(?:[?#].*)?", re.I).fullmatch
_names_events = re.compile(
    r"(?:^|[/_.-])(?:events?|veranstaltung(?:en)?|termine?|kalender|calendar|agenda|concerts?"
    r"|konzerte?|workshops?|seminars?|webinars?|meetups?|talks?|e?v[eé]n[eé]ments?|eventos?|eventi"
    r"|evenement(?:en)?|wydarzeni[ae]|arrangement(?:er)?|evenemang|akce|esemenyek)(?:[/_.-]|$)",
    re.I,
).search
_heads_event = re.compile(
    r"(?:the )?event(?: (?:details?|information|info))|about (?:the|this) event"
    r"|veranstaltungsdetails"
    r"|détails de l'événement|detalles del evento|dettagli(?: dell)?.?evento|detalhes do evento",
    re.I,
).fullmatch
_ends_range = re.compile(
    r"(?P<start>.{0,40}?\d{1,2}(?:st|nd|rd|th|\.)?(?:\s+[^\W\d]{3,12}\.?)?(?:\s*\d{4})?)\s*"
    r"(?:-|–|—|to|until|through|bis(?: zum)?|au|al|a|tot|do|до|～|~)\s*(?:[^\W\d]{2,12}\.?,?\s+)?$",
    re.I,
).search
# Words of a line beside those of a day, a month or a time that make it a byline or a sentence.
_says_more = re.compile(
    r"\b(?:by|publi\w+|posted|updated|modified|last|ago|written|comments?|reply|veröffentlicht"
    r"|stand|von|par|mis"
    r"|autor|actualizado|aggiornato|atualizado|bijgewerkt|опубликовано|обновлено)\b|更新|发布|投稿",
    re.I,
).search
_euros = re.compile(r"(?<=\d) ?euros?\b", re.I).sub
_NEAR_TITLE, _MOST_LINE = 5, 80  # blocks around the title that may say when; characters of one
_day = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?\s*$").search


def shown_event(document: Document) -> Entity | None:
    """Return the event that the page shows; None for pages of several, or of something else."""
    return document.once(_shown_event)


def _shown_event(document: Document) -> Entity | None:
    labels = document.once(page_labels)
    if labels is None or _is_front(document.page.url):
        return None
    when = _when(labels)
    if not when:
        return None
    place, price = _place(labels), _offer(labels)
    fields: dict[str, object] = {"name": labels.title, **when}
    fields |= {"location": place} if place else {}
    organizer = labels.first("organizer", _is_name)
    fields |= {"organizer": Entity("Organization", {"name": organizer})} if organizer else {}
    fields |= {"offers": price} if price else {}
    if not fields["name"] or not _is_event(labels, fields):
        return None
    said = document.once(metadata)
    fields |= {"description": said.description} if said.description else {}
    fields |= {"image": said.image} if said.image else {}
    return Entity("Event", fields, dict.fromkeys(fields, "page"))


def _is_event(labels: PageLabels, fields: dict[str, object]) -> bool:
    """Return whether there is enough evidence: an article may have a day and a place as well."""
    is_timed, is_called = "T" in str(fields["startDate"]), _is_called_event(labels)
    texts = labels.document.cuts.texts
    prose = sum(len(text.split()) for text in texts if len(text) >= _PARAGRAPH)
    if prose > _MOST_PROSE and not is_called:
        return False
    evidence = (
        is_timed,
        "location" in fields,
        "organizer" in fields,
        "offers" in fields,
        bool(labels.of("when", "where")),
        labels.has_text(invites),
        is_called,
    )
    return (is_timed or "location" in fields) and sum(evidence) >= _LEAST_EVIDENCE


def _is_called_event(labels: PageLabels) -> bool:
    """Return whether the page's address or a heading says that it is of an event."""
    path = labels.document.page.url.partition("//")[2].partition("/")[2][:_MOST_PLACE]
    return bool(_names_events(path)) or labels.has_text(_heads_event)


def _when(labels: PageLabels) -> dict[str, str]:
    """Return the first day that a label gives, and the last, with the times of the day.

    None if labels give more days than an event has, as they do in lists.
    """
    dated = [(each, days) for each in labels.of("when", "date") if (days := _days(each, labels))]
    is_told = labels.of("where") and (labels.of("price") or labels.has_text(invites))
    dated = dated or (_at_title(labels) if is_told else [])
    if not dated or len({days[0] for _, days in dated}) > _MOST_DAYS:
        return {}
    label, days = dated[0]
    ends = [own for each in labels.of("end") if (own := _days(each, labels))]
    times = _times(label, labels) or _first_times(labels, "when", "time")
    first, last = days[0], (days[1:] or [ends[0][0] if ends else days[0]])[0]
    until = times[1:2] or _first_times(labels, "end")[:1]
    start = f"{first}T{times[0]}:00" if times else first
    end = f"{last}T{until[0]}:00" if until else last
    return {"startDate": start} | ({"endDate": end} if end > start else {})


def _at_title(labels: PageLabels) -> list[tuple[Labelled, Sequence[str]]]:
    """Return the line near the title that says no more than a day and a time of the day."""
    texts, at = labels.document.cuts.texts, labels.title_at
    for text in texts[max(0, at - _NEAR_TITLE) : at + _NEAR_TITLE]:
        line = Labelled("", (" ".join(text.split()),), (), at)
        is_line = len(text) <= _MOST_LINE and not _says_more(text)
        if is_line and _times(line, labels) and (days := _days(line, labels)):
            return [(line, days)]
    return []


def _days(label: Labelled, labels: PageLabels) -> Sequence[str]:
    """Return the first and the last day of a value; the day alone where it is one."""
    text = label.text
    found = find_date(text, day_first=labels.day_first or None, language=labels.language)
    if found is None:
        return ()
    day = found.iso[:10]
    if found.until > day:
        return day, found.until
    return (
        (earlier, day)
        if (earlier := _before(text, found.start, day))
        else _with_later(labels, text[found.end :], day)
    )


def _before(text: str, start: int, day: str) -> str:
    """Return the day from which a range goes that ends in one: the 17th of "17–19 June 2026"."""
    lead = _ends_range(text[:start])
    if lead is None:
        return ""
    if number := _day(lead["start"]):
        first = f"{day[:8]}{int(number[1]):02}"
        return first if "01" <= first[8:] < day[8:] else ""
    found = find_date(f"{lead['start']} {day[:4]}")
    return found.iso[:10] if found and found.iso[:10] < day else ""


def _with_later(labels: PageLabels, rest: str, day: str) -> Sequence[str]:
    found = find_date(rest, day_first=labels.day_first or None, language=labels.language)
    return (day, found.iso[:10]) if found and found.iso[:10] > day else (day,)


def _times(label: Labelled, labels: PageLabels) -> tuple[str, ...]:
    """Return the times of day in a value, without its days."""
    text = label.text
    while found := find_date(text, day_first=labels.day_first or None, language=labels.language):
        stated = found.iso[11:16]
        if stated:
            return (stated,)
        text = f"{text[: found.start]} , {text[found.end :]}"
    return times_in(text)


def _first_times(labels: PageLabels, *fields: str) -> tuple[str, ...]:
    found = (_times(each, labels) for each in labels.of(*fields))
    return next(filter(None, found), ())


def _place(labels: PageLabels) -> Entity | None:
    """Return where it is, with its address where that is told from its name."""
    found = labels.of("where", "place")
    for each in found:
        below = takewhile(is_address, each.below)
        lines = [*each.value, *below][:_MOST_LINES]
        if sum(map(len, lines)) <= _MOST_PLACE and _is_place(lines[0], labels):
            return place_of(lines)
    return None


def _is_place(line: str, labels: PageLabels) -> bool:
    has_letters = sum(map(str.isalpha, line)) > len(line) / 3
    if not has_letters or (line[0].islower() and not names_venue(line)):
        return False
    return find_date(line, language=labels.language) is None


def place_of(lines: Sequence[str]) -> Entity:
    """Return a place of lines: its name is what stands before its street or town."""
    at = next((n for n, line in enumerate(lines) if is_address(line)), len(lines))
    name, address = ", ".join(lines[:at]), ", ".join(lines[at:])
    if not name and (street := names_street(address)) and street.start() > 2:
        name, address = address[: street.start()].rstrip(" ,-–|("), address[street.start() :]
    named = {"name": name} if name else {}
    return Entity("Place", named | ({"address": address} if address else {}))


def _is_name(text: str) -> bool:
    return 1 < len(text) <= _MOST_NAME and any(map(str.isalpha, text))


def _offer(labels: PageLabels) -> Entity | None:
    """Return the first price; 0 where it is free."""
    document = labels.document
    for each in labels.of("price"):
        text = _euros("€", each.text)
        if found := next(sums_in(text), None):
            code = code_of(found.sign, labels.language, document.page.url)
            return Entity("Offer", {"price": found.amount, "priceCurrency": code})
        if is_free(text):
            return Entity("Offer", {"price": "0"})
    return None
