"""MHTML files: a page and its parts in one message (RFC 2557)."""

from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from urllib.parse import unquote

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
    answers: dict[str, HtmlAnswer] = {}
    first = ""
    for part in message.walk():
        location = str(part.get("Content-Location") or "").strip()
        if part.is_multipart() or not isinstance(part, EmailMessage):
            continue
        answer = HtmlAnswer(_body(part), _content_type(part))
        content_id = str(part.get("Content-ID") or "").strip("<> \t")
        if content_id:
            answers[_CID_ORIGIN + content_id] = answer
        if location.startswith("cid:"):  # Chromium's name for a style element's part
            answers[_CID_ORIGIN + location.removeprefix("cid:")] = answer
        if is_http(location):
            answers.setdefault(bare(location), answer)
        if not first and part.get_content_type() in ("text/html", "application/xhtml+xml"):
            saved = str(message.get("Snapshot-Content-Location") or "").strip()
            first = next((bare(a) for a in (url, location, saved) if is_http(a)), f"{ORIGIN}/")
            answers[first] = answer
    if not first:
        raise SourceError(f"{name} holds no HTML; is it an MHTML file saved by a browser?")
    # By either scheme, as the parts of a page may be named by either.
    by_key = {without_scheme(address): answer for address, answer in answers.items()}
    return (
        first,
        lambda asked: (
            by_key.get(without_scheme(asked)) or by_key.get(unquote(without_scheme(asked)))
        ),
    )


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
