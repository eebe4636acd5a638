"""The service as an application of FastAPI: routes, what guards them, and the demo beside them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version

from fastapi import APIRouter, FastAPI, Response, Security
from fastapi.responses import RedirectResponse
from fastapi.security import APIKeyHeader

from pagesight.app.serve.door import Door
from pagesight.app.serve.jobs import Jobs
from pagesight.app.serve.metrics import MEDIA_TYPE, Metrics
from pagesight.app.serve.routes.failures import answer_errors
from pagesight.app.serve.routes.jobs import job_routes
from pagesight.app.serve.routes.pages import page_routes
from pagesight.app.serve.routes.schemas import Health
from pagesight.app.serve.service import Service

_ABOUT = (
    "Looks at a page before it reads it: genre, extractor, clean content. Pages are read from "
    "their HTML alone unless `render` is true. Send keys in the header X-API-Key."
)


def create_app(service: Service) -> FastAPI:
    """Return the application; the service and its jobs start and stop with it.

    Raises ResultsError if another service has the jobs.
    """
    settings, metrics, jobs = service.settings, Metrics(service), Jobs(service.settings)

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        starting = asyncio.create_task(service.start())
        jobs.start()
        yield
        starting.cancel()
        await asyncio.to_thread(jobs.stop)
        await service.stop()

    app = FastAPI(
        title="Pagesight",
        version=version("pagesight"),
        description=_ABOUT,
        lifespan=life,
        docs_url=None,  # its page loads scripts from a host that is not ours
        redoc_url=None,
    )
    app.add_middleware(Door, service=service, metrics=metrics)
    answer_errors(app)
    # The door asks for keys; this only describes it.
    keys = [Security(APIKeyHeader(name="X-API-Key", auto_error=False))]
    described = keys if settings.keys.digests else []
    app.include_router(page_routes(service, metrics), dependencies=described)
    app.include_router(job_routes(service, jobs), dependencies=described)
    app.include_router(_status_routes(service, metrics))
    if settings.demo:
        from gradio import mount_gradio_app

        from pagesight.app.serve import demo

        mount_gradio_app(app, demo.build(service), "/demo", **demo.looks())
        app.add_api_route("/", lambda: RedirectResponse("/demo/"), include_in_schema=False)
    return app


def _status_routes(service: Service, metrics: Metrics) -> APIRouter:
    router = APIRouter(tags=["status"])

    @router.get("/healthz", response_model=Health)
    async def healthz() -> Health:
        """Say that the server runs."""
        return Health(status="ok")

    @router.get("/readyz", response_model=Health, responses={503: {"model": Health}})
    async def readyz(response: Response) -> Health:
        """Say whether the server takes requests: its models are loaded, and it is not closing."""
        if service.ready and not service.closing:
            return Health(status="ok")
        response.status_code = 503
        return Health(status="closing" if service.closing else "starting")

    @router.get("/metrics", response_class=Response)
    async def figures() -> Response:
        """Return the figures of the service for Prometheus."""
        return Response(metrics.written(), media_type=MEDIA_TYPE)

    return router
