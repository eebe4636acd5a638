"""One request on its way: its id, its body within limits, whether its caller is still there."""

import asyncio
import re
import time
from collections.abc import Mapping
from contextlib import suppress
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pagesight.app.serve.access import is_demo
from pagesight.app.serve.settings import Settings

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


class RequestContext:
    """A request and its answer, as they pass in and out."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, settings: Settings) -> None:
        self._scope, self._receive, self._send = scope, receive, send
        given = Headers(scope=scope).get("x-request-id", "")
        self.request_id = given if _is_request_id(given) else uuid4().hex
        scope.setdefault("state", {})["request_id"] = self.request_id
        self._headers = _DEMO_HEADERS if is_demo(scope["path"]) else _HEADERS
        self.began = time.monotonic()
        self._body_ends = self.began + settings.options.rendering.deadline
        self._max_bytes = settings.max_body_bytes
        self._body_came, self._gone = asyncio.Event(), asyncio.Event()
        self.caller = ""
        self.status = self.bytes_in = self.bytes_out = 0

    async def run(self, app: ASGIApp) -> None:
        """Let the app answer, and end its work where the caller has gone before it did."""
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
        """Return what comes next. Raises HTTPException if the body is too long, or takes it."""
        if self._body_came.is_set():
            await self._gone.wait()
            return {"type": "http.disconnect"}
        try:
            async with asyncio.timeout(max(0.0, self._body_ends - time.monotonic())):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408) from None
        self.bytes_in += len(message.get("body", b""))
        if self.bytes_in > self._max_bytes:
            raise HTTPException(413)
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
