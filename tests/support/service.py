"""The service, run by its command in a process of its own."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from socket import socket
from typing import Any, Self

import httpx

COMMAND = Path(sys.executable).with_name("pagesight")
WORDS = "A sentence of plain words, long enough to be kept, and a second part of it. " * 4
_SECONDS = 240  # a busy machine, and no caches yet


def api_key(name: str) -> str:
    """Return a key for the file that `--api-keys` names."""
    return f"{name}-has-a-key-of-some-length"


class Served:
    """A running service. Its jobs and log are in `folder`."""

    def __init__(self, folder: Path, *options: object) -> None:
        with socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self.log = folder / "log"
        command = [COMMAND, "serve", "--port", port, "--no-demo", "--jobs", folder / "jobs"]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen([*map(str, [*command, *options])], stderr=log)
        self.url = f"http://127.0.0.1:{port}"
        self.client = httpx.Client(base_url=self.url, timeout=_SECONDS)
        self._wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()
        self.process.kill()
        self.process.wait()

    def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        """Return the answer to a body of JSON."""
        return self.client.post(path, json=body, headers=headers)

    def terminate(self) -> None:
        """Ask it to end."""
        self.process.send_signal(signal.SIGTERM)

    def ended(self) -> int:
        """Return its exit status, once it has ended."""
        return self.process.wait(_SECONDS)

    def wait_for_pending(self, count: int, key: str = "") -> None:
        """Return once so many pages are worked on or wait."""
        self.wait_for_figure(f"pagesight_pending_requests {count:.1f}", key)

    def wait_for_figure(self, figure: str, key: str = "") -> str:
        """Return the metrics once they have a figure: an answer is counted when it is out."""
        ends, headers = time.monotonic() + _SECONDS, {"X-API-Key": key} if key else {}
        while figure not in (figures := self.client.get("/metrics", headers=headers).text):
            assert time.monotonic() < ends, self.log.read_text("utf-8")[-4000:]
            time.sleep(0.2)
        return figures

    def wait_for_line(self, **fields: object) -> None:
        """Return once its log has a line with these fields: an answer is logged when it is out."""
        ends = time.monotonic() + _SECONDS
        while not any(fields.items() <= line.items() for line in self.logged()):
            assert time.monotonic() < ends, self.log.read_text("utf-8")[-4000:]
            time.sleep(0.2)

    def logged(self) -> Iterator[dict[str, Any]]:
        """Yield the lines of its log that are JSON: all but what it says to who started it."""
        whole = self.log.read_text("utf-8").rpartition("\n")[0]  # without what it is writing
        for line in whole.splitlines():
            if line.startswith("{"):
                yield json.loads(line)

    def _wait(self) -> None:
        ends = time.monotonic() + _SECONDS
        while time.monotonic() < ends:
            assert self.process.poll() is None, self.log.read_text("utf-8")
            try:
                if self.client.get("/readyz").status_code == 200:
                    return
            except httpx.TransportError:
                pass  # it does not listen yet
            time.sleep(0.1)
        raise TimeoutError(self.log.read_text("utf-8"))
