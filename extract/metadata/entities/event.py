"""Read an event off the page as it is shown: when and where by their labels."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import takewhile

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.item_words import invites, is_free, is_house
from pagesight.extract.metadata.entities.page_labels import PageLabels, is_called_event, page_labels
from pagesight.extract.metadata.read import metadata
from pagesight.extract.page.document import Document
from pagesight.extract.text.clock import times_in
from pagesight.extract.text.dates import find_date
from pagesight.extract.text.labels import Labelled
from pagesight.extract.text.money import code_of, sums_in
from pagesight.extract.text.places import is_address, names_street, names_venue

_LEAST_EVIDENCE = 3  # of a day with a place or a time of day; chosen on articles and lists
_MOST_DAYS = 2  # that labels of one page give: more are of a list
_MOST_PLACE, _MOST_NAME = 200, 120  # characters
_MOST_LINES, _MOST_WORDS = 4, 5  # of an address, and of a house's name
# Characters of a paragraph, and words of those: with more a page is an article, which may say when
# and where at its end, unless its address or a heading says that it is of an event. By hand.
_PARAGRAPH, _MOST_PROSE = 200, 600
_is_front = re.compile(r"https?://[^/?#]*/?(?:index\.\w{3,5})?(?:[?#].*)?", re.I).fullmatch
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
_MOST_LINE = 80  # characters of a line that says when
_MOST_LETTERS = 24  # of such a line beside a day and times of the day: "Wednesday", "from", "CEST"
_MOST_LEAF = 9  # characters of a part of it that is a line
_numbers = re.compile(r"\d+").findall
_clocks = re.compile(r"\d{1,2}(?:[:.]\d\d)?\s?(?:[ap]\.?m\.?|uhr)", re.I).sub
_is_year = re.compile(r"(?:19|20)\d\d").fullmatch
_points = re.compile(r"[.\s/-]+").sub
# The end of a range of days without its year: "（水）～ 9.23（水）", "～08月26日".
_month_and_day = re.compile(
    r"日?\s*(?:[(（][^()（）]{1,8}[)）])?\s*[-–—－~～〜]\s*(\d{1,2})(?:[./]|月\s?)(\d{1,2})(?![\d:.：])"
).match
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
    page = document.once(metadata)
    fields |= {"description": page.description} if page.description else {}
    fields |= {"image": page.image} if page.image else {}
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
    return is_called_event(labels.document) or labels.has_text(_heads_event)


def _when(labels: PageLabels) -> dict[str, str]:
    """Return the first day that a label gives, and the last, with the times of the day.

    None if labels give more days than an event has, as they do in lists.
    """
    dated = [(each, days) for each in labels.of("when", "date") if (days := _days(each, labels))]
    dated = dated or (_at_title(labels) if _may_be_told(labels) else [])
    dated = dated or (_in_one_line(labels) if is_called_event(labels.document) else [])
    if not dated or len({days[0] for _, days in dated}) > _MOST_DAYS:
        return {}
    label, days = dated[0]
    ends = [own for each in labels.of("end") if (own := _days(each, labels))]
    times = _times(label, labels) or _first_times(labels, "when", "time")
    times = times or next(filter(None, map(times_in, label.below)), ())
    first, last = days[0], (days[1:] or [ends[0][0] if ends else days[0]])[0]
    until = times[1:2] or _first_times(labels, "end")[:1]
    start = f"{first}T{times[0]}:00" if times else first
    end = f"{last}T{until[0]}:00" if until else last
    return {"startDate": start} | ({"endDate": end} if end > start else {})


def _may_be_told(labels: PageLabels) -> bool:
    """Return whether a line near the title may be the day: the page says where, or when on it."""
    is_told = bool(labels.of("where") or _first_times(labels, "when", "time"))
    is_sold = bool(labels.of("price")) or labels.has_text(invites)
    is_shown = labels.has_heading and bool(_place_near(labels) or _offer(labels))
    return is_shown or (is_told and (is_sold or _is_called_event(labels)))


def _at_title(labels: PageLabels) -> list[tuple[Labelled, Sequence[str]]]:
    """Return the line near the title that says no more than a day, with the times below it."""
    at, lines = labels.title_at, _with_leaf(labels.near)
    for number, text in enumerate(lines):
        line = Labelled("", (text,), (), at)
        if _is_bare(line, labels) and (days := _days(line, labels)):
            below = (Labelled("", (each,), (), at) for each in lines[number + 1 : number + 4])
            timed = [each.text for each in below if times_in(each.text) and _is_bare(each, labels)]
            return [(replace(line, value=(text, *timed)), days)]
    return []


def _in_one_line(labels: PageLabels) -> list[tuple[Labelled, Sequence[str]]]:
    """Return the line that says no more than a day and from when to when; none of several."""
    texts = (" ".join(text.split()) for text in labels.document.cuts.texts)
    timed = (Labelled("", (text,), (), 0) for text in texts if len(text) <= _MOST_LINE)
    bare = [each for each in timed if len(times_in(each.text)) > 1 and _is_bare(each, labels)]
    dated = [(each, days) for each in bare if (days := _days(each, labels))]
    return dated[:1] if len({each.text for each, _ in dated}) == 1 else []


def _with_leaf(lines: Sequence[str]) -> list[str]:
    """Return lines with the first day as one that stands in three, as on a leaf of a calendar."""
    for at in range(len(lines) - 2):
        leaf = lines[at : at + 3]
        numbers = _numbers(" ".join(leaf)) if max(map(len, leaf)) <= _MOST_LEAF else []
        if len(numbers) == 3 and any(map(_is_year, numbers)):
            return [*lines[:at], "/".join(numbers), *lines[at + 3 :]]
    return list(lines)


def _is_bare(line: Labelled, labels: PageLabels) -> bool:
    """Return whether a line has few letters beside a day and times of the day."""
    if len(line.text) > _MOST_LINE or _says_more(line.text):
        return False
    day = find_date(line.text, day_first=labels.day_first or None, language=labels.language)
    rest = f"{line.text[: day.start]} {line.text[day.end :]}" if day else line.text
    return sum(map(str.isalpha, _clocks("", rest))) <= _MOST_LETTERS


def _days(label: Labelled, labels: PageLabels) -> Sequence[str]:
    """Return the first and the last day of a value; the day alone where it is one."""
    text = label.text
    if _is_year(text) and label.below:
        text = f"{text}/{_points('/', label.below[0])}"
    date = find_date(text, day_first=labels.day_first or None, language=labels.language)
    if date is None:
        return ()
    day = date.iso[:10]
    if date.until > day:
        return day, date.until
    return (
        (earlier, day)
        if (earlier := _before(text, date.start, day))
        else _with_later(labels, _with_year(text[date.start :], date.end - date.start), day)
    )


def _before(text: str, start: int, day: str) -> str:
    """Return the day from which a range goes that ends in one: the 17th of "17–19 June 2026"."""
    lead = _ends_range(text[:start])
    if lead is None:
        return ""
    if number := _day(lead["start"]):
        first = f"{day[:8]}{int(number[1]):02}"
        return first if "01" <= first[8:] < day[8:] else ""
    first_day = find_date(f"{lead['start']} {day[:4]}")
    return first_day.iso[:10] if first_day and first_day.iso[:10] < day else ""


def _with_later(labels: PageLabels, rest: str, day: str) -> Sequence[str]:
    later = find_date(rest, day_first=labels.day_first or None, language=labels.language)
    return (day, later.iso[:10]) if later and later.iso[:10] > day else (day,)


def _with_year(text: str, end: int) -> str:
    """Return what follows a day at the start of a text, to the end of a range with that's year.

    >>> _with_year("2026.4.29（水）～ 9.23", 9), _with_year("29.4.2026 – 9.23", 9)
    ('2026-09-23', ' – 9.23')
    """
    later = _month_and_day(text[end:]) if _is_year(text[:4]) else None
    if later is None:
        return text[end:]
    return f"{text[:4]}-{int(later[1]):02}-{int(later[2]):02}{text[end + later.end() :]}"


def _times(label: Labelled, labels: PageLabels) -> tuple[str, ...]:
    """Return the times of day in a value, without its days."""
    text = label.text
    while date := find_date(text, day_first=labels.day_first or None, language=labels.language):
        stated = date.iso[11:16]
        if stated:
            return (stated,)
        rest = _with_year(text[date.start :], date.end - date.start)
        text = f"{text[: date.start]} , {rest}"
    return times_in(text)


def _first_times(labels: PageLabels, *fields: str) -> tuple[str, ...]:
    times = (_times(each, labels) for each in labels.of(*fields))
    return next(filter(None, times), ())


def _place(labels: PageLabels) -> Entity | None:
    """Return where it is, with its address where that is told from its name."""
    places = labels.of("where", "place")
    for each in places:
        below = takewhile(is_address, each.below)
        lines = [*each.value, *below][:_MOST_LINES]
        if sum(map(len, lines)) <= _MOST_PLACE and _is_place(lines[0], labels):
            return place_of(lines)
    return _place_near(labels)


def _place_near(labels: PageLabels) -> Entity | None:
    """Return the place that lines beside the title are, from the day on, without a label."""
    lines = [line for line in labels.near if len(line) <= _MOST_LINE]
    day = next((n for n, line in enumerate(lines) if _is_dated(line, labels)), 0)
    lines = [line for line in lines[day:] + lines[:day] if line != labels.title]
    at = next((n for n, line in enumerate(lines) if _shows_place(line, labels)), None)
    if at is None:
        return None
    is_named = at > 0 and _has_address(lines[at]) and _names_house(lines[at - 1])
    below = takewhile(is_address, lines[at + 1 : at + _MOST_LINES])
    return place_of([*lines[at - is_named : at + 1], *below])


def _is_dated(line: str, labels: PageLabels) -> bool:
    return find_date(line, language=labels.language) is not None


def _has_address(line: str) -> bool:
    return any(map(is_address, line.split(", ")))


def _names_house(line: str) -> bool:
    """Return whether a line above an address may be the name of what is there."""
    is_short = _is_name(line) and len(line.split()) <= _MOST_WORDS
    return is_short and line[0].isupper() and not any(map(str.isdigit, line))


def _shows_place(line: str, labels: PageLabels) -> bool:
    is_named = names_venue(line) or is_house(line) or _has_address(line)
    is_priced = next(sums_in(_euros("€", line)), None) is not None
    return bool(is_named) and _is_place(line, labels) and not (times_in(line) or is_priced)


def _is_place(line: str, labels: PageLabels) -> bool:
    has_letters = sum(map(str.isalpha, line)) > len(line) / 3
    if not has_letters or (line[0].islower() and not names_venue(line)):
        return False
    return not _is_dated(line, labels)


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
    """Return the first price, by its label, else beside the title; 0 where it is free."""
    for text in (*(each.text for each in labels.of("price")), *labels.near):
        if price := next(sums_in(_euros("€", text)), None):
            code = code_of(price.sign, labels.language, labels.document.page.url)
            return Entity("Offer", {"price": price.amount, "priceCurrency": code})
        if is_free(text):
            return Entity("Offer", {"price": "0"})
    return None
