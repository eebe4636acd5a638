"""Bodies that the service answers, as its OpenAPI description has them."""

from typing import Literal

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
