"""Rules of hosts: robots.txt by protego, fetched once a host, in threads."""

import time
from collections import OrderedDict
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from protego import Protego

from pagesight.render.errors import RenderError
from pagesight.render.net.fetch import fetch
from pagesight.render.options import RenderOptions
from pagesight.render.sources.charset import decode_html

_NAME = "pagesight"
_SECONDS = 10.0  # for a file of a few KB; by hand
_BYTES = 512_000  # RFC 9309, 2.5: at least 500 KiB are read
_HOSTS = 20_000  # whose rules are kept in memory
_AT_ONCE = 8  # hosts asked; by hand
_LOOK_SECONDS = 0.05  # between looks at whether it has come


@dataclass(frozen=True, slots=True)
class Rules:
    """What a host says: who may fetch what, and how fast. It may be down, and say nothing yet."""

    robots: Protego | None = None  # None: everything is allowed
    unavailable: bool = False

    def allows(self, url: str) -> bool:
        """Return whether the page may be fetched."""
        return self.robots is None or bool(self.robots.can_fetch(url, _NAME))

    @property
    def delay(self) -> float:
        """Return the seconds between pages that the host asks for."""
        return float((self.robots and self.robots.crawl_delay(_NAME)) or 0.0)


class Robots:
    """Rules of hosts, those asked for last. Use `close` at the end."""

    def __init__(self, options: RenderOptions) -> None:
        seconds = min(_SECONDS, options.deadline)
        self._options = replace(options, deadline=seconds, max_html_bytes=_BYTES)
        self._threads = ThreadPoolExecutor(_AT_ONCE)
        self._rules: OrderedDict[str, Future[Rules]] = OrderedDict()

    def rules(self, url: str) -> Rules | None:
        """Return the rules of the page's host; None while they are under way. Returns at once."""
        parts = urlsplit(url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if origin not in self._rules:
            self._rules[origin] = self._threads.submit(self._fetch, origin)
            if len(self._rules) > _HOSTS:
                self._rules.popitem(last=False)
        asked = self._rules[origin]
        if not asked.done():
            return None
        self._rules.move_to_end(origin)
        if asked.result().unavailable:  # it is asked again with the page's next attempt
            del self._rules[origin]
        return asked.result()

    def awaited(self, url: str) -> Rules:
        """Return the rules of the page's host once they are there."""
        while (rules := self.rules(url)) is None:
            time.sleep(_LOOK_SECONDS)
        return rules

    def close(self) -> None:
        """Fetch no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _fetch(self, origin: str) -> Rules:
        """Return the rules; a host that gives no file allows all (RFC 9309, 2.3.1)."""
        try:
            answer = fetch(f"{origin}/robots.txt", self._options)
        except (RenderError, ValueError):  # what keeps it will keep the page too, and be named then
            return Rules()
        if answer.status >= 500 or answer.status == 429:
            return Rules(unavailable=True)
        if answer.status >= 400:
            return Rules()
        return Rules(Protego.parse(decode_html(answer.body, answer.content_type)))
