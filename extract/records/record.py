"""Define records: items of lists and posts of threads, which to look for, what each is of."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pagesight.datasets.schema import Genre
from pagesight.extract.page.blocks import Block

# Which records to look for. "items-if-likely" are those of a page that is likely a list, by its
# structure and the probabilities of its genres; "posts-or-items" are the posts of a thread, and
# where there are none such items.
RecordKind = Literal["none", "items", "items-if-likely", "posts-or-items"]


# What a record is of.
ItemType = Literal["item", "row", "product", "article", "event", "job", "place", "post"]
# What a record is by what it has, the surest sign first.
_SIGNS: Sequence[tuple[ItemType, frozenset[str]]] = (
    ("job", frozenset({"baseSalary", "hiringOrganization", "employmentType"})),
    ("event", frozenset({"startDate", "endDate", "eventStatus"})),
    ("product", frozenset({"price without a date"})),
    ("place", frozenset({"address", "telephone"})),
    ("article", frozenset({"summary with an author or a date"})),
)


@dataclass(frozen=True, slots=True)
class RecordSearch:
    """Which records to look for on a page of genres so probable, and whether it is of a product."""

    kind: RecordKind = "none"
    genres: Mapping[Genre, float] = field(default_factory=dict)
    product: bool = False


NO_RECORDS = RecordSearch()


@dataclass(frozen=True, slots=True)
class Record:
    """One item of a list, or one post of a thread; empty fields were not found.

    Addresses are absolute. `type` is what it is of; `price` the one to pay, as written; `summary`
    its first sentences; `image` no avatar and no badge where there is a photo. `attributes` has
    what else it says: by the head of a table's column, by the label before it, or by the names of
    schema.org's properties (listPrice, telephone, email, address, location, startDate ...); of a
    post author_url, date_text (as shown) and markdown.
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
    type: ItemType = "item"

    def detached(self) -> "Record":
        """Return the record with blocks that hold no parsed page."""
        return replace(self, blocks=tuple(block.detached() for block in self.blocks))


def type_of(record: Record, *, is_row: bool) -> ItemType:
    """Return what kind of thing a record is, as far as its fields say.

    What has a price and a date may be an advert or a ticket, so it is none of both.
    """
    has = set(record.attributes)
    if record.price and not record.date:
        has.add("price without a date")
    if record.summary and not record.price and (record.author or record.date):
        has.add("summary with an author or a date")
    signed = next((record_type for record_type, signs in _SIGNS if signs & has), None)
    return signed or ("row" if is_row else "item")
