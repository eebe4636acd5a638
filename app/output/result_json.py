"""A result as JSON: one flat object, the same for the command line, the demo and batches.

And which of a page's blocks its extraction keeps, by their numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any

from pagesight.app.result import Result
from pagesight.datasets.genres import Genre
from pagesight.extract.extraction import Extraction
from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.page.blocks import Block
from pagesight.extract.records.record import Record

# What every result has, in this order.
RESULT_KEYS = (
    "url", "requested_url", "status", "captured_at", "rendered", "genre", "probabilities",
    "confidence", "evidence", "extractor", "reason", "score", "expected_quality", "text",
    "markdown", "is_list", "records", "tables", "pagination", "product", "entities", "holds",
    "metadata", "hidden_chars", "warnings", "seconds",
)  # fmt: skip


def result_json(
    result: Result, *, blocks: bool = False, alternatives: bool = True
) -> dict[str, Any]:
    """Return the result as values that `json.dumps` takes. The screenshot is not among them.

    With `blocks` all blocks of the page are, in document order, the dropped ones too: each with
    its text, whether it is kept, and its probability of being content where that is known.
    Without `alternatives` what each extractor alone makes of the page is not found out.
    """
    capture, extraction = result.capture, result.extraction
    return {
        "url": capture.page.url,
        "requested_url": capture.requested_url,
        "status": capture.status,
        "captured_at": capture.captured_at.isoformat(timespec="seconds"),
        "rendered": capture.page.rendered,
        "genre": str(result.genre),
        "probabilities": {
            str(genre): round(share, 4) for genre, share in result.prediction.probabilities.items()
        },
        "confidence": round(result.prediction.confidence, 4),
        "evidence": result.prediction.evidence,
        "extractor": extraction.method,
        "reason": result.reason,
        "score": round(extraction.score, 4),
        "expected_quality": extraction.expected_quality,
        "text": extraction.text,
        "markdown": extraction.markdown,
        "is_list": bool(extraction.records) and result.genre is not Genre.FORUM,
        "records": [record_json(record) for record in extraction.records],
        "tables": [asdict(table) for table in extraction.tables],
        "pagination": asdict(extraction.pagination),
        "product": asdict(extraction.product) if extraction.product else None,
        "entities": [entity_json(entity) for entity in extraction.entities],
        "holds": asdict(extraction.holds) if extraction.holds else None,
        "metadata": asdict(extraction.metadata),
        "hidden_chars": result.hidden_chars,
        "warnings": list(result.warnings),
        "seconds": dict(result.seconds),
        **({"alternatives": list(map(_alternative, result.alternatives))} if alternatives else {}),
        **({"blocks": _blocks(result)} if blocks else {}),
    }


def record_json(record: Record) -> dict[str, Any]:
    """Return one record; its attributes are what the page says of it beside the named fields."""
    fields = (
        "type", "title", "url", "text", "price", "image", "date", "author", "summary", "rating",
    )  # fmt: skip
    found = {name: getattr(record, name) for name in fields}
    return {**found, "attributes": dict(record.attributes)}


def entity_json(entity: Entity) -> dict[str, Any]:
    """Return an entity as schema.org's JSON-LD has it, and where the page has each field."""
    return {**entity.as_json(), "sources": dict(entity.sources)}


def _blocks(result: Result) -> list[dict[str, Any]]:
    kept = frozenset(kept_numbers(result.extraction.blocks, result.blocks))
    shares = result.extraction.page_probabilities or (None,) * len(result.blocks)
    return [
        {
            "text": block.text,
            "kept": number in kept,
            "probability": None if share is None else round(share, 4),
        }
        for number, (block, share) in enumerate(zip(result.blocks, shares, strict=True))
        if block.text and not block.unseen
    ]


def _alternative(other: Extraction) -> dict[str, Any]:
    return {
        "extractor": other.method,
        "expected_quality": other.expected_quality,
        "text": other.text,
        "records": [record_json(record) for record in other.records],
    }


def kept_numbers(kept: Iterable[Block], blocks: Sequence[Block]) -> tuple[int, ...]:
    """Return which of a page's blocks are kept, by their numbers.

    Extractors that cut the page in another way keep blocks of other numbers: theirs count where
    the same element holds the same text.
    """
    numbers = {(block.element, block.text): number for number, block in enumerate(blocks)}
    found = (_number(block, blocks, numbers) for block in kept)
    return tuple(sorted({number for number in found if number is not None}))


def _number(
    block: Block, blocks: Sequence[Block], numbers: dict[tuple[int, str], int]
) -> int | None:
    if block.order < len(blocks) and blocks[block.order].element == block.element:
        return block.order
    return numbers.get((block.element, block.text))


def legend(result: Result) -> str:
    """Return the genre, who read the page, and how much of it was kept."""
    texts = sum(1 for block in result.blocks if block.text and not block.unseen)
    numbers = kept_numbers(result.extraction.blocks, result.blocks)
    kept = sum(1 for number in numbers if result.blocks[number].text)
    genre = str(result.genre)
    if result.genre is result.prediction.genre:
        genre += f" {result.prediction.confidence:.0%}"
    return f"{genre}, read by {result.extraction.method}: {kept} of {texts} blocks kept"
