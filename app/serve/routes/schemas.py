"""Bodies that the service is sent and answers, as its OpenAPI description has them."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from pagesight.app.choices import ClassifyBy, ExtractorChoice, FavorChoice, Format, GenreChoice
from pagesight.datasets.genres import Genre

_BLANK = r"\x00-\x20\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff"
Address = Annotated[
    str,
    Field(
        pattern=rf"^https?://[^/?#{_BLANK}]+[^{_BLANK}]*$",
        max_length=2000,
        description="An http or https address of the public internet.",
        examples=["https://example.org/article"],
    ),
]
MAX_JOB_PAGES = 10_000
_EXAMPLE_HTML = "<h1>Field notes</h1><p>The tide came in at noon, and the whole bay was silver.</p>"


class PageRequest(BaseModel):
    """A page: an address to fetch, or its HTML (`url` is then the address that it is from)."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        json_schema_extra={"anyOf": [{"required": ["url"]}, {"required": ["html"]}]},
    )

    url: Address = ""
    html: str = Field(
        "",
        min_length=1,
        pattern=f"[^{_BLANK}]",
        description="The HTML of the page; nothing is fetched.",
    )
    render: bool = Field(False, description="Open the page in a browser, run its scripts and look.")
    deadline: float | None = Field(
        None,
        ge=0.5,
        description="Seconds to get the page in, and to read it in: what is ready then is "
        "answered with a warning. The server's own deadline, where that is sooner.",
    )

    @model_validator(mode="after")
    def _names_a_page(self) -> "PageRequest":
        if not self.url and not self.html:
            raise ValueError("give a url or html")
        return self

    @property
    def name(self) -> str:
        """Return what errors call the page."""
        return self.url or "the HTML"


class ReadOptions(BaseModel):
    """How to read pages."""

    extractor: ExtractorChoice = Field("auto", description="auto: chosen by the genre.")
    genre: GenreChoice = Field("auto", description="auto: predicted.")
    include_hidden: bool = Field(False, description="Extract text that the page hides, too.")
    favor: FavorChoice = Field("balanced", description="With recall doubtful text is kept too.")
    comments: bool | None = Field(None, description="Those of readers; null: as the genre has it.")
    tables: bool = Field(True, description="Keep tables of data.")
    links: bool = Field(True, description="Keep links in Markdown.")
    images: bool = Field(True, description="Keep images in Markdown.")


class ExtractRequest(PageRequest, ReadOptions):
    """A page to extract."""

    format: Format = Field("json", description="json has all that is known, the others the text.")
    blocks: bool = Field(False, description="With json: all blocks of the page, the dropped too.")


class ClassifyRequest(PageRequest):
    """A page whose genre to predict."""

    by: ClassifyBy = Field("both", description="The evidence to use, where the page is rendered.")


class RenderRequest(PageRequest):
    """A page to look at."""

    full_page: bool = Field(False, description="Take a picture of the whole page as well.")


class JobRequest(ReadOptions):
    """Pages to extract, one after the other."""

    model_config = ConfigDict(extra="forbid", strict=True)

    urls: list[Address] = Field(min_length=1, max_length=MAX_JOB_PAGES)
    render: bool = Field(False, description="Open the pages in a browser.")


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
    alternatives: list[dict[str, Any]] = Field(description="What each extractor alone made of it.")
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


PAGE_EXAMPLES: dict[str, Any] = {
    "an address": {"value": {"url": "https://example.org/article"}},
    "HTML": {"value": {"html": _EXAMPLE_HTML, "url": "https://example.org/notes"}},
    "in a browser": {"value": {"url": "https://example.org/shop", "render": True, "deadline": 20}},
}
JOB_EXAMPLES: dict[str, Any] = {
    "two pages": {"value": {"urls": ["https://example.org/a", "https://example.org/b"]}},
}
