"""The main document as the server sent it, as far as it has come."""

import asyncio
from base64 import b64decode
from collections.abc import Mapping
from typing import Any

from playwright.async_api import CDPSession
from playwright.async_api import Error as PlaywrightError
from w3lib.encoding import http_content_type_encoding

from pagesight.render.sources.charset import decode_html


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
