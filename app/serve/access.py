"""One gate for all that is asked: the API, the jobs, the demo and all that the demo loads.

A caller is known by a key, on the paths of the demo also by a session that a key opened, and
where the service has no keys by its network address. Each may ask so many times a minute.
Connections are closed where no request comes, and there are only so many at a time.
"""

import asyncio
import hmac
import re
import secrets
import socket
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie
from ipaddress import IPv4Address, ip_address, ip_network
from math import ceil
from typing import Any
from urllib.parse import urlsplit

import uvicorn
from starlette.datastructures import Headers
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from pagesight.app.errors import BusyError
from pagesight.app.serve.routes.failures import Failure, failure_of
from pagesight.app.serve.settings import Settings

_MOST_CALLERS = 10_000  # whose rate is known; then the one who was quiet longest is forgotten
COOKIE = "pagesight_session"
SECONDS = 12 * 3600  # by hand: a day's work
DEMO, SIGN_IN = "/demo", "/demo/sign-in"
STATUS_PATHS = frozenset({"/healthz", "/readyz", "/metrics"})
OPEN_PATHS = frozenset(  # without a key
    {"/", "/healthz", "/readyz", "/openapi.json", "/docs", SIGN_IN}
)
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_WRONG_KEYS = 30.0  # a minute of one address: by hand, enough for typing errors
_EXTENSIONS = ("chrome-extension", "moz-extension", "safari-web-extension")
# All that the demo's page asks Gradio for, and its clients in Python. What else Gradio has stays
# shut: files of anybody, which it keeps on disk, addresses that it fetches, tools for developers.
_is_used = re.compile(
    r"/demo/?"
    r"|/demo/(config|theme\.css|manifest\.json|favicon\.ico|robots\.txt|(assets|static|svelte)/.+)"
    r"|/demo/gradio_api/(info|app_id|startup-events|theme\.css|cancel|reset|queue/(join|data|status)"
    r"|heartbeat/\w+|call/extract(/\w+)?)/?",
    re.ASCII,
).fullmatch
_NO_KEY = Failure(401, "no_key", "this server asks for a key: send yours in the header X-API-Key, "
                  "or as Authorization: Bearer", {"WWW-Authenticate": "Bearer"})  # fmt: skip
_NO_SESSION = Failure(303, "no_session", "sign in first", {"Location": SIGN_IN})
_WRONG_HOST = Failure(421, "wrong_host", "this server is not called that: use its address, or "
                      "start it with keys to let it go by any name")  # fmt: skip
_FOREIGN = Failure(403, "foreign_origin", "pages of other sites may not use this server")
_UNUSED = Failure(404, "no_such_path", "there is nothing at this path; see /openapi.json")
_HEAD_SECONDS = 10.0  # a head is one packet; HAProxy's manual advises 5 to 10 s (http-request)
Patience = Callable[[int], float]


def network_of(address: str) -> str:
    """Return what counts as one caller: an address, of IPv6 the /64 that one line is given.

    >>> network_of("2001:db8::1:2"), network_of("::ffff:192.0.2.1"), network_of("192.0.2.1")
    ('2001:db8::/64', '192.0.2.1', '192.0.2.1')
    """
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:  # of a socket that has no address
        return address
    if isinstance(ip, IPv4Address):
        return str(ip)
    return str(ip.ipv4_mapped or ip_network((ip, 64), strict=False))


