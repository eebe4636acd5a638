"""Follow a page's requests: what is open, what the main document answered, how large it grew."""

import asyncio
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError
from w3lib.encoding import http_content_type_encoding

from pagesight.render.net.proxy import SERVERS_407
from pagesight.render.sources.body import decode_html, media_type_of

Event = Mapping[str, Any]

# What Chromium shows as a page of text. Anything else it downloads or opens in a viewer.
PAGE_TYPES = frozenset(
    {"", "text/html", "application/xhtml+xml", "text/plain", "text/xml", "application/xml"}
)
# What a page is painted from. Event streams, beacons and media go on for as long as they like.
_PAINTED_FROM = frozenset(
    {"Document", "Stylesheet", "Image", "Font", "Script", "XHR", "Fetch", "Preflight"}
)
# What a page cannot be painted without.
_BLOCKING = frozenset({"Document", "Stylesheet", "Script"})
# Seconds without a byte after which a request is waited for no longer: servers answer 99 % of
# requests within two (HTTP Archive, time to first byte), and long polls never. Of a page that
# shows nothing yet every request may be the one that fills it.
_PATIENCE, _BLOCKING_PATIENCE, _BLANK_PATIENCE = 2.0, 3.0, 5.0
# Seconds after which what the page is not made of (data, pictures) is a stream without an end.
_STREAM_SECONDS = 4.0
# Of a worker: its script is never reported to have ended where it is stopped before, and what it
# asks for is not reported at all, since its session begins too late. That is seen at the proxy.
_WORKER_PATIENCE = 2.0
_TO_WORKERS = {
    "autoAttach": True,
    "waitForDebuggerOnStart": False,
    "flatten": False,  # of flat sessions Playwright passes nothing on to us
    "filter": [{"type": "worker"}],
}


