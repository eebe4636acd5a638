"""Pages that a visitor may give the demo, and the captures it keeps for a while."""

import hashlib
import time
from base64 import b64decode
from binascii import Error as Base64Error
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from pagesight.app.errors import SourceKindError
from pagesight.datasets.schema import Genre
from pagesight.render.page import Capture
from pagesight.render.store import load_capture

# A page of our own for each genre.
SAMPLES: Mapping[Genre, str] = {
    Genre.ARTICLE: "article",
    Genre.LISTING: "news",
    Genre.COLLECTION: "shop",
    Genre.PRODUCT: "product",
    Genre.DOCUMENTATION: "docs",
    Genre.FORUM: "forum",
    Genre.SERVICE: "service",
    Genre.OTHER: "contact",
}
FIRST = "news"  # the sample that the demo opens with
_MOST_UPLOADED = 20_000_000  # bytes: MHTML holds a page's pictures
_MOST_KEPT, _KEPT_SECONDS = 16, 900.0  # captures, and for how long; by hand
_SUFFIXES = (".html", ".htm", ".mhtml", ".mht")


@dataclass(frozen=True, slots=True)
class DemoInput:
    """One thing to look at: an address, a sample by name, or an uploaded file by its content."""

    kind: str  # "url", "sample", "file"
    name: str  # the address, the sample's name, the file's name
    digest: str = ""  # of a file
    body: bytes = b""  # of a file that was not read yet


def address(typed: str) -> DemoInput:
    """Return the address that somebody typed, with https:// where no scheme stands before it.

    Raises SourceKindError for what is no address of the web.

    >>> address(" example.com/a ").name
    'https://example.com/a'
    """
    text = typed.strip()
    if not text:
        raise SourceKindError("Type an address, upload a file or choose a sample.")
    bare = "://" not in text
    try:
        parts = urlsplit(f"https://{text}" if bare else text)
        host = parts.hostname or ""
    except ValueError:
        parts, host = urlsplit(""), ""
    is_host = "." in host.strip(".") or not bare
    if parts.scheme not in ("http", "https") or not host or not is_host or " " in text:
        raise SourceKindError(
            f"“{typed.strip()[:80]}” is not an address of a web page. "
            "Wanted: something like example.com/page."
        )
    return DemoInput("url", parts.geturl())


def sample(name: str) -> DemoInput:
    """Return the sample of that name. Raises SourceKindError if there is none."""
    if name not in SAMPLES.values():
        raise SourceKindError(f"There is no sample “{name[:40]}”. Choose one of those above.")
    return DemoInput("sample", name)


def upload(sent: str) -> DemoInput:
    """Return an uploaded file: its name, a line feed, and its bytes in base 64.

    Raises SourceKindError for what cannot be shown.
    """
    name, _, encoded = sent.partition("\n")
    try:
        body = b64decode(encoded)
    except (Base64Error, ValueError) as error:
        raise SourceKindError("The file did not come whole. Upload it again.") from error
    if len(body) > _MOST_UPLOADED or Path(name).suffix.lower() not in _SUFFIXES:
        raise SourceKindError(
            f"“{name[:100]}” cannot be shown here. Wanted: an HTML or MHTML file "
            f"of at most {_MOST_UPLOADED // 10**6} MB."
        )
    return DemoInput("file", name, hashlib.sha256(body).hexdigest(), body)


class Captures:
    """The last few captures, so that another extractor need not wait.

    By input and whether it was rendered; in memory, some 3 MB each, for a quarter of an hour.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, str, bool], tuple[float, Capture]] = OrderedDict()

    def kept(self, given: DemoInput, *, rendered: bool) -> Capture | None:
        """Return the capture if it is at hand: a sample's, or one that was kept."""
        if given.kind == "sample":
            return load_capture(Path(str(files(__package__))) / "samples" / given.name)
        self._forget_old()
        entry = self._kept.get(_key(given, rendered))
        return entry[1] if entry else None

    def keep(self, given: DemoInput, capture: Capture, *, rendered: bool) -> None:
        """Keep a capture, and forget the oldest where there are too many."""
        self._kept[_key(given, rendered)] = (time.monotonic(), capture)
        self._forget_old()
        while len(self._kept) > _MOST_KEPT:
            self._kept.popitem(last=False)

    def drop(self, given: DemoInput) -> None:
        """Forget what was kept of an input."""
        for rendered in (True, False):
            self._kept.pop(_key(given, rendered), None)

    def _forget_old(self) -> None:
        since = time.monotonic() - _KEPT_SECONDS
        for key in [key for key, (kept, _) in self._kept.items() if kept < since]:
            del self._kept[key]


def _key(given: DemoInput, rendered: bool) -> tuple[str, str, str, bool]:
    return given.kind, given.name, given.digest, rendered
