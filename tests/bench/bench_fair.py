"""Four keys, one of them hostile: what the other three wait, without it and with it.

python tests/bench/bench_fair.py [--seconds 120] [--browsers 2]

Three callers ask for pages one after the other, half of them rendered. Then the same while a
fourth sends 33 pages at a time that loop for ever, and 33 addresses that never answer. Prints a
table: answers by status, and the seconds that the others' answers took.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from pathlib import Path
from statistics import quantiles
from tempfile import TemporaryDirectory

import httpx

sys.path.insert(0, str(Path(__file__).parents[1] / "support"))
from loopback import Exchange, Site
from service import WORDS, Served

_POLITE, _HOSTILE = ("ann", "bob", "cyd"), "eve"
_PAGE = f"<title>Page</title><h1>Page</h1><p>{WORDS}</p>".encode()
_LOOP = b"<script>for (;;);</script><p>Never."
_AT_ONCE = 33  # as in the case that was reported


def _key(name: str) -> str:
    return f"{name}-has-a-key-of-some-length"


async def _polite(
    url: str, site: Site, name: str, ends: float, took: dict[str, list[float]]
) -> None:
    headers = {"X-API-Key": _key(name)}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=300) as client:
        count = 0
        while time.monotonic() < ends:
            count += 1
            route = "/render" if count % 2 else "/extract"
            body = {"url": site.url("/page")} if count % 2 else {"html": _PAGE.decode()}
            began = time.monotonic()
            answer = await client.post(route, json=body)
            took[f"{route} {answer.status_code}"].append(time.monotonic() - began)
            await asyncio.sleep(0.5)


async def _hostile(url: str, site: Site, path: str, ends: float, statuses: Counter[int]) -> None:
    headers = {"X-API-Key": _key(_HOSTILE)}
    async with httpx.AsyncClient(base_url=url, headers=headers, timeout=300) as client:
        while time.monotonic() < ends:
            route = "/render" if path == "/loop" else "/extract"
            answer = await client.post(route, json={"url": site.url(path)})
            statuses[answer.status_code] += 1
            await asyncio.sleep(0.1)


async def _round(url: str, site: Site, seconds: float, *, hostile: bool) -> None:
    took: dict[str, list[float]] = {f"{r} {s}": [] for r in ("/render", "/extract") for s in
                                    (200, 404, 429, 500, 503, 504)}  # fmt: skip
    statuses: Counter[int] = Counter()
    began = time.monotonic()
    attacks = [
        asyncio.create_task(_hostile(url, site, path, began + seconds, statuses))
        for path in ("/loop", "/silent")
        for _ in range(_AT_ONCE if hostile else 0)
    ]
    await asyncio.gather(*(_polite(url, site, n, began + seconds, took) for n in _POLITE))
    for attack in attacks:
        attack.cancel()
    await asyncio.gather(*attacks, return_exceptions=True)
    print(f"{'with' if hostile else 'without'} a hostile key {dict(statuses) or ''}")
    for kind, values in took.items():
        if len(values) > 1:
            p95 = quantiles(values, n=20)[-1]
            middle = quantiles(values, n=2)[0]
            print(f"  {kind:14} {len(values):4} answers, median {middle:6.2f} s, p95 {p95:6.2f} s")
        elif values:
            print(f"  {kind:14} {len(values):4} answers")


def main() -> None:
    """Measure both."""
    arguments = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    arguments.add_argument("--seconds", type=float, default=120.0)
    arguments.add_argument("--browsers", type=int, default=2)
    given = arguments.parse_args()
    site = Site()
    site.pages |= {"/page": _PAGE, "/loop": _LOOP, "/silent": Exchange.hang}
    site.start()
    with TemporaryDirectory() as folder:
        keys = Path(folder) / "keys"
        keys.write_text("".join(f"{n}:{_key(n)}\n" for n in (*_POLITE, _HOSTILE)), "utf-8")
        options = ("--api-keys", keys, "--allow-private", "--browsers", given.browsers)
        with Served(Path(folder), *options, "--rate", 100_000) as served:
            asyncio.run(
                _round(served.url, site, 20.0, hostile=False)
            )  # to load models and browsers
            print("measured:")
            for hostile in (False, True):
                asyncio.run(_round(served.url, site, given.seconds, hostile=hostile))
    site.stop()


if __name__ == "__main__":
    main()
