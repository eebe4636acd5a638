"""Cookies: those given for a page, and those that servers set on the way to it."""

import time
from collections.abc import Iterable
from email.message import Message
from http.cookiejar import Cookie as StoredCookie
from http.cookiejar import CookieJar, LoadError, MozillaCookieJar
from pathlib import Path
from typing import Any, cast
from urllib.parse import urlsplit

from pagesight.render.errors import OptionError
from pagesight.render.options import Cookie, has_controls, is_token


class CookieStore:
    """The cookies of one fetch, sent to the hosts and paths that they are for."""

    def __init__(self, url: str, given: Iterable[Cookie]) -> None:
        self._jar = CookieJar()
        host = urlsplit(url).hostname or ""
        for cookie in given:
            self._jar.set_cookie(_stored(cookie, host))

    def take(self, url: str, lines: Iterable[str]) -> None:
        """Keep what a server set by its Set-Cookie headers."""
        for line in lines:  # one by one: of several the jar drops none that a later one ends
            message = Message()
            message["Set-Cookie"] = line
            # All that the jar asks a response for is its headers.
            self._jar.extract_cookies(cast("Any", _Headers(message)), cast("Any", _Asking(url)))

    def header(self, url: str) -> str:
        """Return the Cookie header for `url`, "" where there is none."""
        request = _Asking(url)
        self._jar.add_cookie_header(cast("Any", request))
        return request.cookies


class _Asking:
    """A request as a cookie jar looks at it: urllib's own would be a way out of its own."""

    unverifiable = False  # nobody was sent here by a page

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._url = url
        self.host = self.origin_req_host = parts.hostname or ""
        self.type = parts.scheme
        self.cookies = ""

    def get_full_url(self) -> str:
        return self._url

    def has_header(self, _: str) -> bool:
        return False

    def get_header(self, _: str, default: str | None = None) -> str | None:
        return default

    def add_unredirected_header(self, name: str, value: str) -> None:
        if name == "Cookie":
            self.cookies = value


class _Headers:
    """What a cookie jar reads of a response."""

    def __init__(self, message: Message) -> None:
        self._message = message

    def info(self) -> Message:
        return self._message


def parse_cookie(text: str) -> Cookie:
    """Return the cookie of the page's own host that `text` gives. Raises OptionError.

    >>> parse_cookie("session=a=b")
    Cookie(name='session', domain='', path='/')
    """
    name, sign, value = text.partition("=")
    if not sign or not is_token(name.strip()) or has_controls(value):
        raise OptionError("a cookie is NAME=VALUE, without line breaks; give one at a time")
    return Cookie(name.strip(), value.strip())


def read_cookies(path: Path) -> tuple[Cookie, ...]:
    """Return the cookies of a file in Netscape's format, as browsers and curl write it.

    Raises OptionError if it is none.
    """
    jar = MozillaCookieJar()
    try:
        jar.load(str(path), ignore_discard=True, ignore_expires=True)
    except (OSError, LoadError) as error:
        raise OptionError(f"{path} is no file of cookies in Netscape's format: {error}") from error
    now = time.time()
    return tuple(
        Cookie(each.name, each.value or "", each.domain, each.path)
        for each in jar
        if not each.expires or each.expires > now  # 0: of the session, as curl writes it
    )


def _stored(cookie: Cookie, host: str) -> StoredCookie:
    """Return the cookie as a jar keeps it: for `host` alone where it names no domain."""
    domain = cookie.domain or host
    return StoredCookie(
        version=0,
        name=cookie.name,
        value=cookie.value,
        port=None,
        port_specified=False,
        domain=domain if "." in domain else f"{domain}.local",  # as the jar calls such hosts
        domain_specified=bool(cookie.domain),
        domain_initial_dot=domain.startswith("."),
        path=cookie.path,
        path_specified=True,
        secure=False,
        expires=None,
        discard=True,
        comment=None,
        comment_url=None,
        rest={},
    )
