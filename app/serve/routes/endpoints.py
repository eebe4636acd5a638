"""The routes that take a page (extract, classify, render), and those of jobs of many."""

import asyncio
import base64
import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, Body, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from pagesight.app.config import Format, Options
from pagesight.app.errors import JobError
from pagesight.app.output.formats import CSV_HEADER, prediction_json, written
from pagesight.app.output.result_json import ResultRow, result_json
from pagesight.app.serve.access import Caller
from pagesight.app.serve.jobs import Jobs
from pagesight.app.serve.routes.failures import FAILURES
from pagesight.app.serve.routes.schemas import (
    JOB_EXAMPLES,
    PAGE_EXAMPLES,
    ClassifyAnswer,
    ClassifyRequest,
    ExtractRequest,
    JobAnswer,
    JobRequest,
    PageRequest,
    RenderAnswer,
    RenderRequest,
)
from pagesight.app.serve.service import Metrics, Service, Visitor, as_asked
from pagesight.extract.page.budget import Budget
from pagesight.extract.page.document import read
from pagesight.render.page import Capture, picture_format

_MEDIA_TYPES: Mapping[Format, str] = {
    "json": "application/json",
    "text": "text/plain; charset=utf-8",
    "markdown": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
}
_WRITTEN = {"description": "The content.", "content": {name: {"schema": {"type": "string"}} for name
            in ("text/plain", "text/markdown", "text/html", "text/csv")}}  # fmt: skip
_Examples = Body(openapi_examples=PAGE_EXAMPLES)
_LOOK_SECONDS = 1.0  # between looks at a job's rows
_LINES = "application/x-ndjson"
_Name = Annotated[
    str, Path(pattern="^[0-9a-f]{32}$", description="The id of the job, from its creation.")
]


def page_routes(service: Service, metrics: Metrics) -> APIRouter:
    """Return the routes."""
    router = APIRouter(tags=["pages"], responses=FAILURES)

    @router.post("/extract", response_model=ResultRow, responses={200: _WRITTEN})
    async def extract(asked: Annotated[ExtractRequest, _Examples], request: Request) -> Response:
        """Return the content of a page: genre, text, Markdown, records, metadata."""
        options = as_asked(_options(service, asked), asked)

        def content(capture: Capture) -> bytes:
            result = service.pipeline(options).extract_capture(capture)
            metrics.count_page(result.genre)
            if asked.format == "json":
                return _bytes(
                    result_json(result, blocks=asked.blocks, alternatives=asked.alternatives)
                )
            text = written(result, asked.format)
            head = f"{CSV_HEADER}\n" if asked.format == "csv" else ""
            return f"{head}{text}\n".encode("utf-8", "backslashreplace")

        body = await _of_page(request, asked, options, content)
        return Response(body, media_type=_MEDIA_TYPES[asked.format])

    @router.post("/classify", response_model=ClassifyAnswer)
    async def classify(asked: Annotated[ClassifyRequest, _Examples], request: Request) -> Response:
        """Return the genre of a page, with the probability of each."""
        options = replace(_options(service, asked), by=asked.by)

        def genre(capture: Capture) -> bytes:
            document = read(capture.page, asked.name, Budget(options.limits))
            prediction = service.pipeline(options).classify(document)
            metrics.count_page(prediction.genre)
            warnings = (*capture.warnings, *document.budget.warnings, *prediction.warnings)
            values = prediction_json(prediction) | {"warnings": list(dict.fromkeys(warnings))}
            return _bytes({"url": capture.page.url, **values})

        return _json(await _of_page(request, asked, options, genre))

    @router.post("/render", response_model=RenderAnswer)
    async def render(asked: Annotated[RenderRequest, _Examples], request: Request) -> Response:
        """Return a page as a browser shows it: its DOM after scripts ran, and a screenshot.

        It is always rendered, whatever `render` says.
        """
        options = replace(_options(service, asked), render=True)
        rendering = replace(options.rendering, full_page=asked.full_page)
        options = replace(options, rendering=rendering)
        return _json(await _of_page(request, asked, options, _rendered))

    async def _of_page(request: Request, asked: PageRequest, options: Options, work: Any) -> bytes:
        """Return what `work` makes of the capture of the page that is asked for."""
        request.state.name = asked.name
        visitor = Visitor(request.state.caller.name)
        made: bytes = await service.page(visitor, asked.url, asked.html or None, options, work)
        return made

    return router


