"""The service under an hour of mixed load, with pages that hang and callers that hang up.

    python tests/bench/bench_soak.py --minutes 60 --out soak.json --plot soak.svg

Two keys ask for pages that are rendered, fetched and sent as HTML, and for pages by the demo. A
third renders pages that loop or grow for ever, fetches from a server that is silent and one that
drips, sends bodies that it does not end, and hangs up on each. A fourth makes jobs of ten pages and
deletes each other one before it is done. Every ten seconds it is noted: pages that were answered,
memory (proportional set size of the service and all its processes), how many processes, threads,
open files, temporary files there are, and what /readyz says. At the end the load stops, and the
last samples are taken once the service is idle. Prints the figures of the first and last tenth.
"""

import argparse
import asyncio
import json
import os
import random
import socket
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

import httpx
import psutil

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from loopback import Exchange, Site
from service import WORDS, Served, api_key

_SAMPLE_SECONDS = 10.0
_PAUSE = 0.5  # seconds between the questions of one caller
_HANG_UP_AFTER = 6.0
_MEGABYTE = 1024 * 1024
_PAGE = f"<title>Page</title><h1>Page</h1><p>{WORDS}</p>".encode()
_HOSTILE = {
    "/loop": b"<script>for (;;);</script><p>Never.",
    "/grow": b"<script>setInterval(() => document.body.append('x'.repeat(1e4)), 20)</script>",
}
_CALL = "/demo/gradio_api/call/extract"


@dataclass(frozen=True)
class Sample:
    """The service at a moment, `minutes` after the load began."""

    minutes: float
    pages_a_second: float
    megabytes: float
    processes: int
    threads: int
    open_files: int
    temporary_files: int
    ready: bool


@dataclass
class Load:
    """Who asks what, and what became of it."""

    served: Served
    site: Site
    ends: float
    dice: random.Random
    statuses: Counter[str]
    pages: int = 0  # that were answered with 200

    def client(self, name: str, timeout: float = 300.0) -> httpx.AsyncClient:
        """Return a client with the key of the name."""
        headers = {"X-API-Key": api_key(name)}
        return httpx.AsyncClient(base_url=self.served.url, headers=headers, timeout=timeout)

    def note(self, name: str, what: str, answer: httpx.Response) -> None:
        """Count an answer."""
        self.statuses[f"{name} {what} {answer.status_code}"] += 1
        self.pages += answer.status_code == 200

    async def repeat(self, once: Callable[[httpx.AsyncClient], Awaitable[None]], name: str) -> None:
        """Do something over and over with one client, whatever becomes of it."""
        timeout = _HANG_UP_AFTER if name == "eve" else 300.0
        async with self.client(name, timeout) as client:
            while time.monotonic() < self.ends:
                try:
                    await once(client)
                except httpx.TransportError as error:
                    self.statuses[f"{name} {type(error).__name__}"] += 1
                await asyncio.sleep(_PAUSE)

    async def read_pages(self, client: httpx.AsyncClient) -> None:
        """Have a page in one of four ways."""
        page = f"{self.site.url('/page')}?n={self.dice.randrange(10**9)}"
        way = self.dice.choice(("rendered", "fetched", "sent", "demo"))
        if way == "demo":
            event = (await client.post(_CALL, json={"data": [page]})).json()["event_id"]
            self.note("polite", way, await client.get(f"{_CALL}/{event}"))
            return
        body = {"html": _PAGE.decode()} if way == "sent" else {"url": page}
        route = "/render" if way == "rendered" else "/extract"
        self.note("polite", way, await client.post(route, json=body))

    async def do_harm(self, client: httpx.AsyncClient) -> None:
        """Ask for a page that hangs, and hang up; or send a body that has no end."""
        path = self.dice.choice((*_HOSTILE, "/silent", "/drip", "a body without end"))
        if not path.startswith("/"):
            await asyncio.to_thread(self._half_a_body)
            return
        route = "/render" if path in _HOSTILE else "/extract"
        answer = await client.post(route, json={"url": self.site.url(path)})
        self.statuses[f"eve {path} {answer.status_code}"] += 1

    async def make_jobs(self, client: httpx.AsyncClient) -> None:
        """Have ten pages by a job; delete each other one before it is done."""
        urls = [f"{self.site.url('/page')}?n={self.dice.randrange(10**9)}" for _ in range(10)]
        created = await client.post("/jobs", json={"urls": urls})
        if created.status_code != 202:
            self.statuses[f"dan job {created.status_code}"] += 1
            await asyncio.sleep(10)
            return
        job = f"/jobs/{created.json()['id']}"
        if self.dice.random() < 0.5:
            await asyncio.sleep(5)
        else:
            rows = (await client.get(f"{job}/results", params={"wait": True})).text.splitlines()
            self.statuses["dan row of a job"] += len(rows)
        await client.delete(job)
        await asyncio.sleep(10)

    def _half_a_body(self) -> None:
        place = self.served.client.base_url
        with socket.create_connection((place.host, place.port or 80)) as connection:
            head = (
                f"POST /extract HTTP/1.1\r\nHost: {place.host}\r\nX-API-Key: {api_key('eve')}\r\n"
            )
            connection.sendall(f"{head}Content-Length: 1000\r\n\r\n{{".encode())
            time.sleep(_HANG_UP_AFTER)


def _drip(exchange: Exchange) -> None:
    exchange.begin()
    exchange.drip(b"<p>words")


