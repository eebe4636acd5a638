"""A page that may be a list, for whoever asks for its items; most pages are never asked."""

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from pagesight.extract.parse.document import Document
from pagesight.extract.parse.elements import Flags

if TYPE_CHECKING:
    from pagesight.extract.extraction import Record, RecordKind


@dataclass(frozen=True)
class Listing:
    """A page, and which of its blocks may be content, (blocks,).

    `kind` says whether it is a list, or its structure decides.
    """

    document: Document
    likely: Flags
    kind: "RecordKind" = "items"

    @cached_property
    def records(self) -> tuple["Record", ...]:
        """Return the page's records, found once."""
        from pagesight.extract.records.find import find_records

        return find_records(self.document, self.likely, kind=self.kind)
