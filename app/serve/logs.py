"""Logs as lines of JSON, each with the id of the request that it is about."""

import io
import json
import logging
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

from pagesight.app.errors import without_secrets

REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
# Of libraries that say of themselves what nobody asked for.
_QUIET = ("httpx", "asyncio", "gradio", "multipart", "matplotlib", "PIL")


class JsonLines(logging.Formatter):
    """Writes a record as one line: time, level, message, and the fields that it came with."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, without a line break in or after it."""
        moment = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, Any] = {
            "time": moment.isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": without_secrets(record.getMessage()),
        }
        if request_id := REQUEST_ID.get():
            line["request_id"] = request_id
        for name, value in getattr(record, "fields", {}).items():
            line[name] = without_secrets(value) if isinstance(value, str) else value
        if record.exc_info:
            line["exception"] = without_secrets(self.formatException(record.exc_info))
        return json.dumps(line, default=str)


class _Printed(io.TextIOBase):
    """Standard error for what libraries print there: a record a line, not text between the JSON."""

    def __init__(self) -> None:
        self._begun = ""

    def write(self, text: str) -> int:
        """Log the lines that are whole."""
        *lines, self._begun = (self._begun + text).split("\n")
        for line in filter(str.strip, lines):
            logging.getLogger("stderr").warning("%s", line)
        return len(text)


def log_as_json() -> None:
    """Write all logs to standard error as lines of JSON, from here on."""
    handler = logging.StreamHandler(sys.stderr)
    sys.stderr = _Printed()
    handler.setFormatter(JsonLines())
    logging.root.handlers[:] = [handler]
    logging.root.setLevel(logging.INFO)
    for name in _QUIET:
        logging.getLogger(name).setLevel(logging.ERROR)
