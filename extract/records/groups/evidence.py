"""Measure what speaks for a list on a page: how its items are, and how much of it."""

import re
from collections.abc import Mapping, Sequence
from itertools import islice

import numpy as np

from pagesight.extract.features.columns import sums_between
from pagesight.extract.features.table import BlockFeatures, block_features
from pagesight.extract.metadata.entities.job_words import leads_to_job
from pagesight.extract.page.document import Document
from pagesight.extract.page.elements import Flags, within
from pagesight.extract.records.fields.links import Span, link_in
from pagesight.extract.records.groups.groups import Repeat
from pagesight.extract.records.groups.telling import (
    cites,
    first_text,
    names_meetings,
    opens_with_date,
)
from pagesight.extract.text.clock import times_in

_names_parties = re.compile(r"(?s:.{0,200}?)\bvs?\. (?!Chr)", re.I).match
_says_reach = re.compile(
    r"[\w.-]@\w[\w-]{0,60}\.\w|\b(?:t[eé]l(?:e(?:phone|fono?n?))?|phone|mobile?|tlf|тел)\b\.?:?\s?[+(]*\d",
    re.I,
).search
_MOST_READ = 1_000  # characters of a member
_FEWEST_CARDS, _MOST_OF_CARD = 8, 40  # members; words of one; by hand, as the next lines
_FEWEST_TELLING, _MOST_TELLING = 4, 0.8  # members; share of them
_MOST_OF_TIME = 20  # characters: "10:15 - 11:00 AM"
_NEARLY_ALL, _MOSTLY = 0.9, 0.6  # share of the members
_LEAST_COVER, _MOST_OUTSIDE = 0.3, 0.5  # shares of the words that may be content
_MOST_LED, _FEW_LED = 60, 4  # members whose links are read, and that must have one of a job
_FIRST = 4  # texts of an item that are read for its name; by hand


def list_evidence(document: Document, chosen: Sequence[Repeat], likely: Flags) -> dict[str, float]:
    """Return the evidence that the chosen groups, the best first, are a list, by name.

    `likely` says which blocks may be content, (blocks,). Shares are of the best group's members
    (of all for dates), or of the words of the page; numbers are logarithms of one more.
    """
    features, best = document.once(block_features), chosen[0]
    counts = features.counts
    inside = within((span for group in chosen for span in group.spans()), len(likely))
    likely_words, prose = counts.words * likely, counts.prose > 0
    most, all_words = max(float(likely_words.sum()), 1.0), max(float(counts.words.sum()), 1.0)
    shares = {
        "cover": float(likely_words[inside].sum()) / most,
        "all_cover": float(counts.words[inside].sum()) / all_words,
        "prose_outside": float(likely_words[prose & ~inside].sum()) / most,
        "prose_inside": float((sums_between(prose, best.start, best.end) > 0).mean()),
        # Labelers may miss a table of one or two rows; what its heads and links say is as good.
        "likely": max(likely_share(best, likely), best.under_heads * min(best.linked, best.dated)),
    }
    untold = 1 - max(best.linked, best.dated, best.priced)
    prose_words = _prose_share(features, best)
    days = days_share(document.cuts.texts, best)
    members = sum(map(len, chosen))
    dated = sum(len(group) * group.dated for group in chosen) / members
    own = {"linked": best.linked, "dated": dated, "is_rows": float(best.is_rows)}
    pairs = {
        "rows_linked": best.is_rows * best.linked,
        "rows_dated": best.is_rows * best.dated,
        "cover_dated": shares["all_cover"] * dated,
        "priced_linked": best.priced * best.linked,
        "untold_prose": untold * prose_words,
        "days": days,
        "cases": _cases_share(document.cuts.texts, best),
        "meetings_dated": dated and dated * names_meetings(document, int(best.start[0])),
    }
    cards = float(_are_cards(document.cuts.texts, best, shares) or _are_jobs(document, best))
    return shares | own | {"count": float(np.log1p(members)), "cards": cards} | pairs


