"""Four keys, one of them hostile: what the other three wait, without it and with it.

python tests/bench/bench_fair.py [--seconds 300] [--browsers 2]

Three callers ask for one page after the other: rendered, fetched, and sent as HTML in turns. Then
the same while a fourth key keeps 33 pages that loop for ever in the making, and hangs up on each
after 6 s, and 40 fetches of addresses that never answer: a server that is silent, and one that
takes no connection. All that is not the service, the three apart, runs in other processes, which
give way to it. Prints a table in Markdown: the seconds that the others' answers took, how many of
them failed, and by how much the 95th percentile grew; and then what became of the fourth.
"""

import argparse
import asyncio
import multiprocessing
import os
import socket
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from loopback import Exchange, Site
from service import WORDS, Served, api_key

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

SPAWN = multiprocessing.get_context("spawn")
_POLITE, _HOSTILE = ("ann", "bob", "cyd"), "eve"
_PAGE = f"<title>Page</title><h1>Page</h1><p>{WORDS}</p>".encode()
_LOOP = b"<script>for (;;);</script><p>Never."
_RENDERS, _FETCHES, _HANG_UP_AFTER = 33, 40, 6.0  # as in the cases that were reported
_WARM_UP = 20.0  # seconds, in which models are loaded and browsers start
_PAUSE = 0.5  # seconds between the pages of one caller


@dataclass
class Round:
    """What became of the requests of one condition."""

    seconds: dict[str, list[float]] = field(default_factory=dict)  # of answers, by what was asked
    failed: Counter[str] = field(default_factory=Counter)  # of what was asked

    @property
    def all_seconds(self) -> list[float]:
        """Return the seconds of all answers."""
        return [each for kind in self.seconds.values() for each in kind]


@dataclass(frozen=True)
class Addresses:
    """The service, a site, and a server that takes no connection."""

    service: str
    site: str
    dead: str

    def client(self, name: str, timeout: float = 300.0) -> httpx.AsyncClient:
        """Return a client with the key of the name."""
        headers = {"X-API-Key": api_key(name)}
        return httpx.AsyncClient(base_url=self.service, headers=headers, timeout=timeout)


async def _polite(at: Addresses, name: str, ends: float, found: Round) -> None:
    kinds = {
        "rendered": ("/render", {"url": f"{at.site}/page"}),
        "fetched": ("/extract", {"url": f"{at.site}/page"}),
        "sent as HTML": ("/extract", {"html": _PAGE.decode()}),
    }
    async with at.client(name) as client:
        while time.monotonic() < ends:
            for kind, (route, body) in kinds.items():
                began = time.monotonic()
                answer = await client.post(route, json=body)
                found.seconds.setdefault(kind, []).append(time.monotonic() - began)
                found.failed[kind] += answer.status_code != 200
                await asyncio.sleep(_PAUSE)


async def _ask_and_hang_up(at: Addresses, route: str, url: str, statuses: Counter[str]) -> None:
    timeout = _HANG_UP_AFTER if route == "/render" else 300.0
    async with at.client(_HOSTILE, timeout) as client:
        while True:
            try:
                answer = await client.post(route, json={"url": url})
                statuses[f"{route} {answer.status_code}"] += 1
            except httpx.TimeoutException:
                statuses[f"{route} hung up"] += 1
            await asyncio.sleep(0.1)


async def _attack(at: Addresses, seconds: float) -> Counter[str]:
    asked = [("/render", f"{at.site}/loop")] * _RENDERS
    asked += [("/extract", f"{at.site}/silent"), ("/extract", at.dead)] * (_FETCHES // 2)
    statuses: Counter[str] = Counter()
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(_ask_and_hang_up(at, *each, statuses) for each in asked))
    return statuses


def _hostile(at: Addresses, seconds: float) -> Counter[str]:
    """Attack for so long, in a process that gives way to others."""
    os.nice(10)
    return asyncio.run(_attack(at, seconds))


async def _round(at: Addresses, seconds: float) -> Round:
    found, ends = Round(), time.monotonic() + seconds
    await asyncio.gather(*(_polite(at, name, ends, found) for name in _POLITE))
    return found


def _serve(connection: "Connection[str, str]") -> None:
    """Serve the site until the other end says to stop; send its address first."""
    with Site() as site:
        site.pages |= {"/page": _PAGE, "/loop": _LOOP, "/silent": Exchange.hang}
        connection.send(site.url(""))
        connection.recv()


@contextmanager
def _site() -> Iterator[str]:
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=_serve, args=(theirs,))
    process.start()
    try:
        yield ours.recv()
    finally:
        ours.send("stop")
        process.join()


def _times(seconds: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    cuts = quantiles(seconds, n=20, method="inclusive")
    return cuts[9], cuts[18]


def _rows(calm: Round, attacked: Round) -> Iterator[str]:
    yield "| page | alone: pages, median, p95, failed | beside the hostile key | p95 grew |"
    yield "|---|---|---|---|"
    for kind in (*calm.seconds, "all"):
        cells, last = [], []
        for found in (calm, attacked):
            seconds = found.all_seconds if kind == "all" else found.seconds[kind]
            failed = found.failed.total() if kind == "all" else found.failed[kind]
            median, p95 = _times(seconds)
            cells.append(f"{len(seconds)}, {median:.2f} s, {p95:.2f} s, {failed}")
            last.append(p95)
        yield f"| {kind} | {' | '.join(cells)} | {last[1] / last[0]:.2f} x |"


@contextmanager
def _dead_address() -> Iterator[str]:
    """Give the address of a server whose queue of connections is full."""
    with socket.create_server(("127.0.0.1", 0), backlog=0) as full:
        place = full.getsockname()
        with socket.create_connection(place):
            with suppress(TimeoutError):
                socket.create_connection(place, timeout=1)
            yield f"http://127.0.0.1:{place[1]}/"


def main() -> None:
    """Measure both."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--seconds", type=float, default=300.0)
    arguments.add_argument("--browsers", type=int, default=2)
    given = arguments.parse_args()
    with TemporaryDirectory() as folder, _dead_address() as dead, _site() as site:
        keys = Path(folder) / "keys"
        keys.write_text("".join(f"{n}:{api_key(n)}\n" for n in (*_POLITE, _HOSTILE)), "utf-8")
        options = ("--api-keys", keys, "--allow-private", "--browsers", given.browsers)
        with (
            Served(Path(folder), *options, "--rate", 100_000) as served,
            ProcessPoolExecutor(1, SPAWN) as others,
        ):
            at = Addresses(served.url, site, dead)
            asyncio.run(_round(at, _WARM_UP))
            calm = asyncio.run(_round(at, given.seconds))
            attack = others.submit(_hostile, at, given.seconds)
            attacked = asyncio.run(_round(at, given.seconds))
            statuses = attack.result()
    print("\n".join(_rows(calm, attacked)))
    print(f"\nThe hostile key: {dict(statuses)}")


if __name__ == "__main__":
    main()
