"""Render many pages to disk, a few at a time; run again, it does what is still to do."""

import asyncio
import json
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pagesight.render.as_done import as_done
from pagesight.render.errors import RenderError
from pagesight.render.options import RenderOptions
from pagesight.render.pool import BrowserPool
from pagesight.render.status import http_error
from pagesight.render.store import (
    drop_unfinished,
    folder_for,
    is_kept,
    kept_status,
    save_capture,
)

FAILURES = "failures.jsonl"


@dataclass(frozen=True, slots=True)
class Outcome:
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
) -> AsyncGenerator[Outcome, None]:
    """Yield the outcome of each distinct source as it is done.

    A capture is kept as `load_capture` reads it. A source that fails stops nothing: it is told
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
        if is_kept(str(folder)) and not http_error(kept_status(folder)):
            yield Outcome(source, folder, skipped=True)
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
    report: Callable[[Outcome], None] | None = None,
) -> tuple[Outcome, ...]:
    """Return all outcomes of `render_all`, telling `report` of each as it comes."""

    async def collect() -> tuple[Outcome, ...]:
        outcomes = []
        async with aclosing(render_all(sources, out, workers, options)) as coming:
            async for outcome in coming:
                if report is not None:
                    report(outcome)
                outcomes.append(outcome)
        return tuple(outcomes)

    return asyncio.run(collect())


async def _render(pool: BrowserPool, out: Path, source: str) -> Outcome:
    try:
        capture = await pool.render(source)
    except RenderError as error:
        return Outcome(source, None, error=f"{type(error).__name__}: {error}")
    folder = folder_for(source, out)
    await asyncio.to_thread(save_capture, capture, folder)
    failed = http_error(capture.status)  # it is kept all the same: somebody may want to see it
    return Outcome(source, folder, failed, warnings=capture.warnings)
