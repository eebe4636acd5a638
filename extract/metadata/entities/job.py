"""Read a job off the page as it is shown: employer, place, pay and terms by their labels."""

import re
from collections.abc import Mapping
from functools import partial

import numpy as np

from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.event import place_of
from pagesight.extract.metadata.entities.item_words import LABELS
from pagesight.extract.metadata.entities.job_words import (
    JOB_HEADINGS,
    asks_to_apply,
    before_employer,
    employment_in,
    ends_job,
    is_company,
    is_employment,
    says_until,
    works_from_home,
)
from pagesight.extract.metadata.entities.page_labels import (
    PageLabels,
    is_called_job,
    is_of_template,
    is_term,
    page_labels,
)
from pagesight.extract.metadata.entities.pay import is_pay, pay
from pagesight.extract.metadata.read import metadata
from pagesight.extract.metadata.site_names import host_of, squeezed
from pagesight.extract.page.document import Document
from pagesight.extract.text.dates import date_in
from pagesight.extract.text.labels import label_of
from pagesight.extract.text.money import sums_in

_LEAST_EVIDENCE = 3  # one of them a term of employment; chosen on articles and lists
_TERMS = frozenset({"employmentType", "baseSalary", "validThrough", "identifier"})
_FIRST = 4  # texts below the title that may name a kind of employment
_MOST_TERMS = 3  # labels of one kind on a page: more are of a list
_MOST_HEADING = 60  # characters
_MOST_VALUE, _MOST_WORDS = 80, 10  # characters and words of a name or a place
_MOST_DESCRIPTION = 20_000  # characters
_MOST_NUMBER = 30  # characters
_BESIDE_TERM, _MOST_TOWN = 3, 4  # parts before the first term that may be a place; words of one
_PARAGRAPH = 60  # characters of a text that is no heading or link
_MOST_UNTIL, _MOST_DAY = 400, 40  # characters of a text that says until when, and of the day
_find_apply = re.compile(
    r"appl(?:y|ication)|bewerb|candidat|postul|solicit|inscri|sollicit|aplik|応募", re.I
).search
_in_brackets = re.compile(r"\(([^()]{3,30})\)").findall
_has_digit = re.compile(r"\d").search
_JOB_LABELS = frozenset({
    "requisition", "openings", "category", "posted", "workplace", "company", "employment", "salary",
})  # fmt: skip
_ABOVE_LABELS = 4  # lines above the first label that may name the job
_POSTED = tuple(f"{label} " for label, fields in LABELS.items() if "posted" in fields)
_SEPARATORS = " -–—|·:"  # of a job and who offers it
_split_title = re.compile(r"\s[-–—|·/]\s|:\s|\s*[｜|]\s*|\sat\s(?=[A-Z])").split
_is_search = re.compile(r"jobs? (?:in|at|near) .*", re.I).fullmatch
_without_at = re.compile(r"^at (?=[A-Z])").sub


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
    if named and labels.of("employment", "salary", "deadline", "requisition"):
        return applies or called or bool(headings)
    if named:  # beside the title: other pages have a fee a month there, or "full-time" as well
        return len(headings) > (0 if applies or called else 1)
    return called and len(headings) > (1 if applies else 2)


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
    is_term = is_employment(text) or bool(date_in(text))
    return is_term or is_of_template(text) is not None or asks_to_apply(text) is not None


def _terms(labels: PageLabels) -> dict[str, object]:
    """Return what labels say of the job, by schema.org's names."""
    company = labels.first("company", _is_name) or _employer(labels)
    employment = _employment_types(labels)
    paid = (*(each.text for each in labels.of("salary")), *filter(is_pay, labels.near))
    pays = (pay(text, labels.language, labels.document.page.url) for text in paid)
    from_home = works_from_home(labels.first("workplace", works_from_home))
    terms: dict[str, object] = {
        "hiringOrganization": _organization(company) if company else None,
        "jobLocation": _place(labels),
        "identifier": labels.first("requisition", _is_number),
        "totalJobOpenings": labels.first("openings", str.isdecimal),
        "employmentType": employment[0] if len(employment) == 1 else employment,
        "baseSalary": next(filter(None, pays), None),
        "datePosted": _day(labels, "posted") or _posted(labels),
        "validThrough": _day(labels, "deadline") or _until(labels),
        "jobLocationType": "TELECOMMUTE" if from_home else "",
    }
    return {name: value for name, value in terms.items() if value}


def _organization(name: str) -> Entity:
    return Entity("Organization", {"name": _without_at("", name)})


def _place(labels: PageLabels) -> Entity | None:
    place = labels.first("workplace", _is_name).rstrip(" /|·") or _place_near(labels)
    region = labels.first("region", _is_name)
    return place_of([f"{place}, {region}" if region else place]) if place else None


