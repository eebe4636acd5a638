"""Serve the labelling tool to a browser on this machine."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any
from uuid import uuid4

import uvicorn
from fastapi import Body, FastAPI
from fastapi.responses import FileResponse
from pydantic import BaseModel, ConfigDict, Field
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from pagesight.app.labelling.labels import AnnotatorLabels, Sheet
from pagesight.app.labelling.session import Session
from pagesight.app.output.picture import picture_of
from pagesight.app.serve.access import Access, ListeningServer
from pagesight.app.serve.routes.failures import Failure, answer, answer_errors
from pagesight.app.serve.settings import Settings
from pagesight.datasets.schema import Genre
from pagesight.render.store import load_capture

HOST = "127.0.0.1"
_STATIC = Path(__file__).parent / "static"
_RATE = 6000.0  # requests a minute: one a key, and a key that is held down comes 30 times a second
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'self'; img-src data:; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class LabelsBody(BaseModel):
    """Labels as the browser sends them."""

    model_config = ConfigDict(extra="forbid")

    kept: Annotated[list[int], Field(max_length=100_000)]
    genre: Genre
    done: bool
    seconds: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    records: Annotated[list[tuple[int, int]], Field(max_length=100_000)] = []


def create_app(session: Session, port: int) -> FastAPI:
    """Return the tool as an application: its page, the sheets, and what takes labels."""
    app = FastAPI(title="Pagesight label", docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(_Gate, access=Access(Settings(host=HOST, port=port, rate=_RATE)))
    answer_errors(app)

    @app.get("/")
    def page() -> FileResponse:
        return FileResponse(_STATIC / "label.html")

    @app.get("/pages")
    def pages() -> dict[str, Any]:
        labels = [session.labels(number) for number in range(len(session.sheets))]
        return {
            "annotator": session.annotator,
            "corpus": str(session.corpus),
            "genres": list(Genre),
            "pages": [
                {"title": sheet.title, "done": of_sheet.done}
                for sheet, of_sheet in zip(session.sheets, labels, strict=True)
            ],
        }

    @app.get("/pages/{number}")
    def sheet(number: int) -> dict[str, Any]:
        return _as_json(_sheet(session, number)) | {"labels": asdict(session.labels(number))}

    @app.put("/pages/{number}")
    def keep(number: int, labels: Annotated[LabelsBody, Body()]) -> dict[str, int]:
        _sheet(session, number)
        kept = tuple(sorted(set(labels.kept)))
        records = tuple(labels.records)
        session.keep(
            number, AnnotatorLabels(kept, labels.genre, labels.done, labels.seconds, records)
        )
        return {"done": session.done}

    app.mount("/static", StaticFiles(directory=_STATIC))
    return app


def run(session: Session, port: int, listens: Callable[[], None]) -> None:
    """Serve until SIGTERM or Ctrl-C; `listens` is called once the browser can connect."""
    config = uvicorn.Config(
        create_app(session, port), host=HOST, port=port, log_config=None, access_log=False,
        server_header=False, ws="none", timeout_graceful_shutdown=5,
    )  # fmt: skip
    with suppress(KeyboardInterrupt):  # nothing is lost: each label is on the disk
        ListeningServer(config, listens).run()


def _sheet(session: Session, number: int) -> Sheet:
    if not 0 <= number < len(session.sheets):
        raise HTTPException(404)
    return session.sheets[number]


def _as_json(sheet: Sheet) -> dict[str, Any]:
    picture = picture_of(load_capture(sheet.capture))
    return {
        "id": sheet.id,
        "title": sheet.title,
        "url": sheet.columns["url"],
        "picture": picture.address if picture else None,
        "blocks": [
            {
                "text": block.text,
                "tag": block.tag,
                "kept": block.kept,
                "probability": None if block.probability is None else round(block.probability, 3),
                "shared": block.shared,
                "path": block.path,
                "place": picture.place(block.box) if picture else "",
            }
            for block in sheet.blocks
        ],
    }


class _Gate:
    """Lets in only what the service on this machine would: its own page, by its own name."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app, self._access = app, access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass on what is none."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = uuid4().hex
        scope.setdefault("state", {})["request_id"] = request_id

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        caller = self._access.caller(scope)
        if isinstance(caller, Failure):
            await answer(caller, request_id)(scope, receive, with_headers)
        else:
            await self._app(scope, receive, with_headers)
