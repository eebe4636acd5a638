"""Time `pagesight extract PAGE --no-render` from the start of Python, against `trafilatura < PAGE`.

python tests/bench/bench_cold_start.py tests/pages/wcxb_article/source.html

Both run in turns; times are medians, of the processor (user and system) and of the clock. The first
run of each is not counted: it writes the bytecode. The slowest imports follow, without what they
import in turn.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

BIN = Path(sys.executable).parent
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}


def milliseconds(command: Sequence[object], page: Path) -> tuple[float, float]:
    """Return the processor's and the clock's milliseconds of a command that is given the page."""
    with page.open() as html:
        started = time.perf_counter()
        process = subprocess.Popen(
            [*map(str, command)], stdin=html, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=ENVIRONMENT,
        )  # fmt: skip
        _, status, used = os.wait4(process.pid, 0)
        elapsed = time.perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} failed: run it by itself to see why")
    return 1000 * (used.ru_utime + used.ru_stime), 1000 * elapsed


def slowest_imports(command: Sequence[object], number: int) -> list[tuple[float, str]]:
    """Return the modules that took longest to run when they were imported, with milliseconds."""
    lines = subprocess.run(
        [sys.executable, "-X", "importtime", *map(str, command)],
        capture_output=True, text=True, check=True, env=ENVIRONMENT,
    ).stderr.splitlines()  # fmt: skip
    rows = [line.partition(":")[2].split("|") for line in lines if line.startswith("import time:")]
    return sorted(((int(own) / 1000, name) for own, _, name in rows[1:]), reverse=True)[:number]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("page", type=Path)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--rival", type=Path, default=BIN / "trafilatura", help="Its command.")
    options = parser.parse_args()
    ours = [BIN / "pagesight", "extract", options.page, "--no-render"]
    commands = {"pagesight": ours, "trafilatura": [options.rival]}
    turns = [
        {name: milliseconds(command, options.page) for name, command in commands.items()}
        for _ in range(1 + options.runs)
    ][1:]
    medians = {
        name: [median(column) for column in zip(*(turn[name] for turn in turns), strict=True)]
        for name in commands
    }
    ratios = [a / b for a, b in zip(*medians.values(), strict=True)]
    print("median       CPU ms  clock ms")
    for name, (cpu, clock) in medians.items():
        print(f"{name:12} {cpu:6.0f} {clock:9.0f}")
    print("ratio        {:6.2f} {:9.2f}".format(*ratios))
    for own, name in slowest_imports(ours, 10):
        print(f"{own:6.1f} ms {name.strip()}")


if __name__ == "__main__":
    main()
