"""A page as it is served or saved, for where no browser shows anything of it in time."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from pagesight.render.errors import RenderError
from pagesight.render.net.upstream import Cancellation
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture
from pagesight.render.sources.plain_text import has_text
from pagesight.render.sources.source import Source, read_source

# The share of the deadline that is kept for it, and its upper bound in seconds.
_RESERVE, _MAX_RESERVE = 0.25, 5.0
_WARNING = "the page could not be rendered: the HTML is the one served"


class ServedFallback:
    """Reads the page without a browser once the deadline is near, if `is_needed` says so then.

    `options` say what may be fetched; `deadline` is a time on the running loop's clock.
    """

    def __init__(
        self, source: Source, options: RenderOptions, deadline: float, is_needed: Callable[[], bool]
    ) -> None:
        self._source = source
        self._options = options
        self._deadline = deadline
        self._is_needed = is_needed
        self._clock = asyncio.get_running_loop().time
        self._cancellation = Cancellation()
        self._begun = False
        self._reading = asyncio.ensure_future(self._read_late())

    async def in_place_of(self, error: RenderError, *, at_once: bool = False) -> Capture:
        """Return the page. Raises `error` where there is none, or it was not read `at_once`."""
        if at_once:
            self._reading.cancel()
            self._reading = asyncio.ensure_future(self._read())
        elif error.permanent or not self._begun:
            raise error
        await asyncio.wait({self._reading}, timeout=max(0.0, self._deadline - self._clock()))
        capture = self._reading.result() if self._reading.done() else None
        if capture is None:
            raise error
        return replace(capture, warnings=(_WARNING, *capture.warnings))

    async def _read_late(self) -> Capture | None:
        reserve = min(_MAX_RESERVE, _RESERVE * self._options.deadline)
        await asyncio.sleep(max(0.0, self._deadline - reserve - self._clock()))
        self._begun = self._is_needed()
        return await self._read() if self._begun else None

    async def _read(self) -> Capture | None:
        options = replace(self._options, deadline=self._deadline - self._clock())
        with suppress(RenderError):
            capture = await asyncio.to_thread(
                read_source, self._source, options, self._cancellation
            )
            return capture if has_text(capture.page.html, 1) else None
        return None

    def close(self) -> None:
        """Give up what is still waited for."""
        self._cancellation.cancel()
        self._reading.cancel()
