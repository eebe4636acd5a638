"""The service as an application of FastAPI: routes, what guards them, and the demo beside them.

It runs until it is stopped, and then shuts down without losing anything.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from importlib.metadata import version
from importlib.resources import files
from types import FrameType
from typing import Any, Literal
from urllib.parse import parse_qs

import uvicorn
from fastapi import APIRouter, FastAPI, Request, Response, Security
from fastapi.responses import HTMLResponse, RedirectResponse
from fastapi.security import APIKeyHeader

from pagesight.app.serve.access import (
    COOKIE,
    DEMO,
    SECONDS,
    SIGN_IN,
    Access,
    ListeningServer,
    bounded_protocol,
)
from pagesight.app.serve.jobs import Jobs
from pagesight.app.serve.middleware import ApiMiddleware, log_as_json
from pagesight.app.serve.routes.description import description_route
from pagesight.app.serve.routes.endpoints import job_routes, page_routes
from pagesight.app.serve.routes.failures import Failure, answer_errors
from pagesight.app.serve.routes.schemas import Health
from pagesight.app.serve.service import MEDIA_TYPE, Metrics, Service
from pagesight.app.serve.settings import Settings
from pagesight.render.errors import needed_for

# The form has no script and loads nothing.
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; "
    "frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
_LINGER = 1.0  # seconds in which callers learn that nothing new is taken on
_KEEP_ALIVE = 15  # seconds that a connection may be idle
_ABOUT = (
    "Looks at a page before it reads it: genre, extractor, clean content. Pages are read from "
    "their HTML alone unless `render` is true. Send keys in the header X-API-Key."
)


def sign_in_routes(access: Access) -> APIRouter:
    """Return the routes."""
    router = APIRouter(include_in_schema=False)

    @router.get(SIGN_IN)
    async def form() -> Response:
        return _form("", 200)

    @router.post(SIGN_IN)
    async def sign_in(request: Request) -> Response:
        body = await request.body()
        sent = parse_qs(body.decode("utf-8", "replace"))
        cookie = access.signed_in("".join(sent.get("key", ())).strip(), request.scope)
        if isinstance(cookie, Failure):
            wrong = cookie.status == 401
            text = "This is none of the keys." if wrong else "Too many wrong keys: wait a little."
            return _form(text, cookie.status)
        opened = RedirectResponse(f"{DEMO}/", 303)
        secure = request.url.scheme == "https"
        opened.set_cookie(
            COOKIE, cookie, SECONDS, path=DEMO, secure=secure, httponly=True, samesite="strict"
        )
        return opened

    return router


def _form(text: str, status: int) -> Response:
    page = files("pagesight.app.serve.demo").joinpath("templates", "sign_in.html")
    alert = f'<p role="alert">{text}</p>' if text else ""
    return HTMLResponse(page.read_text("utf-8").replace("{{ALERT}}", alert), status, _HEADERS)


class _Server(ListeningServer):
    """Ends in two steps: refuse what is new and finish what runs, then close the socket.

    Uvicorn alone closes the socket first: who calls then gets no answer at all.
    """

    def __init__(
        self, config: uvicorn.Config, service: Service, listens: Callable[[], None]
    ) -> None:
        super().__init__(config, listens)
        self._service = service
        self._closing_since = 0.0

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002
        """Begin to close down; a second signal ends at once."""
        if self._service.closing:
            self.should_exit = self.force_exit = True
            return
        self._closing_since = time.monotonic()
        self._service.closing = True

    async def on_tick(self, counter: int) -> bool:
        """Return whether to end: all that was taken on is answered, or its callers have gone."""
        waited = time.monotonic() - self._closing_since
        over = not self._service.pending or waited > self._service.settings.answer_seconds
        if self._service.closing and over and waited > _LINGER:
            self.should_exit = True
        return await super().on_tick(counter)


def run(settings: Settings, listens: Callable[[], None], *, json_log: bool = True) -> None:
    """Serve until SIGTERM or Ctrl-C; `listens` is called once callers can connect."""
    if json_log:
        log_as_json()
    service = Service(settings)
    proxies = settings.trusted_proxies
    each = settings.connections if proxies else max(1, settings.connections // 4)
    config = uvicorn.Config(
        create_app(service),
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="on",
        http=bounded_protocol(settings.connections, each),
        ws="none",
        proxy_headers=bool(proxies),  # else anybody could say that they are somebody else
        forwarded_allow_ips=list(proxies),
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=round(settings.answer_seconds),
    )
    _Server(config, service, listens).run()


def create_app(service: Service) -> FastAPI:
    """Return the application; the service and its jobs start and stop with it.

    Raises ResultsError if another service has the jobs.
    """
    settings, metrics, access = service.settings, Metrics(service), Access(service.settings)
    jobs = Jobs(settings, settings.jobs) if settings.jobs else None
    warm_ups = [service.start]

    @asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        starting = [asyncio.create_task(each()) for each in warm_ups]
        if jobs:
            jobs.start()
        yield
        for task in starting:
            task.cancel()
        if jobs:
            await asyncio.to_thread(jobs.stop)
        await service.stop()

    app = FastAPI(
        title="Pagesight",
        version=version("pagesight"),
        description=_ABOUT,
        lifespan=life,
        docs_url=None,  # its page loads scripts from a host that is not ours; ours has none
        redoc_url=None,
    )
    app.add_middleware(ApiMiddleware, service=service, access=access, metrics=metrics)
    answer_errors(app)
    # The middleware asks for keys; this only describes it.
    keys = [Security(APIKeyHeader(name="X-API-Key", auto_error=False))]
    described = keys if settings.keys.digests else []
    app.include_router(page_routes(service, metrics), dependencies=described)
    if jobs:
        app.include_router(job_routes(service, jobs), dependencies=described)
    app.include_router(_status_routes(service, jobs, metrics))
    app.include_router(description_route(app))
    if settings.demo:
        warm_ups.append(_add_demo(app, service, access))
    return app


def _add_demo(
    app: FastAPI, service: Service, access: Access
) -> Callable[[], Coroutine[Any, Any, None]]:
    """Mount the demo; return what loads its models."""
    with needed_for("the demo", "demo"):
        from gradio import mount_gradio_app

        from pagesight.app.serve import demo

    reader = demo.Reader(service)
    if service.settings.keys.digests:
        app.include_router(sign_in_routes(access))
    mount_gradio_app(app, demo.build(reader), DEMO, **demo.looks())

    @app.get("/", include_in_schema=False)
    async def to_demo(request: Request) -> RedirectResponse:
        query = f"?{request.url.query}" if request.url.query else ""
        return RedirectResponse(f"{DEMO}/{query}")

    return reader.warm_up


def _status_routes(service: Service, jobs: Jobs | None, metrics: Metrics) -> APIRouter:
    router = APIRouter(tags=["status"])

    @router.get("/healthz", response_model=Health)
    async def healthz() -> Health:
        """Say that the server runs."""
        return Health(status="ok")

    @router.get("/readyz", response_model=Health, responses={503: {"model": Health}})
    async def readyz(response: Response) -> Health:
        """Say whether the server takes requests and does them: if not, what keeps it."""
        problems = [*service.problems, *([jobs.problem] if jobs and jobs.problem else [])]
        status = _status(service, unwell=bool(problems))
        if status != "ok":
            response.status_code = 503
        return Health(status=status, problems=problems)

    @router.get("/metrics", response_class=Response)
    async def figures() -> Response:
        """Return the figures of the service for Prometheus."""
        return Response(metrics.written(), media_type=MEDIA_TYPE)

    return router


def _status(service: Service, *, unwell: bool) -> Literal["ok", "starting", "closing", "unwell"]:
    if service.closing:
        return "closing"
    if unwell:
        return "unwell"
    return "ok" if service.ready else "starting"
