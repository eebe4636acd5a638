"""Define what an extractor returns: the blocks it kept, and what else the page says."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import UTC, datetime
from typing import Any, Protocol

from pagesight.extract.markdown.tables import Table, tables_of
from pagesight.extract.markdown.write import to_markdown, to_text, to_titled_markdown
from pagesight.extract.metadata.entities.entity import Entity
from pagesight.extract.metadata.entities.read import entities
from pagesight.extract.metadata.product.details import states_product
from pagesight.extract.metadata.product.read import product, shows_product
from pagesight.extract.metadata.product.stated import Product
from pagesight.extract.metadata.read import Metadata, metadata, page_title
from pagesight.extract.page.blocks import Block
from pagesight.extract.page.document import Document
from pagesight.extract.records.listing import Held
from pagesight.extract.records.paging.pagination import Pagination, pagination
from pagesight.extract.records.record import Record


class ItemSource(Protocol):
    """A page that can be asked for its records: a list, or a thread."""

    @property
    def records(self) -> tuple[Record, ...]:
        """Return the items of the page's lists, or its posts."""

    @property
    def holds(self) -> Held | None:
        """Return how likely the page holds a list; None of a thread."""

    def markdown_of(self, blocks: Sequence[Block]) -> str:
        """Return the Markdown of blocks of the page, in the order of the page."""


