"""Extract many pages into one file of JSON lines; run again, it does what is still to do."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pagesight.app.config import Options
from pagesight.app.errors import AppError
from pagesight.app.pipeline import Pipeline
from pagesight.app.raw_text import filtered_text, is_raw_text
from pagesight.app.result_json import result_json
from pagesight.extract.errors import ExtractError
from pagesight.render.as_done import as_done
from pagesight.render.errors import RenderError
from pagesight.render.page import Capture
from pagesight.render.store import is_kept
from pagesight.vision.errors import VisionError

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class BatchOptions:
    """How to extract the pages, how many at a time, and whether to keep what stands already."""

    options: Options = field(default_factory=Options)
    workers: int = 1
    resume: bool = False


def run_batch(sources: Sequence[str], out: Path, options: BatchOptions) -> Iterator[Row]:
    """Extract the sources into `out` and yield each line written to it, as it is written.

    A source that fails becomes a line with its error, and is tried again by the next run.
    """
    done = _keep_finished(out) if options.resume else frozenset()
    out.parent.mkdir(parents=True, exist_ok=True)
    rows = _rows([source for source in sources if source not in done], options)
    with (
        out.open("a" if options.resume else "w", encoding="utf-8") as file,
        asyncio.Runner() as run,
    ):
        try:
            while (row := run.run(_next(rows))) is not None:
                file.write(json.dumps(row, ensure_ascii=False) + "\n")
                file.flush()
                yield row
        finally:  # the disk is full, or nobody asks for more: close the browsers
            run.run(rows.aclose())


def _keep_finished(out: Path) -> frozenset[str]:
    """Drop failures and a broken last line from `out`, and return the sources that are left."""
    if not out.exists():
        return frozenset()
    kept = {}
    for line in out.read_text(encoding="utf-8", errors="replace").split("\n"):
        try:
            row = json.loads(line)
        except ValueError:  # cut off in the middle of a write
            continue
        if isinstance(row, dict) and "source" in row and "error" not in row:
            kept[row["source"]] = line
    new = out.with_name(f"{out.name}.new")
    new.write_text("".join(line + "\n" for line in kept.values()), encoding="utf-8")
    new.replace(out)
    return frozenset(kept)


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
                except (AppError, RenderError, ExtractError, VisionError) as error:
                    return {"source": source, "error": f"{type(error).__name__}: {error}"}
                return {"source": source, **result_json(result)}

            async with aclosing(as_done(row_of, sources, options.workers)) as rows:
                async for row in rows:
                    yield row


@asynccontextmanager
async def _capturing(
    pipeline: Pipeline, workers: int
) -> AsyncIterator[Callable[[str], Awaitable[Capture]]]:
    """Give the function that captures a source, with its browsers if it needs any."""

    async def read(source: str) -> Capture:
        return await asyncio.to_thread(pipeline.capture, source)

    if not pipeline.options.render or not workers:
        yield read
        return
    from pagesight.render.pool import BrowserPool

    async with BrowserPool(workers, pipeline.options.rendering) as pool:

        async def render(source: str) -> Capture:
            return await (read(source) if is_kept(source) else pool.render(source))

        yield render
