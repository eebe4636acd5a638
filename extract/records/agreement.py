"""Correct the records of one list by what most of them have: type, authors, prices, dates."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from pagesight.extract.metadata.entities.page_labels import is_called_event, is_called_job
from pagesight.extract.page.document import Document
from pagesight.extract.records.by_address import (
    by_address,
    without_links_as_authors,
    without_repeated,
)
from pagesight.extract.records.fields.authors import author_beside_date
from pagesight.extract.records.groups.telling import day_in, says_meeting
from pagesight.extract.records.in_common.alike import tags_around
from pagesight.extract.records.record import Record
from pagesight.extract.text.bylines import name_in
from pagesight.extract.text.dates import date_in

_set_off = re.compile(r"\)\s{1,3}\*([^*\d]{2,60})\*(?!\*)").search
_heads_pay = re.compile(
    r"(?:.*\b)?(?:salar(?:y|ies)|wages?|pay|compensation|gehalt|lohn|salaire|salario|salário"
    r"|stipendio|wynagrodzenie|зарплата|оклад)(?: (?:range|rate|scale))?",
    re.I,
).fullmatch
_MOST_UNNAMED = 0.5  # share of the records without a name before the date; by hand
_VERY_FEW, _FEWEST_UNNAMED = 0.2, 5  # share of so many records; by hand
_FEW = 0.3  # share of the records: of what so few have, some is out of a text; by hand
_DATED = 0.8  # share of the records: where fewer have a date, it may be out of a text; by hand
_is_advertisement = re.compile(
    r"\W*(?:advertise?ments?|sponsored|anzeigen?|werbung|publicité|annonce|publicidad|anuncio"
    r"|pubblicità|advertentie|reklama?|реклама|广告|広告)\W*",
    re.I,
).fullmatch
_FEWEST_OF_LIST = 5  # records that are judged apart from others of the page; by hand
_MOST_NOTES = 0.4  # share of the records; by hand
_MOST_DATE_LINE = 60  # characters; by hand
_MOST_BESIDE, _MOST_CHARS = 3, 40  # words in the line of a price, and their characters
_UNSURE = frozenset({"item", "place", "product"})  # what a dated thing may be taken for


Correction = Callable[[tuple[Record, ...]], tuple[Record, ...]]


def agreeing(document: Document, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records of a list, each once, with what the others show it to be."""
    own = by_address(_without_notes(without_repeated(records)))
    typed = of_one_type(_with_salaries(document, own))
    return without_links_as_authors(_by_list(_without_strays, typed))


