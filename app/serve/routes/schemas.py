"""Bodies that the service answers, as its OpenAPI description has them."""

from typing import Any, Literal

from pydantic import BaseModel, Field

from pagesight.datasets.genres import Genre


class JobAnswer(BaseModel):
    """How far a job is."""

    id: str
    state: Literal["waiting", "running", "done"]
    done: int = Field(description="Pages that were extracted.")
    failed: int = Field(description="Pages that there is nothing of; see `error_kinds`.")
    waiting: int = Field(description="Pages that are still to be done.")
    error_kinds: dict[str, int] = Field(
        default_factory=dict, description="Failed pages by kind of error."
    )
    seconds_left: float | None = Field(default=None, description="At the speed of the last minute.")


class FailureAnswer(BaseModel):
    """Why there is no answer."""

    error: str = Field(description="A code, the same for the same cause.", examples=["no_page"])
    message: str = Field(description="What was found of which input, and what to do.")
    request_id: str = Field(description="Also in the header X-Request-ID and in the server's log.")


class Health(BaseModel):
    """How the server is."""

    status: Literal["ok", "starting", "closing", "unwell"]
    problems: list[str] = Field(default=[], description="What keeps it from doing all its work.")


class Metadata(BaseModel):
    """What the page says of itself; empty where it says nothing."""

    title: str
    author: str
    date: str = Field(description="ISO 8601.")
    language: str
    site_name: str
    description: str
    canonical_url: str
    image: str


class Pagination(BaseModel):
    """The addresses of the other pages of a list, as far as the page links to them."""

    next: str
    previous: str
    pages: list[str] = Field(description="Numbered ones, the first and the last.")
    item_pages: list[str] = Field(description="Of lists that it lists: of threads in a forum.")


class Held(BaseModel):
    """How likely a page holds a list, and what each observation adds to the log-odds."""

    kind: str
    probability: float
    evidence: dict[str, float]


class Table(BaseModel):
    """A table of data."""

    caption: str
    head: list[str] = Field(description="Of its columns; empty if the page marks none.")
    rows: list[list[str]] = Field(description="Of the texts of its cells, all equally long.")


class Block(BaseModel):
    """A run of text of the page."""

    text: str
    kept: bool
    probability: float | None = Field(description="Of being content, where that is known.")


class ExtractAnswer(BaseModel):
    """The content of a page, and how it was found."""

    url: str = Field(description="After redirects.")
    requested_url: str
    status: int | None = Field(description="Of the server that the page is from.")
    captured_at: str
    rendered: bool
    genre: Genre
    probabilities: dict[str, float] = Field(description="Of every genre.")
    confidence: float
    evidence: str
    extractor: str
    reason: str = Field(description="Why this extractor.")
    score: float
    expected_quality: float | None = Field(description="The word F1 that such pages reach.")
    text: str
    markdown: str
    is_list: bool = Field(description="Whether the page is a list: of the records below.")
    records: list[dict[str, Any]] = Field(
        description="The items of a list, or the posts of a thread."
    )
    tables: list[Table] = Field(description="Those of the content.")
    pagination: Pagination
    product: dict[str, Any] | None = Field(description="Of a product page: price and the rest.")
    entities: list[dict[str, Any]] = Field(
        description="What the page states by schema.org, with where it has each field."
    )
    holds: Held | None = Field(description="None where nobody looked for a list.")
    metadata: Metadata
    alternatives: list[dict[str, Any]] = Field(
        default=[], description="What each extractor alone made of it, if asked for."
    )
    hidden_chars: int
    warnings: list[str]
    seconds: dict[str, float]
    blocks: list[Block] = Field(default=[], description="In document order, if asked for.")


class ClassifyAnswer(BaseModel):
    """The genre of a page."""

    url: str
    genre: Genre
    confidence: float
    probabilities: dict[str, float]
    evidence: str
    warnings: list[str]


class RenderAnswer(BaseModel):
    """A page as a browser shows it."""

    url: str
    requested_url: str
    status: int | None
    title: str
    language: str
    html: str = Field(description="The DOM after scripts ran. Not sanitized: it is the page's own.")
    screenshot: str = Field(description="The top of the page, base64; empty if there is none.")
    media_type: str = Field(description="Of the screenshot.")
    full_page: str = Field(description="All of the page, base64 of a PNG; empty if not asked for.")
    blocked_requests: list[str]
    warnings: list[str]
    seconds: dict[str, float]