class Forecast(Protocol):
    """A labeled page that can be asked how good its extraction will be."""

    @property
    def expected_quality(self) -> float:
        """Return the word F1 that pages like this one reach, 0 to 1."""


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What is known of a page beside the blocks that are kept of it; plain values.

    `markdown` is that of the kept blocks.
    """

    title: str = ""
    metadata: Metadata = field(default_factory=Metadata)
    records: tuple[Record, ...] = ()
    product: Product | None = None
    entities: tuple[Entity, ...] = ()
    holds: Held | None = None
    pagination: Pagination = field(default_factory=Pagination)
    expected_quality: float | None = None
    markdown: str | None = None

    def markdown_of(self, blocks: Sequence[Block]) -> str:
        """Return the Markdown written before, or that of the blocks where there is none."""
        if self.markdown is not None:
            return self.markdown
        return to_titled_markdown(blocks, self.title)


@dataclass(frozen=True, slots=True)
class PageHandle:
    """The page itself, of which each fact is read when first asked for.

    Past the deadline there is no `document`, and nothing is read but the records of `items`.
    """

    document: Document | None
    items: ItemSource | None = None
    has_product: bool = False
    forecast: Forecast | None = None

    @property
    def title(self) -> str:
        """The page's title, which takes less time than all its metadata."""
        return self.document.once(page_title) if self.document else ""

    @property
    def metadata(self) -> Metadata:
        """What the page says of itself; a thread without an author is by who began it."""
        if not self.document:
            return Metadata()
        facts = self.document.once(metadata)
        is_thread = self.items is not None and self.items.holds is None
        if not is_thread or not (posts := self.records):
            return facts
        first = posts[0]
        is_older = bool(first.date) and first.date[:10] < (_first_day(facts.date) or "9")
        date = first.date if is_older else facts.date
        return replace(facts, author=facts.author or first.author, date=date)

    @property
    def records(self) -> tuple[Record, ...]:
        """The items of the page's lists, or its posts."""
        return self.items.records if self.items else ()

    @property
    def product(self) -> Product | None:
        """What a product page says of its product; None of others."""
        document = self.document
        if document is None:
            return None
        is_of_one = document.once(states_product) or document.once(shows_product)
        return document.once(product) if self.has_product or is_of_one else None

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The things that the page states in its markup."""
        return self.document.once(entities) if self.document else ()

    @property
    def holds(self) -> Held | None:
        """How likely the page holds a list; None where nobody looked for one."""
        return self.items.holds if self.items else None

    @property
    def pagination(self) -> Pagination:
        """The links to the other pages of a list."""
        return self.document.once(pagination) if self.document else Pagination()

    @property
    def expected_quality(self) -> float | None:
        """The word F1 that such pages reach; None if unknown."""
        return self.forecast.expected_quality if self.forecast else None

    def markdown_of(self, blocks: Sequence[Block]) -> str:
        """Return the Markdown of blocks of the page under its title."""
        write = self.items.markdown_of if self.items else to_markdown
        return to_titled_markdown(blocks, self.title, write)


def _first_day(date: str) -> str:
    """Return the day of a date; in UTC if that is earlier: posts may be dated in another zone.

    >>> _first_day("2024-04-18T00:13:04+03:00"), _first_day("2024-04")
    ('2024-04-17', '2024-04')
    """
    try:
        moment = datetime.fromisoformat(date)
    except ValueError:
        return date
    day = f"{moment.astimezone(UTC):%Y-%m-%d}" if moment.tzinfo else date[:10]
    return min(day, date[:10])


def page_handle(document: Document) -> PageHandle:
    """Return the handle of a page; past its deadline that of no page."""
    return PageHandle(document if document.budget.has_time_for("metadata") else None)


@dataclass(frozen=True, slots=True)
class Extraction:
    """The blocks an extractor kept, in document order, each with its probability of being content.

    `score` is the extractor's own measure of how well the page fits it. `page_probabilities` are
    those of all blocks of the page, the dropped ones too, and `threshold` the least that is kept;
    an extractor that gives blocks no probabilities has neither. `page` is the one thing that is no
    plain value: it holds the parsed page until `detached` drops it, and is not pickled.
    """

    method: str
    blocks: tuple[Block, ...]
    probabilities: tuple[float, ...]
    score: float = 0.0
    page_probabilities: tuple[float, ...] = field(default=(), repr=False, compare=False)
    threshold: float | None = None
    page: PageHandle | PageFacts = field(default_factory=PageFacts, repr=False, compare=False)

    @property
    def title(self) -> str:
        """The page's title, which takes less time than all its metadata."""
        return self.page.title

    @property
    def metadata(self) -> Metadata:
        """What the page says of itself, read when first asked for."""
        return self.page.metadata

    @property
    def records(self) -> tuple[Record, ...]:
        """The items of the page's lists, or its posts, found when first asked for."""
        return self.page.records

    @property
    def product(self) -> Product | None:
        """What a product page says of its product, read when first asked for; None of others."""
        return self.page.product

    @property
    def entities(self) -> tuple[Entity, ...]:
        """The things of schema.org that the page states, read when first asked for."""
        return self.page.entities

    @property
    def holds(self) -> Held | None:
        """How likely the page holds a list, with the evidence; None where nobody looked for one."""
        return self.page.holds

    @property
    def pagination(self) -> Pagination:
        """The links to the other pages of a list, found when first asked for."""
        return self.page.pagination

    @property
    def expected_quality(self) -> float | None:
        """The word F1 that such pages reach, found when first asked for; None if unknown."""
        return self.page.expected_quality

    @property
    def text(self) -> str:
        """Plain text, a block a line."""
        return to_text(self.blocks)

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables of data among the kept blocks; those that lay a page out are none."""
        return tables_of(self.blocks)

    @property
    def markdown(self) -> str:
        """Markdown with headings, lists, tables, code, links and images, under the page's title.

        Above each post of a thread it says who wrote it, and when.
        """
        return self.page.markdown_of(self.blocks)

    def detached(self) -> "Extraction":
        """Return the same as plain values, all of them read now; the parsed page can be freed."""
        facts = self._facts(records=tuple(record.detached() for record in self.records))
        return replace(self, blocks=tuple(block.detached() for block in self.blocks), page=facts)

    def with_list(self, records: tuple[Record, ...], pagination: Pagination) -> "Extraction":
        """Return the same with the records of several pages, and the links on from the last."""
        return replace(self, page=self._facts(records=records, pagination=pagination))

    def _facts(self, **known: Any) -> PageFacts:
        names = [each.name for each in fields(PageFacts) if each.name not in known]
        return PageFacts(**{name: getattr(self, name) for name in names}, **known)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the extraction without its page."""
        plain = self.detached()
        return Extraction, tuple(getattr(plain, name) for name in self.__slots__)


def without_hidden(extraction: Extraction) -> Extraction:
    """Return the extraction without the blocks that the page hides.

    Models read them, since they learned from pages with them, and choose better so.
    """
    seen = [number for number, block in enumerate(extraction.blocks) if not block.unseen]
    return replace(
        extraction,
        blocks=tuple(extraction.blocks[number] for number in seen),
        probabilities=tuple(extraction.probabilities[number] for number in seen),
    )
