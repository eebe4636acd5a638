"""Run the service until it is stopped, and then shut it down without losing anything."""

import time
from collections.abc import Callable
from types import FrameType

import uvicorn

from pagesight.app.serve.api import create_app
from pagesight.app.serve.connections import ListeningServer, bounded_protocol
from pagesight.app.serve.middleware import log_as_json
from pagesight.app.serve.service import Service
from pagesight.app.serve.settings import Settings

_LINGER = 1.0  # seconds in which callers learn that nothing new is taken on
_KEEP_ALIVE = 15  # seconds that a connection may be idle


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
