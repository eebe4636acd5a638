"""Middleware that every request passes: the gate, limits of its body, its place in log and metrics.

One of ASGI, not of Starlette: answers that are streamed pass it as they come.
"""

import io
import json
import logging
import sys
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from http import HTTPMethod
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from pagesight.app.errors import BusyError, without_secrets
from pagesight.app.serve.access import DEMO, STATUS_PATHS, Access, is_demo
from pagesight.app.serve.metrics import Metrics
from pagesight.app.serve.request_context import RequestContext, Room
from pagesight.app.serve.routes.failures import (
    CLOSING,
    FAULT,
    TOO_LARGE,
    Failure,
    answer,
    failure_of,
)
from pagesight.app.serve.service import Service

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
# Of libraries that say of themselves what nobody asked for.
_QUIET = ("httpx", "asyncio", "gradio", "multipart", "matplotlib", "PIL")


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


logger = logging.getLogger(__name__)

_METHODS = frozenset(HTTPMethod)  # others would each be a figure of its own
_HUNG_UP = 499  # nginx's status of a request whose caller has gone; nobody is sent it


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
        if int(Headers(scope=scope).get("content-length") or 0) > context.max_bytes:
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
