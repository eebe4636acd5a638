"""Define records: items of lists and posts of threads, and which of them a page is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from pagesight.datasets.genres import Genre
from pagesight.extract.page.blocks import Block

# Which records to look for. "items-if-likely" are those of a page that is likely a list, by its
# structure and the probabilities of its genres; "posts-or-items" are the posts of a thread, and
# where there are none such items.
RecordKind = Literal["none", "items", "items-if-likely", "posts-or-items"]


# What a record is of.
ItemType = Literal["item", "row", "product", "article", "event", "job", "place", "post"]


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
