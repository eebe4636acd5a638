"""Extract many pages into one file of JSON lines; run again, it does what is still to do."""

import asyncio
import json
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Generator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any

from pagesight.app.config import Options
from pagesight.app.jobs.raw_text import filtered_text, is_raw_text
from pagesight.app.output.result_json import result_json
from pagesight.app.pipeline import Pipeline
from pagesight.render.capture import as_done
from pagesight.render.errors import PagesightError
from pagesight.render.page import Capture, http_error
from pagesight.render.store import is_kept

Row = dict[str, Any]

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """How to extract the pages, and how many at a time."""

    options: Options = field(default_factory=Options)
    workers: int = 1


def run_batch(
    sources: Sequence[str], out: Path, options: BatchOptions
) -> Generator[Row, None, None]:
    """Extract the sources, append a line for each to `out` and yield it.

    A source that fails becomes a line with its error, and is still `to_do`.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    with (
        # What is no UTF-8 is escaped, which JSON reads as well.
        out.open("a", encoding="utf-8", errors="backslashreplace") as file,
        closing(batch_rows(sources, options)) as rows,
    ):
        for row in rows:
            file.write(row_json(row) + "\n")
            file.flush()
            yield row


def batch_rows(sources: Sequence[str], options: BatchOptions) -> Generator[Row, None, None]:
    """Extract the sources and yield a row for each as it is done, failures among them."""
    rows = _rows(sources, options)
    with asyncio.Runner() as run:
        try:
            while (row := run.run(_next(rows))) is not None:
                yield row
        finally:  # the disk is full, or no more results are wanted: close the browsers
            run.run(rows.aclose())


def row_json(row: Row) -> str:
    """Return the row as a line of JSON, without a line break at its end."""
    return json.dumps(row, ensure_ascii=False)


async def _next(rows: AsyncGenerator[Row, None]) -> Row | None:
    return await anext(rows, None)


async def _rows(sources: Sequence[str], options: BatchOptions) -> AsyncGenerator[Row, None]:
    """Yield a row a source: captures are made `workers` at a time, extraction one at a time."""
    pipeline = Pipeline(options.options)
    threshold = options.options.perplexity
    texts = {source for source in sources if threshold is not None and is_raw_text(source)}
    with ThreadPoolExecutor(1) as extraction:
        async with _capturing(pipeline, min(options.workers, len(sources) - len(texts))) as capture:

            def filtered(source: str, threshold: float) -> str:
                return filtered_text(source, pipeline.models.perplexity(), threshold)

            async def row_of(source: str) -> Row:
                loop = asyncio.get_running_loop()
                try:
                    if threshold is not None and source in texts:
                        text = await loop.run_in_executor(extraction, filtered, source, threshold)
                        return {"source": source, "text": text}
                    captured = await capture(source)
                    result = await loop.run_in_executor(
                        extraction, pipeline.extract_capture, captured
                    )
                except Exception as fault:  # of one page: it must not cost the others
                    if not isinstance(fault, PagesightError):
                        logger.exception("%s: a fault of Pagesight, please report it", source)
                    return {"source": source, "error": f"{type(fault).__name__}: {fault}"}
                failed = http_error(captured.status)  # its row is kept, and it is tried again
                error = {"error": failed} if failed else {}
                return {"source": source, **error, **result_json(result)}

            async with aclosing(as_done(row_of, sources, options.workers)) as rows:
                async for row in rows:
                    yield row


@asynccontextmanager
async def _capturing(
    pipeline: Pipeline, workers: int
) -> AsyncIterator[Callable[[str], Awaitable[Capture]]]:
    """Give the function that captures a source, with its browsers if it needs any."""

    async def read(source: str) -> Capture:
        return await asyncio.wrap_future(_in_thread(lambda: pipeline.capture(source)))

    if not pipeline.options.render or not workers:
        yield read
        return
    from pagesight.render.browser.pool import BrowserPool

    async with BrowserPool(workers, pipeline.options.rendering) as pool:

        async def render(source: str) -> Capture:
            return await (read(source) if is_kept(source) else pool.render(source))

        yield render


def _in_thread(read: Callable[[], Capture]) -> "Future[Capture]":
    """Start to read in a thread of its own, which does not keep the program from ending.

    A server may keep it until the deadline; an interrupted batch need not wait for that.
    """
    future: Future[Capture] = Future()
    future.set_running_or_notify_cancel()

    def run() -> None:
        try:
            future.set_result(read())
        except Exception as error:
            future.set_exception(error)

    Thread(target=run, daemon=True).start()
    return future
