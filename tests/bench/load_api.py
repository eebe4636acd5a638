"""The service under more clients than it has room for, and ended in the middle of it.

python tests/bench/load_api.py [--clients 50] [--seconds 300] [--workers 2] [--queue 32]

Starts `pagesight serve`, lets so many clients send pages one after the other, each with a word
of its own that must come back, and prints a table: answers by status, lost ones (no answer, or
that of another), seconds that an answer took. A client that is refused with 429 waits as it is
told to. Then the same again with a job beside it, and SIGTERM in the middle: what was taken on
must be answered, and the job must go on at the next start.
"""

import argparse
import asyncio
import json
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from loopback import Site
from service import Served

_WORDS = "Some words of a plain sentence that says little, and then a comma or two. "
_JOB_PAGES = 200
_END_AFTER = 5.0  # seconds, until SIGTERM


@dataclass
class Tally:
    """What became of the requests."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)  # of those with 200
    refused_seconds: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    peak_mib: float = 0.0


def _page(random_: random.Random, word: str) -> str:
    """Return a page of a common size, 5 to 200 kB, that holds the word."""
    parts = random_.randint(10, 400)
    text = f"<p>{_WORDS * 5}</p>" + "<div class=side><a href=/x>a link</a></div>" * 2
    return f"<title>{word}</title><article><h1>{word}</h1>{text * parts}</article>"


async def _client(url: str, number: int, ends: float, tally: Tally, until_closed: bool) -> None:
    random_ = random.Random(number)
    async with httpx.AsyncClient(base_url=url, timeout=120, verify=False) as client:
        count = 0
        while time.monotonic() < ends:
            count += 1
            word = f"word{number}x{count}"
            body = {"html": _page(random_, word)}
            began = time.monotonic()
            try:
                answer = await client.post("/extract", json=body)
            except httpx.ConnectError:
                if until_closed:
                    return  # it listens no more: nothing was taken on
                tally.lost.append("no connection")
                continue
            except httpx.TransportError as error:
                tally.lost.append(type(error).__name__)
                continue
            took = time.monotonic() - began
            tally.statuses[str(answer.status_code)] += 1
            if answer.status_code == 200:
                tally.seconds.append(took)
                if answer.json()["metadata"]["title"] != word:
                    tally.lost.append("another's answer")
            else:
                tally.refused_seconds.append(took)
                if answer.status_code == 503 and until_closed:
                    return
                await asyncio.sleep(float(answer.headers.get("Retry-After", 1)))


async def _watch(served: Served, tally: Tally) -> None:
    """Note the most memory that the service has held."""
    status = Path(f"/proc/{served.process.pid}/status")
    while True:
        lines = status.read_text("ascii").splitlines()
        peak = [int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")]
        tally.peak_mib = max([tally.peak_mib, *peak])
        await asyncio.sleep(1)


async def _load(served: Served, clients: int, seconds: float, end_after: float = 0.0) -> Tally:
    """Return what became of the clients' requests; with `end_after`, SIGTERM comes after that."""
    tally, ends = Tally(), time.monotonic() + seconds
    watch = asyncio.create_task(_watch(served, tally))
    running = [
        asyncio.create_task(_client(served.url, number, ends, tally, bool(end_after)))
        for number in range(clients)
    ]
    if end_after:
        await asyncio.sleep(end_after)
        served.terminate()
    await asyncio.gather(*running)
    watch.cancel()
    return tally


def _row(name: str, tally: Tally, seconds: float) -> str:
    cuts = statistics.quantiles(tally.seconds, n=100) if len(tally.seconds) > 1 else [0.0] * 99
    refused = max(tally.refused_seconds, default=0.0)
    statuses = ", ".join(f"{count} x {status}" for status, count in tally.statuses.most_common())
    lost = f"{len(tally.lost)} {dict(Counter(tally.lost)) if tally.lost else ''}".strip()
    times = " / ".join(f"{cuts[at]:.2f}" for at in (49, 94, 98))
    speed = f"{len(tally.seconds) / seconds:.1f}"
    cells = (name, statuses, lost, speed, times, f"{max(tally.seconds, default=0):.2f}",
             f"{refused:.2f}", f"{tally.peak_mib:.0f}")  # fmt: skip
    return "| " + " | ".join(cells) + " |"


def _job_rows(served: Served, job: str) -> Sequence[str]:
    answer = served.client.get(f"/jobs/{job}/results", params={"wait": True})
    return [json.loads(line)["source"] for line in answer.text.splitlines()]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=300.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--queue", type=int, default=32)
    asked = parser.parse_args()
    options = ("--rate", 1e6, "--workers", asked.workers, "--queue", asked.queue)
    print("| run | answers | lost | pages/s | p50 / p95 / p99, s | most | refusal, s | MiB |")
    print("|---" * 8 + "|")
    with Site() as site, TemporaryDirectory() as folder:
        site.pages |= {f"/{n}": f"<h1>Page</h1><p>{_WORDS * 9}".encode() for n in range(_JOB_PAGES)}
        with Served(Path(folder), *options) as served:
            tally = asyncio.run(_load(served, asked.clients, asked.seconds))
            print(_row(f"{asked.clients} clients, {asked.seconds:g} s", tally, asked.seconds))
        with Served(Path(folder), *options, "--allow-private") as served:
            urls = [site.url(f"/{n}") for n in range(_JOB_PAGES)]
            job = served.post("/jobs", {"urls": urls}).json()["id"]
            ending = asyncio.run(_load(served, asked.clients, 600.0, _END_AFTER))
            code = served.ended()
        print(_row(f"SIGTERM after {_END_AFTER:g} s, exit {code}", ending, _END_AFTER))
        with Served(Path(folder), *options, "--allow-private") as served:
            before = served.client.get(f"/jobs/{job}").json()["done"]
            rows = _job_rows(served, job)
    print(f"\njob of {_JOB_PAGES}: {before} done before or since the next start, then "
          f"{len(rows)} results, {len(set(rows))} different")  # fmt: skip
    sys.exit(bool(tally.lost or ending.lost or sorted(rows) != sorted(urls)))


if __name__ == "__main__":
    main()
