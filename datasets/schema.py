"""The labelled page, and the columns of the Parquet file that holds a corpus of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import pyarrow as pa

from pagesight.datasets.genres import Genre
from pagesight.render.page import Page


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


SCHEMA = pa.schema(
    [
        ("id", pa.string()),
        ("url", pa.string()),
        ("site", pa.string()),
        ("lang", pa.string()),
        ("genre", pa.string()),
        ("html", pa.binary()),
        ("screenshot", pa.binary()),
        ("text", pa.string()),
        ("records", pa.string()),
        ("title", pa.string()),
        ("author", pa.string()),
        ("date", pa.string()),
        ("split", pa.string()),
        ("source", pa.string()),
        ("license", pa.string()),
        ("extra", pa.string()),
    ]
)