class NetworkLog:
    """Listens to Chromium's Network domain for one page."""

    def __init__(
        self,
        session: CDPSession,
        clock: Callable[[], float],
        max_bytes: int,
        waiting: Callable[[float], bool],
    ) -> None:
        self._session = session
        self._clock = clock
        self._max_bytes = max_bytes
        self._waiting = waiting  # whether anything asked in so many seconds has no answer yet
        self._has_worker = False
        self._open: dict[str, OpenRequest] = {}
        self._changed = clock()
        self._main_frame = ""
        self._main_request = ""
        self._shown = ""  # the main request whose document the tab shows
        self._lacking: dict[str, str] = {}  # request -> its type, of parts that did not come
        self.served = ServedDocument(session, "")
        self.too_large = asyncio.Event()
        self.has_channel = False  # a worker, socket or stream, by which anything may come yet
        self.loaded = False  # the main document and its parts, or all of it that will ever come
        self.refresh = ""  # the header of the main document, which may send the browser on
        self.broken_off = False  # the end of the main document did not come
        self.documents = 0  # main documents that began to arrive, reloads among them
        self.document_since = clock()
        self.passed: list[str] = []  # addresses of main documents, redirects among them
        self.status: int | None = None
        self.is_challenged = False  # by our own proxy, whose challenge the browser left unanswered
        self.wrong_type = ""  # of the main document, where that is no page

    async def start(self) -> None:
        """Begin to listen."""
        tree = await self._session.send("Page.getFrameTree")
        self._main_frame = tree["frameTree"]["frame"]["id"]
        self._session.on("Network.requestWillBeSent", self._sent)
        self._session.on("Network.responseReceived", self._answered)
        self._session.on("Network.dataReceived", self._grew)
        self._session.on("Network.loadingFinished", self._ended)
        self._session.on("Network.loadingFailed", self._ended)
        self._session.on("Page.frameNavigated", self._navigated)
        self._session.on("Target.attachedToTarget", self._worker_loaded)
        self._session.on("Page.loadEventFired", self._loaded)
        self._session.on("Network.webSocketCreated", self._opened_channel)
        await asyncio.gather(
            self._session.send("Target.setAutoAttach", _TO_WORKERS),
            self._session.send("Page.enable"),
            self._session.send("Network.enable"),
        )

    def quiet_for(self, *, blank: bool = False) -> float:
        """Return for how many seconds no request was open that is still waited for.

        Those of a page that is `blank` as yet are waited for longer.
        """
        now = self._clock()
        if self._has_worker and self._waiting(_WORKER_PATIENCE):
            self._changed = now
        busy = any(each.is_awaited(now, blank) for each in self._open.values())
        return 0.0 if busy else now - self._changed

    @property
    def hanging(self) -> tuple["OpenRequest", ...]:
        """The requests that were waited for long enough, in vain."""
        now = self._clock()
        return tuple(each for each in self._open.values() if not each.is_awaited(now, False))

    @property
    def awaits_parts(self) -> bool:
        """Whether a part that would be seen is still to come: data alone would not be."""
        return any(each.is_seen for each in self._open.values())

    def lacks(self, resource_type: str) -> bool:
        """Return whether a part of that kind was asked for and has not come, or as an error."""
        return resource_type in self._lacking.values()

    async def wait_for_quiet(self, seconds: float) -> None:
        """Return once no request was open for that long, or data alone for as long as it may be."""
        seen = self._clock()
        while (rest := seconds - self.quiet_for()) > 0:
            if self.awaits_parts:
                seen = self._clock()
            if self._clock() - seen > _PATIENCE:
                return
            await asyncio.sleep(min(rest, 0.05))

    def close(self) -> None:
        """Give up what is still waited for."""
        self.served.close()

    def _sent(self, event: Event) -> None:
        # Only what comes over the net: Chromium never reports the end of some blob: requests.
        if event.get("type") in _PAINTED_FROM and event["request"]["url"].startswith("http"):
            of_worker = not event["loaderId"]  # the page's own belong to a document
            if of_worker and event["type"] == "Script":
                self._has_worker = self.has_channel = True
            self._changed = self._clock()
            self._open[event["requestId"]] = OpenRequest(
                event["request"]["url"],
                event["type"],
                of_worker=of_worker,
                of_page=event.get("frameId") == self._main_frame,
                since=self._changed,
                began=self._changed,
            )
            if not of_worker:
                self._lacking[event["requestId"]] = event["type"]
        if event.get("type") == "EventSource":
            self.has_channel = True
        is_main = event.get("type") == "Document" and event.get("frameId") == self._main_frame
        if is_main and event["requestId"] == event["loaderId"]:  # not what is prefetched
            self._main_request = event["requestId"]
            self.wrong_type = ""
            if event["request"]["url"] not in self.passed[-1:]:  # else it reloads itself
                self.passed.append(event["request"]["url"])

    def _answered(self, event: Event) -> None:
        if _is_usable(event):
            self._lacking.pop(event["requestId"], None)
        self._came(event["requestId"])
        if event["requestId"] == self._main_request:
            self._begin_document(event["response"])

    def _begin_document(self, response: Event) -> None:
        main = self._open.get(self._main_request)
        # Of what a former document asked for, no end will be reported.
        self._open = {self._main_request: main} if main else {}
        self._lacking = {}
        self.loaded = self.broken_off = False
        self.documents += 1
        self.document_since = self._clock()
        self.status = 407 if response["statusText"] == SERVERS_407 else response["status"]
        self.is_challenged = response["status"] == 407
        headers = {name.lower(): each for name, each in response["headers"].items()}
        self.refresh = headers.get("refresh", "")
        content_type = media_type_of(headers.get("content-type", "").replace("\n", ","))
        media_type = response["mimeType"].lower()  # what Chromium takes the headers, or it, for
        self.wrong_type = "" if media_type in PAGE_TYPES else media_type
        self.served.close()
        self.served = ServedDocument(self._session, self._main_request, content_type)

    def _grew(self, event: Event) -> None:
        self._came(event["requestId"])
        if event["requestId"] == self._main_request:
            self.served.grow(event)
            if self.served.size > self._max_bytes:
                self.too_large.set()

    def _came(self, request: str) -> None:
        if request in self._open:
            self._open[request].since = self._clock()

    def _ended(self, event: Event) -> None:
        if event["requestId"] == self._main_request and "errorText" in event:
            self.loaded = True  # cut off: Chromium reports no load of such a document
            is_failed = not event.get("canceled", False)
            self.broken_off = self.broken_off or is_failed
            if is_failed and self._shown != self._main_request:
                return  # Chromium's page of the error comes next, and ends the request once more
        self._end(event["requestId"])

    def _navigated(self, event: Event) -> None:
        if event["frame"]["id"] == self._main_frame:
            self._shown = event["frame"]["loaderId"]

    def _opened_channel(self, _: Event) -> None:
        self.has_channel = True

    def _loaded(self, _: Event) -> None:
        self.loaded = True

    def _worker_loaded(self, event: Event) -> None:
        """Note that the script of a worker has come, whose request bears the worker's name."""
        self._end(event["targetInfo"]["targetId"])

    def _end(self, request: str) -> None:
        if self._open.pop(request, None) is not None:
            self._changed = self._clock()


