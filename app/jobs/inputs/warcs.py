"""Pages of WARC archives, Common Crawl's among them: each response that is a page."""

import logging
import zlib
from collections.abc import Iterator
from pathlib import Path

from warcio.exceptions import ArchiveLoadFailed

from pagesight.app.errors import SourceKindError
from pagesight.app.jobs.job import Html
from pagesight.app.jobs.store import Item
from pagesight.render.errors import SourceError
from pagesight.render.sources.warc import read_response, responses

logger = logging.getLogger(__name__)

_TYPES = ("html", "text/plain")


def is_warc(path: Path) -> bool:
    """Return whether the file's name says that it is a WARC archive."""
    return path.name.lower().endswith((".warc", ".warc.gz"))


def warc_items(path: Path) -> Iterator[Item]:
    """Yield the pages of the archive, as far as it can be read, with the places of their HTML.

    Raises SourceKindError if it holds none.
    """
    found = False
    try:
        for url, offset, record in responses(path):
            kind = (record.http_headers.get_header("Content-Type") or "html").lower()
            if url and any(name in kind for name in _TYPES) and not url.endswith("/robots.txt"):
                found = True
                yield Item(url, place=f"{path}#{offset}")
    except SourceError as error:
        if not found:
            raise
        logger.error("error: %s; the pages before that place are read", error)
    if not found:
        raise SourceKindError(f"{path} holds no pages")


def read_warc(path: Path, offset: int, url: str) -> Html:
    """Return the page recorded at that offset. Raises SourceKindError if it cannot be read."""
    try:
        answer = read_response(path, offset)
    except (ArchiveLoadFailed, OSError, EOFError, ValueError, zlib.error, StopIteration) as error:
        raise SourceKindError(f"{path}: the record of {url} is broken: {error}") from error
    return Html(answer.body, url, answer.content_type, answer.status)