def _without_strays(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records of one list without what few of them have by mistake."""
    dated = _without_days_of_reviews(_without_stray_dates(_without_stray_prices(records)))
    return _without_stray_authors(dated)


def _by_list(correct: Correction, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records in their order, those of each list corrected by themselves, but of lists
    of few by all of the page.

    A page may show courses, with prices, above events without.
    """
    lists = [_list_of(record) for record in records]
    counts = Counter(lists)
    own: dict[str, list[Record]] = {}
    for record, place in zip(records, lists, strict=True):
        if counts[place] >= _FEWEST_OF_LIST:
            own.setdefault(place, []).append(record)
    corrected = {place: iter(correct(tuple(of_list))) for place, of_list in own.items()}
    others = correct(records) if len(lists) > sum(map(len, own.values())) else records
    return tuple(
        next(corrected[place]) if place in corrected else other
        for other, place in zip(others, lists, strict=True)
    )


def _without_notes(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records without advertisements, and the few that are set otherwise than the others
    and lead nowhere, or of goods have no price: a form to subscribe by, a promotion. What is dated
    as the others are is on offer too.
    """
    records = tuple(record for record in records if not _is_advertisement(record.text.strip()))
    priced = sum(bool(record.price) for record in records) >= (1 - _MOST_NOTES) * len(records)
    dated = sum(bool(record.date) for record in records) > _MOST_UNNAMED * len(records)
    items = [
        bool(each.price or (each.url and each.date and dated))
        or bool(not priced and (each.url or each.date))
        for each in records
    ]
    if sum(items) < (1 - _MOST_NOTES) * len(records):
        return records
    lists = [_list_of(record) for record in records]
    usual = {place for place, is_item in zip(lists, items, strict=True) if is_item}
    placed = zip(records, items, lists, strict=True)
    return tuple(record for record, is_item, place in placed if is_item or place in usual)


def _without_stray_prices(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, of a list in which few have a price without those that a text says.

    "Speakers under $200" is no offer; a price beside three words or fewer is.
    """
    if sum(bool(record.price) for record in records) >= _FEW * len(records):
        return records
    return tuple(
        replace(record, price="", attributes=_without(record.attributes, "listPrice"))
        if record.price and not _stands_alone(record.price, record)
        else record
        for record in records
    )


def _stands_alone(price: str, record: Record) -> bool:
    lines = (line for line in record.text.split("\n") if price in line and line != record.title)
    beside = [line.replace(price, "") for line in lines]
    return any(len(rest.split()) <= _MOST_BESIDE and len(rest) <= _MOST_CHARS for rest in beside)


def _without(attributes: Mapping[str, str], name: str) -> Mapping[str, str]:
    return {key: value for key, value in attributes.items() if key != name}


def _without_stray_dates(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, without the dates that only texts say, where several have none.

    So of goods, whatever says them: it is until when, not of when.
    """
    goods = [record for record in records if record.type == "product"]
    few_goods = sum(bool(record.date) for record in goods) < _FEW * len(goods)
    dated = sum(bool(record.date) for record in records)
    by_title = dated < _FEW * len(records)
    undated = [dated < _DATED * len(records) and _is_told(each, by_title) for each in records]
    few = dated - sum(undated) < _FEW * len(records)
    return tuple(
        replace(record, date="", attributes=_without(record.attributes, "endDate"))
        if (few_goods and record.type == "product") or (few and is_told)
        else record
        for record, is_told in zip(records, undated, strict=True)
    )


def _is_told(record: Record, by_title: bool) -> bool:
    """Return whether a sentence says the date of an item, and no short line; or its title alone."""
    if not record.date:
        return False
    lines = (line for line in record.text.split("\n") if line != record.title)
    saying = [line for line in lines if _says(line, record.date)]
    in_title = not (saying or says_meeting(record.title)) and _says(record.title, record.date)
    return (by_title and in_title) or (bool(saying) and min(map(len, saying)) > _MOST_DATE_LINE)


def _says(line: str, day: str) -> bool:
    """Return whether a line says a day, its year perhaps told elsewhere."""
    return day in (date_in(line), date_in(f"{day_in(line)} {day[:4]}"))


def _without_stray_authors(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, of a list in which very few have an author without those that no label
    says: of these most are something else.
    """
    named = sum(bool(record.author) for record in records)
    if len(records) < _FEWEST_UNNAMED or named > _VERY_FEW * len(records):
        return records
    return tuple(
        record if record.author in record.attributes.values() else replace(record, author="")
        for record in records
    )


def _without_days_of_reviews(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, goods that are rated without dates of what a buyer said of them."""
    rated = [record for record in records if record.price and record.rating]
    if len(rated) < _MOST_UNNAMED * len(records) or not rated:
        return records
    days = [record for record in rated if record.date and _is_below_rating(record)]
    if 2 * len(days) <= sum(bool(record.date) for record in rated):
        return records
    of_reviews = {id(record) for record in days}
    return tuple(
        replace(record, date="", type="product") if id(record) in of_reviews else record
        for record in records
    )


def _is_below_rating(record: Record) -> bool:
    """Return whether the date of an item stands below its price and a sentence after that."""
    lines = record.text.split("\n")
    priced = next((at for at, line in enumerate(lines) if record.price in line), len(lines))
    dated = [at for at, line in enumerate(lines) if _says(line, record.date)]
    between = lines[priced + 1 : dated[0]] if dated else []
    return any(len(line) > _MOST_DATE_LINE for line in between)


def _with_salaries(document: Document, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records with sums that are pay as such, no prices: those of a page that is called
    one of jobs, and of jobs, and what stands under such a head.
    """
    of_jobs = any(record.price for record in records) and is_called_job(document)
    return tuple(
        replace(
            record,
            price="",
            type="job",
            attributes={"baseSalary": record.price, **record.attributes},
        )
        if record.price and (of_jobs or record.type == "job" or _is_pay(record))
        else record
        for record in records
    )


def _is_pay(record: Record) -> bool:
    """Return whether the price of a record stands under a head, or after a label, of pay."""
    pay = (text for head, text in record.attributes.items() if _heads_pay(head))
    return any(record.price in text for text in pay)


def with_authors(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, with the names before their dates, or set off after their titles, if
    most have one and no other author.

    Before a date only of things with a summary or a photo: there stands who meets, or where.
    """
    for name_of in (_name_before_date, _name_after_title):
        names = ["" if record.author else name_of(record) for record in records]
        if sum(map(bool, names)) > _MOST_UNNAMED * len(records):
            pairs = zip(records, names, strict=True)
            return tuple(replace(each, author=each.author or name) for each, name in pairs)
    return records


def _name_before_date(record: Record) -> str:
    if not record.date or not (record.summary or record.image):
        return ""
    return author_beside_date([block for block in record.blocks if block.text != record.title])


def _name_after_title(record: Record) -> str:
    """Return the name in italics right after the link that is the title, as archives of mail do."""
    matches = (_set_off(block.markdown) for block in record.blocks if record.title in block.text)
    named = next((each for each in matches if each), None)
    return name_in(" ".join(named[1].split())) if named else ""


def of_one_type(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records, those of one list of one type: the one that most of them have.

    They are of one list if their first elements are alike. Some lack a field: an event that is
    free has no price.
    """
    lists = [_list_of(record) for record in records]
    types = Counter(zip(lists, [record.type for record in records], strict=True))
    usual = {place: of_type for (place, of_type), _ in reversed(types.most_common())}
    pairs = zip(records, lists, strict=True)
    return tuple(replace(record, type=usual[place]) for record, place in pairs)


def as_events(document: Document, records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return the records of a page that is called one of events as such, if most have a day."""
    dated = [bool(record.date) and record.type in _UNSURE for record in records]
    if sum(dated) <= _MOST_UNNAMED * len(records) or not is_called_event(document):
        return records
    pairs = zip(records, dated, strict=True)
    return tuple(replace(each, type="event") if is_dated else each for each, is_dated in pairs)


def _list_of(record: Record) -> str:
    """Return the tags around the block that holds the record's title, by which lists differ."""
    named = (block for block in record.blocks if record.title and record.title in block.text)
    block = next(named, record.blocks[0])
    return tags_around(block)
