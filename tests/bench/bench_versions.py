"""Print seconds and CPU seconds a page of two or more checkouts, and their ratio to the first.

    git worktree add --detach /tmp/before COMMIT
    python tests/bench/bench_versions.py --sites sites --pages 24 /tmp/before .

They render the same pages in turns of four, each in a process of its own, so that what else the
machine does falls on all alike; CPU seconds are those of the renderer and of all its browsers.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import psutil
from bench_render import served

TURN = 4  # pages a version renders before the next one's turn


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=Path)
    parser.add_argument("--pages", type=int, default=24)
    parser.add_argument("--browsers", type=int, default=1)
    parser.add_argument("--work", action="store_true", help="render what standard input names")
    parser.add_argument("checkouts", type=Path, nargs="*")
    arguments = parser.parse_args()
    if arguments.work:
        asyncio.run(_work(arguments.browsers))
        return
    with served(arguments.sites) as pages, tempfile.TemporaryDirectory() as folder:
        step = max(1, len(pages) // arguments.pages)
        chosen = pages[::step][: arguments.pages]
        versions = {
            str(checkout): _start(checkout.resolve(), Path(folder) / str(number), arguments)
            for number, checkout in enumerate(arguments.checkouts)
        }
        turns: dict[str, list[Mapping[str, float]]] = {name: [] for name in versions}
        for version in versions.values():
            _turn(version, chosen[:1])  # starts the browsers
        for start in range(0, len(chosen), TURN):
            for name, version in versions.items():
                turns[name].append(_turn(version, chosen[start : start + TURN]))
        for version in versions.values():
            version.communicate()
    totals = {name: _added(own) for name, own in turns.items()}
    first = next(iter(totals.values()))
    for name, total in totals.items():
        each = {step: round(seconds / len(chosen), 2) for step, seconds in total.items()}
        print(f"{name}: {first['wall'] / total['wall']:.2f} x by the clock,", end=" ")
        print(f"{first['cpu'] / total['cpu']:.2f} x by CPU; seconds a page: {each}")


def _start(checkout: Path, folder: Path, arguments: argparse.Namespace) -> "subprocess.Popen[str]":
    folder.mkdir()
    (folder / "pagesight").symlink_to(checkout)
    command = [sys.executable, __file__, "--work", "--browsers", str(arguments.browsers)]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)


def _turn(version: "subprocess.Popen[str]", pages: list[str]) -> Mapping[str, float]:
    assert version.stdin is not None
    assert version.stdout is not None
    version.stdin.write(json.dumps(pages) + "\n")
    version.stdin.flush()
    found: dict[str, float] = json.loads(version.stdout.readline())
    return found


async def _work(browsers: int) -> None:
    from pagesight.render.browser.pool import BrowserPool
    from pagesight.render.options import RenderOptions
    from pagesight.render.page import Capture

    loop = asyncio.get_running_loop()
    async with BrowserPool(browsers, RenderOptions(allow_private=True)) as pool:
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            cpu, started = _cpu_seconds(), time.monotonic()
            found = await asyncio.gather(
                *map(pool.render, json.loads(line)), return_exceptions=True
            )
            wall = time.monotonic() - started
            await asyncio.sleep(0.3)  # the last contexts close
            spent: list[Mapping[str, float]] = [{"wall": wall, "cpu": _cpu_seconds() - cpu}]
            for capture in found:
                if isinstance(capture, Capture):
                    spent.append(capture.seconds)
                else:
                    print(f"failed: {capture}", file=sys.stderr)
            print(json.dumps(_added(spent)), flush=True)


def _added(parts: Iterable[Mapping[str, float]]) -> Mapping[str, float]:
    """Return the seconds of each step, of all parts together."""
    total: dict[str, float] = defaultdict(float)
    for part in parts:
        for step, seconds in part.items():
            total[step] += seconds
    return total


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process and its children, ended ones among them."""
    total = time.process_time()
    for process in psutil.Process().children(recursive=True):
        try:
            total += sum(process.cpu_times()[:4])
        except psutil.Error:  # it ended meanwhile
            continue
    return total


if __name__ == "__main__":
    main()
