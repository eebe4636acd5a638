"""Define records: items of lists and posts of threads, and which of them a page is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from pagesight.extract.page.blocks import Block

# What a page is made of beside its text. Of items "if-list" says that the structure must show that
# the page is a list, "if-repeated" that it is half known, so that it is enough if most repeats.
# "posts-or-items" is a thread if any posts are found, else a list.
RecordKind = Literal[
    "none", "items", "items-if-repeated", "items-if-list", "posts", "posts-or-items", "product"
]


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

    def detached(self) -> "Record":
        """Return the record with blocks that hold no parsed page."""
        return replace(self, blocks=tuple(block.detached() for block in self.blocks))