def _place_near(labels: PageLabels) -> str:
    """Return the place among the terms below the title, or right beside those above it: the bare
    name that is nearest to one.
    """
    parts = labels.near
    at = parts.index(labels.title) if labels.title in parts else len(parts)
    beside: list[str] = []
    for side, before in ((parts[at + 1 :], _BESIDE_TERM), (parts[:at], 1)):
        terms = [n for n, part in enumerate(side) if is_term(part)]
        first, last = (max(0, terms[0] - before), terms[-1] + 2) if terms else (0, 0)
        near = sorted(range(len(side))[first:last], key=lambda n: min(abs(n - t) for t in terms))
        beside += [side[n] for n in near]
    return next((part for part in beside if _is_town(part, labels)), "")


def _is_town(part: str, labels: PageLabels) -> bool:
    """Return whether a part may be a town: a name of few words that is nothing else."""
    is_short = len(part.split()) <= _MOST_TOWN and not part[:1].islower() and _is_name(part)
    tests = (is_term, works_from_home, asks_to_apply, is_company, _kind_of_heading)
    is_other = any(test(part) for test in tests) or part == _beside_title(labels)
    return is_short and not (is_other or _has_digit(part) or part.isupper())


def _until(labels: PageLabels) -> str:
    """Return the day up to which one may apply, by the words before it."""
    read = partial(date_in, day_first=labels.day_first or None, language=labels.language)
    texts = (*labels.near, *(t for t in labels.document.cuts.texts if _find_apply(t[:_MOST_UNTIL])))
    matches = ((text, says_until(text)) for text in texts if len(text) <= _MOST_UNTIL)
    days = (read(text[until.end() : until.end() + _MOST_DAY]) for text, until in matches if until)
    return next(filter(None, days), "")


def _employer(labels: PageLabels) -> str:
    """Return who offers the job by the page's title, or by the form in law of a name beside it."""
    return _beside_title(labels) or next(filter(is_company, labels.near), "")


def _beside_title(labels: PageLabels) -> str:
    """Return the name beside the job's in the page's title; or "".

    The site's own counts where the text of the page says it too: boards do not name themselves.
    """
    document = labels.document
    before, _, after = " ".join(document.head.title.split()).partition(labels.title or "\n")
    parts = [part.strip(_SEPARATORS) for part in _split_title(before or after)]
    parts = [part for part in parts if part not in labels.title]  # the job's name cut short
    named = [part for part in parts if not is_of_template(part) and not _is_search(part)]
    if bool(before) == bool(after) or not named:
        return ""
    first = _without_lead(named[0])
    is_led = len(named) == 2 and first != named[0]
    if not _is_name(first) or not (len(named) == 1 or is_led):
        return next(filter(is_company, named), "")
    is_own = squeezed(named[0]) in host_of(document.page.url) or first != named[0]
    return first if is_led or not is_own or _is_said(labels, first) else ""


def _without_lead(name: str) -> str:
    lead = before_employer(name)
    return name[lead.end() :] if lead else name


def _is_said(labels: PageLabels, name: str) -> bool:
    """Return whether a longer text of the page says a name."""
    texts = labels.document.cuts.texts
    return any(name in text for text in texts if len(text) >= _PARAGRAPH)


def _employment_types(labels: PageLabels) -> tuple[str, ...]:
    """Return the kinds of employment by their labels, else of lines below the title.

    A value with many kinds is a choice.
    """
    labelled = [each.text for each in labels.of("employment")]
    near = [part for part in labels.near if len(part) <= _MOST_HEADING and part != labels.title]
    first = labels.document.cuts.texts[labels.title_at + 1 : labels.title_at + _FIRST]
    bracketed = _in_brackets(labels.title)
    for texts in (labelled, near, bracketed, first if is_called_job(labels.document) else ()):
        types = [
            each_type for each in filter(is_employment, texts) for each_type in employment_in(each)
        ]
        if types:
            return tuple(dict.fromkeys(types))
    return ()


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


def _headings(document: Document) -> Mapping[str, int]:
    """Return the kinds of heading that a job's description has, each with its first block."""
    headings: dict[str, int] = {}
    unlinked = np.flatnonzero((document.cuts.link_chars == 0) & ~document.cuts.unseen)
    for at in unlinked.tolist():
        text = document.cuts.texts[at]
        if len(text) <= _MOST_HEADING and (kind := _kind_of_heading(text)):
            headings.setdefault(kind, at)
    return headings


def _kind_of_heading(text: str) -> str:
    """Return of what part of a job's description a text is the heading; "" if of none."""
    bare = text.strip(" :!.…")
    return next((kind for kind, heads in JOB_HEADINGS.items() if heads.fullmatch(bare)), "")


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
