"""Recognise what a source is, and open it."""

import mimetypes
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pagesight.render.errors import SourceError
from pagesight.render.sources.address import is_address, page_address
from pagesight.render.sources.html import Archive, replay_file, replay_text
from pagesight.render.sources.sniff import non_html_kind, type_name


@dataclass(frozen=True, slots=True)
class Source:
    """An address to render and, if it is to be rendered without the net, what answers for it."""

    name: str  # as the user gave it
    url: str
    archive: Archive | None = None

    @property
    def address(self) -> str:
        """The page's own address; "" if it is not known."""
        return page_address(self.url)


def open_source(source: str, url: str = "") -> Source:
    """Return what `source` names: a URL, or a path of HTML, MHTML, a WARC archive or a folder.

    `url` is the address of a saved page, in place of the one that it states itself.
    A WARC holds many pages: `archive.warc.gz#https://...` names one, else its first is meant.
    Raises SourceError if there is no such file, it cannot be read or it holds no page.
    """
    if url and not is_address(url):
        raise SourceError(f"{url[:200]} is not an http(s) address; wanted that of the saved page")
    try:
        if not _is_address(source):
            return _open_path(source, url)
    except OSError as error:  # no right to read it, a name longer than names can be
        raise SourceError(f"cannot read {source[:200]}: {error.strerror}") from error
    if url:
        raise SourceError(f"{source} is an address itself; --url is for saved pages")
    return Source(source, source)


def _is_address(source: str) -> bool:
    try:
        return urlsplit(source).scheme in ("http", "https")
    except ValueError as error:
        raise SourceError(f"{source[:200]} is not an address: {error}") from error


def _open_path(source: str, url: str) -> Source:
    file, _, wanted = source.partition("#")
    path = Path(source if Path(source).exists() else file)
    if path.is_dir():
        return Source(source, *replay_file(path / "index.html", url))
    if not path.is_file():
        raise SourceError(f"{source} is neither an http(s) address nor a file or folder")
    if path.name.lower().endswith((".warc", ".warc.gz")):
        from pagesight.render.sources.warc import replay_warc  # slow to load, as MHTML is

        return Source(source, *replay_warc(path, wanted or url))
    if path.suffix.lower() in (".mhtml", ".mht"):
        from pagesight.render.sources.mhtml import replay_mhtml

        return Source(source, *replay_mhtml(path, url))
    with path.open("rb") as opened:
        other = non_html_kind(opened.read(2048))
    other = other or type_name(mimetypes.guess_type(path.name)[0] or "")
    if other:
        raise SourceError(f"{source} is {other}, not HTML")
    return Source(source, *replay_file(path, url))


def html_source(html: str, url: str = "", name: str = "") -> Source:
    """Return a source that renders `html` as if `url` had answered it, without the net."""
    address, archive = replay_text(html, url)
    return Source(name or url or page_address(address), address, archive)
