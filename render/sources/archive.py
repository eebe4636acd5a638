"""What answers a page's requests when it is rendered without the net."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Answer:
    """A stored HTTP response; `body` is decoded (no content-encoding)."""

    body: bytes
    content_type: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)  # without the content type
    warning: str = ""  # why that is not all of the body


Archive = Callable[[str], Answer | None]  # address -> what is stored under it
