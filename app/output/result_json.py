"""A result as JSON: one flat object, the same for the command line, the demo and batches.

And which of a page's blocks its extraction keeps, by their numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass
from typing import Any

from pagesight.app.result import Result
from pagesight.datasets.schema import Genre
from pagesight.extract.extraction import Extraction
from pagesight.extract.markdown.tables import Table
from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.read import Metadata
from pagesight.extract.page.blocks import Block
from pagesight.extract.records.listing import Held
from pagesight.extract.records.paging.pagination import Pagination
from pagesight.extract.records.record import Record

ASKED_FOR = ("alternatives", "blocks")


def _described(description: str) -> dict[str, str]:
    """Return what the API's schema says of a field."""
    return {"description": description}


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockRow:
    """A run of text of the page."""

    text: str
    kept: bool
    probability: float | None = field(metadata=_described("Of being content, where that is known."))


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultRow:
    """The content of a page, and how it was found.

    The one description of this shape: the JSON has these fields in this order, without those at the
    end that nobody asked for; the API's schema and the columns of Parquet are made of it.
    """

    url: str = field(metadata=_described("After redirects."))
    requested_url: str
    status: int | None = field(metadata=_described("Of the server that the page is from."))
    captured_at: str
    rendered: bool
    genre: Genre
    probabilities: Mapping[str, float] = field(metadata=_described("Of every genre."))
    confidence: float
    evidence: str
    extractor: str
    reason: str = field(metadata=_described("Why this extractor."))
    score: float
    expected_quality: float | None = field(
        metadata=_described("The word F1 that such pages reach.")
    )
    text: str
    markdown: str
    is_list: bool = field(metadata=_described("Whether the page is a list: of the records below."))
    records: Sequence[Mapping[str, Any]] = field(
        metadata=_described("The items of a list, or the posts of a thread.")
    )
    tables: Sequence[Table] = field(metadata=_described("Those of the content."))
    pagination: Pagination
    product: Mapping[str, Any] | None = field(
        metadata=_described("Of a product page: price and the rest.")
    )
    entities: Sequence[Mapping[str, Any]] = field(
        metadata=_described("What the page states by schema.org, with where it has each field.")
    )
    holds: Held | None = field(metadata=_described("None where nobody looked for a list."))
    metadata: Metadata
    hidden_chars: int
    warnings: Sequence[str]
    seconds: Mapping[str, float]
    alternatives: Sequence[Mapping[str, Any]] | None = field(
        default=None, metadata=_described("What each extractor alone made of it, if asked for.")
    )
    blocks: Sequence[BlockRow] | None = field(
        default=None, metadata=_described("In document order, if asked for.")
    )


# What every result has, in this order.
RESULT_KEYS = tuple(each.name for each in fields(ResultRow) if each.name not in ASKED_FOR)


def result_json(
    result: Result, *, blocks: bool = False, alternatives: bool = False
) -> dict[str, Any]:
    """Return the result as values that `json.dumps` takes. The screenshot is not among them.

    With `blocks` all blocks of the page are, in document order, the dropped ones too: each with
    its text, whether it is kept, and its probability of being content where that is known.
    With `alternatives` what each extractor alone makes of the page is found out as well.
    """
    capture, extraction = result.capture, result.extraction
    row = ResultRow(
        url=capture.page.url,
        requested_url=capture.requested_url,
        status=capture.status,
        captured_at=capture.captured_at.isoformat(timespec="seconds"),
        rendered=capture.page.rendered,
        genre=result.genre,
        probabilities={
            str(genre): round(share, 4) for genre, share in result.prediction.probabilities.items()
        },
        confidence=round(result.prediction.confidence, 4),
        evidence=result.prediction.evidence,
        extractor=extraction.method,
        reason=result.reason,
        score=round(extraction.score, 4),
        expected_quality=extraction.expected_quality,
        text=extraction.text,
        markdown=extraction.markdown,
        is_list=bool(extraction.records) and result.genre is not Genre.FORUM,
        records=list(map(record_json, extraction.records)),
        tables=extraction.tables,
        pagination=extraction.pagination,
        product=asdict(extraction.product) if extraction.product else None,
        entities=list(map(entity_json, extraction.entities)),
        holds=extraction.holds,
        metadata=extraction.metadata,
        hidden_chars=result.hidden_chars,
        warnings=result.warnings,
        seconds=dict(result.seconds),
        alternatives=list(map(_alternative, result.alternatives)) if alternatives else None,
        blocks=[
            BlockRow(
                text=block.text, kept=kept, probability=None if share is None else round(share, 4)
            )
            for _, block, kept, share in shown_blocks(result)
        ]
        if blocks
        else None,
    )
    values = {each.name: _plain(getattr(row, each.name)) for each in fields(row)}
    left_out = {name for name in ASKED_FOR if values[name] is None}
    return {name: value for name, value in values.items() if name not in left_out}


def _plain(value: Any) -> Any:
    """Return a value of a row as `json.dumps` takes it."""
    if isinstance(value, Genre):
        return str(value)
    if isinstance(value, list | tuple):
        return list(map(_plain, value))
    return asdict(value) if is_dataclass(value) and not isinstance(value, type) else value


def record_json(record: Record) -> dict[str, Any]:
    """Return one record; its attributes are what the page says of it beside the named fields."""
    named = {each.name: getattr(record, each.name) for each in fields(record)}
    attributes = dict(named.pop("attributes"))
    del named["blocks"]
    return {"type": named.pop("type"), **named, "attributes": attributes}


def entity_json(entity: Entity) -> dict[str, Any]:
    """Return an entity as schema.org's JSON-LD has it, and where the page has each field."""
    return {**entity.as_json(), "sources": dict(entity.sources)}


def shown_blocks(result: Result) -> Iterator[tuple[int, Block, bool, float | None]]:
    """Yield the page's visible blocks with text: number, block, whether it is kept, probability."""
    kept = frozenset(kept_numbers(result.extraction.blocks, result.blocks))
    shares = result.extraction.page_probabilities or (None,) * len(result.blocks)
    for number, (block, share) in enumerate(zip(result.blocks, shares, strict=True)):
        if block.text and not block.unseen:
            yield number, block, number in kept, share


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
    matches = (_number(block, blocks, numbers) for block in kept)
    return tuple(sorted({number for number in matches if number is not None}))


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
