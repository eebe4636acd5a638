"""Read a job off the page as it is shown: employer, place, pay and terms by their labels."""

import re
from collections.abc import Mapping
from functools import partial

import numpy as np

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.event import place_of
from pagesight.extract.metadata.entities.item_words import (
    EMPLOYMENT,
    JOB_HEADINGS,
    LABELS,
    UNITS,
    asks_to_apply,
    ends_job,
    works_from_home,
)
from pagesight.extract.metadata.entities.page_labels import (
    PageLabels,
    is_called_job,
    is_of_template,
    page_labels,
)
from pagesight.extract.metadata.read import metadata
from pagesight.extract.metadata.site_names import host_of, squeezed
from pagesight.extract.page.document import Document
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.labels import label_of
from pagesight.extract.text.money import NUMBER, Money, amount, code_of, sums_in

_LEAST_EVIDENCE = 3  # one of them a term of employment; chosen on articles and lists
_TERMS = frozenset({"employmentType", "baseSalary", "validThrough", "identifier"})
_MOST_KINDS, _BELOW_TITLE = 2, 8  # of employment; blocks below the title that may name it
_MOST_TERMS = 3  # labels of one kind on a page: more are of a list
_MOST_HEADING = 60  # characters
_MOST_VALUE, _MOST_WORDS = 80, 10  # characters and words of a name or a place
_MOST_DESCRIPTION = 20_000  # characters
_MOST_NUMBER = 30  # characters
_has_digit = re.compile(r"\d").search
_JOB_LABELS = frozenset({
    "requisition", "openings", "category", "posted", "workplace", "company", "employment", "salary",
})  # fmt: skip
_ABOVE_LABELS = 4  # lines above the first label that may name the job
_POSTED = tuple(f"{label} " for label, fields in LABELS.items() if "posted" in fields)
_SEPARATORS = " -–—|·:"  # of a job and who offers it
_split_title = re.compile(r"\s[-–—|·/]\s|:\s|\sat\s(?=[A-Z])").split
_is_search = re.compile(r"jobs? (?:in|at|near) .*", re.I).fullmatch
_without_at = re.compile(r"^at (?=[A-Z])").sub
_THOUSANDS = re.compile(r"\s?k\b", re.I).match
_bare_sum = re.compile(rf"\W{{0,3}}({NUMBER})(?=\s?k\b|(?<=\d\d\d\d))", re.I).match
_pairs_up = re.compile(
    r"(\d[\d.,'’ \u00a0\u202f]{0,12})\s?k?\s?(?:-|–|—|to|bis|à|a|až|do|и|~|〜|～)\s*\W?$", re.I
).search


def shown_job(document: Document) -> Entity | None:
    """Return the job that the page offers; None for pages of several, or of something else."""
    return document.once(_shown_job)


def _shown_job(document: Document) -> Entity | None:
    labels = document.once(page_labels)
    if labels is None:
        return None
    terms = _terms(labels)
    if _is_list(labels) or not (_TERMS & terms.keys() or is_called_job(document)):
        return None
    headings = _headings(document)
    if not _is_job(labels, terms, headings):
        return None
    title = _title(labels)
    fields: dict[str, object] = ({"title": title} if title else {}) | terms
    description = _description(document, headings) or document.once(metadata).description
    fields |= {"description": description} if description else {}
    return Entity("JobPosting", fields, dict.fromkeys(fields, "page"))


def _is_job(labels: PageLabels, terms: Mapping[str, object], headings: Mapping[str, int]) -> bool:
    """Return whether terms of employment, headings of a job and a way to apply are enough."""
    applies, called = labels.has_text(asks_to_apply), is_called_job(labels.document)
    named = _TERMS & terms.keys()
    if len(terms) + len(headings) + applies + called < _LEAST_EVIDENCE:
        return False
    if named:
        return applies or called or bool(headings)
    return applies and called and len(headings) > 1


def _is_list(labels: PageLabels) -> bool:
    fields = ("employment", "salary", "deadline")
    return any(len(labels.of(field)) > _MOST_TERMS for field in fields)