class Rates:
    """A bucket of tokens for each caller: one is taken a request, and refilled with time."""

    def __init__(self, per_minute: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_minute / 60
        self._full = max(1.0, per_minute / 6)  # a burst: what is due in ten seconds
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()  # tokens, when

    def take(self, caller: str) -> None:
        """Take a token. Raises BusyError if the caller has none left."""
        now = self._clock()
        tokens, since = self._buckets.pop(caller, (self._full, now))
        tokens = min(self._full, tokens + (now - since) * self._per_second)
        allowed = tokens >= 1
        self._buckets[caller] = (tokens - allowed, now)
        if len(self._buckets) > _MOST_CALLERS:
            self._buckets.popitem(last=False)
        if not allowed:
            wait = ceil((1 - tokens) / self._per_second)
            raise BusyError("too many requests of one caller", max(1, wait))


class Sessions:
    """Opens and checks sessions. They end with the process, whose secret signs them."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._secret = secrets.token_bytes(32)
        self._clock = clock

    def opened(self, owner: str) -> str:
        """Return the value of the cookie of a new session."""
        ends = str(round(self._clock() + SECONDS))
        content = urlsafe_b64encode(f"{ends} {owner}".encode()).decode()
        return f"{content}.{self._signature(content)}"

    def owner(self, cookies: str) -> str:
        """Return who opened the session that a Cookie header names; "" if there is none."""
        try:
            value = SimpleCookie(cookies)[COOKIE].value
        except (CookieError, KeyError):
            return ""
        content, _, signature = value.partition(".")
        if not hmac.compare_digest(self._signature(content).encode(), signature.encode()):
            return ""
        ends, _, owner = urlsafe_b64decode(content).decode().partition(" ")
        return owner if self._clock() < int(ends) else ""

    def _signature(self, content: str) -> str:
        return hmac.new(self._secret, content.encode(), sha256).hexdigest()


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: `name` is that of a key's owner or an address, `owner` only that of a key's."""

    name: str
    owner: str = ""


class Access:
    """Lets callers in, each as often as the rate allows."""

    def __init__(self, settings: Settings) -> None:
        self.sessions = Sessions()
        self._settings = settings
        self._rates = Rates(settings.rate)
        self._wrong_keys = Rates(_WRONG_KEYS)

    def caller(self, scope: Scope) -> Caller | Failure:
        """Return who asks, or why that is refused."""
        headers, path = Headers(scope=scope), scope["path"]
        if self._settings.hosts and _host(headers) not in self._settings.hosts:
            return _WRONG_HOST
        safe = scope["method"] in _SAFE_METHODS
        if _is_foreign(headers, path, safe):
            return _FOREIGN
        address = _address(scope)
        if path in OPEN_PATHS:
            return Caller(address)
        caller = self._known(headers, path, address)
        if isinstance(caller, Failure):
            return _NO_SESSION if caller is _NO_KEY and _is_visit(headers, path, safe) else caller
        if is_demo(path) and not _is_used(path):
            return _UNUSED
        if is_demo(path) and safe:  # parts of its page, and answers to what was asked before
            return caller
        return self._in_rate(self._rates, caller)

    def signed_in(self, key: str, scope: Scope) -> str | Failure:
        """Return the cookie of a session that the key opens, or why it opens none."""
        caller = self._of_key(key, _address(scope))
        return caller if isinstance(caller, Failure) else self.sessions.opened(caller.owner)

    def _known(self, headers: Headers, path: str, address: str) -> Caller | Failure:
        if not self._settings.keys.digests:
            return Caller(address)
        if key := _key(headers):
            return self._of_key(key, address)
        owner = self.sessions.owner(headers.get("cookie", "")) if is_demo(path) else ""
        return Caller(owner, owner) if owner else _NO_KEY

    def _of_key(self, key: str, address: str) -> Caller | Failure:
        """Return the key's owner. A right key is let in whoever else guesses at its address."""
        if owner := self._settings.keys.owner(key):
            return Caller(owner, owner)
        refused = self._in_rate(self._wrong_keys, Caller(address))
        return refused if isinstance(refused, Failure) else _NO_KEY

    def _in_rate(self, rates: Rates, caller: Caller) -> Caller | Failure:
        try:
            rates.take(caller.name)
        except BusyError as error:
            return failure_of(error)
        return caller


def is_demo(path: str) -> bool:
    """Return whether the path is one of the demo's."""
    return path == DEMO or path.startswith(f"{DEMO}/")


def _is_visit(headers: Headers, path: str, safe: bool) -> bool:
    """Return whether a person opens the demo in a browser, who can be sent to the form."""
    return safe and is_demo(path) and "text/html" in headers.get("accept", "")


def _is_foreign(headers: Mapping[str, str], path: str, safe: bool) -> bool:
    """Return whether a browser sends this for a page of another site.

    Browsers name the origin of all that is not a plain GET, which follows a link; other programs
    have none. Extensions may use the API, since they send a key where there are keys, but not a
    visitor's session.
    """
    if headers.get("sec-fetch-site") == "cross-site" and is_demo(path) and not safe:
        return True
    origin = headers.get("origin")
    if origin is None:
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return True
    if parts.scheme in _EXTENSIONS:
        return is_demo(path)
    return parts.netloc.lower() != headers.get("host", "").lower()


def _address(scope: Scope) -> str:
    """Return where the request comes from, as far as callers are told apart by it."""
    return network_of(scope["client"][0]) if scope.get("client") else ""


def _host(headers: Headers) -> str:
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def _key(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return headers.get("x-api-key") or (token.strip() if scheme.lower() == "bearer" else "")


def patience(size: int) -> float:
    """Return the seconds that a caller may need for so many bytes: some, and 50 kB each of them."""
    return 30.0 + size / 50_000


class ListeningServer(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, listens: Callable[[], None]) -> None:
        super().__init__(config)
        self._listens = listens

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so then."""
        await super().startup(sockets)
        if not self.should_exit:
            self._listens()


class BoundedProtocol(H11Protocol):
    """HTTP/1.1 for uvicorn, with times for heads and for answers, and a cap on connections.

    `most` may be open, of one address `each`: half-open requests cost their sender as much as us.
    """

    def __init__(
        self, *arguments: Any, most: int, each: int, patience: Patience, **options: Any
    ) -> None:
        super().__init__(*arguments, **options)
        self._most, self._each, self._patience = most, each, patience
        self._network = ""
        self._timers: dict[str, asyncio.TimerHandle] = {}  # by what is waited for

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take the connection, or close it at once if there are too many."""
        super().connection_made(transport)
        self._network = network_of(self.client[0]) if self.client else ""
        open_from = [each._network for each in self.connections if isinstance(each, type(self))]
        if len(open_from) > self._most or open_from.count(self._network) > self._each:
            transport.abort()
            return
        self._wait("head", _HEAD_SECONDS)

    def data_received(self, data: bytes) -> None:
        """Take what comes; time runs wherever no request is being answered."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting("head")
        elif "head" not in self._timers:  # of a next request, or of a body that nobody reads
            self._wait("head", _HEAD_SECONDS)

    def pause_writing(self) -> None:
        """Give the caller time to take in what is in memory."""
        super().pause_writing()
        self._wait("answer", self._patience(self.transport.get_write_buffer_size()))

    def resume_writing(self) -> None:
        """Go on, since most of what was sent is taken in."""
        super().resume_writing()
        self._stop_waiting("answer")

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        for what in tuple(self._timers):
            self._stop_waiting(what)
        super().connection_lost(exc)

    def _wait(self, what: str, seconds: float) -> None:
        self._timers[what] = self.loop.call_later(seconds, self.transport.abort)

    def _stop_waiting(self, what: str) -> None:
        if timer := self._timers.pop(what, None):
            timer.cancel()


def bounded_protocol(most: int, each: int, patience: Patience = patience) -> Any:
    """Return what makes uvicorn's protocols, with these limits."""
    return partial(BoundedProtocol, most=most, each=each, patience=patience)
