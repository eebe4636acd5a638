"""What an extractor returns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal, Protocol

from pagesight.extract.page.blocks import Block

if TYPE_CHECKING:
    from pagesight.extract.markdown.tables import Table
    from pagesight.extract.metadata.product.product import Product

# What a page is made of beside its text. Of items "if-list" says that the structure must show that
# the page is a list, "if-repeated" that it is half known, so that it is enough if most repeats.
# "posts-or-items" is a thread if any posts are found, else a list.
RecordKind = Literal[
    "none", "items", "items-if-repeated", "items-if-list", "posts", "posts-or-items", "product"
]


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says of itself; empty where it says nothing. `date` is ISO 8601."""

    title: str = ""
    author: str = ""
    date: str = ""
    language: str = ""
    site_name: str = ""
    description: str = ""
    canonical_url: str = ""
    image: str = ""


@dataclass(frozen=True, slots=True)
class Pagination:
    """The addresses of a list's other pages, as far as the page links to them; absolute.

    `next` and `previous` are what the page calls so; `pages` has numbered ones, the first and the
    last, in the order of the page. `item_pages` are those of lists that it lists: of the threads in
    a forum's index.
    """

    next: str = ""
    previous: str = ""
    pages: tuple[str, ...] = ()
    item_pages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Record:
    """One item of a list, or one post of a thread; empty fields were not found.

    Addresses are absolute. `summary` is its longest text; `attributes` has what else it says, by
    the head of a table's column or the label before it; of a post author_url, date_text (as shown)
    and markdown.
    """

    title: str
    url: str
    text: str
    price: str = ""
    image: str = ""
    date: str = ""
    author: str = ""
    summary: str = ""
    rating: str = ""
    attributes: Mapping[str, str] = field(default_factory=dict)
    blocks: tuple[Block, ...] = ()


class Described(Protocol):
    """A page that can be asked for its metadata, and for its links to further pages."""

    @property
    def metadata(self) -> Metadata:
        """Return what the page says of itself."""

    @property
    def title(self) -> str:
        """Return its title, which takes less time than all of it."""

    @property
    def pagination(self) -> Pagination:
        """Return the links to the other pages of a list."""


class Offer(Protocol):
    """A page that can be asked for the attributes of its product."""

    @property
    def product(self) -> "Product":
        """Return what the page says of the product it is about."""


class Listing(Protocol):
    """A page that can be asked for its records."""

    @property
    def records(self) -> tuple[Record, ...]:
        """Return the items of the page's lists, or its posts."""

    def markdown_of(self, blocks: Sequence[Block]) -> str:
        """Return the Markdown of blocks of the page, in the order of the page."""


class Forecast(Protocol):
    """A labeled page that can be asked how good its extraction will be."""

    @property
    def expected_quality(self) -> float:
        """Return the word F1 that pages like this one reach, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """The blocks an extractor kept, in document order, each with its probability of being content.

    `score` is the extractor's own measure of how well the page fits it. `page_probabilities` are
    those of all blocks of the page, the dropped ones too, and `threshold` the least that is kept;
    an extractor that gives blocks no probabilities has neither.
    """

    method: str
    blocks: tuple[Block, ...]
    probabilities: tuple[float, ...]
    score: float = 0.0
    page_probabilities: tuple[float, ...] = field(default=(), repr=False, compare=False)
    threshold: float | None = None
    source: Described | None = field(default=None, repr=False, compare=False)
    listing: Listing | None = field(default=None, repr=False, compare=False)
    offer: Offer | None = field(default=None, repr=False, compare=False)
    forecast: Forecast | None = field(default=None, repr=False, compare=False)

    @property
    def expected_quality(self) -> float | None:
        """The word F1 that such pages reach, found when first asked for; None if unknown."""
        return self.forecast.expected_quality if self.forecast else None

    @property
    def metadata(self) -> Metadata:
        """What the page says of itself, read when first asked for; empty without a source."""
        return self.source.metadata if self.source else Metadata()

    @property
    def records(self) -> tuple[Record, ...]:
        """The items of the page's lists, or its posts, found when first asked for."""
        return self.listing.records if self.listing else ()

    @property
    def product(self) -> "Product | None":
        """What a product page says of its product, read when first asked for; None of others."""
        return self.offer.product if self.offer else None

    @property
    def pagination(self) -> Pagination:
        """The links to the other pages of a list, found when first asked for."""
        return self.source.pagination if self.source else Pagination()

    @property
    def title(self) -> str:
        """The page's title, which takes less time than all its metadata; "" without a source."""
        return self.source.title if self.source else ""

    @property
    def text(self) -> str:
        """Plain text, a block a line."""
        from pagesight.extract.markdown.write import to_text

        return to_text(self.blocks)

    @property
    def tables(self) -> "tuple[Table, ...]":
        """The tables of data among the kept blocks; those that lay a page out are none."""
        from pagesight.extract.markdown.tables import tables_of

        return tables_of(self.blocks)

    @property
    def markdown(self) -> str:
        """Markdown with headings, lists, tables, code, links and images, under the page's title.

        Above each post of a thread it says who wrote it, and when.
        """
        from pagesight.extract.markdown.write import to_markdown, to_titled_markdown

        write = self.listing.markdown_of if self.listing else to_markdown
        return to_titled_markdown(self.blocks, self.title, write)


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