def _title(labels: PageLabels) -> str:
    """Return the job's name: the page's title if that is a heading, else what stands for it.

    That is what a label says, or the line above the labels where the page does not show its title.
    """
    if labels.has_heading:
        return labels.title
    title = "" if is_of_template(labels.title) or _is_label(labels.title) else labels.title
    is_shown = bool(title) and labels.title_at < len(labels.document.cuts.texts)
    return (
        labels.first("position", _is_name)
        or (title if is_shown else _above_labels(labels))
        or title
    )


def _above_labels(labels: PageLabels) -> str:
    """Return the name above the first label of a job: what is no day and no kind of employment."""
    texts = [block.text for block in labels.document.visible_blocks]
    fields = (LABELS.get(label_of(text), frozenset()) for text in texts)
    first = next((at for at, own in enumerate(fields) if own & _JOB_LABELS), 0)
    above = texts[max(0, first - _ABOVE_LABELS) : first]
    named = (text for text in reversed(above) if not _is_beside_name(text))
    name = next(named, "")
    return name if _is_name(name) and next(sums_in(name), None) is None else ""


def _is_beside_name(text: str) -> bool:
    """Return whether a line may stand between a job's name and its labels."""
    is_term = _is_employment(text) or bool(date_in(text))
    return is_term or is_of_template(text) is not None or asks_to_apply(text) is not None


def _terms(labels: PageLabels) -> dict[str, object]:
    """Return what labels say of the job, by schema.org's names."""
    company = labels.first("company", _is_name) or _beside_title(labels)
    kinds = _employment_types(labels)
    pays = (_pay(each.text, labels) for each in labels.of("salary"))
    from_home = works_from_home(labels.first("workplace", works_from_home))
    found: dict[str, object] = {
        "hiringOrganization": _organization(company) if company else None,
        "jobLocation": _place(labels),
        "identifier": labels.first("requisition", _is_number),
        "totalJobOpenings": labels.first("openings", str.isdecimal),
        "employmentType": kinds[0] if len(kinds) == 1 else kinds,
        "baseSalary": next(filter(None, pays), None),
        "datePosted": _day(labels, "posted") or _posted(labels),
        "validThrough": _day(labels, "deadline"),
        "jobLocationType": "TELECOMMUTE" if from_home else "",
    }
    return {name: value for name, value in found.items() if value}


def _organization(name: str) -> Entity:
    return Entity("Organization", {"name": _without_at("", name)})


def _place(labels: PageLabels) -> Entity | None:
    place = labels.first("workplace", _is_name).rstrip(" /|·")
    region = labels.first("region", _is_name)
    return place_of([f"{place}, {region}" if region else place]) if place else None


def _beside_title(labels: PageLabels) -> str:
    """Return the name beside the job's in the page's title, if it is not the site's; or ""."""
    document = labels.document
    before, _, after = " ".join(document.head.title.split()).partition(labels.title or "\n")
    parts = [part.strip(_SEPARATORS) for part in _split_title(before or after)]
    named = [part for part in parts if part and not is_of_template(part) and not _is_search(part)]
    is_one = bool(before) != bool(after) and len(named) == 1 and _is_name(named[0])
    return named[0] if is_one and squeezed(named[0]) not in host_of(document.page.url) else ""


def _employment_types(labels: PageLabels) -> tuple[str, ...]:
    """Return the kinds of employment by their label, else of a line below the title.

    A value with many kinds is a choice.
    """
    if kinds := employment_in(labels.first("employment", _is_employment)):
        return kinds
    texts, at = labels.document.cuts.texts, labels.title_at
    near = (text for text in texts[at + 1 : at + _BELOW_TITLE] if len(text) <= _MOST_HEADING)
    return next(filter(None, map(employment_in, filter(_is_employment, near))), ())


def _is_employment(text: str) -> bool:
    return 0 < len(employment_in(text)) <= _MOST_KINDS


