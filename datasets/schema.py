"""Genres, the labelled page, the columns of a corpus file, licences, and what can be wrong.

DatasetError
├── CorpusError     a corpus file is missing, broken or lacks a column
└── SplitError      a split was asked for that the corpus cannot give
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from pagesight.render.errors import PagesightError
from pagesight.render.page import Page

if TYPE_CHECKING:
    import pyarrow as pa

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
# As the sources state them; their files carry no column `license`.
_BY_SOURCE: Mapping[str, str] = {
    "chinese_wced": "MIT",
    "cleaneval_en": "none stated",
    "dragnet": "AGPL-3.0",
    "fundus": "MIT",
    "harvest_forum": "Apache-2.0",
    "krdwrd_canola": "CC-BY-SA-4.0",
    "l3s_gn1": "research",
    "mozilla_readability": "Apache-2.0",
    "newspaper4k_articles": "Apache-2.0",
    "postlight_parser": "MIT or Apache-2.0",
    "utomo_big9_chaos": "research",
    "waddle_daniel": "GPL-3.0",
    "wcxb": "CC-BY-4.0",
}


class Genre(StrEnum):
    """What a page is, as a whole."""

    ARTICLE = "article"  # a post, story or essay
    LISTING = "listing"  # an index, archive, tag, search or news front page
    COLLECTION = "collection"  # a grid of products or catalogue items
    PRODUCT = "product"  # one product
    DOCUMENTATION = "documentation"  # docs, API, manual, wiki
    FORUM = "forum"  # a thread
    SERVICE = "service"  # landing, company, pricing, shop home
    OTHER = "other"  # contact, login, gallery, cart, about, error

    @property
    def coarse(self) -> "CoarseGenre | None":
        """GOCE's class of this genre; None for forum and other, which GOCE leaves out."""
        return _COARSE.get(self)


class CoarseGenre(StrEnum):
    """GOCE's two genres (Nguyen-Hoang et al. 2018)."""

    ARTICLE = "article"
    LIST_VIEW = "list-view"


_COARSE = {
    Genre.ARTICLE: CoarseGenre.ARTICLE,
    Genre.DOCUMENTATION: CoarseGenre.ARTICLE,
    Genre.PRODUCT: CoarseGenre.ARTICLE,
    Genre.SERVICE: CoarseGenre.ARTICLE,
    Genre.LISTING: CoarseGenre.LIST_VIEW,
    Genre.COLLECTION: CoarseGenre.LIST_VIEW,
}


class DatasetError(PagesightError):
    """Base of every error raised by `pagesight.datasets`."""


class CorpusError(DatasetError):
    """A corpus file cannot be read."""


class SplitError(DatasetError):
    """A corpus cannot be split as asked."""


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


def arrow_schema() -> "pa.Schema":
    """Return the columns of a corpus file. (Pages are read without loading Arrow.)"""
    import pyarrow as pa

    return pa.schema([(name, pa.type_for_alias(alias)) for name, alias in _COLUMNS.items()])


def licence(page: LabelledPage) -> str:
    """Return the licence that the page, or else its corpus, is under."""
    return page.license or _BY_SOURCE.get(page.source, "see the corpus")


def corpora_table(pages: Sequence[LabelledPage]) -> str:
    """Return a Markdown table of the corpora of the pages, with counts and licences."""
    counts = Counter((page.source or "not stated", licence(page)) for page in pages)
    rows = "\n".join(f"| {name} | {n} | {terms} |" for (name, terms), n in counts.items())
    return f"| corpus | pages | licence |\n|---|---|---|\n{rows}"
