"""Print the pages a second of `pagesight batch` beside Trafilatura with as many processes.

    python tests/bench/bench_batch.py CORPUS.parquet --pages 600 --parts 3

Both read the same parts of the corpus in turns, from a Parquet file to one of JSON lines, metadata
included, each as a command of its own: starting Python and loading models counts. `working` leaves
the start out: it is the time of a part less that of a page a process. CPU seconds, of all
processes together, say on a busy machine what seconds say on an idle one.
"""

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq

COMMAND = Path(sys.executable).with_name("pagesight")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--parts", type=int, default=3)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--trafilatura", type=Path, help="run it on the corpus, into that file")
    arguments = parser.parse_args()
    if arguments.trafilatura:
        trafilatura_batch(arguments.corpus, arguments.trafilatura, arguments.processes)
        return
    table = pq.read_table(arguments.corpus, columns=["id", "url", "html"])[: arguments.pages]
    size = -(-len(table) // arguments.parts)
    ways = {"pagesight batch": _pagesight, "Trafilatura": _trafilatura}
    spent = {name: np.zeros((2, 2)) for name in ways}  # (whole, start), (seconds, CPU seconds)
    with tempfile.TemporaryDirectory() as folder:
        for part in range(arguments.parts):
            for row, pages in enumerate(
                (table[part * size :][:size], table[: arguments.processes])
            ):
                path = Path(folder) / f"{part}-{row}.parquet"
                pq.write_table(pages, path)
                for name, way in ways.items():
                    before = _clocks()
                    way(path, arguments.processes)
                    spent[name][row] += _clocks() - before
    said = f"{len(table)} pages, {arguments.processes} processes, load {os.getloadavg()[0]:.1f}"
    print(f"| {said} | pages/s | without the start | pages a CPU second | without the start |")
    print("|---|---|---|---|---|")
    rates = {}
    for name, (whole, start) in spent.items():
        rates[name] = len(table) / np.array([whole, whole - start]).T.ravel()
    rates["ratio"] = rates["pagesight batch"] / rates["Trafilatura"]
    for name, own in rates.items():
        print(f"| {name} | {' | '.join(f'{rate:.2f}' for rate in own)} |")


def _clocks() -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return the time, and the CPU seconds of all processes that have been started and ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return np.array([time.monotonic(), used.ru_utime + used.ru_stime])


def _pagesight(corpus: Path, processes: int) -> None:
    out = corpus.with_suffix(".ours.jsonl")
    command: list[str | Path] = [
        COMMAND, "batch", corpus, "--out", out, "--workers", str(processes),
    ]  # fmt: skip
    subprocess.run(command, check=False, stderr=subprocess.DEVNULL)  # 1 where pages have failed
    if len(out.read_bytes().splitlines()) != pq.read_metadata(corpus).num_rows:
        raise SystemExit("pagesight batch left pages out: run it by itself to see why")


def _trafilatura(corpus: Path, processes: int) -> None:
    out = corpus.with_suffix(".theirs.jsonl")
    command: list[str | Path] = [sys.executable, __file__, corpus, "--trafilatura", out]
    subprocess.run([*command, "--processes", str(processes)], check=True)


def trafilatura_batch(corpus: Path, out: Path, processes: int) -> None:
    """Extract the corpus with Trafilatura in a pool of processes."""
    rows = (
        row
        for batch in pq.ParquetFile(corpus).iter_batches(32, columns=["url", "html"])
        for row in batch.to_pylist()
    )
    with multiprocessing.Pool(processes) as pool, out.open("w", encoding="utf-8") as file:
        for text in pool.imap(_trafilatura_page, rows, chunksize=4):
            file.write(json.dumps(text, ensure_ascii=False) + "\n")


def _trafilatura_page(row: dict[str, str]) -> str | None:
    import trafilatura

    return trafilatura.extract(
        row["html"], url=row["url"], output_format="json", with_metadata=True
    )


if __name__ == "__main__":
    main()