def _are_cards(texts: Sequence[str], best: Repeat, shares: Mapping[str, float]) -> bool:
    """Return whether the members are many short ones, and much of a page: they have linked headings
    or, of which fewer will do, say what something costs, how to reach somebody, or at what time.
    """
    is_aside = best.in_navigation or (best.in_furniture and not best.priced)  # a "menu" of dishes
    if is_aside or len(best) < _FEWEST_TELLING:
        return False
    is_card = best.words <= _MOST_OF_CARD * len(best)
    is_headed = len(best) >= _FEWEST_CARDS and best.headed > _NEARLY_ALL
    priced = best.priced * (1 - best.linked)  # goods that are links may stand beside anything
    is_card &= is_headed or max(priced, _telling_share(texts, best)) > _MOST_TELLING
    is_much = shares["cover"] > _LEAST_COVER and shares["prose_outside"] < _MOST_OUTSIDE
    return is_card and is_much and shares["likely"] > _MOSTLY


def _are_jobs(document: Document, best: Repeat) -> bool:
    """Return whether the members are several that lead to a job each: cut, those that are read."""
    if best.in_navigation or len(best) < _FEWEST_TELLING:
        return False
    leading = (link for _, link in document.elements.values("href") if leads_to_job(link))
    if len([*islice(leading, _FEWEST_TELLING)]) < _FEWEST_TELLING:
        return False
    return lead_to_jobs(document, best)


def lead_to_jobs(document: Document, group: Repeat) -> bool:
    """Return whether most of the members lead to a job each: of those that are read."""
    spans = group.spans()[:_MOST_LED]
    if not any(leads_to_job(_first_link(document, span)) for span in spans[:_FEW_LED]):
        return False
    links = [_first_link(document, span) for span in spans]
    own = {link for link in links if leads_to_job(link)}
    return len(own) > _MOST_TELLING * len(links)


def _first_link(document: Document, span: Span) -> str:
    return next(filter(None, map(link_in, document.blocks[slice(*span)])), "")


def _telling_share(texts: Sequence[str], group: Repeat) -> float:
    """Return the share of the group's members with a telephone number or an address of mail, or
    that begin with a time of the day, or cite a text, whichever is greatest.
    """
    texts_of = ["\n".join(texts[start:end])[:_MOST_READ] for start, end in group.spans()]
    timed = sum(bool(times_in(text.split("\n")[0][:_MOST_OF_TIME])) for text in texts_of)
    counts = (sum(map(bool, map(says, texts_of))) for says in (_says_reach, cites))
    return max(timed, *counts) / len(group)


def days_share(texts: Sequence[str], group: Repeat) -> float:
    """Return the share of the group's members that begin with a date.

    Rows of a schedule do, and paragraphs that mention dates do not.
    """
    return float(open_with_dates(texts, group).mean())


def open_with_dates(texts: Sequence[str], group: Repeat) -> Flags:
    """Return which members begin with a short line that begins with a date, (members,)."""
    firsts = (first_text(texts, span) for span in group.spans())
    return np.fromiter(map(opens_with_date, firsts), np.bool_, len(group))


def _cases_share(texts: Sequence[str], group: Repeat) -> float:
    """Return the square root of the share of members that name the parties of a case: "Doe v. Roe".

    Between them stand what was decided and the names of courts.
    """
    named = (any(map(_names_parties, texts[start:end][:_FIRST])) for start, end in group.spans())
    return float(np.sqrt(sum(named) / len(group)))


def likely_share(best: Repeat, likely: Flags) -> float:
    """Return the share of the group's members of which some block is likely."""
    running = np.append(0, np.cumsum(likely))
    return float((running[best.end] > running[best.start]).mean())


def _prose_share(features: BlockFeatures, group: Repeat) -> float:
    """Return the share of the words of a group's members that are in sentences' blocks."""
    words = features.counts.words
    prose = sums_between(words * (features.counts.prose > 0), group.start, group.end)
    return float(prose.sum() / max(sums_between(words, group.start, group.end).sum(), 1))