@dataclass(slots=True)
class OpenRequest:
    """A request that has not ended."""

    url: str
    type: str
    of_worker: bool
    of_page: bool  # of the main frame
    since: float  # when something came of it last
    began: float  # when it was sent

    @property
    def leads_on(self) -> bool:
        """Whether its answer will be another page in place of this one, or is this one."""
        return self.of_page and self.type == "Document"

    @property
    def is_seen(self) -> bool:
        """Whether it would be seen in the picture, or is missed in it: a long poll is not."""
        return self.type not in ("XHR", "Fetch", "Preflight")

    def is_awaited(self, now: float, blank: bool) -> bool:
        """Return whether it is worth to wait for it."""
        if self.type not in _BLOCKING and not blank and now - self.began > _STREAM_SECONDS:
            return False
        if self.of_worker:
            patience = _WORKER_PATIENCE
        elif blank:
            patience = _BLANK_PATIENCE
        else:
            patience = _BLOCKING_PATIENCE if self.type in _BLOCKING else _PATIENCE
        return now - self.since < patience


def _is_usable(event: Event) -> bool:
    """Return whether an answer is what was asked for; a page in place of a sheet is none."""
    response = event["response"]
    is_sheet = event["type"] == "Stylesheet"
    return response["status"] < 400 and (not is_sheet or response["mimeType"] == "text/css")


class ServedDocument:
    """The body of one response, kept as it comes: of a page that hangs or crashes it is left."""

    def __init__(self, session: CDPSession, request: str, content_type: str = "") -> None:
        self._session = session
        self._request = request
        self._content_type = content_type
        self._parts: list[bytes] = []
        self._text: str | None = None
        self.size = 0  # bytes
        self._reading = asyncio.ensure_future(self._stream()) if request else None

    @property
    def says_charset(self) -> bool:
        """Whether the server names the charset: what the page says of it does not count then."""
        return http_content_type_encoding(self._content_type) is not None

    def grow(self, event: Mapping[str, Any]) -> None:
        """Take what Chromium reports to have come."""
        self.size += event["dataLength"]
        if "data" in event:
            self._parts.append(b64decode(event["data"]))

    async def wait(self) -> None:
        """Return once what has come so far can be had."""
        if self._reading is not None:
            await self._reading

    def html(self) -> str:
        """Return what has come so far, "" where that cannot be had."""
        if self._text is not None:
            return self._text
        return decode_html(b"".join(self._parts), self._content_type)

    def close(self) -> None:
        """Give up what is still waited for."""
        if self._reading is not None:
            self._reading.cancel()

    async def _stream(self) -> None:
        """Ask for each part as it comes; of a document that came at once, for the whole."""
        named = {"requestId": self._request}
        try:
            began = await self._session.send("Network.streamResourceContent", named)
            self._parts.insert(0, b64decode(began["bufferedData"]))
            return
        except PlaywrightError:  # it has ended already
            pass
        try:
            whole = await self._session.send("Network.getResponseBody", named)
        except PlaywrightError:  # the page went away meanwhile
            return
        if whole["base64Encoded"]:
            self._parts = [b64decode(whole["body"])]
        else:
            self._text = str(whole["body"])
