"""Run one renderer in a process of its own, page by page as it is asked, and watch its memory."""

import asyncio
import logging
import multiprocessing
import re
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Self

from pagesight.app.evaluate.render.systems import RENDERERS, Rendering
from pagesight.app.processes import children_ignore_sigint, end_with_parent, tree_memory_mb
from pagesight.render.errors import PagesightError

TIMED_OUT = "time-out"
_START_SECONDS = 120.0  # for imports and a browser, on a busy machine
_SAMPLE_SECONDS = 0.2  # between two looks at the memory
_find_net_error = re.compile(r"net::(ERR_\w+)").search


@dataclass(frozen=True, slots=True)
class RenderRun:
    """What a system made of a page, in so many seconds; of a failure its kind and its text."""

    rendering: Rendering | None
    seconds: float
    failure: str = ""
    error: str = ""


class RenderProcess:
    """A renderer that waits for pages. Use as a context manager.

    `peak_mb` is the most memory that its process and all that this started, browsers too, were seen
    to hold together (proportional set size); 0 where the system is not Linux.
    """

    def __init__(self, system: str, allow_private: bool, page_seconds: float) -> None:
        self.peak_mb = 0.0
        self._start = (system, allow_private)
        self._page_seconds = page_seconds

    def __enter__(self) -> Self:
        context = multiprocessing.get_context("spawn")
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(*self._start, theirs))
        with children_ignore_sigint():
            self._process.start()
        theirs.close()
        ready = self._answer(_START_SECONDS)
        if isinstance(ready, Exception):
            self._stop()
            raise ready
        return self

    def __exit__(self, *_: object) -> None:
        self._stop()

    def render(self, url: str) -> RenderRun:
        """Return what the system makes of a page; if it takes too long it is restarted."""
        self._connection.send(url)
        started = time.monotonic()
        answer = self._answer(self._page_seconds)
        if isinstance(answer, RenderRun):
            return answer
        seconds = time.monotonic() - started  # of the page; what restarting takes is nobody's
        self._stop()
        self.__enter__()
        late = isinstance(answer, TimeoutError)
        return RenderRun(None, seconds, TIMED_OUT if late else "crash", str(answer))

    def _answer(self, seconds: float) -> object:
        """Return what the process sends, or the exception that says why it sends nothing."""
        ends = time.monotonic() + seconds
        while not self._connection.poll(_SAMPLE_SECONDS):
            self.peak_mb = max(self.peak_mb, tree_memory_mb(self._process.pid or 0))
            if time.monotonic() > ends:
                return TimeoutError(f"no answer within {seconds:.0f} s")
        try:
            return self._connection.recv()
        except EOFError:
            return ChildProcessError("the process ended")

    def _stop(self) -> None:
        """Let the process close its browser; kill it if it does not."""
        self._connection.close()
        self._process.join(10.0)
        self._process.kill()
        self._process.join()


def _serve(system: str, allow_private: bool, connection: Connection) -> None:
    end_with_parent()
    logging.disable(logging.CRITICAL)
    try:
        asyncio.run(_render_asked(system, allow_private, connection))
    except (BrokenPipeError, EOFError):  # the parent has gone, or needs no more
        return
    except Exception as error:  # whatever it is: the parent raises it
        connection.send(error)


async def _render_asked(system: str, allow_private: bool, connection: Connection) -> None:
    async with RENDERERS[system](allow_private) as render:
        connection.send(None)
        while True:
            url = await asyncio.to_thread(connection.recv)
            started = time.monotonic()
            try:
                rendering, failure, text = await render(url), "", ""
            except Exception as error:  # rivals raise anything: a failure is a result
                rendering, failure, text = None, _kind(error), f"{type(error).__name__}: {error}"
            seconds = time.monotonic() - started
            connection.send(RenderRun(rendering, seconds, failure, text[:500]))


def _kind(error: Exception) -> str:
    """Return the kind of a failure in a word or two."""
    if found := _find_net_error(str(error)):
        return found[1]
    if isinstance(error, PagesightError):
        return error.kind
    return TIMED_OUT if "Timeout" in type(error).__name__ else type(error).__name__
