"""Archives that answer for the net: files and folders at a made-up origin, MHTML, HTML text."""

import mimetypes
import os
from collections.abc import Iterable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import quote, unquote, unquote_to_bytes, urlsplit

from w3lib.encoding import html_body_declared_encoding
from w3lib.url import safe_url_string

from pagesight.render.archive import Answer, Archive
from pagesight.render.charset import guess_charset
from pagesight.render.errors import SourceError
from pagesight.render.warc import replay_warc

__all__ = ["replay_file", "replay_folder", "replay_mhtml", "replay_text", "replay_warc"]

ORIGIN = "https://pagesight.invalid"  # RFC 2606: never a real host
_CID_ORIGIN = "https://cid.pagesight.invalid/"
_BLANK = b" \t\r\n\f\xef\xbb\xbf"  # white space, byte order marks

Replay = tuple[str, Archive]  # the page's address, and what answers it and its parts


def replay_text(html: str, url: str) -> Replay:
    """Return an archive that holds one page and nothing else; without `url`, at a made-up one."""
    address = url if _is_address(url) else f"{ORIGIN}/"
    page = Answer(html.encode("utf-8", "replace"), "text/html; charset=utf-8")
    own = _loosely(address)
    return address, lambda asked: page if _loosely(asked) == own else None


def replay_file(path: Path) -> Replay:
    """Return an HTML file served from its folder, so that the files beside it are found."""
    return replay_folder(path.parent, path.name)


def replay_folder(
    root: Path, page: str = "index.html", origins: Iterable[str] = (ORIGIN,), prefix: str = ""
) -> Replay:
    """Return a folder served at each of `origins` under `prefix`, seen from the first.

    Raises SourceError if it has no such page, or an empty one.
    """
    base = root.resolve()
    if not (base / page).is_file():
        raise SourceError(f"the folder {root} has no {page}; name the page to render")
    if not (base / page).read_bytes().strip(_BLANK):
        raise SourceError(f"{root / page} is empty: wanted HTML")
    places = tuple(f"{origin.rstrip('/')}/{prefix}".rstrip("/") + "/" for origin in origins)
    # Both schemes: a saved site may name itself by either.
    hosts = {place.partition("://")[2] for place in places}

    def answer(url: str) -> Answer | None:
        address = _bare(url).partition("?")[0].partition("://")[2]
        for host in hosts:
            if address.startswith(host):
                # As the system spells names: not all of them are UTF-8.
                return _file_answer(base, os.fsdecode(unquote_to_bytes(address[len(host) :])))
        return None

    return places[0] + quote(os.fsencode(page)), answer


def _file_answer(base: Path, name: str) -> Answer | None:
    """Return the file `name` under `base`; None if there is none or it lies outside."""
    try:
        path = (base / name.lstrip("/")).resolve()
        if path.is_dir():
            path = path / "index.html"
        if not path.is_relative_to(base) or not path.is_file():
            return None
        body = path.read_bytes()
        return Answer(body, _type_of(path, body))
    except (OSError, ValueError):  # a name too long, a null byte, no permission
        return None


def _type_of(path: Path, body: bytes) -> str:
    """Return the file's type; of HTML also the charset, where it does not declare its own."""
    unknown = "application/octet-stream" if "." in path.name else "text/html"
    guessed = mimetypes.guess_type(path.name)[0] or unknown
    if guessed != "text/html" or html_body_declared_encoding(body):
        return guessed
    return f"text/html; charset={guess_charset(body)}"


def replay_mhtml(path: Path) -> Replay:
    """Return the pages and parts of an MHTML file (RFC 2557).

    Raises SourceError if it holds no HTML.
    """
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    answers: dict[str, Answer] = {}
    first = ""
    for part in message.walk():
        location = str(part.get("Content-Location") or "").strip()
        if part.is_multipart() or not isinstance(part, EmailMessage):
            continue
        answer = Answer(_body(part), _content_type(part))
        content_id = str(part.get("Content-ID") or "").strip("<> \t")
        if content_id:
            answers[_CID_ORIGIN + content_id] = answer
        if _is_address(location):
            answers.setdefault(_bare(location), answer)
        if not first and part.get_content_type() in ("text/html", "application/xhtml+xml"):
            first = _bare(location) if _is_address(location) else f"{ORIGIN}/"
            answers[first] = answer
    if not first:
        raise SourceError(f"{path} holds no HTML; is it an MHTML file saved by a browser?")
    return first, lambda url: answers.get(_bare(url)) or answers.get(unquote(_bare(url)))


def _body(part: EmailMessage) -> bytes:
    """Return the part's bytes; parts are named `cid:` inside HTML, which only MHTML knows."""
    body = part.get_payload(decode=True)
    if not isinstance(body, bytes):
        return b""
    if part.get_content_maintype() == "text":
        return body.replace(b'"cid:', b'"' + _CID_ORIGIN.encode())
    return body


def _content_type(part: EmailMessage) -> str:
    charset = part.get_content_charset()
    kind = part.get_content_type()
    return f"{kind}; charset={charset}" if charset else kind


def _is_address(url: str) -> bool:
    try:
        return urlsplit(url).scheme in ("http", "https")
    except ValueError:
        return False


def _bare(url: str) -> str:
    """Return `url` without its fragment."""
    return url.partition("#")[0]


def _loosely(url: str) -> str:
    """Return `url` so that its spelling by a user and by Chromium agree."""
    return unquote(safe_url_string(_bare(url))).rstrip("/").lower()
