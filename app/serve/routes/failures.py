"""Errors as answers: a status, a code and a sentence that names the input and nothing of ours."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from pagesight.app.errors import BUG, BusyError, words_for, words_of
from pagesight.app.serve.routes.schemas import FailureAnswer
from pagesight.extract.text.safe import printable
from pagesight.render.errors import PagesightError

logger = logging.getLogger(__name__)

_SHOWN_CHARS = 200  # of an address
_SHOWN_FAULTS = 3  # of a body that is not as described
_CAUSES = {
    400: "No JSON, or a body with two lengths.",
    401: "No key.",
    403: "The address is refused.",
    404: "The address gave no page, or there is no such job.",
    408: "The body came too slowly.",
    413: "Too large.",
    422: "Not as described.",
    429: "No room now; see Retry-After.",
    500: "A fault of the server.",
    501: "Not installed.",
    503: "Closing down, or there is no browser.",
    504: "Took too long.",
}
FAILURES: dict[int | str, dict[str, Any]] = {
    status: {"model": FailureAnswer, "description": text} for status, text in _CAUSES.items()
}
_OF_HTTP: Mapping[int, tuple[str, str]] = {
    400: ("no_json", "the body is no JSON in UTF-8; send an object with url or html"),
    404: ("no_such_path", "there is nothing at this path; see /openapi.json"),
    405: ("no_such_method", "this path takes other methods; see the header Allow"),
    408: ("slow", "the body did not come in time; send it faster, or less of it"),
}


@dataclass(frozen=True, slots=True)
class Failure:
    """What to answer. `{name}` in the text stands for the input."""

    status: int
    code: str
    text: str
    headers: Mapping[str, str] = field(default_factory=dict)


FAULT = Failure(500, words_of(BUG).code, words_of(BUG).text)
CLOSING = Failure(503, "closing", "the server is closing down; try again in a moment",
                  {"Retry-After": "5", "Connection": "close"})  # fmt: skip
TOO_LARGE = Failure(413, "too_large", "the body is larger than this server takes; send less",
                    {"Connection": "close"})  # fmt: skip
# A proxy before us may go by the length, we go by the chunks: what follows would be read as another
# caller's request (RFC 9112, 6.1).
TWO_LENGTHS = Failure(400, "two_lengths", "the body has a length and comes in chunks; send one of "
                      "Content-Length and Transfer-Encoding", {"Connection": "close"})  # fmt: skip
NO_ROOM = Failure(429, words_of("busy").code, words_of("busy").text,
                  {"Retry-After": "5", "Connection": "close"})  # fmt: skip


def failure_of(error: Exception) -> Failure:
    """Return what to answer where the error has ended a request."""
    words = words_for(error)
    headers = {"Retry-After": str(error.retry_after)} if isinstance(error, BusyError) else {}
    return Failure(words.status, words.code, words.sentence("{name}", str(error)), headers)


def answer(failure: Failure, request_id: str, name: str = "the input") -> JSONResponse:
    """Return the answer; `name` is what the caller gave."""
    whole = name.encode("utf-8", "replace").decode("utf-8")  # JSON can escape half a character
    shown = printable(" ".join(whole.split()))[:_SHOWN_CHARS]
    body: dict[str, Any] = {
        "error": failure.code,
        "message": failure.text.replace("{name}", shown),
        "request_id": request_id,
    }
    return JSONResponse(body, failure.status, dict(failure.headers))


def answer_errors(app: FastAPI) -> None:
    """Let the app answer our errors and those of its framework, all in the same form."""

    @app.exception_handler(PagesightError)
    async def ours(request: Request, error: PagesightError) -> JSONResponse:
        name = getattr(request.state, "name", "the input")
        logger.info("failed", extra={"fields": {"error": f"{type(error).__name__}: {error}"}})
        return answer(failure_of(error), request.state.request_id, name)

    @app.exception_handler(HTTPException)
    async def of_http(request: Request, error: HTTPException) -> JSONResponse:
        for known in (TOO_LARGE, NO_ROOM):
            if error.status_code == known.status:
                return answer(known, request.state.request_id)
        code, text = _OF_HTTP.get(error.status_code, ("refused", "the request is refused"))
        headers = _allow(app, request) if error.status_code == 405 else error.headers or {}
        failure = Failure(error.status_code, code, text, headers)
        return answer(failure, request.state.request_id)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> JSONResponse:
        faults = [_fault(detail) for detail in error.errors()[:_SHOWN_FAULTS]]
        advice = "see /openapi.json"
        if faults and "json" not in request.headers.get("content-type", "json"):
            advice = "send it with Content-Type: application/json"
        failure = Failure(422, "invalid", "{name}; " + advice)
        return answer(failure, request.state.request_id, "; ".join(faults))


def _allow(app: FastAPI, request: Request) -> Mapping[str, str]:
    """Return the header that names the methods of a path; Starlette's has those of one route."""
    path = getattr(request.scope.get("route"), "path", "")
    methods = app.openapi()["paths"].get(path, {"get": None})
    return {"Allow": ", ".join(sorted(map(str.upper, methods)))}


def _fault(error: Mapping[str, Any]) -> str:
    place = ".".join(map(str, error["loc"]))[:60]
    return f"{place}: {error['msg'].removeprefix('Value error, ')}"
