"""Print pages a second and memory of rendering batches; or plot the memory of a long one.

    python tests/bench/bench_jobs.py --sites sites --pages 60 --workers 1 2
    python tests/bench/bench_jobs.py --sites sites --pages 3000 --workers 2 --plot memory.png
    python tests/bench/bench_jobs.py --sites sites --pages 60 --workers 2 --engine ray

The pages are those of bench_render.py, served by another process, each address once. Speed counts
from the first page that is done to the last, so that the start of workers is left out. Memory is
the proportional set size, sampled every two seconds: of a worker (Python), of its browser (Chromium
and Playwright's driver) and of the command itself; means, and the peak of all together.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil
from bench_render import MEGABYTE, served

from pagesight.app.jobs.state import job_rows

COMMAND = Path(sys.executable).with_name("pagesight")
SAMPLE_SECONDS = 2.0


@dataclass(frozen=True)
class Sample:
    """Megabytes by kind of process at a moment, and how many processes were workers."""

    seconds: float
    megabytes: Mapping[str, float]
    workers: int


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=Path, required=True)
    parser.add_argument("--pages", type=int, default=60)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--engine", default="local")
    parser.add_argument("--plot", type=Path)
    arguments = parser.parse_args()
    heads = ("workers", "pages/s", "MB a worker", "MB its browser", "MB the command")
    print(
        f"| {' | '.join(heads)} | MB at most in all | failed | load of {psutil.cpu_count()} cores |"
    )
    print("|---|---|---|---|---|---|---|---|")
    with served(arguments.sites) as pages:
        wanted = [f"{pages[n % len(pages)]}?n={n // len(pages)}" for n in range(arguments.pages)]
        for workers in arguments.workers:
            samples = run(wanted, workers, arguments.engine)
            if arguments.plot:
                plot(samples, arguments.plot)


def run(pages: Sequence[str], workers: int, engine: str) -> list[Sample]:
    """Do the pages and print a row of the table."""
    with tempfile.TemporaryDirectory() as folder:
        listed, out = Path(folder) / "urls.txt", Path(folder) / "out.jsonl"
        listed.write_text("\n".join(pages), "utf-8")
        command: list[str | Path] = [
            COMMAND, "batch", listed, "--out", out, "--workers", str(workers), "--allow-private",
            "--per-host", "8", "--engine", engine,
        ]  # fmt: skip
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        samples = []
        started = time.monotonic()
        while process.poll() is None:
            samples.append(sample(process.pid, started))
            with suppress(subprocess.TimeoutExpired):
                process.wait(SAMPLE_SECONDS)
        ends = [page.at for page in job_rows(out.with_name("out.jsonl.job"))]
        rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    rate = (len(ends) - 1) / (max(ends) - min(ends))
    working = [each for each in samples if each.workers == workers][2:] or samples
    worker, browser, own = (
        np.mean([each.megabytes[kind] for each in working]) for kind in ("worker", "browser", "own")
    )
    peak = max(sum(each.megabytes.values()) for each in samples)
    print(
        f"| {workers} | {rate:.2f} | {worker / workers:.0f} | {browser / workers:.0f} | {own:.0f} "
        f"| {peak:,.0f} | {sum(bool(row['error']) for row in rows)} | {os.getloadavg()[0]:.1f} |",
        flush=True,
    )
    return samples


def sample(command: int, started: float) -> Sample:
    """Return the memory of the command and of all processes that belong to it."""
    megabytes: dict[str, float] = defaultdict(float)
    workers = 0
    for process in (psutil.Process(command), *psutil.Process(command).children(recursive=True)):
        with suppress(psutil.Error):
            kind = kind_of(process, command)
            workers += kind == "worker"
            megabytes[kind] += process.memory_full_info().pss / MEGABYTE
    return Sample(time.monotonic() - started, megabytes, workers)


def kind_of(process: psutil.Process, command: int) -> str:
    """Return whose process it is."""
    if process.pid == command:
        return "own"
    words = " ".join(process.cmdline())
    if "spawn_main" in words or "ray::_Actor" in words:
        return "worker"
    return "browser" if "chrom" in words or "playwright" in words else "other"


def plot(samples: Sequence[Sample], path: Path) -> None:
    """Draw memory over time, and print by how much it grows in the later half."""
    import matplotlib.pyplot as plt

    figure, axes = plt.subplots(figsize=(9, 4))
    minutes = [each.seconds / 60 for each in samples]
    for kind, label in (("worker", "workers"), ("browser", "browsers"), ("own", "command")):
        series = [each.megabytes[kind] for each in samples]
        axes.plot(minutes, series, label=label)
        half = len(series) // 2
        slope = np.polyfit(minutes[half:], series[half:], 1)[0]
        print(
            f"{label}: {np.mean(series[half:]):.0f} MB, {slope:+.2f} MB a minute in the later half"
        )
    axes.set(xlabel="minutes", ylabel="MB", ylim=(0, None))
    axes.legend()
    figure.savefig(path, dpi=120, bbox_inches="tight")


if __name__ == "__main__":
    main()
