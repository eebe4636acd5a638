"""One request on its way: its id, its body within limits, whether its caller is still there."""

import asyncio
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pagesight.app.errors import BusyError
from pagesight.app.serve.access import OPEN_PATHS, Caller, is_demo
from pagesight.app.serve.settings import Settings

_KEY_BYTES = 10_000  # of a body that needs no key: the form that is sent with one
_BUSY_SECONDS = 5  # told in Retry-After; by hand
# What an API answers is not for a browser to run, whatever page it holds.
_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
# Nobody else's page may hold the demo in a frame and let its visitors click there unseen.
_DEMO_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "frame-ancestors 'self'",
    "Referrer-Policy": "same-origin",  # with no-referrer forms are sent with the origin "null"
}
_is_request_id = re.compile(r"[\w.:-]{1,64}", re.ASCII).fullmatch


class Room:
    """What the requests under way take up: of each caller so many, with bodies of so many bytes."""

    def __init__(self, settings: Settings) -> None:
        self._most_requests = settings.requests_each
        self._most_bytes = settings.body_bytes_at_once
        self._requests: Counter[str] = Counter()
        self._bytes: Counter[str] = Counter()

    @contextmanager
    def request(self, caller: str) -> Iterator[None]:
        """Hold room for a request. Raises BusyError if the caller has too many under way."""
        if self._requests[caller] >= self._most_requests:
            raise BusyError("too many requests of one caller are under way", _BUSY_SECONDS)
        self._requests[caller] += 1
        try:
            yield
        finally:
            self._requests[caller] -= 1
            if not self._requests[caller]:
                del self._requests[caller], self._bytes[caller]

    def hold(self, caller: str, size: int) -> bool:
        """Hold bytes of a body, let go of them if negative; return whether there was room.

        One caller has a quarter of it.
        """
        self._bytes[caller] += size
        own, all_ = self._bytes[caller], self._bytes.total()
        return own <= self._most_bytes / 4 and all_ <= self._most_bytes


class RequestContext:
    """A request and its answer, as they pass in and out."""

    def __init__(
        self, scope: Scope, receive: Receive, send: Send, settings: Settings, room: Room
    ) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        given = Headers(scope=scope).get("x-request-id", "")
        self.request_id = given if _is_request_id(given) else uuid4().hex
        scope.setdefault("state", {})["request_id"] = self.request_id
        self._headers = _DEMO_HEADERS if is_demo(scope["path"]) else _HEADERS
        self.began = time.monotonic()
        self._body_ends = self.began + settings.options.rendering.deadline
        unknown = scope["path"] in OPEN_PATHS
        self.max_bytes = _KEY_BYTES if unknown else settings.max_body_bytes
        self._room = room
        self._body_came, self._gone = asyncio.Event(), asyncio.Event()
        self.caller = Caller("")
        self.status = self.bytes_in = self.bytes_out = 0

    async def run(self, app: ASGIApp) -> None:
        """Let the app answer, and end its work where the caller has gone before it did.

        Raises BusyError if the caller has too many requests under way.
        """
        with self._room.request(self.caller.name):
            try:
                await self._run(app)
            finally:
                self._room.hold(self.caller.name, -self.bytes_in)

    async def _run(self, app: ASGIApp) -> None:
        work = asyncio.ensure_future(app(self._scope, self.receive, self.send))
        watch = asyncio.ensure_future(self._watch())
        try:
            await asyncio.wait({work, watch}, return_when=asyncio.FIRST_COMPLETED)
            if not work.done():
                work.cancel()
            with suppress(asyncio.CancelledError):
                await work
        finally:
            work.cancel()
            watch.cancel()

    async def receive(self) -> Message:
        """Return what comes next.

        Raises HTTPException if the body is too long, or takes it, or there is no room for it.
        """
        if self._body_came.is_set():
            await self._gone.wait()
            return {"type": "http.disconnect"}
        try:
            async with asyncio.timeout(max(0.0, self._body_ends - time.monotonic())):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408) from None
        size = len(message.get("body", b""))
        self.bytes_in += size
        fits = self._room.hold(self.caller.name, size)
        if self.bytes_in > self.max_bytes:
            raise HTTPException(413)
        if not fits:
            raise HTTPException(429)
        if not message.get("more_body", False):
            self._body_came.set()
        if message["type"] == "http.disconnect":
            self._gone.set()
        return message

    async def send(self, message: Message) -> None:
        """Send on, the head of the answer with our headers."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            headers["X-Request-ID"] = self.request_id
            for name, value in self._headers.items():
                headers.setdefault(name, value)
        self.bytes_out += len(message.get("body", b""))
        await self._send(message)

    async def _watch(self) -> None:
        """Return once the caller has hung up."""
        await self._body_came.wait()
        while not self._gone.is_set():
            if (await self._receive())["type"] == "http.disconnect":
                self._gone.set()
