"""Sessions of the demo: a cookie that a key opens, signed so that nobody can make one."""

import hmac
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from http.cookies import CookieError, SimpleCookie

COOKIE = "pagesight_session"
SECONDS = 12 * 3600  # by hand: a day's work


class Sessions:
    """Opens and checks sessions. They end with the process, whose secret signs them."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._secret = secrets.token_bytes(32)
        self._clock = clock

    def opened(self, owner: str) -> str:
        """Return the value of the cookie of a new session."""
        ends = str(round(self._clock() + SECONDS))
        content = urlsafe_b64encode(f"{ends} {owner}".encode()).decode()
        return f"{content}.{self._signature(content)}"

    def owner(self, cookies: str) -> str:
        """Return who opened the session that a Cookie header names; "" if there is none."""
        try:
            value = SimpleCookie(cookies)[COOKIE].value
        except (CookieError, KeyError):
            return ""
        content, _, signature = value.partition(".")
        if not hmac.compare_digest(self._signature(content).encode(), signature.encode()):
            return ""
        ends, _, owner = urlsafe_b64decode(content).decode().partition(" ")
        return owner if self._clock() < int(ends) else ""

    def _signature(self, content: str) -> str:
        return hmac.new(self._secret, content.encode(), sha256).hexdigest()