def employment_in(text: str) -> tuple[str, ...]:
    """Return the kinds of employment that a text names, as schema.org's users write them.

    >>> employment_in("Full-time, permanent"), employment_in("Teilzeit"), employment_in("blue")
    (('FULL_TIME', 'OTHER'), ('PART_TIME',), ())
    """
    return tuple(name for name, is_such in EMPLOYMENT.items() if is_such.search(text))


def _is_number(text: str) -> bool:
    """Return whether a text may be the number of a job: short, with a digit."""
    return len(text) <= _MOST_NUMBER and _has_digit(text) is not None


def _is_name(text: str) -> bool:
    """Return whether a text may be a name: short, without a date, no sentence and no label."""
    count = len(text.split())
    is_sentence = text.endswith(("!", "?")) or (text.endswith(".") and count > _MOST_WORDS / 2)
    is_short = 1 < len(text) <= _MOST_VALUE and any(map(str.isalpha, text))
    is_plain = not is_sentence and not _is_label(text) and not date_in(text)
    return is_short and count <= _MOST_WORDS and is_plain


def _is_label(text: str) -> bool:
    return label_of(text) in LABELS


def _day(labels: PageLabels, field: str) -> str:
    read = partial(date_in, day_first=labels.day_first or None, language=labels.language)
    return read(labels.first(field, read))


def _posted(labels: PageLabels) -> str:
    """Return the day of a short line that begins as a label of it, without a colon."""
    texts = (text for text in labels.document.cuts.texts if len(text) <= _MOST_HEADING)
    return next((date_in(text) for text in texts if text.casefold().startswith(_POSTED)), "")


def _pay(text: str, labels: PageLabels) -> Entity | None:
    """Return a salary, or the range of it, with its currency and for how long it is paid."""
    text = text.replace("\u200d", "")
    sums = list(sums_in(text))[:2] or _bare(text)
    if not sums:
        return None
    amounts = [_whole(each.amount, text[each.end :]) for each in sums]
    if len(sums) == 1 and (lower := _pairs_up(text[: sums[0].start])):
        amounts.insert(0, _whole(amount(lower[1]), text[sums[0].end :]))
    unit = next((name for name, names in UNITS.items() if names.search(text)), "")
    bounds = ("minValue", "maxValue") if len(amounts) > 1 else ("value",)
    value = dict(zip(bounds, amounts, strict=True)) | ({"unitText": unit} if unit else {})
    code = code_of(sums[0].sign, labels.language, labels.document.page.url)
    currency = {"currency": code} if code else {}
    return Entity("MonetaryAmount", currency | {"value": Entity("QuantitativeValue", value)})


def _bare(text: str) -> list[Money]:
    """Return the sum that a text begins with, though it has no sign of a currency."""
    found = _bare_sum(text)
    return [Money(amount(found[1]), "", found.start(1), found.end(1))] if found else []


def _whole(number: str, rest: str) -> str:
    """Return an amount in full: that of "45k" is 45000."""
    return f"{float(number) * 1000:g}" if _THOUSANDS(rest) else number


def _headings(document: Document) -> Mapping[str, int]:
    """Return the kinds of heading that a job's description has, each with its first block."""
    found: dict[str, int] = {}
    unlinked = np.flatnonzero((document.cuts.link_chars == 0) & ~document.cuts.unseen)
    for at in unlinked.tolist():
        text = document.cuts.texts[at]
        bare = text.strip(" :!.") if len(text) <= _MOST_HEADING else ""
        for kind, heads in JOB_HEADINGS.items():
            if bare and kind not in found and heads.fullmatch(bare):
                found[kind] = at
    return found


def _description(document: Document, headings: Mapping[str, int]) -> str:
    """Return the text from the first heading of the description up to where one applies."""
    lines: list[str] = []
    for block in document.visible_blocks if headings else ():
        if block.order < min(headings.values()) or not block.text:
            continue
        if lines and ends_job(block.text.strip(" !›»→>:")[:_MOST_HEADING]):
            break
        lines.append(block.text)
    return "\n".join(lines)[:_MOST_DESCRIPTION] if len(lines) > 1 else ""
