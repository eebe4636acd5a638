"""The demo, served by the command in a process of its own, and a browser that visits it."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from socket import socket

import pytest
from playwright.sync_api import Browser
from visitor import WAIT, Served, Visit, chromium


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    files = tmp_path_factory.mktemp("gradio")
    command = [str(Path(sys.executable).with_name("pagesight")), "demo", "--port", str(port)]
    known = {**os.environ, "GRADIO_TEMP_DIR": str(files)}
    with subprocess.Popen(command, stderr=subprocess.DEVNULL, env=known) as process:
        _wait_for(port, process)
        yield Served(f"http://127.0.0.1:{port}/", files)
        process.terminate()


def _wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    ends = time.monotonic() + WAIT / 1000
    while time.monotonic() < ends:
        assert process.poll() is None, "the demo ended of itself"
        with socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise TimeoutError("the demo does not answer")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser. Not for longer than a module: its event loop would be in the way of others'."""
    with chromium() as opened:
        yield opened


@pytest.fixture
def visit(served: Served, browser: Browser) -> Iterator[Visit]:
    """A visitor at a desk."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.set_default_timeout(60_000)
    yield Visit(page, served)
    page.close()
