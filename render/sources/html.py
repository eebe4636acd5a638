"""Pages that are at hand: HTML files, folders and text, as archives that answer for the net."""

import mimetypes
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from urllib.parse import quote, unquote, unquote_to_bytes, urlsplit

from w3lib.encoding import html_body_declared_encoding

from pagesight.render.errors import SourceError
from pagesight.render.sources.address import ORIGIN, bare, is_http, own_address, without_scheme
from pagesight.render.sources.body import decode_html, guess_charset

_BLANK = b" \t\r\n\f\xef\xbb\xbf"  # white space, byte order marks


@dataclass(frozen=True, slots=True)
class HtmlAnswer:
    """A stored HTTP response; `body` is decoded (no content-encoding)."""

    body: bytes
    content_type: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)  # without the content type
    warning: str = ""  # why that is not all of the body


Archive = Callable[[str], HtmlAnswer | None]  # address -> what is stored under it
Replay = tuple[str, Archive]  # the page's address, and what answers it and its parts


def replay_text(html: str, url: str) -> Replay:
    """Return an archive that holds one page and nothing else; without `url`, at its own address."""
    address = url if is_http(url) else own_address(html) or f"{ORIGIN}/"
    page = HtmlAnswer(html.encode("utf-8", "replace"), "text/html; charset=utf-8")
    own = _loosely(address)
    return address, lambda asked: page if _loosely(asked) == own else None


def replay_file(path: Path, url: str) -> Replay:
    """Return an HTML file at `url`, else at the address it states; else at a made-up one.

    The files beside it are found in the folder of that address, and at the root of its host.
    Raises SourceError if there is no such file, or an empty one.
    """
    start, beside = replay_folder(path.parent, path.name)
    page = beside(start)
    address = url or (own_address(decode_html(page.body, page.content_type)) if page else "")
    if not address:
        return start, beside
    address = _as_browsers_spell(address)
    own, parts = _loosely(address), urlsplit(address)
    origins = (f"{parts.scheme}://{parts.netloc}",)
    _, near = replay_folder(path.parent, path.name, origins, parts.path.rpartition("/")[0])
    _, far = replay_folder(path.parent, path.name, origins)
    return address, lambda asked: page if _loosely(asked) == own else near(asked) or far(asked)


def replay_folder(
    root: Path, page: str = "index.html", origins: Iterable[str] = (ORIGIN,), prefix: str = ""
) -> Replay:
    """Return a folder served at each of `origins` under `prefix`, seen from the first.

    Raises SourceError if it has no such page, or an empty one.
    """
    base = root.resolve()
    if not (base / page).is_file():
        raise SourceError(f"the folder {root} has no {page}; name a page in it")
    if not (base / page).read_bytes().strip(_BLANK):
        raise SourceError(f"{root / page} is empty: wanted HTML")
    places = tuple(
        f"{origin.rstrip('/')}/{prefix.strip('/')}".rstrip("/") + "/" for origin in origins
    )
    # Both schemes: a saved site may name itself by either.
    hosts = {place.partition("://")[2] for place in places}

    def answer(url: str) -> HtmlAnswer | None:
        address = bare(url).partition("://")[2]
        for host in hosts:
            if address.startswith(host):
                return _file_answer(base, address[len(host) :])
        return None

    return places[0] + quote(os.fsencode(page)), answer


def _file_answer(base: Path, asked: str) -> HtmlAnswer | None:
    """Return the file under `base` that an address stands for; None if there is none."""
    for name in _file_names(asked):
        try:
            path = (base / name.lstrip("/")).resolve()
            if path.is_relative_to(base) and path.is_file():
                body = path.read_bytes()
                return HtmlAnswer(body, _type_of(path.name, asked, body))
        except (OSError, ValueError):  # a name too long, a null byte, no permission
            continue
    return None


def _file_names(asked: str) -> Iterator[str]:
    """Yield the names that servers and savers give to the file of an address, likeliest first.

    wget keeps the query in the name, after "?" or "@"; servers answer /page from page.html.
    """
    path, mark, query = asked.partition("?")
    stems = [f"{path}{sign}{query}" for sign in "?@" if mark] + [path]
    for stem in stems:
        # As the system spells names, not all of which are UTF-8; or as the address does.
        for name in dict.fromkeys((os.fsdecode(unquote_to_bytes(stem)), stem)):
            whole = name.rstrip("/")
            if whole == name:
                yield name
            yield from (f"{whole}.html", f"{whole}.htm")
            yield from (f"{whole}/index.html", f"{whole}/index.htm")


def _type_of(name: str, asked: str, body: bytes) -> str:
    """Return a file's type; of HTML also the charset, where it declares none or is not UTF-8."""
    names = (name, PurePosixPath(asked.partition("?")[0]).name)
    guesses = (mimetypes.guess_type(name)[0] for name in names)
    guessed = next(filter(None, guesses), None)
    if guessed is None:
        unlike = "." in names[1] and not body.lstrip(_BLANK).startswith(b"<")
        guessed = "application/octet-stream" if unlike else "text/html"
    if guessed != "text/html":
        return guessed
    declared = html_body_declared_encoding(body)
    if declared not in (None, "utf-8"):
        return guessed
    charset = guess_charset(body)
    return guessed if charset == declared else f"text/html; charset={charset}"


def _loosely(url: str) -> str:
    """Return `url` so that its spelling by a user and by Chromium agree."""
    return unquote(without_scheme(_as_browsers_spell(url))).rstrip("/").lower()


def _as_browsers_spell(url: str) -> str:
    from w3lib.url import safe_url_string  # brings an HTTP client along: not for every file

    return safe_url_string(url)
