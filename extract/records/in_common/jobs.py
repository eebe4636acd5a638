"""Read where the jobs of a list are, and for whom, by what stands beside their titles."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pagesight.extract.metadata.entities.job_words import (
    asks_to_apply,
    is_employment,
    is_for_everyone,
    leads_to_job,
    works_from_home,
)
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.page.dom import HEADING_TAGS
from pagesight.extract.records.fields.links import Span, is_leading_on, link_in
from pagesight.extract.records.fields.prices import sums_in
from pagesight.extract.records.record import Record
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.places import names_town
from pagesight.extract.text.time_words import is_timestamp

_MOSTLY = 0.5  # share of the items of a list; by hand
_MOST_FACT, _MOST_WORDS = 50, 6  # characters and words of the name of a place
_MOST_ABOVE = 3  # blocks before the first job that may name its department; by hand
# Types of items by what they lead to or say, but for jobs.
_OTHER_TYPES = frozenset({"item", "row", "place", "product"})
_parted = re.compile(r" ?[\n·•|｜] ?| [–—-] ").split
_without_count = re.compile(r"\s?\(?\d{1,4}\)?$").sub
_alts = re.compile(r"!\[([^\[\]\n]{2,60})\]\(").findall
_without_logo = re.compile(
    r"^(?:company )?logo(?: (?:of|von|de|der|di))?\s|['’]?s?[ -]logo$", re.I
).sub
# What stands beside a job's place: how one works, a part of a company, a sign.
_is_other = re.compile(
    r"hybrid\b.*|hybride|on-?site|vor ort|sur site|presencial|in sede"
    r"|(?:salar|sueldo|gehalt|salaire|stipendio|retribuzione).*"
    r"|new|neu|nouveau|nuevo|novo|nuovo|featured|urgent|sponsored|promoted|anzeige"
    r"|(?:[\w ]{1,30} (?:and|&|und|et|y|e) )?(?:engineering|marketing|sales|finance|operations"
    r"|product|design|legal|support|research|people|human resources|hr|it|data|customer success"
    r"|security|vertrieb|personal|verwaltung|produktion|technik|entwicklung|ventes|ventas|produit"
    r"|ressources humaines|finances|finanzas|vendite|risorse umane|recursos humanos)",
    re.I,
).fullmatch


def with_job_facts(
    document: Document, spans: Sequence[Span], records: tuple[Record, ...]
) -> tuple[Record, ...]:
    """Return the records, if most are jobs by their addresses or titles, with the departments that
    they stand below, their places, if most say one, and the companies that their logos are called
    after.
    """
    are_jobs = [leads_to_job(each.url) or is_for_everyone(each.title) for each in records]
    if sum(map(bool, are_jobs)) <= _MOSTLY * len(records):
        return records
    pairs = zip(records, _departments(document, spans), strict=True)
    records = tuple(
        replace(record, attributes={"category": name, **record.attributes}) if name else record
        for record, name in pairs
    )
    places = [next(_places(record), "") for record in records]
    if sum(map(bool, places)) <= _MOSTLY * len(records):
        places = [""] * len(records)
    companies = [_company(record) for record in records]
    named = len({*companies}) > 1
    return tuple(
        replace(
            record,
            type="job" if record.type in _OTHER_TYPES else record.type,
            attributes={
                **({"location": place} if place else {}),
                **({"hiringOrganization": company} if company and named else {}),
                **record.attributes,
            },
        )
        for record, place, company in zip(records, places, companies, strict=True)
    )


def _departments(document: Document, spans: Sequence[Span]) -> Sequence[str]:
    """Return what each job stands below: the last heading between it and the one before, or short
    text where there are no headings, else that of the one before; "" if these are not several, or
    the first stands below none.
    """
    behind = [max(spans[0][0] - _MOST_ABOVE, 0), *(end for _, end in spans)]
    parts = [document.blocks[at:begin] for at, (begin, _) in zip(behind, spans, strict=False)]
    short = [[each for each in own if 0 < len(each.text) <= _MOST_FACT] for own in parts]
    heads = [[each for each in own if each.tag in HEADING_TAGS] for own in short]
    texts = [[each for each in own if each.tag not in HEADING_TAGS] for own in short]
    departments = [""]
    for own in heads if any(heads[1:]) else texts:
        departments.append(_without_count("", own[-1].text) if own else departments[-1])
    names = departments[1:]
    is_told = bool(names[0]) and 1 < len({*names}) < len(names)
    return names if is_told else [""] * len(names)


def _places(record: Record) -> Iterator[str]:
    """Yield the names beside the title that may be of places, the last first: it follows that of a
    company, or of a part of it; where none is behind the title, that one works from home.
    """
    titles = (at for at, each in enumerate(record.blocks) if each.text.startswith(record.title))
    at = next(titles, 0)
    before, behind = _facts(record, record.blocks[:at]), _facts(record, record.blocks[at:])
    yield from filter(_may_be_place, reversed(behind))
    home = (fact for fact in (*before, *behind) if len(fact) <= _MOST_FACT)
    yield from filter(works_from_home, home)
    yield from filter(_may_be_place, reversed(before))


def _facts(record: Record, blocks: Sequence[Block]) -> list[str]:
    """Return the parts of blocks that are no other field, nor a button that leads to the job."""
    known = {record.title, record.author, record.summary, *record.attributes.values()}
    is_card = all(link_in(block) == record.url for block in record.blocks)
    lines = (
        each.text.removeprefix(record.title).strip()
        for each in blocks
        if is_card or each.text.startswith(record.title) or link_in(each) != (record.url or None)
    )
    parts = (_without_term(part) for line in lines for part in _parted(line))
    return [part for part in parts if part not in known]


def _without_term(text: str) -> str:
    """Return a text without a term of employment at its end: "Mannheim Vollzeit"."""
    before, _, last = text.rpartition(" ")
    return before if is_employment(last) else text


def _may_be_place(text: str) -> bool:
    is_named = 1 < len(text) <= _MOST_FACT and not text[0].islower() and text[-1] not in ".!?:…"
    if not is_named or len(text.split()) > _MOST_WORDS:
        return False
    if any(map(str.isdigit, text)):
        return names_town(text) is not None
    others = (_is_other, is_employment, works_from_home, asks_to_apply, is_leading_on)
    is_else = any(test(text) for test in others) or bool(date_in(text) or sums_in(text))
    return any(map(str.isalpha, text)) and not (is_else or is_timestamp(text))


def _company(record: Record) -> str:
    """Return what the first picture of a job that has a name is called: the logo of whom one works
    for; "" if it is called after the job.
    """
    alts = (_without_logo("", alt) for block in record.blocks for alt in _alts(block.markdown))
    named = next((alt for alt in alts if alt), "")
    return "" if named in record.title or record.title in named else named
