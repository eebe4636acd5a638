"""Several labelers asked about the same blocks, each with a share of the verdict."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from pagesight.extract.extraction import Extraction, without_hidden
from pagesight.extract.keeping import keep
from pagesight.extract.labelers.base import Labeler, Labels
from pagesight.extract.metadata.read import metadata
from pagesight.extract.parse.document import Document
from pagesight.extract.records import find_records

_CERTAIN = 1e-5  # no labeler is surer than this: one alone cannot overrule all others
_NAMED = 0.05  # of the verdict: experts with less are not named


@dataclass(frozen=True, slots=True)
class Expert:
    """A labeler of the page's own blocks, and its share of the verdict; all shares add up to 1."""

    labeler: Labeler
    share: float


def pooled(
    document: Document, experts: Sequence[Expert], *, records: bool = False
) -> tuple[Extraction, ...]:
    """Return what the experts together would keep, then what each of them would keep alone.

    A block's log-odds are the shared mean of the experts': a logarithmic opinion pool (Genest and
    Zidek 1986). Kept is what raises the expected word F1, and tables whole. The first expert that
    knows what quality to expect speaks for all. `records` asks for the items of a list-view page.
    Past the deadline the first expert decides alone.
    """
    labels = _labels(document, experts)
    experts = experts[: len(labels)]
    log_odds = np.stack([_log_odds(found.probabilities) for found in labels])  # (experts, blocks)
    shares = np.array([expert.share for expert in experts])
    together = 1 / (1 + np.exp(-(shares / shares.sum() @ log_odds)))
    names = [expert.labeler.name for expert in experts]
    heard = "+".join(name for name, share in zip(names, shares, strict=True) if share >= _NAMED)
    verdicts = [
        (heard, together),
        *zip(names, (found.probabilities for found in labels), strict=True),
    ]
    kept = [without_hidden(keep(document.blocks, name, verdict)) for name, verdict in verdicts]
    said = metadata(document)
    quality = next((q for found in labels if (q := found.expected_quality) is not None), None)
    agreed, *alone = (replace(extraction, metadata=said) for extraction in kept)
    agreed = replace(agreed, expected_quality=quality)
    if records and document.budget.has_time_for("records"):
        orders = frozenset(block.order for block in agreed.blocks)
        agreed = replace(agreed, records=find_records(document.blocks, orders))
    return (agreed, *alone)


def _labels(document: Document, experts: Sequence[Expert]) -> list[Labels]:
    """Return the labels of the first expert, and of those after it for whom there is time."""
    first, *others = (expert.labeler for expert in experts)
    labels = [first.label(document)]
    for labeler in others:
        if document.budget.has_time_for(f"the labels of {labeler.name}"):
            labels.append(labeler.label(document))
    return labels


def _log_odds(probabilities: NDArray[np.floating]) -> NDArray[np.float64]:
    sure = np.clip(probabilities.astype(np.float64), _CERTAIN, 1 - _CERTAIN)
    return np.asarray(np.log(sure / (1 - sure)))
