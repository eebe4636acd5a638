"""The labelled page, and the columns of the Parquet file that holds a corpus of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pagesight.datasets.genres import Genre
from pagesight.render.page import Page

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page with what people said of it. Absent gold is None.

    `block_labels` has (text, label) for each text node in document order; what the labels mean is
    the corpus's own affair. `extra` holds whatever else the source offers (`with` and `without`
    snippets, the template `family` ...).
    """

    id: str
    page: Page
    site: str
    genre: Genre | None = None
    text: str | None = None
    records: tuple[Mapping[str, object], ...] | None = None
    block_labels: tuple[tuple[str, int], ...] | None = None
    lang: str = ""
    split: str = ""
    source: str = ""
    license: str = ""
    title: str | None = None
    author: str | None = None
    date: str | None = None
    extra: Mapping[str, object] = field(default_factory=dict)


# Column -> its type in Arrow; DESIGN section 7 says what each holds.
_COLUMNS: Mapping[str, str] = {
    "id": "string",
    "url": "string",
    "site": "string",
    "lang": "string",
    "genre": "string",
    "html": "binary",
    "screenshot": "binary",
    "text": "string",
    "records": "string",
    "title": "string",
    "author": "string",
    "date": "string",
    "split": "string",
    "source": "string",
    "license": "string",
    "extra": "string",
}


def arrow_schema() -> "pa.Schema":
    """Return the columns of a corpus file. (Pages are read without loading Arrow.)"""
    import pyarrow as pa

    return pa.schema([(name, pa.type_for_alias(kind)) for name, kind in _COLUMNS.items()])
