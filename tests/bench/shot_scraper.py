"""shot-scraper's `multi` as a rival: one browser, a page at a time.

It starts only the Chromium that its own Playwright downloads: the one that we start is linked to
that place, in a folder of its own.
"""

import asyncio
import json
import os
import re
import shutil
import subprocess
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import sync_playwright

from pagesight.render.browser.process import find_browser

_missing = re.compile(r"Executable doesn't exist at (\S+)").search


@contextmanager
def shot_scraper_multi() -> Iterator[Callable[[Sequence[str]], Awaitable[None]] | None]:
    """Give what renders pages with it; None, and a line that says so, where it is not installed."""
    command = shutil.which("shot-scraper")
    if command is None:
        print("shot-scraper multi: skipped, not on PATH (pip install shot-scraper)")
        yield None
        return
    with TemporaryDirectory() as folder:
        environment = {**os.environ, "PLAYWRIGHT_BROWSERS_PATH": f"{folder}/browsers"}
        shots = Path(folder) / "shots.yml"
        call = (command, "multi", str(shots))
        _write(shots, ["data:text/html,hello"])
        _link_browser(call, environment)

        async def render(pages: Sequence[str]) -> None:
            _write(shots, pages)
            quiet = asyncio.subprocess.DEVNULL
            running = await asyncio.create_subprocess_exec(
                *call, env=environment, stdout=quiet, stderr=quiet
            )
            if await running.wait():
                raise RuntimeError(f"shot-scraper multi ended with {running.returncode}")

        yield render


def _write(shots: Path, pages: Sequence[str]) -> None:
    """Write what is wanted as JSON, which is YAML too: pictures as large as ours."""
    size = {"width": 1280, "height": 1920}
    rows = [
        {"url": page, "output": str(shots.with_name(f"{number}.png")), **size}
        for number, page in enumerate(pages)
    ]
    shots.write_text(json.dumps(rows), "utf-8")


def _link_browser(call: Sequence[str], environment: dict[str, str]) -> None:
    """Put the Chromium that we start where shot-scraper says that it has looked for one."""
    said = subprocess.run(call, env=environment, capture_output=True, text=True, check=False)
    where = _missing(said.stderr)
    if where is None:
        raise RuntimeError(f"shot-scraper looked for no browser: {said.stderr[-500:]}")
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
        browser = find_browser(own) or own
    place = Path(where[1])
    place.parent.mkdir(parents=True)
    place.symlink_to(browser)
