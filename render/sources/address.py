"""Addresses of saved pages: the one a page states, and a made-up one for those that state none."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlsplit

ORIGIN = "https://pagesight.invalid"  # RFC 2606: never a real host
DEFAULT_PORTS = {"http": 80, "https": 443}
_LOOKED_AT = 200_000  # characters: the head of the page
_MAX_CHARS = 2000  # near what servers and browsers take; by hand
_find_saved_from = re.compile(
    r"<!--\s*(?:saved from url=\(\d+\)|Page saved with SingleFile\s+url:)\s*(\S+)", re.I
).search
_find_comments = re.compile(r"<!--.*?(?:-->|\Z)", re.S)
# Each character is looked at once, whatever the page: no tag holds another, no name is cut short.
_find_tags = re.compile(r"<(link|meta|base)\b([^<>]*+)>", re.I).finditer
_find_attributes = re.compile(
    r"""(?<![\w:-])([\w:-]++)\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))"""
).finditer
_is_host = re.compile(r"[\w.-]+").fullmatch


def own_address(html: str) -> str:
    """Return the address that a saved page states as its own; "" if it states none.

    That is where its browser saved it from, else its canonical link, `og:url` or `base`.

    >>> own_address("<!-- saved from url=(0020)https://a.example/b -->")
    'https://a.example/b'
    >>> own_address('<link rel="canonical" href="https://a.example/c"><base href="/d">')
    'https://a.example/c'
    """
    head = html[:_LOOKED_AT]
    saved_from = _find_saved_from(head)
    stated = dict(_stated(_find_comments.sub("", head)))
    candidates = [saved_from[1] if saved_from else "", *map(stated.get, ("link", "meta", "base"))]
    return next((url for url in candidates if url and is_address(url)), "")


def is_address(url: str) -> bool:
    """Return whether `url` is an absolute http(s) address with a plain host."""
    try:
        parts = urlsplit(url)
        _ = parts.port  # read here, since reading it is what finds it wrong
    except ValueError:
        return False
    known = parts.scheme in ("http", "https") and _is_host(parts.hostname or "")
    return bool(known) and len(url) <= _MAX_CHARS


def _stated(head: str) -> Iterator[tuple[str, str]]:
    """Yield the name of each element that states an address, and the address; the last first."""
    for name, attributes in reversed(list(head_tags(head))):
        if name == "link" and attributes.get("rel", "").lower() == "canonical":
            yield name, attributes.get("href", "").strip()
        if name == "meta" and attributes.get("property", "").lower() == "og:url":
            yield name, attributes.get("content", "").strip()
        if name == "base":
            yield name, attributes.get("href", "").strip()


def head_tags(html: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Yield the name and the attributes of each `link`, `meta` and `base`."""
    for tag in _find_tags(html):
        yield tag[1].lower(), _attributes(tag[2])


def _attributes(tag: str) -> Mapping[str, str]:
    pairs = ((a[1].lower(), a[2] or a[3] or a[4] or "") for a in _find_attributes(tag))
    return {name: value.replace("&amp;", "&") for name, value in pairs}


def page_address(url: str) -> str:
    """Return `url`, or "" where it is the made-up one of a page whose own is not known."""
    return "" if url.startswith(f"{ORIGIN}/") else url


def without_origin(html: str) -> str:
    """Return `html` with addresses at the made-up origin, which scripts write, made relative."""
    return html.replace(ORIGIN, "")


def is_http(url: str) -> bool:
    """Return whether `url` begins as an http(s) address does."""
    try:
        return urlsplit(url).scheme in ("http", "https")
    except ValueError:
        return False


def bare(url: str) -> str:
    """Return `url` without its fragment."""
    return url.partition("#")[0]


def without_scheme(url: str) -> str:
    """Return `url` without scheme and fragment."""
    return bare(url).partition("://")[2]


def is_same_site(url: str, own: str) -> bool:
    """Return whether `url` is on the host of `own`, and on its port or both on default ones.

    >>> is_same_site("https://a.example/b", "http://a.example/")
    True
    >>> is_same_site("http://a.example:81/", "http://a.example/")
    False
    """
    try:
        one, other = urlsplit(url), urlsplit(own)
        ports = [parts.port or DEFAULT_PORTS.get(parts.scheme, 0) for parts in (one, other)]
    except ValueError:
        return False
    same_port = ports[0] == ports[1] or set(ports) <= set(DEFAULT_PORTS.values())
    return bool(one.hostname) and one.hostname == other.hostname and same_port
