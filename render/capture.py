"""Render pages to captures: one at once, or many into a folder as they are done."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

from pagesight.render.browser.pool import BackgroundBrowsers, BrowserPool
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions
from pagesight.render.page import Capture, page_fault
from pagesight.render.sources.source import Source
from pagesight.render.store import drop_unfinished, folder_for, is_kept, kept_fault, save_capture

FAILURES = "failures.jsonl"

Item = TypeVar("Item")
Done = TypeVar("Done")


@dataclass(frozen=True, slots=True)
class CaptureOutcome:
    """What became of one source: the folder of its capture, or what went wrong.

    It is both for an error page that the server gave in place of the page.
    """

    source: str
    folder: Path | None
    error: str = ""
    skipped: bool = False  # an earlier run had done it
    warnings: tuple[str, ...] = ()


async def render_all(
    sources: Iterable[str], out: Path, workers: int = 1, options: RenderOptions | None = None
) -> AsyncGenerator[CaptureOutcome, None]:
    """Yield the outcome of each distinct source as it is done.

    A capture is kept as `load_capture` reads it. A source that fails stops nothing: it is reported
    in failures.jsonl, of this run, and tried again by the next. Raises BrowserError if there is
    no browser at all.
    """
    out.mkdir(parents=True, exist_ok=True)
    drop_unfinished(out)
    failures = out / FAILURES
    failures.write_text("")
    to_do = []
    for source in dict.fromkeys(sources):
        folder = folder_for(source, out)
        if is_kept(str(folder)) and not kept_fault(folder):
            yield CaptureOutcome(source, folder, skipped=True)
        else:
            to_do.append(source)
    if not to_do:
        return
    async with (
        BrowserPool(min(workers, len(to_do)), options) as pool,
        aclosing(as_done(partial(_render, pool, out), to_do, workers)) as outcomes,
    ):
        async for outcome in outcomes:
            if outcome.error:
                with failures.open("a", encoding="utf-8") as lines:
                    row = {"source": outcome.source, "error": outcome.error}
                    lines.write(json.dumps(row, ensure_ascii=False) + "\n")
            yield outcome


def render_batch(
    sources: Iterable[str],
    out: Path,
    workers: int = 1,
    options: RenderOptions | None = None,
    report: Callable[[CaptureOutcome], None] | None = None,
) -> tuple[CaptureOutcome, ...]:
    """Return all outcomes of `render_all`, calling `report` with each as it comes."""

    async def collect() -> tuple[CaptureOutcome, ...]:
        outcomes = []
        async with aclosing(render_all(sources, out, workers, options)) as coming:
            async for outcome in coming:
                if report is not None:
                    report(outcome)
                outcomes.append(outcome)
        return tuple(outcomes)

    return asyncio.run(collect())


async def _render(pool: BrowserPool, out: Path, source: str) -> CaptureOutcome:
    try:
        capture = await pool.render(source)
    except RenderError as error:
        return CaptureOutcome(source, None, error=str(error))
    folder = folder_for(source, out)
    await asyncio.to_thread(save_capture, capture, folder)
    failed = page_fault(capture)  # it is kept all the same: somebody may want to see it
    return CaptureOutcome(source, folder, failed, warnings=capture.warnings)


async def as_done(
    work: Callable[[Item], Awaitable[Done]], items: Iterable[Item], at_once: int
) -> AsyncGenerator[Done, None]:
    """Yield what `work` makes of the items, in the order in which it is ready.

    Never more than `at_once` are under way; those are cancelled where the reader leaves early.
    """
    waiting = iter(items)
    running: set[asyncio.Future[Done]] = set()
    try:
        while True:
            while len(running) < at_once and (item := next(waiting, None)) is not None:
                running.add(asyncio.ensure_future(work(item)))
            if not running:
                return
            done, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                yield task.result()
    finally:
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def render_page(source: str | Source, options: RenderOptions | None = None) -> Capture:
    """Return the capture of `source`: a URL, or a path of HTML, MHTML, a WARC or a folder.

    Starts and ends a browser, which costs about a second; for many pages use BackgroundBrowsers,
    or BrowserPool in an event loop of your own. Raises what `BrowserPool.render` does.
    """
    with BackgroundBrowsers(options=options) as browsers:
        return browsers.render(source).result()
