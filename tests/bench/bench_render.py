"""Print pages/s and peak memory of the pool beside other ways to render pages.

The others are a script that starts Chromium for each page, and `shot-scraper multi` where that is
on PATH (it takes pictures only).

    python tests/bench/bench_render.py --sites sites --pages 40
    python tests/bench/bench_render.py --sites sites --soak 500

The folder of sites has an index.json that names their pages; each is served on a loopback port of
its own by another process. All ways render the same pages in turns, so that what else the
machine does falls on all alike. Memory is the proportional set size of this process and of all
browsers, sampled twice a second.
"""

import argparse
import asyncio
import functools
import json
import multiprocessing
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from urllib.parse import quote

import numpy as np
import psutil
from playwright.async_api import FloatRect, async_playwright
from shot_scraper import shot_scraper_multi

from pagesight.render.browser.pool import BrowserPool
from pagesight.render.browser.process import find_browser
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions

Way = Callable[[Sequence[str]], Awaitable[None]]
OPTIONS = RenderOptions(allow_private=True)
BATCH = 8  # pages a way renders before the next one's turn
MEGABYTE = 2**20
SAMPLED = 25  # captures of a soak from one sample of memory to the next


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=40)
    parser.add_argument("--soak", type=int, help="that many captures in a row instead")
    arguments = parser.parse_args()
    if arguments.soak and arguments.soak < 2 * SAMPLED:
        parser.error(f"--soak takes {2 * SAMPLED} captures or more: a slope needs two samples")
    with served(arguments.sites) as pages:
        step = max(1, len(pages) // arguments.pages)
        if arguments.soak:
            asyncio.run(_soak(pages, arguments.soak))
        else:
            with shot_scraper_multi() as rival:
                asyncio.run(_compare(pages[::step][: arguments.pages], rival))


async def _compare(pages: Sequence[str], rival: Way | None) -> None:
    print(f"{len(pages)} pages; load {psutil.getloadavg()[0]:.1f} on {psutil.cpu_count()} cores")
    async with BrowserPool(1, OPTIONS) as one, BrowserPool(2, OPTIONS) as two:
        others: dict[str, Way] = {"Chromium per page": _naive}
        if rival:
            others["shot-scraper multi"] = rival
        ways: dict[str, Way] = {
            **others,
            "pool of 1": functools.partial(_pooled, one),
            "pool of 2": functools.partial(_pooled, two),
        }
        seconds = await _in_turns(ways, pages)
    peaks = {
        **{name: await _peak(way, pages[:BATCH]) for name, way in others.items()},
        "pool of 1": await _peak_of_pool(1, pages[:BATCH]),
        "pool of 2": await _peak_of_pool(2, pages[:BATCH]),
    }
    for name in ways:
        rate, ratio = len(pages) / seconds[name], seconds["Chromium per page"] / seconds[name]
        print(f"{name:18} {rate:6.2f} pages/s  {ratio:5.2f} x  peak {peaks[name]:6.0f} MB")


async def _in_turns(ways: dict[str, Way], pages: Sequence[str]) -> dict[str, float]:
    seconds = dict.fromkeys(ways, 0.0)
    for start in range(0, len(pages), BATCH):
        for name, way in ways.items():
            started = time.monotonic()
            await way(pages[start : start + BATCH])
            seconds[name] += time.monotonic() - started
    return seconds


async def _pooled(pool: BrowserPool, pages: Sequence[str]) -> None:
    results = await asyncio.gather(*map(pool.render, pages), return_exceptions=True)
    for page, result in zip(pages, results, strict=True):
        if isinstance(result, RenderError):
            print(f"failed: {page}: {result}")
        elif isinstance(result, BaseException):
            raise result


async def _naive(pages: Sequence[str]) -> None:
    """Render the pages as the first example of a manual would: no waiting for late requests."""
    async with async_playwright() as playwright:
        executable = find_browser(playwright.chromium.executable_path)
        for page in pages:
            browser = await playwright.chromium.launch(executable_path=executable)
            tab = await browser.new_page(viewport={"width": 1280, "height": 960})
            await tab.goto(page)
            clip: FloatRect = {"x": 0, "y": 0, "width": 1280, "height": 1920}
            await tab.screenshot(full_page=True, clip=clip)
            await tab.content()
            await browser.close()


async def _peak_of_pool(browsers: int, pages: Sequence[str]) -> float:
    async with BrowserPool(browsers, OPTIONS) as pool:
        return await _peak(functools.partial(_pooled, pool), pages)


async def _peak(way: Way, pages: Sequence[str]) -> float:
    """Return the most megabytes used at once while `way` renders the pages."""
    samples = [_megabytes()]
    running = asyncio.ensure_future(way(pages))
    while not running.done():
        samples.append(await asyncio.to_thread(_megabytes))
        await asyncio.wait({running}, timeout=0.5)
    await running
    return max(samples)


async def _soak(pages: Sequence[str], captures: int) -> None:
    print("captures  this process  with browser (MB)  captures/s")
    own, whole = [], []
    async with BrowserPool(1, OPTIONS) as pool:
        started = time.monotonic()
        for number in range(1, captures + 1):
            await _pooled(pool, [pages[number % len(pages)]])
            if number % SAMPLED == 0:
                own.append(psutil.Process().memory_full_info().pss / MEGABYTE)
                whole.append(_megabytes())
                rate = number / (time.monotonic() - started)
                print(f"{number:8} {own[-1]:13.0f} {whole[-1]:18.0f} {rate:11.2f}", flush=True)
    for name, series in (("this process", own), ("with browser", whole)):
        slope = np.polyfit(np.arange(len(series)) * SAMPLED, series, 1)[0] * 100
        print(f"{name}: {slope:+.2f} MB per 100 captures, mean {np.mean(series):.0f} MB")


def _megabytes() -> float:
    """Return the memory of this process and its children, the server apart."""
    served = {process.pid for process in multiprocessing.active_children()}
    total = 0
    for process in (psutil.Process(), *psutil.Process().children(recursive=True)):
        if process.pid not in served:
            try:
                total += process.memory_full_info().pss
            except psutil.Error:  # it ended meanwhile
                continue
    return total / MEGABYTE


@contextmanager
def served(sites: Path) -> Iterator[list[str]]:
    """Serve the sites in another process; yield the addresses of their pages, sites mixed."""
    spawn = multiprocessing.get_context("spawn")
    ports: SimpleQueue[dict[str, int]] = spawn.SimpleQueue()
    index = json.loads((sites / "index.json").read_text())
    server = spawn.Process(target=_serve, args=(sites, ports), daemon=True)
    server.start()
    port = ports.get()
    pages = [
        (number, f"http://127.0.0.1:{port[site['name']]}/{quote(page['path'])}")
        for site in index
        for number, page in enumerate(site["pages"])
    ]
    yield [address for _, address in sorted(pages, key=lambda page: page[0])]
    server.terminate()
    server.join()


def _serve(sites: Path, ports: "SimpleQueue[dict[str, int]]") -> None:
    found = {}
    for site in json.loads((sites / "index.json").read_text()):
        root = sites / site["name"] / site["serve_root"]
        server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Quiet, directory=root))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        found[site["name"]] = server.server_port
    ports.put(found)
    threading.Event().wait()


class _Quiet(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Keep the figures readable."""


if __name__ == "__main__":
    main()
