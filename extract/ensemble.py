"""Several labelers asked about the same blocks, each with a weight."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pagesight.datasets.schema import Genre
from pagesight.extract.extraction import Extraction, PageHandle
from pagesight.extract.features.text import text_counts
from pagesight.extract.labelers.extractor import LabelerExtractor, Labels, keep
from pagesight.extract.page.document import Document
from pagesight.extract.records.listing import Listing
from pagesight.extract.records.record import NO_RECORDS, RecordSearch
from pagesight.extract.selection.asides import Place, aside_penalty

_CERTAIN = 1e-5  # no labeler is surer than this: one alone cannot overrule all others
_NAMED = 0.05  # of the weight: extractors with less are not named
# Of the words that the first member keeps: what else a list says may be its introduction. From .35
# to .6 all did alike on pages called lists, of WCXB by folds and of three corpora unseen by models.
_LEAST_OF_LIST = 0.5
_LEAST_TEXT = 40  # words that may be what a page with items is about; by hand


@dataclass(frozen=True, slots=True)
class WeightedExtractor:
    """An extractor of the page's own blocks and its weight; all weights add up to 1."""

    extractor: LabelerExtractor
    weight: float


@dataclass(frozen=True)
class Combined:
    """What extractors keep of a page together, and what each of them returns alone."""

    together: Extraction
    document: Document
    members: Sequence[WeightedExtractor]
    labels: Sequence[Labels]

    @cached_property
    def alone(self) -> tuple[Extraction, ...]:
        """Return what each extractor keeps by itself, made when first asked for."""
        return tuple(
            member.extractor.extract(self.document, labels)
            for member, labels in zip(self.members, self.labels, strict=True)
        )


def combine(
    document: Document,
    members: Sequence[WeightedExtractor],
    *,
    records: RecordSearch = NO_RECORDS,
    beside: Mapping[Place, float] | None = None,
) -> Combined:
    """Return what the extractors keep together, which knows what each of them returns alone.

    A block's log-odds are the weighted mean of the members': a logarithmic opinion pool (Genest and
    Zidek 1986), less that of the places `beside` the content that it is in. The expected quality
    is that of the first member that knows one. `records` says which records to look for. Past the
    deadline the first member decides alone, and on what is called a list if it keeps little of
    the items: an article beside a list of others is no list.
    """
    labels = _labels(document, members)
    members = members[: len(labels)]
    weights = np.array([member.weight for member in members])
    log_odds = np.stack(
        [_log_odds(each_labels.probabilities) for each_labels in labels]
    )  # (members, blocks)
    pooled = _less_beside(document, weights / weights.sum() @ log_odds, beside or {})
    together = Labels(
        document.blocks,
        _probabilities(pooled),
        next((each_labels.forecast for each_labels in labels if each_labels.forecast), None),
    )
    name = "+".join(member.extractor.name for member in members if member.weight >= _NAMED)
    combined = keep(document, name, together, 0.0, records=records)
    match combined.page:
        case PageHandle(items=Listing(is_list=True) as listing) if _may_be_passed_over(listing):
            first = members[0].extractor.extract(document, labels[0])
            if _passes_over(document, first, listing):
                combined = replace(first, page=combined.page)
    return Combined(combined, document, members, labels)


def _may_be_passed_over(listing: Listing) -> bool:
    """Return whether a page has items beside which a text may be the page's.

    What a shop says beside its goods is no article.
    """
    goods, others = (listing.genres.get(each, 0.0) for each in (Genre.COLLECTION, Genre.LISTING))
    return goods <= others and bool(listing.in_items.any())


def _passes_over(document: Document, extraction: Extraction, listing: Listing) -> bool:
    """Return whether a text is kept little of which is in the items that there are."""
    words = document.once(text_counts).words
    kept = [block.order for block in extraction.blocks]
    in_items, size = words[kept] @ listing.in_items[kept], words[kept].sum()
    return bool(in_items < _LEAST_OF_LIST * size and size >= _LEAST_TEXT)


def _less_beside(
    document: Document, log_odds: NDArray[np.float64], beside: Mapping[Place, float]
) -> NDArray[np.float64]:
    """Return the log-odds less those of the places."""
    if not beside or not document.blocks:
        return log_odds
    return np.asarray(log_odds - aside_penalty(document, _probabilities(log_odds), beside))


def _labels(document: Document, members: Sequence[WeightedExtractor]) -> list[Labels]:
    """Return the labels of the first member, and of those after it for whom there is time."""
    first, *others = (member.extractor.labeler for member in members)
    labels = [first.label(document)]
    for labeler in others:
        if document.budget.has_time_for(f"the labels of {labeler.name}"):
            labels.append(labeler.label(document))
    return labels


def _log_odds(probabilities: NDArray[np.floating]) -> NDArray[np.float64]:
    sure = np.clip(probabilities.astype(np.float64), _CERTAIN, 1 - _CERTAIN)
    return np.asarray(np.log(sure / (1 - sure)))


def _probabilities(log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(1 / (1 + np.exp(-log_odds)))