async def _sample(load: Load, began: float, temporary: Path, samples: list[Sample]) -> None:
    """Note how the service is, until this is cancelled."""
    headers, pages, since = {"X-API-Key": api_key("ann")}, load.pages, began
    async with httpx.AsyncClient(base_url=load.served.url, headers=headers, timeout=60) as client:
        while True:
            await asyncio.sleep(_SAMPLE_SECONDS)
            ready = await _is_ready(client)
            now = time.monotonic()
            rate = (load.pages - pages) / (now - since)
            pages, since = load.pages, now
            found = await asyncio.to_thread(_figures, load.served.process.pid, temporary)
            samples.append(Sample((now - began) / 60, rate, *found, ready))


async def _is_ready(client: httpx.AsyncClient) -> bool:
    try:
        return (await client.get("/readyz")).status_code == 200
    except httpx.TransportError:  # no answer in time is one
        return False


def _figures(service: int, temporary: Path) -> tuple[float, int, int, int, int]:
    """Return megabytes, processes, threads and open files of the service, and temporary files."""
    megabytes, threads, processes = 0.0, 0, 0
    own = psutil.Process(service)
    for process in (own, *own.children(recursive=True)):
        with suppress(psutil.Error):
            megabytes += process.memory_full_info().pss / _MEGABYTE
            threads += process.num_threads()
            processes += 1
    # Folders that vanish meanwhile are passed over, as `rglob` does not.
    files = sum(len(names) for _, _, names in os.walk(temporary))
    return megabytes, processes, threads, own.num_fds(), files


async def _run(
    served: Served, site: Site, seconds: float, temporary: Path
) -> tuple[Load, list[Sample]]:
    began = time.monotonic()
    load = Load(served, site, began + seconds, random.Random(0), Counter())
    samples: list[Sample] = []
    watch = asyncio.create_task(_sample(load, began, temporary, samples))
    callers = [load.repeat(load.read_pages, name) for name in ("ann", "bob") for _ in range(2)]
    callers += [load.repeat(load.do_harm, "eve") for _ in range(8)]
    work = asyncio.gather(*callers, load.repeat(load.make_jobs, "dan"))
    both: list[asyncio.Future[Any]] = [work, watch]
    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
    if watch.done():  # by an error: without samples the rest of the time shows nothing
        watch.result()
    await work
    await asyncio.to_thread(served.wait_for_pending, 0, api_key("ann"))
    await asyncio.sleep(3 * _SAMPLE_SECONDS)
    watch.cancel()
    return load, samples


def _plot(samples: Sequence[Sample], path: Path) -> None:
    """Draw each figure over time, one below the other."""
    from matplotlib.figure import Figure

    minutes = [each.minutes for each in samples]
    names = {
        "pages_a_second": "pages/s",
        "megabytes": "MB",
        "processes": "processes",
        "threads": "threads",
        "open_files": "open files",
        "temporary_files": "temporary files",
    }
    figure = Figure(figsize=(8, 9), layout="constrained")
    for axes, (name, label) in zip(
        figure.subplots(len(names), sharex=True), names.items(), strict=True
    ):
        axes.plot(minutes, [getattr(each, name) for each in samples], linewidth=1)
        axes.set(ylabel=label, ylim=(0, None))
        for each in samples:
            if not each.ready:
                axes.axvspan(each.minutes - 0.1, each.minutes + 0.1, color="red", alpha=0.2)
    axes.set_xlabel("minutes; red where /readyz says that it is not well")
    figure.savefig(path)


def _table(samples: Sequence[Sample]) -> str:
    """Return the figures of the first and the last tenth under load, and of the idle end."""
    tenth = max(1, len(samples) // 10)
    loaded = samples[:-3]
    parts: Mapping[str, Sequence[Sample]] = {
        "first tenth": loaded[:tenth], "last tenth": loaded[-tenth:], "idle": samples[-1:]
    }  # fmt: skip
    names = [name for name in asdict(samples[0]) if name not in ("minutes", "ready")]
    rows = [f"| | {' | '.join(name.replace('_', ' ') for name in names)} |"]
    rows.append("|---" * (len(names) + 1) + "|")
    for part, those in parts.items():
        means = (f"{mean(getattr(each, name) for each in those):.1f}" for name in names)
        rows.append(f"| {part} | {' | '.join(means)} |")
    return "\n".join(rows)


def main() -> None:
    """Run it, write the samples, draw them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--plot", type=Path, required=True)
    given = parser.parse_args()
    with (
        Site() as site,
        TemporaryDirectory(dir="/tmp") as folder,
        TemporaryDirectory(dir="/tmp") as temporary,
    ):
        site.pages |= {"/page": _PAGE, **_HOSTILE, "/silent": Exchange.hang, "/drip": _drip}
        keys = Path(folder) / "keys"
        names = ("ann", "bob", "dan", "eve")
        keys.write_text("".join(f"{name}:{api_key(name)}\n" for name in names), "utf-8")
        os.environ["TMPDIR"] = temporary  # of the service, and of its browsers
        options = ("--api-keys", keys, "--allow-private", "--demo", "--deadline", 20)
        with Served(Path(folder), *options) as served:
            run = _run(served, site, 60 * given.minutes, Path(temporary))
            load, samples = asyncio.run(run)
            served.terminate()
            code = served.ended()
        left = [str(path.relative_to(temporary)) for path in Path(temporary).rglob("*")]
    found = {"samples": [asdict(each) for each in samples], "answers": dict(load.statuses),
             "exit_status": code, "files_left": left}  # fmt: skip
    given.out.write_text(json.dumps(found, indent=1), "utf-8")
    _plot(samples, given.plot)
    print(_table(samples))
    print(f"\nexit status {code}, {len(left)} temporary files left\n{dict(load.statuses)}")


if __name__ == "__main__":
    main()
