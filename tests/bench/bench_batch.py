"""Print the pages a second of `pagesight batch` beside Trafilatura with as many processes.

    python tests/bench/bench_batch.py CORPUS.parquet --pages 600 --parts 3

Both read the same parts of the corpus in turns, from a Parquet file to one of JSON lines, metadata
included, each as a command of its own: starting Python and loading models counts. `working` leaves
the start out: it is the time of a part less that of a part of one page.
"""

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

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
    seconds = {name: [0.0, 0.0] for name in ("pagesight batch", "Trafilatura")}
    with tempfile.TemporaryDirectory() as folder:
        for part in range(arguments.parts):
            for number, pages in enumerate((table[part * size :][:size], table[part * size :][:1])):
                path = Path(folder) / f"{part}-{number}.parquet"
                pq.write_table(pages, path)
                ways = (_pagesight, _trafilatura)
                for name, way in zip(seconds, ways, strict=True):
                    started = time.monotonic()
                    way(path, arguments.processes)
                    seconds[name][number] += time.monotonic() - started
    print(
        f"{len(table)} pages in {arguments.parts} parts, {arguments.processes} processes, "
        f"load {os.getloadavg()[0]:.1f}"
    )
    for name, (whole, start) in seconds.items():
        rate, working = len(table) / whole, len(table) / (whole - start)
        print(f"{name:16} {rate:6.1f} pages/s, working {working:6.1f} pages/s")
    ours, theirs = seconds.values()
    ratio = theirs[0] / ours[0], (theirs[0] - theirs[1]) / (ours[0] - ours[1])
    print(f"ratio            {ratio[0]:6.2f}          working {ratio[1]:6.2f}")


def _pagesight(corpus: Path, processes: int) -> None:
    out = corpus.with_suffix(".ours.jsonl")
    command = [COMMAND, "batch", corpus, "--out", out, "--workers", str(processes)]
    subprocess.run(command, check=False, stderr=subprocess.DEVNULL)


def _trafilatura(corpus: Path, processes: int) -> None:
    out = corpus.with_suffix(".theirs.jsonl")
    command = [sys.executable, __file__, corpus, "--trafilatura", out]
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
