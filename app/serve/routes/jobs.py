"""The routes of jobs: create one, list them, read results as they come, delete one."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Body, Path, Query, Request, Response
from fastapi.responses import StreamingResponse

from pagesight.app.errors import JobError
from pagesight.app.serve.access import Caller
from pagesight.app.serve.jobs import Jobs
from pagesight.app.serve.routes.failures import FAILURES
from pagesight.app.serve.routes.schemas import JOB_EXAMPLES, JobAnswer, JobRequest
from pagesight.app.serve.service import Service

_LOOK_SECONDS = 1.0  # between looks at a job's rows
_LINES = "application/x-ndjson"
_Name = Annotated[
    str, Path(pattern="^[0-9a-f]{32}$", description="The id of the job, from its creation.")
]


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