def _options(service: Service, asked: PageRequest) -> Options:
    ours = service.settings.options
    rendering = asked.rendering(ours.rendering)
    return replace(
        ours,
        render=asked.render,
        rendering=rendering,
        limits=replace(ours.limits, seconds=min(rendering.deadline, ours.limits.seconds)),
    )


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json")


def _bytes(values: Any) -> bytes:
    """Return values as JSON in UTF-8; halves of characters are escaped, which JSON reads too."""
    return json.dumps(values, ensure_ascii=False).encode("utf-8", "backslashreplace")


def _rendered(capture: Capture) -> bytes:
    picture = capture.page.screenshot or b""
    return _bytes(
        {
            "url": capture.page.url,
            "requested_url": capture.requested_url,
            "status": capture.status,
            "title": capture.title,
            "language": capture.language,
            "html": capture.page.html,
            "screenshot": base64.b64encode(picture).decode("ascii"),
            "media_type": f"image/{picture_format(picture)}",
            "full_page": base64.b64encode(capture.full_page or b"").decode("ascii"),
            "blocked_requests": list(capture.blocked_requests),
            "warnings": list(capture.warnings),
            "seconds": dict(capture.seconds),
        }
    )


def job_routes(service: Service, jobs: Jobs) -> APIRouter:
    """Return the routes."""
    router = APIRouter(tags=["jobs"], responses=FAILURES)

    @router.post("/jobs", status_code=202, response_model=JobAnswer)
    async def create(
        asked: Annotated[JobRequest, Body(openapi_examples=JOB_EXAMPLES)],
        request: Request,
        response: Response,
    ) -> JobAnswer:
        """Take on a job: it is on the disk when this answers, and survives any end of the server.

        Hosts are asked politely: robots.txt is obeyed, and few pages of a host are had at a time.
        """
        request.state.name = f"{len(asked.urls)} addresses"
        name = await asyncio.to_thread(jobs.create, asked, request.state.caller)
        response.headers["Location"] = f"/jobs/{name}"
        return await asyncio.to_thread(jobs.status, name, request.state.caller)

    @router.get("/jobs", response_model=list[JobAnswer])
    async def own(request: Request) -> list[JobAnswer]:
        """Return how far your jobs are, the newest first."""
        return await asyncio.to_thread(jobs.of, request.state.caller)

    @router.get("/jobs/{name}", response_model=JobAnswer)
    async def status(name: _Name, request: Request) -> JobAnswer:
        """Return how far a job is."""
        request.state.name = name
        return await asyncio.to_thread(jobs.status, name, request.state.caller)

    @router.delete("/jobs/{name}", status_code=204)
    async def delete(name: _Name, request: Request) -> None:
        """End a job and delete its results; answered once all of it is gone."""
        request.state.name = name
        await asyncio.to_thread(jobs.delete, name, request.state.caller)

    @router.get(
        "/jobs/{name}/results",
        response_class=StreamingResponse,
        responses={200: {"content": {_LINES: {"schema": {"type": "string"}}}}},
    )
    async def results(
        name: _Name,
        request: Request,
        wait: Annotated[bool, Query(description="Stay until the job is done.")] = False,
    ) -> StreamingResponse:
        """Stream the results so far, a line of JSON a page, in the order in which they were done.

        A line is what /extract answers, with `source`; failed pages have `error_kind` and `error`.
        """
        request.state.name = name
        caller = request.state.caller
        await asyncio.to_thread(jobs.status, name, caller)  # whether there is such a job

        lines = _lines(service, jobs, name, caller, wait=wait)
        return StreamingResponse(lines, media_type=_LINES)

    return router


async def _lines(
    service: Service, jobs: Jobs, name: str, caller: Caller, *, wait: bool
) -> AsyncIterator[str]:
    """Yield results as they come; with `wait` until the job is done."""
    after = 0.0
    while True:
        try:
            state = (await asyncio.to_thread(jobs.status, name, caller)).state
            part, after = await asyncio.to_thread(jobs.lines, name, caller, after)
        except JobError:  # it was deleted meanwhile
            return
        if part:
            yield part
        elif state == "done" or not wait or service.closing:
            return
        else:
            await asyncio.sleep(_LOOK_SECONDS)
