"""MHTML files: a page and its parts in one message (RFC 2557)."""

import re
from collections.abc import Iterator, Mapping
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import unquote, urljoin

from pagesight.render.errors import SourceError
from pagesight.render.sources.address import ORIGIN, bare, is_http, without_scheme
from pagesight.render.sources.html import HtmlAnswer, Replay

_CID_ORIGIN = "https://cid.pagesight.invalid/"


def replay_mhtml(path: Path, url: str = "") -> Replay:
    """Return the pages and parts of an MHTML file (RFC 2557), its page at `url` if that is given.

    Raises SourceError if it holds no HTML.
    """
    return replay_message(path.read_bytes(), str(path), url)


def replay_message(body: bytes, name: str, url: str = "") -> Replay:
    """Return the pages and parts of an MHTML message called `name`, as `replay_mhtml` does."""
    message = message_from_bytes(body, policy=policy.default)
    walked = (part for part in message.walk() if isinstance(part, EmailMessage))
    parts = [part for part in walked if not part.is_multipart()]
    page = next(filter(_is_page, parts), None)
    if page is None:
        raise SourceError(f"{name} holds no HTML; is it an MHTML file saved by a browser?")
    saved = str(message.get("Snapshot-Content-Location") or "").strip()
    stated = (url, _location(page), saved)
    first = next((bare(address) for address in stated if is_http(address)), f"{ORIGIN}/")
    places = {name: _place(part, name, first) for part in parts for name in _cids(part)}
    answers: dict[str, HtmlAnswer] = {}
    for part in sorted(parts, key=lambda part: part is not page):  # what comes first counts
        answer = HtmlAnswer(_body(part, places), _content_type(part))
        named = (first if part is page else "", _location(part), *map(places.get, _cids(part)))
        for address in named:
            if address and is_http(address):
                # By either scheme, as the parts of a page may be named by either.
                answers.setdefault(without_scheme(address), answer)
    return (
        first,
        lambda asked: (
            answers.get(without_scheme(asked)) or answers.get(unquote(without_scheme(asked)))
        ),
    )


def _is_page(part: EmailMessage) -> bool:
    return part.get_content_type() in ("text/html", "application/xhtml+xml")


def _location(part: EmailMessage) -> str:
    return str(part.get("Content-Location") or "").strip()


def _cids(part: EmailMessage) -> Iterator[str]:
    """Yield what a part is called behind `cid:`; that of a style element is its location."""
    if content_id := str(part.get("Content-ID") or "").strip("<> \t"):
        yield content_id
    if _location(part).startswith("cid:"):
        yield _location(part).removeprefix("cid:")


def _place(part: EmailMessage, name: str, first: str) -> str:
    """Return where a part called `name` is: a frame without an address is of the page's site."""
    if is_http(_location(part)):
        return bare(_location(part))
    return urljoin(first, f"/cid/{name}") if _is_page(part) else _CID_ORIGIN + name


def _body(part: EmailMessage, places: Mapping[str, str]) -> bytes:
    """Return the part's bytes; parts are named `cid:` inside HTML, which only MHTML knows."""
    body = part.get_payload(decode=True)
    if not isinstance(body, bytes):
        return b""
    if part.get_content_maintype() != "text":
        return body

    def place(match: re.Match[bytes]) -> bytes:
        name = match[1].decode("ascii", "replace")
        return b'"' + places.get(name, _CID_ORIGIN + name).encode()

    return re.sub(rb'"cid:([^"]*)', place, body)


def _content_type(part: EmailMessage) -> str:
    charset = part.get_content_charset()
    media_type = part.get_content_type()
    return f"{media_type}; charset={charset}" if charset else media_type
