"""Work on many things a few at a time."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")
Outcome = TypeVar("Outcome")


async def as_done(
    work: Callable[[Item], Awaitable[Outcome]], items: Iterable[Item], at_once: int
) -> AsyncGenerator[Outcome, None]:
    """Yield what `work` makes of the items, in the order in which it is ready.

    Never more than `at_once` are under way; those are cancelled where the reader leaves early.
    """
    waiting = iter(items)
    running: set[asyncio.Future[Outcome]] = set()
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
