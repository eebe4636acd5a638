"""Bodies that the service is sent and answers, as its OpenAPI description has them."""

import re
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pagesight.app.config import ClassifyBy, ExtractorChoice, FavorChoice, Format, GenreChoice
from pagesight.datasets.schema import Genre
from pagesight.render.errors import OptionError
from pagesight.render.net.cookies import parse_cookie
from pagesight.render.options import RenderOptions
from pagesight.render.page import Viewport

_BLANK = r"\x00-\x20\x7f-\xa0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff"
_ADDRESS = rf"^[Hh][Tt][Tt][Pp][Ss]?://[^/?#{_BLANK}]+[^{_BLANK}]*$"
_find_half = re.compile(r"[\ud800-\udfff]").search  # of a character: JSON can escape these
Token = Annotated[str, Field(pattern=r"^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$")]  # RFC 9110, 5.6.2
HeaderValue = Annotated[str, Field(pattern=r"^[\t\x20-\x7e\xa0-\xff]{0,4000}$")]
_NO_OTHERS: dict[str, Any] = {"additionalProperties": False}  # than names as described
MAX_JOB_PAGES = 10_000  # of one request; larger jobs are `batch`'s
_MOST_PIXELS = 2560  # for each CSS pixel of a picture's height: of 16,000 it takes 160 MB
_EXAMPLE_HTML = "<h1>Field notes</h1><p>The tide came in at noon, and the whole bay was silver.</p>"
PAGE_EXAMPLES: dict[str, Any] = {
    "an address": {"value": {"url": "https://example.org/article"}},
    "HTML": {"value": {"html": _EXAMPLE_HTML, "url": "https://example.org/notes"}},
    "in a browser": {"value": {"url": "https://example.org/shop", "render": True, "deadline": 20}},
}
JOB_EXAMPLES: dict[str, Any] = {
    "two pages": {"value": {"urls": ["https://example.org/a", "https://example.org/b"]}}
}


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


def _address(given: str) -> str:
    """Return what is an address; in words, where pydantic would show the pattern."""
    if not re.fullmatch(_ADDRESS, given) or _find_half(given):
        raise ValueError("wanted an http or https address, without blanks")
    return given


Address = Annotated[
    str,
    AfterValidator(_address),
    Field(
        max_length=2000,
        description="An http or https address of the public internet.",
        examples=["https://example.org/article"],
        json_schema_extra={"pattern": _ADDRESS},
    ),
]


def _whole(given: Any) -> Any:
    """Return 3 for 3.0: to JSON Schema both are integers."""
    return int(given) if isinstance(given, float) and given.is_integer() else given


Whole = Annotated[int, BeforeValidator(_whole)]


class _Body(BaseModel):
    """A part of a request, which holds what is described and nothing else."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _is_bounded(cls, given: Any) -> Any:
        """Refuse a million values at once: to find each of them wrong takes minutes."""
        parts = [given, *given.values()] if isinstance(given, dict) else []
        if any(isinstance(part, (dict, list)) and len(part) > MAX_JOB_PAGES for part in parts):
            raise ValueError(f"more than {MAX_JOB_PAGES:,} values in one place")
        return given


class Window(_Body):
    """A browser's window, in CSS pixels, of `scale` pixels each: fewer where it is wide."""

    width: Whole = Field(default=1280, ge=200, le=2560)
    height: Whole = Field(default=960, ge=200, le=2560)
    scale: float = Field(default=1.0, ge=0.5, le=3.0)

    @property
    def viewport(self) -> Viewport:
        """Return the window as browsers get it."""
        scale = min(self.scale, (_MOST_PIXELS / self.width) ** 0.5)
        return Viewport(self.width, self.height, scale)


class PageRequest(_Body):
    """A page: an address to fetch, or its HTML (`url` is then the address that it is from)."""

    model_config = ConfigDict(
        json_schema_extra={"anyOf": [{"required": ["url"]}, {"required": ["html"]}]}
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

    headers: dict[Token, HeaderValue] = Field(
        {},
        max_length=20,
        description="Sent to the page's own site alone; never logged.",
        json_schema_extra=_NO_OTHERS,
    )
    cookies: dict[Token, HeaderValue] = Field(
        {},
        max_length=50,
        description="Sent to the page's own host alone; never logged.",
        json_schema_extra=_NO_OTHERS,
    )
    user_agent: HeaderValue = Field("", description="Name of the browser to send.")
    viewport: Window = Field(Window(), description="The window, where the page is rendered.")
    wait: float = Field(0.0, ge=0, description="Seconds to wait once a rendered page is at rest.")
    wait_for: str = Field(
        "", max_length=500, description="A CSS selector, or a text, that a rendered page shows."
    )
    click: list[Annotated[str, Field(max_length=500)]] = Field(
        [], max_length=10, description="CSS selectors of what is clicked, one after the other."
    )
    scroll: Whole = Field(
        4, ge=0, le=50, description="Screens to follow a list that grows as one scrolls."
    )
    load_more: Whole = Field(
        0, ge=0, le=50, description="Times to click a button such as 'Load more'."
    )
    close_overlays: bool = Field(
        False, description="Close notices of consent and pop-ups; they are always reported."
    )

    @model_validator(mode="after")
    def _is_complete(self) -> "PageRequest":
        if not self.url and not self.html:
            raise ValueError("give a url or html")
        try:
            self.rendering(RenderOptions())
        except OptionError as error:
            raise ValueError(str(error)) from error
        return self

    def rendering(self, ours: RenderOptions) -> RenderOptions:
        """Return our options with what is asked for of this page. Raises OptionError."""
        return replace(
            ours,
            deadline=min(self.deadline or ours.deadline, ours.deadline),
            headers=tuple(self.headers.items()),
            cookies=tuple(parse_cookie(f"{name}={self.cookies[name]}") for name in self.cookies),
            user_agent=self.user_agent,
            viewport=self.viewport.viewport,
            wait=self.wait,
            wait_for=self.wait_for,
            click=tuple(self.click),
            scroll=self.scroll,
            load_more=self.load_more,
            close_overlays=self.close_overlays,
        )

    @property
    def name(self) -> str:
        """Return what errors call the page."""
        return self.url or "the HTML"


class ReadOptions(_Body):
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
    alternatives: bool = Field(
        False,
        description="With json: what each extractor alone makes of the page, which takes time.",
    )


class ClassifyRequest(PageRequest):
    """A page whose genre to predict."""

    by: ClassifyBy = Field("both", description="The evidence to use, where the page is rendered.")


class RenderRequest(PageRequest):
    """A page to look at."""

    full_page: bool = Field(False, description="Take a picture of the whole page as well.")


class JobRequest(ReadOptions):
    """Pages to extract, one after the other."""

    urls: list[Address] = Field(min_length=1, max_length=MAX_JOB_PAGES)
    render: bool = Field(False, description="Open the pages in a browser.")
    follow_pages: Whole = Field(
        0, ge=0, le=100, description="Further pages of each list to read into its line."
    )
