"""What every request passes: its id, the key and rate of its caller, its place in log and metrics.

A middleware of ASGI, not of Starlette: answers that are streamed pass it as they come.
"""

import asyncio
import logging
import re
import time
from http import HTTPMethod
from urllib.parse import urlsplit
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pagesight.app.errors import BusyError
from pagesight.app.serve.logs import REQUEST_ID
from pagesight.app.serve.metrics import Metrics
from pagesight.app.serve.rates import Rates
from pagesight.app.serve.routes.failures import (
    CLOSING,
    FAULT,
    TOO_LARGE,
    Failure,
    answer,
    failure_of,
)
from pagesight.app.serve.service import Service
from pagesight.app.serve.settings import Settings

logger = logging.getLogger(__name__)

_is_request_id = re.compile(r"[\w.:-]{1,64}", re.ASCII).fullmatch
_STATUS_PATHS = ("/healthz", "/readyz", "/metrics")
_OPEN_PATHS = ("/", "/healthz", "/readyz", "/openapi.json")  # without a key
_DEMO = "/demo"
_METHODS = frozenset(HTTPMethod)  # others would each be a figure of its own
# What an API answers is not for a browser to run, whatever page it holds.
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_NO_KEY = Failure(401, "no_key", "this server asks for a key: send yours in the header X-API-Key, "
                  "or as Authorization: Bearer", {"WWW-Authenticate": "Bearer"})  # fmt: skip
_WRONG_HOST = Failure(421, "wrong_host", "this server is not called that: use its address, or "
                      "start it with keys to let it go by any name")  # fmt: skip
_SLOW, _LARGE = HTTPException(408), HTTPException(TOO_LARGE.status)


class Door:
    """Lets requests in, and says in log and metrics what became of them."""

    def __init__(self, app: ASGIApp, service: Service, metrics: Metrics) -> None:
        self._app, self._service, self._metrics = app, service, metrics
        self._settings = service.settings
        self._rates = Rates(self._settings.rate)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass on what is none."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        passage = _Passage(scope, receive, send, self._settings)
        REQUEST_ID.set(passage.request_id)
        try:
            failure = self._refusal(scope, passage)
            app = answer(failure, passage.request_id) if failure else self._app
            await app(scope, passage.receive, passage.send)
        except Exception:  # nothing stands before this that would answer the caller
            logger.exception("a fault of Pagesight, please report it")
            if not passage.status:
                await answer(FAULT, passage.request_id)(scope, receive, passage.send)
        finally:
            self._note(scope, passage)

    def _refusal(self, scope: Scope, passage: "_Passage") -> Failure | None:
        """Return why the request is not let in; None if it is."""
        path, headers = scope["path"], Headers(scope=scope)
        if self._settings.hosts and _host(headers) not in self._settings.hosts:
            return _WRONG_HOST
        if int(headers.get("content-length") or 0) > self._settings.max_body_bytes:
            return TOO_LARGE
        if self._service.closing and path not in _STATUS_PATHS:
            return CLOSING
        if path in _OPEN_PATHS or _is_demo(path):
            return None
        caller = scope["client"][0] if scope.get("client") else ""
        if self._settings.keys.digests:
            caller = passage.owner = self._settings.keys.owner(_key(headers))
            if not caller:
                return _NO_KEY
        try:
            self._rates.take(caller)
        except BusyError as error:
            return failure_of(error)
        return None

    def _note(self, scope: Scope, passage: "_Passage") -> None:
        seconds = time.monotonic() - passage.began
        route = _DEMO if _is_demo(scope["path"]) else getattr(scope.get("route"), "path", "other")
        method = scope["method"] if scope["method"] in _METHODS else "other"
        self._metrics.count_request(method, route, passage.status, seconds)
        fields = {
            "method": method, "route": route, "status": passage.status,
            "seconds": round(seconds, 4), "client": (scope.get("client") or ("",))[0],
            "key": passage.owner, "bytes_in": passage.bytes_in, "bytes_out": passage.bytes_out,
        }  # fmt: skip
        logger.info("answered", extra={"fields": fields})


class _Passage:
    """One request on its way: what came in and went out of it."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, settings: Settings) -> None:
        self._send, self._receive = send, receive
        given = Headers(scope=scope).get("x-request-id", "")
        self.request_id = given if _is_request_id(given) else uuid4().hex
        scope.setdefault("state", {})["request_id"] = self.request_id
        self._headers = {} if _is_demo(scope["path"]) else _HEADERS
        self.began = time.monotonic()
        self._body_ends = self.began + settings.options.rendering.deadline
        self._max_bytes = settings.max_body_bytes
        self._body_came = False
        self.owner = ""
        self.status = self.bytes_in = self.bytes_out = 0

    async def receive(self) -> Message:
        """Return what comes next. Raises HTTPException if the body is too long, or takes it."""
        if self._body_came:
            return await self._receive()
        try:
            async with asyncio.timeout(max(0.0, self._body_ends - time.monotonic())):
                message = await self._receive()
        except TimeoutError:
            raise _SLOW from None
        self.bytes_in += len(message.get("body", b""))
        if self.bytes_in > self._max_bytes:
            raise _LARGE
        self._body_came = not message.get("more_body", False)
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


def _is_demo(path: str) -> bool:
    return path == _DEMO or path.startswith(f"{_DEMO}/")


def _host(headers: Headers) -> str:
    try:
        return urlsplit(f"//{headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def _key(headers: Headers) -> str:
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return headers.get("x-api-key") or (token.strip() if scheme.lower() == "bearer" else "")
