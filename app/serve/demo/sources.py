"""What a visitor may give the demo, and the captures it keeps for a while."""

import hashlib
import tempfile
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

from pagesight.app.errors import SourceKindError
from pagesight.datasets.genres import Genre
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
_MOST_UPLOADED = 20_000_000  # bytes: MHTML holds a page's pictures
_SUFFIXES = (".html", ".htm", ".mhtml", ".mht")


@dataclass(frozen=True, slots=True)
class Given:
    """One thing to look at: an address, a sample by name, or an uploaded file by its content."""

    kind: str  # "url", "sample", "file"
    name: str  # the address, the sample's name, the file's name
    digest: str = ""  # of a file


def address(typed: str) -> Given:
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
    return Given("url", parts.geturl())


def sample(name: str) -> Given:
    """Return the sample of that name. Raises SourceKindError if there is none."""
    if name not in SAMPLES.values():
        raise SourceKindError(f"There is no sample “{name[:40]}”. Choose one of those above.")
    return Given("sample", name)


Getter = Callable[[str], Capture]  # of an address or path


class Captures:
    """The last few captures, so that another extractor need not wait."""

    def __init__(self, most: int = 16, seconds: float = 900.0) -> None:
        self._most, self._seconds = most, seconds
        self._kept: OrderedDict[tuple[Given, Getter], tuple[float, Capture]] = OrderedDict()
        self._lock = threading.Lock()

    def kept(self, given: Given, get: Getter) -> Capture | None:
        """Return the capture if it is at hand: a sample's, or one that `get` has made before."""
        if given.kind == "sample":
            return load_capture(Path(str(files(__package__))) / "samples" / given.name)
        with self._lock:
            found = self._kept.get((given, get))
        return found[1] if found and time.monotonic() - found[0] < self._seconds else None

    def fetch(self, given: Given, get: Getter) -> Capture:
        """Return a new capture of an address, and keep it. Raises SourceKindError for a file."""
        if given.kind == "file":
            raise SourceKindError(f"“{given.name}” is no longer kept here. Upload it again.")
        return self._keep(given, get, get(given.name))

    def upload(self, name: str, body: bytes, get: Getter) -> tuple[Given, Capture]:
        """Return an uploaded file as given, and its capture. It is on disk while it is read."""
        suffix = Path(name).suffix.lower()
        if len(body) > _MOST_UPLOADED or suffix not in _SUFFIXES:
            raise SourceKindError(
                f"“{name[:100]}” cannot be shown here. Wanted: an HTML or MHTML file "
                f"of at most {_MOST_UPLOADED // 10**6} MB."
            )
        given = Given("file", name, hashlib.sha256(body).hexdigest())
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / f"page{suffix}"
            file.write_bytes(body)
            capture = replace(get(str(file)), requested_url=name)
        return given, self._keep(given, get, capture)

    def _keep(self, given: Given, get: Getter, capture: Capture) -> Capture:
        with self._lock:
            self._kept[given, get] = (time.monotonic(), capture)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return capture
