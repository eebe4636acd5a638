"""Middleware that every request passes: the gate, limits of its body, its place in log and metrics.

It knows each request by its id, and whether its caller is still there.

One of ASGI, not of Starlette: answers that are streamed pass it as they come.
"""

import asyncio
import io
import json
import logging
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from http import HTTPMethod
from typing import Any
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pagesight.app.errors import BusyError, without_secrets
from pagesight.app.serve.access import DEMO, OPEN_PATHS, STATUS_PATHS, Access, Caller, is_demo
from pagesight.app.serve.routes.failures import (
    CLOSING,
    FAULT,
    TOO_LARGE,
    TWO_LENGTHS,
    Failure,
    answer,
    failure_of,
)
from pagesight.app.serve.service import Metrics, Service
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
REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
# Of libraries that say of themselves what nobody asked for.
_QUIET = ("httpx", "asyncio", "gradio", "multipart", "matplotlib", "PIL")
logger = logging.getLogger(__name__)
_METHODS = frozenset(HTTPMethod)  # others would each be a figure of its own
_HUNG_UP = 499  # nginx's status of a request whose caller has gone; nobody is sent it


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


class JsonLines(logging.Formatter):
    """Writes a record as one line: time, level, message, and the fields that it came with."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without a line break in or after it."""
        moment = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if request_id := REQUEST_ID.get():
            line["request_id"] = request_id
        for name, value in getattr(record, "fields", {}).items():
            line[name] = without_secrets(value) if isinstance(value, str) else value
        if record.exc_info:
            line["exception"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, default=str)


class _Printed(io.TextIOBase):
    """Standard error for what libraries print there: a record a line, not text between the JSON."""

    def __init__(self) -> None:
        self._begun = ""

    def write(self, text: str) -> int:
        """Log the lines that are whole."""
        *lines, self._begun = (self._begun + text).split("\n")
        for line in filter(str.strip, lines):
            logging.getLogger("stderr").warning("%s", line)
        return len(text)


def log_as_json() -> None:
    """Write all logs to standard error as lines of JSON, from here on."""
    handler = logging.StreamHandler(sys.stderr)
    sys.stderr = _Printed()
    handler.setFormatter(JsonLines())
    logging.root.handlers[:] = [handler]
    logging.root.setLevel(logging.INFO)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)


class ApiMiddleware:
    """Lets requests in, and says in log and metrics what became of them."""

    def __init__(self, app: ASGIApp, service: Service, access: Access, metrics: Metrics) -> None:
        self._app, self._service = app, service
        self._access, self._metrics = access, metrics
        self._room = Room(service.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request; of all else only the start and the end of the service pass."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        if scope["type"] != "http":
            return
        context = RequestContext(scope, receive, send, self._service.settings, self._room)
        REQUEST_ID.set(context.request_id)
        try:
            failure = self._refusal(scope, context)
            if failure:
                await answer(failure, context.request_id)(scope, receive, context.send)
            else:
                await context.run(self._app)
        except BusyError as error:
            await answer(failure_of(error), context.request_id)(scope, receive, context.send)
        except Exception:  # nothing stands before this that would answer the caller
            logger.exception("a fault of Pagesight, please report it")
            if not context.status:
                await answer(FAULT, context.request_id)(scope, receive, context.send)
        finally:
            self._note(scope, context)

    def _refusal(self, scope: Scope, context: RequestContext) -> Failure | None:
        """Return why the request is not let in; None if it is."""
        headers = Headers(scope=scope)
        if "content-length" in headers and "transfer-encoding" in headers:
            return TWO_LENGTHS
        if int(headers.get("content-length") or 0) > context.max_bytes:
            return TOO_LARGE
        if self._service.closing and scope["path"] not in STATUS_PATHS:
            return CLOSING
        caller = self._access.caller(scope)
        if isinstance(caller, Failure):
            return caller
        context.caller = caller
        scope["state"]["caller"] = caller
        return None

    def _note(self, scope: Scope, context: RequestContext) -> None:
        seconds = time.monotonic() - context.began
        route = DEMO if is_demo(scope["path"]) else getattr(scope.get("route"), "path", "other")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        status = context.status or _HUNG_UP
        self._metrics.count_request(method, route, status, seconds)
        fields = {
            "method": method, "route": route, "status": status,
            "seconds": round(seconds, 4), "client": (scope.get("client") or ("",))[0],
            "key": context.caller.owner,
            "bytes_in": context.bytes_in, "bytes_out": context.bytes_out,
        }  # fmt: skip
        logger.info("answered", extra={"fields": fields})
